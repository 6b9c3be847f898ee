//! `search`: documents, memories and conversations that answer a question.

use std::time::Instant;

use memoro_core::query::Class;
use memoro_core::{Layer, Memory, MemoryId};
use memoro_engine::{Action, Asked, Fitting, Mode, Recall};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::document::{FoundView, TYPES, type_of};
use super::project_of;
use crate::compat::{Count, Words};
use crate::error::{Code, Failure, Result};
use crate::ops::{Call, Operation};

/// The most hits of one page.
const MOST: usize = 100;
/// How many hits are looked through at most.
const ALL: usize = 10_000;

/// A question.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct SearchRequest {
    /// The question.
    #[serde(default)]
    pub(crate) q: Option<String>,
    /// The question, under its other name.
    #[serde(default)]
    pub(crate) query: Option<String>,
    /// Only this type: principle, pattern, learning, retro, or all.
    #[serde(default, rename = "type")]
    pub(crate) kind: Option<String>,
    /// At most this many, 10 where it is left out.
    #[serde(default)]
    pub(crate) limit: Option<Count>,
    /// Leaves out this many first.
    #[serde(default)]
    pub(crate) offset: Option<Count>,
    /// hybrid, fts or vector.
    #[serde(default)]
    pub(crate) mode: Option<String>,
    /// Only this project, and what belongs to none.
    #[serde(default)]
    pub(crate) project: Option<String>,
    /// The folder in which it is asked; names the project.
    #[serde(default)]
    pub(crate) cwd: Option<String>,
    /// Only these layers.
    #[serde(default)]
    pub(crate) layer: Words,
    /// The user who asks.
    #[serde(default, rename = "userId")]
    pub(crate) user_id: Option<String>,
}

/// What was found.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SearchAnswer {
    results: Vec<FoundView>,
    total: usize,
    offset: usize,
    limit: usize,
    mode: &'static str,
    #[serde(rename = "queryProfile")]
    query_profile: ProfileView,
    candidates: CandidatesView,
    fts: FtsView,
    timing: TimingView,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
    query: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct ProfileView {
    #[serde(rename = "type")]
    kind: &'static str,
}

#[derive(Debug, Serialize, ToSchema)]
struct CandidatesView {
    fts: usize,
    vector: usize,
    merged: usize,
}

#[derive(Debug, Serialize, ToSchema)]
struct FtsView {
    tokens: Vec<String>,
    #[serde(rename = "queryMode")]
    query_mode: &'static str,
}

#[derive(Debug, Serialize, ToSchema)]
struct TimingView {
    #[serde(rename = "totalMs")]
    total_ms: u64,
}

impl SearchRequest {
    fn recall(&self, call: &Call<'_>, query: &str) -> Result<(Recall, Option<&'static str>)> {
        let kind = match self.kind.as_deref().map(str::trim).filter(|kind| !kind.is_empty() && *kind != "all")
        {
            None => None,
            Some(word) => Some(known_type(word)?),
        };
        let layers = self.layer.0.iter().map(|word| layer(word)).collect::<Result<Vec<Layer>>>()?;
        let wanted = self.offset().saturating_add(self.limit());
        let recall = Recall {
            limit: if kind.is_some() { ALL } else { wanted.clamp(1, ALL) },
            counted: true,
            mode: mode(self.mode.as_deref())?,
            layers,
            user: Some(call.user(self.user_id.as_deref())?),
            project: project_of(self.project.as_deref(), self.cwd.as_deref())?,
            ..Recall::new(query)
        };
        Ok((recall, kind))
    }

    fn limit(&self) -> usize {
        Count::within(self.limit, 10, MOST).max(1)
    }

    fn offset(&self) -> usize {
        Count::within(self.offset, 0, usize::MAX)
    }
}

impl Operation for SearchRequest {
    type Answer = SearchAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Searches the knowledge base by words and meaning";

