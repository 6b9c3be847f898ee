//! `memoro consult`: what is known that bears on a decision.

use std::io::Write as _;

use clap::Args;

use super::app::{App, Need};
use crate::api::ConsultView;
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

impl Consult {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let decision = self.decision.join(" ");
        let workspace = app.workspace(Need::Present)?;
        let caller = app.caller()?;
        app.sync(&workspace, &caller)?;
        let found = workspace.consult(&decision, &app.user()?, &caller)?;
        let view = ConsultView::of(decision, &found);
        app.out.show(&view, |out| writeln!(out, "{}", found.guidance))?;
        let hits = found.principles.iter().chain(&found.patterns);
        Ok(workspace.count_used(hits.filter_map(|hit| hit.memory.clone()), app.now)?)
    }
}
