//! What is there for a caller that is bound to one user: that user's memories and sessions, and what is everyone's. The
//! owner's files, conversations and current session are the owner's alone. Decides nothing about roles.

use memoro_core::{Scope, SessionId, UserId};
use memoro_store::Filter;

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::recall::{HitSource, Recall};
use crate::workspace::Workspace;

/// How the sessions of users begin that are bound to their own.
const PRIVATE: &str = "user/";

impl Workspace {
    /// Tells whether something in a scope is there for the caller.
    pub fn sees(&self, scope: &Scope, caller: &Caller) -> bool {
        let Some(only) = &caller.only else { return *scope != Scope::Policy };
        match scope {
            Scope::Policy => false,
            Scope::User(whose) => whose == only,
            Scope::Session(session) if is_private(session) => belongs(session, only),
            Scope::Session(_) => *only == self.settings.owner,
            Scope::Agent | Scope::Project(_) => true,
        }
    }

    /// Tells whether the caller is bound to somebody else than the owner.
    pub fn is_guest(&self, caller: &Caller) -> bool {
        caller.only.as_ref().is_some_and(|only| *only != self.settings.owner)
    }

    /// Returns the session that a caller means: the one that is asked for, else the current one; a guest has sessions of
    /// its own.
    pub fn session_of(&self, asked: Option<&SessionId>, caller: &Caller) -> Result<Option<SessionId>> {
        match (&caller.only, asked) {
            (Some(only), asked) if self.is_guest(caller) => private(only, asked).map(Some),
            (_, None) => self.current_session(),
            (_, Some(session)) if self.sees(&Scope::Session(session.clone()), caller) => {
                Ok(Some(session.clone()))
            }
            (_, Some(session)) => {
                Err(EngineError::NotFound { what: "session", name: session.as_str().to_owned() })
            }
        }
    }

    /// Returns the session that a caller means as [`Workspace::session_of`] does, unless nobody used it for so long that
    /// it is over.
    pub fn live_session(&self, asked: Option<&SessionId>, caller: &Caller) -> Result<Option<SessionId>> {
        match self.session_of(asked, caller)? {
            Some(session) if self.is_over(&session, caller)? => Ok(None),
            session => Ok(session),
        }
    }

    /// Returns the scopes that are there for the caller, as far as anything is in them.
    pub(crate) fn seen_scopes(&self, caller: &Caller) -> Result<Vec<Scope>> {
        let mut seen: Vec<Scope> = caller.only.iter().cloned().map(Scope::User).collect();
        for (name, _) in self.store.scope_numbers()? {
            if let Ok(scope) = name.parse::<Scope>()
                && self.sees(&scope, caller)
                && !seen.contains(&scope)
            {
                seen.push(scope);
            }
        }
        Ok(seen)
    }

    /// Narrows a filter to what is there for the caller; nothing where that is nothing at all.
    pub(crate) fn seen_by(&self, filter: &Filter, caller: &Caller) -> Result<Option<Filter>> {
        if caller.only.is_none() {
            return Ok(Some(filter.clone()));
        }
        let mut scopes =
            if filter.scopes.is_empty() { self.seen_scopes(caller)? } else { filter.scopes.clone() };
        scopes.retain(|scope| self.sees(scope, caller));
        Ok((!scopes.is_empty()).then(|| Filter { scopes, ..filter.clone() }))
    }

    /// Narrows a question to what is there for the caller; nothing where that is nothing at all.
    pub(crate) fn asked_by(&self, request: &Recall, caller: &Caller) -> Result<Option<Recall>> {
        let Some(only) = &caller.only else { return Ok(Some(request.clone())) };
        let mut narrow = Recall { user: Some(only.clone()), ..request.clone() };
        narrow.session = self.session_of(request.session.as_ref(), caller)?;
        if self.is_guest(caller) {
            if !narrow.sources.is_empty() && !narrow.sources.contains(&HitSource::Memory) {
                return Ok(None);
            }
            narrow.sources = vec![HitSource::Memory];
        }
        Ok(Some(narrow))
    }
}

/// Tells whether a session is one of a guest's own; it never is the current one.
pub(crate) fn is_private(session: &SessionId) -> bool {
    session.as_str().starts_with(PRIVATE)
}

fn belongs(session: &SessionId, user: &UserId) -> bool {
    let rest = session.as_str().strip_prefix(&mark(user));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn mark(user: &UserId) -> String {
    format!("{PRIVATE}{}", user.as_str().replace('%', "%25").replace('/', "%2F"))
}

/// Returns the session of a guest under a name, or the usual one.
fn private(user: &UserId, asked: Option<&SessionId>) -> Result<SessionId> {
    let name = match asked {
        None => mark(user),
        Some(own) if belongs(own, user) => return Ok(own.clone()),
        Some(asked) => format!("{}/{}", mark(user), asked.as_str()),
    };
    SessionId::new(&name).map_err(|why| EngineError::invalid("session", why))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn user(name: &str) -> UserId {
        UserId::new(name).unwrap()
    }

    proptest! {
        #[test]
        fn no_session_belongs_to_two_users(
            one in "[a-cก甲/%]{1,6}", other in "[a-cก甲/%]{1,6}", name in "[a-c/%]{1,6}"
        ) {
            let (one, other) = (user(&one), user(&other));
            prop_assume!(one != other);
            let asked = SessionId::new(&name).unwrap();
            for session in [private(&one, None).unwrap(), private(&one, Some(&asked)).unwrap()] {
                prop_assert!(is_private(&session) && belongs(&session, &one));
                prop_assert!(!belongs(&session, &other), "{session:?}");
            }
        }
    }

    #[test]
    fn a_session_that_is_a_guests_own_already_keeps_its_name() {
        let somchai = user("สมชาย");
        let own = private(&somchai, Some(&SessionId::new("งาน").unwrap())).unwrap();
        assert_eq!(own.as_str(), "user/สมชาย/งาน");
        assert_eq!(private(&somchai, Some(&own)).unwrap(), own);
        let others = private(&user("甲"), None).unwrap();
        assert_eq!(private(&somchai, Some(&others)).unwrap().as_str(), "user/สมชาย/user/甲");
    }
}
