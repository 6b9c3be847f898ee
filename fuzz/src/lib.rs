//! Broken input for everything that reads what others wrote: seeds are cut, spliced, repeated and flipped, the same
//! way for the same number, and no target may panic, be slow, or break what it promises.

mod mutate;
mod targets;

use std::time::{Duration, Instant};

pub use mutate::Mutator;
pub use targets::{TARGETS, Target};

/// The longest that one input may take. Inputs are at most 4 KiB; a shared machine may take its time.
const SLOW: Duration = Duration::from_secs(2);

/// Runs a target on so many inputs and returns the slowest time.
///
/// # Errors
/// Returns the number of the input that was too slow; a panic of the target goes through.
pub fn run(target: &Target, executions: u64, seed: u64) -> Result<Duration, String> {
    let mut mutator = Mutator::new(target.seeds, seed);
    let mut slowest = Duration::ZERO;
    for number in 0..executions {
        let input = mutator.next();
        let begun = Instant::now();
        let told = Told { target: target.name, seed, number };
        (target.run)(&input);
        std::mem::forget(told);
        slowest = slowest.max(begun.elapsed());
        if slowest > SLOW {
            return Err(format!("{}: input {number} of seed {seed} took {slowest:?}", target.name));
        }
    }
    Ok(slowest)
}

/// What a hostile input consists of: one of these, again and again.
pub const REPEATED: &[&str] = &[
    "1.",
    "1. ",
    "a.a.",
    "ก.ก.",
    "a",
    "ก",
    "中",
    "(",
    "[",
    "{",
    "<a>",
    "\"",
    "“",
    "「",
    "'",
    "`",
    "```\n",
    "- ",
    "# a\n",
    "> ",
    "| ",
    "|a",
    "\\",
    "/x",
    "://",
    "a@b.",
    "&lt;",
    "%20",
    ",",
    ", ",
    "，",
    "；",
    "and ",
    "และ",
    "和",
    "no wait, ",
    "remember that ",
    "จำไว้ว่า",
    "记住",
    "not ",
    "ไม่",
    "不",
    "2026-11-15 ",
    "10:00 ",
    "sk-",
    "4111 ",
    "key:",
    "key: ",
    "keys: ",
    "token: ",
    "note: ",
    "# a: ",
    "- id: x\n",
    "&amp;",
    "\"a\": ",
    "x.\"",
    "\n",
    " ",
    "\t",
    "\u{200b}",
    "\u{202e}",
    "?",
    "! ",
    "=",
    "-",
    "decided: ",
    "we decided ",
    "我们决定",
    "ตกลงว่า",
    "eyJ",
    "step 1: ",
    "k: v\n",
    "[a]: b\n",
];

/// Feeds a target with one piece again and again, up to 8 and 32 KiB, and returns how long each took at best.
pub fn repeat(target: &Target, piece: &str) -> [Duration; 2] {
    [8, 32].map(|kib| {
        let input = piece.repeat(kib * 1024 / piece.len());
        let one = || {
            let begun = Instant::now();
            (target.run)(input.as_bytes());
            begun.elapsed()
        };
        let first = one();
        // What is quick at once needs no second reading.
        if first < Duration::from_millis(30) { first } else { first.min(one()).min(one()) }
    })
}

/// Returns how many inputs a target gets: `MEMORO_FUZZ`, or so many.
pub fn inputs(usual: u64) -> u64 {
    std::env::var("MEMORO_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Names the input while a panic passes.
struct Told {
    target: &'static str,
    seed: u64,
    number: u64,
}

impl Drop for Told {
    fn drop(&mut self) {
        eprintln!("target {}, seed {}, input {}", self.target, self.seed, self.number);
    }
}
