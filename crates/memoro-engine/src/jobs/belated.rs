//! Conversations that arrive after their time was passed by, for example from a folder that was synced late. What is new
//! in each is looked at once, from where the last look stopped; the days that a job has passed by already are kept for it
//! until it has looked at them. Reads no turn for its words.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff::civil::Date;
use memoro_store::Durability;

use super::halfway::LINES;
use super::reading::Reading;
use super::{FARTHEST, Job, bounds};
use crate::error::Result;
use crate::maintain::Carry;
use crate::transcripts::{self, FoundTranscript, Position, Transcript, TranscriptError};
use crate::workspace::Workspace;

/// Under which names it is kept how far each conversation was looked at.
const REACHED: &str = "job.reached.";
/// Under which names the days wait for a job of which something arrived late.
const BELATED: &str = "job.belated.";

/// The days of which something arrived late, and the conversations in which it was said.
pub(super) type Belated = BTreeMap<Date, BTreeSet<String>>;

/// The jobs that pass time by.
const PASSING: [Job; 2] = [Job::MicroSync, Job::DailyWrapup];

/// Returns under which name it is kept that something of a day arrived late in a conversation.
fn name(job: Job, day: Date, conversation: &str) -> String {
    format!("{BELATED}{job}.{day}.{conversation}")
}

impl Workspace {
    /// Notes that a job has looked at a day: nothing of it waits any more.
    pub(super) fn looked_at(&self, job: Job, day: Date, carry: Carry) -> Result<()> {
        if carry == Carry::DryRun {
            return Ok(());
        }
        let imported = format!("{}{job}.{day}", crate::index::BACKLOG);
        let late = format!("{BELATED}{job}.{day}.");
        let mut names: Vec<String> =
            self.store.named_under(&late)?.into_iter().map(|(rest, _)| format!("{late}{rest}")).collect();
        names.extend(self.store.named(&imported)?.map(|_| imported));
        names.iter().try_for_each(|name| Ok(self.store.set_named(name, None, Durability::Synced)?))
    }
}

