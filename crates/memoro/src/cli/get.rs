//! `memoro get`: one memory in full.

use clap::Args;

use super::app::{App, Need};
use super::render;
use crate::api::MemoryView;
use crate::error::Result;

/// Show a memory by its id, its key, or the unique start of its id
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro get response.language
  memoro get learning_2026-11-15
  memoro get --scope project:web 截止日期 --json")]
pub(super) struct Get {
    /// An id, a key, or the unique start of an id
    name: String,
    /// Only within this scope
    #[arg(long, value_name = "SCOPE")]
    scope: Option<String>,
}

impl Get {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        let caller = app.caller()?;
        let scope = self.scope.map(|text| app.scope(&text, &workspace, &caller)).transpose()?;
        let stored = workspace.get(&self.name, scope.as_ref(), &caller)?;
        app.out.show(&MemoryView::stored(&stored, app.now), |out| {
            render::memory(out, &stored.memory, app.now, &app.config.zone())
        })
    }
}
