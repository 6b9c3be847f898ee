//! Measures recall on a set: `cargo run --release --example eval -- FOLDER [QUERIES] [MODE]`.

use memoro_engine::{Caller, Eval, Mode};

#[expect(clippy::print_stdout, reason = "a program prints its result")]
fn main() {
    let mut args = std::env::args().skip(1);
    let dataset = args.next().expect("a folder").into();
    let queries = args.next().unwrap_or_else(|| "queries.jsonl".into());
    let mode = match args.next().as_deref() {
        Some("lexical") => Mode::Lexical,
        Some("vector") => Mode::Vector,
        _ => Mode::Hybrid,
    };
    let eval = Eval { dataset, queries, mode, limit: 50 };
    let started = std::time::Instant::now();
    let (_, m) =
        eval.run(&Caller::user(jiff::Timestamp::now()), |_, _, _| ()).expect("the set can be measured");
    let [one, five, ten] = m.recall.map(|r| r * 100.0);
    println!(
        "R@1 {one:.2} R@5 {five:.2} R@10 {ten:.2} mrr {:.3} n {} docs {} in {:?}",
        m.mrr,
        m.questions,
        m.documents,
        started.elapsed()
    );
}
