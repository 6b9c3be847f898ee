//! Measures how long it takes to understand a message, on the utterances that the rules are tested with.
//!
//! `cargo run --release -p memoro-benches --bin understand`
#![allow(clippy::print_stdout, reason = "a program that prints a report")]

use std::time::Instant;

use memoro_engine::understand;

const UTTERANCES: &str = include_str!("../../../crates/memoro-core/tests/data/utterances.tsv");

fn main() {
    let texts: Vec<String> = UTTERANCES
        .lines()
        .skip(1)
        .filter_map(|row| row.split('\t').nth(3))
        .map(|text| text.replace("\\n", "\n"))
        .collect();
    let mut times: Vec<f64> = Vec::new();
    for round in 0..3 {
        for text in &texts {
            let start = Instant::now();
            std::hint::black_box(understand(std::hint::black_box(text)));
            if round > 0 {
                times.push(start.elapsed().as_secs_f64() * 1e6);
            }
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| times.get((times.len() - 1) * percent / 100).copied().unwrap_or(f64::NAN);
    println!("{} messages, µs each: p50 {:.0}, p95 {:.0}, p99 {:.0}", texts.len(), at(50), at(95), at(99));
}
