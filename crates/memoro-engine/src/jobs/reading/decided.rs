//! The decisions that a job may see, and what the audit tells of them since another run.

use memoro_core::{Event, Memory, MemoryId, Sensitivity, Shape, Status};
use memoro_store::{EventFilter, Filter, Order};

use super::Reading;
use crate::error::Result;
use crate::jobs::active::Held;

impl Reading<'_> {
    /// Returns the decisions with these statuses, the oldest first; sensitive ones and what was taken back are left out.
    pub(in crate::jobs) fn decisions(&self, statuses: &[&str]) -> Result<Vec<Memory>> {
        let filter = Filter {
            now: self.now(),
            statuses: statuses.iter().map(|status| (*status).to_owned()).collect(),
            shapes: vec![Shape::Decision],
            order: Order::Written,
            ..Filter::default()
        };
        let mut found: Vec<Memory> =
            self.workspace.store.list(&filter)?.into_iter().map(|stored| stored.memory).collect();
        let back = self.workspace.taken_back()?;
        found.retain(|memory| self.workspace.is_shared(memory) && !back.covers(memory));
        found.sort_by(|a, b| a.date().cmp(&b.date()).then(a.id.cmp(&b.id)));
        Ok(found)
    }

    /// Tells whether a memory was taken back with the source that it came from.
    pub(in crate::jobs) fn is_taken_back(&self, id: &MemoryId) -> Result<bool> {
        let back = self.workspace.taken_back()?;
        Ok(self.memory(id)?.is_some_and(|memory| back.covers(&memory)))
    }

    /// Returns a decision that [`Reading::decisions`] returns among the active ones.
    pub(in crate::jobs) fn decision_that_holds(&self, id: &MemoryId) -> Result<Option<Memory>> {
        let holds = |memory: &Memory| {
            memory.status == Status::Active
                && memory.shape() == Shape::Decision
                && memory.sensitivity == Sensitivity::Normal
                && self.workspace.is_shared(memory)
        };
        Ok(self.memory(id)?.filter(holds))
    }

    /// Returns the decisions that the last run knew to hold.
    pub(in crate::jobs) fn held(&self) -> &Held {
        &self.workspace.held
    }

    /// Returns the last line of the audit.
    pub(in crate::jobs) fn last_line(&self) -> Result<Option<Event>> {
        let last = EventFilter { newest: true, limit: Some(1), ..EventFilter::default() };
        Ok(self.workspace.store.events(&last)?.pop().map(|(event, _)| event))
    }

    /// Returns a line of the audit and those behind it, so many at most.
    pub(in crate::jobs) fn lines_from(&self, seq: u64, most: usize) -> Result<Vec<Event>> {
        let from = EventFilter { after: seq.saturating_sub(1), limit: Some(most), ..EventFilter::default() };
        Ok(self.workspace.store.events(&from)?.into_iter().map(|(event, _)| event).collect())
    }
}
