//! What stands between a commit and its answer: the log is on the disk, the store is still the file that everybody
//! opens, and the name of its log is on the disk too. What many write at once is settled beside the writer, which goes on
//! with the next of them meanwhile. Changes nothing in the store.
//!
//! Groups are settled in the order in which they were written, and after a failed sync none is any more: a later sync of the
//! same file would succeed without what the failed one lost.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::error::{Result, StoreError};
use crate::witness::Witness;
use crate::writer::Group;

/// Why nothing is acknowledged any more, once a sync has failed.
pub(crate) type Broken = Arc<OnceLock<String>>;

/// Settles for one writer.
pub(crate) struct Settler {
    state: Arc<State>,
    here: Witness,
    beside: Option<Beside>,
}

/// What the writer and the thread beside it both know.
struct State {
    path: PathBuf,
    /// The number of the file that is written.
    file: Option<u64>,
    /// Whether the name of the log is on the disk; it stays there as long as a connection is open.
    named: AtomicBool,
    broken: Broken,
    /// How many groups were handed over and are not on the disk yet.
    unsynced: AtomicUsize,
    /// How many commits were handed over and not answered yet.
    unanswered: AtomicUsize,
    /// How long the last sync took, in nanoseconds.
    took: AtomicU64,
}

/// A thread that syncs and settles.
struct Beside {
    inbox: Option<Sender<Group>>,
    thread: Option<JoinHandle<()>>,
}

impl Settler {
    pub(crate) fn new(path: PathBuf, broken: Broken) -> Self {
        let state = State {
            file: number(&path),
            path: path.clone(),
            named: AtomicBool::new(false),
            broken,
            unsynced: AtomicUsize::new(0),
            unanswered: AtomicUsize::new(0),
            took: AtomicU64::new(0),
        };
        Self { state: Arc::new(state), here: Witness::new(path), beside: None }
    }

    /// Returns why nothing is acknowledged any more.
    pub(crate) fn broken(&self) -> Option<&str> {
        self.state.broken.get().map(String::as_str)
    }

    /// Ends all acknowledgements, until the store is opened again.
    pub(crate) fn break_off(&self, why: String) {
        let _ = self.state.broken.set(why);
    }

    /// Tells whether a group that was handed over is not on the disk yet.
    pub(crate) fn is_syncing(&self) -> bool {
        self.state.unsynced.load(Ordering::Acquire) > 0
    }

    /// Returns how many commits that were handed over wait for their answer.
    pub(crate) fn unanswered(&self) -> usize {
        self.state.unanswered.load(Ordering::Acquire)
    }

    /// Returns how long the last sync beside the writer took.
    pub(crate) fn last_sync(&self) -> Duration {
        Duration::from_nanos(self.state.took.load(Ordering::Acquire))
    }

    /// Answers requests that are on the disk.
    pub(crate) fn settle(&mut self, group: Group, own: Vec<Result<()>>) {
        self.state.settle(group, own, &mut self.here);
    }

    /// Answers requests of which nothing must be on the disk.
    pub(crate) fn answer(&mut self, group: Group, own: Vec<Result<()>>) {
        self.here.look(group.into_iter().zip(own).collect());
    }

    /// Brings commits that stand in the log to the disk and answers them, while the writer goes on; `synced` is called when
    /// they are there.
    pub(crate) fn hand_over(&mut self, group: Group, synced: impl Fn() + Send + 'static) {
        self.state.unsynced.fetch_add(1, Ordering::AcqRel);
        self.state.unanswered.fetch_add(group.len(), Ordering::AcqRel);
        if self.beside.is_none() {
            self.beside = Beside::start(self.state.clone(), synced);
        }
        let refused = match &self.beside {
            Some(Beside { inbox: Some(inbox), .. }) => inbox.send(group).err().map(|back| back.0),
            _ => Some(group),
        };
        if let Some(group) = refused {
            self.state.sync_and_settle(group, &mut Log::default(), &mut self.here, &|| {});
        }
    }
}

