//! The search index as part of the store: what a memory puts into it, and how a question looks at it.

use memoro_core::fusion::{ChunkMeta, NO_DAY};
use memoro_core::text::Profile;
use memoro_core::{Layer, Memory, Sensitivity, Status};
use rusqlite::{Connection, OptionalExtension};

use crate::error::{Result, StoreError};
use crate::index::{
    self, Ahead, Bitmap, ChunkPlace, Document, Effort, Facets, IndexError, NewChunk, NewDocument, Quantized,
    SearchIndex, Source, Tier, View,
};
use crate::memories::{Filter, Stored};
use crate::open::Store;
use crate::writer::Durability;

/// The bit of a status facet that marks what is shown only on request.
const SENSITIVE: u8 = 0x80;

/// What stands at a slot of the index.
#[derive(Debug, Clone)]
pub struct Found {
    /// The slot.
    pub slot: u32,
    /// Where the chunk stands in its document.
    pub place: ChunkPlace,
    /// The document.
    pub document: Document,
    /// The memory, where the document is one that is still there.
    pub memory: Option<Stored>,
}

/// What a memory puts into the search index, made outside the writer.
#[derive(Debug, Clone)]
pub struct MemoryText {
    text: String,
    profile: Profile,
    terms: memoro_core::text::TermCounts,
    day: i32,
    facets: Facets,
    scope: String,
    vector: Option<(String, Quantized)>,
}

impl MemoryText {
    /// Prepares a memory for search; `vector` is its embedding with the name of the model.
    pub fn of(memory: &Memory, vector: Option<(String, Quantized)>) -> Self {
        let text = searched_text(memory);
        let (profile, terms) = Profile::of(&text);
        let day = i32::try_from(memory.date().as_second().div_euclid(86_400)).unwrap_or(NO_DAY);
        let (facets, scope) = (facets(memory), scope_name(memory));
        Self { text, profile, terms, day, facets, scope, vector }
    }
}

/// Returns the text under which a memory is found: for an entry also the words of its key, and those that people ask for it by.
pub fn searched_text(memory: &Memory) -> String {
    let text = memory.content.text();
    match memory.shape() {
        memoro_core::Shape::Entry => {
            let key = memory.key.as_str();
            let mut words = key.replace(['.', '_', '/'], " ");
            for asked in memoro_core::trigger::asked_by(key) {
                words.extend([" ", asked]);
            }
            format!("{words}: {text}")
        }
        _ => text,
    }
}

fn scope_name(memory: &Memory) -> String {
    format!("{}:{}", memory.scope.kind(), memory.scope.id())
}

fn facets(memory: &Memory) -> Facets {
    let confidence = u32::from(memory.provenance.confidence.thousandths()) * 255 / 1000;
    Facets {
        scope: 0,
        layer: layer_number(memory.layer()),
        source: source_number(Source::Memory),
        tier: tier_number(Tier::Warm),
        status: status_number(&memory.status)
            | if memory.sensitivity == Sensitivity::Sensitive { SENSITIVE } else { 0 },
        confidence: u8::try_from(confidence).unwrap_or(u8::MAX),
        importance: 0,
    }
}

/// Returns the number under which the index knows a layer.
pub fn layer_number(layer: Layer) -> u8 {
    Layer::ALL.iter().position(|l| *l == layer).and_then(|n| u8::try_from(n).ok()).unwrap_or(u8::MAX)
}

/// Returns the number under which the index knows a source.
pub const fn source_number(source: Source) -> u8 {
    match source {
        Source::Workspace => 0,
        Source::Extra => 1,
        Source::Transcript => 2,
        Source::Memory => 3,
    }
}

/// Returns the number under which the index knows a tier.
pub const fn tier_number(tier: Tier) -> u8 {
    match tier {
        Tier::Hot => 0,
        Tier::Warm => 1,
        Tier::Cold => 2,
        Tier::Archive => 3,
    }
}

