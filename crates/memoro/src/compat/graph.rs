//! The reference graph of named things: entities with observations, and relations between them.

#![allow(dead_code, reason = "the profiles of MCP call these operations")]

use memoro_engine::{Action, Entity, Graph, Relation};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{is_false, shared};
use crate::error::Result;
use crate::ops::{Call, Operation};

/// A named thing.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct EntityView {
    /// Its name.
    pub(crate) name: String,
    /// What it is.
    #[serde(rename = "entityType")]
    pub(crate) kind: String,
    /// What was seen of it.
    #[serde(default)]
    pub(crate) observations: Vec<String>,
}

/// How one thing bears on another.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct RelationView {
    /// Where it starts.
    pub(crate) from: String,
    /// Where it ends.
    pub(crate) to: String,
    /// What it is, in the active voice.
    #[serde(rename = "relationType")]
    pub(crate) kind: String,
}

/// Entities and the relations between them.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GraphView {
    /// The entities.
    pub(crate) entities: Vec<EntityView>,
    /// The relations.
    pub(crate) relations: Vec<RelationView>,
}

impl From<Entity> for EntityView {
    fn from(entity: Entity) -> Self {
        Self { name: entity.name, kind: entity.kind, observations: entity.observations }
    }
}

impl From<EntityView> for Entity {
    fn from(view: EntityView) -> Self {
        Self { name: view.name, kind: view.kind, observations: view.observations }
    }
}

impl From<Relation> for RelationView {
    fn from(relation: Relation) -> Self {
        Self { from: relation.from, to: relation.to, kind: relation.kind }
    }
}

impl From<RelationView> for Relation {
    fn from(view: RelationView) -> Self {
        Self { from: view.from, kind: view.kind, to: view.to }
    }
}

impl From<Graph> for GraphView {
    fn from(graph: Graph) -> Self {
        Self {
            entities: graph.entities.into_iter().map(EntityView::from).collect(),
            relations: graph.relations.into_iter().map(RelationView::from).collect(),
        }
    }
}

/// Entities to add.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CreateEntitiesRequest {
    /// The entities.
    pub(crate) entities: Vec<EntityView>,
}

/// The entities that are new.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EntitiesAnswer {
    /// The entities.
    pub(crate) entities: Vec<EntityView>,
    /// Whether something of it waits for a person.
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) pending: bool,
}

/// Relations to add.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CreateRelationsRequest {
    /// The relations.
    pub(crate) relations: Vec<RelationView>,
}

/// The relations that are new.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RelationsAnswer {
    /// The relations.
    pub(crate) relations: Vec<RelationView>,
    /// Whether something of it waits for a person.
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) pending: bool,
}

/// Observations to add.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AddObservationsRequest {
    /// What was seen of which entity.
    pub(crate) observations: Vec<ObservedView>,
}

/// What was seen of an entity.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct ObservedView {
    /// The entity.
    #[serde(rename = "entityName")]
    pub(crate) entity: String,
    /// What was seen.
    pub(crate) contents: Vec<String>,
}

/// The observations that are new.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ObservationsAnswer {
    /// By entity.
    pub(crate) results: Vec<AddedView>,
    /// Whether something of it waits for a person.
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) pending: bool,
}

/// The observations of an entity that are new.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AddedView {
    /// The entity.
    pub(crate) entity_name: String,
    /// What is new.
    pub(crate) added_observations: Vec<String>,
}

/// Entities to delete, with their relations.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeleteEntitiesRequest {
    /// Their names.
    pub(crate) entity_names: Vec<String>,
}

/// Observations to delete.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DeleteObservationsRequest {
    /// What is not seen any more of which entity.
    pub(crate) deletions: Vec<DeletionView>,
}

/// What is not seen any more of an entity.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct DeletionView {
    /// The entity.
    #[serde(rename = "entityName")]
    pub(crate) entity: String,
    /// The observations.
    pub(crate) observations: Vec<String>,
}

/// Relations to delete.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DeleteRelationsRequest {
    /// The relations.
    pub(crate) relations: Vec<RelationView>,
}

/// That it was done.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DeletedAnswer {
    /// Always true.
    pub(crate) success: bool,
    /// What was done.
    pub(crate) message: &'static str,
}

/// A wish for the whole graph.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ReadGraphRequest {}

