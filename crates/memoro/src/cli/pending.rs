//! `memoro pending`: what waits for the person's word.

use std::io::Write as _;

use clap::{Args, Subcommand};
use memoro_engine::{Which, Workspace};
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::app::{App, Need};
use super::render;
use crate::api::{PendingView, ReceiptView};
use crate::error::{Code, Failure, Result};

/// See, confirm or reject what waits for your word
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro pending list
  memoro pending confirm response.length
  memoro pending confirm \"short answers\"
  memoro pending reject 0198c0de
  memoro pending confirm --all")]
pub(super) struct Pending {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// List what waits, the oldest first
    #[command(after_help = "Examples:\n  memoro pending list --json")]
    List,
    /// Make it count; only a person can
    #[command(
        after_help = "Examples:\n  memoro pending confirm response.length\n  memoro pending confirm --all"
    )]
    Confirm(Names),
    /// Turn it down; only a person can
    #[command(after_help = "Examples:\n  memoro pending reject 0198c0de")]
    Reject(Names),
}

#[derive(Debug, Args)]
struct Names {
    /// Ids, keys, the unique starts of ids, or words that fit one of them alone
    #[arg(required_unless_present = "all", value_name = "NAME")]
    names: Vec<String>,
    /// Everything that waits
    #[arg(long, conflicts_with = "names")]
    all: bool,
}

#[derive(Serialize)]
struct Listed {
    pending: Vec<PendingView>,
    count: usize,
}

#[derive(Serialize)]
struct Confirmed {
    confirmed: Vec<ReceiptView>,
}

#[derive(Serialize)]
struct Rejected {
    rejected: Vec<String>,
}

impl Pending {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        match self.verb {
            Verb::List => list(app, &workspace),
            Verb::Confirm(names) => confirm(app, &workspace, &names),
            Verb::Reject(names) => reject(app, &workspace, &names),
        }
    }
}

impl Names {
    fn which(&self) -> Vec<Which> {
        if self.all {
            return vec![Which::All];
        }
        self.names.iter().cloned().map(Which::Words).collect()
    }
}

fn list(app: &App, workspace: &Workspace) -> Result<()> {
    let waiting = workspace.pending(&app.reader()?)?;
    let lapse = workspace.settings().pending_lapse;
    let pending: Vec<PendingView> = waiting.iter().map(|stored| PendingView::of(stored, lapse)).collect();
    let zone = app.config.zone();
    let count = pending.len();
    app.out.show(&Listed { pending, count }, |out| {
        waiting.iter().try_for_each(|stored| render::line(out, &stored.memory, app.now, &zone))
    })?;
    match count {
        0 => app.out.remark("nothing waits for confirmation"),
        _ => app.out.remark("next: `memoro pending confirm NAME` or `memoro pending reject NAME`"),
    }
    Ok(())
}

fn confirm(app: &App, workspace: &Workspace, names: &Names) -> Result<()> {
    let caller = app.reader()?;
    let mut receipts = Vec::new();
    for which in names.which() {
        receipts.extend(workspace.confirm(&which, "", &caller).map_err(hinted)?);
    }
    let view = Confirmed { confirmed: receipts.iter().map(ReceiptView::from).collect() };
    app.out.show(&view, |out| receipts.iter().try_for_each(|receipt| render::receipt(out, receipt)))?;
    if receipts.iter().any(|receipt| !receipt.verified) {
        return Err(Failure::new(Code::CheckFailed, "a confirmed memory could not be read back")
            .hint("run `memoro check --full`"));
    }
    Ok(())
}

fn reject(app: &App, workspace: &Workspace, names: &Names) -> Result<()> {
    let caller = app.reader()?;
    let mut rejected = Vec::new();
    for which in names.which() {
        let ids = workspace.reject(&which, "", &caller).map_err(hinted)?;
        rejected.extend(ids.iter().map(ToString::to_string));
    }
    app.out.show(&Rejected { rejected: rejected.clone() }, |out| {
        rejected.iter().try_for_each(|id| writeln!(out, "{} {id}", "dropped".green()))
    })
}

fn hinted(error: memoro_engine::EngineError) -> Failure {
    let failure = Failure::from(error);
    match failure.code {
        Code::NotFound => failure.hint("run `memoro pending list` to see what waits"),
        Code::Ambiguous => {
            failure.hint("give more words or one of these ids; `memoro pending list` shows their values")
        }
        Code::Denied => failure.hint("run it yourself, without `--as agent`"),
        _ => failure,
    }
}
