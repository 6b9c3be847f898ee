//! `memoro note`: free text, always kept as a note with a file of its own.

use clap::Args;

use super::app::{App, Need};
use super::values;
use super::writing::{Writing, tell};
use crate::error::Result;

/// Write a note: free text with a Markdown file of its own
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro note \"Retries must be idempotent\" --tag principle
  memoro note - < meeting.md")]
pub(super) struct Note {
    /// The text, Markdown allowed; `-` reads it from stdin
    #[arg(required = true, value_name = "TEXT")]
    text: Vec<String>,
    #[command(flatten)]
    writing: Writing,
}

impl Note {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let text = values::text(&self.text)?;
        let workspace = app.workspace(Need::Made)?;
        let caller = app.caller()?;
        let request = self.writing.request(text, app, &workspace, &caller)?;
        tell(app, &workspace.remember(&request, &caller)?)
    }
}
