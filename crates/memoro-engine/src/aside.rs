//! Values for a time: what such a value sets aside is not lost but counts again when the value is over. Brings nothing
//! back that ended for another reason, and erases nothing.

use jiff::Timestamp;
use memoro_core::{Content, Memory, Op, Shape, Status};
use memoro_store::{Durability, Expect, Filter, StoreError, Stored};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;
use crate::write::end;

/// When the next value that set something aside is over.
const NEXT: &str = "aside.next";
/// Why a value ended that will count again.
const SET_ASIDE: &str = "set aside by a value for a time";
/// Why a value for a time ended.
pub(crate) const OVER: &str = "its time was over";

/// Returns why a value ends that another one replaces.
pub(crate) fn why_replaced(old: &Memory, new: &Memory) -> &'static str {
    if is_set_aside(old, new) { SET_ASIDE } else { "a newer value took its place" }
}

/// Tells whether a value that ended will count again.
pub(crate) fn counts_again(memory: &Memory) -> bool {
    matches!(&memory.status, Status::Superseded { reason, .. } if reason == SET_ASIDE)
}

/// Tells whether the new value ends before the old one would.
fn is_set_aside(old: &Memory, new: &Memory) -> bool {
    let entries = matches!((&old.content, &new.content), (Content::Entry(_), Content::Entry(_)));
    let ends =
        |memory: &Memory| memory.retention.expires_at.is_some() || memory.retention.ttl.is_session_end();
    let outlives = match (old.retention.expires_at, new.retention.expires_at) {
        (Some(old), Some(new)) => old > new,
        (Some(_), None) | (None, Some(_)) => true,
        (None, None) => !old.retention.ttl.is_session_end(),
    };
    entries && ends(new) && outlives
}

impl Workspace {
    /// Notes when a value for a time is over, so that what it sets aside is looked for then.
    pub(crate) fn note_aside(&self, old: &Memory, new: &Memory) -> Result<()> {
        let Some(over) = new.retention.expires_at.filter(|_| is_set_aside(old, new)) else { return Ok(()) };
        let known = self.next_over()?;
        if known.is_none_or(|known| over < known) {
            self.store.set_named(NEXT, Some(&over.to_string()), Durability::Lazy)?;
        }
        Ok(())
    }

    fn next_over(&self) -> Result<Option<Timestamp>> {
        Ok(self.store.named(NEXT)?.and_then(|text| text.parse().ok()))
    }

    /// Lets what was set aside count again where its time has come.
    pub(crate) fn bring_back(&self, caller: &Caller) -> Result<()> {
        if self.store.is_read_only() || self.next_over()?.is_none_or(|next| caller.now < next) {
            return Ok(());
        }
        let filter = Filter {
            now: caller.now,
            statuses: vec!["active".into()],
            shapes: vec![Shape::Entry],
            sensitive: true,
            ..Filter::default()
        };
        let mut next: Option<Timestamp> = None;
        for stored in self.store.list(&filter)? {
            let back = if stored.memory.is_expired(caller.now) {
                self.bring_back_after(&stored, caller)?
            } else {
                self.set_aside_by(&stored.memory)?.map(|_| stored.memory)
            };
            let over = back.and_then(|memory| memory.retention.expires_at);
            next = [next, over].into_iter().flatten().min();
        }
        self.store.set_named(NEXT, next.map(|next| next.to_string()).as_deref(), Durability::Lazy)?;
        Ok(())
    }

    /// Lets what a value set aside count again, now that the value is over; returns what counts.
    pub(crate) fn bring_back_after(&self, over: &Stored, caller: &Caller) -> Result<Option<Memory>> {
        let mut back = self.set_aside_by(&over.memory)?;
        while let Some(expired) = back.as_ref().filter(|back| back.memory.is_expired(caller.now)) {
            back = self.set_aside_by(&expired.memory)?;
        }
        let Some(Stored { memory: mut back, rev, .. }) = back else { return Ok(None) };
        let mut changes = Vec::new();
        let system = Caller::system(caller.now);
        if over.memory.status == Status::Active {
            let mut ended = over.memory.clone();
            end(&mut ended, Some(&back.id), OVER, &system);
            changes.push(self.put(&ended, Expect::Rev(over.rev), Op::Supersede, OVER)?);
        }
        back.status = Status::Active;
        back.valid_until = None;
        changes.push(self.put(&back, Expect::Rev(rev), Op::Undo, OVER)?);
        match self.commit(changes, &system) {
            Ok(_) => {}
            // Another process noticed it at the same time.
            Err(EngineError::Store(StoreError::Conflict(_) | StoreError::Moved)) => return Ok(Some(back)),
            Err(error) => return Err(error),
        }
        match self.mirror_memory(&back, &system) {
            // It is in the store and counts; its file is brought in line as soon as it can be written.
            Ok(()) | Err(EngineError::Unmirrored { .. }) => Ok(Some(back)),
            Err(error) => Err(error),
        }
    }

    fn set_aside_by(&self, memory: &Memory) -> Result<Option<Stored>> {
        let by = |stored: &Stored| {
            counts_again(&stored.memory)
                && matches!(&stored.memory.status, Status::Superseded { by: Some(by), .. } if *by == memory.id)
        };
        Ok(self.ever_by(memory)?.into_iter().find(by))
    }
}
