//! `memoro index`: takes in what changed in the files, or makes a lost store from them anew.

use std::io::Write as _;

use clap::Args;
use memoro_engine::{Rebuilt, Workspace};
use serde::Serialize;

use super::app::{App, Need};
use crate::error::{Code, Result};

/// Take in what changed in the files
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro index
  memoro index --rebuild")]
pub(super) struct Index {
    /// Make a missing or damaged store anew from the Markdown files; a sound store is kept
    #[arg(long)]
    rebuild: bool,
}

#[derive(Serialize)]
struct Indexed {
    workspace: String,
    rebuilt: bool,
    /// Where the damaged store lies now.
    aside: Option<String>,
    /// Files whose edits were taken in.
    files: Vec<String>,
    /// Current memories.
    memories: u64,
    /// What could not be read in files.
    problems: Vec<String>,
}

impl Index {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let view = match app.workspace(Need::Present) {
            Ok(workspace) => taken_in(app, &workspace)?,
            Err(failure) if self.rebuild && matches!(failure.code, Code::NoStore | Code::Damaged) => {
                let (workspace, rebuilt) =
                    Workspace::rebuild(&app.root().0, app.config.settings(), &app.caller()?)?;
                made_anew(&workspace, rebuilt)
            }
            Err(failure) => return Err(failure),
        };
        view.problems.iter().for_each(|problem| app.out.warn(problem));
        app.out.show(&view, |out| {
            view.files.iter().try_for_each(|file| writeln!(out, "took in {file}"))?;
            writeln!(out, "{} current memories", view.memories)
        })?;
        if let Some(aside) = &view.aside {
            app.out.remark(format!("the damaged store lies in {aside} now"));
        }
        if view.rebuilt {
            app.out.remark(
                "the store was made anew from the files. History, usage, pending memories and memories without \
                 a file come back from a backup only: `memoro restore <backup>`",
            );
        }
        Ok(())
    }
}

fn taken_in(app: &App, workspace: &Workspace) -> Result<Indexed> {
    let overview = workspace.overview(&app.caller()?)?;
    Ok(Indexed {
        workspace: overview.root.display().to_string(),
        rebuilt: false,
        aside: None,
        files: overview.edited,
        memories: overview.layers.values().sum(),
        problems: overview.problems,
    })
}

fn made_anew(workspace: &Workspace, rebuilt: Rebuilt) -> Indexed {
    Indexed {
        workspace: workspace.root().display().to_string(),
        rebuilt: true,
        aside: rebuilt.aside.map(|path| path.display().to_string()),
        files: rebuilt.files,
        memories: rebuilt.memories,
        problems: rebuilt.problems,
    }
}
