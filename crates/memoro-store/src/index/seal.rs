//! Moves full blocks of chunks from the tail into packed blobs, and keeps the number of packs small. Work is
//! bounded: a block at a time, and large merges only when the caller has time for them.

use memoro_core::fusion::Posting;
use rusqlite::{Connection, params};

use super::SLOTS;
use super::error::{Result, corrupt};
use super::merge::{self, PackRow};
use super::meta::{MetaBlock, Packed};
use super::models::{self, blob_of};
use super::postings::{BlockWriter, Directory};
use super::state::State;
use super::write::decode_terms;

/// How many packs of one size are merged into one of the next.
const FAN: usize = 8;
/// The largest pack that is made while a caller waits, in slots.
const BOUNDED: u32 = 8 * SLOTS;

/// How much time a caller has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A user waits: merge small packs only.
    Bounded,
    /// A job or a bulk load: merge packs of any size.
    Full,
}

/// Tells whether slots that were given out end a block, so that there is something to seal.
pub fn fills_a_block(slots: &std::ops::Range<u32>) -> bool {
    slots.start / SLOTS != slots.end / SLOTS
}

/// Seals every full block of the tail and merges packs of equal size by eights; returns the blocks sealed.
pub fn seal_if_due(conn: &Connection, effort: Effort) -> Result<u32> {
    let mut state = State::read(conn)?;
    let due = (state.next_slot - state.sealed) / SLOTS;
    for _ in 0..due {
        seal_block(conn, &mut state)?;
        while merge_last(conn, &mut state, BOUNDED)? {}
    }
    if effort == Effort::Full {
        while merge_any(conn, &mut state)? {}
    }
    Ok(due)
}

fn seal_block(conn: &Connection, state: &mut State) -> Result<()> {
    let (first, end) = (state.sealed, state.sealed + SLOTS);
    let mut metas = MetaBlock::empty();
    let mut triples: Vec<(u64, u32, u16)> = Vec::new();
    {
        let mut select = conn.prepare_cached(
            "SELECT slot, meta, terms FROM index_tail WHERE slot >= ?1 AND slot < ?2 ORDER BY slot",
        )?;
        let mut rows = select.query([first, end])?;
        while let Some(row) = rows.next()? {
            let slot: u32 = row.get(0)?;
            metas.set(slot, Packed::from_slice(blob_of(row, 1)?)?);
            decode_terms(blob_of(row, 2)?, |term, tf| triples.push((term, slot, tf)))?;
        }
    }
    conn.prepare_cached("INSERT INTO meta_blocks VALUES (?1, ?2)")?
        .execute(params![first / SLOTS, metas.into_blob()])?;
    models::seal(conn, first / SLOTS)?;
    triples.sort_unstable();
    write_pack(conn, state, first, &triples)?;
    conn.prepare_cached("DELETE FROM index_tail WHERE slot >= ?1 AND slot < ?2")?.execute([first, end])?;
    state.sealed = end;
    state.write(conn)
}

fn write_pack(conn: &Connection, state: &mut State, first: u32, triples: &[(u64, u32, u16)]) -> Result<()> {
    let mut pack = PackWriter::begin(state, first);
    let mut list = Vec::new();
    for run in triples.chunk_by(|a, b| a.0 == b.0) {
        list.clear();
        list.extend(run.iter().map(|&(_, slot, tf)| Posting { slot, tf }));
        pack.add(conn, run[0].0, &list)?;
    }
    pack.finish(conn, first + SLOTS)
}

/// Writes one pack, block by block.
pub(crate) struct PackWriter {
    id: i64,
    first_slot: u32,
    blocks: BlockWriter,
    directory: Directory,
}

impl PackWriter {
    /// Takes the next pack number.
    pub(crate) fn begin(state: &mut State, first_slot: u32) -> Self {
        let id = state.next_pack;
        state.next_pack += 1;
        Self { id, first_slot, blocks: BlockWriter::new(first_slot), directory: Directory::default() }
    }

    /// Adds the list of a term that is greater than all before it.
    pub(crate) fn add(&mut self, conn: &Connection, term: u64, list: &[Posting]) -> Result<()> {
        let block = self.blocks.add(term, list);
        self.write(conn, block)
    }

    fn write(&mut self, conn: &Connection, block: Option<super::postings::Block>) -> Result<()> {
        let Some(block) = block else { return Ok(()) };
        let place = self.directory.0.len();
        conn.prepare_cached("INSERT INTO postings VALUES (?1, ?2)")?
            .execute(params![posting_id(self.id, place), block.data])?;
        self.directory.0.push(block.first);
        Ok(())
    }

    /// Writes the last block and the pack's row.
    pub(crate) fn finish(mut self, conn: &Connection, end_slot: u32) -> Result<()> {
        let block = self.blocks.finish();
        self.write(conn, block)?;
        conn.prepare_cached(
            "INSERT INTO packs (id, first_slot, end_slot, directory) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![self.id, self.first_slot, end_slot, self.directory.encode()])?;
        Ok(())
    }
}

/// Returns the row number of a block of postings.
pub(crate) fn posting_id(pack: i64, place: usize) -> i64 {
    (pack << 24) | i64::try_from(place).expect("a pack has fewer than 2^24 blocks")
}

/// Merges the last eight packs when they are of one size and the result is not above `limit`.
fn merge_last(conn: &Connection, state: &mut State, limit: u32) -> Result<bool> {
    let packs = merge::packs(conn)?;
    let Some(at) = packs.len().checked_sub(FAN) else { return Ok(false) };
    let last = &packs[at..];
    let size = last[0].slots();
    if size.saturating_mul(8) > limit || last.iter().any(|pack| pack.slots() != size) {
        return Ok(false);
    }
    merge::merge(conn, state, last)?;
    Ok(true)
}

/// Merges the first eight neighbours of one size, whatever their size.
fn merge_any(conn: &Connection, state: &mut State) -> Result<bool> {
    let packs = merge::packs(conn)?;
    for run in packs.chunk_by(|a, b| a.slots() == b.slots()) {
        if let Some(eight) = run.get(..FAN) {
            merge::merge(conn, state, eight)?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Takes the postings of removed chunks out of all packs, so that nothing on disk tells which terms they held.
/// Returns the packs that were rewritten.
pub fn purge(conn: &Connection) -> Result<usize> {
    let mut state = State::read(conn)?;
    let with_dead: Vec<PackRow> = merge::packs(conn)?.into_iter().filter(|pack| pack.dead > 0).collect();
    for pack in &with_dead {
        merge::purge(conn, pack)?;
    }
    if !with_dead.is_empty() {
        state.write(conn)?;
    }
    Ok(with_dead.len())
}

/// Checks that packs tile the sealed slots.
pub(crate) fn check_tiling(packs: &[PackRow], sealed: u32) -> Result<()> {
    let mut at = 0;
    for pack in packs {
        if pack.range.first != at || pack.range.end <= at {
            return corrupt(format!("pack {} does not begin where the one before it ends", pack.id));
        }
        at = pack.range.end;
    }
    if at == sealed { Ok(()) } else { corrupt(format!("packs end at slot {at}, blocks at {sealed}")) }
}
