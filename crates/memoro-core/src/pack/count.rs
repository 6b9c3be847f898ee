//! How many model tokens a text takes: the count that a budget is kept with when no exact one is at hand. Follows the
//! pieces of `o200k_base` by a small filter of them instead of the vocabulary; rather too many than too few.

use crate::text::is_thai;

/// The pieces in Latin, Thai and Han letters, as a Bloom filter; `tools/o200k_filter.mjs` makes it.
static FILTER: &[u8] = include_bytes!("o200k.filter");

/// The bits that a piece sets in the filter.
const PROBES: u64 = 13;

/// Returns an upper estimate of the model tokens of a text.
pub fn count(text: &str) -> usize {
    let chars: Vec<char> = text.chars().collect();
    // In hundredths of a token.
    let mut total = 0usize;
    let (mut at, mut inside) = (0, false);
    while let Some(c) = chars.get(at) {
        let rest = chars.get(at..).unwrap_or(&[]);
        let (length, mut cost) = match c {
            c if is_letter(*c) => piece(rest, 0),
            ' ' if rest.get(1).is_some_and(|next| is_letter(*next)) => piece(rest, 1),
            c if c.is_ascii_digit() => digits(rest),
            c if c.is_whitespace() => {
                let before = at.checked_sub(1).and_then(|at| chars.get(at));
                blanks(rest, before.is_some_and(char::is_ascii_punctuation))
            }
            c if c.is_ascii_punctuation() => marks(rest),
            c => (1, other(*c)),
        };
        // Where a word is cut in the middle, the vocabulary may cut it once more.
        cost += if inside && c.is_ascii_alphabetic() { 12 } else { 0 };
        inside = chars.get(at + length.max(1) - 1).is_some_and(char::is_ascii_alphabetic);
        total += cost;
        at += length.max(1);
    }
    (total + total / MARGIN).div_ceil(100)
}

/// One part in this many is added for what the filter does not know.
const MARGIN: usize = 33;

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '\u{0E00}'..='\u{0E7F}' | '\u{3400}'..='\u{9FFF}')
}

/// Returns the longest piece of the letter's script that the filter holds, in characters.
fn longest_piece(c: char) -> usize {
    match c {
        c if c.is_ascii() => 14,
        '\u{0E00}'..='\u{0E7F}' => 8,
        _ => 3,
    }
}

/// Takes the longest known piece from the front, after `blank` leading blanks; returns its length and cost.
fn piece(chars: &[char], blank: usize) -> (usize, usize) {
    let mut hash = Hash::new();
    let mut longest = 0;
    let most = chars.get(blank).map_or(0, |c| longest_piece(*c)) + blank;
    for (n, c) in chars.iter().take(most).enumerate() {
        if n >= blank && !is_letter(*c) {
            break;
        }
        hash.push(*c);
        if n >= blank && hash.is_known() {
            longest = n + 1;
        }
    }
    match (longest, blank) {
        // A piece with its blank, or the blank alone and the piece after it.
        (0, 1) => {
            let (length, cost) = piece(chars.get(1..).unwrap_or(&[]), 0);
            let spaced = if chars.get(1).is_some_and(char::is_ascii_alphabetic) { 0 } else { 100 };
            (length + 1, cost + spaced)
        }
        (0, _) => (1, chars.first().map_or(0, |c| unknown(*c))),
        (length, _) => (length, if chars.get(blank).is_some_and(|c| is_thai(*c)) { 109 } else { 100 }),
    }
}

/// Returns the cost of a letter that no piece covers.
fn unknown(c: char) -> usize {
    match c {
        c if c.is_ascii() => 100,
        '\u{0E00}'..='\u{0E7F}' => 200,
        _ => 220,
    }
}

/// Numbers go by three digits, and a blank before them stands alone.
fn digits(chars: &[char]) -> (usize, usize) {
    let length = chars.iter().take_while(|c| c.is_ascii_digit()).count();
    (length, length.div_ceil(3) * 100)
}

