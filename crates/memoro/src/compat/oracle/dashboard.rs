//! Numbers for charts.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use memoro_core::Shape;
use memoro_engine::store::Filter;
use memoro_engine::{Action, Asked, Day, concepts_of};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::catalogue::{TopView, named};
use super::document::type_of;
use crate::compat::{Count, shared};
use crate::error::{Code, Failure, Result};
use crate::ops::{Call, Operation};

const WEEK: SignedDuration = SignedDuration::from_hours(7 * 24);

/// A wish for the whole in numbers.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct DashboardRequest {}

/// The whole in numbers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DashboardAnswer {
    documents: DocumentsView,
    concepts: TopView,
    activity: WeekView,
    health: HealthView,
}

#[derive(Debug, Serialize, ToSchema)]
struct DocumentsView {
    total: u64,
    by_type: BTreeMap<&'static str, u64>,
    by_layer: BTreeMap<&'static str, u64>,
}

#[derive(Debug, Serialize, ToSchema)]
struct WeekView {
    #[serde(rename = "consultations_7d")]
    consultations: u64,
    #[serde(rename = "searches_7d")]
    searches: u64,
    #[serde(rename = "learnings_7d")]
    learnings: u64,
}

#[derive(Debug, Serialize, ToSchema)]
struct HealthView {
    fts_status: &'static str,
    last_indexed: Option<String>,
    pending: usize,
}

/// A wish for the last days.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ActivityRequest {
    /// How many days, 7 where it is left out.
    #[serde(default)]
    pub(crate) days: Option<Count>,
}

/// The last days.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActivityAnswer {
    activity: Vec<DayView>,
    searches: Vec<DayCount>,
    consultations: Vec<DayCount>,
    learnings: Vec<LearningView>,
    days: u32,
}

#[derive(Debug, Serialize, ToSchema)]
struct DayView {
    date: String,
    documents: u64,
    by_shape: BTreeMap<String, u64>,
    searches: u64,
    consultations: u64,
    total: u64,
}

#[derive(Debug, Serialize, ToSchema)]
struct DayCount {
    date: String,
    count: u64,
}

#[derive(Debug, Serialize, ToSchema)]
struct LearningView {
    document_id: String,
    pattern_preview: String,
    source: Option<String>,
    concepts: Vec<String>,
    created_at: String,
}

/// A wish for how the whole grows.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct GrowthRequest {
    /// day, week, month, quarter or year; week where it is left out.
    #[serde(default)]
    pub(crate) period: Option<String>,
}

/// How the whole grows.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GrowthAnswer {
    period: String,
    days: u32,
    data: Vec<DayView>,
}

/// A wish for what was asked lately.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct SessionStatsRequest {
    /// Since when, in milliseconds; a day ago where it is left out.
    #[serde(default)]
    pub(crate) since: Option<Count>,
}

/// What was asked lately.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SessionStatsAnswer {
    searches: u64,
    consultations: u64,
    learnings: u64,
    since: i64,
}

impl From<&Day> for DayView {
    fn from(day: &Day) -> Self {
        Self {
            date: day.date.to_string(),
            documents: day.arrived(),
            by_shape: day.memories.clone(),
            searches: day.searches,
            consultations: day.consultations,
            total: day.total,
        }
    }
}

impl Operation for DashboardRequest {
    type Answer = DashboardAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns the whole in numbers";

