//! Who the agent is: permanent entries of the agent's own scope, changed only by a successor that leaves the older one
//! as history.

use memoro_core::{EntryKind, Key, Receipt, Scope, Shape, Stability};
use memoro_store::{Filter, Order, Stored};

use crate::caller::Caller;
use crate::draft::{Draft, slug};
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

impl Workspace {
    /// Lists who the agent is, the oldest first.
    pub fn soul(&self, caller: &Caller) -> Result<Vec<Stored>> {
        self.permit(memoro_core::policy::Operation::Read, caller)?;
        let filter = Filter {
            now: caller.now,
            scopes: vec![Scope::Agent],
            shapes: vec![Shape::Entry],
            sensitive: true,
            order: Order::Written,
            ..Filter::default()
        };
        Ok(self.store.list(&filter)?)
    }

    /// Writes a principle of the agent; under a key or id that is there, it takes the place of the older one.
    pub fn update_soul(&self, name: Option<&str>, text: &str, caller: &Caller) -> Result<Receipt> {
        let key = match name {
            Some(name) => self.soul_key(name, caller)?,
            None => format!("soul.{}", slug(text)),
        };
        let key = Key::new(&key).map_err(|why| EngineError::invalid(format!("key `{key}`"), why))?;
        let draft = Draft {
            stability: Stability::Permanent,
            reason: "who the agent is".into(),
            ..Draft::entry(Scope::Agent, key, EntryKind::Instruction, text.trim())
        };
        self.write(draft, caller)
    }

    /// Returns the key of a principle that is named by its key or id.
    fn soul_key(&self, name: &str, caller: &Caller) -> Result<String> {
        match self.find(name, Some(&Scope::Agent), caller) {
            Ok(stored) if stored.memory.scope == Scope::Agent && stored.memory.shape() == Shape::Entry => {
                Ok(stored.memory.key.to_string())
            }
            Ok(stored) => {
                let why = format!("it belongs to {}", stored.memory.scope);
                Err(EngineError::invalid(format!("{} is not of the agent's identity", stored.memory.id), why))
            }
            Err(EngineError::NotFound { .. }) => Ok(name.to_owned()),
            Err(error) => Err(error),
        }
    }
}