/// Blanks: a line break goes with the mark before it, the last blank of a run with the word after it.
fn blanks(chars: &[char], after_mark: bool) -> (usize, usize) {
    let all = chars.iter().take_while(|c| c.is_whitespace()).count();
    let joins = all > 1 && chars.get(all).is_some_and(|c| is_letter(*c)) && chars.get(all - 1) == Some(&' ');
    let length = if joins { all - 1 } else { all };
    let run = chars.get(..length).unwrap_or(&[]);
    let breaks = run.iter().take_while(|c| **c == '\n').count();
    let free = after_mark && breaks > 0;
    let indent = length > breaks && breaks > 0;
    let wide = run.iter().filter(|c| !c.is_ascii()).count();
    (length, (usize::from(!free) + usize::from(indent) + wide) * 100)
}

/// Pairs of marks that are one piece.
const PAIRS: &str = "</ >< => =\" \"> /> \"/ -- :: // ** ## () [] {} -> ++ == && || .. '' \"\" `` ), ). ); [\" \"] {\" \"} (\" \") ,\" \",";

fn marks(chars: &[char]) -> (usize, usize) {
    let pair = |a: char, b: char| PAIRS.split(' ').any(|pair| pair.chars().eq([a, b]));
    match chars {
        [a, b, ..] if pair(*a, *b) => (2, 100),
        _ => (1, 100),
    }
}

/// Returns the cost of a character of another script.
fn other(c: char) -> usize {
    match c {
        c if "，。、；：！？“”‘’（）《》→–—…·".contains(c) => 100,
        '\u{00C0}'..='\u{024F}' => 100,
        '\u{0370}'..='\u{04FF}' | '\u{0590}'..='\u{06FF}' => 60,
        '\u{3040}'..='\u{30FF}' | '\u{AC00}'..='\u{D7AF}' => 110,
        c => c.len_utf8() * 106,
    }
}

/// The running hash of a piece.
struct Hash(u64);

impl Hash {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn push(&mut self, c: char) {
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Tells whether the filter holds the piece so far.
    fn is_known(&self) -> bool {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = mixed ^ (mixed >> 29);
        let step = (mixed >> 32) | 1;
        let bits = FILTER.len() as u64 * 8;
        (0..PROBES).all(|i| {
            let at = ((mixed & 0xffff_ffff) + i * step) % bits;
            let byte = usize::try_from(at / 8).ok().and_then(|at| FILTER.get(at)).copied().unwrap_or(0);
            byte & (1 << (at % 8)) != 0
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Language, exact count by `o200k_base`, text.
    const COUNTED: &str = include_str!("../../tests/data/tokens.tsv");

    fn float(n: usize) -> f64 {
        f64::from(u32::try_from(n).expect("a small count"))
    }

    #[test]
    fn the_estimate_is_never_two_percent_below_the_exact_count() {
        let (mut estimated, mut exact) = (0.0, 0.0);
        for line in COUNTED.lines() {
            let mut fields = line.splitn(3, '\t');
            let mut next = || fields.next().expect("three fields");
            let (kind, tokens, text) = (next(), next().parse::<f64>().expect("a count"), next());
            let found = float(count(text));
            assert!(found >= tokens * 0.98, "{found} for {tokens}: {text}");
            if kind != "odd" {
                assert!(found <= tokens * 1.5, "{found} for {tokens}: {text}");
                (estimated, exact) = (estimated + found, exact + tokens);
            }
        }
        assert!(estimated / exact < 1.25, "wastes {}", estimated / exact);
    }

    #[test]
    fn plain_words_cost_one_token_each() {
        assert_eq!(count(""), 0);
        assert_eq!(count("memory"), 2, "one, rounded up with the margin");
        assert_eq!(count("the memory of the agent is a file that people can read"), 13);
    }

    proptest! {
        #[test]
        fn more_text_never_costs_less_than_a_part_alone_by_much(a in "\\PC{0,40}", b in "\\PC{0,40}") {
            let whole = count(&format!("{a} {b}"));
            prop_assert!(whole + 3 >= count(&a).max(count(&b)));
            prop_assert!(whole <= count(&a) + count(&b) + 3);
        }
    }
}
