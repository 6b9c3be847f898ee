//! Making a store anew: of every row that can still be read of the damaged one, and of the Markdown for the rest. What
//! cannot be read is lost, and said to be.
//!
//! The new store is made beside the old one and takes its place in the end; a rebuild that was interrupted then is
//! finished by whoever opens the workspace next, one that was interrupted before begins again.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memoro_core::Key;
use memoro_store::{EventFilter, Filter, Mode, Salvaged, Store, Tombstone};

use crate::backup::sync_folder;
use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::settings::Settings;
use crate::vault::files::create_private;
use crate::workspace::{OWN, Workspace};

/// The new store while it is made.
const FRESH: &str = "rebuilt.db";
/// Says that the new store is whole, and under which name the old one is put aside.
const READY: &str = "rebuilt.ready";
const LOCK: &str = "rebuild.lock";

/// What a rebuild brought back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Memories that the store holds now.
    pub memories: u64,
    /// The files that memories were read from.
    pub files: Vec<String>,
    /// Where the old store lies, if there was one.
    pub aside: Option<PathBuf>,
    /// How many rows of each table of the old store were taken over.
    pub kept: BTreeMap<&'static str, u64>,
    /// What could not be read of the old store and has no file.
    pub lost: Vec<String>,
    /// What could not be read in files.
    pub problems: Vec<String>,
}

impl Workspace {
    /// Makes the store of a workspace anew, from what can be read of it and from its files, and puts the old one aside.
    ///
    /// Of a store that is gone, history, use, pending memories and memories without a file come back from a backup only.
    pub fn rebuild(root: &Path, settings: Settings, caller: &Caller) -> Result<(Self, Rebuilt)> {
        if !root.join(OWN).is_dir() {
            return Err(EngineError::NoWorkspace(root.to_owned()));
        }
        let lock = lock(root)?;
        let unread = crate::forget::Kept::read(root).unread;
        let mut aside = finish_locked(root)?;
        let mut salvaged = Salvaged::default();
        if aside.is_none() {
            salvaged = make(root, &settings, caller)?;
            aside = finish_locked(root)?;
        }
        drop(lock);
        let workspace = Workspace::init(root, settings, caller)?;
        workspace.note_stood()?;
        let files = workspace.take_in(caller)?;
        let memories =
            workspace.store.count(&Filter { now: caller.now, sensitive: true, ..Filter::default() })?;
        let (lost, mut problems) = (workspace.lost(&salvaged)?, workspace.file_problems(caller)?);
        if unread > 0 {
            problems.push(format!(
                ".memoro/forgotten: {unread} lines of it are damaged or gone; what they kept away may have come back, look through \
                 `memoro list`"
            ));
        }
        let aside = aside.filter(|aside| aside.exists());
        Ok((workspace, Rebuilt { memories, files, aside, kept: salvaged.kept, lost, problems }))
    }

    /// Tells what is lost: what could not be read and did not come back from a file either.
    fn lost(&self, salvaged: &Salvaged) -> Result<Vec<String>> {
        let mut lost = Vec::new();
        for (id, line) in &salvaged.lost {
            if !self.came_back(id, *line)? {
                lost.push(match line {
                    Some(line) => format!("memory {id}; what it said stands in line {line} of the audit"),
                    None => format!("memory {id}"),
                });
            }
        }
        for id in &salvaged.earlier {
            let id = memoro_core::MemoryId::new(id).map_err(|why| EngineError::invalid("id", why))?;
            let archived = self
                .store
                .get(&id)?
                .is_some_and(|stored| stored.memory.status == memoro_core::Status::Archived);
            if archived && !self.is_current(&id)? {
                lost.push(format!("the newest state of memory {id}; the one before it is kept, archived"));
            }
        }
        lost.extend(salvaged.lines.iter().map(|(from, to)| {
            if from == to {
                format!("line {from} of the audit")
            } else {
                format!("lines {from} to {to} of the audit")
            }
        }));
        if salvaged.states > 0 {
            lost.push(format!("{} earlier states of memories", salvaged.states));
        }
        for (table, places) in &salvaged.damaged {
            let counted = match *table {
                "memories" => salvaged.is_whole(&["events"]),
                "history" | "events" => true,
                "documents" | "chunks" => !self.keeps_turns()?,
                _ => false,
            };
            if let Some(what) = told(table).filter(|_| !counted) {
                lost.push(format!("perhaps some of {what}: {places} damaged places in the table `{table}`"));
            }
        }
        Ok(lost)
    }

