//! Keeps the search index in line with documents and transcripts: reads what is new or changed, takes out what is
//! gone, and says truthfully how the index stands. Changes no file but its own lock.

mod again;
mod batch;
mod copies;
mod documents;
mod known;
mod make;
mod reached;
mod state;
mod transcripts;
mod trouble;
mod vectors;
mod waiting;

use std::fs::{File, TryLockError};
use std::path::PathBuf;

use memoro_core::chunker::Limits;
use memoro_core::text::VERSION as TEXT_VERSION;
use memoro_store::Durability;

pub(crate) use copies::entry_said;
pub(crate) use known::BACKLOG;
pub(crate) use make::{Cut, cut, date_in, day_number};
pub use reached::BadLines;
pub use state::{IndexState, SourceCount};
use transcripts::Given;
use trouble::Asker;

use crate::caller::Caller;
use crate::documents::{ExtraPath, Skipped, Sources};
use crate::error::{EngineError, Result, as_room_allows};
use crate::transcripts::{Options, Place, workspace_place};
use crate::workspace::{OWN, Workspace};

/// What is indexed and how.
#[derive(Debug, Clone)]
pub struct IndexSettings {
    /// Files, folders and patterns besides the workspace.
    pub extra: Vec<ExtraPath>,
    /// Folders outside the workspace that links may lead into.
    pub linked: Vec<PathBuf>,
    /// The largest document, in bytes.
    pub max_bytes: u64,
    /// The size of chunks.
    pub limits: Limits,
    /// Folders with transcripts besides the workspace's own.
    pub places: Vec<Place>,
    /// How transcripts are read.
    pub transcripts: Options,
}

impl Default for IndexSettings {
    fn default() -> Self {
        Self {
            extra: Vec::new(),
            linked: Vec::new(),
            max_bytes: Sources::MAX_BYTES,
            limits: Limits::default(),
            places: Vec::new(),
            transcripts: Options::default(),
        }
    }
}

/// How much is indexed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// What changed since the last time.
    Changes,
    /// Everything, as if for the first time.
    Again,
}

/// How far an indexing is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// Files done.
    pub done: usize,
    /// Files to do.
    pub total: usize,
    /// Chunks written so far.
    pub chunks: u64,
    /// The file that was done last.
    pub path: String,
}

/// What an indexing did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Indexed {
    /// Documents that were new.
    pub new: usize,
    /// Documents that had changed.
    pub changed: usize,
    /// Documents found under another name; nothing of them was embedded again.
    pub moved: usize,
    /// Documents that were gone.
    pub removed: usize,
    /// Documents and transcripts as they were.
    pub unchanged: usize,
    /// Transcripts that had something new.
    pub transcripts: usize,
    /// Turns that were added.
    pub turns: u64,
    /// Lines of transcripts that could not be understood or were too long; of an import those of unchanged ones too.
    pub bad_lines: u64,
    /// Where they stand.
    pub bad: Vec<BadLines>,
    /// Chunks that were written.
    pub chunks: u64,
    /// Vectors that were made afterwards or anew.
    pub embedded: u64,
    /// What was left out and why.
    pub skipped: Vec<Skipped>,
    /// What could not be done now.
    pub warnings: Vec<String>,
}

/// Takes the steps of an indexing.
pub type Watching<'a> = &'a mut dyn FnMut(&Progress);

impl Workspace {
    /// Brings the index up to date; waits while another process does the same.
    pub fn index(&self, how: How, caller: &Caller, watching: Watching<'_>) -> Result<Indexed> {
        let lock = self.index_lock()?;
        lock.lock().map_err(EngineError::file(self.index_lock_path()))?;
        let mut done = self.index_locked((how, Asker::Person), caller, watching)?;
        self.tell_again(&mut done)?;
        Ok(done)
    }

    /// Brings the index up to date for a question, unless another process is doing so or the weekly job rewrites files.
    pub fn try_index(&self, caller: &Caller, watching: Watching<'_>) -> Result<Option<Indexed>> {
        self.try_index_for(Asker::Question, caller, watching)
    }

    /// Keeps the index up to date while nobody waits.
    pub(crate) fn keep_up(&self, caller: &Caller) -> Result<Option<Indexed>> {
        self.try_index_for(Asker::Watcher, caller, &mut |_| {})
    }

