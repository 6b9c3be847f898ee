//! A memory as its file states it. What follows from the rest is left out, so that files stay short.

use super::block::{DecisionBlock, Standing};
use super::entry_line::EntryLine;
use super::learning::Learning;
use super::moment::Moment;
use crate::content::Content;
use crate::memory::Memory;
use crate::provenance::{Confidence, Origin, Reference};
use crate::scope::Scope;
use crate::status::Status;

/// The type words that a learning names in its own field.
const TYPES: [&str; 8] = ["principle", "pattern", "learning", "retro", "log", "summary", "rule", "soul"];

impl EntryLine {
    /// States a memory as a line; `None` where it is no entry.
    pub fn of(memory: &Memory) -> Option<Self> {
        let Content::Entry(entry) = &memory.content else { return None };
        let provenance = &memory.provenance;
        let usual = Confidence::of_origin(provenance.origin, Reference::None);
        Some(Self {
            priority: entry.priority,
            ttl: memory.retention.ttl.clone(),
            source: provenance.origin,
            updated_at: Some(memory.updated_at),
            kind: Some(entry.kind),
            confidence: Some(provenance.confidence).filter(|confidence| *confidence != usual),
            sensitivity: memory.sensitivity,
            tags: memory.tags.clone(),
            occurred_at: memory.occurred_at,
            valid_until: memory.valid_until,
            ..Self::new(memory.key.clone(), entry.value.clone())
        })
    }
}

impl DecisionBlock {
    /// States a memory as a block; `None` where it is no decision. The scope is written down where it is not
    /// the usual one.
    pub fn of(memory: &Memory, usual: &Scope) -> Option<Self> {
        let Content::Decision(decision) = &memory.content else { return None };
        let origin = memory.provenance.origin;
        Some(Self {
            date: Some(Moment::At(memory.date())),
            source: memory.provenance.source.clone(),
            confidence: Some(memory.provenance.confidence),
            status: match memory.status {
                Status::Pending | Status::Active => Standing::Active,
                Status::Superseded { .. } => Standing::Superseded,
                Status::Archived | Status::Forgotten => Standing::Archived,
            },
            tags: memory.tags.clone(),
            scope: Some(memory.scope.clone()).filter(|scope| scope != usual),
            origin: Some(origin).filter(|origin| !matches!(origin, Origin::UserExplicit | Origin::UserEdit)),
            sensitivity: memory.sensitivity,
            valid_until: memory.valid_until,
            updated_at: Some(memory.updated_at).filter(|at| *at != memory.created_at),
            ..Self::new(memory.id.clone(), decision.clone())
        })
    }
}

impl Learning {
    /// States a memory as a learning; `None` where it is no note. The scope is written down where it is not
    /// the usual one.
    pub fn of(memory: &Memory, usual: &Scope) -> Option<Self> {
        let Content::Note(note) = &memory.content else { return None };
        let kind = memory.tags.first().filter(|tag| TYPES.contains(&tag.as_str())).cloned();
        let tags = memory.tags.iter().skip(usize::from(kind.is_some())).cloned().collect();
        Some(Self {
            id: Some(memory.id.clone()),
            key: Some(memory.key.clone()).filter(|key| key.as_str() != memory.id.as_str()),
            title: None,
            kind,
            tags,
            concepts: Vec::new(),
            source: memory.provenance.source.clone(),
            origin: Some(memory.provenance.origin),
            project: None,
            scope: Some(memory.scope.clone()).filter(|scope| scope != usual),
            confidence: Some(memory.provenance.confidence),
            created: Some(Moment::At(memory.created_at)),
            updated: Some(memory.updated_at).filter(|at| *at != memory.created_at).map(Moment::At),
            occurred_at: memory.occurred_at.map(Moment::At),
            valid_until: memory.valid_until.map(Moment::At),
            sensitivity: memory.sensitivity,
            stability: memory.retention.stability,
            ttl: memory.retention.ttl.clone(),
            expires: memory.retention.expires_at.map(Moment::At),
            text: note.text.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{Decision, Entry, EntryKind, Note, Priority, Stage};
    use crate::id::{Key, MemoryId, UserId};
    use crate::markdown::{Heading, Title, parse_decisions, parse_entries, parse_learning, upsert_entry};
    use crate::provenance::{Provenance, Trust};
    use crate::retention::{Retention, Sensitivity, Stability};

    fn memory(content: Content) -> Memory {
        let now: jiff::Timestamp = "2026-11-15T10:00:00Z".parse().unwrap();
        Memory {
            id: MemoryId::new("m1").unwrap(),
            scope: Scope::User(UserId::new("default").unwrap()),
            key: Key::new("ภาษา").unwrap(),
            content,
            tags: vec!["pattern".into(), "中".into()],
            status: Status::Active,
            provenance: Provenance::new(Origin::UserExplicit, Trust::User),
            retention: Retention::new(Stability::Stable, "8h".parse().unwrap(), now),
            sensitivity: Sensitivity::Sensitive,
            occurred_at: None,
            created_at: now,
            updated_at: now,
            valid_until: None,
        }
    }

    #[test]
    fn an_entry_is_stated_with_no_more_than_it_needs() {
        let entry =
            Entry { kind: EntryKind::Fact, value: "ไทย|中文".into(), priority: Priority::DEFAULT };
        let memory = memory(Content::Entry(entry));
        let line = EntryLine::of(&memory).unwrap();
        let (bytes, _) = upsert_entry(b"", Title::Profile, &line, Heading::Facts).unwrap();
        let text = String::from_utf8(bytes.clone()).unwrap();
        let expected = "# PROFILE\n\n## Facts\n- key:ภาษา | value:ไทย\\|中文 | priority:50 | ttl:8h | source:user_explicit | updated_at:2026-11-15T10:00:00Z | sensitivity:sensitive | tags:pattern,中\n";
        assert_eq!(text, expected);
        assert_eq!(parse_entries(&bytes).unwrap().items[0].kind(), EntryKind::Fact);
        assert!(
            DecisionBlock::of(&memory, &Scope::Agent).is_none()
                && Learning::of(&memory, &Scope::Agent).is_none()
        );
    }

    #[test]
    fn a_note_and_a_decision_read_back_as_they_are_stated() {
        let note = memory(Content::Note(Note { text: "ใช้ TTL\n".into() }));
        let learning = Learning::of(&note, &note.scope).unwrap();
        assert_eq!((learning.kind.as_deref(), learning.scope.as_ref()), (Some("pattern"), None));
        assert_eq!(learning.all_tags(), note.tags);
        assert_eq!(parse_learning(learning.render().as_bytes()).unwrap().learning, learning);
        let decision = Decision {
            title: "用 Rust".into(),
            why: "เร็ว\nปลอดภัย".into(),
            finding: String::new(),
            conclusion: "yes".into(),
            impact: String::new(),
            refs: vec!["a.md".into()],
            stage: Stage::Implemented,
        };
        let memory = memory(Content::Decision(decision));
        let block = DecisionBlock::of(&memory, &Scope::Agent).unwrap();
        assert_eq!(block.scope, Some(memory.scope.clone()));
        assert_eq!(parse_decisions(block.render().as_bytes()).unwrap().items[0].block, block);
    }
}
