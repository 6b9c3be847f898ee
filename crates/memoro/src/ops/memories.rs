//! Memories one by one: make, get, list, change, end, erase, and their past.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use memoro_core::{Key, Priority, Scope, Written};
use memoro_engine::store::Filter;
use memoro_engine::{Action, Edit, Remember, Target};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::call::{confidence, hidden, ttl, wrong};
use super::{
    Call, Ended, KindWord, LayerWord, Operation, OriginWord, SensitivityWord, StabilityWord, StatusWord, all,
};
use crate::api::{ForgottenView, MemoryView, ReceiptView, Stage, VersionView};
use crate::error::{Code, Failure, Result};

/// A text or a keyed value to remember.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RememberRequest {
    /// What to remember.
    #[schema(min_length = 1, max_length = 262_144)]
    pub(crate) text: String,
    /// The key of an entry; a free text has none.
    #[serde(default)]
    pub(crate) key: Option<String>,
    /// What an entry is.
    #[serde(default)]
    pub(crate) kind: Option<KindWord>,
    /// How strongly an entry counts, 0 to 100.
    #[serde(default)]
    #[schema(maximum = 100)]
    pub(crate) priority: Option<u8>,
    /// Where it belongs: `user`, `user:<id>`, `project:<id>`, `session`, `session:<id>` or `agent`.
    #[serde(default)]
    pub(crate) scope: Option<String>,
    /// The user, where the scope names none.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// Its time to live: `none`, `session_end`, `8h`, `7d`, `P30D` or a timestamp.
    #[serde(default)]
    pub(crate) ttl: Option<String>,
    /// How firmly it is held.
    #[serde(default)]
    pub(crate) stability: Option<StabilityWord>,
    /// Concepts.
    #[serde(default)]
    pub(crate) tags: Vec<String>,
    /// How sure it is, at most what its origin deserves.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1)]
    pub(crate) confidence: Option<f64>,
    /// When it was true in the world.
    #[serde(default)]
    pub(crate) occurred_at: Option<String>,
    /// Where the words stand: a path or a URL.
    #[serde(default)]
    pub(crate) source: Option<String>,
    /// Who said it.
    #[serde(default)]
    pub(crate) origin: Option<OriginWord>,
    /// Shown only on request.
    #[serde(default)]
    #[schema(default = false)]
    pub(crate) sensitive: bool,
    /// Makes a repeated request answer as the first one did; over HTTP the header `Idempotency-Key`.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 200)]
    pub(crate) idempotency_key: Option<String>,
    /// Why it is written, for the audit.
    #[serde(default)]
    pub(crate) reason: Option<String>,
}

impl Operation for RememberRequest {
    type Answer = ReceiptView;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Remembers a text or a keyed value";

    fn run(self, call: &Call<'_>) -> Result<ReceiptView> {
        let user = call.user(self.user.as_deref())?;
        let request = Remember {
            scope: Some(call.scope(self.scope.as_deref(), &user)?),
            key: self.key.map(|key| Key::new(key).map_err(|why| wrong("key", &why))).transpose()?,
            kind: self.kind.map(Into::into),
            priority: priority(self.priority)?,
            ttl: ttl(self.ttl.as_deref())?,
            stability: self.stability.map(Into::into),
            tags: self.tags,
            confidence: confidence(self.confidence)?,
            occurred_at: call.moment("occurred_at", self.occurred_at.as_deref())?,
            source: self.source,
            origin: self.origin.map(Into::into),
            sensitive: self.sensitive,
            idempotency: self.idempotency_key,
            reason: self.reason.unwrap_or_default(),
            text: self.text,
        };
        receipt(&call.workspace.remember(&request, &call.caller)?)
    }

    fn ended(answer: &ReceiptView) -> Ended {
        ended(answer)
    }
}

