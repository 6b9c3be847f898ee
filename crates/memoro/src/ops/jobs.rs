//! The jobs: when they run, and running one now.

use memoro_engine::jobs::{Job, RunJob, Scheduler};
use memoro_engine::{Action, Carry};
use serde::Deserialize;
use utoipa::ToSchema;

use super::call::wrong;
use super::{Call, Operation};
use crate::api::{JobReportView, JobsView};
use crate::error::Result;

/// When the jobs run.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JobsRequest {}

impl Operation for JobsRequest {
    type Answer = JobsView;
    const ACTION: Action = Action::Maintain;
    const ABOUT: &'static str = "Tells when each job runs next and how it went last";

    fn act(self, call: &Call<'_>) -> Result<JobsView> {
        let scheduler = Scheduler::new(call.workspace)?;
        Ok(JobsView::of(&scheduler.planned(call.workspace, call.caller.now)?))
    }
}

/// A run of a job.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunJobRequest {
    /// The job: micro-sync, daily-wrapup, weekly-compound or maintain.
    #[schema(min_length = 1, max_length = 64)]
    pub(crate) job: String,
    /// The day it is about, such as 2026-11-15; for the weekly job any day of the week.
    #[serde(default)]
    #[schema(max_length = 32)]
    pub(crate) date: Option<String>,
    /// Tell what would change, and change nothing.
    #[serde(default)]
    #[schema(default = false)]
    pub(crate) dry_run: bool,
}

impl Operation for RunJobRequest {
    type Answer = JobReportView;
    const ACTION: Action = Action::Maintain;
    const NEEDS: &'static [Action] = &[Action::Maintain, Action::Read];
    const ABOUT: &'static str = "Runs a job now";

    fn act(self, call: &Call<'_>) -> Result<JobReportView> {
        let job: Job = self.job.parse().map_err(|why: memoro_core::InvalidWord| wrong("job", &why))?;
        let date = self
            .date
            .as_deref()
            .map(str::parse)
            .transpose()
            .map_err(|why: jiff::Error| wrong("date", &why))?;
        let carry = if self.dry_run { Carry::DryRun } else { Carry::Out };
        call.workspace.take_in(&call.caller)?;
        let report = call.workspace.run_job(&RunJob { job, date, carry }, &call.caller)?;
        Ok(JobReportView::of(&report, self.dry_run))
    }
}
