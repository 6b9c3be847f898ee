//! Edits of items that Memoro changed meanwhile. What an item shows of its last change tells which state of its memory the
//! person had before them, also where nothing else does: then each field is decided by itself. Takes nothing in itself.

use jiff::Timestamp;
use memoro_core::{Memory, MemoryId, Scope, Shape, Status};
use memoro_store::{EventFilter, MirrorRow, Stored};

use super::page::{Fields, Item, What};
use super::stale::Opened;
use crate::error::Result;
use crate::workspace::Workspace;

/// An item of an older copy, put together with what Memoro made of it since.
#[derive(Debug)]
pub(super) struct Merged {
    /// What it says then.
    pub(super) item: Item,
    /// What became of its fields.
    pub(super) fields: Fields,
    /// The operation that replaced what the person had before them, where the item itself tells that one did.
    pub(super) until: Option<u64>,
}

/// A state that a memory had, as a file showed it.
struct State {
    memory: Memory,
    /// The audit line that made it, and the operation of that: clocks are set back, their numbers are not.
    line: u64,
    operation: u64,
    /// Whether a person made it in the file, which says since what it said before of when it was changed.
    by_hand: bool,
}

/// What an item tells of the state that it was made from.
enum Made {
    /// It is the present one, or one that nothing but the person's own edits came after.
    Now,
    /// It is an earlier one, which this operation replaced.
    Before(What, u64),
    /// Nothing.
    Unknown,
}

impl Workspace {
    /// Puts an item that a person changed together with the memory as it is now, where they had an earlier state of it
    /// before them; `None` where what they say is all that counts.
    pub(super) fn merged(
        &self,
        (item, scope): (&Item, &Scope),
        now: &Memory,
        opened: &Opened,
    ) -> Result<Option<Merged>> {
        let states = self.states(scope, item)?;
        let (base, until) = match made_from(item, &states) {
            Made::Now => return Ok(None),
            Made::Before(base, until) => (base, Some(until)),
            Made::Unknown => match opened.item(&item.name) {
                Some(base) => (base.what.clone(), None),
                None => return Ok(None),
            },
        };
        let Some(theirs) = item.what.of(now) else { return Ok(None) };
        let Some((what, mut fields)) = item.what.merged(&base, &theirs) else { return Ok(None) };
        // What the person changed since and changes again is their own.
        let written = runs(&states).last().and_then(|run| run.first());
        let written = written.and_then(|written| item.what.of(&written.memory));
        let both = written.and_then(|written| item.what.merged(&base, &written));
        fields.overruled = both.map_or(0, |(_, both)| both.overruled.min(fields.overruled));
        Ok(Some(Merged { item: Item { what, ..item.clone() }, fields, until }))
    }

    /// Returns what an item would be that Memoro took out of the file since the person opened it, where they left it as it
    /// was: the memory that it had.
    pub(super) fn taken_out_since(&self, (item, scope): (&Item, &Scope)) -> Result<Option<(MirrorRow, u64)>> {
        let Some(key) = item.what.key() else { return Ok(None) };
        let states = self.states(scope, item)?;
        let Some(last) = states.last().filter(|last| item.what.stamp() == shown(item, last)) else {
            return Ok(None);
        };
        let is_same = item.what.of(&last.memory).and_then(|was| item.what.merged(&was, &was));
        if item.what.stamp().is_none() || is_same.is_none_or(|(_, fields)| fields.changed > 0) {
            return Ok(None);
        }
        let newest = EventFilter {
            memory: Some(last.memory.id.clone()),
            newest: true,
            limit: Some(1),
            ..EventFilter::default()
        };
        let ended = self.store.events(&newest)?.pop();
        let ended = ended.filter(|(event, _)| event.actor != super::BY_HAND && event.seq > last.line);
        let ends = self.store.of_key(scope, key)?.iter().all(|one| one.memory.status != Status::Active);
        let row = MirrorRow { item: item.name.clone(), memory: last.memory.id.to_string(), hash: item.hash };
        Ok(ended.filter(|_| ends).map(|(_, operation)| (row, operation)))
    }

