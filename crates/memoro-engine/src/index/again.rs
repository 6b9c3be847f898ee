//! Makes the search index anew, whatever state it is in: memories at once, turns whose file is gone from what the
//! store kept of them; files are read afterwards as if for the first time. Changes no memory.

use std::path::Path;

use jiff::Timestamp;
use memoro_core::{ScopeKind, Status};
use memoro_store::index::{self, ChunkPlace, Document, Source};
use memoro_store::{Durability, Filter, MemoryText, searched_text};

use super::Indexed;
use super::batch::{Batch, Change};
use super::make::Maker;
use super::transcripts::READ;
use super::vectors::WHOLE_TO;
use crate::caller::Caller;
use crate::embedding::Space;
use crate::error::Result;
use crate::workspace::Workspace;

/// How many memories are prepared at once.
const MEMORIES: usize = 1_000;

/// Empties the index and puts back what cannot be read from files.
pub(super) fn run(workspace: &Workspace, caller: &Caller, done: &mut Indexed) -> Result<()> {
    let kept = kept(workspace);
    let memories = memories(workspace)?;
    done.chunks += memories.len() as u64;
    workspace.store.remake_index(memories, caller.now)?;
    // What others wrote, changed or erased since it was listed.
    workspace.index_missing(caller)?;
    workspace.store.set_named(WHOLE_TO, None, Durability::Lazy)?;
    for (name, _) in workspace.store.named_under(READ)? {
        if is_read_again(workspace, &name) {
            workspace.store.set_named(&format!("{READ}{name}"), None, Durability::Lazy)?;
        }
    }
    let (mut batch, mut maker) = (Batch::new(workspace), Maker::new(workspace)?);
    for (document, chunks) in kept {
        let made = chunks.into_iter().filter_map(|chunk| maker.kept_turn(chunk)).collect();
        batch.add(Change::Append { record: document.record, chunks: made })?;
    }
    batch.write()?;
    done.chunks += batch.written;
    Ok(())
}

impl Workspace {
    /// Puts the memories into the index that search does not find, or finds by other words than they have now, and takes
    /// out what belongs to no memory.
    pub(crate) fn index_missing(&self, caller: &Caller) -> Result<()> {
        self.store.drop_orphans()?;
        let mut missing = self.store.unindexed()?;
        missing.extend(self.store.misindexed()?);
        for ids in missing.chunks(MEMORIES) {
            let space = self.space()?;
            let mut texts = Vec::new();
            for id in ids {
                if let Some(stored) = self.store.get(id)? {
                    let embedded = self.embed_memory(&space, &searched_text(&stored.memory));
                    texts.push((id.clone(), MemoryText::of(&stored.memory, embedded)));
                }
            }
            self.store.reindex(texts, caller.now)?;
        }
        Ok(())
    }
}

/// Tells whether a transcript lies where transcripts are looked for.
pub(super) fn is_read_again(workspace: &Workspace, uri: &str) -> bool {
    let file = workspace.root.join(Path::new(uri.split('#').next().unwrap_or(uri)));
    file.exists() && workspace.places().iter().any(|place| file.starts_with(&place.folder))
}

/// Returns the turns that no file holds any more; of a damaged index, those that can still be read.
fn kept(workspace: &Workspace) -> Vec<(Document, Vec<ChunkPlace>)> {
    let documents = workspace.store.read_index(|conn| index::documents(conn, Source::Transcript));
    let gone = documents.unwrap_or_default().into_iter().filter(|d| !is_read_again(workspace, &d.record.uri));
    gone.filter_map(|document| {
        let chunks = workspace.store.read_index(|conn| index::chunks_of(conn, document.id)).ok()?;
        Some((document, chunks))
    })
    .collect()
}

fn memories(workspace: &Workspace) -> Result<Vec<(String, MemoryText)>> {
    let space = workspace.space().unwrap_or(Space::Local);
    let mut all = Vec::new();
    let mut filter = Filter {
        now: Timestamp::MIN,
        statuses: Status::WORDS.map(str::to_owned).to_vec(),
        sensitive: true,
        limit: Some(MEMORIES),
        ..Filter::default()
    };
    loop {
        let some = workspace.store.list(&filter)?;
        let last = some.len() < MEMORIES;
        filter.offset += some.len();
        for stored in some.iter().filter(|s| s.memory.scope.kind() != ScopeKind::Policy) {
            let vector = match space {
                Space::Local => workspace.embed_local(&searched_text(&stored.memory)),
                _ => None,
            };
            all.push((stored.memory.id.to_string(), MemoryText::of(&stored.memory, vector)));
        }
        if last {
            return Ok(all);
        }
    }
}
