//! `memoro compact`: clears away what does not count any more. Nothing is erased; it becomes history.

use std::io::Write as _;

use clap::Args;
use memoro_engine::{Compacted, Effort};
use serde::Serialize;

use super::app::{App, Need};
use crate::error::Result;

/// Clear away expired and duplicate entries, lapsed pending memories and idle sessions
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro compact --dry-run
  memoro compact --json")]
pub(super) struct Compact {
    /// Only tell what would be done
    #[arg(long)]
    dry_run: bool,
}

/// What was cleared away.
#[derive(Serialize)]
pub(super) struct View {
    dry_run: bool,
    expired: Vec<String>,
    duplicates: Vec<String>,
    lapsed: Vec<String>,
    repeated_lines: usize,
    session_ended: Option<String>,
}

impl View {
    /// Writes it down.
    pub(super) fn of(done: &Compacted, dry_run: bool) -> Self {
        let ids = |list: &[memoro_core::MemoryId]| list.iter().map(ToString::to_string).collect();
        Self {
            dry_run,
            expired: ids(&done.expired),
            duplicates: ids(&done.duplicates),
            lapsed: ids(&done.lapsed),
            repeated_lines: done.lines,
            session_ended: done.session.as_ref().map(ToString::to_string),
        }
    }
}

impl View {
    /// Tells people.
    pub(super) fn tell(&self, out: &mut Vec<u8>) -> std::io::Result<()> {
        let verb = if self.dry_run { "would clear away" } else { "cleared away" };
        writeln!(
            out,
            "{verb} {} expired, {} duplicate, {} lapsed pending, {} repeated lines",
            self.expired.len(),
            self.duplicates.len(),
            self.lapsed.len(),
            self.repeated_lines
        )?;
        match &self.session_ended {
            Some(session) => writeln!(out, "session {session} was idle"),
            None => Ok(()),
        }
    }
}

impl Compact {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        let effort = if self.dry_run { Effort::Dry } else { Effort::Real };
        let view = View::of(&workspace.compact(effort, &app.whole("memoro compact")?)?, self.dry_run);
        app.out.show(&view, |out| view.tell(out))
    }
}
