//! The form of postings on disk: which chunks hold a term, and how often. Words are not kept, only their 64-bit
//! names. Knows nothing of `SQLite`.
//!
//! A list is `(slot - previous slot) * 2 + (tf > 1)`, then `tf - 2` where the low bit is set, all as varints; the
//! first slot counts from the pack's first slot. A block is a checksum and then, for each term in ascending order,
//! `term - previous term`, the number of postings, the length of the list in bytes, and the list.

use memoro_core::fusion::Posting;

use super::bytes::{Reader, checked, put_varint, with_checksum};

/// Blocks are closed when they grow past this, so that a lookup reads little.
const BLOCK_BYTES: usize = 3_500;

fn encode(list: &[Posting], base: u32, out: &mut Vec<u8>) {
    let mut previous = base;
    for posting in list {
        let delta = u64::from(posting.slot - previous) << 1;
        previous = posting.slot;
        if posting.tf <= 1 {
            put_varint(out, delta);
        } else {
            put_varint(out, delta | 1);
            put_varint(out, u64::from(posting.tf - 2));
        }
    }
}

/// Bytes that are no block or list of postings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Damaged;

/// One term's list as it stands in a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encoded<'a> {
    /// The number of postings.
    pub(crate) count: u32,
    bytes: &'a [u8],
}

impl<'a> Encoded<'a> {
    /// Takes a list's number of postings and its bytes.
    pub(crate) fn new(count: u32, bytes: &'a [u8]) -> Self {
        Self { count, bytes }
    }

    /// Returns the length of the list in bytes.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Adds the postings to `list`.
    pub(crate) fn decode_into(&self, range: PackRange, list: &mut Vec<Posting>) -> Result<(), Damaged> {
        list.reserve(self.count as usize);
        self.decode(range, |slot, tf| list.push(Posting { slot, tf }))
    }

    /// Calls `push` for each posting, up to the first that is wrong.
    #[inline]
    pub(crate) fn decode(&self, range: PackRange, push: impl FnMut(u32, u16)) -> Result<(), Damaged> {
        self.read(range, push).ok_or(Damaged)
    }

    #[inline]
    fn read(&self, range: PackRange, mut push: impl FnMut(u32, u16)) -> Option<()> {
        let mut reader = Reader::new(self.bytes);
        let mut slot = range.first;
        for i in 0..self.count {
            let head = reader.varint32()?;
            let tf = if head & 1 == 0 { 1 } else { u16::try_from(reader.varint()?.checked_add(2)?).ok()? };
            let delta = head >> 1;
            slot = slot.checked_add(delta)?;
            if (i > 0 && delta == 0) || slot >= range.end {
                return None;
            }
            push(slot, tf);
        }
        reader.is_empty().then_some(())
    }
}

/// The slots that a pack covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PackRange {
    /// The first slot.
    pub(crate) first: u32,
    /// The slot behind the last.
    pub(crate) end: u32,
}

/// Walks the terms of a block in order.
pub(crate) struct Terms<'a> {
    reader: Reader<'a>,
    term: u64,
}

impl<'a> Terms<'a> {
    /// Opens a block; refuses one whose checksum does not hold.
    pub(crate) fn open(block: &'a [u8]) -> Result<Self, Damaged> {
        let body = checked(block).ok_or(Damaged)?;
        Ok(Self { reader: Reader::new(body), term: 0 })
    }

    /// Returns how many bytes of the block are not read yet.
    pub(crate) fn left(&self) -> usize {
        self.reader.left()
    }

    /// Returns the next term and its list, or nothing at the end.
    pub(crate) fn next_term(&mut self) -> Result<Option<(u64, Encoded<'a>)>, Damaged> {
        if self.reader.is_empty() {
            return Ok(None);
        }
        self.read().map(Some).ok_or(Damaged)
    }

    fn read(&mut self) -> Option<(u64, Encoded<'a>)> {
        self.term = self.term.checked_add(self.reader.varint()?)?;
        let count = self.reader.varint32()?;
        let len = self.reader.varint32()?;
        let bytes = self.reader.take(len as usize)?;
        // Every posting takes a byte or more, so a wrong count cannot ask for memory that the block does not back.
        (count as usize <= bytes.len()).then_some((self.term, Encoded { count, bytes }))
    }

    /// Returns the list of a term, where the block has it.
    pub(crate) fn find(mut self, term: u64) -> Result<Option<Encoded<'a>>, Damaged> {
        while let Some((at, list)) = self.next_term()? {
            if at >= term {
                return Ok((at == term).then_some(list));
            }
        }
        Ok(None)
    }
}

/// Packs lists of ascending terms into blocks.
pub(crate) struct BlockWriter {
    base: u32,
    limit: usize,
    body: Vec<u8>,
    list: Vec<u8>,
    first: u64,
    previous: u64,
}

