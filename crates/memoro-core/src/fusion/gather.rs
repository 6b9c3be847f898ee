//! The first stage: walks the postings of every term once, sums a quick score for each visible chunk and picks the
//! candidates that are worth a closer look. Its order is never shown.

use super::corpus::{Columns, Corpus, Posting, Role, Totals, is_visible};
use super::top::Top;
use super::weights::Weights;
use super::{Mode, Request};
use crate::query::Query;
use crate::text::{Script, Term};

/// Candidates by quick score, by cosine alone and by words alone.
const BY_BOTH: usize = 150;
const BY_COSINE: usize = 50;
const BY_WORDS: usize = 50;
/// Who wants more hits than this gets as many candidates by quick score.
const MANY: usize = 240;
/// What chance gives in cosine where fewer than ten chunks can tell.
const USUAL_COSINE: f32 = 0.3;
/// What a word counts in how much of a question is covered, however common it is.
const COMMON: f32 = 1.0;
/// Candidates whose neighbours become candidates too.
const WITH_NEIGHBOURS: usize = 50;

/// One term of the question with its statistics over the visible chunks.
#[derive(Clone, Copy, Debug)]
pub(super) struct TermStat {
    /// Rarity among chunks, times the weight in the question.
    pub(super) idf: f32,
    /// Rarity among groups, times the weight in the question.
    pub(super) group_idf: f32,
    /// Factor for words of a speaker's name.
    pub(super) name: f32,
    pub(super) script: Script,
    /// Which of several questions it stands in, one bit each.
    pub(super) parts: u8,
    /// What it counts in how much of the question a chunk covers.
    pub(super) sought: f32,
    /// Whether it only names the time that is asked for.
    pub(super) when: bool,
    /// Whether it is an identifier as typed, or a piece of one.
    pub(super) code: Option<Code>,
    first: usize,
    end: usize,
}

/// What a term is to an identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// It, as typed.
    Whole,
    /// A piece of it.
    Piece,
}

/// What chunks give that have nothing to do with the question: the tenth best of each kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chance {
    /// Words in the question's main script, as a share of the mass.
    pub(super) words: f32,
    /// Cosine.
    pub(super) cosine: f32,
    /// Cosine of chunks in other scripts.
    pub(super) foreign: f32,
}

/// The buffers of one search, reused by the next.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) terms: Vec<TermStat>,
    postings: Vec<Posting>,
    /// Quick lexical score of every slot.
    words: Vec<f32>,
    /// Score of every group.
    pub(super) group_words: Vec<f32>,
    group_tf: Vec<f32>,
    /// The best cosine of every group.
    pub(super) group_cosines: Vec<f32>,
    touched: Vec<u32>,
    /// Sum of the idf of all terms, times their weights.
    pub(super) mass: f32,
    /// The share of the mass in the question's main script.
    pub(super) main_share: f32,
    pub(super) main_script: Option<Script>,
    pub(super) chance: Chance,
    pub(super) totals: Totals,
    /// Whether some group has more than one chunk.
    pub(super) multi: bool,
    /// The speakers whom the question names, and how many chunks each has.
    pub(super) named: Vec<(u32, u32)>,
    pub(super) candidates: Vec<u32>,
}

fn rarity(all: u32, with: u32) -> f32 {
    let (all, with) = (f64::from(all), f64::from(with.min(all)));
    #[allow(clippy::cast_possible_truncation, reason = "a logarithm of a ratio of counts fits")]
    let idf = (1.0 + (all - with + 0.5) / (with + 0.5)).ln() as f32;
    idf
}

#[allow(clippy::cast_precision_loss, reason = "lengths and counts need no more than 24 bits here")]
pub(super) fn float(n: u32) -> f32 {
    n as f32
}

impl Gathered {
    /// Walks the postings and picks the candidates.
    pub(super) fn run(&mut self, corpus: &dyn Corpus, request: &Request<'_>, w: &Weights) {
        let (query, cosines) = (request.query, request.cosines);
        self.totals = corpus.totals();
        self.multi = self.totals.groups < self.totals.chunks;
        let terms: Vec<Term> = query.terms.iter().map(|t| t.term).collect();
        self.count_named(corpus, &terms);
        self.words.clear();
        self.words.resize(corpus.metas().len(), 0.0);
        self.group_words.clear();
        self.group_words.resize(corpus.groups() as usize, 0.0);
        self.group_tf.resize(corpus.groups() as usize, 0.0);
        self.read_postings(corpus, query, w);
        self.sum_words(corpus, w);
        self.pick(corpus, request, w);
        self.measure_chance(corpus, cosines, w);
    }

