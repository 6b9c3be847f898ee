//! Changing a memory under its id, ending it, and taking the last change back.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use memoro_core::policy::Operation;
use memoro_core::{
    Confidence, Content, EntryKind, Memory, MemoryId, Op, Priority, Receipt, Retention, Scope, Sensitivity,
    Shape, Status, Trust, Ttl, Why, Written,
};
use memoro_store::{Change, EventFilter, Expect, StoreError, Stored};

use crate::caller::Caller;
use crate::draft::Draft;
use crate::error::{EngineError, Result};
use crate::session::SESSION_END;
use crate::vault::intake::STOOD;
use crate::workspace::Workspace;
use crate::write::{again, barred, check_text, check_ttl, end};

/// What to change in a memory; everything left out stays.
#[derive(Debug, Clone, Default)]
pub struct Edit {
    /// The new text: the value of an entry, the text of a note, the summary of an episode.
    pub text: Option<String>,
    /// The kind of an entry.
    pub kind: Option<EntryKind>,
    /// The priority of an entry.
    pub priority: Option<Priority>,
    /// The time to live.
    pub ttl: Option<Ttl>,
    /// The tags, all of them.
    pub tags: Option<Vec<String>>,
    /// The confidence.
    pub confidence: Option<Confidence>,
    /// Whether it may be shown without asking for it.
    pub sensitivity: Option<Sensitivity>,
    /// When it was true in the world.
    pub occurred_at: Option<Timestamp>,
    /// Only if it is still at this revision.
    pub rev: Option<u64>,
    /// Why.
    pub reason: String,
}

/// What there is none of where nothing is left to take back.
pub const UNDOABLE: &str = "change to take back";

/// What an undo took back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undone {
    /// The operation that was taken back.
    pub operation: u64,
    /// The memories that were changed by that.
    pub memories: Vec<MemoryId>,
    /// What the operation had been for.
    pub reason: String,
}

impl Workspace {
    /// Changes a memory under its id; its past stays in the history. Where others change it meanwhile, the change is made
    /// again on what is there then, unless it rests on a revision.
    pub fn edit(&self, name: &str, edit: &Edit, caller: &Caller) -> Result<Receipt> {
        self.permit(Operation::Write, caller)?;
        if edit.rev.is_some() {
            self.edit_once(name, edit, caller)
        } else {
            again(|| self.edit_once(name, edit, caller))
        }
    }

    fn edit_once(&self, name: &str, edit: &Edit, caller: &Caller) -> Result<Receipt> {
        let Stored { memory: old, rev, .. } = self.fetch(name, None, caller)?;
        if edit.rev.is_some_and(|wanted| wanted != rev) {
            return Err(StoreError::Conflict(old.id.to_string()).into());
        }
        if old.layer() == memoro_core::Layer::Soul {
            let why = "who the agent is changes only by a successor: use `soul update`";
            return Err(EngineError::unfit(format!("{} cannot be edited", old.id), why));
        }
        if let Status::Superseded { by, .. } = &old.status {
            let why = match by {
                Some(by) => format!("{by} took its place: edit that"),
                None => "write it anew, or take the change back that ended it with `memoro undo`".to_owned(),
            };
            return Err(EngineError::unfit(format!("{} has ended and is history", old.id), why));
        }
        self.own(&old, caller)?;
        self.revise(Stored { memory: old, rev, recorded_at: caller.now }, edit, caller)
    }

    /// Changes a memory under its id, for a change that whoever calls has a right to.
    pub(crate) fn revise(&self, stored: Stored, edit: &Edit, caller: &Caller) -> Result<Receipt> {
        let Stored { memory: old, rev, .. } = stored;
        let mut memory = edit.apply(&old, caller, &self.settings.time_zone)?;
        if memory.content != old.content && caller.trust() >= Trust::User {
            // What a person said anew is the person's word.
            memory.provenance.trust = memory.provenance.trust.max(Trust::User);
        }
        if memory.content != old.content
            && let Some(session) = &caller.session
        {
            memory.provenance.source.session = Some(session.to_string());
        }
        if let Some(why) = barred(memory.scope.kind(), &memory.content, caller.trust()) {
            return Ok(Receipt::rejected(Why::new("trust", why.text)));
        }
        // A thread is a record: its title was let in as what it is, and its state says nothing.
        let says =
            memory.content != old.content || memory.tags != old.tags && !crate::threads::is_record(&old);
        if says
            && old.status == Status::Active
            && let Some(why) = self.gate(&memory, caller.trust())
        {
            let proposed = self.propose(&old, &memory, &edit.reason, caller)?;
            let nothing = matches!(&proposed.written, Written::Merged { into } if *into == old.id);
            return Ok(if nothing { Receipt::rejected(why) } else { proposed });
        }
        let unchanged =
            Memory { updated_at: old.updated_at, retention: old.retention.clone(), ..memory.clone() };
        if unchanged == old && memory.retention.ttl == old.retention.ttl {
            return self.receipt(Written::Merged { into: old.id }, Vec::new());
        }
        let change = self.put(&memory, Expect::Rev(rev), Op::Upsert, &edit.reason)?;
        self.commit(vec![change], caller)?;
        self.mirror_memory(&memory, caller)?;
        self.receipt(Written::Superseded { old: old.id, new: memory.id }, Vec::new())
    }