/// Returns the number under which the index knows a status; documents are active.
pub fn status_number(status: &Status) -> u8 {
    match status {
        Status::Active => 0,
        Status::Pending => 1,
        Status::Superseded { .. } => 2,
        Status::Archived => 3,
        Status::Forgotten => 4,
    }
}

/// Tells whether a status facet marks what is shown only on request.
pub const fn is_sensitive(status: u8) -> bool {
    status & SENSITIVE != 0
}

/// Returns the status of a status facet, apart from the mark.
pub const fn plain_status(status: u8) -> u8 {
    status & !SENSITIVE
}

/// Puts a memory into the index, or changes what the index has of it.
pub(crate) fn put(
    conn: &Connection,
    ahead: &mut Ahead,
    id: &str,
    text: &MemoryText,
    at: jiff::Timestamp,
) -> Result<()> {
    let scope = ahead.scope(&text.scope, |name| scope_number(conn, name))?;
    let facets = Facets { scope, ..text.facets };
    let hash = *blake3::hash(text.text.as_bytes()).as_bytes();
    let record = NewDocument {
        source: Source::Memory,
        uri: id.to_owned(),
        title: None,
        tier: Tier::Warm,
        content_hash: Some(hash),
        size: text.text.len() as u64,
        mtime_ns: 0,
        inode: 0,
        indexed_at: at,
        error: None,
    };
    let document = match index::record_if_new(conn, &record)? {
        Some(document) => document,
        None => match known(conn, ahead, id)? {
            Some(Document { id, record: old }) if old.content_hash == Some(hash) => {
                index::update_facets(conn, id, |found| *found = facets)?;
                return Ok(());
            }
            Some(Document { id, .. }) => {
                index::remove(conn, id)?;
                index::update_document(conn, id, &record)?;
                id
            }
            None => {
                let what = format!("{id} is recorded and cannot be found");
                return Err(IndexError::Corrupt(what).into());
            }
        },
    };
    let vectors = match &text.vector {
        Some((model, vector)) => vec![(ahead.model(conn, model, dim(vector))?, vector.clone())],
        None => Vec::new(),
    };
    let short: [u8; 8] = hash.first_chunk().copied().unwrap_or_default();
    let chunk = NewChunk {
        lines: 0..0,
        bytes: 0..text.text.len() as u64,
        text_hash: u64::from_le_bytes(short),
        heading: None,
        text: None,
        terms: text.terms.clone(),
        meta: ChunkMeta { day: text.day, profile: text.profile, ..ChunkMeta::default() },
        facets,
        vectors,
    };
    if index::fills_a_block(&ahead.put(conn, document, &chunk)?) {
        ahead.settle(conn)?;
        index::seal_if_due(conn, Effort::Bounded)?;
    }
    Ok(())
}

/// Puts memories into the index, with nothing between them.
fn put_all<'a>(
    conn: &Connection,
    texts: impl IntoIterator<Item = (&'a str, &'a MemoryText)>,
    at: jiff::Timestamp,
) -> Result<()> {
    let mut ahead = Ahead::default();
    texts.into_iter().try_for_each(|(id, text)| put(conn, &mut ahead, id, text, at))?;
    Ok(ahead.settle(conn)?)
}

fn dim(vector: &Quantized) -> u32 {
    u32::try_from(vector.dim()).unwrap_or(u32::MAX)
}

/// Finds what search holds of a memory to change it; what was put there in the same transaction is written first.
fn known(conn: &Connection, ahead: &mut Ahead, id: &str) -> index::Result<Option<Document>> {
    ahead.settle(conn)?;
    index::find_document(conn, Source::Memory, id)
}

/// Returns what search holds of a memory.
pub(crate) fn document_of(conn: &Connection, id: &str) -> Result<Option<index::DocumentId>> {
    Ok(index::find_document(conn, Source::Memory, id)?.map(|document| document.id))
}

