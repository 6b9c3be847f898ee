//! `get` and `forget`: one memory, or lines of one file.

use std::fmt::Write as _;

use memoro_core::Trust;
use memoro_engine::Passage;
use rmcp::model::JsonObject;
use serde::{Deserialize, Serialize};

use crate::api::MemoryView;
use crate::error::{Code, Failure, Result};
use crate::mcp::person::Wish;
use crate::mcp::schema::{count, list, object, open, text, whole, yes};
use crate::mcp::tool::{Input, Reply, one_line};
use crate::ops::Call;
use crate::ops::change::{ForgetRequest, HistoryRequest};
use crate::ops::knowing::FileRequest;
use crate::ops::memories::GetRequest;

/// The most lines of a file in one answer.
const MOST_LINES: usize = 400;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Get {
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    history: bool,
    #[serde(default)]
    path: Option<String>,
    #[serde(default)]
    from: Option<usize>,
    #[serde(default)]
    to: Option<usize>,
}

/// The schema of the arguments of `get`.
pub(super) fn get_input() -> JsonObject {
    object(
        &[],
        [
            ("id", text("A memory: its id, its key, or the start of its id")),
            ("history", yes("Also its earlier states")),
            ("path", text("Or a file, as hits name it, e.g. MEMORY.md or memory/2026-11-15.md:3-9")),
            ("from", whole(1, i64::from(u32::MAX), "First line")),
            ("to", whole(1, i64::from(u32::MAX), "Last line; at most 400 lines are given")),
        ],
    )
}

/// The schema of the data of `get`.
pub(super) fn get_output() -> JsonObject {
    let past = open(
        &["from", "text"],
        [("from", text("")), ("to", text("")), ("text", text("")), ("status", text(""))],
    );
    open(
        &["text"],
        [
            ("text", text("")),
            ("id", text("")),
            ("key", text("")),
            ("scope", text("")),
            ("layer", text("")),
            ("status", text("")),
            ("tags", list(text(""), "")),
            ("origin", text("")),
            ("date", text("When it was true or happened, else when it was learned")),
            ("updated_at", text("")),
            ("history", list(past, "The oldest first, the present one last")),
            ("path", text("")),
            ("from", count("")),
            ("to", count("")),
            ("of", count("Lines of the file")),
        ],
    )
}

/// Returns one memory or lines of a file.
pub(super) fn get(call: &Call<'_>, mut input: Input<'_>) -> Result<Reply> {
    let asked: Get = input.read()?;
    match (&asked.id, &asked.path) {
        (Some(id), None) => memory(call, id.clone(), asked.history),
        (None, Some(path)) => file(call, path, (asked.from, asked.to)),
        _ => Err(Failure::new(Code::Invalid, "give either `id` or `path`").hint("`recall` names both")),
    }
}

#[derive(Debug, Serialize)]
struct Got {
    text: String,
    id: String,
    key: String,
    scope: String,
    layer: &'static str,
    status: &'static str,
    tags: Vec<String>,
    origin: &'static str,
    date: String,
    updated_at: String,
    history: Option<Vec<Past>>,
}

#[derive(Debug, Serialize)]
struct Past {
    from: String,
    to: Option<String>,
    text: String,
    status: &'static str,
}

fn memory(call: &Call<'_>, id: String, with_history: bool) -> Result<Reply> {
    let view = call.run(GetRequest { id })?;
    let history = with_history.then(|| history(call, view.id.clone())).transpose()?;
    let MemoryView { text, id, key, scope, layer, status, tags, origin, .. } = view;
    let date = view.occurred_at.unwrap_or(view.created_at);
    let got =
        Got { text, id, key, scope, layer, status, tags, origin, date, updated_at: view.updated_at, history };
    let mut told =
        format!("{} {} {} key:{} {} ({})", got.id, got.layer, got.status, got.key, got.date, got.origin);
    let _ = write!(told, "\n{}", got.text);
    for past in got.history.iter().flatten() {
        let until = past.to.as_deref().unwrap_or("now");
        let _ = write!(told, "\n{} to {until} ({}): {}", past.from, past.status, one_line(&past.text, 300));
    }
    Reply::new(told, &got)
}

