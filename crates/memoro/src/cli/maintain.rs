//! `memoro maintain`: the upkeep that keeps a workspace small and true, one job a word.

use clap::{Args, Subcommand};

use super::app::App;
use super::compact::Compact;
use crate::error::Result;

/// Run a job of upkeep by hand
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro maintain compact --dry-run
  memoro maintain compact")]
pub(super) struct Maintain {
    #[command(subcommand)]
    job: Job,
}

#[derive(Debug, Subcommand)]
enum Job {
    Compact(Compact),
}

impl Maintain {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        match self.job {
            Job::Compact(job) => job.run(app),
        }
    }
}
