//! The names of a field of the user model: `response.verbosity` and `response.length` are one. What comes in through any door
//! is kept under the canonical key; what already stands under another name, such as a line that a person wrote by hand, is
//! read, replaced and ended as the same thing. Rewrites nothing by itself: a file keeps the name that its writer gave, and
//! any other key is its writer's own.

use std::collections::BTreeSet;

use jiff::Timestamp;
use memoro_core::resolve::resolve;
use memoro_core::trigger::names_of;
use memoro_core::user_model;
use memoro_core::{Content, Key, Memory, MemoryId, Scope, ScopeKind, Shape};
use memoro_store::{Filter, Order, Stored};

use crate::caller::Caller;
use crate::draft::Draft;
use crate::error::Result;
use crate::workspace::Workspace;

/// Tells whether the entries of a scope are about a person: a project's `language` is no language of answers.
const fn is_of_a_person(scope: &Scope) -> bool {
    matches!(scope.kind(), ScopeKind::User | ScopeKind::Session)
}

/// Returns the key under which an entry of a scope is kept.
pub(crate) fn canonical(scope: &Scope, key: &Key) -> Key {
    let known = is_of_a_person(scope).then(|| user_model::field(key.as_str())).flatten();
    known.and_then(|known| Key::new(known).ok()).unwrap_or_else(|| key.clone())
}

/// Gives an entry its canonical key.
pub(crate) fn settle(draft: &mut Draft) {
    if let (Some(key), Content::Entry(_)) = (&draft.key, &draft.content) {
        draft.key = Some(canonical(&draft.scope, key));
    }
}

/// Returns all names under which an entry may be kept, the canonical key first.
pub(crate) fn names(scope: &Scope, key: &Key) -> Vec<Key> {
    match user_model::field(key.as_str()).filter(|_| is_of_a_person(scope)) {
        Some(known) => names_of(known).iter().filter_map(|name| Key::new(name).ok()).collect(),
        None => vec![key.clone()],
    }
}

impl Workspace {
    /// Lists the entries of a scope that count, by key: each thing once, under its canonical key.
    pub fn entries_of(&self, scope: &Scope, caller: &Caller) -> Result<Vec<Stored>> {
        let filter = Filter {
            now: caller.now,
            scopes: vec![scope.clone()],
            shapes: vec![Shape::Entry],
            sensitive: true,
            order: Order::Written,
            ..Filter::default()
        };
        let mut entries = self.list(&filter, caller)?;
        let fields: Vec<Memory> = entries
            .iter()
            .filter(|stored| user_model::field(stored.memory.key.as_str()).is_some())
            .map(|stored| stored.memory.clone())
            .collect();
        let effective = resolve(&fields, &[], &self.settings.precedence, caller.now);
        let counting: BTreeSet<&MemoryId> = effective.iter().map(|one| &one.memory.id).collect();
        let shadowed = |id: &MemoryId| fields.iter().any(|one| one.id == *id) && !counting.contains(id);
        entries.retain(|stored| !shadowed(&stored.memory.id));
        for stored in &mut entries {
            stored.memory.key = canonical(scope, &stored.memory.key);
        }
        entries.sort_by(|a, b| a.memory.key.cmp(&b.memory.key));
        Ok(entries)
    }

    /// Returns the active memories in whose place a memory would come: what counts first, then what it shadows. Only
    /// entries have keys with several names.
    pub(crate) fn held_by(&self, memory: &Memory, now: Timestamp) -> Result<Vec<Stored>> {
        match memory.shape() {
            Shape::Entry => {
                self.held_as(&memory.scope, (&memory.key, &names(&memory.scope, &memory.key)), now)
            }
            _ => Ok(self.store.active(&memory.scope, &memory.key)?.into_iter().collect()),
        }
    }

    /// Returns what a scope holds under a key, or else under any name of it in any language: what counts first, then what it
    /// shadows.
    pub(crate) fn held_under(&self, scope: &Scope, key: &Key, now: Timestamp) -> Result<Vec<Stored>> {
        let held = self.held_as(scope, (key, &names(scope, key)), now)?;
        if !held.is_empty() || !is_of_a_person(scope) {
            return Ok(held);
        }
        let all: Vec<Key> =
            names_of(key.as_str()).iter().filter_map(|name| Key::new(name.as_str()).ok()).collect();
        self.held_as(scope, (key, &all), now)
    }

    fn held_as(&self, scope: &Scope, (key, names): (&Key, &[Key]), now: Timestamp) -> Result<Vec<Stored>> {
        if names.len() < 2 {
            return Ok(self.store.active(scope, key)?.into_iter().collect());
        }
        let mut held = self.store.active_under(scope, names)?;
        held.retain(|stored| stored.memory.shape() == Shape::Entry || stored.memory.key == *key);
        if held.len() > 1 {
            let memories: Vec<Memory> = held.iter().map(|stored| stored.memory.clone()).collect();
            let counts = resolve(&memories, &[], &self.settings.precedence, now);
            let first = counts.first().map(|one| one.memory.id.clone());
            held.sort_by_key(|stored| Some(&stored.memory.id) != first.as_ref());
        }
        Ok(held)
    }

    /// Returns everything that ever stood in the place of a memory, itself included.
    pub(crate) fn ever_by(&self, memory: &Memory) -> Result<Vec<Stored>> {
        let names = match memory.shape() {
            Shape::Entry => names(&memory.scope, &memory.key),
            _ => vec![memory.key.clone()],
        };
        let mut all = Vec::new();
        for name in names {
            let under = self.store.of_key(&memory.scope, &name)?.into_iter();
            all.extend(under.filter(|one| name == memory.key || one.memory.shape() == Shape::Entry));
        }
        Ok(all)
    }
}
