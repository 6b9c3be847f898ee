//! `memoro import`: takes in JSON lines that `memoro export` wrote, or what another system remembers.

use std::fs::File;
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use memoro_engine::Foreign;

use super::app::{App, Need};
use crate::api::{MovedView, TakenOverView};
use crate::error::{Code, Failure, Result};

/// Take in JSON lines that `memoro export` wrote, or what another system remembers; what is there already stays
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro import memories.jsonl
  zcat memories.jsonl.gz | memoro import -
  memoro import oracle ~/.oracle-v2/oracle.db
  memoro import openclaw ~/.openclaw/workspace
  memoro import luminary ./data/agent.db
  memoro import softnix ./my-project")]
pub(super) struct Import {
    /// The file, `-` for stdin; or the system that PATH is of: oracle, openclaw, luminary, softnix
    file: PathBuf,
    /// The database or folder of the other system; it is only read
    path: Option<PathBuf>,
}

impl Import {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        if let Some(path) = &self.path {
            return self.take_over(path, app);
        }
        let mut input: Box<dyn BufRead> = if self.file.as_os_str() == "-" {
            Box::new(std::io::stdin().lock())
        } else {
            let path = app.folder().join(&self.file);
            let file = File::open(&path).map_err(|error| {
                Failure::new(Code::NotFound, format!("{}: {error}", path.display()))
                    .hint("name a file that `memoro export` wrote")
            })?;
            Box::new(BufReader::new(file))
        };
        let workspace = app.workspace(Need::Made)?;
        let bar = app.out.progress("importing");
        let moved = workspace.import(&mut input, &app.caller()?, |n| bar.set_position(n))?;
        bar.finish_and_clear();
        let view = MovedView::from(&moved);
        app.out.show(&view, |out| {
            write!(out, "imported {} memories, {} were there already", view.memories, view.unchanged)?;
            writeln!(out, ", {} wait for you, {} stay forgotten", view.pending, view.forgotten)
        })?;
        for problem in &view.problems {
            match problem.line {
                0 => app.out.warn(&problem.what),
                line => app.out.warn(format!("line {line}: {}", problem.what)),
            }
        }
        if view.problems.is_empty() { Ok(()) } else { Err(Failure::told(Code::CheckFailed)) }
    }

    fn take_over(&self, path: &Path, app: &App) -> Result<()> {
        let word = self.file.to_string_lossy();
        let foreign: Foreign = word.parse().map_err(|why: memoro_core::InvalidWord| {
            Failure::new(Code::Usage, why.to_string()).hint("for an export of memoro, name the file alone")
        })?;
        let path = app.folder().join(app.folders.expand(path));
        let workspace = app.workspace(Need::Made)?;
        let bar = app.out.progress("taking over");
        let taken = workspace.take_over(foreign, &path, &app.caller()?, |n| bar.set_position(n))?;
        bar.finish_and_clear();
        let view = TakenOverView::of(foreign, &taken);
        app.out.show(&view, |out| {
            write!(out, "took over {} memories from {}", view.memories, view.system)?;
            write!(out, " ({} are history), {} files, {} turns", view.superseded, view.files, view.turns)?;
            write!(out, " and {} links; {} were there already", view.links, view.unchanged)?;
            writeln!(out, ", {} wait for you, {} stay forgotten", view.pending, view.forgotten)
        })?;
        view.problems.iter().for_each(|problem| app.out.warn(problem));
        if view.files > 0 {
            app.out.remark("run `memoro index` so that the copied files are found");
        }
        if view.problems.is_empty() { Ok(()) } else { Err(Failure::told(Code::CheckFailed)) }
    }
}
