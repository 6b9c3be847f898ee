//! The graph of concepts and of the documents that share them.

use std::collections::BTreeMap;

use memoro_engine::{Action, Concepts};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::document::type_of;
use crate::compat::{Count, needed, shared};
use crate::error::{Code, Failure, Result};
use crate::ops::{Call, Operation};

/// The most documents of a drawn graph.
const MOST: usize = 300;
const TOGETHER: &str = "co-occurs";

/// A wish for the graph of documents.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct GraphRequest {
    /// At most this many documents, 200 where it is left out.
    #[serde(default)]
    pub(crate) limit: Option<Count>,
}

/// Documents and what they share.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GraphAnswer {
    nodes: Vec<NodeView>,
    links: Vec<LinkView>,
}

#[derive(Debug, Serialize, ToSchema)]
struct NodeView {
    id: String,
    #[serde(rename = "type")]
    kind: &'static str,
    label: String,
    concepts: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct LinkView {
    source: String,
    target: String,
    weight: usize,
}

/// A wish for numbers.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct GraphStatsRequest {}

/// Numbers of the graph.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GraphStatsAnswer {
    stats: StatsView,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StatsView {
    total_relationships: usize,
    total_concepts: usize,
    by_type: BTreeMap<&'static str, usize>,
    avg_strength: f64,
}

/// A wish for the best connected concepts.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct TopConceptsRequest {
    /// At most this many, 20 where it is left out.
    #[serde(default)]
    pub(crate) limit: Option<Count>,
}

/// The best connected concepts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TopConceptsAnswer {
    concepts: Vec<ConnectedView>,
    count: usize,
}

#[derive(Debug, Serialize, ToSchema)]
struct ConnectedView {
    concept: String,
    connections: u64,
}

/// A wish for what stands beside a concept.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct RelatedRequest {
    /// The concept.
    #[serde(default)]
    pub(crate) concept: String,
    /// At most this many, 20 where it is left out.
    #[serde(default)]
    pub(crate) limit: Option<Count>,
}

/// What stands beside a concept.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RelatedAnswer {
    concept: String,
    related: Vec<RelatedView>,
    count: usize,
}

#[derive(Debug, Serialize, ToSchema)]
struct RelatedView {
    concept: String,
    relationship: &'static str,
    strength: u64,
}

/// A wish for the way from one concept to another.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct PathRequest {
    /// Where it starts.
    #[serde(default)]
    pub(crate) from: Option<String>,
    /// Where it ends.
    #[serde(default)]
    pub(crate) to: Option<String>,
    /// At most this many steps, 3 where it is left out.
    #[serde(default, rename = "maxDepth")]
    pub(crate) max_depth: Option<Count>,
}

/// The way from one concept to another.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PathAnswer {
    from: String,
    to: String,
    path: Vec<String>,
    length: usize,
}

fn graph(call: &Call<'_>) -> Result<Concepts> {
    shared(call)?;
    Ok(call.workspace.concepts(&call.caller)?)
}

impl Operation for GraphRequest {
    type Answer = GraphAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns documents and the concepts that they share";

    fn act(self, call: &Call<'_>) -> Result<GraphAnswer> {
        let limit = Count::within(self.limit, 200, MOST);
        let mut shown = graph(call)?.memories;
        shown.retain(|(_, concepts)| !concepts.is_empty());
        shown.truncate(limit);
        let mut links = Vec::new();
        for (at, (one, concepts)) in shown.iter().enumerate() {
            for (other, theirs) in shown.iter().skip(at + 1) {
                let weight = concepts.iter().filter(|concept| theirs.contains(concept)).count();
                if weight > 0 {
                    links.push(LinkView { source: one.id.to_string(), target: other.id.to_string(), weight });
                }
            }
        }
        let node = |(memory, concepts): &(memoro_core::Memory, Vec<String>)| NodeView {
            id: memory.id.to_string(),
            kind: type_of(memory),
            label: memory.content.text().lines().next().unwrap_or_default().chars().take(60).collect(),
            concepts: concepts.clone(),
        };
        Ok(GraphAnswer { nodes: shown.iter().map(node).collect(), links })
    }
}

impl Operation for GraphStatsRequest {
    type Answer = GraphStatsAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Counts the concepts and how they stand together";

    #[expect(clippy::cast_precision_loss, reason = "an average for people")]
    fn act(self, call: &Call<'_>) -> Result<GraphStatsAnswer> {
        let graph = graph(call)?;
        let pairs = graph.pairs.len();
        let strength: u64 = graph.pairs.values().sum();
        let connected: std::collections::BTreeSet<&str> =
            graph.pairs.keys().flat_map(|(one, other)| [one.as_str(), other.as_str()]).collect();
        Ok(GraphStatsAnswer {
            stats: StatsView {
                total_relationships: pairs,
                total_concepts: connected.len(),
                by_type: BTreeMap::from([(TOGETHER, pairs)]),
                avg_strength: if pairs == 0 { 0.0 } else { strength as f64 / pairs as f64 },
            },
        })
    }
}

impl Operation for TopConceptsRequest {
    type Answer = TopConceptsAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists the best connected concepts";

    fn act(self, call: &Call<'_>) -> Result<TopConceptsAnswer> {
        let top = graph(call)?.most_connected(Count::within(self.limit, 20, 500));
        let concepts: Vec<_> =
            top.into_iter().map(|(concept, connections)| ConnectedView { concept, connections }).collect();
        Ok(TopConceptsAnswer { count: concepts.len(), concepts })
    }
}

impl Operation for RelatedRequest {
    type Answer = RelatedAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists what stands beside a concept";

    fn act(self, call: &Call<'_>) -> Result<RelatedAnswer> {
        let beside = graph(call)?.related(&self.concept, Count::within(self.limit, 20, 500));
        let view = |(concept, strength)| RelatedView { concept, relationship: TOGETHER, strength };
        let related: Vec<_> = beside.into_iter().map(view).collect();
        Ok(RelatedAnswer { count: related.len(), concept: self.concept, related })
    }
}

impl Operation for PathRequest {
    type Answer = PathAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Finds the way from one concept to another";

    fn act(self, call: &Call<'_>) -> Result<PathAnswer> {
        let (from, to) = (needed("from", self.from.as_deref())?, needed("to", self.to.as_deref())?);
        let steps = Count::within(self.max_depth, 3, 10);
        let path = graph(call)?.path(from, to, steps);
        let path = path.ok_or_else(|| Failure::new(Code::NotFound, "No path found"))?;
        Ok(PathAnswer { from: from.to_owned(), to: to.to_owned(), length: path.len() - 1, path })
    }
}