impl Beside {
    fn start(state: Arc<State>, synced: impl Fn() + Send + 'static) -> Option<Self> {
        let (inbox, groups): (_, Receiver<Group>) = channel();
        let work = move || {
            let (mut log, mut witness) = (Log::default(), Witness::new(state.path.clone()));
            for group in groups {
                state.sync_and_settle(group, &mut log, &mut witness, &synced);
            }
        };
        let thread = std::thread::Builder::new().name("memoro-settler".into()).spawn(work).ok()?;
        Some(Self { inbox: Some(inbox), thread: Some(thread) })
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        drop(self.inbox.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl State {
    fn sync_and_settle(&self, group: Group, log: &mut Log, witness: &mut Witness, synced: &dyn Fn()) {
        let many = group.len();
        let durable = match self.broken.get() {
            Some(why) => Err(StoreError::Stopped(why.clone())),
            None => self.sync(log),
        };
        self.unsynced.fetch_sub(1, Ordering::AcqRel);
        synced();
        match durable {
            Ok(()) => {
                let own = group.iter().map(|_| Ok(())).collect();
                self.settle(group, own, witness);
            }
            Err(error) => refuse(group, &error),
        }
        self.unanswered.fetch_sub(many, Ordering::AcqRel);
    }

    fn sync(&self, log: &mut Log) -> Result<()> {
        let begun = Instant::now();
        let synced = log.sync(&self.path);
        self.took.store(u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX), Ordering::Release);
        if let Err(StoreError::Stopped(why)) = &synced {
            let _ = self.broken.set(why.clone());
        }
        synced
    }

    /// Answers commits that are on the disk. The first has the folder synced too: the store makes its log anew when it is
    /// opened, and does not tell where the name of that did not reach the disk.
    fn settle(&self, group: Group, own: Vec<Result<()>>, witness: &mut Witness) {
        if number(&self.path) != self.file {
            // It was taken away or replaced while it was open: what was written is in a file that nobody will find.
            return refuse(group, &StoreError::Gone);
        }
        if !self.named.load(Ordering::Acquire) {
            if let Err(error) = sync_folder(&self.path) {
                let why = format!("the folder of the store: {error}");
                let _ = self.broken.set(why.clone());
                return refuse(group, &StoreError::Stopped(why));
            }
            self.named.store(true, Ordering::Release);
        }
        witness.look(group.into_iter().zip(own).collect());
    }
}

fn refuse(group: Group, error: &StoreError) {
    for request in group {
        request.answer(Err(match error {
            StoreError::Gone => StoreError::Gone,
            other => StoreError::Stopped(other.to_string()),
        }));
    }
}

/// The log of a store, held open so that a sync tells every failure since it was opened.
#[derive(Default)]
struct Log(Option<File>);

impl Log {
    fn sync(&mut self, store: &Path) -> Result<()> {
        let path = log_of(store);
        if self.0.is_none() {
            self.0 = File::open(&path).ok();
        }
        let file = self.0.as_ref().ok_or(StoreError::Gone)?;
        // The log stays as long as a connection is open, unless somebody takes it away.
        if number(&path) != number_of(file) {
            return Err(StoreError::Gone);
        }
        file.sync_data().map_err(|e| StoreError::Stopped(format!("the log of the store: {e}")))
    }
}

/// Brings to the disk what anybody has written to the log of a store so far.
pub(crate) fn sync_log(store: &Path) -> Result<()> {
    match File::open(log_of(store)) {
        Ok(file) => file.sync_data().map_err(|e| StoreError::Io(format!("the log of the store: {e}"))),
        // Without a log everything stands in the store itself.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(StoreError::Io(format!("the log of the store: {error}"))),
    }
}

fn log_of(store: &Path) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Returns what tells a file from another of the same name.
#[cfg(unix)]
fn number(path: &Path) -> Option<u64> {
    path.metadata().ok().map(|found| std::os::unix::fs::MetadataExt::ino(&found))
}

#[cfg(unix)]
fn number_of(file: &File) -> Option<u64> {
    file.metadata().ok().map(|found| std::os::unix::fs::MetadataExt::ino(&found))
}

/// Elsewhere a file that is open stays where it is.
#[cfg(not(unix))]
fn number(_path: &Path) -> Option<u64> {
    None
}

#[cfg(not(unix))]
fn number_of(_file: &File) -> Option<u64> {
    None
}

/// Brings the names of the files beside a store to the disk.
#[cfg(unix)]
fn sync_folder(store: &Path) -> std::io::Result<()> {
    match store.parent() {
        Some(folder) => File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}

/// Elsewhere a folder cannot be opened as a file; the system keeps names in its own log.
#[cfg(not(unix))]
fn sync_folder(_store: &Path) -> std::io::Result<()> {
    Ok(())
}
