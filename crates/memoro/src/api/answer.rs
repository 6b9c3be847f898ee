//! The wire form of an answer to a question.

use memoro_core::query::Class;
use memoro_engine::{Answer, Freshness, Hit};
use serde::Serialize;
use utoipa::ToSchema;

/// An answer.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnswerView {
    pub(crate) query: String,
    pub(crate) class: &'static str,
    pub(crate) hits: Vec<HitView>,
    pub(crate) candidates: usize,
    pub(crate) freshness: FreshnessView,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FreshnessView {
    pub(crate) indexed_at: Option<String>,
    pub(crate) chunks: u32,
    pub(crate) pending: u64,
    pub(crate) model: Option<String>,
    pub(crate) warnings: Vec<String>,
}

/// A hit.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HitView {
    pub(crate) id: Option<String>,
    pub(crate) path: Option<String>,
    pub(crate) start_line: Option<u32>,
    pub(crate) end_line: Option<u32>,
    pub(crate) score: f64,
    pub(crate) layer: &'static str,
    pub(crate) date: Option<String>,
    pub(crate) source: &'static str,
    pub(crate) confidence: f64,
    pub(crate) uncertainty: f64,
    pub(crate) status: String,
    pub(crate) heading: Option<String>,
    pub(crate) session: Option<String>,
    pub(crate) snippet: String,
    pub(crate) matches: Vec<[usize; 2]>,
    pub(crate) citation: String,
    /// `agent` where an agent or a program wrote it and no person stands behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) explain: Option<Vec<ShareView>>,
}

/// What one signal gave to a score.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShareView {
    pub(crate) signal: &'static str,
    pub(crate) value: f64,
}

impl AnswerView {
    /// Writes an answer down.
    pub(crate) fn new(query: &str, answer: &Answer, explained: Explained) -> Self {
        let Freshness { indexed_at, chunks, pending, model, warnings } = answer.freshness.clone();
        Self {
            query: query.to_owned(),
            class: match answer.class {
                Class::Exact => "exact",
                Class::Semantic => "semantic",
                Class::Mixed => "mixed",
            },
            hits: answer.hits.iter().map(|hit| HitView::new(hit, explained)).collect(),
            candidates: answer.candidates,
            freshness: FreshnessView {
                indexed_at: indexed_at.map(|at| at.to_string()),
                chunks,
                pending,
                model,
                warnings,
            },
        }
    }
}

/// Whether hits tell how they came to their score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Explained {
    /// They do.
    Yes,
    /// They do not.
    No,
}

impl HitView {
    fn new(hit: &Hit, explained: Explained) -> Self {
        let in_file = hit.start_line > 0;
        Self {
            id: hit.memory.as_ref().map(ToString::to_string),
            path: hit.path.clone(),
            start_line: in_file.then_some(hit.start_line),
            end_line: in_file.then_some(hit.end_line),
            score: round(f64::from(hit.score)),
            layer: hit.layer.as_str(),
            date: hit.date.map(|at| at.to_string()),
            source: hit.source.as_str(),
            confidence: round(hit.confidence),
            uncertainty: round(hit.uncertainty()),
            status: hit.status.clone(),
            heading: hit.heading.clone(),
            session: hit.session.clone(),
            snippet: hit.snippet.text.clone(),
            matches: hit.snippet.matches.iter().map(|range| [range.start, range.end]).collect(),
            citation: hit.citation(),
            by: hit.unvouched.then_some("agent"),
            explain: (explained == Explained::Yes).then(|| shares(hit)),
        }
    }
}

/// Returns what each signal gave, those that gave nothing left out.
pub(crate) fn shares(hit: &Hit) -> Vec<ShareView> {
    let all = hit.signals.shares(hit.score).into_iter();
    let told = all.map(|(signal, value)| ShareView { signal, value: round(f64::from(value)) });
    told.filter(|share| share.value.abs() > 0.0).collect()
}

fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
