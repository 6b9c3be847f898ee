//! Whether the memory requests of a run were carried out, and when a run must stop because nothing can be written.
//!
//! Each request leaves a line in `<audit.dir>/<run>/memory_requests.jsonl`, beside the audit lines. The file is
//! written as well as can be, also when the store cannot, and holds no words of a memory.

mod known;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use memoro_core::trigger::Intent;
use memoro_core::{Content, Key, Memory, MemoryId, Op, Receipt, Scope, Status, Written};
use memoro_store::EventFilter;
use serde::{Deserialize, Serialize};

use crate::caller::Caller;
use crate::draft::fingerprint;
use crate::error::{EngineError, Result};
use crate::forget::Forgotten;
use crate::settings::Settings;
use crate::vault::files::{VaultFiles, safe_name};
use crate::workspace::{OWN, Workspace, make_private};

/// How long a line that tells of a failure waits for others.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(2);

/// One line of the file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Line {
    /// When.
    pub(crate) ts: String,
    /// `write`, `forget` or `say`.
    pub(crate) what: String,
    /// What was meant, for `say`.
    pub(crate) intent: Option<String>,
    /// What the receipt said; `failed` where there is none.
    pub(crate) status: String,
    /// Whether it was done and read back.
    pub(crate) ok: bool,
    /// Stands for scope and key, without saying them.
    pub(crate) mark: String,
    /// The memory.
    pub(crate) id: Option<String>,
    /// The audit line of the change.
    pub(crate) seq: Option<u64>,
    /// Why it was not done.
    pub(crate) reason: Option<String>,
}

impl Workspace {
    /// Takes the ids of erased memories out of the requests of all runs: a readable id is made of words.
    pub(crate) fn forget_requests(&self, memories: &[Memory]) -> Result<()> {
        let _lock = self.files.lock()?;
        self.forget_files_of_requests(memories)?;
        self.forget_kept_requests(memories)
    }

    fn forget_files_of_requests(&self, memories: &[Memory]) -> Result<()> {
        let folder = self.runs_folder();
        let Ok(runs) = fs::read_dir(&folder) else { return Ok(()) };
        for run in runs.filter_map(std::result::Result::ok) {
            let path = run.path().join("memory_requests.jsonl");
            let Ok(text) = fs::read_to_string(&path) else { continue };
            if !memories.iter().any(|memory| text.contains(memory.id.as_str())) {
                continue;
            }
            let clean = without_ids(&text, memories);
            let relative = path.strip_prefix(&self.root).unwrap_or(&path).to_string_lossy().into_owned();
            let known = self.run_of(&path)?.filter(|run| self.requests_stand(run));
            // A kill in between leaves nothing known, not something wrong.
            known.as_ref().map_or(Ok(()), |run| self.unknow_requests(run))?;
            self.files.write(&relative, clean.as_bytes())?;
            known.map_or(Ok(()), |run| self.know_requests(&run, usize::MAX))?;
        }
        Ok(())
    }
}

/// Takes the ids of memories out of lines.
fn without_ids(lines: &str, memories: &[Memory]) -> String {
    let blank = |line: &str| match serde_json::from_str::<Line>(line) {
        Ok(line) if memories.iter().any(|m| line.id.as_deref() == Some(m.id.as_str())) => {
            Line { id: None, ..line }.text()
        }
        _ => line.to_owned() + "\n",
    };
    lines.lines().map(blank).collect()
}

/// One request of a run, looked at again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// When it was made.
    pub at: String,
    /// What was meant.
    pub intent: String,
    /// The memory, where there is one.
    pub id: Option<String>,
    /// Its key, if it can still be said.
    pub key: Option<String>,
    /// Whether the request was carried out.
    pub holds: bool,
    /// What was found.
    pub found: String,
}

/// How the memory requests of a run stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The run.
    pub run: String,
    /// Its requests.
    pub requests: Vec<Checked>,
    /// How many writes failed in a row at the end.
    pub failures: u32,
    /// Whether that is too many: the run must stop and tell its user.
    pub fail_safe: bool,
}

