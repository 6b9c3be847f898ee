//! Prints how fast the embedded model encodes on this machine, one thread. Run it with `--release`;
//! with the argument `once` it encodes a single question, to measure what a cold process pays.
#![expect(clippy::print_stdout, reason = "the example exists to print its figures")]

use memoro_embed::{LocalModel, Quantized, Scratch};
use std::hint::black_box;
use std::time::Instant;

const QUESTION: &str = "where did we decide to deploy the Docker image, ที่ไหน 在哪里";
const WORDS: &[&str] = &[
    "deploy",
    "the",
    "docker",
    "image",
    "yesterday",
    "Melanie",
    "painted",
    "a",
    "sunrise",
    "and",
    "database",
    "connection",
    "was",
    "refused",
    "because",
    "password",
    "expired",
    "ฉันชอบกินข้าวผัดกะเพรา",
    "เมื่อวานนี้",
    "ประชุมทีม",
    "我喜欢周末去博物馆看展览",
    "数据库",
    "部署",
    "configuration",
    "preferences",
];

fn main() {
    let start = Instant::now();
    let model = LocalModel::load();
    let loaded = start.elapsed();
    black_box(model.embed_i8(QUESTION));
    println!("load {loaded:?}, with the first question {:?}", start.elapsed());
    if std::env::args().nth(1).as_deref() == Some("once") {
        return;
    }
    for (name, words) in
        [("mixed", WORDS), ("english", &WORDS[..17]), ("thai", &WORDS[17..20]), ("chinese", &WORDS[20..23])]
    {
        measure(&model, name, words);
    }
}

fn measure(model: &LocalModel, name: &str, words: &[&str]) {
    let texts: Vec<String> = (0..2_000).map(|seed| text(model, words, seed)).collect();
    let bytes: usize = texts.iter().map(String::len).sum();
    let mut scratch = Scratch::default();
    let mut out = Quantized::default();
    let best = (0..5).map(|_| {
        let start = Instant::now();
        for text in &texts {
            model.embed_i8_with(&mut scratch, text, &mut out);
            black_box(&out);
        }
        start.elapsed().as_secs_f64()
    });
    let best = best.fold(f64::INFINITY, f64::min);
    #[expect(clippy::cast_precision_loss, reason = "small counts")]
    let (chunks, megabytes) = (texts.len() as f64, bytes as f64 / 1e6);
    let (rate, speed) = (chunks / best, megabytes / best);
    println!("{name}: {rate:.0} chunks of 100 pieces a second, {speed:.1} MB/s");
}

/// Returns a text of about 100 pieces; the same seed gives the same text.
fn text(model: &LocalModel, words: &[&str], seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut text = String::new();
    while model.piece_ids(&text).len() < 100 {
        for _ in 0..4 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let pick = usize::try_from(state % words.len() as u64).unwrap_or_default();
            text.push_str(words[pick]);
            text.push(' ');
        }
    }
    text
}
