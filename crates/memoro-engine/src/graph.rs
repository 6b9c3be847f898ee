//! A graph of named things: entities with a type and observations, and relations between them. An entity is a note
//! under the key `entity/<name>`, a relation is a link; both live like every other memory.

mod entity;

use memoro_core::policy::Operation;
use memoro_core::{Content, Key, Memory, Note, Op, Scope, Shape, Status, Trust, Written};
use memoro_store::{Change, Expect, Filter, Link, Stored};

pub use entity::{Entity, Relation};

use crate::caller::Caller;
use crate::draft::{Basis, Draft};
use crate::error::{EngineError, Result};
use crate::owning::others;
use crate::procedure::add_new;
use crate::recall::Recall;
use crate::traces::set_tag;
use crate::workspace::Workspace;
use crate::write::{again, end};

/// How the keys of entities begin.
const KEY: &str = "entity/";
/// The name of the tag that tells the type of an entity.
const TYPE: &str = "entity";
/// The type of an entity of which no type was told.
const UNKNOWN: &str = "unknown";
/// How the kind of a link begins that is a relation between entities.
const RELATION: &str = "relation/";

/// What was added to the graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added<T> {
    /// What was not there yet.
    pub new: Vec<T>,
    /// Whether something of it waits for a person.
    pub waits: bool,
}

impl<T> Added<T> {
    const fn nothing() -> Self {
        Self { new: Vec::new(), waits: false }
    }
}

/// Entities and the relations between them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Graph {
    /// The entities, the oldest first.
    pub entities: Vec<Entity>,
    /// The relations, the oldest first.
    pub relations: Vec<Relation>,
}

impl Workspace {
    /// Adds entities; returns those whose names were not there yet.
    pub fn create_entities(&self, entities: &[Entity], caller: &Caller) -> Result<Added<Entity>> {
        self.permit(Operation::Write, caller)?;
        for entity in entities {
            key_of(&entity.name)?;
        }
        let mut created = Added::nothing();
        for (entity, place) in entities.iter().zip(0..) {
            if self.told_entity(&entity.name)?.is_none() {
                // A microsecond each keeps the order in which they were named.
                let now = caller.now + jiff::SignedDuration::from_micros(place);
                created.waits |= self.write_entity(entity, None, &Caller { now, ..caller.clone() })?;
                created.new.push(entity.clone());
            }
        }
        Ok(created)
    }

    /// Adds relations; returns those that were not there yet. An end that nobody told of holds a place, which is no
    /// entity until it is told.
    pub fn create_relations(&self, relations: &[Relation], caller: &Caller) -> Result<Added<Relation>> {
        self.permit(Operation::Write, caller)?;
        for relation in relations {
            key_of(&relation.from)?;
            key_of(&relation.to)?;
        }
        let mut created = Added::nothing();
        for relation in relations {
            if caller.trust() < Trust::User && self.directs(&relation.text()) {
                self.write(Draft::note(self.graph_scope(), relation.text()), caller)?;
                created.waits = true;
                created.new.push(relation.clone());
                continue;
            }
            let link = Link {
                from: self.entity_id(&relation.from, caller)?,
                kind: format!("{RELATION}{}", relation.kind.trim()),
                to: self.entity_id(&relation.to, caller)?,
                note: String::new(),
            };
            if self.write_link(link, caller)? {
                created.new.push(relation.clone());
            }
        }
        Ok(created)
    }

    /// Adds observations to an entity that is there; returns those that it did not have.
    pub fn add_observations(
        &self,
        name: &str,
        contents: &[String],
        caller: &Caller,
    ) -> Result<Added<String>> {
        again(|| self.add_once(name, contents, caller))
    }

    fn add_once(&self, name: &str, contents: &[String], caller: &Caller) -> Result<Added<String>> {
        let stored = self.known_entity(name)?;
        let mut entity = Entity::read(&stored.memory);
        let added: Vec<String> = contents.iter().map(|text| text.trim().to_owned()).collect();
        let mut new: Vec<String> = Vec::new();
        for text in added.into_iter().filter(|text| !text.is_empty()) {
            if !entity.observations.contains(&text) && !new.contains(&text) {
                new.push(text);
            }
        }
        entity.observations.extend(new.iter().cloned());
        let waits = !new.is_empty() && self.write_entity(&entity, Some(&stored), caller)?;
        Ok(Added { new, waits })
    }

    /// Takes observations from an entity; what it does not have is passed over.
    pub fn delete_observations(&self, name: &str, contents: &[String], caller: &Caller) -> Result<()> {
        again(|| self.delete_once(name, contents, caller))
    }