/// Shows a receipt; a write that was turned down is a failure.
pub(crate) fn receipt(receipt: &memoro_core::Receipt) -> Result<ReceiptView> {
    match &receipt.written {
        Written::Rejected(why) if why.code == "policy" => Err(Failure::new(Code::Policy, why.text.clone())),
        Written::Rejected(why) => Err(Failure::new(Code::Denied, why.text.clone())),
        _ => Ok(ReceiptView::from(receipt)),
    }
}

/// Tells how a write ended.
pub(crate) fn ended(answer: &ReceiptView) -> Ended {
    match answer.status {
        "stored" | "superseded" => Ended::Created,
        "pending" => Ended::Waiting,
        _ => Ended::Done,
    }
}

fn priority(number: Option<u8>) -> Result<Option<Priority>> {
    let read = |number| Priority::new(number).ok_or_else(|| wrong("priority", &"must be from 0 to 100"));
    number.map(read).transpose()
}

/// One memory, by its id, its key or the unique start of its id.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GetRequest {
    /// The id, the key or the unique start of the id.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) id: String,
}

impl Operation for GetRequest {
    type Answer = MemoryView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns one memory";

    fn run(self, call: &Call<'_>) -> Result<MemoryView> {
        Ok(MemoryView::stored(&call.memory(&self.id)?, call.now()))
    }

    fn revision(answer: &MemoryView) -> Option<u64> {
        answer.rev
    }
}

/// The memories that fit some filters, the last changed first.
#[derive(Debug, Default, Deserialize, Hash, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListRequest {
    /// Only these layers.
    #[serde(default)]
    pub(crate) layers: Vec<LayerWord>,
    /// Only these kinds: a shape, a kind of entry, a grain of episode or a stage of decision.
    #[serde(default)]
    pub(crate) kinds: Vec<String>,
    /// Only with any of these tags.
    #[serde(default)]
    pub(crate) tags: Vec<String>,
    /// Only these scopes.
    #[serde(default)]
    pub(crate) scopes: Vec<String>,
    /// Only this user's.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// Only under these keys.
    #[serde(default)]
    pub(crate) keys: Vec<String>,
    /// Only with these statuses; active where it is left out.
    #[serde(default)]
    pub(crate) statuses: Vec<StatusWord>,
    /// Changed at or after this moment.
    #[serde(default)]
    pub(crate) since: Option<String>,
    /// Changed before this moment.
    #[serde(default)]
    pub(crate) until: Option<String>,
    /// What was believed at this moment.
    #[serde(default)]
    pub(crate) as_of: Option<String>,
    /// Also what is sensitive.
    #[serde(default)]
    #[schema(default = false)]
    pub(crate) sensitive: bool,
    /// At most this many.
    #[serde(default = "fifty")]
    #[schema(minimum = 1, maximum = 500, default = 50)]
    pub(crate) limit: usize,
    /// Where the last page ended; from `next` of that page, with the same filters.
    #[serde(default)]
    #[schema(max_length = 64)]
    pub(crate) cursor: Option<String>,
}

const fn fifty() -> usize {
    50
}

/// A page of memories.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListView {
    /// The memories.
    pub(crate) memories: Vec<MemoryView>,
    /// The cursor of the next page, if there is one.
    pub(crate) next: Option<String>,
}

impl ListRequest {
    /// Returns the filter as the store takes it.
    fn filter(&self, call: &Call<'_>) -> Result<Filter> {
        if !(1..=500).contains(&self.limit) {
            return Err(wrong("limit", &"must be from 1 to 500"));
        }
        let (shapes, kinds): (Vec<_>, Vec<_>) =
            self.kinds.iter().map(|word| word.parse().map_err(|_| word.clone())).partition(Result::is_ok);
        let kinds: Vec<String> = kinds.into_iter().filter_map(Result::err).collect();
        if let Some(unknown) = kinds.iter().find(|word| !is_kind(word)) {
            return Err(wrong("kinds", &format!("`{unknown}` is no kind")));
        }
        let key = |key: &String| Key::new(key).map_err(|why| wrong("keys", &why));
        Ok(Filter {
            now: call.now(),
            as_of: call.moment("as_of", self.as_of.as_deref())?,
            statuses: self.statuses.iter().map(|status| status.as_str().to_owned()).collect(),
            layers: all(&self.layers),
            shapes: shapes.into_iter().filter_map(Result::ok).collect(),
            kinds,
            tags: self.tags.clone(),
            scopes: self.scopes(call)?,
            keys: self.keys.iter().map(key).collect::<Result<_>>()?,
            since: call.moment("since", self.since.as_deref())?,
            until: call.moment("until", self.until.as_deref())?,
            sensitive: self.sensitive,
            limit: Some(self.limit + 1),
            offset: self.offset()?,
            ..Filter::default()
        })
    }

