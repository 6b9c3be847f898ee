//! `index`: taking in files that changed outside, with its progress told.

use memoro_engine::{How, Progress};
use rmcp::model::JsonObject;
use serde::Serialize;

use crate::error::Result;
use crate::mcp::schema::{count, list, open, text};
use crate::mcp::tool::{Input, Reply, Step};
use crate::ops::Call;

/// The schema of the data of `index`.
pub(super) fn output() -> JsonObject {
    open(
        &["new", "changed", "removed", "unchanged", "turns", "chunks"],
        [
            ("new", count("Documents that were new")),
            ("changed", count("")),
            ("removed", count("")),
            ("unchanged", count("")),
            ("turns", count("Turns of conversations that were added")),
            ("chunks", count("Chunks that were written")),
            ("warnings", list(text(""), "")),
        ],
    )
}

#[derive(Debug, Serialize)]
struct Taken {
    new: usize,
    changed: usize,
    removed: usize,
    unchanged: usize,
    turns: u64,
    chunks: u64,
    warnings: Vec<String>,
}

/// Brings the index up to date.
pub(super) fn run(call: &Call<'_>, mut input: Input<'_>) -> Result<Reply> {
    input.read::<serde_json::Map<String, serde_json::Value>>()?;
    call.workspace.take_in(&call.caller)?;
    let mut told = |step: &Progress| {
        #[expect(clippy::cast_precision_loss, reason = "a number of files for a progress bar")]
        let (done, total) = (step.done as f64, step.total as f64);
        (input.watching)(Step { done, total, told: step.path.clone() });
    };
    let done = call.workspace.index(How::Changes, &call.caller, &mut told)?;
    let taken = Taken {
        new: done.new,
        changed: done.changed,
        removed: done.removed,
        unchanged: done.unchanged,
        turns: done.turns,
        chunks: done.chunks,
        warnings: done.warnings,
    };
    let text = format!(
        "{} new, {} changed, {} removed, {} unchanged; {} turns, {} chunks",
        taken.new, taken.changed, taken.removed, taken.unchanged, taken.turns, taken.chunks
    );
    Reply::new(text, &taken)
}
