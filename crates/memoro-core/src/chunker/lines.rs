//! The lines of a file as byte ranges, whatever the bytes are. Only `\n` ends a line; a `\r` before it and a
//! byte order mark are not part of the text.

use std::borrow::Cow;

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// A file with the place of each of its lines.
pub(super) struct Lines<'a> {
    bytes: &'a [u8],
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Finds the lines.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let first = if bytes.starts_with(BOM) { BOM.len() } else { 0 };
        let mut starts = Vec::with_capacity(bytes.len() / 40 + 1);
        let mut at = first;
        for line in bytes[first..].split_inclusive(|byte| *byte == b'\n') {
            starts.push(at);
            at += line.len();
        }
        Self { bytes, starts }
    }

    /// Returns the number of lines.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns the first byte of a line; the end of the file for the line after the last.
    pub(super) fn start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.bytes.len())
    }

    /// Returns a line without its line ending.
    pub(super) fn line(&self, line: usize) -> &'a [u8] {
        let raw = &self.bytes[self.start(line)..self.start(line + 1)];
        let raw = raw.strip_suffix(b"\n").unwrap_or(raw);
        raw.strip_suffix(b"\r").unwrap_or(raw)
    }

    /// Returns the bytes of a range.
    pub(super) fn slice(&self, start: usize, end: usize) -> &'a [u8] {
        &self.bytes[start..end]
    }

    /// Returns the line, counted from 0, that holds a byte.
    pub(super) fn line_of(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte).saturating_sub(1)
    }

    /// Tells whether a line holds nothing to read.
    pub(super) fn is_blank(&self, line: usize) -> bool {
        self.line(line).iter().all(u8::is_ascii_whitespace)
    }
}

/// Returns the estimated tokens of bytes, invalid ones counted as replacement characters.
pub(super) fn tokens(bytes: &[u8]) -> usize {
    if bytes.is_ascii() {
        return bytes.len().div_ceil(4);
    }
    crate::text::token_estimate(&String::from_utf8_lossy(bytes))
}

/// Returns bytes as text with `\n` line endings.
pub(super) fn text(bytes: &[u8]) -> String {
    match String::from_utf8_lossy(bytes) {
        Cow::Borrowed(text) if !text.contains('\r') => text.to_owned(),
        text => text.replace("\r\n", "\n"),
    }
}

/// Returns each character with its place, an invalid sequence as one replacement character.
pub(super) fn chars(bytes: &[u8]) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut base = 0;
    bytes.utf8_chunks().flat_map(move |part| {
        let start = base;
        base += part.valid().len() + part.invalid().len();
        let invalid =
            (!part.invalid().is_empty()).then(|| (start + part.valid().len(), char::REPLACEMENT_CHARACTER));
        part.valid().char_indices().map(move |(at, c)| (start + at, c)).chain(invalid)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_whatever_ends_them() {
        let lines = Lines::new("\u{feff}หนึ่ง\r\ntwo\n\n三".as_bytes());
        assert_eq!(lines.len(), 4);
        assert_eq!(lines.line(0), "หนึ่ง".as_bytes());
        assert_eq!(lines.line(3), "三".as_bytes());
        assert!(lines.is_blank(2));
        assert_eq!(lines.line_of(lines.start(3)), 3);
        assert_eq!(lines.line_of(lines.start(3) - 1), 2);
        assert_eq!(Lines::new(b"").len(), 0);
        assert_eq!(Lines::new(b"a\n").len(), 1);
    }

    #[test]
    fn invalid_bytes_keep_their_place() {
        let found: Vec<_> = chars(b"a\xFFb\xE0\xB8").collect();
        let bad = char::REPLACEMENT_CHARACTER;
        assert_eq!(found, vec![(0, 'a'), (1, bad), (2, 'b'), (3, bad)]);
    }
}