    fn count_named(&mut self, corpus: &dyn Corpus, terms: &[Term]) {
        self.named.clear();
        if corpus.speakers().is_empty() {
            return;
        }
        self.named.extend(corpus.speakers().named_in(terms).into_iter().map(|s| (s, 0)));
        if self.named.is_empty() {
            return;
        }
        let visible = corpus.visible();
        for (slot, meta) in corpus.metas().iter().enumerate() {
            if meta.speaker != 0 && is_visible(visible, slot) {
                self.named.iter_mut().filter(|(s, _)| *s == meta.speaker).for_each(|(_, n)| *n += 1);
            }
        }
    }

    /// Copies the visible postings of every term and takes its statistics.
    fn read_postings(&mut self, corpus: &dyn Corpus, query: &Query, w: &Weights) {
        self.terms.clear();
        self.postings.clear();
        let visible = corpus.visible();
        for term in &query.terms {
            let first = self.postings.len();
            for name in std::iter::once(term.term).chain(term.also.iter().copied()) {
                corpus.postings(name, &mut |block| match visible {
                    None => self.postings.extend_from_slice(block),
                    Some(_) => {
                        self.postings.extend(block.iter().filter(|p| is_visible(visible, p.slot as usize)));
                    }
                });
            }
            if !term.also.is_empty() {
                join_lists(&mut self.postings, first);
            }
            let end = self.postings.len();
            let is_name = self.named.iter().any(|(s, _)| corpus.speakers().name(*s).contains(&term.term));
            // A name that nothing holds as typed is no evidence missed: its parts count. A code is.
            let whole = match term.whole {
                true if end == first && !term.code => 0.0,
                true => w.whole,
                false => 1.0,
            };
            let rare = rarity(self.totals.chunks, u32::try_from(end - first).unwrap_or(u32::MAX));
            let idf = rare * term.weight * whole;
            let sought = if whole > 0.0 { (rare + COMMON) * term.weight } else { 0.0 };
            let name = if is_name { w.name } else { 1.0 };
            self.terms.push(TermStat {
                idf,
                group_idf: 0.0,
                name,
                script: term.script,
                first,
                end,
                parts: term.parts,
                sought,
                when: term.when,
                code: match (term.code && !term.when, term.piece) {
                    (true, _) => Some(Code::Whole),
                    (false, true) => Some(Code::Piece),
                    (false, false) => None,
                },
            });
        }
        self.mass = self.terms.iter().map(|t| t.idf).sum();
        self.weigh_scripts();
    }

    fn weigh_scripts(&mut self) {
        let mut by_script = [0.0f32; 8];
        for term in &self.terms {
            by_script[term.script as usize] += term.idf;
        }
        let letters = self.terms.iter().map(|t| t.script).filter(|s| *s != Script::Digit);
        self.main_script = letters.max_by(|a, b| by_script[*a as usize].total_cmp(&by_script[*b as usize]));
        let main = self.main_script.map_or(0.0, |s| by_script[s as usize]);
        self.main_share = if self.mass > 0.0 { main / self.mass } else { 0.0 };
    }

    fn sum_words(&mut self, corpus: &dyn Corpus, w: &Weights) {
        let norms = Norms::new(w, mean_length(self.totals));
        #[allow(clippy::cast_precision_loss, reason = "a mean needs no more than 24 bits")]
        let group_mean = (self.totals.tokens as f32 / float(self.totals.groups.max(1))).max(1.0);
        for at in 0..self.terms.len() {
            let term = self.terms[at];
            self.touched.clear();
            self.sum_term(&term, corpus, &norms);
            if !self.multi {
                continue;
            }
            let weight = term.idf
                / rarity(self.totals.chunks, u32::try_from(term.end - term.first).unwrap_or(u32::MAX));
            let group_idf =
                rarity(self.totals.groups, u32::try_from(self.touched.len()).unwrap_or(u32::MAX)) * weight;
            self.terms[at].group_idf = group_idf;
            for group in &self.touched {
                let tf = std::mem::take(&mut self.group_tf[*group as usize]);
                let norm = 0.5 + 0.5 * float(corpus.group_tokens(*group)) / group_mean;
                if term.name >= 1.0 {
                    self.group_words[*group as usize] += group_idf * tf / (tf + 1.2 * norm);
                }
            }
        }
    }

