//! Checks the derived tables against the chunks they were made from. Changes nothing; a damaged part is a line in
//! the report, not an error.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::SLOTS;
use super::bitmap::Bitmap;
use super::error::{IndexError, Result};
use super::merge::{self, PackRow};
use super::meta::Packed;
use super::models::{self, blob_of};
use super::seal::check_tiling;
use super::state::State;
use super::vectors::split_row;
use super::write::decode_terms;

/// What a check of the index found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The chunks that were checked.
    pub chunks: u32,
    /// What is wrong, one line each; `memoro index --rebuild` repairs all of it.
    pub problems: Vec<String>,
}

impl Checked {
    /// Notes a damaged part and goes on; passes on other errors.
    fn note(&mut self, result: Result<()>) -> Result<()> {
        match result {
            Err(IndexError::Corrupt(what)) => self.problems.push(what),
            other => return other,
        }
        Ok(())
    }

    fn expect(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.problems.push(what());
        }
    }
}

/// Checks all derived tables against the chunks.
pub fn verify(conn: &Connection) -> Result<Checked> {
    let mut found = Checked::default();
    let state = match State::read(conn) {
        Ok(state) => state,
        Err(IndexError::Corrupt(what)) => {
            found.problems.push(what);
            return Ok(found);
        }
        Err(error) => return Err(error),
    };
    let chunks = chunks(conn)?;
    found.chunks = u32::try_from(chunks.len()).unwrap_or(u32::MAX);
    let last = chunks.last_key_value().map_or(0, |(&slot, _)| slot + 1);
    found.expect(last <= state.next_slot, || format!("slot {last} was never given out"));
    let live: Bitmap = chunks.keys().copied().collect();
    for block in 0..state.sealed / SLOTS {
        let result = check_metas(conn, block, &chunks, &mut found);
        found.note(result)?;
    }
    let result = check_tail(conn, state.sealed, &chunks, &mut found);
    found.note(result)?;
    let result = check_packs(conn, state.sealed, &live, &mut found);
    found.note(result)?;
    check_vectors(conn, &state, &live, &mut found)?;
    Ok(found)
}

/// Document and ordinal of every chunk, by slot.
fn chunks(conn: &Connection) -> Result<BTreeMap<u32, (u32, u32)>> {
    let mut select = conn.prepare("SELECT slot, document, ordinal FROM chunks ORDER BY slot")?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn check_meta(slot: u32, meta: Packed, chunk: Option<&(u32, u32)>, found: &mut Checked) {
    let known = meta.is_live().then(|| (meta.meta().group, meta.meta().ordinal));
    found.expect(known.as_ref() == chunk, || format!("the meta of slot {slot} is not that of its chunk"));
}

fn check_metas(
    conn: &Connection,
    block: u32,
    chunks: &BTreeMap<u32, (u32, u32)>,
    found: &mut Checked,
) -> Result<()> {
    let metas = merge::read_metas(conn, block)?;
    for slot in block * SLOTS..(block + 1) * SLOTS {
        check_meta(slot, metas.get(slot), chunks.get(&slot), found);
    }
    Ok(())
}

fn check_tail(
    conn: &Connection,
    sealed: u32,
    chunks: &BTreeMap<u32, (u32, u32)>,
    found: &mut Checked,
) -> Result<()> {
    let mut select = conn.prepare("SELECT slot, meta, terms FROM index_tail ORDER BY slot")?;
    let mut rows = select.query([])?;
    let mut count = 0;
    while let Some(row) = rows.next()? {
        let slot: u32 = row.get(0)?;
        found.expect(slot >= sealed, || format!("slot {slot} is both sealed and in the tail"));
        check_meta(slot, Packed::from_slice(blob_of(row, 1)?)?, chunks.get(&slot), found);
        let result = decode_terms(blob_of(row, 2)?, |_, _| ());
        found.note(result)?;
        count += 1;
    }
    let expected = chunks.range(sealed..).count();
    found.expect(count == expected, || format!("the tail has {count} chunks, not {expected}"));
    Ok(())
}

fn check_packs(conn: &Connection, sealed: u32, live: &Bitmap, found: &mut Checked) -> Result<()> {
    let packs = merge::packs(conn)?;
    let result = check_tiling(&packs, sealed);
    found.note(result)?;
    for pack in &packs {
        let result = check_pack(conn, pack, live, found);
        found.note(result)?;
    }
    Ok(())
}

fn check_pack(conn: &Connection, pack: &PackRow, live: &Bitmap, found: &mut Checked) -> Result<()> {
    let mut previous = None;
    for (place, &first) in pack.directory.0.iter().enumerate() {
        let lists = merge::decode_block(&merge::read_postings(conn, pack.id, place)?, pack)?;
        let terms = lists.iter().map(|(term, _)| *term);
        let ordered = previous.into_iter().chain(terms.clone()).is_sorted_by(|a, b| a < b);
        let named = terms.clone().next().is_none_or(|term| term == first);
        found.expect(ordered && named, || format!("block {place} of pack {} is out of order", pack.id));
        let dead = lists.iter().flat_map(|(_, list)| list).any(|posting| !live.contains(posting.slot));
        found.expect(pack.dead > 0 || !dead, || format!("pack {} holds postings of no chunk", pack.id));
        previous = lists.last().map(|(term, _)| *term).or(previous);
    }
    Ok(())
}

fn check_vectors(conn: &Connection, state: &State, live: &Bitmap, found: &mut Checked) -> Result<()> {
    for model in models::all_models(conn)? {
        for block in 0..state.sealed / SLOTS {
            let result = models::read_block(conn, &model, block).map(|vectors| {
                let wrong = |slot: &u32| {
                    !live.contains(*slot) && vectors.as_ref().is_some_and(|v| v.scale(*slot) > 0.0)
                };
                let slot = (block * SLOTS..(block + 1) * SLOTS).find(wrong);
                found.expect(slot.is_none(), || {
                    format!("a vector of {} is left without its chunk", model.name)
                });
            });
            found.note(result)?;
        }
        let mut select = conn.prepare("SELECT slot, data FROM vector_tail WHERE model = ?1")?;
        let mut rows = select.query([model.id.0])?;
        while let Some(row) = rows.next()? {
            let slot: u32 = row.get(0)?;
            found.expect(slot >= state.sealed && live.contains(slot), || {
                format!("vector row {slot} has no chunk")
            });
            let result = split_row(blob_of(row, 1)?, model.dim as usize).map(drop);
            found.note(result)?;
        }
    }
    Ok(())
}
