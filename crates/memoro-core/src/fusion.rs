//! Ranking: lexical, vector and context evidence fused into one order and one calibrated score. Works on a
//! [`Corpus`] of numbers, twice: quickly over all visible chunks, closely over a few hundred. Reads no text, keeps
//! no clock, and the same input always gives the same order.

mod calibrate;
mod closer;
mod corpus;
mod diversity;
mod gather;
mod plain;
mod signals;
mod top;
mod weights;

pub use calibrate::{Field, Mode, Standing};
pub use corpus::{
    ChunkMeta, Columns, Corpus, NO_DAY, Posting, Prior, Role, Speakers, Totals, is_role_word, is_visible,
    role_of,
};
pub use signals::Signals;
pub use weights::Weights;

use crate::query::Query;
use closer::{Closer, STEPS};
use gather::Gathered;

/// However many better hits a question in the message has, this much is left.
const LEAST_TURN: f32 = 0.7;
/// What is left of a score where the question has no subject: signs, single letters, words that only ask.
const NO_SUBJECT: f32 = 0.2;

/// One question to rank for.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The analysed question.
    pub query: &'a Query,
    /// The cosine of every slot with the question's focus, in -1..=1; 0 for chunks without a vector.
    pub cosines: Option<&'a [f32]>,
    /// How many hits are wanted.
    pub limit: usize,
    /// How evidence is fused.
    pub mode: Mode,
    /// Hits below this score are left out.
    pub min_score: f32,
    /// How far near copies of better hits move down, 0..=1.
    pub diversity: f32,
    /// How much a memory's strength counts, 0..=1; 1 multiplies by it.
    pub strength: f32,
}

impl<'a> Request<'a> {
    /// How far near copies move down by default.
    pub const DIVERSITY: f32 = 0.1;
    /// How much strength counts by default.
    pub const STRENGTH: f32 = 0.1;

    /// Returns a request with the defaults: learned fusion, ten hits, no least score.
    pub fn new(query: &'a Query, cosines: Option<&'a [f32]>) -> Self {
        Self {
            query,
            cosines,
            limit: 10,
            mode: Mode::Learned,
            min_score: 0.0,
            diversity: Self::DIVERSITY,
            strength: Self::STRENGTH,
        }
    }
}

