//! Small word tables built while compiling: a lookup costs one hash and about one comparison. Not for words that
//! are only known at run time.

/// A set of words with open addressing; `N` is a power of two, larger than the number of words.
pub(super) struct WordTable<const N: usize> {
    words: &'static [&'static str],
    slots: [u16; N],
}

impl<const N: usize> WordTable<N> {
    /// Builds the table; a list that does not fit fails to compile.
    pub(super) const fn new(words: &'static [&'static str]) -> Self {
        assert!(N.is_power_of_two() && words.len() * 4 <= N * 3, "the table is too small for its words");
        let mut slots = [u16::MAX; N];
        let mut i = 0;
        while i < words.len() {
            let mut at = hash(words[i].as_bytes()) & (N - 1);
            while slots[at] != u16::MAX {
                at = (at + 1) & (N - 1);
            }
            #[allow(clippy::cast_possible_truncation, reason = "a table has far fewer than 65,535 words")]
            let index = i as u16;
            slots[at] = index;
            i += 1;
        }
        Self { words, slots }
    }

    /// Returns the place of the word in the list that the table was built from.
    #[inline]
    pub(super) fn find(&self, word: &str) -> Option<usize> {
        let mut at = hash(word.as_bytes()) & (N - 1);
        loop {
            let index = usize::from(*self.slots.get(at)?);
            let found = self.words.get(index)?;
            if *found == word {
                return Some(index);
            }
            at = (at + 1) & (N - 1);
        }
    }
}

const fn hash(bytes: &[u8]) -> usize {
    let mut h: u32 = 0x811c_9dc5;
    let mut i = 0;
    while i < bytes.len() {
        h = (h ^ bytes[i] as u32).wrapping_mul(0x0100_0193);
        i += 1;
    }
    (h ^ (h >> 15)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    static TABLE: WordTable<8> = WordTable::new(&["go", "ไป", "去", "see"]);

    #[test]
    fn every_word_is_found_at_its_place_and_no_other_is() {
        assert_eq!(["go", "ไป", "去", "see"].map(|w| TABLE.find(w)), [Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(["", "g", "goo", "来"].map(|w| TABLE.find(w)), [None; 4]);
    }
}
