//! Which files say something that is not taken in yet, and which edits wait for the person. Reads and changes nothing.

use memoro_core::markdown::Home;
use memoro_core::{Scope, Status};
use memoro_store::{FileState, MirrorRow};

use super::super::{homes, page};
use super::{Intake, STOOD, same_stamp};
use crate::error::Result;
use crate::settings::Edits;
use crate::workspace::Workspace;

impl Workspace {
    /// Tells whether an edit waits for the person: where they want that, and what a file of another user says that Memoro did not
    /// write there. Nobody opens such a file to say something new, so it came with a sync or a checkout.
    pub(super) fn edit_waits(&self, home: &Home, row: Option<&MirrorRow>, intake: &Intake) -> bool {
        match home {
            Home::Profile | Home::Session => self.settings.edits == Edits::Pending,
            Home::UserProfile(_) => row.is_none() && intake.reason != STOOD,
            _ => false,
        }
    }

    /// Returns the files that somebody edited and whose edits wait, because the workspace cannot be written.
    pub(crate) fn untaken(&self) -> Result<Vec<String>> {
        let known = self.store.file_states(None)?;
        let edited = |file: &String| {
            let state = known.iter().find(|state| state.path == *file);
            // A copy of a workspace has files of its own that say the same.
            let differs = |s: &FileState, now| !same_stamp(s, now) && !self.still_says(file, s);
            if self.says_nothing_new(file) {
                return false;
            }
            self.files
                .stamp(file)
                .is_ok_and(|now| now.is_some_and(|now| state.is_none_or(|s| differs(s, now))))
        };
        let removed = |state: &&FileState| {
            matches!(Home::at(&state.path), Some(Home::Learning(_)))
                && !self.files.leads_out(&state.path)
                && self.files.stamp(&state.path).is_ok_and(|now| now.is_none())
        };
        let removed = known.iter().filter(removed).map(|state| state.path.clone());
        Ok(homes::list(&self.files, &self.settings.owner)?
            .into_iter()
            .filter(edited)
            .chain(removed)
            .collect())
    }

    /// Tells whether all that a file says is what the store has: Memoro wrote it, and had no room left to note that it did.
    pub(crate) fn says_nothing_new(&self, file: &str) -> bool {
        let Some(home) = Home::at(file).filter(|home| *home != Home::Session) else { return false };
        let scope = Scope::User(home.user().unwrap_or_else(|| self.settings.owner.clone()));
        let Ok(Some(read)) = self.files.read(file) else { return false };
        let Ok(page) = page::read(&home, &read.bytes) else { return false };
        let known = |item: &page::Item| {
            let there = self.present(&scope, item).ok().flatten();
            there.is_some_and(|there| there.memory.status == Status::Active && item.what.shows(&there.memory))
        };
        let rows = self.store.mirror(file).unwrap_or_default();
        let gone = |row: &memoro_store::MirrorRow| !page.has(&row.item);
        page.problems.is_empty()
            && !page.items.is_empty()
            && page.items.iter().all(known)
            && !rows.iter().any(gone)
    }

    /// Tells whether a file says what it did when it was last seen. Of one that cannot be read nobody can say that it was
    /// edited; that it cannot be read is told by who tries.
    fn still_says(&self, file: &str, state: &FileState) -> bool {
        self.files
            .read(file)
            .map_or(true, |read| read.is_some_and(|read| *read.fingerprint.as_bytes() == state.hash))
    }
}
