//! One question over one view of the index: its words are understood, its postings read and its nearness measured
//! once, however many parts of the index it looks at. Writes nothing.

use memoro_core::Layer;
use memoro_core::fusion::{self, Corpus, Ranked, Request, Signals, is_visible};
use memoro_core::query::{Query, Today};
use memoro_store::index::{Nearness, Probe, Source, View};
use memoro_store::{layer_number, source_number};

use super::verbatim::Verbatim;
use super::{Answer, Fitting, Freshness, Fusion, HitSource, Look, Mode, Recall};
use crate::caller::Caller;
use crate::error::Result;
use crate::workspace::Workspace;

/// How many are looked at closely where all that fit are counted: more as long as those do not show where it ends.
const LOOKS: [usize; 2] = [500, 2_500];
/// How many are looked through for quoted words where all that fit are counted.
const QUOTED: usize = 400;

/// A question that was understood, and the index at one moment as it sees it.
pub(crate) struct Sight {
    pub(super) query: Query,
    pub(super) view: View,
    probe: Option<(Probe, String)>,
    nearness: Nearness,
    unsearched: Option<String>,
    verbatim: Option<Verbatim>,
}

impl Sight {
    /// Returns how many chunks the last look could see.
    pub(super) fn chunks(&self) -> u32 {
        self.view.totals().chunks
    }
}

impl Workspace {
    /// Understands a question and opens the index for it.
    pub(crate) fn sight(&self, request: &Recall, caller: &Caller) -> Result<Sight> {
        let asked = request.asked_at.unwrap_or(caller.now);
        let today = Today(asked.to_zoned(self.settings.time_zone.clone()).date());
        let query = Query::analyse(&request.query, today);
        let mut view = self.store.view(&query.lookups())?;
        self.set_priors(&mut view, &query, asked)?;
        let (mut probe, mut unsearched) = (None, None);
        if let Some(model) = view.model().filter(|_| request.mode != Mode::Lexical) {
            match self.embed_question(&model.name, &query.focus) {
                Ok(vector) => probe = vector.map(|vector| (Probe::new(&vector), model.name.clone())),
                Err(why) => unsearched = Some(format!("only words were searched, not meaning: {why}")),
            }
        }
        if request.mode != Mode::Lexical && unsearched.is_none() {
            unsearched = self.unmeant(view.has_vectors())?;
        }
        Ok(Sight { query, view, probe, nearness: Nearness::default(), unsearched, verbatim: None })
    }

    /// Tells where the meaning is not that of the configured provider.
    fn unmeant(&self, vectors: bool) -> Result<Option<String>> {
        let why = self.embedding_trouble()?;
        Ok(match (vectors, self.embedders.is_local()) {
            (true, _) => why,
            (false, true) => None,
            (false, false) => {
                let why = why.unwrap_or_else(|| "no provider was asked yet; run `memoro index`".to_owned());
                Some(format!("only words were searched, not meaning: {why}"))
            }
        })
    }

    /// Answers a question from one part of the index.
    pub(crate) fn answer(&self, request: &Recall, caller: &Caller, look: Look) -> Result<Answer> {
        let mut sight = self.sight(request, caller)?;
        self.look(&mut sight, request, (caller, look))
    }

    /// Looks at the part of the index that a request names.
    pub(crate) fn look(
        &self,
        sight: &mut Sight,
        request: &Recall,
        (caller, look): (&Caller, Look),
    ) -> Result<Answer> {
        self.choose(&mut sight.view, request, look)?;
        self.look_at_chosen(sight, request, (caller, look))
    }

    /// Narrows the sight to the part of the index that a request names.
    pub(super) fn narrow_sight(&self, sight: &mut Sight, request: &Recall, look: Look) -> Result<()> {
        self.choose(&mut sight.view, request, look)
    }

    /// Looks at the part of the index that was chosen.
    pub(super) fn look_at_chosen(
        &self,
        sight: &mut Sight,
        request: &Recall,
        (caller, look): (&Caller, Look),
    ) -> Result<Answer> {
        let mut ranked = if request.counted {
            self.all_ranked(sight, request, caller)?
        } else {
            self.ranked(sight, request, wide(sight, request))?
        };
        if matches!(look, Look::Own | Look::Bare) {
            self.add_verbatim(sight, &mut ranked)?;
        }
        let candidates = ranked.len();
        let (mut hits, mut warnings) = self.hits(&ranked, (sight, look), request, caller)?;
        self.by_words_of_then(&mut hits, (sight, look), (request, caller))?;
        let fitting = request.counted.then(|| {
            if sight.query.phrases.is_empty() {
                Fitting::of(ranked.iter().map(|one| &one.signals))
            } else {
                Fitting::of(hits.iter().map(|hit| &hit.signals))
            }
        });
        hits.truncate(request.limit);
        warnings.extend(sight.unsearched.clone());
        warnings.extend(self.behind().map(str::to_owned));
        warnings.extend(sight.verbatim.as_ref().and_then(|found| found.warning.clone()));
        warnings.extend(self.without_past(request)?);
        if sight.chunks() == 0 {
            warnings.extend(self.nothing_under(request)?);
        }
        let freshness = Freshness { warnings, ..self.freshness(sight, caller)? };
        Ok(Answer { hits, class: sight.query.class(), freshness, candidates, fitting })
    }

