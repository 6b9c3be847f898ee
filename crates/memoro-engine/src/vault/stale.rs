//! Edits that were made from an older version of a file than the one they take the place of, and files that were cut short:
//! what nobody can have meant to take out is put back or told. Takes nothing in itself.

use memoro_core::markdown::{Home, check_text};
use memoro_store::FileState;

use super::files::FileRead;
use super::page::{self, Item, Page};
use crate::error::Result;
use crate::workspace::Workspace;

/// How many memories must be gone from a file, and more than half, for that to be told: it may be damage.
const MANY: usize = 3;

impl Workspace {
    /// Returns what the person had before them: what Memoro wrote after they had opened the file is not theirs to change.
    pub(super) fn opened(&self, file: &str, state: Option<&FileState>, saved: i64) -> Option<Vec<u8>> {
        state.and_then(|state| self.files.seen_before(file, &state.hash, saved))
    }

    /// Puts lines back that others had added before the person saved an older copy; returns the file with them.
    pub(super) fn with_overwritten(&self, file: &str, seen: &[u8], read: FileRead) -> Result<FileRead> {
        let lost = self.files.overwritten(file, seen, &read.bytes);
        if lost.is_empty() || check_text(&read.bytes).is_err() {
            return Ok(read);
        }
        self.files.append(file, &lost)?;
        Ok(self.files.read(file)?.unwrap_or(read))
    }

    /// Tells that many memories are gone from a file at once, of all that it had.
    pub(super) fn note_gone(&self, file: &str, (gone, all): (usize, usize)) {
        if gone >= MANY && gone * 2 > all {
            self.note_waiting(&format!(
                "{gone} of {all} memories are gone from {file} and count no more; not your edit? \
                 `memoro undo` brings them back"
            ));
        }
    }
}

/// The version of a file that an edit was made from, where that is not the one that was written last.
pub(super) struct Opened(Option<Page>);

impl Opened {
    /// Reads the version.
    pub(super) fn of(home: &Home, seen: Option<&[u8]>) -> Self {
        Self(seen.and_then(|bytes| page::read(home, bytes).ok()))
    }

    /// Tells whether the person left an item as they had found it.
    pub(super) fn shows(&self, item: &Item) -> bool {
        let Self(page) = self;
        page.iter().flat_map(|page| &page.items).any(|seen| seen.name == item.name && seen.hash == item.hash)
    }

    /// Tells whether the person cannot have seen an item.
    pub(super) fn lacks(&self, name: &str) -> bool {
        self.0.as_ref().is_some_and(|page| page.items.iter().all(|seen| seen.name != name))
    }
}
