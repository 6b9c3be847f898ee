//! The two tools of `OpenClaw`: a search over memory files and conversations, and a look into a file. A search that
//! cannot be done says so in its answer, so that the agent goes on without memory.

#![allow(dead_code, reason = "the profiles of MCP call these operations")]

use memoro_core::MemoryId;
use memoro_engine::{Action, Answer, Hit, HitSource, Passage, Recall};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Count, round};
use crate::error::{Code, Failure, Result};
use crate::ops::{Call, Operation};

/// How the path of a memory begins that stands in no file.
const NO_FILE: &str = "memoro:";
/// The most characters of a snippet.
const SNIPPET: usize = 700;
/// The most characters that are read at once.
const MOST_TEXT: usize = 48_000;
/// The most hits.
const MOST: usize = 50;

/// Where to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Corpus {
    /// Memories and memory files.
    Memory,
    /// Long documents: the second brain.
    Wiki,
    /// Everything.
    All,
    /// Conversations.
    Sessions,
}

/// A question.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MemorySearchRequest {
    /// The question.
    pub(crate) query: String,
    /// At most this many; 6 where it is left out.
    #[serde(default)]
    pub(crate) max_results: Option<Count>,
    /// No hit below this score; 0.35 where it is left out.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1)]
    pub(crate) min_score: Option<f32>,
    /// Where to look; everything where it is left out.
    #[serde(default)]
    pub(crate) corpus: Option<Corpus>,
}

/// What was found, or why nothing could be.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MemorySearchAnswer {
    results: Vec<ResultView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fallback: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    citations: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    debug: Option<DebugView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    disabled: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unavailable: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ResultView {
    path: String,
    start_line: u32,
    end_line: u32,
    score: f64,
    snippet: String,
    /// `memory` or `sessions`.
    source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    citation: Option<String>,
    corpus: Corpus,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DebugView {
    backend: &'static str,
    candidates: usize,
    chunks: u32,
    indexed_at: Option<String>,
    warnings: Vec<String>,
}

impl MemorySearchRequest {
    fn recall(&self, call: &Call<'_>) -> Result<Recall> {
        crate::ops::recall::check_question(&self.query)?;
        let usual = call.workspace.settings().search;
        let min_score = self.min_score.unwrap_or(usual.min_score);
        if !(0.0..=1.0).contains(&min_score) {
            return Err(Failure::new(Code::Usage, "minScore: must be from 0 to 1"));
        }
        let sources = match self.corpus.unwrap_or(Corpus::All) {
            Corpus::All => Vec::new(),
            Corpus::Memory => vec![HitSource::Memory, HitSource::Document],
            Corpus::Wiki => vec![HitSource::Document],
            Corpus::Sessions => vec![HitSource::Session],
        };
        Ok(Recall {
            limit: Count::within(self.max_results, usual.max_results, MOST).max(1),
            min_score,
            sources,
            path: (self.corpus == Some(Corpus::Wiki)).then(|| "second-brain".to_owned()),
            user: Some(call.user(None)?),
            ..Recall::new(self.query.clone())
        })
    }
}

impl Operation for MemorySearchRequest {
    type Answer = MemorySearchAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Searches memory files, memories and conversations by meaning and words";

    fn act(self, call: &Call<'_>) -> Result<MemorySearchAnswer> {
        let recall = match self.recall(call) {
            Ok(recall) => recall,
            Err(failure) => return Ok(MemorySearchAnswer::unavailable(&failure)),
        };
        let answer = call.sync().and_then(|()| Ok(call.workspace.recall(&recall, &call.caller)?));
        let answer = match answer {
            Ok(answer) => answer,
            Err(failure) => return Ok(MemorySearchAnswer::unavailable(&failure)),
        };
        let view = MemorySearchAnswer::of(&answer);
        let now = call.now();
        call.later(move |workspace| drop(workspace.count_use(&answer, now)));
        Ok(view)
    }
}

impl MemorySearchAnswer {
    fn of(answer: &Answer) -> Self {
        let model = answer.freshness.model.clone();
        // Nothing found says nothing where the files were never looked at.
        let unread = answer.hits.is_empty() && answer.freshness.indexed_at.is_none();
        Self {
            results: answer.hits.iter().map(ResultView::of).collect(),
            provider: Some(if model.is_some() { "memoro".into() } else { "none".into() }),
            mode: Some(if model.is_some() { "hybrid" } else { "fts-only" }),
            model,
            fallback: Some("none"),
            citations: Some("auto"),
            debug: Some(DebugView {
                backend: "builtin",
                candidates: answer.candidates,
                chunks: answer.freshness.chunks,
                indexed_at: answer.freshness.indexed_at.map(|at| at.to_string()),
                warnings: answer.freshness.warnings.clone(),
            }),
            disabled: None,
            unavailable: None,
            error: None,
            warning: unread
                .then(|| "The memory files are still being indexed; nothing of them was searched.".into()),
            action: unread.then(|| "ask again in a moment".into()),
        }
    }

    fn unavailable(failure: &Failure) -> Self {
        Self {
            results: Vec::new(),
            provider: None,
            model: None,
            fallback: None,
            citations: None,
            mode: None,
            debug: None,
            disabled: Some(true),
            unavailable: Some(true),
            error: Some(failure.message.clone()),
            warning: Some("Memory search is unavailable; answer without it and say so.".into()),
            action: Some(failure.hint.clone().unwrap_or_else(|| {
                let wrong = matches!(failure.code, Code::Usage | Code::Invalid);
                let next = if wrong { "ask again in other words" } else { "run `memoro doctor`" };
                next.to_owned()
            })),
        }
    }
}

impl ResultView {
    fn of(hit: &Hit) -> Self {
        let lines = u32::try_from(hit.text.lines().count().max(1)).unwrap_or(u32::MAX);
        let (path, start_line, end_line) = match (&hit.path, &hit.memory) {
            (Some(path), _) if hit.start_line > 0 => (path.clone(), hit.start_line, hit.end_line),
            (Some(path), _) => (path.clone(), 1, lines),
            (None, id) => {
                let id = id.as_ref().map(MemoryId::as_str).unwrap_or_default();
                (format!("{NO_FILE}{id}"), 1, lines)
            }
        };
        let session = hit.source == HitSource::Session;
        let wiki = path.starts_with("second-brain/");
        Self {
            citation: Some(format!("{path}#L{start_line}-L{end_line}")),
            path,
            start_line,
            end_line,
            score: round(hit.score),
            snippet: hit.text.chars().take(SNIPPET).collect(),
            source: if session { "sessions" } else { "memory" },
            corpus: match (session, wiki) {
                (true, _) => Corpus::Sessions,
                (false, true) => Corpus::Wiki,
                (false, false) => Corpus::Memory,
            },
        }
    }
}

/// A wish for lines of a file.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct MemoryGetRequest {
    /// The file, as the search names it.
    pub(crate) path: String,
    /// The first line, from 1.
    #[serde(default)]
    pub(crate) from: Option<Count>,
    /// How many lines.
    #[serde(default)]
    pub(crate) lines: Option<Count>,
    /// Where the path was found; the path alone decides.
    #[serde(default)]
    pub(crate) corpus: Option<Corpus>,
}

