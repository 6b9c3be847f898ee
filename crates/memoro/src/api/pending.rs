//! A memory that waits for confirmation.

use memoro_core::Content;
use memoro_engine::store::Stored;
use memoro_engine::waits_since;
use serde::Serialize;
use utoipa::ToSchema;

/// One memory that waits.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PendingView {
    /// Its id.
    pub(crate) id: String,
    /// The key that it would have.
    pub(crate) key: String,
    /// The name under which other programs confirm it.
    pub(crate) pending_key: String,
    /// The key that it would have, as other programs call it.
    pub(crate) target_key: String,
    /// What it says.
    pub(crate) value: String,
    /// Where it belongs.
    pub(crate) scope: String,
    /// preference, constraint, fact, instruction; or the shape of what is no entry.
    pub(crate) kind: &'static str,
    /// 0 to 100.
    pub(crate) priority: u8,
    /// Who said it.
    pub(crate) source: &'static str,
    /// How sure it is.
    pub(crate) confidence: f64,
    /// When it was last strengthened.
    pub(crate) updated_at: String,
    /// When it lapses.
    pub(crate) lapses_at: Option<String>,
}

impl PendingView {
    /// Shows a memory that waits and lapses at a moment.
    pub(crate) fn of(stored: &Stored, lapse: jiff::SignedDuration) -> Self {
        let memory = &stored.memory;
        let (kind, priority) = match &memory.content {
            Content::Entry(entry) => (entry.kind.as_str(), entry.priority.get()),
            other => (other.shape().as_str(), 50),
        };
        Self {
            id: memory.id.to_string(),
            key: memory.key.to_string(),
            pending_key: format!("memory.pending.{}", memory.key),
            target_key: memory.key.to_string(),
            value: memory.content.text(),
            scope: memory.scope.to_string(),
            kind,
            priority,
            source: memory.provenance.origin.as_str(),
            confidence: memory.provenance.confidence.get(),
            updated_at: memory.updated_at.to_string(),
            lapses_at: waits_since(stored).checked_add(lapse).ok().map(|at| at.to_string()),
        }
    }
}
