//! What waits for a person: listing it, confirming it, turning it down. Nobody but a person confirms.

use std::collections::HashSet;

use jiff::Timestamp;
use memoro_core::policy::Operation;
use memoro_core::provenance::Reference;
use memoro_core::trigger::canonical_key;
use memoro_core::{
    Confidence, Layer, Memory, MemoryId, Op, Origin, Receipt, Retention, Scope, Status, Trust, Written,
};
use memoro_store::{Change, Expect, Filter, Order, Put, Stored};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::links::{REPLACES, replacing};
use crate::workspace::Workspace;
use crate::write::{end, took_its_place};

/// What other programs put before the key of a pending memory.
const PREFIX: &str = "memory.pending.";
/// What stands before the user in the name of all that is known of one.
const MODEL: &str = "user_model_";

/// Which pending memories are meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    /// One: an id, a key, or the unique start of an id; or all of a user's model, as `user_model_<user>`.
    One(String),
    /// One, as above or by words that fit no other: "short answers".
    Words(String),
    /// The only one that waits.
    Only,
    /// All of them.
    All,
}

impl Workspace {
    /// Returns what waits for confirmation, the oldest first; what has lapsed is not among it.
    pub fn pending(&self, caller: &Caller) -> Result<Vec<Stored>> {
        self.permit(Operation::Read, caller)?;
        self.waiting(caller)
    }

    /// Tells whether a pending memory waited so long that it does not count any more.
    pub fn has_lapsed(&self, stored: &Stored, now: Timestamp) -> bool {
        let waited = now.duration_since(waits_since(stored));
        stored.memory.status == Status::Pending
            && (waited > self.settings.pending_lapse || stored.memory.is_expired(now))
    }

    /// Makes pending memories active: what stood under the same key becomes history.
    pub fn confirm(&self, which: &Which, reason: &str, caller: &Caller) -> Result<Vec<Receipt>> {
        self.answerable("confirming", caller)?;
        let mut meant = self.meant(which, caller)?;
        if let Which::One(_) | Which::Words(_) = which {
            meant.sort_by_key(|stored| std::cmp::Reverse((stored.memory.updated_at, stored.rev)));
            let mut values = HashSet::new();
            meant.retain(|stored| values.insert((stored.memory.scope.clone(), stored.memory.key.clone())));
        }
        let mut receipts = Vec::new();
        for stored in meant {
            receipts.push(self.promote(stored, reason, caller)?);
        }
        Ok(receipts)
    }

    /// Ends pending memories without making them active.
    pub fn reject(&self, which: &Which, reason: &str, caller: &Caller) -> Result<Vec<MemoryId>> {
        self.answerable("rejecting", caller)?;
        let mut ids = Vec::new();
        for Stored { mut memory, rev, .. } in self.meant(which, caller)? {
            end(&mut memory, None, "turned down by a person", caller);
            let change =
                self.put(&memory, Expect::Rev(rev), Op::RejectPending, &why(reason, "turned down"))?;
            self.commit(vec![change], caller)?;
            self.mirror_memory(&memory, caller)?;
            ids.push(memory.id);
        }
        Ok(ids)
    }

    fn answerable(&self, what: &str, caller: &Caller) -> Result<()> {
        if caller.trust() < Trust::User {
            return Err(EngineError::Denied { what: what.into(), needs: "a person".into() });
        }
        self.permit(Operation::Write, caller)
    }

    /// Returns what waits, the oldest first.
    pub(crate) fn waiting(&self, caller: &Caller) -> Result<Vec<Stored>> {
        self.take_in(caller)?;
        self.waiting_for(caller)
    }

    /// Returns what waits for the caller, the oldest first, as the store has it.
    pub(crate) fn waiting_for(&self, caller: &Caller) -> Result<Vec<Stored>> {
        let filter = Filter {
            now: caller.now,
            statuses: vec!["pending".into()],
            sensitive: true,
            order: Order::Written,
            ..Filter::default()
        };
        let mut all = self.store.list(&filter)?;
        all.retain(|stored| {
            !self.has_lapsed(stored, caller.now)
                && self.sees(&stored.memory.scope, caller)
                && self.own_scope(&stored.memory.scope, caller).is_ok()
        });
        Ok(all)
    }

    fn meant(&self, which: &Which, caller: &Caller) -> Result<Vec<Stored>> {
        let waiting = self.waiting(caller)?;
        let name = match which {
            Which::All => return Ok(waiting),
            Which::Only => "",
            Which::One(name) | Which::Words(name) => name.trim(),
        };
        let fitting: Vec<Stored> = match which {
            Which::Only => waiting,
            Which::Words(_) => match fitting(&waiting, name) {
                none if none.is_empty() => by_words(&waiting, name),
                found => found,
            },
            _ => fitting(&waiting, name),
        };
        let one_key = |a: &Stored| {
            fitting.iter().all(|b| (&a.memory.scope, &a.memory.key) == (&b.memory.scope, &b.memory.key))
                || fitting.iter().all(|b| is_of_model(name, &b.memory))
        };
        match fitting.len() {
            0 => Err(EngineError::NotFound { what: "pending memory", name: name.to_owned() }),
            1 => Ok(fitting),
            // Several proposals for one value: the newest is meant, and the others end with it.
            _ if matches!(which, Which::One(_) | Which::Words(_)) && fitting.first().is_some_and(one_key) => {
                Ok(fitting)
            }
            _ => {
                let ids = fitting.into_iter().map(|stored| stored.memory.id).collect();
                Err(EngineError::Ambiguous { name: name.to_owned(), ids })
            }
        }
    }

