//! The current session: when it begins, when it ends, and what becomes of its entries.

use jiff::{SignedDuration, Timestamp};
use memoro_core::{MemoryId, Op, Scope, SessionId, Trust};
use memoro_store::{Change, Durability, Expect, Filter, Stored};

use crate::caller::Caller;
use crate::draft::fingerprint;
use crate::error::{EngineError, Result, as_room_allows};
use crate::seen::is_private;
use crate::workspace::Workspace;
use crate::write::end;

pub(crate) const CURRENT: &str = "session.current";
pub(crate) const SEEN: &str = "session.seen";
/// When a session that is not the current one was last used; other sessions than the current one have no file.
const LEFT: &str = "session.left.";
/// How the audit says that a session ended.
pub(crate) const SESSION_END: &str = "session end: ";
/// Being used is noted so often at most.
const NOTED_AFTER: SignedDuration = SignedDuration::from_mins(1);

impl Workspace {
    /// Returns the session that SESSION.md shows, if one is going on.
    pub fn current_session(&self) -> Result<Option<SessionId>> {
        let name = self.store.named(CURRENT)?;
        Ok(name.and_then(|name| SessionId::new(name).ok()))
    }

    /// Returns the session that is meant, ending it first if it was idle too long; without a name the current one, begun
    /// if there is none. A session that is named beside the current one stays beside it: what an agent names, and what
    /// a person looks into, does not take the place of the one that the person is in.
    pub fn use_session(&self, wanted: Option<SessionId>, caller: &Caller) -> Result<SessionId> {
        self.end_idle_session(caller)?;
        if let Some(left) = wanted.as_ref().filter(|left| !is_private(left))
            && self.is_over(left, caller)?
        {
            self.close_session(left, "idle", &Caller { once: None, ..caller.clone() })?;
        }
        let wanted = match wanted {
            None if !self.is_guest(caller) => None,
            wanted => self.session_of(wanted.as_ref(), caller)?,
        };
        if let Some(private) = wanted.clone().filter(is_private) {
            return Ok(private);
        }
        let Some(session) = wanted else {
            let Some(session) = self.current_session()? else { return self.begin_session(caller) };
            self.store.set_named(SEEN, Some(&caller.now.to_string()), Durability::Lazy)?;
            return Ok(session);
        };
        let mut current = self.current_session()?;
        if current.is_none() && caller.trust() >= Trust::User {
            // Nobody is in another one: it is the one that the person is in.
            current = SessionId::new(self.store.claim_named(CURRENT, session.as_str())?).ok();
            self.refresh_session_file(caller)?;
        }
        self.note_used(&session, current.as_ref(), caller)?;
        Ok(session)
    }

    /// Notes that a session is used now.
    fn note_used(&self, session: &SessionId, current: Option<&SessionId>, caller: &Caller) -> Result<()> {
        let name = if current == Some(session) { SEEN.to_owned() } else { format!("{LEFT}{session}") };
        Ok(self.store.set_named(&name, Some(&caller.now.to_string()), Durability::Lazy)?)
    }

    /// Tells whether a session ended because nobody used it for longer than the settings allow.
    pub(crate) fn is_over(&self, session: &SessionId, caller: &Caller) -> Result<bool> {
        let current = self.current_session()?.as_ref() == Some(session);
        let seen =
            if current { self.store.named(SEEN)? } else { self.store.named(&format!("{LEFT}{session}"))? };
        let seen = seen.and_then(|text| text.parse::<Timestamp>().ok());
        Ok(seen.is_some_and(|seen| caller.now.duration_since(seen) > self.settings.session_idle))
    }

    /// Notes that the person is there, so that the session they are in does not count as idle.
    pub(crate) fn keep_session(&self, asked: Option<&SessionId>, caller: &Caller) -> Result<()> {
        let Some(current) = self.live_session(asked, caller)?.filter(|session| !is_private(session)) else {
            return Ok(());
        };
        let is_current = self.current_session()?.as_ref() == Some(&current);
        let name = if is_current { SEEN.to_owned() } else { format!("{LEFT}{current}") };
        let seen = self.store.named(&name)?.and_then(|text| text.parse::<Timestamp>().ok());
        let lately = seen.is_some_and(|seen| caller.now.duration_since(seen) < NOTED_AFTER);
        if !lately && !self.store.is_read_only() && (is_current || seen.is_some()) {
            let noted = self.store.set_named(&name, Some(&caller.now.to_string()), Durability::Lazy);
            as_room_allows(noted.map_err(EngineError::from).map(drop))?;
        }
        Ok(())
    }

    /// Begins a new session under a name of its own.
    pub(crate) fn begin_session(&self, caller: &Caller) -> Result<SessionId> {
        let wanted = new_session(caller.now)?;
        let stands = self.store.claim_named(CURRENT, wanted.as_str())?;
        let session =
            SessionId::new(&stands).map_err(|why| EngineError::invalid("the current session", why))?;
        self.store.set_named(SEEN, Some(&caller.now.to_string()), Durability::Lazy)?;
        Ok(session)
    }

    /// Ends the current session if nobody used it for longer than the settings allow.
    pub fn end_idle_session(&self, caller: &Caller) -> Result<Option<SessionId>> {
        let idle = self.idle_session(caller)?;
        if let Some(session) = &idle {
            // Time ends it, whoever notices, and it is no part of what was asked for.
            self.close_session(session, "idle", &Caller { once: None, ..caller.clone() })?;
        }
        Ok(idle)
    }

