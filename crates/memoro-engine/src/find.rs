//! From what a person types to the memory that they mean: an id, a key, or the unique start of an id.

use memoro_core::policy::Operation;
use memoro_core::{Key, MemoryId, Scope, Status};
use memoro_store::{Filter, Stored};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

/// The shortest start of an id that is looked up.
const SHORTEST: usize = 4;

impl Workspace {
    /// Returns the memory that `name` means, with the edits of its file taken in first.
    pub fn get(&self, name: &str, scope: Option<&Scope>, caller: &Caller) -> Result<Stored> {
        self.permit(Operation::Read, caller)?;
        self.fetch(name, scope, caller)
    }

    /// Returns the memory that `name` means for whoever changes or removes it: asks for leave to do that, not to read. What it
    /// holds may go into the change and into no answer.
    pub fn get_for(
        &self,
        name: &str,
        scope: Option<&Scope>,
        operation: Operation,
        caller: &Caller,
    ) -> Result<Stored> {
        self.permit(operation, caller)?;
        self.fetch(name, scope, caller)
    }

    /// Lists memories, with the edits of all files taken in first; the admin's are never among them.
    pub fn list(&self, filter: &Filter, caller: &Caller) -> Result<Vec<Stored>> {
        self.permit(Operation::Read, caller)?;
        self.take_in(caller)?;
        let Some(mut filter) = self.seen_by(filter, caller)? else { return Ok(Vec::new()) };
        filter.following = self.following(&filter.tags);
        let mut found = self.store.list(&filter)?;
        found.retain(|stored| stored.memory.scope != Scope::Policy);
        Ok(found)
    }

    /// Returns the file of the vault that shows a memory, if one does.
    pub fn file_of(&self, memory: &memoro_core::Memory) -> Result<Option<String>> {
        Ok(self.home(memory)?.map(|home| home.path()))
    }

    /// Returns the memory that `name` means, for an operation that was permitted already.
    pub(crate) fn fetch(&self, name: &str, scope: Option<&Scope>, caller: &Caller) -> Result<Stored> {
        match self.find(name, scope, caller) {
            Ok(found) if self.take_in_of(&found.memory, caller)? => self.find(name, scope, caller),
            Err(EngineError::NotFound { .. }) if !self.take_in(caller)?.is_empty() => {
                self.find(name, scope, caller)
            }
            other => other,
        }
    }

    /// Returns the memory that `name` means, also one that has ended, with the edits of its file taken in first.
    pub(crate) fn get_any(&self, name: &str, caller: &Caller) -> Result<Stored> {
        match self.get(name, None, caller) {
            Err(EngineError::NotFound { .. }) => self.find_any(name, None, caller),
            other => other,
        }
    }

    /// Returns the memory that `name` means, also one that has ended.
    pub(crate) fn find_any(&self, name: &str, scope: Option<&Scope>, caller: &Caller) -> Result<Stored> {
        let missing = match self.find(name, scope, caller) {
            Err(error @ EngineError::NotFound { .. }) => error,
            other => return other,
        };
        let Ok(key) = Key::new(name) else { return Err(missing) };
        let filter = Filter {
            keys: crate::resolve::with_other_names(&[key]),
            scopes: scope.cloned().into_iter().collect(),
            statuses: memoro_core::Status::WORDS.map(str::to_owned).to_vec(),
            sensitive: true,
            limit: Some(1),
            ..Filter::default()
        };
        let Some(filter) = self.seen_by(&filter, caller)? else { return Err(missing) };
        self.store.list(&filter)?.pop().filter(|s| s.memory.scope != Scope::Policy).ok_or(missing)
    }

    /// Returns the memory that `name` means, among those that are there for the caller.
    pub(crate) fn find(&self, name: &str, scope: Option<&Scope>, caller: &Caller) -> Result<Stored> {
        let name = name.trim();
        let missing = || EngineError::NotFound { what: "memory", name: name.to_owned() };
        if let Ok(id) = MemoryId::new(name)
            && let Some(stored) = self.store.get(&id)?
            && scope.is_none_or(|scope| stored.memory.scope == *scope)
            && self.sees(&stored.memory.scope, caller)
        {
            return self.or_key_of_that_name(stored, scope, caller);
        }
        if let Ok(key) = Key::new(name)
            && let Some(stored) = self.find_key(&key, scope, caller)?
        {
            return Ok(stored);
        }
        if name.len() < SHORTEST {
            return Err(missing());
        }
        let most = if caller.only.is_some() { usize::MAX } else { 6 };
        let mut found = Vec::new();
        for id in self.store.ids_with_prefix(name, most)? {
            found.extend(self.store.get(&id)?.filter(|stored| self.sees(&stored.memory.scope, caller)));
        }
        match found.len() {
            0 => Err(missing()),
            1 => found.pop().ok_or_else(missing),
            _ => {
                let ids = found.into_iter().take(6).map(|stored| stored.memory.id).collect();
                Err(EngineError::Ambiguous { name: name.to_owned(), ids })
            }
        }
    }

    /// Decides between an id that somebody chose and a key that is in use under the same name: what waits or has ended owns no
    /// name, and of two that hold both are named.
    fn or_key_of_that_name(&self, named: Stored, scope: Option<&Scope>, caller: &Caller) -> Result<Stored> {
        let id = &named.memory.id;
        if id.is_made() {
            return Ok(named);
        }
        let Ok(key) = Key::new(id.as_str()) else { return Ok(named) };
        let keyed = match self.find_key(&key, scope, caller) {
            Ok(Some(keyed)) if keyed.memory.id != *id => keyed,
            Ok(_) => return Ok(named),
            Err(EngineError::Ambiguous { name, mut ids }) => {
                ids.push(id.clone());
                return Err(EngineError::Ambiguous { name, ids });
            }
            Err(error) => return Err(error),
        };
        if named.memory.status != Status::Active {
            return Ok(keyed);
        }
        Err(EngineError::Ambiguous { name: id.to_string(), ids: vec![keyed.memory.id, id.clone()] })
    }

    fn find_key(&self, key: &Key, scope: Option<&Scope>, caller: &Caller) -> Result<Option<Stored>> {
        let known = match scope {
            Some(scope) => vec![scope.clone()],
            None => self.own_scopes(caller)?,
        };
        for scope in &known {
            if self.sees(scope, caller)
                && let Some(stored) = self.held_under(scope, key, caller.now)?.into_iter().next()
            {
                return Ok(Some(stored));
            }
        }
        if scope.is_some() {
            return Ok(None);
        }
        let filter = Filter { keys: vec![key.clone()], sensitive: true, limit: Some(7), ..Filter::default() };
        let Some(filter) = self.seen_by(&filter, caller)? else { return Ok(None) };
        let mut others = self.store.list(&filter)?;
        match others.len() {
            0 => Ok(None),
            1 => Ok(others.pop()),
            _ => {
                let ids = others.into_iter().map(|s| s.memory.id).collect();
                Err(EngineError::Ambiguous { name: key.to_string(), ids })
            }
        }
    }

    /// Returns the scopes that a key without a scope means, the strongest first.
    pub(crate) fn own_scopes(&self, caller: &Caller) -> Result<Vec<Scope>> {
        let user = caller.only.clone().unwrap_or_else(|| self.settings.owner.clone());
        let mut scopes = vec![Scope::User(user)];
        scopes.extend(self.live_session(None, caller)?.map(Scope::Session));
        Ok(scopes)
    }
}
