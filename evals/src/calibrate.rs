//! Fits the map from raw sums to scores: how likely the first hits with a given sum are right.

use crate::measure::{Bench, Mode, hits};
use memoro_core::fusion::{Ranker, Weights};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Only the first hits of each question are looked at.
const DEPTH: usize = 5;

/// The hit whose sum stands for what chance gives.
const CHANCE: usize = 9;

/// One, the raw sum and how far it stands out; whether the hit was right; the family of sets it comes from.
struct Seen {
    x: [f64; 3],
    right: f64,
    family: &'static str,
}

/// Fits each way of searching and prints the numbers, and how well the scores hold per set.
pub(crate) fn run(benches: &[Bench], weights: &Weights) {
    for mode in [Mode::Hybrid, Mode::Lexical, Mode::Vector] {
        let used = benches.iter().filter(|b| mode != Mode::Lexical || b.family != "cross");
        let seen: Vec<Seen> = used.flat_map(|b| look(b, mode, weights)).collect();
        let w = fit(&seen);
        println!("{mode:?}: {w:.3?}");
        for bench in benches {
            let seen = look(bench, mode, weights);
            let mut line = format!("  {:30}", bench.name);
            for rank in [0, 1, 4] {
                let at: Vec<&Seen> = seen.iter().skip(rank).step_by(DEPTH).collect();
                let mean = at.iter().map(|s| probability(&s.x, &w)).sum::<f64>() / count(at.len());
                let right = at.iter().map(|s| s.right).sum::<f64>() / count(at.len());
                let _ = write!(line, "  hit {}: score {mean:.2} right {right:.2}", rank + 1);
            }
            println!("{line}");
        }
    }
}

fn count(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX)).max(1.0)
}

fn look(bench: &Bench, mode: Mode, weights: &Weights) -> Vec<Seen> {
    let mut ranker = Ranker::with_weights(*weights);
    let mut seen = Vec::new();
    for asked in bench.asked.iter().step_by((bench.asked.len() / 300).max(1)) {
        let hits = hits(bench, asked, mode, &mut ranker);
        let Some(chance) = hits.get(CHANCE).map(|h| f64::from(h.1)) else { continue };
        for (slot, total) in hits.into_iter().take(DEPTH) {
            let right = f64::from(u8::from(asked.relevant.contains(&bench.set.docs[slot as usize])));
            seen.push(Seen {
                x: [1.0, f64::from(total), f64::from(total) - chance],
                right,
                family: bench.family,
            });
        }
    }
    seen
}

fn probability(x: &[f64; 3], w: &[f64; 3]) -> f64 {
    1.0 / (1.0 + (-(x[0] * w[0] + x[1] * w[1] + x[2] * w[2])).exp())
}

/// Logistic regression by gradient descent; every family counts the same.
fn fit(seen: &[Seen]) -> [f64; 3] {
    let mut sizes: BTreeMap<&str, f64> = BTreeMap::new();
    seen.iter().for_each(|s| *sizes.entry(s.family).or_default() += 1.0);
    let mut w = [-1.0, 1.0, 1.0];
    for _ in 0..3000 {
        let mut g = [0.0; 3];
        for s in seen {
            let error = (s.right - probability(&s.x, &w)) / sizes[s.family] / count(sizes.len());
            (0..3).for_each(|i| g[i] += error * s.x[i]);
        }
        (0..3).for_each(|i| w[i] += 8.0 * g[i]);
    }
    w
}
