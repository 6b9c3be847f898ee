//! The layers by name: user model, procedures and episodes.

use std::collections::BTreeMap;

use jiff::Timestamp;
use memoro_core::user_model::UserModel;
use memoro_core::{Content, Memory, Outcome, Procedure, Scope, Trigger};
use memoro_engine::{Action, Happened, Known, Remembered, Taught, Teach, Used};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::api::plain_value;
use crate::compat::{Count, Words, is_false, millis, needed, waits, written_id};
use crate::error::{Code, Failure, Result};
use crate::ops::{Call, Operation};

/// A user model in the shape of the Oracle family.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ModelView {
    user_id: String,
    expertise: BTreeMap<String, &'static str>,
    preferences: PreferencesView,
    common_topics: Vec<String>,
    timezone: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    active_hours: Option<HoursView>,
    notes: Vec<String>,
    confidence: f64,
    updated_at: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PreferencesView {
    language: String,
    response_length: String,
    response_style: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    code_style: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct HoursView {
    start: u8,
    end: u8,
}

impl ModelView {
    /// Shows a model; one of whom nothing is known is as fresh as `now`.
    pub(super) fn of(model: &UserModel, now: Timestamp) -> Self {
        Self {
            user_id: model.user.to_string(),
            expertise: model.expertise.iter().map(|(topic, level)| (topic.clone(), level.as_str())).collect(),
            preferences: PreferencesView {
                language: model.language.clone(),
                response_length: model.length.clone(),
                response_style: model.style.clone(),
                code_style: model.code_style.clone(),
            },
            common_topics: model.topics.clone(),
            timezone: model.timezone.clone(),
            active_hours: model.active_hours.map(|hours| HoursView { start: hours.start, end: hours.end }),
            notes: model.notes.clone(),
            confidence: model.confidence.get(),
            updated_at: millis(model.updated_at.unwrap_or(now)),
        }
    }
}

/// A wish for a user model.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct UserModelRequest {
    /// The user; `default` where it is left out.
    #[serde(default, rename = "userId")]
    pub(crate) user_id: Option<String>,
}

/// A wish to forget a user model.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ResetModelRequest {
    /// The user; `default` where it is left out.
    #[serde(default, rename = "userId")]
    pub(crate) user_id: Option<String>,
}

/// An update of a user model: deep, lists are replaced.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct UpdateModelRequest {
    /// The user; `default` where it is left out.
    #[serde(default, rename = "userId")]
    pub(crate) user_id: Option<String>,
    /// What changes; may also stand beside `userId` without this name.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub(crate) updates: Option<Map<String, Value>>,
    #[serde(default)]
    #[schema(value_type = Object)]
    expertise: Option<Value>,
    #[serde(default)]
    #[schema(value_type = Object)]
    preferences: Option<Value>,
    #[serde(default, rename = "commonTopics")]
    common_topics: Option<Vec<String>>,
    #[serde(default)]
    timezone: Option<String>,
    #[serde(default, rename = "activeHours")]
    #[schema(value_type = Object)]
    active_hours: Option<Value>,
    #[serde(default)]
    notes: Option<Vec<String>>,
}

/// The updated model.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UpdatedAnswer {
    success: bool,
    model: ModelView,
    #[serde(skip_serializing_if = "is_false")]
    pending: bool,
}

/// That it was done.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DoneAnswer {
    success: bool,
}

/// That something was kept.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeptAnswer {
    success: bool,
    id: String,
    #[serde(skip_serializing_if = "is_false")]
    pending: bool,
}

impl UpdateModelRequest {
    fn update(&self) -> Value {
        if let Some(updates) = &self.updates {
            let mut updates = updates.clone();
            updates.remove("userId");
            updates.remove("updatedAt");
            return Value::Object(updates);
        }
        let flat = [
            ("expertise", self.expertise.clone()),
            ("preferences", self.preferences.clone()),
            ("commonTopics", self.common_topics.clone().map(Value::from)),
            ("timezone", self.timezone.clone().map(Value::from)),
            ("activeHours", self.active_hours.clone()),
            ("notes", self.notes.clone().map(Value::from)),
        ];
        let given = flat.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        Value::Object(given.collect())
    }
}

