//! Lays two sentences beside each other and tells what stayed, what was exchanged and what was added. Works on units
//! and knows no language.

use super::units::{Unit, UnitKind};

/// The most units of a text that are laid beside another; longer texts are compared by their beginning.
const MOST: usize = 400;

/// What two sentences share and where they differ.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Alignment {
    /// The share of the shorter sentence that the other holds in the same order, in 0..=1.
    pub(super) kept: f64,
    /// The same share of the longer sentence.
    pub(super) kept_of_longer: f64,
    /// Places where one thing stands for another: the units of both sides.
    pub(super) exchanged: Vec<(Vec<Unit>, Vec<Unit>)>,
    /// Places where only one side says something.
    pub(super) added: usize,
    /// Whether the sentences begin with different things.
    pub(super) opens_differently: bool,
    /// Whether the sentences end with different things.
    pub(super) ends_differently: bool,
}

/// Lays `new` beside `old`.
pub(super) fn align(new: &[Unit], old: &[Unit]) -> Alignment {
    let new = new.get(..MOST.min(new.len())).unwrap_or(new);
    let old = old.get(..MOST.min(old.len())).unwrap_or(old);
    let pairs = drop_chance_matches(new, old, common(new, old));
    let (mut at_new, mut at_old) = (0, 0);
    let mut alignment = Alignment::default();
    let mut shared = 0.0;
    let ends = std::iter::once((new.len(), old.len()));
    for (n, (i, j)) in pairs.iter().copied().chain(ends).enumerate() {
        let left = new.get(at_new..i).unwrap_or(&[]);
        let right = old.get(at_old..j).unwrap_or(&[]);
        if !left.is_empty() && !right.is_empty() {
            alignment.exchanged.push((left.to_vec(), right.to_vec()));
        } else if !left.is_empty() || !right.is_empty() {
            alignment.added += 1;
        }
        if n == 0 && !left.is_empty() && !right.is_empty() {
            alignment.opens_differently = true;
        }
        if i == new.len() && !left.is_empty() && !right.is_empty() {
            alignment.ends_differently = true;
        }
        shared += new.get(i).map_or(0.0, weight);
        (at_new, at_old) = (i + 1, j + 1);
    }
    let total = |units: &[Unit]| units.iter().map(weight).sum::<f64>();
    let (a, b) = (total(new), total(old));
    alignment.kept = shared / a.min(b).max(1.0);
    alignment.kept_of_longer = shared / a.max(b).max(1.0);
    alignment
}

/// How much of a word a unit is.
pub(super) fn weight(unit: &Unit) -> f64 {
    match unit.kind {
        UnitKind::Word | UnitKind::Name | UnitKind::Number => 1.0,
        UnitKind::Thai => 0.25,
        UnitKind::Han => 0.5,
    }
}

/// Finds the longest common subsequence.
fn common(new: &[Unit], old: &[Unit]) -> Vec<(usize, usize)> {
    let width = old.len() + 1;
    let mut best = vec![0u32; (new.len() + 1) * width];
    let at = |i: usize, j: usize| i * width + j;
    let read = |best: &[u32], i: usize, j: usize| best.get(at(i, j)).copied().unwrap_or(0);
    for i in (0..new.len()).rev() {
        for j in (0..old.len()).rev() {
            let value = if new.get(i).map(|u| &u.text) == old.get(j).map(|u| &u.text) {
                read(&best, i + 1, j + 1) + 1
            } else {
                read(&best, i + 1, j).max(read(&best, i, j + 1))
            };
            if let Some(cell) = best.get_mut(at(i, j)) {
                *cell = value;
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < new.len() && j < old.len() {
        if new.get(i).map(|u| &u.text) == old.get(j).map(|u| &u.text) {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if read(&best, i + 1, j) >= read(&best, i, j + 1) {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// Removes matches of single letters inside longer differences: two words may share a vowel by chance.
fn drop_chance_matches(new: &[Unit], old: &[Unit], pairs: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let mut runs: Vec<Vec<(usize, usize)>> = Vec::new();
    for pair in pairs {
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|(i, j)| pair == (i + 1, j + 1)) => run.push(pair),
            _ => runs.push(vec![pair]),
        }
    }
    let enough = |run: &Vec<(usize, usize)>| {
        let size: f64 = run.iter().filter_map(|(i, _)| new.get(*i)).map(weight).sum();
        let edge = run.first() == Some(&(0, 0))
            || run.last().is_some_and(|(i, j)| *i + 1 == new.len() && *j + 1 == old.len());
        size >= 0.75 || (edge && size >= 0.5) || run.len() == new.len().min(old.len())
    };
    runs.into_iter().filter(enough).flatten().collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::units::units;
    use super::*;

    fn of(a: &str, b: &str) -> Alignment {
        align(&units(a), &units(b))
    }

    #[test]
    fn one_exchange_is_found_in_three_languages() {
        for (a, b) in [
            ("The staging server is in Singapore", "The staging server is in Frankfurt"),
            ("เซิร์ฟเวอร์อยู่ที่โตเกียว", "เซิร์ฟเวอร์อยู่ที่สิงคโปร์"),
            ("测试服务器在东京", "测试服务器在新加坡"),
        ] {
            let found = of(a, b);
            assert_eq!((found.exchanged.len(), found.opens_differently), (1, false), "{a}: {found:?}");
        }
    }

    #[test]
    fn two_exchanges_tell_of_another_thing() {
        for (a, b) in [
            ("My brother lives in Nagoya", "My sister lives in Osaka"),
            ("น้องชายฉันอยู่ที่นาโกย่า", "พี่สาวฉันอยู่ที่โอซาก้า"),
            ("我弟弟住在名古屋", "我姐姐住在大阪"),
        ] {
            assert_eq!(of(a, b).exchanged.len(), 2, "{a}: {:?}", of(a, b));
        }
    }

    proptest! {
        #[test]
        fn shares_stay_in_range_and_a_text_is_whole_beside_itself(a in "[a-d ก-ค东京0-9]{0,30}", b in "[a-d ก-ค东京0-9]{0,30}") {
            let found = of(&a, &b);
            prop_assert!((0.0..=1.0).contains(&found.kept) && found.kept_of_longer <= found.kept);
            prop_assert!(of(&a, &a).exchanged.is_empty() && of(&a, &a).added == 0);
        }
    }
}
