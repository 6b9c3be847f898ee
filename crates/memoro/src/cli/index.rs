//! `memoro index`: takes in what changed in the files, or makes a lost store from them anew.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use memoro_engine::{OWN, Workspace};
use serde::Serialize;

use super::app::{App, Need};
use crate::error::{Code, Failure, Result};

/// Take in what changed in the files
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro index
  memoro index --rebuild")]
pub(super) struct Index {
    /// Make a missing or damaged store anew from the Markdown files
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
    memories: u64,
    problems: Vec<String>,
}

impl Index {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let (root, _) = app.root();
        let (workspace, rebuilt, aside) = match app.workspace(Need::Present) {
            Ok(workspace) => (workspace, false, None),
            Err(failure) if self.rebuild && matches!(failure.code, Code::NoStore | Code::Damaged) => {
                let aside = put_aside(&root, app)?;
                (Workspace::init(&root, app.config.settings(), &app.caller()?)?, true, aside)
            }
            Err(failure) => return Err(failure),
        };
        let overview = workspace.overview(&app.caller()?)?;
        let view = Indexed {
            workspace: root.display().to_string(),
            rebuilt,
            aside: aside.map(|path| path.display().to_string()),
            files: overview.edited,
            memories: overview.layers.values().sum(),
            problems: overview.problems,
        };
        view.problems.iter().for_each(|problem| app.out.warn(problem));
        app.out.show(&view, |out| {
            view.files.iter().try_for_each(|file| writeln!(out, "took in {file}"))?;
            writeln!(out, "{} current memories", view.memories)
        })?;
        if rebuilt {
            app.out.remark(
                "the store was made anew from the files. History, usage, pending memories and memories without \
                 a file come back from a backup only: `memoro restore <backup>`",
            );
        }
        Ok(())
    }
}

/// Moves what is left of a damaged store out of the way; nothing is deleted.
fn put_aside(root: &Path, app: &App) -> Result<Option<PathBuf>> {
    let store = Workspace::store_path(root);
    if !store.exists() {
        return Ok(None);
    }
    let folder = root.join(OWN).join("aside").join(app.now.strftime("%Y%m%dT%H%M%SZ").to_string());
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| Failure::new(Code::ReadOnly, format!("{path}: {error}"))
    };
    crate::config::private_folder(&folder).map_err(failed(&folder))?;
    for ending in ["db", "db-wal", "db-shm"] {
        let from = store.with_extension(ending);
        if from.exists() {
            let name = from.file_name().map(PathBuf::from).unwrap_or_default();
            std::fs::rename(&from, folder.join(name)).map_err(failed(&from))?;
        }
    }
    app.out.remark(format!("the damaged store lies in {} now", folder.display()));
    Ok(Some(folder))
}
