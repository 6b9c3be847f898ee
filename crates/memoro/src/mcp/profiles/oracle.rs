//! The tools of the Oracle family, under the names and with the arguments that its clients send.

use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::tool;
use crate::compat::oracle::{
    AmendRequest, ConceptsRequest, ConsultRequest, DecideRequest, DecisionRequest, DecisionsRequest,
    DocRequest, EpisodicRequest, LearnRequest, LinkTraceRequest, LinkedChainRequest, ListRequest,
    PostRequest, ProceduralLearnRequest, ProceduralRequest, RecordRequest, ReflectRequest, SearchRequest,
    StatsRequest, SupersedeRequest, ThreadRequest, ThreadStatusRequest, ThreadsRequest, TraceNewRequest,
    TraceRequest, TracesRequest, UnlinkTraceRequest, UpdateModelRequest, UsageRequest, UserModelRequest,
};
use crate::mcp::schema::{list, number, open, text, whole, word};
use crate::mcp::tool::{Effect, Tool};

const STAGES: &[&str] = &["pending", "parked", "researching", "decided", "implemented", "closed"];
const STATES: &[&str] = &["active", "answered", "pending", "closed"];
const TYPES: &[&str] = &["principle", "pattern", "learning", "retro", "all"];

/// The tools.
pub(super) const TOOLS: &[Tool] = &[
    tool::<SearchRequest>(
        "oracle_search",
        "Search",
        "Searches knowledge by words and meaning.",
        Effect::Looks,
        search,
    ),
    tool::<ConsultRequest>(
        "oracle_consult",
        "Consult",
        "Returns the principles and patterns that bear on a decision.",
        Effect::Looks,
        consult,
    ),
    tool::<ReflectRequest>(
        "oracle_reflect",
        "Reflect",
        "Returns one piece of wisdom by chance.",
        Effect::Looks,
        none,
    ),
    tool::<LearnRequest>(
        "oracle_learn",
        "Learn",
        "Keeps a pattern or learning; its memory layer is found out where `layer` is left out.",
        Effect::Adds,
        learn,
    ),
    tool::<ListRequest>("oracle_list", "List", "Lists documents, the newest first.", Effect::Looks, listed),
    tool::<StatsRequest>(
        "oracle_stats",
        "Statistics",
        "Returns how much is known, by type.",
        Effect::Looks,
        none,
    ),
    tool::<ConceptsRequest>(
        "oracle_concepts",
        "Concepts",
        "Lists concepts with their counts.",
        Effect::Looks,
        limited,
    ),
    tool::<DocRequest>("oracle_doc", "Document", "Returns one document.", Effect::Looks, by_id),
    tool::<SupersedeRequest>(
        "oracle_supersede",
        "Supersede",
        "Marks an old document as replaced by a newer one; the old one stays as history.",
        Effect::Changes,
        supersede,
    ),
    tool::<UserModelRequest>(
        "oracle_user_model",
        "User model",
        "Returns what is known of a user.",
        Effect::Looks,
        user,
    ),
    tool::<UserModelRequest>(
        "oracle_user_model_get",
        "User model",
        "The same as oracle_user_model.",
        Effect::Looks,
        user,
    ),
    tool::<UpdateModelRequest>(
        "oracle_user_model_update",
        "Update the user model",
        "Merges updates into what is known of a user.",
        Effect::Changes,
        model,
    ),
    tool::<ProceduralRequest>(
        "oracle_procedural_search",
        "Find procedures",
        "Finds how a thing is done.",
        Effect::Looks,
        procedures,
    ),
    tool::<ProceduralLearnRequest>(
        "oracle_procedural_learn",
        "Learn a procedure",
        "Keeps how a thing is done; a similar trigger is merged.",
        Effect::Adds,
        procedure,
    ),
    tool::<UsageRequest>(
        "oracle_procedural_usage",
        "Count a use",
        "Counts that a procedure was used with success.",
        Effect::Appends,
        by_id,
    ),
    tool::<EpisodicRequest>(
        "oracle_episodic_search",
        "Find episodes",
        "Finds what happened; the most recent without a question.",
        Effect::Looks,
        episodes,
    ),
    tool::<RecordRequest>(
        "oracle_episodic_record",
        "Record an episode",
        "Keeps what happened in a conversation.",
        Effect::Appends,
        episode,
    ),
    tool::<RecordRequest>(
        "oracle_episodic_summarize",
        "Record an episode",
        "The same as oracle_episodic_record.",
        Effect::Appends,
        episode,
    ),
    tool::<PostRequest>(
        "oracle_thread",
        "Say in a thread",
        "Adds a message to a thread, or begins one, and answers from what is known.",
        Effect::Appends,
        post,
    ),
    tool::<ThreadsRequest>("oracle_threads", "Threads", "Lists threads.", Effect::Looks, threads),
    tool::<ThreadRequest>("oracle_thread_read", "Read a thread", "Returns a thread.", Effect::Looks, thread),
    tool::<ThreadStatusRequest>(
        "oracle_thread_update",
        "Change a thread",
        "Sets the status of a thread.",
        Effect::Changes,
        thread_status,
    ),
    tool::<DecisionsRequest>(
        "oracle_decisions_list",
        "Decisions",
        "Lists decisions.",
        Effect::Looks,
        decisions,
    ),
    tool::<DecideRequest>(
        "oracle_decisions_create",
        "Begin a decision",
        "Begins a decision that is to be followed.",
        Effect::Appends,
        decide,
    ),
    tool::<DecisionRequest>(
        "oracle_decisions_get",
        "Decision",
        "Returns one decision.",
        Effect::Looks,
        by_id,
    ),
    tool::<AmendRequest>(
        "oracle_decisions_update",
        "Change a decision",
        "Changes a decision or moves it on to another status.",
        Effect::Changes,
        amend,
    ),
    tool::<TraceNewRequest>(
        "oracle_trace",
        "Keep a trace",
        "Keeps what a search led to.",
        Effect::Appends,
        trace,
    ),
    tool::<TracesRequest>("oracle_trace_list", "Traces", "Lists traces.", Effect::Looks, traces),
    tool::<TraceRequest>("oracle_trace_get", "Trace", "Returns one trace.", Effect::Looks, trace_id),
    tool::<LinkTraceRequest>(
        "oracle_trace_link",
        "Link traces",
        "Puts one trace after another.",
        Effect::Changes,
        trace_link,
    ),
    tool::<UnlinkTraceRequest>(
        "oracle_trace_unlink",
        "Unlink a trace",
        "Takes the link before or after a trace away.",
        Effect::Changes,
        trace_unlink,
    ),
    tool::<LinkedChainRequest>(
        "oracle_trace_chain",
        "Chain of traces",
        "Returns the traces that are linked with one.",
        Effect::Looks,
        trace_id,
    ),
];

