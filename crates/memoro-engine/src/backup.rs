//! Backups: a verified copy of the store and of the vault, taken while both are in use, and the way back.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use memoro_core::Status;
use memoro_store::{Filter, Store, Tombstone};
use serde::{Deserialize, Serialize};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::forget::Target;
use crate::workspace::{OWN, Workspace, make_private};

const STORE: &str = "memoro.db";
const MANIFEST: &str = "manifest.json";
const VAULT: &str = "vault";

/// What a backup holds: every file with its hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of this layout.
    pub format: u32,
    /// When it was made.
    pub made_at: String,
    /// The hash of each file, by its path inside the backup.
    pub files: BTreeMap<String, String>,
}

/// What a restore did.
#[derive(Debug, Clone, Default)]
pub struct Restored {
    /// How many memories the store holds now.
    pub memories: u64,
    /// Files brought back.
    pub files: Vec<String>,
    /// Memories that the backup held but that were forgotten since, and stay forgotten.
    pub kept_forgotten: usize,
    /// Where the files lie that were replaced.
    pub aside: Option<PathBuf>,
}

impl Workspace {
    /// Makes a backup in a new folder, inside `.memoro/backups` unless told otherwise, and verifies it.
    pub fn backup(
        &self,
        target: Option<&Path>,
        caller: &Caller,
        progress: impl FnMut(i32, i32),
    ) -> Result<(PathBuf, Manifest)> {
        self.take_in(caller)?;
        let name = caller.now.strftime("%Y%m%dT%H%M%S%.6fZ").to_string();
        let target = target.map_or_else(|| self.root.join(OWN).join("backups").join(name), Path::to_owned);
        if target.join(MANIFEST).exists() {
            return Err(EngineError::invalid(
                format!("{}", target.display()),
                "there is a backup in this folder already",
            ));
        }
        make_private(&target)?;
        self.store.copy_to(&target.join(STORE), progress)?;
        for relative in self.vault_paths() {
            let (from, to) = (self.root.join(&relative), target.join(VAULT).join(&relative));
            make_private(to.parent().unwrap_or(&target))?;
            fs::copy(&from, &to).map_err(EngineError::file(&from))?;
        }
        let manifest = Manifest { format: 1, made_at: caller.now.to_string(), files: hashes(&target)? };
        let text =
            serde_json::to_string_pretty(&manifest).map_err(|why| EngineError::invalid("manifest", why))?;
        fs::write(target.join(MANIFEST), text).map_err(EngineError::file(target.join(MANIFEST)))?;
        sync(&target)?;
        verify_backup(&target)?;
        Ok((target, manifest))
    }

    /// Brings a backup back. What was forgotten since stays forgotten; files that differ are put aside.
    pub fn restore(&self, from: &Path, caller: &Caller) -> Result<Restored> {
        self.permit(memoro_core::policy::Operation::Write, caller)?;
        if caller.trust() < memoro_core::Trust::User {
            return Err(EngineError::Denied { what: "restore".into(), needs: "the user".into() });
        }
        let manifest = verify_backup(from)?;
        let forgotten = self.store.tombstones()?;
        let lock = self.files.lock()?;
        let mut restored = Restored::default();
        let aside = aside(&self.root, caller);
        self.bring_store_back(&from.join(STORE), forgotten)?;
        for file in manifest.files.keys().filter_map(|path| path.strip_prefix("vault/")) {
            let bytes = read(&from.join(VAULT).join(file))?;
            if self.bring_back(file, &bytes, &aside)? {
                restored.files.push(file.to_owned());
            }
        }
        restored.aside = aside.is_dir().then_some(aside);
        drop(lock);
        restored.kept_forgotten = self.forget_again(caller)?;
        let statuses = Status::WORDS.map(str::to_owned).to_vec();
        restored.memories = self.store.count(&Filter { statuses, sensitive: true, ..Filter::default() })?;
        Ok(restored)
    }

