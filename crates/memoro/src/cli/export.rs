//! `memoro export`: everything as JSON lines, without loss.

mod place;

use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

use clap::Args;
use memoro_engine::Moved;

use super::app::{App, Need};
use crate::api::MovedView;
use crate::error::Result;
use place::Place;

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
    /// Replace a file that is there; never one of the workspace or the configuration
    #[arg(long)]
    overwrite: bool,
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
        let place = Place::find(app, &workspace, &self.file, self.overwrite)?;
        let mut file = BufWriter::new(place.open()?);
        let made = workspace.export(&mut file, &caller, |n| bar.set_position(n));
        let moved = made.inspect_err(|_| place.give_up())?;
        let file = file.into_inner().map_err(|error| place.failed(error.into_error()))?;
        place.settle(&file)?;
        bar.finish_and_clear();
        app.out.show(&MovedView::from(&moved), |out| {
            writeln!(out, "{} to {}", summary(&moved), place.target().display())
        })
    }
}

fn summary(moved: &Moved) -> String {
    format!("exported {} memories and {} tombstones", moved.memories, moved.tombstones)
}
