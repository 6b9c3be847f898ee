//! What is known of a chunk besides its words, in 32 bytes, so that filters and ranking need no row. A slot whose
//! bytes are all zero is dead.

use std::ops::Range;

use super::error::{Result, corrupt};
use super::{BLOCK, SLOTS};
use crate::index::bytes::checksum;

/// The bytes that one slot's meta takes.
pub(crate) const META: usize = 32;

/// Who said what a chunk holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Role {
    /// No one in particular, or a person among others.
    #[default]
    Other = 0,
    /// The user of an assistant.
    User = 1,
    /// The assistant.
    Assistant = 2,
}

/// What is known of a chunk besides its words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlotMeta {
    /// The session or document that the chunk stands in.
    pub group: u32,
    /// The chunk's place in its group.
    pub ordinal: u32,
    /// A stable number of who speaks; zero for no one.
    pub speaker: u32,
    /// The day it is about or was said, counted from 1970-01-01.
    pub day: Option<i32>,
    /// The caller's number of the scope that may see it.
    pub scope: u32,
    /// Tokens, as BM25 counts them.
    pub len: u16,
    /// Who said it.
    pub role: Role,
    /// The scripts of its text, one bit each.
    pub scripts: u8,
    /// Whether it ends in a question mark.
    pub asks: bool,
    /// Whether it names a time.
    pub has_time: bool,
    /// Whether it holds a number.
    pub has_number: bool,
    /// The share of its sentences that are questions, of 255.
    pub question_share: u8,
    /// The caller's number of its memory layer.
    pub layer: u8,
    /// The caller's number of its source.
    pub source: u8,
    /// The caller's number of its tier.
    pub tier: u8,
    /// The caller's number of its memory's status.
    pub status: u8,
    /// How far it is trusted, of 255.
    pub confidence: u8,
}

/// A slot's meta as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packed(pub(crate) [u8; META]);

const LIVE: u8 = 1;
const ASKS: u8 = 2;
const TIME: u8 = 4;
const NUMBER: u8 = 8;
const DAY: u8 = 16;

impl Packed {
    /// The meta of a dead slot.
    pub(crate) const DEAD: Self = Self([0; META]);

    /// Returns whether the slot holds a chunk.
    #[inline]
    pub(crate) fn is_live(self) -> bool {
        self.0[23] & LIVE != 0
    }

    /// Returns the chunk's length in tokens.
    #[inline]
    pub(crate) fn len(self) -> u16 {
        u16::from_le_bytes([self.0[20], self.0[21]])
    }

    /// Reads the stored form.
    pub(crate) fn from_slice(bytes: &[u8]) -> Result<Self> {
        match bytes.try_into() {
            Ok(bytes) => Ok(Self(bytes)),
            Err(_) => corrupt(format!("a chunk's meta has {} bytes, not {META}", bytes.len())),
        }
    }

    fn u32(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.0[at..at + 4].try_into().expect("four bytes"))
    }

    /// Unpacks the meta.
    pub(crate) fn unpack(&self) -> SlotMeta {
        let flags = self.0[23];
        SlotMeta {
            group: self.u32(0),
            ordinal: self.u32(4),
            speaker: self.u32(8),
            day: (flags & DAY != 0).then(|| self.u32(12).cast_signed()),
            scope: self.u32(16),
            len: self.len(),
            role: match self.0[22] {
                1 => Role::User,
                2 => Role::Assistant,
                _ => Role::Other,
            },
            asks: flags & ASKS != 0,
            has_time: flags & TIME != 0,
            has_number: flags & NUMBER != 0,
            scripts: self.0[24],
            question_share: self.0[25],
            layer: self.0[26],
            source: self.0[27],
            tier: self.0[28],
            status: self.0[29],
            confidence: self.0[30],
        }
    }
}

