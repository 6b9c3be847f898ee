//! Keeps a list of hits from saying the same thing twice: near copies of a better hit move down. Never drops a hit.

use super::{Corpus, Ranked};

/// Cosine from which two chunks begin to say the same.
const ALIKE: f32 = 0.9;
/// How many of the best are compared with each other; what comes after them nobody reads in one go.
const COMPARED: usize = 128;

/// Moves near copies of better hits down, each by at most the share `strength` of its score.
pub(super) fn spread(corpus: &dyn Corpus, hits: &mut Vec<Ranked>, strength: f32) {
    if strength <= 0.0 {
        return;
    }
    let rest = hits.split_off(hits.len().min(COMPARED));
    let mut chosen: Vec<Ranked> = Vec::with_capacity(hits.len() + rest.len());
    for mut hit in std::mem::take(hits) {
        let nearest = chosen.iter().filter_map(|c| corpus.similarity(c.slot, hit.slot)).fold(0.0, f32::max);
        let excess = ((nearest - ALIKE) / (1.0 - ALIKE)).clamp(0.0, 1.0);
        hit.signals.copy = 1.0 - strength.min(1.0) * excess;
        hit.score *= hit.signals.copy;
        chosen.push(hit);
    }
    chosen.extend(rest);
    chosen.sort_by(|a, b| b.score.total_cmp(&a.score));
    *hits = chosen;
}
