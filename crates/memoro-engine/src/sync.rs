//! Brings what a question may be about up to date before it is asked. Where this process watches its files, only what
//! the watch saw change is waited for, and not for long; where nobody watches, files are looked at now.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use memoro_core::markdown::Home;

use crate::caller::Caller;
use crate::error::Result;
use crate::index::Watching;
use crate::vault::watch::Sign;
use crate::workspace::Workspace;

/// How long a question waits for files that changed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);
/// How many files that changed are told apart.
const MOST: usize = 256;
/// What is told of an answer that came before the files were read.
const READING: &str = "files changed and are still being read: what they say now may be missing";
/// What is told of an answer that came while somebody else read the files.
const ELSEWHERE: &str =
    "another process is bringing the index up to date: what changed in files may be missing until it is done";

/// What the watch of this process saw change and what it has taken in of that.
#[derive(Debug, Default)]
pub(crate) struct Attention {
    seen: Mutex<Seen>,
    taken: Condvar,
}

#[derive(Debug, Default)]
struct Seen {
    /// What wakes the watch; nothing where nobody watches.
    bell: Option<Sender<Sign>>,
    /// What changed and is not being read yet.
    changed: Changed,
    /// What is being read, since when.
    reading: Option<(Changed, Instant)>,
    /// How many readings are over.
    readings: u64,
    /// Whether the last reading took in all of it.
    all: bool,
    /// What the last question was answered without.
    lacking: Option<&'static str>,
}

#[derive(Debug, Default)]
struct Changed {
    paths: BTreeSet<PathBuf>,
    /// Whether anything may have changed.
    anywhere: bool,
}

impl Changed {
    fn add(&mut self, path: Option<PathBuf>) {
        match path {
            Some(path) if self.paths.len() < MOST => {
                self.paths.insert(path);
            }
            _ => self.anywhere = true,
        }
    }

    fn is_empty(&self) -> bool {
        self.paths.is_empty() && !self.anywhere
    }

    fn join(&mut self, other: Self) {
        self.anywhere |= other.anywhere;
        other.paths.into_iter().for_each(|path| self.add(Some(path)));
    }
}

/// How a wait for the watch ended.
#[derive(Debug, PartialEq, Eq)]
enum Waited {
    /// Nobody watches.
    Unwatched,
    /// What changed was taken in, or could not be for now.
    Enough,
}

impl Attention {
    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a watch: until it has looked for the first time anything may have changed.
    pub(crate) fn begin(&self, bell: Sender<Sign>) {
        let mut seen = self.lock();
        seen.bell = Some(bell);
        seen.changed.anywhere = true;
    }

    /// Ends a watch.
    pub(crate) fn end(&self) {
        self.lock().bell = None;
        self.taken.notify_all();
    }

    /// Notes a change at a path, or anywhere.
    pub(crate) fn note(&self, path: Option<PathBuf>) {
        self.lock().changed.add(path);
    }

    /// Notes that what changed so far is being read.
    pub(crate) fn reading(&self) {
        let mut seen = self.lock();
        let changed = std::mem::take(&mut seen.changed);
        seen.reading = Some((changed, Instant::now()));
    }

    /// Notes how a reading ended: what could not be taken in stays changed.
    pub(crate) fn read(&self, all: bool) {
        let mut seen = self.lock();
        if let Some((changed, _)) = seen.reading.take()
            && !all
        {
            seen.changed.join(changed);
        }
        seen.readings += 1;
        seen.all = all;
        drop(seen);
        self.taken.notify_all();
    }

    /// Has the watch take in what changed and waits for that; not for a reading that has lasted long already.
    fn wait(&self, is_known: &dyn Fn(&Path) -> bool) -> Waited {
        let mut seen = self.lock();
        if seen.bell.is_none() {
            return Waited::Unwatched;
        }
        let looked_at: Vec<PathBuf> = seen.changed.paths.iter().cloned().collect();
        if !looked_at.is_empty() {
            drop(seen);
            let known: Vec<PathBuf> = looked_at.into_iter().filter(|path| is_known(path)).collect();
            seen = self.lock();
            seen.changed.paths.retain(|path| !known.contains(path));
        }
        // What changed while a reading goes on is taken in by the next one.
        let wanted = match (&seen.reading, seen.changed.is_empty()) {
            (None, true) => {
                seen.lacking = None;
                return Waited::Enough;
            }
            (None, false) | (Some(_), true) => seen.readings + 1,
            (Some(_), false) => seen.readings + 2,
        };
        if !seen.changed.is_empty() && seen.bell.as_ref().is_some_and(|bell| bell.send(Sign::Now).is_err()) {
            seen.bell = None;
            return Waited::Unwatched;
        }
        let asked = Instant::now();
        while seen.readings < wanted && seen.bell.is_some() {
            let since = seen.reading.as_ref().map_or(asked, |(_, since)| (*since).min(asked));
            let left = (since + PATIENCE).saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            seen = self.taken.wait_timeout(seen, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        seen.lacking = (seen.readings < wanted || !seen.all).then_some(READING);
        Waited::Enough
    }
}

impl Workspace {
    /// Brings what a question may be about up to date: edits of memories, documents and conversations.
    pub fn sync(&self, caller: &Caller, watching: Watching<'_>) -> Result<()> {
        if self.attention.wait(&|path| self.is_own_writing(path)) == Waited::Enough {
            return self.take_in_entries(caller);
        }
        self.take_in(caller)?;
        let done = self.try_index(caller, watching)?;
        let refused = done.is_none() && !self.store.is_read_only();
        self.attention.lock().lacking = refused.then_some(ELSEWHERE);
        Ok(())
    }

    /// Returns what answers lack since files were last looked at for a question.
    pub fn behind(&self) -> Option<&'static str> {
        self.attention.lock().lacking
    }

    /// Tells whether a file is as Memoro left it: nobody else has changed it since.
    fn is_own_writing(&self, path: &Path) -> bool {
        let inside = path.strip_prefix(&self.root).ok().and_then(Path::to_str);
        let home = inside.filter(|inside| Home::at(inside).is_some());
        home.is_some_and(|file| self.is_as_known(file).unwrap_or(false))
    }
}
