//! `memoro rollback`: takes back everything that came from one source. Erases nothing.

use clap::Args;

use super::app::{App, Need};
use crate::api::{RolledBackView, Stage};
use crate::error::{Code, Failure, Result};

/// Take back everything that came from one source
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro rollback --origin session-42 --dry-run
  memoro rollback --origin https://example.com/page
  memoro rollback --origin agent
  memoro rollback --origin import

A source is a session, a path or address or a folder of them, a run, an actor of the audit, or a kind of origin.
What it wrote is ended, what it had written over is current again; `memoro history` still shows both.")]
pub(super) struct Rollback {
    /// The source, as `memoro why` names it
    #[arg(long, value_name = "SOURCE")]
    origin: String,
    /// Only tell what would be taken back
    #[arg(long)]
    dry_run: bool,
}

impl Rollback {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        let caller = app.whole("memoro rollback")?;
        let (rolled, stage) = if self.dry_run {
            (workspace.plan_rollback(&self.origin, &caller)?, Stage::Planned)
        } else {
            (workspace.rollback(&self.origin, &caller)?, Stage::Done)
        };
        if rolled.is_empty() {
            return Err(Failure::new(Code::NotFound, format!("nothing current came from `{}`", self.origin))
                .hint("run `memoro why ID` to see where a memory came from"));
        }
        let view = RolledBackView::of(&self.origin, &rolled, stage);
        app.out.show(&view, |out| {
            use std::io::Write as _;
            let would = if view.dry_run { "would be " } else { "" };
            for id in &view.ended {
                writeln!(out, "{would}ended    {id}")?;
            }
            for id in &view.restored {
                writeln!(out, "{would}restored {id}")?;
            }
            for file in &view.withheld {
                writeln!(out, "{would}withheld {file}")?;
            }
            for page in &view.pages {
                writeln!(out, "taken out of {page}")?;
            }
            Ok(())
        })
    }
}
