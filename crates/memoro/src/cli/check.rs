//! `memoro check`: proves that store, audit and files agree, and mends what is derived.

use std::io::Write as _;

use clap::Args;
use memoro_engine::{Depth, Finding};
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::app::{App, Need};
use crate::error::{Code, Failure, Result};

/// Prove that store, audit and files agree, and mend what is derived
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro check
  memoro check --full --json
  memoro check --accept")]
pub(super) struct Check {
    /// Also every page of the store, and every backup
    #[arg(long)]
    full: bool,
    /// Go on with what cannot be put right: a store that is not the one of the last use, memories altered in the store
    #[arg(long)]
    accept: bool,
}

/// What was looked at, as programs see it.
#[derive(Debug, Serialize)]
pub(super) struct FindingView {
    pub(super) what: &'static str,
    pub(super) looked_at: u64,
    pub(super) problems: Vec<String>,
    pub(super) mended: u64,
    pub(super) remarks: Vec<String>,
    pub(super) ok: bool,
}

impl From<&Finding> for FindingView {
    fn from(finding: &Finding) -> Self {
        Self {
            what: finding.what,
            looked_at: finding.looked_at,
            problems: finding.problems.clone(),
            mended: finding.mended,
            remarks: finding.remarks.clone(),
            ok: finding.holds(),
        }
    }
}

#[derive(Serialize)]
struct Checked {
    ok: bool,
    findings: Vec<FindingView>,
}

impl Check {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        if self.accept {
            for told in workspace.accept(&app.caller()?)? {
                app.out.remark(format!("accepted: {told}"));
            }
        }
        let depth = if self.full { Depth::Full } else { Depth::Quick };
        let findings: Vec<FindingView> =
            workspace.check(depth, &app.keeper()?)?.iter().map(Into::into).collect();
        let view = Checked { ok: findings.iter().all(|f| f.ok), findings };
        app.out.show(&view, |out| view.findings.iter().try_for_each(|finding| human(out, finding)))?;
        if view.ok { Ok(()) } else { Err(Failure::told(Code::CheckFailed)) }
    }
}

/// Shows a finding.
pub(super) fn human(out: &mut Vec<u8>, finding: &FindingView) -> std::io::Result<()> {
    let verdict = match (finding.ok, finding.mended) {
        (true, 0) => "ok".green().to_string(),
        (true, n) => format!("{} ({n} mended)", "ok".green()),
        (false, _) => "problem".red().to_string(),
    };
    writeln!(out, "{:<24} {:>8}  {verdict}", finding.what, finding.looked_at)?;
    finding.problems.iter().chain(&finding.remarks).try_for_each(|problem| writeln!(out, "    {problem}"))
}
