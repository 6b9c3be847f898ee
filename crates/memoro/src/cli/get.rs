//! `memoro get`: one memory in full, or lines of a file exactly as they stand.

use std::io::Write as _;

use clap::Args;
use memoro_engine::{Caller, EngineError, Passage, Workspace};
use serde::Serialize;

use super::app::{App, Need};
use super::render;
use crate::api::MemoryView;
use crate::error::{Code, Failure, Result};

/// Show a memory by its id, its key or the unique start of its id, or lines of a file
#[derive(Debug, Args)]
#[command(after_help = "\
A file is one of the workspace or of `index.paths`; lines are given as in citations.

Examples:
  memoro get response.language
  memoro get learning_2026-11-15
  memoro get memory/2026-11-15.md:12-30
  memoro get \"projects/web.md#L3-L7\" --json
  memoro get --scope project:web 截止日期 --json")]
pub(super) struct Get {
    /// An id, a key, the unique start of an id, or PATH[:FROM[-TO]]
    name: String,
    /// Only a memory, within this scope
    #[arg(long, value_name = "SCOPE")]
    scope: Option<String>,
}

#[derive(Serialize)]
struct LinesView {
    path: String,
    from: usize,
    to: usize,
    lines: usize,
    text: String,
}

impl Get {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        let caller = app.reader()?;
        let scope = self.scope.as_deref().map(|text| app.scope(text, &workspace, &caller)).transpose()?;
        match workspace.get(&self.name, scope.as_ref(), &caller) {
            Ok(stored) if stored.memory.is_expired(app.now) && stored.memory.key.as_str() == self.name => {
                // Whoever names the key asks for what counts; the id shows what counted.
                let id = &stored.memory.id;
                Err(Failure::new(Code::NotFound, format!("the value of `{}` has expired", self.name)).hint(
                    format!("run `memoro get {id}` to see it, `memoro history {}` for all values", self.name),
                ))
            }
            Ok(stored) => app.out.show(&MemoryView::stored(&stored, app.now), |out| {
                render::memory(out, &stored.memory, app.now, &app.config.zone())
            }),
            Err(EngineError::NotFound { .. }) if scope.is_none() => self.lines(app, &workspace, &caller),
            Err(error) => Err(error.into()),
        }
    }

    fn lines(&self, app: &App, workspace: &Workspace, caller: &Caller) -> Result<()> {
        let passage = Passage::parse(&self.name);
        let lines = match workspace.lines(&passage, &app.user()?, caller) {
            Ok(lines) => lines,
            Err(EngineError::NotFound { what: "file", .. }) => return Err(missing(&self.name)),
            Err(error @ EngineError::NotFound { .. }) => {
                return Err(Failure::new(Code::NotFound, error.to_string())
                    .hint(format!("run `memoro get {}` to see the whole file", passage.path)));
            }
            Err(error) => return Err(error.into()),
        };
        let view =
            LinesView { path: lines.path, from: lines.from, to: lines.to, lines: lines.of, text: lines.text };
        app.out.show(&view, |out| writeln!(out, "{}", view.text))
    }
}

fn missing(name: &str) -> Failure {
    Failure::new(Code::NotFound, format!("there is no memory and no file `{name}` that may be shown"))
        .hint("run `memoro list` to see the memories; files are those of the workspace and of `index.paths`")
}
