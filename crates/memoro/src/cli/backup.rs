//! `memoro backup`: a verified copy, taken while the workspace is in use.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;

use super::app::{App, Need};
use crate::api::BackupView;
use crate::error::Result;

/// Make a verified copy of store and files while both are in use
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro backup
  memoro backup /media/usb/memory-2026-11-15")]
pub(super) struct Backup {
    /// A new folder; inside `.memoro/backups` where it is left out
    folder: Option<PathBuf>,
}

impl Backup {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        let target = self.folder.map(|folder| app.folder().join(folder));
        let bar = app.out.progress("copying pages");
        let (path, manifest) =
            workspace.backup(target.as_deref(), &app.whole("memoro backup")?, |left, total| {
                bar.set_length(u64::try_from(total).unwrap_or_default());
                bar.set_position(u64::try_from(total - left).unwrap_or_default());
            })?;
        bar.finish_and_clear();
        let view = BackupView::of(&path, &manifest);
        app.out.show(&view, |out| writeln!(out, "{} ({} files, verified)", view.path, view.files))?;
        app.out.remark(format!("to bring it back: `memoro restore {}`", view.path));
        Ok(())
    }
}
