//! How the last run of each job went, kept in the store as small named values.

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
}

#[derive(Serialize, Deserialize)]
struct Row {
    at: String,
    ended: String,
    took_ms: u64,
    counts: Vec<(String, u64)>,
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
        let row = Row { at: now.to_string(), ended: report.ended.as_str().into(), took_ms, counts };
        let text = serde_json::to_string(&row).unwrap_or_default();
        self.store.set_named(&name(report.job), Some(&text), Durability::Lazy)?;
        if matches!(report.ended, super::Ended::Done | super::Ended::Nothing) {
            self.store.set_named(&good(report.job), Some(&now.to_string()), Durability::Lazy)?;
        }
        Ok(())
    }

    /// Returns how the last run of a job went.
    pub fn last_run(&self, job: Job) -> Result<Option<LastRun>> {
        let row = self.store.named(&name(job))?.and_then(|text| serde_json::from_str::<Row>(&text).ok());
        Ok(row.and_then(|Row { at, ended, took_ms, counts }| {
            Some(LastRun { at: at.parse().ok()?, ended, took_ms, counts })
        }))
    }

    /// Returns the moment of the last run that did what there was to do.
    pub(super) fn last_good_run(&self, job: Job) -> Result<Option<Timestamp>> {
        Ok(self.store.named(&good(job))?.and_then(|text| text.parse().ok()))
    }
}
