//! The tools of OpenClaw, Luminary, the memory tool over files, and the reference knowledge graph.

use rmcp::model::JsonObject;
use serde_json::Value;

use super::tool;
use crate::compat::anthropic::MemoryToolRequest;
use crate::compat::graph::{
    AddObservationsRequest, CreateEntitiesRequest, CreateRelationsRequest, DeleteEntitiesRequest,
    DeleteObservationsRequest, DeleteRelationsRequest, OpenNodesRequest, ReadGraphRequest,
    SearchNodesRequest,
};
use crate::compat::luminary::{
    ListMemoryRequest, RememberNoteRequest, UpdateMemoryRequest, UpdateSoulRequest,
};
use crate::compat::openclaw::{MemoryGetRequest, MemorySearchRequest};
use crate::error::Result;
use crate::mcp::schema::{list, number, open, text, whole, word};
use crate::mcp::tool::{Effect, Input, Reply, Tool};
use crate::ops::Call;

const CORPUS: &[&str] = &["memory", "wiki", "all", "sessions"];

/// `OpenClaw`'s two tools.
pub(super) const OPENCLAW: &[Tool] = &[
    tool::<MemorySearchRequest>(
        "memory_search",
        "Memory search",
        "Searches memory files and conversations by meaning and words. Use it before answering about earlier work, \
         decisions, dates, people, preferences or todos; read the lines around a hit with memory_get.",
        Effect::Looks,
        memory_search,
    ),
    tool::<MemoryGetRequest>(
        "memory_get",
        "Memory get",
        "Reads lines of a file that memory_search named.",
        Effect::Looks,
        memory_get,
    ),
];

fn memory_search() -> JsonObject {
    open(
        &["query"],
        [
            ("query", text("")),
            ("maxResults", whole(1, 50, "6 by default")),
            ("minScore", number("0.35 by default")),
            ("corpus", word(CORPUS, "")),
        ],
    )
}

fn memory_get() -> JsonObject {
    let line = || whole(1, i64::from(u32::MAX), "");
    open(&["path"], [("path", text("")), ("from", line()), ("lines", line()), ("corpus", word(CORPUS, ""))])
}

/// Luminary's notes.
pub(super) const LUMINARY: &[Tool] = &[
    tool::<RememberNoteRequest>("remember", "Remember", "Keeps a note.", Effect::Adds, remember),
    tool::<ListMemoryRequest>(
        "list_memory",
        "List notes",
        "Lists notes, the newest first, or those that fit a question.",
        Effect::Looks,
        list_memory,
    ),
    tool::<UpdateMemoryRequest>(
        "update_memory",
        "Update a note",
        "Puts a new note in the place of an older one.",
        Effect::Changes,
        update_memory,
    ),
    tool::<UpdateSoulRequest>(
        "update_soul",
        "Update the soul",
        "Writes down who the agent is.",
        Effect::Changes,
        update_soul,
    ),
];

const KINDS: &[&str] = &["log", "summary", "rule"];

fn remember() -> JsonObject {
    let fields =
        [("content", text("")), ("kind", word(KINDS, "log by default")), ("tags", list(text(""), ""))];
    open(&["content"], fields)
}

fn list_memory() -> JsonObject {
    open(
        &[],
        [
            ("kind", word(&["log", "summary", "rule", "soul"], "")),
            ("tags", list(text(""), "")),
            ("limit", whole(1, 200, "10 by default")),
            ("query", text("")),
        ],
    )
}

fn update_memory() -> JsonObject {
    open(&["id", "content"], [("id", text("")), ("content", text(""))])
}

fn update_soul() -> JsonObject {
    open(&["content"], [("content", text(""))])
}

/// The memory tool over files.
pub(super) const ANTHROPIC: &[Tool] = &[Tool {
    run: memory_tool,
    ..tool::<MemoryToolRequest>(
        "memory",
        "Memory files",
        "Keeps files below /memories across conversations: view, create, str_replace, insert, delete, rename. View \
         /memories before a task, and write down progress as you go.",
        Effect::Changes,
        memory,
    )
}];

