//! From the words that name a memory to the memory: all of them must be in it, and in no other.

use std::collections::BTreeSet;

use memoro_core::Memory;
use memoro_core::text::{Term, tokenize};
use memoro_core::trigger::canonical_key;

/// The least share of the words that a memory must hold to be meant at all.
const LEAST: f64 = 0.6;

/// From this share on a memory competes with one that holds all words.
const RIVAL: f64 = 0.8;

/// What words mean among memories.
#[derive(Debug, PartialEq)]
pub(super) enum Meant {
    /// Nothing.
    None,
    /// This one.
    One(usize),
    /// Several.
    Several(Vec<usize>),
}

/// Finds the memory that the words name.
pub(super) fn meant(words: &str, memories: &[&Memory]) -> Meant {
    let terms = terms(words);
    if terms.is_empty() {
        return Meant::None;
    }
    let mut scored: Vec<(f64, usize)> = memories
        .iter()
        .enumerate()
        .map(|(at, memory)| (share(&terms, memory), at))
        .filter(|(share, _)| *share >= LEAST)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    match scored.as_slice() {
        [] => Meant::None,
        [(_, at)] => Meant::One(*at),
        [(best, at), (second, _), ..] if *best > 0.999 && *second < RIVAL => Meant::One(*at),
        all => Meant::Several(all.iter().map(|(_, at)| *at).collect()),
    }
}

/// Finds the memories whose key is the typed one, or another name of it.
pub(super) fn under<'a>(key: &str, memories: &[&'a Memory]) -> Vec<&'a Memory> {
    let exact: Vec<&Memory> = memories.iter().copied().filter(|m| m.key.as_str() == key).collect();
    if !exact.is_empty() {
        return exact;
    }
    let canonical = canonical_key(key);
    memories.iter().copied().filter(|m| canonical_key(m.key.as_str()) == canonical).collect()
}

fn share(wanted: &BTreeSet<Term>, memory: &Memory) -> f64 {
    let key = memory.key.as_str().replace(['.', '_', '/'], " ");
    let held = terms(&format!("{key} \n {}", memory.content.text()));
    let found = wanted.iter().filter(|term| held.contains(term)).count();
    #[expect(clippy::cast_precision_loss, reason = "a sentence has few words")]
    let share = found as f64 / wanted.len() as f64;
    share
}

fn terms(text: &str) -> BTreeSet<Term> {
    let mut terms = BTreeSet::new();
    tokenize(text, &mut |token| {
        if token.is_indexed() && token.counts() {
            terms.insert(token.term());
        }
    });
    terms
}
