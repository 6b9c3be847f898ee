//! How far the store had come when it was last used, written down beside it: so that a store which somebody put in the place
//! of the present one, an older copy or that of another workspace, is told. Holds a number and a hash, no words.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memoro_core::Op;
use memoro_store::{Change, Store};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

/// The last line of the audit and its hash in the chain, and what shows that the note itself is whole.
const REACHED: &str = ".memoro/reached";

/// What is told of a store that is not the one of the last use until somebody accepts it: a line for each, begun by how far
/// the one before had come.
const DOUBTS: &str = ".memoro/doubts";

/// Writes down how far the store has come when the workspace is closed. The note is not brought to the disk by force: one that
/// is lost with the power is one of before, by which that store is still told from another, and half a note says nothing.
#[derive(Debug)]
pub(crate) struct Reached {
    path: PathBuf,
    store: Arc<Store>,
}

impl Reached {
    pub(crate) fn of(root: &Path, store: &Arc<Store>) -> Self {
        Self { path: root.join(REACHED), store: Arc::clone(store) }
    }

    /// Writes it down where it is not there yet; whoever cannot leaves the note of before.
    pub(crate) fn note(&self) {
        let Ok(Some(end)) = self.store.audit_end() else { return };
        let note = sealed(&end);
        // What somebody put there meanwhile has come as far as it has without this store.
        let own = !self.store.is_read_only() && !self.store.is_replaced();
        if own && fs::read_to_string(&self.path).ok().as_deref() != Some(&note) {
            let _ = write(&self.path, &note);
        }
    }

    /// Returns what is noted, where the note is whole.
    fn noted(&self) -> String {
        let noted = fs::read_to_string(&self.path).unwrap_or_default();
        let whole = noted.split_once(' ').filter(|(end, _)| sealed(end) == noted);
        whole.map_or_else(String::new, |(end, _)| end.to_owned())
    }

    /// Tells whether the audit of the store goes through what was noted of one.
    fn passes(&self, noted: &str) -> Result<bool> {
        let Some((Ok(line), hash)) = noted.split_once(':').map(|(line, hash)| (line.parse::<u64>(), hash))
        else {
            return Ok(false);
        };
        Ok(self.store.audit_hash(line)?.is_some_and(|found| found == hash))
    }

    /// Tells what is wrong with the store that is there now.
    fn wrong(&self, noted: &str) -> Result<Option<String>> {
        let Some((Ok(line), hash)) = noted.split_once(':').map(|(line, hash)| (line.parse::<u64>(), hash))
        else {
            return Ok(None);
        };
        let here = self.store.audit_end()?;
        let here = here.and_then(|end| end.split_once(':')?.0.parse::<u64>().ok()).unwrap_or(0);
        if here < line {
            return Ok(Some(format!(
                "the store is older than what lies beside it: its audit ends with line {here}, and line {line} was written \
                 already; what was written since is not in it"
            )));
        }
        // A line that a damaged store lost has no hash any more.
        let other = self.store.audit_hash(line)?.is_some_and(|found| found != hash);
        Ok(other.then(|| {
            format!(
                "the store is not the one that was used here: line {line} of its audit is another one; it comes from another \
                 workspace, or from a copy that was used elsewhere"
            )
        }))
    }
}

impl Drop for Reached {
    fn drop(&mut self) {
        self.note();
    }
}

impl Workspace {
    /// Writes down how far the store has come, for a server that runs for months.
    pub fn note_reached(&self) {
        self.reached.note();
    }

    /// Tells whether another store was put in the place of the one that was last used here. What is told stays until somebody
    /// accepts it or the store of before is back.
    pub(crate) fn compare_with_last_use(&self, caller: &Caller) -> Result<()> {
        let doubts = fs::read_to_string(self.root.join(DOUBTS)).unwrap_or_default();
        let before = doubts.lines().next().and_then(|doubt| doubt.split_once(' ')).map_or("", |(end, _)| end);
        if self.reached.passes(before)? {
            let _ = fs::remove_file(self.root.join(DOUBTS));
            self.write_of_store("the store of the last use is back".into(), caller)?;
            return Ok(());
        }
        let noted = self.reached.noted();
        let Some(wrong) = self.reached.wrong(&noted)? else { return Ok(()) };
        self.doubt(&wrong, caller)
    }

    /// Tells what is wrong with the store now, and until somebody accepts it.
    pub(crate) fn doubt(&self, wrong: &str, caller: &Caller) -> Result<()> {
        let told = format!(
            "{wrong}. If nobody meant to put it there, put the present one back, or a backup with `memoro restore`; \
             `memoro check --accept` goes on with it"
        );
        if !self.store.is_read_only() {
            // The note of how far the one before had come goes with the next use.
            let (path, noted) = (self.root.join(DOUBTS), self.reached.noted());
            let before = fs::read_to_string(&path).unwrap_or_default();
            write(&path, &format!("{before}{noted} {told}\n")).map_err(EngineError::file(&path))?;
            self.write_of_store(told.clone(), caller)?;
        }
        self.note_waiting(&told);
        Ok(())
    }

    /// Writes into the audit what is so with the store, and how far it has come with that.
    fn write_of_store(&self, reason: String, caller: &Caller) -> Result<()> {
        let (op, scope) = (Op::Note, String::new());
        self.commit(vec![Change::Remark { op, scope, reason }], &Caller::system(caller.now))?;
        self.note_reached();
        Ok(())
    }

    /// Returns what was told of the store that is there and was not accepted.
    pub(crate) fn doubts(&self) -> Vec<String> {
        let doubts = fs::read_to_string(self.root.join(DOUBTS)).unwrap_or_default();
        let told = |doubt: &str| doubt.split_once(' ').map_or(doubt, |(_, told)| told).to_owned();
        doubts.lines().map(told).collect()
    }

    /// Goes on with the store that is there, whatever was told of it; returns what that was.
    pub(crate) fn accept_store(&self, caller: &Caller) -> Result<Vec<String>> {
        let doubts = self.doubts();
        if let Some(last) = doubts.last() {
            self.commit(
                vec![Change::Remark {
                    op: Op::Note,
                    scope: String::new(),
                    reason: format!("accepted: {last}"),
                }],
                caller,
            )?;
            let path = self.root.join(DOUBTS);
            fs::remove_file(&path).map_err(EngineError::file(&path))?;
        }
        Ok(doubts)
    }
}

/// Takes the notes away: the store is about to become another one, as somebody asked.
pub(crate) fn forget(root: &Path) {
    let _ = fs::remove_file(root.join(REACHED));
    let _ = fs::remove_file(root.join(DOUBTS));
}

/// Returns a note with what shows that it is whole.
fn sealed(end: &str) -> String {
    let seal = blake3::hash(end.as_bytes()).to_hex();
    format!("{end} {}\n", seal.get(..16).unwrap_or_default())
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}
