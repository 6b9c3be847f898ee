//! The wire forms of the layers: what was learned, procedures and episodes.

use jiff::Timestamp;
use memoro_core::{Content, Trigger};
use memoro_engine::{Contradiction, Known, Learned, Remembered, Step, Taught};
use serde::Serialize;
use utoipa::ToSchema;

use super::memory::ContentView;
use super::{MemoryView, ReceiptView};

/// What a learning did or would do.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LearnedView {
    /// The layer.
    pub(crate) layer: &'static str,
    /// Why that layer.
    because: String,
    /// Where it belongs.
    scope: String,
    /// The slot of the user model that it fills.
    key: Option<String>,
    /// Concepts, with those that follow from the layer.
    concepts: Vec<String>,
    /// What it becomes.
    content: ContentView,
    /// Whether nothing was written.
    dry_run: bool,
    /// `stored`, `merged`, `superseded`, `pending` or `rejected`: done, or to be done.
    status: &'static str,
    /// The memory that holds it, or would be merged into or replaced.
    id: Option<String>,
    /// The older memory that says otherwise.
    warning: Option<WarningView>,
    /// The receipt of the write.
    pub(crate) receipt: Option<ReceiptView>,
}

#[derive(Debug, Serialize, ToSchema)]
struct WarningView {
    #[serde(rename = "type")]
    kind: &'static str,
    existing_id: String,
    existing_content: String,
    similarity: f64,
    message: String,
}

impl From<&Contradiction> for WarningView {
    fn from(found: &Contradiction) -> Self {
        Self {
            kind: "potential_contradiction",
            existing_id: found.id.to_string(),
            existing_content: found.excerpt.clone(),
            similarity: round(found.similarity),
            message: format!("an older memory may say otherwise: {}", found.why),
        }
    }
}

impl LearnedView {
    /// Returns the receipt of the write, if there was one.
    pub(crate) const fn receipt(&self) -> Option<&ReceiptView> {
        self.receipt.as_ref()
    }
}

impl LearnedView {
    /// Leaves out what older memories say, for a caller who may not read.
    pub(crate) fn without_others(self) -> Self {
        Self { warning: None, receipt: self.receipt.map(ReceiptView::without_others), ..self }
    }
}

impl From<&Learned> for LearnedView {
    fn from(learned: &Learned) -> Self {
        let (status, id, receipt) = match &learned.step {
            Step::Done(receipt) => {
                let id = receipt.written.id().map(ToString::to_string);
                (receipt.written.as_str(), id, Some(ReceiptView::from(receipt)))
            }
            Step::Store => ("stored", None, None),
            Step::Merge(id) => ("merged", Some(id.to_string()), None),
            Step::Supersede(id) => ("superseded", Some(id.to_string()), None),
            Step::Wait(_) => ("pending", None, None),
        };
        Self {
            layer: learned.layer.as_str(),
            because: learned.because.clone(),
            scope: learned.scope.to_string(),
            key: learned.key.as_ref().map(ToString::to_string),
            concepts: learned.concepts.clone(),
            content: (&learned.content).into(),
            dry_run: receipt.is_none(),
            status,
            id,
            warning: learned.contradiction.as_ref().map(WarningView::from),
            receipt,
        }
    }
}

/// A procedure with what is known of its use.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProcedureView {
    id: String,
    scope: String,
    when: Option<String>,
    steps: Vec<String>,
    source: &'static str,
    confidence: f64,
    uses: u32,
    successes: u32,
    last_used: Option<String>,
    evidence: Vec<String>,
    tags: Vec<String>,
    score: Option<f64>,
    updated_at: String,
}

impl From<&Known> for ProcedureView {
    fn from(known: &Known) -> Self {
        let memory = &known.memory;
        let (when, steps) = match &memory.content {
            Content::Procedure(procedure) => match &procedure.trigger {
                Trigger::Always => (None, procedure.steps.clone()),
                Trigger::When(when) => (Some(when.clone()), procedure.steps.clone()),
            },
            other => (None, vec![other.text()]),
        };
        Self {
            id: memory.id.to_string(),
            scope: memory.scope.to_string(),
            when,
            steps,
            source: Taught::of(memory.provenance.origin).as_str(),
            confidence: known.confidence.get(),
            uses: known.usage.accesses,
            successes: known.usage.successes,
            last_used: known.usage.last_access.map(|at| at.to_string()),
            evidence: memory.provenance.evidence.clone(),
            tags: memory.tags.clone(),
            score: known.score.map(|score| round(f64::from(score))),
            updated_at: memory.updated_at.to_string(),
        }
    }
}

/// An episode.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EpisodeView {
    score: Option<f64>,
    memory: MemoryView,
}

impl EpisodeView {
    /// Shows an episode as it is at `now`.
    pub(crate) fn of(found: &Remembered, now: Timestamp) -> Self {
        Self {
            score: found.score.map(|score| round(f64::from(score))),
            memory: MemoryView::of(&found.memory, now),
        }
    }
}

fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
