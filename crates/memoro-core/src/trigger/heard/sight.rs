//! What can be seen of the pieces of a message besides their vectors: the script, capitals, gaps, and where they stand.

use super::Cut;
use crate::text::{is_han, is_thai};

/// How many things are seen of a piece.
pub(super) const SEEN: usize = 12;

const CAPITAL: usize = 6;
const BEGINS: usize = 7;
const UNKNOWN: usize = 8;
const FIRST: usize = 9;
const LAST: usize = 10;
const LOUD: usize = 11;

/// Returns what is seen of each piece, a bit for each thing that is so.
pub(super) fn sights<'a>(cuts: &'a [Cut], text: &'a str) -> impl Iterator<Item = u32> + 'a {
    cuts.iter().enumerate().map(move |(at, cut)| {
        let mut seen = [false; SEEN];
        let word = text.get(cut.span.clone()).unwrap_or_default();
        if let Some(first) = word.chars().next() {
            if let Some(class) = seen.get_mut(class_of(first)) {
                *class = true;
            }
            seen[CAPITAL] = first.is_uppercase();
            let cased = word.chars().filter(|c| c.is_uppercase() || c.is_lowercase());
            seen[LOUD] = word.chars().count() > 1 && first_of_all(cased);
        }
        seen[BEGINS] = cut.begins;
        seen[UNKNOWN] = cut.row.is_empty();
        seen[FIRST] = at == 0;
        seen[LAST] = at + 1 == cuts.len();
        seen.into_iter().enumerate().fold(0, |bits, (at, so)| bits | u32::from(so) << at)
    })
}

/// Tells whether there are letters with a case, and all of them are capitals.
fn first_of_all(cased: impl Iterator<Item = char>) -> bool {
    let mut any = false;
    for c in cased {
        if !c.is_uppercase() {
            return false;
        }
        any = true;
    }
    any
}

fn class_of(c: char) -> usize {
    match c {
        c if c.is_numeric() && !is_han(c) => 3,
        c if is_thai(c) => 1,
        c if is_han(c) => 2,
        c if c.is_alphabetic() => 0,
        '\u{2190}'..='\u{2BFF}' | '\u{1F000}'.. => 5,
        _ => 4,
    }
}
