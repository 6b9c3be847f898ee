//! `memoro import`: takes in JSON lines that `memoro export` wrote, conversations of other programs, or what another
//! system remembers.

mod transcripts;

use std::fs::File;
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use memoro_engine::{Foreign, Word, openclaw_remembers};

use super::app::{App, Need};
use crate::api::{MovedView, TakenOverView};
use crate::config::{json5, openclaw};
use crate::error::{Code, Failure, Result};

/// Take in what `memoro export` wrote, conversations of other programs, or what another system remembers
///
/// What is there already stays.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro import memories.jsonl
  zcat memories.jsonl.gz | memoro import -
  memoro import from-my-old-laptop.jsonl --trust
  memoro import claude-code
  memoro import chatgpt ~/Downloads/conversations.json
  memoro import oracle ~/.oracle-v2/oracle.db
  memoro import openclaw ~/.openclaw
  memoro import luminary ./data/agent.db
  memoro import softnix ./my-project")]
pub(super) struct Import {
    /// The file, `-` for stdin; or what PATH is of: claude-code, codex, openclaw, chatgpt or generic conversations, or the
    /// system oracle, openclaw, luminary or softnix
    #[arg(value_name = "FILE|PROGRAM")]
    file: PathBuf,
    /// The conversations, files or folders (the program's usual places where it is left out), or the database or folder of
    /// the other system; they are only read
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Vouch for an export that was not made here: its rules, identity and profile count at once
    #[arg(long)]
    trust: bool,
}

/// How many lines that could not be taken in are told one by one.
const SHOWN: usize = 20;

impl Import {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let system = self.system(app);
        if self.trust && (system.is_some() || !self.paths.is_empty()) {
            let message = "`--trust` vouches for an export of memoro, not for what other programs kept";
            return Err(Failure::new(Code::Usage, message).hint("leave `--trust` out"));
        }
        if let Some((foreign, path)) = system {
            return take_over(foreign, &path, app);
        }
        let program = transcripts::PROGRAMS.into_iter().find(|name| self.file.as_os_str() == *name);
        if let Some(program) =
            program.filter(|name| !self.paths.is_empty() || !app.folder().join(name).is_file())
        {
            return transcripts::run(app, program, &self.paths);
        }
        if !self.paths.is_empty() {
            let message = format!("`{}` is no program or system that can be taken in", self.file.display());
            let programs = transcripts::PROGRAMS.join(", ");
            let systems = Foreign::ALL.map(Foreign::as_str).join(", ");
            return Err(Failure::new(Code::Usage, message).hint(format!(
                "conversations: {programs}; systems: {systems}; for an export of memoro, name the file alone"
            )));
        }
        let mut input: Box<dyn BufRead> = if self.file.as_os_str() == "-" {
            Box::new(std::io::stdin().lock())
        } else {
            let path = app.folder().join(&self.file);
            if path.is_dir() {
                return Err(Failure::new(Code::Invalid, format!("{} is a folder", path.display())).hint(
                    "name a file that `memoro export` wrote; `memoro restore` takes the folder of a backup",
                ));
            }
            let file = File::open(&path).map_err(|error| {
                Failure::new(Code::NotFound, format!("{}: {error}", path.display()))
                    .hint("name a file that `memoro export` wrote")
            })?;
            Box::new(BufReader::new(file))
        };
        let workspace = app.workspace(Need::Made)?;
        let bar = app.out.progress("importing");
        let word = if self.trust { Word::Callers } else { Word::Theirs };
        let moved =
            workspace.import_as(word, &mut input, &app.whole("memoro import")?, |n| bar.set_position(n));
        let moved = moved.map_err(|error| match Failure::from(error) {
            failure if failure.code == Code::Invalid => {
                failure.hint(match transcripts::program_of(&app.folder().join(&self.file)) {
                    Some(program) => {
                        let shown = self.file.display();
                        format!(
                            "it holds conversations: `memoro import {program} {shown}`; nothing was taken in"
                        )
                    }
                    None => "name a file that `memoro export` wrote; nothing was taken in".to_owned(),
                })
            }
            failure => failure,
        })?;
        bar.finish_and_clear();
        let view = MovedView::from(&moved);
        app.out.show(&view, |out| {
            write!(out, "imported {} memories, {} were there already", view.memories, view.unchanged)?;
            writeln!(out, ", {} wait for you, {} stay forgotten", view.pending, view.forgotten)
        })?;
        if view.foreign > 0 {
            app.out.remark(format!(
                "{} lines were not exported here: rules, identity, profile and what directs wait (`memoro pending`), \
                 the rest counts as a program's, and what was forgotten there is not forgotten here; if the file \
                 is yours, import it again with `--trust`; `memoro rollback --origin import` takes it back",
                view.foreign
            ));
        }
        for problem in view.problems.iter().take(SHOWN) {
            match problem.line {
                0 => app.out.warn(&problem.what),
                line => app.out.warn(format!("line {line}: {}", problem.what)),
            }
        }
        if let Some(more) = view.problems.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            app.out.warn(format!("{more} more lines could not be taken in; `--json` lists them all"));
        }
        if view.problems.is_empty() { Ok(()) } else { Err(Failure::told(Code::CheckFailed)) }
    }

    /// Returns the other system and its place, if one is meant; `openclaw` with conversations alone is a program, and
    /// without a path it is what lies where it usually does.
    fn system(&self, app: &App) -> Option<(Foreign, PathBuf)> {
        let foreign: Foreign = self.file.to_str()?.parse().ok()?;
        let path = match &self.paths[..] {
            [path] => app.folder().join(app.folders.expand(path)),
            [] if foreign == Foreign::OpenClaw && !app.folder().join(&self.file).exists() => {
                app.folders.home().join(".openclaw")
            }
            _ => return None,
        };
        let whole =
            foreign != Foreign::OpenClaw || openclaw_remembers(&path) || !elsewhere(&path, app).is_empty();
        (whole || (!self.paths.is_empty() && !path.exists())).then_some((foreign, path))
    }
}

