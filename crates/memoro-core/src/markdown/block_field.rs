//! The fields of a block: `- name: text`, further lines two spaces in. Which lines belong to which field, and
//! how a text of several lines is written so that it reads back.

use std::ops::Range;

use super::entry_line::unbullet;
use super::escape::{CONTINUED, ITEM, LIST, TEXT, escape, split, trim, trim_end, unescape};
use super::lines::{Line, What};

/// A field as it stands in the file.
pub(super) struct RawField<'a> {
    /// The name, as the caller spells it.
    pub(super) name: &'static str,
    /// The bytes of its lines.
    pub(super) range: Range<usize>,
    /// The line ending of its last line.
    pub(super) ending: Range<usize>,
    /// Whether no fence or comment is open behind it.
    pub(super) closed: bool,
    /// What stands behind the colon.
    pub(super) first: &'a [u8],
    /// Its further lines, without indentation.
    pub(super) more: Vec<&'a [u8]>,
}

/// Finds the fields with these names; all other lines are nobody's.
pub(super) fn fields<'a>(lines: &[Line<'a>], names: &[&'static str]) -> Vec<RawField<'a>> {
    let mut found = Vec::new();
    let mut rest = lines;
    while let Some((line, after)) = rest.split_first() {
        rest = after;
        let Some((name, first)) = named(line, names) else { continue };
        let further = after.iter().take_while(|line| is_blank(line) || is_indented(line));
        let further: Vec<_> = further.collect();
        let count = further.iter().rposition(|line| !is_blank(line)).map_or(0, |last| last + 1);
        let (more, after) = after.split_at(count);
        rest = after;
        let last = more.last().unwrap_or(line);
        found.push(RawField {
            name,
            range: line.start..last.end,
            ending: last.text_end..last.end,
            closed: last.closed,
            first,
            more: more.iter().map(|line| unindented(line.text)).collect(),
        });
    }
    found
}

/// Reads `- name: …` at the beginning of a line.
fn named<'a>(line: &Line<'a>, names: &[&'static str]) -> Option<(&'static str, &'a [u8])> {
    if line.what != What::Text || is_indented(line) {
        return None;
    }
    let field = unbullet(line.text)?;
    let colon = field.iter().position(|byte| *byte == b':')?;
    let (name, value) = field.split_at(colon);
    let known = names.iter().find(|known| known.as_bytes().eq_ignore_ascii_case(name.trim_ascii()))?;
    Some((known, value.strip_prefix(b":")?))
}

fn is_blank(line: &Line<'_>) -> bool {
    line.text.trim_ascii().is_empty()
}

fn is_indented(line: &Line<'_>) -> bool {
    line.text.starts_with(b"  ") || line.text.starts_with(b"\t")
}

fn unindented(text: &[u8]) -> &[u8] {
    if let Some(rest) = text.strip_prefix(b"\t").or_else(|| text.strip_prefix(b"  ")) {
        return rest;
    }
    text.trim_ascii()
}

impl<'a> RawField<'a> {
    /// Reads a text that may go over several lines.
    pub(super) fn text(&self) -> Result<String, String> {
        let first = trim(self.utf8(self.first)?);
        let mut lines = Vec::with_capacity(self.more.len() + 1);
        if !first.is_empty() || self.more.is_empty() {
            lines.push(unescape(first, TEXT));
        }
        for more in &self.more {
            lines.push(unescape(trim_end(self.utf8(more)?), CONTINUED));
        }
        Ok(lines.join("\n"))
    }

    /// Reads several texts: behind the colon with commas between them, or one on each further line.
    pub(super) fn list(&self) -> Result<Vec<String>, String> {
        let first = split(self.utf8(self.first)?, ',').into_iter().map(|item| unescape(trim(item), LIST));
        let mut items: Vec<_> = first.collect();
        for more in &self.more {
            let item = self.utf8(unbullet(more).unwrap_or(more))?;
            items.push(unescape(trim(item), ITEM));
        }
        items.retain(|item| !item.is_empty());
        Ok(items)
    }

    /// Reads one of the fields inside this one, `- name: text` on a further line.
    pub(super) fn inner(&self, name: &str) -> Result<Option<String>, String> {
        for more in &self.more {
            if let Some(value) = inner_named(more, name) {
                let text = unescape(trim(self.utf8(value)?), TEXT);
                return Ok(Some(text).filter(|text| !text.is_empty()));
            }
        }
        Ok(None)
    }

    /// Returns the further lines that are none of these inner fields.
    pub(super) fn strangers(&self, names: &[&str]) -> Vec<&'a [u8]> {
        let known = |more: &[u8]| names.iter().any(|name| inner_named(more, name).is_some());
        self.more.iter().copied().filter(|more| !more.trim_ascii().is_empty() && !known(more)).collect()
    }

    fn utf8<'b>(&self, bytes: &'b [u8]) -> Result<&'b str, String> {
        std::str::from_utf8(bytes).map_err(|_| format!("has a `{}` that is not valid UTF-8", self.name))
    }
}

fn inner_named<'a>(more: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let field = unbullet(more)?;
    let colon = field.iter().position(|byte| *byte == b':')?;
    let (found, value) = field.split_at(colon);
    found.trim_ascii().eq_ignore_ascii_case(name.as_bytes()).then(|| value.strip_prefix(b":")).flatten()
}

/// Writes `- name: text`, a text of several lines on as many lines where they can stand alone.
pub(super) fn text_field(name: &str, text: &str) -> String {
    let mut pieces = pieces(text).into_iter();
    let mut out = one_field(name, &pieces.next().unwrap_or_default());
    for piece in pieces {
        out.push('\n');
        if !piece.is_empty() {
            out.extend(["  ", &escape(&piece, CONTINUED)]);
        }
    }
    out
}

/// Writes `- name: text` on one line.
pub(super) fn one_field(name: &str, text: &str) -> String {
    if text.is_empty() { format!("- {name}:") } else { format!("- {name}: {}", escape(text, TEXT)) }
}

/// Writes `- name: one, two`.
pub(super) fn list_field(name: &str, items: &[String]) -> String {
    let items: Vec<_> = items.iter().filter(|item| !item.is_empty()).map(|item| escape(item, LIST)).collect();
    if items.is_empty() { format!("- {name}:") } else { format!("- {name}: {}", items.join(", ")) }
}

/// Writes `- name:` and one item on each further line.
pub(super) fn items_field(name: &str, items: &[String]) -> String {
    let mut out = format!("- {name}:");
    for item in items.iter().filter(|item| !item.is_empty()) {
        out.extend(["\n  - ", &escape(item, ITEM)]);
    }
    out
}

/// Breaks a text into the pieces that get a line each. A line with nothing to see stays with the one before
/// it, unless it parts two that are seen.
fn pieces(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut alone = vec![false; lines.len()];
    for at in (1..lines.len()).rev() {
        let line = lines[at];
        let parts = line.is_empty() && alone.get(at + 1).copied().unwrap_or(false);
        alone[at] = parts || !line.trim().is_empty();
    }
    if lines.first().is_some_and(|line| line.is_empty())
        && let Some(second) = alone.get_mut(1)
    {
        *second = false;
    }
    let mut pieces: Vec<String> = Vec::new();
    for (line, alone) in lines.into_iter().zip(alone) {
        match pieces.last_mut() {
            Some(piece) if !alone => piece.extend(["\n", line]),
            _ => pieces.push(line.to_owned()),
        }
    }
    pieces
}
