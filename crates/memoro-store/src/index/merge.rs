//! Merges neighbouring packs of postings into one and drops the postings of dead slots on the way.

use memoro_core::fusion::Posting;
use rusqlite::{Connection, OptionalExtension, params};

use super::SLOTS;
use super::bitmap::Bitmap;
use super::error::{IndexError, Result, corrupt};
use super::meta::MetaBlock;
use super::models::blob_of;
use super::postings::{BlockWriter, Damaged, Directory, Encoded, PackRange, Terms};
use super::seal::{PackWriter, posting_id};
use super::state::State;

/// A pack without its postings.
#[derive(Clone, Debug)]
pub(crate) struct PackRow {
    /// Its number.
    pub(crate) id: i64,
    /// The slots it covers.
    pub(crate) range: PackRange,
    /// How many slots died since it was written.
    pub(crate) dead: u32,
    /// The first term of each of its blocks.
    pub(crate) directory: Directory,
}

impl PackRow {
    /// Returns how many slots it covers.
    pub(crate) fn slots(&self) -> u32 {
        self.range.end - self.range.first
    }
}

/// Returns all packs by slot.
pub(crate) fn packs(conn: &Connection) -> Result<Vec<PackRow>> {
    let mut select = conn
        .prepare_cached("SELECT id, first_slot, end_slot, dead, directory FROM packs ORDER BY first_slot")?;
    let mut rows = select.query([])?;
    let mut packs = Vec::new();
    while let Some(row) = rows.next()? {
        let id: i64 = row.get(0)?;
        let Some(directory) = Directory::decode(blob_of(row, 4)?) else {
            return corrupt(format!("the directory of pack {id} does not match its checksum"));
        };
        let range = PackRange { first: row.get(1)?, end: row.get(2)? };
        packs.push(PackRow { id, range, dead: row.get(3)?, directory });
    }
    Ok(packs)
}

/// Returns a block of postings.
pub(crate) fn read_postings(conn: &Connection, pack: i64, place: usize) -> Result<Vec<u8>> {
    conn.prepare_cached("SELECT data FROM postings WHERE id = ?1")?
        .query_row([posting_id(pack, place)], |row| row.get(0))
        .optional()?
        .ok_or_else(|| damaged(pack))
}

pub(crate) fn damaged(pack: i64) -> IndexError {
    IndexError::Corrupt(format!("the postings of pack {pack} cannot be read"))
}

/// Returns the live slots of whole blocks.
fn live(conn: &Connection, range: PackRange) -> Result<Bitmap> {
    let mut live = Bitmap::new();
    for block in range.first / SLOTS..range.end / SLOTS {
        let metas = read_metas(conn, block)?;
        (block * SLOTS..(block + 1) * SLOTS)
            .filter(|&slot| metas.get(slot).is_live())
            .for_each(|slot| live.insert(slot));
    }
    Ok(live)
}

/// Returns a block of meta.
pub(crate) fn read_metas(conn: &Connection, block: u32) -> Result<MetaBlock> {
    let data: Option<Vec<u8>> = conn
        .prepare_cached("SELECT data FROM meta_blocks WHERE block = ?1")?
        .query_row([block], |row| row.get(0))
        .optional()?;
    match data {
        Some(data) => MetaBlock::from_blob(data),
        None => corrupt(format!("block {block} of chunk meta is missing")),
    }
}

/// Walks the lists of one pack in order of terms.
pub(crate) struct Cursor<'a> {
    pack: &'a PackRow,
    place: usize,
    data: Vec<u8>,
    entries: Vec<Entry>,
    at: usize,
}

/// Where the list of a term stands in its block.
struct Entry {
    term: u64,
    count: u32,
    bytes: std::ops::Range<usize>,
}

impl<'a> Cursor<'a> {
    /// Stands before the first term.
    pub(crate) fn new(pack: &'a PackRow) -> Self {
        Self { pack, place: 0, data: Vec::new(), entries: Vec::new(), at: 0 }
    }

    /// Returns the term that it stands at, reading the next block where needed.
    pub(crate) fn term(&mut self, conn: &Connection) -> Result<Option<u64>> {
        while self.at == self.entries.len() {
            if self.place == self.pack.directory.0.len() {
                return Ok(None);
            }
            self.data = read_postings(conn, self.pack.id, self.place)?;
            self.entries = entries(&self.data).map_err(|Damaged| damaged(self.pack.id))?;
            self.place += 1;
            self.at = 0;
        }
        Ok(Some(self.entries[self.at].term))
    }

    /// Adds the list that it stands at, without dead slots, to `list` and steps on.
    pub(crate) fn take(&mut self, live: Option<&Bitmap>, list: &mut Vec<Posting>) -> Result<()> {
        let Entry { count, bytes, .. } = &self.entries[self.at];
        self.at += 1;
        let encoded = Encoded::new(*count, &self.data[bytes.clone()]);
        let push = |slot, tf| {
            if live.is_none_or(|live| live.contains(slot)) {
                list.push(Posting { slot, tf });
            }
        };
        encoded.decode(self.pack.range, push).map_err(|Damaged| damaged(self.pack.id))
    }
}

