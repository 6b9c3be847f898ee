//! Backups: a verified copy of the store and of the vault, taken while both are in use. A copy that cannot be finished
//! leaves nothing behind.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use memoro_store::StoreError;
use serde::{Deserialize, Serialize};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::vault::files::create_private;
use crate::workspace::{OWN, Workspace, make_private};

pub(crate) const STORE: &str = "memoro.db";
pub(crate) const MANIFEST: &str = "manifest.json";
pub(crate) const VAULT: &str = "vault";

/// How the name of a copy ends that is not whole yet.
const UNFINISHED: &str = ".memoro-new";
/// How long another backup is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

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

/// Tells whether a folder is a backup, wherever it lies.
pub(crate) fn is_backup(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file() && folder.join(STORE).is_file()
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
        let usual = self.root.join(OWN).join("backups");
        let read_only = self.store.is_read_only();
        let _lock = match target {
            // What cannot be written can still be read, and copied to where there is room.
            Some(_) if read_only => None,
            None if read_only => {
                // A full disk is told as such.
                if let Err(error @ StoreError::Full) = self.store.writable() {
                    return Err(error.into());
                }
                return Err(self.no_room_for_backup());
            }
            _ => Some(self.files.lock_for("backup", PATIENCE)?),
        };
        if !read_only {
            clear_unfinished(&usual);
        }
        let target = target.map_or_else(|| usual.join(name), Path::to_owned);
        let manifest = self.copy_whole(&target, caller, progress)?;
        Ok((target, manifest))
    }

    /// Says that a backup needs another place than the workspace.
    fn no_room_for_backup(&self) -> EngineError {
        let why =
            "it cannot be written; name a folder elsewhere, for example `memoro backup /media/usb/memory`";
        EngineError::invalid(format!("{}", self.root.display()), why)
    }

    /// Copies store and vault into a new folder; until all is verified it has another name.
    pub(crate) fn copy_whole(
        &self,
        target: &Path,
        caller: &Caller,
        progress: impl FnMut(i32, i32),
    ) -> Result<Manifest> {
        let refused = |why| Err(EngineError::invalid(format!("{}", target.display()), why));
        if target.join(MANIFEST).exists() {
            return refused("there is a backup in this folder already; name a new one");
        }
        if fs::read_dir(target).is_ok_and(|mut entries| entries.next().is_some()) {
            return refused("this folder is not empty; name a new one");
        }
        if target.exists() && !target.is_dir() {
            return refused("this is a file; name a new folder");
        }
        let (Some(parent), Some(name)) = (target.parent(), target.file_name()) else {
            return refused("this is no place for a backup; name a new folder");
        };
        make_private(parent)?;
        let unfinished = parent.join(format!(".{}{UNFINISHED}", name.to_string_lossy()));
        let _ = fs::remove_dir_all(&unfinished);
        let made = self.fill(&unfinished, caller, progress).and_then(|manifest| {
            if target.is_dir() {
                fs::remove_dir(target).map_err(EngineError::file(target))?;
            }
            fs::rename(&unfinished, target).map_err(EngineError::file(target))?;
            sync_folder(parent)?;
            Ok(manifest)
        });
        made.inspect_err(|_| drop(fs::remove_dir_all(&unfinished)))
    }

    fn fill(&self, folder: &Path, caller: &Caller, progress: impl FnMut(i32, i32)) -> Result<Manifest> {
        make_private(folder)?;
        self.store.copy_to(&folder.join(STORE), progress)?;
        for relative in self.vault_paths() {
            let (from, to) = (self.root.join(&relative), folder.join(VAULT).join(&relative));
            copy_private(&from, &to)?;
        }
        let manifest = Manifest { format: 1, made_at: caller.now.to_string(), files: hashes(folder)? };
        write_manifest(folder, &manifest)?;
        sync(folder)?;
        verify_backup(folder)?;
        Ok(manifest)
    }

    /// Returns the Markdown files and transcripts that belong to the vault.
    pub(crate) fn vault_paths(&self) -> Vec<String> {
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
                        let there = fs::metadata(entry.path()).is_ok_and(|found| found.is_file());
                        found.extend(relative.to_str().filter(|_| there).map(str::to_owned));
                    }
                    _ => {}
                }
            }
        }
        found.sort();
        found
    }

    /// Returns the backups that lie inside the workspace.
    pub(crate) fn backups(&self) -> Vec<PathBuf> {
        self.backup_folders().into_iter().filter(|folder| folder.join(MANIFEST).is_file()).collect()
    }

    /// Returns what lies where backups are kept, whole or not.
    pub(crate) fn backup_folders(&self) -> Vec<PathBuf> {
        let folder = self.root.join(OWN).join("backups");
        let Ok(entries) = fs::read_dir(&folder) else { return Vec::new() };
        let hidden = |path: &PathBuf| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
        let mut found: Vec<PathBuf> =
            entries.filter_map(|e| e.ok().map(|e| e.path())).filter(|path| !hidden(path)).collect();
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
        if hash_of(&folder.join(file))?.as_str() != hash {
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

/// Writes down what a copy holds.
pub(crate) fn write_manifest(folder: &Path, manifest: &Manifest) -> Result<()> {
    let text = serde_json::to_string_pretty(manifest).map_err(|why| EngineError::invalid("manifest", why))?;
    let path = folder.join(MANIFEST);
    let write = || create_private(&path).and_then(|mut file| file.write_all(text.as_bytes()));
    write().map_err(EngineError::file(&path))
}

/// Copies a file; the copy and new folders above it are the owner's alone.
pub(crate) fn copy_private(from: &Path, to: &Path) -> Result<()> {
    make_private(to.parent().unwrap_or(to))?;
    let mut source = fs::File::open(from).map_err(EngineError::file(from))?;
    let mut target = create_private(to).map_err(EngineError::file(to))?;
    std::io::copy(&mut source, &mut target).map_err(EngineError::file(to)).map(drop)
}

pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(EngineError::file(path))
}

/// Hashes every file below a folder but the manifest.
pub(crate) fn hashes(folder: &Path) -> Result<BTreeMap<String, String>> {
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
                found.insert(name.to_owned(), hash_of(&entry.path())?);
            }
        }
    }
    Ok(found)
}

