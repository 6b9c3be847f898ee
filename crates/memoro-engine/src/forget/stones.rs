//! What outlasts a forget: the tombstones once more beside the store, so that forgotten words stay forgotten where the
//! store is lost, and the finishing of a forget that was killed halfway. Holds no word of what was forgotten.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use memoro_store::{Change, StoreError, Tombstone};

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
        let kept: BTreeSet<_> =
            kept_forgotten(&self.root).into_iter().map(|stone| (stone.secret, stone.hash)).collect();
        Ok(self.store.tombstones()?.iter().all(|stone| kept.contains(&(stone.secret, stone.hash))))
    }

    /// Writes the tombstones down beside the store.
    pub(crate) fn keep_forgotten(&self) -> Result<()> {
        let mut text = String::new();
        for stone in self.store.tombstones()? {
            let hex = |bytes: [u8; 32]| blake3::Hash::from_bytes(bytes).to_hex();
            let _ = writeln!(text, "{} {} {}", hex(stone.secret), hex(stone.hash), stone.at);
        }
        if text.is_empty() && !self.root.join(STONES).exists() {
            return Ok(());
        }
        self.files.write(STONES, text.as_bytes())?;
        Ok(())
    }
}

/// Tells whether changes make tombstones or lift some.
pub(crate) fn buries(changes: &[Change]) -> bool {
    changes.iter().any(|change| matches!(change, Change::Erase(_) | Change::Lift(_)))
}

/// Returns the tombstones that were written down beside a store that is gone.
pub(crate) fn kept_forgotten(root: &Path) -> Vec<Tombstone> {
    let text = std::fs::read_to_string(root.join(STONES)).unwrap_or_default();
    let read = |line: &str| {
        let mut parts = line.split(' ');
        let mut bytes = || blake3::Hash::from_hex(parts.next()?).ok().map(|hash| *hash.as_bytes());
        let (secret, hash) = (bytes()?, bytes()?);
        let at: Timestamp = parts.next()?.parse().ok()?;
        Some(Tombstone { secret, hash, at })
    };
    text.lines().filter_map(read).collect()
}
