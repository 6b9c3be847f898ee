//! `memoro eval`: how good recall is, measured on a labelled set through the normal path.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use memoro_engine::{Eval as Measure, Mode};
use serde::Serialize;

use super::app::{App, Need};
use super::bench::ms;
use super::values;
use crate::error::{Code, Failure, Result};

/// Measure recall on a labelled set, in a temporary workspace of its own
#[derive(Debug, Args)]
#[command(after_help = "\
A set is a folder with docs.jsonl {id, text, ts?, session?, speaker?, scope?} and queries.jsonl
{id, text, relevant: [ids], scope?, pool?: [sessions], ts?}; each may be gzipped.

With `--run FILE` the ranking is written there: question, rank, document, score, separated by tabs.

Examples:
  memoro eval --own
  memoro eval sets/chats --run run.tsv
  memoro eval sets/chats --queries queries.dev.jsonl --mode lexical --json")]
pub(super) struct Eval {
    /// The folder of the set
    #[arg(required_unless_present = "own")]
    dataset: Option<PathBuf>,
    /// Ask for the newest of your own memories by their rarest words instead
    #[arg(long, conflicts_with = "dataset")]
    own: bool,
    /// The file of questions inside it
    #[arg(long, default_value = "queries.jsonl", value_name = "FILE")]
    queries: String,
    /// Which evidence counts
    #[arg(long, value_enum, default_value_t = ModeArg::Hybrid)]
    mode: ModeArg,
    /// How many documents are ranked for each question
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = values::count)]
    limit: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ModeArg {
    /// Words and meaning
    Hybrid,
    /// Words only
    Lexical,
    /// Meaning only
    Vector,
}

#[derive(Serialize)]
struct Measured {
    dataset: String,
    queries: String,
    documents: usize,
    questions: usize,
    recall_at_1: f64,
    recall_at_5: f64,
    recall_at_10: f64,
    mrr_at_10: f64,
}

impl Eval {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let Some(dataset) = self.dataset.clone().filter(|_| !self.own) else { return own(app) };
        let measure = Measure {
            dataset: app.folder().join(&dataset),
            queries: self.queries.clone(),
            mode: match self.mode {
                ModeArg::Hybrid => Mode::Hybrid,
                ModeArg::Lexical => Mode::Lexical,
                ModeArg::Vector => Mode::Vector,
            },
            limit: self.limit,
        };
        let bar = app.out.progress("measuring");
        let (run, measured) = measure.run(&app.measurer()?, |_, done, total| {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
        })?;
        bar.finish_and_clear();
        // For this command the global `--run` names the file of the run.
        if let Some(file) = app.run_file() {
            let mut text = String::new();
            for (question, ranked) in &run {
                for (rank, (document, score)) in (1..).zip(ranked) {
                    let _ = writeln!(text, "{question}\t{rank}\t{document}\t{score:.6}");
                }
            }
            let path = app.folder().join(file);
            std::fs::write(&path, text).map_err(|error| {
                Failure::new(Code::Io, format!("{}: {error}", path.display())).hint("choose another file")
            })?;
        }
        let percent = |share: f64| (share * 10_000.0).round() / 100.0;
        let [one, five, ten] = measured.recall.map(percent);
        let view = Measured {
            dataset: dataset.display().to_string(),
            queries: self.queries,
            documents: measured.documents,
            questions: measured.questions,
            recall_at_1: one,
            recall_at_5: five,
            recall_at_10: ten,
            mrr_at_10: percent(measured.mrr),
        };
        app.out.show(&view, |out| {
            writeln!(
                out,
                "R@1 {one:.2}  R@5 {five:.2}  R@10 {ten:.2}  MRR@10 {:.2}  ({} questions over {} documents)",
                view.mrr_at_10, view.questions, view.documents
            )
        })
    }
}

#[derive(Serialize)]
struct OwnView {
    questions: usize,
    recall_at_1: f64,
    recall_at_5: f64,
    p50_ms: f64,
    p95_ms: f64,
    missed: Vec<Missed>,
}

#[derive(Serialize)]
struct Missed {
    id: String,
    question: String,
}

/// Tells how well the user's own memories are found.
fn own(app: &App) -> Result<()> {
    let workspace = app.workspace(Need::Present)?;
    let caller = app.keeper()?;
    workspace.take_in(&caller)?;
    let bar = app.out.progress("asking");
    let own = workspace.measure_own(&caller, |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    })?;
    bar.finish_and_clear();
    let percent = |share: f64| (share * 10_000.0).round() / 100.0;
    let missed =
        own.missed.iter().map(|(id, question)| Missed { id: id.to_string(), question: question.clone() });
    let view = OwnView {
        questions: own.questions,
        recall_at_1: percent(own.first),
        recall_at_5: percent(own.among_five),
        p50_ms: ms(own.latency.p50),
        p95_ms: ms(own.latency.p95),
        missed: missed.collect(),
    };
    app.out.show(&view, |out| {
        writeln!(
            out,
            "R@1 {:.2}  R@5 {:.2}  p50 {:.2} ms  p95 {:.2} ms  ({} memories asked for by their rarest words)",
            view.recall_at_1, view.recall_at_5, view.p50_ms, view.p95_ms, view.questions
        )?;
        view.missed.iter().try_for_each(|m| writeln!(out, "missed {}: {}", m.id, m.question))
    })?;
    if own.questions == 0 {
        app.out.remark("there is nothing to ask for yet");
        return Err(Failure::told(Code::NotFound));
    }
    Ok(())
}