    /// Ends the sessions that people left for another one and did not come back to.
    pub(crate) fn end_left_sessions(&self, caller: &Caller) -> Result<()> {
        for session in self.left_sessions(caller)? {
            self.close_session(&session, "idle", &Caller { once: None, ..caller.clone() })?;
        }
        Ok(())
    }

    /// Returns the sessions that people left for another one so long ago that they are over.
    fn left_sessions(&self, caller: &Caller) -> Result<Vec<SessionId>> {
        let mut left = Vec::new();
        for (name, _) in self.store.named_under(LEFT)? {
            let Ok(session) = SessionId::new(&name) else { continue };
            if self.is_over(&session, caller)? {
                left.push(session);
            }
        }
        Ok(left)
    }

    /// Returns what ends with the sessions that nobody used for too long.
    pub(crate) fn of_idle_sessions(&self, caller: &Caller) -> Result<Vec<MemoryId>> {
        let mut ending = Vec::new();
        for session in self.left_sessions(caller)?.into_iter().chain(self.idle_session(caller)?) {
            ending.extend(self.of_session(&session, caller)?.into_iter().map(|stored| stored.memory.id));
        }
        Ok(ending)
    }

    /// Returns the current session if nobody used it for longer than the settings allow.
    pub(crate) fn idle_session(&self, caller: &Caller) -> Result<Option<SessionId>> {
        match self.current_session()? {
            Some(current) if self.is_over(&current, caller)? => Ok(Some(current)),
            _ => Ok(None),
        }
    }

    /// Ends a session: its entries become history; returns how many there were. An agent ends one in which all is its own.
    pub fn end_session(&self, session: &SessionId, reason: &str, caller: &Caller) -> Result<usize> {
        self.permit(memoro_core::policy::Operation::Delete, caller)?;
        for stored in self.of_session(session, caller)? {
            self.own(&stored.memory, caller)?;
        }
        self.close_session(session, reason, caller)
    }

    /// Returns what ends with a session.
    fn of_session(&self, session: &SessionId, caller: &Caller) -> Result<Vec<Stored>> {
        let filter = Filter {
            now: caller.now,
            scopes: vec![Scope::Session(session.clone())],
            statuses: vec!["active".into(), "pending".into()],
            sensitive: true,
            ..Filter::default()
        };
        let mut entries = self.store.list(&filter)?;
        if self.current_session()?.as_ref() == Some(session) {
            entries.extend(self.until_session_end(caller)?);
        }
        Ok(entries)
    }

    fn close_session(&self, session: &SessionId, reason: &str, caller: &Caller) -> Result<usize> {
        let scope = Scope::Session(session.clone());
        let entries = self.of_session(session, caller)?;
        let is_current = self.current_session()?.as_ref() == Some(session);
        let mut changes = Vec::new();
        for stored in &entries {
            let mut memory = stored.memory.clone();
            end(&mut memory, None, &format!("the session ended ({reason})"), caller);
            changes.push(self.put(
                &memory,
                Expect::Rev(stored.rev),
                Op::Delete,
                &format!("{SESSION_END}{reason}"),
            )?);
        }
        changes.push(Change::Remark {
            op: Op::Note,
            scope: scope.to_string(),
            reason: format!("{SESSION_END}{reason}"),
        });
        self.commit(changes, caller)?;
        self.store.set_named(&format!("{LEFT}{session}"), None, Durability::Lazy)?;
        if is_current {
            self.store.set_named(CURRENT, None, Durability::Synced)?;
            self.refresh_session_file(caller)?;
        }
        for stored in entries.iter().filter(|stored| stored.memory.scope != scope) {
            self.mirror_memory(&stored.memory, caller)?;
            if let Some(ended) = self.store.get(&stored.memory.id)? {
                self.bring_back_after(&ended, caller)?;
            }
        }
        Ok(entries.len())
    }

    /// Lets a session go on whose end was taken back: it is the current one again, unless people are in another by now.
    pub(crate) fn reopen_session(&self, session: &SessionId, caller: &Caller) -> Result<()> {
        if is_private(session) {
            return Ok(());
        }
        let current = self.current_session()?;
        let busy = match current.as_ref().filter(|current| *current != session) {
            Some(current) => !self.of_session(current, caller)?.is_empty(),
            None => false,
        };
        let seen = if busy { format!("{LEFT}{session}") } else { SEEN.to_owned() };
        self.store.set_named(&seen, Some(&caller.now.to_string()), Durability::Lazy)?;
        if !busy {
            self.store.set_named(CURRENT, Some(session.as_str()), Durability::Synced)?;
            self.refresh_session_file(caller)?;
        }
        Ok(())
    }

    /// Returns the owner's entries that were to live until the session ends.
    fn until_session_end(&self, caller: &Caller) -> Result<Vec<Stored>> {
        let filter = Filter {
            now: caller.now,
            scopes: vec![Scope::User(self.settings.owner.clone())],
            statuses: vec!["active".into()],
            sensitive: true,
            ..Filter::default()
        };
        let mut entries = self.store.list(&filter)?;
        entries.retain(|stored| stored.memory.retention.ttl.is_session_end());
        Ok(entries)
    }
}

fn new_session(now: Timestamp) -> Result<SessionId> {
    let mark = fingerprint(&now.to_string());
    let name = format!("s-{}-{}", now.strftime("%Y%m%d"), mark.get(..6).unwrap_or_default());
    SessionId::new(&name).map_err(|why| EngineError::invalid(format!("session `{name}`"), why))
}
