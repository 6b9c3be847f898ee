//! What an agent writes into its folder that would direct whoever believes it. The agent sees its file as it left it; the
//! sentences wait for a person as a note, and until then no search and no pack shows the file.

use std::fs;

use memoro_core::{Content, Key, MAX_TEXT, Note, Op, Scope, Source, Status, Trust};
use memoro_store::{Durability, Expect, Stored};

use super::MemoryCommand;
use super::made::files_below;
use super::place::Place;
use crate::caller::Caller;
use crate::documents::{self, Listing};
use crate::draft::Draft;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;
use crate::write::end;

/// Under which names the store keeps which files are held back: the hashes of each, and the memory that waits for it.
pub(super) const HELD: &str = "memories.held/";

impl Workspace {
    /// Holds back what a command left of directions, and lets go of what is gone; answers whether something waits.
    pub(super) fn hold_files(&self, command: &MemoryCommand, caller: &Caller) -> Result<bool> {
        let (gone, now) = command.leaves();
        if let Some(place) = gone.and_then(|path| Place::of(&self.root, path).ok()) {
            for (below, _) in self.store.named_under(&format!("{HELD}{}", place.relative))? {
                if below.is_empty() || below.starts_with('/') {
                    self.let_go(&format!("{}{below}", place.relative), caller)?;
                }
            }
        }
        let Some(place) = now.and_then(|path| Place::of(&self.root, path).ok()) else { return Ok(false) };
        let mut waits = false;
        for file in files_below(&place.file)? {
            let bytes = fs::read(&file).map_err(EngineError::file(&file))?;
            waits |= self.hold_file(&self.relative(&file), &bytes, caller)?;
        }
        Ok(waits)
    }

    fn hold_file(&self, file: &str, bytes: &[u8], caller: &Caller) -> Result<bool> {
        let text = String::from_utf8_lossy(bytes);
        if caller.trust() >= Trust::User || !(self.directs(&text) || self.name_directs(file)) {
            self.let_go(file, caller)?;
            return Ok(false);
        }
        let mut said = self.directions(&text).join("\n");
        if said.is_empty() {
            said = text.into_owned();
        }
        let text: String = format!("{file}\n{said}").chars().take(MAX_TEXT / 8).collect();
        let key = Key::new(format!("file/{file}")).map_err(|why| EngineError::invalid("path", why))?;
        let draft = Draft {
            key: Some(key),
            tags: vec!["file".into()],
            source: Source { path: Some(file.to_owned()), ..Source::default() },
            reason: format!("written into /{file}"),
            stage: Some(crate::write::needs_a_person("what directs an agent")),
            ..Draft::new(Scope::User(self.settings.owner.clone()), Content::Note(Note { text }))
        };
        let receipt = self.write(draft, caller)?;
        let Some(id) = receipt.written.id() else { return Ok(false) };
        if let Some(Stored { memory, .. }) = self.store.get(id)? {
            let older = self.end_rivals(&memory, "the file was changed again", caller)?;
            if !older.is_empty() {
                self.commit(older, caller)?;
            }
        }
        let value = format!("{}\t{id}", blake3::hash(bytes).to_hex());
        self.store.set_named(&format!("{HELD}{file}"), Some(&value), Durability::Synced)?;
        Ok(true)
    }

    /// Holds a file back also without the lines that Memoro is about to take out of it.
    pub(crate) fn hold_on(&self, file: &str, before: &[u8], after: &[u8]) -> Result<()> {
        let name = format!("{HELD}{file}");
        let known = self.store.named(&name)?;
        match known.as_deref().and_then(|value| value.split_once('\t')) {
            Some((hashes, id)) if is_one_of(hashes, before) => {
                let value = format!("{hashes} {}\t{id}", blake3::hash(after).to_hex());
                Ok(self.store.set_named(&name, Some(&value), Durability::Synced)?)
            }
            _ => Ok(()),
        }
    }

    /// Holds a file back no more, and ends what waits for it.
    fn let_go(&self, file: &str, caller: &Caller) -> Result<()> {
        let name = format!("{HELD}{file}");
        let Some(value) = self.store.named(&name)? else { return Ok(()) };
        let id = value.split_once('\t').and_then(|(_, id)| memoro_core::MemoryId::new(id).ok());
        if let Some(Stored { mut memory, rev, .. }) = id.map(|id| self.store.get(&id)).transpose()?.flatten()
            && memory.status == Status::Pending
        {
            end(&mut memory, None, "the file says it no more", caller);
            let change =
                self.put(&memory, Expect::Rev(rev), Op::RejectPending, "the file says it no more")?;
            self.commit(vec![change], caller)?;
        }
        Ok(self.store.set_named(&name, None, Durability::Synced)?)
    }

    /// Lists the documents that may be searched.
    pub(crate) fn listing(&self) -> Result<Listing> {
        let mut listing = documents::walk(&self.sources());
        let held = self.held_files()?;
        listing.found.retain(|found| !held.contains(&found.path));
        Ok(listing)
    }

    /// Returns the files that are held back: as their agent left them, and not confirmed.
    pub(super) fn held_files(&self) -> Result<Vec<String>> {
        let mut held = Vec::new();
        for (file, value) in self.store.named_under(HELD)? {
            let Some((hashes, id)) = value.split_once('\t') else { continue };
            let same = fs::read(self.root.join(&file)).is_ok_and(|now| is_one_of(hashes, &now));
            let id = memoro_core::MemoryId::new(id).ok();
            let stored = id.map(|id| self.store.get(&id)).transpose()?.flatten();
            if same && stored.is_none_or(|stored| stored.memory.status != Status::Active) {
                held.push(file);
            }
        }
        Ok(held)
    }
}

/// Tells whether a file is in one of the states that are held back.
fn is_one_of(hashes: &str, bytes: &[u8]) -> bool {
    let now = blake3::hash(bytes).to_hex();
    hashes.split(' ').any(|hash| hash == now.as_str())
}
