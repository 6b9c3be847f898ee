//! The text of hits in files, as the files are now: a chunk that moved is shown where it stands, one that is no longer
//! there is left out and told. Reads only what the index names, and writes nothing.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use jiff::Timestamp;
use memoro_store::index::{ChunkPlace, Document, DocumentId};

use crate::documents::{self, Fingerprint, fingerprint_of};
use crate::index::{Cut, cut, date_in};
use crate::workspace::Workspace;

/// The files behind the hits of one answer.
pub(super) struct Passages<'a> {
    workspace: &'a Workspace,
    files: RefCell<HashMap<DocumentId, State>>,
    warnings: RefCell<BTreeSet<String>>,
}

/// How a file stands to what was indexed of it.
#[derive(Clone)]
enum State {
    /// It is as it was indexed.
    Same,
    /// It was changed, and would be cut like this now.
    Changed(Rc<Vec<Cut>>),
    /// It cannot be read.
    Gone,
}

impl<'a> Passages<'a> {
    pub(super) fn new(workspace: &'a Workspace) -> Self {
        Self { workspace, files: RefCell::default(), warnings: RefCell::default() }
    }

    /// Returns the day that the name of a file gives.
    pub(super) fn named_day(&self, path: &str) -> Option<Timestamp> {
        let day = date_in(path.rsplit('/').next()?)?;
        day.to_zoned(self.workspace.settings.time_zone.clone()).ok().map(|day| day.timestamp())
    }

    /// Returns what the answer could not take into account.
    pub(super) fn warnings(self) -> Vec<String> {
        self.warnings.into_inner().into_iter().collect()
    }

    /// Returns the text of a chunk and its lines; nothing if the file no longer holds it.
    pub(super) fn read(&self, place: &ChunkPlace, document: &Document) -> Option<(String, Range<u32>)> {
        let path = &document.record.uri;
        let known = self.files.borrow().get(&document.id).cloned();
        let state = known.unwrap_or_else(|| self.look(document));
        self.files.borrow_mut().insert(document.id, state.clone());
        match state {
            State::Same => Some((self.bytes(path, &place.bytes)?, place.lines.clone())),
            State::Changed(cuts) => {
                self.warn(format!("{path} changed since it was indexed; run `memoro index`"));
                let same = cuts.iter().filter(|cut| cut.hash == place.text_hash);
                let nearest = same.min_by_key(|cut| cut.lines.start.abs_diff(place.lines.start))?;
                Some((nearest.text.clone(), nearest.lines.clone()))
            }
            State::Gone => {
                self.warn(format!("{path} cannot be read any more; run `memoro index`"));
                None
            }
        }
    }

    fn warn(&self, text: String) {
        self.warnings.borrow_mut().insert(text);
    }

    fn place(&self, path: &str) -> PathBuf {
        self.workspace.root.join(Path::new(path))
    }

    /// Compares a file with what was recorded of it; where its time tells nothing, its bytes do.
    fn look(&self, document: &Document) -> State {
        let record = &document.record;
        let file = self.place(&record.uri);
        let Ok(metadata) = file.metadata() else { return State::Gone };
        let seen = Fingerprint { modified: record.mtime_ns, size: record.size, inode: record.inode };
        if seen.inode != 0 && fingerprint_of(&metadata) == seen {
            return State::Same;
        }
        let settings = &self.workspace.settings.index;
        let Ok(read) = documents::read(&file, settings.max_bytes) else { return State::Gone };
        if record.content_hash == Some(*read.hash.as_bytes()) {
            return State::Same;
        }
        State::Changed(Rc::new(cut(&record.uri, &read.bytes, settings.limits)))
    }

    fn bytes(&self, path: &str, range: &Range<u64>) -> Option<String> {
        let mut file = File::open(self.place(path)).ok()?;
        file.seek(SeekFrom::Start(range.start)).ok()?;
        let mut bytes = Vec::new();
        file.take(range.end.saturating_sub(range.start)).read_to_end(&mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}
