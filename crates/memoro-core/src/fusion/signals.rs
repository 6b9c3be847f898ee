//! The second stage: for each candidate, what speaks for it, signal by signal, in shares of what the question's
//! words could give at most. Reads numbers only, no text.

use super::corpus::{ChunkMeta, Corpus, Role, is_visible};
use super::gather::{Gathered, float};
use super::weights::Weights;
use crate::query::Query;

/// What speaks for a chunk. The first part adds up, the second multiplies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signals {
    /// Its own words.
    pub words: f32,
    /// The words of its neighbours.
    pub around: f32,
    /// The words of its session or document.
    pub session: f32,
    /// The question names its speaker.
    pub speaker: f32,
    /// Its meaning.
    pub vector: f32,
    /// The meaning of its neighbours and its session.
    pub vector_around: f32,
    /// What its words would be worth, were they in the question's script.
    pub foreign: f32,
    /// Factor: an assistant's words when the question is not about them.
    pub role: f32,
    /// Factor: it names a time or number, as asked, or is of the day asked for.
    pub fit: f32,
    /// Factor: it only asks, or is too short to say much.
    pub form: f32,
}

impl Signals {
    /// Returns the sum of the evidence times the factors.
    pub fn total(&self) -> f32 {
        self.sum() * self.role * self.fit * self.form
    }

    fn sum(&self) -> f32 {
        self.words
            + self.around
            + self.session
            + self.speaker
            + self.vector
            + self.vector_around
            + self.foreign
    }
}

/// The candidates with the table of their words.
pub(super) struct Closer<'a> {
    pub(super) corpus: &'a dyn Corpus,
    pub(super) query: &'a Query,
    pub(super) cosines: Option<&'a [f32]>,
    pub(super) weights: &'a Weights,
    pub(super) found: &'a Gathered,
    pub(super) rows: &'a [u32],
    pub(super) table: &'a [f32],
}

