//! Prints how fast the embedded model encodes on this machine, one thread. Run it with `--release`;
//! with the argument `once` it encodes a single question, to measure what a cold process pays (`perf stat`).
#![expect(clippy::print_stdout, reason = "the example exists to print its figures")]

use memoro_embed::{LocalModel, Quantized, Scratch};
use serde_json::Value;
use std::hint::black_box;
use std::time::Instant;

const QUESTION: &str = "where did we decide to deploy the Docker image, ที่ไหน 在哪里";
/// Texts of many kinds and languages, from which the chunks are cut.
const TEXTS: &str = include_str!("../tests/data/test_vectors.json");

fn main() {
    let start = Instant::now();
    let model = LocalModel::load();
    let loaded = start.elapsed();
    black_box(model.embed_i8(QUESTION));
    println!("load {loaded:?}, with the first question {:?}", start.elapsed());
    if std::env::args().nth(1).as_deref() == Some("once") {
        return;
    }
    let texts: Vec<Value> = serde_json::from_str(TEXTS).expect("the test vectors are JSON");
    let texts: Vec<&str> = texts.iter().filter_map(|vector| vector["text"].as_str()).collect();
    let with = |from: char, to: char| -> Vec<&str> {
        let wanted = |text: &&&str| {
            text.chars().filter(|c| (from..=to).contains(c)).count() * 2 > text.chars().count()
        };
        texts.iter().filter(wanted).copied().collect()
    };
    measure(&model, "mixed", &texts);
    measure(&model, "english", &with('a', 'z'));
    measure(&model, "thai", &with('\u{E00}', '\u{E7F}'));
    measure(&model, "chinese", &with('\u{4E00}', '\u{9FFF}'));
}

fn measure(model: &LocalModel, name: &str, texts: &[&str]) {
    let chunks: Vec<String> = (0..2_000).map(|seed| chunk(model, texts, seed)).collect();
    let bytes: usize = chunks.iter().map(String::len).sum();
    let mut scratch = Scratch::default();
    let mut out = Quantized::default();
    // The best of many short rounds, so that other work on the machine counts little.
    let mut round = |part: &[String]| {
        let start = Instant::now();
        for chunk in part {
            model.embed_i8_with(&mut scratch, chunk, &mut out);
            black_box(&out);
        }
        start.elapsed().as_secs_f64()
    };
    let best_of = |part| (0..20).map(|_| round(part)).fold(f64::INFINITY, f64::min);
    let best: f64 = chunks.chunks(100).map(best_of).sum();
    #[expect(clippy::cast_precision_loss, reason = "small counts")]
    let (count, megabytes) = (chunks.len() as f64, bytes as f64 / 1e6);
    let (rate, speed) = (count / best, megabytes / best);
    println!("{name}: {rate:.0} chunks of 100 pieces a second, {speed:.1} MB/s");
}

/// Returns a text of 100 pieces or a few more, put together from parts of texts; the same seed gives the same.
fn chunk(model: &LocalModel, texts: &[&str], seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut draw = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below.max(1) as u64).unwrap_or_default()
    };
    let mut chunk = String::new();
    while model.piece_ids(&chunk).len() < 100 {
        let text = texts[draw(texts.len())];
        let from = draw(text.chars().count());
        chunk.extend(text.chars().skip(from).take(20));
        chunk.push(' ');
    }
    chunk
}
