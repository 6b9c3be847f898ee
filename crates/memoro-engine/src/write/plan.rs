//! What a write would do: compares a draft with what its key holds now and lists the changes.
//!
//! Nothing is written here; a plan that others overtake is refused by the store and made again.

use std::sync::Arc;

use memoro_core::{Confidence, Content, Key, Memory, MemoryId, Op, Shape, Status, Trust, Why, Written};
use memoro_store::{Change, Expect, Facts, Filter, MirrorTask, Put, StoreError, Stored};

use super::{end, fresh_bits};
use crate::aside::why_replaced;
use crate::caller::Caller;
use crate::draft::{Basis, Draft};
use crate::embedding::Space;
use crate::error::{EngineError, Result};
use crate::links::replacing;
use crate::workspace::Workspace;

/// What is to be done.
pub(super) enum Plan {
    /// It is already there.
    Merge(Box<Memory>),
    /// It must be written.
    Write(Box<Step>),
}

/// A write that is ready to be committed.
pub(super) struct Step {
    pub(super) memory: Memory,
    /// The item of the file that must show it.
    pub(super) task: Option<MirrorTask>,
    /// The memory whose place it takes, and the item of the file that must show that.
    pub(super) replaced: Option<(MemoryId, MirrorTask)>,
    pub(super) changes: Vec<Change>,
    pub(super) written: Written,
}

/// What a change expects to find, what it is, and the memory whose value it replaces under its key.
type How<'a> = (Expect, Op, Option<&'a Memory>);

/// One try at a write, and what it goes by.
pub(super) struct Planner<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) draft: &'a Draft,
    pub(super) caller: &'a Caller,
    pub(super) facts: Arc<Facts>,
    /// Counts from 0; the first try takes for granted that an id that was never given out is free.
    pub(super) attempt: usize,
}

