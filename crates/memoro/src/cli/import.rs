//! `memoro import`: takes in JSON lines that `memoro export` wrote, and conversations of other programs.

mod transcripts;

use std::fs::File;
use std::io::{BufRead, BufReader, Write as _};
use std::path::PathBuf;

use clap::Args;

use super::app::{App, Need};
use crate::api::MovedView;
use crate::error::{Code, Failure, Result};

/// Take in what `memoro export` wrote, or conversations of other programs; what is there already stays
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro import memories.jsonl
  memoro import claude-code
  memoro import chatgpt ~/Downloads/conversations.json
  zcat memories.jsonl.gz | memoro import -")]
pub(super) struct Import {
    /// The file, `-` for stdin; or claude-code, codex, openclaw, chatgpt or generic for conversations
    #[arg(value_name = "FILE|PROGRAM")]
    file: PathBuf,
    /// Where those conversations are, files or folders; the program's usual places where it is left out
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
}

impl Import {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let program = transcripts::PROGRAMS.into_iter().find(|name| self.file.as_os_str() == *name);
        if let Some(program) =
            program.filter(|name| !self.paths.is_empty() || !app.folder().join(name).is_file())
        {
            return transcripts::run(app, program, &self.paths);
        }
        if !self.paths.is_empty() {
            let message =
                format!("`{}` is no program whose conversations can be taken in", self.file.display());
            return Err(
                Failure::new(Code::Usage, message).hint(format!("use {}", transcripts::PROGRAMS.join(", ")))
            );
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
}
