//! Keyed values: the profile of a user, the current session, and which value counts.

use memoro_core::policy::Operation as Guarded;
use memoro_core::{Content, EntryKind, Key, Priority, Scope, Ttl};
use memoro_engine::store::Stored;
use memoro_engine::{Action, Caller, EngineError, Remember, Whose};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::call::{hidden, key, project, session, ttl, wrong};
use super::change::overtaken;
use super::memories::{ended, priority, receipt};
use super::seen::{basis, unchanged};
use super::{Call, Ended, KindWord, Operation};
use crate::api::{MemoryView, ReceiptView, ResolvedView};
use crate::error::Result;

/// Whose entries: a user's profile, or a session's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Place {
    /// The profile of a user.
    Profile,
    /// A session.
    Session,
}

fn scope(call: &Call<'_>, place: Place, user: Option<&str>, id: Option<&str>) -> Result<Scope> {
    match place {
        Place::Profile => Ok(Scope::User(call.user(user)?)),
        Place::Session => Ok(Scope::Session(call.session(session(id)?.as_ref())?)),
    }
}

/// The entries of a profile or session.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntriesRequest {
    /// `profile` or `session`.
    pub(crate) place: Place,
    /// The user of a profile.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// The session; the current one where it is left out.
    #[serde(default)]
    pub(crate) session: Option<String>,
}

/// Entries of one scope.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EntriesView {
    /// The scope.
    pub(crate) scope: Option<String>,
    /// The entries, by key.
    pub(crate) entries: Vec<MemoryView>,
}

impl Operation for EntriesRequest {
    type Answer = EntriesView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists the entries of a profile or of a session";

    fn act(self, call: &Call<'_>) -> Result<EntriesView> {
        if self.place == Place::Session
            && self.session.is_none()
            && call.workspace.live_session(None, &call.caller)?.is_none()
        {
            return Ok(EntriesView { scope: None, entries: Vec::new() });
        }
        let scope = scope(call, self.place, self.user.as_deref(), self.session.as_deref())?;
        let found = call.workspace.entries_of(&scope, &call.caller)?;
        let entries = found.iter().map(|stored| MemoryView::stored(stored, call.now())).collect();
        Ok(EntriesView { scope: Some(scope.to_string()), entries })
    }
}

/// The entry under a key.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntryRequest {
    /// `profile` or `session`.
    pub(crate) place: Place,
    /// The key.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) key: String,
    /// The user of a profile.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// The session; the current one where it is left out.
    #[serde(default)]
    pub(crate) session: Option<String>,
}

impl Operation for EntryRequest {
    type Answer = MemoryView;
    const ACTION: Action = Action::Read;
    const TAGGED: bool = true;
    const ABOUT: &'static str = "Returns the entry under a key";

    fn act(self, call: &Call<'_>) -> Result<MemoryView> {
        let scope = scope(call, self.place, self.user.as_deref(), self.session.as_deref())?;
        let stored = call.workspace.get(&self.key, Some(&scope), &call.caller)?;
        if stored.memory.scope != scope || stored.memory.is_expired(call.now()) {
            return Err(hidden("memory", &self.key));
        }
        Ok(MemoryView::stored(&stored, call.now()))
    }

    fn tag(answer: &MemoryView) -> Option<String> {
        answer.tag()
    }
}

/// A value to set under a key.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetEntryRequest {
    /// `profile` or `session`.
    pub(crate) place: Place,
    /// The key.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) key: String,
    /// The value.
    #[schema(min_length = 1, max_length = 262_144)]
    pub(crate) value: String,
    /// The user of a profile.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// The session; the current one where it is left out, begun where there is none.
    #[serde(default)]
    pub(crate) session: Option<String>,
    /// What it is; as it was before, or the usual.
    #[serde(default)]
    pub(crate) kind: Option<KindWord>,
    /// How strongly it counts.
    #[serde(default)]
    #[schema(maximum = 100)]
    pub(crate) priority: Option<u8>,
    /// Its time to live.
    #[serde(default)]
    pub(crate) ttl: Option<String>,
    /// Only if the key still holds what was seen, in any of these states; over HTTP the header `If-Match`.
    #[serde(default)]
    pub(crate) rev: Option<Vec<String>>,
    /// Only if the key holds none of these states, `*` for none at all; over HTTP the header `If-None-Match`.
    #[serde(default)]
    pub(crate) unless: Option<Vec<String>>,
}

impl Operation for SetEntryRequest {
    type Answer = ReceiptView;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Sets the value of a key in a profile or session";
    const ONE_WRITE: bool = true;

