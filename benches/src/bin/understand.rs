//! Measures how long it takes to understand a message, on the utterances that the rules are tested with, and on long ones made
//! of them. Each is read several times and the quickest counts: what else the machine does is no part of it.
//!
//! `cargo run --release -p memoro-benches --bin understand`
#![allow(clippy::print_stdout, reason = "a program that prints a report")]

use std::time::Instant;

use memoro_engine::understand;

const UTTERANCES: &str = include_str!("../../../crates/memoro-core/tests/data/utterances.tsv");
/// How often each message is read, after a first time that does not count.
const ROUNDS: usize = 5;
/// The letters of a long message.
const LONG: usize = 10_000;

fn main() {
    let rows: Vec<(&str, String)> = UTTERANCES
        .lines()
        .skip(1)
        .filter_map(|row| row.split('\t').nth(1).zip(row.split('\t').nth(3)))
        .map(|(tongue, text)| (tongue, text.replace("\\n", "\n")))
        .collect();
    let mut tongues: Vec<&str> = rows.iter().map(|(tongue, _)| *tongue).collect();
    tongues.sort_unstable();
    tongues.dedup();
    let of = |tongue: &str| -> Vec<&str> {
        rows.iter().filter(|(of, _)| *of == tongue).map(|(_, text)| text.as_str()).collect()
    };
    report("all", &rows.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>());
    for tongue in &tongues {
        report(tongue, &of(tongue));
    }
    for tongue in &tongues {
        for between in ["\n", " "] {
            let long: String = of(tongue).join(between).chars().take(LONG).collect();
            let name = if between == "\n" { "long, many lines" } else { "long, one line" };
            report(&format!("{tongue} {name}"), &[&long]);
        }
    }
}

fn report(name: &str, texts: &[&str]) {
    let mut least = vec![f64::INFINITY; texts.len()];
    for round in 0..=ROUNDS {
        for (least, text) in least.iter_mut().zip(texts) {
            let start = Instant::now();
            std::hint::black_box(understand(std::hint::black_box(text)));
            if round > 0 {
                *least = least.min(start.elapsed().as_secs_f64() * 1e6);
            }
        }
    }
    least.sort_by(f64::total_cmp);
    let at =
        |percent: usize| least.get((least.len().max(1) - 1) * percent / 100).copied().unwrap_or(f64::NAN);
    println!(
        "{name}: {} messages, µs each: p50 {:.0}, p95 {:.0}, p99 {:.0}",
        texts.len(),
        at(50),
        at(95),
        at(99)
    );
}
