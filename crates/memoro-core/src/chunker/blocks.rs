//! What a line of Markdown begins, and where the block that it begins ends. Knows lines only: no inline syntax,
//! no links, no nesting deeper than a list item.

use super::lines::Lines;

/// What kind of block a line begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// A heading with its level.
    Heading(u8),
    /// A fenced block.
    Fence(Fence),
    /// An HTML comment.
    Comment,
    /// A table, known by the row of dashes beneath.
    Table,
    /// A list item with its indentation.
    Item(usize),
    /// A line across the page.
    Rule,
    /// Code set off by indentation.
    Indented,
    /// Anything else.
    Text,
}

/// The mark that opened a fenced block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fence {
    mark: u8,
    len: usize,
}

/// Returns what a line begins that is not blank and continues nothing.
pub(super) fn start(lines: &Lines, at: usize) -> Start {
    let line = lines.line(at);
    let indent = indent(line);
    if let Some(item) = item(line) {
        if !is_rule(line) {
            return Start::Item(item);
        }
    } else if indent >= 4 {
        return Start::Indented;
    }
    interrupting(lines, at).unwrap_or(Start::Text)
}

/// Returns what a line begins even in the middle of a paragraph.
fn interrupting(lines: &Lines, at: usize) -> Option<Start> {
    let line = lines.line(at);
    if indent(line) >= 4 {
        return None;
    }
    let body = line.trim_ascii_start();
    match body.first()? {
        b'#' => heading(body).map(Start::Heading),
        b'`' | b'~' => fence(body).map(Start::Fence),
        b'<' if body.starts_with(b"<!--") && comment_end(lines, at).is_some() => Some(Start::Comment),
        b'-' | b'*' | b'_' if is_rule(line) => Some(Start::Rule),
        b'-' | b'*' | b'+' | b'1' if item(line).is_some() && body.len() > 1 => {
            Some(Start::Item(indent(line)))
        }
        _ if is_table(lines, at) => Some(Start::Table),
        _ => None,
    }
}

/// Returns the line after a fenced block that opens on the given line.
pub(super) fn fence_end(lines: &Lines, at: usize, open: Fence) -> usize {
    let closes = |line: &[u8]| {
        let body = line.trim_ascii();
        body.len() >= open.len && body.iter().all(|byte| *byte == open.mark)
    };
    (at + 1..lines.len()).find(|line| closes(lines.line(*line))).map_or(lines.len(), |line| line + 1)
}

/// Returns the line after a comment, if it ever closes.
pub(super) fn comment_end(lines: &Lines, at: usize) -> Option<usize> {
    let closes = |line: &usize| lines.line(*line).windows(3).any(|three| three == b"-->");
    (at..lines.len()).take(COMMENT_LINES).find(closes).map(|line| line + 1)
}

/// A comment longer than this is text: looking for its end must not cost the square of the file.
const COMMENT_LINES: usize = 100;

/// Returns the line after a table.
pub(super) fn table_end(lines: &Lines, at: usize) -> usize {
    let goes_on = |line: usize| !lines.is_blank(line) && lines.line(line).contains(&b'|');
    (at + 2..lines.len()).find(|line| !goes_on(*line)).unwrap_or(lines.len())
}

/// Returns the line after a paragraph and the level of the heading that an underline makes of it.
pub(super) fn text_end(lines: &Lines, at: usize) -> (usize, Option<u8>) {
    for line in at + 1..lines.len() {
        if lines.is_blank(line) {
            return (line, None);
        }
        if let Some(level) = underline(lines.line(line)) {
            return (line + 1, Some(level));
        }
        if interrupting(lines, line).is_some() {
            return (line, None);
        }
    }
    (lines.len(), None)
}

/// Returns the line after the lines of a plain paragraph.
pub(super) fn plain_end(lines: &Lines, at: usize) -> usize {
    (at + 1..lines.len()).find(|line| lines.is_blank(*line)).unwrap_or(lines.len())
}

/// Returns the line after a block of indented code.
pub(super) fn indented_end(lines: &Lines, at: usize) -> usize {
    let stops = |line: &usize| !lines.is_blank(*line) && indent(lines.line(*line)) < 4;
    let end = (at + 1..lines.len()).find(stops).unwrap_or(lines.len());
    without_blanks(lines, at, end)
}