    fn scopes(&self, call: &Call<'_>) -> Result<Vec<Scope>> {
        let read = |text: &String| text.parse::<Scope>().map_err(|why| wrong("scopes", &why));
        let mut scopes = self.scopes.iter().map(read).collect::<Result<Vec<_>>>()?;
        if let Some(user) = &self.user {
            scopes.push(Scope::User(call.user(Some(user))?));
        }
        match scopes.iter().find(|scope| !call.access.reaches(scope)) {
            Some(scope) => Err(hidden("scope", &scope.to_string())),
            None => Ok(scopes),
        }
    }

    /// A cursor names the query that it belongs to, so that it cannot be used with another one.
    fn mark(&self) -> u64 {
        let bare = (&self.layers, &self.kinds, &self.tags, &self.scopes, &self.user, &self.keys);
        let mut hasher = DefaultHasher::new();
        (bare, &self.statuses, &self.since, &self.until, &self.as_of, self.sensitive).hash(&mut hasher);
        hasher.finish()
    }

    fn offset(&self) -> Result<usize> {
        let Some(cursor) = &self.cursor else { return Ok(0) };
        let foreign = || wrong("cursor", &"it does not belong to this query; begin without one");
        let (mark, offset) = cursor.split_once('-').ok_or_else(foreign)?;
        if u64::from_str_radix(mark, 16) != Ok(self.mark()) {
            return Err(foreign());
        }
        offset.parse().map_err(|_| foreign())
    }
}

impl Operation for ListRequest {
    type Answer = ListView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists memories, the last changed first";

    fn run(self, call: &Call<'_>) -> Result<ListView> {
        let filter = self.filter(call)?;
        let mut found = call.workspace.list(&filter, &call.caller)?;
        let more = found.len() > self.limit;
        found.truncate(self.limit);
        found.retain(|stored| call.sees(&stored.memory));
        let next = more.then(|| format!("{:x}-{}", self.mark(), filter.offset + self.limit));
        let memories = found.iter().map(|stored| MemoryView::stored(stored, call.now())).collect();
        Ok(ListView { memories, next })
    }
}

fn is_kind(word: &str) -> bool {
    word.parse::<memoro_core::EntryKind>().is_ok()
        || word.parse::<memoro_core::Grain>().is_ok()
        || word.parse::<memoro_core::Stage>().is_ok()
}

/// What to change in a memory; everything left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EditRequest {
    /// The memory.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) id: String,
    /// The new text.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 262_144)]
    pub(crate) text: Option<String>,
    /// The kind of an entry.
    #[serde(default)]
    pub(crate) kind: Option<KindWord>,
    /// The priority of an entry.
    #[serde(default)]
    #[schema(maximum = 100)]
    pub(crate) priority: Option<u8>,
    /// The time to live.
    #[serde(default)]
    pub(crate) ttl: Option<String>,
    /// The tags, all of them.
    #[serde(default)]
    pub(crate) tags: Option<Vec<String>>,
    /// How sure it is.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1)]
    pub(crate) confidence: Option<f64>,
    /// Whether it may be shown without asking for it.
    #[serde(default)]
    pub(crate) sensitivity: Option<SensitivityWord>,
    /// When it was true in the world.
    #[serde(default)]
    pub(crate) occurred_at: Option<String>,
    /// Only if it is still at this revision; over HTTP the header `If-Match`.
    #[serde(default)]
    pub(crate) rev: Option<u64>,
    /// Why.
    #[serde(default)]
    pub(crate) reason: Option<String>,
}