impl Closer<'_> {
    /// Weighs one candidate.
    pub(super) fn signals(&self, slot: u32) -> Signals {
        let Some(meta) = self.corpus.metas().get(slot as usize) else { return Signals::default() };
        let w = self.weights;
        let lone = meta.role == Role::Assistant && !self.query.intent.addresses_assistant;
        let linked = self.found.multi && !lone;
        let scale = 1.0 / self.found.mass.max(1.0);
        let (own, with) = self.words(slot, meta, linked);
        let mut signals = Signals { role: if lone { w.lone } else { 1.0 }, ..Signals::default() };
        signals.words = w.lexical * own * scale;
        signals.around = w.lexical * (with - own) * scale;
        if linked {
            signals.session = w.session * self.found.group_words[meta.group as usize] * scale;
        }
        signals.speaker = w.speaker * self.speaker(meta) * scale;
        self.vectors(slot, meta, linked, &mut signals);
        signals.fit = self.fit(meta);
        signals.form = self.form(meta);
        signals
    }

    /// The lexical score of the chunk alone, and with its neighbours' words.
    fn words(&self, slot: u32, meta: &ChunkMeta, linked: bool) -> (f32, f32) {
        let w = self.weights;
        let none: &[f32] = &[];
        let own = self.row(slot);
        let mut around: [(f32, &[f32]); 4] = [(0.0, none); 4];
        if linked {
            for (place, step) in [-2, -1, 1, 2].into_iter().enumerate() {
                if let Some((other, row)) = self.neighbour(slot, step, meta.role) {
                    let asked = if step == -1 && other.profile.asks { w.answers } else { 0.0 };
                    let damp = self.damp(meta) * self.damp(&other);
                    around[place] = ((w.around[place] + asked) * damp, row);
                }
            }
        }
        let (mut alone, mut with) = (0.0, 0.0);
        for (column, term) in self.found.terms.iter().enumerate() {
            let tf = own.get(column).copied().unwrap_or(0.0);
            let mut tfs = tf;
            for (weight, row) in &around {
                tfs += weight * row.get(column).copied().unwrap_or(0.0);
            }
            if tfs > 0.0 {
                alone += term.idf * term.name * tf / (tf + w.k1);
                with += term.idf * term.name * tfs / (tfs + w.k1);
            }
        }
        (alone, with)
    }

    fn damp(&self, meta: &ChunkMeta) -> f32 {
        self.weights.damp / (self.weights.damp + f32::from(meta.profile.len))
    }

    fn row(&self, slot: u32) -> &[f32] {
        let width = self.found.terms.len();
        match self.rows.binary_search(&slot) {
            Ok(row) => self.table.get(row * width..(row + 1) * width).unwrap_or_default(),
            Err(_) => &[],
        }
    }

    /// A visible neighbour of the same role.
    fn neighbour(&self, slot: u32, step: i32, role: Role) -> Option<(ChunkMeta, &[f32])> {
        let there = self.visible_neighbour(slot, step)?;
        let meta = *self.corpus.metas().get(there as usize)?;
        (meta.role == role).then(|| (meta, self.row(there)))
    }

    fn visible_neighbour(&self, slot: u32, step: i32) -> Option<u32> {
        let there = self.corpus.neighbour(slot, step)?;
        is_visible(self.corpus.visible(), there as usize).then_some(there)
    }

    fn speaker(&self, meta: &ChunkMeta) -> f32 {
        let named = self.found.named.iter().find(|(s, _)| *s == meta.speaker && meta.speaker != 0);
        named.map_or(0.0, |(_, n)| {
            let (all, n) = (float(self.found.totals.chunks), float(*n));
            (1.0 + (all - n + 0.5) / (n + 0.5)).ln()
        })
    }

    fn vectors(&self, slot: u32, meta: &ChunkMeta, linked: bool, signals: &mut Signals) {
        let Some(cosines) = self.cosines else { return };
        let w = self.weights;
        let cosine = |slot: u32| cosines.get(slot as usize).copied().unwrap_or(0.0);
        let own = cosine(slot);
        let excess = (own - self.found.cosine_noise).max(0.0);
        signals.vector = w.lexical * (w.vector * own + w.vector_excess * excess);
        if linked {
            let mut around = 0.0;
            for (place, step) in [-2, -1, 1, 2].into_iter().enumerate() {
                if w.vector_around[place] != 0.0 {
                    around += w.vector_around[place] * self.visible_neighbour(slot, step).map_or(0.0, cosine);
                }
            }
            if let Some((best, sum, n)) = self.found.group_cosines.get(meta.group as usize) {
                around += w.vector_group[0] * best + w.vector_group[1] * sum / float((*n).max(1));
            }
            signals.vector_around = w.lexical * around;
        }
        let absent = self.found.main_script.is_some_and(|s| !meta.scripts().contains(s));
        if absent {
            let excess = w.impute * (own - self.found.foreign_noise).max(0.0) + w.impute_at[0] * own;
            signals.foreign = w.lexical * self.found.main_share * (w.impute_at[1] * self.found.noise + excess);
        }
    }

    fn fit(&self, meta: &ChunkMeta) -> f32 {
        let w = self.weights;
        let mut fit = 1.0;
        if self.query.intent.when && meta.profile.has_time {
            fit += w.time;
        }
        if self.query.intent.how_many && meta.profile.has_number {
            fit *= 1.0 + w.number;
        }
        let day = meta.day();
        let date = self.query.dates.iter().filter_map(|hint| day.map(|d| hint.fit(d))).fold(0.0, f32::max);
        fit * (1.0 + w.date * date)
    }

    fn form(&self, meta: &ChunkMeta) -> f32 {
        let w = self.weights;
        let length = f32::from(meta.profile.len);
        let short = length / (length + w.short);
        let asking = if self.found.totals.assistant > 0 {
            0.0
        } else {
            f32::from(meta.profile.question_share) / 255.0
        };
        short * (1.0 - w.asking * asking)
    }
}
