//! The decisions that hold, for a run that asks which of them a later one takes back. They are read once, when the first
//! such one asks, and kept in line with what the run itself writes.

use std::collections::BTreeMap;

use jiff::Timestamp;
use memoro_core::extract::{Decided, Earlier, Item};
use memoro_core::{Content, Memory, MemoryId};

use super::reading::Reading;
use crate::error::Result;

/// The decisions that hold.
#[derive(Default)]
pub(super) struct Active(Option<Known>);

#[derive(Default)]
struct Known {
    ids: Vec<(MemoryId, Timestamp)>,
    places: BTreeMap<MemoryId, usize>,
    earlier: Earlier,
}

impl Active {
    /// Returns the decision of another conversation that an item takes back: one that it names as left, or moves to another
    /// time; else, where it says that it takes something back, the one that its words name most of, else the only one in whose
    /// place it puts another tool; with two of these nobody knows which. `barred` says of a decision and its time that it
    /// cannot be meant: it is of the same conversation, or came later.
    pub(super) fn meant(
        &mut self,
        reading: &Reading<'_>,
        item: &Item,
        barred: &dyn Fn(&MemoryId, Timestamp) -> bool,
    ) -> Result<Option<MemoryId>> {
        let new = item.decided();
        if !item.reverses && !new.leaves_something() {
            return Ok(None);
        }
        let known = self.known(reading)?;
        let open = |at: &usize| !barred(&known.ids[*at].0, known.ids[*at].1);
        let left = known.earlier.left_by(&new, &|at| open(&at)).into_iter();
        let named = || {
            let named = known.earlier.taken_back(&new).into_iter().filter(|(at, _)| open(at));
            let best =
                named.max_by(|(a, x), (b, y)| x.total_cmp(y).then(known.ids[*a].1.cmp(&known.ids[*b].1)));
            best.map(|(at, _)| at)
        };
        let only = || {
            let mut others = known.earlier.other_tools(&new).into_iter().filter(open);
            others.next().filter(|_| others.next().is_none())
        };
        let left = left.max_by_key(|at| known.ids[*at].1);
        let meant = left.or_else(|| item.reverses.then(|| named().or_else(only)).flatten());
        Ok(meant.map(|at| known.ids[at].0.clone()))
    }

    /// Tells whether words that are no decision by themselves name one whole that was taken before, as what is not so any more.
    pub(super) fn ends(&mut self, reading: &Reading<'_>, item: &Item, said: Timestamp) -> Result<bool> {
        let known = self.known(reading)?;
        Ok(known.earlier.ended_by(&item.decided()).into_iter().any(|at| known.ids[at].1 < said))
    }

    fn known(&mut self, reading: &Reading<'_>) -> Result<&mut Known> {
        Ok(match &mut self.0 {
            Some(known) => known,
            none => {
                let mut known = Known::default();
                reading.decisions(&["active"])?.iter().for_each(|memory| known.add(memory));
                none.insert(known)
            }
        })
    }

    /// Takes note of a decision that holds from now on.
    pub(super) fn add(&mut self, reading: &Reading<'_>, id: &MemoryId) -> Result<()> {
        if let Some(known) = &mut self.0 {
            known.remove(id);
            reading.memory(id)?.iter().for_each(|memory| known.add(memory));
        }
        Ok(())
    }

    /// Takes note of a decision that does not hold any more.
    pub(super) fn remove(&mut self, id: &MemoryId) {
        if let Some(known) = &mut self.0 {
            known.remove(id);
        }
    }
}

impl Known {
    fn add(&mut self, memory: &Memory) {
        let Content::Decision(decision) = &memory.content else { return };
        let text = if decision.conclusion.is_empty() { &decision.title } else { &decision.conclusion };
        self.ids.push((memory.id.clone(), memory.date()));
        self.places.insert(memory.id.clone(), self.earlier.add(Decided::of(text)));
    }

    fn remove(&mut self, id: &MemoryId) {
        if let Some(at) = self.places.remove(id) {
            self.earlier.remove(at);
        }
    }
}
