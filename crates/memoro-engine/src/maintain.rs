//! The care of memories: strengths refreshed, what has expired put away or removed, passing notes merged. Every change
//! is in the audit; a dry run only tells. Nothing is done twice, and reads go on meanwhile.

use std::collections::BTreeMap;
use std::str::FromStr;

use jiff::{SignedDuration, Timestamp};
use memoro_core::{
    Content, Episode, InvalidWord, MAX_TEXT, Memory, MemoryId, Op, Retention, Sensitivity, Stability, Status,
    Ttl,
};
use memoro_store::index::{compact, room};
use memoro_store::{Change, Durability, Erase, EventFilter, Expect, StoreError, Stored};

use crate::caller::Caller;
use crate::edit::EXPIRED;
use crate::error::{EngineError, Result};
use crate::notes::{NoteKind, note_text};
use crate::workspace::Workspace;

/// How many expired memories one commit changes: each costs its syncs, and pages that many of them share are written once.
const BATCH: usize = 2_000;
/// How many summaries one commit makes.
const SUMMARIES: usize = 20;
/// How many characters the line of an archived episode has.
const LINE: usize = 160;
/// How often work is planned anew when others change the same memories meanwhile.
const ATTEMPTS: usize = 5;
/// How long it is known that a request was carried out.
const ANSWERS: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A clock that leapt so far ahead since the last care must stand there for a day before anything goes for it.
const LEAP: SignedDuration = SignedDuration::from_hours(180 * 24);
/// Just under a day: what is cared for daily is not put off by a second one.
const A_DAY: SignedDuration = SignedDuration::from_hours(20);
const SEEN: &str = "maintain.seen";
const LEAPT: &str = "maintain.leapt";

/// A part of the care.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Chore {
    /// Refreshes the strengths.
    Decay,
    /// Puts away or removes what has expired.
    Purge,
    /// Merges volatile notes without an end.
    Merge,
    /// Makes room in the search index.
    Compact,
}

impl Chore {
    /// All of them, in the order in which they are done.
    pub const ALL: [Chore; 4] = [Chore::Purge, Chore::Merge, Chore::Compact, Chore::Decay];

    /// Returns the one word for this part.
    pub const fn as_str(self) -> &'static str {
        match self {
            Chore::Decay => "decay",
            Chore::Purge => "purge",
            Chore::Merge => "merge",
            Chore::Compact => "compact",
        }
    }
}

impl FromStr for Chore {
    type Err = InvalidWord;

    fn from_str(word: &str) -> Result<Self, InvalidWord> {
        Chore::ALL.into_iter().find(|chore| chore.as_str() == word).ok_or_else(|| InvalidWord {
            what: "part of the maintenance",
            word: word.to_owned(),
            expected: "decay, purge, merge, compact".into(),
        })
    }
}

/// Whether the work is done or only told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carry {
    /// It is done.
    Out,
    /// It is only told.
    DryRun,
}

/// What a care did, or would do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Maintained {
    /// How many memories have another strength than before.
    pub refreshed: Option<usize>,
    /// Expired episodes, logs and summaries of which one line is kept.
    pub archived: Vec<MemoryId>,
    /// Expired notes that were removed.
    pub removed: Vec<MemoryId>,
    /// Notes that were merged, each list into one summary.
    pub merged: Vec<Vec<MemoryId>>,
    /// Whether the search index was made smaller.
    pub compacted: bool,
    /// How many expired memories stay for now, since the clock leapt ahead and may be wrong.
    pub put_off: usize,
}

impl Workspace {
    /// Does parts of the care.
    pub fn maintain(&self, chores: &[Chore], carry: Carry, caller: &Caller) -> Result<Maintained> {
        self.permit(memoro_core::policy::Operation::Compact, caller)?;
        let wanted = |chore| chores.contains(&chore);
        // What is told is how things stood before: a dry run and the run that follows it tell the same.
        let mut done = Maintained {
            refreshed: if wanted(Chore::Decay) { Some(self.store.stale_uses()?) } else { None },
            compacted: wanted(Chore::Compact) && self.store.read_index(room)?.is_wasted(),
            ..Maintained::default()
        };
        if carry == Carry::DryRun {
            if wanted(Chore::Purge) {
                let expired = self.expired(usize::MAX, caller)?;
                if self.leap(caller)?.is_some() {
                    done.put_off = expired.len();
                } else {
                    note_expired(&mut done, &expired);
                }
            }
            if wanted(Chore::Merge) {
                done.merged = self.mergeable(caller)?.iter().map(|n| ids(n)).collect();
            }
            return Ok(done);
        }
        self.clear_leftovers();
        if wanted(Chore::Purge) {
            self.purge(&mut done, caller)?;
        }
        if wanted(Chore::Merge) {
            self.merge_passing(&mut done, caller)?;
        }
        if done.compacted {
            self.store.write_index(Durability::Synced, compact)?;
        }
        if wanted(Chore::Decay) {
            self.refresh_strengths(caller.now)?;
        }
        Ok(done)
    }

