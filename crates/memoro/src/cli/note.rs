//! `memoro note`: free text with a file of its own, and notes of four kinds: log, summary, rule and soul.

use std::io::Write as _;

use clap::{Args, Subcommand};
use memoro_core::{Confidence, Scope, Sensitivity, Stability};
use memoro_engine::store::Stored;
use memoro_engine::{Carry, Chore, NewNote, NoteKind, NoteList, Workspace};
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::app::{App, Need};
use super::writing::{Writing, tell};
use super::{render, values};
use crate::api::MemoryView;
use crate::error::{Code, Failure, Result};

/// Write a note: free text with a Markdown file of its own; or logs, summaries and rules
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  memoro note \"Retries must be idempotent\" --tag principle
  memoro note - < meeting.md
  memoro note write \"The nightly job rebuilt the index\" --kind log --job nightly
  memoro note list --kind summary --tag deploy
  memoro note merge episodic_default_1794740448550 episodic_default_1794740449012")]
pub(super) struct Note {
    /// The text, Markdown allowed; `-` reads it from stdin
    #[arg(required = true, value_name = "TEXT")]
    text: Vec<String>,
    #[command(flatten)]
    writing: Writing,
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Write a log, summary, rule or soul note
    #[command(
        after_help = "Examples:\n  memoro note write \"The nightly job rebuilt the index\" --kind log --job nightly"
    )]
    Write(Write),
    /// List notes, the newest first
    #[command(after_help = "Examples:\n  memoro note list --kind summary --tag deploy")]
    List(List),
    /// Merge two or more notes into one summary; they become history
    #[command(
        after_help = "Examples:\n  memoro note merge episodic_default_1794740448550 episodic_default_1794740449012"
    )]
    Merge(Merge),
    /// Write a new text in the place of a note, which becomes history
    #[command(
        after_help = "Examples:\n  memoro note update episodic_default_1794740448550 \"索引已重建两次\""
    )]
    Update(Update),
    /// Put away or remove what has expired
    #[command(after_help = "Examples:\n  memoro note prune --dry-run")]
    Prune(Prune),
}

#[derive(Debug, Args)]
struct Write {
    /// The text; `-` reads it from stdin
    #[arg(required = true, value_name = "TEXT")]
    text: Vec<String>,
    /// What it is: log, summary, rule, soul or note
    #[arg(long, default_value = "log")]
    kind: NoteKind,
    /// How firmly it is held: volatile, stable or permanent; as its kind is where it is left out
    #[arg(long)]
    stability: Option<Stability>,
    /// After how many days it expires
    #[arg(long, value_name = "DAYS")]
    ttl_days: Option<u32>,
    /// A concept; may be given several times
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// How sure it is, from 0 to 1
    #[arg(long, value_parser = values::confidence, value_name = "0..1")]
    confidence: Option<Confidence>,
    /// What shows it; a rule needs some; may be given several times
    #[arg(long, value_name = "TEXT")]
    evidence: Vec<String>,
    /// The job that writes it
    #[arg(long, value_name = "ID")]
    job: Option<String>,
    /// Where it belongs: user, `user:ID`, `project:ID` or session
    #[arg(long, value_name = "SCOPE")]
    scope: Option<String>,
    /// Show it only on request
    #[arg(long)]
    sensitive: bool,
}

#[derive(Debug, Args)]
struct List {
    /// Only this kind: log, summary, rule, soul or note
    #[arg(long)]
    kind: Option<NoteKind>,
    /// Only with any of these tags
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// Where they belong
    #[arg(long, value_name = "SCOPE")]
    scope: Option<String>,
    /// At most this many; the configured number where it is left out
    #[arg(long, short = 'n', value_name = "N", value_parser = values::count)]
    limit: Option<usize>,
    /// Also sensitive ones
    #[arg(long)]
    sensitive: bool,
}

#[derive(Debug, Args)]
struct Merge {
    /// The notes: their ids, keys, or the unique starts of their ids
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,
}