impl Reading<'_> {
    /// Returns what a job has passed by before it arrived: what is kept from earlier looks, and what is new since.
    pub(super) fn belated(&self, job: Job) -> Result<Belated> {
        let mut belated = self.kept_belated(job)?;
        for (late, day, conversation) in self.look()? {
            if late == job {
                belated.entry(day).or_default().insert(conversation);
            }
        }
        Ok(belated)
    }

    /// Lets the wrap-up look once more at a day that it has passed by: what it told of that day is not so any more.
    pub(super) fn tell_again(&self, day: Date, conversation: &str) -> Result<()> {
        let passed = self.passed_by(Job::DailyWrapup)?;
        let start = bounds(day, self.zone())?.start;
        if self.carry() == Carry::Out && passed.is_some_and(|passed| start < passed) {
            self.keep(&name(Job::DailyWrapup, day, conversation), "")?;
        }
        Ok(())
    }

    fn kept_belated(&self, job: Job) -> Result<Belated> {
        let mut belated = Belated::new();
        for (rest, _) in self.named_under(&format!("{BELATED}{job}."))? {
            let Some((day, conversation)) = rest.split_once('.') else { continue };
            let Ok(day) = day.parse::<Date>() else { continue };
            belated.entry(day).or_default().insert(conversation.to_owned());
        }
        Ok(belated)
    }

    /// Returns the moment before which the next run of a job looks at nothing by itself.
    fn passed_by(&self, job: Job) -> Result<Option<Timestamp>> {
        let Some(seen) = self.seen_until(job)? else { return Ok(None) };
        Ok(Some(match job {
            Job::DailyWrapup => bounds(self.day_of(seen), self.zone())?.start,
            _ => seen - self.settings().window,
        }))
    }

    /// Looks at what is new in all conversations; returns and keeps what came too late for which job.
    fn look(&self) -> Result<BTreeSet<(Job, Date, String)>> {
        let mut passed = Vec::new();
        for job in PASSING {
            passed.extend(self.passed_by(job)?.map(|passed| (job, passed)));
        }
        // What was said before there was a workspace is for an import to bring.
        let since = self.since()?.unwrap_or(Timestamp::MIN).max(self.now() - FARTHEST);
        let known: BTreeMap<String, String> = self.named_under(REACHED)?.into_iter().collect();
        let mut all = BTreeSet::new();
        for found in self.found()? {
            for part in parts(&found, &self.name_of(&found)) {
                let before = known.get(&part.name).and_then(|kept| kept.split_once('\n'));
                if before.is_some_and(|(stamp, _)| stamp == part.stamp) {
                    continue;
                }
                let position = before.and_then(|(_, position)| position.parse().ok());
                // What cannot be read is told where it is read for its words.
                let Ok((moments, reached, end)) = self.moments(&found, &part, position.as_ref()) else {
                    continue;
                };
                let mut late: BTreeSet<(Job, Date, String)> = BTreeSet::new();
                for at in moments.into_iter().filter(|at| *at >= since) {
                    let passed = passed.iter().filter(|(_, passed)| at < *passed);
                    late.extend(passed.map(|(job, _)| (*job, self.day_of(at), part.name.clone())));
                }
                if self.carry() == Carry::Out {
                    // The days first: a run that is killed in between finds the same again.
                    late.iter().try_for_each(|(job, day, at)| self.keep(&name(*job, *day, at), ""))?;
                    self.keep(
                        &format!("{REACHED}{}", part.name),
                        &format!("{}\n{reached}", stamp_at(end, &part)),
                    )?;
                }
                all.extend(late);
                self.check_time()?;
            }
        }
        Ok(all)
    }

    /// Returns when the new turns of a conversation were said, how far it is read with them, and whether that is its end: a
    /// long one is left where the time of the run is over.
    fn moments(
        &self,
        found: &FoundTranscript,
        part: &Part,
        known: Option<&Position>,
    ) -> Result<(BTreeSet<Timestamp>, Position, End), TranscriptError> {
        let options = self.transcript_options();
        let mut transcript = match &part.session {
            Some(session) => Transcript::open_session(&found.file, session, known, options)?,
            None => Transcript::open(&found.file, known, options)?,
        };
        let (mut moments, mut last) = (BTreeSet::new(), None);
        let mut lines = 0u32;
        loop {
            let more = transcript.read_on()?;
            while let Some(turn) = transcript.take_ready() {
                last = turn.at.or(last);
                moments.insert(last.unwrap_or_else(|| self.undated(&self.name_of(found), found)));
            }
            if !more {
                return Ok((moments, transcript.finish()?.position, End::Reached));
            }
            lines = lines.wrapping_add(1);
            if lines.is_multiple_of(LINES)
                && self.is_over()
                && let Some(position) = transcript.checkpoint()?
            {
                return Ok((moments, position, End::Ahead));
            }
        }
    }

    /// Keeps a small value; losing it means that something is looked at once more.
    fn keep(&self, name: &str, value: &str) -> Result<()> {
        self.set_named(name, value, Durability::Lazy)
    }
}

/// Whether a transcript was read to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Reached,
    Ahead,
}

/// Returns what tells that nothing is new; of what was not read to its end nothing does.
fn stamp_at(end: End, part: &Part) -> &str {
    if end == End::Reached { &part.stamp } else { "" }
}

/// A file, or one session of a database.
struct Part {
    name: String,
    session: Option<String>,
    /// What it looked like; another stamp means that something may be new.
    stamp: String,
}

fn parts(found: &FoundTranscript, name: &str) -> Vec<Part> {
    if !found.is_database {
        let crate::documents::Fingerprint { modified, size, inode } = found.fingerprint;
        return vec![Part {
            name: name.to_owned(),
            session: None,
            stamp: format!("{modified} {size} {inode}"),
        }];
    }
    let sessions = transcripts::openclaw_sessions(&found.file).unwrap_or_default().into_iter();
    let part = |one: transcripts::DatabaseSession| Part {
        name: format!("{name}#{}", one.id),
        stamp: format!("{} {}", one.events, one.last),
        session: Some(one.id),
    };
    sessions.filter(|one| !one.machine).map(part).collect()
}