/// Returns the number under which the index knows a scope, made now if it is new.
pub fn scope_number(conn: &Connection, name: &str) -> Result<u32> {
    let known = |conn: &Connection| {
        conn.prepare_cached("SELECT id FROM scopes WHERE name = ?1")?
            .query_row([name], |row| row.get(0))
            .optional()
    };
    if let Some(id) = known(conn)? {
        return Ok(id);
    }
    conn.prepare_cached("INSERT INTO scopes (name) VALUES (?1)")?.execute([name])?;
    known(conn)?.ok_or_else(|| StoreError::damaged("a scope that was just written is not there"))
}

impl Store {
    /// Shows the index as one question sees it, with the postings of its terms and every commit taken in.
    pub fn view(&self, terms: &[memoro_core::text::Term]) -> Result<View> {
        self.read(|conn| {
            let mut index = self.index.lock().expect("no search panics while it holds the index");
            Ok(index.view(conn, terms)?)
        })
    }

    /// Returns the memories that search cannot find.
    pub fn unindexed(&self) -> Result<Vec<memoro_core::MemoryId>> {
        self.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT id FROM memories WHERE scope_kind <> 'policy' AND id NOT IN
                 (SELECT uri FROM documents WHERE source = 'memory' AND id IN (SELECT document FROM chunks))",
            )?;
            let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
            rows.map(|id| memoro_core::MemoryId::new(id?).map_err(StoreError::damaged)).collect()
        })
    }

    /// Takes out of the index what belongs to no memory or has no words.
    pub fn drop_orphans(&self) -> Result<()> {
        self.write(Durability::Lazy, |tx| {
            let orphans: Vec<i64> = {
                let mut statement = tx.prepare_cached(
                    "SELECT id FROM documents WHERE source = 'memory' AND (uri NOT IN (SELECT id FROM memories)
                     OR id NOT IN (SELECT document FROM chunks))",
                )?;
                statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?
            };
            for id in orphans {
                index::remove_document(tx, index::DocumentId(id))?;
            }
            Ok(())
        })
    }

    /// Returns the memories that search finds by other words than those they have now.
    pub fn misindexed(&self) -> Result<Vec<memoro_core::MemoryId>> {
        self.read(|conn| {
            let columns = crate::memories::COLUMNS.split(',').map(|name| format!("memories.{}", name.trim()));
            let mut statement = conn.prepare_cached(&format!(
                "SELECT {}, documents.content_hash FROM memories JOIN documents
                 ON documents.source = 'memory' AND documents.uri = memories.id",
                columns.collect::<Vec<_>>().join(", ")
            ))?;
            let mut rows = statement.query([])?;
            let mut wrong = Vec::new();
            while let Some(row) = rows.next()? {
                let Ok(memory) = crate::memories::image_of(row)?.memory() else { continue };
                let known: Option<[u8; 32]> = row.get("content_hash")?;
                if known != Some(*blake3::hash(searched_text(&memory).as_bytes()).as_bytes()) {
                    wrong.push(memory.id);
                }
            }
            Ok(wrong)
        })
    }

    /// Puts memories into the index again.
    pub fn reindex(
        &self,
        texts: Vec<(memoro_core::MemoryId, MemoryText)>,
        at: jiff::Timestamp,
    ) -> Result<()> {
        self.write(Durability::Lazy, move |tx| {
            put_all(tx, texts.iter().map(|(id, text)| (id.as_str(), text)), at)
        })
    }

    /// Returns what stands at some slots, all as of one moment; a slot that is gone meanwhile is left out.
    pub fn found(&self, slots: &[u32]) -> Result<Vec<Found>> {
        self.read(|conn| {
            // One transaction for all of them: each would begin its own otherwise.
            let moment = conn.unchecked_transaction()?;
            let mut found = Vec::with_capacity(slots.len());
            for &slot in slots {
                let Some(place) = index::chunk(&moment, slot)? else { continue };
                let Some(document) = index::document(&moment, place.document)? else { continue };
                let memory = match document.record.source {
                    Source::Memory => crate::memories::by_id(&moment, &document.record.uri)?,
                    _ => None,
                };
                found.push(Found { slot, place, document, memory });
            }
            Ok(found)
        })
    }

    /// Reads from the index's tables.
    pub fn read_index<T>(&self, mut work: impl FnMut(&Connection) -> index::Result<T>) -> Result<T> {
        self.read(|conn| Ok(work(conn)?))
    }

    /// Writes to the index's tables, in one transaction with whatever else is waiting.
    pub fn write_index<T: Send + 'static>(
        &self,
        durability: Durability,
        work: impl FnOnce(&Connection) -> index::Result<T> + Send + 'static,
    ) -> Result<T> {
        self.write(durability, move |tx| Ok(work(tx)?))
    }

    /// Empties the index, in whatever state it is, and puts memories into it, in one transaction.
    pub fn remake_index(&self, memories: Vec<(String, MemoryText)>, at: jiff::Timestamp) -> Result<()> {
        self.write(Durability::Lazy, move |tx| {
            index::clear(tx)?;
            put_all(tx, memories.iter().map(|(id, text)| (id.as_str(), text)), at)
        })
    }

    /// Returns the numbers of the scopes that are known, by name (`user:default`, `session:…`).
    pub fn scope_numbers(&self) -> Result<Vec<(String, u32)>> {
        self.read(|conn| {
            let mut statement = conn.prepare_cached("SELECT name, id FROM scopes")?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Returns the slots of the memories that a filter lets through.
    pub fn slots_of_memories(&self, filter: &Filter) -> Result<Bitmap> {
        let ids: Vec<String> =
            self.list(filter)?.into_iter().map(|stored| stored.memory.id.to_string()).collect();
        self.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT slot FROM chunks JOIN documents ON documents.id = document WHERE source = 'memory' AND uri = ?1",
            )?;
            let mut slots = Bitmap::new();
            for id in &ids {
                let rows = statement.query_map([id], |row| row.get::<_, u32>(0))?;
                for slot in rows {
                    slots.insert(slot?);
                }
            }
            Ok(slots)
        })
    }

    /// Returns the slots of the files and conversations whose path and title are wanted.
    pub fn slots_of_documents(&self, wanted: impl Fn(&str, Option<&str>) -> bool) -> Result<Bitmap> {
        self.read(|conn| {
            let mut statement =
                conn.prepare_cached("SELECT id, uri, title FROM documents WHERE source <> 'memory'")?;
            let rows = statement.query_map([], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, Option<String>>(2)?))
            })?;
            let mut slots = Bitmap::new();
            for row in rows {
                let (id, uri, title) = row?;
                if wanted(&uri, title.as_deref()) {
                    let mut chunks = conn.prepare_cached("SELECT slot FROM chunks WHERE document = ?1")?;
                    for slot in chunks.query_map([id], |row| row.get::<_, u32>(0))? {
                        slots.insert(slot?);
                    }
                }
            }
            Ok(slots)
        })
    }

    /// Returns the slots of the memories that stand in a wanted file.
    pub fn slots_of_mirrored(&self, wanted: impl Fn(&str) -> bool) -> Result<Bitmap> {
        self.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT file, slot FROM mirror JOIN documents ON source = 'memory' AND uri = memory
                 JOIN chunks ON document = documents.id",
            )?;
            let rows =
                statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, u32>(1)?)))?;
            let mut slots = Bitmap::new();
            for row in rows {
                let (file, slot) = row?;
                if wanted(&file) {
                    slots.insert(slot);
                }
            }
            Ok(slots)
        })
    }

    /// Returns the number of a scope, made now if it is new.
    pub fn number_scope(&self, name: &str) -> Result<u32> {
        let name = name.to_owned();
        self.write(Durability::Lazy, move |tx| scope_number(tx, &name))
    }
}

impl From<IndexError> for StoreError {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Sqlite(error) => error.into(),
            other => StoreError::Index(other.to_string()),
        }
    }
}

/// The mirror of the index that a store keeps in memory.
pub(crate) fn mirror() -> std::sync::Mutex<SearchIndex> {
    std::sync::Mutex::new(SearchIndex::default())
}
