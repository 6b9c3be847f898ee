//! `memoro bench`: how fast this machine indexes and answers, on generated text in a temporary workspace.

use std::io::Write as _;
use std::time::Duration;

use clap::Args;
use memoro_engine::Bench as Measured;
use serde::Serialize;

use super::app::App;
use crate::error::Result;

/// Measure latency, throughput and memory on this machine
#[derive(Debug, Args)]
#[command(after_help = "\
The text is generated: English, Thai and Chinese, 60 words a chunk. Nothing is left behind.

Examples:
  memoro bench
  memoro bench --chunks 100000 --json")]
pub(super) struct Bench {
    /// How many chunks are indexed
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2_000_000))]
    chunks: u32,
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
        let bar = app.out.progress("measuring");
        let measured = Measured::run(self.chunks as usize, &app.caller()?, |_, done, total| {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
        })?;
        bar.finish_and_clear();
        let view = View::from(&measured);
        app.out.show(&view, |out| human(out, &view))
    }
}

impl From<&Measured> for View {
    fn from(measured: &Measured) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "a rate needs no more than its first digits")]
        let rate = measured.chunks as f64 / measured.indexing.as_secs_f64().max(1e-9);
        Self {
            chunks: measured.chunks,
            questions: measured.questions,
            indexing_ms: ms(measured.indexing),
            chunks_per_second: rate.round(),
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