impl Operation for EditRequest {
    type Answer = MemoryView;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Changes a memory under its id; its past stays in the history";

    fn run(self, call: &Call<'_>) -> Result<MemoryView> {
        let stored = call.memory(&self.id)?;
        if self.rev.is_some_and(|rev| rev != stored.rev) {
            let message = format!("memory {} is at revision {} now", stored.memory.id, stored.rev);
            return Err(Failure::new(Code::Precondition, message).hint("get it again, then try again"));
        }
        let edit = Edit {
            text: self.text,
            kind: self.kind.map(Into::into),
            priority: priority(self.priority)?,
            ttl: ttl(self.ttl.as_deref())?,
            tags: self.tags,
            confidence: confidence(self.confidence)?,
            sensitivity: self.sensitivity.map(Into::into),
            occurred_at: call.moment("occurred_at", self.occurred_at.as_deref())?,
            rev: self.rev,
            reason: self.reason.unwrap_or_default(),
        };
        let id = stored.memory.id;
        receipt(&call.workspace.edit(id.as_str(), &edit, &call.caller)?)?;
        Ok(MemoryView::stored(&call.memory(id.as_str())?, call.now()))
    }

    fn revision(answer: &MemoryView) -> Option<u64> {
        answer.rev
    }
}

/// A memory to erase everywhere, or only to end.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForgetRequest {
    /// The memory.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) id: String,
    /// Only tells what would be erased.
    #[serde(default)]
    #[schema(default = false)]
    pub(crate) dry_run: bool,
    /// Ends it without erasing it: it becomes history.
    #[serde(default)]
    #[schema(default = false)]
    pub(crate) keep_history: bool,
    /// Only if it is still at this revision; over HTTP the header `If-Match`.
    #[serde(default)]
    pub(crate) rev: Option<u64>,
    /// Why.
    #[serde(default)]
    pub(crate) reason: Option<String>,
}

impl Operation for ForgetRequest {
    type Answer = ForgottenView;
    const ACTION: Action = Action::Forget;
    const ABOUT: &'static str = "Erases a memory everywhere in the workspace";

    fn run(self, call: &Call<'_>) -> Result<ForgottenView> {
        let stored = call.memory(&self.id)?;
        if self.rev.is_some_and(|rev| rev != stored.rev) {
            let message = format!("memory {} is at revision {} now", stored.memory.id, stored.rev);
            return Err(Failure::new(Code::Precondition, message).hint("get it again, then try again"));
        }
        let (id, reason) = (stored.memory.id, self.reason.unwrap_or_default());
        let target = Target::Memory(id.to_string(), None);
        if self.dry_run {
            let plan = call.workspace.plan_forget(&target, &call.caller)?;
            return Ok(ForgottenView::of(&plan, Stage::Planned));
        }
        if self.keep_history {
            let reason = if reason.is_empty() { "ended" } else { &reason };
            let ended = call.workspace.end(id.as_str(), None, reason, &call.caller)?;
            return Ok(ForgottenView::ended(&ended));
        }
        let done = call.workspace.forget(&target, &reason, &call.caller)?;
        Ok(ForgottenView::of(&done, Stage::Done))
    }
}

/// The past of a memory.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HistoryRequest {
    /// The memory.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) id: String,
}

/// The states that a memory had.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistoryView {
    /// The states, the newest first.
    pub(crate) versions: Vec<VersionView>,
}

impl Operation for HistoryRequest {
    type Answer = HistoryView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns the states that a memory had";

    fn run(self, call: &Call<'_>) -> Result<HistoryView> {
        let versions = call.workspace.history(&self.id, &call.caller)?;
        if !versions.iter().all(|version| call.sees(&version.memory)) {
            return Err(hidden("memory", &self.id));
        }
        let versions = versions.iter().map(|version| VersionView::of(version, call.now())).collect();
        Ok(HistoryView { versions })
    }
}
