//! The write path: every memory that comes in goes through here, whatever the interface.
//!
//! Size and encoding, redaction, trust, what is already there, one commit, the mirror, and a receipt that is
//! given only after the write was durable and read back.

mod clean;
mod gate;
mod loops;
mod plan;

use std::sync::Arc;

use jiff::tz::TimeZone;
use memoro_core::markdown::Home;
use memoro_core::policy::{Operation, is_rule};
use memoro_core::{MAX_TEXT, Memory, MemoryId, Op, Receipt, ScopeKind, Source, Status, Ttl, Why, Written};
use memoro_store::index::Quantized;
use memoro_store::{Change, Commit, Committed, Expect, Facts, MemoryText, Put, StoreError};

pub(crate) use self::clean::redact_draft;
pub(crate) use self::gate::{barred, needs_a_person};
pub(crate) use self::loops::own_words;
pub(crate) use self::plan::took_its_place;
use self::plan::{Plan, Planner, Step};
use crate::caller::Caller;
use crate::draft::{Draft, Shown};
use crate::embedding::Space;
use crate::error::{EngineError, Result};
use crate::once::short;
use crate::workspace::Workspace;

/// How often a write is planned anew when others change the same memory meanwhile.
pub(crate) const ATTEMPTS: usize = 32;
/// How often a write that others touch meanwhile is read back.
const READ_BACK: usize = 8;
/// How long the name of a session, file or page can be, in bytes.
const MAX_SOURCE: usize = 4_096;

/// What became of one try at a write.
enum Done {
    /// It was carried out.
    Now(Written, Seen),
    /// The same request was carried out before; this was its answer.
    Before(String),
}

/// Where a write was read back.
enum Seen {
    /// In the store, and it has no other place.
    InStore,
    /// It is still to be read back.
    NotYet,
}

impl Workspace {
    /// Writes what the draft says and answers with a receipt.
    pub fn write(&self, mut draft: Draft, caller: &Caller) -> Result<Receipt> {
        let facts = self.store.facts()?;
        if self.permit_by(&facts, Operation::Write, caller).is_err() || caller.once.is_some() {
            self.permit(Operation::Write, caller)?;
        }
        self.own_scope(&draft.scope, caller)?;
        check(&draft)?;
        let repeats = match loops::leave_out_own(&mut draft) {
            Ok(repeats) => repeats,
            Err(why) => return Ok(Receipt::rejected(why)),
        };
        crate::names::settle(&mut draft);
        crate::slots::settle(&mut draft)?;
        self.known_key(&mut draft, caller)?;
        check_ttl(&draft.ttl, caller, &self.settings.time_zone)?;
        if let Some(why) = refusal(&draft) {
            return Ok(Receipt::rejected(why));
        }
        let mark = || crate::verify::mark_of(&draft.scope, draft.key.as_ref(), &draft.content);
        let about = caller.run.as_ref().map(|_| mark());
        let mut outcome = self.write_down(draft, facts, caller);
        if let Ok(receipt) = &mut outcome
            && repeats
        {
            receipt.warnings.push("what memory itself had given was left out".into());
        }
        if let Some(about) = about {
            self.note_write(about, &outcome, caller);
        }
        outcome
    }

