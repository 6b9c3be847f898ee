//! What two sentences share whatever its order, and what is left of each. Longest shared runs are taken first, so that
//! "on Monday the CEO comes" and "the CEO comes on Monday" leave nothing. Works on units and knows no language.

use super::align::weight;
use super::units::Unit;

/// The most units of a text that are looked at.
const MOST: usize = 120;

/// A shared run weighs at least so much: a word, two Han letters, three Thai ones.
const LEAST: f64 = 0.75;

/// What is left of two sentences when all they share is taken away.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Rest {
    /// The share of the longer sentence that the other has too, in 0..=1.
    pub(super) shared_of_longer: f64,
    /// The same share of the shorter sentence.
    pub(super) shared: f64,
    /// What only the new sentence has, and what only the old one has.
    pub(super) left: [Vec<Unit>; 2],
    /// In how many places that stands.
    pub(super) places: [usize; 2],
    /// The same, place by place.
    pub(super) runs: [Vec<Vec<Unit>>; 2],
    /// Whether what is left stands at the beginning of both.
    pub(super) at_head: bool,
    /// Whether what is left stands at the end of both.
    pub(super) at_tail: bool,
}

/// Takes what two sentences share away.
pub(super) fn rest(new: &[Unit], old: &[Unit]) -> Rest {
    let new = new.get(..MOST.min(new.len())).unwrap_or(new);
    let old = old.get(..MOST.min(old.len())).unwrap_or(old);
    let (mut in_new, mut in_old) = (vec![false; new.len()], vec![false; old.len()]);
    let mut shared = 0.0;
    while let Some((i, j, length)) = longest(new, old, &in_new, &in_old) {
        in_new.iter_mut().skip(i).take(length).for_each(|taken| *taken = true);
        in_old.iter_mut().skip(j).take(length).for_each(|taken| *taken = true);
        shared += new.iter().skip(i).take(length).map(weight).sum::<f64>();
    }
    let total = |units: &[Unit]| units.iter().map(weight).sum::<f64>();
    let (a, b) = (total(new), total(old));
    let first = |taken: &[bool]| taken.first() == Some(&false);
    let last = |taken: &[bool]| taken.last() == Some(&false);
    Rest {
        shared_of_longer: shared / a.max(b).max(1.0),
        shared: shared / a.min(b).max(1.0),
        left: [left(new, &in_new), left(old, &in_old)],
        places: [places(&in_new), places(&in_old)],
        runs: [runs(new, &in_new), runs(old, &in_old)],
        at_head: first(&in_new) && first(&in_old),
        at_tail: last(&in_new) && last(&in_old),
    }
}

/// Finds the heaviest run that both have and that is not taken yet.
fn longest(new: &[Unit], old: &[Unit], in_new: &[bool], in_old: &[bool]) -> Option<(usize, usize, usize)> {
    let mut best = None;
    let mut heaviest = 0.0;
    for i in 0..new.len() {
        for j in 0..old.len() {
            let same = |n: &usize| {
                let free = in_new.get(i + n) == Some(&false) && in_old.get(j + n) == Some(&false);
                free && new.get(i + n).map(|u| &u.text) == old.get(j + n).map(|u| &u.text)
            };
            let length = (0..new.len()).take_while(same).count();
            let weighs: f64 = new.iter().skip(i).take(length).map(weight).sum();
            if weighs >= LEAST && weighs > heaviest {
                heaviest = weighs;
                best = Some((i, j, length));
            }
        }
    }
    best
}

fn left(units: &[Unit], taken: &[bool]) -> Vec<Unit> {
    units.iter().zip(taken).filter(|(_, taken)| !**taken).map(|(unit, _)| unit.clone()).collect()
}

/// Returns what is left, one row of units for each place.
fn runs(units: &[Unit], taken: &[bool]) -> Vec<Vec<Unit>> {
    let mut runs: Vec<Vec<Unit>> = Vec::new();
    let mut open = false;
    for (unit, taken) in units.iter().zip(taken) {
        match runs.last_mut().filter(|_| open) {
            Some(run) if !taken => run.push(unit.clone()),
            _ if !taken => runs.push(vec![unit.clone()]),
            _ => {}
        }
        open = !taken;
    }
    runs
}

fn places(taken: &[bool]) -> usize {
    let starts =
        taken.iter().zip(std::iter::once(&true).chain(taken)).filter(|(now, before)| !**now && **before);
    starts.count()
}

#[cfg(test)]
mod tests {
    use super::super::units::units;
    use super::*;

    #[test]
    fn a_change_of_order_leaves_nothing_in_three_languages() {
        for (new, old) in [
            ("On Monday the CEO comes", "The CEO comes on Monday"),
            ("วันจันทร์ซีอีโอจะมา", "ซีอีโอจะมาวันจันทร์"),
            ("星期一总裁来访", "总裁来访星期一"),
        ] {
            let rest = rest(&units(new), &units(old));
            assert_eq!(rest.places, [0, 0], "{new}: {rest:?}");
        }
    }

    #[test]
    fn what_differs_is_left_in_its_place() {
        let rest = rest(&units("The office is in Lisbon"), &units("The office is in Porto"));
        assert!(rest.at_tail && !rest.at_head && rest.places == [1, 1], "{rest:?}");
    }
}
