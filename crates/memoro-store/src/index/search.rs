//! The mirror of the index in memory, one a process. Follows the writes of all processes: each question first reads
//! one row, and what changed since the last one is read again.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use memoro_core::text::Term;
use rusqlite::{Connection, MAIN_DB, OptionalExtension, TransactionState, params};

use super::SLOTS;
use super::cache::{Cache, Origin, Tail};
use super::error::Result;
use super::merge::{self, PackRow};
use super::meta::Packed;
use super::models::{self, blob_of, block_id};
use super::seal::check_tiling;
use super::snapshot::{Snapshot, Space};
use super::speakers;
use super::state::{State, changes_since};
use super::vectors::{VectorBlock, split_row};
use super::view::View;
use super::write::{decode_terms, missing};

/// How much a mirror may hold and compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many bytes of decoded postings are kept.
    pub postings: usize,
    /// Up to how many chunks every vector is compared exactly.
    pub exact: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { postings: 128 << 20, exact: 300_000 }
    }
}

/// The mirror of a store's search index.
#[derive(Debug)]
pub struct SearchIndex {
    state: Option<State>,
    snapshot: Arc<Snapshot>,
    packs: Vec<PackRow>,
    tail: Tail,
    cache: Cache,
    limits: Limits,
}

impl Default for SearchIndex {
    fn default() -> Self {
        Self::with(Limits::default())
    }
}

impl SearchIndex {
    /// Makes a mirror that holds nothing yet.
    pub fn with(limits: Limits) -> Self {
        Self {
            state: None,
            snapshot: Arc::default(),
            packs: Vec::new(),
            tail: Tail::default(),
            cache: Cache::new(limits.postings),
            limits,
        }
    }

    /// Makes a mirror and loads it.
    pub fn open(conn: &Connection) -> Result<Self> {
        let mut index = Self::default();
        index.refresh(conn)?;
        Ok(index)
    }

    /// Takes in what any process has committed; returns whether something had changed.
    pub fn refresh(&mut self, conn: &Connection) -> Result<bool> {
        self.in_snapshot(conn, |_| Ok(())).map(|(changed, ())| changed)
    }

    /// Takes in what any process has committed and returns the index as one question sees it, with the postings of
    /// its terms.
    pub fn view(&mut self, conn: &Connection, terms: &[Term]) -> Result<View> {
        let (_, lists) = self.in_snapshot(conn, |index| {
            let end = u32::try_from(index.snapshot.metas.len()).unwrap_or(u32::MAX);
            let origin = Origin { conn, packs: &index.packs, tail: &index.tail, end };
            let mut lists = Vec::with_capacity(terms.len());
            for &term in terms {
                lists.push((term, index.cache.get(&origin, term.0)?));
            }
            Ok(lists)
        })?;
        Ok(View::new(Arc::clone(&self.snapshot), lists, self.limits.exact))
    }

    /// Refreshes and reads within one read transaction, so that no pack can go in between.
    fn in_snapshot<T>(
        &mut self,
        conn: &Connection,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<(bool, T)> {
        let transaction = if conn.is_autocommit() { Some(conn.unchecked_transaction()?) } else { None };
        let result = self.follow(conn).and_then(|changed| Ok((changed, read(self)?)));
        if let Some(transaction) = transaction {
            transaction.finish()?;
        }
        // What a write transaction shows may be rolled back, so what was taken in there is read again afterwards.
        let uncommitted = matches!(conn.transaction_state(None::<&str>), Ok(TransactionState::Write));
        if uncommitted || result.is_err() {
            self.state = self.state.filter(|_| matches!(result, Ok((false, _))));
        }
        result
    }

    fn follow(&mut self, conn: &Connection) -> Result<bool> {
        let now = State::read(conn)?;
        if self.state == Some(now) {
            return Ok(false);
        }
        let before = self.state.take().filter(|old| old.epoch == now.epoch && old.change >= now.log_from);
        let from = before.map_or(0, |old| old.next_slot);
        if before.is_none() {
            self.snapshot = Arc::default();
            self.tail = Tail::default();
            self.cache.clear();
        }
        self.packs = merge::packs(conn)?;
        check_tiling(&self.packs, now.sealed)?;
        self.tail.drop_below(now.sealed);
        let snapshot = Arc::make_mut(&mut self.snapshot);
        snapshot.speakers = speakers::read(conn)?;
        if let (None, Some(id)) = (&snapshot.space, now.model) {
            let model = models::model(conn, id)?;
            snapshot.space = Some(Space { model, blocks: Vec::new(), asked: Arc::default() });
        }
        snapshot.grow(now.next_slot);
        let mut load = Loader { conn, snapshot, sealed: now.sealed };
        if let Some(old) = before {
            load.changed(old.change, from)?;
        }
        load.added(from..now.next_slot, &mut self.tail)?;
        self.state = Some(now);
        Ok(true)
    }
}

/// Reads slots from blocks or from the tail into a snapshot.
struct Loader<'a> {
    conn: &'a Connection,
    snapshot: &'a mut Snapshot,
    sealed: u32,
}

