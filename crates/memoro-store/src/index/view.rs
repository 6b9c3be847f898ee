//! The index as one question sees it: a fixed moment, the postings of its terms, and the slots it may see. Touches
//! no database and holds no lock.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use memoro_core::fusion::{ChunkMeta, Columns, Corpus, Posting, Prior, Role, Speakers, Totals};
use memoro_core::text::Term;

use super::bitmap::Bitmap;
use super::error::{IndexError, Result};
use super::list::List;
use super::meta::Facets;
use super::nearest;
use super::scan::Probe;
use super::snapshot::{Snapshot, Space};
use super::vectors::float;

/// How many chunks hold a word at most that may stand in some part of the index alone.
const FEW: usize = 1_000;

/// A function that tells what is known of a chunk's memory beyond search.
pub type PriorOf = Box<dyn Fn(u32, &ChunkMeta, &Facets) -> Prior + Send + Sync>;

/// How near the chunks of a view are to a question, as far as they were looked at.
#[derive(Debug, Default)]
pub struct Nearness {
    cosines: Vec<f32>,
    measured: Bitmap,
}

impl Nearness {
    /// Returns the cosine by slot, zero for what was not looked at.
    pub fn cosines(&self) -> &[f32] {
        &self.cosines
    }
}

/// The index as one question sees it.
pub struct View {
    snapshot: Arc<Snapshot>,
    lists: Vec<(Term, Arc<List>)>,
    chosen: Option<(Bitmap, Totals)>,
    prior: Option<PriorOf>,
    exact: u32,
}

impl View {
    pub(crate) fn new(snapshot: Arc<Snapshot>, mut lists: Vec<(Term, Arc<List>)>, exact: u32) -> Self {
        lists.sort_unstable_by_key(|(term, _)| *term);
        Self { snapshot, lists, chosen: None, prior: None, exact }
    }

    /// Shows, of the chunks shown now, only those whose facts `keep` lets through; it is asked once for each kind.
    pub fn choose_facets(&mut self, keep: impl FnMut(&Facets) -> bool) {
        let snapshot = Arc::clone(&self.snapshot);
        if let Some(kept) = snapshot.classes.ask(keep) {
            self.retain(|slot| kept.keeps(slot));
        }
    }

    /// Shows, of the chunks shown now, only those that `keep` lets through.
    pub fn choose(&mut self, mut keep: impl FnMut(u32, &ChunkMeta, &Facets) -> bool) {
        let snapshot = Arc::clone(&self.snapshot);
        self.retain(|slot| {
            let facets = snapshot.classes.get(slot).copied().unwrap_or_default();
            keep(slot, &snapshot.metas[slot as usize], &facets)
        });
    }

    /// Shows, of the chunks shown now, only those of a set.
    pub fn choose_set(&mut self, set: &Bitmap) {
        self.retain(|slot| set.contains(slot));
    }

    /// Shows all live chunks again.
    pub fn choose_all(&mut self) {
        self.chosen = None;
    }

    fn retain(&mut self, mut keep: impl FnMut(u32) -> bool) {
        let mut chosen = Bitmap::new();
        chosen.grow(self.slots());
        let mut totals = Totals::default();
        let mut seen = vec![false; self.snapshot.groups.len() as usize];
        for slot in self.shown().iter() {
            if keep(slot) {
                chosen.insert(slot);
                let meta = &self.snapshot.metas[slot as usize];
                totals.chunks += 1;
                totals.tokens += u64::from(meta.profile.len);
                totals.assistant += u32::from(meta.role == Role::Assistant);
                totals.groups += u32::from(!std::mem::replace(&mut seen[meta.group as usize], true));
            }
        }
        if totals.chunks < self.totals().chunks {
            self.chosen = Some((chosen, totals));
        }
    }

    /// Sets what is known of chunks' memories beyond search.
    pub fn set_prior(&mut self, prior: PriorOf) {
        self.prior = Some(prior);
    }

    /// Returns what filters know of a slot.
    pub fn facets(&self, slot: u32) -> Option<&Facets> {
        self.snapshot.classes.get(slot)
    }

    /// Returns the number of slots, dead ones included.
    pub fn slots(&self) -> u32 {
        u32::try_from(self.snapshot.metas.len()).unwrap_or(u32::MAX)
    }

    /// Returns the model whose vectors are searched.
    pub fn model(&self) -> Option<&super::Model> {
        self.snapshot.space.as_ref().map(|space| &space.model)
    }

    /// Returns whether the store has vectors.
    pub fn has_vectors(&self) -> bool {
        self.snapshot.space.is_some()
    }

    /// Returns whether a term that few chunks hold stands in none of those that are shown, and in others.
    pub fn is_elsewhere(&self, term: Term) -> bool {
        let Ok(at) = self.lists.binary_search_by_key(&term, |(known, _)| *known) else { return false };
        let (list, (mut shown, mut live)) = (&self.lists[at].1, (false, false));
        if self.chosen.is_none() || list.len() > FEW {
            return false;
        }
        list.visit(&mut |postings| {
            for posting in postings {
                shown |= self.shown().contains(posting.slot);
                live |= self.snapshot.live.contains(posting.slot);
            }
        });
        live && !shown
    }

