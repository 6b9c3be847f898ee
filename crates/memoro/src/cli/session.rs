//! `memoro session`: the entries of a session, as in SESSION.md, and its end.

use std::io::Write as _;

use clap::{Args, Subcommand};
use memoro_core::{Scope, SessionId};
use memoro_engine::{Caller, Workspace};
use serde::Serialize;

use super::app::{App, Need};
use super::entries::{All, Entries, KeyOnly, Set, Verb};
use crate::error::{Code, Failure, Result};

/// Read and write what holds for this session only, as in SESSION.md
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro session set task \"migrate the billing tables\"
  memoro session get task
  memoro session list --session s-20261115-1a2b3c
  memoro session end")]
pub(super) struct Session {
    #[command(subcommand)]
    verb: SessionVerb,
}

/// What to do with a session.
#[derive(Debug, Subcommand)]
enum SessionVerb {
    /// Print the value of a key
    #[command(after_help = "Examples:\n  memoro session get task")]
    Get(KeyOnly),
    /// Set the value of a key; begins a session where there is none
    #[command(after_help = "Examples:\n  memoro session set task \"ย้ายตารางบัญชี\" --ttl 8h")]
    Set(Set),
    /// End a value; its past stays in the history
    #[command(after_help = "Examples:\n  memoro session unset task")]
    Unset(KeyOnly),
    /// List all values
    #[command(after_help = "Examples:\n  memoro session list --json")]
    List(All),
    /// End the session: its entries become history
    #[command(after_help = "Examples:\n  memoro session end")]
    End,
}

#[derive(Serialize)]
struct Ended {
    session: String,
    entries: usize,
}

impl Session {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let need = if matches!(self.verb, SessionVerb::Set(_)) { Need::Made } else { Need::Present };
        let workspace = &app.workspace(need)?;
        let caller = &app.caller()?;
        let verb = match self.verb {
            SessionVerb::End => return end(app, workspace, caller),
            SessionVerb::Set(set) => {
                let scope = Scope::Session(workspace.use_session(app.named_session()?, caller)?);
                return Entries { app, workspace, scope, caller }.run(Verb::Set(set));
            }
            SessionVerb::Get(key) => Verb::Get(key),
            SessionVerb::Unset(key) => Verb::Unset(key),
            SessionVerb::List(all) => Verb::List(all),
        };
        let scope = Scope::Session(present(app, workspace, caller)?);
        Entries { app, workspace, scope, caller }.run(verb)
    }
}

/// Returns the session that was named, or the current one.
fn present(app: &App, workspace: &Workspace, caller: &Caller) -> Result<SessionId> {
    workspace.take_in(caller)?;
    let named = app.named_session()?;
    if named.is_none() {
        workspace.end_idle_session(caller)?;
    }
    workspace.session_of(named.as_ref(), caller)?.ok_or_else(|| {
        Failure::new(Code::NotFound, "no session is going on")
            .hint("run `memoro session set KEY VALUE` to begin one")
    })
}

fn end(app: &App, workspace: &Workspace, caller: &Caller) -> Result<()> {
    let session = present(app, workspace, caller)?;
    let entries = workspace.end_session(&session, "ended by the user", caller)?;
    let view = Ended { session: session.to_string(), entries };
    app.out
        .show(&view, |out| writeln!(out, "ended session {session}; {entries} of its entries became history"))
}
