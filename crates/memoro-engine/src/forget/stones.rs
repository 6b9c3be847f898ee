//! What outlasts a forget: the tombstones once more beside the store, so that forgotten words stay forgotten where the
//! store is lost, and the finishing of a forget that was killed halfway. Holds no word of what was forgotten.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use memoro_store::{Change, EventFilter, StoreError, Tombstone};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

/// The tombstones: secret, hash and moment of each, one a line.
const STONES: &str = ".memoro/forgotten";
/// Says that a forget is under way, or was killed.
const MARK: &str = ".memoro/forgetting";
/// How long another forget is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// A forget that is under way; nobody else finishes it meanwhile.
pub(super) struct Forgetting<'a> {
    workspace: &'a Workspace,
    _lock: crate::vault::files::VaultLock,
}

impl Forgetting<'_> {
    /// Says that nothing is left to be done.
    pub(super) fn done(self) -> Result<()> {
        let path = self.workspace.root.join(MARK);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(EngineError::File { path, error })
            }
            _ => Ok(()),
        }
    }
}

/// What is told where the log could not be emptied.
pub(super) const HELD_OPEN: &str = "words of what was forgotten still stand in the log of the store, because another program \
     reads an older state of it; end that program (a database browser?), and the next command takes them out";

impl Workspace {
    /// Begins a forget: whoever opens the workspace after a kill finishes it.
    pub(super) fn begin_forget(&self) -> Result<Forgetting<'_>> {
        self.store.writable()?;
        let lock = self.files.lock_for("forget", PATIENCE)?;
        self.files.write(MARK, b"")?;
        Ok(Forgetting { workspace: self, _lock: lock })
    }

    /// Finishes a forget that was killed after its memories were erased: older states of its files go, run files and log
    /// are written anew.
    pub(crate) fn finish_forget(&self) -> Result<()> {
        if !self.root.join(MARK).exists() {
            return Ok(());
        }
        let Ok(lock) = self.files.lock_for("forget", Duration::ZERO) else { return Ok(()) };
        let forgetting = Forgetting { workspace: self, _lock: lock };
        self.drop_older_states()?;
        self.mend_runs()?;
        self.keep_forgotten()?;
        // Whoever reads an older state is not waited for: that is tried again.
        match self.store.truncate_log_within(Duration::ZERO) {
            Ok(()) => forgetting.done(),
            Err(StoreError::Busy) => {
                self.note_waiting(HELD_OPEN);
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Adds tombstones to the store and beside it.
    pub(crate) fn add_tombstones(&self, stones: Vec<Tombstone>) -> Result<()> {
        self.store.add_tombstones(stones)?;
        self.keep_forgotten()
    }

    /// Tells whether all tombstones are written down beside the store.
    pub(crate) fn forgotten_is_kept(&self) -> Result<bool> {
        let kept = Kept::read(&self.root);
        let known: BTreeSet<_> = kept.stones.iter().map(|stone| (stone.secret, stone.hash)).collect();
        let there = self.store.tombstones()?;
        Ok(kept.unread == 0 && there.iter().all(|stone| known.contains(&(stone.secret, stone.hash))))
    }

    /// Writes the tombstones down beside the store.
    pub(crate) fn keep_forgotten(&self) -> Result<()> {
        // The line is asked for first: others may forget meanwhile, and then the list is newer than it says.
        let line = self.last_written()?;
        let mut text = String::new();
        for stone in self.store.tombstones()? {
            let hex = |bytes: [u8; 32]| blake3::Hash::from_bytes(bytes).to_hex();
            let _ = writeln!(text, "{} {} {}", hex(stone.secret), hex(stone.hash), stone.at);
        }
        if text.is_empty() && !self.root.join(STONES).exists() {
            return Ok(());
        }
        let head = format!("{HEAD}{line} {}\n", blake3::hash(text.as_bytes()).to_hex());
        self.files.write(STONES, [head, text].concat().as_bytes())?;
        Ok(())
    }

    fn last_written(&self) -> Result<u64> {
        let last = EventFilter { newest: true, limit: Some(1), ..EventFilter::default() };
        Ok(self.store.events(&last)?.first().map_or(0, |(event, _)| event.seq))
    }

    /// Forgets again what an older store brought back that somebody put in the place of the present one: the list beside it
    /// knows of forgets that the store has never heard of.
    pub(crate) fn forget_what_returned(&self, caller: &Caller) -> Result<()> {
        let Some(line) = Kept::line(&self.root) else { return Ok(()) };
        let here = self.last_written()?;
        if here >= line {
            return Ok(());
        }
        let known: BTreeSet<_> = self.store.tombstones()?.iter().map(|s| (s.secret, s.hash)).collect();
        let kept = Kept::read(&self.root).stones.into_iter();
        let missing: Vec<_> = kept.filter(|s| !known.contains(&(s.secret, s.hash))).collect();
        let told = format!(
            "the store is older than what lies beside it: its audit ends with line {here}, and line {line} was written already"
        );
        if self.store.is_read_only() {
            self.note_waiting(&format!("{told}; what was forgotten since may show until it can be written"));
            return Ok(());
        }
        if missing.is_empty() {
            // Also a store that was made anew, of which this is no news.
            return self.keep_forgotten();
        }
        // The line that tells it makes the store know of it: the list is written anew with the number of that line.
        let count = missing.len();
        self.store.add_tombstones(missing)?;
        let again = self.forget_again("it was forgotten after this copy of the store was made", caller)?;
        self.forget_turns_again()?;
        self.forget_job_lines_again()?;
        self.forget_held_again()?;
        let told = format!(
            "{told}; {count} forgets were taken over from there, and {again} memories forgotten again"
        );
        self.doubt(&told, caller)?;
        self.keep_forgotten()
    }
}

/// How the first line of the list begins: behind it the last audit line of then, and the hash of the lines below.
const HEAD: &str = "# ";

/// What is written down beside a store of what was forgotten.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// The tombstones.
    pub(crate) stones: Vec<Tombstone>,
    /// How many lines cannot be read or are not as they were written; one at least where some are gone.
    pub(crate) unread: usize,
}

impl Kept {
    /// Reads the list.
    pub(crate) fn read(root: &Path) -> Self {
        let bytes = std::fs::read(root.join(STONES)).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = match text.split_once('\n') {
            Some((head, body)) if head.starts_with(HEAD) => (Some(head), body),
            _ => (None, text.as_ref()),
        };
        let stones: Vec<Tombstone> = body.lines().filter_map(stone).collect();
        let unread = body.lines().count() - stones.len();
        let whole = head.is_none_or(|head| head.ends_with(blake3::hash(body.as_bytes()).to_hex().as_str()));
        Self { stones, unread: unread.max(usize::from(!whole)) }
    }

    /// Returns the audit line up to which the list knows what was forgotten.
    fn line(root: &Path) -> Option<u64> {
        use std::io::Read as _;
        let mut head = [0; 32];
        let read = std::fs::File::open(root.join(STONES)).and_then(|mut file| file.read(&mut head)).ok()?;
        let head = std::str::from_utf8(head.get(..read)?).ok()?.strip_prefix(HEAD)?;
        head.split(' ').next()?.parse().ok()
    }
}

/// Tells whether changes make tombstones or lift some.
pub(crate) fn buries(changes: &[Change]) -> bool {
    changes.iter().any(|change| matches!(change, Change::Erase(_) | Change::Lift(_)))
}

fn stone(line: &str) -> Option<Tombstone> {
    let mut parts = line.split(' ');
    let mut bytes = || blake3::Hash::from_hex(parts.next()?).ok().map(|hash| *hash.as_bytes());
    let (secret, hash) = (bytes()?, bytes()?);
    let at: Timestamp = parts.next()?.parse().ok()?;
    Some(Tombstone { secret, hash, at })
}
