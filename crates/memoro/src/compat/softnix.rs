//! The core memory of Softnix: what waits in a run and its answers, numbers for alerts, the admin's policy and audit.

use memoro_core::{Content, Op};
use memoro_engine::store::{EventFilter, Stored};
use memoro_engine::{Action, Which};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Count, needed, written_id};
use crate::error::Result;
use crate::ops::{Call, Operation, run_name};

/// What stands before the key of something that waits.
const PREFIX: &str = "memory.pending.";
/// From how many on a backlog is told.
const BACKLOG: usize = 10;
/// Tools that agents of that family have; which of them are allowed is the effect of the policy.
const TOOLS: [&str; 6] =
    ["list_dir", "read_file", "write_workspace_file", "run_safe_command", "run_python_code", "web_fetch"];

/// What waits in a run.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct RunPendingRequest {
    /// The run.
    #[serde(default)]
    pub(crate) id: String,
}

/// What waits.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunPendingAnswer {
    run_id: String,
    items: Vec<PendingRow>,
    pending: Vec<PendingRow>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
struct PendingRow {
    pending_key: String,
    target_key: String,
    value: String,
    priority: u8,
    source: &'static str,
    updated_at: String,
}

impl From<&Stored> for PendingRow {
    fn from(stored: &Stored) -> Self {
        let memory = &stored.memory;
        Self {
            pending_key: format!("{PREFIX}{}", memory.key),
            target_key: memory.key.to_string(),
            value: memory.content.text(),
            priority: match &memory.content {
                Content::Entry(entry) => entry.priority.get(),
                _ => 50,
            },
            source: memory.provenance.origin.as_str(),
            updated_at: memory.updated_at.to_string(),
        }
    }
}

/// A person's yes.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct RunConfirmRequest {
    /// The run.
    #[serde(default)]
    pub(crate) id: String,
    /// What waits, with or without `memory.pending.` before it.
    #[serde(default)]
    pub(crate) key: Option<String>,
}

/// A person's no.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct RunRejectRequest {
    /// The run.
    #[serde(default)]
    pub(crate) id: String,
    /// What waits, with or without `memory.pending.` before it.
    #[serde(default)]
    pub(crate) key: Option<String>,
}

/// What became of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunDecidedAnswer {
    status: &'static str,
    success: bool,
    key: String,
    memory_id: String,
}

/// A wish for numbers.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct RunMetricsRequest {
    /// The run.
    #[serde(default)]
    pub(crate) id: String,
}

/// Numbers for alerts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunMetricsAnswer {
    pending_count: usize,
    pending_alert_threshold: usize,
    pending_backlog_alert: bool,
    compact_failures: usize,
    policy_allow_tools: Vec<&'static str>,
}

/// A wish to read the policy again.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct PolicyReloadRequest {}

/// How the policy stands, without its words.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PolicyReloadAnswer {
    status: &'static str,
    rules: usize,
    tools_restricted: bool,
    loaded_at: Option<String>,
    problem: Option<String>,
}

/// A wish for audit lines.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct AdminAuditRequest {
    /// At most this many, 100 where it is left out; the newest.
    #[serde(default)]
    pub(crate) limit: Option<Count>,
    /// Only of this run.
    #[serde(default)]
    pub(crate) run_id: Option<String>,
}

/// Audit lines, the newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AdminAuditAnswer {
    items: Vec<AuditLine>,
    total: usize,
}

#[derive(Debug, Serialize, ToSchema)]
struct AuditLine {
    ts: String,
    op: &'static str,
    scope: String,
    key: String,
    old: Option<String>,
    new: Option<String>,
    actor: String,
    reason: String,
    run_id: Option<String>,
}

fn name(key: Option<&str>) -> Result<String> {
    let key = needed("key", key)?;
    Ok(key.strip_prefix(PREFIX).unwrap_or(key).to_owned())
}

/// Returns what waits, of several proposals for one key the newest alone: its name is all that these clients know.
fn visible(call: &Call<'_>) -> Result<Vec<Stored>> {
    let mut newest: Vec<Stored> = Vec::new();
    for stored in call.workspace.pending(&call.caller)? {
        match newest.iter_mut().find(|other| other.memory.key == stored.memory.key) {
            Some(other) if age(&stored) > age(other) => *other = stored,
            Some(_) => {}
            None => newest.push(stored),
        }
    }
    Ok(newest)
}

fn age(stored: &Stored) -> (jiff::Timestamp, jiff::Timestamp) {
    (stored.memory.updated_at, stored.recorded_at)
}

