//! How things are done, under the names of the Oracle family.

use memoro_core::{Content, Procedure, Scope, Trigger};
use memoro_engine::{Action, Known, Taught, Teach, Used};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::layers::{DoneAnswer, KeptAnswer};
use crate::compat::{Count, millis, needed, waits, written_id};
use crate::error::{Code, Failure, Result};
use crate::ops::{Call, Operation};

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

    fn act(self, call: &Call<'_>) -> Result<ProceduralAnswer> {
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
    /// explicit, correction or `repeated_pattern`.
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

    fn act(self, call: &Call<'_>) -> Result<KeptAnswer> {
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

    fn act(self, call: &Call<'_>) -> Result<DoneAnswer> {
        let id = needed("id", self.id.as_deref())?;
        let id = call.meant(id, memoro_core::policy::Operation::Write)?.memory.id;
        call.workspace.use_procedure(id.as_str(), Used::Worked, &call.caller)?;
        Ok(DoneAnswer { success: true })
    }
}
