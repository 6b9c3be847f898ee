//! Taking forgotten words out of what else holds them: turns of conversations in the index, and older states that were
//! put aside. A backup is not touched: it is verified against what it was, so it is named instead.

use std::path::{Path, PathBuf};

use memoro_core::markdown::Home;
use memoro_core::text::Phrase;
use memoro_core::{Memory, Scope};
use memoro_store::index;
use memoro_store::{Change, Durability, Erase, Mode, Store};

use super::Target;
use super::look::{all_files, holds};
use crate::backup::{self, MANIFEST, STORE, VAULT};
use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::vault::files::create_private;
use crate::vault::page::{self, Wish};
use crate::workspace::{OWN, Workspace};

impl Workspace {
    /// Takes the turns of conversations that hold the words, or name the subject, out of the index, and keeps them from
    /// being read again.
    pub(super) fn forget_turns(&self, target: &Target, needles: &[String], caller: &Caller) -> Result<()> {
        let subject = match target {
            Target::Subject(name) => Phrase::new(name.trim()),
            Target::Memory(..) => None,
        };
        let mut found: Vec<(u32, String)> = Vec::new();
        self.store.read_index(|conn| {
            index::each_kept_text(conn, |slot, text| {
                let named = subject.as_ref().is_some_and(|subject| subject.is_in(text));
                if named || needles.iter().any(|needle| text.contains(needle.as_str())) {
                    found.push((slot, text.to_owned()));
                }
            })
        })?;
        if found.is_empty() {
            return Ok(());
        }
        let stones = found.iter().map(|(_, text)| self.store.tombstone_of_passage(text, caller.now));
        self.add_tombstones(stones.collect())?;
        let slots: Vec<u32> = found.into_iter().map(|(slot, _)| slot).collect();
        Ok(self
            .store
            .write_index(Durability::Synced, move |conn| index::remove_slots(conn, &slots).map(drop))?)
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

    /// Takes forgotten memories out of what a restore or a rebuild put aside. A copy that cannot be changed safely stays
    /// as it is: whoever looks finds the words in it and names it.
    pub(super) fn forget_copies(&self, memories: &[Memory], needles: &[String], caller: &Caller) {
        let own = self.root.join(OWN);
        for copy in self.copies_with(needles) {
            if copy.starts_with(own.join("aside")) {
                // Not done is not lost: the report names the copy.
                drop(forget_aside(&copy, memories, needles, caller));
            }
        }
        for store in crate::rebuild::put_aside_before(&self.root) {
            let erased = forget_in_store(&store, memories, caller).is_ok();
            // A short text cannot be looked for in a store that cannot be read.
            if still_held(&store, needles) || (!erased && needles.is_empty()) {
                // All that can be read of it was taken over when it was put aside; what it alone holds nobody can read.
                remove_store(&store);
            }
        }
    }
}

/// Erases memories in a folder that was put aside.
fn forget_aside(folder: &Path, memories: &[Memory], needles: &[String], caller: &Caller) -> Result<()> {
    let store = folder.join(STORE);
    if store.is_file() && (forget_in_store(&store, memories, caller).is_err() || still_held(&store, needles))
    {
        // A damaged store cannot be brought back anyway; the files beside it can.
        remove_store(&store);
    }
    for path in all_files(folder).into_iter().filter(|path| !path.starts_with(&store)) {
        let bytes = backup::read(&path)?;
        if !is_text(&path) || !needles.iter().any(|needle| holds(&bytes, needle)) {
            continue;
        }
        match without(folder, &path, &bytes, (memories, needles)) {
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

/// Erases memories in a store that is not in use.
fn forget_in_store(path: &Path, memories: &[Memory], caller: &Caller) -> Result<()> {
    let store = Store::open(path, Mode::Existing)?;
    let mut changes = Vec::new();
    for memory in memories {
        if store.get(&memory.id)?.is_some() {
            changes.push(Change::Erase(Erase {
                id: memory.id.clone(),
                tombstones: vec![store.tombstone_of(memory, caller.now)],
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
    for memory in memories {
        // The name of a note's file is made of its words.
        for file in store.files_of(memory.id.as_str())? {
            if matches!(Home::at(&file), Some(Home::Learning(_))) {
                store.drop_file(file, Vec::new())?;
            }
        }
    }
    store.blank_troubles()?;
    store.truncate_log()?;
    drop(store);
    remove_log(path);
    Ok(())
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

/// Returns a copied file without the memories; `None` where nothing of it is left.
fn without(
    folder: &Path,
    path: &Path,
    bytes: &[u8],
    (memories, needles): (&[Memory], &[String]),
) -> Option<Vec<u8>> {
    let inside = path.strip_prefix(folder.join(VAULT)).or_else(|_| path.strip_prefix(folder)).unwrap_or(path);
    let mut kept = bytes.to_vec();
    if let Some(home) = inside.to_str().and_then(Home::at) {
        let wish = |memory: &Memory| Wish {
            item: crate::vault::mirror::item_of(memory),
            memory: None,
            supersedes: None,
        };
        let named = page::read(&home, bytes).map(|page| page.items).unwrap_or_default();
        let wishes: Vec<Wish> = memories
            .iter()
            .map(wish)
            .filter(|wish| named.iter().any(|item| item.name == wish.item))
            .collect();
        if !wishes.is_empty() {
            kept = page::splice(&home, bytes, &wishes).ok()??;
        }
    }
    let held = |line: &[u8]| needles.iter().any(|needle| holds(line, needle));
    let lines = kept.split_inclusive(|byte| *byte == b'\n').filter(|line| !held(line));
    Some(lines.flatten().copied().collect())
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    use std::io::Write as _;
    let written = || create_private(path).and_then(|mut file| file.write_all(bytes));
    written().map_err(EngineError::file(path))
}

fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "md" || end == "jsonl")
}
