//! The trees of a store file: every row that can still be reached from a root, and the pages that cannot be read.

use std::collections::BTreeSet;

use rusqlite::types::Value;

use super::pages::{Pages, number};
use super::record::{record, varint};

/// A page with rows of a table.
const TABLE_LEAF: u8 = 0x0D;
const TABLE_INNER: u8 = 0x05;
/// A page with rows of a table without row numbers, or of an index.
const INDEX_LEAF: u8 = 0x0A;
const INDEX_INNER: u8 = 0x02;
/// Where the first page begins: after the head of the file.
const FIRST: usize = 100;

/// One row.
pub(super) struct Row {
    /// Its number, in a table that has them.
    pub(super) number: Option<i64>,
    /// Its values.
    pub(super) values: Vec<Value>,
}

/// A walk through trees; it remembers where it was.
pub(super) struct Walk<'a> {
    pages: &'a Pages,
    seen: BTreeSet<u32>,
}

impl<'a> Walk<'a> {
    /// Begins a walk.
    pub(super) const fn new(pages: &'a Pages) -> Self {
        Self { pages, seen: BTreeSet::new() }
    }

    /// Gives every row below a root; returns how many pages could not be read whole.
    pub(super) fn tree(&mut self, root: u32, row: &mut dyn FnMut(&Row)) -> usize {
        let (mut ahead, mut unreadable) = (vec![root], 0);
        while let Some(page) = ahead.pop() {
            if !self.seen.insert(page) {
                continue;
            }
            let whole = match self.pages.page(page) {
                Some(bytes) => self.cells(page, &bytes, row, &mut ahead),
                None => false,
            };
            unreadable += usize::from(!whole);
        }
        unreadable
    }

    /// Gives the rows of every page, without remembering where it was.
    pub(super) fn look_around(&mut self, row: &mut dyn FnMut(&Row)) {
        let seen = self.seen.clone();
        self.strays(row);
        self.seen = seen;
    }

    /// Gives the rows of every page that no walk has come by.
    pub(super) fn strays(&mut self, row: &mut dyn FnMut(&Row)) {
        for page in 1..=self.pages.count() {
            if !self.seen.contains(&page)
                && let Some(bytes) = self.pages.page(page)
            {
                self.cells(page, &bytes, row, &mut Vec::new());
            }
        }
    }

    /// Reads one page; returns whether all of it could be read.
    fn cells(&mut self, page: u32, bytes: &[u8], row: &mut dyn FnMut(&Row), ahead: &mut Vec<u32>) -> bool {
        let start = if page == 1 { FIRST } else { 0 };
        let Some(head) = bytes.get(start..).filter(|head| head.len() > 12) else { return false };
        let kind = head[0];
        let inner = matches!(kind, TABLE_INNER | INDEX_INNER);
        if !inner && !matches!(kind, TABLE_LEAF | INDEX_LEAF) {
            return false;
        }
        let mut whole = true;
        if inner {
            whole &= self.lead(number(head, 8), ahead);
        }
        let cells = usize::from(u16::from_be_bytes([head[3], head[4]]));
        let pointers = head.get(if inner { 12 } else { 8 }..).unwrap_or_default();
        let (pointers, _) = pointers.as_chunks::<2>();
        whole &= cells <= pointers.len();
        for pointer in pointers.iter().take(cells) {
            let cell = bytes.get(usize::from(u16::from_be_bytes(*pointer))..).unwrap_or_default();
            let cell = if inner {
                whole &= self.lead(number(cell, 0), ahead);
                cell.get(4..).unwrap_or_default()
            } else {
                cell
            };
            if kind != TABLE_INNER {
                match self.row(cell, kind == TABLE_LEAF) {
                    Some(read) => row(&read),
                    None => whole = false,
                }
            }
        }
        whole
    }

    /// Notes a page to go on with; returns whether there is one.
    fn lead(&self, page: Option<u32>, ahead: &mut Vec<u32>) -> bool {
        let there = page.filter(|page| (1..=self.pages.count()).contains(page));
        ahead.extend(there);
        there.is_some()
    }

    fn row(&mut self, cell: &[u8], numbered: bool) -> Option<Row> {
        let (length, mut rest) = varint(cell)?;
        let length = usize::try_from(length).ok()?;
        let mut number = None;
        if numbered {
            let (told, after) = varint(rest)?;
            (number, rest) = (Some(told.cast_signed()), after);
        }
        let values = match self.local(length, numbered) {
            local if local == length => record(rest.get(..length)?)?,
            local => record(&self.overflowing(rest, local, length)?)?,
        };
        Some(Row { number, values })
    }

    /// Returns how many bytes of a payload lie in the page itself.
    fn local(&self, length: usize, numbered: bool) -> usize {
        let usable = self.pages.usable();
        let most = if numbered { usable - 35 } else { (usable - 12) * 64 / 255 - 23 };
        if length <= most {
            return length;
        }
        let least = (usable - 12) * 32 / 255 - 23;
        let kept = least + (length - least) % (usable - 4);
        if kept <= most { kept } else { least }
    }

    fn overflowing(&mut self, rest: &[u8], local: usize, length: usize) -> Option<Vec<u8>> {
        if length > self.pages.usable().checked_mul(usize::try_from(self.pages.count()).ok()?)? {
            return None;
        }
        let mut all = rest.get(..local)?.to_vec();
        let mut next = number(rest, local)?;
        let mut through = Vec::new();
        while all.len() < length {
            let page = self.pages.page(next)?;
            through.push(next);
            let more = (length - all.len()).min(self.pages.usable() - 4);
            all.extend(page.get(4..4 + more)?);
            next = number(&page, 0)?;
        }
        self.seen.extend(through);
        Some(all)
    }
}
