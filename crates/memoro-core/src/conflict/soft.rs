//! How far what is left of one sentence is said by the other in different words: each run of it is laid beside the runs
//! of the other, by meaning. Opposites are close in meaning too, so this alone tells nothing.

use super::align::weight;
use super::tiles::Rest;
use super::units::Unit;

/// The most runs of each side that are laid beside the other's.
const MOST: usize = 5;

/// A run whose best counterpart is below this has none.
const COUNTERPART: f64 = 0.3;

/// What was found.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Soft {
    /// How much of each side has no counterpart, in words.
    pub(super) alone: [f64; 2],
    /// The mean closeness of the runs to their best counterparts, weighed by their length.
    pub(super) mean: f64,
    /// The closeness of the run that is farthest from all others.
    pub(super) least: f64,
}

/// Lays what is left of both sentences beside each other; `close` tells how close two runs are in meaning.
pub(super) fn soft(rest: &Rest, close: &dyn Fn(&[Unit], &[Unit]) -> f64) -> Soft {
    let [new, old] = rest.runs.each_ref().map(|runs| runs.get(..MOST.min(runs.len())).unwrap_or(runs));
    let table: Vec<Vec<f64>> = new.iter().map(|a| old.iter().map(|b| close(a, b)).collect()).collect();
    let best_of_new = table.iter().map(|row| row.iter().copied().fold(0.0, f64::max));
    let best_of_old =
        (0..old.len()).map(|at| table.iter().filter_map(|row| row.get(at)).copied().fold(0.0, f64::max));
    let size = |run: &Vec<Unit>| run.iter().map(weight).sum::<f64>();
    let sides: [Vec<(f64, f64)>; 2] =
        [new.iter().map(size).zip(best_of_new).collect(), old.iter().map(size).zip(best_of_old).collect()];
    let alone = sides.each_ref().map(|side| {
        side.iter().filter(|(_, best)| *best < COUNTERPART).map(|(size, _)| size).sum::<f64>().min(4.0)
    });
    let all = || sides.iter().flatten();
    let total: f64 = all().map(|(size, _)| size).sum();
    if total == 0.0 {
        return Soft { alone, mean: 1.0, least: 1.0 };
    }
    let mean = all().map(|(size, best)| size * best).sum::<f64>() / total;
    Soft { alone, mean, least: all().map(|(_, best)| *best).fold(1.0, f64::min) }
}