    fn act(self, call: &Call<'_>) -> Result<ReceiptView> {
        let named = session(self.session.as_deref())?;
        let scope = match self.place {
            Place::Profile => Scope::User(call.user(self.user.as_deref())?),
            Place::Session => Scope::Session(call.workspace.use_session(named.clone(), &call.caller)?),
        };
        let held = held(call, &self.key, &scope, Guarded::Write)?;
        let conditions = (self.rev.as_deref(), self.unless.as_deref());
        let based_on = basis(conditions, &self.key, held.as_ref(), call)?;
        let before = held.and_then(|held| match held.memory.content {
            Content::Entry(entry) => Some(entry),
            _ => None,
        });
        let (usual, lives) = match scope {
            Scope::Session(_) => (EntryKind::Fact, Some(Ttl::session_end())),
            _ => (EntryKind::Preference, None),
        };
        let kind = self.kind.map(Into::into).or(before.as_ref().map(|entry| entry.kind));
        let request = Remember {
            text: self.value,
            key: Some(key("key", &self.key)?),
            scope: Some(scope),
            kind: Some(kind.unwrap_or(usual)),
            priority: Some(
                priority(self.priority)?.or(before.map(|entry| entry.priority)).unwrap_or(Priority::DEFAULT),
            ),
            ttl: ttl(self.ttl.as_deref())?.or(lives),
            based_on,
            ..Remember::default()
        };
        let rests = request.based_on.is_some();
        let caller = Caller { session: named.or_else(|| call.caller.session.clone()), ..call.caller.clone() };
        let written = call.workspace.remember(&request, &caller);
        receipt(&written.map_err(|error| overtaken(error, rests.then_some(0)))?)
    }

    fn ended(answer: &ReceiptView) -> Ended {
        ended(answer)
    }
}

/// Returns what a key holds, for a change of it.
fn held(call: &Call<'_>, key: &str, scope: &Scope, operation: Guarded) -> Result<Option<Stored>> {
    match call.workspace.get_for(key, Some(scope), operation, &call.caller) {
        Ok(stored) => Ok(Some(stored)),
        Err(EngineError::NotFound { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A key whose value is to be ended.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnsetEntryRequest {
    /// `profile` or `session`.
    pub(crate) place: Place,
    /// The key.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) key: String,
    /// The user of a profile.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// The session; the current one where it is left out.
    #[serde(default)]
    pub(crate) session: Option<String>,
    /// Only if the key still holds what was seen, in any of these states; over HTTP the header `If-Match`.
    #[serde(default)]
    pub(crate) rev: Option<Vec<String>>,
}

/// What was ended.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UnsetView {
    /// The memory; it is history now.
    pub(crate) id: String,
    /// The key.
    pub(crate) key: String,
    /// The scope.
    pub(crate) scope: String,
}

impl Operation for UnsetEntryRequest {
    type Answer = UnsetView;
    const ACTION: Action = Action::Forget;
    const ABOUT: &'static str = "Ends the value of a key; it becomes history";

    fn act(self, call: &Call<'_>) -> Result<UnsetView> {
        let scope = scope(call, self.place, self.user.as_deref(), self.session.as_deref())?;
        if let Some(held) = held(call, &self.key, &scope, Guarded::Delete)? {
            unchanged(self.rev.as_deref(), "", &held, call)?;
        }
        let id = call.workspace.end(&self.key, Some(&scope), "unset", &call.caller)?;
        Ok(UnsetView { id: id.to_string(), key: self.key, scope: scope.to_string() })
    }
}

/// A session to end.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EndSessionRequest {
    /// The session; the current one where it is left out.
    #[serde(default)]
    pub(crate) session: Option<String>,
    /// Why.
    #[serde(default)]
    pub(crate) reason: Option<String>,
}

/// A session that ended.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EndedSessionView {
    /// The session.
    pub(crate) session: String,
    /// How many of its entries became history.
    pub(crate) entries: usize,
}

impl Operation for EndSessionRequest {
    type Answer = EndedSessionView;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Ends a session; its entries become history";

    fn act(self, call: &Call<'_>) -> Result<EndedSessionView> {
        let Scope::Session(session) = scope(call, Place::Session, None, self.session.as_deref())? else {
            return Err(hidden("session", "current"));
        };
        call.workspace.permit(Guarded::Write, &call.caller)?;
        let reason = self.reason.unwrap_or_else(|| "ended by the user".into());
        let entries = call.workspace.end_session(&session, &reason, &call.caller)?;
        Ok(EndedSessionView { session: session.to_string(), entries })
    }
}

/// Keys whose effective values are asked for.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResolveRequest {
    /// The keys; all where it is left out.
    #[serde(default)]
    pub(crate) keys: Vec<String>,
    /// The user.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// The session; the current one where it is left out.
    #[serde(default)]
    pub(crate) session: Option<String>,
    /// The project.
    #[serde(default)]
    pub(crate) project: Option<String>,
}

/// Effective values.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ValuesView {
    /// The values.
    pub(crate) values: Vec<ResolvedView>,
    /// Keys whose effective value is sensitive; whoever names one is shown it.
    pub(crate) hidden: Vec<String>,
}

impl Operation for ResolveRequest {
    type Answer = ValuesView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns the effective values of keys and what they shadow";

    fn act(self, call: &Call<'_>) -> Result<ValuesView> {
        let key = |key: &String| Key::new(key).map_err(|why| wrong("keys", &why));
        let keys = self.keys.iter().map(key).collect::<Result<Vec<_>>>()?;
        let whose = Whose {
            user: Some(call.user(self.user.as_deref())?),
            session: session(self.session.as_deref())?,
            project: project(self.project.as_deref())?,
        };
        let found = call.workspace.resolve(&keys, &whose, &call.caller)?;
        Ok(ValuesView {
            values: found.values.iter().map(|value| ResolvedView::of(value, call.now())).collect(),
            hidden: found.hidden.iter().map(ToString::to_string).collect(),
        })
    }
}
