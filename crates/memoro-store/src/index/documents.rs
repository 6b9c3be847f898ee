//! Rows of documents and where their chunks stand. Does not read files and does not touch postings or vectors.

use std::ops::Range;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::error::{IndexError, Result, corrupt};

/// The number of a document; also the group of its chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DocumentId(pub i64);

/// Where a document comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A file of the workspace.
    Workspace,
    /// A file of a configured path outside it.
    Extra,
    /// A conversation.
    Transcript,
    /// A memory; its uri is the memory's id.
    Memory,
}

/// How near at hand a document is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tier {
    /// Read by every session.
    Hot,
    /// Recent work.
    Warm,
    /// Older knowledge.
    Cold,
    /// Kept, rarely asked for.
    Archive,
}

macro_rules! words {
    ($type:ident { $($variant:ident = $word:literal),* }) => {
        impl $type {
            /// Returns the one spelling of this value.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),* }
            }

            fn parse(word: &str) -> Result<Self> {
                match word {
                    $($word => Ok(Self::$variant),)*
                    other => corrupt(format!("`{other}` is no {}", stringify!($type))),
                }
            }
        }
    };
}

words!(Source { Workspace = "workspace", Extra = "extra", Transcript = "transcript", Memory = "memory" });
words!(Tier { Hot = "hot", Warm = "warm", Cold = "cold", Archive = "archive" });

/// What is recorded of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewDocument {
    /// Where it comes from.
    pub source: Source,
    /// Its path, or the memory's id.
    pub uri: String,
    /// Its title, where it has one.
    pub title: Option<String>,
    /// How near at hand it is kept.
    pub tier: Tier,
    /// The hash of its content, where it was read.
    pub content_hash: Option<[u8; 32]>,
    /// Its size in bytes.
    pub size: u64,
    /// When it was last changed, in nanoseconds since 1970.
    pub mtime_ns: i64,
    /// Its file number, zero where there is none.
    pub inode: u64,
    /// When it was indexed.
    pub indexed_at: Timestamp,
    /// Why it could not be indexed, where it could not.
    pub error: Option<String>,
}

/// A document with its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its number.
    pub id: DocumentId,
    /// What is recorded of it.
    pub record: NewDocument,
}

/// Where a chunk stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkPlace {
    /// The chunk's slot.
    pub slot: u32,
    /// Its document.
    pub document: DocumentId,
    /// Its place in the document.
    pub ordinal: u32,
    /// Its lines, counted from one; the end is not included.
    pub lines: Range<u32>,
    /// Its bytes in the document.
    pub bytes: Range<u64>,
    /// The 64-bit hash of its text.
    pub text_hash: u64,
    /// The headings above it.
    pub heading: Option<String>,
    /// Its text, where the store keeps it.
    pub text: Option<String>,
}

const DOCUMENT: &str = "id, source, uri, title, tier, content_hash, size, mtime_ns, inode, indexed_at, error";
const CHUNK: &str =
    "slot, document, ordinal, start_line, end_line, start_byte, end_byte, text_hash, heading, text";

/// Records a document; its source and uri must be new.
pub fn add_document(conn: &Connection, new: &NewDocument) -> Result<DocumentId> {
    match record_if_new(conn, new)? {
        Some(id) => Ok(id),
        None => corrupt(format!("{} is recorded already", new.uri)),
    }
}

/// Records a document, unless its source and uri are known.
pub fn record_if_new(conn: &Connection, new: &NewDocument) -> Result<Option<DocumentId>> {
    let recorded = conn
        .prepare_cached(
            "INSERT INTO documents (source, uri, title, tier, content_hash, size, mtime_ns, inode, indexed_at, error)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (source, uri) DO NOTHING",
        )?
        .execute(params![
        new.source.as_str(),
        new.uri,
        new.title,
        new.tier.as_str(),
        new.content_hash,
        new.size.cast_signed(),
        new.mtime_ns,
        new.inode.cast_signed(),
        new.indexed_at.as_microsecond(),
        new.error
    ])?;
    Ok((recorded > 0).then(|| DocumentId(conn.last_insert_rowid())))
}

/// Writes what is recorded of a document anew, its uri included: a moved file keeps its chunks.
pub fn update_document(conn: &Connection, id: DocumentId, new: &NewDocument) -> Result<()> {
    let changed = conn
        .prepare_cached(
            "UPDATE documents SET source = ?1, uri = ?2, title = ?3, tier = ?4, content_hash = ?5, size = ?6,
             mtime_ns = ?7, inode = ?8, indexed_at = ?9, error = ?10 WHERE id = ?11",
        )?
        .execute(params![
            new.source.as_str(),
            new.uri,
            new.title,
            new.tier.as_str(),
            new.content_hash,
            new.size.cast_signed(),
            new.mtime_ns,
            new.inode.cast_signed(),
            new.indexed_at.as_microsecond(),
            new.error,
            id.0
        ])?;
    if changed == 0 { Err(IndexError::UnknownDocument(id.0)) } else { Ok(()) }
}

/// Takes a document out with all its chunks; returns how many there were.
pub fn remove_document(conn: &Connection, id: DocumentId) -> Result<usize> {
    remove_documents(conn, &[id])
}

/// Takes several documents out with their chunks; returns how many chunks there were.
pub fn remove_documents(conn: &Connection, ids: &[DocumentId]) -> Result<usize> {
    let removed = super::write::remove_all(conn, ids)?;
    for id in ids {
        conn.prepare_cached("DELETE FROM documents WHERE id = ?1")?.execute([id.0])?;
    }
    Ok(removed)
}