    /// Adds one term to the quick scores of its chunks and to the counts of their groups.
    fn sum_term(&mut self, term: &TermStat, corpus: &dyn Corpus, norms: &Norms) {
        let Columns { lengths, groups } = corpus.columns();
        let words = &mut self.words[..lengths.len()];
        let postings = self.postings.get(term.first..term.end).unwrap_or_default();
        let worth = term.idf * term.name;
        for posting in postings {
            let (slot, tf) = (posting.slot as usize, f32::from(posting.tf));
            words[slot] += worth * tf / (tf + norms.of(lengths[slot]));
        }
        // Chunks of a group mostly follow each other: their sum stays in a register.
        let runs = if self.multi { postings } else { &[] };
        let (mut group, mut sum) = (0, 0u32);
        for posting in runs {
            let next = groups[posting.slot as usize];
            if next != group {
                add_run(&mut self.group_tf, &mut self.touched, (group, sum));
                (group, sum) = (next, 0);
            }
            sum += u32::from(posting.tf);
        }
        add_run(&mut self.group_tf, &mut self.touched, (group, sum));
    }

    /// Takes the best of every group and picks the candidates, in one pass over all slots.
    fn pick(&mut self, corpus: &dyn Corpus, request: &Request<'_>, w: &Weights) {
        let (query, cosines) = (request.query, request.cosines);
        let wanted = if request.limit > MANY { request.limit.min(corpus.metas().len()) } else { 0 };
        let wanted = BY_BOTH.max(wanted);
        let (mut both, mut near, mut worded) = (Top::new(wanted), Top::new(BY_COSINE), Top::new(BY_WORDS));
        let visible = corpus.visible();
        let lone = (self.totals.assistant > 0 && !query.intent.addresses_assistant).then(|| corpus.metas());
        let vector = self.mass.max(1.0) * (w.vector + w.vector_excess);
        let by_meaning = request.mode == Mode::Vector && cosines.is_some();
        self.group_cosines.clear();
        self.group_cosines.resize(corpus.groups() as usize, 0.0);
        let (mut open, mut best, mut session) = (u32::MAX, 0.0f32, 0.0);
        for (at, (&group, &words)) in corpus.columns().groups.iter().zip(&self.words).enumerate() {
            if !is_visible(visible, at) {
                continue;
            }
            if group != open {
                raise(&mut self.group_cosines, open, best);
                let words = self.group_words.get(group as usize).copied().unwrap_or(0.0);
                (open, best, session) = (group, 0.0, if self.multi { w.session * words } else { 0.0 });
            }
            let cosine = cosines.and_then(|c| c.get(at)).copied().unwrap_or(0.0);
            best = best.max(cosine);
            // Who asks for meaning alone gets candidates by meaning alone.
            let mut quick = if by_meaning { cosine } else { w.words * words + vector * cosine + session };
            if lone.is_some_and(|metas| metas[at].role == Role::Assistant) {
                quick *= w.lone;
            }
            let Ok(slot) = u32::try_from(at) else { break };
            both.offer(quick, slot);
            near.offer(cosine, slot);
            worded.offer(words, slot);
        }
        raise(&mut self.group_cosines, open, best);
        self.collect(corpus, both, [near, worded]);
    }

    /// Joins the picks and the neighbours of the best into the list of candidates.
    fn collect(&mut self, corpus: &dyn Corpus, both: Top, others: [Top; 2]) {
        let visible = corpus.visible();
        let both = both.into_sorted();
        self.candidates.clear();
        for slot in both.iter().take(WITH_NEIGHBOURS).filter(|_| self.multi) {
            self.candidates
                .extend([-2, -1, 1, 2].into_iter().filter_map(|step| corpus.neighbour(*slot, step)));
        }
        self.candidates.retain(|slot| is_visible(visible, *slot as usize));
        self.candidates.extend(both);
        for other in others {
            self.candidates.extend(other.into_sorted());
        }
        self.candidates.sort_unstable();
        self.candidates.dedup();
    }

    /// Takes the tenth best of each kind among the candidates as what chance gives.
    fn measure_chance(&mut self, corpus: &dyn Corpus, cosines: Option<&[f32]>, w: &Weights) {
        self.chance = Chance::default();
        let Some(cosines) = cosines else { return };
        let metas = corpus.metas();
        let (mut words, mut foreign, mut all) = (Vec::new(), Vec::new(), Vec::new());
        for slot in &self.candidates {
            let cosine = cosines.get(*slot as usize).copied().unwrap_or(0.0);
            all.push(cosine);
            if self.main_script.is_some_and(|s| metas[*slot as usize].scripts().contains(s)) {
                words.push(self.words[*slot as usize] / self.mass.max(1.0));
            } else {
                foreign.push(cosine);
            }
        }
        self.chance = Chance {
            words: tenth(&mut words).unwrap_or(0.0).min(w.chance),
            cosine: tenth(&mut all).unwrap_or(USUAL_COSINE),
            foreign: tenth(&mut foreign).unwrap_or(USUAL_COSINE),
        };
    }

