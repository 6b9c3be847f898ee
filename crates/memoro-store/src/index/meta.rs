//! What is known of a chunk besides its words, in 32 bytes, so that filters and ranking need no row. A slot whose
//! bytes are all zero is dead.

use std::ops::Range;

use memoro_core::fusion::{ChunkMeta, Role};
use memoro_core::text::{Profile, ScriptSet};

use super::error::{Result, corrupt};
use super::{BLOCK, SLOTS};
use crate::index::bytes::checksum;

/// The bytes that one slot's meta takes.
pub(crate) const META: usize = 32;

/// What filters know of a chunk. The numbers are the caller's: the index compares them and knows no more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Facets {
    /// The scope that may see it.
    pub scope: u32,
    /// Its memory layer.
    pub layer: u8,
    /// Where it comes from.
    pub source: u8,
    /// How near at hand it is kept.
    pub tier: u8,
    /// The status of its memory.
    pub status: u8,
    /// How far it is trusted, of 255.
    pub confidence: u8,
    /// How much it matters as a person said, 1 to 10; 0 where nothing was said.
    pub importance: u8,
}

/// A slot's meta as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packed(pub(crate) [u8; META]);

const LIVE: u8 = 1;
const ASKS: u8 = 2;
const TIME: u8 = 4;
const NUMBER: u8 = 8;

impl Packed {
    /// The meta of a dead slot.
    pub(crate) const DEAD: Self = Self([0; META]);

    /// Returns whether the slot holds a chunk.
    #[inline]
    pub(crate) fn is_live(self) -> bool {
        self.0[23] & LIVE != 0
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

    /// Packs what is known of a chunk.
    pub(crate) fn new(meta: &ChunkMeta, facets: &Facets) -> Self {
        let mut out = [0; META];
        let words = [meta.group, meta.ordinal, meta.speaker, meta.day.cast_unsigned(), facets.scope];
        for (to, word) in out.chunks_exact_mut(4).zip(words) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        let profile = &meta.profile;
        out[20..22].copy_from_slice(&profile.len.to_le_bytes());
        out[22] = meta.role as u8;
        out[23] = LIVE;
        for (on, flag) in [(profile.asks, ASKS), (profile.has_time, TIME), (profile.has_number, NUMBER)] {
            out[23] |= if on { flag } else { 0 };
        }
        out[24] = profile.scripts.bits();
        out[25] = profile.question_share;
        out[26..32].copy_from_slice(&[
            facets.layer,
            facets.source,
            facets.tier,
            facets.status,
            facets.confidence,
            facets.importance,
        ]);
        Self(out)
    }

    /// Returns what ranking knows.
    pub(crate) fn meta(&self) -> ChunkMeta {
        let flags = self.0[23];
        ChunkMeta {
            group: self.u32(0),
            ordinal: self.u32(4),
            speaker: self.u32(8),
            day: self.u32(12).cast_signed(),
            role: match self.0[22] {
                1 => Role::User,
                2 => Role::Assistant,
                _ => Role::Other,
            },
            profile: Profile {
                len: u16::from_le_bytes([self.0[20], self.0[21]]),
                scripts: ScriptSet::from_bits(self.0[24]),
                asks: flags & ASKS != 0,
                question_share: self.0[25],
                has_time: flags & TIME != 0,
                has_number: flags & NUMBER != 0,
            },
        }
    }

    /// Returns what filters know.
    pub(crate) fn facets(&self) -> Facets {
        let [layer, source, tier, status, confidence, importance] =
            self.0[26..32].try_into().expect("six bytes");
        Facets { scope: self.u32(16), layer, source, tier, status, confidence, importance }
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

    fn known() -> impl Strategy<Value = (ChunkMeta, Facets)> {
        (any::<[u32; 5]>(), any::<u16>(), 0..3usize, any::<[bool; 3]>(), any::<[u8; 8]>()).prop_map(
            |(n, len, role, on, b)| {
                let profile = Profile {
                    len,
                    scripts: ScriptSet::from_bits(b[0]),
                    asks: on[0],
                    question_share: b[1],
                    has_time: on[1],
                    has_number: on[2],
                };
                let role = [Role::Other, Role::User, Role::Assistant][role];
                let [group, ordinal, speaker, day, scope] = n;
                let meta = ChunkMeta { group, ordinal, speaker, day: day.cast_signed(), profile, role };
                let [_, _, layer, source, tier, status, confidence, importance] = b;
                (meta, Facets { scope, layer, source, tier, status, confidence, importance })
            },
        )
    }

    proptest! {
        #[test]
        fn meta_is_unpacked_as_it_was_packed((meta, facets) in known(), slot in 0u32..5_000) {
            let packed = Packed::new(&meta, &facets);
            prop_assert!(packed.is_live() && !Packed::DEAD.is_live());
            prop_assert_eq!((packed.meta(), packed.facets()), (meta, facets));
            let mut block = MetaBlock::empty();
            block.set(slot, packed);
            let block = MetaBlock::from_blob(block.into_blob()).expect("own block");
            prop_assert_eq!(block.get(slot), packed);
        }
    }
}