#[derive(Debug, Args)]
struct Update {
    /// The note: its id, key, or the unique start of its id
    name: String,
    /// The new text; `-` reads it from stdin
    #[arg(required = true, value_name = "TEXT")]
    text: Vec<String>,
}

#[derive(Debug, Args)]
struct Prune {
    /// Tell what would happen; change nothing
    #[arg(long)]
    dry_run: bool,
}

#[derive(Serialize)]
struct Listed {
    notes: Vec<NoteView>,
}

#[derive(Serialize)]
struct NoteView {
    kind: &'static str,
    memory: MemoryView,
}

#[derive(Serialize)]
struct Pruned {
    dry_run: bool,
    archived: usize,
    removed: usize,
}

impl Note {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let need = if matches!(self.verb, None | Some(Verb::Write(_))) { Need::Made } else { Need::Present };
        let workspace = app.workspace(need)?;
        let caller = app.caller()?;
        match self.verb {
            None => {
                let text = values::text(&self.text)?;
                let request = self.writing.request(text, app, &workspace, &caller)?;
                let caller = self.writing.once(caller, &request);
                tell(app, &workspace.remember(&request, &caller)?)
            }
            Some(Verb::Write(write)) => {
                tell(app, &workspace.write_note(&write.note(app, &workspace)?, &caller)?)
            }
            Some(Verb::List(list)) => list.run(app, &workspace),
            Some(Verb::Merge(merge)) => tell(app, &workspace.merge_notes(&merge.names, &caller)?),
            Some(Verb::Update(update)) => {
                let text = values::text(&update.text)?;
                tell(app, &workspace.update_note(&update.name, &text, &app.user()?, &caller)?)
            }
            Some(Verb::Prune(Prune { dry_run })) => {
                let carry = if dry_run { Carry::DryRun } else { Carry::Out };
                let done = workspace.maintain(&[Chore::Purge], carry, &caller)?;
                let view = Pruned { dry_run, archived: done.archived.len(), removed: done.removed.len() };
                let (would, keep) = if dry_run { ("would remove", "keep") } else { ("removed", "kept") };
                app.out.show(&view, |out| {
                    writeln!(out, "{would} {}, {keep} one line of {}", view.removed, view.archived)
                })
            }
        }
    }
}

fn scope_of(given: Option<&str>, app: &App, workspace: &Workspace) -> Result<Scope> {
    match given {
        Some(scope) => app.scope(scope, workspace, &app.caller()?),
        None => Ok(Scope::User(app.user()?)),
    }
}

impl Write {
    fn note(self, app: &App, workspace: &Workspace) -> Result<NewNote> {
        let scope = scope_of(self.scope.as_deref(), app, workspace)?;
        Ok(NewNote {
            tags: self.tags,
            confidence: self.confidence,
            stability: self.stability,
            ttl_days: self.ttl_days,
            sensitivity: if self.sensitive { Sensitivity::Sensitive } else { Sensitivity::Normal },
            evidence: self.evidence,
            job: self.job,
            ..NewNote::new(self.kind, scope, values::text(&self.text)?)
        })
    }
}

impl List {
    fn run(self, app: &App, workspace: &Workspace) -> Result<()> {
        let wanted = NoteList {
            kind: self.kind,
            scope: scope_of(self.scope.as_deref(), app, workspace)?,
            tags: self.tags,
            limit: self.limit,
            sensitive: self.sensitive,
        };
        let found = workspace.list_notes(&wanted, &app.caller()?)?;
        let kind = |stored: &Stored| NoteKind::of(&stored.memory).map_or("note", NoteKind::as_str);
        let view =
            |stored: &Stored| NoteView { kind: kind(stored), memory: MemoryView::stored(stored, app.now) };
        app.out.show(&Listed { notes: found.iter().map(view).collect() }, |out| {
            found.iter().try_for_each(|stored| {
                let text = render::excerpt(&stored.memory.content.text());
                writeln!(out, "[{}] {text}  {}", kind(stored), stored.memory.id.cyan())
            })
        })?;
        if found.is_empty() {
            app.out.remark("no notes");
            return Err(Failure::told(Code::NotFound));
        }
        Ok(())
    }
}