/// Returns the workspaces that the settings in a folder of `OpenClaw` name, as far as they are there.
fn elsewhere(path: &Path, app: &App) -> Vec<(String, PathBuf)> {
    let Ok(text) = std::fs::read_to_string(path.join("openclaw.json")) else { return Vec::new() };
    let Ok(settings) = json5::parse(&text) else {
        app.out.warn(format!(
            "{}/openclaw.json cannot be read; workspaces that it names are left out",
            path.display()
        ));
        return Vec::new();
    };
    let named = openclaw::workspaces(&settings).into_iter();
    let placed = named.map(|(name, folder)| (name, path.join(app.folders.expand(Path::new(&folder)))));
    placed.filter(|(_, folder)| folder.is_dir()).collect()
}

fn take_over(foreign: Foreign, path: &Path, app: &App) -> Result<()> {
    let workspace = app.workspace(Need::Made)?;
    let bar = app.out.progress("taking over");
    let named = if foreign == Foreign::OpenClaw { elsewhere(path, app) } else { Vec::new() };
    let taken = workspace
        .take_over_named(foreign, (path, &named), &app.whole("memoro import")?, |n| bar.set_position(n))?;
    bar.finish_and_clear();
    let view = TakenOverView::of(foreign, &taken);
    app.out.show(&view, |out| {
        write!(out, "took over {} memories from {}", view.memories, view.system)?;
        write!(out, " ({} are history), {} files, {} turns", view.superseded, view.files, view.turns)?;
        write!(out, " and {} links; {} were there already", view.links, view.unchanged)?;
        writeln!(out, ", {} wait for you, {} stay forgotten", view.pending, view.forgotten)
    })?;
    view.problems.iter().for_each(|problem| app.out.warn(problem));
    if view.guiding > 0 {
        app.out.remark(format!(
            "{} of them guide agents from now on (rules, procedures, profile, identity); `memoro rollback --origin {}` \
             takes all of it back",
            view.guiding, view.system
        ));
    }
    if view.files > 0 {
        app.out.remark("run `memoro index` so that the copied files are found");
    }
    if view.problems.is_empty() { Ok(()) } else { Err(Failure::told(Code::CheckFailed)) }
}
