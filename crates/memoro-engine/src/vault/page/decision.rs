//! Decision blocks of a day file as memories.

use jiff::Timestamp;
use memoro_core::markdown::{
    BlockChange, DecisionBlock, Moment, NotText, Standing, change_decisions, parse_decisions,
};
use memoro_core::{Content, Memory, MemoryId, Origin, Provenance, Scope, Source, Status};

use super::{
    Basis, Fields, Item, Page, What, Wish, allowed, hash, kept, last_line, told, trust, unread, usual,
};
use crate::caller::at_micros;
use crate::draft::key_of_decision;

pub(super) fn read(bytes: &[u8]) -> Result<Page, NotText> {
    let file = parse_decisions(bytes)?;
    let items = file.items.into_iter().map(|found| Item {
        name: found.block.id.to_string(),
        line: found.line_no,
        last: last_line(found.line_no, bytes.get(found.range.clone()).unwrap_or_default()),
        hash: hash(bytes.get(found.range.clone()).unwrap_or_default()),
        range: found.range,
        what: What::Decision(Box::new(found.block)),
    });
    let items: Vec<Item> = items.collect();
    Ok(Page {
        problems: file.problems.iter().map(told).collect(),
        shadowed: Vec::new(),
        unread: unread(file.problems, &items),
        items,
    })
}

pub(super) fn splice(bytes: &[u8], wishes: &[Wish]) -> Result<Vec<u8>, NotText> {
    let wanted: Vec<(Option<DecisionBlock>, Option<MemoryId>)> = wishes
        .iter()
        .map(|wish| {
            let block = wish.memory.as_ref().and_then(|memory| block_of(memory, wish.supersedes.clone()));
            (block, MemoryId::new(&wish.item).ok())
        })
        .collect();
    let mut changes = Vec::new();
    for (block, id) in &wanted {
        match (block, id) {
            (Some(block), _) => changes.push(BlockChange::Write(block)),
            (None, Some(id)) => changes.push(BlockChange::Remove(id)),
            (None, None) => {}
        }
    }
    change_decisions(bytes, &changes)
}

pub(super) fn block_of(memory: &Memory, supersedes: Option<MemoryId>) -> Option<DecisionBlock> {
    let Content::Decision(decision) = &memory.content else { return None };
    let usual_scope = matches!(&memory.scope, Scope::User(_));
    Some(DecisionBlock {
        date: Some(Moment::At(memory.date())),
        source: memory.provenance.source.clone(),
        confidence: Some(memory.provenance.confidence),
        status: standing(&memory.status),
        supersedes,
        tags: memory.tags.clone(),
        scope: (!usual_scope).then(|| memory.scope.clone()),
        origin: (memory.provenance.origin != Origin::UserExplicit).then_some(memory.provenance.origin),
        sensitivity: memory.sensitivity,
        stability: memory.retention.stability,
        ttl: memory.retention.ttl.clone(),
        expires: memory.retention.expires_at,
        valid_until: memory.valid_until,
        updated_at: Some(changed_at(memory)).filter(|at| *at != memory.date()),
        ..DecisionBlock::new(memory.id.clone(), decision.clone())
    })
}

/// Returns when a block was last changed: one that was replaced, when that was. So every change of Memoro's shows in it.
fn changed_at(memory: &Memory) -> Timestamp {
    match (&memory.status, memory.valid_until) {
        (Status::Superseded { .. }, Some(ended)) => memory.updated_at.max(ended),
        _ => memory.updated_at,
    }
}

const fn standing(status: &Status) -> Standing {
    match status {
        Status::Superseded { .. } => Standing::Superseded,
        Status::Archived => Standing::Archived,
        Status::Pending | Status::Active | Status::Forgotten => Standing::Active,
    }
}

pub(super) fn shows(block: &DecisionBlock, memory: &Memory) -> bool {
    let plain = |block: &DecisionBlock| DecisionBlock {
        date: None,
        supersedes: None,
        updated_at: None,
        valid_until: None,
        origin: None,
        expires: block.expires.map(at_micros),
        source: full(&block.source),
        ..block.clone()
    };
    let confidence = block.confidence.or(Some(memory.provenance.confidence));
    let expires = block.expires.or(memory.retention.expires_at.filter(|_| !block.ttl.is_none()));
    let found = plain(&DecisionBlock { confidence, expires, ..block.clone() });
    block_of(memory, None).is_some_and(|wanted| found == plain(&wanted))
}