    fn try_index_for(
        &self,
        asker: Asker,
        caller: &Caller,
        watching: Watching<'_>,
    ) -> Result<Option<Indexed>> {
        if self.indexing_pauses() || self.store.is_read_only() {
            return Ok(None);
        }
        let lock = match self.index_lock() {
            Err(error) if error.is_about_room() => return Ok(None),
            lock => lock?,
        };
        let held = match asker {
            Asker::Question => lock_soon(&lock),
            Asker::Person | Asker::Watcher => lock.try_lock(),
        };
        match held {
            Ok(()) => as_room_allows(self.index_locked((How::Changes, asker), caller, watching).map(Some)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(EngineError::file(self.index_lock_path())(error)),
        }
    }

    /// Reads single transcripts into the index, wherever they lie.
    pub fn index_transcripts(
        &self,
        files: &[PathBuf],
        caller: &Caller,
        watching: Watching<'_>,
    ) -> Result<Indexed> {
        let lock = self.index_lock()?;
        lock.lock().map_err(EngineError::file(self.index_lock_path()))?;
        let mut done = Indexed::default();
        transcripts::run_files(self, (files, Given::Import), caller, (&mut done, watching))?;
        Ok(done)
    }

    /// Reads single transcripts into the index, unless another process is indexing: it will read them then.
    pub(crate) fn try_index_transcripts(&self, files: &[PathBuf], caller: &Caller) -> Result<()> {
        let lock = self.index_lock()?;
        if lock.try_lock().is_err() {
            return Ok(());
        }
        let following = (files, Given::Follow);
        transcripts::run_files(self, following, caller, (&mut Indexed::default(), &mut |_| {}))
    }

    fn index_locked(
        &self,
        (how, asker): (How, Asker),
        caller: &Caller,
        watching: Watching<'_>,
    ) -> Result<Indexed> {
        let mut done = self.index_files(how, caller, watching)?;
        vectors::catch_up(self, asker, (&mut done, watching))?;
        Ok(done)
    }

    fn index_files(&self, how: How, caller: &Caller, watching: Watching<'_>) -> Result<Indexed> {
        let mut done = Indexed::default();
        let other_words = self.store.named(TEXT)?.as_deref() != Some(TEXT_VERSION);
        if how == How::Again || other_words || self.index_damage()?.is_some() {
            again::run(self, caller, &mut done)?;
        }
        documents::run(self, caller, (&mut done, watching))?;
        transcripts::run(self, caller, (&mut done, watching))?;
        self.store.write_index(Durability::Lazy, |conn| {
            memoro_store::index::seal_if_due(conn, memoro_store::index::Effort::Full)
        })?;
        self.store.set_named(INDEXED_AT, Some(&caller.now.to_string()), Durability::Lazy)?;
        self.note_text_version()?;
        if done.chunks > 0 {
            self.refresh_strengths(caller.now)?;
        }
        Ok(done)
    }

    /// Makes the part of the index anew that no file holds: memories, and turns whose file is gone.
    pub(crate) fn remake_index(&self, caller: &Caller) -> Result<()> {
        again::run(self, caller, &mut Indexed::default())?;
        self.note_text_version()
    }

    /// Tells whether the index holds what no file holds any more.
    pub(crate) fn keeps_turns(&self) -> Result<bool> {
        let read = self.store.named_under(transcripts::READ)?;
        Ok(read.iter().any(|(name, _)| !again::is_read_again(self, name)))
    }

    /// Notes by which rules the texts in the index were cut into words; an index of other rules is made anew.
    pub(crate) fn note_text_version(&self) -> Result<()> {
        Ok(self.store.set_named(TEXT, Some(TEXT_VERSION), Durability::Lazy)?)
    }

    fn index_lock(&self) -> Result<File> {
        let path = self.index_lock_path();
        let mut options = File::options();
        options.create(true).truncate(false).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&path).map_err(EngineError::file(path))
    }

    fn index_lock_path(&self) -> PathBuf {
        self.root.join(OWN).join("index.lock")
    }

    /// Returns where documents are looked for.
    pub(crate) fn sources(&self) -> Sources {
        let settings = &self.settings.index;
        Sources {
            workspace: self.root.clone(),
            extra: settings.extra.clone(),
            linked: settings.linked.clone(),
            max_bytes: settings.max_bytes,
        }
    }

    /// Returns where transcripts are looked for: the workspace's own place first.
    pub(crate) fn places(&self) -> Vec<Place> {
        let mut places = vec![workspace_place(&self.root)];
        places.extend(self.settings.index.places.iter().cloned());
        places
    }
}

/// Takes the lock, where another process gives it back soon.
fn lock_soon(lock: &File) -> std::result::Result<(), TryLockError> {
    let began = std::time::Instant::now();
    loop {
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) if began.elapsed() < crate::sync::PATIENCE => {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            held => return held,
        }
    }
}

/// The name under which the time of the last indexing is kept.
const INDEXED_AT: &str = "indexed_at";

/// The name under which it is kept by which rules texts were cut into words.
const TEXT: &str = "index.text";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::Recall;
    use crate::settings::Settings;

    #[test]
    fn an_index_of_other_text_rules_is_made_anew_and_one_of_these_rules_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let caller = Caller::user(jiff::Timestamp::now());
        let workspace = Workspace::init(folder.path(), Settings::default(), &caller).unwrap();
        std::fs::write(folder.path().join("notes.md"), "# แผน\nรหัสโปรเจกต์คือพญานาค\n").unwrap();
        let index = || workspace.index(How::Changes, &caller, &mut |_| {}).unwrap();
        assert_eq!((index().new, index().new), (1, 0));
        workspace.store.set_named(TEXT, Some("1"), Durability::Lazy).unwrap();
        assert_eq!((index().new, index().new), (1, 0));
        assert_eq!(workspace.recall(&Recall::new("รหัสโปรเจกต์"), &caller).unwrap().hits.len(), 1);
    }
}
