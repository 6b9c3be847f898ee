//! How a text stays on one line: escapes that read back to the same text. Any other backslash means itself.
//!
//! `\\` `\n` `\r`, a separator behind a backslash, a space or tab at either end behind a backslash, and
//! `\u{1b}` for the remaining control characters and line separators.

use std::fmt::Write as _;

use super::lines::hides;

/// Which characters a place in a file gives a meaning of their own.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    separators: &'static [char],
    starts_line: bool,
    keeps_indent: bool,
}

const PLAIN: Rules = Rules { separators: &[], starts_line: false, keeps_indent: false };
/// A field of an entry line.
pub(super) const FIELD: Rules = Rules { separators: &['|'], ..PLAIN };
/// One of several in a field of an entry line.
pub(super) const FIELD_LIST: Rules = Rules { separators: &['|', ','], ..PLAIN };
/// The text behind `name:` or in a heading.
pub(super) const TEXT: Rules = PLAIN;
/// One of several behind `name:`.
pub(super) const LIST: Rules = Rules { separators: &[','], ..PLAIN };
/// The text behind a bullet.
pub(super) const ITEM: Rules = Rules { starts_line: true, ..PLAIN };
/// A further line of a text.
pub(super) const CONTINUED: Rules = Rules { starts_line: true, keeps_indent: true, ..PLAIN };

/// Writes the text on one line.
pub(super) fn escape(text: &str, rules: Rules) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let last = text.char_indices().next_back().map_or(0, |(at, _)| at);
    for (at, c) in text.char_indices() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            ' ' | '\t' if (at == 0 && !rules.keeps_indent) || at == last => out.extend(['\\', c]),
            c if rules.separators.contains(&c) => out.extend(['\\', c]),
            c if is_coded(c) => {
                let _ = write!(out, "\\u{{{:02x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    if rules.starts_line && hides(&out) {
        out.insert(0, '\\');
    }
    out
}

/// Reads back what [`escape`] wrote; the raw text is already trimmed by [`trim`].
pub(super) fn unescape(raw: &str, rules: Rules) -> String {
    if !raw.contains('\\') {
        return raw.to_owned();
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((plain, tail)) = rest.split_once('\\') {
        out.push_str(plain);
        let first = plain.is_empty() && rest.len() == raw.len();
        let (c, after) = escaped(tail, first, rules).unwrap_or(('\\', tail));
        out.push(c);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Returns what the text behind a backslash stands for, and what follows it.
fn escaped(tail: &str, first: bool, rules: Rules) -> Option<(char, &str)> {
    let mut chars = tail.chars();
    let c = chars.next()?;
    let after = chars.as_str();
    match c {
        '\\' => Some(('\\', after)),
        'n' => Some(('\n', after)),
        'r' => Some(('\r', after)),
        ' ' | '\t' if first || after.is_empty() => Some((c, after)),
        '`' | '~' | '<' | '-' | '*' | '+' if first && rules.starts_line => Some((c, after)),
        'u' => coded(after),
        c if rules.separators.contains(&c) => Some((c, after)),
        _ => None,
    }
}

fn coded(tail: &str) -> Option<(char, &str)> {
    let (hex, after) = tail.strip_prefix('{')?.split_once('}')?;
    let plain = (2..=6).contains(&hex.len()) && hex.bytes().all(|b| b.is_ascii_hexdigit());
    let c = plain.then(|| u32::from_str_radix(hex, 16).ok()).flatten().and_then(char::from_u32)?;
    is_coded(c).then_some((c, after))
}

/// Tells whether a character is written by its number: it would break a line or a terminal.
fn is_coded(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Removes spaces and tabs from both ends, but not one that stands behind a backslash.
pub(super) fn trim(raw: &str) -> &str {
    trim_end(raw.trim_start_matches([' ', '\t']))
}

/// Removes spaces and tabs from the end, but not one that stands behind a backslash.
pub(super) fn trim_end(raw: &str) -> &str {
    let kept = raw.trim_end_matches([' ', '\t']);
    let backslashes = kept.len() - kept.trim_end_matches('\\').len();
    if backslashes % 2 == 1 { raw.get(..=kept.len()).unwrap_or(kept) } else { kept }
}

/// Splits at a separator that stands behind no backslash.
pub(super) fn split(raw: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut skip) = (0, false);
    for (at, c) in raw.char_indices() {
        if skip {
            skip = false;
        } else if c == '\\' {
            skip = true;
        } else if c == separator {
            parts.push(raw.get(start..at).unwrap_or_default());
            start = at + c.len_utf8();
        }
    }
    parts.push(raw.get(start..).unwrap_or_default());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn what_is_escaped_reads_back_between_any_spaces(text in any::<String>(), pad in "[ \t]{0,3}") {
            let line = format!("{pad}{}{pad}", escape(&text, FIELD_LIST));
            let breaks = line.contains(['\n', '\r', '\0', '\u{85}', '\u{2028}']);
            prop_assert!(!breaks);
            prop_assert_eq!(split(&line, '|').len(), 1);
            prop_assert_eq!(unescape(trim(&line), FIELD_LIST), text);
        }
    }

    #[test]
    fn a_backslash_that_escapes_nothing_means_itself() {
        for text in [r"C:\temp\data", r"Program\ Files", r"50\% ลด", r"中\文", r"\u{a}", r"end\"] {
            assert_eq!(unescape(trim(text), FIELD), text);
        }
    }

    #[test]
    fn terminal_controls_and_odd_line_breaks_are_written_by_number() {
        assert_eq!(
            escape("a\u{1b}[31m\u{0}\u{85}\u{2028}\tb", FIELD),
            "a\\u{1b}[31m\\u{00}\\u{85}\\u{2028}\tb"
        );
    }
}
