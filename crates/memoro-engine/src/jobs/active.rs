//! The decisions that hold, for runs that ask which of them a later one takes back. They are read when the first such one
//! asks and kept in line with what the run itself writes; an open workspace holds them between runs, since making out what a
//! decision is about costs more than reading it, and the audit tells the next run which of them changed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use jiff::Timestamp;
use memoro_core::extract::{Decided, Earlier, Item};
use memoro_core::{Content, Event, Memory, MemoryId, Op};

use super::reading::Reading;
use crate::error::Result;

/// The decisions that hold.
#[derive(Default)]
pub(super) struct Active(Option<Known>);

/// The decisions that held when the last run had looked, while no run looks at them.
#[derive(Debug, Default)]
pub(crate) struct Held(Mutex<Option<Known>>);

/// How many audit lines are gone through at most before all decisions are read again.
const CHANGES: usize = 2_000;

#[derive(Debug, Default)]
struct Known {
    /// The last audit line that is counted in; none of a store without any.
    line: Option<Event>,
    ids: Vec<MemoryId>,
    times: Vec<Timestamp>,
    places: BTreeMap<MemoryId, usize>,
    earlier: Earlier,
}

impl Active {
    /// Returns the decisions of other conversations that an item takes back: one, and those that say the same. It is one that it names as left, or moves to another
    /// time, or beside which it cannot hold; else, where it says that it takes something back, the one that its words name most
    /// of, else the only one in whose place it puts another tool; with two of these nobody knows which. `barred` says of a
    /// decision and its time that it cannot be meant: it is of the same conversation, or came later.
    pub(super) fn meant(
        &mut self,
        reading: &Reading<'_>,
        item: &Item,
        barred: &dyn Fn(&MemoryId, Timestamp) -> bool,
    ) -> Result<Vec<MemoryId>> {
        let known = self.known(reading)?;
        let open = |at: usize| !barred(&known.ids[at], known.times[at]);
        let meant = known.meant(&item.decided(), item.reverses, &open);
        let same = (0..known.ids.len())
            .filter(|at| meant.is_some_and(|meant| known.earlier.say_the_same(meant, *at)) && open(*at));
        Ok(same.map(|at| known.ids[at].clone()).collect())
    }

    /// Returns the first decision of other conversations that was said after an item and takes it back: the word that was said
    /// last decides, whichever was read first.
    pub(super) fn taken_back_by(
        &mut self,
        reading: &Reading<'_>,
        item: &Item,
        (said, own): (Timestamp, &BTreeSet<MemoryId>),
    ) -> Result<Option<MemoryId>> {
        let known = self.known(reading)?;
        let mut alone = Known::default();
        alone.times.push(said);
        let near = known.earlier.near(&item.decided());
        alone.earlier.add(item.decided());
        let later = near.into_iter().filter(|at| known.earlier.get(*at).is_some());
        let later = later.filter(|at| known.times[*at] > said && !own.contains(&known.ids[*at]));
        let takes = |at: &usize| {
            let new = known.earlier.get(*at);
            new.is_some_and(|new| alone.meant(new, new.reverses(), &|_| true).is_some())
        };
        let first = later.filter(takes).min_by_key(|at| known.when(*at));
        Ok(first.map(|at| known.ids[at].clone()))
    }

    /// Tells whether words that are no decision by themselves name one whole that was taken before, as what is not so any more.
    pub(super) fn ends(&mut self, reading: &Reading<'_>, item: &Item, said: Timestamp) -> Result<bool> {
        let known = self.known(reading)?;
        Ok(known.earlier.ended_by(&item.decided()).into_iter().any(|at| known.times[at] < said))
    }

    fn known(&mut self, reading: &Reading<'_>) -> Result<&mut Known> {
        Ok(match &mut self.0 {
            Some(known) => known,
            none => none.insert(Known::now(reading)?),
        })
    }

    /// Leaves what is known to the next run.
    pub(super) fn leave(&mut self, reading: &Reading<'_>) {
        if let Some(known) = self.0.take() {
            *reading.held().0.lock().expect("nothing panics while it holds them") = Some(known);
        }
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
    /// Returns the decisions that hold now: what the last run left, with what changed since, or else read anew.
    fn now(reading: &Reading<'_>) -> Result<Self> {
        let held = reading.held().0.lock().expect("nothing panics while it holds them").take();
        if let Some(mut known) = held
            && known.catch_up(reading)?
        {
            return Ok(known);
        }
        let mut known = Self { line: reading.last_line()?, ..Self::default() };
        reading.decisions(&["active"])?.iter().for_each(|memory| known.add(memory));
        Ok(known)
    }

    /// Takes in what the audit tells of since; tells whether it could: not of another store, nor where nobody knows any more
    /// which memory it was.
    fn catch_up(&mut self, reading: &Reading<'_>) -> Result<bool> {
        let Some(last) = &self.line else { return Ok(false) };
        let lines = reading.lines_from(last.seq, CHANGES + 1)?;
        let Some((first, since)) = lines.split_first() else { return Ok(false) };
        let same =
            (first.seq, first.at, first.op, &first.memory) == (last.seq, last.at, last.op, &last.memory);
        let named = |line: &Event| line.op != Op::Forget && (line.memory.is_some() || line.op == Op::Note);
        let mostly_gone = self.ids.len() > 2 * self.places.len() + 64;
        if !same || mostly_gone || since.len() >= CHANGES || !since.iter().all(named) {
            return Ok(false);
        }
        let changed: BTreeSet<&MemoryId> = since.iter().filter_map(|line| line.memory.as_ref()).collect();
        for id in changed {
            self.remove(id);
            reading.decision_that_holds(id)?.iter().for_each(|memory| self.add(memory));
        }
        self.line = lines.last().cloned();
        Ok(true)
    }

    /// Returns the place of the open decision that another takes back.
    fn meant(&self, new: &Decided, reverses: bool, open: &dyn Fn(usize) -> bool) -> Option<usize> {
        let latest =
            |places: Vec<usize>| places.into_iter().filter(|at| open(*at)).max_by_key(|at| self.when(*at));
        let left =
            || new.leaves_something().then(|| latest(self.earlier.left_by(new, &|at| open(at)))).flatten();
        let named = || {
            let named = self.earlier.taken_back(new).into_iter().filter(|(at, _)| open(*at));
            let best = named.max_by(|(a, x), (b, y)| x.total_cmp(y).then(self.when(*a).cmp(&self.when(*b))));
            best.map(|(at, _)| at)
        };
        let only = || {
            let mut others = self.earlier.other_tools(new).into_iter().filter(|at| open(*at));
            others.next().filter(|_| others.next().is_none())
        };
        left()
            .or_else(|| latest(self.earlier.contradicted(new)))
            .or_else(|| reverses.then(|| named().or_else(only)).flatten())
    }

    /// Returns when a decision was taken, and its id, by which those of one moment are told apart.
    fn when(&self, at: usize) -> (Timestamp, Option<&MemoryId>) {
        (self.times[at], self.ids.get(at))
    }

    fn add(&mut self, memory: &Memory) {
        let Content::Decision(decision) = &memory.content else { return };
        let text = if decision.conclusion.is_empty() { &decision.title } else { &decision.conclusion };
        self.ids.push(memory.id.clone());
        self.times.push(memory.date());
        self.places.insert(memory.id.clone(), self.earlier.add(Decided::of(text)));
    }

    fn remove(&mut self, id: &MemoryId) {
        if let Some(at) = self.places.remove(id) {
            self.earlier.remove(at);
        }
    }
}