    fn bring_back(&self, file: &str, bytes: &[u8], aside: &Path) -> Result<bool> {
        let path = self.root.join(file);
        match fs::read(&path) {
            Ok(present) if present == bytes => return Ok(false),
            Ok(present) => {
                let keep = aside.join(file);
                make_private(keep.parent().unwrap_or(aside))?;
                fs::write(&keep, present).map_err(EngineError::file(&keep))?;
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(EngineError::File { path, error }),
        }
        self.files.write(file, bytes)?;
        Ok(true)
    }

    /// Brings the store back together with the tombstones of now: there is no moment without them.
    fn bring_store_back(&self, from: &Path, forgotten: Vec<Tombstone>) -> Result<()> {
        let prepared = self.root.join(OWN).join("restore.db");
        let clear = || {
            for end in ["", "-wal", "-shm"] {
                let _ = fs::remove_file(self.root.join(OWN).join(format!("restore.db{end}")));
            }
        };
        clear();
        fs::copy(from, &prepared).map_err(EngineError::file(&prepared))?;
        let outcome = memoro_store::Store::open(&prepared, memoro_store::Mode::Existing)
            .and_then(|store| store.add_tombstones(forgotten))
            .and_then(|()| self.store.copy_from(&prepared));
        clear();
        Ok(outcome?)
    }

    fn forget_again(&self, caller: &Caller) -> Result<usize> {
        let all = self.store.tombstones()?;
        let statuses = Status::WORDS.map(str::to_owned).to_vec();
        let memories = self.store.list(&Filter { statuses, sensitive: true, ..Filter::default() })?;
        let mut count = 0;
        for stored in memories {
            // Forgetting a key forgets all its values, of which this may be one.
            let is_there = self.store.get(&stored.memory.id)?.is_some();
            if is_there && all.iter().any(|tombstone| tombstone.covers(&stored.memory)) {
                let target = Target::Memory(stored.memory.id.to_string(), None);
                self.forget(&target, "it was forgotten after the backup was made", caller)?;
                count += 1;
            }
        }
        Ok(count)
    }

    /// Returns the Markdown files and transcripts that belong to the vault.
    fn vault_paths(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            let Ok(entries) = fs::read_dir(self.root.join(&folder)) else { continue };
            for entry in entries.filter_map(std::result::Result::ok) {
                let (name, relative) = (entry.file_name(), folder.join(entry.file_name()));
                let hidden = name.to_string_lossy().starts_with('.');
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() && !hidden && is_ours(&relative) => folders.push(relative),
                    Ok(kind) if !kind.is_dir() && !hidden && is_text(&relative) => {
                        found.extend(relative.to_str().map(str::to_owned));
                    }
                    _ => {}
                }
            }
        }
        found.sort();
        found
    }
}

/// Checks that every file of a backup is what it was when it was made.
pub fn verify_backup(folder: &Path) -> Result<Manifest> {
    let path = folder.join(MANIFEST);
    if !path.is_file() {
        return Err(EngineError::NotFound { what: "backup in", name: folder.display().to_string() });
    }
    let manifest: Manifest = serde_json::from_slice(&read(&path)?)
        .map_err(|why| EngineError::invalid(format!("{}", path.display()), why))?;
    for (file, hash) in &manifest.files {
        if Path::new(file).components().any(|part| !matches!(part, std::path::Component::Normal(_))) {
            return Err(EngineError::invalid(format!("backup file {file}"), "it leads out of the backup"));
        }
        if blake3::hash(&read(&folder.join(file))?).to_hex().as_str() != hash {
            return Err(EngineError::invalid(
                format!("backup file {file}"),
                "it is not what it was when the backup was made",
            ));
        }
    }
    if !manifest.files.contains_key(STORE) {
        return Err(EngineError::invalid("backup", "it holds no store"));
    }
    memoro_store::check_file(&folder.join(STORE))?;
    Ok(manifest)
}

fn is_ours(folder: &Path) -> bool {
    let top = folder.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned());
    matches!(top.as_deref(), Some("memory" | "users" | "projects" | "second-brain" | "sessions"))
}

fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("md") || e.eq_ignore_ascii_case("jsonl"))
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(EngineError::file(path))
}

fn hashes(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(relative) = folders.pop() {
        let here = folder.join(&relative);
        for entry in
            fs::read_dir(&here).map_err(EngineError::file(&here))?.filter_map(std::result::Result::ok)
        {
            let inner = relative.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push(inner);
            } else if let Some(name) = inner.to_str().filter(|name| *name != MANIFEST) {
                let hash = blake3::hash(&read(&entry.path())?).to_hex().to_string();
                found.insert(name.to_owned(), hash);
            }
        }
    }
    Ok(found)
}

/// Makes sure that every file of a backup is on the disk.
fn sync(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).map_err(EngineError::file(folder))?.filter_map(std::result::Result::ok)
    {
        let path = entry.path();
        if path.is_dir() {
            sync(&path)?;
        } else {
            fs::File::open(&path).and_then(|file| file.sync_all()).map_err(EngineError::file(&path))?;
        }
    }
    fs::File::open(folder).and_then(|file| file.sync_all()).map_err(EngineError::file(folder))
}

/// Puts a store that cannot be read any more aside, so that a backup can take its place; returns where it lies.
///
/// The backup is checked first: without a good one nothing is moved.
pub fn put_store_aside(root: &Path, from: &Path, caller: &Caller) -> Result<PathBuf> {
    if caller.trust() < memoro_core::Trust::User {
        return Err(EngineError::Denied { what: "restore".into(), needs: "the user".into() });
    }
    verify_backup(from)?;
    let aside = aside(root, caller);
    make_private(&aside)?;
    let store = Workspace::store_path(root);
    for end in ["db-wal", "db-shm", "db"] {
        let (path, name) = (store.with_extension(end), format!("memoro.{end}"));
        match fs::rename(&path, aside.join(name)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(EngineError::File { path, error });
            }
            _ => {}
        }
    }
    Ok(aside)
}

fn aside(root: &Path, caller: &Caller) -> PathBuf {
    root.join(OWN).join("aside").join(caller.now.strftime("%Y%m%dT%H%M%SZ").to_string())
}

/// Makes a store out of a backup where the workspace has none any more.
pub fn restore_missing_store(root: &Path, from: &Path) -> Result<()> {
    verify_backup(from)?;
    make_private(&root.join(OWN))?;
    let path = Workspace::store_path(root);
    let store = Store::open(&path, memoro_store::Mode::Create)?;
    store.copy_from(&from.join(STORE))?;
    Ok(())
}
