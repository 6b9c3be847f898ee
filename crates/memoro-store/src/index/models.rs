//! Embedding models and their vectors. Vectors of two models are never compared; a new model's vectors are written
//! beside the old ones and searched only after the switch.

use rusqlite::{Connection, OptionalExtension, params};

use super::SLOTS;
use super::documents::DocumentId;
use super::error::{IndexError, Result, corrupt};
use super::state::{State, Touched};
use super::vectors::{Quantized, VectorBlock};
use super::write::{open_blob, read_blob, write_blob};

/// The number of an embedding model in this store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModelId(pub i64);

/// An embedding model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// Its number in this store.
    pub id: ModelId,
    /// Its name.
    pub name: String,
    /// The dimensions of its vectors.
    pub dim: u32,
}

/// Returns the model of a name, registered now if it is new; refuses one whose dimensions have changed.
pub fn register_model(conn: &Connection, name: &str, dim: u32) -> Result<Model> {
    let known: Option<(i64, u32)> = conn
        .prepare_cached("SELECT id, dim FROM models WHERE name = ?1")?
        .query_row([name], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let id = match known {
        Some((id, expected)) if expected == dim => id,
        Some((_, expected)) => {
            return Err(IndexError::Dimension { model: name.to_owned(), expected, got: dim as usize });
        }
        None => {
            conn.execute("INSERT INTO models (name, dim) VALUES (?1, ?2)", params![name, dim])?;
            conn.last_insert_rowid()
        }
    };
    Ok(Model { id: ModelId(id), name: name.to_owned(), dim })
}

/// Returns the model whose vectors are searched.
pub fn active_model(conn: &Connection) -> Result<Option<Model>> {
    State::read(conn)?.model.map(|id| model(conn, id)).transpose()
}

/// Returns a model by its number.
pub(crate) fn model(conn: &Connection, id: ModelId) -> Result<Model> {
    conn.prepare_cached("SELECT name, dim FROM models WHERE id = ?1")?
        .query_row([id.0], |row| Ok(Model { id, name: row.get(0)?, dim: row.get(1)? }))
        .optional()?
        .ok_or(IndexError::UnknownModel(id.0))
}

/// Returns all models.
pub(crate) fn all_models(conn: &Connection) -> Result<Vec<Model>> {
    let mut select = conn.prepare_cached("SELECT id, name, dim FROM models ORDER BY id")?;
    let rows = select
        .query_map([], |row| Ok(Model { id: ModelId(row.get(0)?), name: row.get(1)?, dim: row.get(2)? }))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(crate) fn check(model: &Model, vector: &Quantized) -> Result<()> {
    if vector.dim() == model.dim as usize {
        return Ok(());
    }
    Err(IndexError::Dimension { model: model.name.clone(), expected: model.dim, got: vector.dim() })
}

/// Returns the row number of a block of vectors.
pub(crate) fn block_id(model: ModelId, block: u32) -> i64 {
    (model.0 << 32) | i64::from(block)
}

/// Writes the vector of a slot that is not sealed.
pub(crate) fn put_tail(conn: &Connection, id: ModelId, slot: u32, vector: &Quantized) -> Result<()> {
    conn.prepare_cached("INSERT OR REPLACE INTO vector_tail VALUES (?1, ?2, ?3)")?.execute(params![
        id.0,
        slot,
        vector.encode()
    ])?;
    Ok(())
}

/// Writes vectors of chunks that came without them, or of a model that is to be switched to. Slots without a chunk
/// are passed over: it was removed while its vector was made.
pub fn put_vectors(conn: &Connection, id: ModelId, vectors: &[(u32, Quantized)]) -> Result<()> {
    let model = model(conn, id)?;
    let mut state = State::read(conn)?;
    let mut live = Vec::with_capacity(vectors.len());
    for (slot, vector) in vectors {
        check(&model, vector)?;
        if conn.prepare_cached("SELECT 1 FROM chunks WHERE slot = ?1")?.exists([slot])? {
            live.push((*slot, vector));
        }
    }
    live.sort_by_key(|(slot, _)| *slot);
    let (sealed, tail) = live.split_at(live.partition_point(|(slot, _)| *slot < state.sealed));
    for block in sealed.chunk_by(|a, b| a.0 / SLOTS == b.0 / SLOTS) {
        put_sealed(conn, &model, block)?;
    }
    for (slot, vector) in tail {
        put_tail(conn, id, *slot, vector)?;
    }
    let slots: Vec<u32> = live.iter().map(|(slot, _)| *slot).collect();
    if state.model.is_none() {
        state.model = Some(id);
        state.epoch += 1;
    }
    if state.model == Some(id) {
        state.log(conn, Touched::Vector, &slots)?;
        state.trim_log(conn)?;
    }
    state.write(conn)
}

fn put_sealed(conn: &Connection, model: &Model, vectors: &[(u32, &Quantized)]) -> Result<()> {
    let id = block_id(model.id, vectors[0].0 / SLOTS);
    if !conn.prepare_cached("SELECT 1 FROM vector_blocks WHERE id = ?1")?.exists([id])? {
        insert_block(conn, id, VectorBlock::empty(model.dim as usize))?;
    }
    let slots: Vec<u32> = vectors.iter().map(|(slot, _)| *slot).collect();
    edit_block(conn, model, &slots, |block, i| {
        let (slot, vector) = vectors[i];
        let bytes: Vec<u8> = vector.values().iter().map(|v| v.cast_unsigned()).collect();
        block.set(slot, vector.scale(), &bytes);
    })
}

fn insert_block(conn: &Connection, id: i64, mut block: VectorBlock) -> Result<()> {
    block.stamp();
    conn.prepare_cached("INSERT INTO vector_blocks VALUES (?1, ?2)")?
        .execute(params![id, block.as_blob()])?;
    Ok(())
}

/// Changes the vectors of some slots of one block in place.
fn edit_block(
    conn: &Connection,
    model: &Model,
    slots: &[u32],
    mut edit: impl FnMut(&mut VectorBlock, usize),
) -> Result<()> {
    let mut blob = open_blob(conn, "vector_blocks", block_id(model.id, slots[0] / SLOTS))?;
    let mut block = VectorBlock::from_blob(&read_blob(&blob)?, model.dim as usize)?;
    for i in 0..slots.len() {
        edit(&mut block, i);
    }
    let places: Vec<_> = slots.iter().flat_map(|&slot| block.places(slot)).collect();
    block.stamp();
    places
        .into_iter()
        .chain([block.stamp_place()])
        .try_for_each(|place| write_blob(&mut blob, block.as_blob(), place))
}

/// Wipes the vectors of sealed slots of one block, of every model.
pub(crate) fn wipe(conn: &Connection, slots: &[u32]) -> Result<()> {
    for model in all_models(conn)? {
        let id = block_id(model.id, slots[0] / SLOTS);
        if conn.prepare_cached("SELECT 1 FROM vector_blocks WHERE id = ?1")?.exists([id])? {
            edit_block(conn, &model, slots, |block, i| block.clear(slots[i]))?;
        }
    }
    Ok(())
}

/// Moves the vectors of a full block of slots, of every model, from the tail into their blocks.
pub(crate) fn seal(conn: &Connection, block: u32) -> Result<()> {
    let (first, end) = (block * SLOTS, (block + 1) * SLOTS);
    for model in all_models(conn)? {
        let mut packed = VectorBlock::empty(model.dim as usize);
        let mut any = false;
        {
            let mut select = conn.prepare_cached(
                "SELECT slot, data FROM vector_tail WHERE model = ?1 AND slot >= ?2 AND slot < ?3",
            )?;
            let mut rows = select.query(params![model.id.0, first, end])?;
            while let Some(row) = rows.next()? {
                let (scale, values) = super::vectors::split_row(blob_of(row, 1)?, model.dim as usize)?;
                packed.set(row.get(0)?, scale, values);
                any = true;
            }
        }
        if any {
            insert_block(conn, block_id(model.id, block), packed)?;
            conn.prepare_cached("DELETE FROM vector_tail WHERE model = ?1 AND slot >= ?2 AND slot < ?3")?
                .execute(params![model.id.0, first, end])?;
        }
    }
    Ok(())
}

/// Returns a column that must be a blob.
pub(crate) fn blob_of<'a>(row: &'a rusqlite::Row<'_>, column: usize) -> Result<&'a [u8]> {
    match row.get_ref(column)?.as_blob() {
        Ok(bytes) => Ok(bytes),
        Err(_) => corrupt("a blob column holds something else"),
    }
}

/// Returns up to `limit` slots at or after `from` whose chunk has no vector of the model, ascending.
pub fn missing_vectors(conn: &Connection, id: ModelId, from: u32, limit: usize) -> Result<Vec<u32>> {
    let model = model(conn, id)?;
    let state = State::read(conn)?;
    let mut missing = Vec::new();
    let mut select = conn.prepare_cached("SELECT slot FROM chunks WHERE slot >= ?1 ORDER BY slot")?;
    let mut rows = select.query([from])?;
    let mut block: (u32, Option<VectorBlock>) = (u32::MAX, None);
    while let Some(row) = rows.next()? {
        let slot: u32 = row.get(0)?;
        let has = if slot >= state.sealed {
            conn.prepare_cached("SELECT 1 FROM vector_tail WHERE model = ?1 AND slot = ?2")?
                .exists(params![id.0, slot])?
        } else {
            if block.0 != slot / SLOTS {
                block = (slot / SLOTS, read_block(conn, &model, slot / SLOTS)?);
            }
            block.1.as_ref().is_some_and(|b| b.scale(slot) > 0.0)
        };
        if !has {
            missing.push(slot);
            if missing.len() >= limit {
                break;
            }
        }
    }
    Ok(missing)
}

/// Returns a block of vectors, where the model has one.
pub(crate) fn read_block(conn: &Connection, model: &Model, block: u32) -> Result<Option<VectorBlock>> {
    let data: Option<Vec<u8>> = conn
        .prepare_cached("SELECT data FROM vector_blocks WHERE id = ?1")?
        .query_row([block_id(model.id, block)], |row| row.get(0))
        .optional()?;
    data.map(|data| VectorBlock::from_blob(&data, model.dim as usize)).transpose()
}

/// Returns the vectors that a document's chunks have in a model, with the hash of the text they were made from, so
/// that text which did not change is not embedded again.
pub fn vectors_of(conn: &Connection, id: ModelId, document: DocumentId) -> Result<Vec<(u64, Quantized)>> {
    let model = model(conn, id)?;
    let sealed = State::read(conn)?.sealed;
    let mut select =
        conn.prepare_cached("SELECT slot, text_hash FROM chunks WHERE document = ?1 ORDER BY slot")?;
    let rows = select.query_map([document.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let chunks: Vec<(u32, i64)> = rows.collect::<rusqlite::Result<_>>()?;
    let mut found = Vec::new();
    for run in chunks.chunk_by(|a, b| a.0 / SLOTS == b.0 / SLOTS) {
        let block = if run[0].0 < sealed { read_block(conn, &model, run[0].0 / SLOTS)? } else { None };
        for &(slot, hash) in run {
            let vector = match &block {
                Some(block) if block.scale(slot) > 0.0 => {
                    let values =
                        block.row(slot).iter().take(model.dim as usize).map(|v| v.cast_signed()).collect();
                    Some(Quantized::from_parts(values, block.scale(slot))?)
                }
                Some(_) => None,
                None => conn
                    .prepare_cached("SELECT data FROM vector_tail WHERE model = ?1 AND slot = ?2")?
                    .query_row(params![id.0, slot], |row| row.get::<_, Vec<u8>>(0))
                    .optional()?
                    .map(|data| Quantized::decode(&data, model.dim as usize))
                    .transpose()?,
            };
            found.extend(vector.map(|vector| (hash.cast_unsigned(), vector)));
        }
    }
    Ok(found)
}

/// Searches the model's vectors from now on and drops those of all others; refuses while a chunk lacks its vector.
pub fn switch_model(conn: &Connection, id: ModelId) -> Result<()> {
    let model = model(conn, id)?;
    let missing = missing_vectors(conn, id, 0, usize::MAX)?.len() as u64;
    if missing > 0 {
        return Err(IndexError::Incomplete { model: model.name, missing });
    }
    let mut state = State::read(conn)?;
    state.model = Some(id);
    state.epoch += 1;
    state.write(conn)?;
    all_models(conn)?.iter().filter(|other| other.id != id).try_for_each(|other| drop_model(conn, other.id))
}

/// Writes a block anew, or takes it away.
pub(crate) fn replace_block(
    conn: &Connection,
    model: &Model,
    block: u32,
    data: Option<VectorBlock>,
) -> Result<()> {
    let id = block_id(model.id, block);
    conn.prepare_cached("DELETE FROM vector_blocks WHERE id = ?1")?.execute([id])?;
    data.map_or(Ok(()), |data| insert_block(conn, id, data))
}

/// Drops the blocks of a model from number `from` on.
pub(crate) fn drop_blocks(conn: &Connection, model: &Model, from: u32) -> Result<()> {
    let (first, end) = (block_id(model.id, from), block_id(ModelId(model.id.0 + 1), 0));
    conn.execute("DELETE FROM vector_blocks WHERE id >= ?1 AND id < ?2", [first, end])?;
    Ok(())
}

/// Drops a model and its vectors; refuses the one that is searched.
pub fn drop_model(conn: &Connection, id: ModelId) -> Result<()> {
    let dropped = model(conn, id)?;
    if State::read(conn)?.model == Some(id) {
        return Err(IndexError::ActiveModel(dropped.name));
    }
    conn.execute("DELETE FROM vector_tail WHERE model = ?1", [id.0])?;
    drop_blocks(conn, &dropped, 0)?;
    conn.execute("DELETE FROM models WHERE id = ?1", [id.0])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_two_models_never_share_a_row() {
        assert!(block_id(ModelId(1), u32::MAX) < block_id(ModelId(2), 0));
    }
}