    fn write_down(&self, mut draft: Draft, mut facts: Arc<Facts>, caller: &Caller) -> Result<Receipt> {
        if let Some(receipt) = self.repeated(caller)? {
            return Ok(receipt);
        }
        let warnings = redact_draft(&mut draft);
        // What marks a secret may be longer than the secret.
        check_text(&draft.content.text())?;
        if draft.stage.is_none() {
            draft.stage = self.gate_draft(&draft, caller);
        }
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                facts = self.store.facts_now()?;
                self.permit_by(&facts, Operation::Write, caller)?;
            }
            let planner = Planner { workspace: self, draft: &draft, caller, facts: facts.clone(), attempt };
            let plan = planner.plan()?;
            // What is there already may be what the same request, sent twice, has just written.
            if let Plan::Merge(_) = plan
                && let Some(receipt) = self.repeated(caller)?
            {
                return Ok(receipt);
            }
            let step = match plan {
                Plan::Merge(_) if self.store.facts_now()?.version != facts.version => continue,
                Plan::Merge(known) if draft.shown == Shown::Later => {
                    let written = Written::Merged { into: known.id };
                    self.keep_written(&written, caller)?;
                    return Ok(Receipt { written, place: None, verified: true, warnings });
                }
                Plan::Merge(known) => {
                    // Its file may still wait for it, after a write that could not be finished.
                    self.mirror_memory(&known, caller)?;
                    let written = Written::Merged { into: known.id };
                    self.keep_written(&written, caller)?;
                    return self.receipt(written, warnings);
                }
                Plan::Write(step) => *step,
            };
            match self.commit_step(step, draft.shown, caller)? {
                Some(Done::Now(written, Seen::InStore)) => {
                    return Ok(Receipt { written, place: None, verified: true, warnings });
                }
                Some(Done::Now(written, Seen::NotYet)) => return self.receipt(written, warnings),
                Some(Done::Before(answer)) => return self.replayed(&answer),
                None => {}
            }
        }
        Err(StoreError::Busy.into())
    }

    /// Commits one step and brings its file in line; `None` if it must be planned anew.
    fn commit_step(&self, step: Step, shown: Shown, caller: &Caller) -> Result<Option<Done>> {
        let Step { memory, task, replaced, changes, written } = step;
        for task in task.iter().chain(replaced.iter().map(|(_, task)| task)) {
            self.check_text(&task.file)?;
        }
        caller.run.as_deref().map_or(Ok(()), |run| self.check_run_file(run))?;
        let idempotency = caller.once.as_ref().and_then(|once| once.due(&short(&written)));
        let follows = caller.once.is_some() && idempotency.is_none();
        let Caller { actor, now, run, once, .. } = caller.clone();
        let buries = crate::forget::buries(&changes);
        let read_back = match self.store.commit(Commit { actor, at: now, run, idempotency, changes }) {
            Ok(Committed::Done { read_back, .. }) => read_back,
            Ok(Committed::Replayed { answer }) => return Ok(Some(Done::Before(answer))),
            Err(StoreError::Conflict(_) | StoreError::Moved) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        if buries {
            self.keep_forgotten()?;
        }
        once.inspect(|once| once.begin());
        if follows {
            self.keep_written(&written, caller)?;
        }
        if shown == Shown::Later {
            self.write_run_of(caller)?;
            let seen = read_back || self.store.get(&memory.id)?.is_some();
            return Ok(Some(Done::Now(written, if seen { Seen::InStore } else { Seen::NotYet })));
        }
        if let Some((old, task)) = &replaced {
            self.mirror_task_now(task, old, caller)?;
        }
        if let Some(task) = &task {
            self.mirror_task_now(task, &memory.id, caller)?;
        }
        self.write_run_of(caller)?;
        let seen = if task.is_none() && read_back { Seen::InStore } else { Seen::NotYet };
        Ok(Some(Done::Now(written, seen)))
    }

    /// Refuses to write a memory whose file is no text: nothing must be half-written.
    pub(crate) fn check_text(&self, file: &str) -> Result<()> {
        let moves = matches!(Home::at(file), Some(Home::Learning(_)));
        if moves && self.files.is_barred(file) {
            return Ok(());
        }
        let Some(read) = self.files.read(file)? else { return Ok(()) };
        memoro_core::markdown::check_text(&read.bytes)
            .map_err(|why| EngineError::NotText { file: file.to_owned(), why })
    }

    /// Prepares the writing of one memory with everything that belongs to it.
    pub(crate) fn put(&self, memory: &Memory, expect: Expect, op: Op, reason: &str) -> Result<Change> {
        let put = self.searchable(memory, expect, op, reason).mirrored(self.mirror_task(memory)?);
        Ok(Change::Put(Box::new(put)))
    }

    /// Prepares the writing of one memory with what search finds it by.
    pub(crate) fn searchable(&self, memory: &Memory, expect: Expect, op: Op, reason: &str) -> Put {
        // An index that fails must not stop a write: the next indexing makes the vector.
        let space = self.space().unwrap_or(Space::Open);
        self.searchable_in(&space, memory, expect, op).because(reason)
    }

    /// Prepares the writing of one memory with what search finds it by, in a space that is known.
    fn searchable_in(&self, space: &Space, memory: &Memory, expect: Expect, op: Op) -> Put {
        let put = Put::new(memory, expect, op, "");
        if memory.scope.kind() == ScopeKind::Policy {
            return put;
        }
        let embedded = self.embed_memory(space, &memoro_store::searched_text(memory));
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
        let operation = self.commit_alone(changes, caller)?;
        self.write_run_of(caller)?;
        Ok(operation)
    }

    /// Commits for whoever has the lock of the vault.
    pub(crate) fn commit_locked(&self, changes: Vec<Change>, caller: &Caller) -> Result<u64> {
        let operation = self.commit_alone(changes, caller)?;
        caller.run.as_deref().map_or(Ok(()), |run| self.write_run_locked(run))?;
        Ok(operation)
    }

    fn commit_alone(&self, changes: Vec<Change>, caller: &Caller) -> Result<u64> {
        caller.run.as_deref().map_or(Ok(()), |run| self.check_run_file(run))?;
        let Caller { actor, now, run, once, .. } = caller.clone();
        let idempotency = once.as_ref().and_then(|once| once.due(""));
        let buries = crate::forget::buries(&changes);
        match self.store.commit(Commit { actor, at: now, run, idempotency, changes })? {
            Committed::Done { operation, .. } => {
                if buries {
                    self.keep_forgotten()?;
                }
                once.inspect(|once| once.begin());
                Ok(operation)
            }
            // Another process carries the same request out; its answer is there in a moment.
            Committed::Replayed { .. } => Err(StoreError::Busy.into()),
        }
    }

    fn write_run_of(&self, caller: &Caller) -> Result<()> {
        caller.run.as_deref().map_or(Ok(()), |run| self.write_run(run))
    }

    /// Reads a write back from the store and from its file, and tells where it stands.
    pub(crate) fn receipt(&self, written: Written, warnings: Vec<String>) -> Result<Receipt> {
        for _ in 0..READ_BACK {
            let Some(id) = written.id() else { break };
            let Some(stored) = self.store.get(id)? else {
                // It was durable and read back when the writer said so; only a forget takes it away again.
                let warnings =
                    [warnings, vec!["it was forgotten meanwhile, by another command".into()]].concat();
                return Ok(Receipt { written, place: None, verified: true, warnings });
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
}

/// Does something on what is there now, and again where others changed that meanwhile.
pub(crate) fn again<T>(mut act: impl FnMut() -> Result<T>) -> Result<T> {
    for _ in 0..ATTEMPTS {
        match act() {
            Err(EngineError::Store(StoreError::Conflict(_) | StoreError::Moved)) => {}
            done => return done,
        }
    }
    Err(StoreError::Busy.into())
}

/// Ends a memory: it becomes history.
pub(crate) fn end(memory: &mut Memory, by: Option<&MemoryId>, reason: &str, caller: &Caller) {
    memory.status = Status::Superseded { by: by.cloned(), reason: reason.to_owned() };
    memory.valid_until = Some(caller.now);
}

/// Tells whether a text can be kept.
pub(crate) fn check_text(text: &str) -> Result<()> {
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
    Ok(())
}

/// Tells what is wrong with a draft before anything is done.
pub(crate) fn check(draft: &Draft) -> Result<()> {
    let text = draft.content.text();
    if text.trim().is_empty() {
        let why = "there is nothing to remember; give the words, or `-` to read them from stdin";
        return Err(EngineError::invalid("the text is empty", why));
    }
    check_text(&text)?;
    if let Some(tag) = draft.tags.iter().find(|tag| memoro_core::Key::new(tag).is_err()) {
        return Err(EngineError::invalid(
            format!("tag `{tag}`"),
            "must be a short text without control characters",
        ));
    }
    let Source { session, path, range } = &draft.source;
    if let Some(long) = [session, path, range].into_iter().flatten().find(|text| text.len() > MAX_SOURCE) {
        let why =
            format!("{} bytes, at most {MAX_SOURCE}; name the file or page, not what it says", long.len());
        return Err(EngineError::invalid("the source is too long", why));
    }
    Ok(())
}

/// Refuses a time to live that is over before it begins.
pub(crate) fn check_ttl(ttl: &Ttl, caller: &Caller, zone: &TimeZone) -> Result<()> {
    match ttl.expires_at(caller.now, zone) {
        Some(end) if end <= caller.now => {
            let why = format!("it ended at {end}; give a time to come, for example 7d");
            Err(EngineError::invalid(format!("ttl `{ttl}`"), why))
        }
        _ => Ok(()),
    }
}

/// Tells why a draft is turned down whoever asks.
pub(crate) fn refusal(draft: &Draft) -> Option<Why> {
    let rule = draft.key.as_ref().is_some_and(|key| is_rule(key.as_str()));
    (rule || draft.scope.kind() == ScopeKind::Policy)
        .then(|| Why::new("policy", "policy is written by the admin, not through memory"))
}

/// Returns random bits for an id.
pub(crate) fn fresh_bits() -> Result<[u8; 10]> {
    let mut bits = [0u8; 10];
    getrandom::fill(&mut bits).map_err(|e| StoreError::Io(format!("no randomness: {e}")))?;
    Ok(bits)
}
