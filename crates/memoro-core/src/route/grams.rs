//! A text as the learned judgement reads it: runs of one to three words where blanks part them, the endings of words,
//! short runs of letters in Thai and Han, and runs of the pieces that the embedded model cuts it into, each hashed into one
//! of 65,536 buckets. Decides nothing.

use crate::text::{is_han, is_thai, simplified};

/// How many buckets there are.
#[cfg(test)]
pub(super) const BUCKETS: usize = 1 << 16;

/// Returns the bucket of every run in a text and how often it is there, brought to length one; `pieces` are the numbers of
/// its pieces, none where the model is not at hand.
pub(super) fn grams(text: &str, pieces: &[u32]) -> Vec<(u16, f32)> {
    let lower: String = text.chars().map(simplified).flat_map(char::to_lowercase).map(plain).collect();
    let mut buckets = Vec::new();
    let words = words(&lower);
    for length in 1..=3 {
        for run in words.windows(length) {
            buckets.push(bucket(b'w', run.iter().flat_map(|word| word.bytes().chain([b' ']))));
        }
    }
    for word in &words {
        let letters = word.chars().count();
        for kept in [2, 3].into_iter().filter(|_| letters > 4) {
            let ending = word.char_indices().nth(letters - kept).and_then(|(at, _)| word.get(at..));
            buckets.extend(ending.map(|ending| bucket(b's', ending.bytes())));
        }
    }
    for run in unspaced(&lower) {
        let lengths = if run.iter().copied().any(is_thai) { 2..=4 } else { 1..=3 };
        for letters in lengths.flat_map(|length| run.windows(length)) {
            let spelled: String = letters.iter().collect();
            buckets.push(bucket(b'c', spelled.bytes()));
        }
    }
    if !pieces.is_empty() {
        let ends = [u32::MAX];
        let pieces: Vec<u32> = ends.iter().chain(pieces).chain(&ends).copied().collect();
        for run in (1..=3).flat_map(|length| pieces.windows(length)) {
            buckets.push(bucket(b'p', run.iter().flat_map(|piece| piece.to_le_bytes())));
        }
    }
    counted(buckets)
}

/// Counts equal buckets and brings the whole to length one.
fn counted(mut buckets: Vec<u16>) -> Vec<(u16, f32)> {
    buckets.sort_unstable();
    let mut counts: Vec<(u16, f32)> = Vec::new();
    for bucket in buckets {
        match counts.last_mut() {
            Some((last, count)) if *last == bucket => *count += 1.0,
            _ => counts.push((bucket, 1.0)),
        }
    }
    let length = counts.iter().map(|(_, count)| count * count).sum::<f32>().sqrt();
    for (_, count) in &mut counts {
        *count /= length;
    }
    counts
}

fn plain(c: char) -> char {
    match c {
        '\u{2019}' | '\u{2018}' => '\'',
        '⇒' | '➜' | '➡' => '→',
        c => c,
    }
}

/// Returns the words and marks between a sign for the start and one for the end; a number is `#`.
fn words(lower: &str) -> Vec<String> {
    let mut words = vec!["^".to_owned()];
    let mut last = Sort::Gap;
    for c in lower.chars() {
        let sort = Sort::of(c);
        match (sort, last) {
            (Sort::Letter, Sort::Letter) => words.last_mut().expect("it has a start").push(c),
            (Sort::Letter | Sort::Mark, _) => words.push(c.into()),
            (Sort::Digit, Sort::Digit) | (Sort::Gap, _) => {}
            (Sort::Digit, _) => words.push("#".into()),
        }
        last = sort;
    }
    words.push("$".into());
    words
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Sort {
    Letter,
    Digit,
    Mark,
    Gap,
}

impl Sort {
    fn of(c: char) -> Self {
        match c {
            ',' | '.' | ':' | ';' | '→' | '!' | '?' => Self::Mark,
            c if c.is_ascii_digit() => Self::Digit,
            c if is_thai(c) || is_han(c) => Self::Gap,
            c if c.is_alphabetic() || c == '\'' => Self::Letter,
            _ => Self::Gap,
        }
    }
}

/// Returns the stretches of Thai and Han with the marks inside them, as if nothing were spaced.
fn unspaced(lower: &str) -> Vec<Vec<char>> {
    let mut runs = vec![vec!['^']];
    let mut in_number = false;
    for c in lower.chars().filter(|c| !c.is_whitespace()).chain(['$']) {
        let digit = c.is_ascii_digit();
        let kept =
            digit || is_thai(c) || is_han(c) || matches!(c, '$' | '，' | '。' | ',' | ':' | '；' | '、');
        if kept && !(digit && in_number) {
            runs.last_mut().expect("there is a run").push(if digit { '#' } else { c });
        } else if !kept && runs.last().is_some_and(|run| !run.is_empty()) {
            runs.push(Vec::new());
        }
        in_number = digit;
    }
    runs
}

/// A small hash that stays the same for good: the weights were learned with it.
fn bucket(sort: u8, bytes: impl Iterator<Item = u8>) -> u16 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = [sort].into_iter().chain(bytes).fold(0xcbf2_9ce4_8422_2325, step);
    let [low, high, ..] = (hash ^ (hash >> 32)).to_le_bytes();
    u16::from_le_bytes([low, high])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_marks_and_numbers_stand_alone_and_letters_keep_their_neighbours() {
        assert_eq!(words("run 42 tests, don't wait"), ["^", "run", "#", "tests", ",", "don't", "wait", "$"]);
        let runs: Vec<String> = unspaced("ใช้ docker 27 ครับ").iter().map(|run| run.iter().collect()).collect();
        assert_eq!(runs, ["^ใช้", "#ครับ$"]);
    }

    #[test]
    fn traditional_and_simplified_read_alike_and_the_whole_has_length_one() {
        assert_eq!(grams("報銷的時候發票按日期排好", &[]), grams("报销的时候发票按日期排好", &[]));
        for text in ["", "a", "先关阀门", "ก่อนนอนปิดไฟ", "Sieve the flour first"]
        {
            let length: f32 = grams(text, &[7, 8]).iter().map(|(_, value)| value * value).sum();
            assert!((length - 1.0).abs() < 1e-4, "{text}: {length}");
        }
    }
}
