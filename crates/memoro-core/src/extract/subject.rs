//! What a decision is about, as words: without those by which anything is settled or taken back, so that two decisions have
//! in common only what they speak of.

use std::collections::BTreeSet;

use super::cues::{Letters, phrases, place};
use crate::text::{Kind as TokenKind, Term, tokenize};

/// What a decision is about: its words, for comparison with others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Subject {
    words: BTreeSet<Term>,
}

impl Subject {
    /// Reads the words of a decision.
    pub fn of(text: &str) -> Self {
        let mut words = BTreeSet::new();
        tokenize(text, &mut |token| {
            if matches!(token.kind, TokenKind::Word | TokenKind::Gram) && !crate::text::is_stop(token.text) {
                words.insert(token.term());
            }
        });
        Self { words }
    }

    /// Reads what a decision is about: its words without those by which anything is settled or taken back. Two decisions
    /// that were both decided, or both cancelled, have nothing in common by that.
    pub fn of_decision(text: &str) -> Self {
        let lower: String = text.chars().take(MATTER).map(|c| c.to_ascii_lowercase()).collect();
        let mut frame = vec![false; lower.len()];
        let letters = Letters::of(&lower);
        for phrase in FRAMES.iter().flat_map(|list| phrases(list)).filter(|phrase| letters.may_make(phrase)) {
            let mut from = 0;
            while let Some((at, end)) = place(&lower, phrase, from) {
                frame.iter_mut().take(end).skip(at).for_each(|byte| *byte = true);
                from = end;
            }
        }
        let kept = |(at, c): (usize, char)| if frame.get(at) == Some(&true) { ' ' } else { c };
        let bare: String = lower.char_indices().map(kept).collect();
        Self::of(&bare)
    }

    /// Tells whether there are no words to compare.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Tells whether there is hardly a word to compare.
    pub(super) fn is_small(&self) -> bool {
        self.words.len() <= 3
    }

    /// Returns how much of the smaller of two subjects the other has too, from 0 to 1.
    pub fn shared(&self, other: &Self) -> f64 {
        let smaller = self.words.len().min(other.words.len());
        if smaller == 0 {
            return 0.0;
        }
        let common = self.words.intersection(&other.words).count();
        ratio(common, smaller)
    }

    /// Returns how many words two subjects have in common.
    pub fn common(&self, other: &Self) -> usize {
        self.words.intersection(&other.words).count()
    }

    /// Returns how much of this subject another one has too, from 0 to 1.
    pub fn covered_by(&self, other: &Self) -> f64 {
        if self.words.is_empty() {
            return 0.0;
        }
        ratio(self.words.intersection(&other.words).count(), self.words.len())
    }

    /// Returns how many words there are.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns the words.
    pub(super) fn words(&self) -> impl Iterator<Item = Term> {
        self.words.iter().copied()
    }

    /// Tells whether a word is among them.
    pub(super) fn has(&self, word: Term) -> bool {
        self.words.contains(&word)
    }

    /// Returns the words of a text that a subject has, in the order of the text.
    pub(super) fn in_order(text: &str, of: &Self) -> Vec<Term> {
        let mut order = Vec::new();
        tokenize(&text.to_ascii_lowercase(), &mut |token| {
            if of.words.contains(&token.term()) {
                order.push(token.term());
            }
        });
        order
    }

    /// Tells whether there is a word that another subject lacks.
    pub(super) fn adds_to(&self, other: &Self) -> bool {
        !self.words.is_subset(&other.words)
    }

    /// Tells whether two subjects say the same in other words.
    pub fn same(&self, other: &Self) -> bool {
        let union = self.words.union(&other.words).count();
        union > 0 && ratio(self.words.intersection(&other.words).count(), union) >= 0.8
    }
}

pub(super) fn ratio(part: usize, whole: usize) -> f64 {
    let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    count(part) / count(whole)
}

/// How many characters tell what a decision is about.
pub(super) const MATTER: usize = 2_000;

/// Words by which anything is settled or taken back, in three languages; they are no matter of a decision.
pub(super) const FRAMES: [&str; 3] = [
    "we decided to|we've decided to|we have decided to|i decided to|decided to|decided on|decided that|decided not to|decided against|decided|decision|decide|agreed to|agreed on|agreed that|agreed|\
     settled on|settled|let's go with|let's go for|let's|go with|going with|go for|going for|we'll|we will|we're going to|we are going to|i'll|i will|we use|use|using|used|switch to|switching to|switch|\
     change of plans|change of plan|change it to|change|changed|actually|instead of|instead|rather than|rather|on second thought|after all|scrap|scratch|cancel|cancelled|never mind|forget|no longer|not|\
     make it|set it to|take|taking|keep|keeping|stay with|stick with|moved to|moves to|move to|is moved|postponed to|new plan|plan|now|from now on|too much|too long|too expensive|too slow|ok|okay|then|so|yes|no|please",
    "ตกลงกันว่า|ตกลงว่า|ตกลง|ตัดสินใจว่า|ตัดสินใจ|สรุปว่า|สรุป|เอาเป็นว่า|เอาเป็น|เปลี่ยนมาใช้|เปลี่ยนไปใช้|เปลี่ยนเป็น|เปลี่ยนใจ|เปลี่ยน|เลิกใช้|ยกเลิก|กลับไปใช้|เลือกใช้|เลือก|ใช้|แทน|เราจะ|เรา|งั้น|แล้วกัน|ละกัน|ดีกว่า|เลื่อนเป็น|เลื่อนไป|เลื่อน|ไม่เอา|ครับ|ค่ะ|นะ|แล้ว|เลย|จะ|ก็|กับ",
    "我们决定|決定|决定|我们|咱们|就用|改用|还是用|确定用|采用|选用|改成|改为|改到|换成|换用|而不是|不用|取消|作废|算了|说定|定了|那就|就|还是|用|吧|了|好的|好|要|改|换",
];
