//! How the workspace stands and what keeps it so: status, index, audit, policy, undo, erasing all about a subject.

use memoro_engine::store::EventFilter;
use memoro_engine::{Access, Action, How, Target};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::call::{hidden, wrong};
use super::page::{Pages, cut, foreign};
use super::{Call, Operation, Repeats, run_name};
use crate::api::{
    AuditView, EventView, ForgottenView, IndexedView, PolicyView, Stage, StatusView, ToolView, UndoneView,
};
use crate::error::Result;

/// How the workspace stands.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StatusRequest {}

impl Operation for StatusRequest {
    type Answer = StatusView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Tells what the workspace holds, what waits and what is stale";

    fn act(self, call: &Call<'_>) -> Result<StatusView> {
        let overview = call.workspace.overview(&call.caller)?;
        let policy = call.workspace.policy_status(&call.caller)?;
        let mut view = StatusView::of(&overview, &call.workspace.index_state()?, &policy);
        if call.access.user.is_some() {
            view.index = view.index.without_counts();
        }
        view.workspace = named(call, view.workspace);
        Ok(view)
    }
}

/// Names the workspace: by its folder for somebody at this machine, by its tenant for others.
fn named(call: &Call<'_>, folder: String) -> String {
    if call.access.key.is_none() { folder } else { call.access.tenant.clone() }
}

/// An indexing.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct IndexRequest {
    /// Everything as if for the first time, instead of what changed.
    #[serde(default)]
    #[schema(default = false)]
    pub(crate) again: bool,
}

impl Operation for IndexRequest {
    type Answer = IndexedView;
    const ACTION: Action = Action::Maintain;
    const ABOUT: &'static str = "Brings the search index in line with the files";

    fn act(self, call: &Call<'_>) -> Result<IndexedView> {
        let how = if self.again { How::Again } else { How::Changes };
        let overview = call.workspace.overview(&call.caller)?;
        let indexed = call.workspace.index(how, &call.caller, &mut |_| {})?;
        let mut view = IndexedView::of(&overview, None, &indexed);
        view.workspace = named(call, view.workspace);
        Ok(view)
    }
}

/// Audit lines.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AuditRequest {
    /// Only lines of this memory.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) memory: Option<String>,
    /// Only lines of this run.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) run: Option<String>,
    /// Only lines after this one.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64)]
    pub(crate) after: Option<u64>,
    /// At most this many.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000)]
    pub(crate) limit: Option<usize>,
    /// Where the last page ended; from `next` of that page, with the same filters.
    #[serde(default)]
    #[schema(max_length = 2048)]
    pub(crate) cursor: Option<String>,
}

/// Audit lines, the oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AuditListView {
    /// The lines: the last ones, or those after `after`.
    pub(crate) events: Vec<EventView>,
    /// The cursor of the next page, if there is one: of older lines, or of later ones where `after` was given.
    pub(crate) next: Option<String>,
}

impl Operation for AuditRequest {
    type Answer = AuditListView;
    const ACTION: Action = Action::Audit;
    const ABOUT: &'static str = "Lists audit lines: the last ones, or those after one";

    fn act(self, call: &Call<'_>) -> Result<AuditListView> {
        call.workspace.permit(memoro_core::policy::Operation::Read, &call.caller)?;
        let limit = self.limit.unwrap_or(50);
        if !(1..=1000).contains(&limit) {
            return Err(wrong("limit", &"must be from 1 to 1000"));
        }
        if self.after.is_some_and(|after| i64::try_from(after).is_err()) {
            return Err(wrong("after", &"is too large"));
        }
        let newest = self.after.is_none();
        let pages = Pages::of("audit", &(&self.memory, &self.run, self.after), call);
        let began = match pages.began(self.cursor.as_deref())? {
            Some((seq, _)) => Some(u64::try_from(seq).map_err(|_| foreign())?),
            None => None,
        };
        let filter = EventFilter {
            memory: self.memory.map(|name| call.memory(&name)).transpose()?.map(|stored| stored.memory.id),
            run: self.run.as_deref().map(run_name).transpose()?,
            after: began.filter(|_| !newest).or(self.after).unwrap_or_default(),
            before: began.filter(|_| newest),
            limit: Some(limit + 1),
            newest,
            ..EventFilter::default()
        };
        let mut events = call.workspace.store().events(&filter)?;
        let place = |(event, _): &(memoro_core::Event, u64)| i64::try_from(event.seq).unwrap_or(i64::MAX);
        let next = cut(&mut events, limit).map(|last| pages.ended(place(last), ""));
        if newest {
            events.reverse();
        }
        let events = events.iter().map(|(event, _)| EventView::from(event)).collect();
        Ok(AuditListView { events, next })
    }
}

