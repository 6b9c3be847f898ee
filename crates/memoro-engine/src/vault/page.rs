//! A vault file as items, each of which is one memory: reading them, and splicing wished changes in.
//! Knows the Markdown of each home; knows no store and no disk.

mod decision;
mod entry;
mod fields;
mod learning;
#[cfg(test)]
mod tests;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use memoro_core::markdown::{DecisionBlock, EntryLine, Fault, Home, Learning, NotText, Problem, Title};
use memoro_core::provenance::Reference;
use memoro_core::resolve::Because;
use memoro_core::{
    Confidence, EntryKind, Key, Memory, MemoryId, Origin, Retention, Scope, Stability, Trust, Ttl,
};

pub(crate) use fields::Fields;

use crate::caller::at_micros;

/// One item of a file.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    /// Its name: the key of an entry, the id of a block or note.
    pub(crate) name: String,
    /// The line on which it begins, from 1.
    pub(crate) line: u32,
    /// The line on which it ends.
    pub(crate) last: u32,
    /// Where it stands in the file.
    pub(crate) range: std::ops::Range<usize>,
    /// The hash of its bytes.
    pub(crate) hash: [u8; 32],
    /// What it says.
    pub(crate) what: What,
}

impl Item {
    /// Returns why another item of the same name counts instead of this one.
    pub(crate) fn over(&self, winner: &Self) -> Because {
        match (&winner.what, &self.what) {
            (What::Entry(_, winner), What::Entry(_, line)) => memoro_core::markdown::over(winner, line),
            _ => Because::LastWrite,
        }
    }
}

/// What an item says.
#[derive(Debug, Clone)]
pub(crate) enum What {
    /// An entry line under its heading.
    Entry(EntryKind, Box<EntryLine>),
    /// A decision block.
    Decision(Box<DecisionBlock>),
    /// The text of a learning file.
    Learning(Box<Learning>),
}

/// A file as it was read.
#[derive(Debug)]
pub(crate) struct Page {
    /// Its items.
    pub(crate) items: Vec<Item>,
    /// What could not be read, for people.
    pub(crate) problems: Vec<String>,
    /// Entries whose key another line says too: they do not count.
    pub(crate) shadowed: Vec<Item>,
    /// The names of items that stand there and cannot be read.
    pub(crate) unread: Vec<String>,
}

impl Page {
    /// Tells whether an item stands there.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.items.iter().any(|item| item.name == name)
    }
}

/// What an item should show; nothing, if it should not be there.
#[derive(Debug)]
pub(crate) struct Wish {
    /// The item.
    pub(crate) item: String,
    /// The memory that it should show.
    pub(crate) memory: Option<Memory>,
    /// The decision whose place that memory took.
    pub(crate) supersedes: Option<MemoryId>,
}

/// What an item is read against.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Basis<'a> {
    /// The scope of the file.
    pub(crate) scope: &'a Scope,
    /// The memory as it was before.
    pub(crate) old: Option<&'a Memory>,
    /// The time zone of dates.
    pub(crate) zone: &'a TimeZone,
    /// The clock.
    pub(crate) now: Timestamp,
    /// Random bits for an id.
    pub(crate) fresh: [u8; 10],
}

/// Returns how long an item is kept: until the end that it states, unless the person changed its time to live and left the end
/// that had followed from the one before.
fn kept(stability: Stability, ttl: &Ttl, stated: Option<Timestamp>, basis: &Basis<'_>) -> Retention {
    let old = basis.old.map(|old| &old.retention);
    let anew = Retention::new(stability, ttl.clone(), basis.now, basis.zone);
    let expires_at = match (stated.map(at_micros), old) {
        (Some(end), Some(old)) if old.ttl != *ttl && old.expires_at == Some(end) => anew.expires_at,
        (Some(end), _) => Some(end),
        (None, Some(old)) if old.ttl == *ttl && !ttl.is_none() => old.expires_at,
        (None, _) => anew.expires_at,
    };
    Retention { expires_at, ..anew }
}

/// Reads the items of a file.
pub(crate) fn read(home: &Home, bytes: &[u8]) -> Result<Page, NotText> {
    match home {
        Home::Profile | Home::UserProfile(_) | Home::Session => entry::read(bytes),
        Home::Day(_) | Home::DayPart(..) => decision::read(bytes),
        Home::Learning(_) => learning::read(home, bytes),
    }
}

/// Returns the bytes of a file with the wishes fulfilled; `None` if nothing of the file is left.
pub(crate) fn splice(home: &Home, bytes: &[u8], wishes: &[Wish]) -> Result<Option<Vec<u8>>, NotText> {
    match home {
        Home::Profile | Home::UserProfile(_) => entry::splice(Title::Profile, bytes, wishes).map(Some),
        Home::Session => entry::splice(Title::Session, bytes, wishes).map(Some),
        Home::Day(_) | Home::DayPart(..) => decision::splice(bytes, wishes).map(Some),
        Home::Learning(_) => learning::splice(bytes, wishes),
    }
}

impl What {
    /// Returns the key, for an item that is found by it.
    pub(crate) fn key(&self) -> Option<&Key> {
        match self {
            What::Entry(_, line) => Some(&line.key),
            What::Decision(_) | What::Learning(_) => None,
        }
    }

    /// Tells whether a person claims the admin's authority in it.
    pub(crate) fn claims_admin(&self) -> bool {
        let origin = match self {
            What::Entry(_, line) => Some(line.source),
            What::Decision(block) => block.origin,
            What::Learning(learning) => learning.origin,
        };
        origin == Some(Origin::Admin)
    }

