//! How often the router is right, on sentences in three languages. Half of them, chosen by a hash of their text,
//! were never looked at while the rules were written.

use jiff::civil::Date;
use memoro_core::Layer;
use memoro_core::route::{Arriving, layer};

const SENTENCES: &str = include_str!("data/router.tsv");

struct Sentence {
    language: &'static str,
    layer: Layer,
    text: &'static str,
}

fn sentences() -> Vec<Sentence> {
    let read = |line: &'static str| {
        let mut fields = line.split('\t');
        let mut next = || fields.next().unwrap();
        Sentence { language: next(), layer: next().parse().unwrap(), text: next() }
    };
    SENTENCES.lines().map(read).collect()
}

fn is_unseen(text: &str) -> bool {
    blake3::hash(text.as_bytes()).as_bytes()[0] & 1 == 1
}

fn arriving(text: &str) -> Arriving<'_> {
    Arriving { text, layer: None, concepts: &[], today: Date::constant(2026, 11, 15) }
}

fn accuracy(sentences: &[&Sentence]) -> f64 {
    let right = sentences.iter().filter(|s| layer(&arriving(s.text)).0 == s.layer).count();
    f64::from(u32::try_from(right).unwrap()) / f64::from(u32::try_from(sentences.len()).unwrap())
}

#[test]
fn the_router_is_right_on_sentences_it_was_not_made_for() {
    let all = sentences();
    let (unseen, seen): (Vec<_>, Vec<_>) = all.iter().partition(|s| is_unseen(s.text));
    if std::env::var_os("SHOW").is_some() {
        for s in &all {
            let (found, because) = layer(&arriving(s.text));
            if found != s.layer {
                println!("{}\twant {}\tgot {found} ({because})\t{}", s.language, s.layer, s.text);
            }
        }
    }
    for language in ["en", "th", "zh"] {
        let of: Vec<_> = unseen.iter().copied().filter(|s| s.language == language).collect();
        let seen_of: Vec<_> = seen.iter().copied().filter(|s| s.language == language).collect();
        println!("{language}: seen {:.3}, unseen {:.3} of {}", accuracy(&seen_of), accuracy(&of), of.len());
    }
    println!(
        "seen {:.3} of {}, unseen {:.3} of {}",
        accuracy(&seen),
        seen.len(),
        accuracy(&unseen),
        unseen.len()
    );
    assert!(accuracy(&seen) >= 0.95);
    assert!(accuracy(&unseen) >= 0.95);
}
