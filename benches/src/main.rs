//! Measures search on generated text: speed, memory and disk of Memoro's index, beside a sqlite-vec + FTS5 design on
//! the same text in the same run. Each part runs in a process of its own, so that their memory can be told apart.
//!
//! `cargo run --release -p memoro-benches -- [CHUNKS …] [--questions N] [--no-baseline]`, 10,000 and 100,000 chunks
//! by default.
#![allow(clippy::print_stdout, reason = "a program that prints a report")]
#![allow(clippy::cast_precision_loss, reason = "figures for people")]

mod baseline;
mod generate;
mod lexical;
mod measure;
mod ours;

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["part", "build", path, chunks, _] => ours::build(Path::new(path), chunks.parse()?),
        ["part", "query", path, chunks, questions] => {
            ours::query(Path::new(path), chunks.parse()?, questions.parse()?)
        }
        ["part", "cold", path, _, text] => ours::cold(Path::new(path), text),
        ["part", "lexical", path, chunks, questions] => {
            lexical::compare(Path::new(path), chunks.parse()?, questions.parse()?)
        }
        ["part", "baseline-build", path, chunks, _] => baseline::build(Path::new(path), chunks.parse()?),
        ["part", "baseline-query", path, chunks, questions] => {
            baseline::query(Path::new(path), chunks.parse()?, questions.parse()?)
        }
        _ => report(&args),
    }
}

fn report(args: &[String]) -> Result<()> {
    let (mut sizes, mut questions, mut with_baseline) = (Vec::new(), 1_000u32, true);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--questions" => questions = args.next().context("--questions needs a number")?.parse()?,
            "--no-baseline" => with_baseline = false,
            size => sizes.push(size.parse().with_context(|| format!("`{size}` is no number of chunks"))?),
        }
    }
    if sizes.is_empty() {
        sizes = vec![10_000, 100_000];
    }
    let folder = tempfile::tempdir()?;
    for chunks in sizes {
        measure_size(folder.path(), chunks, questions, with_baseline)?;
    }
    Ok(())
}

fn measure_size(folder: &Path, chunks: u32, questions: u32, with_baseline: bool) -> Result<()> {
    println!("\n{chunks} chunks");
    let store = folder.join(format!("ours-{chunks}.db"));
    part("build", &store, chunks, "")?;
    let ours = part("query", &store, chunks, &questions.to_string())?;
    cold(&store, chunks)?;
    if with_baseline {
        part("lexical", &store, chunks, &questions.to_string())?;
        let other = folder.join(format!("baseline-{chunks}.db"));
        part("baseline-build", &other, chunks, "")?;
        let theirs = part("baseline-query", &other, chunks, &questions.to_string())?;
        let (p50, and, or) = (value(&ours, "p50=")?, value(&theirs, "and=")?, value(&theirs, "or=")?);
        println!("ratio       {:.1} x faster at p50 than AND, {:.1} x than OR", and / p50, or / p50);
        std::fs::remove_file(other)?;
    }
    Ok(std::fs::remove_file(store)?)
}

/// Runs the middle one of a few cold starts.
fn cold(store: &Path, chunks: u32) -> Result<()> {
    let generator = generate::Generator::new(chunks);
    let mut runs = Vec::new();
    for number in 0..9 {
        let out = quiet("cold", store, chunks, &generator.question(number).text)?;
        runs.push((value(&out, "cold=")?, value(&out, "open=")?));
    }
    runs.sort_by(|a, b| a.0.total_cmp(&b.0));
    println!(
        "cold        {:.1} ms of CPU for one question in a fresh process (open {:.1}), {:.1} at most",
        runs[4].0, runs[4].1, runs[8].0
    );
    Ok(())
}

fn part(name: &str, path: &Path, chunks: u32, last: &str) -> Result<String> {
    let out = quiet(name, path, chunks, last)?;
    for line in out.lines().filter(|line| !line.contains('=')) {
        println!("{line}");
    }
    Ok(out)
}

fn quiet(name: &str, path: &Path, chunks: u32, last: &str) -> Result<String> {
    let program = std::env::current_exe()?;
    let out =
        Command::new(program).args(["part", name]).arg(path).arg(chunks.to_string()).arg(last).output()?;
    if !out.status.success() {
        bail!("{name} failed: {}", String::from_utf8_lossy(&out.stderr));
    }
    Ok(String::from_utf8(out.stdout)?)
}

fn value(out: &str, name: &str) -> Result<f64> {
    let word = out.split_whitespace().find_map(|word| word.strip_prefix(name));
    Ok(word.with_context(|| format!("no {name} in the part's output"))?.parse()?)
}
