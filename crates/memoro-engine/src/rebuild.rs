//! Making a store anew from the Markdown alone: the current value of everything that has a file comes back.

use std::path::{Path, PathBuf};

use memoro_store::{Filter, Mode, Store, Tombstone};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::settings::Settings;
use crate::workspace::{OWN, Workspace};

/// What a rebuild brought back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Memories read from files.
    pub memories: u64,
    /// The files.
    pub files: Vec<String>,
    /// Where the old store lies, if there was one.
    pub aside: Option<PathBuf>,
    /// What could not be read.
    pub problems: Vec<String>,
}

impl Workspace {
    /// Puts the store of a workspace aside, if there is one, and makes a new one from its files.
    ///
    /// History, use, pending memories and memories without a file come back from a backup only. Tombstones of
    /// the old store are taken over where it can still be read.
    pub fn rebuild(root: &Path, settings: Settings, caller: &Caller) -> Result<(Self, Rebuilt)> {
        if !root.join(OWN).is_dir() {
            return Err(EngineError::NoWorkspace(root.to_owned()));
        }
        // Also those of stores that were put aside before: a rebuild may have been interrupted after that.
        let known = put_aside_before(root).into_iter().chain([Workspace::store_path(root)]);
        let forgotten = known.flat_map(|store| tombstones(&store)).collect();
        let fresh = fresh_store(root, forgotten)?;
        let aside = put_aside(root, caller)?;
        let store = Workspace::store_path(root);
        std::fs::rename(&fresh, &store).map_err(EngineError::file(&store))?;
        let workspace = Workspace::init(root, settings, caller)?;
        let files = workspace.take_in(caller)?;
        let memories =
            workspace.store.count(&Filter { now: caller.now, sensitive: true, ..Filter::default() })?;
        let problems = workspace.file_problems()?;
        Ok((workspace, Rebuilt { memories, files, aside, problems }))
    }
}

/// Returns the stores that were put aside.
fn put_aside_before(root: &Path) -> Vec<PathBuf> {
    let own = root.join(OWN);
    let Ok(entries) = std::fs::read_dir(&own) else { return Vec::new() };
    let names = entries.filter_map(std::result::Result::ok).map(|entry| entry.file_name());
    let is_store = |name: &str| {
        name.strip_prefix("memoro.db.").is_some_and(|end| !end.ends_with("-wal") && !end.ends_with("-shm"))
    };
    names.filter(|name| name.to_str().is_some_and(is_store)).map(|name| own.join(name)).collect()
}

/// Returns the tombstones of a store; none where it is not there or cannot be read.
fn tombstones(store: &Path) -> Vec<Tombstone> {
    if store.is_file() { memoro_store::read_tombstones(store).unwrap_or_default() } else { Vec::new() }
}

/// Makes an empty store that knows what was forgotten, beside the one whose place it will take.
fn fresh_store(root: &Path, forgotten: Vec<Tombstone>) -> Result<PathBuf> {
    let fresh = root.join(OWN).join("rebuilt.db");
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(with_end(&fresh, end));
    }
    let store = Store::open(&fresh, Mode::Create)?;
    store.add_tombstones(forgotten)?;
    store.truncate_log()?;
    Ok(fresh)
}

/// Moves the files of a store out of the way, all three of them.
fn put_aside(root: &Path, caller: &Caller) -> Result<Option<PathBuf>> {
    let store = Workspace::store_path(root);
    if !store.exists() {
        return Ok(None);
    }
    let name = format!("memoro.db.{}", caller.now.strftime("%Y%m%dT%H%M%S%.3fZ"));
    let aside = store.with_file_name(name);
    // The log first: a store without it can still be read, a log without its store is nothing.
    for end in ["-wal", "-shm", ""] {
        let (from, to) = (with_end(&store, end), with_end(&aside, end));
        match std::fs::rename(&from, &to) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(EngineError::File { path: from, error });
            }
            _ => {}
        }
    }
    Ok(Some(aside))
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}
