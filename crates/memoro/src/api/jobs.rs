//! Jobs as programs see them: when they run, how they went, and what a run changed.

use std::collections::BTreeMap;

use memoro_engine::jobs::{FileChange, JobReport, LastRun, Planned, unified};
use serde::Serialize;
use utoipa::ToSchema;

/// What a run of a job did, or would do.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct JobReportView {
    /// The job.
    pub(crate) job: String,
    /// Whether nothing was changed.
    pub(crate) dry_run: bool,
    /// How it ended: `done`, `nothing`, `busy` or `timed_out`.
    pub(crate) ended: String,
    /// What it counted.
    pub(crate) counts: BTreeMap<String, u64>,
    /// The files that it changed.
    pub(crate) files: Vec<FileChangeView>,
    /// What is worth knowing besides.
    pub(crate) notes: Vec<String>,
    /// How long it took.
    #[schema(minimum = 0)]
    pub(crate) took_ms: u64,
}

/// A file that a job changed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FileChangeView {
    /// The file.
    pub(crate) path: String,
    /// What changed, as a unified diff.
    pub(crate) diff: String,
}

/// When each job runs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct JobsView {
    /// The jobs.
    pub(crate) jobs: Vec<PlannedView>,
}

/// When a job runs next and how it went last.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlannedView {
    /// The job.
    pub(crate) job: String,
    /// Its cron pattern; empty where it does not run by itself.
    pub(crate) cron: String,
    /// When it runs next.
    pub(crate) next: Option<String>,
    /// How it went last.
    pub(crate) last: Option<LastRunView>,
}

/// How a job went.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LastRunView {
    /// When.
    pub(crate) at: String,
    /// How it ended.
    pub(crate) ended: String,
    /// How long it took.
    #[schema(minimum = 0)]
    pub(crate) took_ms: u64,
    /// What it counted.
    pub(crate) counts: BTreeMap<String, u64>,
}

impl JobReportView {
    /// Shows a run.
    pub(crate) fn of(report: &JobReport, dry_run: bool) -> Self {
        let file = |file: &FileChange| FileChangeView {
            path: file.path.clone(),
            diff: unified(&file.path, &file.before, &file.after),
        };
        let counted = report.counts.iter().filter(|(_, count)| *count > 0);
        Self {
            job: report.job.as_str().to_owned(),
            dry_run,
            ended: report.ended.as_str().to_owned(),
            counts: counted.map(|(what, count)| ((*what).to_owned(), *count)).collect(),
            files: report.files.iter().map(file).collect(),
            notes: report.notes.clone(),
            took_ms: u64::try_from(report.took.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

impl JobsView {
    /// Shows the plans.
    pub(crate) fn of(planned: &[Planned]) -> Self {
        Self { jobs: planned.iter().map(PlannedView::from).collect() }
    }
}

impl From<&Planned> for PlannedView {
    fn from(plan: &Planned) -> Self {
        let last = |last: &LastRun| LastRunView {
            at: last.at.to_string(),
            ended: last.ended.clone(),
            took_ms: last.took_ms,
            counts: last.counts.iter().cloned().collect(),
        };
        Self {
            job: plan.job.as_str().to_owned(),
            cron: plan.cron.clone(),
            next: plan.next.map(|next| next.to_string()),
            last: plan.last.as_ref().map(last),
        }
    }
}
