//! Files of notes that go although a person wrote more into them than the note: what no memory holds is put aside before,
//! and it is told where. What is forgotten is not put aside.

use std::collections::BTreeSet;

use memoro_core::markdown::Home;
use memoro_core::{Memory, MemoryId, Status};
use memoro_store::OutboxRow;

use super::files::FileRead;
use super::page::{self, Wish};
use crate::backup::{VAULT, sync};
use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::vault::files::create_private;
use crate::workspace::{OWN, Workspace, make_private};

impl Workspace {
    /// Puts a copy of a file aside that is about to be removed, if it holds words that nothing else has.
    pub(super) fn spare(
        &self,
        (home, file): (&Home, &str),
        read: &FileRead,
        waiting: &[OutboxRow],
        caller: &Caller,
    ) -> Result<()> {
        let mut known = BTreeSet::new();
        for row in waiting {
            // What was forgotten is nowhere any more.
            let Ok(id) = MemoryId::new(&row.memory) else { return Ok(()) };
            let Some(stored) = self.store.get(&id)? else { return Ok(()) };
            let states = self.store.versions(&id)?.into_iter().map(|version| version.memory);
            states.chain([stored.memory]).for_each(|memory| known.extend(written(home, memory)));
        }
        let words = |line: &[u8]| line.trim_ascii().to_vec();
        let lines = read.bytes.split(|byte| *byte == b'\n').map(words);
        if !lines.into_iter().any(|line| !line.is_empty() && !known.contains(&line)) {
            return Ok(());
        }
        let name = caller.now.strftime("%Y%m%dT%H%M%S%.6fZ-removed").to_string();
        let folder = self.root.join(OWN).join("aside").join(name);
        let path = folder.join(VAULT).join(file);
        make_private(path.parent().unwrap_or(&folder))?;
        let write =
            || create_private(&path).and_then(|mut to| std::io::Write::write_all(&mut to, &read.bytes));
        write().map_err(EngineError::file(&path))?;
        sync(&folder)?;
        self.note_waiting(&format!(
            "{file} held more than its memory and is gone with it; it lies in {} as it was",
            path.strip_prefix(&self.root).unwrap_or(&path).display()
        ));
        Ok(())
    }

    /// Returns the text of a file that is written anew as it was before it was taken away, where that is still held.
    pub(super) fn as_it_was(&self, home: &Home, file: &str) -> Option<Vec<u8>> {
        if !matches!(home, Home::Learning(_)) {
            return None;
        }
        self.files.versions(file).into_iter().next_back().map(|version| version.bytes)
    }
}

/// Returns the lines by which a memory is written into a file of its own.
fn written(home: &Home, memory: Memory) -> Vec<Vec<u8>> {
    let item = memory.id.to_string();
    let wish = Wish { item, memory: Some(Memory { status: Status::Active, ..memory }), supersedes: None };
    let bytes = page::splice(home, &[], &[wish]).ok().flatten().unwrap_or_default();
    bytes.split(|byte| *byte == b'\n').map(|line| line.trim_ascii().to_vec()).collect()
}
