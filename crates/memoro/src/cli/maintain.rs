//! `memoro maintain`: the care of memories, by hand.

use std::io::Write as _;

use clap::Args;
use memoro_core::MemoryId;
use memoro_engine::{Carry, Chore, Effort, Maintained};
use serde::Serialize;

use super::app::{App, Need};
use super::compact::View as Cleared;
use crate::error::{Code, Failure, Result};

/// Refresh strengths, put away what has expired, merge passing notes
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro maintain --dry-run
  memoro maintain purge --json
  memoro maintain all")]
pub(super) struct Maintain {
    /// decay, purge, merge, compact or all
    #[arg(default_value = "all", value_name = "PART")]
    parts: Vec<String>,
    /// Tell what would happen; change nothing
    #[arg(long)]
    dry_run: bool,
}

#[derive(Serialize)]
struct MaintainedView {
    dry_run: bool,
    refreshed: Option<usize>,
    archived: Vec<String>,
    removed: Vec<String>,
    merged: Vec<Vec<String>>,
    compacted: bool,
    put_off: usize,
    cleared: Option<Cleared>,
}

impl Maintain {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let chores = self.chores()?;
        let carry = if self.dry_run { Carry::DryRun } else { Carry::Out };
        let workspace = app.workspace(Need::Present)?;
        let caller = app.whole("memoro maintain")?;
        workspace.take_in(&caller)?;
        let done = workspace.maintain(&chores, carry, &caller)?;
        let cleared = if chores.contains(&Chore::Compact) {
            let effort = if self.dry_run { Effort::Dry } else { Effort::Real };
            Some(Cleared::of(&workspace.compact(effort, &caller)?, self.dry_run))
        } else {
            None
        };
        let view = MaintainedView { cleared, ..view(&done, carry) };
        app.out.show(&view, |out| {
            told(out, &done, carry)?;
            view.cleared.as_ref().map_or(Ok(()), |cleared| cleared.tell(out))
        })
    }

    fn chores(&self) -> Result<Vec<Chore>> {
        if self.parts.iter().any(|part| part == "all") {
            return Ok(Chore::ALL.to_vec());
        }
        let read = |part: &String| part.parse::<Chore>();
        self.parts.iter().map(read).collect::<Result<_, _>>().map_err(|why| {
            Failure::new(Code::Usage, why.to_string()).hint("use decay, purge, merge, compact or all")
        })
    }
}

fn view(done: &Maintained, carry: Carry) -> MaintainedView {
    let names = |ids: &[MemoryId]| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
    MaintainedView {
        dry_run: carry == Carry::DryRun,
        refreshed: done.refreshed,
        archived: names(&done.archived),
        removed: names(&done.removed),
        merged: done.merged.iter().map(|ids| names(ids)).collect(),
        compacted: done.compacted,
        put_off: done.put_off,
        cleared: None,
    }
}

fn told(out: &mut Vec<u8>, done: &Maintained, carry: Carry) -> std::io::Result<()> {
    let would = if carry == Carry::DryRun { "would be " } else { "" };
    if let Some(refreshed) = done.refreshed {
        writeln!(out, "strengths of {refreshed} memories {would}refreshed")?;
    }
    let merged: usize = done.merged.iter().map(Vec::len).sum();
    writeln!(out, "{} expired episodes {would}archived as one line each", done.archived.len())?;
    writeln!(out, "{} expired notes {would}removed", done.removed.len())?;
    writeln!(out, "{merged} passing notes {would}merged into {} summaries", done.merged.len())?;
    if done.put_off > 0 {
        writeln!(
            out,
            "{} expired memories stay for now: the clock leapt far ahead; if it still says so in a day, they go then",
            done.put_off
        )?;
    }
    if done.compacted {
        writeln!(out, "the search index {would}made smaller")?;
    }
    Ok(())
}