/// A ranked chunk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The chunk.
    pub slot: u32,
    /// About how likely it is right, 0..=1.
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
        let request =
            &Request { cosines: request.cosines.filter(|_| request.mode != Mode::Lexical), ..*request };
        self.found.run(corpus, request, &self.weights);
        let mut ranked = match request.mode {
            Mode::Learned | Mode::Lexical => self.weigh(corpus, request),
            Mode::Rrf => plain::reciprocal(&self.found, request.cosines),
            Mode::Weighted(share) => plain::weighted(&self.found, request.cosines, share.clamp(0.0, 1.0)),
            Mode::Vector => plain::weighted(&self.found, request.cosines, 1.0),
        };
        order(&mut ranked);
        if request.query.terms.iter().any(|t| t.parts != 0) {
            self.take_turns(&mut ranked);
            order(&mut ranked);
        }
        // The plain fusions order by themselves; how sure a hit is does not depend on who ordered it.
        let judged = match request.mode {
            Mode::Rrf | Mode::Weighted(_) => self.weigh(corpus, request),
            Mode::Learned | Mode::Lexical | Mode::Vector => Vec::new(),
        };
        calibrate(corpus, request, &judged, &mut ranked);
        // Near copies may move down, so a few more than wanted are looked at.
        ranked.truncate(request.limit.saturating_add(10));
        diversity::spread(corpus, &mut ranked, request.diversity);
        ranked.retain(|hit| hit.score >= request.min_score);
        ranked.truncate(request.limit);
        ranked
    }

    /// Weighs every candidate with its context.
    fn weigh(&mut self, corpus: &dyn Corpus, request: &Request<'_>) -> Vec<Ranked> {
        self.collect_rows(corpus);
        self.found.fill(&self.rows, corpus, &self.weights, &mut self.table);
        let closer = Closer {
            corpus,
            request,
            weights: &self.weights,
            found: &self.found,
            rows: &self.rows,
            table: &self.table,
        };
        let weighed = self.found.candidates.iter().map(|slot| {
            let signals = closer.signals(*slot);
            Ranked { slot: *slot, score: signals.total(), signals }
        });
        weighed.collect()
    }

    /// Lets the answers to each of several questions take turns: each better hit for the same question counts off a
    /// share.
    fn take_turns(&self, ranked: &mut [Ranked]) {
        let mut turns = [1.0f32; 8];
        for hit in ranked {
            if let Some(turn) = turns.get_mut(usize::from(hit.signals.part)) {
                hit.signals.turn = *turn;
                hit.score = hit.signals.total();
                *turn = (*turn * self.weights.turn).max(LEAST_TURN);
            }
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

/// Makes scores of sums: about how likely each hit is right, never rising from one to the next.
fn calibrate(corpus: &dyn Corpus, request: &Request<'_>, judged: &[Ranked], ranked: &mut [Ranked]) {
    let signals = |hit: &Ranked| match judged.binary_search_by_key(&hit.slot, |one| one.slot) {
        Ok(at) => judged[at].signals,
        Err(_) => hit.signals,
    };
    let field = Field::of(ranked.iter().map(|hit| signals(hit).timeless()));
    let subject = NO_SUBJECT + (1.0 - NO_SUBJECT) * request.query.content.clamp(0.0, 1.0);
    let scored = ranked.iter().enumerate().map(|(rank, hit)| {
        let signals = signals(hit);
        let standing = Standing {
            total: signals.timeless(),
            cosine: request.cosines.and_then(|c| c.get(hit.slot as usize)).copied().unwrap_or(0.0),
            foreign: is_foreign(corpus, hit.slot, request.query),
            is_first: rank == 0,
            cover: signals.cover,
            words: request.query.words,
        };
        // What lacks the identifier that was asked for is about another one.
        let same = 1.0 - signals.lacks;
        subject * same * same * request.mode.score(&standing, &field)
    });
    let mut scores: Vec<f32> = scored.collect();
    calibrate::level(&mut scores);
    ranked.iter_mut().zip(scores).for_each(|(hit, score)| hit.score = score);
}

/// Whether a chunk shares no script with the question.
fn is_foreign(corpus: &dyn Corpus, slot: u32, query: &Query) -> bool {
    corpus.metas().get(slot as usize).is_some_and(|meta| !meta.scripts().shares_letters(query.scripts))
}

fn order(ranked: &mut [Ranked]) {
    ranked.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then(a.slot.cmp(&b.slot)));
}

/// Something with a score that a quoted phrase can change.
pub trait Scored {
    /// Returns how well it answers.
    fn score(&self) -> f32;

    /// Sets how well it answers.
    fn set_score(&mut self, score: f32);

    /// Returns what made its score.
    fn signals_mut(&mut self) -> &mut Signals;
}

impl Scored for Ranked {
    fn score(&self) -> f32 {
        self.score
    }

    fn set_score(&mut self, score: f32) {
        self.score = score;
    }

    fn signals_mut(&mut self) -> &mut Signals {
        &mut self.signals
    }
}

/// How far the score of a hit that holds every quoted phrase comes nearer to certainty.
const HELD: f32 = 0.5;

/// Moves the hits that hold every quoted phrase of a question before those that do not, which keep half their score;
/// what holds words as they were typed is what was meant, as far as the question has a subject.
pub fn prefer_phrases<T: Scored>(hits: &mut [T], query: &Query, holds: impl Fn(&T) -> bool) {
    let mut best = 0.0f32;
    for hit in hits.iter_mut().filter(|hit| !holds(hit)) {
        hit.signals_mut().copy *= 0.5;
        hit.set_score(hit.score() * 0.5);
        best = best.max(hit.score());
    }
    for hit in hits.iter_mut().filter(|hit| holds(hit)) {
        let subject = query.content.max(query.verbatim).clamp(0.0, 1.0);
        let nearer = HELD * subject * (1.0 - hit.score());
        hit.set_score((hit.score() + nearer).max(best));
    }
    hits.sort_by(|a, b| holds(b).cmp(&holds(a)).then(b.score().total_cmp(&a.score())));
}

#[cfg(test)]
mod tests;
