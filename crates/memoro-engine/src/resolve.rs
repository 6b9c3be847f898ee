//! The effective values of keys over policy, profile, project and session.

use memoro_core::policy::{Operation, is_rule};
use memoro_core::resolve::{Because, resolve};
use memoro_core::trigger::names_of;
use memoro_core::{Content, Key, Memory, ProjectId, Scope, Sensitivity, SessionId, Shape, UserId};
use memoro_store::{Filter, Order};

use crate::caller::Caller;
use crate::error::Result;
use crate::names::canonical;
use crate::workspace::Workspace;

/// Whose values are asked for.
#[derive(Debug, Clone, Default)]
pub struct Whose {
    /// The user; the owner where it is left out.
    pub user: Option<UserId>,
    /// The session; the current one where it is left out.
    pub session: Option<SessionId>,
    /// The project, if any.
    pub project: Option<ProjectId>,
}

/// The effective values of keys.
#[derive(Debug, Clone, Default)]
pub struct Resolution {
    /// The values.
    pub values: Vec<Resolved>,
    /// Keys whose effective value is sensitive and shown only to who names the key.
    pub hidden: Vec<Key>,
}

/// The effective value of a key.
#[derive(Debug, Clone)]
pub struct Resolved {
    /// The key, whatever name it stands under.
    pub key: Key,
    /// The memory that counts.
    pub memory: Memory,
    /// What it shadows, with the reason.
    pub shadowed: Vec<(Memory, Because)>,
}

impl Resolved {
    /// Returns the value that counts.
    pub fn value(&self) -> &str {
        match &self.memory.content {
            Content::Entry(entry) => &entry.value,
            _ => "",
        }
    }
}

impl Workspace {
    /// Resolves keys, or all keys where none is given. What is sensitive counts, but is shown only to who names it.
    pub fn resolve(&self, keys: &[Key], whose: &Whose, caller: &Caller) -> Result<Resolution> {
        self.permit(Operation::Read, caller)?;
        self.take_in_entries(caller)?;
        let user = whose.user.clone().unwrap_or_else(|| self.settings.owner.clone());
        let session = self.live_session(whose.session.as_ref(), caller)?;
        let scopes =
            [Some(Scope::User(user)), session.map(Scope::Session), whose.project.clone().map(Scope::Project)];
        let filter = Filter {
            now: caller.now,
            scopes: scopes.into_iter().flatten().chain([Scope::Agent]).collect(),
            shapes: vec![Shape::Entry],
            keys: with_other_names(keys),
            sensitive: true,
            order: Order::Written,
            ..Filter::default()
        };
        let policy = self.policy()?;
        let mut memories: Vec<Memory> =
            self.store.list(&filter)?.into_iter().map(|stored| stored.memory).collect();
        memories.extend(policy.values().cloned());
        memories.retain(|memory| !is_rule(memory.key.as_str()));
        let effective = resolve(&memories, keys, &self.settings.precedence, caller.now);
        let hides = |memory: &Memory| keys.is_empty() && memory.sensitivity == Sensitivity::Sensitive;
        let mut resolution = Resolution::default();
        for one in &effective {
            let key = canonical(&one.memory.scope, &one.memory.key);
            if hides(one.memory) {
                resolution.hidden.push(key);
                continue;
            }
            let shadowed = one.shadowed.iter().filter(|(memory, _)| !hides(memory));
            let mut shadowed: Vec<(Memory, Because)> =
                shadowed.map(|(memory, because)| ((*memory).clone(), *because)).collect();
            let beside = self.said_beside(one.memory, caller)?;
            shadowed.splice(0..0, beside.into_iter().filter(|(memory, _)| !hides(memory)));
            resolution.values.push(Resolved { key, memory: one.memory.clone(), shadowed });
        }
        Ok(resolution)
    }
}

/// Returns the keys with every other name under which a person may have written them: `tone` is `response.tone`.
pub(crate) fn with_other_names(keys: &[Key]) -> Vec<Key> {
    let others = keys.iter().flat_map(|key| names_of(key.as_str())).filter_map(|name| Key::new(name).ok());
    let mut all: Vec<Key> = keys.iter().cloned().chain(others).collect();
    all.sort();
    all.dedup();
    all
}
