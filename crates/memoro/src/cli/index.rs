//! `memoro index`: takes in what changed in the files and brings the search index up to date, or makes a lost
//! store from the files anew.

use std::io::Write as _;

use clap::Args;
use memoro_engine::store::StoreError;
use memoro_engine::{Caller, How, Indexed, Overview, Rebuilt, Settings, Workspace};
use serde::Serialize;

use super::app::{App, Need};
use crate::api::IndexedView;
use crate::error::{Code, Failure, Result};

/// Take in what changed in the files and bring the search index up to date
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro index
  memoro index --rebuild
  memoro index --model openai/text-embedding-3-small
  memoro index --model local")]
pub(super) struct Index {
    /// Make the search index anew, memories untouched; a damaged store is made anew from all that can be read of it,
    /// a missing one from the Markdown files
    #[arg(long, conflicts_with = "model")]
    rebuild: bool,
    /// Embed everything anew with this model while search keeps answering, then switch to it: local, a provider,
    /// provider/model, or a model of the configured provider
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
}

impl Index {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let caller = app.keeper()?;
        if let Some(model) = &self.model {
            return switch(app, model, &caller);
        }
        let (rebuilt, (overview, indexed)) = match self.bring(app, &caller) {
            Ok(done) => (None, done),
            Err(failure) if self.rebuild && matches!(failure.code, Code::NoStore | Code::Damaged) => {
                let root = app.root().0;
                let (workspace, rebuilt) = Workspace::rebuild(&root, app.settings(&root), &caller)?;
                let indexed = index(app, &workspace, How::Changes, &caller)?;
                (Some(rebuilt), (workspace.overview(&caller)?, indexed))
            }
            Err(failure) => return Err(failure),
        };
        let view = IndexedView::of(&overview, rebuilt.as_ref(), &indexed);
        view.problems.iter().for_each(|problem| app.out.warn(problem));
        indexed.warnings.iter().for_each(|warning| app.out.warn(warning));
        app.out.show(&view, |out| human(out, &view))?;
        if let Some(rebuilt) = rebuilt {
            explain(app, &rebuilt);
        }
        Ok(())
    }
}

impl Index {
    /// Brings the index of a store that can be read up to date.
    fn bring(&self, app: &App, caller: &Caller) -> Result<(Overview, Indexed)> {
        let workspace = app.workspace(Need::Present)?;
        // A damaged index must be made anew before edits of memories are taken in.
        if self.rebuild {
            // The pages of tables that nothing touches now are looked at too.
            if let Some(problem) = workspace.store().integrity()?.into_iter().next() {
                return Err(StoreError::Damaged(problem).into());
            }
            // A page of the wrong order is whole by itself, and no check of pages finds it.
            workspace.store().remake_orders()?;
            let indexed = index(app, &workspace, How::Again, caller)?;
            return Ok((workspace.overview(caller)?, indexed));
        }
        Ok((workspace.overview(caller)?, index(app, &workspace, How::Changes, caller)?))
    }
}

#[derive(Serialize)]
struct Switched {
    model: String,
    embedded: u64,
}

/// Embeds everything with another model and switches to it.
fn switch(app: &App, model: &str, caller: &Caller) -> Result<()> {
    let wrong = |why| Failure::new(Code::Usage, format!("--model: {why}"));
    let embedding = app.config.embedding.with(model).map_err(wrong)?;
    let root = app.root().0;
    let settings = Settings { embedding: app.embedding(&embedding), ..app.settings(&root) };
    let workspace = Workspace::open(&root, settings, caller)?;
    let bar = app.out.progress("embedding");
    let (model, done) = workspace.switch_model(caller, &mut |step| {
        bar.set_length(step.total as u64);
        bar.set_position(step.done as u64);
    })?;
    bar.finish_and_clear();
    let view = Switched { model, embedded: done.embedded };
    app.out
        .show(&view, |out| writeln!(out, "{} vectors made; search uses {} now", view.embedded, view.model))?;
    done.warnings.iter().for_each(|warning| app.out.warn(warning));
    let keys = embedding.changes_to(&app.config.embedding);
    if !keys.is_empty() {
        let set = |(key, value): &(&str, String)| match value.as_str() {
            "" => format!("`memoro config set {key} ''`"),
            value => format!("`memoro config set {key} {value}`"),
        };
        let commands: Vec<String> = keys.iter().map(set).collect();
        app.out.remark(format!("run {} so that questions use it too", commands.join(" and ")));
    }
    Ok(())
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
    view.bad.iter().try_for_each(|bad| writeln!(out, "left out of {}: {}", bad.path, bad.why))?;
    let made = if view.embedded > 0 { format!(", {} vectors made up", view.embedded) } else { String::new() };
    writeln!(out, "{} current memories, {} chunks written{made}", view.memories, view.chunks)
}

fn explain(app: &App, rebuilt: &Rebuilt) {
    let kept = |table: &str| rebuilt.kept.get(table).copied().unwrap_or_default();
    if rebuilt.kept.values().sum::<u64>() == 0 {
        app.out.remark(
            "the store was made anew from the files. History, usage, pending memories, memories without a file and what \
             files do not say (where an entry came from, when it was first written) come back from a backup only: \
             `memoro restore <backup>`",
        );
    } else {
        app.out.remark(format!(
            "the store was made anew from what could be read of the damaged one: {} memories, {} earlier states, {} \
             audit lines",
            kept("memories"),
            kept("history"),
            kept("events")
        ));
        rebuilt.lost.iter().for_each(|lost| app.out.warn(format!("lost: {lost}")));
        app.out.remark(match rebuilt.lost.len() {
            0 => "nothing was lost",
            _ => "what was lost comes back from a backup only: `memoro restore <backup>`",
        });
    }
    if let Some(aside) = &rebuilt.aside {
        app.out.remark(format!("the damaged store lies in {} now", aside.display()));
    }
}
