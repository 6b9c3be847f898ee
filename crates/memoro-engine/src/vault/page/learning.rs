//! Learning files, one note each, as memories.

use memoro_core::markdown::{Home, Learning, Moment, NotText, parse_learning, upsert_learning};
use memoro_core::{
    Content, Key, MAX_TEXT, Memory, MemoryId, Note, Origin, ProjectId, Provenance, Scope, Status,
};

use super::{Basis, Fields, Item, Page, What, Wish, allowed, hash, kept, last_line, told, trust, usual};
use crate::caller::at_micros;
use crate::draft::note_key;

pub(super) fn read(home: &Home, bytes: &[u8]) -> Result<Page, NotText> {
    let file = parse_learning(bytes)?;
    let mut problems: Vec<String> = file.problems.iter().map(told).collect();
    let name = file.learning.id.clone().or_else(|| home.learning());
    let text = file.learning.text.trim();
    let mut items = Vec::new();
    match name {
        _ if text.is_empty() => problems.push("it holds no text".into()),
        _ if text.len() > MAX_TEXT => {
            problems.push(format!("its text has {} bytes, at most {MAX_TEXT} are taken", text.len()));
        }
        None => problems.push("its name is no id; give it an `id:` in front matter".into()),
        Some(id) => items.push(Item {
            name: id.to_string(),
            line: file.text_line,
            last: last_line(file.text_line, text.as_bytes()),
            hash: hash(bytes),
            range: 0..bytes.len(),
            what: What::Learning(Box::new(file.learning)),
        }),
    }
    Ok(Page { items, problems, shadowed: Vec::new(), unread: Vec::new() })
}

pub(super) fn splice(bytes: &[u8], wishes: &[Wish]) -> Result<Option<Vec<u8>>, NotText> {
    let Some(wish) = wishes.last() else { return Ok(Some(bytes.to_vec())) };
    let Some(memory) = &wish.memory else { return Ok(None) };
    let present = if bytes.is_empty() { Learning::default() } else { parse_learning(bytes)?.learning };
    upsert_learning(bytes, &learning_of(memory, present)).map(Some)
}

fn learning_of(memory: &Memory, present: Learning) -> Learning {
    let Provenance { origin, confidence, source, .. } = &memory.provenance;
    let text = memory.content.text();
    let key = (note_key(&text).as_ref() != Ok(&memory.key) && memory.key.as_str() != memory.id.as_str())
        .then(|| memory.key.clone());
    let mut learning = Learning {
        id: Some(memory.id.clone()),
        key,
        source: source.clone(),
        origin: Some(*origin),
        scope: (!matches!(memory.scope, Scope::User(_) | Scope::Project(_))).then(|| memory.scope.clone()),
        project: match &memory.scope {
            Scope::Project(project) => Some(project.to_string()),
            _ => present.project.clone(),
        },
        confidence: (*confidence != usual(*origin)).then_some(*confidence),
        created: Some(Moment::At(memory.created_at)),
        updated: (memory.updated_at != memory.created_at).then_some(Moment::At(memory.updated_at)),
        occurred_at: memory.occurred_at.map(Moment::At),
        valid_until: memory.valid_until.map(Moment::At),
        sensitivity: memory.sensitivity,
        stability: memory.retention.stability,
        ttl: memory.retention.ttl.clone(),
        expires: memory.retention.expires_at.map(Moment::At),
        text,
        ..present
    };
    learning.set_tags(&memory.tags);
    learning
}

/// Returns what a file says of a note; what no memory holds, such as its title, is as in `present`.
pub(super) fn of(memory: &Memory, present: &Learning) -> Option<Learning> {
    matches!(memory.content, Content::Note(_)).then(|| learning_of(memory, present.clone()))
}

