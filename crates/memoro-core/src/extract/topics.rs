//! What a conversation is about: the names and words that it comes back to.

use std::collections::BTreeMap;

use super::Said;
use crate::text::{Kind as TokenKind, Script, is_stop, tokenize};

/// How often a word must be said to be a topic.
const OFTEN: u32 = 2;

/// Returns the words that a conversation comes back to, the most frequent first; names count double.
pub fn topics(turns: &[Said<'_>], most: usize) -> Vec<String> {
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    let mut place = 0;
    for said in turns {
        tokenize(said.text, &mut |token| {
            let latin = token.script == Script::Latin && token.text.len() >= 3;
            if token.kind != TokenKind::Word || is_stop(token.text) || !latin {
                return;
            }
            place += 1;
            let raw = said.text.get(token.start..token.end).unwrap_or_default();
            let name = raw.chars().next().is_some_and(char::is_uppercase);
            let entry = seen.entry(token.text.to_owned());
            let word = entry.or_insert(Seen { count: 0, weight: 0, place, raw: raw.to_owned() });
            word.count += 1;
            word.weight += if name { 2 } else { 1 };
        });
    }
    let mut found: Vec<Seen> = seen.into_values().filter(|word| word.count >= OFTEN).collect();
    found.sort_by(|a, b| b.weight.cmp(&a.weight).then(a.place.cmp(&b.place)));
    let mut names: Vec<String> = Vec::new();
    for word in found {
        if names.len() < most && !names.iter().any(|name| name.eq_ignore_ascii_case(&word.raw)) {
            names.push(word.raw);
        }
    }
    names
}

/// A word and how often it was said.
struct Seen {
    count: u32,
    weight: u32,
    place: usize,
    raw: String,
}
