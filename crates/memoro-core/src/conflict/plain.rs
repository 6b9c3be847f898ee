//! A text as it would be said: what differs from it in case and marks alone says the same.

use crate::text::simplified;

/// Returns a text without case, marks and superfluous blanks: what differs in nothing else says the same. Marks inside
/// numbers and behind names (C++, C#) count.
pub(super) fn plain(text: &str) -> String {
    let chars: Vec<char> = text.chars().map(simplified).flat_map(char::to_lowercase).collect();
    let digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
    let mut plain = String::new();
    for (at, c) in chars.iter().enumerate() {
        let in_number = digit(at.checked_sub(1)) && digit(Some(at + 1));
        match c {
            ',' | '，' if in_number => {}
            '+' | '#' | '%' | '$' | '€' | '£' | '฿' | '¥' | '-' | '/' | '\\' | '<' | '>' | '=' => {
                plain.push(*c);
            }
            '.' | ':' if in_number => plain.push(*c),
            c if c.is_alphanumeric() || matches!(c, '\u{0E00}'..='\u{0E7F}') => plain.push(*c),
            _ if plain.ends_with(' ') => {}
            _ => plain.push(' '),
        }
    }
    plain.trim().to_owned()
}
