//! Watches the files of a workspace and takes in what changes, a moment after the last change. Where the system will
//! not watch so many folders it looks again and again instead, and says so. Decides nothing about what is indexed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use notify::event::{AccessKind, AccessMode};
use notify::{EventKind, RecursiveMode, Watcher as _};

use crate::caller::Caller;
use crate::documents::folders;
use crate::error::{EngineError, Result};
use crate::index::Indexed;
use crate::workspace::Workspace;

/// How a workspace is watched.
#[derive(Debug, Clone, Copy)]
pub struct WatchSettings {
    /// How long after the last change it is taken in.
    pub debounce: Duration,
    /// How often everything is looked at without a sign of change.
    pub interval: Duration,
    /// How often everything is looked at where folders cannot be watched.
    pub poll: Duration,
    /// How many folders are watched at most.
    pub max_folders: usize,
}

impl Default for WatchSettings {
    fn default() -> Self {
        Self {
            debounce: Duration::from_millis(1_500),
            interval: Duration::from_mins(5),
            poll: Duration::from_secs(15),
            max_folders: 20_000,
        }
    }
}

/// What a watch has to tell.
#[derive(Debug)]
pub enum Watched {
    /// It has begun.
    Started {
        /// How many folders are watched.
        folders: usize,
        /// Why files are looked at from time to time instead, where they are.
        polling: Option<String>,
    },
    /// Changes were taken in.
    Indexed {
        /// What was done.
        done: Indexed,
        /// The files with edits of memories.
        edited: Vec<String>,
    },
    /// Changes could not be taken in; the watch goes on.
    Failed(EngineError),
}

/// What wakes a watch.
pub(crate) enum Sign {
    /// Something changed.
    Change,
    /// Somebody waits for what changed.
    Now,
    /// Enough.
    Stop,
}

/// Ends a watch.
#[derive(Debug, Clone)]
pub struct Stopper(Sender<Sign>);

impl std::fmt::Debug for Sign {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sign")
    }
}

impl Stopper {
    /// Ends the watch as soon as it is not in the middle of something.
    pub fn stop(&self) {
        // A watch that is over already has nothing to end.
        let _ = self.0.send(Sign::Stop);
    }
}

/// A watch that has not begun.
#[derive(Debug)]
pub struct Watch {
    settings: WatchSettings,
    signs: Receiver<Sign>,
    sender: Sender<Sign>,
}

impl Watch {
    /// Prepares a watch and what ends it.
    pub fn new(settings: WatchSettings) -> (Self, Stopper) {
        let (sender, signs) = channel();
        (Self { settings, signs, sender: sender.clone() }, Stopper(sender))
    }
}

impl Workspace {
    /// Takes in changes until the watch is ended; `clock` tells the time of each intake.
    pub fn watch(
        &self,
        watch: &Watch,
        clock: &dyn Fn() -> Timestamp,
        tell: &mut dyn FnMut(Watched),
    ) -> Result<()> {
        self.attention.begin(watch.sender.clone());
        let mut folders = Folders::new(self, watch);
        folders.refresh();
        tell(Watched::Started { folders: folders.watched.len(), polling: folders.trouble.clone() });
        let mut wait = Duration::ZERO;
        let mut rested = Instant::now();
        while watch.wait_for_change(wait, rested) != Next::Stop {
            let began = Instant::now();
            self.attention.reading();
            let taken = self.take_in_changes(clock(), tell);
            // A file may have come into a new folder before that was watched.
            let again = folders.refresh() > 0;
            if again {
                self.attention.note(None);
            }
            self.attention.read(taken == Taken::All);
            rested = Instant::now() + (began.elapsed() * REST).min(LONGEST_REST);
            let quiet = if folders.trouble.is_some() { watch.settings.poll } else { watch.settings.interval };
            wait = if again || taken == Taken::Later { watch.settings.debounce } else { quiet };
        }
        self.attention.end();
        Ok(())
    }

    fn take_in_changes(&self, now: Timestamp, tell: &mut dyn FnMut(Watched)) -> Taken {
        let caller = Caller::system(now);
        let taken = self.take_in(&caller).and_then(|edited| Ok((edited, self.keep_up(&caller)?)));
        match taken {
            Ok((edited, Some(done))) => {
                tell(Watched::Indexed { done, edited });
                Taken::All
            }
            // Another process is indexing: what it does not see yet is for the next time.
            Ok((_, None)) => Taken::Later,
            Err(error) => {
                tell(Watched::Failed(error));
                Taken::Failed
            }
        }
    }
}

/// How taking in what changed ended.
#[derive(PartialEq, Eq)]
enum Taken {
    All,
    /// It has to be tried again soon.
    Later,
    Failed,
}

/// How many times as long as a look at the files took there is none again, however many questions wait for one.
const REST: u32 = 3;
/// How long that is at most.
const LONGEST_REST: Duration = Duration::from_secs(2);

#[derive(PartialEq, Eq)]
enum Next {
    TakeIn,
    Stop,
}

