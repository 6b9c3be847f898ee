//! The two plain fusions that people know from elsewhere: reciprocal ranks, and a weighted sum of cosine and words.
//! Neither looks at context.

use super::gather::{Gathered, float};
use super::{Ranked, Signals};

/// The constant of reciprocal rank fusion.
const K: f32 = 60.0;

/// Ranks candidates by the sum of their reciprocal ranks, scaled so that first in both is 1.
pub(super) fn reciprocal(found: &Gathered, cosines: Option<&[f32]>) -> Vec<Ranked> {
    let by_words = ranks(found, |slot| found.share(slot));
    let by_vector = ranks(found, |slot| cosine(cosines, slot));
    let hits = found.candidates.iter().zip(by_words.iter().zip(&by_vector));
    hits.map(|(slot, (words, vector))| hit(*slot, words * 0.5, vector * 0.5)).collect()
}

/// Ranks candidates by `share` of the cosine and the rest of the words' share.
pub(super) fn weighted(found: &Gathered, cosines: Option<&[f32]>, share: f32) -> Vec<Ranked> {
    let weigh = |slot: &u32| {
        let words = (1.0 - share) * found.share(*slot);
        hit(*slot, words, share * cosine(cosines, *slot).max(0.0))
    };
    found.candidates.iter().map(weigh).collect()
}

fn hit(slot: u32, words: f32, vector: f32) -> Ranked {
    let signals = Signals { words, vector, ..Signals::default() };
    Ranked { slot, score: signals.total(), signals }
}

fn cosine(cosines: Option<&[f32]>, slot: u32) -> f32 {
    cosines.and_then(|c| c.get(slot as usize)).copied().unwrap_or(0.0)
}

/// For each candidate `(K + 1) / (K + rank)`, or 0 where the value is not positive.
fn ranks(found: &Gathered, value: impl Fn(u32) -> f32) -> Vec<f32> {
    let mut order: Vec<(f32, usize)> =
        found.candidates.iter().enumerate().map(|(i, s)| (value(*s), i)).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut ranks = vec![0.0; order.len()];
    for (rank, (value, index)) in (1u32..).zip(order) {
        if value > 0.0 {
            ranks[index] = (K + 1.0) / (K + float(rank));
        }
    }
    ranks
}