/// Returns what a name means: where proposals of several scopes wait under one key, the newest.
fn meant(call: &Call<'_>, key: &str) -> Result<Which> {
    let rows = visible(call)?;
    let one = rows.iter().find(|stored| stored.memory.key.as_str() == key);
    let several = call.workspace.pending(&call.caller)?;
    let scopes = |stored: &Stored| {
        several.iter().any(|o| o.memory.key == stored.memory.key && o.memory.scope != stored.memory.scope)
    };
    Ok(Which::One(
        one.filter(|stored| scopes(stored))
            .map_or_else(|| key.to_owned(), |stored| stored.memory.id.to_string()),
    ))
}

impl Operation for RunPendingRequest {
    type Answer = RunPendingAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists what waits for a person";

    fn act(self, call: &Call<'_>) -> Result<RunPendingAnswer> {
        let id = run_name(&self.id)?;
        let rows: Vec<PendingRow> = visible(call)?.iter().map(PendingRow::from).collect();
        Ok(RunPendingAnswer { run_id: id, pending: rows.clone(), items: rows })
    }
}

impl Operation for RunConfirmRequest {
    type Answer = RunDecidedAnswer;
    const ACTION: Action = Action::Confirm;
    const ABOUT: &'static str = "Makes something that waits count";

    fn act(self, call: &Call<'_>) -> Result<RunDecidedAnswer> {
        let key = name(self.key.as_deref())?;
        let mut caller = call.caller.clone();
        caller.run = Some(run_name(&self.id)?);
        let receipts = call.workspace.confirm(&meant(call, &key)?, "", &caller)?;
        let id = receipts.first().map(written_id).transpose()?.unwrap_or_default();
        Ok(RunDecidedAnswer { status: "confirmed", success: true, key, memory_id: id })
    }
}

impl Operation for RunRejectRequest {
    type Answer = RunDecidedAnswer;
    const ACTION: Action = Action::Confirm;
    const ABOUT: &'static str = "Turns something down that waits";

    fn act(self, call: &Call<'_>) -> Result<RunDecidedAnswer> {
        let key = name(self.key.as_deref())?;
        let mut caller = call.caller.clone();
        caller.run = Some(run_name(&self.id)?);
        let ids = call.workspace.reject(&meant(call, &key)?, "", &caller)?;
        let id = ids.first().map(ToString::to_string).unwrap_or_default();
        Ok(RunDecidedAnswer { status: "rejected", success: true, key, memory_id: id })
    }
}

impl Operation for RunMetricsRequest {
    type Answer = RunMetricsAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns numbers for alerts";

    fn act(self, call: &Call<'_>) -> Result<RunMetricsAnswer> {
        run_name(&self.id)?;
        let pending = visible(call)?.len();
        let mut failures = 0;
        if call.access.user.is_none() {
            let events = call.workspace.store().events(&EventFilter::default())?;
            failures = events.iter().filter(|(event, _)| event.op == Op::CompactFailed).count();
        }
        let mut allowed = Vec::new();
        for tool in TOOLS {
            if call.workspace.check_tool(tool, &call.caller)?.is_ok() {
                allowed.push(tool);
            }
        }
        Ok(RunMetricsAnswer {
            pending_count: pending,
            pending_alert_threshold: BACKLOG,
            pending_backlog_alert: pending >= BACKLOG,
            compact_failures: failures,
            policy_allow_tools: allowed,
        })
    }
}

impl Operation for PolicyReloadRequest {
    type Answer = PolicyReloadAnswer;
    const ACTION: Action = Action::Admin;
    const WITHOUT_TENANT: bool = true;
    const ABOUT: &'static str = "Reads the admin's policy again";

    fn act(self, call: &Call<'_>) -> Result<PolicyReloadAnswer> {
        let status = crate::ops::admin::reload_policy(call)?;
        Ok(PolicyReloadAnswer {
            status: "reloaded",
            rules: status.rules,
            tools_restricted: status.tools_restricted,
            loaded_at: status.loaded_at.map(|at| at.to_string()),
            problem: status.problem,
        })
    }
}

impl Operation for AdminAuditRequest {
    type Answer = AdminAuditAnswer;
    const ACTION: Action = Action::Admin;
    const ABOUT: &'static str = "Lists what was done to memories, the newest first";

    fn act(self, call: &Call<'_>) -> Result<AdminAuditAnswer> {
        call.shows()?;
        let filter = EventFilter {
            run: self.run_id.clone().filter(|run| !run.is_empty()),
            newest: true,
            limit: Some(Count::within(self.limit, 100, 1_000)),
            ..EventFilter::default()
        };
        let line = |(event, _): (memoro_core::Event, u64)| AuditLine {
            ts: event.at.to_string(),
            op: event.op.as_str(),
            scope: event.scope,
            key: event.key,
            old: event.old,
            new: event.new,
            actor: event.actor,
            reason: event.reason,
            run_id: event.run,
        };
        let items: Vec<_> = call.workspace.store().events(&filter)?.into_iter().map(line).collect();
        Ok(AdminAuditAnswer { total: items.len(), items })
    }
}
