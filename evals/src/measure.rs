//! Asks every question of a set and counts how many of the right documents come first.

use crate::store::{Asked, Filter, Set, View};
use memoro_core::fusion::{Corpus, Ranker, Request, Weights, is_visible};

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

/// Returns the slots of a question, best first, with their raw sums.
pub(crate) fn hits(bench: &Bench, asked: &Asked, mode: Mode, ranker: &mut Ranker) -> Vec<(u32, f32)> {
    let view = View { set: &bench.set, filter: &bench.filters[asked.filter] };
    if mode == Mode::Vector {
        return by_cosine(&view, &asked.cosines);
    }
    let cosines = (mode == Mode::Hybrid).then_some(asked.cosines.as_slice());
    let request = Request { limit: 120, ..Request::new(&asked.query, cosines) };
    ranker.rank(&view, &request).into_iter().map(|r| (r.slot, r.signals.total())).collect()
}

/// Returns the documents of a question, best first, with raw sums, each once.
pub(crate) fn answer(bench: &Bench, asked: &Asked, mode: Mode, ranker: &mut Ranker) -> Vec<(usize, f32)> {
    let slots = hits(bench, asked, mode, ranker);
    let mut docs: Vec<(usize, f32)> = Vec::with_capacity(50);
    for (slot, score) in slots {
        let doc = bench.set.docs[slot as usize];
        if docs.len() < 50 && !docs.iter().any(|(d, _)| *d == doc) {
            docs.push((doc, score));
        }
    }
    docs
}

fn by_cosine(view: &View<'_>, cosines: &[f32]) -> Vec<(u32, f32)> {
    let mut all: Vec<(u32, f32)> = (0u32..)
        .zip(cosines.iter().copied())
        .filter(|(slot, _)| is_visible(view.visible(), *slot as usize))
        .collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    all.truncate(200);
    all
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
