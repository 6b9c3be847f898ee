//! How the words of the rules are looked for. A list of them (`a|b|c`) is taken apart once, and a text keeps which short runs of
//! bytes it has, so that most words are ruled out without a search. Decides nothing about a message: what is not ruled out
//! is looked for.

use std::sync::OnceLock;

use super::text::{ends_with_word, starts_with_word};

/// Which runs of up to four bytes a text has: a bit for each, which other runs may share.
pub(crate) struct Runs {
    bits: Vec<u64>,
    shift: u32,
}

impl Runs {
    /// Reads a text.
    pub(crate) fn of(text: &str) -> Self {
        let size = (32 * text.len()).next_power_of_two().clamp(1 << 11, 1 << 19);
        let mut runs = Self { bits: vec![0; size / 64], shift: 32 - size.trailing_zeros() };
        runs.add(run(&[]));
        let bytes = text.as_bytes();
        for four in bytes.array_windows::<4>() {
            let all = u32::from_le_bytes(*four);
            runs.add(mixed(all, 4));
            runs.add(mixed(all & 0x00FF_FFFF, 3));
            runs.add(mixed(all & 0xFFFF, 2));
            runs.add(mixed(all & 0xFF, 1));
        }
        let mut last = bytes.get(bytes.len().saturating_sub(3)..).unwrap_or_default();
        while let Some((_, rest)) = last.split_first() {
            (1..=last.len()).filter_map(|length| last.get(..length)).for_each(|part| runs.add(run(part)));
            last = rest;
        }
        runs
    }

    /// Tells whether the text may hold a word; where it says no, the text does not.
    pub(crate) fn may_hold(&self, word: &str) -> bool {
        self.has_both(Probe::of(word))
    }

    fn add(&mut self, run: u32) {
        let at = run >> self.shift;
        if let Some(bits) = self.bits.get_mut((at / 64) as usize) {
            *bits |= 1 << (at % 64);
        }
    }

    fn has(&self, run: u32) -> bool {
        let at = run >> self.shift;
        self.bits.get((at / 64) as usize).is_some_and(|bits| bits >> (at % 64) & 1 != 0)
    }

    fn has_both(&self, Probe([first, second]): Probe) -> bool {
        self.has(first) && self.has(second)
    }
}

/// Spreads a run of bytes over all numbers; short ones are told from the beginnings of longer ones.
fn mixed(bytes: u32, length: u32) -> u32 {
    (bytes ^ length.wrapping_mul(0x85EB_CA6B)).wrapping_mul(0x9E37_79B1)
}

fn run(bytes: &[u8]) -> u32 {
    let all = bytes.iter().rev().fold(0, |all, byte| all << 8 | u32::from(*byte));
    mixed(all, u32::try_from(bytes.len()).unwrap_or(4))
}

/// Two runs of a word, without which it cannot be in a text.
#[derive(Clone, Copy)]
struct Probe([u32; 2]);

impl Probe {
    /// Takes the end, and a run early on that has parts of two letters where letters have three bytes.
    fn of(word: &str) -> Self {
        let bytes = word.as_bytes();
        let early = if bytes.len() < 6 { 0 } else { 2 };
        let of = |from: usize| run(bytes.get(from..bytes.len().min(from + 4)).unwrap_or_default());
        Self([of(early), of(bytes.len().saturating_sub(4))])
    }
}

/// The words of a list, taken apart.
pub(crate) struct Words {
    all: Vec<(&'static str, Probe)>,
    by_first: ByLetter,
    by_last: ByLetter,
}

/// Words by a letter of theirs, the longest first.
struct ByLetter {
    /// A bit for each letter that there is, which other letters may share.
    bits: [u64; 4],
    /// The letter of each word, in order.
    letters: Vec<char>,
    words: Vec<&'static str>,
}

impl ByLetter {
    fn of(mut words: Vec<(char, &'static str)>) -> Self {
        words.sort_by_key(|(letter, word)| (*letter, usize::MAX - word.len()));
        let mut bits = [0; 4];
        for (letter, _) in &words {
            let (at, bit) = Self::place(*letter);
            bits[at] |= bit;
        }
        let (letters, words) = words.into_iter().unzip();
        Self { bits, letters, words }
    }

    fn place(letter: char) -> (usize, u64) {
        let spread = u32::from(letter).wrapping_mul(0x9E37_79B1) >> 24;
        ((spread / 64) as usize, 1 << (spread % 64))
    }

    /// Returns the words that have a letter.
    fn with(&self, letter: Option<char>) -> impl Iterator<Item = &'static str> {
        let there = letter.filter(|letter| {
            let (at, bit) = Self::place(*letter);
            self.bits[at] & bit != 0
        });
        let from = there.map_or(usize::MAX, |letter| self.letters.partition_point(|of| *of < letter));
        let letters = self.letters.get(from..).unwrap_or_default();
        let words = self.words.get(from..).unwrap_or_default();
        letters.iter().zip(words).take_while(move |(of, _)| Some(**of) == there).map(|(_, word)| *word)
    }
}

impl Words {
    fn of(list: &'static str) -> Self {
        let words = || list.split('|');
        Self {
            all: words().map(|word| (word, Probe::of(word))).collect(),
            by_first: ByLetter::of(words().filter_map(|word| Some((word.chars().next()?, word))).collect()),
            by_last: ByLetter::of(
                words().filter_map(|word| Some((word.chars().next_back()?, word))).collect(),
            ),
        }
    }