    /// Tells whether a memory that could not be read came back from its file, under its id or its key.
    fn came_back(&self, id: &str, line: Option<u64>) -> Result<bool> {
        let id = memoro_core::MemoryId::new(id).map_err(|why| EngineError::invalid("id", why))?;
        if self.store.get(&id)?.is_some() {
            return Ok(true);
        }
        let Some(line) = line else { return Ok(false) };
        let filter = EventFilter { after: line - 1, limit: Some(1), ..EventFilter::default() };
        let Some((event, _)) = self.store.events(&filter)?.pop() else { return Ok(false) };
        let (Ok(scope), Ok(key)) = (event.scope.parse(), Key::new(&event.key)) else { return Ok(false) };
        Ok(self.store.active(&scope, &key)?.is_some())
    }

    fn is_current(&self, id: &memoro_core::MemoryId) -> Result<bool> {
        let Some(stored) = self.store.get(id)? else { return Ok(false) };
        Ok(self.store.active(&stored.memory.scope, &stored.memory.key)?.is_some())
    }
}

/// Says what a table holds, where its loss is not told otherwise and is a loss.
fn told(table: &str) -> Option<&'static str> {
    Some(match table {
        "memories" => "the memories, of which no audit line tells either",
        "usage" => "the counts of use",
        "idempotency" => "the answers to repeated requests",
        "tombstones" => "what keeps forgotten texts from coming back",
        "links" => "the links",
        "tallies" => "the counts by the hour",
        "meta" => "the named values: positions in transcripts, states of jobs",
        "documents" | "chunks" => "the turns of conversations whose files are gone",
        _ => return None,
    })
}

/// Makes a whole new store beside the old one.
fn make(root: &Path, settings: &Settings, caller: &Caller) -> Result<Salvaged> {
    let (own, old) = (root.join(OWN), Workspace::store_path(root));
    let fresh = own.join(FRESH);
    for end in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(with_end(&fresh, end));
    }
    let mut salvaged = Salvaged::default();
    let there = old.is_file();
    if there {
        salvaged = memoro_store::salvage(&old, &fresh, (&caller.actor, caller.now))?;
    }
    let store = Arc::new(Store::open(&fresh, Mode::Create)?);
    if !there || !salvaged.is_whole(&["tombstones"]) {
        // Those of stores that were put aside before: what they kept from coming back must not come back now.
        let known = put_aside_before(root).into_iter().flat_map(|store| tombstones(&store));
        let known = known.chain(crate::forget::Kept::read(root).stones);
        store.add_tombstones(known.collect())?;
    }
    let canonical = root.canonicalize().map_err(EngineError::file(root))?;
    let prepared = Workspace::with_store(canonical, settings.clone(), store)?;
    prepared.remake_index(caller)?;
    prepared.store.truncate_log()?;
    drop(prepared);
    let stamp = caller.now.strftime("%Y%m%dT%H%M%S%.3fZ").to_string();
    let ready = own.join(READY);
    let write = || {
        let mut file = create_private(&with_end(&ready, ".new"))?;
        file.write_all(stamp.as_bytes())?;
        file.sync_all()?;
        fs::rename(with_end(&ready, ".new"), &ready)
    };
    write().map_err(EngineError::file(&ready))?;
    sync_folder(&own)?;
    Ok(salvaged)
}

/// Finishes a rebuild that was interrupted when the new store was whole.
pub(crate) fn finish(root: &Path) -> Result<()> {
    if !root.join(OWN).join(READY).exists() {
        return Ok(());
    }
    let _lock = lock(root)?;
    finish_locked(root).map(drop)
}

/// Puts the new store in the place of the old one, if there is a whole one; returns where the old one lies.
fn finish_locked(root: &Path) -> Result<Option<PathBuf>> {
    let (own, store) = (root.join(OWN), Workspace::store_path(root));
    let (fresh, ready) = (own.join(FRESH), own.join(READY));
    let Ok(stamp) = fs::read_to_string(&ready) else { return Ok(None) };
    let aside = own.join(format!("memoro.db.{}", stamp.trim()));
    crate::reached::forget(root);
    if fresh.is_file() {
        // The log first: a store without it can still be read, a log without its store is nothing.
        for end in ["-wal", "-shm", ""] {
            rename(&with_end(&store, end), &with_end(&aside, end))?;
        }
        rename(&fresh, &store)?;
        sync_folder(&own)?;
    }
    fs::remove_file(&ready).map_err(EngineError::file(&ready))?;
    Ok(Some(aside))
}

/// Renames a file; one that is not there is left out.
fn rename(from: &Path, to: &Path) -> Result<()> {
    match fs::rename(from, to) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(EngineError::File { path: from.to_owned(), error })
        }
        _ => Ok(()),
    }
}

fn lock(root: &Path) -> Result<File> {
    let path = root.join(OWN).join(LOCK);
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&path).map_err(EngineError::file(&path))?;
    file.lock().map_err(EngineError::file(&path))?;
    Ok(file)
}

/// Returns the stores that were put aside.
pub(crate) fn put_aside_before(root: &Path) -> Vec<PathBuf> {
    let own = root.join(OWN);
    let Ok(entries) = fs::read_dir(&own) else { return Vec::new() };
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

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}