/// A finished block and its first term.
pub(crate) struct Block {
    pub(crate) first: u64,
    pub(crate) data: Vec<u8>,
}

impl BlockWriter {
    /// Starts a pack whose first slot is `base`.
    pub(crate) fn new(base: u32) -> Self {
        Self { base, limit: BLOCK_BYTES, body: Vec::new(), list: Vec::new(), first: 0, previous: 0 }
    }

    /// Starts a single block of any size.
    pub(crate) fn unbounded(base: u32) -> Self {
        Self { limit: usize::MAX, ..Self::new(base) }
    }

    /// Adds a term, which must be greater than all before it; returns a block when one is full.
    pub(crate) fn add(&mut self, term: u64, list: &[Posting]) -> Option<Block> {
        self.list.clear();
        encode(list, self.base, &mut self.list);
        let full = !self.body.is_empty() && self.body.len() + self.list.len() > self.limit;
        let done = if full { self.finish() } else { None };
        if self.body.is_empty() {
            self.first = term;
            self.previous = 0;
        }
        put_varint(&mut self.body, term - self.previous);
        self.previous = term;
        put_varint(&mut self.body, list.len() as u64);
        put_varint(&mut self.body, self.list.len() as u64);
        self.body.extend_from_slice(&self.list);
        done
    }

    /// Returns the last block, unless it is empty.
    pub(crate) fn finish(&mut self) -> Option<Block> {
        if self.body.is_empty() {
            return None;
        }
        let data = with_checksum(&self.body);
        self.body.clear();
        Some(Block { first: self.first, data })
    }
}

/// The first term of each block of a pack, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Directory(pub(crate) Vec<u64>);

impl Directory {
    /// Returns the place of the only block that may hold the term.
    pub(crate) fn place(&self, term: u64) -> Option<usize> {
        self.0.partition_point(|&first| first <= term).checked_sub(1)
    }

    /// Returns the directory as a blob.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let body: Vec<u8> = self.0.iter().flat_map(|term| term.to_le_bytes()).collect();
        with_checksum(&body)
    }

    /// Reads what [`Directory::encode`] wrote; `None` when it is wrong.
    pub(crate) fn decode(blob: &[u8]) -> Option<Self> {
        let body = checked(blob)?;
        let terms = body.chunks_exact(8);
        if !terms.remainder().is_empty() {
            return None;
        }
        let firsts: Vec<u64> =
            terms.map(|b| u64::from_le_bytes(b.try_into().expect("chunks of eight bytes"))).collect();
        firsts.is_sorted().then_some(Self(firsts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn lists() -> impl Strategy<Value = BTreeMap<u64, BTreeMap<u32, u16>>> {
        let postings = prop::collection::btree_map(100u32..5_000, 1u16.., 1..60);
        prop::collection::btree_map(any::<u64>(), postings, 0..80)
    }

    fn list(postings: &BTreeMap<u32, u16>) -> Vec<Posting> {
        postings.iter().map(|(&slot, &tf)| Posting { slot, tf }).collect()
    }

    const RANGE: PackRange = PackRange { first: 100, end: 5_000 };

    proptest! {
        #[test]
        fn every_list_is_found_as_it_was_packed(lists in lists(), absent in any::<u64>()) {
            let mut writer = BlockWriter::new(RANGE.first);
            let mut blocks: Vec<Block> = lists.iter().filter_map(|(&t, p)| writer.add(t, &list(p))).collect();
            blocks.extend(writer.finish());
            let directory = Directory(blocks.iter().map(|b| b.first).collect());
            prop_assert_eq!(Directory::decode(&directory.encode()), Some(directory.clone()));
            for term in lists.keys().copied().chain([absent]) {
                let found = directory.place(term).and_then(|at| {
                    Terms::open(&blocks[at].data).expect("own block").find(term).expect("own block")
                });
                let mut got = Vec::new();
                if let Some(found) = found {
                    found.decode_into(RANGE, &mut got).expect("own list");
                }
                prop_assert_eq!(got, lists.get(&term).map(list).unwrap_or_default());
            }
        }

        #[test]
        fn a_damaged_list_is_refused_or_stays_inside_its_pack(bytes in prop::collection::vec(any::<u8>(), 0..60), count in 0u32..60) {
            let mut got = Vec::new();
            let damaged = Encoded { count, bytes: &bytes };
            if damaged.decode_into(RANGE, &mut got).is_ok() {
                prop_assert!(got.is_sorted_by_key(|p| p.slot) && got.iter().all(|p| (100..5_000).contains(&p.slot)));
            }
        }
    }

    #[test]
    fn common_terms_take_about_a_byte_a_posting() {
        let all: Vec<Posting> = (0..10_000).map(|slot| Posting { slot, tf: 1 }).collect();
        let mut writer = BlockWriter::new(0);
        assert!(writer.add(7, &all).is_none());
        assert!(writer.finish().expect("one block").data.len() < 10_100);
    }
}
