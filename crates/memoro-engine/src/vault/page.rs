//! A vault file as items, each of which is one memory: reading them, and splicing wished changes in.
//! Knows the Markdown of each home; knows no store and no disk.

use jiff::Timestamp;
use memoro_core::markdown::{
    Applied, Change, EntryLine, Fault, Heading, Home, NotText, Title, apply, parse_entries,
};
use memoro_core::provenance::Reference;
use memoro_core::{
    Confidence, Content, Entry, EntryKind, Key, Memory, MemoryId, Origin, Provenance, Retention, Scope,
    Stability, Status, Trust,
};

/// One item of a file.
#[derive(Debug)]
pub(crate) struct Item {
    /// Its name: the key of an entry, the id of a block or note.
    pub(crate) name: String,
    /// The line on which it begins, from 1.
    pub(crate) line: u32,
    /// The hash of its bytes.
    pub(crate) hash: [u8; 32],
    /// What it says.
    pub(crate) what: What,
}

/// What an item says.
#[derive(Debug)]
pub(crate) enum What {
    /// An entry line under its heading.
    Entry(EntryKind, Box<EntryLine>),
}

/// A file as it was read.
#[derive(Debug)]
pub(crate) struct Page {
    /// Its items.
    pub(crate) items: Vec<Item>,
    /// What could not be read, for people.
    pub(crate) problems: Vec<String>,
}

/// What an item should show; nothing, if it should not be there.
#[derive(Debug)]
pub(crate) struct Wish {
    pub(crate) item: String,
    pub(crate) memory: Option<Memory>,
}

/// Reads the items of a file.
pub(crate) fn read(home: &Home, bytes: &[u8]) -> Result<Page, NotText> {
    match home {
        Home::Profile | Home::UserProfile(_) | Home::Session => read_entries(bytes),
        Home::Day(_) | Home::Learning(_) => Ok(Page { items: vec![], problems: vec![] }),
    }
}

fn read_entries(bytes: &[u8]) -> Result<Page, NotText> {
    let file = parse_entries(bytes)?;
    let problem = |p: memoro_core::markdown::Problem| {
        let fault = match p.fault {
            Fault::Malformed => "is kept as it is",
            Fault::Duplicate => "does not count",
        };
        format!("line {}: {} ({fault})", p.line_no, p.reason)
    };
    let items = file.items.into_iter().map(|entry| Item {
        name: entry.line.key.to_string(),
        line: entry.line_no,
        hash: hash(bytes.get(entry.range.clone()).unwrap_or_default()),
        what: What::Entry(entry.kind(), Box::new(entry.line)),
    });
    Ok(Page { items: items.collect(), problems: file.problems.into_iter().map(problem).collect() })
}

/// Hashes an item apart from its line ending, which an editor may add to the last line.
fn hash(bytes: &[u8]) -> [u8; 32] {
    *blake3::hash(bytes.trim_ascii_end()).as_bytes()
}

/// Returns the bytes of a file with the wishes fulfilled; `None` if nothing of the file is left.
pub(crate) fn splice(home: &Home, bytes: &[u8], wishes: &[Wish]) -> Result<Option<Vec<u8>>, NotText> {
    let title = match home {
        Home::Session => Title::Session,
        _ => Title::Profile,
    };
    match home {
        Home::Profile | Home::UserProfile(_) | Home::Session => {
            let changes: Vec<Change> = wishes.iter().filter_map(|wish| entry_change(title, wish)).collect();
            let Applied { bytes, .. } = apply(bytes, title, &changes)?;
            Ok(Some(bytes))
        }
        Home::Day(_) | Home::Learning(_) => Ok(Some(bytes.to_vec())),
    }
}

fn entry_change(title: Title, wish: &Wish) -> Option<Change> {
    match &wish.memory {
        Some(memory) => {
            let line = entry_line(memory)?;
            let heading: Heading = title.heading(line.kind?);
            Some(Change::upsert(line, heading))
        }
        None => Key::new(&wish.item).ok().map(Change::Remove),
    }
}

/// Writes a memory as an entry line.
fn entry_line(memory: &Memory) -> Option<EntryLine> {
    let Content::Entry(entry) = &memory.content else { return None };
    let Provenance { origin, confidence, .. } = &memory.provenance;
    Some(EntryLine {
        key: memory.key.clone(),
        value: entry.value.clone(),
        priority: entry.priority,
        ttl: memory.retention.ttl.clone(),
        source: *origin,
        updated_at: Some(memory.updated_at),
        kind: Some(entry.kind),
        id: None,
        confidence: (*confidence != usual(*origin)).then_some(*confidence),
        sensitivity: memory.sensitivity,
        tags: memory.tags.clone(),
        occurred_at: memory.occurred_at,
        valid_until: memory.valid_until,
    })
}

fn usual(origin: Origin) -> Confidence {
    Confidence::of_origin(origin, Reference::None)
}

impl What {
    /// Returns the key, for an item that is found by it.
    pub(crate) fn key(&self) -> Option<&Key> {
        match self {
            What::Entry(_, line) => Some(&line.key),
        }
    }

    /// Tells whether a person claims the admin's authority in it.
    pub(crate) fn claims_admin(&self) -> bool {
        match self {
            What::Entry(_, line) => line.source == Origin::Admin,
        }
    }

    /// Tells whether it says what the memory says, apart from when it was last changed.
    pub(crate) fn shows(&self, memory: &Memory) -> bool {
        match self {
            What::Entry(kind, line) => entry_line(memory).is_some_and(|wanted| {
                let found = EntryLine { kind: Some(*kind), updated_at: None, id: None, ..(**line).clone() };
                let source = if found.source == Origin::Admin { Origin::UserEdit } else { found.source };
                EntryLine { source, ..found } == EntryLine { updated_at: None, ..wanted }
            }),
        }
    }

    /// Makes the memory that it describes, on the basis of the one that it was before.
    pub(crate) fn memory(
        &self,
        scope: &Scope,
        old: Option<&Memory>,
        (now, fresh): (Timestamp, [u8; 10]),
    ) -> Result<Memory, String> {
        match self {
            What::Entry(kind, line) => Ok(entry_memory(scope, *kind, line, (old, now, fresh))),
        }
    }
}

fn entry_memory(
    scope: &Scope,
    kind: EntryKind,
    line: &EntryLine,
    (old, now, fresh): (Option<&Memory>, Timestamp, [u8; 10]),
) -> Memory {
    let millis = u64::try_from(now.as_millisecond()).unwrap_or_default();
    let origin = if line.source == Origin::Admin { Origin::UserEdit } else { line.source };
    let stated = line.updated_at.map(crate::caller::at_micros);
    let updated_at = stated.filter(|at| old.is_none_or(|old| old.updated_at != *at)).unwrap_or(now);
    Memory {
        id: MemoryId::from_parts(millis, fresh),
        scope: scope.clone(),
        key: line.key.clone(),
        content: Content::Entry(Entry { kind, value: line.value.clone(), priority: line.priority }),
        tags: line.tags.clone(),
        status: Status::Active,
        provenance: Provenance {
            confidence: line.confidence.unwrap_or_else(|| usual(origin)),
            ..Provenance::new(origin, Trust::User)
        },
        retention: Retention::new(Stability::Stable, line.ttl.clone(), updated_at),
        sensitivity: line.sensitivity,
        occurred_at: line.occurred_at.map(crate::caller::at_micros),
        created_at: now,
        updated_at,
        valid_until: line.valid_until.map(crate::caller::at_micros),
    }
}
