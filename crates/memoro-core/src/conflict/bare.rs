//! Two sentences without what speaks against the other: numbers, negations, opposites, members of a set and the words
//! that only join. What is left tells whether they differ in that alone, or speak of two things.

use super::align::weight;
use super::denial::Denial;
use super::tiles::{Rest, rest};
use super::units::{Unit, UnitKind, is_han, is_thai, units};
use super::words::{
    JOINING_TH, JOINING_ZH, NOT_EN, NOT_TH, NOT_ZH, NUMERALS_EN, NUMERALS_TH, SAYS_WHAT, each,
};
use crate::text::normalised;

/// What is left of two sentences.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Bare {
    /// What they share and what only one of them has.
    pub(super) rest: Rest,
    /// How much only one of them has, in words.
    pub(super) left: [f64; 2],
}

impl Bare {
    /// Tells whether nothing else differs.
    pub(super) fn is_same(&self) -> bool {
        self.left.iter().all(|left| *left < SMALL)
    }

    /// Tells whether exactly one of the two says not, and they end in two things: of what one of them denies the other
    /// says nothing.
    pub(super) fn denies_another(&self, denial: &Denial) -> bool {
        let turned = denial.polar && denial.negated && denial.opposite.is_none();
        let in_the_end = self.rest.places == [1, 1] && self.rest.at_tail && !self.rest.at_head;
        turned && in_the_end && self.is_apart()
    }

    /// Tells whether each has something that the other lacks.
    pub(super) fn is_apart(&self) -> bool {
        self.left.iter().all(|left| *left >= SMALL)
    }
}

/// Less than this is an ending or a particle.
const SMALL: f64 = 0.5;

/// Takes from both sentences the words that were found to speak against each other, and lays the rest side by side.
pub(super) fn bare(new: &str, old: &str, against: &[&'static str]) -> Bare {
    let rest = rest(&stripped(new, against), &stripped(old, against));
    let left = rest.left.each_ref().map(|units| units.iter().map(weight).sum::<f64>().min(4.0));
    Bare { rest, left }
}

fn stripped(text: &str, against: &[&'static str]) -> Vec<Unit> {
    let mut text = format!(" {} ", normalised(text).replace('’', "'"));
    let foreign = |text: &str| text.chars().any(|c| is_thai(c) || is_han(c));
    for word in against.iter().copied().chain(each(SAYS_WHAT)) {
        text = without(&text, word);
    }
    if foreign(&text) {
        for word in each(JOINING_TH).chain(each(NOT_TH)).chain(each(NUMERALS_TH)).chain(each(JOINING_ZH)) {
            text = without(&text, word);
        }
        text = each(NOT_ZH).fold(text, |text, word| without(&text, word));
        text = text.chars().filter(|c| !"零〇一二两三四五六七八九十百千万半".contains(*c)).collect();
    }
    for word in each(NOT_EN).chain(each(NUMERALS_EN)) {
        text = without(&text, word);
    }
    units(&text).into_iter().filter(|unit| unit.kind != UnitKind::Number).collect()
}

/// Takes a word out of a text; a Latin one only whole.
fn without(text: &str, word: &str) -> String {
    if word.is_ascii() { text.replace(&format!(" {word} "), " ") } else { text.replace(word, " ") }
}
