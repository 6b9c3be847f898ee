//! What a memory was, where it came from and what became of it.

use std::collections::VecDeque;

use memoro_core::{Event, Memory, MemoryId, Scope, Status};
use memoro_store::{EventFilter, Stored, Version};

use crate::caller::Caller;
use crate::error::Result;
use crate::workspace::Workspace;

/// How often a chain of supersession is followed.
const FAR: usize = 1_000;

/// Everything that explains a memory.
#[derive(Debug, Clone)]
pub struct Why {
    /// The memory.
    pub stored: Stored,
    /// What it replaced, the nearest first.
    pub replaced: Vec<Memory>,
    /// What replaced it, the nearest first.
    pub replaced_by: Vec<Memory>,
    /// Its audit lines, the oldest first.
    pub events: Vec<Event>,
}

impl Workspace {
    /// Returns every state of a memory and, for a keyed one, of those that it replaced.
    pub fn history(&self, name: &str, caller: &Caller) -> Result<Vec<Version>> {
        let stored = self.get_any(name, caller)?;
        let mut versions = Vec::new();
        for other in self.ever_by(&stored.memory)? {
            versions.extend(self.in_order(&other.memory.id)?);
        }
        versions.sort_by_key(|(line, v)| (*line, v.from, v.memory.created_at, v.rev));
        Ok(versions.into_iter().map(|(_, version)| version).collect())
    }

    /// Returns every state of a memory with the audit line that made it, which keeps the order whatever the clock did;
    /// a past that was imported has none and comes first.
    fn in_order(&self, id: &MemoryId) -> Result<Vec<(u64, Version)>> {
        let filter = EventFilter { memory: Some(id.clone()), ..EventFilter::default() };
        let mut lines: Vec<u64> = self.store.events(&filter)?.iter().map(|(event, _)| event.seq).collect();
        let mut versions = self.store.versions(id)?;
        lines.sort_unstable();
        versions.sort_by_key(|version| version.rev);
        let (past, more) =
            (versions.len().saturating_sub(lines.len()), lines.len().saturating_sub(versions.len()));
        let lines = std::iter::repeat_n(0, past).chain(lines.into_iter().skip(more));
        Ok(told_once(lines.zip(versions)))
    }

    /// Explains a memory: its provenance, its audit lines, and the chain that it stands in.
    pub fn why(&self, name: &str, caller: &Caller) -> Result<Why> {
        let stored = self.get_any(name, caller)?;
        let filter = EventFilter { memory: Some(stored.memory.id.clone()), ..EventFilter::default() };
        let events = self.store.events(&filter)?.into_iter().map(|(event, _)| event).collect();
        let replaced_by = self.followers(&stored.memory)?;
        let replaced = self.forerunners(&stored.memory, caller)?;
        Ok(Why { stored, replaced, replaced_by, events })
    }

    /// Returns audit lines that are there for the caller, each with its operation.
    pub fn events(&self, filter: &EventFilter, caller: &Caller) -> Result<Vec<(Event, u64)>> {
        if caller.only.is_none() {
            return Ok(self.store.events(filter)?);
        }
        let mut lines = self.store.events(&EventFilter { limit: None, ..filter.clone() })?;
        lines.retain(|(event, _)| event.scope.parse::<Scope>().is_ok_and(|scope| self.sees(&scope, caller)));
        lines.truncate(filter.limit.unwrap_or(usize::MAX));
        Ok(lines)
    }

    fn followers(&self, memory: &Memory) -> Result<Vec<Memory>> {
        let mut chain: Vec<Memory> = Vec::new();
        let mut next = successor(memory).cloned();
        while let Some(id) = next {
            let Some(stored) = self.store.get(&id)? else { break };
            if chain.len() > FAR || chain.iter().any(|seen| seen.id == stored.memory.id) {
                break;
            }
            next = successor(&stored.memory).cloned();
            chain.push(stored.memory);
        }
        Ok(chain)
    }

    /// Returns what a memory took the place of, whatever its key was, and what that had replaced before.
    fn forerunners(&self, memory: &Memory, caller: &Caller) -> Result<Vec<Memory>> {
        let mut chain: Vec<Memory> = Vec::new();
        let mut open = VecDeque::from([memory.id.clone()]);
        while let Some(id) = open.pop_front() {
            for older in self.store.replaced_by(&id)?.into_iter().rev() {
                let known = older == memory.id || chain.iter().any(|seen| seen.id == older);
                if known || chain.len() > FAR {
                    continue;
                }
                let Some(stored) = self.store.get(&older)? else { continue };
                if self.sees(&stored.memory.scope, caller) {
                    open.push_back(older);
                    chain.push(stored.memory);
                }
            }
        }
        Ok(chain)
    }
}

/// Joins states that follow each other and are the same: an import notes anew what it brings from elsewhere.
pub(crate) fn told_once(states: impl Iterator<Item = (u64, Version)>) -> Vec<(u64, Version)> {
    let mut told: Vec<(u64, Version)> = Vec::new();
    for (line, state) in states {
        match told.last_mut() {
            Some((_, last)) if last.memory == state.memory => {
                *last = Version { from: last.from, ..state };
            }
            _ => told.push((line, state)),
        }
    }
    told
}

fn successor(memory: &Memory) -> Option<&MemoryId> {
    match &memory.status {
        Status::Superseded { by, .. } => by.as_ref(),
        _ => None,
    }
}