impl Watch {
    /// Waits for a change and then until there are none for a moment, or until somebody waits for it and the watch has
    /// rested; or until the time is over.
    fn wait_for_change(&self, wait: Duration, rested: Instant) -> Next {
        let deadline = Instant::now() + wait;
        match self.next(deadline) {
            Some(Sign::Change) => {}
            Some(Sign::Now) => return self.rest(rested),
            Some(Sign::Stop) => return Next::Stop,
            None => return Next::TakeIn,
        }
        // A file that is written all the time must not put off the others for ever.
        let latest = Instant::now() + self.settings.debounce * 10;
        while Instant::now() < latest {
            match self.next(Instant::now() + self.settings.debounce) {
                Some(Sign::Change) => {}
                Some(Sign::Now) => return self.rest(rested),
                Some(Sign::Stop) => return Next::Stop,
                None => break,
            }
        }
        Next::TakeIn
    }

    fn rest(&self, rested: Instant) -> Next {
        loop {
            match self.next(rested) {
                Some(Sign::Change | Sign::Now) => {}
                Some(Sign::Stop) => return Next::Stop,
                None => return Next::TakeIn,
            }
        }
    }

    /// Returns the next sign, nothing where none comes in time.
    fn next(&self, deadline: Instant) -> Option<Sign> {
        match self.signs.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(sign) => Some(sign),
            Err(RecvTimeoutError::Disconnected) => Some(Sign::Stop),
            Err(RecvTimeoutError::Timeout) => None,
        }
    }
}

/// Tells whether a change may concern the index: not in our own or other hidden folders.
fn concerns(root: &Path, path: &Path) -> bool {
    let Ok(inside) = path.strip_prefix(root) else { return true };
    let mut parts: Vec<_> = inside.components().filter_map(|part| part.as_os_str().to_str()).collect();
    let rules = parts.last().is_some_and(|name| matches!(*name, ".gitignore" | ".memoroignore"));
    if rules {
        parts.pop();
    }
    !parts.iter().any(|part| folders::is_closed(part))
}

/// The folders that are watched.
struct Folders<'a> {
    workspace: &'a Workspace,
    watcher: Option<notify::RecommendedWatcher>,
    watched: BTreeSet<PathBuf>,
    max: usize,
    /// Why not all folders are watched.
    trouble: Option<String>,
}

impl<'a> Folders<'a> {
    fn new(workspace: &'a Workspace, watch: &Watch) -> Self {
        let (sender, attention) = (watch.sender.clone(), Arc::clone(&workspace.attention));
        let root = workspace.root().to_owned();
        let watcher = notify::recommended_watcher(move |event| {
            for path in changes(event) {
                if path.as_deref().is_some_and(|path| !concerns(&root, path)) {
                    continue;
                }
                attention.note(path);
                // Nobody listens any more when the watch is over.
                let _ = sender.send(Sign::Change);
            }
        });
        let trouble = watcher.as_ref().err().map(ToString::to_string);
        let max = watch.settings.max_folders;
        Self { workspace, watcher: watcher.ok(), watched: BTreeSet::new(), max, trouble }
    }

    /// Watches the folders that are there now and were not before; returns how many those are.
    fn refresh(&mut self) -> usize {
        let Some(watcher) = &mut self.watcher else { return 0 };
        let there: BTreeSet<PathBuf> = self.workspace.watched_folders().into_iter().collect();
        for gone in self.watched.difference(&there) {
            // The system forgets a folder that is gone by itself.
            let _ = watcher.unwatch(gone);
        }
        self.watched.retain(|folder| there.contains(folder));
        self.trouble = None;
        let before = self.watched.len();
        for folder in there {
            if self.watched.contains(&folder) {
                continue;
            }
            if self.watched.len() >= self.max {
                self.trouble = Some(format!("more than {} folders", self.max));
                break;
            }
            match watcher.watch(&folder, RecursiveMode::NonRecursive) {
                Ok(()) => {
                    self.watched.insert(folder);
                }
                Err(error) if matches!(error.kind, notify::ErrorKind::PathNotFound) => {}
                Err(error) => {
                    self.trouble = Some(error.to_string());
                    break;
                }
            }
        }
        self.watched.len() - before
    }
}

/// Returns where an event tells of a change: nothing for a place that is not known.
fn changes(event: notify::Result<notify::Event>) -> Vec<Option<PathBuf>> {
    let Ok(event) = event else { return vec![None] };
    let only_read = match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => false,
        EventKind::Access(_) => true,
        _ => false,
    };
    if event.need_rescan() {
        vec![None]
    } else if only_read {
        Vec::new()
    } else {
        event.paths.into_iter().map(Some).collect()
    }
}

impl Workspace {
    /// Returns all folders whose files are looked at.
    fn watched_folders(&self) -> Vec<PathBuf> {
        let mut found = folders::of(&self.sources());
        for place in self.places() {
            found.extend(folders::below(&place.folder));
        }
        found
    }
}