/// Empty parts of a source are not written.
fn full(source: &Source) -> Source {
    let keep = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    Source { session: keep(&source.session), path: keep(&source.path), range: keep(&source.range) }
}

/// Puts a person's block together with what was written meanwhile.
pub(super) fn merged(
    mut mine: DecisionBlock,
    base: &DecisionBlock,
    theirs: &DecisionBlock,
    fields: &mut Fields,
) -> DecisionBlock {
    mine.valid_until = mine.valid_until.map(at_micros);
    let (was, said, now) = (&base.decision, &mut mine.decision, &theirs.decision);
    fields.put(&was.title, &mut said.title, &now.title);
    fields.put(&was.why, &mut said.why, &now.why);
    fields.put(&was.finding, &mut said.finding, &now.finding);
    fields.put(&was.conclusion, &mut said.conclusion, &now.conclusion);
    fields.put(&was.impact, &mut said.impact, &now.impact);
    fields.put(&was.refs, &mut said.refs, &now.refs);
    fields.put(&was.stage, &mut said.stage, &now.stage);
    fields.put_said(base.date.as_ref(), &mut mine.date, theirs.date.as_ref());
    let mut source = full(&mine.source);
    fields.put(&full(&base.source), &mut source, &full(&theirs.source));
    mine.source = source;
    fields.put_said(base.confidence.as_ref(), &mut mine.confidence, theirs.confidence.as_ref());
    fields.put(&base.status, &mut mine.status, &theirs.status);
    fields.put(&base.tags, &mut mine.tags, &theirs.tags);
    fields.put(&base.scope, &mut mine.scope, &theirs.scope);
    fields.put_said(base.origin.as_ref(), &mut mine.origin, theirs.origin.as_ref());
    fields.put(&base.sensitivity, &mut mine.sensitivity, &theirs.sensitivity);
    fields.put(&base.stability, &mut mine.stability, &theirs.stability);
    let mut ends = (mine.ttl.clone(), mine.expires.map(at_micros));
    fields.put(&(base.ttl.clone(), base.expires), &mut ends, &(theirs.ttl.clone(), theirs.expires));
    (mine.ttl, mine.expires) = ends;
    fields.put(&base.valid_until, &mut mine.valid_until, &theirs.valid_until);
    mine
}

pub(super) fn memory(block: &DecisionBlock, basis: &Basis<'_>) -> Memory {
    let old = basis.old;
    let stated = block.date.map(|date| at_micros(date.timestamp(basis.zone)));
    let occurred_at = match old {
        Some(old) if stated.is_none_or(|at| at == old.date()) => old.occurred_at,
        _ => stated,
    };
    let origin = allowed(block.origin.or(old.map(|old| old.provenance.origin)).unwrap_or(Origin::UserEdit));
    // Who makes it active again leaves the line that says until when it was.
    let revived = block.status == Standing::Active
        && old.is_some_and(|old| matches!(old.status, Status::Superseded { .. }));
    let old_end = old.and_then(|old| old.valid_until);
    let superseded = match old.map(|old| &old.status) {
        Some(status @ Status::Superseded { .. }) => status.clone(),
        _ => Status::Superseded { by: None, reason: "marked so by hand".into() },
    };
    Memory {
        id: block.id.clone(),
        scope: block.scope.clone().unwrap_or_else(|| basis.scope.clone()),
        key: old.map_or_else(|| key_of_decision(&block.id), |old| old.key.clone()),
        content: Content::Decision(block.decision.clone()),
        tags: block.tags.clone(),
        status: match block.status {
            Standing::Active => Status::Active,
            Standing::Archived => Status::Archived,
            Standing::Superseded => superseded,
        },
        provenance: Provenance {
            confidence: block.confidence.unwrap_or_else(|| usual(origin)),
            source: full(&block.source),
            evidence: old.map(|old| old.provenance.evidence.clone()).unwrap_or_default(),
            ..Provenance::new(origin, trust(origin, basis.old))
        },
        retention: kept(block.stability, &block.ttl, block.expires, basis),
        sensitivity: block.sensitivity,
        occurred_at,
        created_at: old.map_or(basis.now, |old| old.created_at),
        updated_at: basis.now,
        valid_until: block.valid_until.map(at_micros).filter(|end| !revived || old_end != Some(*end)),
    }
}
