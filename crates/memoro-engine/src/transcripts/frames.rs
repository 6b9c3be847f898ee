//! The lines of a file, one at a time, with their place, in bounded memory.

use std::io::{self, BufRead, Read};

/// Where a line or element stands in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Frame {
    /// The first byte.
    pub(super) start: u64,
    /// The byte after the last.
    pub(super) end: u64,
    /// The line it begins on, from 1.
    pub(super) line: u64,
    /// Whether it was all there and not too long.
    pub(super) state: State,
}

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// It was read.
    Whole,
    /// The file ended before the line did.
    Open,
    /// It was longer than allowed and was passed over.
    TooLong,
    /// It is longer than allowed already, and the file ended before the line did.
    OpenTooLong,
}

/// Reads lines.
pub(super) struct Lines<R> {
    input: R,
    /// The byte after the last line.
    offset: u64,
    /// How many line ends were passed.
    passed: u64,
    max: usize,
}

impl<R: BufRead> Lines<R> {
    /// Starts in the middle of a file, after a number of bytes and lines.
    pub(super) fn new(input: R, offset: u64, lines: u64, max: usize) -> Self {
        Self { input, offset, passed: lines, max }
    }

    /// Returns how many line ends were passed.
    pub(super) fn lines(&self) -> u64 {
        self.passed
    }

    /// Reads the next line into the buffer, without its end.
    pub(super) fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<Option<Frame>> {
        buffer.clear();
        let start = self.offset;
        let mut length = (&mut self.input).take(self.max as u64 + 1).read_until(b'\n', buffer)? as u64;
        if length == 0 {
            return Ok(None);
        }
        let mut ended = buffer.last() == Some(&b'\n');
        let mut state = if ended { State::Whole } else { State::Open };
        if !ended && buffer.len() > self.max {
            buffer.clear();
            buffer.shrink_to(SMALL);
            let (passed, end) = self.pass_line()?;
            length += passed;
            (ended, state) = (end, if end { State::TooLong } else { State::OpenTooLong });
        }
        self.offset += length;
        let line = self.passed + 1;
        self.passed += u64::from(ended);
        while matches!(buffer.last(), Some(b'\n' | b'\r')) {
            buffer.pop();
        }
        Ok(Some(Frame { start, end: self.offset, line, state }))
    }

    /// Passes over the rest of a line; returns its length and whether it ended.
    fn pass_line(&mut self) -> io::Result<(u64, bool)> {
        let mut passed = 0;
        loop {
            let part = self.input.fill_buf()?;
            if part.is_empty() {
                return Ok((passed, false));
            }
            let end = part.iter().position(|byte| *byte == b'\n');
            let used = end.map_or(part.len(), |end| end + 1);
            self.input.consume(used);
            passed += used as u64;
            if end.is_some() {
                return Ok((passed, true));
            }
        }
    }
}

const SMALL: usize = 64 * 1024;

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str, max: usize) -> Vec<(String, u64, u64, u64, State)> {
        let mut lines = Lines::new(text.as_bytes(), 0, 0, max);
        let mut buffer = Vec::new();
        let mut found = Vec::new();
        while let Some(frame) = lines.next(&mut buffer).unwrap() {
            let text = String::from_utf8(buffer.clone()).unwrap();
            found.push((text, frame.line, frame.start, frame.end, frame.state));
        }
        found
    }

    #[test]
    fn lines_come_with_their_place() {
        let lines = all("ab\r\n\n{open", 100);
        let expected = [
            ("ab".to_owned(), 1, 0, 4, State::Whole),
            (String::new(), 2, 4, 5, State::Whole),
            ("{open".to_owned(), 3, 5, 10, State::Open),
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over() {
        let text = format!("a\n{}\nb\n{}", "x".repeat(50), "y".repeat(50));
        let states: Vec<_> =
            all(&text, 10).into_iter().map(|(text, line, .., state)| (text, line, state)).collect();
        let expected = [
            ("a".to_owned(), 1, State::Whole),
            (String::new(), 2, State::TooLong),
            ("b".to_owned(), 3, State::Whole),
            (String::new(), 4, State::OpenTooLong),
        ];
        assert_eq!(states, expected);
    }
}