    fn delete_once(&self, name: &str, contents: &[String], caller: &Caller) -> Result<()> {
        let Some(stored) = self.entity_memory(name)? else { return Ok(()) };
        self.permit(Operation::Delete, caller)?;
        let mut entity = Entity::read(&stored.memory);
        if let Some(text) = self.seen_by_a_person(&stored.memory, contents, caller)? {
            return Err(others(&format!("deleting the observation `{text}`, which another made,")));
        }
        entity.observations.retain(|text| !contents.iter().any(|gone| gone.trim() == text));
        self.write_entity(&entity, Some(&stored), caller).map(drop)
    }

    /// Returns the first of some observations that a person made, for a caller who is none.
    fn seen_by_a_person(&self, memory: &Memory, texts: &[String], caller: &Caller) -> Result<Option<String>> {
        if caller.trust() >= Trust::User {
            return Ok(None);
        }
        let states = self.store.versions(&memory.id)?.into_iter().map(|state| state.memory);
        let made: Vec<String> = states
            .filter(|memory| memory.provenance.trust >= Trust::User)
            .flat_map(|memory| Entity::read(&memory).observations)
            .collect();
        Ok(texts
            .iter()
            .map(|text| text.trim())
            .find(|text| made.iter().any(|one| one == text))
            .map(str::to_owned))
    }

    /// Ends entities and takes their relations away; names that are not there are passed over.
    pub fn delete_entities(&self, names: &[String], caller: &Caller) -> Result<usize> {
        self.permit(Operation::Delete, caller)?;
        let mut gone = 0;
        for name in names {
            gone += again(|| self.delete_entity(name, caller))?;
        }
        Ok(gone)
    }

    fn delete_entity(&self, name: &str, caller: &Caller) -> Result<usize> {
        let Some(Stored { mut memory, rev, .. }) = self.entity_memory(name)? else { return Ok(0) };
        self.own(&memory, caller)?;
        let links = self.store.links_of(memory.id.as_str())?.into_iter().map(|linked| linked.link);
        let mut changes: Vec<Change> =
            links.filter(|link| link.kind.starts_with(RELATION)).map(Change::Unlink).collect();
        end(&mut memory, None, "the entity was deleted", caller);
        changes.push(self.put(&memory, Expect::Rev(rev), Op::Delete, "entity deleted")?);
        self.commit(changes, caller)?;
        self.mirror_memory(&memory, caller)?;
        Ok(1)
    }

    /// Takes relations away; those that are not there are passed over.
    pub fn delete_relations(&self, relations: &[Relation], caller: &Caller) -> Result<usize> {
        self.permit(Operation::Delete, caller)?;
        let mut gone = 0;
        for relation in relations {
            let ends = (self.entity_memory(&relation.from)?, self.entity_memory(&relation.to)?);
            let (Some(from), Some(to)) = ends else { continue };
            let kind = format!("{RELATION}{}", relation.kind.trim());
            let link = Link {
                from: from.memory.id.to_string(),
                kind,
                to: to.memory.id.to_string(),
                note: String::new(),
            };
            gone += usize::from(self.remove_link(link, caller)?);
        }
        Ok(gone)
    }

    /// Returns the whole graph.
    pub fn read_graph(&self, caller: &Caller) -> Result<Graph> {
        self.permit(Operation::Read, caller)?;
        self.graph_of(|_, _| true, caller)
    }

    /// Returns the entities that hold a text in name, type or observations, or that search finds by it, with the
    /// relations between them.
    pub fn search_nodes(&self, query: &str, caller: &Caller) -> Result<Graph> {
        self.permit(Operation::Read, caller)?;
        let needle = query.trim().to_lowercase();
        let found = self.graph_of(|entity, _| entity.holds(&needle), caller)?;
        if !found.entities.is_empty() || needle.is_empty() {
            return Ok(found);
        }
        let request = Recall { limit: 20, min_score: 0.35, ..Recall::new(query) };
        let hits = self.recall(&request, caller)?.hits;
        let ids: Vec<_> = hits.into_iter().filter_map(|hit| hit.memory).collect();
        self.graph_of(|_, memory| ids.contains(&memory.id), caller)
    }

    /// Returns the entities of these names with the relations between them.
    pub fn open_nodes(&self, names: &[String], caller: &Caller) -> Result<Graph> {
        self.permit(Operation::Read, caller)?;
        self.graph_of(|entity, _| names.iter().any(|name| name.trim() == entity.name), caller)
    }