    /// Adds the chunks that hold quoted words which the index does not keep; they are looked for once a question.
    fn add_verbatim(&self, sight: &mut Sight, ranked: &mut Vec<Ranked>) -> Result<()> {
        if sight.verbatim.is_none() {
            sight.verbatim = Some(self.verbatim(&sight.query)?);
        }
        let slots = sight.verbatim.iter().flat_map(|found| &found.slots);
        let visible = sight.view.visible();
        let mut added: Vec<Ranked> = Vec::new();
        for slot in slots.copied().filter(|slot| is_visible(visible, *slot as usize)) {
            match ranked.iter_mut().find(|one| one.slot == slot) {
                Some(known) => known.signals.phrase = 1.0,
                None => added.push(Ranked {
                    slot,
                    score: 0.0,
                    signals: Signals { phrase: 1.0, ..Signals::default() },
                }),
            }
        }
        ranked.extend(added);
        Ok(())
    }

    /// Returns all that fits and can be shown, in one order for every page of it.
    fn all_ranked(&self, sight: &mut Sight, request: &Recall, caller: &Caller) -> Result<Vec<Ranked>> {
        let mut ranked = self.rank_all(sight, request, caller)?;
        if self.all_follow(&request.tags) {
            let episodic = (layer_number(Layer::Episodic), source_number(Source::Memory));
            let is_episode = |one: &&Ranked| {
                let facets = sight.view.facets(one.slot);
                facets.is_some_and(|facets| (facets.layer, facets.source) == episodic)
            };
            let courses = self.store.courses_among(ranked.iter().filter(is_episode).map(|one| one.slot))?;
            ranked.retain(|one| !courses.contains(one.slot));
        }
        Ok(ranked)
    }

    fn rank_all(&self, sight: &mut Sight, request: &Recall, caller: &Caller) -> Result<Vec<Ranked>> {
        if !request.all_statuses && request.as_of.is_none() {
            let unseen = self.unseen(caller)?;
            if !unseen.is_empty() {
                sight.view.choose(|slot, _, _| !unseen.contains(slot));
            }
        }
        if !sight.query.phrases.is_empty() {
            return self.ranked(sight, request, QUOTED);
        }
        for wide in LOOKS {
            let found = self.ranked(sight, request, wide)?;
            // Some of those that were looked at must not fit any more: then what was not looked at does not either.
            if found.len() < wide - wide / 10 {
                return Ok(found);
            }
        }
        self.ranked(sight, request, usize::MAX >> 2)
    }

    /// Tells that an answer from the past leaves out what has none.
    fn without_past(&self, request: &Recall) -> Result<Option<String>> {
        let asked = request.sources.is_empty() || request.sources.iter().any(|s| *s != HitSource::Memory);
        if request.as_of.is_none() || !asked {
            return Ok(None);
        }
        let counts = self.store.read_index(memoro_store::index::counts)?;
        let left_out: u64 = counts.iter().filter(|(s, ..)| *s != Source::Memory).map(|(_, n, _)| n).sum();
        Ok((left_out > 0).then(|| {
            format!(
                "only memories have a past: {left_out} documents and conversations are left out, because no earlier \
                 state of a file is kept"
            )
        }))
    }

    /// Ranks the part of the index that was chosen.
    fn ranked(&self, sight: &mut Sight, request: &Recall, limit: usize) -> Result<Vec<Ranked>> {
        let Sight { query, view, probe, nearness, .. } = sight;
        let measured = match probe {
            Some((probe, _)) => view.measure(probe, nearness).map_err(memoro_store::StoreError::from)?,
            None => false,
        };
        let cosines = measured.then(|| nearness.cosines());
        let mode = match (request.mode, request.fusion) {
            // Without a vector of the question nothing but its words is searched, and scored as such.
            _ if !measured => fusion::Mode::Lexical,
            (Mode::Lexical, _) => fusion::Mode::Lexical,
            (Mode::Vector, _) => fusion::Mode::Vector,
            (Mode::Hybrid, Fusion::Learned) => fusion::Mode::Learned,
            (Mode::Hybrid, Fusion::Rrf) => fusion::Mode::Rrf,
            (Mode::Hybrid, Fusion::Weighted) => fusion::Mode::Weighted(0.7),
        };
        // A quoted phrase raises a score, so nothing is left out before it was looked for.
        let min_score = if query.phrases.is_empty() { request.min_score } else { 0.0 };
        let asked = Request { mode, limit, min_score, ..Request::new(query, cosines) };
        let mut rankers = self.rankers.lock().expect("no ranking panics while it holds the pool");
        let mut ranker = rankers.pop().unwrap_or_default();
        drop(rankers);
        let ranked = ranker.rank(view, &asked);
        self.rankers.lock().expect("no ranking panics while it holds the pool").push(ranker);
        Ok(ranked)
    }

    fn freshness(&self, sight: &Sight, caller: &Caller) -> Result<Freshness> {
        let pending =
            memoro_store::Filter { statuses: vec!["pending".into()], sensitive: true, ..Default::default() };
        let pending = match &caller.only {
            Some(_) => self.waiting_for(caller)?.len() as u64,
            None => self.store.count(&pending)?,
        };
        Ok(Freshness {
            indexed_at: self.indexed_at()?,
            chunks: sight.chunks(),
            pending,
            model: sight.probe.as_ref().filter(|_| sight.view.has_vectors()).map(|(_, name)| name.clone()),
            warnings: Vec::new(),
        })
    }
}

/// How many chunks are ranked for a request: a few more than are wanted, since some may not be shown.
fn wide(sight: &Sight, request: &Recall) -> usize {
    let wide = if sight.query.phrases.is_empty() { request.limit } else { (request.limit * 8).max(50) };
    wide + wide / 2 + 8
}
