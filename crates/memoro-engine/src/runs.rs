//! The audit lines of a run as a file that other programs can read: `<audit.dir>/<run>/memory_audit.jsonl`.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use memoro_core::Event;
use memoro_store::EventFilter;
use serde::Serialize;

use crate::check::Finding;
use crate::error::{EngineError, Result};
use crate::vault::files::{VaultLock, safe_name};
use crate::workspace::Workspace;

/// How far apart the changes are at most that one crash keeps out of a file.
const AT_ONCE: jiff::SignedDuration = jiff::SignedDuration::from_secs(5);

/// How often a file that lacks its last lines is looked at.
const LOOKS: u32 = 10;

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

    /// Refuses a change of a run whose audit file cannot be: nothing must be half-done.
    pub(crate) fn check_run_file(&self, run: &str) -> Result<()> {
        let path = self.run_file(run);
        if path.is_symlink() || path.exists() {
            let relative = path.strip_prefix(&self.root).unwrap_or(&path).to_string_lossy().into_owned();
            self.files.check_place(&relative)?;
        }
        Ok(())
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
        // Half a line, or a hole where a sector never came to the disk: what a power cut leaves of an append.
        let torn = present.last().is_some_and(|byte| *byte != b'\n') || memchr::memchr(0, &present).is_some();
        if torn || whole > events.len() {
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

    /// Walks the whole chain, and compares the files of the runs with it; changes nothing. A file that lacks nothing but what
    /// a killed process had just put into the audit is behind, not changed: that is told apart.
    pub fn verify_audit(&self) -> Result<memoro_store::AuditReport> {
        let mut report = self.store.verify_audit()?;
        let (_lock, wrong) = self.wrong_runs()?;
        for run in wrong {
            if let Some(lacking) = self.lacks_last(&run)? {
                self.note_waiting(&format!(
                    "the file of run `{run}` lacks its last lines ({lacking}), as after a crash; the audit has them, and the \
                     next change of the run or `memoro check` writes them"
                ));
                continue;
            }
            let seq = self.run_events(&run)?.first().map_or(0, |event| event.seq);
            let what = format!(
                "the file of run `{run}` does not hold what the audit says of it; `memoro check` writes it again"
            );
            report.problems.push(memoro_store::AuditProblem { seq, what });
        }
        Ok(report)
    }

    /// Returns how many lines the file of a run lacks, if it holds all others and these were made at its very end, so that a
    /// crash explains it.
    fn lacks_last(&self, run: &str) -> Result<Option<usize>> {
        let events = self.run_events(run)?;
        let mut present = fs::read(self.run_file(run)).unwrap_or_default();
        // Behind a hole where a sector never came to the disk nothing was acknowledged.
        present.truncate(memchr::memchr(0, &present).unwrap_or(present.len()));
        let wanted: Vec<String> = events.iter().map(line).collect();
        let whole = memchr::memchr_iter(b'\n', &present).count();
        let Some((last, lacking)) = events.last().zip(events.get(whole..).filter(|left| !left.is_empty()))
        else {
            return Ok(None);
        };
        let behind = wanted.concat().as_bytes().starts_with(&present)
            && lacking.iter().all(|event| last.at.duration_since(event.at).abs() <= AT_ONCE);
        Ok(behind.then_some(lacking.len()))
    }

    /// Returns the runs of the audit whose file does not hold what the audit says of them, and the lock under which that is
    /// so. Who has just committed may wait for the lock to write the last lines: then it is looked at again.
    fn wrong_runs(&self) -> Result<(Option<VaultLock>, Vec<String>)> {
        for look in 1.. {
            let lock = if self.store.is_read_only() { None } else { Some(self.files.lock()?) };
            let (mut wrong, mut behind) = (Vec::new(), false);
            for run in self.store.runs()? {
                let wanted: String = self.run_events(&run)?.iter().map(line).collect();
                let present = fs::read(self.run_file(&run)).unwrap_or_default();
                if present != wanted.as_bytes() {
                    behind |= wanted.as_bytes().starts_with(&present);
                    wrong.push(run);
                }
            }
            if !behind || look == LOOKS {
                return Ok((lock, wrong));
            }
            drop(lock);
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        Ok((None, Vec::new()))
    }

    /// Writes the files of runs anew that do not hold what the audit says of them.
    pub(crate) fn mend_runs(&self) -> Result<()> {
        let (_lock, wrong) = self.wrong_runs()?;
        wrong.iter().try_for_each(|run| self.rewrite_run(run, &self.run_events(run)?))
    }

    /// The file of a run must hold what the audit says of it; it is written again where it does not.
    pub(crate) fn check_runs(&self) -> Result<Finding> {
        let (looked_at, remarks) = (self.store.runs()?.len() as u64, self.unknown_runs()?);
        let (mut problems, mut mended) = (Vec::new(), 0);
        let (lock, wrong) = self.wrong_runs()?;
        for run in wrong {
            let told = format!("the file of run `{run}` was changed or is gone");
            if lock.is_none() {
                problems.push(told);
                continue;
            }
            match self.rewrite_run(&run, &self.run_events(&run)?) {
                Ok(()) => {
                    mended += 1;
                    problems.push(told);
                }
                Err(why) => problems.push(format!("{told} and cannot be written again: {why}")),
            }
        }
        Ok(Finding { what: "files of runs", looked_at, problems, mended, remarks })
    }

    /// Tells of audit files of runs that the audit does not know: of a store that was lost, or put there by somebody.
    fn unknown_runs(&self) -> Result<Vec<String>> {
        let known: Vec<PathBuf> = self.store.runs()?.iter().map(|run| self.run_file(run)).collect();
        let folders =
            fs::read_dir(self.runs_folder()).into_iter().flatten().filter_map(std::result::Result::ok);
        let files = folders.map(|folder| folder.path().join("memory_audit.jsonl"));
        let unknown =
            files.filter(|file| !known.contains(file) && file.metadata().is_ok_and(|found| found.len() > 0));
        let mut told: Vec<String> =
            unknown.map(|file| format!("{} is of no run that the audit knows", file.display())).collect();
        told.sort();
        Ok(told)
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