/// Returns the line after a list item: its nested items and indented blocks belong to it.
pub(super) fn item_end(lines: &Lines, at: usize, base: usize) -> usize {
    let mut line = at + 1;
    if let Some(open) = opens_fence_after_bullet(lines.line(at)) {
        line = fence_end(lines, at, open);
    }
    let mut after_blank = false;
    while line < lines.len() {
        let text = lines.line(line);
        if lines.is_blank(line) {
            after_blank = true;
            line += 1;
            continue;
        }
        let indent = indent(text);
        let body = text.trim_ascii_start();
        let inner = indent > base + 1;
        if let (true, Some(open)) = (inner, fence(body)) {
            line = fence_end(lines, line, open);
        } else if inner || !(after_blank || interrupting(lines, line).is_some() || item(text).is_some()) {
            line += 1;
        } else {
            break;
        }
        after_blank = false;
    }
    without_blanks(lines, at, line)
}

fn opens_fence_after_bullet(line: &[u8]) -> Option<Fence> {
    let body = line.trim_ascii_start();
    let rest = body.strip_prefix(b"- ").or_else(|| body.strip_prefix(b"* "))?;
    fence(rest.trim_ascii_start())
}

fn without_blanks(lines: &Lines, at: usize, mut end: usize) -> usize {
    while end > at + 1 && lines.is_blank(end - 1) {
        end -= 1;
    }
    end
}

/// Returns the width of the white space that a line begins with, a tab counting as four.
pub(super) fn indent(line: &[u8]) -> usize {
    let mut width = 0;
    for byte in line {
        match byte {
            b' ' => width += 1,
            b'\t' => width += 4,
            _ => break,
        }
    }
    width
}

fn heading(body: &[u8]) -> Option<u8> {
    let level = body.iter().take_while(|byte| **byte == b'#').count();
    let after = body.get(level);
    let level = u8::try_from(level).ok().filter(|level| *level <= 6)?;
    after.is_none_or(u8::is_ascii_whitespace).then_some(level)
}

fn fence(body: &[u8]) -> Option<Fence> {
    let mark = *body.first().filter(|byte| matches!(byte, b'`' | b'~'))?;
    let len = body.iter().take_while(|byte| **byte == mark).count();
    let info_is_plain = mark == b'~' || !body[len..].contains(&b'`');
    (len >= 3 && info_is_plain).then_some(Fence { mark, len })
}

/// Returns the indentation of a line that begins a list item.
fn item(line: &[u8]) -> Option<usize> {
    let body = line.trim_ascii_start();
    let after = match body.first()? {
        b'-' | b'*' | b'+' => body.get(1),
        b'0'..=b'9' => {
            let digits = body.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let dot = body.get(digits).is_some_and(|byte| matches!(byte, b'.' | b')'));
            if !dot || digits > 9 {
                return None;
            }
            body.get(digits + 1)
        }
        _ => return None,
    };
    after.is_none_or(|byte| matches!(byte, b' ' | b'\t')).then(|| indent(line))
}

fn is_rule(line: &[u8]) -> bool {
    let body = line.trim_ascii();
    let Some(mark) = body.first().copied().filter(|byte| matches!(byte, b'-' | b'*' | b'_')) else {
        return false;
    };
    let rest = |byte: &&u8| **byte != mark;
    let others = body.iter().filter(rest).count();
    body.len() - others >= 3 && body.iter().filter(rest).all(|byte| matches!(byte, b' ' | b'\t'))
}

fn underline(line: &[u8]) -> Option<u8> {
    let body = line.trim_ascii();
    let all = |mark: u8| !body.is_empty() && body.iter().all(|byte| *byte == mark);
    match indent(line) {
        4.. => None,
        _ if all(b'=') => Some(1),
        _ if all(b'-') && body.len() >= 2 => Some(2),
        _ => None,
    }
}

fn is_table(lines: &Lines, at: usize) -> bool {
    if at + 1 >= lines.len() || !lines.line(at).contains(&b'|') {
        return false;
    }
    let dashes = lines.line(at + 1).trim_ascii();
    dashes.contains(&b'-')
        && dashes.contains(&b'|')
        && dashes.iter().all(|byte| matches!(byte, b'-' | b'|' | b':' | b' ' | b'\t'))
}
