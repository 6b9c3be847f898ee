//! Decoded posting lists, read when a question first uses a term and kept while there is room. A list stays valid
//! when chunks are added (it is extended) and when chunks die (readers skip dead slots).

use std::collections::HashMap;
use std::sync::Arc;

use rusqlite::Connection;

use super::error::Result;
use super::list::List;
use super::merge::{PackRow, damaged, read_postings};
use super::postings::{Damaged, Terms};

/// The terms of chunks that are not sealed.
#[derive(Debug, Default)]
pub(crate) struct Tail {
    rows: Vec<TailRow>,
}

#[derive(Debug)]
struct TailRow {
    slot: u32,
    terms: Vec<(u64, u16)>,
}

impl Tail {
    /// Adds a chunk behind all others, its terms ascending.
    pub(crate) fn push(&mut self, slot: u32, terms: Vec<(u64, u16)>) {
        self.rows.push(TailRow { slot, terms });
    }

    /// Drops the chunks below `sealed`.
    pub(crate) fn drop_below(&mut self, sealed: u32) {
        self.rows.retain(|row| row.slot >= sealed);
    }

    fn find(&self, term: u64, from: u32, list: &mut List) {
        let start = self.rows.partition_point(|row| row.slot < from);
        for row in &self.rows[start..] {
            if let Ok(at) = row.terms.binary_search_by_key(&term, |(t, _)| *t) {
                list.push(row.slot, row.terms[at].1);
            }
        }
    }
}

/// Where lists are read from: the packs and the tail, and the slot behind the last.
pub(crate) struct Origin<'a> {
    pub(crate) conn: &'a Connection,
    pub(crate) packs: &'a [PackRow],
    pub(crate) tail: &'a Tail,
    pub(crate) end: u32,
}

/// The decoded lists.
#[derive(Debug)]
pub(crate) struct Cache {
    lists: HashMap<u64, Kept>,
    budget: usize,
    used: usize,
    clock: u64,
}

#[derive(Debug)]
struct Kept {
    list: Arc<List>,
    end: u32,
    used_at: u64,
}

/// What an entry costs besides its postings.
const ENTRY: usize = 96;

impl Cache {
    /// Makes a cache of at most `budget` bytes.
    pub(crate) fn new(budget: usize) -> Self {
        Self { lists: HashMap::new(), budget, used: 0, clock: 0 }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.lists.clear();
        self.used = 0;
    }

    /// Returns the list of a term, complete up to the origin's end.
    pub(crate) fn get(&mut self, origin: &Origin<'_>, term: u64) -> Result<Arc<List>> {
        self.clock += 1;
        let mut kept = match self.lists.remove(&term) {
            Some(kept) => {
                self.used -= cost(&kept.list);
                kept
            }
            None => Kept { list: Arc::default(), end: 0, used_at: 0 },
        };
        if kept.end < origin.end {
            extend(origin, term, kept.end, &mut kept.list)?;
            kept.end = origin.end;
        }
        kept.used_at = self.clock;
        let list = Arc::clone(&kept.list);
        self.used += cost(&list);
        self.lists.insert(term, kept);
        if self.used > self.budget {
            self.shrink();
        }
        Ok(list)
    }

    /// Drops the lists that were not used for longest, down to half the budget.
    fn shrink(&mut self) {
        let mut by_age: Vec<(u64, u64)> =
            self.lists.iter().map(|(term, kept)| (kept.used_at, *term)).collect();
        by_age.sort_unstable();
        for (_, term) in by_age {
            if self.used <= self.budget / 2 {
                break;
            }
            if let Some(kept) = self.lists.remove(&term) {
                self.used -= cost(&kept.list);
            }
        }
    }
}

fn cost(list: &Arc<List>) -> usize {
    ENTRY + list.memory()
}

fn extend(origin: &Origin<'_>, term: u64, from: u32, list: &mut Arc<List>) -> Result<()> {
    let list = Arc::make_mut(list);
    for pack in origin.packs.iter().filter(|pack| pack.range.end > from) {
        let Some(place) = pack.directory.place(term) else { continue };
        let data = read_postings(origin.conn, pack.id, place)?;
        let found =
            Terms::open(&data).and_then(|terms| terms.find(term)).map_err(|Damaged| damaged(pack.id))?;
        if let Some(found) = found {
            list.reserve(found.count as usize);
            let push = |slot, tf| {
                if slot >= from {
                    list.push(slot, tf);
                }
            };
            found.decode(pack.range, push).map_err(|Damaged| damaged(pack.id))?;
        }
    }
    let sealed = origin.packs.last().map_or(0, |pack| pack.range.end);
    origin.tail.find(term, from.max(sealed), list);
    list.shrink();
    Ok(())
}