    fn shown(&self) -> &Bitmap {
        self.chosen.as_ref().map_or(&self.snapshot.live, |(chosen, _)| chosen)
    }

    /// Returns the cosine of a question with every visible chunk, zero for those that are not visible or have no
    /// vector; nothing when the store has no vectors. Refuses a question of another dimension.
    pub fn cosines(&self, probe: &Probe) -> Result<Option<Vec<f32>>> {
        let mut out = Vec::new();
        self.cosines_into(probe, &mut out)?;
        Ok(self.has_vectors().then_some(out))
    }

    /// Computes what [`View::cosines`] returns into memory that is used again; leaves it empty where there is nothing.
    pub fn cosines_into(&self, probe: &Probe, out: &mut Vec<f32>) -> Result<()> {
        out.clear();
        let Some(space) = &self.snapshot.space else { return Ok(()) };
        check_dimension(space, probe)?;
        out.resize(self.snapshot.metas.len(), 0.0);
        if self.totals().chunks > self.exact && space.asked.swap(true, Ordering::Relaxed) {
            let rare = self.rare_slots();
            nearest::cosines(space, self.shown(), probe, &rare, out);
        } else {
            nearest::exact(space, self.shown(), probe, out);
        }
        Ok(())
    }

    /// Measures how near every visible chunk is that was not measured yet; returns whether the store has vectors. What
    /// was measured for one choice holds for the next one of the same question.
    pub fn measure(&self, probe: &Probe, known: &mut Nearness) -> Result<bool> {
        let large = self.totals().chunks > self.exact;
        let (Some(space), false) = (&self.snapshot.space, large) else {
            known.measured = Bitmap::new();
            self.cosines_into(probe, &mut known.cosines)?;
            return Ok(self.has_vectors());
        };
        check_dimension(space, probe)?;
        known.cosines.resize(self.snapshot.metas.len(), 0.0);
        let missing = self.shown().without(&known.measured);
        known.measured.unite(&missing);
        // The scan writes sixty-four slots at a time: what was measured beside a missing one is measured with it again.
        nearest::exact(space, &known.measured.in_words_of(&missing), probe, &mut known.cosines);
        Ok(true)
    }

    /// Returns the slots of the question's rarest terms, a few thousand at most.
    fn rare_slots(&self) -> Vec<u32> {
        let mut lists: Vec<&List> = self.lists.iter().map(|(_, list)| &**list).collect();
        lists.sort_unstable_by_key(|list| list.len());
        let mut slots = Vec::new();
        for list in lists {
            if slots.len() + list.len() > nearest::RARE {
                break;
            }
            list.visit(&mut |block| slots.extend(block.iter().map(|posting| posting.slot)));
        }
        slots
    }
}

fn check_dimension(space: &Space, probe: &Probe) -> Result<()> {
    if probe.dim() == space.model.dim as usize {
        return Ok(());
    }
    let (model, expected) = (space.model.name.clone(), space.model.dim);
    Err(IndexError::Dimension { model, expected, got: probe.dim() })
}

impl Corpus for View {
    fn metas(&self) -> &[ChunkMeta] {
        &self.snapshot.metas
    }

    fn columns(&self) -> Columns<'_> {
        Columns { lengths: &self.snapshot.lengths, groups: &self.snapshot.group_of }
    }

    fn postings(&self, term: Term, visit: &mut dyn FnMut(&[Posting])) {
        if let Ok(at) = self.lists.binary_search_by_key(&term, |(t, _)| *t) {
            self.lists[at].1.visit(visit);
        }
    }

    fn visible(&self) -> Option<&[u64]> {
        match &self.chosen {
            Some((chosen, _)) => Some(chosen.words()),
            None => self.snapshot.has_dead().then(|| self.snapshot.live.words()),
        }
    }

    fn totals(&self) -> Totals {
        self.chosen.as_ref().map_or(self.snapshot.totals, |(_, totals)| *totals)
    }

    fn groups(&self) -> u32 {
        self.snapshot.groups.len()
    }

    fn group_tokens(&self, group: u32) -> u32 {
        self.snapshot.groups.tokens(group)
    }

    fn neighbour(&self, slot: u32, step: i32) -> Option<u32> {
        self.snapshot.groups.neighbour(slot, step)
    }

    fn speakers(&self) -> &Speakers {
        &self.snapshot.speakers
    }

    fn prior(&self, slot: u32) -> Prior {
        match (&self.prior, self.facets(slot)) {
            (Some(prior), Some(facets)) => match self.snapshot.metas.get(slot as usize) {
                Some(meta) => prior(slot, meta, facets),
                None => Prior::default(),
            },
            _ => Prior::default(),
        }
    }

    fn similarity(&self, a: u32, b: u32) -> Option<f32> {
        let space = self.snapshot.space.as_ref()?;
        let (left, right) = (space.block(a)?, space.block(b)?);
        let scale = left.scale(a) * right.scale(b);
        let pairs = left.row(a).iter().zip(right.row(b));
        let dot: i32 = pairs.map(|(x, y)| i32::from(x.cast_signed()) * i32::from(y.cast_signed())).sum();
        (scale > 0.0).then_some(float(dot) * scale)
    }
}
