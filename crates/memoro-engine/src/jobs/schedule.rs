//! When the jobs run by themselves: cron patterns in the workspace's time zone, a small delay that differs by
//! workspace, and a run that was missed is made up for once. It has no thread of its own: a server gives it one
//! with [`Scheduler::run`].

use std::str::FromStr as _;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use croner::Cron;
use jiff::{SignedDuration, Timestamp};
use memoro_store::Durability;

use super::{Job, JobReport, LastRun, RunJob};
use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::maintain::Carry;
use crate::workspace::Workspace;

/// When the jobs of a workspace run.
#[derive(Debug)]
pub struct Scheduler {
    plans: Vec<(Job, Cron)>,
}

/// When a job runs next, and how it went last.
#[derive(Debug, Clone)]
pub struct Planned {
    /// The job.
    pub job: Job,
    /// Its cron pattern; empty where it does not run by itself.
    pub cron: String,
    /// When it runs next.
    pub next: Option<Timestamp>,
    /// How it went last.
    pub last: Option<LastRun>,
}

impl Scheduler {
    /// Reads the plans of a workspace; a job without a pattern does not run by itself.
    pub fn new(workspace: &Workspace) -> Result<Self> {
        let mut plans = Vec::new();
        for plan in workspace.settings.jobs.plans.iter().filter(|plan| !plan.cron.trim().is_empty()) {
            plans.push((plan.job, cron(&plan.cron)?));
        }
        Ok(Self { plans })
    }

    /// Returns when each job runs next and how it went last.
    pub fn planned(&self, workspace: &Workspace, now: Timestamp) -> Result<Vec<Planned>> {
        let mut planned = Vec::new();
        for job in Job::ALL {
            let cron = self.plans.iter().find(|(of, _)| *of == job).map(|(_, cron)| cron);
            let next = cron.and_then(|cron| occurrence(cron, workspace, now, Way::Next));
            let delayed = next.map(|slot| slot + delay(workspace, job, slot));
            let cron = cron.map(|cron| cron.as_str().to_owned()).unwrap_or_default();
            planned.push(Planned { job, cron, next: delayed, last: workspace.last_run(job)? });
        }
        Ok(planned)
    }

    /// Runs each job that is due, once; several missed runs are one.
    pub fn run_due(&self, workspace: &Workspace, now: Timestamp) -> Vec<(Job, Result<JobReport>)> {
        let mut runs = Vec::new();
        for (job, cron) in &self.plans {
            match due(workspace, *job, cron, now) {
                Ok(None) => {}
                Ok(Some(slot)) => {
                    let run = RunJob { job: *job, date: about(workspace, *job, slot), carry: Carry::Out };
                    let outcome = workspace.run_job(&run, &Caller::system(now));
                    let busy =
                        matches!(&outcome, Ok(report) if matches!(report.ended, super::Ended::Busy(_)));
                    // A run that another process does now is tried again; any other counts for its slot.
                    let noted = if busy { Ok(()) } else { note(workspace, *job, slot) };
                    runs.push((*job, outcome.and_then(|report| noted.map(|()| report))));
                }
                Err(error) => runs.push((*job, Err(error))),
            }
        }
        runs
    }

    /// Runs the jobs as they become due until the sender is dropped or sends; `clock` tells the time, `tell` hears of
    /// each run.
    pub fn run(
        &self,
        workspace: &Workspace,
        stopped: &Receiver<()>,
        clock: &dyn Fn() -> Timestamp,
        tell: &mut dyn FnMut(Job, Result<JobReport>),
    ) {
        loop {
            for (job, outcome) in self.run_due(workspace, clock()) {
                tell(job, outcome);
            }
            // The clock may jump, so it is looked at every minute.
            let wait = self.idle(workspace, clock()).clamp(Duration::from_secs(1), Duration::from_mins(1));
            if stopped.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
                return;
            }
        }
    }

    /// Returns how long nothing is due.
    pub fn idle(&self, workspace: &Workspace, now: Timestamp) -> Duration {
        let next = self.plans.iter().filter_map(|(job, cron)| {
            let slot = occurrence(cron, workspace, now, Way::Next)?;
            Some(slot + delay(workspace, *job, slot))
        });
        let wait = next.min().map_or(HOUR, |next| next.duration_since(now).clamp(SignedDuration::ZERO, HOUR));
        wait.unsigned_abs()
    }
}

/// Returns the day that a scheduled run is about, where its own moment does not tell: the weekly job that was missed on
/// Monday is about the week before that Monday, whenever it is made up for.
fn about(workspace: &Workspace, job: Job, slot: Timestamp) -> Option<jiff::civil::Date> {
    let day = slot.to_zoned(workspace.settings.time_zone.clone()).date();
    (job == Job::WeeklyCompound).then(|| day.yesterday().ok()).flatten()
}

/// Returns the slot that is due: the last one before now that was not run.
fn due(workspace: &Workspace, job: Job, cron: &Cron, now: Timestamp) -> Result<Option<Timestamp>> {
    let Some(slot) = occurrence(cron, workspace, now, Way::Last) else { return Ok(None) };
    let known: Option<Timestamp> = workspace.store.named(&name(job))?.and_then(|text| text.parse().ok());
    // A slot in the future was noted by a clock that ran ahead.
    // Who ran the job by hand before there was a server knows of the slots since then.
    let by_hand = || Some(workspace.last_run(job).ok()??.at);
    let Some(known) = known.or_else(by_hand).filter(|known| *known <= now) else {
        // The first time nothing was missed: there was nobody to run it.
        note(workspace, job, slot)?;
        return Ok(None);
    };
    Ok((known < slot && slot + delay(workspace, job, slot) <= now).then_some(slot))
}

const HOUR: SignedDuration = SignedDuration::from_hours(1);

/// Reads a cron pattern.
pub(crate) fn cron(pattern: &str) -> Result<Cron> {
    Cron::from_str(pattern).map_err(|why| EngineError::invalid(format!("cron pattern `{pattern}`"), why))
}

/// Tells what is wrong with a cron pattern; an empty one is right and means never.
pub fn check_cron(pattern: &str) -> std::result::Result<(), String> {
    if pattern.trim().is_empty() {
        return Ok(());
    }
    Cron::from_str(pattern).map(drop).map_err(|why| format!("`{pattern}` is no cron pattern: {why}"))
}

#[derive(Clone, Copy)]
enum Way {
    Next,
    Last,
}

fn occurrence(cron: &Cron, workspace: &Workspace, now: Timestamp, way: Way) -> Option<Timestamp> {
    let now = now.to_zoned(workspace.settings.time_zone.clone());
    let found = match way {
        Way::Next => cron.find_next_occurrence(&now, false),
        Way::Last => cron.find_previous_occurrence(&now, true),
    };
    found.ok().map(|zoned| zoned.timestamp())
}

/// By how much a run is put off: the same for the same slot, different between workspaces.
fn delay(workspace: &Workspace, job: Job, slot: Timestamp) -> SignedDuration {
    let most = workspace.settings.jobs.jitter.as_secs().max(0);
    let text = format!("{}\n{job}\n{slot}", workspace.root.display());
    let hash = blake3::hash(text.as_bytes());
    let number = i64::from(u32::from_le_bytes(hash.as_bytes()[..4].try_into().unwrap_or_default()));
    SignedDuration::from_secs(number % (most + 1))
}

fn name(job: Job) -> String {
    format!("job.{job}.slot")
}

fn note(workspace: &Workspace, job: Job, slot: Timestamp) -> Result<()> {
    Ok(workspace.store.set_named(&name(job), Some(&slot.to_string()), Durability::Synced)?)
}
