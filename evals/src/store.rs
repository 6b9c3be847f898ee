//! A data set in memory as ranking sees it: slots, postings, metadata, vectors. Stands in for the store.

use crate::load::{Doc, Question};
use jiff::civil::Date;
use memoro_core::chunker::{Format, Limits, chunk};
use memoro_core::fusion::{ChunkMeta, Columns, Corpus, NO_DAY, Posting, Speakers, Totals, role_of};
use memoro_core::query::{Query, Today};
use memoro_core::text::{Profile, Term};
use memoro_embed::{LocalModel, Quantized};
use std::collections::HashMap;

/// Of this many chunks one's text is kept.
const SAMPLE: u32 = 3;

/// The chunks of a set.
#[derive(Default)]
pub(crate) struct Set {
    /// By slot.
    pub(crate) metas: Vec<ChunkMeta>,
    lengths: Vec<u16>,
    groups: Vec<u32>,
    postings: HashMap<Term, Vec<Posting>>,
    /// By slot: the document it was cut from.
    pub(crate) docs: Vec<usize>,
    /// The vector of each slot.
    pub(crate) vectors: Vec<Quantized>,
    group_tokens: Vec<u32>,
    group_names: HashMap<String, u32>,
    speakers: Speakers,
    /// By document: its id and scope.
    pub(crate) ids: Vec<String>,
    scopes: Vec<Option<String>>,
    /// The texts of some chunks, from which words are taken.
    pub(crate) sample: Vec<String>,
}

/// What one asker may see.
pub(crate) struct Filter {
    bits: Option<Vec<u64>>,
    totals: Totals,
}

/// A set through a filter.
pub(crate) struct View<'a> {
    /// The chunks.
    pub(crate) set: &'a Set,
    /// What may be seen of them.
    pub(crate) filter: &'a Filter,
}

/// A question, prepared.
pub(crate) struct Asked {
    /// Its analysis.
    pub(crate) query: Query,
    /// Its cosine with every slot.
    pub(crate) cosines: Vec<f32>,
    /// The filter's number.
    pub(crate) filter: usize,
    /// The documents that answer it.
    pub(crate) relevant: Vec<usize>,
    /// Its id.
    pub(crate) id: String,
    /// Its words.
    pub(crate) text: String,
}

impl Filter {
    /// Whether a slot can be seen.
    pub(crate) fn shows(&self, slot: usize) -> bool {
        memoro_core::fusion::is_visible(self.bits.as_deref(), slot)
    }
}

impl Set {
    /// What is left of a filter when only some groups can be seen.
    pub(crate) fn only(&self, within: &Filter, keep: impl Fn(u32) -> bool) -> Filter {
        let mut bits = vec![0u64; self.metas.len().div_ceil(64)];
        for (slot, meta) in self.metas.iter().enumerate() {
            if within.shows(slot) && keep(meta.group) {
                bits[slot / 64] |= 1 << (slot % 64);
            }
        }
        let totals = Totals::count(&self.metas, Some(&bits));
        Filter { bits: Some(bits), totals }
    }

    /// Chunks, tokenizes and embeds documents.
    pub(crate) fn build(docs: &[Doc], model: &LocalModel) -> Self {
        let mut set = Self::default();
        let mut ordinals: HashMap<u32, u32> = HashMap::new();
        for (number, doc) in docs.iter().enumerate() {
            let name = match (&doc.speaker, &doc.session) {
                (Some(_), Some(session)) => session.clone(),
                _ => format!("document {}", doc.id),
            };
            let next = u32::try_from(set.group_names.len()).expect("fewer groups than 2^32");
            let group = *set.group_names.entry(name).or_insert(next);
            if group == next {
                set.group_tokens.push(0);
            }
            set.ids.push(doc.id.clone());
            set.scopes.push(doc.scope.clone());
            let pieces = if doc.speaker.is_some() { vec![doc.text.clone()] } else { chunks(&doc.text) };
            for piece in pieces {
                let ordinal = ordinals.entry(group).or_insert(0);
                set.add((number, doc), &piece, (group, *ordinal), model);
                *ordinal += 1;
            }
        }
        set
    }

    fn add(
        &mut self,
        (number, doc): (usize, &Doc),
        text: &str,
        (group, ordinal): (u32, u32),
        model: &LocalModel,
    ) {
        let slot = u32::try_from(self.metas.len()).expect("fewer chunks than 2^32");
        let (profile, terms) = Profile::of(text);
        for (term, tf) in terms {
            self.postings.entry(term).or_default().push(Posting { slot, tf });
        }
        let name = doc.speaker.as_deref().unwrap_or_default();
        let speaker = self.speakers.insert(name);
        let role = role_of(name);
        let day = doc.ts.as_deref().and_then(day_of).unwrap_or(NO_DAY);
        if slot % SAMPLE == SAMPLE / 2 {
            self.sample.push(text.to_owned());
        }
        self.lengths.push(profile.len);
        self.groups.push(group);
        self.metas.push(ChunkMeta { group, ordinal, speaker, day, profile, role });
        self.group_tokens[group as usize] += u32::from(profile.len);
        self.docs.push(number);
        let embedded = if speaker == 0 { text.to_owned() } else { format!("{name}: {text}") };
        self.vectors.push(model.embed_i8(&embedded));
    }

