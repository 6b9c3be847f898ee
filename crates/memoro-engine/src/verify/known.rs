//! How far the requests of a run are known: the store keeps the length and the hash of the file after each line, so that a
//! line that somebody changed or took away is missed. What was added without the store only goes on past that.

use std::fs::{self, File};
use std::path::Path;

use memoro_core::Op;
use memoro_store::{Change, Durability, Store};

use super::file_of;
use crate::caller::Caller;
use crate::check::Finding;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

/// How the names begin under which the store keeps it; the run follows.
const NAMES: &str = "requests.";

impl Workspace {
    /// Tells whether the requests of a run are still what is known of them.
    pub(super) fn requests_stand(&self, run: &str) -> bool {
        let known = self.store.named(&format!("{NAMES}{run}")).ok().flatten();
        let bytes = fs::read(file_of(&self.runs_folder(), run)).unwrap_or_default();
        known.is_none_or(|known| begins(&bytes, &known))
    }

    /// Keeps what the requests of a run are now, once they are on the disk. `before` is how long the file was before the
    /// last line: what stands there and is not known yet may never have reached the disk, so it is written anew.
    pub(super) fn know_requests(&self, run: &str, before: usize) -> Result<()> {
        let path = file_of(&self.runs_folder(), run);
        let name = format!("{NAMES}{run}");
        let known = self.store.named(&name)?;
        let bytes = fs::read(&path).unwrap_or_default();
        if known.as_deref().and_then(parts).map_or(0, |(size, _)| size) != before {
            let relative = path.strip_prefix(&self.root).unwrap_or(&path).to_string_lossy().into_owned();
            self.files.write(&relative, &bytes)?;
        } else if !bytes.is_empty() {
            let folder = path.parent().filter(|_| known.is_none());
            for place in std::iter::once(path.as_path()).chain(folder) {
                File::open(place).and_then(|file| file.sync_all()).map_err(EngineError::file(place))?;
            }
        }
        let known = format!("{} {}", bytes.len(), blake3::hash(&bytes).to_hex());
        Ok(self.store.set_named(&name, Some(&known), Durability::Lazy)?)
    }

    /// Lets go of what is known of the requests of a run, durably.
    pub(super) fn unknow_requests(&self, run: &str) -> Result<()> {
        Ok(self.store.set_named(&format!("{NAMES}{run}"), None, Durability::Synced)?)
    }

    /// Makes another store, which takes the place of this one, know what this one knows: the files stay as they are.
    pub(crate) fn hand_on_requests(&self, to: &Store) -> Result<()> {
        for (run, _) in to.named_under(NAMES)? {
            to.set_named(&format!("{NAMES}{run}"), None, Durability::Lazy)?;
        }
        for (run, known) in self.store.named_under(NAMES)? {
            to.set_named(&format!("{NAMES}{run}"), Some(&known), Durability::Lazy)?;
        }
        Ok(())
    }

    /// Returns the run whose requests stand in a file.
    pub(super) fn run_of(&self, path: &Path) -> Result<Option<String>> {
        let runs = self.runs_folder();
        let known = self.store.named_under(NAMES)?.into_iter().map(|(run, _)| run);
        Ok(known.into_iter().find(|run| file_of(&runs, run) == path))
    }

    /// The requests of a run must be what was written down. Nobody else knows what they were: what is wrong is told and
    /// noted in the audit, and what is there counts from then on.
    pub(crate) fn check_requests(&self, caller: &Caller) -> Result<Finding> {
        let read_only = self.store.is_read_only();
        let lock = if read_only { None } else { Some(self.files.lock()?) };
        let runs: Vec<String> = self.store.named_under(NAMES)?.into_iter().map(|(run, _)| run).collect();
        // A folder that is gone as a whole is told by its audit lines; a restore elsewhere brings none along.
        let folder = self.runs_folder();
        let there = |run: &&String| file_of(&folder, run).parent().is_some_and(Path::is_dir);
        let changed: Vec<&String> =
            runs.iter().filter(there).filter(|run| !self.requests_stand(run)).collect();
        let told = |run: &&String| {
            format!("lines of memory_requests.jsonl of run `{run}` were changed or taken away outside Memoro")
        };
        let problems: Vec<String> = changed.iter().map(told).collect();
        if !read_only {
            changed.iter().try_for_each(|run| self.know_requests(run, usize::MAX))?;
        }
        drop(lock);
        if !read_only && !problems.is_empty() {
            let remark = |reason: &String| Change::Remark {
                op: Op::Note,
                scope: String::new(),
                reason: reason.clone(),
            };
            let caller = Caller { run: None, once: None, ..caller.clone() };
            self.commit(problems.iter().map(remark).collect(), &caller)?;
        }
        Ok(Finding {
            what: "requests of runs",
            looked_at: runs.len() as u64,
            problems,
            mended: 0,
            remarks: Vec::new(),
        })
    }
}

/// Tells whether bytes begin with what is known of them.
fn begins(bytes: &[u8], known: &str) -> bool {
    parts(known).is_none_or(|(size, hash)| {
        bytes.get(..size).is_some_and(|start| blake3::hash(start).to_hex().as_str() == hash)
    })
}

/// Reads length and hash.
fn parts(known: &str) -> Option<(usize, &str)> {
    let (size, hash) = known.split_once(' ')?;
    Some((size.parse().ok()?, hash))
}