/// A search among entities.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SearchNodesRequest {
    /// What their names, types or observations hold.
    pub(crate) query: String,
}

/// A wish for entities by name.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct OpenNodesRequest {
    /// Their names.
    pub(crate) names: Vec<String>,
}

impl Operation for CreateEntitiesRequest {
    type Answer = EntitiesAnswer;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Adds named things; names that are there already are passed over";

    fn act(self, call: &Call<'_>) -> Result<EntitiesAnswer> {
        shared(call)?;
        let entities: Vec<Entity> = self.entities.into_iter().map(Entity::from).collect();
        let created = call.workspace.create_entities(&entities, &call.caller)?;
        Ok(EntitiesAnswer {
            entities: created.new.into_iter().map(EntityView::from).collect(),
            pending: created.waits,
        })
    }
}

impl Operation for CreateRelationsRequest {
    type Answer = RelationsAnswer;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str =
        "Adds relations between named things; those that are there already are passed over";

    fn act(self, call: &Call<'_>) -> Result<RelationsAnswer> {
        shared(call)?;
        let relations: Vec<Relation> = self.relations.into_iter().map(Relation::from).collect();
        let created = call.workspace.create_relations(&relations, &call.caller)?;
        Ok(RelationsAnswer {
            relations: created.new.into_iter().map(RelationView::from).collect(),
            pending: created.waits,
        })
    }
}

impl Operation for AddObservationsRequest {
    type Answer = ObservationsAnswer;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Adds what was seen of named things that are there";

    fn act(self, call: &Call<'_>) -> Result<ObservationsAnswer> {
        shared(call)?;
        let mut answer = ObservationsAnswer { results: Vec::new(), pending: false };
        for ObservedView { entity, contents } in self.observations {
            let added = call.workspace.add_observations(&entity, &contents, &call.caller)?;
            answer.pending |= added.waits;
            answer.results.push(AddedView { entity_name: entity, added_observations: added.new });
        }
        Ok(answer)
    }
}

impl Operation for DeleteEntitiesRequest {
    type Answer = DeletedAnswer;
    const ACTION: Action = Action::Forget;
    const ABOUT: &'static str = "Ends named things and takes their relations away";

    fn act(self, call: &Call<'_>) -> Result<DeletedAnswer> {
        shared(call)?;
        call.workspace.delete_entities(&self.entity_names, &call.caller)?;
        Ok(DeletedAnswer { success: true, message: "Entities deleted successfully" })
    }
}

impl Operation for DeleteObservationsRequest {
    type Answer = DeletedAnswer;
    const ACTION: Action = Action::Forget;
    const ABOUT: &'static str = "Takes observations from named things";

    fn act(self, call: &Call<'_>) -> Result<DeletedAnswer> {
        shared(call)?;
        for DeletionView { entity, observations } in self.deletions {
            call.workspace.delete_observations(&entity, &observations, &call.caller)?;
        }
        Ok(DeletedAnswer { success: true, message: "Observations deleted successfully" })
    }
}

impl Operation for DeleteRelationsRequest {
    type Answer = DeletedAnswer;
    const ACTION: Action = Action::Forget;
    const ABOUT: &'static str = "Takes relations away";

    fn act(self, call: &Call<'_>) -> Result<DeletedAnswer> {
        shared(call)?;
        let relations: Vec<Relation> = self.relations.into_iter().map(Relation::from).collect();
        call.workspace.delete_relations(&relations, &call.caller)?;
        Ok(DeletedAnswer { success: true, message: "Relations deleted successfully" })
    }
}

impl Operation for ReadGraphRequest {
    type Answer = GraphView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns all named things and their relations";

    fn act(self, call: &Call<'_>) -> Result<GraphView> {
        shared(call)?;
        Ok(call.workspace.read_graph(&call.caller)?.into())
    }
}

impl Operation for SearchNodesRequest {
    type Answer = GraphView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Finds named things by name, type or what was seen of them";

    fn act(self, call: &Call<'_>) -> Result<GraphView> {
        shared(call)?;
        Ok(call.workspace.search_nodes(&self.query, &call.caller)?.into())
    }
}

impl Operation for OpenNodesRequest {
    type Answer = GraphView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns named things by their names";

    fn act(self, call: &Call<'_>) -> Result<GraphView> {
        shared(call)?;
        Ok(call.workspace.open_nodes(&self.names, &call.caller)?.into())
    }
}
