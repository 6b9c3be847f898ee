//! Taking forgotten words out of what else holds them: turns of conversations in the index, and older states that were
//! put aside. A backup is not touched: it is verified against what it was, so it is named instead.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use memoro_core::markdown::Home;
use memoro_core::{Memory, MemoryId, Scope};
use memoro_store::index;
use memoro_store::{Change, Durability, Erase, Mode, Store, Tombstone};

use super::Words;
use super::look::{all_files, holds};
use super::within::{Within, home_inside, stands_for};
use crate::backup::{self, MANIFEST, STORE};
use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::vault::files::create_private;
use crate::vault::page::{self, Item, Wish};
use crate::workspace::{OWN, Workspace};

impl Workspace {
    /// Takes the turns of conversations that hold the words, or name the subject, out of the index, and keeps them from
    /// being read again.
    pub(super) fn forget_turns(&self, words: &Words, caller: &Caller) -> Result<()> {
        let turns = forget_turns_in(&self.store, words, caller)?;
        if turns == 0 { Ok(()) } else { self.keep_forgotten() }
    }

    /// Takes the turns of conversations that were forgotten before out of the index.
    pub(crate) fn forget_turns_again(&self) -> Result<()> {
        let (forgotten, owner) = (self.store.forgotten_texts()?, Scope::User(self.settings.owner.clone()));
        let mut slots = Vec::new();
        self.store.read_index(|conn| {
            index::each_kept_text(conn, |slot, text| {
                if forgotten.covers_passage(&owner, text) {
                    slots.push(slot);
                }
            })
        })?;
        Ok(self
            .store
            .write_index(Durability::Synced, move |conn| index::remove_slots(conn, &slots).map(drop))?)
    }

    /// Takes forgotten memories, and what copies hold besides of the same ids and keys, out of what a restore or a rebuild put
    /// aside, and keeps it from coming back out of a backup. A copy that cannot be changed safely stays as it is: whoever looks
    /// finds it again and names it.
    pub(super) fn forget_copies(
        &self,
        memories: &[Memory],
        copies: &[Within],
        words: &Words,
        caller: &Caller,
    ) -> Result<()> {
        let states = || copies.iter().flat_map(|copy| &copy.states);
        let stones: BTreeMap<[u8; 32], Tombstone> = states()
            .map(|state| self.store.tombstone_of(state, caller.now))
            .map(|stone| (stone.hash, stone))
            .collect();
        if !stones.is_empty() {
            self.add_tombstones(stones.into_values().collect())?;
        }
        let going: Vec<Memory> = memories.iter().chain(states()).cloned().collect();
        let aside = self.root.join(OWN).join("aside");
        for copy in copies.iter().filter(|copy| copy.copy.starts_with(&aside)) {
            // Not done is not lost: the report names the copy.
            drop(self.forget_aside(&copy.copy, &going, words, caller));
        }
        for store in crate::rebuild::put_aside_before(&self.root) {
            let erased = forget_in_store(&store, &going, words, caller).is_ok();
            // A short text cannot be looked for in a store that cannot be read.
            if still_held(&store, &words.needles) || (!erased && words.needles.is_empty()) {
                // All that can be read of it was taken over when it was put aside; what it alone holds nobody can read.
                remove_store(&store);
            }
        }
        Ok(())
    }

    /// Erases memories in a folder that was put aside.
    fn forget_aside(&self, folder: &Path, memories: &[Memory], words: &Words, caller: &Caller) -> Result<()> {
        let store = folder.join(STORE);
        if store.is_file()
            && (forget_in_store(&store, memories, words, caller).is_err()
                || still_held(&store, &words.needles))
        {
            // A damaged store cannot be brought back anyway; the files beside it can.
            remove_store(&store);
        }
        for path in all_files(folder).into_iter().filter(|path| !path.starts_with(&store) && is_text(path)) {
            let bytes = backup::read(&path)?;
            match self.page_without((folder, &path), &bytes, memories, words) {
                Some(kept) if kept == bytes => {}
                Some(kept) => write(&path, &kept)?,
                None => std::fs::remove_file(&path).map_err(EngineError::file(&path))?,
            }
        }
        if folder.join(MANIFEST).is_file() {
            let text = backup::read(&folder.join(MANIFEST))?;
            let known: backup::Manifest =
                serde_json::from_slice(&text).map_err(|why| EngineError::invalid("manifest", why))?;
            backup::write_manifest(folder, &backup::Manifest { files: backup::hashes(folder)?, ..known })?;
        }
        backup::sync(folder)
    }

