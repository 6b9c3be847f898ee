//! The write path: every memory that comes in goes through here, whatever the interface.
//!
//! Size and encoding, redaction, trust, what is already there, one commit, the mirror, and a receipt that is
//! given only after the write was durable and read back.

use memoro_core::policy::{Operation, is_rule};
use memoro_core::redact::redact;
use memoro_core::{
    Confidence, Content, EntryKind, MAX_TEXT, Memory, MemoryId, Op, Receipt, ScopeKind, Shape, Status, Trust,
    Why, Written,
};
use memoro_store::index::Quantized;
use memoro_store::{Change, Commit, Committed, Expect, Idempotency, MemoryText, Put, StoreError, Stored};

use crate::caller::Caller;
use crate::draft::Draft;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

/// How often a write is planned anew when others change the same memory meanwhile.
const ATTEMPTS: usize = 32;
/// How often a write that others touch meanwhile is read back.
const READ_BACK: usize = 8;

enum Plan {
    /// It is already there.
    Merge(Box<Memory>),
    /// It must be written.
    Write(Box<Memory>, Vec<Change>, Written),
}

impl Workspace {
    /// Writes what the draft says and answers with a receipt.
    pub fn write(&self, draft: Draft, caller: &Caller) -> Result<Receipt> {
        self.permit(Operation::Write, caller)?;
        check(&draft)?;
        if let Some(why) = refusal(&draft) {
            return Ok(Receipt::rejected(why));
        }
        let about = crate::verify::mark_of(&draft.scope, draft.key.as_ref(), &draft.content);
        let outcome = self.write_down(draft, caller);
        self.note_write(about, &outcome, caller);
        outcome
    }

