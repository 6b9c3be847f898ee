//! Files of decisions that are written once for many changes. What waits is kept in the store, so that whatever stops a run
//! leaves no file behind for good.

use std::collections::BTreeMap;

use memoro_core::{Memory, MemoryId};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

/// The files that wait to be brought in line with decisions that were written or ended: each is written once for all of them.
#[derive(Default)]
pub(super) struct Late(BTreeMap<String, MemoryId>);

impl Late {
    /// Takes note of the file that shows a memory.
    pub(super) fn add(&mut self, workspace: &Workspace, memory: &Memory) -> Result<Option<String>> {
        let file = workspace.mirror_task(memory)?.map(|task| task.file);
        if let Some(file) = &file {
            self.0.insert(file.clone(), memory.id.clone());
        }
        Ok(file)
    }

    /// Writes the files.
    pub(super) fn write(&mut self, workspace: &Workspace, caller: &Caller) -> Result<Vec<String>> {
        let files = std::mem::take(&mut self.0);
        for (file, id) in &files {
            workspace.mirror_file(file, caller).map_err(EngineError::unmirrored(id))?;
        }
        Ok(files.into_keys().collect())
    }
}
