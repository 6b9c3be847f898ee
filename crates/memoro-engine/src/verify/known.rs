//! How far the requests of a run are known: the store keeps the lines of the file, their length and their hash, so that a
//! line that somebody changed or took away is missed and written again. What was added without the store only goes on past
//! that.

use std::fs::{self, File};
use std::path::Path;

use memoro_core::{Memory, Op};
use memoro_store::{Change, Durability, EventFilter, Store};

use super::{Line, file_of};
use crate::caller::Caller;
use crate::check::Finding;
use crate::error::{EngineError, Result};
use crate::vault::files::safe_name;
use crate::workspace::Workspace;

/// How the names begin under which the store keeps length and hash; the run follows.
const NAMES: &str = "requests.";
/// How the names begin under which it keeps the lines; the run follows, and where in the file they begin.
const LINES: &str = "request-lines.";

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
        self.keep_requests(run, &bytes, known.as_deref().and_then(parts).map_or(0, |(size, _)| size))
    }

    /// Keeps the requests of a run; those up to `from` are kept already.
    fn keep_requests(&self, run: &str, bytes: &[u8], from: usize) -> Result<()> {
        let first = format!("{}{:012}", lines_of(run), 0);
        let from = if self.store.named(&first)?.is_some() { from } else { 0 };
        if from == 0 {
            self.drop_lines(run)?;
        }
        let lines = String::from_utf8_lossy(bytes.get(from..).unwrap_or_default());
        if !lines.is_empty() {
            let name = format!("{}{from:012}", lines_of(run));
            self.store.set_named(&name, Some(&lines), Durability::Lazy)?;
        }
        let known = format!("{} {}", bytes.len(), blake3::hash(bytes).to_hex());
        Ok(self.store.set_named(&format!("{NAMES}{run}"), Some(&known), Durability::Lazy)?)
    }

    /// Returns the requests of a run as they were written down, where the store has them all.
    pub(super) fn kept_requests(&self, run: &str) -> Result<Option<String>> {
        let Some(known) = self.store.named(&format!("{NAMES}{run}"))? else { return Ok(None) };
        let kept: String =
            self.store.named_under(&lines_of(run))?.into_iter().map(|(_, lines)| lines).collect();
        let whole = parts(&known).is_some_and(|(size, _)| size == kept.len());
        Ok(Some(kept).filter(|kept| whole && begins(kept.as_bytes(), &known)))
    }

    /// Keeps a line of a run whose file is not what it was: what it lacks is written again with it.
    pub(super) fn keep_line(&self, run: &str, line: &Line) -> Result<()> {
        let Some(kept) = self.kept_requests(run)? else { return Ok(()) };
        let from = kept.len();
        self.keep_requests(run, (kept + &line.text()).as_bytes(), from)
    }

    /// Takes the ids of erased memories out of what is kept of the requests of all runs, durably.
    pub(super) fn forget_kept_requests(&self, memories: &[Memory]) -> Result<()> {
        for (run, _) in self.store.named_under(NAMES)? {
            let Some(kept) = self.kept_requests(&run)? else { continue };
            let clean = super::without_ids(&kept, memories);
            if clean != kept {
                self.keep_requests(&run, clean.as_bytes(), 0)?;
            }
        }
        Ok(())
    }

    fn drop_lines(&self, run: &str) -> Result<()> {
        let start = lines_of(run);
        let kept = self.store.named_under(&start)?;
        let gone = |(at, _): (String, String)| {
            self.store.set_named(&format!("{start}{at}"), None, Durability::Synced)
        };
        Ok(kept.into_iter().try_for_each(gone)?)
    }

    /// Lets go of what is known of the requests of a run, durably.
    pub(super) fn unknow_requests(&self, run: &str) -> Result<()> {
        self.drop_lines(run)?;
        Ok(self.store.set_named(&format!("{NAMES}{run}"), None, Durability::Synced)?)
    }

    /// Writes the requests of a run again as they were written down; tells whether the store has them. Of what the file holds
    /// besides, only failures stay that could not reach the store: whoever changed a line made no other word of it.
    fn mend_requests(&self, run: &str) -> Result<bool> {
        let Some(mut lines) = self.kept_requests(run)? else { return Ok(false) };
        let (path, from) = (file_of(&self.runs_folder(), run), lines.len());
        let there = fs::read(&path).unwrap_or_default();
        for line in super::parsed(&there).iter().filter(|line| line.is_bare_failure()) {
            let text = line.text();
            if !lines.split_inclusive('\n').any(|known| known == text) {
                lines.push_str(&text);
            }
        }
        let relative = path.strip_prefix(&self.root).unwrap_or(&path).to_string_lossy().into_owned();
        self.files.write(&relative, lines.as_bytes())?;
        self.keep_requests(run, lines.as_bytes(), from)?;
        Ok(true)
    }

    /// Writes the requests of all runs again that are not what was written down, as far as the store has them.
    pub(crate) fn mend_all_requests(&self) -> Result<()> {
        let _lock = self.files.lock()?;
        for (run, _) in self.store.named_under(NAMES)? {
            if !self.requests_stand(&run) {
                self.mend_requests(&run)?;
            }
        }
        Ok(())
    }

    /// Tells whether somebody changed the file of the requests of a run. A folder that is gone as a whole is told by its
    /// audit lines; a restore elsewhere brings none along.
    pub(super) fn are_requests_changed(&self, run: &str) -> bool {
        let is_there = file_of(&self.runs_folder(), run).parent().is_some_and(Path::is_dir);
        is_there && !self.requests_stand(run)
    }

    /// Makes another store, which takes the place of this one, know what this one knows: the files stay as they are.
    pub(crate) fn hand_on_requests(&self, to: &Store) -> Result<()> {
        for names in [NAMES, LINES] {
            for (rest, _) in to.named_under(names)? {
                to.set_named(&format!("{names}{rest}"), None, Durability::Lazy)?;
            }
            for (rest, known) in self.store.named_under(names)? {
                to.set_named(&format!("{names}{rest}"), Some(&known), Durability::Lazy)?;
            }
        }
        Ok(())
    }

    /// Returns the run whose requests stand in a file.
    pub(super) fn run_of(&self, path: &Path) -> Result<Option<String>> {
        let runs = self.runs_folder();
        let known = self.store.named_under(NAMES)?.into_iter().map(|(run, _)| run);
        Ok(known.into_iter().find(|run| file_of(&runs, run) == path))
    }

    /// The requests of a run must be what was written down; what is not is told, noted in the audit and written again. What
    /// the store does not have stays told until somebody brings the file back.
    pub(crate) fn check_requests(&self, caller: &Caller) -> Result<Finding> {
        let read_only = self.store.is_read_only();
        let lock = if read_only { None } else { Some(self.files.lock()?) };
        let runs: Vec<String> = self.store.named_under(NAMES)?.into_iter().map(|(run, _)| run).collect();
        let (mut problems, mut remarks, mut mended) = (Vec::new(), Vec::new(), 0);
        for run in runs.iter().filter(|run| self.are_requests_changed(run)) {
            let told = format!(
                "lines of memory_requests.jsonl of run `{run}` were changed or taken away outside Memoro"
            );
            let is_mended = !read_only && self.mend_requests(run)?;
            mended += u64::from(is_mended);
            if is_mended || !self.is_remarked(&told)? {
                remarks.push(told.clone());
            }
            problems.push(told);
        }
        drop(lock);
        if !read_only && !remarks.is_empty() {
            let remark = |reason| Change::Remark { op: Op::Note, scope: String::new(), reason };
            let caller = Caller { run: None, once: None, ..caller.clone() };
            self.commit(remarks.into_iter().map(remark).collect(), &caller)?;
        }
        let looked_at = runs.len() as u64;
        Ok(Finding { what: "requests of runs", looked_at, problems, mended, remarks: Vec::new() })
    }

    /// Tells whether the audit has a remark already.
    fn is_remarked(&self, reason: &str) -> Result<bool> {
        let all = self.store.events(&EventFilter::default())?;
        Ok(all.iter().any(|(event, _)| event.op == Op::Note && event.reason == reason))
    }
}

/// Returns how the names of the lines of a run begin.
fn lines_of(run: &str) -> String {
    format!("{LINES}{}/", safe_name(run))
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