    fn write_down(&self, mut draft: Draft, caller: &Caller) -> Result<Receipt> {
        let request = draft.idempotency.clone().map(|key| request(key, &draft));
        if let Some(request) = &request
            && let Some(answer) = self.store.answered(request)?
        {
            return self.replayed(&answer);
        }
        let warnings = redact_draft(&mut draft);
        if draft.stage.is_none() {
            draft.stage = gate(draft.scope.kind(), &draft.content, caller.trust());
        }
        for attempt in 0..ATTEMPTS {
            let plan = self.plan(&draft, caller, attempt)?;
            let (memory, changes, written) = match plan {
                Plan::Merge(known) => {
                    // Its file may still wait for it, after a write that could not be finished.
                    self.mirror_memory(&known, caller)?;
                    return self.receipt(Written::Merged { into: known.id }, warnings);
                }
                Plan::Write(memory, changes, written) => (memory, changes, written),
            };
            self.check_home(&memory)?;
            let idempotency = request.clone().map(|r| Idempotency { answer: answer(&written), ..r });
            let Caller { actor, now, run } = caller.clone();
            match self.store.commit(Commit { actor, at: now, run, idempotency, changes }) {
                Ok(Committed::Done { .. }) => {
                    self.mirror_memory(&memory, caller)?;
                    self.write_run_of(caller)?;
                    return self.receipt(written, warnings);
                }
                Ok(Committed::Replayed { answer }) => return self.replayed(&answer),
                Err(StoreError::Conflict(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(StoreError::Busy.into())
    }

    fn plan(&self, draft: &Draft, caller: &Caller, attempt: usize) -> Result<Plan> {
        let mut memory = draft.memory(caller, fresh_bits()?)?;
        let mut changes = Vec::new();
        let tombstones = self.store.tombstones_over(&memory)?;
        if !tombstones.is_empty() {
            if caller.trust() < Trust::User {
                let why = "it was forgotten at the user's wish; only the user can bring it back";
                return Err(EngineError::invalid("this text cannot be stored", why));
            }
            changes.push(Change::Lift(tombstones));
        }
        let mut old = self.store.active(&memory.scope, &memory.key)?;
        if let Some(old) = &old
            && same(&old.memory, &memory)
        {
            return Ok(Plan::Merge(Box::new(old.memory.clone())));
        }
        if old.is_some() && memory.shape() == Shape::Episode && draft.key.is_none() {
            // Two things that happen in one millisecond are two things.
            self.make_unique(&mut memory, draft, attempt)?;
            old = None;
        }
        if memory.status == Status::Pending {
            return self.plan_pending(draft, memory, changes);
        }
        let in_place =
            old.as_ref().filter(|old| keeps_id(&old.memory)).map(|old| (old.memory.id.clone(), old.rev));
        if let Some((id, rev)) = in_place {
            memory.id = id.clone();
            memory.created_at = old.map_or(memory.created_at, |old| old.memory.created_at);
            changes.push(self.put(&memory, Expect::Rev(rev), Op::Upsert, &draft.reason)?);
            return Ok(Plan::Write(
                Box::new(memory),
                changes,
                Written::Superseded { old: id.clone(), new: id },
            ));
        }
        if !matches!(memory.content, Content::Entry(_)) {
            self.make_unique(&mut memory, draft, attempt)?;
        }
        if draft.id.is_some() && self.store.get(&memory.id)?.is_some() {
            return Err(StoreError::Conflict(memory.id.to_string()).into());
        }
        let written = match old {
            None => Written::Stored(memory.id.clone()),
            Some(Stored { memory: mut gone, rev, .. }) => {
                let old = gone.id.clone();
                end(&mut gone, Some(&memory.id), "a newer value took its place", caller);
                changes.push(self.put(&gone, Expect::Rev(rev), Op::Supersede, &draft.reason)?);
                Written::Superseded { old, new: memory.id.clone() }
            }
        };
        changes.push(self.put(&memory, Expect::New, Op::Upsert, &draft.reason)?);
        Ok(Plan::Write(Box::new(memory), changes, written))
    }

    /// Stages a memory; one that waits already and says the same becomes surer instead.
    fn plan_pending(&self, draft: &Draft, mut memory: Memory, mut changes: Vec<Change>) -> Result<Plan> {
        let waiting = self.store.of_key(&memory.scope, &memory.key)?;
        let alike = waiting.into_iter().find(|other| {
            other.memory.status == Status::Pending
                && !self.has_lapsed(&other.memory, memory.updated_at)
                && same(&other.memory, &memory)
        });
        if let Some(Stored { memory: mut known, rev, .. }) = alike {
            known.provenance.confidence = surer(known.provenance.confidence, memory.provenance.confidence);
            known.updated_at = memory.updated_at;
            changes.push(self.put(&known, Expect::Rev(rev), Op::StageInferred, &draft.reason)?);
            let written = match draft.stage.clone().filter(|why| why.code == "trust") {
                Some(why) => Written::Pending(known.id.clone(), why),
                None => Written::Merged { into: known.id.clone() },
            };
            return Ok(Plan::Write(Box::new(known), changes, written));
        }
        self.make_unique(&mut memory, draft, 0)?;
        let why = draft.stage.clone().unwrap_or_else(|| Why::new("pending", "waits for confirmation"));
        changes.push(self.put(&memory, Expect::New, Op::StageInferred, &draft.reason)?);
        let written = Written::Pending(memory.id.clone(), why);
        Ok(Plan::Write(Box::new(memory), changes, written))
    }

    /// Gives a memory with a readable id a number where that id is taken.
    pub(crate) fn make_unique(&self, memory: &mut Memory, draft: &Draft, attempt: usize) -> Result<()> {
        if draft.id.is_some() {
            return Ok(());
        }
        let base = memory.id.clone();
        for n in attempt + 1..attempt + 1_000 {
            if n > 1 {
                memory.id =
                    MemoryId::new(format!("{base}-{n}")).map_err(|why| EngineError::invalid("id", why))?;
            }
            if self.store.get(&memory.id)?.is_none() {
                break;
            }
        }
        if memory.key.as_str() == base.as_str() {
            memory.key =
                memoro_core::Key::new(memory.id.as_str()).map_err(|why| EngineError::invalid("key", why))?;
        }
        Ok(())
    }

    /// Refuses to write a memory whose file is no text: nothing must be half-written.
    fn check_home(&self, memory: &Memory) -> Result<()> {
        let Some(home) = self.home(memory)? else { return Ok(()) };
        let file = home.path();
        let Some(read) = self.files.read(&file)? else { return Ok(()) };
        memoro_core::markdown::check_text(&read.bytes).map_err(|why| EngineError::NotText { file, why })
    }

    /// Prepares the writing of one memory with everything that belongs to it.
    pub(crate) fn put(&self, memory: &Memory, expect: Expect, op: Op, reason: &str) -> Result<Change> {
        let put = self.searchable(memory, expect, op, reason).mirrored(self.mirror_task(memory)?);
        Ok(Change::Put(Box::new(put)))
    }

    /// Prepares the writing of one memory with what search finds it by.
    pub(crate) fn searchable(&self, memory: &Memory, expect: Expect, op: Op, reason: &str) -> Put {
        let put = Put::new(memory, expect, op, reason);
        if memory.scope.kind() == ScopeKind::Policy {
            return put;
        }
        // A provider or an index that fails must not stop a write: the next indexing makes the vector.
        let embedded = self.embed_memory(&memoro_store::searched_text(memory)).unwrap_or_default();
        put.searched(MemoryText::of(memory, embedded))
    }

    /// Embeds a text with the embedded model; a text without words has no vector.
    pub(crate) fn embed_local(&self, text: &str) -> Option<(String, Quantized)> {
        let vector = self.model.embed_i8(text);
        if vector.is_zero() {
            return None;
        }
        let quantized = Quantized::from_parts(vector.values, vector.scale).ok()?;
        Some((self.model.id().as_str().to_owned(), quantized))
    }

    /// Commits changes under the caller's name.
    pub(crate) fn commit(&self, changes: Vec<Change>, caller: &Caller) -> Result<u64> {
        let Caller { actor, now, run } = caller.clone();
        let done = self.store.commit(Commit { actor, at: now, run, idempotency: None, changes })?;
        self.write_run_of(caller)?;
        match done {
            Committed::Done { operation } => Ok(operation),
            Committed::Replayed { .. } => Ok(0),
        }
    }

    fn write_run_of(&self, caller: &Caller) -> Result<()> {
        caller.run.as_deref().map_or(Ok(()), |run| self.write_run(run))
    }

    /// Reads a write back from the store and from its file, and tells where it stands.
    pub(crate) fn receipt(&self, written: Written, warnings: Vec<String>) -> Result<Receipt> {
        for _ in 0..READ_BACK {
            let Some(stored) = written.id().map(|id| self.store.get(id)).transpose()?.flatten() else {
                break;
            };
            let (home, place) = (self.home(&stored.memory)?, self.place(&stored.memory)?);
            match home {
                Some(home) if place.is_none() => {
                    // Another writer or an editor is at the file; waiting for the lock lets them finish.
                    self.mirror_file_now(&home.path(), &Caller::system(stored.recorded_at))?;
                }
                _ => return Ok(Receipt { written, place, verified: true, warnings }),
            }
        }
        Ok(Receipt { written, place: None, verified: false, warnings })
    }

    fn replayed(&self, answer: &str) -> Result<Receipt> {
        let damaged = || StoreError::Damaged(format!("unreadable answer `{answer}`"));
        let mut words = answer.split('\t');
        let mut id = || words.next().and_then(|w| MemoryId::new(w).ok()).ok_or_else(damaged);
        let (kind, first) = (id()?, id()?);
        let written = match kind.as_str() {
            "stored" => Written::Stored(first),
            "merged" => Written::Merged { into: first },
            "superseded" => Written::Superseded { old: first, new: id()? },
            _ => Written::Pending(first, Why::new("pending", "waits for confirmation")),
        };
        self.receipt(written, vec!["this request was carried out before; nothing was written again".into()])
    }
}

/// Ends a memory: it becomes history.
pub(crate) fn end(memory: &mut Memory, by: Option<&MemoryId>, reason: &str, caller: &Caller) {
    memory.status = Status::Superseded { by: by.cloned(), reason: reason.to_owned() };
    memory.valid_until = Some(caller.now);
}

/// Two independent signs make a thing surer than each of them; certainty is left to a person.
fn surer(a: Confidence, b: Confidence) -> Confidence {
    let doubt = (1.0 - a.get()) * (1.0 - b.get());
    Confidence::new(1.0 - doubt).unwrap_or(a).min(Confidence::from_thousandths(990)).max(a)
}

/// Tells whether a new value is written over the old one under the same id; its past stays in the history.
fn keeps_id(memory: &Memory) -> bool {
    matches!(memory.shape(), Shape::Decision | Shape::Note | Shape::Procedure)
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
        && (new.occurred_at.is_none() || old.occurred_at == new.occurred_at)
        && !old.is_expired(new.updated_at)
}

/// Tells what is wrong with a draft before anything is done.
pub(crate) fn check(draft: &Draft) -> Result<()> {
    let text = draft.content.text();
    if text.trim().is_empty() {
        return Err(EngineError::invalid("the text is empty", "there is nothing to remember"));
    }
    if text.contains('\0') {
        return Err(EngineError::invalid(
            "the text holds a zero character",
            "it is no text; keep it as a file",
        ));
    }
    if text.len() > MAX_TEXT {
        let why = format!("{} bytes, at most {MAX_TEXT}; split it or keep it as a document", text.len());
        return Err(EngineError::invalid("the text is too long", why));
    }
    if let Some(tag) = draft.tags.iter().find(|tag| memoro_core::Key::new(tag).is_err()) {
        return Err(EngineError::invalid(
            format!("tag `{tag}`"),
            "must be a short text without control characters",
        ));
    }
    Ok(())
}

/// Tells why a draft is turned down whoever asks.
pub(crate) fn refusal(draft: &Draft) -> Option<Why> {
    let rule = draft.key.as_ref().is_some_and(|key| is_rule(key.as_str()));
    (rule || draft.scope.kind() == ScopeKind::Policy)
        .then(|| Why::new("policy", "policy is written by the admin, not through memory"))
}

/// What an agent or an untrusted source may not make active by itself.
pub(crate) fn gate(scope: ScopeKind, content: &Content, trust: Trust) -> Option<Why> {
    if trust >= Trust::User {
        return None;
    }
    let what = match (scope, content) {
        (ScopeKind::User, Content::Entry(_)) => "the profile",
        (ScopeKind::Agent, Content::Entry(_)) => "the agent's identity",
        (_, Content::Procedure(_)) => "a procedure",
        (_, Content::Entry(entry))
            if entry.kind == EntryKind::Instruction || entry.kind == EntryKind::Constraint =>
        {
            "an instruction"
        }
        _ => return None,
    };
    Some(Why::new("trust", format!("{what} is changed only after a person confirms it")))
}

fn redact_draft(draft: &mut Draft) -> Vec<String> {
    let mut warnings = Vec::new();
    let mut clean = |text: &mut String| {
        let redacted = redact(text);
        warnings
            .extend(redacted.found.iter().map(|f| format!("a secret was left out ({})", f.kind.as_str())));
        if !redacted.found.is_empty() {
            *text = redacted.text.into_owned();
        }
    };
    match &mut draft.content {
        Content::Entry(entry) => clean(&mut entry.value),
        Content::Note(note) => clean(&mut note.text),
        Content::Procedure(procedure) => {
            if let memoro_core::Trigger::When(when) = &mut procedure.trigger {
                clean(when);
            }
            procedure.steps.iter_mut().for_each(&mut clean);
        }
        Content::Decision(d) => {
            [&mut d.title, &mut d.why, &mut d.finding, &mut d.conclusion, &mut d.impact]
                .into_iter()
                .for_each(&mut clean);
            d.refs.iter_mut().for_each(&mut clean);
        }
        Content::Episode(episode) => {
            clean(&mut episode.summary);
            episode.topics.iter_mut().for_each(&mut clean);
        }
    }
    draft.evidence.iter_mut().chain([&mut draft.reason]).for_each(clean);
    warnings.sort();
    warnings.dedup();
    warnings
}

fn request(key: String, draft: &Draft) -> Idempotency {
    let hash = blake3::hash(format!("{draft:?}").as_bytes());
    Idempotency { key, request: *hash.as_bytes(), answer: String::new() }
}

fn answer(written: &Written) -> String {
    match written {
        Written::Superseded { old, new } => format!("superseded\t{old}\t{new}"),
        other => format!("{}\t{}", other.as_str(), other.id().map(MemoryId::as_str).unwrap_or_default()),
    }
}

/// Returns random bits for an id.
pub(crate) fn fresh_bits() -> Result<[u8; 10]> {
    let mut bits = [0u8; 10];
    getrandom::fill(&mut bits).map_err(|e| StoreError::Io(format!("no randomness: {e}")))?;
    Ok(bits)
}
