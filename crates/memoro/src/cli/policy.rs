//! `memoro policy`: the effect of the admin's rules. Shows no rule and not where they stand.

use std::io::Write as _;

use clap::{Args, Subcommand};
use memoro_engine::{PolicyStatus, Workspace};
use owo_colors::OwoColorize as _;

use super::app::{App, Need};
use crate::api::{PolicyView, ToolView};
use crate::error::{Code, Failure, Result};

/// Ask what the admin allows, or reload the rules with the admin key
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro policy check web_fetch
  memoro policy status --json
  MEMORO_ADMIN_KEY=… memoro policy reload")]
pub(super) struct Policy {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Tell whether a tool may be used; exit code 2 if the policy blocks it
    #[command(after_help = "Examples:\n  memoro policy check web_fetch")]
    Check(Check),
    /// Read the rules again; needs the admin key
    #[command(after_help = "Examples:\n  MEMORO_ADMIN_KEY=… memoro policy reload")]
    Reload(Reload),
    /// Tell how many rules are in force, and what is wrong with their file
    #[command(after_help = "Examples:\n  memoro policy status --json")]
    Status,
}

#[derive(Debug, Args)]
struct Check {
    /// The tool
    #[arg(value_name = "TOOL")]
    tool: String,
}

#[derive(Debug, Args)]
struct Reload {
    /// The admin key (better in `MEMORO_ADMIN_KEY`, which other users of the machine do not see)
    #[arg(long, value_name = "KEY")]
    admin_key: Option<String>,
}

impl Policy {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Made)?;
        match self.verb {
            Verb::Check(check) => check.run(app, &workspace),
            Verb::Reload(reload) => reload.run(app, &workspace),
            Verb::Status => show(app, &workspace.policy_status(&app.keeper()?)?),
        }
    }
}

impl Check {
    fn run(self, app: &App, workspace: &Workspace) -> Result<()> {
        let verdict = workspace.check_tool(&self.tool, &app.keeper()?)?;
        let reason = verdict.err().map(|rule| format!("blocked by policy: {}", rule.as_str()));
        let view = ToolView { tool: self.tool, allowed: verdict.is_ok(), reason };
        app.out.show(&view, |out| match &view.reason {
            None => writeln!(out, "{} {}", "allowed".green(), view.tool),
            Some(reason) => writeln!(out, "{} {}", reason.red(), view.tool),
        })?;
        if view.allowed { Ok(()) } else { Err(Failure::told(Code::Policy)) }
    }
}

impl Reload {
    fn run(self, app: &App, workspace: &Workspace) -> Result<()> {
        let denied = || {
            Failure::new(Code::Denied, "reloading the policy needs the admin key")
                .hint("give it in MEMORO_ADMIN_KEY or with `--admin-key`")
        };
        let key = self.admin_key.or_else(|| app.admin_key().map(str::to_owned)).ok_or_else(denied)?;
        let admin = workspace.admin(&key, &app.keeper()?).map_err(|_| denied())?;
        let status =
            workspace.reload_policy(&admin).map_err(|error| match workspace.policy_fault(&admin) {
                Some(fault) => Failure::new(Code::Invalid, format!("the policy is broken: {fault}")),
                None => error.into(),
            })?;
        show(app, &status)
    }
}

fn show(app: &App, status: &PolicyStatus) -> Result<()> {
    let view = PolicyView::from(status);
    app.out.show(&view, |out| {
        let tools = if view.tools_restricted { "only listed tools are allowed" } else { "no list of tools" };
        writeln!(out, "{} rules in force, {tools}", view.rules)?;
        match &view.problem {
            Some(problem) => writeln!(out, "{} {problem}", "problem:".yellow()),
            None => Ok(()),
        }
    })
}