    /// Returns what has expired and is there for the caller, at most so much.
    fn expired(&self, most: usize, caller: &Caller) -> Result<Vec<Stored>> {
        if caller.only.is_none() {
            return Ok(self.store.expired(caller.now, most)?);
        }
        let mut expired = self.store.expired(caller.now, usize::MAX)?;
        expired.retain(|stored| self.sees(&stored.memory.scope, caller));
        expired.truncate(most);
        Ok(expired)
    }

    /// Returns when the clock leapt far ahead, unless it has stood there for a day since.
    fn leap(&self, caller: &Caller) -> Result<Option<Timestamp>> {
        let named = |name| -> Result<Option<Timestamp>> {
            Ok(self.store.named(name)?.and_then(|text| text.parse().ok()))
        };
        let first = || -> Result<Option<Timestamp>> {
            let first = EventFilter { limit: Some(1), ..EventFilter::default() };
            Ok(self.store.events(&first)?.first().map(|(event, _)| event.at))
        };
        let Some(seen) = named(SEEN)?.map_or_else(first, |seen| Ok(Some(seen)))? else { return Ok(None) };
        if caller.now.duration_since(seen) <= LEAP {
            return Ok(None);
        }
        let leapt = named(LEAPT)?
            .filter(|leapt| (SignedDuration::ZERO..=LEAP).contains(&caller.now.duration_since(*leapt)));
        let stands = leapt.is_some_and(|leapt| caller.now.duration_since(leapt) >= A_DAY);
        Ok((!stands).then(|| leapt.unwrap_or(caller.now)))
    }

    /// Puts away expired episodes and removes expired notes.
    fn purge(&self, done: &mut Maintained, caller: &Caller) -> Result<()> {
        let leap = self.leap(caller)?;
        let leapt = leap.map(|leapt| leapt.to_string());
        self.store.set_named(LEAPT, leapt.as_deref(), Durability::Synced)?;
        if leap.is_some() {
            done.put_off = self.expired(usize::MAX, caller)?.len();
            return Ok(());
        }
        self.store.set_named(SEEN, Some(&caller.now.to_string()), Durability::Lazy)?;
        self.store.drop_answers(caller.now - ANSWERS)?;
        let mut attempts = 0;
        loop {
            let expired = self.expired(BATCH, caller)?;
            if expired.is_empty() {
                return Ok(());
            }
            let (mut changes, mut lines) = (Vec::new(), Vec::new());
            let mut files = Vec::new();
            for stored in &expired {
                let task = self.mirror_task(&stored.memory)?;
                files.extend(task.as_ref().map(|task| task.file.clone()));
                changes.push(Change::Erase(Erase {
                    id: stored.memory.id.clone(),
                    tombstones: Vec::new(),
                    mirror: task,
                    reason: EXPIRED.into(),
                }));
                if keeps_a_line(&stored.memory) {
                    let line = self.archived(&stored.memory, caller);
                    lines.push(self.put(&line, Expect::New, Op::Archive, "expired; one line is kept")?);
                }
            }
            // All that goes first, so that search gives it up at once.
            changes.append(&mut lines);
            match self.commit(changes, caller) {
                Ok(_) => note_expired(done, &expired),
                Err(EngineError::Store(StoreError::Conflict(_))) if attempts < ATTEMPTS => attempts += 1,
                Err(error) => return Err(error),
            }
            files.sort();
            files.dedup();
            files.iter().try_for_each(|file| self.mirror_file(file, caller))?;
        }
    }

