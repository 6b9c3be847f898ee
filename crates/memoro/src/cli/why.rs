//! `memoro why`: where a memory comes from, what it replaced, who changed it.

use std::io::Write as _;

use clap::Args;
use memoro_core::{Memory, Status};
use owo_colors::OwoColorize as _;

use super::app::{App, Need};
use super::render;
use crate::api::WhyView;
use crate::error::Result;

/// Explain a memory: where it comes from, what it replaced, who changed it and why
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro why response.language
  memoro why learning_2026-11-15_retries --json")]
pub(super) struct Why {
    /// An id, a key, or the unique start of an id
    name: String,
}

impl Why {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
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
