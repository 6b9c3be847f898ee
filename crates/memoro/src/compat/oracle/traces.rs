//! Traces of what was looked for and found.

use memoro_core::Scope;
use memoro_engine::{Action, Learn, NewTrace, Side, Step, TRACE_STATUSES, Trace, TraceList};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::trace_view::{TraceSummary, TraceView};
use super::{project_of, scope_of};
use crate::compat::{Count, Words, needed, shared, waits, written_id};
use crate::error::{Code, Failure, Result};
use crate::ops::{Call, Ended, Operation};

/// What can be found, under the names of requests and in the trace.
const FOUND: [&str; 6] = ["file", "commit", "issue", "retrospective", "learning", "resonance"];

/// Which traces to list.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct TracesRequest {
    /// Only those that looked for this.
    #[serde(default)]
    pub(crate) query: Option<String>,
    /// raw, reviewed, distilling or distilled.
    #[serde(default)]
    pub(crate) status: Option<String>,
    /// Only of this project.
    #[serde(default)]
    pub(crate) project: Option<String>,
    /// At most this many, 50 where it is left out.
    #[serde(default)]
    pub(crate) limit: Option<Count>,
    /// Leaves out this many first.
    #[serde(default)]
    pub(crate) offset: Option<Count>,
}

/// Traces.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TracesAnswer {
    traces: Vec<TraceSummary>,
    total: usize,
    has_more: bool,
}

/// A wish for one trace.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct TraceRequest {
    /// The trace.
    #[serde(default, alias = "traceId")]
    pub(crate) id: String,
}

/// A new trace.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TraceNewRequest {
    /// What was looked for.
    #[serde(default)]
    pub(crate) query: Option<String>,
    /// general, project, pattern or evolution.
    #[serde(default)]
    pub(crate) query_type: Option<String>,
    /// Files: `{path, type, matchReason, confidence}`.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub(crate) found_files: Vec<Value>,
    /// Commits: `{hash, shortHash, date, message}`.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub(crate) found_commits: Vec<Value>,
    /// Issues: `{number, title, state, url}`.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub(crate) found_issues: Vec<Value>,
    /// Paths of retrospectives.
    #[serde(default)]
    pub(crate) found_retrospectives: Words,
    /// Learnings.
    #[serde(default)]
    pub(crate) found_learnings: Words,
    /// Paths of other texts that rang true.
    #[serde(default)]
    pub(crate) found_resonance: Words,
    /// The trace that it digs deeper from.
    #[serde(default)]
    pub(crate) parent_trace_id: Option<String>,
    /// The project.
    #[serde(default)]
    pub(crate) project: Option<String>,
    /// The session.
    #[serde(default)]
    pub(crate) session_id: Option<String>,
    /// How many agents took part.
    #[serde(default)]
    pub(crate) agent_count: Option<Count>,
    /// How long it took, in milliseconds.
    #[serde(default)]
    pub(crate) duration_ms: Option<Count>,
}

/// What was recorded.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TraceNewAnswer {
    success: bool,
    trace_id: String,
    depth: usize,
    summary: DigView,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DigView {
    file_count: usize,
    commit_count: usize,
    issue_count: usize,
    total_dig_points: usize,
}

/// A wish for the traces above and below one.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct TraceChainRequest {
    /// The trace.
    #[serde(default, alias = "traceId")]
    pub(crate) id: String,
    /// up, down or both.
    #[serde(default)]
    pub(crate) direction: Option<String>,
}

/// The traces above and below one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TraceChainAnswer {
    chain: Vec<TraceSummary>,
    upstream: Vec<TraceSummary>,
    current: TraceSummary,
    downstream: Vec<TraceSummary>,
    total_depth: usize,
    has_awakening: bool,
    awakening_trace_id: Option<String>,
}

/// A wish for the chain that a trace stands in.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct LinkedChainRequest {
    /// The trace.
    #[serde(default, alias = "traceId")]
    pub(crate) id: String,
}

/// A chain of traces, the first one first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LinkedChainAnswer {
    chain: Vec<TraceSummary>,
    position: usize,
}