    /// Returns a copied file without the memories; `None` where nothing of it is left.
    fn page_without(
        &self,
        (folder, path): (&Path, &Path),
        bytes: &[u8],
        memories: &[Memory],
        words: &Words,
    ) -> Option<Vec<u8>> {
        let mut kept = bytes.to_vec();
        if let Some(home) = home_inside(folder, path) {
            let items = page::read(&home, bytes).map(|page| page.items).unwrap_or_default();
            let goes = |item: &&Item| memories.iter().any(|one| stands_for(item, &home, one, &self.settings));
            let wish = |item: &Item| Wish { item: item.name.clone(), memory: None, supersedes: None };
            let wishes: Vec<Wish> = items.iter().filter(goes).map(wish).collect();
            if !wishes.is_empty() {
                kept = page::splice(&home, bytes, &wishes).ok()??;
            }
        }
        let held = |line: &[u8]| words.are_in(&String::from_utf8_lossy(line));
        let lines = kept.split_inclusive(|byte| *byte == b'\n').filter(|line| !held(line));
        Some(lines.flatten().copied().collect())
    }
}

/// Takes the turns of conversations that hold the words out of the index of a store, and keeps them from being read again;
/// returns how many there were.
fn forget_turns_in(store: &Store, words: &Words, caller: &Caller) -> Result<usize> {
    let mut found: Vec<(u32, String)> = Vec::new();
    store.read_index(|conn| {
        index::each_kept_text(conn, |slot, text| {
            if words.are_in(text) {
                found.push((slot, text.to_owned()));
            }
        })
    })?;
    if found.is_empty() {
        return Ok(0);
    }
    let stones = found.iter().map(|(_, text)| store.tombstone_of_passage(text, caller.now));
    store.add_tombstones(stones.collect())?;
    let slots: Vec<u32> = found.into_iter().map(|(slot, _)| slot).collect();
    let turns = slots.len();
    store.write_index(Durability::Synced, move |conn| index::remove_slots(conn, &slots).map(drop))?;
    Ok(turns)
}

/// Erases memories in a store that is not in use.
fn forget_in_store(path: &Path, memories: &[Memory], words: &Words, caller: &Caller) -> Result<()> {
    let store = Store::open(path, Mode::Existing)?;
    forget_turns_in(&store, words, caller)?;
    let mut changes = Vec::new();
    let ids: BTreeSet<&MemoryId> = memories.iter().map(|memory| &memory.id).collect();
    for id in ids {
        let versions = store.versions(id)?;
        if !versions.is_empty() {
            let stones = versions.iter().map(|version| store.tombstone_of(&version.memory, caller.now));
            changes.push(Change::Erase(Erase {
                id: id.clone(),
                tombstones: stones.collect(),
                mirror: None,
                reason: super::UNSAID.into(),
            }));
        }
    }
    if !changes.is_empty() {
        let Caller { actor, now, .. } = caller.clone();
        store.commit(memoro_store::Commit { actor, at: now, run: None, idempotency: None, changes })?;
        store.write_index(Durability::Synced, |conn| index::purge(conn).map(drop))?;
    }
    let mut files = BTreeSet::new();
    for memory in memories {
        for file in store.files_of(memory.id.as_str())? {
            leave_file(&store, &file, &memory.id)?;
            files.insert(file);
        }
    }
    // Titles of files are words too.
    super::unindex(&store, files.into_iter().collect())?;
    store.blank_troubles()?;
    store.truncate_log()?;
    drop(store);
    remove_log(path);
    Ok(())
}

/// Takes out what a store knows of a memory's place in a file: the name of an item, and that of a note's file, are made of
/// words.
fn leave_file(store: &Store, file: &str, memory: &MemoryId) -> Result<()> {
    let state = store.file_states(Some(file))?.pop();
    match state.filter(|_| !matches!(Home::at(file), Some(Home::Learning(_)))) {
        Some(state) => {
            let rows = store.mirror(file)?.into_iter().filter(|row| row.memory != memory.as_str());
            Ok(store.settle_file(state, rows.collect(), Vec::new())?)
        }
        None => Ok(store.drop_file(file.to_owned(), Vec::new())?),
    }
}

/// Returns where the log of a store lies, and its index.
fn beside(store: &Path) -> [PathBuf; 2] {
    ["-wal", "-shm"].map(|end| {
        let mut name = store.as_os_str().to_owned();
        name.push(end);
        name.into()
    })
}

fn remove_log(store: &Path) {
    for log in beside(store) {
        let _ = std::fs::remove_file(log);
    }
}

/// Tells whether a store that is not in use, or its log, still holds any of the words.
fn still_held(store: &Path, needles: &[String]) -> bool {
    let files = std::iter::once(store.to_owned()).chain(beside(store));
    files.filter_map(|file| std::fs::read(file).ok()).any(|bytes| needles.iter().any(|n| holds(&bytes, n)))
}

/// Removes a store that is not in use, with its log.
fn remove_store(store: &Path) {
    remove_log(store);
    let _ = std::fs::remove_file(store);
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    use std::io::Write as _;
    let written = || create_private(path).and_then(|mut file| file.write_all(bytes));
    written().map_err(EngineError::file(path))
}

/// Tells whether a file of a copy is one of texts.
pub(super) fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "md" || end == "jsonl")
}
