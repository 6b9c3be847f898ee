//! `memoro watch`: takes in changes of files as they happen, until it is told to stop.

use std::io::Write as _;
use std::time::Duration;

use clap::Args;
use memoro_engine::vault::watch::{Stopper, Watch as Watching, WatchSettings, Watched};
use memoro_engine::{EngineError, Indexed};
use serde::Serialize;

use super::app::{App, Need};
use crate::error::{Failure, Result};

/// Take in changes of files as they happen, until Ctrl-C
#[derive(Debug, Args)]
#[command(after_help = "\
One line for each intake; with --json one object a line: {event: started|indexed|failed, …}.
Where the system cannot watch all folders, everything is looked at every few seconds instead.

Examples:
  memoro watch
  memoro watch --debounce 5000 --json")]
pub(super) struct Watch {
    /// How long after the last change it is taken in, in milliseconds
    #[arg(long, default_value_t = 1_500, value_name = "MS")]
    debounce: u64,
}

#[derive(Serialize)]
struct Started {
    event: &'static str,
    folders: usize,
    polling: Option<String>,
}

#[derive(Serialize)]
struct TakenIn {
    event: &'static str,
    at: String,
    edited: Vec<String>,
    new: usize,
    changed: usize,
    moved: usize,
    removed: usize,
    turns: u64,
    chunks: u64,
}

#[derive(Serialize)]
struct Trouble {
    event: &'static str,
    at: String,
    message: String,
    hint: Option<String>,
}

impl Watch {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        let debounce = Duration::from_millis(self.debounce.clamp(10, 600_000));
        let (watch, stopper) = Watching::new(WatchSettings { debounce, ..WatchSettings::default() });
        stop_on_signal(stopper.clone())?;
        let mut outcome = Ok(());
        let mut first = true;
        workspace.watch(&watch, &memoro_engine::embed::present, &mut |told| {
            let counts = matches!(told, Watched::Indexed { .. });
            let shown = tell(app, told, first);
            first &= !counts;
            if let Err(failure) = shown {
                // Nobody reads any more.
                outcome = Err(failure);
                stopper.stop();
            }
        })?;
        outcome
    }
}

fn tell(app: &App, told: Watched, first: bool) -> Result<()> {
    match told {
        Watched::Started { folders, polling } => {
            if let Some(why) = &polling {
                app.out.warn(format!("looking at files every few seconds instead of watching: {why}"));
            }
            let view = Started { event: "started", folders, polling };
            app.out.show(&view, |out| writeln!(out, "watching {folders} folders; Ctrl-C ends it"))
        }
        Watched::Indexed { done, edited } if first || is_something(&done, &edited) => {
            taken_in(app, &done, edited)
        }
        Watched::Indexed { .. } => Ok(()),
        Watched::Failed(error) => trouble(app, error),
    }
}

fn is_something(done: &Indexed, edited: &[String]) -> bool {
    done.new + done.changed + done.moved + done.removed + edited.len() > 0 || done.turns + done.chunks > 0
}

fn taken_in(app: &App, done: &Indexed, edited: Vec<String>) -> Result<()> {
    let view = TakenIn {
        event: "indexed",
        at: memoro_engine::embed::present().to_string(),
        edited,
        new: done.new,
        changed: done.changed,
        moved: done.moved,
        removed: done.removed,
        turns: done.turns,
        chunks: done.chunks,
    };
    app.out.show(&view, |out| {
        let time = memoro_engine::embed::present().to_zoned(app.config.zone()).strftime("%H:%M:%S");
        view.edited.iter().try_for_each(|file| writeln!(out, "{time}  took in {file}"))?;
        let (new, changed, moved, removed) = (view.new, view.changed, view.moved, view.removed);
        writeln!(
            out,
            "{time}  documents: {new} new, {changed} changed, {moved} moved, {removed} gone; {} turns, {} chunks",
            view.turns, view.chunks
        )
    })
}

fn trouble(app: &App, error: EngineError) -> Result<()> {
    let failure = Failure::from(error);
    let view = Trouble {
        event: "failed",
        at: memoro_engine::embed::present().to_string(),
        message: failure.message.clone(),
        hint: failure.hint.clone(),
    };
    app.out.warn(&failure.message);
    app.out.show(&view, |_| Ok(()))
}

/// Ends the watch when the person presses Ctrl-C or the system asks for it.
#[cfg(unix)]
fn stop_on_signal(stopper: Stopper) -> Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        signals.forever().take(1).for_each(|_| stopper.stop());
    });
    Ok(())
}

/// Elsewhere the system ends the process; what was taken in is durable.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the other system's form can fail")]
fn stop_on_signal(_: Stopper) -> Result<()> {
    Ok(())
}
