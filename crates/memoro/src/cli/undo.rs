//! `memoro undo`: takes the last change back, as a new change.

use clap::Args;

use super::app::{App, Need};
use crate::api::UndoneView;
use crate::error::Result;

/// Take the last change back; run it again to go further back
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro undo
  memoro undo --json")]
pub(super) struct Undo {}

impl Undo {
    /// Runs the command.
    #[expect(clippy::unused_self, reason = "every command is run the same way")]
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        let undone = workspace.undo(&app.caller()?)?;
        let view = UndoneView::from(&undone);
        app.out.show(&view, |out| {
            use std::io::Write as _;
            writeln!(out, "took back operation {}: {}", view.operation, view.memories.join(", "))
        })
    }
}
