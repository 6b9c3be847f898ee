//! `memoro import`: takes in JSON lines that `memoro export` wrote.

use std::fs::File;
use std::io::{BufRead, BufReader, Write as _};
use std::path::PathBuf;

use clap::Args;

use super::app::{App, Need};
use crate::api::MovedView;
use crate::error::{Code, Failure, Result};

/// Take in JSON lines that `memoro export` wrote; what is there already stays
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro import memories.jsonl
  zcat memories.jsonl.gz | memoro import -")]
pub(super) struct Import {
    /// The file; `-` for stdin
    file: PathBuf,
}

/// How many lines that could not be taken in are told one by one.
const SHOWN: usize = 20;

impl Import {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let mut input: Box<dyn BufRead> = if self.file.as_os_str() == "-" {
            Box::new(std::io::stdin().lock())
        } else {
            let path = app.folder().join(&self.file);
            if path.is_dir() {
                return Err(Failure::new(Code::Invalid, format!("{} is a folder", path.display())).hint(
                    "name a file that `memoro export` wrote; `memoro restore` takes the folder of a backup",
                ));
            }
            let file = File::open(&path).map_err(|error| {
                Failure::new(Code::NotFound, format!("{}: {error}", path.display()))
                    .hint("name a file that `memoro export` wrote")
            })?;
            Box::new(BufReader::new(file))
        };
        let workspace = app.workspace(Need::Made)?;
        let bar = app.out.progress("importing");
        let moved = workspace.import(&mut input, &app.caller()?, |n| bar.set_position(n));
        let moved = moved.map_err(|error| match Failure::from(error) {
            failure if failure.code == Code::Invalid => {
                failure.hint("name a file that `memoro export` wrote; nothing was taken in")
            }
            failure => failure,
        })?;
        bar.finish_and_clear();
        let view = MovedView::from(&moved);
        app.out.show(&view, |out| {
            write!(out, "imported {} memories, {} were there already", view.memories, view.unchanged)?;
            writeln!(out, ", {} wait for you, {} stay forgotten", view.pending, view.forgotten)
        })?;
        for problem in view.problems.iter().take(SHOWN) {
            match problem.line {
                0 => app.out.warn(&problem.what),
                line => app.out.warn(format!("line {line}: {}", problem.what)),
            }
        }
        if let Some(more) = view.problems.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            app.out.warn(format!("{more} more lines could not be taken in; `--json` lists them all"));
        }
        if view.problems.is_empty() { Ok(()) } else { Err(Failure::told(Code::CheckFailed)) }
    }
}
