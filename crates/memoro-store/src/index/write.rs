//! Puts chunks into the index and takes them out, inside the caller's transaction.

use std::ops::Range;

use memoro_core::fusion::ChunkMeta;
use memoro_core::text::TermCounts;
use rusqlite::blob::Blob;
use rusqlite::{Connection, MAIN_DB, params};

use super::SLOTS;
use super::bytes::{Reader, checked, put_varint, with_checksum};
use super::documents::DocumentId;
use super::error::{IndexError, Result, corrupt};
use super::meta::{Facets, MetaBlock, Packed};
use super::models::{self, Model, ModelId};
use super::state::{State, Touched};
use super::vectors::Quantized;

/// A chunk that enters the index.
#[derive(Clone, Debug)]
pub struct NewChunk {
    /// Its lines, counted from one; the end is not included.
    pub lines: Range<u32>,
    /// Its bytes in the document.
    pub bytes: Range<u64>,
    /// The 64-bit hash of its text: a chunk whose text did not change keeps its vector.
    pub text_hash: u64,
    /// The headings above it.
    pub heading: Option<String>,
    /// Its text, only where there is no file to read it from.
    pub text: Option<String>,
    /// Its terms and how often each occurs.
    pub terms: TermCounts,
    /// What ranking knows of it besides its words; its group becomes the document's number.
    pub meta: ChunkMeta,
    /// What filters know of it.
    pub facets: Facets,
    /// Its vectors, of different models.
    pub vectors: Vec<(ModelId, Quantized)>,
}

/// Puts chunks of a document behind those that it has; returns their slots.
pub fn put(conn: &Connection, document: DocumentId, chunks: &[NewChunk]) -> Result<Range<u32>> {
    let mut state = State::read(conn)?;
    let slots = put_at(conn, &mut state, &mut None, document, chunks)?;
    state.write(conn)?;
    Ok(slots)
}

/// Puts chunks where `state` says that the index ends; the caller writes it. `known` is the model that was looked up last.
pub(super) fn put_at(
    conn: &Connection,
    state: &mut State,
    known: &mut Option<Model>,
    document: DocumentId,
    chunks: &[NewChunk],
) -> Result<Range<u32>> {
    let slots = state.take_slots(chunks.len())?;
    if state.model.is_none() {
        state.model = chunks.iter().find_map(|c| c.vectors.first()).map(|(model, _)| *model);
    }
    let group = u32::try_from(document.0).map_err(|_| IndexError::Full)?;
    for (slot, chunk) in slots.clone().zip(chunks) {
        put_row(conn, document, slot, chunk)?;
        let meta = Packed::new(&ChunkMeta { group, ..chunk.meta }, &chunk.facets);
        conn.prepare_cached("INSERT INTO index_tail VALUES (?1, ?2, ?3)")?.execute(params![
            slot,
            meta.0,
            encode_terms(&chunk.terms)
        ])?;
        for (model, vector) in &chunk.vectors {
            let of = match known {
                Some(of) if of.id == *model => of,
                _ => known.insert(models::model(conn, *model)?),
            };
            models::check(of, vector)?;
            models::put_tail(conn, *model, slot, vector)?;
        }
    }
    Ok(slots)
}

fn put_row(conn: &Connection, document: DocumentId, slot: u32, chunk: &NewChunk) -> Result<()> {
    conn.prepare_cached("INSERT INTO chunks VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")?.execute(
        params![
            slot,
            document.0,
            chunk.meta.ordinal,
            chunk.lines.start,
            chunk.lines.end,
            chunk.bytes.start.cast_signed(),
            chunk.bytes.end.cast_signed(),
            chunk.text_hash.cast_signed(),
            chunk.heading,
            chunk.text
        ],
    )?;
    Ok(())
}

/// Takes all chunks of a document out and wipes what the index holds of them, postings excepted: those are never
/// shown again and go with the next merge or [`super::purge`]. Returns how many there were.
pub fn remove(conn: &Connection, document: DocumentId) -> Result<usize> {
    remove_all(conn, &[document])
}

/// Takes all chunks of several documents out at once: each block of the index is read, checked and written once, not
/// once for each document.
pub(crate) fn remove_all(conn: &Connection, documents: &[DocumentId]) -> Result<usize> {
    let mut slots = Vec::new();
    for document in documents {
        slots.extend(slots_of(conn, *document)?);
    }
    if slots.is_empty() {
        return Ok(0);
    }
    slots.sort_unstable();
    slots.dedup();
    for document in documents {
        conn.prepare_cached("DELETE FROM chunks WHERE document = ?1")?.execute([document.0])?;
    }
    wipe(conn, &slots)
}

/// Takes single chunks out; their documents keep the others. Returns how many there were.
pub fn remove_slots(conn: &Connection, slots: &[u32]) -> Result<usize> {
    let mut slots = slots.to_vec();
    slots.sort_unstable();
    slots.dedup();
    for slot in &slots {
        conn.prepare_cached("DELETE FROM chunks WHERE slot = ?1")?.execute([slot])?;
    }
    if slots.is_empty() { Ok(0) } else { wipe(conn, &slots) }
}

