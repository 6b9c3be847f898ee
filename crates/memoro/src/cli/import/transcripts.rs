//! `memoro import FORMAT PATH`: takes conversations of other programs into the index.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use memoro_engine::transcripts::{Format, Options, Place, default_places, find, format_of};
use memoro_engine::{BadLines, Indexed, Progress};
use serde::Serialize;

use crate::cli::app::{App, Need};
use crate::error::{Code, Failure, Result};

/// The programs whose conversations can be taken in.
pub(super) const PROGRAMS: [&str; 5] = ["claude-code", "codex", "openclaw", "chatgpt", "generic"];

#[derive(Serialize)]
struct View {
    format: String,
    files: usize,
    unchanged: usize,
    turns: u64,
    /// Lines that could not be understood or were too long, in all these files.
    bad_lines: u64,
    bad: Vec<Bad>,
    chunks: u64,
    problems: Vec<String>,
}

/// The lines of one file that could not be understood or were too long.
#[derive(Serialize)]
struct Bad {
    path: String,
    malformed: u64,
    too_long: u64,
    /// Whether the file ends in the middle.
    cut_off: bool,
    /// The first of them, from 1.
    lines: Vec<u64>,
}

impl From<&BadLines> for Bad {
    fn from(bad: &BadLines) -> Self {
        let BadLines { path, malformed, too_long, cut_off, lines } = bad.clone();
        Self { path, malformed, too_long, cut_off, lines }
    }
}

/// Returns the program whose conversations a file holds.
pub(super) fn program_of(file: &Path) -> Option<&'static str> {
    match format_of(file).ok()? {
        Format::OpenClawDatabase => Some(Format::OpenClaw.as_str()),
        format => Some(format.as_str()),
    }
}

/// Takes conversations in; without paths those in the places where the program keeps them.
pub(super) fn run(app: &App, program: &str, paths: &[PathBuf]) -> Result<()> {
    let options = app.config.jobs.transcripts();
    let (files, mut problems) = files(app, program, paths, &options)?;
    let workspace = app.workspace(Need::Made)?;
    let bar = app.out.progress("importing");
    let mut tell = |step: &Progress| {
        bar.set_length(step.total as u64);
        bar.set_position(step.done as u64);
        bar.set_message(format!("{} chunks", step.chunks));
    };
    let done: Indexed = workspace.index_transcripts(&files, &app.whole("memoro import")?, &mut tell)?;
    bar.finish_and_clear();
    problems.extend(done.skipped.iter().map(|skipped| format!("{}: {}", skipped.path, skipped.why)));
    let view = View {
        format: program.to_owned(),
        files: files.len(),
        unchanged: done.unchanged,
        turns: done.turns,
        bad_lines: done.bad_lines,
        bad: done.bad.iter().map(Bad::from).collect(),
        chunks: done.chunks,
        problems,
    };
    app.out.show(&view, |out| {
        let View { files, unchanged, turns, bad_lines, .. } = &view;
        writeln!(
            out,
            "{files} transcripts: {turns} new turns, {unchanged} unchanged, {bad_lines} unreadable lines"
        )
    })?;
    done.bad.iter().for_each(|bad| app.out.warn(bad.to_string()));
    view.problems.iter().for_each(|problem| app.out.warn(problem));
    if done.turns > 0 {
        app.out.remark(
            "the next `memoro jobs run micro-sync` writes down what they settled, by the day it was said",
        );
    }
    let whole = view.problems.is_empty() && view.bad_lines == 0;
    if whole { Ok(()) } else { Err(Failure::told(Code::CheckFailed)) }
}

/// Returns the transcripts to read, and those that another program wrote.
fn files(
    app: &App,
    program: &str,
    paths: &[PathBuf],
    options: &Options,
) -> Result<(Vec<PathBuf>, Vec<String>)> {
    let mut found: Vec<PathBuf> = Vec::new();
    let places: Vec<Place> = if paths.is_empty() {
        default_places(app.folders.home()).into_iter().filter(|place| place.program == program).collect()
    } else {
        Vec::new()
    };
    if paths.is_empty() && places.iter().all(|place| !place.folder.exists()) {
        let message = format!("no conversations of {program} where it usually keeps them");
        return Err(Failure::new(Code::NotFound, message).hint(format!("run `memoro import {program} PATH`")));
    }
    for path in paths {
        let path = app.folder().join(path);
        if !path.exists() {
            let hint = "name a file or a folder with conversations";
            return Err(Failure::new(Code::NotFound, format!("{} is not there", path.display())).hint(hint));
        }
        if path.is_dir() {
            let place = Place { program: "given", folder: path };
            found.extend(find(&place, options).0.into_iter().map(|one| one.file));
        } else {
            found.push(path);
        }
    }
    found.extend(places.iter().flat_map(|place| find(place, options).0).map(|one| one.file));
    let mut problems = Vec::new();
    found.retain(|file| match format_of(file) {
        Ok(format) if fits(program, format) => true,
        Ok(format) => {
            problems.push(format!("{}: written by {}, not {program}", file.display(), format.as_str()));
            false
        }
        // Reading it tells what is wrong.
        Err(_) => true,
    });
    Ok((found, problems))
}

fn fits(program: &str, format: Format) -> bool {
    format.as_str() == program || (program == "openclaw" && format == Format::OpenClawDatabase)
}
