//! `memoro jobs`: the jobs that turn conversations into kept knowledge, by hand.

use std::io::Write as _;

use clap::{Args, Subcommand};
use jiff::Timestamp;
use jiff::civil::Date;
use memoro_engine::jobs::{Ended, Job, RunJob, Scheduler};
use memoro_engine::{Caller, Carry};
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::app::{App, Need};
use crate::api::{JobReportView, JobsView};
use crate::error::{Code, Failure, Result};

/// Run the jobs that keep what conversations settled, and see when they run
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro jobs list
  memoro jobs run micro-sync --dry-run
  memoro jobs run daily-wrapup --date 2026-11-15
  memoro jobs run weekly-compound --now 2026-11-16T04:00:00Z --json
  memoro jobs ledger")]
pub(super) struct Jobs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// When each job runs next and how it went last
    #[command(after_help = "Examples:\n  memoro jobs list --json")]
    List,
    /// Run a job now: micro-sync, daily-wrapup, weekly-compound or maintain
    #[command(
        after_help = "Examples:\n  memoro jobs run micro-sync --dry-run\n  memoro jobs run daily-wrapup --date 2026-11-15"
    )]
    Run(RunOne),
    /// What reading by an LLM cost, day by day
    #[command(after_help = "Examples:\n  memoro jobs ledger --json")]
    Ledger,
}

#[derive(Debug, Args)]
struct RunOne {
    /// micro-sync, daily-wrapup, weekly-compound or maintain
    job: Job,
    /// Show what would change; change nothing
    #[arg(long)]
    dry_run: bool,
    /// Run as if it were this moment
    #[arg(long, value_name = "TIME")]
    now: Option<Timestamp>,
    /// The day it is about; for the weekly job any day of the week
    #[arg(long, value_name = "DAY")]
    date: Option<Date>,
}

#[derive(Serialize)]
struct LedgerView {
    days: Vec<LedgerRow>,
}

#[derive(Serialize)]
struct LedgerRow {
    day: String,
    requests: u64,
    failed: u64,
    tokens_in: u64,
    tokens_out: u64,
    money: f64,
    kept: u64,
    dropped: u64,
    refused: u64,
}

impl Jobs {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        match self.action {
            Action::List => list(app),
            Action::Run(run) => run.run(app),
            Action::Ledger => ledger(app),
        }
    }
}

impl RunOne {
    fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        let mut caller = app.whole("memoro jobs run")?;
        if let Some(now) = self.now {
            caller = Caller { now, ..caller };
        }
        workspace.take_in(&caller)?;
        let carry = if self.dry_run { Carry::DryRun } else { Carry::Out };
        let report = workspace.run_job(&RunJob { job: self.job, date: self.date, carry }, &caller)?;
        let view = JobReportView::of(&report, self.dry_run);
        app.out.show(&view, |out| told(out, &view))?;
        match report.ended {
            Ended::Done | Ended::Nothing => Ok(()),
            Ended::Busy(_) | Ended::TimedOut => Err(Failure::told(Code::CheckFailed)),
        }
    }
}

fn told(out: &mut Vec<u8>, view: &JobReportView) -> std::io::Result<()> {
    for file in &view.files {
        write!(out, "{}", file.diff)?;
    }
    view.notes.iter().try_for_each(|note| writeln!(out, "{note}"))?;
    let counts: Vec<String> = view.counts.iter().map(|(what, count)| format!("{count} {what}")).collect();
    let counts = if counts.is_empty() { "nothing to do".to_owned() } else { counts.join(", ") };
    let would = if view.dry_run { " (dry run: nothing was changed)" } else { "" };
    writeln!(out, "{}: {}: {counts}{would}", view.job, view.ended.replace('_', " "))
}

fn list(app: &App) -> Result<()> {
    let workspace = app.workspace(Need::Present)?;
    let scheduler = Scheduler::new(&workspace)?;
    let planned = scheduler.planned(&workspace, app.keeper()?.now)?;
    let zone = app.config.zone();
    let local = |at: Timestamp| at.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M").to_string();
    let view = JobsView::of(&planned);
    app.out.show(&view, |out| {
        for plan in &planned {
            let next = plan.next.map_or_else(|| "not by itself".to_owned(), local);
            write!(out, "{:<16} next {next:<17} {:<24}", plan.job.as_str().bold(), plan.cron)?;
            match &plan.last {
                None => writeln!(out, " has not run")?,
                Some(last) => {
                    let changes: u64 = last.counts.iter().map(|(_, count)| count).sum();
                    let (at, took) = (local(last.at), last.took_ms);
                    writeln!(out, " last {at}: {}, {changes} changes, {took} ms", last.ended)?;
                }
            }
        }
        Ok(())
    })
}

fn ledger(app: &App) -> Result<()> {
    let workspace = app.workspace(Need::Present)?;
    let row = |(day, spent): (Date, memoro_engine::jobs::LedgerDay)| LedgerRow {
        day: day.to_string(),
        requests: spent.requests,
        failed: spent.failed,
        tokens_in: spent.tokens_in,
        tokens_out: spent.tokens_out,
        money: f64::from(u32::try_from(spent.micros).unwrap_or(u32::MAX)) / 1_000_000.0,
        kept: spent.kept,
        dropped: spent.dropped,
        refused: spent.refused,
    };
    let view = LedgerView { days: workspace.ledger().days()?.into_iter().map(row).collect() };
    app.out.show(&view, |out| {
        if view.days.is_empty() {
            return writeln!(out, "no LLM has read anything");
        }
        for row in &view.days {
            let LedgerRow { day, requests, failed, tokens_in, tokens_out, money, kept, dropped, refused } = row;
            writeln!(out, "{day}  {requests} requests ({failed} failed), {tokens_in} tokens in, {tokens_out} out, {money:.4} money; {kept} items kept, {dropped} dropped (no evidence, or not of the schema), {refused} refused by the budget")?;
        }
        Ok(())
    })
}