/// Wipes what the index holds of chunks that are gone, in order and each once.
fn wipe(conn: &Connection, slots: &[u32]) -> Result<usize> {
    let mut state = State::read(conn)?;
    let (sealed, tail) = slots.split_at(slots.partition_point(|&slot| slot < state.sealed));
    for &slot in tail {
        conn.prepare_cached("DELETE FROM index_tail WHERE slot = ?1")?.execute([slot])?;
        conn.prepare_cached("DELETE FROM vector_tail WHERE slot = ?1")?.execute([slot])?;
    }
    for block in sealed.chunk_by(|a, b| a / SLOTS == b / SLOTS) {
        edit_meta(conn, block, |meta| *meta = Packed::DEAD)?;
        models::wipe(conn, block)?;
        conn.prepare_cached("UPDATE packs SET dead = dead + ?1 WHERE first_slot <= ?2 AND end_slot > ?2")?
            .execute(params![u32::try_from(block.len()).unwrap_or(SLOTS), block[0]])?;
    }
    state.log(conn, Touched::Meta, slots)?;
    state.trim_log(conn)?;
    state.write(conn)?;
    Ok(slots.len())
}

/// Changes what filters know of a document's chunks, for example when its memory's status changes.
pub fn update_facets(
    conn: &Connection,
    document: DocumentId,
    mut change: impl FnMut(&mut Facets),
) -> Result<usize> {
    let slots = slots_of(conn, document)?;
    let mut state = State::read(conn)?;
    let mut edit = |packed: &mut Packed| {
        let mut facets = packed.facets();
        change(&mut facets);
        *packed = Packed::new(&packed.meta(), &facets);
    };
    let (sealed, tail) = slots.split_at(slots.partition_point(|&slot| slot < state.sealed));
    for block in sealed.chunk_by(|a, b| a / SLOTS == b / SLOTS) {
        edit_meta(conn, block, &mut edit)?;
    }
    for &slot in tail {
        let bytes: Vec<u8> = conn
            .prepare_cached("SELECT meta FROM index_tail WHERE slot = ?1")?
            .query_row([slot], |row| row.get(0))
            .map_err(|error| missing(error, &format!("slot {slot} is not in the tail")))?;
        let mut packed = Packed::from_slice(&bytes)?;
        edit(&mut packed);
        conn.prepare_cached("UPDATE index_tail SET meta = ?2 WHERE slot = ?1")?
            .execute(params![slot, packed.0])?;
    }
    state.log(conn, Touched::Meta, &slots)?;
    state.trim_log(conn)?;
    state.write(conn)?;
    Ok(slots.len())
}

fn slots_of(conn: &Connection, document: DocumentId) -> Result<Vec<u32>> {
    let mut select = conn.prepare_cached("SELECT slot FROM chunks WHERE document = ?1 ORDER BY slot")?;
    let slots = select.query_map([document.0], |row| row.get(0))?;
    Ok(slots.collect::<rusqlite::Result<_>>()?)
}

/// Edits the meta of sealed slots of one block in place.
fn edit_meta(conn: &Connection, slots: &[u32], mut edit: impl FnMut(&mut Packed)) -> Result<()> {
    let block = i64::from(slots[0] / SLOTS);
    let mut blob = open_blob(conn, "meta_blocks", block)?;
    let mut metas = MetaBlock::from_blob(read_blob(&blob)?)?;
    for &slot in slots {
        let mut packed = metas.get(slot);
        edit(&mut packed);
        metas.set(slot, packed);
    }
    let data = metas.into_blob();
    write_blob(&mut blob, &data, 0..4)?;
    slots.iter().try_for_each(|&slot| write_blob(&mut blob, &data, MetaBlock::place(slot)))
}

/// Opens a derived blob for changing it in place.
pub(crate) fn open_blob<'a>(conn: &'a Connection, table: &str, id: i64) -> Result<Blob<'a>> {
    conn.blob_open(MAIN_DB, table, "data", id, false)
        .map_err(|error| missing(error, &format!("{table} {id} is missing")))
}

pub(crate) fn read_blob(blob: &Blob<'_>) -> Result<Vec<u8>> {
    let mut data = vec![0; blob.len()];
    blob.read_at_exact(&mut data, 0)?;
    Ok(data)
}

/// Writes one range of a blob's new content.
pub(crate) fn write_blob(blob: &mut Blob<'_>, data: &[u8], range: Range<usize>) -> Result<()> {
    Ok(blob.write_all_at(&data[range.clone()], range.start)?)
}

/// Says of a record that must be there and is not that the index is damaged.
pub(crate) fn missing(error: rusqlite::Error, what: &str) -> IndexError {
    let gone = matches!(&error, rusqlite::Error::QueryReturnedNoRows)
        || matches!(&error, rusqlite::Error::SqliteFailure(_, Some(text)) if text.starts_with("no such rowid"));
    if gone { IndexError::Corrupt(what.to_owned()) } else { error.into() }
}

/// Packs a chunk's terms for the tail, ascending, each once.
fn encode_terms(terms: &TermCounts) -> Vec<u8> {
    let mut sorted: Vec<(u64, u32)> = terms.iter().map(|(term, tf)| (term.0, u32::from(*tf))).collect();
    sorted.sort_unstable();
    sorted.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0 };
        same
    });
    let mut body = Vec::with_capacity(sorted.len() * 9);
    for (term, tf) in sorted {
        body.extend_from_slice(&term.to_le_bytes());
        put_varint(&mut body, u64::from(tf.clamp(1, u32::from(u16::MAX))));
    }
    with_checksum(&body)
}

/// Reads the terms of a tail row into `out`.
pub(crate) fn decode_terms(blob: &[u8], mut out: impl FnMut(u64, u16)) -> Result<()> {
    let Some(body) = checked(blob) else {
        return corrupt("the terms of a chunk do not match their checksum");
    };
    let mut reader = Reader::new(body);
    while !reader.is_empty() {
        match (reader.u64(), reader.varint().and_then(|tf| u16::try_from(tf).ok())) {
            (Some(term), Some(tf)) => out(term, tf),
            _ => return corrupt("the terms of a chunk cannot be read"),
        }
    }
    Ok(())
}
