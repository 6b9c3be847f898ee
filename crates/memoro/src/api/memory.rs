//! A memory as programs see it.

use jiff::Timestamp;
use memoro_core::{Content, Memory, Source, Status, Trigger};
use memoro_engine::store::{Stored, Version};
use memoro_engine::{Resolved, Why};
use serde::Serialize;
use utoipa::ToSchema;

use super::EventView;

/// One memory.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MemoryView {
    /// Its id.
    pub(crate) id: String,
    /// Where it belongs: `user:default`, `session:…`, `project:…`, `agent`.
    pub(crate) scope: String,
    /// Its key.
    pub(crate) key: String,
    /// Its layer.
    pub(crate) layer: &'static str,
    /// Its one text.
    pub(crate) text: String,
    /// Its content in full.
    pub(crate) content: ContentView,
    /// Concepts.
    pub(crate) tags: Vec<String>,
    /// `pending`, `active`, `superseded`, `archived`.
    pub(crate) status: &'static str,
    /// What took its place.
    pub(crate) superseded_by: Option<String>,
    /// Why its status is what it is.
    pub(crate) status_reason: Option<String>,
    /// Whether the clock has passed its end.
    pub(crate) expired: bool,
    /// Who said it.
    pub(crate) origin: &'static str,
    /// How far the source is trusted.
    pub(crate) trust: &'static str,
    /// From 0 to 1, three decimals.
    pub(crate) confidence: f64,
    /// Where the words stand.
    pub(crate) source: SourceView,
    /// The words that show it.
    pub(crate) evidence: Vec<String>,
    /// `volatile`, `stable` or `permanent`.
    pub(crate) stability: &'static str,
    /// The time to live as written.
    pub(crate) ttl: String,
    /// When it expires.
    pub(crate) expires_at: Option<String>,
    /// `normal` or `sensitive`.
    pub(crate) sensitivity: &'static str,
    /// When it was true in the world.
    pub(crate) occurred_at: Option<String>,
    /// When it was first learned.
    pub(crate) created_at: String,
    /// When it was last changed.
    pub(crate) updated_at: String,
    /// When it stopped being true.
    pub(crate) valid_until: Option<String>,
    /// How often it was written.
    pub(crate) rev: Option<u64>,
}

/// Where the words of a memory stand.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SourceView {
    /// The session.
    pub(crate) session: Option<String>,
    /// The file or link.
    pub(crate) path: Option<String>,
    /// The messages.
    pub(crate) range: Option<String>,
}

impl From<&Source> for SourceView {
    fn from(source: &Source) -> Self {
        Self { session: source.session.clone(), path: source.path.clone(), range: source.range.clone() }
    }
}

/// The five shapes of content.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "shape", rename_all = "snake_case")]
pub(crate) enum ContentView {
    /// A keyed value.
    Entry {
        /// preference, constraint, fact or instruction.
        kind: &'static str,
        /// The value.
        value: String,
        /// 0 to 100.
        priority: u8,
    },
    /// Free text.
    Note {
        /// The text.
        text: String,
    },
    /// How a thing is done.
    Procedure {
        /// When it applies; nothing means always.
        when: Option<String>,
        /// The steps.
        steps: Vec<String>,
    },
    /// What was decided.
    Decision {
        /// One line.
        title: String,
        /// What made it necessary.
        why: String,
        /// What was found out.
        finding: String,
        /// What was decided.
        conclusion: String,
        /// What follows.
        impact: String,
        /// What bears on it.
        refs: Vec<String>,
        /// How far it has come.
        stage: &'static str,
    },
    /// What happened.
    Episode {
        /// event, session, day or week.
        grain: &'static str,
        /// What happened.
        summary: String,
        /// What it was about.
        topics: Vec<String>,
        /// How it ended.
        outcome: &'static str,
        /// How long it took.
        duration_ms: Option<u64>,
    },
}

impl From<&Content> for ContentView {
    fn from(content: &Content) -> Self {
        match content.clone() {
            Content::Entry(e) => {
                ContentView::Entry { kind: e.kind.as_str(), value: e.value, priority: e.priority.get() }
            }
            Content::Note(n) => ContentView::Note { text: n.text },
            Content::Procedure(p) => ContentView::Procedure {
                when: match p.trigger {
                    Trigger::Always => None,
                    Trigger::When(when) => Some(when),
                },
                steps: p.steps,
            },
            Content::Decision(d) => ContentView::Decision {
                title: d.title,
                why: d.why,
                finding: d.finding,
                conclusion: d.conclusion,
                impact: d.impact,
                refs: d.refs,
                stage: d.stage.as_str(),
            },
            Content::Episode(e) => ContentView::Episode {
                grain: e.grain.as_str(),
                summary: e.summary,
                topics: e.topics,
                outcome: e.outcome.as_str(),
                duration_ms: e.duration_ms,
            },
        }
    }
}

