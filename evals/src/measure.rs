//! Asks every question of a set and counts how many of the right documents come first.

use crate::store::{Asked, Filter, Set, View};
use memoro_core::fusion::{self, Ranked, Ranker, Request, Weights};

/// How a question is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Words only.
    Lexical,
    /// Vectors only.
    Vector,
    /// Both, and context.
    Hybrid,
}

/// Mean share of the relevant documents among the first 1, 5 and 10.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Recall {
    /// At 1.
    pub(crate) at1: f64,
    /// At 5.
    pub(crate) at5: f64,
    /// At 10.
    pub(crate) at10: f64,
    /// Number of questions.
    pub(crate) n: usize,
}

impl Recall {
    /// Adds one question's documents, best first.
    pub(crate) fn add(&mut self, ranked: &[usize], relevant: &[usize]) {
        let share = |k: usize| {
            let hits = ranked.iter().take(k).filter(|d| relevant.contains(d)).count();
            #[allow(clippy::cast_precision_loss, reason = "small counts")]
            let share = hits as f64 / relevant.len().max(1) as f64;
            share
        };
        self.at1 += share(1);
        self.at5 += share(5);
        self.at10 += share(10);
        self.n += 1;
    }

    /// Returns the means in percent.
    pub(crate) fn percent(&self) -> [f64; 3] {
        #[allow(clippy::cast_precision_loss, reason = "small counts")]
        let n = self.n.max(1) as f64;
        [self.at1, self.at5, self.at10].map(|sum| 100.0 * sum / n)
    }
}

/// A set with its prepared questions.
pub(crate) struct Bench {
    /// Its name in the tables.
    pub(crate) name: String,
    /// The family of sets that it belongs to.
    pub(crate) family: &'static str,
    /// Its chunks.
    pub(crate) set: Set,
    /// Its questions.
    pub(crate) asked: Vec<Asked>,
    /// Its filters.
    pub(crate) filters: Vec<Filter>,
}

/// Returns the hits of a question, best first.
pub(crate) fn ranked(bench: &Bench, asked: &Asked, mode: Mode, ranker: &mut Ranker) -> Vec<Ranked> {
    let view = View { set: &bench.set, filter: &bench.filters[asked.filter] };
    let mode = match mode {
        Mode::Lexical => fusion::Mode::Lexical,
        Mode::Vector => fusion::Mode::Vector,
        Mode::Hybrid => fusion::Mode::Learned,
    };
    let request = Request { limit: 120, mode, ..Request::new(&asked.query, Some(&asked.cosines)) };
    ranker.rank(&view, &request)
}

/// Returns the documents of a question, best first, with scores, each once.
pub(crate) fn answer(bench: &Bench, asked: &Asked, mode: Mode, ranker: &mut Ranker) -> Vec<(usize, f32)> {
    let mut docs: Vec<(usize, f32)> = Vec::with_capacity(50);
    for hit in ranked(bench, asked, mode, ranker) {
        let doc = bench.set.docs[hit.slot as usize];
        if docs.len() < 50 && !docs.iter().any(|(d, _)| *d == doc) {
            docs.push((doc, hit.score));
        }
    }
    docs
}

/// Measures every `step`-th question.
pub(crate) fn measure(bench: &Bench, mode: Mode, weights: &Weights, step: usize) -> Recall {
    let mut ranker = Ranker::with_weights(*weights);
    let mut recall = Recall::default();
    for asked in bench.asked.iter().step_by(step) {
        let docs: Vec<usize> = answer(bench, asked, mode, &mut ranker).into_iter().map(|(d, _)| d).collect();
        recall.add(&docs, &asked.relevant);
    }
    recall
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recall_is_the_share_of_the_relevant_among_the_first() {
        let mut recall = Recall::default();
        recall.add(&[7, 1, 2, 3, 4, 5, 9], &[7, 9]);
        recall.add(&[1], &[2]);
        let expected = [25.0, 25.0, 50.0];
        assert!(recall.percent().iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9));
    }
}
