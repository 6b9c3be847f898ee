//! How far a transcript was read, and whether the file is still the one that was read. The end of what was read is
//! checked as well as the beginning, because programs rewrite their sessions in place.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::str::FromStr;

use super::Format;

/// How far a transcript was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) format: Format,
    /// The byte to go on at; the sequence number for a database.
    pub(super) offset: u64,
    pub(super) lines: u64,
    pub(super) turns: u32,
    /// Whether the session turned out to be a scheduler's or our own.
    pub(super) machine: bool,
    pub(super) side: bool,
    pub(super) head: Mark,
    pub(super) tail: Mark,
    pub(super) session: Option<String>,
}

/// The length and hash of some bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Mark {
    pub(super) len: u64,
    pub(super) hash: u64,
}

/// How many bytes at each end are remembered.
const MARKED: u64 = 4096;

impl Mark {
    /// Marks bytes.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut eight = [0; 8];
        eight.copy_from_slice(&blake3::hash(bytes).as_bytes()[..8]);
        Self { len: bytes.len() as u64, hash: u64::from_le_bytes(eight) }
    }

    /// Marks the bytes of a file that end at the given place.
    fn before(file: &mut File, end: u64) -> io::Result<Self> {
        Self::range(file, end.saturating_sub(MARKED), end.min(MARKED))
    }

    fn range(file: &mut File, start: u64, len: u64) -> io::Result<Self> {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(start))?;
        file.take(len).read_to_end(&mut bytes)?;
        Ok(Self::of(&bytes))
    }
}

/// Marks both ends of the part of a file before an offset.
pub(super) fn marks(file: &mut File, offset: u64) -> io::Result<(Mark, Mark)> {
    Ok((Mark::range(file, 0, offset.min(MARKED))?, Mark::before(file, offset)?))
}

impl Position {
    /// Returns which program wrote the transcript.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the byte to go on at.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns how many turns were read so far.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Tells whether a file still begins as it did when it was read up to here.
    pub(super) fn fits(&self, file: &mut File, size: u64) -> io::Result<bool> {
        Ok(size >= self.offset && marks(file, self.offset)? == (self.head, self.tail))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "1 {} {} {} {} {}{} {}:{:016x} {}:{:016x} {}",
            self.format.as_str(),
            self.offset,
            self.lines,
            self.turns,
            u8::from(self.machine),
            u8::from(self.side),
            self.head.len,
            self.head.hash,
            self.tail.len,
            self.tail.hash,
            self.session.as_deref().unwrap_or("")
        )
    }
}

/// A text that is not a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a position in a transcript")]
pub struct InvalidPosition;

impl FromStr for Position {
    type Err = InvalidPosition;

    fn from_str(text: &str) -> Result<Self, InvalidPosition> {
        parse(text).ok_or(InvalidPosition)
    }
}

fn parse(text: &str) -> Option<Position> {
    let mut fields = text.splitn(9, ' ');
    if fields.next()? != "1" {
        return None;
    }
    let format = Format::from_name(fields.next()?)?;
    let offset = fields.next()?.parse().ok()?;
    let lines = fields.next()?.parse().ok()?;
    let turns = fields.next()?.parse().ok()?;
    let flags = fields.next()?.as_bytes();
    let (machine, side) = (flags.first()? == &b'1', flags.get(1)? == &b'1');
    let mark = |field: &str| {
        let (len, hash) = field.split_once(':')?;
        Some(Mark { len: len.parse().ok()?, hash: u64::from_str_radix(hash, 16).ok()? })
    };
    let (head, tail) = (mark(fields.next()?)?, mark(fields.next()?)?);
    let session = fields.next().filter(|session| !session.is_empty()).map(str::to_owned);
    Some(Position { format, offset, lines, turns, machine, side, head, tail, session })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_survives_being_written_down() {
        for session in [None, Some("การประชุม 第一次 | x".to_owned())] {
            let position = Position {
                format: Format::Codex,
                offset: 123_456_789_012,
                lines: 7,
                turns: 3,
                machine: false,
                side: true,
                head: Mark::of(b"a"),
                tail: Mark { len: 0, hash: 1 },
                session,
            };
            assert_eq!(position.to_string().parse::<Position>().unwrap(), position);
        }
        assert!("2 codex".parse::<Position>().is_err() && "".parse::<Position>().is_err());
    }
}
