//! `memoro status`: what the workspace holds, what waits, what could not be read.

use std::io::Write as _;

use clap::Args;
use jiff::Timestamp;
use owo_colors::OwoColorize as _;

use super::app::{App, Need};
use crate::api::{IndexStateView, StatusView};
use crate::error::Result;

/// Show what the workspace holds, what waits, and what could not be read
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro status
  memoro status --json")]
pub(super) struct Status {}

/// How many files that are left out are named.
const SKIPPED: usize = 20;

impl Status {
    /// Runs the command.
    #[expect(clippy::unused_self, reason = "every command is run the same way")]
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        let overview = workspace.overview(&app.caller()?)?;
        let view =
            StatusView::of(&overview, &workspace.index_state()?, &workspace.policy_status(&app.caller()?)?);
        app.out.show(&view, |out| human(out, &view, app.now))
    }
}

fn human(out: &mut Vec<u8>, view: &StatusView, now: Timestamp) -> std::io::Result<()> {
    let counts = |pairs: Vec<(String, u64)>| {
        let counted: Vec<String> = pairs.iter().map(|(name, n)| format!("{name} {n}")).collect();
        if counted.is_empty() { "nothing yet".to_owned() } else { counted.join(", ") }
    };
    let mut field = |name: &str, value: String| writeln!(out, "{:<10} {value}", name.dimmed());
    field("workspace", view.workspace.clone())?;
    field("current", counts(view.layers.iter().map(|(name, n)| ((*name).to_owned(), *n)).collect()))?;
    field("statuses", counts(view.statuses.iter().map(|(name, n)| (name.clone(), *n)).collect()))?;
    field("session", view.session.clone().unwrap_or_else(|| "none".into()))?;
    field("store", format!("{}, schema {}", bytes(view.store_bytes), view.schema))?;
    field("audit", format!("{} lines", view.audit_lines))?;
    field("backups", view.backups.to_string())?;
    field("index", index(&view.index))?;
    field("model", view.index.model.clone().unwrap_or_else(|| "none yet".into()))?;
    if let Some(at) = view.index.indexed_at.as_deref().and_then(|at| at.parse::<Timestamp>().ok()) {
        field("indexed", format!("{} ({at})", ago(now.duration_since(at).as_secs())))?;
    }
    if let Some(why) = &view.index.trouble {
        field("problem", format!("meaning: {why}").yellow().to_string())?;
    }
    for error in &view.index.errors {
        field("problem", format!("{}: {}", error.path, error.why).yellow().to_string())?;
    }
    let told = |path: &str| view.index.errors.iter().any(|error| error.path == path);
    let skipped: Vec<_> = view.index.skipped.iter().filter(|skipped| !told(&skipped.path)).collect();
    for skipped in skipped.iter().take(SKIPPED) {
        field("left out", format!("{}: {}", skipped.path, skipped.why))?;
    }
    if skipped.len() > SKIPPED {
        field("left out", format!("{} more; `memoro status --json` names all", skipped.len() - SKIPPED))?;
    }
    if view.waiting > 0 {
        field("waiting", format!("{} items for their files", view.waiting))?;
    }
    for file in &view.edited {
        let gone = !std::path::Path::new(&view.workspace).join(file).exists();
        let what = if gone {
            "gone, taken in as removed by hand; `memoro undo` brings it back"
        } else {
            "taken in just now"
        };
        field("edited", format!("{file} ({what})"))?;
    }
    for problem in &view.problems {
        field("problem", problem.yellow().to_string())?;
    }
    Ok(())
}

fn index(index: &IndexStateView) -> String {
    let counts = index.sources.iter().map(|s| format!("{} {} in {} chunks", s.documents, s.source, s.chunks));
    let counts: Vec<String> = counts.collect();
    let stale = match (index.current, index.indexed_at.is_some()) {
        (true, _) => "current".to_owned(),
        (false, false) => "never brought up to date; run `memoro index`".to_owned(),
        (false, true) => {
            format!("{} changed, {} gone, {} without vector", index.stale, index.gone, index.pending)
        }
    };
    let stale = match index.unreachable {
        0 => stale,
        n => format!("{stale}; {n} cannot be read"),
    };
    if counts.is_empty() { stale } else { format!("{}; {stale}", counts.join(", ")) }
}

/// Shows how long ago something was, in the unit that reads best.
fn ago(seconds: i64) -> String {
    let count = |n: i64, unit: &str| format!("{n} {unit}{} ago", if n == 1 { "" } else { "s" });
    match seconds {
        ..60 => "just now".to_owned(),
        60..3_600 => count(seconds / 60, "minute"),
        3_600..172_800 => count(seconds / 3_600, "hour"),
        _ => count(seconds / 86_400, "day"),
    }
}

/// Shows a size in the unit that reads best.
pub(super) fn bytes(n: u64) -> String {
    match n {
        0..1_024 => format!("{n} bytes"),
        1_024..1_048_576 => format!("{} KiB", n / 1_024),
        _ => format!("{} MiB", n / 1_048_576),
    }
}
