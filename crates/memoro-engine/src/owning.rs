//! Whose something is: what a person made or agreed to is changed and ended by a person alone, and an agent ends what it
//! made itself. Knows nothing of roles; trust and name of the caller decide.

use memoro_core::{Memory, Scope, Trust};
use memoro_store::EventFilter;

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

impl Workspace {
    /// Tells whether a person made a memory, changed it or agreed to it.
    pub(crate) fn is_a_persons(&self, memory: &Memory) -> Result<bool> {
        if memory.provenance.trust >= Trust::User {
            return Ok(true);
        }
        let states = self.store.versions(&memory.id)?;
        Ok(states.iter().any(|state| state.memory.provenance.trust >= Trust::User))
    }

    /// Tells whether an agent made a memory by itself, no job and no person, and no person had a hand in it.
    pub(crate) fn is_an_agents_own(&self, memory: &Memory) -> Result<bool> {
        let first = EventFilter { memory: Some(memory.id.clone()), limit: Some(1), ..EventFilter::default() };
        let maker = self.store.events(&first)?.pop().map(|(event, _)| event.actor);
        Ok(maker.is_some_and(|maker| maker.starts_with("agent")) && !self.is_a_persons(memory)?)
    }

    /// Refuses to let somebody who is bound to another user than the owner say who the agent is and by what it goes.
    pub(crate) fn own_scope(&self, scope: &Scope, caller: &Caller) -> Result<()> {
        if *scope != Scope::Agent || !self.is_guest(caller) {
            return Ok(());
        }
        let what = "changing who the agent is".to_owned();
        Err(EngineError::Denied { what, needs: "the owner, not who is bound to another user".into() })
    }

    /// Refuses to let an agent change or end what is not its own, and a guest what is the agent's.
    pub(crate) fn own(&self, memory: &Memory, caller: &Caller) -> Result<()> {
        self.own_scope(&memory.scope, caller)?;
        if caller.trust() >= Trust::User {
            return Ok(());
        }
        let first = EventFilter { memory: Some(memory.id.clone()), limit: Some(1), ..EventFilter::default() };
        let maker = self.store.events(&first)?.pop().map(|(event, _)| event.actor);
        if maker.as_ref() == Some(&caller.actor.name) && !self.is_a_persons(memory)? {
            return Ok(());
        }
        Err(others(&format!("changing or ending {}, which another made,", memory.id)))
    }
}

/// Refuses what only a person may do to what is not the caller's own.
pub(crate) fn others(what: &str) -> EngineError {
    EngineError::Denied { what: what.to_owned(), needs: "the user".into() }
}
