//! The wire form of what bears on a decision.

use memoro_engine::{Consulted, Hit};
use serde::Serialize;
use utoipa::ToSchema;

use super::ProcedureView;

/// What bears on a decision.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConsultView {
    /// What is to be decided.
    decision: String,
    /// Principles, the most relevant first.
    principles: Vec<BearingView>,
    /// Patterns, the most relevant first.
    patterns: Vec<BearingView>,
    /// Procedures that fit.
    procedures: Vec<ProcedureView>,
    /// What agents wrote down as principles and patterns and no person stands behind; the guidance leaves it out.
    unconfirmed: Vec<BearingView>,
    /// The whole in a few lines.
    guidance: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct BearingView {
    id: Option<String>,
    text: String,
    score: f64,
    confidence: f64,
    citation: String,
}

impl From<&Hit> for BearingView {
    fn from(hit: &Hit) -> Self {
        Self {
            id: hit.memory.as_ref().map(ToString::to_string),
            text: hit.text.clone(),
            score: (f64::from(hit.score) * 1000.0).round() / 1000.0,
            confidence: hit.confidence,
            citation: hit.citation(),
        }
    }
}

impl ConsultView {
    /// Shows what bears on a decision.
    pub(crate) fn of(decision: String, found: &Consulted) -> Self {
        Self {
            decision,
            principles: found.principles.iter().map(BearingView::from).collect(),
            patterns: found.patterns.iter().map(BearingView::from).collect(),
            procedures: found.procedures.iter().map(ProcedureView::from).collect(),
            unconfirmed: found.unconfirmed.iter().map(BearingView::from).collect(),
            guidance: found.guidance.clone(),
        }
    }
}
