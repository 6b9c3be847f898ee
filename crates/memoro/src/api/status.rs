//! How a workspace stands, as programs see it.

use std::collections::BTreeMap;

use memoro_engine::{IndexState, Overview, PolicyStatus};
use serde::Serialize;
use utoipa::ToSchema;

use super::IndexStateView;

/// The state of a workspace as programs see it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StatusView {
    pub(crate) workspace: String,
    pub(crate) layers: BTreeMap<&'static str, u64>,
    pub(crate) statuses: BTreeMap<String, u64>,
    pub(crate) session: Option<String>,
    pub(crate) store_bytes: u64,
    pub(crate) schema: u32,
    pub(crate) audit_lines: u64,
    pub(crate) backups: usize,
    /// Items that wait to be written into files.
    pub(crate) waiting: usize,
    /// Files whose edits were taken in just now.
    pub(crate) edited: Vec<String>,
    /// What could not be read in files.
    pub(crate) problems: Vec<String>,
    /// How the search index stands.
    pub(crate) index: IndexStateView,
    /// How many rules of the admin are in force.
    pub(crate) policy_rules: usize,
    /// What is wrong with the admin's file, and what holds meanwhile.
    pub(crate) policy_problem: Option<String>,
}

impl StatusView {
    /// Shows how a workspace stands.
    pub(crate) fn of(overview: &Overview, index: &IndexState, policy: &PolicyStatus) -> Self {
        Self {
            workspace: overview.root.display().to_string(),
            layers: overview.layers.iter().map(|(layer, count)| (layer.as_str(), *count)).collect(),
            statuses: overview.statuses.clone(),
            session: overview.session.as_ref().map(ToString::to_string),
            store_bytes: overview.bytes,
            schema: overview.schema,
            audit_lines: overview.events,
            backups: overview.backups,
            waiting: overview.waiting,
            edited: overview.edited.clone(),
            problems: overview.problems.clone(),
            index: index.into(),
            policy_rules: policy.rules,
            policy_problem: policy.problem.clone(),
        }
    }
}

/// How the policy stands, without any of its words.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PolicyView {
    /// How many rules are in force.
    pub(crate) rules: usize,
    /// Whether only listed tools may be used.
    pub(crate) tools_restricted: bool,
    /// When the rules were taken.
    pub(crate) loaded_at: Option<String>,
    /// What is wrong with the file, and what holds meanwhile.
    pub(crate) problem: Option<String>,
}

impl From<&PolicyStatus> for PolicyView {
    fn from(status: &PolicyStatus) -> Self {
        Self {
            rules: status.rules,
            tools_restricted: status.tools_restricted,
            loaded_at: status.loaded_at.map(|at| at.to_string()),
            problem: status.problem.clone(),
        }
    }
}

/// Whether an agent may use a tool.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ToolView {
    /// The tool.
    pub(crate) tool: String,
    /// Whether it may.
    pub(crate) allowed: bool,
    /// Which rule stands in the way.
    pub(crate) reason: Option<String>,
}
