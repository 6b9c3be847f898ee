//! `memoro restore`: brings a backup back. What was forgotten since stays forgotten.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use memoro_engine::{make_missing_store, put_store_aside};

use super::app::{App, Need};
use crate::api::RestoredView;
use crate::error::{Code, Failure, Result};

/// Bring a backup back; what it replaces is kept as a backup, what was forgotten stays forgotten
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro restore .memoro/backups/20261115T100000.000000Z
  memoro --workspace ~/new restore /media/usb/memory-2026-11-15")]
pub(super) struct Restore {
    /// The folder of the backup
    folder: PathBuf,
}

impl Restore {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let from = app.folder().join(&self.folder);
        let (root, _) = app.root();
        let caller = app.whole("memoro restore")?;
        let restored = app.workspace(Need::Present).and_then(|ws| Ok(ws.restore(&from, &caller)?));
        let restored = match restored {
            Err(failure) if matches!(failure.code, Code::NoStore | Code::NoWorkspace | Code::Damaged) => {
                if failure.code == Code::Damaged {
                    let aside = put_store_aside(&root, &from, &caller).map_err(unfit)?;
                    app.out.warn(format!(
                        "the damaged store lies in {}; what was forgotten since the backup is not known any more",
                        aside.display()
                    ));
                }
                let workspace =
                    make_missing_store(&root, &from, app.settings(&root), &caller).map_err(unfit)?;
                workspace.restore(&from, &caller).map_err(unfit)?
            }
            other => other.map_err(unfit)?,
        };
        let view = RestoredView::from(&restored);
        app.out.show(&view, |out| {
            writeln!(out, "the store holds {} memories again", view.memories)?;
            view.files.iter().try_for_each(|file| writeln!(out, "brought back {file}"))?;
            view.removed.iter().try_for_each(|file| writeln!(out, "put aside {file}"))?;
            if view.kept_forgotten > 0 {
                writeln!(out, "{} memories were forgotten since and stay so", view.kept_forgotten)?;
            }
            view.aside.iter().try_for_each(|aside| {
                writeln!(out, "what was replaced lies in {aside}; `memoro restore {aside}` brings it back")
            })
        })
    }
}

/// Adds the next step where a folder holds no good backup.
fn unfit(error: impl Into<Failure>) -> Failure {
    match error.into() {
        failure if failure.code == Code::NotFound => {
            failure.hint("name the folder that `memoro backup` printed")
        }
        failure if failure.hint.is_none() => failure.hint("nothing was changed; restore another backup"),
        failure => failure,
    }
}
