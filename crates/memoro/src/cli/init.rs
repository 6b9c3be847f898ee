//! `memoro init`: makes a workspace, and the admin's key where there is none. Changes no file that is there.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use memoro_engine::{EngineError, Workspace};
use serde::Serialize;

use super::app::App;
use crate::config::{private_folder, write_private};
use crate::error::{Code, Failure, Result};

/// Make a workspace; files that are already there are left as they are
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro init
  memoro init ~/notes/memory
  memoro --workspace ~/notes/memory init")]
pub(super) struct Init {
    /// The folder; else `--workspace`, `MEMORO_WORKSPACE` or the folder in which you are
    folder: Option<PathBuf>,
}

#[derive(Serialize)]
struct Made {
    workspace: String,
    existed: bool,
    admin_key: String,
    memories: u64,
}

impl Init {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let folder = self.folder.or_else(|| app.named_workspace()).unwrap_or_else(|| app.folder().to_owned());
        let root = app.folder().join(app.folders.expand(&folder));
        if root.is_file() {
            let message = format!("{} is a file, and a workspace is a folder", root.display());
            return Err(Failure::new(Code::Usage, message).hint("name a folder: `memoro init notes`"));
        }
        if Workspace::has_lost_its_store(&root) {
            return Err(EngineError::NoStore(root).into());
        }
        let existed = Workspace::store_path(&root).exists();
        let workspace = Workspace::init(&root, app.settings(&root), &app.keeper()?)?;
        let overview = workspace.overview(&app.keeper()?)?;
        admin_key(app)?;
        let made = Made {
            workspace: workspace.root().display().to_string(),
            existed,
            admin_key: app.folders.admin_key().display().to_string(),
            memories: overview.statuses.values().sum(),
        };
        overview.problems.iter().for_each(|problem| app.out.warn(problem));
        app.out.show(&made, |out| {
            let verb = if made.existed { "is a workspace already" } else { "is a workspace now" };
            writeln!(out, "{} {verb}; it holds {} memories", made.workspace, made.memories)
        })?;
        app.out.remark("next: `memoro remember \"…\"`, `memoro profile set KEY VALUE`, `memoro status`");
        Ok(())
    }
}

/// Writes the admin's key unless there is one.
pub(super) fn admin_key(app: &App) -> Result<()> {
    use std::fmt::Write as _;
    let path = app.folders.admin_key();
    if path.exists() {
        return Ok(());
    }
    let mut bits = [0u8; 32];
    getrandom::fill(&mut bits)
        .map_err(|why| Failure::new(Code::Internal, format!("no randomness: {why}")))?;
    let mut key = String::from("mk_");
    for byte in bits {
        let _ = write!(key, "{byte:02x}");
    }
    key.push('\n');
    private_folder(&app.folders.config).and_then(|()| write_private(&path, key.as_bytes())).map_err(|error| {
        Failure::new(Code::ReadOnly, format!("{}: {error}", path.display()))
            .hint("make the folder writable, or name another one with MEMORO_CONFIG_DIR")
    })
}
