//! The front matter of a file: fields between two lines of `---`, read and changed line by line. Lines that
//! nobody knows stay; it never writes the whole anew.

use std::ops::Range;

use super::lines::{BOM, Line, lines};
use super::yaml::{self, Value};

/// A field and the other names that people give it.
pub(super) type Name = (&'static str, &'static [&'static str]);

/// A field as it stands in the file.
pub(super) struct RawField<'a> {
    /// The name that we give it.
    pub(super) name: &'static str,
    /// The name that it has in the file.
    pub(super) spelled: &'a str,
    /// The number of its first line.
    pub(super) line_no: u32,
    /// The bytes of its lines.
    pub(super) range: Range<usize>,
    /// The line ending of its last line.
    pub(super) ending: Range<usize>,
    /// What it says; `None` where it cannot be read.
    pub(super) value: Option<Value>,
}

/// The front matter of a file.
pub(super) struct FrontMatter<'a> {
    /// The known fields; of several with one name the first counts.
    pub(super) fields: Vec<RawField<'a>>,
    /// Where a first field can go: behind lines that would else become part of it.
    pub(super) begin: usize,
    /// Where its last line ends.
    pub(super) end: usize,
    /// The number of the line behind it.
    pub(super) next_line: u32,
}

impl<'a> FrontMatter<'a> {
    /// Reads the front matter; `None` where the file has none.
    pub(super) fn read(bytes: &'a [u8], names: &[Name]) -> Option<Self> {
        let lines = lines(bytes);
        let (first, rest) = lines.split_first()?;
        if first.text.trim_ascii_end() != b"---" {
            return None;
        }
        let close = rest.iter().position(|line| matches!(line.text.trim_ascii_end(), b"---" | b"..."))?;
        let (inside, last) = (rest.get(..close)?, rest.get(close)?);
        let fields = fields(inside, names);
        let orphans = inside.iter().take_while(|line| belongs(line));
        let begin = orphans.last().map_or(first.end, |line| line.end);
        Some(Self { fields, begin, end: last.end, next_line: last.no + 1 })
    }

    /// Tells whether a file begins as one of ours does, with an id right after the opening line, and never closes it; or was cut
    /// before that could be seen.
    pub(super) fn is_unclosed(bytes: &[u8]) -> bool {
        let bare = bytes.strip_prefix(BOM).unwrap_or(bytes);
        if !bare.is_empty() && [&b"---\nid:"[..], b"---\r\nid:"].iter().any(|ours| ours.starts_with(bare)) {
            return true;
        }
        let lines = lines(bytes);
        let opens = lines.first().is_some_and(|line| line.text.trim_ascii_end() == b"---");
        let closes = |line: &Line<'_>| matches!(line.text.trim_ascii_end(), b"---" | b"...");
        let id = lines.get(1).is_some_and(|line| line.text.starts_with(b"id:"));
        opens && id && !lines.iter().skip(1).any(closes)
    }

    /// Returns the field with this name that counts.
    pub(super) fn field(&self, name: &str) -> Option<&RawField<'a>> {
        self.fields.iter().find(|field| field.name == name)
    }
}

fn fields<'a>(lines: &[Line<'a>], names: &[Name]) -> Vec<RawField<'a>> {
    let mut found: Vec<RawField<'a>> = Vec::new();
    let mut rest = lines;
    while let Some((line, after)) = rest.split_first() {
        rest = after;
        let Some((name, spelled, first)) = named(line.text, names) else { continue };
        let further: Vec<_> = after.iter().take_while(|line| belongs(line)).collect();
        let count = further.iter().rposition(|line| is_indented(line.text)).map_or(0, |last| last + 1);
        let (more, after) = after.split_at(count);
        rest = after;
        let last = more.last().unwrap_or(line);
        let texts: Option<Vec<_>> = more.iter().map(|line| std::str::from_utf8(line.text).ok()).collect();
        found.push(RawField {
            name,
            spelled,
            line_no: line.no,
            range: line.start..last.end,
            ending: last.text_end..last.end,
            value: texts.and_then(|more| yaml::read(std::str::from_utf8(first).ok()?, &more)),
        });
    }
    found
}

fn belongs(line: &Line<'_>) -> bool {
    is_indented(line.text) || line.text.trim_ascii().is_empty()
}

/// Lines further in, and the items of a list, belong to the field above them.
fn is_indented(text: &[u8]) -> bool {
    let inside = matches!(text, [b' ' | b'\t', ..] | [b'-', b' ', ..] | b"-");
    inside && !text.trim_ascii().is_empty()
}

fn named<'a>(text: &'a [u8], names: &[Name]) -> Option<(&'static str, &'a str, &'a [u8])> {
    let colon = text.iter().position(|byte| *byte == b':')?;
    let (spelled, value) = text.split_at(colon);
    let spelled = std::str::from_utf8(spelled).ok()?.trim_end();
    let same = |name: &str| name.eq_ignore_ascii_case(spelled);
    let (name, _) =
        names.iter().find(|(name, others)| same(name) || others.iter().any(|other| same(other)))?;
    Some((name, spelled, value.strip_prefix(b":")?))
}