fn history(call: &Call<'_>, id: String) -> Result<Vec<Past>> {
    let versions = call.run(HistoryRequest { id })?.versions.into_iter();
    let past = versions.map(|version| Past {
        from: version.from,
        to: version.to,
        text: version.memory.text,
        status: version.memory.status,
    });
    Ok(past.collect())
}

fn file(call: &Call<'_>, path: &str, (from, to): (Option<usize>, Option<usize>)) -> Result<Reply> {
    let passage = Passage::parse(path);
    let from = from.or(passage.from);
    let most = from.unwrap_or(1).saturating_add(MOST_LINES - 1);
    let to = Some(to.or(passage.to).unwrap_or(most).min(most));
    let got = call.run(FileRequest { path: passage.path, from, to, user: None })?;
    Reply::new(format!("{}:{}-{} of {}\n{}", got.path, got.from, got.to, got.of, got.text), &got)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Forget {
    id: String,
    #[serde(default)]
    reason: Option<String>,
}

/// The schema of the arguments of `forget`.
pub(super) fn forget_input() -> JsonObject {
    object(&["id"], [("id", text("The memory: its id or its key")), ("reason", text("Why, for the audit"))])
}

/// The schema of the data of `forget`.
pub(super) fn forget_output() -> JsonObject {
    open(
        &["status"],
        [
            ("status", text("forgotten, kept, or asked where the user must agree first")),
            ("memories", list(text(""), "The ids")),
            ("files", list(text(""), "The files that held them")),
            ("backups", list(text(""), "Backups that may still hold them")),
            ("verified", yes("It was looked for and found nowhere")),
        ],
    )
}

#[derive(Debug, Serialize)]
struct Asked {
    status: &'static str,
    memories: Vec<String>,
}

/// Erases one memory, or has the user asked about it.
pub(super) fn forget(call: &Call<'_>, mut input: Input<'_>) -> Result<Reply> {
    let asked: Forget = input.read()?;
    if call.caller.trust() >= Trust::User {
        return erase(call, asked.id, asked.reason);
    }
    let stored = call.memory(&asked.id)?;
    let id = stored.memory.id.to_string();
    let text = format!(
        "asked: only the user can erase memory {id}; nothing was erased\nhint: the user can run `memoro forget {id}`"
    );
    let wish = Wish::Forget { id: id.clone(), shown: stored.memory.content.text(), reason: asked.reason };
    Ok(Reply::new(text, &Asked { status: "asked", memories: vec![id] })?.wishing(Some(wish)))
}

#[derive(Debug, Serialize)]
struct Erased {
    status: &'static str,
    memories: Vec<String>,
    files: Vec<String>,
    backups: Vec<String>,
    verified: bool,
}

/// Erases one memory for somebody who may.
pub(in crate::mcp) fn erase(call: &Call<'_>, id: String, reason: Option<String>) -> Result<Reply> {
    let done = call.run(ForgetRequest { id, dry_run: false, keep_history: false, rev: None, reason })?;
    let erased = Erased {
        status: "forgotten",
        memories: done.memories,
        files: done.files,
        backups: done.backups,
        verified: done.verified,
    };
    let mut told = format!("forgotten {}", erased.memories.join(", "));
    if !erased.backups.is_empty() {
        let _ = write!(told, "\nbackups may still hold it: {}", erased.backups.join(", "));
    }
    Reply::new(told, &erased)
}

/// Answers that the user keeps a memory.
pub(in crate::mcp) fn kept(id: String) -> Result<Reply> {
    Reply::new(
        format!("the user keeps memory {id}; nothing was erased"),
        &Asked { status: "kept", memories: vec![id] },
    )
}