fn hash_of(path: &Path) -> Result<String> {
    let mut hasher = blake3::Hasher::new();
    let read = fs::File::open(path).and_then(|file| hasher.update_reader(file).map(drop));
    read.map_err(EngineError::file(path))?;
    Ok(hasher.finalize().to_hex().to_string())
}

/// Makes sure that every file below a folder is on the disk.
pub(crate) fn sync(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).map_err(EngineError::file(folder))?.filter_map(std::result::Result::ok)
    {
        let path = entry.path();
        if path.is_dir() {
            sync(&path)?;
        } else {
            fs::File::open(&path).and_then(|file| file.sync_all()).map_err(EngineError::file(&path))?;
        }
    }
    sync_folder(folder)
}

pub(crate) fn sync_folder(folder: &Path) -> Result<()> {
    fs::File::open(folder).and_then(|file| file.sync_all()).map_err(EngineError::file(folder))
}

impl Workspace {
    /// Takes away what killed backups left inside the workspace, unless one is under way.
    pub(crate) fn clear_killed_backups(&self) {
        let locks = ["backup", "restore"].map(|what| self.files.lock_for(what, Duration::ZERO));
        if locks.iter().all(std::result::Result::is_ok) {
            clear_unfinished(&self.root.join(OWN).join("backups"));
            clear_unfinished(&self.root.join(OWN).join("aside"));
        }
    }
}

/// Takes away what a killed backup left; the lock shows that none is under way.
fn clear_unfinished(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.filter_map(std::result::Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') && name.ends_with(UNFINISHED) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn is_ours(folder: &Path) -> bool {
    let top = folder.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned());
    matches!(top.as_deref(), Some("memory" | "memories" | "users" | "projects" | "second-brain" | "sessions"))
}

fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("md") || e.eq_ignore_ascii_case("jsonl"))
}