    /// Stages what an agent would make of its own memory; the memory stays as it is until a person confirms it.
    pub(crate) fn propose(
        &self,
        old: &Memory,
        new: &Memory,
        reason: &str,
        caller: &Caller,
    ) -> Result<Receipt> {
        let draft = Draft {
            key: Some(old.key.clone()),
            tags: new.tags.clone(),
            evidence: new.provenance.evidence.clone(),
            source: new.provenance.source.clone(),
            confidence: Some(new.provenance.confidence),
            stability: new.retention.stability,
            ttl: new.retention.expires_at.map_or_else(Ttl::none, Ttl::until),
            sensitivity: new.sensitivity,
            occurred_at: new.occurred_at,
            reason: reason.to_owned(),
            // The id of a decision is its key: the one that is proposed has another.
            replaces: (old.shape() == memoro_core::Shape::Decision).then(|| old.id.clone()),
            ..Draft::new(old.scope.clone(), new.content.clone())
        };
        self.write(draft, caller)
    }

    /// Ends a memory without erasing it: it is not current any more, and `undo` brings it back.
    pub fn end(
        &self,
        name: &str,
        scope: Option<&memoro_core::Scope>,
        reason: &str,
        caller: &Caller,
    ) -> Result<MemoryId> {
        self.permit(Operation::Delete, caller)?;
        again(|| self.end_once((name, scope), reason, caller))
    }

    fn end_once(
        &self,
        (name, scope): (&str, Option<&memoro_core::Scope>),
        reason: &str,
        caller: &Caller,
    ) -> Result<MemoryId> {
        let found = self.fetch(name, scope, caller)?;
        let id = found.memory.id.clone();
        let mut ended = vec![found];
        // What it shadows under another name of the key must not count in its place.
        if ended.iter().any(|one| one.memory.shape() == Shape::Entry && one.memory.id.as_str() != name.trim())
        {
            let under = |one: &Stored| self.held_by(&one.memory, caller.now);
            let held = ended.first().map(under).transpose()?.unwrap_or_default();
            ended.extend(held.into_iter().filter(|one| one.memory.id != id));
        }
        for Stored { memory, .. } in &ended {
            if let Some(why) = barred(memory.scope.kind(), &memory.content, caller.trust()) {
                return Err(EngineError::Denied { what: why.text, needs: "the user".into() });
            }
            self.own(memory, caller)?;
        }
        self.end_all(&ended, (Op::Delete, reason), caller)?;
        Ok(id)
    }

    /// Takes back the last change that was not taken back yet, as a new change.
    pub fn undo(&self, caller: &Caller) -> Result<Undone> {
        // What it does is known only when it is found; whoever may do neither is told before.
        self.permit(Operation::Write, caller).or_else(|_| self.permit(Operation::Delete, caller))?;
        if caller.trust() < memoro_core::Trust::User {
            return Err(EngineError::Denied { what: "undo".into(), needs: "the user".into() });
        }
        self.take_in(caller)?;
        let mut undone = self.undo_operation(self.last_change(caller)?, caller)?;
        // An import of many is made in several operations and taken back as a whole.
        while undone.reason.starts_with(crate::export::IMPORTED) {
            let Ok((operation, reason)) = self.last_change(caller) else { break };
            if reason != undone.reason {
                break;
            }
            undone.memories.extend(self.undo_operation((operation, reason), caller)?.memories);
        }
        Ok(undone)
    }

