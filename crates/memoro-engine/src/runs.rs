//! The audit lines of a run as a file that other programs can read: `<audit.dir>/<run>/memory_audit.jsonl`.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use memoro_core::Event;
use memoro_core::Memory;
use memoro_store::EventFilter;
use serde::Serialize;

use crate::error::{EngineError, Result};
use crate::vault::files::safe_name;
use crate::workspace::Workspace;

/// One line of the file.
#[derive(Serialize)]
struct Line<'a> {
    ts: String,
    op: &'a str,
    scope: &'a str,
    key: &'a str,
    old: Option<&'a str>,
    new: Option<&'a str>,
    actor: &'a str,
    reason: &'a str,
}

impl Workspace {
    /// Returns the folder of the runs.
    pub(crate) fn runs_folder(&self) -> PathBuf {
        self.root.join(&self.settings.runs)
    }

    fn run_file(&self, run: &str) -> PathBuf {
        self.runs_folder().join(safe_name(run)).join("memory_audit.jsonl")
    }

    /// Appends the audit lines of a run that its file does not have yet.
    pub(crate) fn write_run(&self, run: &str) -> Result<()> {
        let _lock = self.files.lock()?;
        self.write_run_locked(run)
    }

    /// Does the same for whoever has the lock of the vault.
    pub(crate) fn write_run_locked(&self, run: &str) -> Result<()> {
        let path = self.run_file(run);
        let present = match fs::read(&path) {
            Ok(bytes) => bytes,
            // A new file, its name and its folders go to the disk with the care that every file of the vault gets.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return self.rewrite_run(run, &self.run_events(run)?);
            }
            Err(error) => return Err(EngineError::File { path, error }),
        };
        let events = self.run_events(run)?;
        let whole = memchr::memchr_iter(b'\n', &present).count();
        if present.last().is_some_and(|byte| *byte != b'\n') || whole > events.len() {
            return self.rewrite_run(run, &events);
        }
        let fresh: String = events.iter().skip(whole).map(line).collect();
        let mut options = fs::OpenOptions::new();
        options.create(true).append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let append = || -> std::io::Result<()> {
            let mut file = options.open(&path)?;
            file.write_all(fresh.as_bytes())?;
            file.sync_all()
        };
        append().map_err(|error| {
            // Lines whose sync failed may stand in the file and yet not be on the disk: the next writer adds them again.
            let _ = fs::OpenOptions::new()
                .write(true)
                .open(&path)
                .and_then(|file| file.set_len(present.len() as u64));
            EngineError::File { path: path.clone(), error }
        })
    }

    /// Writes the files of all runs that held lines of erased memories anew, without their words.
    pub(crate) fn blank_runs(&self, memories: &[Memory]) -> Result<()> {
        let folder = self.runs_folder();
        if memories.is_empty() || !folder.is_dir() {
            return Ok(());
        }
        let _lock = self.files.lock()?;
        for run in self.store.runs()? {
            let path = self.run_file(&run);
            let Ok(present) = fs::read(&path) else { continue };
            let events = self.run_events(&run)?;
            let wanted: String = events.iter().map(line).collect();
            if present != wanted.as_bytes() {
                self.rewrite_run(&run, &events)?;
            }
        }
        Ok(())
    }

    /// Returns how many runs the audit knows, and those whose file does not hold what it says.
    pub(crate) fn runs_against_audit(&self) -> Result<(u64, Vec<String>)> {
        let _lock = self.files.lock()?;
        let (runs, mut wrong) = (self.store.runs()?, Vec::new());
        for run in &runs {
            let wanted: String = self.run_events(run)?.iter().map(line).collect();
            if fs::read(self.run_file(run)).unwrap_or_default() != wanted.as_bytes() {
                wrong.push(run.clone());
            }
        }
        Ok((runs.len() as u64, wrong))
    }

    /// Writes the files of runs anew from the audit; returns how many.
    pub(crate) fn write_runs(&self, runs: &[String]) -> Result<u64> {
        let _lock = self.files.lock()?;
        for run in runs {
            self.rewrite_run(run, &self.run_events(run)?)?;
        }
        Ok(runs.len() as u64)
    }

    fn run_events(&self, run: &str) -> Result<Vec<Event>> {
        let filter = EventFilter { run: Some(run.to_owned()), ..EventFilter::default() };
        Ok(self.store.events(&filter)?.into_iter().map(|(event, _)| event).collect())
    }

    fn rewrite_run(&self, run: &str, events: &[Event]) -> Result<()> {
        let path = self.run_file(run);
        let relative = path.strip_prefix(&self.root).unwrap_or(&path).to_string_lossy().into_owned();
        let text: String = events.iter().map(line).collect();
        self.files.write(&relative, text.as_bytes())?;
        Ok(())
    }
}

fn line(event: &Event) -> String {
    let scope = match event.scope.split(':').next() {
        Some("user") => "profile",
        Some(kind) => kind,
        None => "",
    };
    let line = Line {
        ts: event.at.to_string(),
        op: event.op.as_str(),
        scope,
        key: &event.key,
        old: event.old.as_deref(),
        new: event.new.as_deref(),
        actor: &event.actor,
        reason: &event.reason,
    };
    let mut text = serde_json::to_string(&line).expect("a line of strings serialises");
    text.push('\n');
    text
}