impl Operation for UserModelRequest {
    type Answer = ModelView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns who the user is";

    fn run(self, call: &Call<'_>) -> Result<ModelView> {
        let user = call.user(self.user_id.as_deref().filter(|id| !id.trim().is_empty()))?;
        call.workspace.take_in_entries(&call.caller)?;
        Ok(ModelView::of(&call.workspace.user_model(&user, &call.caller)?, call.now()))
    }
}

impl Operation for UpdateModelRequest {
    type Answer = UpdatedAnswer;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Merges an update into who the user is";

    fn run(self, call: &Call<'_>) -> Result<UpdatedAnswer> {
        let user = call.user(self.user_id.as_deref().filter(|id| !id.trim().is_empty()))?;
        let update = self.update();
        if update.as_object().is_none_or(Map::is_empty) {
            return Err(Failure::new(Code::Usage, "Missing required field: updates"));
        }
        call.workspace.take_in_entries(&call.caller)?;
        let receipts = call.workspace.update_user_model(&user, &plain_value(&update), &call.caller)?;
        let model = call.workspace.user_model(&user, &call.caller)?;
        Ok(UpdatedAnswer {
            success: true,
            model: ModelView::of(&model, call.now()),
            pending: receipts.iter().any(waits),
        })
    }
}

impl Operation for ResetModelRequest {
    type Answer = DoneAnswer;
    const ACTION: Action = Action::Forget;
    const ABOUT: &'static str = "Ends everything that is known of a user";

    fn run(self, call: &Call<'_>) -> Result<DoneAnswer> {
        let user = call.user(self.user_id.as_deref().filter(|id| !id.trim().is_empty()))?;
        call.workspace.reset_user_model(&user, &call.caller)?;
        Ok(DoneAnswer { success: true })
    }
}

/// A task for which procedures are wanted.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ProceduralRequest {
    /// The task.
    #[serde(default)]
    pub(crate) q: Option<String>,
    /// The task, under its other name.
    #[serde(default)]
    pub(crate) query: Option<String>,
    /// At most this many, 3 where it is left out.
    #[serde(default)]
    pub(crate) limit: Option<Count>,
    /// The user who asks.
    #[serde(default, rename = "userId")]
    pub(crate) user_id: Option<String>,
}

/// Procedures.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProceduralAnswer {
    results: Vec<ProcedureView>,
    total: usize,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProcedureView {
    id: String,
    trigger: String,
    procedure: Vec<String>,
    source: &'static str,
    success_count: u32,
    last_used: Option<i64>,
    confidence: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
}

impl From<&Known> for ProcedureView {
    fn from(known: &Known) -> Self {
        let (trigger, procedure) = match &known.memory.content {
            Content::Procedure(Procedure { trigger: Trigger::When(when), steps }) => {
                (when.clone(), steps.clone())
            }
            Content::Procedure(Procedure { steps, .. }) => ("always".into(), steps.clone()),
            other => (String::new(), vec![other.text()]),
        };
        Self {
            id: known.memory.id.to_string(),
            trigger,
            procedure,
            source: Taught::of(known.memory.provenance.origin).as_str(),
            success_count: known.usage.successes,
            last_used: known.usage.last_access.map(millis),
            confidence: known.confidence.get(),
            score: known.score.map(crate::compat::round),
        }
    }
}

impl Operation for ProceduralRequest {
    type Answer = ProceduralAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Finds how things are done that fit a task";

