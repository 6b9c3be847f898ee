//! A trace as the Oracle family shows it, in short and in full.

use memoro_core::Scope;
use memoro_engine::Trace;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::compat::{is_false, millis};

/// A trace in short.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TraceSummary {
    trace_id: String,
    id: String,
    query: String,
    depth: usize,
    file_count: usize,
    commit_count: usize,
    issue_count: usize,
    status: String,
    has_awakening: bool,
    created_at: i64,
}

/// A trace in full.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TraceView {
    id: String,
    trace_id: String,
    query: String,
    query_type: String,
    #[schema(value_type = Vec<Object>)]
    found_files: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    found_commits: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    found_issues: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    found_retrospectives: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    found_learnings: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    found_resonance: Vec<Value>,
    file_count: usize,
    commit_count: usize,
    issue_count: usize,
    depth: usize,
    parent_trace_id: Option<String>,
    child_trace_ids: Vec<String>,
    prev_trace_id: Option<String>,
    next_trace_id: Option<String>,
    project: Option<String>,
    session_id: Option<String>,
    agent_count: u32,
    duration_ms: Option<u64>,
    status: String,
    awakening: Option<String>,
    distilled_to_id: Option<String>,
    created_at: i64,
    updated_at: i64,
    /// Whether the learning that it became waits for a person.
    #[serde(skip_serializing_if = "is_false")]
    pub(super) pending: bool,
}

impl From<&Trace> for TraceSummary {
    fn from(trace: &Trace) -> Self {
        Self {
            trace_id: trace.memory.id.to_string(),
            id: trace.memory.id.to_string(),
            query: trace.query().to_owned(),
            depth: trace.depth,
            file_count: trace.count("file"),
            commit_count: trace.count("commit"),
            issue_count: trace.count("issue"),
            status: trace.status().to_owned(),
            has_awakening: trace.awakening.is_some(),
            created_at: millis(trace.memory.created_at),
        }
    }
}

impl From<&Trace> for TraceView {
    fn from(trace: &Trace) -> Self {
        let memory = &trace.memory;
        let found = |what: &str| -> Vec<Value> {
            let told = trace.found.iter().filter(|(kind, _)| kind == what).map(|(_, told)| told);
            told.map(|told| serde_json::from_str(told).unwrap_or_else(|_| Value::from(told.clone())))
                .collect()
        };
        let name = |id: &Option<memoro_core::MemoryId>| id.as_ref().map(ToString::to_string);
        Self {
            id: memory.id.to_string(),
            trace_id: memory.id.to_string(),
            query: trace.query().to_owned(),
            query_type: trace.kind().to_owned(),
            found_files: found("file"),
            found_commits: found("commit"),
            found_issues: found("issue"),
            found_retrospectives: found("retrospective"),
            found_learnings: found("learning"),
            found_resonance: found("resonance"),
            file_count: trace.count("file"),
            commit_count: trace.count("commit"),
            issue_count: trace.count("issue"),
            depth: trace.depth,
            parent_trace_id: name(&trace.parent),
            child_trace_ids: trace.children.iter().map(ToString::to_string).collect(),
            prev_trace_id: name(&trace.prev),
            next_trace_id: name(&trace.next),
            project: match &memory.scope {
                Scope::Project(project) => Some(project.as_str().to_owned()),
                _ => None,
            },
            session_id: memory.provenance.source.session.clone(),
            agent_count: trace.agents(),
            duration_ms: match &memory.content {
                memoro_core::Content::Episode(episode) => episode.duration_ms,
                _ => None,
            },
            status: trace.status().to_owned(),
            awakening: trace.awakening.clone(),
            distilled_to_id: name(&trace.distilled_to),
            created_at: millis(memory.created_at),
            updated_at: millis(memory.updated_at),
            pending: false,
        }
    }
}
