//! The lines of a file and what each is: heading, text, blank, or hidden in a code fence or a comment.
//! It follows Markdown only as far as the vault needs and never looks inside a text line.

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What<'a> {
    /// Nothing but white space.
    Blank,
    /// Any other line.
    Text,
    /// A heading: its level and what stands behind the signs.
    Heading(u8, &'a [u8]),
    /// Inside a code fence or a comment, or its first or last line.
    Hidden,
}

/// One line of a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'a> {
    /// Its number, from 1.
    pub(super) no: u32,
    /// Where it begins, behind a byte order mark.
    pub(super) start: usize,
    /// Where the next line begins.
    pub(super) end: usize,
    /// Its bytes without the line ending and byte order marks.
    pub(super) text: &'a [u8],
    /// Where the line ending begins.
    pub(super) text_end: usize,
    /// What it is.
    pub(super) what: What<'a>,
    /// Whether no fence or comment is open behind it.
    pub(super) closed: bool,
}

/// The byte order mark of UTF-8.
pub(super) const BOM: &[u8] = b"\xEF\xBB\xBF";

#[derive(Clone, Copy)]
enum Open {
    Nothing,
    Comment,
    Fence { mark: u8, len: usize },
}

/// Splits a file into its lines.
pub(super) fn lines(bytes: &[u8]) -> Vec<Line<'_>> {
    let mut start = if bytes.starts_with(BOM) { BOM.len() } else { 0 };
    let mut found = Vec::new();
    let mut open = Open::Nothing;
    for (raw, no) in bytes.get(start..).unwrap_or_default().split_inclusive(|byte| *byte == b'\n').zip(1..) {
        let text = raw.strip_suffix(b"\n").unwrap_or(raw);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let text_end = start + text.len();
        let text = unmarked(text);
        let what;
        (what, open) = classify(text, open);
        let closed = matches!(open, Open::Nothing);
        found.push(Line { no, start, end: start + raw.len(), text, text_end, what, closed });
        start += raw.len();
    }
    found
}

/// Drops byte order marks: files that were put together have them in the middle.
fn unmarked(mut text: &[u8]) -> &[u8] {
    while let Some(rest) = text.strip_prefix(BOM) {
        text = rest;
    }
    text
}

fn classify(text: &[u8], open: Open) -> (What<'_>, Open) {
    let inner = text.trim_ascii();
    match open {
        Open::Comment if holds(inner, b"-->") => (What::Hidden, Open::Nothing),
        Open::Fence { mark, len } if closes(inner, mark, len) => (What::Hidden, Open::Nothing),
        Open::Comment | Open::Fence { .. } => (What::Hidden, open),
        Open::Nothing if inner.is_empty() => (What::Blank, open),
        Open::Nothing => match (opens(inner), heading(text)) {
            (Some(opened), _) => (What::Hidden, opened),
            (None, Some((level, name))) => (What::Heading(level, name), open),
            (None, None) => (What::Text, open),
        },
    }
}

/// Tells whether a line with this text opens a code fence or a comment.
pub(super) fn hides(text: &str) -> bool {
    opens(text.as_bytes().trim_ascii()).is_some()
}

fn opens(inner: &[u8]) -> Option<Open> {
    if let Some(rest) = inner.strip_prefix(b"<!--") {
        return Some(if holds(rest, b"-->") { Open::Nothing } else { Open::Comment });
    }
    let inner = unbulleted(inner);
    let mark = *inner.first().filter(|byte| matches!(byte, b'`' | b'~'))?;
    let len = inner.iter().take_while(|byte| **byte == mark).count();
    let clean = mark == b'~' || !inner.iter().skip(len).any(|byte| *byte == b'`');
    (len >= 3 && clean).then_some(Open::Fence { mark, len })
}

fn unbulleted(mut inner: &[u8]) -> &[u8] {
    while let [b'-' | b'*' | b'+', b' ' | b'\t', rest @ ..] = inner {
        inner = rest.trim_ascii_start();
    }
    inner
}

fn closes(inner: &[u8], mark: u8, len: usize) -> bool {
    inner.len() >= len && inner.iter().all(|byte| *byte == mark)
}

fn holds(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// Reads `## name`; a heading that stands two or more spaces in belongs to a list item.
fn heading(text: &[u8]) -> Option<(u8, &[u8])> {
    let text = text.strip_prefix(b" ").unwrap_or(text);
    let level = text.iter().take_while(|byte| **byte == b'#').count();
    let name = text.get(level..)?;
    let spaced = name.first().is_none_or(|byte| matches!(byte, b' ' | b'\t'));
    (spaced && (1..=6).contains(&level)).then(|| (u8::try_from(level).expect("one to six"), name))
}

/// Returns the line ending that the file uses, as its first line shows.
pub(super) fn newline(bytes: &[u8]) -> &'static str {
    match bytes.iter().position(|byte| *byte == b'\n') {
        Some(at) if at > 0 && bytes.get(at - 1) == Some(&b'\r') => "\r\n",
        _ => "\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_and_comments_hide_what_is_in_them() {
        let file =
            "# T\n```md\n## no\n~~~\n```\n<!-- one --> x\n<!--\n- a\n--> y\n- ```\n  code\n  ```\ntext\n";
        let kinds: String = lines(file.as_bytes())
            .iter()
            .map(|line| match line.what {
                What::Blank => 'b',
                What::Text => 't',
                What::Heading(..) => 'h',
                What::Hidden => '.',
            })
            .collect();
        assert_eq!(kinds, "h...........t");
    }

    #[test]
    fn lines_keep_their_ends_and_a_byte_order_mark_is_not_text() {
        let file = b"\xEF\xBB\xBF## \xE4\xB8\xAD\r\n\xFF\n\nend";
        let found = lines(file);
        assert_eq!(found.len(), 4);
        assert_eq!(found[0].what, What::Heading(2, " 中".as_bytes()));
        assert_eq!((found[0].start, found[0].end), (3, 11));
        assert_eq!(found[3].end, file.len());
        assert_eq!(newline(file), "\r\n");
    }
}