/// That one trace follows another.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct LinkTraceRequest {
    /// The earlier one.
    #[serde(default, alias = "prevId", alias = "prevTraceId")]
    pub(crate) id: String,
    /// The later one.
    #[serde(default, rename = "nextId", alias = "nextTraceId")]
    pub(crate) next_id: Option<String>,
}

/// That a trace has no neighbour any more.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct UnlinkTraceRequest {
    /// The trace.
    #[serde(default, alias = "traceId")]
    pub(crate) id: String,
    /// prev or next.
    #[serde(default)]
    pub(crate) direction: Option<String>,
}

/// What became of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LinkedAnswer {
    success: bool,
    message: &'static str,
}

/// The insight that a trace came to.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DistillRequest {
    /// The trace.
    #[serde(default, alias = "traceId")]
    pub(crate) id: String,
    /// The insight.
    #[serde(default)]
    pub(crate) awakening: Option<String>,
    /// Whether it is also kept as a learning.
    #[serde(default)]
    pub(crate) promote_to_learning: bool,
}

impl Operation for TracesRequest {
    type Answer = TracesAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists traces, the newest first";

    fn act(self, call: &Call<'_>) -> Result<TracesAnswer> {
        shared(call)?;
        let given = |text: &Option<String>| {
            text.as_deref().map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned)
        };
        let status = given(&self.status);
        if let Some(word) = status.as_deref().filter(|word| !TRACE_STATUSES.contains(word)) {
            let all = TRACE_STATUSES.join(", ");
            return Err(Failure::new(Code::Usage, format!("status `{word}`: use one of {all}")));
        }
        let wanted = TraceList {
            query: given(&self.query),
            status,
            scope: project_of(self.project.as_deref(), None)?.map(Scope::Project),
            limit: Count::within(self.limit, 50, 200),
            offset: Count::within(self.offset, 0, usize::MAX >> 1),
        };
        let (found, total) = call.workspace.traces(&wanted, &call.caller)?;
        Ok(TracesAnswer {
            has_more: wanted.offset + found.len() < total,
            traces: found.iter().map(TraceSummary::from).collect(),
            total,
        })
    }
}

impl Operation for TraceRequest {
    type Answer = TraceView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns one trace";

    fn act(self, call: &Call<'_>) -> Result<TraceView> {
        shared(call)?;
        Ok((&call.workspace.trace(&self.id, &call.caller)?).into())
    }
}

impl Operation for TraceNewRequest {
    type Answer = TraceNewAnswer;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Records what was looked for and what was found";

    fn act(self, call: &Call<'_>) -> Result<TraceNewAnswer> {
        shared(call)?;
        let texts = |words: &Words| words.0.iter().map(|word| Value::from(word.clone())).collect::<Vec<_>>();
        let lists = [
            self.found_files.clone(),
            self.found_commits.clone(),
            self.found_issues.clone(),
            texts(&self.found_retrospectives),
            texts(&self.found_learnings),
            texts(&self.found_resonance),
        ];
        let told = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let found = FOUND.iter().zip(&lists);
        let found =
            found.flat_map(|(what, list)| list.iter().map(move |one| ((*what).to_owned(), told(one))));
        let new = NewTrace {
            scope: scope_of(call, project_of(self.project.as_deref(), None)?)?,
            query: needed("query", self.query.as_deref())?.to_owned(),
            kind: self.query_type.clone().unwrap_or_default(),
            found: found.collect(),
            parent: self.parent_trace_id.clone().filter(|id| !id.trim().is_empty()),
            session: self.session_id.clone().filter(|id| !id.trim().is_empty()),
            agents: self.agent_count.map_or(1, |Count(n)| u32::try_from(n).unwrap_or(1)),
            duration_ms: self.duration_ms.map(|Count(n)| n),
        };
        let receipt = call.workspace.record_trace(&new, &call.caller)?;
        let trace = call.workspace.trace(&written_id(&receipt)?, &call.caller)?;
        Ok(TraceNewAnswer {
            success: true,
            trace_id: trace.memory.id.to_string(),
            depth: trace.depth,
            summary: DigView {
                file_count: trace.count("file"),
                commit_count: trace.count("commit"),
                issue_count: trace.count("issue"),
                total_dig_points: trace.found.len(),
            },
        })
    }