    /// Tells whether an item came into its file no sooner than by an operation.
    pub(super) fn came_by(&self, row: &MirrorRow, operation: u64) -> Result<bool> {
        let Ok(id) = MemoryId::new(&row.memory) else { return Ok(false) };
        let Some(Stored { memory, .. }) = self.store.get(&id)? else { return Ok(false) };
        let ids = match memory.shape() {
            Shape::Entry => {
                let all = self.store.of_key(&memory.scope, &memory.key)?;
                all.into_iter().map(|one| one.memory.id).collect()
            }
            _ => vec![id],
        };
        for id in ids {
            let first = EventFilter { memory: Some(id), limit: Some(1), ..EventFilter::default() };
            if self.store.events(&first)?.pop().is_none_or(|(_, first)| first < operation) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the states that the memory of an item had while it stood in the file, the oldest first.
    fn states(&self, scope: &Scope, item: &Item) -> Result<Vec<State>> {
        let known: Vec<Stored> = match (item.what.key(), MemoryId::new(&item.name)) {
            (Some(key), _) => self.store.of_key(scope, key)?,
            (None, Ok(id)) => self.store.get(&id)?.into_iter().collect(),
            (None, Err(_)) => Vec::new(),
        };
        let mut states = Vec::new();
        for Stored { memory, rev, .. } in known {
            let lines = EventFilter { memory: Some(memory.id.clone()), ..EventFilter::default() };
            let lines = self.store.events(&lines)?;
            for version in self.store.versions(&memory.id)? {
                let behind = usize::try_from(rev.saturating_sub(version.rev)).unwrap_or(usize::MAX);
                let line = lines.len().checked_sub(behind + 1).and_then(|at| lines.get(at));
                // What came with an import has no line of its own and was there before all that has.
                let (line, operation, by_hand) = line.map_or((0, 0, false), |(event, operation)| {
                    (event.seq, *operation, event.actor == super::BY_HAND)
                });
                states.push(State { memory: version.memory, line, operation, by_hand });
            }
        }
        states.retain(|state| match item.what {
            What::Decision(_) => state.memory.status != Status::Pending,
            What::Entry(..) | What::Learning(_) => state.memory.status == Status::Active,
        });
        states.sort_by_key(|state| state.line);
        Ok(states)
    }
}

/// Parts states into what Memoro wrote and what the person made of it: their own edit leaves in the file what it says of its
/// last change.
fn runs(states: &[State]) -> impl Iterator<Item = &[State]> {
    states.chunk_by(|_, next| next.by_hand)
}

/// Finds the state that an item was made from.
fn made_from(item: &Item, states: &[State]) -> Made {
    let stamp = item.what.stamp();
    let mut runs: Vec<&[State]> = runs(states).collect();
    let fits = |(n, run): (usize, &[State])| {
        // Memoro has written when it changed an item into each that it changed; one that does not say it is as it was at first.
        let untold = n == 0 && stamp.is_none() && (item.what.key().is_none() || by_hand(run));
        untold || run.iter().any(|state| shown(item, state) == stamp)
    };
    let Some(present) = runs.pop() else { return Made::Unknown };
    let found = runs.iter().enumerate().filter(|(n, run)| fits((*n, run))).map(|(n, _)| n).next_back();
    match (found, fits((runs.len(), present))) {
        (None, true) => Made::Now,
        (Some(n), false) => {
            let next = runs.get(n + 1).copied().unwrap_or(present);
            let closest = runs.get(n).into_iter().copied().flatten().rev().filter_map(|state| {
                let base = item.what.of(&state.memory)?;
                let (_, fields) = item.what.merged(&base, &base)?;
                Some((fields.changed, base))
            });
            let closest = closest.min_by_key(|(changed, _)| *changed);
            match (closest, next.first()) {
                (Some((_, base)), Some(next)) => Made::Before(base, next.operation),
                _ => Made::Unknown,
            }
        }
        // Two states that were made in the same moment cannot be told apart.
        (None, false) | (Some(_), true) => Made::Unknown,
    }
}

fn by_hand(run: &[State]) -> bool {
    run.iter().all(|state| state.by_hand)
}

/// Returns what an item says of its last change when it shows a state.
fn shown(item: &Item, state: &State) -> Option<Timestamp> {
    item.what.of(&state.memory).and_then(|what| what.stamp())
}
