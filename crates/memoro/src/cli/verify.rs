//! `memoro verify`: whether every memory request of a run was carried out.

use std::io::Write as _;

use clap::Args;
use memoro_engine::{Verified, failures};
use owo_colors::OwoColorize as _;

use super::app::{App, Need};
use crate::api::VerifiedView;
use crate::error::{Code, Failure, Result};

/// Tell whether every memory request of a run was carried out; exit code 1 if not
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro verify --run r-42
  memoro verify --run r-42 --json")]
pub(super) struct Verify {}

impl Verify {
    /// Runs the command.
    #[expect(clippy::unused_self, reason = "every command is run the same way")]
    pub(super) fn run(self, app: &App) -> Result<()> {
        let caller = app.caller()?;
        let Some(run) = caller.run.clone() else {
            return Err(
                Failure::new(Code::Usage, "no run is named").hint("give it with `--run ID` or in MEMORO_RUN")
            );
        };
        let workspace = match app.workspace(Need::Present) {
            Ok(workspace) => workspace,
            Err(failure) => return without_store(app, run, failure),
        };
        let verified = workspace.verify_run(&run, &caller).map_err(|error| {
            let failure = Failure::from(error);
            match failure.code {
                Code::NotFound => failure.hint("give the run with `--run` when you say or write something"),
                _ => failure,
            }
        })?;
        tell(app, &verified)?;
        if verified.holds() { Ok(()) } else { Err(Failure::told(Code::CheckFailed)) }
    }
}

/// Tells what can be told while the workspace cannot be opened: how often writing failed.
fn without_store(app: &App, run: String, failure: Failure) -> Result<()> {
    let failed = failures(&app.root().0.join(&app.config.audit_dir), &run);
    if failed > 0 {
        let fail_safe = failed >= app.config.verify_max_failures;
        tell(app, &Verified { run, requests: Vec::new(), failures: failed, fail_safe })?;
    }
    Err(failure)
}

fn tell(app: &App, verified: &Verified) -> Result<()> {
    let view = VerifiedView::from(verified);
    app.out.show(&view, |out| {
        for request in &view.requests {
            let verdict = if request.ok { "ok".green().to_string() } else { "not done".red().to_string() };
            let name = request.key.as_deref().or(request.id.as_deref()).unwrap_or("-");
            writeln!(out, "{verdict}  {} {name}: {}", request.intent, request.found)?;
        }
        let done = view.requests.iter().filter(|request| request.ok).count();
        writeln!(out, "{done} of {} requests of run {} carried out", view.requests.len(), view.run)?;
        if view.fail_safe {
            let notice = format!("the last {} writes failed; stop and tell the user", view.failures);
            writeln!(out, "{}", notice.red())?;
        }
        Ok(())
    })
}
