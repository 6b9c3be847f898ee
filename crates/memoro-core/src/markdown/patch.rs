//! Edits of a file by byte range: what no edit names stays as it is.

use std::collections::HashMap;
use std::ops::Range;

use super::lines::{BOM, Line, newline};

/// What takes the place of a range of bytes.
pub(super) struct Edit {
    pub(super) range: Range<usize>,
    pub(super) parts: Vec<Part>,
}

/// A piece of what is put in.
pub(super) enum Part {
    /// Names the line that begins here.
    Mark(usize),
    /// The old bytes of the range.
    Old,
    /// These bytes.
    Bytes(Vec<u8>),
    /// Lines of their own; each ends as the lines of the file do.
    Lines(String),
    /// A blank line, unless there is one or nothing stands before it.
    Gap,
    /// Ends the line before, if it is not ended.
    FreshLine,
}

impl Edit {
    /// Takes out a range.
    pub(super) fn cut(range: Range<usize>) -> Self {
        Self { range, parts: Vec::new() }
    }

    /// Puts something in at one place.
    pub(super) fn insert(at: usize, parts: Vec<Part>) -> Self {
        Self { range: at..at, parts }
    }

    /// Tells whether it puts lines behind the end of a file.
    fn appends_lines(&self, end: usize) -> bool {
        self.range == (end..end) && matches!(self.parts.last(), Some(Part::Lines(_)))
    }
}

/// Makes the edits; returns the new file with the line, from 1, on which each mark now stands.
pub(super) fn patch(bytes: &[u8], mut edits: Vec<Edit>) -> (Vec<u8>, HashMap<usize, u32>) {
    edits.retain(|edit| !edit.parts.is_empty() || !edit.range.is_empty());
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut out =
        Output { bytes: Vec::with_capacity(bytes.len() + 256), newline: newline(bytes), marks: Vec::new() };
    let mut from = 0;
    for edit in &edits {
        out.bytes.extend(bytes.get(from..edit.range.start).unwrap_or_default());
        for part in &edit.parts {
            out.push(part, bytes.get(edit.range.clone()).unwrap_or_default());
        }
        from = edit.range.end;
    }
    out.bytes.extend(bytes.get(from..).unwrap_or_default());
    let appended = edits.last().is_some_and(|edit| edit.appends_lines(bytes.len()));
    if appended && !bytes.ends_with(b"\n") && !bytes.is_empty() && bytes != BOM {
        out.drop_last_newline();
    }
    let numbers = out.numbers();
    (out.bytes, numbers)
}

struct Output {
    bytes: Vec<u8>,
    newline: &'static str,
    marks: Vec<(usize, usize)>,
}

impl Output {
    fn push(&mut self, part: &Part, old: &[u8]) {
        match part {
            Part::Mark(mark) => self.marks.push((self.bytes.len(), *mark)),
            Part::Old => self.bytes.extend(old),
            Part::Bytes(bytes) => self.bytes.extend(bytes),
            Part::Lines(text) => {
                for line in text.lines() {
                    self.bytes.extend(line.bytes().chain(self.newline.bytes()));
                }
            }
            Part::FreshLine if self.is_empty() || self.bytes.ends_with(b"\n") => {}
            Part::Gap if self.is_empty() || self.ends_in_blank() => {}
            Part::FreshLine if self.bytes.ends_with(b"\r") => self.bytes.push(b'\n'),
            Part::FreshLine | Part::Gap => self.bytes.extend(self.newline.bytes()),
        }
    }

    fn is_empty(&self) -> bool {
        self.bytes.is_empty() || self.bytes == BOM
    }

    fn ends_in_blank(&self) -> bool {
        [&b"\n\n"[..], b"\n\r\n"].iter().any(|blank| self.bytes.ends_with(blank))
    }

    fn drop_last_newline(&mut self) {
        let newline = self.newline.as_bytes();
        if self.bytes.ends_with(newline) {
            self.bytes.truncate(self.bytes.len() - newline.len());
        }
    }

    fn numbers(&self) -> HashMap<usize, u32> {
        let (mut line, mut from) = (1, 0);
        let number = |(at, mark): &(usize, usize)| {
            let passed = self.bytes.get(from..*at).unwrap_or_default();
            line += u32::try_from(passed.split(|byte| *byte == b'\n').count() - 1).unwrap_or(u32::MAX);
            from = *at;
            (*mark, line)
        };
        self.marks.iter().map(number).collect()
    }
}

/// Returns where a new section can go: at the end, or before a fence or comment that nobody closed.
pub(super) fn end_of_text(lines: &[Line<'_>], bytes: &[u8]) -> usize {
    let open = lines.iter().rev().take_while(|line| !line.closed).last();
    open.map_or(bytes.len(), |line| line.start)
}