impl Planner<'_> {
    /// Compares the draft with what is there.
    pub(super) fn plan(&self) -> Result<Plan> {
        let (store, draft) = (&self.workspace.store, self.draft);
        let mut memory = draft.memory(self.caller, &self.workspace.settings.time_zone, fresh_bits()?)?;
        let mut changes = vec![Change::Based(self.facts.version)];
        let tombstones = if self.facts.forgotten { store.tombstones_over(&memory)? } else { Vec::new() };
        if !tombstones.is_empty() {
            if self.caller.trust() < Trust::User {
                let why = "it was forgotten at the user's wish; only the user can bring it back";
                return Err(EngineError::invalid("this text cannot be stored", why));
            }
            changes.push(Change::Lift(tombstones));
        }
        let mut held = if self.is_surely_new() {
            Vec::new()
        } else {
            self.workspace.held_by(&memory, self.caller.now)?
        };
        let shadowed = held.split_off(held.len().min(1));
        let old = held.pop();
        let holds =
            || old.as_ref().map_or(Basis::Nothing, |old| Basis::Memory(old.memory.id.clone(), old.rev));
        if draft.based_on.as_ref().is_some_and(|basis| *basis != holds()) {
            return Err(StoreError::Conflict(memory.key.to_string()).into());
        }
        if let Some(old) = &old
            && old.memory.shape() != memory.shape()
            && (is_its_key(&old.memory) || is_its_key(&memory))
        {
            let (key, shape) = (&old.memory.key, old.memory.shape());
            return Err(EngineError::unfit(
                format!("`{key}` is the name of another memory, of the kind {shape}"),
                "give this one a name of its own, or forget that one first",
            ));
        }
        if let Some(old) = &old
            && same(&old.memory, &memory)
            && !self.vouches_for(&old.memory)
            && self.replace(&old.memory)?.is_none()
        {
            return Ok(Plan::Merge(Box::new(old.memory.clone())));
        }
        // Two things that happen in one moment under no name of their own are two memories.
        let old = old.filter(|_| self.draft.id.is_some() || !self.names_itself());
        if memory.status == Status::Active && self.replaces_a_persons(old.as_ref())? {
            memory.status = Status::Pending;
        }
        if memory.status == Status::Pending {
            return self.plan_pending(memory, changes);
        }
        if let Some(old) = old.as_ref().filter(|old| keeps_id(&old.memory)) {
            memory.id = old.memory.id.clone();
            memory.created_at = old.memory.created_at;
            let written = Written::Superseded { old: memory.id.clone(), new: memory.id.clone() };
            return self.step(memory, changes, (Expect::Rev(old.rev), Op::Upsert, None), written);
        }
        if !matches!(memory.content, Content::Entry(_)) && !self.is_surely_new() {
            self.make_unique(&mut memory)?;
        }
        // The store refuses an id that is taken; the second look tells whose it is.
        if self.attempt > 0
            && self.draft.id.is_some()
            && let Some(taken) = self.workspace.store.get(&memory.id)?
        {
            return self.plan_again(memory, changes, &taken);
        }
        for Stored { memory: mut gone, rev, .. } in shadowed {
            end(&mut gone, Some(&memory.id), "a newer value took its place", self.caller);
            let task = self.workspace.mirror_task(&gone)?;
            changes.push(self.put(&gone, task, (Expect::Rev(rev), Op::Supersede, None)));
        }
        let mut before = None;
        let written = match old {
            None => Written::Stored(memory.id.clone()),
            Some(Stored { memory: mut gone, rev, .. }) => {
                let old = gone.id.clone();
                self.workspace.note_aside(&gone, &memory)?;
                let why = why_replaced(&gone, &memory);
                end(&mut gone, Some(&memory.id), why, self.caller);
                let task = self.workspace.mirror_task(&gone)?;
                changes.push(self.put(&gone, task, (Expect::Rev(rev), Op::Supersede, None)));
                before = Some(gone);
                Written::Superseded { old, new: memory.id.clone() }
            }
        };
        self.step(memory, changes, (Expect::New, Op::Upsert, before.as_ref()), written)
    }

    /// Writes a decision, note or procedure under an id that it had before: one that was undone or taken out comes back with
    /// its history; one that another took the place of, or that is something else, keeps its id.
    fn plan_again(&self, mut memory: Memory, changes: Vec<Change>, taken: &Stored) -> Result<Plan> {
        let before = &taken.memory;
        let alike = before.shape() == memory.shape() && before.scope == memory.scope && keeps_id(before);
        match &before.status {
            Status::Superseded { by: None, .. } if alike => {
                memory.created_at = before.created_at;
                let written = Written::Stored(memory.id.clone());
                self.step(memory, changes, (Expect::Rev(taken.rev), Op::Upsert, None), written)
            }
            Status::Superseded { by: Some(by), .. } if alike => Err(EngineError::unfit(
                format!("{} ended when {by} took its place", memory.id),
                "give the new one an id of its own",
            )),
            _ => Err(StoreError::Conflict(memory.id.to_string()).into()),
        }
    }

    /// Tells whether an agent would put its value in the place of one that a person set.
    fn replaces_a_persons(&self, old: Option<&Stored>) -> Result<bool> {
        match old {
            // What jobs draw from conversations is compared by how sure it is.
            Some(old) if self.caller.trust() < Trust::User && !self.caller.is_job() => {
                self.workspace.is_a_persons(&old.memory)
            }
            _ => Ok(false),
        }
    }

    /// Tells whether a person says what until now only a program has said: from then on it is the person's.
    fn vouches_for(&self, old: &Memory) -> bool {
        self.caller.trust() >= Trust::User && old.provenance.trust < Trust::User
    }

    /// What happened has a key of its own: if it is there already after all, the store refuses the first try.
    fn is_surely_new(&self) -> bool {
        self.attempt == 0 && self.names_itself()
    }

    /// Tells whether the key is the id.
    fn names_itself(&self) -> bool {
        self.draft.key.is_none() && matches!(self.draft.content, Content::Episode(_))
    }

    /// Notes what a memory that waits will take the place of once a person confirms it.
    fn will_replace(&self, memory: &Memory) -> Option<Change> {
        let old = self.draft.replaces.as_ref().filter(|old| **old != memory.id)?;
        Some(Change::Link(replacing(&memory.id, old)))
    }

    /// Returns what may be waiting as the same: under its key, and for what has no name of its own, in its scope.
    fn waiting_beside(&self, memory: &Memory) -> Result<Vec<Stored>> {
        let store = &self.workspace.store;
        let numbered = |memory: &Memory| memory.key.as_str().starts_with("notes.");
        if !self.names_itself() && !numbered(memory) {
            return Ok(store.of_key(&memory.scope, &memory.key)?);
        }
        let waiting = Filter { statuses: vec!["pending".into()], sensitive: true, ..Filter::default() };
        let mut waiting = store.list(&Filter { scopes: vec![memory.scope.clone()], ..waiting })?;
        waiting.retain(|other| numbered(&other.memory) == numbered(memory));
        Ok(waiting)
    }

    /// Stages a memory; one that waits already and says the same becomes surer instead.
    fn plan_pending(&self, mut memory: Memory, mut changes: Vec<Change>) -> Result<Plan> {
        let alike = self.waiting_beside(&memory)?.into_iter().find(|other| {
            other.memory.status == Status::Pending
                && !self.workspace.has_lapsed(other, memory.updated_at)
                && (same(&other.memory, &memory)
                    || (self.names_itself() && other.memory.content == memory.content))
        });
        if let Some(Stored { memory: mut known, rev, .. }) = alike {
            known.provenance.confidence = surer(known.provenance.confidence, memory.provenance.confidence);
            known.updated_at = memory.updated_at;
            changes.extend(self.will_replace(&known));
            let written = match self.draft.stage.clone().filter(|why| why.code == "trust") {
                Some(why) => Written::Pending(known.id.clone(), why),
                None => Written::Merged { into: known.id.clone() },
            };
            return self.step(known, changes, (Expect::Rev(rev), Op::StageInferred, None), written);
        }
        self.make_unique(&mut memory)?;
        let set_by_the_user =
            || Why::new("trust", "what the user set is replaced only after a person confirms it");
        let why = self.draft.stage.clone().unwrap_or_else(set_by_the_user);
        let written = Written::Pending(memory.id.clone(), why);
        changes.extend(self.will_replace(&memory));
        self.step(memory, changes, (Expect::New, Op::StageInferred, None), written)
    }

    /// Ends the memory whose place a new one takes, unless it has ended before.
    fn replace(&self, memory: &Memory) -> Result<Option<(MemoryId, Change, Option<MirrorTask>)>> {
        let Some(id) = self.draft.replaces.as_ref().filter(|id| **id != memory.id) else { return Ok(None) };
        let missing = || EngineError::NotFound { what: "memory", name: id.to_string() };
        let Stored { memory: mut gone, rev, .. } = self.workspace.store.get(id)?.ok_or_else(missing)?;
        if matches!(&gone.status, Status::Superseded { by: Some(by), .. } if *by == memory.id) {
            return Ok(None);
        }
        let why = took_its_place(&gone);
        end(&mut gone, Some(&memory.id), why, self.caller);
        let task = self.workspace.mirror_task(&gone)?;
        let reason = format!("superseded by {}", memory.id);
        let put = self.workspace.searchable_in(
            &self.workspace.space_of(self.facts.model.as_deref()),
            &gone,
            Expect::Rev(rev),
            Op::Supersede,
        );
        let change = Change::Put(Box::new(put.because(&reason).mirrored(task.clone())));
        Ok(Some((id.clone(), change, task)))
    }

    fn step(
        &self,
        memory: Memory,
        mut changes: Vec<Change>,
        how: How<'_>,
        mut written: Written,
    ) -> Result<Plan> {
        let mut replaced = None;
        if memory.status != Status::Pending
            && let Some((old, end, task)) = self.replace(&memory)?
        {
            changes.push(end);
            replaced = task.map(|task| (old.clone(), task));
            written = Written::Superseded { old, new: memory.id.clone() };
        }
        let task = self.workspace.mirror_task(&memory)?;
        changes.push(self.put(&memory, task.clone(), how));
        Ok(Plan::Write(Box::new(Step { memory, task, replaced, changes, written })))
    }

    fn put(&self, memory: &Memory, task: Option<MirrorTask>, (expect, op, before): How<'_>) -> Change {
        let space: Space = self.workspace.space_of(self.facts.model.as_deref());
        let put = self.workspace.searchable_in(&space, memory, expect, op);
        let put = before.into_iter().fold(put, Put::in_place_of);
        Change::Put(Box::new(put.because(&self.draft.reason).mirrored(task)))
    }

    /// Gives a memory with a readable id a number where that id is taken.
    fn make_unique(&self, memory: &mut Memory) -> Result<()> {
        if self.draft.id.is_some() {
            return Ok(());
        }
        let base = memory.id.clone();
        // The store may have refused the last try for another reason: the plain id comes first.
        for n in std::iter::once(1).chain(self.first_number()?.max(2)..).take(1_000) {
            if n > 1 {
                memory.id =
                    MemoryId::new(format!("{base}-{n}")).map_err(|why| EngineError::invalid("id", why))?;
            }
            if self.workspace.store.get(&memory.id)?.is_none() {
                break;
            }
        }
        if memory.key.as_str() == base.as_str() {
            memory.key = Key::new(memory.id.as_str()).map_err(|why| EngineError::invalid("key", why))?;
        }
        Ok(())
    }

    /// Writers that meet at one id move apart, instead of meeting again at the next number.
    fn first_number(&self) -> Result<usize> {
        if self.attempt < 2 {
            return Ok(self.attempt + 1);
        }
        let [random, ..] = fresh_bits()?;
        Ok(self.attempt + 1 + usize::from(random) * self.attempt)
    }
}