impl Verified {
    /// Tells whether every request was carried out.
    pub fn holds(&self) -> bool {
        !self.fail_safe && self.requests.iter().all(|request| request.holds)
    }
}

/// Returns how many writes of a run failed in a row at its end; needs the folder of the runs, but no store.
pub fn failures(runs: &Path, run: &str) -> u32 {
    let lines = read(runs, run);
    let counted = lines.iter().rev().filter(|line| line.what != "say");
    let moments: BTreeSet<&str> = counted.take_while(|line| !line.ok).map(|line| line.ts.as_str()).collect();
    u32::try_from(moments.len()).unwrap_or(u32::MAX)
}

/// Notes that a request of a run failed before the workspace could even be opened; needs no store.
pub fn note_failure(root: &Path, settings: &Settings, (run, now): (&str, Timestamp), reason: &str) {
    if root.join(OWN).is_dir() {
        let _lock = VaultFiles::new(root).and_then(|files| files.lock_within(PATIENCE));
        append(&root.join(&settings.runs), run, &Line { ts: now.to_string(), ..Line::failed(reason) });
    }
}

impl Line {
    /// Starts the line of a write that failed.
    pub(crate) fn failed(reason: &str) -> Self {
        Self {
            what: "write".into(),
            status: "failed".into(),
            reason: Some(reason.to_owned()),
            ..Self::default()
        }
    }

    /// Tells whether it says nothing but that a write failed before the workspace could be opened.
    fn is_bare_failure(&self) -> bool {
        let reason = self.reason.as_deref().unwrap_or_default();
        *self == Self { ts: self.ts.clone(), ..Self::failed(reason) }
    }

    /// Returns it as it stands in the file.
    fn text(&self) -> String {
        serde_json::to_string(self).expect("a line of strings serialises") + "\n"
    }
}

/// Stands for what a request is about: its scope and key, or its text where it has none.
pub(crate) fn mark_of(scope: &Scope, key: Option<&Key>, content: &Content) -> String {
    match key {
        Some(key) => fingerprint(&format!("{scope} {key}")),
        None => fingerprint(&format!("{scope} {}", content.text())),
    }
}

fn file_of(runs: &Path, run: &str) -> PathBuf {
    runs.join(safe_name(run)).join("memory_requests.jsonl")
}

fn append(runs: &Path, run: &str, line: &Line) {
    let path = file_of(runs, run);
    let write = || -> std::io::Result<()> {
        if let Some(folder) = path.parent() {
            make_private(folder).map_err(std::io::Error::other)?;
        }
        let mut options = fs::OpenOptions::new();
        options.create(true).append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&path)?.write_all(line.text().as_bytes())
    };
    // A disk that takes nothing at all cannot even keep the count; the request itself tells its failure.
    let _ = write();
}

fn read(runs: &Path, run: &str) -> Vec<Line> {
    parsed(&fs::read(file_of(runs, run)).unwrap_or_default())
}