    fn act(self, call: &Call<'_>) -> Result<SearchAnswer> {
        let began = Instant::now();
        let asked = self.q.as_deref().filter(|q| !q.trim().is_empty()).or(self.query.as_deref());
        let query = asked.unwrap_or_default().trim().to_owned();
        if query.is_empty() {
            return Err(Failure::new(Code::Usage, "Missing query parameter: q"));
        }
        crate::ops::recall::check_question(&query)?;
        let (recall, kind) = self.recall(call, &query)?;
        call.sync()?;
        let answer = call.workspace.recall(&recall, &call.caller)?;
        let mut found = Vec::new();
        for hit in answer.hits {
            let memory = match &hit.memory {
                Some(id) => call.workspace.store().get(id)?.map(|stored| stored.memory),
                None => None,
            };
            if memory.as_ref().is_none_or(|memory| call.sees(memory)) {
                found.push((FoundView::of(&hit, memory.as_ref(), recall.mode), hit.memory));
            }
        }
        found.retain(|(view, _)| kind.is_none_or(|kind| view.kind == kind));
        let candidates = candidates(&found, answer.fitting.filter(|_| kind.is_none()));
        let total = candidates.merged;
        let (class, warnings) = (answer.class, answer.freshness.warnings);
        let page = found.into_iter().skip(self.offset()).take(self.limit());
        let (results, shown): (Vec<FoundView>, Vec<Option<MemoryId>>) = page.unzip();
        call.used(shown.into_iter().flatten());
        let caller = call.caller.clone();
        call.later(move |workspace| drop(workspace.count_asked(Asked::Search, &caller)));
        Ok(SearchAnswer {
            results,
            total,
            offset: self.offset(),
            limit: self.limit(),
            mode: mode_word(recall.mode),
            query_profile: ProfileView { kind: class_word(class) },
            candidates,
            fts: FtsView { tokens: tokens(&query), query_mode: "or" },
            timing: TimingView { total_ms: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX) },
            warning: (!warnings.is_empty()).then(|| warnings.join("; ")),
            query,
        })
    }
}

/// Counts what the question fits, by words and by meaning: all of it, or what was found of one type.
fn candidates(found: &[(FoundView, Option<MemoryId>)], fitting: Option<Fitting>) -> CandidatesView {
    let by = |source: &str| {
        found.iter().filter(|(view, _)| view.source == source || view.source == "hybrid").count()
    };
    match fitting {
        Some(fitting) => {
            CandidatesView { fts: fitting.by_words, vector: fitting.by_meaning, merged: fitting.all }
        }
        None => CandidatesView { fts: by("fts"), vector: by("vector"), merged: found.len() },
    }
}

/// Reads an old type.
pub(super) fn known_type(word: &str) -> Result<&'static str> {
    let known = TYPES.into_iter().find(|kind| *kind == word);
    let wrong = || Failure::new(Code::Usage, format!("type `{word}`: use all, {}", TYPES.join(", ")));
    known.ok_or_else(wrong)
}

/// Reads a layer.
pub(super) fn layer(word: &str) -> Result<Layer> {
    word.parse::<Layer>().map_err(|why| Failure::new(Code::Usage, why.to_string()))
}

fn mode(word: Option<&str>) -> Result<Mode> {
    match word.unwrap_or("hybrid") {
        "" | "hybrid" => Ok(Mode::Hybrid),
        "fts" | "lexical" | "fts5" => Ok(Mode::Lexical),
        "vector" => Ok(Mode::Vector),
        other => Err(Failure::new(Code::Usage, format!("mode `{other}`: use hybrid, fts or vector"))),
    }
}

const fn mode_word(mode: Mode) -> &'static str {
    match mode {
        Mode::Hybrid => "hybrid",
        Mode::Lexical => "fts",
        Mode::Vector => "vector",
    }
}

const fn class_word(class: Class) -> &'static str {
    match class {
        Class::Exact => "exact",
        Class::Semantic => "semantic",
        Class::Mixed => "mixed",
    }
}

/// Returns the words that were looked up, as they are indexed.
fn tokens(query: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    memoro_core::text::tokenize(query, &mut |token| {
        if token.is_indexed() && !all.iter().any(|known| known == token.text) {
            all.push(token.text.to_owned());
        }
    });
    all.truncate(64);
    all
}

/// Tells whether a memory is of a type.
pub(super) fn is_of(memory: &Memory, kind: Option<&'static str>) -> bool {
    kind.is_none_or(|kind| type_of(memory) == kind)
}
