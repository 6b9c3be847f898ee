//! `memoro export`: everything as JSON lines, without loss.

use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use memoro_engine::{EngineError, Moved};

use super::app::{App, Need};
use crate::api::MovedView;
use crate::error::{Code, Failure, Result};

/// Write all memories, their history and tombstones as JSON lines; with --user without those of other users
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro export memories.jsonl
  memoro export | gzip > memories.jsonl.gz")]
pub(super) struct Export {
    /// The file; stdout where it is left out or `-`
    #[arg(default_value = "-", hide_default_value = true)]
    file: PathBuf,
}

impl Export {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        super::seal::make(app);
        let workspace = app.workspace(Need::Present)?;
        let caller = app.caller()?;
        let bar = app.out.progress("exporting");
        if self.file.as_os_str() == "-" {
            let mut stdout = BufWriter::new(std::io::stdout().lock());
            let moved = workspace.export(&mut stdout, &caller, |n| bar.set_position(n))?;
            stdout.flush()?;
            bar.finish_and_clear();
            app.out.remark(summary(&moved));
            return Ok(());
        }
        let target = app.folder().join(&self.file);
        place(&target)?;
        let fresh = beside(&target);
        let write = || -> Result<Moved> {
            let file = private(&fresh).map_err(failed(&target))?;
            let mut file = BufWriter::new(file);
            let moved = workspace.export(&mut file, &caller, |n| bar.set_position(n))?;
            let file = file.into_inner().map_err(|error| failed(&target)(error.into_error()))?;
            file.sync_all().map_err(failed(&target))?;
            fs::rename(&fresh, &target).map_err(failed(&target))?;
            Ok(moved)
        };
        let moved = write().inspect_err(|_| drop(fs::remove_file(&fresh)))?;
        bar.finish_and_clear();
        app.out.show(&MovedView::from(&moved), |out| {
            writeln!(out, "{} to {}", summary(&moved), target.display())
        })
    }
}

fn summary(moved: &Moved) -> String {
    format!("exported {} memories and {} tombstones", moved.memories, moved.tombstones)
}

/// Refuses a target that cannot be a file, before any work is done.
fn place(target: &Path) -> Result<()> {
    if target.is_dir() {
        return Err(Failure::new(Code::Invalid, format!("{} is a folder", target.display()))
            .hint(format!("name a file, for example {}", target.join("memories.jsonl").display())));
    }
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            Err(Failure::new(Code::Invalid, format!("the folder {} is not there", folder.display()))
                .hint(format!("run `mkdir -p {}`, or choose another file", folder.display())))
        }
        _ => Ok(()),
    }
}

fn beside(target: &Path) -> PathBuf {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    target.with_file_name(name)
}

fn private(path: &Path) -> std::io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> Failure {
    let path = path.to_owned();
    move |error| Failure::from(EngineError::File { path, error })
}
