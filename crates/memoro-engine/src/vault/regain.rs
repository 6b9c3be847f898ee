//! A folder of notes that is gone with all of them at once. Who lets go of a note deletes its file; a folder that is gone is an
//! accident, of a sync tool or of a command: the notes are written again.

use std::path::Path;

use memoro_core::markdown::Home;
use memoro_store::MirrorTask;

use crate::error::Result;
use crate::workspace::Workspace;

/// From how many notes on a folder that is gone is no wish to be rid of the last one.
const SEVERAL: usize = 2;

impl Workspace {
    /// Lets the notes of a file's folder be written again where the folder is gone with several of them; returns their files.
    pub(super) fn regain_notes(&self, file: &str) -> Result<Vec<String>> {
        let is_note = |path: &str| matches!(Home::at(path), Some(Home::Learning(_)));
        let folder = Path::new(file).parent();
        if !is_note(file) || folder.is_none_or(|folder| self.root.join(folder).is_dir()) {
            return Ok(Vec::new());
        }
        let known = self.store.file_states(None)?.into_iter().map(|state| state.path);
        let lost: Vec<String> =
            known.filter(|path| is_note(path) && Path::new(path).parent() == folder).collect();
        if lost.len() < SEVERAL {
            return Ok(Vec::new());
        }
        let mut tasks = Vec::new();
        for path in &lost {
            let rows = self.store.mirror(path)?.into_iter();
            tasks.extend(rows.map(|row| (MirrorTask { file: path.clone(), item: row.item }, row.memory)));
            self.store.drop_file(path.clone(), Vec::new())?;
        }
        self.store.add_tasks(tasks)?;
        let folder = folder.unwrap_or(Path::new("")).display();
        self.note_waiting(&format!(
            "{folder} was gone with all {} notes in it: they still count and are written again; to be rid of one, delete its \
             file or run `memoro forget`",
            lost.len()
        ));
        Ok(lost)
    }
}
