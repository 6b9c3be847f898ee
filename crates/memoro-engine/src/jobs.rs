//! The jobs that turn conversations into kept knowledge: micro-sync writes down what was settled, the daily wrap-up
//! sums up a day, the weekly compound decides what stands in MEMORY.md. Each may write only what its writer allows,
//! works under a lock with a time limit, and does nothing the second time.

mod active;
mod belated;
mod compound;
mod diff;
mod episodes;
mod erase;
mod gather;
mod halfway;
mod history;
mod late;
mod ledger;
mod limits;
mod lock;
mod looks;
mod micro_sync;
mod passed;
mod reading;
mod schedule;
mod settings;
mod text;
mod told;
mod withdrawn;
mod wrapup;
mod writers;

use std::time::{Duration, Instant};

use jiff::Timestamp;
use jiff::civil::Date;
use memoro_core::InvalidWord;

pub(crate) use active::Held;
pub use diff::unified;
pub use history::{JobTotals, LastRun};
pub(crate) use ledger::no_room;
pub use ledger::{Ledger, LedgerDay, Spent};
pub use limits::Violation;
pub use lock::LockOwner;
pub(crate) use micro_sync::REPLACES;
pub use schedule::{Planned, Scheduler, check_cron};
pub use settings::{JobSettings, Key, LlmKind, LlmSettings, Plan};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::maintain::{Carry, Chore};
use crate::workspace::Workspace;
use reading::Reading;
use writers::{CompoundWriter, DayWriter, SummaryWriter};

/// A job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Job {
    /// Writes down what the conversations of the last hours settled.
    MicroSync,
    /// Sums up a day.
    DailyWrapup,
    /// Decides what stands in MEMORY.md.
    WeeklyCompound,
    /// Refreshes strengths and puts away what has expired.
    Maintain,
}

impl Job {
    /// All of them.
    pub const ALL: [Job; 4] = [Job::MicroSync, Job::DailyWrapup, Job::WeeklyCompound, Job::Maintain];

    /// Returns the one spelling of the job.
    pub const fn as_str(self) -> &'static str {
        match self {
            Job::MicroSync => "micro-sync",
            Job::DailyWrapup => "daily-wrapup",
            Job::WeeklyCompound => "weekly-compound",
            Job::Maintain => "maintain",
        }
    }

    /// Returns the locks that the job takes, in order. The weekly job also takes the daily one's, so that the two
    /// never run together.
    const fn locks(self) -> &'static [&'static str] {
        match self {
            Job::MicroSync => &["micro-sync"],
            Job::DailyWrapup => &["daily-wrapup"],
            Job::WeeklyCompound => &["daily-wrapup", "weekly-compound"],
            Job::Maintain => &["maintain"],
        }
    }

    /// Returns the locks of others under which the job does not run. Where machines share a folder, the lock files of
    /// one may reach the other one by one.
    const fn yields_to(self) -> &'static [&'static str] {
        match self {
            Job::DailyWrapup => &["weekly-compound"],
            Job::MicroSync | Job::WeeklyCompound | Job::Maintain => &[],
        }
    }
}

impl std::fmt::Display for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

impl std::str::FromStr for Job {
    type Err = InvalidWord;

    fn from_str(word: &str) -> Result<Self, InvalidWord> {
        Job::ALL.into_iter().find(|job| job.as_str() == word).ok_or_else(|| InvalidWord {
            what: "job",
            word: word.to_owned(),
            expected: Job::ALL.map(Job::as_str).join(", "),
        })
    }
}

/// A wish to run a job; the clock is the caller's.
#[derive(Debug, Clone, Copy)]
pub struct RunJob {
    /// The job.
    pub job: Job,
    /// The day it is about; for the weekly job any day of the week. The day that is over where it is left out.
    pub date: Option<Date>,
    /// Whether anything is written.
    pub carry: Carry,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// It did its work.
    Done,
    /// There was nothing to do.
    Nothing,
    /// Another run holds the lock.
    Busy(LockOwner),
    /// It took longer than it may; what was written so far is whole.
    TimedOut,
}

impl Ended {
    /// Returns the one word for this end.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Ended::Done => "done",
            Ended::Nothing => "nothing",
            Ended::Busy(_) => "busy",
            Ended::TimedOut => "timed_out",
        }
    }
}

/// A file that a job changed, or would change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// The path in the workspace.
    pub path: String,
    /// What it held; empty where there was none.
    pub before: String,
    /// What it holds, or would hold.
    pub after: String,
}

/// What a run did.
#[derive(Debug, Clone)]
pub struct JobReport {
    /// The job.
    pub job: Job,
    /// How it ended.
    pub ended: Ended,
    /// The files that changed, or would change.
    pub files: Vec<FileChange>,
    /// How many things were written, promoted, demoted and so on.
    pub counts: Vec<(&'static str, u64)>,
    /// What a person should know.
    pub notes: Vec<String>,
    /// How long it took.
    pub took: Duration,
}

impl JobReport {
    fn new(job: Job) -> Self {
        Self {
            job,
            ended: Ended::Nothing,
            files: Vec::new(),
            counts: Vec::new(),
            notes: Vec::new(),
            took: Duration::ZERO,
        }
    }

