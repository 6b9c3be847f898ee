//! A set of slots, one bit each. Grows on insert; a slot beyond its end is not in it.

/// A set of slots.
#[derive(Clone, Debug, Default)]
pub struct Bitmap {
    words: Vec<u64>,
}

impl Bitmap {
    /// Makes an empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a slot.
    pub fn insert(&mut self, slot: u32) {
        let word = (slot / 64) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (slot % 64);
    }

    /// Takes a slot out.
    pub fn remove(&mut self, slot: u32) {
        if let Some(word) = self.words.get_mut((slot / 64) as usize) {
            *word &= !(1 << (slot % 64));
        }
    }

    /// Returns whether the slot is in the set.
    #[inline]
    pub fn contains(&self, slot: u32) -> bool {
        self.words.get((slot / 64) as usize).is_some_and(|word| word >> (slot % 64) & 1 == 1)
    }

    /// Returns the number of slots in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Returns whether no slot is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// Keeps only the slots that are in both sets.
    pub fn intersect(&mut self, other: &Self) {
        for (i, word) in self.words.iter_mut().enumerate() {
            *word &= other.words.get(i).copied().unwrap_or(0);
        }
    }

    /// Returns the slots that stand in one word of bits with a slot of the other set.
    #[must_use]
    pub(crate) fn in_words_of(&self, other: &Self) -> Self {
        let words = self.words.iter().enumerate();
        Self { words: words.map(|(i, word)| if other.word(i) == 0 { 0 } else { *word }).collect() }
    }

    /// Returns the slots that the other set does not have.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let words = self.words.iter().enumerate();
        Self { words: words.map(|(i, word)| word & !other.word(i)).collect() }
    }

    /// Adds the slots of another set.
    pub fn unite(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Returns the slots in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0u32..).zip(&self.words).flat_map(|(i, &word)| Bits(word).map(move |bit| i * 64 + bit))
    }

    /// Returns the 64 slots from `word * 64` on as bits.
    #[inline]
    pub(crate) fn word(&self, word: usize) -> u64 {
        self.words.get(word).copied().unwrap_or(0)
    }

    /// Makes room for slots below `end`.
    pub(crate) fn grow(&mut self, end: u32) {
        self.words.resize((end as usize).div_ceil(64), 0);
    }

    /// Returns the set as words of 64 slots, lowest slot in the lowest bit.
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

impl FromIterator<u32> for Bitmap {
    fn from_iter<I: IntoIterator<Item = u32>>(slots: I) -> Self {
        let mut set = Self::new();
        for slot in slots {
            set.insert(slot);
        }
        set
    }
}

/// The set bits of a word, lowest first.
pub(crate) struct Bits(pub(crate) u64);

impl Iterator for Bits {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn a_bitmap_is_a_set(a in prop::collection::btree_set(0u32..500, 0..80), b in prop::collection::btree_set(0u32..700, 0..80)) {
            let mut set: Bitmap = a.iter().copied().collect();
            prop_assert_eq!(set.len(), a.len());
            prop_assert_eq!(set.iter().collect::<BTreeSet<_>>(), a.clone());
            let other: Bitmap = b.iter().copied().collect();
            let mut both = set.clone();
            both.intersect(&other);
            prop_assert_eq!(both.iter().collect::<BTreeSet<_>>(), a.intersection(&b).copied().collect());
            prop_assert_eq!(set.without(&other).iter().collect::<BTreeSet<_>>(), a.difference(&b).copied().collect());
            let mut either = set.clone();
            either.unite(&other);
            prop_assert_eq!(either.iter().collect::<BTreeSet<_>>(), a.union(&b).copied().collect());
            for &slot in &b {
                set.remove(slot);
            }
            prop_assert!(b.iter().all(|&s| !set.contains(s)));
            prop_assert_eq!(set.is_empty(), a.is_subset(&b));
        }
    }
}
