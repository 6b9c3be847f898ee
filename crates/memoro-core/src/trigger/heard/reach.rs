//! How far the words of a value reach beyond what the network marked: to the ends of words, and to the word for years.

use std::ops::Range;

use crate::text::{is_han, is_thai};

/// Makes a number of years reach to the word for them: 6 ขวบ, 8岁.
pub(super) fn with_years(text: &str, range: Range<usize>) -> Range<usize> {
    let after = text.get(range.end..).unwrap_or_default();
    let bare = after.trim_start();
    let word = ["ขวบ", "ปี", "岁", "歲"].into_iter().find(|word| bare.starts_with(word));
    let digits = text.get(range.clone()).is_some_and(|value| value.ends_with(|c: char| c.is_ascii_digit()));
    match word.filter(|_| digits) {
        Some(word) => range.start..range.end + (after.len() - bare.len()) + word.len(),
        None => range,
    }
}

/// Makes a range reach to the ends of its words, where the script shows them, and to the marks of its last Thai letter.
pub(super) fn whole_words(text: &str, range: Range<usize>) -> Range<usize> {
    let joins = |c: char| c.is_alphanumeric() && !is_thai(c) && !is_han(c);
    let marks = |c: char| matches!(c, '\u{E30}'..='\u{E3A}' | '\u{E47}'..='\u{E4E}');
    let inside = text.get(range.clone()).unwrap_or_default();
    let (before, after) =
        (text.get(..range.start).unwrap_or_default(), text.get(range.end..).unwrap_or_default());
    let start = if inside.starts_with(joins) { before.trim_end_matches(joins).len() } else { range.start };
    let more = if inside.ends_with(joins) {
        after.len() - after.trim_start_matches(joins).len()
    } else {
        after.len() - after.trim_start_matches(marks).len()
    };
    start..range.end + more
}