    /// Returns how many changes there were.
    pub fn changes(&self) -> u64 {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    fn count(&mut self, what: &'static str, count: u64) {
        match self.counts.iter_mut().find(|(name, _)| *name == what) {
            Some((_, total)) => *total += count,
            None => self.counts.push((what, count)),
        }
    }
}

/// Under which name it is kept since when there is a workspace: what was said before is for `import` to bring.
pub(crate) const SINCE: &str = "workspace.since";

/// How far back a run looks at most for what earlier runs missed.
const FARTHEST: jiff::SignedDuration = jiff::SignedDuration::from_hours(92 * 24);

/// The time that a run has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline {
    begun: Instant,
    limit: Duration,
}

impl Deadline {
    /// Stops a run that took too long.
    pub(super) fn until(self) -> Instant {
        self.begun + self.limit
    }

    /// Returns the moment from which on what one conversation needs is no longer taken from the others.
    fn half(self) -> Instant {
        self.begun + self.limit / 2
    }

    /// Returns the moment from which on what is read is kept, so that a run that is stopped is not done all over.
    fn kept_from(self) -> Instant {
        self.begun + self.limit / 8
    }

    fn check(self) -> Result<()> {
        if Instant::now() < self.until() { Ok(()) } else { Err(Self::over()) }
    }

    /// Says that the time was over in a transcript.
    fn over_in(cut: &halfway::Cut) -> EngineError {
        EngineError::invalid(TIMED_OUT, format!("the job took longer than `jobs.time_limit` allows; {cut}"))
    }

    /// Says that the time is over.
    fn over() -> EngineError {
        EngineError::invalid(TIMED_OUT, "the job took longer than `jobs.time_limit` allows")
    }
}

const TIMED_OUT: &str = "time limit";

impl Workspace {
    /// Runs a job now, unless another run of it is under way.
    pub fn run_job(&self, run: &RunJob, caller: &Caller) -> Result<JobReport> {
        self.permit(memoro_core::policy::Operation::Write, caller)?;
        let begun = Instant::now();
        let mut report = JobReport::new(run.job);
        let held =
            if run.carry == Carry::Out { lock::take_all(&self.root, run.job)? } else { Ok(Vec::new()) };
        let held = match held {
            Ok(held) => held,
            Err((lock, owner)) => {
                report.notes.push(format!("another run holds {lock}: {owner}"));
                report.ended = Ended::Busy(owner);
                return Ok(report);
            }
        };
        if run.carry == Carry::Out {
            self.clear_leftovers();
        }
        let deadline = Deadline { begun, limit: self.settings.jobs.time_limit };
        let outcome = self.do_job(*run, &jobs_caller(run.job, caller), (deadline, &mut report));
        if outcome.is_err() && run.carry == Carry::Out {
            // What was committed before the run stopped is shown, too; the error itself is what must be told.
            let _ = self.finish_mirror(caller);
        }
        report.took = begun.elapsed();
        match outcome {
            Err(EngineError::Invalid { what, why }) if what == TIMED_OUT => {
                report.notes.push(format!("stopped: {why}; the lock is released, run it again to go on"));
                report.ended = Ended::TimedOut;
            }
            Err(error) => {
                if run.carry == Carry::Out {
                    // The error itself is what must be told.
                    let _ = self.note_failed(run.job, report.took, caller.now);
                }
                return Err(error);
            }
            Ok(()) if run.carry == Carry::Out => self.drop_old_pieces()?,
            Ok(()) => {}
        }
        if run.carry == Carry::Out {
            self.note_run(&report, caller.now)?;
        }
        drop(held);
        Ok(report)
    }

    fn do_job(
        &self,
        run: RunJob,
        caller: &Caller,
        (deadline, report): (Deadline, &mut JobReport),
    ) -> Result<()> {
        let reading = Reading::new(self, caller, deadline, run.carry);
        let done = match run.job {
            Job::MicroSync => {
                let writer = DayWriter::new(self, caller, run.carry);
                micro_sync::run(&reading, writer, run.date, report)
            }
            Job::DailyWrapup => {
                let writer = SummaryWriter::new(self, caller, run.carry);
                wrapup::run(&reading, writer, run.date, report)
            }
            Job::WeeklyCompound => {
                let writer = CompoundWriter::new(self, caller, run.carry);
                compound::run(&reading, writer, run.date, report)
            }
            Job::Maintain => {
                let done = self.maintain(&Chore::ALL, run.carry, caller)?;
                report.count("archived", done.archived.len() as u64);
                report.count("removed", done.removed.len() as u64);
                report.count("merged", done.merged.iter().map(Vec::len).sum::<usize>() as u64);
                if done.put_off > 0 {
                    report.count("put_off", done.put_off as u64);
                }
                report.ended = Ended::Done;
                Ok(())
            }
        };
        report.notes.extend(reading.silence());
        done
    }

    /// Tells whether a run rewrites files now, so that indexing in the background waits.
    pub fn indexing_pauses(&self) -> bool {
        lock::is_held(&self.root, Job::WeeklyCompound.as_str())
    }
}

/// What a job derives from conversations is nobody's word: it acts with an agent's trust.
fn jobs_caller(job: Job, caller: &Caller) -> Caller {
    if job == Job::Maintain {
        return caller.clone();
    }
    let actor = memoro_core::Actor { name: format!("job:{job}"), trust: memoro_core::Trust::Agent };
    Caller { actor, run: caller.run.clone(), ..Caller::system(caller.now) }
}

/// Returns the moments between which a day lies.
pub(crate) fn bounds(date: Date, zone: &jiff::tz::TimeZone) -> Result<std::ops::Range<Timestamp>> {
    let at = |date: Date| {
        let start = date.to_zoned(zone.clone()).map(|zoned| zoned.timestamp());
        start.map_err(|why| EngineError::invalid(format!("date {date}"), why))
    };
    let next = date.tomorrow().map_err(|why| EngineError::invalid(format!("date {date}"), why))?;
    Ok(at(date)?..at(next)?)
}
