//! The first stage: walks the postings of every term once, sums a quick score for each visible chunk and picks the
//! candidates that are worth a closer look. Its order is never shown.

use super::corpus::{Corpus, Posting, Role, Totals, is_visible};
use super::top::Top;
use super::weights::Weights;
use crate::query::Query;
use crate::text::{Script, Term};

/// Candidates by quick score, by cosine alone and by words alone.
const BY_BOTH: usize = 150;
const BY_COSINE: usize = 50;
const BY_WORDS: usize = 50;
/// Candidates whose neighbours become candidates too.
const WITH_NEIGHBOURS: usize = 50;

/// One term of the question with its statistics over the visible chunks.
#[derive(Clone, Copy, Debug)]
pub(super) struct TermStat {
    /// Rarity among chunks, times the weight in the question.
    pub(super) idf: f32,
    /// Weight in the question.
    weight: f32,
    /// Factor for words of a speaker's name.
    pub(super) name: f32,
    pub(super) script: Script,
    /// Which of several questions it stands in, one bit each.
    pub(super) parts: u8,
    first: usize,
    end: usize,
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
    row: Vec<u32>,
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
    pub(super) fn run(&mut self, corpus: &dyn Corpus, query: &Query, cosines: Option<&[f32]>, w: &Weights) {
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
        self.pick(corpus, query, cosines, w);
        self.measure_chance(corpus, cosines);
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
            corpus.postings(term.term, &mut |block| {
                let seen = block.iter().filter(|p| is_visible(visible, p.slot as usize));
                self.postings.extend(seen);
            });
            let end = self.postings.len();
            let is_name = self.named.iter().any(|(s, _)| corpus.speakers().name(*s).contains(&term.term));
            let whole = if term.whole { w.whole } else { 1.0 };
            let weight = term.weight * whole;
            let idf = rarity(self.totals.chunks, u32::try_from(end - first).unwrap_or(u32::MAX)) * weight;
            let name = if is_name { w.name } else { 1.0 };
            let (script, parts) = (term.script, term.parts);
            self.terms.push(TermStat { idf, weight, name, script, parts, first, end });
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

    /// Adds every term to the quick score of its chunks and to the score of its groups.
    fn sum_words(&mut self, corpus: &dyn Corpus, w: &Weights) {
        let metas = corpus.metas();
        let (flat, steep) = (w.k1 * (1.0 - w.b), w.k1 * w.b / mean_length(self.totals));
        for index in 0..self.terms.len() {
            let term = self.terms[index];
            let weight = term.idf * term.name;
            let mut run = (0, 0.0);
            for posting in self.postings.get(term.first..term.end).unwrap_or_default() {
                let slot = posting.slot as usize;
                let (Some(meta), Some(words)) = (metas.get(slot), self.words.get_mut(slot)) else { continue };
                let tf = f32::from(posting.tf);
                *words += weight * tf / (tf + flat + steep * f32::from(meta.profile.len));
                if meta.group == run.0 {
                    run.1 += tf;
                } else {
                    add_to_group(&mut self.group_tf, &mut self.touched, run);
                    run = (meta.group, tf);
                }
            }
            add_to_group(&mut self.group_tf, &mut self.touched, run);
            self.score_groups(corpus, index);
        }
    }

    /// Turns the counts of one term in the groups that it touched into scores.
    fn score_groups(&mut self, corpus: &dyn Corpus, index: usize) {
        let term = &self.terms[index];
        let touched = std::mem::take(&mut self.touched);
        #[allow(clippy::cast_precision_loss, reason = "a mean needs no more than 24 bits")]
        let mean = (self.totals.tokens as f32 / float(self.totals.groups.max(1))).max(1.0);
        let idf = rarity(self.totals.groups, u32::try_from(touched.len()).unwrap_or(u32::MAX)) * term.weight;
        for group in &touched {
            let at = *group as usize;
            let tf = std::mem::take(&mut self.group_tf[at]);
            // A speaker's name is in every session: it says nothing there.
            if self.multi && term.name >= 1.0 {
                let norm = 0.5 + 0.5 * float(corpus.group_tokens(*group)) / mean;
                self.group_words[at] += idf * tf / (tf + 1.2 * norm);
            }
        }
        self.touched = touched;
        self.touched.clear();
    }

    /// Takes the best cosine of every group and picks the candidates, in one pass over all slots.
    fn pick(&mut self, corpus: &dyn Corpus, query: &Query, cosines: Option<&[f32]>, w: &Weights) {
        let (mut both, mut near, mut worded) = (Top::new(BY_BOTH), Top::new(BY_COSINE), Top::new(BY_WORDS));
        let (visible, cosines) = (corpus.visible(), cosines.unwrap_or_default());
        let lone = if query.intent.addresses_assistant { 1.0 } else { w.lone };
        let vector = self.mass.max(1.0) * (w.vector + w.vector_excess);
        self.group_cosines.clear();
        self.group_cosines.resize(corpus.groups() as usize, 0.0);
        let (mut here, mut session, mut best) = (u32::MAX, 0.0, 0.0);
        for (slot, (meta, words)) in (0u32..).zip(corpus.metas().iter().zip(&self.words)) {
            if !is_visible(visible, slot as usize) {
                continue;
            }
            let cosine = cosines.get(slot as usize).copied().unwrap_or(0.0);
            if self.multi && meta.group != here {
                raise(&mut self.group_cosines, here, best);
                (here, best) = (meta.group, 0.0);
                session = w.session * self.group_words.get(here as usize).copied().unwrap_or(0.0);
            }
            if cosine > best {
                best = cosine;
            }
            let quick = w.words * words + vector * cosine + session;
            both.offer(if meta.role == Role::Assistant { quick * lone } else { quick }, slot);
            near.offer(cosine, slot);
            worded.offer(*words, slot);
        }
        raise(&mut self.group_cosines, here, best);
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
    fn measure_chance(&mut self, corpus: &dyn Corpus, cosines: Option<&[f32]>) {
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
        self.chance =
            Chance { words: tenth(&mut words), cosine: tenth(&mut all), foreign: tenth(&mut foreign) };
    }

    /// Returns the quick lexical score of a slot as a share of the mass.
    pub(super) fn share(&self, slot: u32) -> f32 {
        self.words.get(slot as usize).copied().unwrap_or(0.0) / self.mass.max(1.0)
    }

    /// Fills a table of length-normed term counts: one row per slot in `rows`, one column per term.
    pub(super) fn fill(&mut self, rows: &[u32], corpus: &dyn Corpus, w: &Weights, table: &mut Vec<f32>) {
        table.clear();
        table.resize(rows.len() * self.terms.len(), 0.0);
        self.row.resize(corpus.metas().len(), 0);
        for (index, slot) in rows.iter().enumerate() {
            self.row[*slot as usize] = u32::try_from(index + 1).unwrap_or(0);
        }
        let mean = mean_length(self.totals);
        let width = self.terms.len();
        for (column, term) in self.terms.iter().enumerate() {
            for posting in self.postings.get(term.first..term.end).unwrap_or_default() {
                let row = self.row[posting.slot as usize] as usize;
                if row > 0 {
                    let length = f32::from(corpus.metas()[posting.slot as usize].profile.len);
                    table[(row - 1) * width + column] =
                        f32::from(posting.tf) / (1.0 - w.b + w.b * length / mean);
                }
            }
        }
        for slot in rows {
            self.row[*slot as usize] = 0;
        }
    }
}

#[allow(clippy::cast_precision_loss, reason = "a mean needs no more than 24 bits")]
fn mean_length(totals: Totals) -> f32 {
    (totals.tokens as f32 / float(totals.chunks.max(1))).max(1.0)
}

/// Adds a count to a group and notes that the term touched it.
fn add_to_group(counts: &mut [f32], touched: &mut Vec<u32>, (group, tf): (u32, f32)) {
    if let Some(count) = counts.get_mut(group as usize).filter(|_| tf > 0.0) {
        if *count == 0.0 {
            touched.push(group);
        }
        *count += tf;
    }
}

fn raise(best: &mut [f32], group: u32, value: f32) {
    if let Some(best) = best.get_mut(group as usize) {
        *best = best.max(value);
    }
}

fn tenth(values: &mut [f32]) -> f32 {
    values.sort_unstable_by(|a, b| b.total_cmp(a));
    values.get(9).copied().unwrap_or(0.0)
}
