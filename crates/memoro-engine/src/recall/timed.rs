//! Questions that name a time and nothing else ("what happened yesterday?"): what is of that time answers them, the newest
//! first, what happened before what was said and written. Reads the index; writes nothing.

use memoro_core::Layer;
use memoro_core::fusion::{Corpus, Ranked, Signals, is_visible};
use memoro_store::index::{Facets, Source, Tier};
use memoro_store::{layer_number, source_number};

use super::decided::puts_decisions_first;
use super::{Answer, Hit, Look, Recall, Sight};
use crate::caller::Caller;
use crate::error::Result;
use crate::workspace::Workspace;

/// Everything that may be seen, wherever it lies.
pub(super) const ALL_TIERS: [Tier; 4] = [Tier::Hot, Tier::Warm, Tier::Cold, Tier::Archive];
/// The score of what is of the time that was asked for.
const OF_THE_TIME: f32 = 0.6;
/// The score of what fits where no time is named either.
const OF_ANY_TIME: f32 = 0.5;
/// The most that the words of such a question give to what is of another time.
const OF_ANOTHER: f32 = 0.3;

impl Workspace {
    /// Puts what is of the time that a question names first, where it names nothing else.
    pub(super) fn of_the_time_first(
        &self,
        sight: &mut Sight,
        request: &Recall,
        how: (&Caller, Look),
        answer: &mut Answer,
    ) -> Result<()> {
        if !sight.query.only_when || puts_decisions_first(request) {
            return Ok(());
        }
        let tiers = if request.tiers.is_empty() { ALL_TIERS.to_vec() } else { request.tiers.clone() };
        let mut hits = self.of_its_time(sight, &Recall { tiers, ..request.clone() }, how)?;
        if hits.is_empty() {
            return Ok(());
        }
        for mut other in std::mem::take(&mut answer.hits) {
            let same = |hit: &Hit| {
                (&hit.memory, &hit.path, hit.start_line) == (&other.memory, &other.path, other.start_line)
            };
            if !hits.iter().any(same) {
                other.score = other.score.min(OF_ANOTHER);
                hits.push(other);
            }
        }
        answer.hits = hits;
        Ok(())
    }

    /// Returns what a request may see that is of the time which its question names, or of any where it names none; the newest
    /// first.
    pub(super) fn of_its_time(
        &self,
        sight: &mut Sight,
        request: &Recall,
        (caller, look): (&Caller, Look),
    ) -> Result<Vec<Hit>> {
        self.narrow_sight(sight, request, look)?;
        let (view, dates) = (&sight.view, &sight.query.dates);
        let visible = view.visible();
        let score = if dates.is_empty() { OF_ANY_TIME } else { OF_THE_TIME };
        let mut found: Vec<(u8, i32, u32)> = Vec::new();
        for (slot, meta) in (0u32..).zip(view.metas()).filter(|(slot, _)| is_visible(visible, *slot as usize))
        {
            let day = meta.day().unwrap_or(i32::MIN);
            if dates.is_empty() || dates.iter().any(|hint| hint.holds(day)) {
                found.push((place(view.facets(slot)), day, slot));
            }
        }
        found.sort_unstable_by_key(|(place, day, slot)| (*place, std::cmp::Reverse((*day, *slot))));
        let signals = Signals { date: 1.0, ..Signals::default() };
        let ranked: Vec<Ranked> =
            found.into_iter().map(|(_, _, slot)| Ranked { slot, score, signals }).collect();
        Ok(self.hits(&ranked, (sight, look), request, caller)?.0)
    }
}

/// What happened comes first, then what is known, what was said, and what stands in documents.
fn place(facets: Option<&Facets>) -> u8 {
    let Some(facets) = facets else { return u8::MAX };
    let memory = facets.source == source_number(Source::Memory);
    match () {
        () if memory && facets.layer == layer_number(Layer::Episodic) => 0,
        () if memory && facets.layer == layer_number(Layer::Semantic) => 1,
        () if facets.source == source_number(Source::Transcript) => 2,
        () if memory => 3,
        () => 4,
    }
}
