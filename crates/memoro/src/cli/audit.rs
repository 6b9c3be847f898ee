//! `memoro audit`: the audit lines, and the proof that nobody changed them.

use std::io::Write as _;

use clap::{Args, Subcommand};
use memoro_core::policy::Operation;
use memoro_engine::Workspace;
use memoro_engine::store::EventFilter;
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::app::{App, Need};
use super::{render, values};
use crate::api::{AuditView, EventView};
use crate::error::{Code, Failure, Result};

/// Read the audit, and verify that nobody changed it
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro audit list -n 5
  memoro audit list --memory response.language --json
  memoro audit verify")]
pub(super) struct Audit {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// List audit lines, the newest last
    #[command(
        after_help = "Examples:\n  memoro audit list -n 20\n  memoro audit list --memory response.language --json"
    )]
    List(List),
    /// Walk the whole chain; exit code 1 if a line was changed, removed or added
    #[command(after_help = "Examples:\n  memoro audit verify --json")]
    Verify,
}

#[derive(Debug, Args)]
struct List {
    /// Only lines of this memory: an id, a key, or the unique start of an id
    #[arg(long, value_name = "NAME")]
    memory: Option<String>,
    /// The newest so many
    #[arg(long, short = 'n', default_value_t = 50, value_name = "N", value_parser = values::count)]
    limit: usize,
}

#[derive(Serialize)]
struct Listed {
    events: Vec<EventView>,
}

impl Audit {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        match self.verb {
            Verb::List(list) => list.run(app, &workspace),
            Verb::Verify => verify(app, &workspace),
        }
    }
}

impl List {
    fn run(self, app: &App, workspace: &Workspace) -> Result<()> {
        let caller = app.caller()?;
        workspace.permit(Operation::Read, &caller)?;
        workspace.take_in(&caller)?;
        let memory = self.memory.map(|name| workspace.get(&name, None, &caller)).transpose()?;
        let filter = EventFilter {
            memory: memory.map(|stored| stored.memory.id),
            run: caller.run.clone(),
            newest: true,
            limit: Some(self.limit),
            ..EventFilter::default()
        };
        let mut events = workspace.events(&filter, &caller)?;
        events.reverse();
        let zone = app.config.zone();
        let view = Listed { events: events.iter().map(|(event, _)| EventView::from(event)).collect() };
        app.out
            .show(&view, |out| events.iter().try_for_each(|(event, _)| render::event(out, event, &zone)))?;
        if events.is_empty() {
            app.out.remark("no audit line fits");
            return Err(Failure::told(Code::NotFound));
        }
        Ok(())
    }
}

fn verify(app: &App, workspace: &Workspace) -> Result<()> {
    let view = AuditView::from(&workspace.verify_audit()?);
    app.out.show(&view, |out| {
        for problem in &view.problems {
            writeln!(out, "{} line {}: {}", "changed".red(), problem.seq, problem.what)?;
        }
        let verdict = if view.ok { "holds".green().to_string() } else { "does not hold".red().to_string() };
        let lost = match view.lost {
            0 => String::new(),
            n => format!(", {n} lost in a damaged store"),
        };
        writeln!(
            out,
            "the audit of {} lines {verdict} ({} blanked by forget{lost})",
            view.lines, view.blanked
        )?;
        writeln!(out, "head {}", view.head.dimmed())
    })?;
    if view.ok { Ok(()) } else { Err(Failure::told(Code::CheckFailed)) }
}