    fn filter(&self, question: &Question) -> Filter {
        let pool: Option<Vec<bool>> = question.pool.as_ref().map(|pool| {
            let mut may = vec![false; self.group_tokens.len()];
            for group in pool.iter().filter_map(|s| self.group_names.get(s)) {
                may[*group as usize] = true;
            }
            may
        });
        if pool.is_none() && question.scope.is_none() {
            return Filter { bits: None, totals: Totals::count(&self.metas, None) };
        }
        let mut bits = vec![0u64; self.metas.len().div_ceil(64)];
        for (slot, doc) in self.docs.iter().enumerate() {
            let scope = self.scopes[*doc].as_deref();
            let mine = question.scope.is_none()
                || scope.is_none_or(|s| s == "*" || Some(s) == question.scope.as_deref());
            let in_pool = pool.as_ref().is_none_or(|may| may[self.metas[slot].group as usize]);
            if mine && in_pool {
                bits[slot / 64] |= 1 << (slot % 64);
            }
        }
        let totals = Totals::count(&self.metas, Some(&bits));
        Filter { bits: Some(bits), totals }
    }

    /// Prepares the questions; askers with the same rights share a filter.
    pub(crate) fn ask(&self, questions: &[Question], model: &LocalModel) -> (Vec<Asked>, Vec<Filter>) {
        let by_id: HashMap<&str, usize> =
            self.ids.iter().enumerate().map(|(i, id)| (id.as_str(), i)).collect();
        let last = self.metas.iter().filter_map(ChunkMeta::day).max();
        let mut filters = Vec::new();
        let mut known: HashMap<(Option<String>, Option<Vec<String>>), usize> = HashMap::new();
        let mut asked = Vec::new();
        for question in questions.iter().filter(|q| !q.relevant.is_empty()) {
            let filter = *known.entry((question.scope.clone(), question.pool.clone())).or_insert_with(|| {
                filters.push(self.filter(question));
                filters.len() - 1
            });
            let today = question.ts.as_deref().and_then(day_of).or(last).unwrap_or(0);
            let query = Query::analyse(&question.text, today_of(today));
            let vector = model.embed_i8(&query.focus);
            asked.push(Asked {
                query,
                cosines: self.vectors.iter().map(|v| v.dot(&vector)).collect(),
                filter,
                relevant: question.relevant.iter().filter_map(|r| by_id.get(r.as_str()).copied()).collect(),
                id: question.id.clone(),
                text: question.text.clone(),
            });
        }
        (asked, filters)
    }

    /// Prepares questions that nobody labelled, asked by anyone.
    pub(crate) fn ask_plain<'t>(
        &self,
        texts: impl Iterator<Item = &'t str>,
        model: &LocalModel,
    ) -> Vec<Asked> {
        let questions: Vec<Question> = texts.map(crate::naming::plain).collect();
        self.ask(&questions, model).0
    }

    /// Returns the documents with a chunk that holds all words of a question.
    pub(crate) fn holding(&self, query: &Query) -> Vec<usize> {
        let slots = (0u32..).zip(&self.docs).filter(|(slot, _)| self.holds(query, *slot));
        slots.map(|(_, doc)| *doc).collect()
    }

    /// Whether a chunk holds all words of a question.
    pub(crate) fn holds(&self, query: &Query, slot: u32) -> bool {
        let words: Vec<_> = query.terms.iter().filter(|t| !t.whole && t.weight >= 1.0).collect();
        let has = |term: Term| {
            self.postings.get(&term).is_some_and(|p| p.binary_search_by_key(&slot, |p| p.slot).is_ok())
        };
        !words.is_empty() && words.iter().all(|t| has(t.term))
    }
}

impl Corpus for View<'_> {
    fn metas(&self) -> &[ChunkMeta] {
        &self.set.metas
    }

    fn columns(&self) -> Columns<'_> {
        Columns { lengths: &self.set.lengths, groups: &self.set.groups }
    }

    fn postings(&self, term: Term, visit: &mut dyn FnMut(&[Posting])) {
        if let Some(postings) = self.set.postings.get(&term) {
            visit(postings);
        }
    }

    fn visible(&self) -> Option<&[u64]> {
        self.filter.bits.as_deref()
    }

    fn totals(&self) -> Totals {
        self.filter.totals
    }

    fn groups(&self) -> u32 {
        u32::try_from(self.set.group_tokens.len()).expect("fewer groups than 2^32")
    }

    fn group_tokens(&self, group: u32) -> u32 {
        self.set.group_tokens.get(group as usize).copied().unwrap_or(0)
    }

    fn speakers(&self) -> &Speakers {
        &self.set.speakers
    }

    fn similarity(&self, a: u32, b: u32) -> Option<f32> {
        Some(self.set.vectors.get(a as usize)?.dot(self.set.vectors.get(b as usize)?))
    }
}

fn epoch() -> Date {
    Date::constant(1970, 1, 1)
}

fn day_of(ts: &str) -> Option<i32> {
    let date: Date = ts.get(..10)?.parse().ok()?;
    date.since(epoch()).ok().map(|span| span.get_days())
}

fn today_of(day: i32) -> Today {
    Today(epoch().checked_add(jiff::Span::new().days(day)).unwrap_or(epoch()))
}

/// Cuts a document as indexing does.
fn chunks(text: &str) -> Vec<String> {
    chunk(text.as_bytes(), Format::Plain, Limits::default()).chunks.into_iter().map(|c| c.text).collect()
}
