//! Writing a decision down: by its id the same decision again, or in the place of an older one.

use memoro_core::{Content, Decision, Memory, MemoryId, Receipt, Scope, Shape, Written};
use memoro_store::{StoreError, Stored};

use crate::caller::Caller;
use crate::draft::{Basis, Draft};
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;
use crate::write::{ATTEMPTS, redact_draft};

/// By how much a newer version may be less sure and still win.
const MARGIN: u16 = 100;
/// How the names of jobs begin.
const JOB: &str = "job:";

/// What the id of a new decision must be.
const OWN_ID: &str =
    "name a decision DECISION-YYYYMMDD-slug, of Latin letters, digits, `-`, `_` and `.`, or leave its id out";

/// How many decisions of a day may have one name.
const MOST_ALIKE: u16 = 1000;

/// The id of a decision that was given none, where it is not the plain one.
enum Own {
    /// Nobody has it yet.
    Free(Option<MemoryId>),
    /// The same was decided under it before.
    Said(Option<MemoryId>),
}

/// Tells whether two decisions of one name were made for different reasons.
fn is_other(one: &Content, other: &Content) -> bool {
    let reason = |content: &Content| match content {
        Content::Decision(decision) => decision.why.split_whitespace().collect::<Vec<_>>().join(" "),
        _ => String::new(),
    };
    let (one, other) = (reason(one), reason(other));
    !one.is_empty() && !other.is_empty() && one.to_lowercase() != other.to_lowercase()
}

impl Workspace {
    /// Writes a decision; `supersedes` names an older one that it replaces.
    pub fn decide(
        &self,
        decision: Decision,
        supersedes: Option<&str>,
        mut draft: Draft,
        caller: &Caller,
    ) -> Result<Receipt> {
        self.permit(memoro_core::policy::Operation::Write, caller)?;
        if let Some(receipt) = self.repeated(caller)? {
            return Ok(receipt);
        }
        let older = supersedes.map(|name| self.fetch(name, None, caller)).transpose()?;
        if let Some(older) = &older
            && older.memory.shape() != Shape::Decision
        {
            return Err(EngineError::unfit(
                format!("{} is no decision", older.memory.id),
                "only a decision can be superseded by one",
            ));
        }
        if let Some(older) = &older {
            self.own_decision(&older.memory, caller)?;
        }
        if let Some(id) = &draft.id {
            match self.store.get(id)? {
                Some(present) if present.memory.shape() != Shape::Decision => {
                    return Err(EngineError::unfit(format!("{id} is no decision"), OWN_ID));
                }
                Some(present) => self.own_decision(&present.memory, caller)?,
                None if !id.names_decision() => {
                    return Err(EngineError::invalid(format!("id `{id}`"), OWN_ID));
                }
                None => {}
            }
        }
        if decision.title.trim().is_empty() {
            return Err(EngineError::invalid(
                "the decision has no title",
                "say in one line what was decided",
            ));
        }
        draft.content = Content::Decision(decision);
        if draft.id.is_some() || older.is_some() {
            return self.write_decision(draft, older, caller);
        }
        for _ in 0..ATTEMPTS {
            let mut draft = draft.clone();
            match self.another(&draft, caller)? {
                Own::Free(id) => (draft.id, draft.based_on) = (id, Some(Basis::Nothing)),
                Own::Said(id) => draft.id = id,
            }
            let free = draft.based_on.is_some();
            match self.write_decision(draft, None, caller) {
                // Somebody else has just taken that id, for another reason perhaps.
                Err(EngineError::Store(StoreError::Conflict(_))) if free => {}
                done => return done,
            }
        }
        Err(StoreError::Busy.into())
    }

    fn write_decision(&self, mut draft: Draft, older: Option<Stored>, caller: &Caller) -> Result<Receipt> {
        let present = draft.id.as_ref().map(|id| self.store.get(id)).transpose()?.flatten();
        let plain = || draft.id.as_ref().and_then(|id| memoro_core::Key::new(id.as_str()).ok());
        draft.key = present.map(|present| present.memory.key).or_else(plain);
        if let Some(receipt) = self.weaker(&draft, caller)? {
            return Ok(receipt);
        }
        draft.replaces = older.map(|older| older.memory.id).filter(|older| draft.id.as_ref() != Some(older));
        let mut receipt = self.write(draft, caller)?;
        if let Written::Superseded { old, new } = &receipt.written
            && old == new
        {
            receipt.warnings.push(format!("{new} said otherwise before; its history keeps that"));
        }
        Ok(receipt)
    }

    /// Returns an id of its own for a decision that has the name of one that was made for another reason; the same reason,
    /// or none, makes it the same decision again.
    fn another(&self, draft: &Draft, caller: &Caller) -> Result<Own> {
        let mut clean = draft.clone();
        drop(redact_draft(&mut clean));
        let base = clean.memory(caller, &self.settings.time_zone, [0; 10])?;
        let mut id = base.id.clone();
        for n in 2..MOST_ALIKE {
            let own = Some(&id).filter(|id| **id != base.id).cloned();
            let Some(present) = self.store.get(&id)? else { return Ok(Own::Free(own)) };
            if !is_other(&present.memory.content, &base.content) {
                return Ok(Own::Said(own));
            }
            id = MemoryId::new(format!("{}-{n}", base.id)).map_err(|why| EngineError::invalid("id", why))?;
        }
        Ok(Own::Said(Some(id)))
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
        let new =
            draft.memory(caller, &self.settings.time_zone, [0; 10])?.provenance.confidence.thousandths();
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

    /// Returns the scope in which decisions stand unless told otherwise.
    pub fn decision_scope(&self) -> Scope {
        Scope::User(self.settings.owner.clone())
    }
}
