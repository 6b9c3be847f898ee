//! The audit as programs see it.

use memoro_core::Event;
use memoro_engine::store::AuditReport;
use serde::Serialize;
use utoipa::ToSchema;

/// One audit line.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EventView {
    /// Its place in the chain.
    pub(crate) seq: u64,
    /// When.
    pub(crate) at: String,
    /// What was done.
    pub(crate) op: &'static str,
    /// The memory.
    pub(crate) memory: Option<String>,
    /// The scope.
    pub(crate) scope: String,
    /// The key.
    pub(crate) key: String,
    /// The value before.
    pub(crate) old: Option<String>,
    /// The value after.
    pub(crate) new: Option<String>,
    /// Who.
    pub(crate) actor: String,
    /// Why.
    pub(crate) reason: String,
    /// The run.
    pub(crate) run: Option<String>,
    /// Whether a forget has blanked its texts.
    pub(crate) blanked: bool,
}

impl From<&Event> for EventView {
    fn from(event: &Event) -> Self {
        Self {
            seq: event.seq,
            at: event.at.to_string(),
            op: event.op.as_str(),
            memory: event.memory.as_ref().map(ToString::to_string),
            scope: event.scope.clone(),
            key: event.key.clone(),
            old: event.old.clone(),
            new: event.new.clone(),
            actor: event.actor.clone(),
            reason: event.reason.clone(),
            run: event.run.clone(),
            blanked: event.blanked,
        }
    }
}

/// What a verification of the audit found.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AuditView {
    /// Whether the chain holds.
    pub(crate) ok: bool,
    /// How many lines there are.
    pub(crate) lines: u64,
    /// How many a forget has blanked.
    pub(crate) blanked: u64,
    /// How many were lost in a damaged store, as a later line tells.
    pub(crate) lost: u64,
    /// The hash at its end.
    pub(crate) head: String,
    /// What is wrong.
    pub(crate) problems: Vec<ProblemView>,
}

/// Something wrong with a line.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProblemView {
    /// The line.
    pub(crate) seq: u64,
    /// What is wrong.
    pub(crate) what: String,
}

impl From<&AuditReport> for AuditView {
    fn from(report: &AuditReport) -> Self {
        let problem =
            |p: &memoro_engine::store::AuditProblem| ProblemView { seq: p.seq, what: p.what.clone() };
        Self {
            ok: report.problems.is_empty(),
            lines: report.lines,
            blanked: report.blanked,
            lost: report.lost,
            head: report.head.clone(),
            problems: report.problems.iter().map(problem).collect(),
        }
    }
}
