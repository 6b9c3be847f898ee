//! Changes of the index that are written together, in one transaction each.

use memoro_store::index::{self, DocumentId, Effort, NewChunk, NewDocument};
use memoro_store::{Durability, set_named_in, source_number, tier_number};
use rusqlite::Connection;

use super::make::Made;
use crate::error::Result;
use crate::workspace::Workspace;

/// How many chunks are written at once.
const CHUNKS: usize = 2_048;

/// How many documents are written at once.
const ITEMS: usize = 512;

/// One change of the index.
pub(super) enum Change {
    /// Writes a document with all its chunks, in the place of an old one.
    Replace { old: Option<DocumentId>, record: NewDocument, chunks: Vec<Made> },
    /// Writes what is recorded of a document; its chunks stay.
    Record { id: DocumentId, record: NewDocument },
    /// Adds chunks behind those of a document, which is made now if it is new.
    Append { record: NewDocument, chunks: Vec<Made> },
    /// Takes a document out.
    Remove { id: DocumentId },
    /// Keeps a named value.
    Note { name: String, value: Option<String> },
}

/// Changes that wait to be written.
pub(super) struct Batch<'a> {
    workspace: &'a Workspace,
    waiting: Vec<Change>,
    chunks: usize,
    /// How many chunks were written.
    pub(super) written: u64,
}

impl<'a> Batch<'a> {
    pub(super) fn new(workspace: &'a Workspace) -> Self {
        Self { workspace, waiting: Vec::new(), chunks: 0, written: 0 }
    }

    /// Adds a change; writes all when there are many.
    pub(super) fn add(&mut self, change: Change) -> Result<()> {
        self.add_together(vec![change])
    }

    /// Adds changes that must be written in one transaction.
    pub(super) fn add_together(&mut self, changes: Vec<Change>) -> Result<()> {
        for change in &changes {
            if let Change::Replace { chunks, .. } | Change::Append { chunks, .. } = change {
                self.chunks += chunks.len();
            }
        }
        self.waiting.extend(changes);
        if self.chunks >= CHUNKS || self.waiting.len() >= ITEMS { self.write() } else { Ok(()) }
    }

    /// Writes what waits.
    pub(super) fn write(&mut self) -> Result<()> {
        let changes = std::mem::take(&mut self.waiting);
        self.written += self.chunks as u64;
        self.chunks = 0;
        if changes.is_empty() {
            return Ok(());
        }
        let (name, dim) = (self.workspace.model.id().as_str().to_owned(), self.workspace.model.dims());
        self.workspace.store.write_index(Durability::Lazy, move |conn| {
            let model = index::register_model(conn, &name, u32::try_from(dim).unwrap_or(u32::MAX))?.id;
            for change in changes {
                apply(conn, model, change)?;
            }
            index::seal_if_due(conn, Effort::Bounded)
        })?;
        Ok(())
    }
}

fn apply(conn: &Connection, model: index::ModelId, change: Change) -> index::Result<()> {
    match change {
        Change::Replace { old, record, chunks } => {
            let id = match old {
                Some(id) => {
                    index::remove(conn, id)?;
                    index::update_document(conn, id, &record)?;
                    id
                }
                None => index::add_document(conn, &record)?,
            };
            put(conn, id, model, chunks, 0)
        }
        Change::Record { id, record } => {
            index::update_document(conn, id, &record)?;
            let (source, tier) = (source_number(record.source), tier_number(record.tier));
            index::update_facets(conn, id, |facets| (facets.source, facets.tier) = (source, tier))?;
            Ok(())
        }
        Change::Append { record, chunks } => {
            let id = match index::find_document(conn, record.source, &record.uri)? {
                Some(known) => {
                    index::update_document(conn, known.id, &record)?;
                    known.id
                }
                None => index::add_document(conn, &record)?,
            };
            let first = index::next_ordinal(conn, id)?;
            put(conn, id, model, chunks, first)
        }
        Change::Remove { id } => index::remove_document(conn, id).map(|_| ()),
        Change::Note { name, value } => Ok(set_named_in(conn, &name, value.as_deref())?),
    }
}

fn put(
    conn: &Connection,
    id: DocumentId,
    model: index::ModelId,
    chunks: Vec<Made>,
    first: u32,
) -> index::Result<()> {
    let mut ready: Vec<NewChunk> = Vec::with_capacity(chunks.len());
    for Made { mut chunk, speaker, vector } in chunks {
        chunk.meta.ordinal += first;
        if let Some(name) = speaker {
            chunk.meta.speaker = index::speaker(conn, &name)?;
        }
        chunk.vectors.extend(vector.map(|vector| (model, vector)));
        ready.push(chunk);
    }
    if !ready.is_empty() {
        index::put(conn, id, &ready)?;
    }
    Ok(())
}
