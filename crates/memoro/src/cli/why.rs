//! `memoro why`: where a memory comes from, what it replaced, who changed it.

use std::io::Write as _;

use clap::Args;
use memoro_core::{Memory, Status};
use owo_colors::OwoColorize as _;

use super::app::{App, Need};
use super::render;
use crate::api::{MadeFileView, WhyView};
use crate::error::Result;

/// Explain a memory: where it comes from, what it replaced, who changed it and why
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro why response.language
  memoro why learning_2026-11-15_retries --json
  memoro why memories/notes.md")]
pub(super) struct Why {
    /// An id, a key, the unique start of an id, or a file of the memory tool
    name: String,
}

impl Why {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        if let Some(made) = workspace.made_file(&self.name)? {
            return app.out.show(&MadeFileView::from(&made), |out| {
                let state = match (made.withheld, made.unchanged) {
                    (true, _) => "withheld: no search and no pack shows it",
                    (false, true) => "as it was left",
                    (false, false) => "changed by hand since",
                };
                let rows = [("file", made.file.as_str()), ("by", &made.by), ("state", state)];
                for (name, value) in rows.into_iter().chain(made.runs.iter().map(|run| ("run", run.as_str())))
                {
                    writeln!(out, "{:<11} {}", name.dimmed(), render::plain(value))?;
                }
                Ok(())
            });
        }
        let why = workspace.why(&self.name, &app.reader()?)?;
        let zone = app.config.zone();
        app.out.show(&WhyView::of(&why, app.now), |out| {
            render::memory(out, &why.stored.memory, app.now, &zone)?;
            for (title, chain) in [("replaced", &why.replaced), ("replaced by", &why.replaced_by)] {
                for memory in chain {
                    let text = render::excerpt(&memory.content.text());
                    writeln!(out, "{:<11} {} {text}{}", title.dimmed(), memory.id, because(memory))?;
                }
            }
            for quote in &why.stored.memory.provenance.evidence {
                writeln!(out, "{:<11} {}", "evidence".dimmed(), render::plain(quote))?;
            }
            writeln!(out)?;
            why.events.iter().try_for_each(|event| render::event(out, event, &zone))
        })
    }
}

/// Says why a memory gave way, where that was said.
fn because(memory: &Memory) -> String {
    match &memory.status {
        Status::Superseded { reason, .. } if !reason.is_empty() => format!(" ({})", render::excerpt(reason)),
        _ => String::new(),
    }
}