    /// Takes back one operation, as a new change.
    pub(crate) fn undo_operation(
        &self,
        (operation, reason): (u64, String),
        caller: &Caller,
    ) -> Result<Undone> {
        let events =
            self.store.events(&EventFilter { operation: Some(operation), ..EventFilter::default() })?;
        if events.iter().any(|(event, _)| event.op == Op::Forget) {
            return Err(EngineError::invalid(
                "the last change was a forget",
                "what is forgotten cannot be brought back, and undo does not reach behind it; \
                 `history` shows the earlier values of a memory, `edit` sets one again",
            ));
        }
        let first = events.iter().map(|(event, _)| event.seq).min().unwrap_or_default();
        let ids: BTreeSet<MemoryId> = events.iter().filter_map(|(event, _)| event.memory.clone()).collect();
        let mut changes: Vec<(Memory, u64)> = Vec::new();
        for id in &ids {
            changes.extend(self.before(id, first, caller)?);
        }
        changes.sort_by_key(|(memory, _)| memory.status == Status::Active);
        let why = format!("{UNDOES}{operation}");
        self.take_back(&changes, &why, caller)?;
        if let Some(origin) = reason.strip_prefix(crate::rollback::ROLLS_BACK) {
            self.lift_rollback(origin)?;
        }
        for (event, _) in events.iter().filter(|(event, _)| event.reason.starts_with(SESSION_END)) {
            if let (Op::Note, Ok(Scope::Session(session))) = (event.op, event.scope.parse()) {
                self.reopen_session(&session, caller)?;
            }
        }
        Ok(Undone { operation, memories: ids.into_iter().collect(), reason })
    }

    /// Gives memories the states that they had, and their files with them: what waits again loses the line that it had.
    pub(crate) fn take_back(&self, changes: &[(Memory, u64)], why: &str, caller: &Caller) -> Result<()> {
        self.permit_turns(changes, caller)?;
        let (mut puts, mut tasks) = (Vec::new(), Vec::new());
        for (memory, rev) in changes {
            let held = Memory { status: Status::Active, ..memory.clone() };
            let task = self.mirror_task(&held)?;
            tasks.extend(task.clone().map(|task| (task, memory.id.clone())));
            let put = self.searchable(memory, Expect::Rev(*rev), Op::Undo, why).mirrored(task);
            puts.push(Change::Put(Box::new(put)));
        }
        tasks.iter().try_for_each(|(task, _)| self.check_text(&task.file))?;
        self.commit(puts, caller)?;
        tasks.iter().try_for_each(|(task, id)| self.mirror_task_now(task, id, caller))
    }

    /// Asks the guard for what taking back amounts to: what takes the value of a key out is a forget, everything else a write.
    fn permit_turns(&self, changes: &[(Memory, u64)], caller: &Caller) -> Result<()> {
        let counts = |memory: &Memory| memory.status == Status::Active;
        let held = |gone: &Memory| {
            changes.iter().any(|(one, _)| counts(one) && (&one.scope, &one.key) == (&gone.scope, &gone.key))
        };
        for (memory, _) in changes {
            let before = self.store.get(&memory.id)?.map(|stored| stored.memory);
            let out = before.as_ref().is_some_and(counts) && !counts(memory) && !held(memory);
            self.permit(if out { Operation::Delete } else { Operation::Write }, caller)?;
        }
        Ok(())
    }

    /// Returns the newest operation that changed a memory, is no undo, was not undone and is no clearing away of what had
    /// expired, which nobody asked for and nobody takes back. A rollback is a change like any other. For a caller that is
    /// bound to one user only what is this user's to change counts.
    fn last_change(&self, caller: &Caller) -> Result<(u64, String)> {
        for most in [5_000, 100_000, usize::MAX] {
            let (mut undone, mut others) = (BTreeSet::new(), BTreeSet::new());
            let page = EventFilter { newest: true, limit: Some(most), ..EventFilter::default() };
            let events = self.store.events(&page)?;
            let all = events.len() < most;
            for (event, operation) in events {
                let purged = matches!(event.op, Op::Forget | Op::Archive)
                    && event.reason.starts_with(EXPIRED)
                    || event.reason == crate::aside::OVER;
                if event.op == Op::Note && event.reason.starts_with(crate::restore::RESTORED) {
                    return Err(EngineError::invalid(
                        "the last change was a restore",
                        format!("undo does not reach behind it: {}", event.reason),
                    ));
                }
                if event.memory.is_some() && event.reason == STOOD && !undone.contains(&operation) {
                    return Err(EngineError::invalid(
                        "there is nothing to take back",
                        "what was taken in last stood in the files before; edit the files, or `forget` it",
                    ));
                }
                let taken_back = event.reason.strip_prefix(UNDOES).and_then(|n| n.parse::<u64>().ok());
                if let (Op::Undo, Some(taken_back)) = (event.op, taken_back) {
                    undone.insert(taken_back);
                } else if (event.memory.is_some() || event.op == Op::Forget)
                    && event.op != Op::Note
                    && !purged
                    && !undone.contains(&operation)
                    && !others.contains(&operation)
                {
                    if self.is_own_operation(operation, caller)? {
                        return Ok((operation, event.reason));
                    }
                    others.insert(operation);
                }
            }
            if all {
                break;
            }
        }
        Err(EngineError::NotFound { what: UNDOABLE, name: "last".into() })
    }

