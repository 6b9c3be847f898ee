//! What a conversation says is not so any more, or takes back: the first is written down only where a decision that holds is ended by it.

use jiff::Timestamp;
use memoro_core::extract::{Item, Standing, endings};
use memoro_core::{MemoryId, Status};

use super::{Found, Run, is_kept};
use crate::error::Result;
use crate::jobs::gather::Conversation;
use crate::jobs::looks::OneLook;
use crate::jobs::writers::DayWriter;

/// Returns what a conversation says is not so any more beside what it settles.
pub(super) fn over(conversation: &Conversation, items: &[Item]) -> Vec<Item> {
    let written = |over: &Item| {
        let mut kept = items.iter().filter(|item| is_kept(item.kind));
        kept.any(|item| {
            item.turn == over.turn && item.span.start < over.span.end && over.span.start < item.span.end
        })
    };
    let mut over = endings(&conversation.said());
    over.retain(|over| !written(over));
    over
}

impl Run<'_, '_> {
    /// Writes down what is not so any more, where a decision is ended by it.
    pub(super) fn end(
        &mut self,
        conversation: &Conversation,
        mut over: Vec<Item>,
        look: &OneLook,
    ) -> Result<()> {
        let mut ends = Vec::new();
        for item in over.drain(..) {
            let said = conversation.turns[item.settled_in()].0;
            if look.stretch.contains(&said) && self.active.ends(self.reading, &item, said)? {
                ends.push(item);
            }
        }
        self.write(conversation, &ends, look)
    }
}

impl Found<'_> {
    /// Ends a decision that stands in a day file and was taken back later in the conversation; returns its id.
    pub(super) fn take_back(
        &self,
        item: &Item,
        when: Timestamp,
        writer: &mut DayWriter<'_>,
    ) -> Result<Option<MemoryId>> {
        if item.standing != Standing::Withdrawn {
            return Ok(None);
        }
        let id = self.id_of(item, when)?;
        if !self.reading.memory(&id)?.is_some_and(|known| known.status == Status::Active) {
            return Ok(None);
        }
        writer.withdraw(&id, "taken back in the conversation that it came from")?;
        Ok(Some(id))
    }
}
