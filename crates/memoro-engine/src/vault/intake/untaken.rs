//! Which files say something that is not taken in yet. Reads and changes nothing.

use memoro_core::markdown::Home;
use memoro_store::FileState;

use super::super::homes;
use super::same_stamp;
use crate::error::Result;
use crate::workspace::Workspace;

impl Workspace {
    /// Returns the files that somebody edited and whose edits wait, because the workspace cannot be written.
    pub(crate) fn untaken(&self) -> Result<Vec<String>> {
        let known = self.store.file_states(None)?;
        let edited = |file: &String| {
            let state = known.iter().find(|state| state.path == *file);
            // A copy of a workspace has files of its own that say the same.
            let differs = |s: &FileState, now| !same_stamp(s, now) && !self.still_says(file, s);
            self.files
                .stamp(file)
                .is_ok_and(|now| now.is_some_and(|now| state.is_none_or(|s| differs(s, now))))
        };
        let removed = |state: &&FileState| {
            matches!(Home::at(&state.path), Some(Home::Learning(_)))
                && self.files.stamp(&state.path).is_ok_and(|now| now.is_none())
        };
        let removed = known.iter().filter(removed).map(|state| state.path.clone());
        Ok(homes::list(&self.files)?.into_iter().filter(edited).chain(removed).collect())
    }

    /// Tells whether a file says what it did when it was last seen. Of one that cannot be read nobody can say that it was
    /// edited; that it cannot be read is told by who tries.
    fn still_says(&self, file: &str, state: &FileState) -> bool {
        self.files
            .read(file)
            .map_or(true, |read| read.is_some_and(|read| *read.fingerprint.as_bytes() == state.hash))
    }
}
