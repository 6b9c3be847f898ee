//! Reading and writing keyed values of one scope: what `profile` and `session` have in common.

use std::io::Write as _;

use clap::{Args, Subcommand};
use memoro_core::{Content, EntryKind, Key, Priority, Scope, Sensitivity, Ttl};
use memoro_engine::store::Stored;
use memoro_engine::{Caller, Remember, Workspace};
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::app::App;
use super::writing::tell;
use super::{render, values};
use crate::api::MemoryView;
use crate::error::{Code, Failure, Result};

/// What to do with the entries of a scope.
#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Print the value of a key
    #[command(after_help = "Examples:\n  memoro profile get response.language")]
    Get(KeyOnly),
    /// Set the value of a key; the older value becomes history
    #[command(
        after_help = "Examples:\n  memoro profile set response.language ไทย\n  memoro profile set tone formal --priority 80 --ttl 30d"
    )]
    Set(Set),
    /// End a value; its past stays in the history
    #[command(after_help = "Examples:\n  memoro profile unset response.language")]
    Unset(KeyOnly),
    /// List all values
    #[command(after_help = "Examples:\n  memoro profile list\n  memoro profile list --sensitive --json")]
    List(All),
}

/// Which values to list.
#[derive(Debug, Args)]
pub(super) struct All {
    /// Show sensitive values too
    #[arg(long)]
    sensitive: bool,
}

/// A key.
#[derive(Debug, Args)]
pub(super) struct KeyOnly {
    /// The key
    #[arg(value_parser = values::key)]
    key: Key,
}

/// A key and its new value.
#[derive(Debug, Args)]
pub(super) struct Set {
    /// The key
    #[arg(value_parser = values::key)]
    key: Key,
    /// The value; `-` reads it from stdin
    #[arg(required = true)]
    value: Vec<String>,
    /// preference, constraint, fact or instruction; as before where it is left out
    #[arg(long)]
    kind: Option<EntryKind>,
    /// How strongly it counts, 0 to 100; as before where it is left out
    #[arg(long, allow_hyphen_values = true, value_parser = values::priority, value_name = "0..100")]
    priority: Option<Priority>,
    /// How long it lives
    #[arg(long, allow_hyphen_values = true, value_parser = values::ttl)]
    ttl: Option<Ttl>,
    /// Makes a repeated request answer as the first one did
    #[arg(long, value_name = "KEY", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    idempotency_key: Option<String>,
}

#[derive(Serialize)]
struct Listed {
    scope: String,
    entries: Vec<MemoryView>,
    /// Keys whose values are shown only on request.
    hidden: Vec<String>,
}

#[derive(Serialize)]
struct Ended {
    id: String,
    key: String,
    scope: String,
}

/// The entries of one scope.
pub(super) struct Entries<'a> {
    /// The surroundings.
    pub(super) app: &'a App,
    /// The workspace.
    pub(super) workspace: &'a Workspace,
    /// The scope.
    pub(super) scope: Scope,
    /// Who calls.
    pub(super) caller: &'a Caller,
}

impl Entries<'_> {
    /// Runs a verb.
    pub(super) fn run(&self, verb: Verb) -> Result<()> {
        match verb {
            Verb::Get(get) => self.get(&get.key),
            Verb::Set(set) => self.set(set),
            Verb::Unset(unset) => self.unset(&unset.key),
            Verb::List(all) => self.list(&all),
        }
    }

    fn get(&self, key: &Key) -> Result<()> {
        let stored = self.workspace.get(key.as_str(), Some(&self.scope), self.caller)?;
        if stored.memory.is_expired(self.app.now) {
            return Err(Failure::new(Code::NotFound, format!("the value of `{key}` has expired"))
                .hint(format!("run `memoro history {key}` to see it")));
        }
        self.app.out.show(&MemoryView::stored(&stored, self.app.now), |out| {
            writeln!(out, "{}", render::plain(&stored.memory.content.text()))
        })
    }

    fn set(&self, set: Set) -> Result<()> {
        let write = memoro_core::policy::Operation::Write;
        let before = match self.workspace.get_for(set.key.as_str(), Some(&self.scope), write, self.caller) {
            Ok(stored) => match stored.memory.content {
                Content::Entry(entry) => Some(entry),
                _ => None,
            },
            Err(memoro_engine::EngineError::NotFound { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        let (usual, lives) = match self.scope {
            Scope::Session(_) => (EntryKind::Fact, Some(Ttl::session_end())),
            _ => (EntryKind::Preference, None),
        };
        let kind = before.as_ref().map_or(usual, |entry| entry.kind);
        let priority = before.map_or(Priority::DEFAULT, |entry| entry.priority);
        let request = Remember {
            text: values::text(&set.value)?,
            key: Some(set.key),
            scope: Some(self.scope.clone()),
            kind: Some(set.kind.unwrap_or(kind)),
            priority: Some(set.priority.unwrap_or(priority)),
            ttl: set.ttl.or(lives),
            ..Remember::default()
        };
        let caller = self.caller.clone().asking_once(set.idempotency_key.as_deref(), &request);
        tell(self.app, &self.workspace.remember(&request, &caller)?)
    }

    fn unset(&self, key: &Key) -> Result<()> {
        let id = self.workspace.end(key.as_str(), Some(&self.scope), "unset", self.caller)?;
        let view = Ended { id: id.to_string(), key: key.to_string(), scope: self.scope.to_string() };
        self.app.out.show(&view, |out| writeln!(out, "ended {key} ({id}); `memoro undo` brings it back"))
    }

    fn list(&self, all: &All) -> Result<()> {
        let found = self.workspace.entries_of(&self.scope, self.caller)?;
        let hides = |stored: &&Stored| !all.sensitive && stored.memory.sensitivity == Sensitivity::Sensitive;
        let entries =
            found.iter().filter(|s| !hides(s)).map(|s| MemoryView::stored(s, self.app.now)).collect();
        let hidden = found.iter().filter(hides).map(|stored| stored.memory.key.to_string()).collect();
        self.app.out.show(&Listed { scope: self.scope.to_string(), entries, hidden }, |out| {
            for stored in &found {
                let text = if hides(&stored) {
                    "(sensitive; `--sensitive` shows it)".dimmed().to_string()
                } else {
                    render::excerpt(&stored.memory.content.text())
                };
                writeln!(out, "{} = {text}", stored.memory.key.cyan())?;
            }
            Ok(())
        })?;
        if found.is_empty() {
            self.app.out.remark(format!("{} has no entries", self.scope));
            return Err(Failure::told(Code::NotFound));
        }
        Ok(())
    }
}
