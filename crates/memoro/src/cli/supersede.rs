//! `memoro supersede`: a memory takes the place of another.

use clap::Args;

use super::app::{App, Need};
use super::writing::tell;
use crate::error::Result;

/// Put one memory in the place of another, which becomes history
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro supersede learning_2026-10-01_port learning_2026-11-15_port --reason \"the port has moved\"")]
pub(super) struct Supersede {
    /// The older memory: its id, key, or the unique start of its id
    old: String,
    /// The memory that takes its place
    new: String,
    /// Why
    #[arg(long, default_value = "", hide_default_value = true, value_name = "TEXT")]
    reason: String,
}

impl Supersede {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        tell(app, &workspace.supersede(&self.old, &self.new, &self.reason, &app.caller()?)?)
    }
}
