//! Measures recall on data sets: words, vectors and both, for every set in one go. A development tool.
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

mod calibrate;
mod knobs;
mod load;
mod measure;
mod mixed;
mod naming;
mod reading;
mod reliable;
mod speed;
mod store;
mod tune;

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
    if let Some(chunks) = after(&args, "--speed") {
        speed::run(chunks.parse()?);
        return Ok(());
    }
    match args.first().map(String::as_str) {
        Some("--reading") => return reading::show_signs(&args[1..]),
        Some("--reading-score") => return reading::score(&args[1..]),
        Some("--reading-wrong") => return reading::wrong(&args[1..]),
        _ => {}
    }
    let data = args.first().context("usage: memoro-evals DATA_FOLDER [SET …] [--with WEIGHT=VALUE …] [--run FOLDER] [--tune ROUNDS] [--leave-out] [--calibrate]")?;
    let run = after(&args, "--run");
    let wanted: Vec<&String> = args.iter().skip(1).take_while(|a| !a.starts_with("--")).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|w| name.starts_with(w.as_str()));
    let mut weights = Weights::LEARNED;
    for (name, value) in args.iter().filter_map(|a| a.split_once('=')) {
        anyhow::ensure!(knobs::set(&mut weights, name, value.parse()?), "there is no weight {name}");
    }
    let model = LocalModel::load();
    let mut benches = Vec::new();
    for (folder, questions, family) in SETS.iter().filter(|(folder, _, _)| is_wanted(folder)) {
        benches.push(open(Path::new(data), (folder, questions, family), &model)?);
    }
    benches.extend(mixed::benches(Path::new(data), &model, is_wanted)?);
    if let Some(rounds) = after(&args, "--tune") {
        weights = learn(&benches, tune::START, rounds.parse()?, args.iter().any(|a| a == "--leave-out"));
    }
    if let Some(path) = after(&args, "--try") {
        return try_each(&benches, weights, path);
    }
    if args.iter().any(|a| a == "--calibrate") {
        calibrate::run(&benches, &weights, &model);
        return Ok(());
    }
    println!("{:34} {:>6}  {:>20} {:>20} {:>20}", "set", "n", "lexical R@1/5/10", "vector", "hybrid");
    for bench in &benches {
        report(bench, &weights);
        if let Some(run) = run {
            write_run(bench, Path::new(run))?;
        }
    }
    Ok(())
}

fn after<'a>(args: &'a [String], name: &str) -> Option<&'a String> {
    args.iter().position(|a| a == name).and_then(|i| args.get(i + 1))
}

/// Learns on all families; if asked, also on all but one, and shows that one.
fn learn(benches: &[Bench], start: Weights, rounds: usize, leave_out: bool) -> Weights {
    if leave_out {
        println!("start");
        for bench in benches {
            report(bench, &start);
        }
        let families: std::collections::BTreeSet<&str> = benches.iter().map(|b| b.family).collect();
        for family in families.iter().filter(|f| !f.starts_with("mixed")) {
            let weights = tune::tune(benches, start, Some(family), rounds);
            println!("left out: {family}: {weights:?}");
            for bench in benches.iter().filter(|b| b.family == *family) {
                report(bench, &weights);
            }
        }
    }
    let weights = tune::tune(benches, start, None, rounds);
    println!("{weights:#?}");
    weights
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

fn report(bench: &Bench, weights: &Weights) {
    let mut line = format!("{:34} {:>6} ", bench.name, bench.asked.len());
    for mode in [Mode::Lexical, Mode::Vector, Mode::Hybrid] {
        let [at1, at5, at10] = measure(bench, mode, weights, 1).percent();
        let _ = write!(line, "    {at1:5.1}/{at5:5.1}/{at10:5.1}");
    }
    println!("{line}");
}

/// Shows both fused for each line of a file of `WEIGHT=VALUE …`.
fn try_each(benches: &[Bench], start: Weights, path: &str) -> Result<()> {
    for line in std::fs::read_to_string(path)?.lines() {
        let mut weights = start;
        for (name, value) in line.split_whitespace().filter_map(|a| a.split_once('=')) {
            anyhow::ensure!(knobs::set(&mut weights, name, value.parse()?), "there is no weight {name}");
        }
        let mut row = format!("{line:44}");
        for bench in benches {
            let [_, at5, at10] = measure(bench, Mode::Hybrid, &weights, 1).percent();
            let _ = write!(row, " {at5:5.2}/{at10:5.2}");
        }
        println!("{row}");
    }
    Ok(())
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