    /// Tells whether an operation changed nothing but what is there for the caller and the caller's to change; of what is
    /// everyone's only what the caller changed itself is.
    fn is_own_operation(&self, operation: u64, caller: &Caller) -> Result<bool> {
        if caller.only.is_none() {
            return Ok(true);
        }
        let lines = EventFilter { operation: Some(operation), ..EventFilter::default() };
        Ok(self.store.events(&lines)?.iter().all(|(event, _)| {
            let Ok(scope) = event.scope.parse::<Scope>() else { return false };
            // The name of the person at the shell is the same for every user.
            let named = event.actor == caller.actor.name
                && !(self.is_guest(caller) && event.actor == memoro_core::Actor::user().name);
            let own = matches!(scope, Scope::User(_) | Scope::Session(_)) || named;
            own && self.sees(&scope, caller) && self.own_scope(&scope, caller).is_ok()
        }))
    }

    /// Returns the state that a memory had before the audit line `seq`, with its present revision.
    fn before(&self, id: &MemoryId, seq: u64, caller: &Caller) -> Result<Option<(Memory, u64)>> {
        let Some(now) = self.store.get(id)? else { return Ok(None) };
        let filter = EventFilter { memory: Some(id.clone()), ..EventFilter::default() };
        let (earlier, since): (Vec<_>, Vec<_>) =
            self.store.events(&filter)?.into_iter().partition(|(event, _)| event.seq < seq);
        // What an import brought along was never current here: before its first line there was nothing.
        let rev = if earlier.is_empty() { 0 } else { now.rev.saturating_sub(since.len() as u64) };
        let past = self.store.versions(id)?.into_iter().find(|version| version.rev == rev);
        let memory = past.map_or_else(
            || {
                let mut memory = now.memory.clone();
                end(&mut memory, None, "undone", caller);
                memory
            },
            |version| version.memory,
        );
        Ok(Some((memory, now.rev)))
    }
}

/// The reason of what [`Workspace::maintain`] clears away because its time is over.
pub(crate) const EXPIRED: &str = "expired";
const UNDOES: &str = "undoes operation ";

impl Edit {
    fn apply(&self, old: &Memory, caller: &Caller, zone: &TimeZone) -> Result<Memory> {
        let mut memory = old.clone();
        if let Some(text) = &self.text {
            set_text(&mut memory.content, text)?;
        }
        if let Content::Entry(entry) = &mut memory.content {
            entry.kind = self.kind.unwrap_or(entry.kind);
            entry.priority = self.priority.unwrap_or(entry.priority);
        } else if self.kind.is_some() || self.priority.is_some() {
            return Err(EngineError::unfit("kind and priority", "only entries have them"));
        }
        memory.updated_at = caller.now;
        if let Some(ttl) = &self.ttl {
            check_ttl(ttl, caller, zone)?;
            memory.retention = Retention::new(memory.retention.stability, ttl.clone(), caller.now, zone);
        }
        if let Some(tags) = &self.tags {
            memory.tags.clone_from(tags);
        }
        if let Some(given) = self.confidence {
            let known = memory.provenance.confidence;
            memory.provenance.confidence = given.min(known.max(crate::draft::most_sure(caller)));
        }
        memory.sensitivity = self.sensitivity.unwrap_or(memory.sensitivity);
        memory.occurred_at = self.occurred_at.or(memory.occurred_at);
        Ok(memory)
    }
}

fn set_text(content: &mut Content, text: &str) -> Result<()> {
    if text.trim().is_empty() {
        return Err(EngineError::invalid("the text is empty", "use forget or unset to remove a memory"));
    }
    check_text(text)?;
    let text = memoro_core::redact::redact(text).text.into_owned();
    check_text(&text)?;
    match content {
        Content::Entry(entry) => entry.value = text,
        Content::Note(note) => note.text = text,
        Content::Decision(decision) => decision.conclusion = text,
        Content::Episode(episode) => episode.summary = text,
        Content::Procedure(procedure) => procedure.steps = text.lines().map(str::to_owned).collect(),
    }
    Ok(())
}
