//! Numbers all chunks anew so that dead slots take no room, and empties the index for a rebuild.

use std::collections::BTreeMap;

use memoro_core::fusion::Posting;
use rusqlite::{Connection, params};

use super::SLOTS;
use super::error::{IndexError, Result};
use super::merge::{self, Cursor, PackRow};
use super::meta::{MetaBlock, Packed};
use super::models::{self, Model, blob_of};
use super::seal::PackWriter;
use super::state::State;
use super::vectors::{VectorBlock, split_row};
use super::write::decode_terms;

/// How much of the index is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Slots given out.
    pub slots: u32,
    /// Slots that hold a chunk.
    pub live: u32,
    /// Packs of postings.
    pub packs: u32,
}

impl Room {
    /// Returns whether a third of many slots are dead, so that [`compact`] is worth its time.
    pub fn is_wasted(&self) -> bool {
        let dead = self.slots - self.live.min(self.slots);
        dead >= 4 * SLOTS && dead > self.slots / 3
    }
}

/// Returns how much of the index is in use.
pub fn room(conn: &Connection) -> Result<Room> {
    let count = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, u32>(0));
    let live = count("SELECT count(*) FROM chunks")?;
    Ok(Room { slots: State::read(conn)?.next_slot, live, packs: count("SELECT count(*) FROM packs")? })
}

/// Numbers all chunks anew, without gaps, and writes the index as one pack. Every mirror reads all again.
pub fn compact(conn: &Connection) -> Result<()> {
    let mut state = State::read(conn)?;
    let moves = Moves::read(conn, state.next_slot)?;
    let metas = moved_metas(conn, &state, &moves)?;
    for model in models::all_models(conn)? {
        move_vectors(conn, &model, &state, &moves)?;
    }
    move_postings(conn, &mut state, &moves)?;
    for (&old, new) in moves.live.iter().zip(0u32..) {
        conn.prepare_cached("UPDATE chunks SET slot = ?2 WHERE slot = ?1")?.execute([old, new])?;
    }
    conn.execute_batch(
        "DELETE FROM meta_blocks; DELETE FROM index_tail; DELETE FROM vector_tail; DELETE FROM index_log;",
    )?;
    for (block, metas) in (0u32..).zip(metas) {
        conn.prepare_cached("INSERT INTO meta_blocks VALUES (?1, ?2)")?
            .execute(params![block, metas.into_blob()])?;
    }
    state.epoch += 1;
    state.log_from = state.change;
    state.next_slot = moves.end();
    state.sealed = moves.end();
    state.write(conn)
}

/// Which slot becomes which.
struct Moves {
    live: Vec<u32>,
    new: Vec<u32>,
}

const DEAD: u32 = u32::MAX;

impl Moves {
    fn read(conn: &Connection, slots: u32) -> Result<Self> {
        let mut select = conn.prepare_cached("SELECT slot FROM chunks ORDER BY slot")?;
        let live: Vec<u32> = select.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        let mut new = vec![DEAD; slots as usize];
        for (&old, number) in live.iter().zip(0u32..) {
            let place = new.get_mut(old as usize);
            *place.ok_or_else(|| IndexError::Corrupt(format!("slot {old} was never given out")))? = number;
        }
        Ok(Self { live, new })
    }

    /// Returns the slot behind the last new one, rounded up to a whole block; the rest of the block is dead.
    fn end(&self) -> u32 {
        u32::try_from(self.live.len()).unwrap_or(u32::MAX).next_multiple_of(SLOTS)
    }

    fn of(&self, old: u32) -> Option<u32> {
        self.new.get(old as usize).copied().filter(|&new| new != DEAD)
    }
}

fn moved_metas(conn: &Connection, state: &State, moves: &Moves) -> Result<Vec<MetaBlock>> {
    let mut blocks = vec![MetaBlock::empty(); (moves.end() / SLOTS) as usize];
    let mut set = |old: u32, meta: Packed| {
        if let Some(new) = moves.of(old) {
            blocks[(new / SLOTS) as usize].set(new, meta);
        }
    };
    for block in 0..state.sealed / SLOTS {
        let metas = merge::read_metas(conn, block)?;
        (block * SLOTS..(block + 1) * SLOTS).for_each(|slot| set(slot, metas.get(slot)));
    }
    let mut select = conn.prepare_cached("SELECT slot, meta FROM index_tail ORDER BY slot")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        set(row.get(0)?, Packed::from_slice(blob_of(row, 1)?)?);
    }
    Ok(blocks)
}

