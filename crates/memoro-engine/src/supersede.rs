//! Putting one memory in the place of another: the older one becomes history that names its successor.

use memoro_core::{Op, Receipt, Status, Why, Written};
use memoro_store::{Expect, Stored};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;
use crate::write::{barred, end};

impl Workspace {
    /// Marks that the memory `new` takes the place of `old`.
    pub fn supersede(&self, old: &str, new: &str, reason: &str, caller: &Caller) -> Result<Receipt> {
        self.permit(memoro_core::policy::Operation::Write, caller)?;
        let Stored { memory: mut older, rev, .. } = self.fetch(old, None, caller)?;
        let newer = self.fetch(new, None, caller)?.memory;
        if older.id == newer.id {
            return Err(EngineError::unfit("a memory cannot supersede itself", "name two memories"));
        }
        if let Status::Superseded { by: Some(by), .. } = &older.status {
            let why = format!("{by} took its place already");
            return Err(EngineError::unfit(format!("{} is history", older.id), why));
        }
        if newer.status != Status::Active {
            let why = format!("it is {}", newer.status);
            return Err(EngineError::unfit(format!("{} cannot take its place", newer.id), why));
        }
        if older.scope != newer.scope {
            let why = format!("one belongs to {}, the other to {}", older.scope, newer.scope);
            return Err(EngineError::unfit("the two memories are not of one scope", why));
        }
        if let Some(why) = barred(older.scope.kind(), &older.content, caller.trust()) {
            return Ok(Receipt::rejected(Why::new("trust", why.text)));
        }
        self.own(&older, caller)?;
        let reason = if reason.trim().is_empty() { "a newer memory took its place" } else { reason };
        end(&mut older, Some(&newer.id), reason, caller);
        self.commit(vec![self.put(&older, Expect::Rev(rev), Op::Supersede, reason)?], caller)?;
        self.mirror_memory(&older, caller)?;
        self.receipt(Written::Superseded { old: older.id, new: newer.id }, Vec::new())
    }
}
