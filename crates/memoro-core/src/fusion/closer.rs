//! The second stage: weighs a few hundred candidates closely, with their neighbours, their session, their speaker
//! and their day. Reads numbers only, no text.

use super::Request;
use super::corpus::{ChunkMeta, Corpus, Prior, Role, is_visible};
use super::gather::{Code, Gathered, TermStat, float};
use super::signals::Signals;
use super::weights::Weights;

/// Where the neighbours stand.
pub(super) const STEPS: [i32; 4] = [-2, -1, 1, 2];

/// The candidates with the table of their words.
pub(super) struct Closer<'a> {
    pub(super) corpus: &'a dyn Corpus,
    pub(super) request: &'a Request<'a>,
    pub(super) weights: &'a Weights,
    pub(super) found: &'a Gathered,
    pub(super) rows: &'a [u32],
    pub(super) table: &'a [f32],
}

/// A chunk beside a candidate.
#[derive(Clone, Copy)]
struct Beside<'a> {
    weight: f32,
    row: &'a [f32],
}

/// Sums over the terms of a question, or of one of several questions in a message.
#[derive(Clone, Copy, Default)]
struct Tally {
    mass: f32,
    alone: f32,
    with: f32,
    cover: f32,
    wide: f32,
    sought: f32,
    held: f32,
    timed: f32,
}

impl Tally {
    /// Adds a term by its normed counts in the chunk, and in the chunk and its neighbours.
    fn add(&mut self, term: &TermStat, (tf, tfs): (f32, f32), k1: f32) {
        self.mass += term.idf;
        self.sought += term.sought;
        if tfs > 0.0 {
            let idf = term.idf * term.name;
            self.alone += idf * tf / (tf + k1);
            self.with += idf * tfs / (tfs + k1);
            self.cover += if tf > 0.0 { idf } else { 0.0 };
            self.wide += idf;
            self.timed += if term.when { idf * tf / (tf + k1) } else { 0.0 };
        }
    }

    /// What the words give, and what the neighbours add, in shares of the mass.
    fn share(&self, w: &Weights) -> (f32, f32) {
        let scale = 1.0 / self.mass.max(1.0);
        let own = w.words * self.alone + w.wide * self.cover;
        let around = w.words * (self.with - self.alone) + w.wide * (self.wide - self.cover);
        (own * scale, around * scale)
    }

    /// How much of what is asked for is there.
    fn covered(&self) -> f32 {
        if self.sought > 0.0 { self.held / self.sought } else { 0.0 }
    }
}

