//! The written form of a memory inside the store: plain JSON for content, provenance and history images.
//! The model itself is not serialisable; this file is the only place that knows its stored spelling.

use jiff::Timestamp;
use memoro_core::{
    Confidence, Content, Decision, Entry, Episode, Key, Memory, MemoryId, Note, Priority, Procedure,
    Provenance, Retention, Scope, ScopeKind, Shape, Source, Status, Trigger,
};
use serde::{Deserialize, Serialize};

use crate::error::{Result, StoreError};

/// All stored columns of a memory, in their stored types.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Image {
    pub(crate) id: String,
    pub(crate) scope_kind: String,
    pub(crate) scope_id: String,
    pub(crate) key: String,
    pub(crate) shape: String,
    pub(crate) kind: String,
    pub(crate) content: String,
    pub(crate) tags: String,
    pub(crate) status: String,
    pub(crate) status_by: Option<String>,
    pub(crate) status_reason: Option<String>,
    pub(crate) origin: String,
    pub(crate) trust: String,
    pub(crate) confidence: u16,
    pub(crate) source: String,
    pub(crate) stability: String,
    pub(crate) ttl: String,
    pub(crate) expires_at: Option<i64>,
    pub(crate) sensitivity: String,
    pub(crate) occurred_at: Option<i64>,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
    pub(crate) valid_until: Option<i64>,
}

#[derive(Serialize, Deserialize)]
struct EntryRow {
    value: String,
    priority: u8,
}

