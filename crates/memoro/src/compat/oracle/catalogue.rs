//! What there is: lists, single documents, files, numbers, and a reminder of something learned.

use std::collections::BTreeMap;

use memoro_core::{Scope, Shape};
use memoro_engine::store::Filter;
use memoro_engine::{Action, Passage};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::document::{DocumentView, TYPES, file_of, type_of};
use super::search::{is_of, known_type};
use crate::compat::{Count, millis, needed, shared};
use crate::error::{Code, Failure, Result};
use crate::ops::{Call, Operation};

/// The most documents of one page.
const MOST: usize = 100;

/// A page of documents.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ListRequest {
    /// Only this type, or all.
    #[serde(default, rename = "type")]
    pub(crate) kind: Option<String>,
    /// At most this many, 1 to 100; 10 where it is left out.
    #[serde(default)]
    pub(crate) limit: Option<Count>,
    /// Leaves out this many first.
    #[serde(default)]
    pub(crate) offset: Option<Count>,
}

/// A page of documents.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListAnswer {
    results: Vec<DocumentView>,
    total: u64,
    offset: usize,
    limit: usize,
    #[serde(rename = "type")]
    kind: String,
}

/// A wish for one document.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct DocRequest {
    /// The id of a memory, or a place in a file as search names it.
    #[serde(default)]
    pub(crate) id: String,
}

/// A wish for a file.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct FileRequest {
    /// The path, inside the workspace.
    #[serde(default)]
    pub(crate) path: Option<String>,
}

/// A wish to be reminded.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ReflectRequest {}

/// A wish for numbers.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct StatsRequest {}

/// A wish for the concepts.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ConceptsRequest {
    /// At most this many, 50 where it is left out.
    #[serde(default)]
    pub(crate) limit: Option<Count>,
}

/// Numbers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StatsAnswer {
    total: u64,
    by_type: BTreeMap<&'static str, u64>,
    by_layer: BTreeMap<&'static str, u64>,
    concepts: TopView,
    last_indexed: Option<String>,
    index_age_hours: Option<f64>,
    is_stale: bool,
    is_indexing: bool,
    pending: u64,
    fts_status: &'static str,
    vector_status: &'static str,
}

/// Concepts with their numbers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TopView {
    pub(super) total: usize,
    pub(super) top: Vec<NamedCount>,
}

/// A name and a number.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NamedCount {
    pub(super) name: String,
    pub(super) count: u64,
}

/// The concepts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConceptsAnswer {
    concepts: Vec<NamedCount>,
    total_unique: usize,
}

/// One learning, or why there is none.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReflectAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    concepts: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The text of a file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FileAnswer {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// Which memories are documents: what was learned, decided and done, and what happened.
fn documents(call: &Call<'_>) -> Result<Filter> {
    let user = call.user(None)?;
    Ok(Filter {
        now: call.now(),
        shapes: vec![Shape::Note, Shape::Decision, Shape::Procedure, Shape::Episode],
        scopes: scopes(call, Scope::User(user))?,
        no_courses: true,
        ..Filter::default()
    })
}

/// The scopes that are listed: the caller's user, the agent's and every project.
fn scopes(call: &Call<'_>, own: Scope) -> Result<Vec<Scope>> {
    let mut all = vec![own, Scope::Agent];
    for (name, _) in call.workspace.store().scope_numbers()? {
        if let Ok(scope @ Scope::Project(_)) = name.parse::<Scope>() {
            all.push(scope);
        }
    }
    Ok(all)
}

impl Operation for ListRequest {
    type Answer = ListAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists documents, the last changed first";

    fn act(self, call: &Call<'_>) -> Result<ListAnswer> {
        let word = self.kind.as_deref().map(str::trim).filter(|word| !word.is_empty()).unwrap_or("all");
        let kind = if word == "all" { None } else { Some(known_type(word)?) };
        let (limit, offset) =
            (Count::within(self.limit, 10, MOST).max(1), Count::within(self.offset, 0, usize::MAX));
        let mut filter = documents(call)?;
        let (page, total) = if kind.is_none() {
            let total = call.workspace.store().count(&filter)?;
            (filter.limit, filter.offset) = (Some(limit), offset);
            (call.workspace.list(&filter, &call.caller)?, total)
        } else {
            let mut all = call.workspace.list(&filter, &call.caller)?;
            all.retain(|stored| is_of(&stored.memory, kind));
            let total = all.len() as u64;
            (all.into_iter().skip(offset).take(limit).collect(), total)
        };
        let view = |stored: &memoro_engine::store::Stored| {
            DocumentView::of(&stored.memory, file_of(call, &stored.memory))
        };
        Ok(ListAnswer {
            results: page.iter().map(view).collect(),
            total,
            offset,
            limit,
            kind: word.to_owned(),
        })
    }
}

impl Operation for DocRequest {
    type Answer = DocumentView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns one document";

    fn act(self, call: &Call<'_>) -> Result<DocumentView> {
        let missing = || Failure::new(Code::NotFound, "Document not found");
        match call.memory(&self.id) {
            Ok(stored) if stored.memory.is_current(call.now()) => {
                Ok(DocumentView::of(&stored.memory, file_of(call, &stored.memory)))
            }
            Ok(_) => Err(missing()),
            Err(failure) if failure.code == Code::NotFound => self.passage(call)?.ok_or_else(missing),
            Err(failure) => Err(failure),
        }
    }
}

