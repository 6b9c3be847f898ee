//! Who calls, when and in which run; the trust in it comes from credential and channel.

use std::sync::Arc;

use jiff::Timestamp;
use memoro_core::{Actor, SessionId, Trust, UserId};

use crate::once::Once;

/// The circumstances of a call.
#[derive(Debug, Clone)]
pub struct Caller {
    /// Who acts.
    pub actor: Actor,
    /// The clock.
    pub now: Timestamp,
    /// The run, for the audit.
    pub run: Option<String>,
    /// The session that the caller named: what is written comes from it.
    pub session: Option<SessionId>,
    /// Only this user's, and what is everyone's; all of the workspace where it is left out.
    pub only: Option<UserId>,
    /// What makes a repeated request answer as the first one did.
    pub once: Option<Arc<Once>>,
}

impl Caller {
    /// The user, now.
    pub fn user(now: Timestamp) -> Self {
        Self { actor: Actor::user(), now: at_millis(now), run: None, session: None, only: None, once: None }
    }

    /// An agent on its own, now.
    pub fn agent(now: Timestamp) -> Self {
        Self { actor: Actor::agent(), now: at_millis(now), run: None, session: None, only: None, once: None }
    }

    /// Memoro itself, acting for the owner.
    pub fn system(now: Timestamp) -> Self {
        Self { actor: Actor::system(), now: at_millis(now), run: None, session: None, only: None, once: None }
    }

    /// Returns the same caller, for one user alone.
    #[must_use]
    pub fn for_user(self, user: UserId) -> Self {
        Self { only: Some(user), ..self }
    }

    /// Tells whether one of Memoro's own jobs acts.
    pub(crate) fn is_job(&self) -> bool {
        self.actor.name.starts_with("job:")
    }

    /// Returns how far the caller is trusted.
    pub const fn trust(&self) -> Trust {
        self.actor.trust
    }
}

/// Cuts the clock to milliseconds, which read well in files.
fn at_millis(at: Timestamp) -> Timestamp {
    Timestamp::from_millisecond(at.as_millisecond()).unwrap_or(at)
}

/// Cuts a moment to the precision that the store keeps.
pub(crate) fn at_micros(at: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}
