//! Collects what was said by session, in bounded memory: a long conversation is cut into parts that overlap, and what is
//! too long even for that is told. Reads no file.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::time::Instant;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use memoro_core::extract::Said;

use super::halfway::{BYTES as BETWEEN, Halfway, Inside, LINES, Stop};
use crate::transcripts::{Report, Transcript, TranscriptError, Turn};

/// How many turns before the stretch are kept, so that an answer is read with its question.
const CONTEXT: usize = 60;
/// How many turns of one conversation are read as one; a longer one is read in parts.
const TURNS: usize = 20_000;
/// How many bytes of text of one conversation are read as one.
const BYTES: usize = 16 * 1024 * 1024;
/// How many turns a part has in common with the one before, so that an answer is read with its question.
const SHARED: usize = 8;
/// How many parts of one conversation a stretch of time holds; what comes after them is told, not read.
const PARTS: usize = 8;

/// One conversation, or what a stretch of time holds of it.
#[derive(Debug)]
pub(super) struct Conversation {
    /// Where it lies: a path, with `#session` where a file holds several.
    pub(super) path: String,
    /// The session.
    pub(super) session: String,
    /// Its turns with their moments; those before the stretch are context.
    pub(super) turns: Vec<(Timestamp, Turn)>,
    held: usize,
    /// How many turns after the stretch there are.
    after: usize,
}

impl Conversation {
    /// Returns what was said.
    pub(super) fn said(&self) -> Vec<Said<'_>> {
        self.turns.iter().map(said).collect()
    }

    /// Returns the numbers of its turns in their transcript.
    pub(super) fn numbers(&self) -> Vec<u32> {
        self.turns.iter().map(|(_, turn)| turn.index).collect()
    }

    /// Tells whether it is so long that it is read for its words piece by piece.
    pub(super) fn is_long(&self) -> bool {
        crate::extract::cut(&self.said(), &self.numbers()).len() > 1
    }

    /// Closes what was read so far as a part of its own, with what came before it, and begins the next one.
    fn next_part(&mut self, before: VecDeque<(Timestamp, Turn)>) -> Self {
        let shared = self.turns.len().saturating_sub(SHARED);
        let next = self.turns.iter().skip(shared).cloned().collect();
        let mut turns = std::mem::replace(&mut self.turns, next);
        turns.splice(0..0, before);
        let held = std::mem::replace(&mut self.held, 0);
        Self { path: String::new(), session: self.session.clone(), turns, held, after: self.after }
    }

    /// Returns the turns that lie in a stretch of time.
    pub(super) fn within(&self, stretch: &Range<Timestamp>) -> Vec<Said<'_>> {
        let inside = self.turns.iter().filter(|(at, _)| stretch.contains(at));
        inside.map(said).collect()
    }
}

/// Returns a turn as what was said in it, and in which year.
fn said((at, turn): &(Timestamp, Turn)) -> Said<'_> {
    // A day more or less at the end of a year makes nothing a story.
    let year = at.to_zoned(TimeZone::UTC).year();
    Said { role: turn.role, text: &turn.text, year: Some(year) }
}

/// Collects turns by session, in bounded memory.
pub(super) struct Gather<'a> {
    stretch: &'a Range<Timestamp>,
    until: Timestamp,
    undated: Timestamp,
    /// When the last thing was said.
    pub(super) latest: Option<Timestamp>,
    /// When the turn before was said.
    last: Option<Timestamp>,
    sessions: BTreeMap<String, (Conversation, VecDeque<(Timestamp, Turn)>)>,
    /// Parts of long conversations that are full.
    full: Vec<Conversation>,
    /// How many turns were left out because their conversation has too many parts.
    left_out: usize,
    /// Whether a turn of the stretch was met.
    inside: bool,
}

