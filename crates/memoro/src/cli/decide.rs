//! `memoro decide`: a decision with its reasons, in the file of its day.

use clap::Args;
use memoro_core::{Content, Decision, MemoryId, Stage};
use memoro_engine::Draft;

use super::app::{App, Need};
use super::writing::{Writing, tell};
use crate::error::Result;

/// Write a decision down, with its reasons
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro decide \"Use SQLite\" --why \"one file, no server\" --conclusion \"bundled SQLite\"
  memoro decide \"ใช้ PostgreSQL\" --supersedes DECISION-20261115-use-sqlite")]
pub(super) struct Decide {
    /// What was decided, in one line
    title: String,
    /// What made a decision necessary
    #[arg(long, default_value = "", value_name = "TEXT", hide_default_value = true)]
    why: String,
    /// What was found out
    #[arg(long, default_value = "", value_name = "TEXT", hide_default_value = true)]
    finding: String,
    /// What was decided, in full
    #[arg(long, default_value = "", value_name = "TEXT", hide_default_value = true)]
    conclusion: String,
    /// What follows from it
    #[arg(long, default_value = "", value_name = "TEXT", hide_default_value = true)]
    impact: String,
    /// A path, link or id that bears on it; may be given several times
    #[arg(long = "ref", value_name = "REF")]
    refs: Vec<String>,
    /// How far it has come: pending, parked, researching, decided, implemented or closed
    #[arg(long, default_value = "decided")]
    stage: Stage,
    /// The id, DECISION-YYYYMMDD-slug; the same id again is a new version of the same decision
    #[arg(long)]
    id: Option<MemoryId>,
    /// The older decision that this one replaces
    #[arg(long, value_name = "ID")]
    supersedes: Option<String>,
    #[command(flatten)]
    writing: Writing,
}

impl Decide {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Made)?;
        let caller = app.caller()?;
        let decision = Decision {
            title: self.title,
            why: self.why,
            finding: self.finding,
            conclusion: self.conclusion,
            impact: self.impact,
            refs: self.refs,
            stage: self.stage,
        };
        let scope = self.writing.scope(app, &workspace, &caller)?;
        let mut draft = Draft::new(scope, Content::Decision(decision.clone()));
        self.writing.fill(&mut draft, app)?;
        draft.id = self.id;
        let caller = self.writing.once(caller, &(&decision, &self.supersedes, &draft));
        tell(app, &workspace.decide(decision, self.supersedes.as_deref(), draft, &caller)?)
    }
}
