//! A text as a reader sees it: without invisible characters and with full-width letters and Thai digits made plain,
//! so that neither hides a secret. Keeps the way back to the places of the original.

use std::borrow::Cow;
use std::ops::Range;

/// The plain form of a text with the way back to the original places.
pub(super) struct Shadow<'a> {
    text: Cow<'a, str>,
    /// For each byte of the plain text, where its character starts and ends in the original.
    places: Vec<(usize, usize)>,
}

impl<'a> Shadow<'a> {
    /// Makes the plain form; borrows where the text is plain already.
    pub(super) fn of(text: &'a str) -> Self {
        if !text.chars().any(|c| plain(c) != Some(c)) {
            return Self { text: Cow::Borrowed(text), places: Vec::new() };
        }
        let mut out = String::with_capacity(text.len());
        let mut places = Vec::with_capacity(text.len());
        for (at, c) in text.char_indices() {
            if let Some(p) = plain(c) {
                out.push(p);
                places.extend(std::iter::repeat_n((at, at + c.len_utf8()), p.len_utf8()));
            }
        }
        Self { text: Cow::Owned(out), places }
    }

    /// Returns the plain text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the place in the original of a place in the plain text.
    pub(super) fn original(&self, range: Range<usize>) -> Range<usize> {
        match (self.places.get(range.start), self.places.get(range.end.wrapping_sub(1))) {
            (Some(first), Some(last)) if first.0 < last.1 => first.0..last.1,
            _ => range,
        }
    }
}

fn plain(c: char) -> Option<char> {
    match c {
        '\u{00AD}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2069}'
        | '\u{FEFF}' => None,
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0),
        '\u{0E50}'..='\u{0E59}' => char::from_u32(u32::from(c) - 0x0E50 + u32::from('0')),
        '\u{3000}' => Some(' '),
        _ => Some(c),
    }
}
