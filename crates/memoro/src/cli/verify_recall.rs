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
    answers: Vec<Answer>,
}

/// A question and what its best hit tells about itself.
#[derive(Serialize)]
struct Answer {
    question: String,
    found: bool,
    source: String,
    path: Option<String>,
    date: Option<String>,
    uncertainty: f64,
    took_ms: f64,
}

impl VerifyRecall {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let Self {} = self;
        let workspace = app.workspace(Need::Present)?;
        let caller = app.keeper()?;
        app.sync(&workspace, &caller)?;
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
                check.answers.iter().try_for_each(|answer| told(out, answer))?;
            }
            writeln!(out, "p95 {:.1} ms", view.p95_ms)
        })?;
        if view.ok { Ok(()) } else { Err(Failure::told(Code::CheckFailed)) }
    }
}

/// Writes a question and where its best answer comes from.
fn told(out: &mut Vec<u8>, answer: &Answer) -> std::io::Result<()> {
    let question: String = answer.question.chars().take(60).collect();
    let date = answer.date.as_deref().and_then(|date| date.get(..10)).unwrap_or("no date");
    let verdict = if answer.found { "found " } else { "missed" };
    let source = if answer.source.is_empty() { "nothing" } else { &answer.source };
    writeln!(out, "    {verdict}  {question} → {source}, {date}, uncertainty {:.2}", answer.uncertainty)
}

fn view(list: &Checklist) -> View {
    let answer = |told: &memoro_engine::RecallProbe| Answer {
        question: told.question.clone(),
        found: told.found,
        source: told.source.clone(),
        path: told.path.clone(),
        date: told.date.map(|date| date.to_string()),
        uncertainty: (told.uncertainty * 1e3).round() / 1e3,
        took_ms: super::bench::ms(told.took),
    };
    let check = |answered: &memoro_engine::Answered| Check {
        kind: answered.kind.as_str(),
        ok: answered.holds(),
        asked: answered.asked,
        found: answered.found,
        problems: answered.problems.clone(),
        answers: answered.told.iter().map(answer).collect(),
    };
    View {
        ok: list.holds(),
        p95_ms: (list.p95.as_secs_f64() * 10_000.0).round() / 10.0,
        checks: list.kinds.iter().map(check).collect(),
    }
}