    /// Tells whether it says what the memory says, apart from when it was last changed.
    pub(crate) fn shows(&self, memory: &Memory) -> bool {
        match self {
            What::Entry(kind, line) => entry::shows(*kind, line, memory),
            What::Decision(block) => decision::shows(block, memory),
            What::Learning(learning) => learning::shows(learning, memory),
        }
    }

    /// Returns what an item like this one says of a memory.
    pub(crate) fn of(&self, memory: &Memory) -> Option<Self> {
        match self {
            What::Entry(..) => {
                entry::line_of(memory).and_then(|line| Some(What::Entry(line.kind?, Box::new(line))))
            }
            What::Decision(_) => decision::block_of(memory, None).map(Box::new).map(What::Decision),
            What::Learning(present) => learning::of(memory, present).map(Box::new).map(What::Learning),
        }
    }

    /// Returns when it was last changed, as it says itself: Memoro writes that anew with every change.
    pub(crate) fn stamp(&self) -> Option<Timestamp> {
        let at = match self {
            What::Entry(_, line) => line.updated_at,
            What::Decision(block) => block.updated_at,
            What::Learning(learning) => learning.updated.map(|moment| moment.timestamp(&TimeZone::UTC)),
        };
        at.map(at_micros)
    }

    /// Puts what a person made of an item together with what was written meanwhile, field by field; `None` for items of
    /// different kinds.
    pub(crate) fn merged(&self, base: &Self, theirs: &Self) -> Option<(Self, Fields)> {
        let mut fields = Fields::default();
        let what = match (self, base, theirs) {
            (What::Entry(kind, mine), What::Entry(_, base), What::Entry(_, theirs)) => {
                let line = EntryLine { kind: Some(*kind), ..(**mine).clone() };
                let line = entry::merged(line, base, theirs, &mut fields);
                What::Entry(line.kind.unwrap_or(*kind), Box::new(line))
            }
            (What::Decision(mine), What::Decision(base), What::Decision(theirs)) => {
                let block = decision::merged((**mine).clone(), base, theirs, &mut fields);
                What::Decision(Box::new(block))
            }
            (What::Learning(mine), What::Learning(base), What::Learning(theirs)) => {
                let learning = learning::merged((**mine).clone(), base, theirs, &mut fields);
                What::Learning(Box::new(learning))
            }
            _ => return None,
        };
        Some((what, fields))
    }

    /// Tells whether a store that is made anew would read the end of the memory from it, whenever that is.
    pub(crate) fn tells_end(&self, memory: &Memory, zone: &TimeZone) -> bool {
        let later = memory.updated_at.saturating_add(SignedDuration::from_hours(1)).unwrap_or(Timestamp::MAX);
        let anew = Basis { scope: &memory.scope, old: None, zone, now: later, fresh: [0; 10] };
        self.memory(&anew, memory.id.as_str())
            .is_ok_and(|read| read.retention.expires_at == memory.retention.expires_at)
    }

    /// Makes the memory that it describes.
    pub(crate) fn memory(&self, basis: &Basis<'_>, name: &str) -> Result<Memory, String> {
        match self {
            What::Entry(kind, line) => Ok(entry::memory(*kind, line, basis)),
            What::Decision(block) => Ok(decision::memory(block, basis)),
            What::Learning(learning) => learning::memory(learning, basis, name),
        }
    }
}

/// Hashes an item apart from its line ending, which an editor may add to the last line.
/// Returns the block that shows a decision.
pub(crate) fn decision_block(
    memory: &Memory,
    supersedes: Option<memoro_core::MemoryId>,
) -> Option<memoro_core::markdown::DecisionBlock> {
    decision::block_of(memory, supersedes)
}

/// Returns the line on which a text ends that begins on a line.
fn last_line(line: u32, text: &[u8]) -> u32 {
    let lines = text.trim_ascii_end().split(|byte| *byte == b'\n').count();
    line.saturating_add(u32::try_from(lines - 1).unwrap_or(u32::MAX))
}

fn hash(bytes: &[u8]) -> [u8; 32] {
    *blake3::hash(bytes.trim_ascii_end()).as_bytes()
}

/// Returns the names of the items that stand there and cannot be read, those that a readable one has excepted.
fn unread(problems: Vec<Problem>, items: &[Item]) -> Vec<String> {
    let named = problems.into_iter().filter_map(|problem| problem.about);
    named.filter(|name| items.iter().all(|item| item.name != *name)).collect()
}

fn told(problem: &Problem) -> String {
    let fault = match problem.fault {
        Fault::Malformed => "it is kept as it is",
        Fault::Duplicate => "it does not count",
        Fault::Unknown => "the rest of the line counts",
    };
    format!("line {}: {} ({fault})", problem.line_no, problem.reason)
}

/// Returns the confidence that need not be written down.
fn usual(origin: Origin) -> Confidence {
    Confidence::of_origin(origin, Reference::None)
}

/// Tells how far an item is trusted. What a person changed is theirs; what nothing but its file tells of is trusted as far
/// as those are whom it names as its origin, so that no program gains by a store that was lost.
fn trust(origin: Origin, old: Option<&Memory>) -> Trust {
    match origin {
        Origin::Auto | Origin::UserInferred | Origin::System | Origin::Import if old.is_none() => {
            Trust::Agent
        }
        _ => Trust::User,
    }
}

/// Nobody becomes the admin by writing so.
fn allowed(origin: Origin) -> Origin {
    if origin == Origin::Admin { Origin::UserEdit } else { origin }
}
