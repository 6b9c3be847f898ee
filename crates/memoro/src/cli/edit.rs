//! `memoro edit`: changes a memory under its id, by flags or in the person's editor.

use std::io::IsTerminal as _;
use std::path::Path;
use std::process::Command;

use clap::Args;
use memoro_core::{Confidence, Content, EntryKind, Priority, Sensitivity, Ttl};

use super::app::{App, Need};
use super::values;
use super::writing::tell;
use crate::config::write_private;
use crate::error::{Code, Failure, Result};

/// Change a memory; its past stays in the history
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro edit response.language --text English
  memoro edit learning_2026-11-15_retries --tag principle --tag http
  memoro edit learning_2026-11-15_retries      (opens $EDITOR)")]
pub(super) struct Edit {
    /// An id, a key, or the unique start of an id
    name: String,
    /// The new text; `-` reads it from stdin
    #[arg(long)]
    text: Option<String>,
    /// The new kind of an entry
    #[arg(long)]
    kind: Option<EntryKind>,
    /// The new priority of an entry
    #[arg(long, allow_hyphen_values = true, value_parser = values::priority, value_name = "0..100")]
    priority: Option<Priority>,
    /// The new time to live
    #[arg(long, allow_hyphen_values = true, value_parser = values::ttl)]
    ttl: Option<Ttl>,
    /// The new tags, all of them; an empty one removes all
    #[arg(long = "tag", value_name = "TAG")]
    tags: Option<Vec<String>>,
    /// The new confidence
    #[arg(long, value_parser = values::confidence, value_name = "0..1")]
    confidence: Option<Confidence>,
    /// When it was true in the world
    #[arg(long, value_name = "TIME")]
    occurred_at: Option<String>,
    /// normal or sensitive
    #[arg(long)]
    sensitivity: Option<Sensitivity>,
    /// Only if it is still at this revision
    #[arg(long, value_name = "N")]
    rev: Option<u64>,
    /// Why, for the audit
    #[arg(long, default_value = "", hide_default_value = true, value_name = "TEXT")]
    reason: String,
}

impl Edit {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        let caller = app.reader()?;
        let text = match &self.text {
            Some(text) => Some(values::text(std::slice::from_ref(text))?),
            None if self.changes_nothing() => {
                let stored = workspace.get(&self.name, None, &caller)?;
                Some(in_editor(&editable(&stored.memory.content), app, workspace.root())?)
            }
            None => None,
        };
        let edit = memoro_engine::Edit {
            text,
            kind: self.kind,
            priority: self.priority,
            ttl: self.ttl,
            tags: self.tags.map(|tags| tags.into_iter().filter(|tag| !tag.is_empty()).collect()),
            confidence: self.confidence,
            sensitivity: self.sensitivity,
            occurred_at: values::moment_if(
                "--occurred-at",
                self.occurred_at.as_deref(),
                &app.config.zone(),
                app.now,
            )?,
            rev: self.rev,
            reason: self.reason,
        };
        tell(app, &workspace.edit(&self.name, &edit, &caller)?)
    }

    const fn changes_nothing(&self) -> bool {
        self.kind.is_none()
            && self.priority.is_none()
            && self.ttl.is_none()
            && self.tags.is_none()
            && self.confidence.is_none()
            && self.occurred_at.is_none()
            && self.sensitivity.is_none()
    }
}

/// Returns the part of a content that its text stands for.
fn editable(content: &Content) -> String {
    match content {
        Content::Entry(entry) => entry.value.clone(),
        Content::Note(note) => note.text.clone(),
        Content::Decision(decision) => decision.conclusion.clone(),
        Content::Episode(episode) => episode.summary.clone(),
        Content::Procedure(procedure) => procedure.steps.join("\n"),
    }
}

/// Lets the person change a text in their editor.
fn in_editor(text: &str, app: &App, root: &Path) -> Result<String> {
    let usage = |message: &str| {
        Failure::new(Code::Usage, message)
            .hint("run `memoro edit NAME --text TEXT`, or set EDITOR and use a terminal")
    };
    if !std::io::stdin().is_terminal() {
        return Err(usage("nothing to change was given"));
    }
    let editor = app.editor().ok_or_else(|| usage("no editor is set"))?;
    let path = root.join(memoro_engine::OWN).join(format!("edit-{}.md", std::process::id()));
    write_private(&path, text.as_bytes())?;
    let outcome = Command::new("sh").arg("-c").arg(format!("{editor} \"$1\"")).arg("sh").arg(&path).status();
    let edited = std::fs::read_to_string(&path);
    std::fs::remove_file(&path)?;
    match outcome {
        Ok(status) if status.success() => Ok(edited?.trim_end().to_owned()),
        _ => {
            Err(Failure::new(Code::CheckFailed, format!("`{editor}` did not end well; nothing was changed")))
        }
    }
}
