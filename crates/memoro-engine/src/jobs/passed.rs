//! Up to which moment a job has seen everything, by a clock that may have been wrong: a run that is yet to come was noted by
//! a clock that ran ahead and tells nothing.

use jiff::Timestamp;

use super::reading::Reading;
use super::{FARTHEST, Job, SINCE};
use crate::error::Result;

impl Reading<'_> {
    /// Returns the moment from which on a run looks at what earlier runs missed, and tells what lies before it and whether
    /// the clock was set back.
    pub(super) fn missed_since(&self, job: Job, notes: &mut Vec<String>) -> Result<Option<Timestamp>> {
        let Some(seen) = self.seen_until(job)? else { return Ok(None) };
        let last = self.good_runs(job)?.pop().filter(|last| *last > self.now());
        notes.extend(last.map(|last| {
            format!("the last run was at {last}, which is yet to come: all since {seen} is looked at again")
        }));
        let limit = self.now() - FARTHEST;
        if seen < limit {
            let (from, to) = (self.day_of(seen), self.day_of(limit));
            notes
                .push(format!("nobody looked at {from} to {to}; run it with `--date` for days of that time"));
        }
        Ok(Some(seen.max(limit)))
    }

    /// Returns the moment up to which a job has seen everything: its last run that did what there was to do, or, where
    /// there was none yet, the beginning of the workspace.
    pub(super) fn seen_until(&self, job: Job) -> Result<Option<Timestamp>> {
        let known = self.good_runs(job)?.into_iter().rfind(|at| *at <= self.now());
        if known.is_some() { Ok(known) } else { self.since() }
    }

    /// Returns since when there is a workspace. One that a clock made which ran ahead was there when the first run of which
    /// the moment can be right looked back.
    pub(super) fn since(&self) -> Result<Option<Timestamp>> {
        let known: Option<Timestamp> = self.kept(SINCE)?.and_then(|text| text.parse().ok());
        if known.is_none_or(|known| known <= self.now()) {
            return Ok(known);
        }
        let first = self.good_runs(Job::MicroSync)?.first().copied().unwrap_or(self.now());
        Ok(Some(first.min(self.now()) - self.settings().window))
    }
}