impl<'a> Gather<'a> {
    pub(super) fn new((stretch, until): (&'a Range<Timestamp>, Timestamp), undated: Timestamp) -> Self {
        let sessions = BTreeMap::new();
        Self {
            stretch,
            until,
            undated,
            latest: None,
            last: None,
            sessions,
            full: Vec::new(),
            left_out: 0,
            inside: false,
        }
    }

    /// Goes on where an earlier reading stopped, if one did.
    pub(super) fn after(&mut self, halfway: Option<&Halfway>) {
        if let Some(Halfway { last, latest, .. }) = halfway {
            (self.last, self.latest) = (*last, *latest);
        }
    }

    /// Reads a transcript until its end, or until its time is over; then also returns the place from which to go on.
    pub(super) fn until(
        &mut self,
        mut transcript: Transcript<'_>,
        stop: Stop,
    ) -> Result<(Report, Option<Halfway>), TranscriptError> {
        let (mut lines, mut offset) = (0, 0);
        // A stop goes one place back, so that what it splits is read together.
        let mut places: [Option<Halfway>; 2] = [None, None];
        loop {
            let more = transcript.read_on()?;
            while let Some(turn) = transcript.take_ready() {
                self.turn(turn);
            }
            if !more {
                return Ok((transcript.finish()?, None));
            }
            lines += 1;
            if lines < LINES && transcript.reached().saturating_sub(offset) < BETWEEN {
                continue;
            }
            (lines, offset) = (0, transcript.reached());
            let Some(position) = transcript.checkpoint()? else { continue };
            let stretch = self.inside.then_some(self.stretch.start);
            let here = Halfway { stretch, last: self.last, latest: self.latest, position };
            places = [places[1].take(), Some(here)];
            let may_stop = stop.inside == Inside::Parts || !self.inside;
            if places[0].is_some() && may_stop && Instant::now() >= stop.until {
                return Ok((transcript.finish()?, places[0].take()));
            }
        }
    }

    pub(super) fn all(&mut self, mut transcript: Transcript<'_>) -> Result<Report, TranscriptError> {
        self.last = None;
        while let Some(turn) = transcript.next_turn()? {
            self.turn(turn);
        }
        transcript.finish()
    }

    pub(super) fn turn(&mut self, turn: Turn) {
        // A turn without a moment was said when the one before it was.
        let at = turn.at.or(self.last).unwrap_or(self.undated);
        self.last = turn.at.or(self.last);
        self.latest = self.latest.max(Some(at));
        self.add(at, turn);
    }

    fn add(&mut self, at: Timestamp, turn: Turn) {
        if at >= self.stretch.end.max(self.until) {
            return;
        }
        let (conversation, before) = self.sessions.entry(turn.session.clone()).or_insert_with(|| {
            let session = turn.session.clone();
            (
                Conversation { path: String::new(), session, turns: Vec::new(), held: 0, after: 0 },
                VecDeque::new(),
            )
        });
        if at >= self.stretch.end {
            if conversation.turns.is_empty() || conversation.after >= CONTEXT {
                return;
            }
            conversation.after += 1;
        }
        if at < self.stretch.start && conversation.turns.is_empty() {
            before.push_back((at, turn));
            if before.len() > CONTEXT {
                before.pop_front();
            }
        } else {
            self.inside |= self.stretch.contains(&at);
            if conversation.turns.len() >= TURNS || conversation.held >= BYTES {
                if self.full.iter().filter(|part| part.session == turn.session).count() + 1 >= PARTS {
                    self.left_out += 1;
                    return;
                }
                let part = conversation.next_part(std::mem::take(before));
                self.full.push(part);
            }
            conversation.held += turn.text.len();
            conversation.turns.push((at, turn));
        }
    }

    /// Tells what was left out, if anything was.
    pub(super) fn unread(&self, name: &str) -> Option<String> {
        let (left, most) = (self.left_out, PARTS * TURNS);
        (left > 0).then(|| {
            format!("{name}: {left} turns were not read: more than {most} turns, or too much text, in one stretch of time; run the job with `--date` for each of its days, and split the file where one day has more")
        })
    }

    pub(super) fn finish(self, name: &str) -> Vec<Conversation> {
        let several = self.sessions.len() > 1;
        let whole = |(session, (mut conversation, before)): (String, (Conversation, VecDeque<_>))| {
            conversation.path = if several { format!("{name}#{session}") } else { name.to_owned() };
            conversation.turns.splice(0..0, before);
            conversation
        };
        let parts = self.full.into_iter().map(|part| (part.session.clone(), (part, VecDeque::new())));
        parts.chain(self.sessions).map(whole).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gathered(turns: usize) -> (Vec<Conversation>, Option<String>) {
        let at = |second: usize| Timestamp::from_second(i64::try_from(second).unwrap()).unwrap();
        let stretch = at(100)..at(10_000_000);
        let mut gather = Gather::new((&stretch, stretch.end), Timestamp::MIN);
        for n in 0..turns {
            let turn = Turn {
                session: "s".into(),
                role: memoro_core::fusion::Role::User,
                speaker: None,
                at: Some(at(n)),
                text: format!("turn {n}"),
                index: u32::try_from(n).unwrap(),
                line: 1,
                bytes: 0..0,
                id: None,
                parent: None,
                side: false,
            };
            gather.turn(turn);
        }
        let unread = gather.unread("long.jsonl");
        (gather.finish("long.jsonl"), unread)
    }

    #[test]
    fn a_long_conversation_is_read_in_parts_that_overlap_and_none_of_it_is_lost() {
        let turns = 3 * TURNS + 500;
        let (parts, unread) = gathered(turns);
        assert!(parts.len() == 4 && unread.is_none());
        let said = |part: &Conversation| part.turns.iter().map(|(_, turn)| turn.index).collect::<Vec<_>>();
        let all: Vec<Vec<u32>> = parts.iter().map(said).collect();
        assert_eq!(all[0][0], 40, "an answer is read with its question");
        for pair in all.windows(2) {
            assert_eq!(pair[0][pair[0].len() - SHARED..], pair[1][..SHARED]);
            assert!(pair[0].len() <= TURNS + CONTEXT);
        }
        assert_eq!(all.last().unwrap().last(), Some(&u32::try_from(turns - 1).unwrap()));
    }

    #[test]
    fn what_is_too_long_to_be_read_is_told() {
        let (parts, unread) = gathered((PARTS + 1) * TURNS);
        assert_eq!(parts.len(), PARTS);
        assert!(unread.unwrap().starts_with("long.jsonl: "));
        assert!(gathered(10).1.is_none());
    }
}
