//! What stood in the files before their store was made. A new store takes it in as it takes in edits, but nobody made them:
//! there is nothing in it to take back.

use memoro_store::Durability;

use crate::error::Result;
use crate::vault::homes;
use crate::workspace::Workspace;

/// The reason of an edit in the audit.
const EDITED: &str = "edited by hand";
/// The reason of what was there before.
pub(crate) const STOOD: &str = "it stood in the files before the store was made";
/// Names a store that has not taken in yet what was there before.
const NEW: &str = "vault.new";

impl Workspace {
    /// Notes that the files, if there are any, were there before the store.
    pub(crate) fn note_stood(&self) -> Result<()> {
        if homes::list(&self.files, &self.settings.owner)?.is_empty() {
            return Ok(());
        }
        Ok(self.store.set_named(NEW, Some("1"), Durability::Synced)?)
    }

    /// Notes that all files were taken in: what comes now is somebody's edit.
    pub(super) fn note_taken_in(&self) -> Result<()> {
        if self.store.named(NEW)?.is_some() {
            self.store.set_named(NEW, None, Durability::Lazy)?;
        }
        Ok(())
    }

    /// Returns what the audit says of what is taken in now.
    pub(in crate::vault) fn reason_of_edit(&self) -> Result<&'static str> {
        Ok(if self.store.named(NEW)?.is_some() { STOOD } else { EDITED })
    }
}
