//! `memoro consult`: what is known that bears on a decision.

use std::io::Write as _;

use clap::Args;
use memoro_engine::Hit;
use serde::Serialize;

use super::app::{App, Need};
use crate::api::ProcedureView;
use crate::error::Result;

/// Ask what is known before a decision: principles, patterns, procedures and a short guidance
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro consult \"should we retry failed payments?\"
  memoro consult ควรย้ายฐานข้อมูลตอนนี้ไหม --json")]
pub(super) struct Consult {
    /// What is to be decided, in any language
    #[arg(required = true)]
    decision: Vec<String>,
}

#[derive(Serialize)]
struct ConsultView {
    decision: String,
    principles: Vec<BearingView>,
    patterns: Vec<BearingView>,
    procedures: Vec<ProcedureView>,
    guidance: String,
}

#[derive(Serialize)]
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

impl Consult {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let decision = self.decision.join(" ");
        let workspace = app.workspace(Need::Present)?;
        let caller = app.caller()?;
        workspace.take_in(&caller)?;
        let found = workspace.consult(&decision, &app.user()?, &caller)?;
        let view = ConsultView {
            decision,
            principles: found.principles.iter().map(BearingView::from).collect(),
            patterns: found.patterns.iter().map(BearingView::from).collect(),
            procedures: found.procedures.iter().map(ProcedureView::from).collect(),
            guidance: found.guidance.clone(),
        };
        app.out.show(&view, |out| writeln!(out, "{}", found.guidance))?;
        let hits = found.principles.iter().chain(&found.patterns);
        Ok(workspace.count_used(hits.filter_map(|hit| hit.memory.clone()), app.now)?)
    }
}
