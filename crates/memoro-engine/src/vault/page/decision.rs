//! Decision blocks of a day file as memories.

use memoro_core::markdown::{
    BlockChange, DecisionBlock, Moment, NotText, Standing, change_decisions, parse_decisions,
};
use memoro_core::{Content, Key, Memory, MemoryId, Origin, Provenance, Retention, Scope, Source, Status};

use super::{Basis, Item, Page, What, Wish, allowed, hash, last_line, told, trust, usual};
use crate::caller::at_micros;

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
    let problems = file.problems.iter().map(told).collect();
    Ok(Page { items: items.collect(), problems, shadowed: Vec::new() })
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
        valid_until: memory.valid_until,
        updated_at: (memory.updated_at != memory.date()).then_some(memory.updated_at),
        ..DecisionBlock::new(memory.id.clone(), decision.clone())
    })
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
        source: full(&block.source),
        ..block.clone()
    };
    let confidence = block.confidence.or(Some(memory.provenance.confidence));
    let found = plain(&DecisionBlock { confidence, ..block.clone() });
    block_of(memory, None).is_some_and(|wanted| found == plain(&wanted))
}

/// Empty parts of a source are not written.
fn full(source: &Source) -> Source {
    let keep = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    Source { session: keep(&source.session), path: keep(&source.path), range: keep(&source.range) }
}

pub(super) fn memory(block: &DecisionBlock, basis: &Basis<'_>) -> Memory {
    let old = basis.old;
    let stated = block.date.map(|date| at_micros(date.timestamp(basis.zone)));
    let occurred_at = match old {
        Some(old) if stated.is_none_or(|at| at == old.date()) => old.occurred_at,
        _ => stated,
    };
    let origin = allowed(block.origin.or(old.map(|old| old.provenance.origin)).unwrap_or(Origin::UserEdit));
    let by = match old.map(|old| &old.status) {
        Some(Status::Superseded { by, .. }) => by.clone(),
        _ => None,
    };
    Memory {
        id: block.id.clone(),
        scope: block.scope.clone().unwrap_or_else(|| basis.scope.clone()),
        key: Key::new(block.id.as_str()).expect("an id is a valid key: the same bounds hold"),
        content: Content::Decision(block.decision.clone()),
        tags: block.tags.clone(),
        status: match block.status {
            Standing::Active => Status::Active,
            Standing::Archived => Status::Archived,
            Standing::Superseded => Status::Superseded { by, reason: "marked so by hand".into() },
        },
        provenance: Provenance {
            confidence: block.confidence.unwrap_or_else(|| usual(origin)),
            source: full(&block.source),
            evidence: old.map(|old| old.provenance.evidence.clone()).unwrap_or_default(),
            ..Provenance::new(origin, trust(origin, basis.old))
        },
        retention: old.map_or_else(Retention::default, |old| old.retention.clone()),
        sensitivity: block.sensitivity,
        occurred_at,
        created_at: old.map_or(basis.now, |old| old.created_at),
        updated_at: basis.now,
        valid_until: block.valid_until.map(at_micros),
    }
}
