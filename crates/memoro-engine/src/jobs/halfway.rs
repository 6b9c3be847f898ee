//! How far a long transcript was read when the time of a run was over, so that the next run goes on from there. A place is kept
//! only for what is read again from it without losing a turn: everything before it was said before the stretch, or is written down.

use std::fmt;
use std::str::FromStr;
use std::time::Instant;

use jiff::Timestamp;

use crate::transcripts::Position;

/// Under which names the places are kept.
pub(super) const HALFWAY: &str = "job.halfway.";

/// How many lines there are between two looks at the clock. A run reads at least so many, so that each goes further.
pub(super) const LINES: u32 = 10_000;
/// How many bytes, by about one line.
pub(super) const BYTES: u64 = 64 * 1024 * 1024;

/// A place in a transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Halfway {
    /// When the stretch begins for which it was read; nothing where no turn of any was met.
    pub(super) stretch: Option<Timestamp>,
    /// When the turn before it was said.
    pub(super) last: Option<Timestamp>,
    /// When the last of all turns before it was said.
    pub(super) latest: Option<Timestamp>,
    /// The place itself.
    pub(super) position: Position,
}

impl Halfway {
    /// Tells whether a reading for the stretch that begins then loses nothing if it goes on from here.
    pub(super) fn serves(&self, start: Timestamp, inside: Inside) -> bool {
        let written = self.stretch == Some(start) && inside == Inside::Parts;
        written || self.latest.is_none_or(|latest| latest < start)
    }
}

impl fmt::Display for Halfway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for moment in [self.stretch, self.last, self.latest] {
            writeln!(f, "{}", moment.map(|moment| moment.to_string()).unwrap_or_default())?;
        }
        write!(f, "{}", self.position)
    }
}

/// A text that is no place in a transcript.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a place in a transcript")]
pub(super) struct InvalidHalfway;

impl FromStr for Halfway {
    type Err = InvalidHalfway;

    fn from_str(text: &str) -> Result<Self, InvalidHalfway> {
        let mut lines = text.splitn(4, '\n');
        let mut moment = || {
            let line = lines.next().ok_or(InvalidHalfway)?;
            if line.is_empty() { Ok(None) } else { line.parse().map(Some).map_err(|_| InvalidHalfway) }
        };
        let (stretch, last, latest) = (moment()?, moment()?, moment()?);
        let position = lines.next().and_then(|line| line.parse().ok()).ok_or(InvalidHalfway)?;
        Ok(Self { stretch, last, latest, position })
    }
}

/// When a reading of one file stops.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stop {
    /// The moment from which on it does.
    pub(super) until: Instant,
    /// Whether it may stop among the turns of the stretch, too.
    pub(super) inside: Inside,
}

/// Whether a part of a stretch is of use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inside {
    /// What is written of it is kept, and the rest comes later.
    Parts,
    /// Only the whole is.
    Whole,
}

/// A transcript that was not read to its end.
#[derive(Debug, Clone)]
pub(super) struct Cut {
    /// Its name.
    pub(super) name: String,
    /// How far it is read.
    pub(super) read: u64,
    /// How long it is.
    pub(super) of: u64,
    /// What to keep once what was read of the stretch is written down; nothing where it is kept already.
    pub(super) keep: Option<Halfway>,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} of {} bytes are read so far", self.name, self.read, self.of)
    }
}
