//! `memoro procedure`: how things are done.

use std::io::Write as _;

use clap::{Args, Subcommand};
use memoro_core::{Confidence, Procedure as Content, Scope, Trigger};
use memoro_engine::{Known, Taught, Teach, Used, Workspace};
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::app::{App, Need};
use super::writing::tell;
use super::{render, values};
use crate::api::ProcedureView;
use crate::error::{Code, Failure, Result};

/// How things are done: learn, find, count what helped
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro procedure learn \"deploy Docker\" --step \"ask where to\" --step \"check the compose file\"
  memoro procedure find จะ deploy ขึ้น production
  memoro procedure used procedural_3f2a --worked
  memoro procedure learn --always --step \"never push to main\" --evidence \"said on 2026-11-02\"")]
pub(super) struct Procedure {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Learn a procedure; one with a similar trigger is merged
    #[command(
        after_help = "Examples:\n  memoro procedure learn \"deploy Docker\" --step \"ask where to\" --step \"check the compose file\""
    )]
    Learn(Learn),
    /// Find the procedures that fit a task
    #[command(after_help = "Examples:\n  memoro procedure find จะ deploy ขึ้น production")]
    Find(Find),
    /// Count that a procedure was used, and whether it helped
    #[command(after_help = "Examples:\n  memoro procedure used procedural_3f2a --worked")]
    Used(UsedArgs),
    /// List procedures and rules
    #[command(after_help = "Examples:\n  memoro procedure list -n 10 --json")]
    List(List),
}

#[derive(Debug, Args)]
struct Learn {
    /// When it applies
    #[arg(required_unless_present = "always", conflicts_with = "always")]
    trigger: Option<String>,
    /// It always applies: a rule, which needs evidence
    #[arg(long)]
    always: bool,
    /// A step, in order; may be given several times
    #[arg(long = "step", required = true, value_name = "TEXT")]
    steps: Vec<String>,
    /// How it came to be known: explicit, correction or `repeated_pattern`
    #[arg(long, default_value = "explicit")]
    source: Taught,
    /// What shows it; may be given several times
    #[arg(long, value_name = "TEXT")]
    evidence: Vec<String>,
    /// A concept; may be given several times
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// How sure it is, from 0 to 1; at most what its source deserves
    #[arg(long, value_parser = values::confidence, value_name = "0..1")]
    confidence: Option<Confidence>,
    /// Where it belongs: user, `user:ID`, `project:ID` or agent
    #[arg(long, value_name = "SCOPE")]
    scope: Option<String>,
    /// Makes a repeated request answer as the first one did
    #[arg(long, value_name = "KEY", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    idempotency_key: Option<String>,
}

#[derive(Debug, Args)]
struct Find {
    /// The task, in any language
    #[arg(required = true)]
    task: Vec<String>,
    /// At most this many; the configured number where it is left out
    #[arg(long, short = 'n', value_name = "N", value_parser = values::count)]
    limit: Option<usize>,
}

#[derive(Debug, Args)]
struct UsedArgs {
    /// The procedure: its id, key, or the unique start of its id
    name: String,
    /// It helped (also where nothing is said)
    #[arg(long, conflicts_with = "failed")]
    worked: bool,
    /// It did not help
    #[arg(long)]
    failed: bool,
}

#[derive(Debug, Args)]
struct List {
    /// At most this many
    #[arg(long, short = 'n', default_value_t = 50, value_name = "N", value_parser = values::count)]
    limit: usize,
}

#[derive(Serialize)]
struct Found {
    procedures: Vec<ProcedureView>,
}

impl Procedure {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let need = if matches!(self.verb, Verb::Learn(_)) { Need::Made } else { Need::Present };
        let workspace = app.workspace(need)?;
        let caller = app.caller()?;
        match self.verb {
            Verb::Learn(learn) => {
                let key = learn.idempotency_key.clone();
                let teach = learn.teach(app, &workspace)?;
                let caller = caller.asking_once(key.as_deref(), &teach);
                tell(app, &workspace.learn_procedure(&teach, &caller)?)
            }
            Verb::Find(find) => {
                let task = find.task.join(" ");
                let found = workspace.find_procedures(&task, &app.user()?, find.limit, &caller)?;
                show(app, &found)
            }
            Verb::Used(used) => {
                let how = if used.failed { Used::Failed } else { Used::Worked };
                let known = workspace.use_procedure(&used.name, how, &caller)?;
                app.out.show(&ProcedureView::from(&known), |out| line(out, &known))
            }
            Verb::List(list) => {
                show(app, &workspace.list_procedures(&app.user()?, (list.limit, None), &caller)?)
            }
        }
    }
}

impl Learn {
    fn teach(self, app: &App, workspace: &Workspace) -> Result<Teach> {
        let trigger = self.trigger.map_or(Trigger::Always, Trigger::When);
        let scope = match &self.scope {
            Some(scope) => app.scope(scope, workspace, &app.caller()?)?,
            None => Scope::User(app.user()?),
        };
        Ok(Teach {
            taught: self.source,
            tags: self.tags,
            evidence: self.evidence,
            confidence: self.confidence,
            ..Teach::new(scope, Content { trigger, steps: self.steps })
        })
    }
}

fn show(app: &App, found: &[Known]) -> Result<()> {
    let view = Found { procedures: found.iter().map(ProcedureView::from).collect() };
    app.out.show(&view, |out| found.iter().try_for_each(|known| line(out, known)))?;
    if found.is_empty() {
        app.out.remark("no procedure found");
        return Err(Failure::told(Code::NotFound));
    }
    Ok(())
}

fn line(out: &mut Vec<u8>, known: &Known) -> std::io::Result<()> {
    let Known { memory, usage, confidence, .. } = known;
    let memoro_core::Content::Procedure(procedure) = &memory.content else { return Ok(()) };
    let when = match &procedure.trigger {
        Trigger::Always => "always",
        Trigger::When(when) => when,
    };
    let head = render::plain(when);
    writeln!(out, "{}  {}  {confidence}  helped {}", head.bold(), memory.id.cyan(), usage.successes)?;
    for (n, step) in procedure.steps.iter().enumerate() {
        writeln!(out, "  {}. {}", n + 1, render::plain(step))?;
    }
    Ok(())
}
