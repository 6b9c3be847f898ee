//! Entry lines of PROFILE.md and SESSION.md as memories.

use memoro_core::markdown::{Change, EntryLine, NotText, ParsedEntry, Title, apply, parse_entries};
use memoro_core::{
    Content, Entry, EntryKind, Key, Memory, MemoryId, Provenance, Retention, Stability, Status,
};

use super::{Basis, Fields, Item, Page, What, Wish, allowed, hash, kept, told, trust, unread, usual};
use crate::caller::at_micros;

pub(super) fn read(bytes: &[u8]) -> Result<Page, NotText> {
    let file = parse_entries(bytes)?;
    let item = |entry: ParsedEntry| Item {
        name: entry.line.key.to_string(),
        line: entry.line_no,
        last: entry.line_no,
        hash: hash(bytes.get(entry.range.clone()).unwrap_or_default()),
        range: entry.range.clone(),
        what: What::Entry(entry.kind(), Box::new(entry.line)),
    };
    let items: Vec<Item> = file.items.into_iter().map(item).collect();
    Ok(Page {
        problems: file.problems.iter().map(told).collect(),
        shadowed: file.shadowed.into_iter().map(item).collect(),
        unread: unread(file.problems, &items),
        items,
    })
}

pub(super) fn splice(title: Title, bytes: &[u8], wishes: &[Wish]) -> Result<Vec<u8>, NotText> {
    let changes: Vec<Change> = wishes.iter().filter_map(|wish| change(title, wish)).collect();
    Ok(apply(bytes, title, &changes)?.bytes)
}

fn change(title: Title, wish: &Wish) -> Option<Change> {
    match &wish.memory {
        Some(memory) => {
            let line = line_of(memory)?;
            let heading = title.heading(line.kind?);
            Some(Change::upsert(line, heading))
        }
        None => Key::new(&wish.item).ok().map(Change::Remove),
    }
}

pub(super) fn line_of(memory: &Memory) -> Option<EntryLine> {
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
        expires: memory.retention.untold_end(memory.updated_at),
    })
}

pub(super) fn shows(kind: EntryKind, line: &EntryLine, memory: &Memory) -> bool {
    let found = EntryLine {
        kind: Some(kind),
        source: allowed(line.source),
        updated_at: None,
        id: None,
        occurred_at: line.occurred_at.map(at_micros),
        valid_until: line.valid_until.map(at_micros),
        expires: line.expires.map(at_micros),
        ..line.clone()
    };
    line_of(memory).is_some_and(|wanted| found == EntryLine { updated_at: None, ..wanted })
}

/// Puts a person's line together with what was written meanwhile.
pub(super) fn merged(
    mut mine: EntryLine,
    base: &EntryLine,
    theirs: &EntryLine,
    fields: &mut Fields,
) -> EntryLine {
    mine.occurred_at = mine.occurred_at.map(at_micros);
    mine.valid_until = mine.valid_until.map(at_micros);
    fields.put(&base.kind, &mut mine.kind, &theirs.kind);
    fields.put(&base.value, &mut mine.value, &theirs.value);
    fields.put(&base.priority, &mut mine.priority, &theirs.priority);
    let mut ends = (mine.ttl.clone(), mine.expires.map(at_micros));
    fields.put(&(base.ttl.clone(), base.expires), &mut ends, &(theirs.ttl.clone(), theirs.expires));
    (mine.ttl, mine.expires) = ends;
    fields.put(&base.source, &mut mine.source, &theirs.source);
    fields.put(&base.confidence, &mut mine.confidence, &theirs.confidence);
    fields.put(&base.sensitivity, &mut mine.sensitivity, &theirs.sensitivity);
    fields.put(&base.tags, &mut mine.tags, &theirs.tags);
    fields.put(&base.occurred_at, &mut mine.occurred_at, &theirs.occurred_at);
    fields.put(&base.valid_until, &mut mine.valid_until, &theirs.valid_until);
    // It is changed now, not when the copy says.
    mine.updated_at = None;
    mine
}

pub(super) fn memory(kind: EntryKind, line: &EntryLine, basis: &Basis<'_>) -> Memory {
    let millis = u64::try_from(basis.now.as_millisecond()).unwrap_or_default();
    let origin = allowed(line.source);
    let stated = line.updated_at.map(at_micros);
    let updated_at =
        stated.filter(|at| basis.old.is_none_or(|old| old.updated_at != *at)).unwrap_or(basis.now);
    Memory {
        id: MemoryId::from_parts(millis, basis.fresh),
        scope: basis.scope.clone(),
        key: line.key.clone(),
        content: Content::Entry(Entry { kind, value: line.value.clone(), priority: line.priority }),
        tags: line.tags.clone(),
        status: Status::Active,
        provenance: Provenance {
            confidence: line.confidence.unwrap_or_else(|| usual(origin)),
            ..Provenance::new(origin, trust(origin, basis.old))
        },
        retention: match line.expires {
            Some(_) => kept(Stability::Stable, &line.ttl, line.expires, basis),
            None => Retention::new(Stability::Stable, line.ttl.clone(), updated_at, basis.zone),
        },
        sensitivity: line.sensitivity,
        occurred_at: line.occurred_at.map(at_micros),
        created_at: basis.now,
        updated_at,
        valid_until: line.valid_until.map(at_micros),
    }
}