fn memory() -> JsonObject {
    open(
        &["command"],
        [
            ("command", word(&["view", "create", "str_replace", "insert", "delete", "rename"], "")),
            ("path", text("Below /memories; for all but rename")),
            ("view_range", list(whole(-1, i64::from(u32::MAX), ""), "For view: first and last line")),
            ("file_text", text("For create")),
            ("old_str", text("For str_replace")),
            ("new_str", text("For str_replace")),
            ("insert_line", whole(0, i64::from(u32::MAX), "For insert: after this line")),
            ("insert_text", text("For insert")),
            ("old_path", text("For rename")),
            ("new_path", text("For rename")),
        ],
    )
}

/// What is told after the text that models know, where something waits.
const WAITS: &str = "\n(pending: what tells an agent how to behave is used only after a person confirms it)";

/// Answers with the text that models know.
fn memory_tool(call: &Call<'_>, mut input: Input<'_>) -> Result<Reply> {
    let request: MemoryToolRequest = input.read()?;
    let answer = call.run(request)?;
    let waits = if answer.pending { WAITS } else { "" };
    Ok(Reply { failed: answer.is_error, ..Reply::text(answer.content + waits) })
}

/// The reference knowledge graph.
pub(super) const GRAPH: &[Tool] = &[
    tool::<CreateEntitiesRequest>(
        "create_entities",
        "Create entities",
        "Adds entities to the knowledge graph; names that are there already are passed over.",
        Effect::Adds,
        create_entities,
    ),
    tool::<CreateRelationsRequest>(
        "create_relations",
        "Create relations",
        "Adds relations between entities, in active voice.",
        Effect::Adds,
        relations,
    ),
    tool::<AddObservationsRequest>(
        "add_observations",
        "Add observations",
        "Adds observations to entities that are there.",
        Effect::Adds,
        add_observations,
    ),
    tool::<DeleteEntitiesRequest>(
        "delete_entities",
        "Delete entities",
        "Deletes entities with their relations.",
        Effect::Changes,
        delete_entities,
    ),
    tool::<DeleteObservationsRequest>(
        "delete_observations",
        "Delete observations",
        "Deletes observations of entities.",
        Effect::Changes,
        delete_observations,
    ),
    tool::<DeleteRelationsRequest>(
        "delete_relations",
        "Delete relations",
        "Deletes relations.",
        Effect::Changes,
        relations,
    ),
    tool::<ReadGraphRequest>(
        "read_graph",
        "Read the graph",
        "Returns the whole graph.",
        Effect::Looks,
        whole_graph,
    ),
    tool::<SearchNodesRequest>(
        "search_nodes",
        "Search nodes",
        "Finds entities by name, type or observation.",
        Effect::Looks,
        search_nodes,
    ),
    tool::<OpenNodesRequest>(
        "open_nodes",
        "Open nodes",
        "Returns entities by their names.",
        Effect::Looks,
        open_nodes,
    ),
];

fn texts() -> Value {
    list(text(""), "")
}

fn create_entities() -> JsonObject {
    let fields = [("name", text("")), ("entityType", text("")), ("observations", texts())];
    let entity = open(&["name", "entityType", "observations"], fields);
    open(&["entities"], [("entities", list(entity, ""))])
}

fn relations() -> JsonObject {
    let relation = open(
        &["from", "to", "relationType"],
        [("from", text("An entity")), ("to", text("An entity")), ("relationType", text(""))],
    );
    open(&["relations"], [("relations", list(relation, ""))])
}

fn add_observations() -> JsonObject {
    let one = open(&["entityName", "contents"], [("entityName", text("")), ("contents", texts())]);
    open(&["observations"], [("observations", list(one, ""))])
}

fn delete_entities() -> JsonObject {
    open(&["entityNames"], [("entityNames", texts())])
}

fn delete_observations() -> JsonObject {
    let one = open(&["entityName", "observations"], [("entityName", text("")), ("observations", texts())]);
    open(&["deletions"], [("deletions", list(one, ""))])
}

fn whole_graph() -> JsonObject {
    open(&[], [])
}

fn search_nodes() -> JsonObject {
    open(&["query"], [("query", text(""))])
}

fn open_nodes() -> JsonObject {
    open(&["names"], [("names", texts())])
}