fn parsed(bytes: &[u8]) -> Vec<Line> {
    let text = String::from_utf8_lossy(bytes);
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

impl Workspace {
    /// Notes what became of a write, if it belongs to a run.
    pub(crate) fn note_write(&self, mark: String, outcome: &Result<Receipt>, caller: &Caller) {
        let line = match outcome {
            Ok(Receipt { written, verified, .. }) => Line {
                status: written.as_str().into(),
                ok: *verified || matches!(written, Written::Rejected(_)),
                id: written.id().map(ToString::to_string),
                ..Line::default()
            },
            Err(error) => Line::failed(&error.to_string()),
        };
        self.note(Line { what: "write".into(), mark, ..line }, caller);
    }

    /// Notes what became of a forget, if it belongs to a run.
    pub(crate) fn note_forget(&self, memories: &[Memory], outcome: &Result<Forgotten>, caller: &Caller) {
        let line = match outcome {
            Ok(report) => Line {
                status: "forgotten".into(),
                // Words that stand elsewhere, or are too short to be looked for, are told; the memory is gone all the same.
                ok: report.left.is_empty() || memories.is_empty(),
                id: report.memories.first().map(ToString::to_string),
                ..Line::default()
            },
            Err(error) => Line::failed(&error.to_string()),
        };
        let mark = memories.first().map(|m| mark_of(&m.scope, Some(&m.key), &m.content)).unwrap_or_default();
        self.note(Line { what: "forget".into(), mark, ..line }, caller);
    }

    /// Appends a line to the requests of the caller's run.
    pub(crate) fn note(&self, line: Line, caller: &Caller) {
        let Some(run) = &caller.run else { return };
        let seq = line.id.as_deref().and_then(|id| self.last_line(id));
        let runs = self.runs_folder();
        // Under the lock: nobody takes a folder for durable whose name is not on the disk yet, and lines follow each other.
        let lock = self.files.lock();
        if let Some(folder) = file_of(&runs, run).parent().filter(|folder| !folder.is_dir()) {
            let _ = make_private(folder);
        }
        let whole = lock.is_ok() && self.requests_stand(run);
        let before = fs::metadata(file_of(&runs, run)).map_or(0, |found| found.len());
        let line = Line { ts: caller.now.to_string(), seq, ..line };
        append(&runs, run, &line);
        // Without room for it the file only goes on past what is known of it.
        if !whole && lock.is_ok() {
            let _ = self.keep_line(run, &line);
        } else if whole {
            let _ = self.know_requests(run, usize::try_from(before).unwrap_or(usize::MAX));
        }
    }

    fn last_line(&self, id: &str) -> Option<u64> {
        let memory = MemoryId::new(id).ok();
        let filter = EventFilter { memory, newest: true, limit: Some(1), ..EventFilter::default() };
        self.store.events(&filter).ok()?.first().map(|(event, _)| event.seq)
    }

    /// Tells whether so many writes of a run failed in a row that it must stop and tell its user.
    pub fn is_fail_safe(&self, run: &str) -> bool {
        self.failures_of(run) >= self.settings.max_failures
    }

    /// Returns how many writes of a run failed in a row at its end, as far as that could be kept: none right after a failure
    /// means that nothing at all can be written.
    pub(crate) fn failures_of(&self, run: &str) -> u32 {
        failures(&self.runs_folder(), run)
    }

    /// Says whether every memory request of a run was carried out.
    pub fn verify_run(&self, run: &str, caller: &Caller) -> Result<Verified> {
        self.permit(memoro_core::policy::Operation::Read, caller)?;
        self.take_in(caller)?;
        let stand = self.requests_stand(run);
        let kept = if stand { None } else { self.kept_requests(run)? };
        let lines = kept.map_or_else(|| read(&self.runs_folder(), run), |kept| parsed(kept.as_bytes()));
        let mut requests = Vec::new();
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| !is_told_by_say(line, &lines)) {
            let later = lines.get(at + 1..).unwrap_or_default();
            requests.push(self.checked(line, later, caller.now)?);
        }
        self.add_unnoted(run, &lines, &mut requests, caller.now)?;
        if self.are_requests_changed(run) {
            requests.push(changed(caller));
        }
        if requests.is_empty() {
            return Err(EngineError::NotFound { what: "memory request in run", name: run.to_owned() });
        }
        let failures = failures(&self.runs_folder(), run);
        let fail_safe = failures >= self.settings.max_failures;
        Ok(Verified { run: run.to_owned(), requests, failures, fail_safe })
    }

    /// Adds the changes of a run that left no line, for example because the file was taken away.
    fn add_unnoted(
        &self,
        run: &str,
        lines: &[Line],
        requests: &mut Vec<Checked>,
        now: Timestamp,
    ) -> Result<()> {
        let filter = EventFilter { run: Some(run.to_owned()), ..EventFilter::default() };
        for (event, _) in self.store.events(&filter)? {
            let Some(id) = event.memory.as_ref().map(ToString::to_string) else { continue };
            let known = lines.iter().any(|line| line.id.as_ref() == Some(&id))
                || requests.iter().any(|request| request.id.as_ref() == Some(&id));
            if known || !matches!(event.op, Op::Upsert | Op::PromotePending) {
                continue;
            }
            let line = Line {
                ts: event.at.to_string(),
                what: "write".into(),
                status: "stored".into(),
                ok: true,
                id: Some(id),
                seq: Some(event.seq),
                ..Line::default()
            };
            requests.push(self.checked(&line, &[], now)?);
        }
        Ok(())
    }

    fn checked(&self, line: &Line, later: &[Line], now: Timestamp) -> Result<Checked> {
        let id = line.id.as_deref().and_then(|id| MemoryId::new(id).ok());
        let stored = id.as_ref().map(|id| self.store.get(id)).transpose()?.flatten();
        let memory = stored.as_ref().map(|stored| &stored.memory);
        let (holds, found) = match line.status.as_str() {
            "failed" | "rejected" | "missing" => unfulfilled(line, later),
            "forgotten" => match memory {
                None => (true, "it is gone".into()),
                Some(_) => (false, "it is still there".into()),
            },
            "dropped" => match memory.map(|m| &m.status) {
                Some(Status::Pending) => (false, "it still waits".into()),
                _ => (true, "it was turned down".into()),
            },
            _ => self.still_there(line, memory, now)?,
        };
        let intent = line.intent.clone().unwrap_or_else(|| line.what.clone());
        let key = memory.map(|memory| memory.key.to_string());
        Ok(Checked { at: line.ts.clone(), intent, id: line.id.clone(), key, holds, found })
    }

    /// Looks for a memory that a request wrote.
    fn still_there(&self, line: &Line, memory: Option<&Memory>, now: Timestamp) -> Result<(bool, String)> {
        let Some(memory) = memory else {
            let after = line.seq.unwrap_or_default().saturating_sub(1);
            let event =
                self.store.events(&EventFilter { after, limit: Some(1), ..EventFilter::default() })?;
            let blanked = line.seq.is_some() && event.first().is_some_and(|(event, _)| event.blanked);
            let found = if blanked { "it was forgotten later" } else { "it is not there" };
            return Ok((blanked, found.into()));
        };
        if memory.status == Status::Active && memory.is_expired(now) {
            return Ok((true, "it was there until its time was over".into()));
        }
        Ok(match &memory.status {
            Status::Pending if line.reason.as_deref() == Some("inferred") => {
                (true, "it waits for confirmation, as what is inferred does".into())
            }
            Status::Pending => (false, "it waits for a person's confirmation".into()),
            Status::Active => match (self.home(memory)?, self.place(memory)?) {
                (None, _) => (true, "it is there".into()),
                (Some(_), Some(place)) => (true, format!("it is there: {} line {}", place.file, place.line)),
                (Some(home), None) => (false, format!("{} does not show it", home.path())),
            },
            Status::Superseded { reason, .. } => (true, format!("it was there until later: {reason}")),
            other => (true, format!("it is {other}")),
        })
    }
}

/// A write inside a `say` is told by the line of the `say`.
fn is_told_by_say(line: &Line, lines: &[Line]) -> bool {
    line.what != "say"
        && lines.iter().any(|say| say.what == "say" && say.ts == line.ts && say.mark == line.mark)
}

/// Says that the file does not hold the requests as they were written down.
fn changed(caller: &Caller) -> Checked {
    Checked {
        at: caller.now.to_string(),
        intent: "requests".into(),
        id: None,
        key: None,
        holds: false,
        found: "lines of memory_requests.jsonl were changed or taken away outside Memoro; \
                `memoro check` writes them again where it can"
            .into(),
    }
}

fn unfulfilled(line: &Line, later: &[Line]) -> (bool, String) {
    let reason = line.reason.clone().unwrap_or_default();
    if line.ok {
        return (true, reason);
    }
    let again = later.iter().any(|other| other.ok && other.mark == line.mark && !line.mark.is_empty());
    if again {
        return (true, "it was carried out later".into());
    }
    (false, format!("it was not carried out: {reason}"))
}

/// Tells whether an intent is a request that can be verified.
pub(crate) const fn is_request(intent: Intent) -> bool {
    !matches!(intent, Intent::Show | Intent::None)
}
