//! `memoro history`: every state that a memory had.

use std::io::Write as _;

use clap::Args;
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::app::{App, Need};
use super::render;
use crate::api::VersionView;
use crate::error::Result;

/// Show every state that a memory, or the value of a key, had
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro history response.language
  memoro history DECISION-20261115-use-sqlite --json")]
pub(super) struct History {
    /// An id, a key, or the unique start of an id
    name: String,
}

#[derive(Serialize)]
struct Listed {
    versions: Vec<VersionView>,
}

impl History {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        let versions = workspace.history(&self.name, &app.reader()?)?;
        let view = Listed { versions: versions.iter().map(|v| VersionView::of(v, app.now)).collect() };
        let zone = app.config.zone();
        app.out.show(&view, |out| {
            for version in &versions {
                let from = render::when(version.from, &zone);
                let text = render::excerpt(&version.memory.content.text());
                writeln!(out, "{}  {:<10}  {text}", from.dimmed(), version.memory.status)?;
            }
            Ok(())
        })
    }
}
