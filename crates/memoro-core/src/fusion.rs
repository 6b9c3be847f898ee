//! Ranking: lexical, vector and context evidence fused into one order and one calibrated score. Works on a
//! [`Corpus`] of numbers, twice: quickly over all visible chunks, closely over a few hundred. Reads no text, keeps
//! no clock, and the same input always gives the same order.

mod closer;
mod corpus;
mod gather;
mod signals;
mod top;
mod weights;

pub use corpus::{
    ChunkMeta, Corpus, NO_DAY, Posting, Prior, Role, Speakers, Totals, is_role_word, is_visible, role_of,
};
pub use signals::Signals;
pub use weights::Weights;

use crate::query::Query;
use closer::{Closer, STEPS};
use gather::Gathered;

/// One question to rank for.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The analysed question.
    pub query: &'a Query,
    /// The cosine of every slot with the question, in -1..=1; 0 for chunks without a vector.
    pub cosines: Option<&'a [f32]>,
    /// How many hits are wanted.
    pub limit: usize,
}

/// A ranked chunk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The chunk.
    pub slot: u32,
    /// How well it answers, 0..=1.
    pub score: f32,
    /// What speaks for it.
    pub signals: Signals,
}

/// Ranks chunks; keeps its buffers from one question to the next.
#[derive(Default)]
pub struct Ranker {
    weights: Weights,
    found: Gathered,
    rows: Vec<u32>,
    table: Vec<f32>,
}

impl Ranker {
    /// Returns a ranker with weights other than the shipped ones.
    pub fn with_weights(weights: Weights) -> Self {
        Self { weights, ..Self::default() }
    }

    /// Returns the best chunks for the question, best first.
    pub fn rank(&mut self, corpus: &dyn Corpus, request: &Request<'_>) -> Vec<Ranked> {
        let mut weights = self.weights;
        if request.query.intent.addresses_assistant {
            weights.lone = 1.0;
        }
        self.found.run(corpus, request.query, request.cosines, &weights);
        self.collect_rows(corpus);
        self.found.fill(&self.rows, corpus, &weights, &mut self.table);
        let closer = Closer {
            corpus,
            query: request.query,
            cosines: request.cosines,
            weights: &weights,
            found: &self.found,
            rows: &self.rows,
            table: &self.table,
        };
        let mut ranked: Vec<Ranked> = Vec::with_capacity(self.found.candidates.len());
        for slot in &self.found.candidates {
            let signals = closer.signals(*slot);
            ranked.push(Ranked { slot: *slot, score: signals.total(), signals });
        }
        ranked.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then(a.slot.cmp(&b.slot)));
        self.liken(corpus, &mut ranked);
        ranked.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then(a.slot.cmp(&b.slot)));
        ranked.truncate(request.limit);
        ranked
    }

    /// Adds what speaks for chunks that are like the best three.
    fn liken(&self, corpus: &dyn Corpus, ranked: &mut [Ranked]) {
        if self.weights.alike == 0.0 {
            return;
        }
        let best: Vec<u32> = ranked.iter().take(3).map(|r| r.slot).collect();
        for hit in ranked {
            let others = best.iter().filter(|slot| **slot != hit.slot);
            let nearest = others.filter_map(|slot| corpus.similarity(*slot, hit.slot)).fold(0.0, f32::max);
            hit.signals.alike = self.weights.alike * nearest;
            hit.score = hit.signals.total();
        }
    }

    /// The candidates and their neighbours: the slots whose words are looked at closely.
    fn collect_rows(&mut self, corpus: &dyn Corpus) {
        self.rows.clear();
        self.rows.extend_from_slice(&self.found.candidates);
        if self.found.multi {
            for slot in &self.found.candidates {
                self.rows.extend(STEPS.into_iter().filter_map(|step| corpus.neighbour(*slot, step)));
            }
            self.rows.sort_unstable();
            self.rows.dedup();
        }
    }
}