impl Loader<'_> {
    /// Reads what changed after `change` in slots below `end`.
    fn changed(&mut self, change: i64, end: u32) -> Result<()> {
        let mut blocks = BTreeSet::new();
        for (_, slots) in changes_since(self.conn, change)? {
            let slots = slots.start.min(end)..slots.end.min(end);
            if !slots.is_empty() {
                blocks.extend(slots.start / SLOTS..=(slots.end - 1) / SLOTS);
            }
        }
        for block in blocks {
            let slots = block * SLOTS..((block + 1) * SLOTS).min(end);
            if block * SLOTS < self.sealed {
                self.sealed_block(block)?;
            } else {
                for slot in slots.clone() {
                    self.snapshot.set(slot, Packed::DEAD);
                    self.clear_vector(slot);
                }
                self.tail_rows(slots, None)?;
            }
        }
        Ok(())
    }

    /// Reads new slots, whole blocks first, then rows of the tail.
    fn added(&mut self, slots: Range<u32>, tail: &mut Tail) -> Result<()> {
        for block in slots.start / SLOTS..self.sealed / SLOTS {
            self.sealed_block(block)?;
        }
        let rows = slots.start.max(self.sealed)..slots.end;
        if rows.is_empty() { Ok(()) } else { self.tail_rows(rows, Some(tail)) }
    }

    fn sealed_block(&mut self, block: u32) -> Result<()> {
        let metas = merge::read_metas(self.conn, block)?;
        for slot in block * SLOTS..(block + 1) * SLOTS {
            self.snapshot.set(slot, metas.get(slot));
        }
        if let Some(space) = &mut self.snapshot.space {
            space.blocks[block as usize] = read_vectors(self.conn, &space.model, block)?.map(Arc::new);
        }
        Ok(())
    }

    fn tail_rows(&mut self, slots: Range<u32>, mut tail: Option<&mut Tail>) -> Result<()> {
        let mut select = self.conn.prepare_cached(
            "SELECT slot, meta, terms FROM index_tail WHERE slot >= ?1 AND slot < ?2 ORDER BY slot",
        )?;
        let mut rows = select.query([slots.start, slots.end])?;
        while let Some(row) = rows.next()? {
            let slot: u32 = row.get(0)?;
            self.snapshot.set(slot, Packed::from_slice(blob_of(row, 1)?)?);
            if let Some(tail) = &mut tail {
                let mut terms = Vec::new();
                decode_terms(blob_of(row, 2)?, |term, tf| terms.push((term, tf)))?;
                tail.push(slot, terms);
            }
        }
        drop(rows);
        self.tail_vectors(slots)
    }

    fn tail_vectors(&mut self, slots: Range<u32>) -> Result<()> {
        let Some(space) = &mut self.snapshot.space else { return Ok(()) };
        let mut select = self.conn.prepare_cached(
            "SELECT slot, data FROM vector_tail WHERE model = ?1 AND slot >= ?2 AND slot < ?3",
        )?;
        let mut rows = select.query(params![space.model.id.0, slots.start, slots.end])?;
        while let Some(row) = rows.next()? {
            let vector = split_row(blob_of(row, 1)?, space.model.dim as usize)?;
            space.set(row.get(0)?, Some(vector));
        }
        Ok(())
    }

    fn clear_vector(&mut self, slot: u32) {
        if let Some(space) = &mut self.snapshot.space {
            space.set(slot, None);
        }
    }
}

/// Reads a block of vectors straight into its place.
fn read_vectors(conn: &Connection, model: &models::Model, block: u32) -> Result<Option<VectorBlock>> {
    let id = block_id(model.id, block);
    let known = conn
        .prepare_cached("SELECT 1 FROM vector_blocks WHERE id = ?1")?
        .query_row([id], |_| Ok(()))
        .optional()?;
    if known.is_none() {
        return Ok(None);
    }
    let blob = conn
        .blob_open(MAIN_DB, "vector_blocks", "data", id, true)
        .map_err(|error| missing(error, "a block of vectors is missing"))?;
    VectorBlock::read(model.dim as usize, blob.len(), |to| Ok(blob.read_at_exact(to, 0)?)).map(Some)
}