fn entries(data: &[u8]) -> Result<Vec<Entry>, Damaged> {
    let mut terms = Terms::open(data)?;
    let mut entries = Vec::new();
    while let Some((term, encoded)) = terms.next_term()? {
        let end = data.len() - terms.left();
        entries.push(Entry { term, count: encoded.count, bytes: end - encoded.len()..end });
    }
    Ok(entries)
}

/// Returns all lists of a block.
pub(crate) fn decode_block(data: &[u8], pack: &PackRow) -> Result<Vec<(u64, Vec<Posting>)>> {
    let parse = || {
        let mut terms = Terms::open(data)?;
        let mut lists = Vec::new();
        while let Some((term, encoded)) = terms.next_term()? {
            let mut list = Vec::new();
            encoded.decode_into(pack.range, &mut list)?;
            lists.push((term, list));
        }
        Ok(lists)
    };
    parse().map_err(|Damaged| damaged(pack.id))
}

/// Writes neighbouring packs as one, without the postings of dead slots, and deletes them.
pub(crate) fn merge(conn: &Connection, state: &mut State, packs: &[PackRow]) -> Result<()> {
    let (Some(first), Some(last)) = (packs.first(), packs.last()) else { return Ok(()) };
    let range = PackRange { first: first.range.first, end: last.range.end };
    let has_dead = packs.iter().any(|pack| pack.dead > 0);
    let live = if has_dead { Some(live(conn, range)?) } else { None };
    let mut writer = PackWriter::begin(state, range.first);
    let mut cursors: Vec<Cursor<'_>> = packs.iter().map(Cursor::new).collect();
    let mut joined = Vec::new();
    while let Some(term) = least(conn, &mut cursors)? {
        joined.clear();
        for cursor in &mut cursors {
            if cursor.term(conn)? == Some(term) {
                cursor.take(live.as_ref(), &mut joined)?;
            }
        }
        if !joined.is_empty() {
            writer.add(conn, term, &joined)?;
        }
    }
    packs.iter().try_for_each(|pack| delete(conn, pack))?;
    writer.finish(conn, range.end)?;
    state.write(conn)
}

/// Returns the least term that a cursor stands at.
pub(crate) fn least(conn: &Connection, cursors: &mut [Cursor<'_>]) -> Result<Option<u64>> {
    let mut least = None;
    for cursor in cursors {
        if let Some(term) = cursor.term(conn)? {
            least = Some(least.map_or(term, |at: u64| at.min(term)));
        }
    }
    Ok(least)
}

/// Deletes a pack.
pub(crate) fn delete(conn: &Connection, pack: &PackRow) -> Result<()> {
    conn.prepare_cached("DELETE FROM postings WHERE id >= ?1 AND id < ?2")?
        .execute([posting_id(pack.id, 0), posting_id(pack.id + 1, 0)])?;
    conn.prepare_cached("DELETE FROM packs WHERE id = ?1")?.execute([pack.id])?;
    Ok(())
}

/// Rewrites the blocks of a pack that hold postings of dead slots. The directory follows, because a block's first
/// term may have gone with them.
pub(crate) fn purge(conn: &Connection, pack: &PackRow) -> Result<()> {
    let live = live(conn, pack.range)?;
    let mut firsts: Vec<Option<u64>> = Vec::with_capacity(pack.directory.0.len());
    for (place, &first) in pack.directory.0.iter().enumerate() {
        let data = read_postings(conn, pack.id, place)?;
        if !has_dead(&data, pack.range, &live).map_err(|Damaged| damaged(pack.id))? {
            firsts.push(Some(first));
            continue;
        }
        let (first, data) = rewrite(pack.range.first, &decode_block(&data, pack)?, &live);
        conn.prepare_cached("UPDATE postings SET data = ?2 WHERE id = ?1")?
            .execute(params![posting_id(pack.id, place), data])?;
        firsts.push(first);
    }
    // An empty block takes the first term of the next one: a lookup then passes it over.
    let mut next = u64::MAX;
    for first in firsts.iter_mut().rev() {
        next = first.unwrap_or(next);
        *first = Some(next);
    }
    let directory = Directory(firsts.into_iter().flatten().collect());
    conn.prepare_cached("UPDATE packs SET dead = 0, directory = ?2 WHERE id = ?1")?
        .execute(params![pack.id, directory.encode()])?;
    Ok(())
}

/// Returns whether a block holds a posting of a dead slot, without keeping what it reads.
fn has_dead(data: &[u8], range: PackRange, live: &Bitmap) -> Result<bool, Damaged> {
    let mut terms = Terms::open(data)?;
    let mut dead = 0u64;
    while let Some((_, encoded)) = terms.next_term()? {
        encoded.decode(range, |slot, _| dead |= !live.word(slot as usize / 64) >> (slot % 64) & 1)?;
    }
    Ok(dead != 0)
}

fn rewrite(base: u32, lists: &[(u64, Vec<Posting>)], live: &Bitmap) -> (Option<u64>, Vec<u8>) {
    let mut writer = BlockWriter::unbounded(base);
    for (term, list) in lists {
        let kept: Vec<Posting> = list.iter().filter(|posting| live.contains(posting.slot)).copied().collect();
        if !kept.is_empty() {
            writer.add(*term, &kept);
        }
    }
    match writer.finish() {
        Some(block) => (Some(block.first), block.data),
        None => (None, super::bytes::with_checksum(&[])),
    }
}