    /// Returns the words that may stand in a text, in the order of the list.
    pub(crate) fn likely<'a>(&'a self, runs: &'a Runs) -> impl Iterator<Item = &'static str> + 'a {
        self.all.iter().filter(|(_, probe)| runs.has_both(*probe)).map(|(word, _)| *word)
    }

    /// Returns the words that a text may begin with, the longest first.
    pub(crate) fn beginning(&self, text: &str) -> impl Iterator<Item = &'static str> {
        self.by_first.with(text.chars().next())
    }

    /// Returns the words that a text may end with, the longest first.
    pub(crate) fn ending(&self, text: &str) -> impl Iterator<Item = &'static str> {
        self.by_last.with(text.chars().next_back())
    }

    /// Tells whether a text is one of the words.
    pub(super) fn has(&self, text: &str) -> bool {
        self.beginning(text).any(|word| word == text)
    }

    fn longest(&self, seen: &str, side: Side) -> Option<usize> {
        let found = match side {
            Side::Start => self.beginning(seen).find(|word| starts_with_word(seen, word)),
            Side::End => self.ending(seen).find(|word| ends_with_word(seen, word)),
        };
        found.map(str::len)
    }
}

/// The side of a text at which a word must stand.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Start,
    End,
}

/// Returns the length of the longest of the words that stands at a side of a text.
pub(super) fn longest(list: impl List, seen: &str, side: Side) -> Option<usize> {
    list.parts().filter_map(|words| words.longest(seen, side)).max()
}

/// One list of words, or several that are taken as one.
pub(super) trait List: Copy {
    /// Returns the words of each list.
    fn parts(self) -> impl Iterator<Item = &'static Words>;
}

impl List for &'static str {
    fn parts(self) -> impl Iterator<Item = &'static Words> {
        std::iter::once(words(self))
    }
}

impl List for &&'static str {
    fn parts(self) -> impl Iterator<Item = &'static Words> {
        (*self).parts()
    }
}

impl<const N: usize> List for [&'static str; N] {
    fn parts(self) -> impl Iterator<Item = &'static Words> {
        self.into_iter().map(words)
    }
}

/// A list that was taken apart, and the next one that fell into the same place.
struct Kept {
    list: &'static str,
    words: Words,
    next: OnceLock<Box<Kept>>,
}

const PLACES: usize = 1 << 11;

/// The lists that were taken apart, by where they lie in the program: there are as many as the rules have, and none is ever
/// dropped.
static LISTS: [OnceLock<Box<Kept>>; PLACES] = [const { OnceLock::new() }; PLACES];

/// Returns the words of a list, which is taken apart when it is asked for first.
pub(crate) fn words(list: &'static str) -> &'static Words {
    let spread = (list.as_ptr().addr() ^ list.len()).wrapping_mul(0x9E37_79B1) >> 8;
    let mut place = LISTS.get(spread % PLACES).expect("the rest is below the number of places");
    loop {
        let new = || Box::new(Kept { list, words: Words::of(list), next: OnceLock::new() });
        let kept = place.get_or_init(new);
        if std::ptr::eq(kept.list, list) {
            return &kept.words;
        }
        place = &kept.next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_part_of_a_text_is_ever_ruled_out(text in "[a-cก-ค记住 ]{0,40}", from in 0_usize..40, length in 0_usize..9) {
            let part: String = text.chars().skip(from).take(length).collect();
            prop_assert!(Runs::of(&text).may_hold(&part));
        }
    }

    #[test]
    fn what_a_text_does_not_have_is_mostly_ruled_out() {
        let runs = Runs::of("please remember that I like tea, จำไว้ว่าผมชอบชา, 记住我喜欢茶");
        let absent = ["forget", "coffee", "ลืม", "กาแฟ", "忘记", "咖啡", "z", "zx", "xyz"];
        assert!(absent.iter().filter(|word| runs.may_hold(word)).count() < 3);
    }

    #[test]
    fn the_longest_word_at_a_side_is_found_in_any_of_the_lists() {
        assert_eq!(longest("a|a b|a bc", "a b c", Side::Start), Some(3));
        assert_eq!(longest(["a", "a b"], "a b c", Side::Start), Some(3));
        assert_eq!(longest("ครับ|นะครับ|", "ไปนะครับ", Side::End), Some("นะครับ".len()));
        assert_eq!(longest("x||y", "", Side::Start), None);
    }

    #[test]
    fn a_list_is_taken_apart_once() {
        let list = "one|two|三";
        assert!(std::ptr::eq(words(list), words(list)));
        assert!(words(list).has("三") && !words(list).has("on"));
        assert!(words("on").has("on") && !words("").has(""));
    }
}
