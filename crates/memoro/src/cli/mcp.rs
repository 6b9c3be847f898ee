//! `memoro mcp`: memory for an agent that speaks the Model Context Protocol over stdin and stdout.

use std::io::Write as _;

use clap::{Args, ValueEnum};
use memoro_core::Trust;
use memoro_engine::{Access, Caller, Role};
use owo_colors::OwoColorize as _;

use super::app::{App, Need};
use crate::error::Result;
use crate::mcp::{Cost, Desk, Profile, Seat, Server, costs, serve_stdio};

/// Serve the memory to an MCP client over stdin and stdout
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro mcp
  memoro mcp --profile oracle --workspace ~/notes/memory
  memoro mcp --trust user --session standup
  memoro mcp --tools
  claude mcp add memoro -- memoro mcp")]
pub(super) struct Mcp {
    /// Which tools the client sees
    #[arg(long, value_enum, default_value_t, value_name = "PROFILE")]
    profile: Profile,
    /// How far the client is trusted: what an agent writes into profile, rules and procedures waits for you
    #[arg(long, value_enum, default_value_t = Trusted::Agent, value_name = "WHO")]
    trust: Trusted,
    /// Only list the tools of every profile, with what they cost a model in tokens
    #[arg(long)]
    tools: bool,
}

/// How far a client is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Trusted {
    /// It may look, and change nothing
    ReadOnly,
    /// It acts on its own
    Agent,
    /// It acts as you do
    User,
}

impl Mcp {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        if self.tools {
            return list(app);
        }
        let caller = app.keeper()?;
        let session = app.named_session()?.map(|session| session.as_str().to_owned());
        let seat = Seat { access: self.access(app, &caller)?, session, run: caller.run.clone() };
        let (opening, out, warned) = (app.opening(Need::Made)?, app.out.clone(), app.out.clone());
        let (desk, failed) = Desk::open(move || opening.open(&out), move |warning| warned.warn(warning))?;
        serve_stdio(Server::new(desk, self.profile, seat)?, failed)
    }

    /// Returns what the client may do: what it is trusted with, lowered as every command is.
    fn access(&self, app: &App, caller: &Caller) -> Result<Access> {
        let trusted = match self.trust {
            Trusted::ReadOnly => Role::ReadOnly,
            Trusted::Agent => Role::Agent,
            Trusted::User => Role::User,
        };
        let most = if caller.trust() < Trust::User { Role::Agent } else { Role::User };
        let user = if app.names_user() { Some(app.user()?) } else { None };
        // Whoever starts this process could confirm at the command line too, unless that was lowered.
        let person = caller.trust() >= Trust::User;
        Ok(Access { user, person, ..Access::local(trusted.min(most)) })
    }
}

/// Lists the tools of every profile with their cost.
fn list(app: &App) -> Result<()> {
    let costs = costs(&Profile::ALL);
    app.out.show(&costs, |out| costs.iter().try_for_each(|cost| show(out, cost)))
}

fn show(out: &mut Vec<u8>, cost: &Cost) -> std::io::Result<()> {
    let Cost { profile, prompt_tokens, list_tokens, tools } = cost;
    let counts = format!("{} tools, {prompt_tokens} tokens ({list_tokens} with all schemas)", tools.len());
    writeln!(out, "{}  {}", profile.bold(), counts.dimmed())?;
    tools
        .iter()
        .try_for_each(|tool| writeln!(out, "  {:<28} {:>5}  {}", tool.name, tool.prompt_tokens, tool.title))
}
