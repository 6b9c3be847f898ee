//! Fits the map from raw sums to scores, how likely the first hits with a given sum are right, and shows how well
//! the shipped scores hold on each set.

use crate::measure::{Bench, Mode, ranked};
use memoro_core::fusion::{Ranker, Weights};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Only the first hits of each question are looked at.
const DEPTH: usize = 5;
/// The hit whose sum stands for what chance gives.
const CHANCE: usize = 9;
/// What the sum itself counts in the first curve: held fixed, so that a store full of right answers does not look
/// like chance.
const ABSOLUTE: f64 = 1.5;

/// One hit: its sum, what chance gives, its shipped score, whether it was right, the family it comes from.
struct Seen {
    total: f64,
    chance: f64,
    score: f64,
    right: f64,
    family: &'static str,
}

/// Fits each way of searching and prints the numbers, and how well the shipped scores hold per set.
pub(crate) fn run(benches: &[Bench], weights: &Weights) {
    for mode in [Mode::Hybrid, Mode::Lexical, Mode::Vector] {
        let used = benches.iter().filter(|b| mode != Mode::Lexical || b.family != "cross");
        let seen: Vec<Seen> = used.flat_map(|b| look(b, mode, weights)).collect();
        let above = fit(&seen, |s| (ABSOLUTE * s.total, s.total - s.chance));
        let ratio = fit(&seen, |s| (0.0, (s.total / s.chance.max(0.05)).ln().max(0.0)));
        let chance = seen.iter().map(|s| s.chance).sum::<f64>() / count(seen.len());
        println!("{mode:?}: above {above:.2?}, ratio {ratio:.2?}, chance {chance:.2}");
        for bench in benches {
            println!("{}", reliability(bench, mode, weights));
        }
    }
}

fn reliability(bench: &Bench, mode: Mode, weights: &Weights) -> String {
    let seen = look(bench, mode, weights);
    let mut line = format!("  {:30}", bench.name);
    for rank in [0, 1, 4] {
        let at: Vec<&Seen> = seen.iter().skip(rank).step_by(DEPTH).collect();
        let mean = at.iter().map(|s| s.score).sum::<f64>() / count(at.len());
        let right = at.iter().map(|s| s.right).sum::<f64>() / count(at.len());
        let _ = write!(line, "  hit {}: score {mean:.2} right {right:.2}", rank + 1);
    }
    line
}

fn count(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX)).max(1.0)
}

fn look(bench: &Bench, mode: Mode, weights: &Weights) -> Vec<Seen> {
    let mut ranker = Ranker::with_weights(*weights);
    let mut seen = Vec::new();
    for asked in bench.asked.iter().step_by((bench.asked.len() / 300).max(1)) {
        let hits = ranked(bench, asked, mode, &mut ranker);
        let Some(chance) = hits.get(CHANCE).map(|h| f64::from(h.signals.total())) else { continue };
        for hit in hits.into_iter().take(DEPTH) {
            let right = f64::from(u8::from(asked.relevant.contains(&bench.set.docs[hit.slot as usize])));
            let (total, score) = (f64::from(hit.signals.total()), f64::from(hit.score));
            seen.push(Seen { total, chance, score, right, family: bench.family });
        }
    }
    seen
}

/// Logistic regression by Newton's method on a constant and one number beside a fixed part; every family counts
/// the same.
fn fit(seen: &[Seen], parts: impl Fn(&Seen) -> (f64, f64)) -> [f64; 2] {
    let mut sizes: BTreeMap<&str, f64> = BTreeMap::new();
    for hit in seen {
        *sizes.entry(hit.family).or_default() += 1.0;
    }
    let mut weights = [-3.0, 1.0];
    for _ in 0..30 {
        let mut slope = [0.0; 2];
        let mut bend = [1e-3, 0.0, 1e-3];
        for hit in seen {
            let (fixed, value) = parts(hit);
            let likely = 1.0 / (1.0 + (-(weights[0] + fixed + weights[1] * value)).exp());
            let error = (hit.right - likely) / sizes[hit.family];
            let spread = likely * (1.0 - likely) / sizes[hit.family];
            slope = [slope[0] + error, slope[1] + error * value];
            bend = [bend[0] + spread, bend[1] + spread * value, bend[2] + spread * value * value];
        }
        let det = bend[0] * bend[2] - bend[1] * bend[1];
        weights[0] += (bend[2] * slope[0] - bend[1] * slope[1]) / det;
        weights[1] += (bend[0] * slope[1] - bend[1] * slope[0]) / det;
    }
    weights
}
