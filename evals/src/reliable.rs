//! Logistic regression on hits, and tables that show how far scores can be relied on. Knows nothing of search.

use memoro_core::fusion::Standing;
use std::collections::BTreeMap;
use std::fmt;

/// From this score on a hit counts as probably right.
const PROBABLE: f64 = 0.35;
/// What questions without an answer count against the others.
const UNANSWERED: f64 = 0.5;
const WIDTH: usize = Standing::PARTS + 1;

/// One hit of one question.
pub(crate) struct Seen {
    /// What its score is made from.
    pub(crate) parts: [f64; Standing::PARTS],
    /// The shipped score.
    pub(crate) score: f64,
    /// Whether it was right.
    pub(crate) right: bool,
    /// Whether the store held an answer at all.
    pub(crate) answered: bool,
    /// Its rank, from 0.
    pub(crate) rank: usize,
    /// The family of its set.
    pub(crate) family: &'static str,
    /// Its set.
    pub(crate) set: String,
}

impl Seen {
    fn row(&self) -> [f64; WIDTH] {
        let mut row = [1.0; WIDTH];
        row[1..].copy_from_slice(&self.parts);
        row
    }

    fn weight(&self) -> f64 {
        if self.answered { 1.0 } else { UNANSWERED }
    }
}

/// A constant and a weight for each part.
pub(crate) struct Fit([f64; WIDTH]);

impl Fit {
    /// Fits by Newton's method; every family counts the same, one may be left out.
    pub(crate) fn of(seen: &[Seen], left_out: Option<&str>) -> Self {
        let mut sizes: BTreeMap<&str, f64> = BTreeMap::new();
        for hit in seen {
            *sizes.entry(hit.family).or_default() += hit.weight();
        }
        let mut fit = Self([0.0; WIDTH]);
        for _ in 0..25 {
            let mut slope = fit.0.map(|w| -1e-4 * w);
            let mut bend = [[0.0; WIDTH]; WIDTH];
            (0..WIDTH).for_each(|i| bend[i][i] = 1e-4);
            for hit in seen.iter().filter(|hit| Some(hit.family) != left_out) {
                let (row, weight) = (hit.row(), hit.weight() / sizes[hit.family]);
                let likely = fit.score(hit);
                let error = weight * (f64::from(u8::from(hit.right)) - likely);
                for i in 0..WIDTH {
                    slope[i] += error * row[i];
                    for j in 0..WIDTH {
                        bend[i][j] += weight * likely * (1.0 - likely) * row[i] * row[j];
                    }
                }
            }
            let step = solve(bend, slope);
            fit.0.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
        }
        fit
    }

    /// Returns how likely a hit is right.
    pub(crate) fn score(&self, hit: &Seen) -> f64 {
        let sum: f64 = hit.row().iter().zip(self.0).map(|(part, weight)| part * weight).sum();
        1.0 / (1.0 + (-sum.clamp(-30.0, 30.0)).exp())
    }
}

impl fmt::Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:.2}, {:.2?})", self.0[0], &self.0[1..])
    }
}

/// Solves a small system of equations by elimination; the matrix is symmetric and positive.
fn solve(mut a: [[f64; WIDTH]; WIDTH], mut b: [f64; WIDTH]) -> [f64; WIDTH] {
    for i in 0..WIDTH {
        for j in i + 1..WIDTH {
            let factor = a[j][i] / a[i][i];
            let upper = a[i];
            a[j].iter_mut().zip(upper).for_each(|(low, up)| *low -= factor * up);
            b[j] -= factor * b[i];
        }
    }
    for i in (0..WIDTH).rev() {
        b[i] = (b[i] - (i + 1..WIDTH).map(|j| a[i][j] * b[j]).sum::<f64>()) / a[i][i];
    }
    b
}

/// Returns the mean log loss of scores.
pub(crate) fn loss(seen: &[&Seen], score: impl Fn(&Seen) -> f64) -> f64 {
    let one = |hit: &&Seen| {
        let likely = score(hit).clamp(1e-6, 1.0 - 1e-6);
        -hit.weight() * if hit.right { likely.ln() } else { (1.0 - likely).ln() }
    };
    seen.iter().map(one).sum::<f64>() / seen.iter().map(|hit| hit.weight()).sum::<f64>().max(1.0)
}

/// Prints how the shipped scores hold, by set and by language.
pub(crate) fn tables(seen: &[Seen]) {
    println!(
        "{:26} {:>10} {:>9} {:>11} {:>11} {:>12}",
        "set", "best score", "is right", "right, ≥.35", "≥.35, right", "no answer, ≥"
    );
    let mut groups: BTreeMap<(u8, &str), Vec<&Seen>> = BTreeMap::new();
    for hit in seen {
        groups.entry((0, hit.set.as_str())).or_default().push(hit);
        groups.entry((1, language(&hit.set))).or_default().push(hit);
    }
    for ((_, name), hits) in groups {
        let mean = |of: &dyn Fn(&Seen) -> bool, value: &dyn Fn(&Seen) -> f64| {
            let values: Vec<f64> = hits.iter().filter(|h| of(h)).map(|h| value(h)).collect();
            values.iter().sum::<f64>() / f64::from(u32::try_from(values.len().max(1)).unwrap_or(1))
        };
        let best = |h: &Seen| h.rank == 0 && h.answered;
        let right = |h: &Seen| f64::from(u8::from(h.right));
        let probable = |h: &Seen| f64::from(u8::from(h.score >= PROBABLE));
        println!(
            "{name:26} {:10.2} {:9.2} {:11.2} {:11.2} {:12.2}",
            mean(&best, &|h| h.score),
            mean(&best, &right),
            mean(&|h| h.right, &probable),
            mean(&|h| h.answered && h.score >= PROBABLE, &right),
            mean(&|h| !h.answered && h.rank == 0, &probable),
        );
    }
}

/// The language of a set, by its name.
fn language(set: &str) -> &'static str {
    match set {
        s if s.contains("th-en") || s.contains("zh-en") => "across languages",
        s if s.contains("mixed-languages") => "mixed",
        s if s.contains("th-th") || s.contains("iapp") => "Thai",
        s if s.contains("zh-zh") || s.contains("cmrc") || s.contains("drcd") || s.contains("memdaily") => {
            "Chinese"
        }
        _ => "English",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_finds_what_makes_hits_right() {
        let seen: Vec<Seen> = (0..400u32)
            .map(|n| {
                let mut parts = [0.0; Standing::PARTS];
                parts[0] = f64::from(n % 20) / 10.0;
                let right = parts[0] + f64::from(n % 7) / 10.0 > 1.3;
                let set = String::new();
                Seen { parts, score: 0.5, right, answered: true, rank: 0, family: "one", set }
            })
            .collect();
        let (fit, all) = (Fit::of(&seen, None), seen.iter().collect::<Vec<_>>());
        assert!(fit.0[1] > 3.0, "{fit}");
        assert!(loss(&all, |s| fit.score(s)) < 0.4);
        assert!(loss(&all, |s| s.score) > 0.69);
    }
}
