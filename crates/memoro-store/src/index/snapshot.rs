//! What search holds in memory of every slot: meta, filters' facts, neighbours and vectors. Reads no table itself.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use memoro_core::fusion::{ChunkMeta, Role, Speakers, Totals};

use super::bitmap::Bitmap;
use super::classes::Classes;
use super::groups::Groups;
use super::meta::Packed;
use super::models::Model;
use super::vectors::VectorBlock;
use super::{BLOCK, SLOTS};

/// All slots as one moment sees them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Snapshot {
    pub(crate) metas: Vec<ChunkMeta>,
    pub(crate) lengths: Vec<u16>,
    pub(crate) group_of: Vec<u32>,
    pub(crate) classes: Classes,
    pub(crate) live: Bitmap,
    pub(crate) totals: Totals,
    pub(crate) groups: Groups,
    pub(crate) speakers: Speakers,
    pub(crate) space: Option<Space>,
}

/// The vectors of one model.
#[derive(Clone, Debug)]
pub(crate) struct Space {
    pub(crate) model: Model,
    pub(crate) blocks: Vec<Option<Arc<VectorBlock>>>,
    /// Whether a question was asked before: taking signs is not worth it for a single one.
    pub(crate) asked: Arc<AtomicBool>,
}

impl Snapshot {
    /// Makes room up to `slots`; new slots are dead.
    pub(crate) fn grow(&mut self, slots: u32) {
        self.metas.resize(slots as usize, ChunkMeta::default());
        self.lengths.resize(slots as usize, 0);
        self.group_of.resize(slots as usize, 0);
        self.classes.grow(slots);
        self.live.grow(slots);
        if let Some(space) = &mut self.space {
            space.blocks.resize((slots as usize).div_ceil(BLOCK), None);
        }
    }

    /// Writes what is known of a slot.
    pub(crate) fn set(&mut self, slot: u32, packed: Packed) {
        let at = slot as usize;
        if self.live.contains(slot) {
            let old = self.metas[at];
            self.groups.remove(slot, &old);
            self.live.remove(slot);
            self.totals.chunks -= 1;
            self.totals.tokens -= u64::from(old.profile.len);
            self.totals.assistant -= u32::from(old.role == Role::Assistant);
            self.metas[at] = ChunkMeta::default();
            (self.lengths[at], self.group_of[at]) = (0, 0);
            self.classes.remove(slot);
        }
        if packed.is_live() {
            let mut meta = packed.meta();
            meta.group = self.groups.number(meta.group);
            self.metas[at] = meta;
            (self.lengths[at], self.group_of[at]) = (meta.profile.len, meta.group);
            self.classes.insert(slot, packed.facets());
            self.groups.insert(slot, &self.metas);
            self.live.insert(slot);
            self.totals.chunks += 1;
            self.totals.tokens += u64::from(meta.profile.len);
            self.totals.assistant += u32::from(meta.role == Role::Assistant);
        }
        self.totals.groups = self.groups.used();
    }

    /// Returns whether some slot is dead, so that not all may be shown.
    pub(crate) fn has_dead(&self) -> bool {
        (self.totals.chunks as usize) < self.metas.len()
    }
}

impl Space {
    /// Writes or wipes the vector of a slot.
    pub(crate) fn set(&mut self, slot: u32, vector: Option<(f32, &[u8])>) {
        let place = &mut self.blocks[(slot / SLOTS) as usize];
        match (vector, place.as_mut()) {
            (Some((scale, values)), _) => {
                let block =
                    place.get_or_insert_with(|| Arc::new(VectorBlock::empty(self.model.dim as usize)));
                Arc::make_mut(block).set(slot, scale, values);
            }
            (None, Some(block)) => Arc::make_mut(block).clear(slot),
            (None, None) => {}
        }
    }

    /// Returns the block of a slot, where it has one.
    pub(crate) fn block(&self, slot: u32) -> Option<&VectorBlock> {
        self.blocks.get((slot / SLOTS) as usize)?.as_deref()
    }
}
