//! Measures recall on data sets: words, vectors and both, for every set in one go. A development tool.
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

mod load;
mod measure;
mod store;

use anyhow::{Context, Result};
use measure::{Bench, Mode, answer, measure};
use memoro_core::fusion::{Ranker, Weights};
use memoro_embed::LocalModel;
use std::fmt::Write as _;
use std::path::Path;

/// Folder, questions and family of each development set.
const SETS: &[(&str, &str, &str)] = &[
    ("locomo-dev", "queries.jsonl", "locomo"),
    ("lme", "queries.h50.dev.jsonl", "lme"),
    ("lme", "queries.dev.jsonl", "lme"),
    ("memdaily-dev", "queries.jsonl", "memdaily"),
    ("xquad-en-en", "queries.jsonl", "passages"),
    ("xquad-th-th", "queries.jsonl", "passages"),
    ("xquad-zh-zh", "queries.jsonl", "passages"),
    ("cmrc2018-dev", "queries.jsonl", "passages"),
    ("drcd-dev", "queries.jsonl", "passages"),
    ("iapp", "queries.dev.jsonl", "passages"),
    ("xquad-th-en", "queries.jsonl", "cross"),
    ("xquad-zh-en", "queries.jsonl", "cross"),
    ("tatoeba-th-en", "queries.jsonl", "cross"),
    ("tatoeba-zh-en", "queries.jsonl", "cross"),
];

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let data = args.first().context("usage: memoro-evals DATA_FOLDER [SET …] [--run FOLDER]")?;
    let run = args.iter().position(|a| a == "--run").and_then(|i| args.get(i + 1));
    let wanted: Vec<&String> = args.iter().skip(1).take_while(|a| !a.starts_with("--")).collect();
    let model = LocalModel::load();
    println!("{:34} {:>6}  {:>20} {:>20} {:>20}", "set", "n", "lexical R@1/5/10", "vector", "hybrid");
    for (folder, questions, family) in SETS {
        if !wanted.is_empty() && !wanted.iter().any(|w| folder.starts_with(w.as_str())) {
            continue;
        }
        let bench = open(Path::new(data), (folder, questions, family), &model)?;
        report(&bench);
        if let Some(run) = run {
            write_run(&bench, Path::new(run))?;
        }
    }
    Ok(())
}

fn open(
    data: &Path,
    (folder, questions, family): (&str, &str, &'static str),
    model: &LocalModel,
) -> Result<Bench> {
    let (docs, questions_read) = load::load(&data.join(folder), questions)?;
    let set = store::Set::build(&docs, model);
    let (asked, filters) = set.ask(&questions_read, model);
    let short = questions.trim_start_matches("queries").trim_end_matches(".jsonl").trim_matches('.');
    let name = if short.is_empty() { folder.to_owned() } else { format!("{folder} {short}") };
    Ok(Bench { name, family, set, asked, filters })
}

fn report(bench: &Bench) {
    let mut line = format!("{:34} {:>6} ", bench.name, bench.asked.len());
    for mode in [Mode::Lexical, Mode::Vector, Mode::Hybrid] {
        let [at1, at5, at10] = measure(bench, mode, &Weights::LEARNED, 1).percent();
        let _ = write!(line, "    {at1:5.1}/{at5:5.1}/{at10:5.1}");
    }
    println!("{line}");
}

/// Writes a run file in the form that the evaluation script reads.
fn write_run(bench: &Bench, folder: &Path) -> Result<()> {
    let mut out = String::new();
    let mut ranker = Ranker::default();
    for asked in &bench.asked {
        for (rank, (doc, score)) in answer(bench, asked, Mode::Hybrid, &mut ranker).into_iter().enumerate() {
            writeln!(out, "{}\t{}\t{}\t{score:.6}", asked.id, rank + 1, bench.set.ids[doc])?;
        }
    }
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(format!("{}.tsv", bench.name.replace(' ', "."))), out)?;
    Ok(())
}