/// Puts a person's file together with what was written meanwhile.
pub(super) fn merged(
    mut mine: Learning,
    base: &Learning,
    theirs: &Learning,
    fields: &mut Fields,
) -> Learning {
    let sorted = |learning: &Learning| {
        let mut tags = learning.all_tags();
        tags.sort();
        tags
    };
    let (mut tags, meanwhile) = (sorted(&mine), sorted(theirs));
    fields.put(&sorted(base), &mut tags, &meanwhile);
    if tags == meanwhile {
        mine.set_tags(&theirs.all_tags());
    }
    let mut text = mine.text.trim().to_owned();
    fields.put(&base.text.trim().to_owned(), &mut text, &theirs.text.trim().to_owned());
    mine.text = text;
    let mut ends = (mine.ttl.clone(), mine.expires);
    fields.put(&(base.ttl.clone(), base.expires), &mut ends, &(theirs.ttl.clone(), theirs.expires));
    (mine.ttl, mine.expires) = ends;
    fields.put_said(base.source.path.as_ref(), &mut mine.source.path, theirs.source.path.as_ref());
    fields.put_said(base.source.session.as_ref(), &mut mine.source.session, theirs.source.session.as_ref());
    fields.put_said(base.source.range.as_ref(), &mut mine.source.range, theirs.source.range.as_ref());
    fields.put(&base.key, &mut mine.key, &theirs.key);
    fields.put_said(base.origin.as_ref(), &mut mine.origin, theirs.origin.as_ref());
    fields.put_said(base.confidence.as_ref(), &mut mine.confidence, theirs.confidence.as_ref());
    fields.put(&base.project, &mut mine.project, &theirs.project);
    fields.put(&base.scope, &mut mine.scope, &theirs.scope);
    fields.put(&base.sensitivity, &mut mine.sensitivity, &theirs.sensitivity);
    fields.put(&base.stability, &mut mine.stability, &theirs.stability);
    fields.put(&base.occurred_at, &mut mine.occurred_at, &theirs.occurred_at);
    fields.put(&base.valid_until, &mut mine.valid_until, &theirs.valid_until);
    mine
}

pub(super) fn shows(learning: &Learning, memory: &Memory) -> bool {
    let same_tags = {
        let (mut a, mut b) = (learning.all_tags(), memory.tags.clone());
        a.sort();
        b.sort();
        b.dedup();
        a == b
    };
    let same_end = match learning.expires {
        Some(Moment::At(end)) => memory.retention.expires_at == Some(at_micros(end)),
        Some(Moment::Day(_)) => true,
        None => memory.retention.expires_at.is_none() || !memory.retention.ttl.is_none(),
    };
    learning.text.trim() == memory.content.text().trim()
        && same_tags
        && learning.sensitivity == memory.sensitivity
        && learning.ttl == memory.retention.ttl
        && same_end
        && learning.stability == memory.retention.stability
        && learning.confidence.is_none_or(|c| c == memory.provenance.confidence)
        && (learning.source.path.is_none() || learning.source.path == memory.provenance.source.path)
}

pub(super) fn memory(learning: &Learning, basis: &Basis<'_>, name: &str) -> Result<Memory, String> {
    let old = basis.old;
    let id = MemoryId::new(name).map_err(|why| why.to_string())?;
    let text = learning.text.trim().to_owned();
    let when = |moment: Option<Moment>| moment.map(|moment| at_micros(moment.timestamp(basis.zone)));
    let origin =
        allowed(learning.origin.or(old.map(|old| old.provenance.origin)).unwrap_or(Origin::UserEdit));
    let key = match &learning.key {
        Some(key) => key.clone(),
        None => note_key(&text).or_else(|_| Key::new(name)).map_err(|why| why.to_string())?,
    };
    let project = learning.project.as_deref().and_then(|name| ProjectId::new(name).ok()).map(Scope::Project);
    let scope = learning.scope.clone().or(old.map(|old| old.scope.clone())).or(project);
    Ok(Memory {
        id,
        scope: scope.filter(|scope| *scope != Scope::Policy).unwrap_or_else(|| basis.scope.clone()),
        key,
        content: Content::Note(Note { text }),
        tags: learning.all_tags(),
        status: Status::Active,
        provenance: Provenance {
            confidence: learning.confidence.unwrap_or_else(|| usual(origin)),
            source: learning.source.clone(),
            evidence: old.map(|old| old.provenance.evidence.clone()).unwrap_or_default(),
            ..Provenance::new(origin, trust(origin, basis.old))
        },
        retention: kept(learning.stability, &learning.ttl, when(learning.expires), basis),
        sensitivity: learning.sensitivity,
        occurred_at: when(learning.occurred_at),
        created_at: old.map(|old| old.created_at).or(when(learning.created)).unwrap_or(basis.now),
        updated_at: basis.now,
        valid_until: when(learning.valid_until),
    })
}