    fn graph_of(&self, wanted: impl Fn(&Entity, &Memory) -> bool, caller: &Caller) -> Result<Graph> {
        self.take_in(caller)?;
        let filter = Filter {
            now: caller.now,
            shapes: vec![Shape::Note],
            tags: vec![TYPE.into()],
            scopes: vec![self.graph_scope()],
            order: memoro_store::Order::Newest,
            ..Filter::default()
        };
        let mut all = self.store.list(&filter)?;
        all.retain(|stored| stored.memory.key.as_str().starts_with(KEY));
        all.sort_by(|a, b| (a.memory.created_at, &a.memory.id).cmp(&(b.memory.created_at, &b.memory.id)));
        let mut graph = Graph::default();
        let mut names = std::collections::HashMap::new();
        for Stored { memory, .. } in all {
            let entity = Entity::read(&memory);
            if wanted(&entity, &memory) {
                names.insert(memory.id.to_string(), entity.name.clone());
                if !entity.holds_a_place() {
                    graph.entities.push(entity);
                }
            }
        }
        for linked in self.store.links(None)? {
            let Link { from, kind, to, .. } = linked.link;
            let Some(kind) = kind.strip_prefix(RELATION) else { continue };
            if let (Some(from), Some(to)) = (names.get(&from), names.get(&to)) {
                let relation = Relation { from: from.clone(), kind: kind.to_owned(), to: to.clone() };
                graph.relations.push(relation);
            }
        }
        Ok(graph)
    }

    fn graph_scope(&self) -> Scope {
        Scope::User(self.settings.owner.clone())
    }

    fn entity_memory(&self, name: &str) -> Result<Option<Stored>> {
        Ok(self.store.active(&self.graph_scope(), &key_of(name)?)?)
    }

    fn known_entity(&self, name: &str) -> Result<Stored> {
        let missing = || EngineError::NotFound { what: "entity", name: name.to_owned() };
        self.told_entity(name)?.ok_or_else(missing)
    }

    /// Returns the memory of an entity that somebody told of.
    fn told_entity(&self, name: &str) -> Result<Option<Stored>> {
        Ok(self.entity_memory(name)?.filter(|stored| !Entity::read(&stored.memory).holds_a_place()))
    }

    fn entity_id(&self, name: &str, caller: &Caller) -> Result<String> {
        if let Some(stored) = self.entity_memory(name)? {
            return Ok(stored.memory.id.to_string());
        }
        let entity = Entity { name: name.trim().to_owned(), kind: UNKNOWN.into(), observations: Vec::new() };
        self.write_entity(&entity, None, caller)?;
        let missing = || EngineError::NotFound { what: "entity", name: name.to_owned() };
        Ok(self.entity_memory(name)?.ok_or_else(missing)?.memory.id.to_string())
    }

    /// Writes an entity; answers whether something of it waits: what directs an agent, where no person stands behind it.
    fn write_entity(&self, entity: &Entity, known: Option<&Stored>, caller: &Caller) -> Result<bool> {
        let bidding = |text: &String| caller.trust() < Trust::User && self.directs(text);
        let (staged, told): (Vec<String>, Vec<String>) =
            entity.observations.iter().cloned().partition(bidding);
        let plain = Entity { observations: told, ..entity.clone() };
        if !bidding(&plain.text()) {
            let based_on = known.map(|known| Basis::Memory(known.memory.id.clone(), known.rev));
            let receipt = self.write(Draft { based_on, ..self.entity_draft(&plain)? }, caller)?;
            if staged.is_empty() {
                return Ok(matches!(receipt.written, Written::Pending(..)));
            }
        }
        // What waits already must not be lost when this is confirmed.
        let mut whole = entity.clone();
        for waiting in self.store.of_key(&self.graph_scope(), &key_of(&entity.name)?)? {
            if waiting.memory.status == Status::Pending {
                add_new(&mut whole.observations, &Entity::read(&waiting.memory).observations);
            }
        }
        self.write(self.entity_draft(&whole)?, caller)?;
        Ok(true)
    }

    fn entity_draft(&self, entity: &Entity) -> Result<Draft> {
        let mut tags = vec![TYPE.to_owned()];
        let kind = entity.kind.trim();
        set_tag(&mut tags, TYPE, if kind.is_empty() { UNKNOWN } else { kind });
        Ok(Draft {
            key: Some(key_of(&entity.name)?),
            tags,
            reason: "entity".into(),
            ..Draft::new(self.graph_scope(), Content::Note(Note { text: entity.text() }))
        })
    }
}

/// Returns what an entity says once what waits of it is confirmed: all that is known, and what waits.
pub(crate) fn joined(known: &Memory, waiting: &Memory) -> Option<Content> {
    if known.key != waiting.key || !known.key.as_str().starts_with(KEY) {
        return None;
    }
    let (mut whole, more) = (Entity::read(known), Entity::read(waiting));
    add_new(&mut whole.observations, &more.observations);
    Some(Content::Note(Note { text: whole.text() }))
}

fn key_of(name: &str) -> Result<Key> {
    let wrong = |why: memoro_core::id::InvalidName| {
        EngineError::invalid(format!("the name `{}`", name.chars().take(40).collect::<String>()), why)
    };
    if name.trim().is_empty() {
        return Err(EngineError::invalid("the entity has no name", "give it one"));
    }
    Key::new(format!("{KEY}{}", name.trim())).map_err(wrong)
}
