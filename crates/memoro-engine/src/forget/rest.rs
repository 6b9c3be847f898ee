//! What is left to be done when memories are erased from the store: their files, held texts, runs, requests, threads. Erases
//! no memory itself; what cannot be done now is told.

use std::collections::BTreeSet;

use memoro_core::Memory;

use super::{Forgotten, Words};
use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::workspace::{OWN, Workspace};

impl Workspace {
    /// Takes what is left of erased memories out of everything but the log.
    pub(super) fn clear_after(
        &self,
        memories: &[Memory],
        (files, words): (&BTreeSet<String>, &Words),
        report: &mut Forgotten,
        caller: &Caller,
    ) -> Result<()> {
        files.iter().try_for_each(|file| self.mirror_file(file, caller))?;
        self.forget_stretches(memories, caller)?;
        report.files.extend(self.forget_held((memories, words), caller)?);
        self.forget_beside(memories, words, caller)?;
        self.forget_places(&report.files)
    }

    /// Tells what could not be done after the memories were erased.
    pub(super) fn note_left(&self, error: &EngineError, report: &mut Forgotten) {
        self.note_waiting(&format!(
            "the memories are erased from the store; what is left of them could not be cleared away yet: {error}; the next \
             command tries it again"
        ));
        report.left.push(OWN.into());
    }

    /// Takes what files beside the vault hold of erased memories: replaced files, runs, requests, threads, pages of jobs.
    pub(crate) fn forget_beside(&self, memories: &[Memory], words: &Words, caller: &Caller) -> Result<()> {
        self.drop_older_states()?;
        self.store.blank_troubles()?;
        if !memories.is_empty() {
            self.mend_runs()?;
        }
        self.forget_requests(memories)?;
        self.forget_threads(memories)?;
        self.forget_job_lines(memories, words, caller.now)?;
        // Pages that were just written anew have left their old ones.
        self.files.drop_replaced(&self.files.lock()?)?;
        Ok(())
    }

    /// Lets go of what is left of earlier states of files.
    pub(super) fn drop_older_states(&self) -> Result<()> {
        let lock = self.files.lock()?;
        self.files.clean_temps(&lock)?;
        self.files.drop_replaced(&lock)?;
        Ok(())
    }
}