#[derive(Serialize, Deserialize)]
struct ProcedureRow {
    when: Option<String>,
    steps: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct DecisionRow {
    title: String,
    why: String,
    finding: String,
    conclusion: String,
    impact: String,
    refs: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct EpisodeRow {
    summary: String,
    topics: Vec<String>,
    outcome: String,
    duration_ms: Option<u64>,
}

#[derive(Serialize, Deserialize)]
struct SourceRow {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    session: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    range: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    evidence: Vec<String>,
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain structs of strings and numbers serialise")
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T> {
    serde_json::from_str(text).map_err(StoreError::damaged)
}

fn word<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T> {
    text.parse().map_err(StoreError::damaged)
}

/// Returns the stored number of a moment: microseconds since 1970.
pub(crate) fn micros(at: Timestamp) -> i64 {
    at.as_microsecond()
}

/// Reads a stored moment.
pub(crate) fn moment(micros: i64) -> Result<Timestamp> {
    Timestamp::from_microsecond(micros).map_err(StoreError::damaged)
}

impl Image {
    /// Writes a memory down.
    pub(crate) fn of(memory: &Memory) -> Self {
        let (kind, content) = content_row(&memory.content);
        let (status_by, status_reason) = match &memory.status {
            Status::Superseded { by, reason } => (by.as_ref().map(ToString::to_string), Some(reason.clone())),
            _ => (None, None),
        };
        let Provenance { origin, trust, confidence, source, evidence } = memory.provenance.clone();
        let Source { session, path, range } = source;
        Self {
            id: memory.id.to_string(),
            scope_kind: memory.scope.kind().to_string(),
            scope_id: memory.scope.id().to_owned(),
            key: memory.key.to_string(),
            shape: memory.content.shape().to_string(),
            kind: kind.to_owned(),
            content,
            tags: json(&memory.tags),
            status: memory.status.to_string(),
            status_by,
            status_reason,
            origin: origin.to_string(),
            trust: trust.to_string(),
            confidence: confidence.thousandths(),
            source: json(&SourceRow { session, path, range, evidence }),
            stability: memory.retention.stability.to_string(),
            ttl: memory.retention.ttl.to_string(),
            expires_at: memory.retention.expires_at.map(micros),
            sensitivity: memory.sensitivity.to_string(),
            occurred_at: memory.occurred_at.map(micros),
            created_at: micros(memory.created_at),
            updated_at: micros(memory.updated_at),
            valid_until: memory.valid_until.map(micros),
        }
    }

    /// Reads the memory back.
    pub(crate) fn memory(&self) -> Result<Memory> {
        let kind: ScopeKind = word(&self.scope_kind)?;
        let scope =
            Scope::from_parts(kind, &self.scope_id).ok_or_else(|| StoreError::damaged("unreadable scope"))?;
        let source: SourceRow = read(&self.source)?;
        Ok(Memory {
            id: word(&self.id)?,
            scope,
            key: word::<Key>(&self.key)?,
            content: content(word(&self.shape)?, &self.kind, &self.content)?,
            tags: read(&self.tags)?,
            status: self.status()?,
            provenance: Provenance {
                origin: word(&self.origin)?,
                trust: word(&self.trust)?,
                confidence: Confidence::from_thousandths(self.confidence),
                source: Source { session: source.session, path: source.path, range: source.range },
                evidence: source.evidence,
            },
            retention: Retention {
                stability: word(&self.stability)?,
                ttl: word(&self.ttl)?,
                expires_at: self.expires_at.map(moment).transpose()?,
            },
            sensitivity: word(&self.sensitivity)?,
            occurred_at: self.occurred_at.map(moment).transpose()?,
            created_at: moment(self.created_at)?,
            updated_at: moment(self.updated_at)?,
            valid_until: self.valid_until.map(moment).transpose()?,
        })
    }

    fn status(&self) -> Result<Status> {
        Ok(match self.status.as_str() {
            "pending" => Status::Pending,
            "active" => Status::Active,
            "archived" => Status::Archived,
            "forgotten" => Status::Forgotten,
            "superseded" => Status::Superseded {
                by: self.status_by.as_deref().map(word::<MemoryId>).transpose()?,
                reason: self.status_reason.clone().unwrap_or_default(),
            },
            other => return Err(StoreError::damaged(format!("unknown status `{other}`"))),
        })
    }

    /// Feeds every column into a hash. How long an episode lives is left out: being used lengthens it without a word
    /// in the audit.
    pub(crate) fn digest_into(&self, hasher: &mut blake3::Hasher) {
        let texts = [
            Some(&self.id),
            Some(&self.scope_kind),
            Some(&self.scope_id),
            Some(&self.key),
            Some(&self.shape),
            Some(&self.kind),
            Some(&self.content),
            Some(&self.tags),
            Some(&self.status),
            self.status_by.as_ref(),
            self.status_reason.as_ref(),
            Some(&self.origin),
            Some(&self.trust),
            Some(&self.source),
            Some(&self.stability),
            Some(&self.ttl),
            Some(&self.sensitivity),
        ];
        for text in texts {
            hasher.update(&text.map_or(u64::MAX, |t| t.len() as u64).to_le_bytes());
            hasher.update(text.map(String::as_bytes).unwrap_or_default());
        }
        let expires_at = self.expires_at.filter(|_| self.shape != Shape::Episode.as_str());
        let numbers = [
            Some(i64::from(self.confidence)),
            expires_at,
            self.occurred_at,
            Some(self.created_at),
            Some(self.updated_at),
            self.valid_until,
        ];
        for number in numbers {
            hasher.update(&[u8::from(number.is_some())]).update(&number.unwrap_or_default().to_le_bytes());
        }
    }

    pub(crate) fn to_json(&self) -> String {
        json(self)
    }

    pub(crate) fn from_json(text: &str) -> Result<Self> {
        read(text)
    }
}

fn content_row(content: &Content) -> (&'static str, String) {
    match content {
        Content::Entry(Entry { kind, value, priority }) => {
            (kind.as_str(), json(&EntryRow { value: value.clone(), priority: priority.get() }))
        }
        Content::Note(Note { text }) => ("note", json(text)),
        Content::Procedure(Procedure { trigger, steps }) => {
            let (kind, when) = match trigger {
                Trigger::Always => ("always", None),
                Trigger::When(when) => ("when", Some(when.clone())),
            };
            (kind, json(&ProcedureRow { when, steps: steps.clone() }))
        }
        Content::Decision(Decision { title, why, finding, conclusion, impact, refs, stage }) => {
            let [title, why, finding, conclusion, impact] =
                [title, why, finding, conclusion, impact].map(String::clone);
            (
                stage.as_str(),
                json(&DecisionRow { title, why, finding, conclusion, impact, refs: refs.clone() }),
            )
        }
        Content::Episode(Episode { grain, summary, topics, outcome, duration_ms }) => {
            let (summary, topics) = (summary.clone(), topics.clone());
            let row = EpisodeRow { summary, topics, outcome: outcome.to_string(), duration_ms: *duration_ms };
            (grain.as_str(), json(&row))
        }
    }
}

fn content(shape: Shape, kind: &str, text: &str) -> Result<Content> {
    Ok(match shape {
        Shape::Entry => {
            let EntryRow { value, priority } = read(text)?;
            let priority = Priority::new(priority).ok_or_else(|| StoreError::damaged("priority over 100"))?;
            Content::Entry(Entry { kind: word(kind)?, value, priority })
        }
        Shape::Note => Content::Note(Note { text: read(text)? }),
        Shape::Procedure => {
            let ProcedureRow { when, steps } = read(text)?;
            Content::Procedure(Procedure { trigger: when.map_or(Trigger::Always, Trigger::When), steps })
        }
        Shape::Decision => {
            let DecisionRow { title, why, finding, conclusion, impact, refs } = read(text)?;
            Content::Decision(Decision { title, why, finding, conclusion, impact, refs, stage: word(kind)? })
        }
        Shape::Episode => {
            let EpisodeRow { summary, topics, outcome, duration_ms } = read(text)?;
            let (grain, outcome) = (word(kind)?, word(&outcome)?);
            Content::Episode(Episode { grain, summary, topics, outcome, duration_ms })
        }
    })
}