fn none() -> JsonObject {
    open(&[], [])
}

fn by_id() -> JsonObject {
    open(&["id"], [("id", text(""))])
}

fn limited() -> JsonObject {
    open(&[], [("limit", whole(1, 1000, ""))])
}

fn search() -> JsonObject {
    open(
        &["query"],
        [
            ("query", text("The question (`q` is read too)")),
            ("type", word(TYPES, "")),
            ("limit", whole(1, 100, "10 by default")),
            ("offset", whole(0, 10_000, "")),
            ("mode", word(&["hybrid", "fts", "vector"], "")),
            ("project", text("")),
            ("cwd", text("The folder in which it is asked")),
            ("layer", text("Layers, with commas between them")),
        ],
    )
}

fn consult() -> JsonObject {
    open(&["decision"], [("decision", text("What is to be decided")), ("context", text(""))])
}

fn learn() -> JsonObject {
    open(
        &["pattern"],
        [
            ("pattern", text("What was learned")),
            ("source", text("")),
            ("concepts", list(text(""), "")),
            ("project", text("")),
            ("cwd", text("")),
            ("origin", text("")),
            ("layer", word(&["user_model", "procedural", "semantic", "episodic"], "")),
        ],
    )
}

fn listed() -> JsonObject {
    open(
        &[],
        [
            ("type", word(TYPES, "")),
            ("limit", whole(1, 100, "10 by default")),
            ("offset", whole(0, 100_000, "")),
        ],
    )
}