    fn run(self, call: &Call<'_>) -> Result<ProceduralAnswer> {
        let asked = self.q.as_deref().filter(|q| !q.trim().is_empty()).or(self.query.as_deref());
        let task = asked.map(str::trim).filter(|task| !task.is_empty());
        let task = task.ok_or_else(|| Failure::new(Code::Usage, "Missing required query parameter: q"))?;
        crate::ops::recall::check_question(task)?;
        let limit = Some(Count::within(self.limit, 3, 100).max(1));
        let user = call.user(self.user_id.as_deref())?;
        let found = call.workspace.find_procedures(task, &user, limit, &call.caller)?;
        Ok(ProceduralAnswer { total: found.len(), results: found.iter().map(ProcedureView::from).collect() })
    }
}

/// A procedure to learn.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ProceduralLearnRequest {
    /// When it applies.
    #[serde(default)]
    pub(crate) trigger: Option<String>,
    /// What is done, step by step.
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    pub(crate) procedure: Option<Value>,
    /// explicit, correction or repeated_pattern.
    #[serde(default)]
    pub(crate) source: Option<String>,
    /// The user whose procedure it is.
    #[serde(default, rename = "userId")]
    pub(crate) user_id: Option<String>,
}

impl Operation for ProceduralLearnRequest {
    type Answer = KeptAnswer;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Keeps how a thing is done; a similar trigger is merged";

    fn run(self, call: &Call<'_>) -> Result<KeptAnswer> {
        let missing = || Failure::new(Code::Usage, "Missing required fields: trigger, procedure");
        let trigger =
            self.trigger.as_deref().map(str::trim).filter(|text| !text.is_empty()).ok_or_else(missing)?;
        let steps = match self.procedure.as_ref().ok_or_else(missing)? {
            Value::Array(steps) => {
                steps.iter().map(|step| step.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
            }
            _ => None,
        };
        let steps =
            steps.ok_or_else(|| Failure::new(Code::Usage, "procedure must be an array of strings"))?;
        let source =
            self.source.as_deref().map(str::trim).filter(|word| !word.is_empty()).unwrap_or("explicit");
        let taught: Taught = source
            .parse()
            .map_err(|why: memoro_core::InvalidWord| Failure::new(Code::Usage, why.to_string()))?;
        let scope = Scope::User(call.user(self.user_id.as_deref())?);
        let procedure = Procedure { trigger: Trigger::When(trigger.to_owned()), steps };
        let receipt = call
            .workspace
            .learn_procedure(&Teach { taught, ..Teach::new(scope, procedure) }, &call.caller)?;
        Ok(KeptAnswer { success: true, id: written_id(&receipt)?, pending: waits(&receipt) })
    }
}

/// That a procedure was used.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct UsageRequest {
    /// The procedure.
    #[serde(default)]
    pub(crate) id: Option<String>,
}

impl Operation for UsageRequest {
    type Answer = DoneAnswer;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Counts that a procedure was used and helped";

    fn run(self, call: &Call<'_>) -> Result<DoneAnswer> {
        let id = needed("id", self.id.as_deref())?;
        call.memory(id)?;
        call.workspace.use_procedure(id, Used::Worked, &call.caller)?;
        Ok(DoneAnswer { success: true })
    }
}

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
    total: usize,
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

    fn run(self, call: &Call<'_>) -> Result<EpisodicAnswer> {
        let user = call.user(self.user_id.as_deref().filter(|id| !id.trim().is_empty()))?;
        let limit = Some(Count::within(self.limit, 5, 100).max(1));
        let asked = self.q.as_deref().filter(|q| !q.trim().is_empty()).or(self.query.as_deref());
        let found: Vec<Remembered> = match asked.map(str::trim).filter(|topic| !topic.is_empty()) {
            Some(topic) => {
                crate::ops::recall::check_question(topic)?;
                call.workspace.find_episodes(topic, &user, limit, &call.caller)?
            }
            None => call.workspace.recent_episodes(&user, limit, &call.caller)?,
        };
        let results: Vec<_> = found.iter().map(|one| EpisodeView::of(&one.memory, one.score)).collect();
        Ok(EpisodicAnswer { total: results.len(), results })
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

    fn run(self, call: &Call<'_>) -> Result<KeptAnswer> {
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
