//! The objects of a JSON document, one at a time: the elements of a top-level array, or objects one after the other.
//! Finds only where each ends; a broken one is passed over by counting brackets.

use std::io::{self, BufRead};

use super::frames::{Frame, State};

/// Reads objects.
pub(super) struct Values<R> {
    input: R,
    offset: u64,
    lines: u64,
    max: usize,
    array: Array,
}

/// Where the reader stands in the array around the objects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Array {
    /// There is none.
    None,
    /// It began and did not end.
    Open,
    /// It ended.
    Closed,
}

/// Where the scanner stands inside an object.
#[derive(Default)]
struct Scan {
    /// The brackets that are open.
    open: Vec<u8>,
    in_string: bool,
    escaped: bool,
}

impl Scan {
    /// Takes a byte; true when the object ends with it.
    fn take(&mut self, byte: u8) -> bool {
        if self.in_string {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return false;
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.open.push(byte),
            b']' if self.open.last() == Some(&b'[') => {
                self.open.pop();
            }
            // A brace also closes the brackets inside it that were forgotten.
            b'}' => while self.open.pop().is_some_and(|open| open != b'{') {},
            _ => {}
        }
        self.open.is_empty()
    }
}

impl<R: BufRead> Values<R> {
    /// Starts at the beginning of a document.
    pub(super) fn new(input: R, max: usize) -> Self {
        Self { input, offset: 0, lines: 0, max, array: Array::None }
    }

    /// Returns how many line ends were passed.
    pub(super) fn lines(&self) -> u64 {
        self.lines
    }

    /// Returns the byte after the last one read.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Tells whether an array began that has not ended: at the end of the file, that a part of it is missing.
    pub(super) fn is_open(&self) -> bool {
        self.array == Array::Open
    }

    /// Reads the next object into the buffer.
    pub(super) fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<Option<Frame>> {
        buffer.clear();
        if !self.find_start()? {
            return Ok(None);
        }
        let (start, line) = (self.offset, self.lines + 1);
        let mut scan = Scan::default();
        loop {
            let part = self.input.fill_buf()?;
            if part.is_empty() {
                return Ok(Some(Frame { start, end: self.offset, line, state: State::Open }));
            }
            let end = part.iter().position(|byte| scan.take(*byte));
            let used = end.map_or(part.len(), |end| end + 1);
            self.lines += count_lines(&part[..used]);
            if buffer.len() + used <= self.max {
                buffer.extend_from_slice(&part[..used]);
            }
            self.input.consume(used);
            self.offset += used as u64;
            if end.is_some() {
                let whole = buffer.len() as u64 == self.offset - start;
                let state = if whole { State::Whole } else { State::TooLong };
                return Ok(Some(Frame { start, end: self.offset, line, state }));
            }
        }
    }

    fn find_start(&mut self) -> io::Result<bool> {
        loop {
            let part = self.input.fill_buf()?;
            if part.is_empty() {
                return Ok(false);
            }
            let start = part.iter().position(|byte| *byte == b'{');
            let used = start.unwrap_or(part.len());
            self.lines += count_lines(&part[..used]);
            for byte in &part[..used] {
                self.array = match (byte, self.array) {
                    (b'[', Array::None) => Array::Open,
                    (b']', Array::Open) => Array::Closed,
                    (_, array) => array,
                };
            }
            self.input.consume(used);
            self.offset += used as u64;
            if start.is_some() {
                return Ok(true);
            }
        }
    }
}

fn count_lines(bytes: &[u8]) -> u64 {
    bytes.split(|byte| *byte == b'\n').count() as u64 - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str, max: usize, buffer_size: usize) -> Vec<(String, u64, State)> {
        let input = io::BufReader::with_capacity(buffer_size, text.as_bytes());
        let mut values = Values::new(input, max);
        let mut buffer = Vec::new();
        let mut found = Vec::new();
        while let Some(frame) = values.next(&mut buffer).unwrap() {
            if frame.state == State::Whole {
                let (start, end) =
                    (usize::try_from(frame.start).unwrap(), usize::try_from(frame.end).unwrap());
                assert_eq!(&text.as_bytes()[start..end], buffer);
            }
            found.push((String::from_utf8(buffer.clone()).unwrap(), frame.line, frame.state));
        }
        found
    }

    #[test]
    fn the_elements_of_an_array_are_found_whatever_is_in_their_strings() {
        let text = "[\n {\"a\": \"}\\\"{[\", \"b\": [1, {\"c\": \"ไทย\"}]},\n{\"d\": 2}]\n";
        for size in [1, 3, 4096] {
            let found = all(text, 1000, size);
            assert_eq!(found.len(), 2, "{found:?}");
            assert_eq!((found[0].1, found[1].1), (2, 3));
            assert_eq!(found[1].0, "{\"d\": 2}");
        }
    }

    #[test]
    fn an_array_without_its_end_is_open() {
        for (text, open) in [
            ("[{\"a\":1},{\"b\":[2]}]", false),
            ("[{\"a\":1},", true),
            ("[{\"a\":1}", true),
            ("[", true),
            ("{\"a\":\"[\"}\n{\"b\":1}", false),
        ] {
            let mut values = Values::new(text.as_bytes(), 1000);
            while values.next(&mut Vec::new()).unwrap().is_some() {}
            assert_eq!(values.is_open(), open, "{text}");
        }
    }

    #[test]
    fn a_large_element_is_passed_over_and_an_open_one_reported() {
        let text = format!("[{{\"a\":\"{}\"}},{{\"b\":1}},{{\"c\":", "x".repeat(100));
        let states: Vec<_> = all(&text, 50, 16).into_iter().map(|(.., state)| state).collect();
        assert_eq!(states, [State::TooLong, State::Whole, State::Open]);
    }
}
