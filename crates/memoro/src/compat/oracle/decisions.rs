//! Decisions and their course.

use std::collections::BTreeMap;

use memoro_core::{Content, Decision, ProjectId, Scope, Stage};
use memoro_engine::store::Filter;
use memoro_engine::{Action, Amend, Course, Draft, option_lines};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{project_of, scope_of};
use crate::compat::{Count, Words, is_false, needed, shared, written_id};
use crate::error::{Code, Failure, Result};
use crate::ops::{Call, Ended, Operation};

/// Which decisions to list.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct DecisionsRequest {
    /// Only at this stage.
    #[serde(default)]
    pub(crate) status: Option<String>,
    /// Only of this project.
    #[serde(default)]
    pub(crate) project: Option<String>,
    /// Any of these tags.
    #[serde(default)]
    pub(crate) tags: Words,
    /// At most this many, 20 where it is left out.
    #[serde(default)]
    pub(crate) limit: Option<Count>,
    /// Leaves out this many first.
    #[serde(default)]
    pub(crate) offset: Option<Count>,
}

/// Decisions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DecisionsAnswer {
    decisions: Vec<DecisionView>,
    total: u64,
    counts: BTreeMap<&'static str, u64>,
}

/// A decision.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DecisionView {
    id: String,
    title: String,
    status: &'static str,
    context: Option<String>,
    #[schema(value_type = Vec<Object>)]
    options: Vec<Value>,
    decision: Option<String>,
    rationale: Option<String>,
    project: Option<String>,
    tags: Vec<String>,
    created_at: String,
    updated_at: String,
    decided_at: Option<String>,
    decided_by: Option<String>,
    /// Whether it waits for a person.
    #[serde(skip_serializing_if = "is_false")]
    pending: bool,
}

impl From<&Course> for DecisionView {
    fn from(course: &Course) -> Self {
        let text = |text: &String| (!text.is_empty()).then(|| text.clone());
        let option = |line: &String| serde_json::from_str(line).unwrap_or_else(|_| Value::from(line.clone()));
        let memory = &course.memory;
        Self {
            id: number_of(memory.id.as_str()).to_owned(),
            title: course.decision.title.clone(),
            status: course.decision.stage.as_str(),
            context: text(&course.decision.why),
            options: course.options.iter().map(option).collect(),
            decision: text(&course.decision.conclusion),
            rationale: text(&course.decision.finding),
            project: match &memory.scope {
                Scope::Project(project) => Some(project.as_str().to_owned()),
                _ => None,
            },
            tags: memory.tags.iter().filter(|tag| !tag.starts_with("decided_by:")).cloned().collect(),
            created_at: memory.created_at.to_string(),
            updated_at: memory.updated_at.to_string(),
            decided_at: course.decided_at.map(|at| at.to_string()),
            decided_by: course.decided_by.clone(),
            pending: memory.status == memoro_core::Status::Pending,
        }
    }
}

/// A wish for one decision.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct DecisionRequest {
    /// The decision.
    #[serde(default)]
    pub(crate) id: String,
}

/// A new decision; it is pending until it is decided.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct DecideRequest {
    /// What is to be decided.
    #[serde(default)]
    pub(crate) title: Option<String>,
    /// Why it matters.
    #[serde(default)]
    pub(crate) context: Option<String>,
    /// What may be chosen from: texts, or objects with label, pros and cons.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub(crate) options: Option<Vec<Value>>,
    /// Tags.
    #[serde(default)]
    pub(crate) tags: Words,
    /// The project that it belongs to.
    #[serde(default)]
    pub(crate) project: Option<String>,
}

/// What changes in a decision.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct AmendRequest {
    /// The decision.
    #[serde(default)]
    pub(crate) id: String,
    /// The title.
    #[serde(default)]
    pub(crate) title: Option<String>,
    /// Why it matters.
    #[serde(default)]
    pub(crate) context: Option<String>,
    /// What may be chosen from.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub(crate) options: Option<Vec<Value>>,
    /// What was decided.
    #[serde(default)]
    pub(crate) decision: Option<String>,
    /// Why it was decided so.
    #[serde(default)]
    pub(crate) rationale: Option<String>,
    /// Tags.
    #[serde(default)]
    pub(crate) tags: Option<Words>,
    /// The stage that it moves to.
    #[serde(default)]
    pub(crate) status: Option<String>,
    /// Who decided.
    #[serde(default, alias = "decidedBy")]
    pub(crate) decided_by: Option<String>,
}

/// A step of a decision.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct TransitionRequest {
    /// The decision.
    #[serde(default)]
    pub(crate) id: String,
    /// The stage that it moves to: pending, parked, researching, decided, implemented or closed.
    #[serde(default)]
    pub(crate) status: Option<String>,
    /// Who decided.
    #[serde(default, alias = "decidedBy")]
    pub(crate) decided_by: Option<String>,
}

/// How the id of a decision begins that has a number where it came from.
const NUMBERED: &str = "decision_";