/// Two independent signs make a thing surer than each of them; certainty is left to a person.
fn surer(a: Confidence, b: Confidence) -> Confidence {
    let doubt = (1.0 - a.get()) * (1.0 - b.get());
    Confidence::new(1.0 - doubt).unwrap_or(a).min(Confidence::from_thousandths(990)).max(a)
}

/// Says why a memory became history when another was put in its place.
pub(crate) fn took_its_place(gone: &Memory) -> &'static str {
    if gone.shape() == Shape::Decision {
        "a later decision took its place"
    } else {
        "a later text took its place"
    }
}

/// Tells whether what a memory is known by is its id: nothing of another kind takes its place.
fn is_its_key(memory: &Memory) -> bool {
    matches!(memory.shape(), Shape::Decision | Shape::Episode)
}

/// Tells whether a new value is written over the old one under the same id; its past stays in the history.
fn keeps_id(memory: &Memory) -> bool {
    matches!(memory.shape(), Shape::Decision | Shape::Note | Shape::Procedure)
}

fn options(memory: &Memory) -> Vec<String> {
    crate::stages::options_of(&memory.provenance.evidence)
}

/// Tells whether the new memory says nothing that the old one does not.
fn same(old: &Memory, new: &Memory) -> bool {
    let content = match (&old.content, &new.content) {
        (Content::Note(a), Content::Note(b)) => {
            crate::draft::fingerprint(&a.text) == crate::draft::fingerprint(&b.text)
        }
        (a, b) => a == b,
    };
    content
        && old.retention.ttl == new.retention.ttl
        && old.retention.stability == new.retention.stability
        && (old.retention.expires_at.is_none() || old.retention.expires_at == new.retention.expires_at)
        && old.sensitivity == new.sensitivity
        && new.tags.iter().all(|tag| old.tags.contains(tag))
        && (options(new).is_empty() || options(old) == options(new))
        && (new.occurred_at.is_none() || old.occurred_at == new.occurred_at)
        && !old.is_expired(new.updated_at)
}
