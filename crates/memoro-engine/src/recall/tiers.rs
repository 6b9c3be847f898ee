//! Warm before cold: a question is answered from what is near at hand, and from summaries, research and the archive
//! only where that is thin or the question reaches back. Naming tiers in the question decides it.

use memoro_core::query::DateHint;
use memoro_store::Filter;
use memoro_store::index::Tier;

use super::decided::puts_decisions_first;
use super::{Answer, Fitting, Hit, Look, Recall, Sight};
use crate::caller::Caller;
use crate::error::Result;
use crate::workspace::Workspace;

/// Below which score the best hit of the warm tiers is thin.
const THIN: f32 = 0.5;
/// Among how many of the best hits an answer to it is looked for, however many are wanted, where pages are read.
const JUDGED: usize = 10;
/// How many hits are looked through where decisions are put before others and all are counted.
const WHOLE: usize = 2_000;
/// How many days back a question counts as reaching back.
const BACK: i32 = 60;

impl Workspace {
    /// Answers from everything that a question may see: from the warm tiers, and from all of them where that is not
    /// enough; the decisions that it asks for come first.
    pub(crate) fn recall_in(
        &self,
        sight: &mut Sight,
        request: &Recall,
        (caller, look): (&Caller, Look),
    ) -> Result<Answer> {
        if !(request.counted && puts_decisions_first(request)) {
            return self.recall_once(sight, request, (caller, look));
        }
        // What is put first is counted with the rest, and stands on one page alone.
        let whole = Recall { limit: request.limit.max(WHOLE), ..request.clone() };
        let mut answer = self.recall_once(sight, &whole, (caller, look))?;
        answer.fitting = Some(Fitting::of(answer.hits.iter().map(|hit| &hit.signals)));
        answer.hits.truncate(request.limit);
        Ok(answer)
    }

    fn recall_once(
        &self,
        sight: &mut Sight,
        request: &Recall,
        (caller, look): (&Caller, Look),
    ) -> Result<Answer> {
        // Whether the warm tiers are enough does not depend on how sure a hit must be to be shown.
        let limit = if request.counted { request.limit.max(JUDGED) } else { request.limit };
        let open = Recall { min_score: request.min_score.min(Recall::LEAST_SCORE), limit, ..request.clone() };
        let mut answer = self.answer_by_tier(sight, &open, (caller, look))?;
        if request.all_statuses && request.as_of.is_none() {
            let counting = Recall { all_statuses: false, ..open };
            add_counting(&mut answer, self.answer_by_tier(sight, &counting, (caller, look))?);
        }
        self.of_the_time_first(sight, request, (caller, look), &mut answer)?;
        answer.hits.retain(|hit| hit.score >= request.min_score);
        answer.hits.truncate(request.limit);
        self.decisions_first(sight, request, (caller, look), answer)
    }

    fn answer_by_tier(
        &self,
        sight: &mut Sight,
        request: &Recall,
        (caller, look): (&Caller, Look),
    ) -> Result<Answer> {
        if !request.tiers.is_empty() || request.all_statuses || request.as_of.is_some() {
            return self.look(sight, request, (caller, look));
        }
        let all = Recall { tiers: vec![Tier::Hot, Tier::Warm, Tier::Cold, Tier::Archive], ..request.clone() };
        if reaches_back(sight, request, caller) {
            return self.look(sight, &all, (caller, look));
        }
        let near = Recall { tiers: vec![Tier::Hot, Tier::Warm], ..request.clone() };
        let answer = self.look(sight, &near, (caller, look))?;
        let best = answer.hits.first().map_or(0.0, |hit| hit.score);
        // Every page of an answer comes from the same tiers.
        let (least, judged) = if request.counted { (3, JUDGED) } else { (request.limit.min(3), usize::MAX) };
        let enough = best >= THIN && answer.hits.len() >= least && !names_what_is_far(sight);
        let known = |hit: &Hit| hit.memory.is_some() && hit.score >= THIN;
        if enough && (answer.hits.iter().take(judged).any(known) || !self.has_archive()?) {
            return Ok(answer);
        }
        let seen = sight.chunks();
        self.narrow_sight(sight, &all, look)?;
        // Where nothing is put away the second look would show the same.
        if sight.chunks() == seen { Ok(answer) } else { self.look_at_chosen(sight, &all, (caller, look)) }
    }

    /// Tells whether decisions were put away: then what was only said does not stand for what was decided.
    fn has_archive(&self) -> Result<bool> {
        let filter = Filter {
            statuses: vec!["archived".into()],
            shapes: vec![memoro_core::Shape::Decision],
            ..Filter::default()
        };
        Ok(self.store.count(&filter)? > 0)
    }
}

/// Adds to all that fits what counts now: a hit scores by the company that it is in, and what is over must not push out
/// what is found without it.
fn add_counting(all: &mut Answer, counting: Answer) {
    let place = |hit: &Hit| (hit.memory.clone(), hit.path.clone(), hit.start_line);
    for hit in counting.hits {
        match all.hits.iter_mut().find(|known| place(known) == place(&hit)) {
            Some(known) if known.score >= hit.score => {}
            Some(known) => *known = hit,
            None => all.hits.push(hit),
        }
    }
    all.hits.sort_by(|a, b| b.score.total_cmp(&a.score));
    if let Some(fitting) = &mut all.fitting {
        fitting.all = fitting.all.max(all.hits.len());
    }
}

/// Tells whether a word that says what the question is about stands nowhere near at hand, and in what lies further back:
/// then what is near shares only the words that ask.
fn names_what_is_far(sight: &Sight) -> bool {
    let terms = || sight.query.terms.iter().filter(|one| !one.when && !one.piece);
    let most = terms().map(|one| one.weight).fold(0.0, f32::max);
    let far = |term| sight.view.is_elsewhere(term);
    terms().filter(|one| one.weight >= most / 2.0).any(|one| far(one.term))
}

/// Tells whether a question is about a time that lies months back.
fn reaches_back(sight: &Sight, request: &Recall, caller: &Caller) -> bool {
    let (query, asked) = (&sight.query, request.asked_at.unwrap_or(caller.now));
    let last = query
        .asked_on
        .unwrap_or_else(|| i32::try_from(asked.as_second().div_euclid(86_400)).unwrap_or(i32::MAX))
        - BACK;
    let old =
        request.until.or(request.since).is_some_and(|at| at.as_second().div_euclid(86_400) < i64::from(last));
    old || query.dates.iter().any(|hint| match hint {
        DateHint::Days { from, .. } => *from < last,
        DateHint::Month(_) | DateHint::MonthDay(..) => true,
    })
}