impl MemoryView {
    /// Shows a memory as it is at `now`.
    pub(crate) fn of(memory: &Memory, now: Timestamp) -> Self {
        let time = |at: Option<Timestamp>| at.map(|at| at.to_string());
        let (superseded_by, status_reason) = match &memory.status {
            Status::Superseded { by, reason } => (by.as_ref().map(ToString::to_string), Some(reason.clone())),
            _ => (None, None),
        };
        Self {
            id: memory.id.to_string(),
            scope: memory.scope.to_string(),
            key: memory.key.to_string(),
            layer: memory.layer().as_str(),
            text: memory.content.text(),
            content: (&memory.content).into(),
            tags: memory.tags.clone(),
            status: memory.status.as_str(),
            superseded_by,
            status_reason,
            expired: memory.is_expired(now),
            origin: memory.provenance.origin.as_str(),
            trust: memory.provenance.trust.as_str(),
            confidence: memory.provenance.confidence.get(),
            source: (&memory.provenance.source).into(),
            evidence: memory.provenance.evidence.clone(),
            stability: memory.retention.stability.as_str(),
            ttl: memory.retention.ttl.to_string(),
            expires_at: time(memory.retention.expires_at),
            sensitivity: memory.sensitivity.as_str(),
            occurred_at: time(memory.occurred_at),
            created_at: memory.created_at.to_string(),
            updated_at: memory.updated_at.to_string(),
            valid_until: time(memory.valid_until),
            rev: None,
        }
    }

    /// Shows a memory with its revision.
    pub(crate) fn stored(stored: &Stored, now: Timestamp) -> Self {
        Self { rev: Some(stored.rev), ..Self::of(&stored.memory, now) }
    }

    /// Returns the mark of this very state: of the memory, its revision and what the clock makes of it.
    pub(crate) fn tag(&self) -> Option<String> {
        let state = blake3::hash(format!("{}\u{1f}{}", self.id, self.status).as_bytes()).to_hex();
        self.rev.map(|rev| format!("{rev}-{}", state.get(..8).unwrap_or_default()))
    }
}

/// One state that a memory had.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VersionView {
    /// The number of the state.
    pub(crate) rev: u64,
    /// From when it was held to be so.
    pub(crate) from: String,
    /// Until when.
    pub(crate) to: Option<String>,
    /// The memory as it was.
    pub(crate) memory: MemoryView,
}

impl VersionView {
    /// Shows a state.
    pub(crate) fn of(version: &Version, now: Timestamp) -> Self {
        Self {
            rev: version.rev,
            from: version.from.to_string(),
            to: version.to.map(|at| at.to_string()),
            memory: MemoryView::of(&version.memory, now),
        }
    }
}

/// The effective value of a key.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ResolvedView {
    /// The key.
    pub(crate) key: String,
    /// The value that counts.
    pub(crate) value: String,
    /// Where it comes from.
    pub(crate) scope: String,
    /// The memory that counts.
    pub(crate) memory: MemoryView,
    /// What it shadows.
    pub(crate) shadowed: Vec<ShadowView>,
}

/// A value that does not count, and why.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShadowView {
    /// The value.
    pub(crate) value: String,
    /// Where it stands.
    pub(crate) scope: String,
    /// Its memory.
    pub(crate) id: String,
    /// `scope`, `priority`, `newer` or `last_write`.
    pub(crate) because: &'static str,
}

impl ResolvedView {
    /// Shows the effective value of a key.
    pub(crate) fn of(resolved: &Resolved, now: Timestamp) -> Self {
        let shadowed = resolved.shadowed.iter().map(|(memory, because)| ShadowView {
            value: memory.content.text(),
            scope: memory.scope.to_string(),
            id: memory.id.to_string(),
            because: because.as_str(),
        });
        Self {
            key: resolved.key.to_string(),
            value: resolved.value().to_owned(),
            scope: resolved.memory.scope.to_string(),
            memory: MemoryView::of(&resolved.memory, now),
            shadowed: shadowed.collect(),
        }
    }
}

/// Everything that explains a memory.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WhyView {
    /// The memory.
    pub(crate) memory: MemoryView,
    /// What it replaced, the nearest first.
    pub(crate) replaced: Vec<MemoryView>,
    /// What replaced it, the nearest first.
    pub(crate) replaced_by: Vec<MemoryView>,
    /// Its audit lines, the oldest first.
    pub(crate) events: Vec<EventView>,
}

impl WhyView {
    /// Shows why a memory is what it is.
    pub(crate) fn of(why: &Why, now: Timestamp) -> Self {
        let all = |memories: &[Memory]| memories.iter().map(|memory| MemoryView::of(memory, now)).collect();
        Self {
            memory: MemoryView::stored(&why.stored, now),
            replaced: all(&why.replaced),
            replaced_by: all(&why.replaced_by),
            events: why.events.iter().map(EventView::from).collect(),
        }
    }
}
