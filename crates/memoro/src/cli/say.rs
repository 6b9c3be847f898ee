//! `memoro say`: a message as a person said it. Commands in it are carried out, talk changes nothing.

use std::io::Write as _;

use clap::Args;
use memoro_core::{Confidence, ProjectId};
use memoro_engine::{Said, SayContext, Workspace, note_failure};
use owo_colors::OwoColorize as _;

use super::app::{App, Need};
use super::{render, values};
use crate::api::SaidView;
use crate::error::{Code, Failure, Result};

/// Carry out what a message asks memory for, in Thai, English or Chinese; talk changes nothing
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro say \"จำไว้ว่าตอบเป็นภาษาไทยเสมอ\"
  memoro say \"remember that I deploy on Fridays only\" --json
  memoro say 以后回答简短一点 --run r-42
  memoro say --inferred --confidence 0.85 \"The user prefers short answers\"")]
pub(super) struct Say {
    /// The message; `-` reads it from stdin
    #[arg(required = true, value_name = "MESSAGE")]
    message: Vec<String>,
    /// The message is what an agent concluded, not what the person said: it waits for confirmation
    #[arg(long, requires = "confidence")]
    inferred: bool,
    /// How sure the agent is, from 0 to 1
    #[arg(long, requires = "inferred", value_parser = values::confidence, value_name = "0..1")]
    confidence: Option<Confidence>,
    /// The project that "this project" means; the workspace where it is left out
    #[arg(long, value_name = "ID")]
    project: Option<ProjectId>,
}

impl Say {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let message = values::text(&self.message)?;
        let caller = app.caller()?;
        let workspace = open(app)?;
        let context = SayContext {
            user: Some(app.user()?),
            session: app.named_session()?,
            run: caller.run.clone(),
            project: self.project,
            inferred: self.confidence,
        };
        let said = workspace.say(&message, &context, &caller)?;
        tell(app, &said)
    }
}

/// Opens the workspace; that it cannot be opened counts as a failed write of the run.
fn open(app: &App) -> Result<Workspace> {
    app.workspace(Need::Made).inspect_err(|failure| {
        if let Ok(caller) = app.caller()
            && let Some(run) = &caller.run
        {
            let root = app.root().0;
            note_failure(&root, &app.settings(&root), (run, app.now), failure.code.as_str());
        }
    })
}

fn tell(app: &App, said: &Said) -> Result<()> {
    let zone = app.config.zone();
    app.out.show(&SaidView::of(said, app.now), |out| {
        for done in &said.commands {
            writeln!(out, "{}", render::plain(&done.ack))?;
            for memory in &done.shown {
                render::line(out, memory, app.now, &zone)?;
            }
            if let Some(file) = &done.receipt.file {
                let place = done.receipt.line.map_or_else(|| file.clone(), |line| format!("{file}:{line}"));
                writeln!(out, "  {}", place.dimmed())?;
            }
        }
        Ok(())
    })?;
    if said.commands.is_empty() {
        app.out.remark("nothing in this message asks memory for anything");
    }
    for done in &said.commands {
        if let Some(reason) = &done.receipt.reason {
            app.out.remark(format!("note: {reason}"));
        }
    }
    if let Some(notice) = &said.fail_safe {
        app.out.warn(notice);
    }
    if said.commands.iter().any(|done| done.failed) {
        return Err(Failure::told(Code::Io));
    }
    Ok(())
}
