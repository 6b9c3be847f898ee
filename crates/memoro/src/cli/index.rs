//! `memoro index`: takes in what changed in the files and brings the search index up to date, or makes a lost
//! store from the files anew.

use std::io::Write as _;

use clap::Args;
use memoro_engine::{Caller, How, Indexed, Rebuilt, Workspace};

use super::app::{App, Need};
use crate::api::IndexedView;
use crate::error::{Code, Result};

/// Take in what changed in the files and bring the search index up to date
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro index
  memoro index --rebuild")]
pub(super) struct Index {
    /// Make the search index anew, memories untouched; a missing or damaged store is made from the Markdown files
    #[arg(long)]
    rebuild: bool,
}

impl Index {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let caller = app.caller()?;
        let (workspace, rebuilt) = match app.workspace(Need::Present) {
            Ok(workspace) => (workspace, None),
            Err(failure) if self.rebuild && matches!(failure.code, Code::NoStore | Code::Damaged) => {
                let root = app.root().0;
                let (workspace, rebuilt) = Workspace::rebuild(&root, app.settings(&root), &caller)?;
                (workspace, Some(rebuilt))
            }
            Err(failure) => return Err(failure),
        };
        // A damaged index must be made anew before edits of memories are taken in.
        let (overview, indexed) = if self.rebuild {
            let indexed = index(app, &workspace, How::Again, &caller)?;
            (workspace.overview(&caller)?, indexed)
        } else {
            (workspace.overview(&caller)?, index(app, &workspace, How::Changes, &caller)?)
        };
        let view = IndexedView::of(&overview, rebuilt.as_ref(), &indexed);
        view.problems.iter().for_each(|problem| app.out.warn(problem));
        app.out.show(&view, |out| human(out, &view))?;
        if let Some(rebuilt) = rebuilt {
            explain(app, &rebuilt);
        }
        Ok(())
    }
}

fn index(app: &App, workspace: &Workspace, how: How, caller: &Caller) -> Result<Indexed> {
    let bar = app.out.progress("indexing");
    let indexed = workspace.index(how, caller, &mut |step| {
        bar.set_length(step.total as u64);
        bar.set_position(step.done as u64);
    })?;
    bar.finish_and_clear();
    Ok(indexed)
}

fn human(out: &mut Vec<u8>, view: &IndexedView) -> std::io::Result<()> {
    view.files.iter().try_for_each(|file| writeln!(out, "took in {file}"))?;
    let (new, changed, moved, removed) = (view.new, view.changed, view.moved, view.removed);
    writeln!(
        out,
        "documents: {new} new, {changed} changed, {moved} moved, {removed} gone, {} unchanged",
        view.unchanged
    )?;
    if view.transcripts > 0 {
        writeln!(out, "transcripts: {} with {} new turns", view.transcripts, view.turns)?;
    }
    view.skipped
        .iter()
        .try_for_each(|skipped| writeln!(out, "left out {}: {}", skipped.path, skipped.why))?;
    writeln!(out, "{} current memories, {} chunks written", view.memories, view.chunks)
}

fn explain(app: &App, rebuilt: &Rebuilt) {
    if let Some(aside) = &rebuilt.aside {
        app.out.remark(format!("the damaged store lies in {} now", aside.display()));
    }
    app.out.remark(
        "the store was made anew from the files. History, usage, pending memories and memories without a file \
         come back from a backup only: `memoro restore <backup>`",
    );
}