impl Closer<'_> {
    /// Weighs one candidate.
    pub(super) fn signals(&self, slot: u32) -> Signals {
        let mut signals = Signals::default();
        let Some(meta) = self.corpus.metas().get(slot as usize) else { return signals };
        let w = self.weights;
        let lone = meta.role == Role::Assistant && !self.request.query.intent.addresses_assistant;
        let linked = self.found.multi && !lone;
        let scale = 1.0 / self.found.mass.max(1.0);
        let beside = if linked { self.beside(slot, meta) } else { [None; 4] };
        let date = self.date(meta);
        signals.date = w.date * date;
        signals.time = 1.0 + w.dated * date;
        self.words((slot, meta), &beside, &mut signals);
        if meta.speaker == 0 && meta.role == Role::Other {
            // A section, not a turn.
            signals.around *= w.section;
        }
        if linked {
            let words = self.found.group_words.get(meta.group as usize).copied().unwrap_or(0.0);
            signals.session = w.session * words * scale;
        }
        signals.speaker = w.speaker * self.speaker(meta) * scale;
        self.vectors(slot, meta, linked, &mut signals);
        signals.role = if lone { w.lone } else { 1.0 };
        signals.fit = self.fit(meta) * signals.time;
        signals.form = self.form(meta);
        signals.age = self.age(meta);
        signals.prior = prior(self.corpus.prior(slot), self.request.strength);
        signals
    }

    /// The visible neighbours of the same role, with what their words count.
    fn beside(&self, slot: u32, meta: &ChunkMeta) -> [Option<Beside<'_>>; 4] {
        let w = self.weights;
        let mut found = [None; 4];
        for (place, step) in STEPS.into_iter().enumerate() {
            let Some(there) = self.corpus.neighbour(slot, step) else { continue };
            let Some(other) = self.corpus.metas().get(there as usize) else { continue };
            if other.role != meta.role || !is_visible(self.corpus.visible(), there as usize) {
                continue;
            }
            let asked = if step == -1 && other.profile.asks { w.answers } else { 0.0 };
            let weight = (w.around[place] + asked) * self.damp(meta) * self.damp(other);
            found[place] = Some(Beside { weight, row: self.row(there) });
        }
        found
    }

    /// The words of the chunk alone, and what its neighbours' words add.
    fn words(
        &self,
        (slot, meta): (u32, &ChunkMeta),
        beside: &[Option<Beside<'_>>; 4],
        signals: &mut Signals,
    ) {
        let w = self.weights;
        // Who speaks need not name themselves.
        let speaks = self.found.named.iter().any(|(s, _)| *s == meta.speaker);
        let own = self.row(slot);
        let mut whole = Tally::default();
        let mut parts = [Tally::default(); 8];
        let (mut lost, mut broken) = (0.0, false);
        for (column, term) in self.found.terms.iter().enumerate() {
            let tf = own.get(column).copied().unwrap_or(0.0);
            let mut tfs = tf;
            for other in beside.iter().flatten() {
                tfs += other.weight * other.row.get(column).copied().unwrap_or(0.0);
            }
            let is_held = tf > 0.0 || (speaks && term.name < 1.0) || (term.when && signals.time > 1.0);
            let held = if is_held { term.sought } else { 0.0 };
            match term.code.filter(|_| !is_held) {
                Some(Code::Whole) => lost += term.sought,
                Some(Code::Piece) => broken = true,
                None => {}
            }
            whole.add(term, (tf, tfs), w.k1);
            whole.held += held;
            if term.parts != 0 {
                let inside = parts.iter_mut().enumerate().filter(|(part, _)| term.parts >> part & 1 == 1);
                inside.for_each(|(_, tally)| {
                    tally.add(term, (tf, tfs), w.k1);
                    tally.held += held;
                });
            }
        }
        (signals.words, signals.around) = whole.share(w);
        signals.cover = whole.covered();
        signals.lacks = if broken { lost / whole.sought.max(f32::MIN_POSITIVE) } else { 0.0 };
        if self.request.query.has_subject() {
            signals.timed = (w.words * whole.timed / whole.mass.max(1.0)).min(signals.words);
        }
        let shares = (0u8..).zip(&parts).filter(|(_, p)| p.mass > 0.0).map(|(part, p)| (p.share(w), part));
        if let Some((best, part)) =
            shares.max_by(|(a, _), (b, _)| (a.0 + 0.5 * a.1).total_cmp(&(b.0 + 0.5 * b.1)))
        {
            signals.words += w.part * (best.0 - signals.words);
            signals.around += w.part * (best.1 - signals.around);
            signals.cover = parts.iter().map(Tally::covered).fold(signals.cover, f32::max);
            signals.part = part;
        }
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

    fn speaker(&self, meta: &ChunkMeta) -> f32 {
        let named = self.found.named.iter().find(|(s, _)| *s == meta.speaker && meta.speaker != 0);
        named.map_or(0.0, |(_, n)| {
            let (all, n) = (float(self.found.totals.chunks), float(*n));
            (1.0 + (all - n + 0.5) / (n + 0.5)).ln()
        })
    }

    fn vectors(&self, slot: u32, meta: &ChunkMeta, linked: bool, signals: &mut Signals) {
        let Some(cosines) = self.request.cosines else { return };
        let w = self.weights;
        let own = cosines.get(slot as usize).copied().unwrap_or(0.0);
        signals.vector = w.vector * own + w.vector_excess * (own - self.found.chance.cosine).max(0.0);
        if linked {
            let best = self.found.group_cosines.get(meta.group as usize).copied().unwrap_or(0.0);
            signals.vector_around = w.vector_session * best;
        }
        if self.found.main_script.is_some_and(|s| !meta.scripts().contains(s)) {
            let chance = &self.found.chance;
            let excess = (own - chance.foreign).max(0.0);
            let worth = w.foreign[0] * chance.words + w.foreign[1] * excess + w.foreign[2] * own;
            signals.foreign = self.found.main_share * worth.max(0.0);
        }
    }

    fn date(&self, meta: &ChunkMeta) -> f32 {
        let day = meta.day();
        self.request.query.dates.iter().filter_map(|hint| day.map(|d| hint.fit(d))).fold(0.0, f32::max)
    }

    fn fit(&self, meta: &ChunkMeta) -> f32 {
        let intent = &self.request.query.intent;
        let time = if intent.when && meta.profile.has_time { self.weights.time } else { 0.0 };
        let number = if intent.how_many && meta.profile.has_number { self.weights.number } else { 0.0 };
        (1.0 + time) * (1.0 + number)
    }

    fn form(&self, meta: &ChunkMeta) -> f32 {
        let w = self.weights;
        let length = f32::from(meta.profile.len);
        let people = self.found.multi && self.found.totals.assistant == 0;
        let talk = if people { w.asking } else { 0.0 };
        length / (length + w.short) * (1.0 - talk * f32::from(meta.profile.question_share) / 255.0)
    }

    fn age(&self, meta: &ChunkMeta) -> f32 {
        let w = self.weights;
        match (meta.day(), self.request.query.asked_on) {
            (Some(day), Some(asked)) if day > asked => w.later,
            (Some(day), Some(asked)) => 1.0 + w.fresh * (-float(asked.abs_diff(day)) / w.fresh_days).exp(),
            _ => 1.0,
        }
    }
}

/// What a memory's own standing does to its rank: bounded, so that it never beats clear relevance.
fn prior(prior: Prior, weight: f32) -> f32 {
    let strength = 1.0 - weight.clamp(0.0, 1.0) * (1.0 - prior.strength.clamp(0.0, 1.0));
    let confidence = 0.9 + 0.1 * prior.confidence.clamp(0.0, 1.0);
    let importance = 0.9 + 0.2 * prior.importance.clamp(0.0, 1.0);
    let tier = if prior.cold { 0.9 } else { 1.0 };
    strength * confidence * importance * tier * prior.layer.clamp(0.1, 2.0)
}
