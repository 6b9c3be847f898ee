//! A sentence as a row of units that can be laid beside another: Latin words and numbers whole, letters of
//! scripts without spaces one by one. Function words and marks are left out.

pub(super) use crate::text::is_thai;
use crate::text::{is_stop, normalised};

/// One unit: a word, or a letter of a script without spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit {
    /// The folded text.
    pub(super) text: String,
    /// What it is.
    pub(super) kind: UnitKind,
}

/// What a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnitKind {
    /// A Latin word.
    Word,
    /// A Latin word written as a name, or any Latin word inside another script.
    Name,
    /// A number in digits.
    Number,
    /// A Thai letter.
    Thai,
    /// A Han letter.
    Han,
}

/// Cuts a text into units.
pub(super) fn units(text: &str) -> Vec<Unit> {
    let foreign = text.chars().any(|c| is_thai(c) || is_han(c));
    let mut units = Vec::new();
    let mut word = String::new();
    let mut opens = true;
    for c in text.chars().chain(std::iter::once(' ')) {
        let joint = matches!(c, '.' | ',' | ':' | '\'' | '-' | '_' | '’') && !word.is_empty();
        if c.is_alphanumeric() && !is_thai(c) && !is_han(c) || joint {
            word.push(c);
            continue;
        }
        push_word(&mut units, &word, foreign, opens);
        opens = opens && word.is_empty();
        word.clear();
        if is_thai(c) {
            units.push(Unit { text: c.to_string(), kind: UnitKind::Thai });
        } else if is_han(c) {
            units.push(Unit { text: simple(c).to_string(), kind: UnitKind::Han });
        }
    }
    units
}

fn push_word(units: &mut Vec<Unit>, word: &str, foreign: bool, opens: bool) {
    let bare = word.trim_end_matches(['.', ',', ':', '\'', '-', '’']);
    let folded = normalised(bare);
    if folded.is_empty() || (!foreign && is_function(&folded)) {
        return;
    }
    let kind = match () {
        () if folded.starts_with(|c: char| c.is_ascii_digit()) => UnitKind::Number,
        () if foreign || is_name(bare, opens) => UnitKind::Name,
        () => UnitKind::Word,
    };
    let text = if kind == UnitKind::Number { folded.replace(',', "") } else { stem(&folded) };
    units.push(Unit { text, kind });
}

fn is_name(word: &str, opens: bool) -> bool {
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    capitals > 1 || (capitals == 1 && !opens) || (capitals == 1 && word.chars().any(|c| c.is_ascii_digit()))
}

/// Words that carry no content of their own between two statements.
fn is_function(word: &str) -> bool {
    let light = [
        "also",
        "now",
        "currently",
        "please",
        "very",
        "really",
        "must",
        "should",
        "may",
        "can",
        "will",
        "would",
        "need",
        "needs",
        "get",
        "gets",
        "got",
        "have",
        "has",
        "had",
        "use",
        "uses",
        "used",
        "using",
        "keep",
        "kept",
        "keeps",
    ];
    light.contains(&word)
        || is_stop(word)
            && !matches!(
                word,
                "not" | "no" | "never" | "on" | "off" | "before" | "after" | "up" | "down" | "under" | "over"
            )
}

/// Takes off the commonest endings, so that `deploys`, `deployed` and `deploying` are one.
fn stem(word: &str) -> String {
    let word = word.trim_end_matches("'s").trim_end_matches("’s");
    for (ending, least) in [("ing", 5), ("ies", 5), ("ed", 5), ("es", 5), ("s", 4), ("e", 5), ("ly", 6)] {
        if let Some(stem) = word.strip_suffix(ending).filter(|_| word.len() >= least && !word.ends_with("ss"))
        {
            let stem = stem.strip_suffix('e').unwrap_or(stem);
            let mut chars = stem.chars().rev();
            let doubled = matches!((chars.next(), chars.next()), (Some(a), Some(b)) if a == b && !"aeiousl".contains(a));
            return if doubled {
                stem.chars().take(stem.chars().count() - 1).collect()
            } else {
                stem.to_owned()
            };
        }
    }
    word.to_owned()
}

/// Tells whether the letter is Han.
pub(super) fn is_han(c: char) -> bool {
    ('\u{3400}'..='\u{9FFF}').contains(&c)
}

fn simple(c: char) -> char {
    normalised(c.encode_utf8(&mut [0; 4])).chars().next().unwrap_or(c)
}
