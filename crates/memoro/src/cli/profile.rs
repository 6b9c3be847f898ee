//! `memoro profile`: the entries of a user, as in PROFILE.md.

use clap::Args;
use memoro_core::Scope;

use super::app::{App, Need};
use super::entries::{Entries, Verb};
use crate::error::Result;

/// Read and write what is known of the user, as in PROFILE.md
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro profile set response.language ไทย
  memoro profile get response.language
  memoro profile list --json
  memoro profile unset response.language
  memoro profile list --user bob")]
pub(super) struct Profile {
    #[command(subcommand)]
    verb: Verb,
}

impl Profile {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let need = if matches!(self.verb, Verb::Set(_)) { Need::Made } else { Need::Present };
        let workspace = &app.workspace(need)?;
        let caller = &app.caller()?;
        let scope = Scope::User(app.user()?);
        Entries { app, workspace, scope, caller }.run(self.verb)
    }
}
