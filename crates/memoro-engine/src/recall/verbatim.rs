//! Quoted words that the index does not keep ("to be or not to be", "The Who") are looked for in the texts themselves:
//! memories, turns, then files, the newest first, within bounds. Where the bounds are reached the answer says so.

use std::cell::Cell;
use std::cmp::Reverse;
use std::fs::File;
use std::io::Read as _;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use memoro_core::query::Query;
use memoro_core::text::Phrase;
use memoro_store::index::{self, Document, Source};

use crate::error::Result;
use crate::workspace::Workspace;

/// How much text is looked at, at most.
const BYTES: u64 = 64 * 1024 * 1024;
/// How long it is looked for, at most.
const TIME: Duration = Duration::from_millis(200);
/// How many are found, at most.
const MOST: usize = 400;

/// Where quoted words stand that the index does not keep.
#[derive(Debug, Default)]
pub(super) struct Verbatim {
    /// The chunks, the newest first.
    pub(super) slots: Vec<u32>,
    /// What was not looked at.
    pub(super) warning: Option<String>,
}

/// What is left of the bounds.
struct Left {
    until: Instant,
    bytes: Cell<u64>,
}

impl Left {
    /// Takes a text off the bounds; tells whether it may still be looked at.
    fn take(&self, bytes: u64) -> bool {
        let left = self.bytes.get().checked_sub(bytes);
        self.bytes.set(left.unwrap_or(0));
        left.is_some() && Instant::now() < self.until
    }
}

impl Workspace {
    /// Looks for the quoted words of a question that the index does not keep; nothing where it keeps them.
    pub(super) fn verbatim(&self, query: &Query) -> Result<Verbatim> {
        if query.phrases.iter().all(|phrase| phrase.unindexed() == 0) {
            return Ok(Verbatim::default());
        }
        let left = Left { until: Instant::now() + TIME, bytes: Cell::new(BYTES) };
        let mut slots = self.memories_with(&query.phrases, &left)?;
        let whole = |text: &[u8]| holds(&query.phrases, text);
        slots.extend(self.store.slots_of_texts(|text| looked(&left, text, whole))?);
        for source in [Source::Workspace, Source::Extra] {
            let mut documents = self.store.read_index(|conn| index::documents(conn, source))?;
            documents.sort_by_key(|document| Reverse(document.record.mtime_ns));
            for document in documents {
                if slots.len() >= MOST || !left.take(document.record.size) {
                    break;
                }
                slots.extend(self.passages_with(&query.phrases, &document)?);
            }
        }
        let cut = slots.len() >= MOST || !left.take(0) || left.bytes.get() == 0;
        let warning =
            "the quoted words are too common for the index and were looked for in the newest texts only";
        Ok(Verbatim { slots, warning: cut.then(|| warning.to_owned()) })
    }

    /// Returns the memories that hold the words: the written form tells which may, their text which do.
    fn memories_with(&self, phrases: &[Phrase], left: &Left) -> Result<Vec<u32>> {
        let may = |content: &[u8]| phrases.iter().all(|phrase| phrase.may_be_in(content));
        let slots = self.store.slots_of_contents(|content| looked(left, content, may))?;
        let found = self.store.found(&slots)?.into_iter();
        let held = found.filter(|one| {
            let text = one.memory.as_ref().map(|stored| stored.memory.content.text());
            text.is_some_and(|text| holds(phrases, text.as_bytes()))
        });
        Ok(held.map(|one| one.slot).collect())
    }

    /// Returns the chunks of a file that hold the words.
    fn passages_with(&self, phrases: &[Phrase], document: &Document) -> Result<Vec<u32>> {
        let record = &document.record;
        let mut bytes = Vec::new();
        let read = File::open(self.root.join(&record.uri)).and_then(|file| {
            // What was written since stands in no chunk.
            file.take(record.size).read_to_end(&mut bytes)
        });
        if read.is_err() || !phrases.iter().all(|phrase| phrase.may_be_in(&bytes)) {
            return Ok(Vec::new());
        }
        let chunks = self.store.read_index(|conn| index::chunks_of(conn, document.id))?;
        let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
        let text = |chunk: &index::ChunkPlace| bytes.get(place(chunk.bytes.start)..place(chunk.bytes.end));
        let held = chunks.iter().filter(|chunk| text(chunk).is_some_and(|text| holds(phrases, text)));
        Ok(held.map(|chunk| chunk.slot).collect())
    }
}

/// Looks at one text within the bounds.
fn looked(left: &Left, text: &[u8], wanted: impl Fn(&[u8]) -> bool) -> ControlFlow<(), bool> {
    if left.take(text.len() as u64) { ControlFlow::Continue(wanted(text)) } else { ControlFlow::Break(()) }
}

/// Tells whether a text holds every phrase.
fn holds(phrases: &[Phrase], text: &[u8]) -> bool {
    phrases.iter().all(|phrase| phrase.may_be_in(text))
        && phrases.iter().all(|phrase| phrase.is_in(&String::from_utf8_lossy(text)))
}