/// Returns a document.
pub fn document(conn: &Connection, id: DocumentId) -> Result<Option<Document>> {
    one(conn, &format!("SELECT {DOCUMENT} FROM documents WHERE id = ?1"), [id.0])
}

/// Returns the document of a source and uri.
pub fn find_document(conn: &Connection, source: Source, uri: &str) -> Result<Option<Document>> {
    let sql = format!("SELECT {DOCUMENT} FROM documents WHERE source = ?1 AND uri = ?2");
    one(conn, &sql, params![source.as_str(), uri])
}

/// Returns the files of this content: where one is gone from its path, it was moved.
pub fn find_by_hash(conn: &Connection, hash: &[u8; 32]) -> Result<Vec<Document>> {
    let sql = format!(
        "SELECT {DOCUMENT} FROM documents WHERE content_hash = ?1 AND source <> 'memory' ORDER BY id"
    );
    many(conn, &sql, params![hash])
}

/// Returns all documents of a source by uri.
pub fn documents(conn: &Connection, source: Source) -> Result<Vec<Document>> {
    let sql = format!("SELECT {DOCUMENT} FROM documents WHERE source = ?1 ORDER BY uri");
    many(conn, &sql, params![source.as_str()])
}

/// Returns where the chunk of a slot stands.
pub fn chunk(conn: &Connection, slot: u32) -> Result<Option<ChunkPlace>> {
    let mut select = conn.prepare_cached(&format!("SELECT {CHUNK} FROM chunks WHERE slot = ?1"))?;
    Ok(select.query_row([slot], read_chunk).optional()?)
}

/// Returns the chunks of a document in order.
pub fn chunks_of(conn: &Connection, id: DocumentId) -> Result<Vec<ChunkPlace>> {
    let sql = format!("SELECT {CHUNK} FROM chunks WHERE document = ?1 ORDER BY ordinal, slot");
    let mut select = conn.prepare_cached(&sql)?;
    let rows = select.query_map([id.0], read_chunk)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Looks at every chunk whose text is kept here, with its slot.
pub fn each_kept_text(conn: &Connection, mut look: impl FnMut(u32, &str)) -> Result<()> {
    let mut select = conn.prepare("SELECT slot, text FROM chunks WHERE text IS NOT NULL")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        look(row.get(0)?, row.get_ref(1)?.as_str().unwrap_or_default());
    }
    Ok(())
}

/// Returns the place behind the last chunk of a document.
pub fn next_ordinal(conn: &Connection, id: DocumentId) -> Result<u32> {
    let sql = "SELECT coalesce(max(ordinal) + 1, 0) FROM chunks WHERE document = ?1";
    Ok(conn.prepare_cached(sql)?.query_row([id.0], |row| row.get(0))?)
}

/// Returns how many documents and chunks each source has.
pub fn counts(conn: &Connection) -> Result<Vec<(Source, u64, u64)>> {
    // One that could not be read counts where something of it is found all the same.
    let sql = "SELECT source, count(DISTINCT CASE WHEN d.error IS NULL OR c.slot IS NOT NULL THEN d.id END),
               count(c.slot) FROM documents d LEFT JOIN chunks c ON c.document = d.id GROUP BY source ORDER BY source";
    let mut select = conn.prepare_cached(sql)?;
    let mut rows = select.query([])?;
    let mut counts = Vec::new();
    while let Some(row) = rows.next()? {
        let source = Source::parse(&row.get::<_, String>(0)?)?;
        counts.push((source, row.get::<_, i64>(1)?.cast_unsigned(), row.get::<_, i64>(2)?.cast_unsigned()));
    }
    Ok(counts)
}

fn one(conn: &Connection, sql: &str, args: impl rusqlite::Params) -> Result<Option<Document>> {
    Ok(many(conn, sql, args)?.into_iter().next())
}

fn many(conn: &Connection, sql: &str, args: impl rusqlite::Params) -> Result<Vec<Document>> {
    let mut select = conn.prepare_cached(sql)?;
    let mut rows = select.query(args)?;
    let mut documents = Vec::new();
    while let Some(row) = rows.next()? {
        documents.push(read_document(row)?);
    }
    Ok(documents)
}

fn read_document(row: &Row<'_>) -> Result<Document> {
    let indexed_at = Timestamp::from_microsecond(row.get(9)?)
        .map_err(|_| IndexError::Corrupt("a document's time is out of range".to_owned()))?;
    let record = NewDocument {
        source: Source::parse(&row.get::<_, String>(1)?)?,
        uri: row.get(2)?,
        title: row.get(3)?,
        tier: Tier::parse(&row.get::<_, String>(4)?)?,
        content_hash: row.get(5)?,
        size: row.get::<_, i64>(6)?.cast_unsigned(),
        mtime_ns: row.get(7)?,
        inode: row.get::<_, i64>(8)?.cast_unsigned(),
        indexed_at,
        error: row.get(10)?,
    };
    Ok(Document { id: DocumentId(row.get(0)?), record })
}

fn read_chunk(row: &Row<'_>) -> rusqlite::Result<ChunkPlace> {
    Ok(ChunkPlace {
        slot: row.get(0)?,
        document: DocumentId(row.get(1)?),
        ordinal: row.get(2)?,
        lines: row.get(3)?..row.get(4)?,
        bytes: row.get::<_, i64>(5)?.cast_unsigned()..row.get::<_, i64>(6)?.cast_unsigned(),
        text_hash: row.get::<_, i64>(7)?.cast_unsigned(),
        heading: row.get(8)?,
        text: row.get(9)?,
    })
}
