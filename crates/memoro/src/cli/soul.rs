//! `memoro soul`: who the agent is.

use std::io::Write as _;

use clap::{Args, Subcommand};
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::app::{App, Need};
use super::writing::tell;
use super::{render, values};
use crate::api::MemoryView;
use crate::error::{Code, Failure, Result};

/// Who the agent is: permanent principles, changed only by successors
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro soul list
  memoro soul update \"Be honest about what is not known\" --key soul.honesty
  memoro soul update สุภาพและตรงไปตรงมา")]
pub(super) struct Soul {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// List the principles
    #[command(after_help = "Examples:\n  memoro soul list --json")]
    List,
    /// Write a principle; under a key that is there it takes the older one's place, which stays as history
    #[command(
        after_help = "Examples:\n  memoro soul update สุภาพและตรงไปตรงมา\n  memoro soul update \"Be honest about what is not known\" --key soul.honesty"
    )]
    Update(Update),
}

#[derive(Debug, Args)]
struct Update {
    /// The text; `-` reads it from stdin
    #[arg(required = true)]
    text: Vec<String>,
    /// The key or id of the principle that it replaces, or the key of a new one
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
}

#[derive(Serialize)]
struct Listed {
    soul: Vec<MemoryView>,
}

impl Soul {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let need = if matches!(self.verb, Verb::Update(_)) { Need::Made } else { Need::Present };
        let workspace = app.workspace(need)?;
        let caller = app.caller()?;
        match self.verb {
            Verb::Update(update) => {
                let text = values::text(&update.text)?;
                tell(app, &workspace.update_soul(update.key.as_deref(), &text, &caller)?)
            }
            Verb::List => {
                let found = workspace.soul(&caller)?;
                let soul = found.iter().map(|stored| MemoryView::stored(stored, app.now)).collect();
                app.out.show(&Listed { soul }, |out| {
                    found.iter().try_for_each(|stored| {
                        let text = render::excerpt(&stored.memory.content.text());
                        writeln!(out, "{} = {text}", stored.memory.key.cyan())
                    })
                })?;
                if found.is_empty() {
                    app.out.remark("the agent has no principles yet; write one with `memoro soul update`");
                    return Err(Failure::told(Code::NotFound));
                }
                Ok(())
            }
        }
    }
}
