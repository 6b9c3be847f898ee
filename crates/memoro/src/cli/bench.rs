//! `memoro bench`: how fast this machine indexes and answers, on generated text in a temporary workspace.

use std::io::Write as _;
use std::time::Duration;

use clap::Args;
use memoro_engine::{Bench as Measured, Conversations, Replay};
use serde::Serialize;

use super::app::App;
use crate::error::Result;

/// Measure latency, throughput and memory on this machine
#[derive(Debug, Args)]
#[command(after_help = "\
The text is generated: English, Thai and Chinese, 60 words a chunk. Nothing is left behind.

Examples:
  memoro bench
  memoro bench --chunks 100000 --json
  memoro bench --conversations 500
  memoro bench --replay 365")]
pub(super) struct Bench {
    /// How many chunks are indexed
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2_000_000))]
    chunks: u32,
    /// Measure instead how fast conversations are parsed and indexed, on transcripts of so many megabytes
    #[arg(long, value_name = "MB", conflicts_with = "chunks", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    conversations: Option<u64>,
    /// Measure instead how long the jobs take over so many days of four conversations each
    #[arg(long, value_name = "DAYS", conflicts_with_all = ["chunks", "conversations"], value_parser = clap::value_parser!(u16).range(1..=3_650))]
    replay: Option<u16>,
}

#[derive(Serialize)]
struct TalkView {
    parsed: Vec<ParsedView>,
    turns_indexed: u64,
    indexing_ms: f64,
    turns_per_second: f64,
    peak_memory_bytes: Option<u64>,
}

#[derive(Serialize)]
struct ParsedView {
    format: &'static str,
    bytes: u64,
    turns: u64,
    parsing_ms: f64,
    megabytes_per_second: f64,
}

#[derive(Serialize)]
struct ReplayView {
    days: usize,
    sessions: usize,
    decisions: usize,
    weeks: usize,
    took_ms: f64,
    memory_lines: usize,
    violations: usize,
    in_files: usize,
    twice: usize,
    asked: usize,
    lost: usize,
}

#[derive(Serialize)]
struct View {
    chunks: u64,
    questions: usize,
    indexing_ms: f64,
    chunks_per_second: f64,
    cold_ms: f64,
    p50_ms: f64,
    p95_ms: f64,
    text_bytes: u64,
    store_bytes: u64,
    peak_memory_bytes: Option<u64>,
}

impl Bench {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        if let Some(megabytes) = self.conversations {
            return conversations(app, megabytes);
        }
        if let Some(days) = self.replay {
            return replay(app, usize::from(days));
        }
        let bar = app.out.progress("measuring");
        let measured = Measured::run(self.chunks as usize, &app.keeper()?, |_, done, total| {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
        })?;
        bar.finish_and_clear();
        let view = View::from(&measured);
        app.out.show(&view, |out| human(out, &view))
    }
}

#[expect(clippy::cast_precision_loss, reason = "a rate needs no more than its first digits")]
fn rate(count: u64, time: Duration) -> f64 {
    (count as f64 / time.as_secs_f64().max(1e-9)).round()
}

fn conversations(app: &App, megabytes: u64) -> Result<()> {
    let bar = app.out.progress("measuring");
    let measured = Conversations::run(megabytes, &app.keeper()?, |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    })?;
    bar.finish_and_clear();
    let parsed = |(format, bytes, turns, time): &(&'static str, u64, u64, Duration)| ParsedView {
        format,
        bytes: *bytes,
        turns: *turns,
        parsing_ms: ms(*time),
        megabytes_per_second: rate(*bytes / 1_000, *time) / 1e3,
    };
    let view = TalkView {
        parsed: measured.parsed.iter().map(parsed).collect(),
        turns_indexed: measured.indexed,
        indexing_ms: ms(measured.indexing),
        turns_per_second: rate(measured.indexed, measured.indexing),
        peak_memory_bytes: measured.peak_memory,
    };
    app.out.show(&view, |out| {
        for one in &view.parsed {
            let (format, turns) = (one.format, one.turns);
            writeln!(out, "parsing    {format}: {turns} turns, {:.0} MB/s", one.megabytes_per_second)?;
        }
        let (turns, rate) = (view.turns_indexed, view.turns_per_second);
        writeln!(out, "indexing   {turns} turns with embeddings, {rate:.0} a second")?;
        match view.peak_memory_bytes {
            Some(bytes) => writeln!(out, "memory     {} MiB at most", bytes / (1024 * 1024)),
            None => Ok(()),
        }
    })
}

fn replay(app: &App, days: usize) -> Result<()> {
    let bar = app.out.progress("replaying");
    let done = Replay::run(days, &app.keeper()?, |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    })?;
    bar.finish_and_clear();
    let Replay {
        days,
        sessions,
        decisions,
        weeks,
        took,
        memory_lines,
        violations,
        in_files,
        twice,
        asked,
        lost,
    } = done;
    let (took_ms, lost) = (ms(took), lost.len());
    let view = ReplayView {
        days,
        sessions,
        decisions,
        weeks,
        took_ms,
        memory_lines,
        violations,
        in_files,
        twice,
        asked,
        lost,
    };
    app.out.show(&view, |out| {
        writeln!(out, "replay     {days} days, {sessions} conversations, {weeks} weeks in {:.1} s", took_ms / 1e3)?;
        writeln!(out, "MEMORY.md  {memory_lines} lines at most; {violations} files are too long")?;
        writeln!(out, "decisions  {decisions} settled, {in_files} in files, {twice} ids twice, {lost} of {asked} not found")
    })
}

impl From<&Measured> for View {
    fn from(measured: &Measured) -> Self {
        Self {
            chunks: measured.chunks,
            questions: measured.questions,
            indexing_ms: ms(measured.indexing),
            chunks_per_second: rate(measured.chunks, measured.indexing),
            cold_ms: ms(measured.cold),
            p50_ms: ms(measured.latency.p50),
            p95_ms: ms(measured.latency.p95),
            text_bytes: measured.text_bytes,
            store_bytes: measured.store_bytes,
            peak_memory_bytes: measured.peak_memory,
        }
    }
}

/// Returns milliseconds with three digits behind the point.
pub(super) fn ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

fn human(out: &mut Vec<u8>, view: &View) -> std::io::Result<()> {
    writeln!(
        out,
        "indexing   {} chunks in {:.0} ms, {:.0} a second",
        view.chunks, view.indexing_ms, view.chunks_per_second
    )?;
    writeln!(
        out,
        "answering  p50 {:.2} ms, p95 {:.2} ms over {} questions; the first {:.2} ms",
        view.p50_ms, view.p95_ms, view.questions, view.cold_ms
    )?;
    writeln!(out, "disk       {} KiB for {} KiB of text", view.store_bytes / 1024, view.text_bytes / 1024)?;
    match view.peak_memory_bytes {
        Some(bytes) => writeln!(out, "memory     {} MiB at most", bytes / (1024 * 1024)),
        None => Ok(()),
    }
}
