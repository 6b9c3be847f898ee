//! Changing, ending and erasing memories, and their past.

use memoro_core::Written;
use memoro_engine::store::StoreError;
use memoro_engine::{Access, Action, Edit, EngineError, Target};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::call::{confidence, hidden, ttl};
use super::memories::{priority, receipt};
use super::seen::unchanged;
use super::{Call, Ended, KindWord, Operation, Repeats, SensitivityWord};
use crate::api::{ForgottenView, MemoryView, Stage, VersionView};
use crate::error::{Code, Failure, Result};

/// What to change in a memory; everything left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EditRequest {
    /// The memory.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) id: String,
    /// The new text.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 262_144)]
    pub(crate) text: Option<String>,
    /// The kind of an entry.
    #[serde(default)]
    pub(crate) kind: Option<KindWord>,
    /// The priority of an entry.
    #[serde(default)]
    #[schema(maximum = 100)]
    pub(crate) priority: Option<u8>,
    /// The time to live.
    #[serde(default)]
    pub(crate) ttl: Option<String>,
    /// The tags, all of them.
    #[serde(default)]
    pub(crate) tags: Option<Vec<String>>,
    /// How sure it is.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1)]
    pub(crate) confidence: Option<f64>,
    /// Whether it may be shown without asking for it.
    #[serde(default)]
    pub(crate) sensitivity: Option<SensitivityWord>,
    /// When it was true in the world.
    #[serde(default)]
    pub(crate) occurred_at: Option<String>,
    /// Only if it is still as it was seen, in any of these states; over HTTP the header `If-Match`.
    #[serde(default)]
    pub(crate) rev: Option<Vec<String>>,
    /// Why.
    #[serde(default)]
    pub(crate) reason: Option<String>,
}

impl Operation for EditRequest {
    type Answer = MemoryView;
    const ACTION: Action = Action::Write;
    const NEEDS: &'static [Action] = &[Action::Write, Action::Read];
    const TAGGED: bool = true;
    const ABOUT: &'static str = "Changes a memory under its id; its past stays in the history";

    fn act(self, call: &Call<'_>) -> Result<MemoryView> {
        let stored = call.memory(&self.id)?;
        unchanged(self.rev.as_deref(), &self.id, &stored, call)?;
        let edit = Edit {
            text: self.text,
            kind: self.kind.map(Into::into),
            priority: priority(self.priority)?,
            ttl: ttl(self.ttl.as_deref())?,
            tags: self.tags,
            confidence: confidence(self.confidence)?,
            sensitivity: self.sensitivity.map(Into::into),
            occurred_at: call.moment("occurred_at", self.occurred_at.as_deref())?,
            rev: self.rev.map(|_| stored.rev),
            reason: self.reason.unwrap_or_default(),
        };
        let id = stored.memory.id;
        let written = call.workspace.edit(id.as_str(), &edit, &call.caller);
        let written = written.map_err(|error| overtaken(error, edit.rev))?;
        receipt(&written)?;
        // What waits for a person is shown as it waits.
        let shown = match &written.written {
            Written::Pending(waiting, _) => waiting.clone(),
            _ => id,
        };
        Ok(MemoryView::stored(&call.memory(shown.as_str())?, call.now()))
    }

    fn ended(answer: &MemoryView) -> Ended {
        if answer.status == "pending" { Ended::Waiting } else { Ended::Done }
    }

    fn tag(answer: &MemoryView) -> Option<String> {
        answer.tag()
    }
}

/// Tells what a change that rests on a revision was overtaken by: it is not what was there any more.
pub(crate) fn overtaken(error: EngineError, rev: Option<u64>) -> Failure {
    match (error, rev) {
        (EngineError::Store(StoreError::Conflict(id)), Some(_)) => {
            Failure::new(Code::Precondition, format!("memory {id} was changed meanwhile"))
                .hint("get it again, then try again")
        }
        (error, _) => error.into(),
    }
}

/// A memory to erase everywhere, or only to end.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForgetRequest {
    /// The memory.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) id: String,
    /// Only tells what would be erased.
    #[serde(default)]
    #[schema(default = false)]
    pub(crate) dry_run: bool,
    /// Ends it without erasing it: it becomes history.
    #[serde(default)]
    #[schema(default = false)]
    pub(crate) keep_history: bool,
    /// Only if it is still as it was seen, in any of these states; over HTTP the header `If-Match`.
    #[serde(default)]
    pub(crate) rev: Option<Vec<String>>,
    /// Why.
    #[serde(default)]
    pub(crate) reason: Option<String>,
}

impl Operation for ForgetRequest {
    type Answer = ForgottenView;
    const ACTION: Action = Action::Forget;
    const ABOUT: &'static str = "Erases a memory everywhere in the workspace";

    fn repeats(&self, _: &Access) -> Repeats {
        if self.keep_history { Repeats::Answered } else { Repeats::Harmless }
    }

    fn act(self, call: &Call<'_>) -> Result<ForgottenView> {
        let stored = call.meant(&self.id, memoro_core::policy::Operation::Delete)?;
        unchanged(self.rev.as_deref(), &self.id, &stored, call)?;
        let (id, reason) = (stored.memory.id, self.reason.unwrap_or_default());
        let target = Target::Memory(id.to_string(), None);
        if self.dry_run {
            let plan = call.workspace.plan_forget(&target, &call.caller)?;
            return Ok(ForgottenView::of(&plan, Stage::Planned));
        }
        if self.keep_history {
            let reason = if reason.is_empty() { "ended" } else { &reason };
            let ended = call.workspace.end(id.as_str(), None, reason, &call.caller)?;
            return Ok(ForgottenView::ended(&ended));
        }
        let done = call.workspace.forget(&target, &reason, &call.caller)?;
        Ok(ForgottenView::of(&done, Stage::Done))
    }
}

/// The past of a memory.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HistoryRequest {
    /// The memory.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) id: String,
}

/// The states that a memory had.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistoryView {
    /// The states, the oldest first; the present one is the last.
    pub(crate) versions: Vec<VersionView>,
}

impl Operation for HistoryRequest {
    type Answer = HistoryView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns the states that a memory had";

    fn act(self, call: &Call<'_>) -> Result<HistoryView> {
        let versions = call.workspace.history(&self.id, &call.caller)?;
        if !versions.iter().all(|version| call.sees(&version.memory)) {
            return Err(hidden("memory", &self.id));
        }
        let versions = versions.iter().map(|version| VersionView::of(version, call.now())).collect();
        Ok(HistoryView { versions })
    }
}
