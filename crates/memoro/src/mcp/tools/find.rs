//! `recall` and `context`: finding what bears on a question.

use std::fmt::Write as _;

use rmcp::model::JsonObject;
use serde::{Deserialize, Serialize};

use crate::api::HitView;
use crate::error::Result;
use crate::mcp::schema::{count, list, number, object, open, text, whole, word};
use crate::mcp::tool::{Input, Reply, one_line};
use crate::ops::recall::{ContextRequest, RecallRequest};
use crate::ops::{Call, FormatWord, LayerWord};

const LAYERS: &[&str] = &["user_model", "procedural", "semantic", "episodic", "working", "soul"];

/// The most of a hit that a model is shown, in characters.
const SHOWN: usize = 700;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Recall {
    query: String,
    #[serde(default)]
    limit: Option<usize>,
    #[serde(default)]
    layers: Vec<LayerWord>,
    #[serde(default)]
    project: Option<String>,
    #[serde(default)]
    since: Option<String>,
    #[serde(default)]
    until: Option<String>,
    #[serde(default)]
    as_of: Option<String>,
}

/// The schema of the arguments of `recall`.
pub(super) fn recall_input() -> JsonObject {
    object(
        &["query"],
        [
            ("query", text("The question in plain words")),
            ("limit", whole(1, 50, "At most this many hits; 6 by default")),
            ("layers", list(word(LAYERS, ""), "Only these layers")),
            ("project", text("Only this project, and what belongs to none")),
            ("since", text("Not before: a date, or 7d for the last 7 days")),
            ("until", text("Before this date")),
            ("as_of", text("What was believed at this date")),
        ],
    )
}

/// The schema of the data of `recall`.
pub(super) fn recall_output() -> JsonObject {
    let hit = open(
        &["text", "score", "layer", "source"],
        [
            ("id", text("")),
            ("path", text("")),
            ("start_line", count("")),
            ("end_line", count("")),
            ("text", text("")),
            ("score", number("0 to 1")),
            ("date", text("")),
            ("layer", text("")),
            ("source", text("")),
            ("status", text("If it is not active")),
            ("by", text("agent: no person stands behind it")),
        ],
    );
    let fields = [
        ("hits", list(hit, "The best first")),
        ("pending", count("How many memories wait for the user")),
        ("warnings", list(text(""), "")),
    ];
    open(&["hits"], fields)
}

#[derive(Debug, Serialize)]
struct Found {
    hits: Vec<FoundHit>,
    pending: u64,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct FoundHit {
    id: Option<String>,
    path: Option<String>,
    start_line: Option<u32>,
    end_line: Option<u32>,
    text: String,
    score: f64,
    date: Option<String>,
    layer: &'static str,
    source: &'static str,
    status: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'static str>,
}

impl From<HitView> for FoundHit {
    fn from(hit: HitView) -> Self {
        Self {
            id: hit.id,
            path: hit.path,
            start_line: hit.start_line,
            end_line: hit.end_line,
            text: one_line(&hit.snippet, SHOWN),
            score: (hit.score * 100.0).round() / 100.0,
            date: hit.date.and_then(|at| at.get(..10).map(str::to_owned)),
            layer: hit.layer,
            source: hit.source,
            status: (hit.status != "active").then_some(hit.status),
            by: hit.by,
        }
    }
}

/// Finds what answers a question.
pub(super) fn recall(call: &Call<'_>, mut input: Input<'_>) -> Result<Reply> {
    let asked: Recall = input.read()?;
    let request = RecallRequest {
        limit: asked.limit.unwrap_or(6),
        layers: asked.layers,
        session: input.session.clone(),
        project: asked.project,
        since: asked.since,
        until: asked.until,
        as_of: asked.as_of,
        ..RecallRequest::new(asked.query)
    };
    let answer = call.run(request)?;
    let found = Found {
        hits: answer.hits.into_iter().map(FoundHit::from).collect(),
        pending: answer.freshness.pending,
        warnings: answer.freshness.warnings,
    };
    Reply::new(told(&found), &found)
}

fn told(found: &Found) -> String {
    let mut out = String::new();
    if found.hits.is_empty() {
        out.push_str("Nothing found.\n");
    }
    for (n, hit) in found.hits.iter().enumerate() {
        let _ =
            write!(out, "{}. {:.2} {} {}", n + 1, hit.score, hit.date.as_deref().unwrap_or("-"), hit.layer);
        if let Some(id) = &hit.id {
            let _ = write!(out, " id:{id}");
        }
        if let (Some(path), Some(from), Some(to)) = (&hit.path, hit.start_line, hit.end_line) {
            // A file may be called anything; its name is no line of its own.
            let path = path.replace(char::is_control, "\u{fffd}");
            let _ = write!(out, " {path}:{from}-{to}");
        }
        if let Some(status) = &hit.status {
            let _ = write!(out, " ({status})");
        }
        if let Some(by) = hit.by {
            let _ = write!(out, " by {by}");
        }
        let _ = writeln!(out, "\n   {}", hit.text);
    }
    if found.pending > 0 {
        let _ = writeln!(out, "{} wait for the user's confirmation.", found.pending);
    }
    for warning in &found.warnings {
        let _ = writeln!(out, "warning: {warning}");
    }
    out.truncate(out.trim_end().len());
    out
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Context {
    #[serde(default)]
    query: Option<String>,
    #[serde(default)]
    budget: Option<u32>,
    #[serde(default)]
    format: Option<FormatWord>,
    #[serde(default)]
    project: Option<String>,
}

/// The schema of the arguments of `context`.
pub(super) fn context_input() -> JsonObject {
    object(
        &[],
        [
            ("query", text("The task or the user's message; the newest of everything without it")),
            ("budget", whole(100, 100_000, "Tokens; 2000 by default")),
            ("format", word(&["xml", "markdown", "agent", "ctx"], "xml by default")),
            ("project", text("The project whose knowledge belongs in")),
        ],
    )
}

/// The schema of the data of `context`.
pub(super) fn context_output() -> JsonObject {
    open(&["text", "tokens"], [("text", text("The block")), ("tokens", count(""))])
}

#[derive(Debug, Serialize)]
struct Packed {
    text: String,
    tokens: usize,
}

/// Composes the block of memory for a prompt.
pub(super) fn context(call: &Call<'_>, mut input: Input<'_>) -> Result<Reply> {
    let asked: Context = input.read()?;
    let request = ContextRequest {
        query: asked.query,
        session: input.session.clone(),
        project: asked.project,
        format: asked.format,
        budget: asked.budget,
        ..ContextRequest::default()
    };
    let pack = call.run(request)?;
    let told = if pack.text.is_empty() { "Nothing is remembered yet.".to_owned() } else { pack.text.clone() };
    Reply::new(told, &Packed { text: pack.text, tokens: pack.tokens })
}