    /// Merges volatile notes that are old enough, some summaries a commit.
    fn merge_passing(&self, done: &mut Maintained, caller: &Caller) -> Result<()> {
        for _ in 0..ATTEMPTS {
            let mut disturbed = false;
            for batches in self.mergeable(caller)?.chunks(SUMMARIES) {
                match self.merge_batches(batches, caller) {
                    Ok(()) => done.merged.extend(batches.iter().map(|notes| ids(notes))),
                    Err(EngineError::Store(StoreError::Conflict(_))) => disturbed = true,
                    Err(error) => return Err(error),
                }
            }
            if !disturbed {
                return Ok(());
            }
        }
        Err(StoreError::Busy.into())
    }

    fn merge_batches(&self, batches: &[Vec<Stored>], caller: &Caller) -> Result<()> {
        let (mut changes, mut ended) = (Vec::new(), Vec::new());
        for notes in batches {
            let (_, these, gone) = self.merging(notes, caller)?;
            changes.extend(these);
            ended.extend(gone);
        }
        self.commit(changes, caller)?;
        ended.iter().try_for_each(|memory| self.mirror_memory(memory, caller))
    }

    /// Returns the volatile notes that may be merged, in batches of one scope and kind; what is sensitive stays by itself, or the
    /// rest would be hidden with it.
    fn mergeable(&self, caller: &Caller) -> Result<Vec<Vec<Stored>>> {
        let layers = &self.settings.layers;
        let before = caller.now - layers.merge_after;
        let mut groups: BTreeMap<(String, bool, bool), Vec<Stored>> = BTreeMap::new();
        let passing = self.store.volatile(before)?.into_iter();
        for stored in passing.filter(|stored| self.sees(&stored.memory.scope, caller)) {
            let note = NoteKind::of(&stored.memory) == Some(NoteKind::Note);
            let open = stored.memory.sensitivity == Sensitivity::Normal;
            groups.entry((stored.memory.scope.to_string(), note, open)).or_default().push(stored);
        }
        let batches = groups.into_values().flat_map(|notes| in_batches(notes, layers.merge_batch.max(2)));
        Ok(batches.filter(|notes| notes.len() > 1).collect())
    }

    /// The one line that is kept of an episode.
    fn archived(&self, memory: &Memory, caller: &Caller) -> Memory {
        let mut line = memory.clone();
        line.status = Status::Archived;
        line.retention =
            Retention::new(Stability::Permanent, Ttl::none(), caller.now, &self.settings.time_zone);
        line.tags = vec![NoteKind::of(memory).map_or("retro", NoteKind::as_str).to_owned()];
        line.provenance.evidence.clear();
        line.occurred_at = Some(memory.date());
        if let Content::Episode(Episode { summary, topics, duration_ms, .. }) = &mut line.content {
            *summary = self.one_line(summary, LINE);
            topics.clear();
            *duration_ms = None;
        }
        line
    }
}

fn ids(notes: &[Stored]) -> Vec<MemoryId> {
    notes.iter().map(|stored| stored.memory.id.clone()).collect()
}

/// Cuts notes into batches of at most so many that fit into one summary.
fn in_batches(notes: Vec<Stored>, most: usize) -> Vec<Vec<Stored>> {
    let mut batches: Vec<(usize, Vec<Stored>)> = Vec::new();
    for note in notes {
        let length = note_text(&note.memory.content).len() + 1;
        match batches.last_mut() {
            Some((room, batch)) if batch.len() < most && *room >= length => {
                *room -= length;
                batch.push(note);
            }
            _ => batches.push((MAX_TEXT.saturating_sub(length), vec![note])),
        }
    }
    // Nobody is left alone: the last one gets company from the batch before it.
    if let [.., (_, before), (_, last)] = batches.as_mut_slice()
        && last.len() == 1
        && before.len() > 2
    {
        last.splice(0..0, before.pop());
    }
    batches.into_iter().map(|(_, batch)| batch).collect()
}

/// Tells whether one line of an expired memory is kept: of everything that happened, logs and summaries too.
const fn keeps_a_line(memory: &Memory) -> bool {
    matches!(memory.content, Content::Episode(_))
}

fn note_expired(done: &mut Maintained, expired: &[Stored]) {
    for Stored { memory, .. } in expired {
        let list = if keeps_a_line(memory) { &mut done.archived } else { &mut done.removed };
        list.push(memory.id.clone());
    }
}
