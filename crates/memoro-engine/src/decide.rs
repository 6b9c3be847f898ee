//! Writing a decision down: by its id the same decision again, or in the place of an older one.

use memoro_core::{Content, Decision, Memory, MemoryId, Op, Receipt, Scope, Shape, Written};
use memoro_store::Expect;

use crate::caller::Caller;
use crate::draft::Draft;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;
use crate::write::end;

/// By how much a newer version may be less sure and still win.
const MARGIN: u16 = 100;
/// How the names of jobs begin.
const JOB: &str = "job:";

impl Workspace {
    /// Writes a decision; `supersedes` names an older one that it replaces.
    pub fn decide(
        &self,
        decision: Decision,
        supersedes: Option<&str>,
        mut draft: Draft,
        caller: &Caller,
    ) -> Result<Receipt> {
        let older = supersedes.map(|name| self.fetch(name, None, caller)).transpose()?;
        if let Some(older) = &older
            && older.memory.shape() != Shape::Decision
        {
            return Err(EngineError::invalid(
                format!("{} is no decision", older.memory.id),
                "only a decision can be superseded by one",
            ));
        }
        if let Some(older) = &older {
            self.own_decision(&older.memory, caller)?;
        }
        if let Some(present) = draft.id.as_ref().map(|id| self.store.get(id)).transpose()?.flatten() {
            self.own_decision(&present.memory, caller)?;
        }
        if decision.title.trim().is_empty() {
            return Err(EngineError::invalid(
                "the decision has no title",
                "say in one line what was decided",
            ));
        }
        draft.content = Content::Decision(decision);
        draft.key = draft.id.as_ref().and_then(|id| memoro_core::Key::new(id.as_str()).ok());
        if let Some(receipt) = self.weaker(&draft, caller)? {
            return Ok(receipt);
        }
        let receipt = self.write(draft, caller)?;
        if let (Some(older), Some(new)) = (older, receipt.written.id())
            && older.memory.id != *new
        {
            return self.replace_decision(&older.memory.id, new, receipt.clone(), caller);
        }
        Ok(receipt)
    }

    /// Refuses an agent that would write over a person's decision; what jobs draw from conversations is compared by how
    /// sure it is.
    fn own_decision(&self, present: &Memory, caller: &Caller) -> Result<()> {
        if caller.actor.name.starts_with(JOB) { Ok(()) } else { self.own(present, caller) }
    }

    /// Turns a version down that is much less sure than the one that is there.
    fn weaker(&self, draft: &Draft, caller: &Caller) -> Result<Option<Receipt>> {
        let Some(id) = &draft.id else { return Ok(None) };
        let Some(present) = self.store.get(id)? else { return Ok(None) };
        let new = draft.memory(caller, [0; 10])?.provenance.confidence.thousandths();
        let old = present.memory.provenance.confidence.thousandths();
        if new + MARGIN >= old {
            return Ok(None);
        }
        let why = format!(
            "the version that is there is surer ({} against {})",
            present.memory.provenance.confidence,
            f64::from(new) / 1000.0
        );
        Ok(Some(Receipt::rejected(memoro_core::Why::new("less_sure", why))))
    }

    fn replace_decision(
        &self,
        old: &MemoryId,
        new: &MemoryId,
        receipt: Receipt,
        caller: &Caller,
    ) -> Result<Receipt> {
        let missing = || EngineError::NotFound { what: "decision", name: old.to_string() };
        let stored = self.store.get(old)?.ok_or_else(missing)?;
        let mut memory = stored.memory;
        end(&mut memory, Some(new), "a later decision took its place", caller);
        let change =
            self.put(&memory, Expect::Rev(stored.rev), Op::Supersede, &format!("superseded by {new}"))?;
        self.commit(vec![change], caller)?;
        self.mirror_memory(&memory, caller)?;
        if let Some(follower) = self.store.get(new)?
            && let Some(task) = self.mirror_task(&follower.memory)?
        {
            self.store.add_tasks(vec![(task, new.to_string())])?;
            self.mirror_memory(&follower.memory, caller)?;
        }
        let written = Written::Superseded { old: old.clone(), new: new.clone() };
        Ok(Receipt { written, ..receipt })
    }

    /// Returns the scope in which decisions stand unless told otherwise.
    pub fn decision_scope(&self) -> Scope {
        Scope::User(self.settings.owner.clone())
    }
}
