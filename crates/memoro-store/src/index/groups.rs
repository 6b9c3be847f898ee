//! Which chunks stand beside each other: every slot knows the one before and after it in its session or document.
//! Groups are numbered densely here, whatever numbers their documents have.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use memoro_core::fusion::ChunkMeta;

const NONE: u32 = u32::MAX;

/// The groups of all live slots.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups {
    links: Vec<Link>,
    all: Vec<Group>,
    numbers: HashMap<u32, u32, BuildHasherDefault<Mix>>,
    free: Vec<u32>,
    recent: Option<(u32, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    before: u32,
    after: u32,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    document: u32,
    last: u32,
    chunks: u32,
    tokens: u32,
}

impl Groups {
    /// Returns the number of groups, those that are empty now included.
    pub(crate) fn len(&self) -> u32 {
        u32::try_from(self.all.len()).unwrap_or(u32::MAX)
    }

    /// Returns the number of groups that hold a chunk.
    pub(crate) fn used(&self) -> u32 {
        self.len() - u32::try_from(self.free.len()).unwrap_or(0)
    }

    /// Returns the tokens of a group's chunks together.
    pub(crate) fn tokens(&self, group: u32) -> u32 {
        self.all.get(group as usize).map_or(0, |g| g.tokens)
    }

    /// Returns the dense number of a document, given out now if it is new.
    pub(crate) fn number(&mut self, document: u32) -> u32 {
        if let Some((known, number)) = self.recent
            && known == document
        {
            return number;
        }
        let number = match self.numbers.get(&document) {
            Some(&number) => number,
            None => self.add(document),
        };
        self.recent = Some((document, number));
        number
    }

    fn add(&mut self, document: u32) -> u32 {
        let group = Group { document, last: NONE, chunks: 0, tokens: 0 };
        let number = self.free.pop().unwrap_or(self.len());
        match self.all.get_mut(number as usize) {
            Some(free) => *free = group,
            None => self.all.push(group),
        }
        self.numbers.insert(document, number);
        number
    }

    /// Puts a slot into its group, whose dense number is in its meta, at the place of its ordinal.
    pub(crate) fn insert(&mut self, slot: u32, metas: &[ChunkMeta]) {
        let meta = &metas[slot as usize];
        if self.links.len() <= slot as usize {
            self.links.resize(slot as usize + 1, Link { before: NONE, after: NONE });
        }
        let group = &mut self.all[meta.group as usize];
        group.chunks += 1;
        group.tokens = group.tokens.saturating_add(u32::from(meta.profile.len));
        let (mut before, mut after) = (group.last, NONE);
        while before != NONE && metas[before as usize].ordinal > meta.ordinal {
            after = before;
            before = self.links[before as usize].before;
        }
        self.links[slot as usize] = Link { before, after };
        if before != NONE {
            self.links[before as usize].after = slot;
        }
        if after == NONE {
            group.last = slot;
        } else {
            self.links[after as usize].before = slot;
        }
    }

    /// Takes a slot out of its group.
    pub(crate) fn remove(&mut self, slot: u32, meta: &ChunkMeta) {
        let Link { before, after } = self.links[slot as usize];
        let group = &mut self.all[meta.group as usize];
        group.chunks -= 1;
        group.tokens = group.tokens.saturating_sub(u32::from(meta.profile.len));
        if before != NONE {
            self.links[before as usize].after = after;
        }
        if after == NONE {
            group.last = before;
        } else {
            self.links[after as usize].before = before;
        }
        if group.chunks == 0 {
            self.numbers.remove(&group.document);
            self.free.push(meta.group);
            self.recent = None;
        }
        self.links[slot as usize] = Link { before: NONE, after: NONE };
    }

    /// Returns the live slot `step` places further in the same group.
    pub(crate) fn neighbour(&self, slot: u32, step: i32) -> Option<u32> {
        let mut at = slot;
        for _ in 0..step.unsigned_abs() {
            let link = self.links.get(at as usize)?;
            at = if step < 0 { link.before } else { link.after };
            if at == NONE {
                return None;
            }
        }
        Some(at)
    }
}

/// A hash for numbers that are given out one after the other.
#[derive(Clone, Copy, Debug, Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.0 = (self.0 ^ u64::from(value)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn neighbours_are_those_of_a_sorted_list(steps in prop::collection::vec((0u32..4, 0u32..30, any::<bool>()), 1..60)) {
            let mut groups = Groups::default();
            let mut metas: Vec<ChunkMeta> = Vec::new();
            let mut live: Vec<u32> = Vec::new();
            for (document, ordinal, removes) in steps {
                if removes && !live.is_empty() {
                    let slot = live.remove(ordinal as usize % live.len());
                    groups.remove(slot, &metas[slot as usize]);
                    continue;
                }
                let slot = u32::try_from(metas.len()).expect("few");
                metas.push(ChunkMeta { group: groups.number(document), ordinal, ..ChunkMeta::default() });
                groups.insert(slot, &metas);
                live.push(slot);
            }
            let key = |slot: &u32| (metas[*slot as usize].group, metas[*slot as usize].ordinal, *slot);
            live.sort_by_key(key);
            for (at, &slot) in live.iter().enumerate() {
                for step in -2i32..=2 {
                    let there = at.checked_add_signed(step as isize).and_then(|i| live.get(i)).copied();
                    let expected = there.filter(|s| metas[*s as usize].group == metas[slot as usize].group);
                    prop_assert_eq!(groups.neighbour(slot, step), expected);
                }
            }
            let used: std::collections::BTreeSet<u32> = live.iter().map(|s| metas[*s as usize].group).collect();
            prop_assert_eq!(groups.used() as usize, used.len());
        }
    }
}