/// Moves the vectors of a model. A block is written only after the old block of its number was read: slots only
/// move down.
fn move_vectors(conn: &Connection, model: &Model, state: &State, moves: &Moves) -> Result<()> {
    let dim = model.dim as usize;
    let mut writer = VectorMover { conn, model, at: 0, block: None };
    for block in 0..state.sealed / SLOTS {
        let old = models::read_block(conn, model, block)?;
        for slot in block * SLOTS..(block + 1) * SLOTS {
            if let (Some(new), Some(old)) = (moves.of(slot), &old)
                && old.scale(slot) > 0.0
            {
                writer.set(new, old.scale(slot), old.row(slot))?;
            }
        }
    }
    let mut select =
        conn.prepare_cached("SELECT slot, data FROM vector_tail WHERE model = ?1 ORDER BY slot")?;
    let mut rows = select.query([model.id.0])?;
    while let Some(row) = rows.next()? {
        if let Some(new) = moves.of(row.get(0)?) {
            let (scale, values) = split_row(blob_of(row, 1)?, dim)?;
            writer.set(new, scale, values)?;
        }
    }
    writer.finish(moves.end() / SLOTS)
}

struct VectorMover<'a> {
    conn: &'a Connection,
    model: &'a Model,
    at: u32,
    block: Option<VectorBlock>,
}

impl VectorMover<'_> {
    fn set(&mut self, slot: u32, scale: f32, values: &[u8]) -> Result<()> {
        while slot / SLOTS > self.at {
            self.flush()?;
        }
        let dim = self.model.dim as usize;
        self.block.get_or_insert_with(|| VectorBlock::empty(dim)).set(slot, scale, values);
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        models::replace_block(self.conn, self.model, self.at, self.block.take())?;
        self.at += 1;
        Ok(())
    }

    fn finish(mut self, blocks: u32) -> Result<()> {
        while self.at < blocks {
            self.flush()?;
        }
        models::drop_blocks(self.conn, self.model, blocks)
    }
}

fn move_postings(conn: &Connection, state: &mut State, moves: &Moves) -> Result<()> {
    let packs = merge::packs(conn)?;
    let mut tail = tail_terms(conn)?;
    let mut cursors: Vec<Cursor<'_>> = packs.iter().map(Cursor::new).collect();
    let mut writer = PackWriter::begin(state, 0);
    let (mut old, mut new) = (Vec::new(), Vec::new());
    loop {
        let in_tail = tail.first_key_value().map(|(&term, _)| term);
        let Some(term) = merge::least(conn, &mut cursors)?.into_iter().chain(in_tail).min() else { break };
        old.clear();
        for cursor in &mut cursors {
            if cursor.term(conn)? == Some(term) {
                cursor.take(None, &mut old)?;
            }
        }
        if in_tail == Some(term) {
            old.extend(tail.remove(&term).unwrap_or_default());
        }
        new.clear();
        new.extend(old.iter().filter_map(|p| Some(Posting { slot: moves.of(p.slot)?, tf: p.tf })));
        if !new.is_empty() {
            writer.add(conn, term, &new)?;
        }
    }
    packs.iter().try_for_each(|pack: &PackRow| merge::delete(conn, pack))?;
    if moves.end() == 0 { Ok(()) } else { writer.finish(conn, moves.end()) }
}

fn tail_terms(conn: &Connection) -> Result<BTreeMap<u64, Vec<Posting>>> {
    let mut terms: BTreeMap<u64, Vec<Posting>> = BTreeMap::new();
    let mut select = conn.prepare_cached("SELECT slot, terms FROM index_tail ORDER BY slot")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let slot: u32 = row.get(0)?;
        decode_terms(blob_of(row, 1)?, |term, tf| terms.entry(term).or_default().push(Posting { slot, tf }))?;
    }
    Ok(terms)
}

/// Empties the index, so that it can be made again from files and memories; models stay registered. Works on an
/// index in any state.
pub fn clear(conn: &Connection) -> Result<()> {
    let row = "SELECT coalesce(max(epoch), 0) + 1, coalesce(max(change), 0) + 1, max(model) FROM index_state";
    let (epoch, change, model): (i64, i64, Option<i64>) =
        conn.query_row(row, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    conn.execute_batch(
        "DELETE FROM chunks; DELETE FROM documents; DELETE FROM speakers; DELETE FROM index_tail;
         DELETE FROM vector_tail; DELETE FROM meta_blocks; DELETE FROM vector_blocks; DELETE FROM packs;
         DELETE FROM postings; DELETE FROM index_log; DELETE FROM index_state;",
    )?;
    conn.execute(
        "INSERT INTO index_state VALUES (1, ?1, ?2, 0, 0, 1, ?2, ?3)",
        params![epoch, change, model],
    )?;
    Ok(())
}