/// A check of the audit.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerifyAuditRequest {}

impl Operation for VerifyAuditRequest {
    type Answer = AuditView;
    const ACTION: Action = Action::Audit;
    const ABOUT: &'static str = "Tells whether the chain of audit lines holds";

    fn act(self, call: &Call<'_>) -> Result<AuditView> {
        Ok(AuditView::from(&call.workspace.verify_audit()?))
    }
}

/// How the policy stands.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PolicyRequest {}

impl Operation for PolicyRequest {
    type Answer = PolicyView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Tells how the policy stands, without any of its words";

    fn act(self, call: &Call<'_>) -> Result<PolicyView> {
        Ok(PolicyView::from(&call.workspace.policy_status(&call.caller)?))
    }
}

/// A tool that an agent wants to use.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ToolRequest {
    /// The tool.
    #[schema(min_length = 1, max_length = 200, pattern = r"\S")]
    pub(crate) tool: String,
}

impl Operation for ToolRequest {
    type Answer = ToolView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Tells whether an agent may use a tool";

    fn act(self, call: &Call<'_>) -> Result<ToolView> {
        let verdict = call.workspace.check_tool(&self.tool, &call.caller)?;
        let reason = verdict.err().map(|rule| format!("blocked by policy: {}", rule.as_str()));
        Ok(ToolView { tool: self.tool, allowed: verdict.is_ok(), reason })
    }
}

/// The last change, to take back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UndoRequest {}

impl Operation for UndoRequest {
    type Answer = UndoneView;
    const ACTION: Action = Action::Confirm;
    const NEEDS: &'static [Action] = &[Action::Confirm, Action::Read];
    const ABOUT: &'static str = "Takes the last change back, as a new change";

    fn act(self, call: &Call<'_>) -> Result<UndoneView> {
        Ok(UndoneView::from(&call.workspace.undo(&call.caller)?))
    }
}

/// A person or thing of which everything is to be erased.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForgetSubjectRequest {
    /// The person or thing.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) subject: String,
    /// Only tells what would be erased; said `false` to erase.
    #[serde(default = "yes")]
    #[schema(default = true)]
    pub(crate) dry_run: bool,
    /// Why.
    #[serde(default)]
    pub(crate) reason: Option<String>,
}

const fn yes() -> bool {
    true
}

impl Operation for ForgetSubjectRequest {
    type Answer = ForgottenView;
    const ACTION: Action = Action::Forget;
    const NEEDS: &'static [Action] = &[Action::Forget, Action::Read];
    const ABOUT: &'static str =
        "Erases everything about a person or thing; tells what it would erase unless told to do it";

    fn repeats(&self, _: &Access) -> Repeats {
        Repeats::Harmless
    }

    fn act(self, call: &Call<'_>) -> Result<ForgottenView> {
        if call.access.user.is_some() {
            return Err(hidden("subject", &self.subject));
        }
        if self.subject.trim().is_empty() {
            return Err(wrong("subject", &"is empty"));
        }
        let target = Target::Subject(self.subject);
        if self.dry_run {
            let plan = call.workspace.plan_forget(&target, &call.caller)?;
            return Ok(ForgottenView::of(&plan, Stage::Planned));
        }
        let done = call.workspace.forget(&target, &self.reason.unwrap_or_default(), &call.caller)?;
        Ok(ForgottenView::of(&done, Stage::Done))
    }
}
