//! What happened, under the names of the Oracle family.

use memoro_core::{Content, Memory, Outcome, Scope};
use memoro_engine::{Action, Happened, Remembered};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::layers::KeptAnswer;
use crate::compat::{Count, Words, millis, needed, waits, written_id};
use crate::error::{Code, Failure, Result};
use crate::ops::{Call, Operation};

/// A topic for which episodes are wanted.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct EpisodicRequest {
    /// The topic; the most recent episodes where it is left out.
    #[serde(default)]
    pub(crate) q: Option<String>,
    /// The topic, under its other name.
    #[serde(default)]
    pub(crate) query: Option<String>,
    /// The user.
    #[serde(default, rename = "userId")]
    pub(crate) user_id: Option<String>,
    /// At most this many, 5 where it is left out.
    #[serde(default)]
    pub(crate) limit: Option<Count>,
}

/// Episodes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EpisodicAnswer {
    results: Vec<EpisodeView>,
    total: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EpisodeView {
    id: String,
    user_id: String,
    group_id: String,
    summary: String,
    topics: Vec<String>,
    outcome: &'static str,
    duration_ms: u64,
    recorded_at: i64,
    #[serde(rename = "created_at")]
    created_at: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
}

impl EpisodeView {
    fn of(memory: &Memory, score: Option<f32>) -> Self {
        let (summary, topics, outcome, duration) = match &memory.content {
            Content::Episode(episode) => {
                (episode.summary.clone(), episode.topics.clone(), episode.outcome, episode.duration_ms)
            }
            other => (other.text(), Vec::new(), Outcome::Unknown, None),
        };
        Self {
            id: memory.id.to_string(),
            user_id: memory.scope.id().to_owned(),
            group_id: memory.provenance.source.session.clone().unwrap_or_else(|| "default".into()),
            summary,
            topics,
            outcome: outcome.as_str(),
            duration_ms: duration.unwrap_or(0),
            recorded_at: millis(memory.date()),
            created_at: millis(memory.created_at),
            score: score.map(crate::compat::round),
        }
    }
}

impl Operation for EpisodicRequest {
    type Answer = EpisodicAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Finds what happened about a topic, or most recently";

    fn act(self, call: &Call<'_>) -> Result<EpisodicAnswer> {
        let user = call.user(self.user_id.as_deref().filter(|id| !id.trim().is_empty()))?;
        let limit = Count::within(self.limit, 5, 100).max(1);
        let asked = self.q.as_deref().filter(|q| !q.trim().is_empty()).or(self.query.as_deref());
        let topic = asked.map(str::trim).filter(|topic| !topic.is_empty());
        let found: Vec<Remembered> = if let Some(topic) = topic {
            crate::ops::recall::check_question(topic)?;
            call.workspace.find_episodes(topic, &user, Some(limit), &call.caller)?
        } else {
            call.workspace.recent_episodes(&user, (limit, None), &call.caller)?
        };
        let total = if topic.is_none() && found.len() == limit {
            call.workspace.count_episodes(&user, &call.caller)?
        } else {
            found.len() as u64
        };
        let results: Vec<_> = found.iter().map(|one| EpisodeView::of(&one.memory, one.score)).collect();
        Ok(EpisodicAnswer { results, total })
    }
}

/// An episode to record.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecordRequest {
    /// What happened.
    #[serde(default)]
    pub(crate) summary: Option<String>,
    /// The user.
    #[serde(default)]
    pub(crate) user_id: Option<String>,
    /// The group of sessions.
    #[serde(default)]
    pub(crate) group_id: Option<String>,
    /// What it was about.
    #[serde(default)]
    pub(crate) topics: Words,
    /// success, partial, failed or unknown.
    #[serde(default)]
    pub(crate) outcome: Option<String>,
    /// How long it took, in milliseconds.
    #[serde(default)]
    pub(crate) duration_ms: Option<Count>,
}

impl Operation for RecordRequest {
    type Answer = KeptAnswer;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Records what happened";

    fn act(self, call: &Call<'_>) -> Result<KeptAnswer> {
        let summary = needed("summary", self.summary.as_deref())?;
        let user = call.user(self.user_id.as_deref().filter(|id| !id.trim().is_empty()))?;
        let outcome = self.outcome.as_deref().map(str::trim).filter(|word| !word.is_empty());
        let outcome = outcome
            .map(str::parse::<Outcome>)
            .transpose()
            .map_err(|why| Failure::new(Code::Usage, why.to_string()))?;
        let happened = Happened {
            group: self.group_id.clone().filter(|group| !group.trim().is_empty()),
            topics: self.topics.0.clone(),
            outcome,
            duration_ms: self.duration_ms.map(|Count(n)| n).filter(|n| *n > 0),
            ..Happened::new(Scope::User(user), summary)
        };
        let receipt = call.workspace.record_episode(&happened, &call.caller)?;
        Ok(KeptAnswer { success: true, id: written_id(&receipt)?, pending: waits(&receipt) })
    }
}
