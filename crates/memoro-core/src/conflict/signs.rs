//! Cheap signs that one sentence denies another: a negation on one side only, and words that are each other's
//! opposite. Three languages, no grammar.

use super::values::holds;
use super::words::{
    CHANGED, IS, NEGATIVE, NOT_EN, NOT_EN_BUT, NOT_TH, NOT_TH_BUT, NOT_ZH, NOT_ZH_BUT, ONE_AT_A_TIME,
    OPPOSITES, ROLES, SEVERAL, each,
};
use crate::text::normalised;

/// Counts the negations of a sentence.
pub(super) fn negations(text: &str) -> usize {
    let folded = normalised(text).replace('’', "'");
    let thai = each(NOT_TH_BUT).fold(folded.clone(), |t, word| t.replace(word, ""));
    let han = each(NOT_ZH_BUT).fold(folded.clone(), |t, word| t.replace(word, ""));
    let limits = each(NOT_EN_BUT).fold(folded.clone(), |t, word| t.replace(word, " "));
    let english = each(NOT_EN).filter(|word| holds(&limits, word)).count();
    let longer = usize::from(holds(&limits, "no longer"));
    let of =
        |words: &'static str, text: &str| each(words).map(|word| text.matches(word).count()).sum::<usize>();
    english - longer + of(NOT_TH, &thai) + of(NOT_ZH, &han)
}

/// Tells whether exactly one of the sentences denies, where a word that denies by itself counts as a negation.
pub(super) fn polarity_differs(new: &str, old: &str) -> bool {
    let count = |text: &str| {
        let folded = normalised(text);
        negations(text) + each(NEGATIVE).filter(|word| holds(&folded, word)).count()
    };
    count(new) % 2 != count(old) % 2
}

/// Tells whether both sentences speak of what one may have several of.
pub(super) fn several(new: &str, old: &str) -> bool {
    let (new, old) = (normalised(new), normalised(old));
    each(SEVERAL).any(|word| holds(&new, word) && holds(&old, word))
}

/// Tells whether both sentences say the same sort of thing, of which one holds at a time.
pub(super) fn one_at_a_time(new: &str, old: &str) -> bool {
    let (new, old) = (normalised(new), normalised(old));
    ONE_AT_A_TIME.lines().any(|sort| {
        let says = |text: &str| each(sort).any(|word| holds(text, word));
        says(&new) && says(&old)
    })
}

/// Tells whether both sentences say who holds a place.
pub(super) fn role(new: &str, old: &str) -> bool {
    let (new, old) = (normalised(new), normalised(old));
    let names = |text: &str| each(ROLES).any(|word| holds(text, word));
    names(&new) && names(&old)
}

/// Tells whether both sentences say what something is.
pub(super) fn defines(new: &str, old: &str) -> bool {
    let (new, old) = (normalised(new), normalised(old));
    each(IS).any(|word| holds(&new, word) && holds(&old, word))
}

/// Tells whether exactly one of the sentences tells of a change.
pub(super) fn changed(new: &str, old: &str) -> bool {
    let (new, old) = (normalised(new), normalised(old));
    let tells = |text: &str| each(CHANGED).any(|word| holds(text, word));
    tells(&new) != tells(&old)
}

/// Finds all opposites of which one stands only in the new sentence and the other only in the old.
pub(super) fn opposites(new: &str, old: &str) -> Vec<(&'static str, &'static str)> {
    let (new, old) = (normalised(new), normalised(old));
    let pairs = OPPOSITES.lines().filter_map(|line| line.split_once('/'));
    let found = pairs.filter_map(|(left, right)| {
        one_way(&new, &old, left, right).or_else(|| one_way(&new, &old, right, left))
    });
    found.collect()
}

fn one_way(
    new: &str,
    old: &str,
    left: &'static str,
    right: &'static str,
) -> Option<(&'static str, &'static str)> {
    let (in_new, in_old) = (own(new, left, right)?, own(old, right, left)?);
    (only(new, right, in_new) && only(old, left, in_old)).then_some((in_new, in_old))
}

/// Finds a word of this side, unless it only stands inside a word of the other (`ชอบ` inside `ไม่ชอบ`).
fn own(text: &str, side: &'static str, other: &'static str) -> Option<&'static str> {
    let bare = each(other).filter(|word| !word.is_ascii()).fold(text.to_owned(), |text, word| {
        if each(side).any(|own| own.contains(word)) { text } else { text.replace(word, "\u{1}") }
    });
    each(side).filter(|word| holds(&bare, word)).max_by_key(|word| word.len())
}

/// Tells whether the words of the other side stand in the text at most as parts of the word found.
fn only(text: &str, other: &'static str, found: &str) -> bool {
    let rest = text.replace(found, "\u{1}");
    !each(other).any(|word| holds(text, word) && holds(&rest, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negations_are_counted_in_three_languages() {
        for (text, count) in [
            ("never deploy", 1),
            ("do not deploy", 1),
            ("we no longer support it", 1),
            ("deploy", 0),
            ("notable", 0),
            ("it may not take longer than an hour", 0),
            ("no more than five", 0),
            ("ห้ามเกินห้าคน", 0),
            ("不得超过五人", 0),
            ("อย่า deploy", 1),
            ("อย่างน้อย", 0),
            ("ไม่เกิน 25 MB", 0),
            ("ไม่ชอบ", 1),
            ("不要部署", 1),
            ("不超过", 0),
            ("特别好", 0),
            ("別重啟", 1),
        ] {
            assert_eq!(negations(text), count, "{text}");
        }
    }

    #[test]
    fn opposites_are_found_across_the_two_sides_only() {
        assert!(opposites("it is enabled", "it is disabled").len() == 1);
        assert!(!opposites("ผู้ใช้ไม่ชอบโหมดมืด", "ผู้ใช้ชอบโหมดมืด").is_empty());
        assert!(!opposites("默认开启", "默认关闭").is_empty());
        assert!(opposites("fast and slow", "slow and fast").is_empty());
        assert!(opposites("it is enabled", "it is enabled").is_empty());
    }
}
