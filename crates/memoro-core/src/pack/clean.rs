//! Makes recalled text harmless: no control or direction characters, no line breaks, no markup, no novels. Keeps every
//! visible letter otherwise.

use crate::id::is_hidden;
use crate::text::cut_before;

/// How many characters each kind of text may take; the rest is cut and marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caps {
    /// Knowledge, soul, policy and working memory.
    pub text: usize,
    /// The summary of an episode.
    pub summary: usize,
    /// Names, triggers, steps, notes, topics.
    pub short: usize,
}

impl Default for Caps {
    fn default() -> Self {
        Self { text: 1200, summary: 600, short: 300 }
    }
}

/// Returns the text on one line, without hidden characters, at most `cap` characters long.
pub(super) fn line(text: &str, cap: usize) -> String {
    let mut line = String::with_capacity(text.len().min(cap * 4));
    let mut written = 0;
    let mut gap = false;
    for c in text.chars() {
        if c.is_whitespace() || matches!(c, '\u{0085}' | '\u{2028}' | '\u{2029}') {
            gap = written > 0;
            continue;
        }
        if is_hidden(c) || is_unwritable(c) {
            continue;
        }
        if written + 1 >= cap {
            if !gap {
                line.push(c);
                line.truncate(cut_before(&line, line.len() - c.len_utf8()));
            }
            line.push('…');
            break;
        }
        if std::mem::take(&mut gap) {
            line.push(' ');
            written += 1;
        }
        line.push(c);
        written += 1;
    }
    line
}

/// Tells whether no document may hold the character, or a reader could not see it.
fn is_unwritable(c: char) -> bool {
    matches!(c, '\u{FFFE}' | '\u{FFFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{061C}' | '\u{180E}' | '\u{00AD}')
        || ('\u{E0000}'..='\u{E007F}').contains(&c)
        || (u32::from(c) & 0xFFFE) == 0xFFFE
}

/// Escapes a text for the inside of an element or an attribute.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Takes the edge off a text inside Markdown: what looks like a tag is shown, not opened.
pub(super) fn tame(text: &str) -> String {
    let mut tamed = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let opens = c == '<'
            && chars.peek().is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?'));
        tamed.push_str(if opens { "&lt;" } else { "" });
        if !opens {
            tamed.push(c);
        }
    }
    tamed
}
