//! `memoro verify-recall`: whether recall keeps its word on the user's own data.

use std::io::Write as _;

use clap::Args;
use memoro_engine::Checklist;
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::app::{App, Need};
use crate::error::{Code, Failure, Result};

/// Check that recent decisions, old reasons and cold details are found, with source, date and path
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro verify-recall
  memoro verify-recall --json")]
pub(super) struct VerifyRecall {}

#[derive(Serialize)]
struct View {
    ok: bool,
    p95_ms: f64,
    checks: Vec<Check>,
}

#[derive(Serialize)]
struct Check {
    kind: &'static str,
    ok: bool,
    asked: usize,
    found: usize,
    problems: Vec<String>,
}

impl VerifyRecall {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let Self {} = self;
        let workspace = app.workspace(Need::Present)?;
        let caller = app.caller()?;
        workspace.take_in(&caller)?;
        workspace.try_index(&caller, &mut |_| {})?;
        let view = view(&workspace.verify_recall(&caller)?);
        app.out.show(&view, |out| {
            for check in &view.checks {
                let verdict = if check.ok { "pass".green().to_string() } else { "fail".red().to_string() };
                let nothing = if check.asked == 0 { " (nothing to ask for yet)" } else { "" };
                writeln!(
                    out,
                    "{:<8} {verdict}  {} of {} found{nothing}",
                    check.kind, check.found, check.asked
                )?;
                check.problems.iter().try_for_each(|problem| writeln!(out, "    {problem}"))?;
            }
            writeln!(out, "p95 {:.1} ms", view.p95_ms)
        })?;
        if view.ok { Ok(()) } else { Err(Failure::told(Code::CheckFailed)) }
    }
}

fn view(list: &Checklist) -> View {
    let check = |answered: &memoro_engine::Answered| Check {
        kind: answered.kind.as_str(),
        ok: answered.holds(),
        asked: answered.asked,
        found: answered.found,
        problems: answered.problems.clone(),
    };
    View {
        ok: list.holds(),
        p95_ms: (list.p95.as_secs_f64() * 10_000.0).round() / 10.0,
        checks: list.kinds.iter().map(check).collect(),
    }
}