    fn act(self, call: &Call<'_>) -> Result<DashboardAnswer> {
        shared(call)?;
        let graph = call.workspace.concepts(&call.caller)?;
        let (mut by_type, mut by_layer) = (BTreeMap::new(), BTreeMap::new());
        for (memory, _) in &graph.memories {
            *by_type.entry(type_of(memory)).or_insert(0) += 1;
            *by_layer.entry(memory.layer().as_str()).or_insert(0) += 1;
        }
        let since = call.now() - WEEK;
        let total = graph.memories.len() as u64;
        Ok(DashboardAnswer {
            documents: DocumentsView { total, by_type, by_layer },
            concepts: TopView { total: graph.counts.len(), top: named(graph.most_used(10)) },
            activity: WeekView {
                consultations: call.workspace.asked_since(Asked::Consult, since)?,
                searches: call.workspace.asked_since(Asked::Search, since)?,
                learnings: call.workspace.arrived_within(WEEK, &call.caller)?,
            },
            health: HealthView {
                fts_status: if total == 0 { "empty" } else { "healthy" },
                last_indexed: call.workspace.indexed_at()?.map(|at| at.to_string()),
                pending: call.workspace.pending(&call.caller)?.len(),
            },
        })
    }
}

impl Operation for ActivityRequest {
    type Answer = ActivityAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns the last days in numbers, and what was learned";

    fn act(self, call: &Call<'_>) -> Result<ActivityAnswer> {
        shared(call)?;
        let days = u32::try_from(Count::within(self.days, 7, 366)).unwrap_or(7).max(1);
        let all = call.workspace.days(days, &call.caller)?;
        let since = call.now() - SignedDuration::from_hours(24 * i64::from(days));
        let filter = Filter {
            now: call.now(),
            shapes: vec![Shape::Note],
            since: Some(since),
            limit: Some(20),
            ..Filter::default()
        };
        let learned = call.workspace.list(&filter, &call.caller)?;
        let learning = |stored: &memoro_engine::store::Stored| LearningView {
            document_id: stored.memory.id.to_string(),
            pattern_preview: stored.memory.content.text().chars().take(100).collect(),
            source: stored.memory.provenance.source.path.clone(),
            concepts: concepts_of(&stored.memory),
            created_at: stored.memory.created_at.to_string(),
        };
        let counts = |of: fn(&Day) -> u64| {
            all.iter().map(|day| DayCount { date: day.date.to_string(), count: of(day) }).collect()
        };
        Ok(ActivityAnswer {
            searches: counts(|day| day.searches),
            consultations: counts(|day| day.consultations),
            learnings: learned.iter().filter(|stored| call.sees(&stored.memory)).map(learning).collect(),
            activity: all.iter().map(DayView::from).collect(),
            days,
        })
    }
}

impl Operation for GrowthRequest {
    type Answer = GrowthAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns how the whole grows, day by day";

    fn act(self, call: &Call<'_>) -> Result<GrowthAnswer> {
        shared(call)?;
        let period = self.period.as_deref().map(str::trim).filter(|word| !word.is_empty()).unwrap_or("week");
        let days = match period {
            "day" => 1,
            "week" => 7,
            "month" => 30,
            "quarter" => 90,
            "year" => 365,
            other => {
                let known = "use day, week, month, quarter or year";
                return Err(Failure::new(Code::Usage, format!("period `{other}`: {known}")));
            }
        };
        let data = call.workspace.days(days, &call.caller)?;
        Ok(GrowthAnswer { period: period.to_owned(), days, data: data.iter().map(DayView::from).collect() })
    }
}

impl Operation for SessionStatsRequest {
    type Answer = SessionStatsAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns how much was asked and learned lately";

    fn act(self, call: &Call<'_>) -> Result<SessionStatsAnswer> {
        shared(call)?;
        let day_ago = call.now() - SignedDuration::from_hours(24);
        let given = self.since.and_then(|Count(n)| Timestamp::from_millisecond(i64::try_from(n).ok()?).ok());
        let since = given.unwrap_or(day_ago).min(call.now());
        let span = call.now().duration_since(since);
        Ok(SessionStatsAnswer {
            searches: call.workspace.asked_since(Asked::Search, since)?,
            consultations: call.workspace.asked_since(Asked::Consult, since)?,
            learnings: call.workspace.arrived_within(span, &call.caller)?,
            since: since.as_millisecond(),
        })
    }
}