    /// Returns the quick lexical score of a slot as a share of the mass.
    pub(super) fn share(&self, slot: u32) -> f32 {
        self.words.get(slot as usize).copied().unwrap_or(0.0) / self.mass.max(1.0)
    }

    /// Fills a table of length-normed term counts: one row per slot in `rows`, one column per term.
    pub(super) fn fill(&mut self, rows: &[u32], corpus: &dyn Corpus, w: &Weights, table: &mut Vec<f32>) {
        table.clear();
        table.resize(rows.len() * self.terms.len(), 0.0);
        let norms = Norms::new(w, mean_length(self.totals));
        let lengths = corpus.columns().lengths;
        let width = self.terms.len();
        for (column, term) in self.terms.iter().enumerate() {
            let mut rest = self.postings.get(term.first..term.end).unwrap_or_default();
            for (row, slot) in rows.iter().enumerate() {
                rest = from_slot(rest, *slot);
                if let Some(posting) = rest.first().filter(|p| p.slot == *slot) {
                    table[row * width + column] =
                        f32::from(posting.tf) / norms.plain(lengths[*slot as usize]);
                }
            }
        }
    }
}

/// Makes one list of several that stand one after the other from a place on.
fn join_lists(postings: &mut Vec<Posting>, first: usize) {
    let mut all = postings.split_off(first);
    all.sort_unstable_by_key(|posting| posting.slot);
    for posting in all {
        match postings.get_mut(first..).and_then(<[Posting]>::last_mut) {
            Some(last) if last.slot == posting.slot => last.tf = last.tf.saturating_add(posting.tf),
            _ => postings.push(posting),
        }
    }
}

/// Adds the count of a term in a run of chunks to that of their group.
fn add_run(group_tf: &mut [f32], touched: &mut Vec<u32>, (group, tf): (u32, u32)) {
    let Some(sum) = group_tf.get_mut(group as usize).filter(|_| tf > 0) else { return };
    if *sum == 0.0 {
        touched.push(group);
    }
    *sum += float(tf);
}

/// Raises the best of a group, where there is one.
fn raise(best: &mut [f32], group: u32, value: f32) {
    if let Some(best) = best.get_mut(group as usize) {
        *best = best.max(value);
    }
}

/// Returns the postings at or after a slot, found in steps that double.
fn from_slot(postings: &[Posting], slot: u32) -> &[Posting] {
    let mut step = 1;
    while postings.get(step).is_some_and(|p| p.slot < slot) {
        step *= 2;
    }
    // The last step that was taken ended before the slot, the next one would end at or behind it.
    let (start, end) = (step / 2, postings.len().min(step + 1));
    let between = postings.get(start..end).unwrap_or_default().partition_point(|p| p.slot < slot);
    postings.get(start + between..).unwrap_or_default()
}

/// What the length of a chunk does to its term counts, worked out once for usual lengths.
struct Norms {
    k1: f32,
    b: f32,
    mean: f32,
    usual: Vec<f32>,
}

impl Norms {
    fn new(w: &Weights, mean: f32) -> Self {
        let mut norms = Self { k1: w.k1, b: w.b, mean, usual: Vec::new() };
        norms.usual = (0..1_024).map(|length| norms.k1 * norms.plain(length)).collect();
        norms
    }

    /// The factor of a length: 1 for the mean.
    fn plain(&self, length: u16) -> f32 {
        1.0 - self.b + self.b * f32::from(length) / self.mean
    }

    /// The factor of a length, times the saturation.
    #[inline]
    fn of(&self, length: u16) -> f32 {
        self.usual.get(usize::from(length)).copied().unwrap_or_else(|| self.k1 * self.plain(length))
    }
}

#[allow(clippy::cast_precision_loss, reason = "a mean needs no more than 24 bits")]
fn mean_length(totals: Totals) -> f32 {
    (totals.tokens as f32 / float(totals.chunks.max(1))).max(1.0)
}

fn tenth(values: &mut [f32]) -> Option<f32> {
    values.sort_unstable_by(|a, b| b.total_cmp(a));
    values.get(9).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn postings_are_found_from_any_slot_on(slots in prop::collection::btree_set(0u32..400, 0..90), slot in 0u32..420) {
            let all: Vec<Posting> = slots.iter().map(|&slot| Posting { slot, tf: 1 }).collect();
            let expected: Vec<Posting> = all.iter().filter(|p| p.slot >= slot).copied().collect();
            prop_assert_eq!(from_slot(&all, slot), expected.as_slice());
        }
    }
}