fn supersede() -> JsonObject {
    open(&["oldId", "newId"], [("oldId", text("")), ("newId", text("")), ("reason", text(""))])
}

fn user() -> JsonObject {
    open(&[], [("userId", text("default where it is left out"))])
}

fn any() -> Value {
    json!({ "type": "object" })
}

fn model() -> JsonObject {
    let mut updates = any();
    updates["description"] = json!("expertise, preferences, commonTopics, timezone, activeHours, notes");
    open(&["updates"], [("userId", text("")), ("updates", updates)])
}

fn procedures() -> JsonObject {
    open(&["query"], [("query", text("")), ("limit", whole(1, 50, "3 by default")), ("userId", text(""))])
}

fn procedure() -> JsonObject {
    open(
        &["trigger", "procedure"],
        [
            ("trigger", text("When it applies")),
            ("procedure", list(text(""), "The steps")),
            ("source", text("")),
            ("userId", text("")),
        ],
    )
}

fn episodes() -> JsonObject {
    open(&[], [("query", text("")), ("userId", text("")), ("limit", whole(1, 50, "5 by default"))])
}

fn episode() -> JsonObject {
    open(
        &["summary"],
        [
            ("summary", text("")),
            ("userId", text("")),
            ("groupId", text("")),
            ("topics", list(text(""), "")),
            ("outcome", word(&["success", "partial", "failed", "unknown"], "")),
            ("durationMs", number("")),
        ],
    )
}

fn post() -> JsonObject {
    open(
        &["message"],
        [
            ("message", text("")),
            ("threadId", number("The thread; a new one where it is left out")),
            ("title", text("")),
            ("role", word(&["human", "claude"], "")),
        ],
    )
}

fn threads() -> JsonObject {
    open(&[], [("status", word(STATES, "")), ("limit", whole(1, 200, "")), ("offset", whole(0, 100_000, ""))])
}

fn thread() -> JsonObject {
    open(&["threadId"], [("threadId", number(""))])
}

fn thread_status() -> JsonObject {
    open(&["threadId", "status"], [("threadId", number("")), ("status", word(STATES, ""))])
}

fn decisions() -> JsonObject {
    open(
        &[],
        [
            ("status", word(STAGES, "")),
            ("project", text("")),
            ("tags", list(text(""), "")),
            ("limit", whole(1, 200, "")),
        ],
    )
}

fn decide() -> JsonObject {
    open(
        &["title"],
        [
            ("title", text("")),
            ("context", text("")),
            ("options", list(any(), "")),
            ("tags", list(text(""), "")),
            ("project", text("")),
        ],
    )
}

fn amend() -> JsonObject {
    open(
        &["id"],
        [
            ("id", text("")),
            ("title", text("")),
            ("context", text("")),
            ("options", list(any(), "")),
            ("decision", text("")),
            ("rationale", text("")),
            ("tags", list(text(""), "")),
            ("status", word(STAGES, "")),
            ("decidedBy", text("")),
        ],
    )
}

fn trace() -> JsonObject {
    open(
        &["query"],
        [
            ("query", text("What was looked for")),
            ("queryType", text("")),
            ("foundFiles", list(any(), "")),
            ("foundCommits", list(any(), "")),
            ("foundIssues", list(any(), "")),
            ("foundLearnings", list(text(""), "")),
            ("parentTraceId", text("")),
            ("project", text("")),
            ("sessionId", text("")),
        ],
    )
}

fn traces() -> JsonObject {
    open(
        &[],
        [
            ("query", text("")),
            ("project", text("")),
            ("status", text("")),
            ("limit", whole(1, 200, "")),
            ("offset", whole(0, 100_000, "")),
        ],
    )
}

fn trace_id() -> JsonObject {
    open(&["traceId"], [("traceId", text(""))])
}

fn trace_link() -> JsonObject {
    open(&["prevTraceId", "nextTraceId"], [("prevTraceId", text("")), ("nextTraceId", text(""))])
}

fn trace_unlink() -> JsonObject {
    open(&["traceId", "direction"], [("traceId", text("")), ("direction", word(&["prev", "next"], ""))])
}
