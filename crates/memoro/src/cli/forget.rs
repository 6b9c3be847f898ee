//! `memoro forget`: erases memories everywhere in the workspace. Asks first when a person is at the terminal.

use std::io::{IsTerminal as _, Write as _};

use clap::Args;
use memoro_engine::{Forgotten, Target};

use super::app::{App, Need};
use crate::api::{ForgottenView, Stage};
use crate::error::{Code, Failure, Result};

/// How many other memories are named that hold the same words.
const NAMED: usize = 10;

/// Erase a memory for good: rows, history, files, index and audit texts
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro forget response.tone
  memoro forget learning_2026-11-15_old-plan --dry-run
  memoro forget --subject สมชาย --dry-run
  memoro forget --subject 王伟 --yes

What is forgotten cannot be brought back by undo, import or restore; only you can say it again.
To end a value without erasing its past, run `memoro profile unset` or `memoro session unset`.")]
pub(super) struct Forget {
    /// An id, a key, or the unique start of an id
    #[arg(required_unless_present = "subject", conflicts_with = "subject")]
    name: Option<String>,
    /// Only within this scope
    #[arg(long, value_name = "SCOPE")]
    scope: Option<String>,
    /// Everything about a person or thing
    #[arg(long, value_name = "NAME")]
    subject: Option<String>,
    /// Only tell what would be erased
    #[arg(long)]
    dry_run: bool,
    /// Do not ask; without a terminal only `--subject` asks for this
    #[arg(long, short)]
    yes: bool,
    /// Why, for the audit; must not repeat what is forgotten
    #[arg(long, default_value = "", hide_default_value = true, value_name = "TEXT")]
    reason: String,
}

impl Forget {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        let caller = match self.subject {
            Some(_) => app.whole("memoro forget --subject")?,
            None => app.reader()?,
        };
        let target = match (self.name, self.subject.clone()) {
            (_, Some(subject)) => Target::Subject(subject),
            (name, None) => {
                let scope = self.scope.map(|text| app.scope(&text, &workspace, &caller)).transpose()?;
                Target::Memory(name.unwrap_or_default(), scope)
            }
        };
        let asks = !self.yes && (std::io::stdin().is_terminal() || self.subject.is_some());
        if self.dry_run || asks {
            let plan = workspace.plan_forget(&target, &caller)?;
            if self.dry_run {
                tell(app, &plan, Stage::Planned)?;
                return some(&plan);
            }
            some(&plan)?;
            consent(&plan)?;
        }
        let report = workspace.forget(&target, &self.reason, &caller)?;
        tell(app, &report, Stage::Done)?;
        some(&report)?;
        if report.left.is_empty() {
            return Ok(());
        }
        let left = report.left.join(", ");
        Err(Failure::new(Code::CheckFailed, format!("some of the words are still in {left}"))
            .hint("the memory itself is erased; end what else uses the workspace, and the next command takes the rest out"))
    }
}

fn some(report: &Forgotten) -> Result<()> {
    if report.memories.is_empty() && report.documents.is_empty() && report.files.is_empty() {
        return Err(Failure::new(Code::NotFound, "nothing fits; nothing was erased")
            .hint("run `memoro list` to see what there is"));
    }
    Ok(())
}

fn consent(plan: &Forgotten) -> Result<()> {
    if !std::io::stdin().is_terminal() {
        return Err(Failure::new(
            Code::Usage,
            format!("{} memories would be erased for good", plan.memories.len()),
        )
        .hint("run it with `--dry-run` to see them, with `--yes` to erase them"));
    }
    let mut stderr = std::io::stderr();
    for id in &plan.memories {
        writeln!(stderr, "  {id}")?;
    }
    write!(stderr, "Erase {} for good? [y/N] ", count(plan.memories.len()))?;
    stderr.flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    if matches!(answer.trim(), "y" | "Y" | "yes" | "ใช่" | "是") {
        return Ok(());
    }
    Err(Failure::new(Code::CheckFailed, "nothing was erased"))
}

fn count(n: usize) -> String {
    if n == 1 { "this memory".into() } else { format!("these {n} memories") }
}

fn tell(app: &App, report: &Forgotten, stage: Stage) -> Result<()> {
    let view = ForgottenView::of(report, stage);
    app.out.show(&view, |out| {
        let verb = if view.dry_run { "would forget" } else { "forgot" };
        for id in &view.memories {
            writeln!(out, "{verb} {id}")?;
        }
        for file in &view.files {
            writeln!(
                out,
                "  {} {file}",
                if view.dry_run { "would be taken out of" } else { "taken out of" }
            )?;
        }
        for document in &view.documents {
            let lines: Vec<String> = document.lines.iter().map(ToString::to_string).collect();
            let still = if view.dry_run { "would still name it" } else { "still names it" };
            writeln!(out, "  your own document {} {still}: line {}", document.path, lines.join(", "))?;
        }
        for backup in &view.backups {
            let still = if view.dry_run { "would still hold it" } else { "still holds it" };
            writeln!(out, "  {backup} {still}; make a new backup, then run `rm -r {backup}`")?;
        }
        for id in view.others.iter().take(NAMED) {
            writeln!(
                out,
                "  memory {id} holds these words too and stays; `memoro forget {id}` takes it too"
            )?;
        }
        if let Some(more) = view.others.len().checked_sub(NAMED + 1) {
            writeln!(out, "  so do {} more; `--json` names them", more + 1)?;
        }
        for scope in &view.elsewhere {
            writeln!(out, "  the same key stands in {scope} and stays; `--scope {scope}` takes that")?;
        }
        if view.verified && !view.memories.is_empty() {
            writeln!(out, "  looked for the words: found nowhere in the workspace")?;
        }
        if view.short && !view.memories.is_empty() {
            writeln!(
                out,
                "  too short to be looked for in your own documents; copies and files of Memoro's were"
            )?;
        }
        if view.dry_run && !(view.memories.is_empty() && view.documents.is_empty()) {
            writeln!(out, "  nothing has been erased yet; the same without `--dry-run` does it")?;
        }
        Ok(())
    })
}
