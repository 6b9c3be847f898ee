//! A memory or a passage of a file as a document of the Oracle family, with one of its old types.

use memoro_core::{Content, Memory, Scope, Shape, Trust};
use memoro_engine::{Hit, HitSource, Mode, concepts_of};
use serde::Serialize;
use utoipa::ToSchema;

use crate::compat::{millis, round};
use crate::ops::Call;

/// The old types.
pub(super) const TYPES: [&str; 4] = ["principle", "pattern", "learning", "retro"];

/// A document.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DocumentView {
    /// Its id.
    pub(super) id: String,
    /// Its type.
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    /// What it says.
    pub(super) content: String,
    /// The file that it stands in.
    pub(super) source_file: String,
    /// What it is about.
    pub(super) concepts: Vec<String>,
    /// The project that it belongs to.
    pub(super) project: Option<String>,
    /// When it was indexed, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) indexed_at: Option<i64>,
}

/// A document that was found.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct FoundView {
    id: String,
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    content: String,
    source_file: String,
    concepts: Vec<String>,
    project: Option<String>,
    #[serde(rename = "createdAt")]
    created_at: Option<i64>,
    #[serde(rename = "memoryLayer")]
    memory_layer: &'static str,
    /// Whether words, meaning or both found it.
    pub(super) source: &'static str,
    /// How well it fits, 0 to 1.
    score: f64,
    confidence: f64,
    /// How far its source is trusted: admin, user, agent or untrusted.
    trust: &'static str,
}

impl DocumentView {
    /// Shows a memory.
    pub(super) fn of(memory: &Memory, file: Option<String>) -> Self {
        Self {
            id: memory.id.to_string(),
            kind: type_of(memory),
            content: content_of(memory),
            source_file: file.unwrap_or_default(),
            concepts: concepts(memory),
            project: project(&memory.scope),
            indexed_at: Some(millis(memory.updated_at)),
        }
    }
}

impl FoundView {
    /// Shows a hit; `memory` is the memory behind it.
    pub(super) fn of(hit: &Hit, memory: Option<&Memory>, mode: Mode) -> Self {
        Self {
            id: hit.memory.as_ref().map_or_else(|| hit.citation(), ToString::to_string),
            kind: memory.map_or_else(|| type_of_file(hit), type_of),
            content: memory.map_or_else(|| hit.text.clone(), content_of),
            source_file: hit.path.clone().unwrap_or_default(),
            concepts: memory.map(concepts).unwrap_or_default(),
            project: memory.and_then(|memory| project(&memory.scope)),
            created_at: memory.map(|memory| millis(memory.created_at)).or(hit.date.map(millis)),
            memory_layer: hit.layer.as_str(),
            source: found_by(hit, mode),
            score: round(hit.score),
            confidence: hit.confidence,
            trust: memory.map_or(Trust::Untrusted, |memory| memory.provenance.trust).as_str(),
        }
    }
}

/// Returns the old type of a memory: its tag, else what its shape stands for.
pub(super) fn type_of(memory: &Memory) -> &'static str {
    if let Some(kind) = TYPES.into_iter().find(|kind| memory.tags.iter().any(|tag| tag == kind)) {
        return kind;
    }
    match memory.shape() {
        Shape::Procedure => "pattern",
        Shape::Episode => "retro",
        Shape::Entry | Shape::Note | Shape::Decision => "learning",
    }
}

fn type_of_file(hit: &Hit) -> &'static str {
    let path = hit.path.as_deref().unwrap_or_default();
    match hit.source {
        HitSource::Session => "retro",
        _ if path.starts_with("second-brain/summaries/") || path.starts_with("memory/archive/") => "retro",
        _ if path == "MEMORY.md" => "principle",
        _ => "learning",
    }
}

/// Returns what a memory says; an entry with its key, without which it would say little.
pub(crate) fn content_of(memory: &Memory) -> String {
    match &memory.content {
        Content::Entry(entry) => format!("{}: {}", memory.key, entry.value),
        other => other.text(),
    }
}

/// Returns what a memory is about, with the layer as those clients name it.
fn concepts(memory: &Memory) -> Vec<String> {
    let mut all = concepts_of(memory);
    let layer = memory.layer().as_str();
    if matches!(layer, "procedural" | "episodic" | "user_model") {
        all.push(format!("memory:{layer}"));
    }
    all
}

fn project(scope: &Scope) -> Option<String> {
    match scope {
        Scope::Project(project) => Some(project.as_str().to_owned()),
        _ => None,
    }
}

fn found_by(hit: &Hit, mode: Mode) -> &'static str {
    let (words, meaning) = (hit.signals.words > 0.0, hit.signals.vector > 0.0);
    match (mode, words, meaning) {
        (Mode::Lexical, ..) | (Mode::Hybrid, true, false) => "fts",
        (Mode::Vector, ..) | (Mode::Hybrid, false, true) => "vector",
        (Mode::Hybrid, ..) => "hybrid",
    }
}

/// Returns the file that a memory stands in, as far as the caller's workspace has one for it.
pub(super) fn file_of(call: &Call<'_>, memory: &Memory) -> Option<String> {
    call.workspace.file_of(memory).ok().flatten()
}