/// Lines of a file; no text for one that is not there.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MemoryGetAnswer {
    path: String,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_lines: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_from: Option<usize>,
}

impl MemoryGetAnswer {
    fn missing(path: &str) -> Self {
        Self {
            path: path.to_owned(),
            text: String::new(),
            from: None,
            lines: None,
            total_lines: None,
            truncated: None,
            next_from: None,
        }
    }

    /// Shows lines from a place on, as many as fit; the end of the last line is not among them.
    fn of(path: String, text: &str, (from, of): (usize, usize)) -> Self {
        let all: Vec<&str> = if of == 0 { Vec::new() } else { text.split('\n').collect() };
        let (mut fitting, mut size) = (0, 0);
        for line in &all {
            size += line.chars().count() + 1;
            if fitting > 0 && size > MOST_TEXT {
                break;
            }
            fitting += 1;
        }
        let whole: String = all.iter().take(fitting).copied().collect::<Vec<_>>().join("\n");
        let shown: String = whole.chars().take(MOST_TEXT).collect();
        let left = fitting < all.len();
        Self {
            path,
            truncated: (left || shown.len() < whole.len()).then_some(true),
            text: shown,
            from: Some(from),
            lines: Some(fitting),
            total_lines: Some(of),
            next_from: left.then_some(from + fitting),
        }
    }
}

impl Operation for MemoryGetRequest {
    type Answer = MemoryGetAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Reads lines of a memory file that the search found";

    fn act(self, call: &Call<'_>) -> Result<MemoryGetAnswer> {
        let from = self.from.map_or(1, |Count(n)| usize::try_from(n).unwrap_or(usize::MAX)).max(1);
        let count = self.lines.map(|Count(n)| usize::try_from(n).unwrap_or(usize::MAX).max(1));
        if let Some(id) = self.path.strip_prefix(NO_FILE) {
            let Ok(stored) = call.memory(id) else { return Ok(MemoryGetAnswer::missing(&self.path)) };
            let text = super::oracle::content_of(&stored.memory);
            let all: Vec<&str> = text.lines().collect();
            if from > all.len() {
                return Ok(MemoryGetAnswer::missing(&self.path));
            }
            let part: Vec<&str> =
                all.iter().skip(from - 1).take(count.unwrap_or(usize::MAX)).copied().collect();
            return Ok(MemoryGetAnswer::of(self.path, &part.join("\n"), (from, all.len())));
        }
        let to = count.map(|count| from.saturating_add(count - 1));
        let passage =
            Passage { path: self.path.clone(), from: Some(from), to: Some(to.unwrap_or(usize::MAX)) };
        match call.workspace.lines(&passage, &call.user(None)?, &call.caller) {
            Ok(lines) => Ok(MemoryGetAnswer::of(lines.path, &lines.text, (lines.from, lines.of))),
            Err(memoro_engine::EngineError::NotFound { .. }) => Ok(MemoryGetAnswer::missing(&self.path)),
            Err(error) => Err(error.into()),
        }
    }
}
