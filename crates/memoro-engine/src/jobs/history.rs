//! How the last run of each job went and how all of them went together, kept in the store as small named values.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::Timestamp;
use memoro_store::Durability;
use serde::{Deserialize, Serialize};

use super::{Job, JobReport};
use crate::error::Result;
use crate::workspace::Workspace;

/// How the last run of a job went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastRun {
    /// The moment that it ran for.
    pub at: Timestamp,
    /// The word for how it ended, as [`super::Ended`] spells it.
    pub ended: String,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
    /// What it changed, by name.
    pub counts: Vec<(String, u64)>,
}

impl LastRun {
    /// Tells whether the run did what there was to do.
    pub fn succeeded(&self) -> bool {
        matches!(self.ended.as_str(), "done" | "nothing")
    }

    /// Tells whether the run ended with an error.
    pub fn failed(&self) -> bool {
        self.ended == FAILED
    }
}

#[derive(Serialize, Deserialize)]
struct Row {
    at: String,
    ended: String,
    took_ms: u64,
    counts: Vec<(String, u64)>,
}

/// How all runs of a job went together.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct JobTotals {
    /// How many runs ended in each way, as [`super::Ended`] spells it, or `failed`.
    pub runs: BTreeMap<String, u64>,
    /// How many changes they made.
    pub changes: u64,
    /// How long they took, in milliseconds.
    pub took_ms: u64,
}

/// How many days a run that went well is remembered for each.
const REMEMBERED: usize = 100;

/// The word for a run that ended with an error.
const FAILED: &str = "failed";

fn totals(job: Job) -> String {
    format!("job.{job}.totals")
}

fn name(job: Job) -> String {
    format!("job.{job}.last")
}

fn good(job: Job) -> String {
    format!("job.{job}.good")
}

impl Workspace {
    /// Keeps how a run went.
    pub(super) fn note_run(&self, report: &JobReport, now: Timestamp) -> Result<()> {
        let counts = report.counts.iter().map(|(name, n)| ((*name).to_owned(), *n)).collect();
        let took_ms = u64::try_from(report.took.as_millis()).unwrap_or(u64::MAX);
        self.note_ended(report.job, report.ended.as_str(), now, (took_ms, counts))?;
        if matches!(report.ended, super::Ended::Done | super::Ended::Nothing) {
            self.note_good(report.job, now)?;
        }
        Ok(())
    }

    /// Keeps that a run went well, the last of each day. A moment that is yet to come was noted by a clock that ran ahead.
    fn note_good(&self, job: Job, now: Timestamp) -> Result<()> {
        let day = |at: Timestamp| at.as_second().div_euclid(24 * 60 * 60);
        let mut runs = self.good_runs(job)?;
        runs.retain(|at| *at < now && day(*at) != day(now));
        runs.push(now);
        let first = runs.len().saturating_sub(REMEMBERED);
        let lines: Vec<String> = runs.iter().skip(first).map(Timestamp::to_string).collect();
        Ok(self.store.set_named(&good(job), Some(&lines.join("\n")), Durability::Lazy)?)
    }

    /// Keeps that a run ended with an error.
    pub(super) fn note_failed(&self, job: Job, took: Duration, now: Timestamp) -> Result<()> {
        let took_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        self.note_ended(job, FAILED, now, (took_ms, Vec::new()))
    }

    /// The caller holds the lock of the job, so that no run is lost from the totals.
    fn note_ended(
        &self,
        job: Job,
        ended: &str,
        now: Timestamp,
        (took_ms, counts): (u64, Vec<(String, u64)>),
    ) -> Result<()> {
        let mut all = self.job_totals(job)?;
        *all.runs.entry(ended.to_owned()).or_default() += 1;
        all.changes += counts.iter().map(|(_, count)| count).sum::<u64>();
        all.took_ms += took_ms;
        let text = serde_json::to_string(&all).unwrap_or_default();
        self.store.set_named(&totals(job), Some(&text), Durability::Lazy)?;
        let row = Row { at: now.to_string(), ended: ended.to_owned(), took_ms, counts };
        let text = serde_json::to_string(&row).unwrap_or_default();
        Ok(self.store.set_named(&name(job), Some(&text), Durability::Lazy)?)
    }

    /// Returns how all runs of a job went together.
    pub fn job_totals(&self, job: Job) -> Result<JobTotals> {
        let kept = self.store.named(&totals(job))?;
        Ok(kept.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// Returns how the last run of a job went.
    pub fn last_run(&self, job: Job) -> Result<Option<LastRun>> {
        let row = self.store.named(&name(job))?.and_then(|text| serde_json::from_str::<Row>(&text).ok());
        Ok(row.and_then(|Row { at, ended, took_ms, counts }| {
            Some(LastRun { at: at.parse().ok()?, ended, took_ms, counts })
        }))
    }

    /// Returns the moments of runs that did what there was to do, the oldest first; some may be yet to come.
    pub(super) fn good_runs(&self, job: Job) -> Result<Vec<Timestamp>> {
        let kept = self.store.named(&good(job))?.unwrap_or_default();
        let mut runs: Vec<Timestamp> = kept.lines().filter_map(|line| line.parse().ok()).collect();
        runs.sort_unstable();
        Ok(runs)
    }
}
