//! Warm before cold: a question is answered from what is near at hand, and from summaries, research and the archive
//! only where that is thin or the question reaches back. Naming tiers in the question decides it.

use memoro_core::query::{DateHint, Query, Today};
use memoro_store::Filter;
use memoro_store::index::Tier;

use super::{Answer, Hit, Look, Recall};
use crate::caller::Caller;
use crate::error::Result;
use crate::workspace::Workspace;

/// Below which score the best hit of the warm tiers is thin.
const THIN: f32 = 0.5;
/// How many days back a question counts as reaching back.
const BACK: i32 = 60;

impl Workspace {
    /// Answers from the warm tiers, and from all of them where that is not enough.
    pub(super) fn answer_by_tier(&self, request: &Recall, caller: &Caller) -> Result<Answer> {
        if !request.tiers.is_empty() || request.all_statuses || request.as_of.is_some() {
            return self.answer(request, caller, Look::default());
        }
        let all = Recall { tiers: vec![Tier::Hot, Tier::Warm, Tier::Cold, Tier::Archive], ..request.clone() };
        if self.reaches_back(request, caller) {
            return self.answer(&all, caller, Look::default());
        }
        let near = Recall { tiers: vec![Tier::Hot, Tier::Warm], ..request.clone() };
        let answer = self.answer(&near, caller, Look::default())?;
        let best = answer.hits.first().map_or(0.0, |hit| hit.score);
        let enough = best >= THIN && answer.hits.len() >= request.limit.min(3);
        let known = |hit: &Hit| hit.memory.is_some() && hit.score >= THIN;
        if enough && (answer.hits.iter().any(known) || !self.has_archive()?) {
            return Ok(answer);
        }
        self.answer(&all, caller, Look::default())
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

    /// Tells whether a question is about a time that lies months back.
    fn reaches_back(&self, request: &Recall, caller: &Caller) -> bool {
        let asked = request.asked_at.unwrap_or(caller.now);
        let today = asked.to_zoned(self.settings.time_zone.clone()).date();
        let query = Query::analyse(&request.query, Today(today));
        let last = query
            .asked_on
            .unwrap_or_else(|| i32::try_from(asked.as_second().div_euclid(86_400)).unwrap_or(i32::MAX))
            - BACK;
        let old = request
            .until
            .or(request.since)
            .is_some_and(|at| at.as_second().div_euclid(86_400) < i64::from(last));
        old || query.dates.iter().any(|hint| match hint {
            DateHint::Days { from, .. } => *from < last,
            DateHint::Month(_) | DateHint::MonthDay(..) => true,
        })
    }
}