impl DocRequest {
    fn passage(&self, call: &Call<'_>) -> Result<Option<DocumentView>> {
        if let Some(user) = self.id.strip_prefix("user_model_") {
            let user = call.user(Some(user))?;
            let model = call.workspace.user_model(&user, &call.caller)?;
            let view = super::layers::ModelView::of(&model, call.now());
            return Ok(Some(DocumentView {
                id: self.id.clone(),
                kind: "learning",
                content: serde_json::to_string(&view).unwrap_or_default(),
                source_file: String::new(),
                concepts: vec!["memory:user_model".into(), format!("user:{user}")],
                project: None,
                indexed_at: model.updated_at.map(millis),
            }));
        }
        let lines = match call.workspace.lines(&Passage::parse(&self.id), &call.user(None)?, &call.caller) {
            Ok(lines) => lines,
            Err(memoro_engine::EngineError::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        Ok(Some(DocumentView {
            id: self.id.clone(),
            kind: "learning",
            content: lines.text,
            source_file: lines.path,
            concepts: Vec::new(),
            project: None,
            indexed_at: None,
        }))
    }
}

impl Operation for FileRequest {
    type Answer = FileAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns the text of a file inside the workspace";

    fn act(self, call: &Call<'_>) -> Result<FileAnswer> {
        let path = needed("path", self.path.as_deref())?;
        let passage = Passage { path: path.to_owned(), from: None, to: None };
        let lines = call.workspace.lines(&passage, &call.user(None)?, &call.caller)?;
        Ok(FileAnswer { path: lines.path, text: lines.text })
    }
}

impl Operation for ReflectRequest {
    type Answer = ReflectAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns one of the things that were learned";

    fn act(self, call: &Call<'_>) -> Result<ReflectAnswer> {
        let chance = u64::from(call.now().subsec_nanosecond().unsigned_abs())
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(call.now().as_millisecond().unsigned_abs());
        let found = call.workspace.reflect(&call.user(None)?, chance >> 17, &call.caller)?;
        let Some(memory) = found.filter(|memory| call.sees(memory)) else {
            let error = Some("No documents found".to_owned());
            return Ok(ReflectAnswer {
                id: None,
                kind: None,
                content: None,
                source_file: None,
                concepts: None,
                error,
            });
        };
        let view = DocumentView::of(&memory, file_of(call, &memory));
        Ok(ReflectAnswer {
            id: Some(view.id),
            kind: Some(view.kind),
            content: Some(view.content),
            source_file: Some(view.source_file),
            concepts: Some(view.concepts),
            error: None,
        })
    }
}

impl Operation for StatsRequest {
    type Answer = StatsAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Tells how much there is and how fresh the index is";

    fn act(self, call: &Call<'_>) -> Result<StatsAnswer> {
        let (mut by_type, mut by_layer) =
            (TYPES.map(|kind| (kind, 0)).into_iter().collect::<BTreeMap<_, _>>(), BTreeMap::new());
        let all = call.workspace.list(&documents(call)?, &call.caller)?;
        for stored in &all {
            *by_type.entry(type_of(&stored.memory)).or_insert(0) += 1;
            *by_layer.entry(stored.memory.layer().as_str()).or_insert(0) += 1;
        }
        let graph = match shared(call) {
            Ok(()) => call.workspace.concepts(&call.caller)?,
            Err(_) => memoro_engine::Concepts::default(),
        };
        let indexed = call.workspace.indexed_at()?;
        let age = indexed.map(|at| call.now().duration_since(at).as_secs_f64() / 3_600.0);
        let waiting = call.workspace.pending(&call.caller)?;
        let pending = waiting.iter().filter(|stored| call.sees(&stored.memory)).count() as u64;
        Ok(StatsAnswer {
            total: all.len() as u64,
            by_type,
            by_layer,
            concepts: TopView { total: graph.counts.len(), top: named(graph.most_used(10)) },
            last_indexed: indexed.map(|at| at.to_string()),
            index_age_hours: age.map(|hours| (hours * 100.0).round() / 100.0),
            is_stale: age.is_none_or(|hours| hours > 24.0),
            is_indexing: false,
            pending,
            fts_status: if all.is_empty() { "empty" } else { "healthy" },
            vector_status: "connected",
        })
    }
}

impl Operation for ConceptsRequest {
    type Answer = ConceptsAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists the concepts, the most used first";

    fn act(self, call: &Call<'_>) -> Result<ConceptsAnswer> {
        shared(call)?;
        let graph = call.workspace.concepts(&call.caller)?;
        let limit = Count::within(self.limit, 50, 1_000);
        Ok(ConceptsAnswer { total_unique: graph.counts.len(), concepts: named(graph.most_used(limit)) })
    }
}

/// Names numbers.
pub(super) fn named(counts: Vec<(String, u64)>) -> Vec<NamedCount> {
    counts.into_iter().map(|(name, count)| NamedCount { name, count }).collect()
}