    fn ended(_: &TraceNewAnswer) -> Ended {
        Ended::Created
    }
}

impl Operation for TraceChainRequest {
    type Answer = TraceChainAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns the traces above and below one";

    fn act(self, call: &Call<'_>) -> Result<TraceChainAnswer> {
        shared(call)?;
        let (mut above, mut below) = call.workspace.trace_tree(&self.id, &call.caller)?;
        match self.direction.as_deref().unwrap_or("both") {
            "up" => below.clear(),
            "down" => above.clear(),
            "both" | "" => {}
            other => {
                return Err(Failure::new(Code::Usage, format!("direction `{other}`: use up, down or both")));
            }
        }
        let current = call.workspace.trace(&self.id, &call.caller)?;
        let all: Vec<&Trace> = above.iter().chain([&current]).chain(&below).collect();
        let awakened = all.iter().find(|trace| trace.awakening.is_some());
        Ok(TraceChainAnswer {
            total_depth: all.iter().map(|trace| trace.depth).max().unwrap_or(0),
            has_awakening: awakened.is_some(),
            awakening_trace_id: awakened.map(|trace| trace.memory.id.to_string()),
            chain: all.iter().map(|trace| TraceSummary::from(*trace)).collect(),
            upstream: above.iter().map(TraceSummary::from).collect(),
            current: (&current).into(),
            downstream: below.iter().map(TraceSummary::from).collect(),
        })
    }
}

impl Operation for LinkedChainRequest {
    type Answer = LinkedChainAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns the chain that a trace stands in";

    fn act(self, call: &Call<'_>) -> Result<LinkedChainAnswer> {
        shared(call)?;
        let chain = call.workspace.trace_chain(&self.id, &call.caller)?;
        let position = chain.iter().position(|trace| trace.memory.id.as_str() == self.id).unwrap_or(0);
        Ok(LinkedChainAnswer { chain: chain.iter().map(TraceSummary::from).collect(), position })
    }
}

impl Operation for LinkTraceRequest {
    type Answer = LinkedAnswer;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Puts one trace after another";

    fn act(self, call: &Call<'_>) -> Result<LinkedAnswer> {
        shared(call)?;
        let next = needed("nextId", self.next_id.as_deref())?;
        call.workspace.link_traces(&self.id, next, &call.caller)?;
        Ok(LinkedAnswer { success: true, message: "Traces linked successfully" })
    }
}

impl Operation for UnlinkTraceRequest {
    type Answer = LinkedAnswer;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Takes a trace out of its chain on one side";

    fn act(self, call: &Call<'_>) -> Result<LinkedAnswer> {
        shared(call)?;
        let side: Side = self
            .direction
            .as_deref()
            .unwrap_or_default()
            .parse()
            .map_err(|_| Failure::new(Code::Usage, "Missing or invalid direction (prev|next)"))?;
        if !call.workspace.unlink_trace(&self.id, side, &call.caller)? {
            return Err(Failure::new(Code::Usage, "the trace has no neighbour there"));
        }
        Ok(LinkedAnswer { success: true, message: "Trace unlinked" })
    }
}

impl Operation for DistillRequest {
    type Answer = TraceView;
    const ACTION: Action = Action::Write;
    const NEEDS: &'static [Action] = &[Action::Write, Action::Read];
    const ABOUT: &'static str = "Writes down the insight that a trace came to";

    fn act(self, call: &Call<'_>) -> Result<TraceView> {
        shared(call)?;
        let awakening = needed("awakening", self.awakening.as_deref())?;
        call.workspace.trace(&self.id, &call.caller)?;
        let mut learned = None;
        if self.promote_to_learning {
            let learn = Learn { text: awakening.into(), kind: Some("learning".into()), ..Learn::default() };
            if let Step::Done(receipt) = call.workspace.learn(&learn, &call.caller)?.step {
                learned = Some(receipt);
            }
        }
        let learning = learned.as_ref().and_then(|receipt| receipt.written.id());
        let trace = call.workspace.distill_trace(&self.id, awakening, learning, &call.caller)?;
        let mut view = TraceView::from(&trace);
        view.pending = learned.as_ref().is_some_and(waits);
        Ok(view)
    }
}
