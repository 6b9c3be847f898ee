//! Requests that are carried out once. The key that a caller gives is written in the same transaction as the first change
//! that its request makes, so that a repeated request finds it, whoever ended in between. What was answered is kept
//! beside it as long as nothing is forgotten; a request whose answer was lost is told so, and never
//! carried out again.

use std::collections::HashSet;
use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use memoro_core::{MemoryId, Receipt, Why, Written};
use memoro_store::{Idempotency, StoreError};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

/// A request that is carried out once, under the key that its caller gave it.
#[derive(Debug)]
pub struct Once {
    key: String,
    request: [u8; 32],
    /// Whether the key stands in the store.
    begun: AtomicBool,
}

/// What became of the same request before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Earlier {
    /// It was not there before.
    Nothing,
    /// It was answered so.
    Kept(String),
    /// It wrote a memory, and what it answered follows from that.
    Wrote,
    /// It was carried out, and its answer is not kept.
    Lost,
}

impl Once {
    /// Names a request; the same key for another request is refused.
    pub fn new(key: impl Into<String>, request: &[u8]) -> Arc<Self> {
        let request = *blake3::hash(request).as_bytes();
        Arc::new(Self { key: key.into(), request, begun: AtomicBool::new(false) })
    }

    fn row(&self, answer: &str) -> Idempotency {
        Idempotency { key: self.key.clone(), request: self.request, answer: answer.to_owned() }
    }

    /// Returns what the next commit writes, unless an earlier one has.
    pub(crate) fn due(&self, answer: &str) -> Option<Idempotency> {
        (!self.begun.load(Ordering::Acquire)).then(|| self.row(answer))
    }

    /// Notes that a commit has written the key.
    pub(crate) fn begin(&self) {
        self.begun.store(true, Ordering::Release);
    }
}

impl Caller {
    /// Returns the same caller with a request that is carried out once, if it has a key.
    #[must_use]
    pub fn asking_once(self, key: Option<&str>, request: &impl Debug) -> Self {
        let once = key.map(|key| Once::new(key, format!("{request:?}").as_bytes()));
        Self { once, ..self }
    }
}

/// Requests that are under way, by their keys.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    taken: Mutex<HashSet<String>>,
    left: Condvar,
}

/// The turn of one request; the next one with the same key comes after it.
#[derive(Debug)]
pub struct Turn<'a> {
    turns: &'a Turns,
    key: String,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.turns.taken.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
        self.turns.left.notify_all();
    }
}

impl Workspace {
    /// Waits until no other request with the caller's key is under way here.
    pub fn turn(&self, caller: &Caller) -> Option<Turn<'_>> {
        let key = &caller.once.as_ref()?.key;
        let mut taken = self.turns.taken.lock().unwrap_or_else(PoisonError::into_inner);
        while !taken.insert(key.clone()) {
            taken = self.turns.left.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
        Some(Turn { turns: &self.turns, key: key.clone() })
    }

    /// Tells what became of the caller's request before; a key of another request is an error.
    pub fn earlier(&self, caller: &Caller) -> Result<Earlier> {
        let Some(once) = &caller.once else { return Ok(Earlier::Nothing) };
        Ok(match self.store.answered(&once.row(""))? {
            None => Earlier::Nothing,
            Some(answer) if answer.is_empty() => Earlier::Lost,
            Some(answer) if answer.starts_with('{') => Earlier::Kept(answer),
            Some(_) => Earlier::Wrote,
        })
    }

    /// Keeps what the caller's request was answered, for when it comes again; without an answer, that it was carried out.
    pub fn keep_answer(&self, answer: &str, caller: &Caller) -> Result<()> {
        let Some(once) = &caller.once else { return Ok(()) };
        once.begin();
        Ok(self.store.keep_answer(once.row(answer), caller.now)?)
    }

    /// Keeps what became of the caller's request.
    pub(crate) fn keep_written(&self, written: &Written, caller: &Caller) -> Result<()> {
        self.keep_answer(&short(written), caller)
    }

    /// Returns the receipt of the caller's request where it was carried out before.
    pub(crate) fn repeated(&self, caller: &Caller) -> Result<Option<Receipt>> {
        let Some(request) = caller.once.as_ref().and_then(|once| once.due("")) else { return Ok(None) };
        match self.store.answered(&request)? {
            None => Ok(None),
            Some(answer) if answer.is_empty() || answer.starts_with('{') => {
                let why =
                    "its answer is not kept; look at what is there before you send it under another key";
                Err(EngineError::invalid("this request was carried out before", why))
            }
            Some(answer) => self.replayed(&answer).map(Some),
        }
    }

    /// Answers as the first request was answered.
    pub(crate) fn replayed(&self, answer: &str) -> Result<Receipt> {
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

/// Writes down what a write did, as short as it can be told again.
pub(crate) fn short(written: &Written) -> String {
    match written {
        Written::Superseded { old, new } => format!("superseded\t{old}\t{new}"),
        other => format!("{}\t{}", other.as_str(), other.id().map(MemoryId::as_str).unwrap_or_default()),
    }
}