/// Returns the number of a decision that has one, and the id of any other.
fn number_of(id: &str) -> &str {
    let number = id.strip_prefix(NUMBERED).filter(|number| is_number(number));
    number.unwrap_or(id)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the id that is meant: decisions that were taken over are asked for by the numbers that they had.
fn id_of(name: &str) -> String {
    let name = name.trim();
    if is_number(name) { format!("{NUMBERED}{name}") } else { name.to_owned() }
}

fn stage(word: &str) -> Result<Stage> {
    word.trim().parse().map_err(|why: memoro_core::InvalidWord| Failure::new(Code::Usage, why.to_string()))
}

fn lines(options: &[Value]) -> Vec<String> {
    let line = |option: &Value| option.as_str().map_or_else(|| option.to_string(), str::to_owned);
    options.iter().map(line).collect()
}

impl Operation for DecisionsRequest {
    type Answer = DecisionsAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists decisions, the last changed first, with the numbers of every stage";

    fn act(self, call: &Call<'_>) -> Result<DecisionsAnswer> {
        shared(call)?;
        let status = self.status.as_deref().map(str::trim).filter(|word| !word.is_empty());
        let project: Option<ProjectId> = project_of(self.project.as_deref(), None)?;
        let mut filter = Filter {
            now: call.now(),
            shapes: vec![memoro_core::Shape::Decision],
            kinds: status.map(stage).transpose()?.map(|stage| stage.as_str().into()).into_iter().collect(),
            tags: self.tags.0.clone(),
            scopes: project.map(Scope::Project).into_iter().collect(),
            ..Filter::default()
        };
        let total = call.workspace.store().count(&filter)?;
        filter.limit = Some(Count::within(self.limit, 20, 200));
        filter.offset = Count::within(self.offset, 0, usize::MAX >> 1);
        let counts = call.workspace.decision_counts(&call.caller)?;
        let found = call.workspace.decisions(&filter, &call.caller)?;
        Ok(DecisionsAnswer {
            decisions: found.iter().map(DecisionView::from).collect(),
            total,
            counts: counts.into_iter().map(|(stage, n)| (stage.as_str(), n)).collect(),
        })
    }
}

impl Operation for DecisionRequest {
    type Answer = DecisionView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns one decision";

    fn act(self, call: &Call<'_>) -> Result<DecisionView> {
        shared(call)?;
        Ok((&call.workspace.decision(&id_of(&self.id), &call.caller)?).into())
    }
}

impl Operation for DecideRequest {
    type Answer = DecisionView;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Writes down what is to be decided";

    fn act(self, call: &Call<'_>) -> Result<DecisionView> {
        shared(call)?;
        let decision = Decision {
            title: needed("title", self.title.as_deref())?.to_owned(),
            why: self.context.clone().unwrap_or_default().trim().to_owned(),
            finding: String::new(),
            conclusion: String::new(),
            impact: String::new(),
            refs: Vec::new(),
            stage: Stage::Pending,
        };
        let scope = scope_of(call, project_of(self.project.as_deref(), None)?)?;
        let draft = Draft {
            tags: self.tags.0.clone(),
            evidence: option_lines(&lines(self.options.as_deref().unwrap_or_default())),
            reason: "decision opened".into(),
            ..Draft::new(scope, Content::Decision(decision.clone()))
        };
        let receipt = call.workspace.decide(decision, None, draft, &call.caller)?;
        Ok((&call.workspace.decision(&written_id(&receipt)?, &call.caller)?).into())
    }

    fn ended(_: &DecisionView) -> Ended {
        Ended::Created
    }
}

impl Operation for AmendRequest {
    type Answer = DecisionView;
    const ACTION: Action = Action::Write;
    const NEEDS: &'static [Action] = &[Action::Write, Action::Read];
    const ABOUT: &'static str = "Changes a decision";

    fn act(self, call: &Call<'_>) -> Result<DecisionView> {
        shared(call)?;
        call.shows()?;
        let amend = Amend {
            title: self.title.clone(),
            why: self.context.clone(),
            finding: self.rationale.clone(),
            conclusion: self.decision.clone(),
            options: self.options.as_deref().map(lines),
            tags: self.tags.clone().map(|Words(tags)| tags),
            stage: self.status.as_deref().map(stage).transpose()?,
            decided_by: self.decided_by.clone(),
        };
        Ok((&call.workspace.amend_decision(&id_of(&self.id), &amend, &call.caller)?).into())
    }
}

impl Operation for TransitionRequest {
    type Answer = DecisionView;
    const ACTION: Action = Action::Write;
    const NEEDS: &'static [Action] = &[Action::Write, Action::Read];
    const ABOUT: &'static str = "Moves a decision to another stage";

    fn act(self, call: &Call<'_>) -> Result<DecisionView> {
        shared(call)?;
        call.shows()?;
        let to = stage(needed("status", self.status.as_deref())?)?;
        let amend = Amend { stage: Some(to), decided_by: self.decided_by.clone(), ..Amend::default() };
        Ok((&call.workspace.amend_decision(&id_of(&self.id), &amend, &call.caller)?).into())
    }
}
