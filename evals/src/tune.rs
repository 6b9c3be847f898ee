//! Learns weights by coordinate search on the mean over families of sets, also with one family left out at a time.

use crate::knobs::KNOBS;
use crate::measure::{Bench, Mode, measure};
use memoro_core::fusion::Weights;
use std::collections::BTreeMap;

/// The published formula with round numbers for what it lacks: where learning starts.
pub(crate) const START: Weights = Weights {
    k1: 1.2,
    b: 0.75,
    around: [0.08, 0.3, 0.15, 0.08],
    section: 1.0,
    answers: 0.7,
    damp: 50.0,
    name: 0.5,
    whole: 1.0,
    words: 1.0,
    wide: 0.1,
    part: 0.5,
    turn: 0.9,
    session: 0.5,
    speaker: 0.7,
    vector: 0.2,
    vector_excess: 0.2,
    vector_session: 0.05,
    date: 0.0,
    foreign: [1.0, 0.5, 0.1],
    chance: 0.3,
    lone: 0.6,
    time: 0.15,
    number: 0.1,
    dated: 1.0,
    asking: 0.2,
    short: 0.5,
    fresh: 0.2,
    fresh_days: 30.0,
    later: 0.6,
};

/// At most about this many questions of a set are asked per trial: of the saturated sets, and of the others.
const SAMPLE: [usize; 2] = [40, 120];

fn step(bench: &Bench) -> usize {
    let few = matches!(bench.family, "locomo" | "lme" | "memdaily");
    (bench.asked.len() / SAMPLE[usize::from(few)]).max(1)
}

/// Mean over the families of the mean over their sets of R@1, R@5 and R@10, less a little for leaving the start.
fn objective(benches: &[&Bench], weights: &Weights, start: &Weights) -> f64 {
    let results: Vec<(&str, f64)> = std::thread::scope(|scope| {
        let halves: Vec<_> = [0, 1]
            .map(|half| {
                scope.spawn(move || {
                    let mine = benches.iter().enumerate().filter(|(i, _)| i % 2 == half);
                    mine.map(|(_, b)| {
                        let [at1, at5, at10] = measure(b, Mode::Hybrid, weights, step(b)).percent();
                        (b.family, 0.2 * at1 + 0.5 * at5 + 0.3 * at10)
                    })
                    .collect::<Vec<_>>()
                })
            })
            .into_iter()
            .collect();
        halves.into_iter().flat_map(|h| h.join().expect("a measuring thread ends")).collect()
    });
    let mut families: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (family, value) in results {
        let sum = families.entry(family).or_default();
        *sum = (sum.0 + value, sum.1 + 1.0);
    }
    let mean = families.values().map(|(sum, n)| sum / n).sum::<f64>()
        / f64::from(u32::try_from(families.len()).unwrap_or(1));
    mean - 0.02 * distance(weights, start)
}

/// How far the weights lie from the start, in relative steps.
fn distance(weights: &Weights, start: &Weights) -> f64 {
    let (mut a, mut b) = (*weights, *start);
    KNOBS
        .iter()
        .map(|(_, at)| {
            (f64::from(*at(&mut a)) - f64::from(*at(&mut b))).abs() / (f64::from(*at(&mut b)).abs() + 0.1)
        })
        .sum()
}

/// Searches from `start`; `left_out` is not looked at.
pub(crate) fn tune(benches: &[Bench], start: Weights, left_out: Option<&str>, rounds: usize) -> Weights {
    let used: Vec<&Bench> = benches.iter().filter(|b| Some(b.family) != left_out).collect();
    let mut best = start;
    let mut value = objective(&used, &best, &start);
    eprintln!("start {value:.3}");
    let mut size = 0.5;
    for round in 0..rounds {
        for (name, at) in KNOBS {
            for direction in [1.0, -1.0] {
                let mut trial = best;
                let here = *at(&mut trial);
                let span = here.abs().max(0.1) * size;
                *at(&mut trial) = (here + direction * span).max(0.0);
                let seen = objective(&used, &trial, &start);
                if seen > value + 0.005 {
                    (best, value) = (trial, seen);
                    eprintln!("round {round} {name} {:.3} -> {value:.3}", *at(&mut best));
                    break;
                }
            }
        }
        size *= 0.6;
    }
    best
}