    fn promote(&self, stored: Stored, reason: &str, caller: &Caller) -> Result<Receipt> {
        let Stored { mut memory, rev, .. } = stored;
        let mut changes = Vec::new();
        let tombstones = self.store.tombstones_over(&memory)?;
        if !tombstones.is_empty() {
            changes.push(Change::Lift(tombstones));
        }
        let why = why(reason, "confirmed by a person");
        let (mut written, mut before) = (Written::Stored(memory.id.clone()), None);
        for Stored { memory: mut old, rev, .. } in self.held_by(&memory, caller.now)?.into_iter().rev() {
            if let Some(joined) = crate::graph::joined(&old, &memory) {
                memory.content = joined;
            }
            written = Written::Superseded { old: old.id.clone(), new: memory.id.clone() };
            end(&mut old, Some(&memory.id), "a confirmed value took its place", caller);
            changes.push(self.put(&old, Expect::Rev(rev), Op::Supersede, &why)?);
            before = Some(old);
        }
        changes.extend(self.end_rivals(&memory, "another value was confirmed", caller)?);
        let replaced = self.replaced_by_pending(&memory, caller)?;
        for (old, rev) in &replaced {
            written = Written::Superseded { old: old.id.clone(), new: memory.id.clone() };
            changes.push(self.put(old, Expect::Rev(*rev), Op::Supersede, &why)?);
            changes.push(Change::Unlink(replacing(&memory.id, &old.id)));
        }
        memory.status = Status::Active;
        memory.updated_at = caller.now;
        memory.provenance.trust = memory.provenance.trust.max(Trust::User);
        let vouched = Confidence::of_origin(Origin::UserExplicit, Reference::None);
        memory.provenance.confidence = memory.provenance.confidence.max(vouched);
        memory.retention = Retention::new(
            memory.retention.stability,
            memory.retention.ttl.clone(),
            caller.now,
            &self.settings.time_zone,
        );
        let put = self.searchable(&memory, Expect::Rev(rev), Op::PromotePending, &why);
        let put = before.iter().fold(put.mirrored(self.mirror_task(&memory)?), Put::in_place_of);
        changes.push(Change::Put(Box::new(put)));
        self.commit(changes, caller)?;
        self.mirror_memory(&memory, caller)?;
        replaced.iter().try_for_each(|(old, _)| self.mirror_memory(old, caller))?;
        self.receipt(written, Vec::new())
    }

    /// Returns the current memories whose place a pending one was said to take, ended by it, with their revisions.
    fn replaced_by_pending(&self, memory: &Memory, caller: &Caller) -> Result<Vec<(Memory, u64)>> {
        let mut ended = Vec::new();
        for id in self.linked_from(&memory.id, REPLACES)? {
            if let Some(Stored { memory: mut old, rev, .. }) = self.store.get(&id)?
                && old.status == Status::Active
                && (&old.scope, &old.key) != (&memory.scope, &memory.key)
            {
                let why = took_its_place(&old);
                end(&mut old, Some(&memory.id), why, caller);
                ended.push((old, rev));
            }
        }
        Ok(ended)
    }

    /// Ends what else waits under the key of a memory.
    pub(crate) fn end_rivals(&self, memory: &Memory, reason: &str, caller: &Caller) -> Result<Vec<Change>> {
        let rivals = self.store.of_key(&memory.scope, &memory.key)?.into_iter();
        let rivals = rivals.filter(|r| r.memory.status == Status::Pending && r.memory.id != memory.id);
        rivals
            .map(|Stored { memory: mut rival, rev, .. }| {
                end(&mut rival, Some(&memory.id), reason, caller);
                self.put(&rival, Expect::Rev(rev), Op::RejectPending, reason)
            })
            .collect()
    }
}

/// Returns since when something waits here, however old it is.
pub fn waits_since(stored: &Stored) -> Timestamp {
    stored.memory.updated_at.max(stored.recorded_at)
}

/// Returns the memories that a name means: by id, else by key, else by the start of an id.
fn fitting(waiting: &[Stored], name: &str) -> Vec<Stored> {
    let name = name.strip_prefix(PREFIX).unwrap_or(name);
    let canonical = canonical_key(name);
    let tests: [&dyn Fn(&Memory) -> bool; 5] = [
        &|memory| memory.id.as_str() == name,
        &|memory| memory.key.as_str() == name,
        &|memory| canonical.as_deref() == Some(memory.key.as_str()),
        &|memory| is_of_model(name, memory),
        &|memory| name.len() >= 4 && memory.id.as_str().starts_with(name),
    ];
    for test in tests {
        let found: Vec<Stored> = waiting.iter().filter(|stored| test(&stored.memory)).cloned().collect();
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// Returns the memories that words fit.
fn by_words(waiting: &[Stored], words: &str) -> Vec<Stored> {
    let memories: Vec<&Memory> = waiting.iter().map(|stored| &stored.memory).collect();
    let places = crate::phrase::fitting(words, &memories);
    places.into_iter().filter_map(|at| waiting.get(at).cloned()).collect()
}

/// Tells whether a name means the whole model of the user whom a memory is about.
fn is_of_model(name: &str, memory: &Memory) -> bool {
    let user = name.strip_prefix(PREFIX).unwrap_or(name).strip_prefix(MODEL);
    memory.layer() == Layer::UserModel
        && matches!(&memory.scope, Scope::User(of) if Some(of.as_str()) == user)
}

fn why(reason: &str, usual: &str) -> String {
    if reason.is_empty() { usual.to_owned() } else { reason.to_owned() }
}