impl From<&SlotMeta> for Packed {
    fn from(meta: &SlotMeta) -> Self {
        let mut out = [0; META];
        for (at, value) in [
            (0, meta.group),
            (4, meta.ordinal),
            (8, meta.speaker),
            (12, meta.day.unwrap_or(0).cast_unsigned()),
            (16, meta.scope),
        ] {
            out[at..at + 4].copy_from_slice(&value.to_le_bytes());
        }
        out[20..22].copy_from_slice(&meta.len.to_le_bytes());
        out[22] = meta.role as u8;
        for (on, flag) in [
            (true, LIVE),
            (meta.asks, ASKS),
            (meta.has_time, TIME),
            (meta.has_number, NUMBER),
            (meta.day.is_some(), DAY),
        ] {
            out[23] |= if on { flag } else { 0 };
        }
        out[24..31].copy_from_slice(&[
            meta.scripts,
            meta.question_share,
            meta.layer,
            meta.source,
            meta.tier,
            meta.status,
            meta.confidence,
        ]);
        Self(out)
    }
}

/// The meta of one block of slots: a checksum, then 32 bytes a slot.
#[derive(Clone, Debug)]
pub(crate) struct MetaBlock {
    data: Vec<u8>,
}

impl MetaBlock {
    /// Makes a block of dead slots.
    pub(crate) fn empty() -> Self {
        Self { data: vec![0; 4 + BLOCK * META] }
    }

    /// Takes a blob; refuses one of the wrong length or checksum.
    pub(crate) fn from_blob(data: Vec<u8>) -> Result<Self> {
        if data.len() != 4 + BLOCK * META || data.first_chunk() != Some(&checksum(&data[4..]).to_le_bytes()) {
            return corrupt("a block of chunk meta does not match its checksum");
        }
        Ok(Self { data })
    }

    /// Returns the blob, with a fresh checksum.
    pub(crate) fn into_blob(mut self) -> Vec<u8> {
        let sum = checksum(&self.data[4..]);
        self.data[..4].copy_from_slice(&sum.to_le_bytes());
        self.data
    }

    /// Returns where the meta of a slot stands in the blob.
    #[inline]
    pub(crate) fn place(slot: u32) -> Range<usize> {
        let at = 4 + (slot % SLOTS) as usize * META;
        at..at + META
    }

    /// Returns the meta of a slot.
    #[inline]
    pub(crate) fn get(&self, slot: u32) -> Packed {
        Packed(self.data[Self::place(slot)].try_into().expect("a row of the block"))
    }

    /// Writes the meta of a slot.
    pub(crate) fn set(&mut self, slot: u32, meta: Packed) {
        self.data[Self::place(slot)].copy_from_slice(&meta.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn meta() -> impl Strategy<Value = SlotMeta> {
        let numbers = (any::<[u32; 4]>(), any::<Option<i32>>(), any::<u16>());
        (numbers, 0..3u8, any::<[bool; 3]>(), any::<[u8; 7]>()).prop_map(|((n, day, len), role, on, b)| SlotMeta {
            group: n[0],
            ordinal: n[1],
            speaker: n[2],
            scope: n[3],
            day,
            len,
            role: [Role::Other, Role::User, Role::Assistant][usize::from(role)],
            asks: on[0],
            has_time: on[1],
            has_number: on[2],
            scripts: b[0],
            question_share: b[1],
            layer: b[2],
            source: b[3],
            tier: b[4],
            status: b[5],
            confidence: b[6],
        })
    }

    proptest! {
        #[test]
        fn meta_is_unpacked_as_it_was_packed(meta in meta(), slot in 0u32..5_000) {
            let packed = Packed::from(&meta);
            prop_assert!(packed.is_live() && !Packed::DEAD.is_live());
            prop_assert_eq!(packed.unpack(), meta);
            let mut block = MetaBlock::empty();
            block.set(slot, packed);
            let block = MetaBlock::from_blob(block.into_blob()).expect("own block");
            prop_assert_eq!(block.get(slot), packed);
        }
    }
}
