//! Remembering and returning single memories.

use memoro_core::{Priority, Written};
use memoro_engine::{Action, Remember};
use serde::Deserialize;
use utoipa::ToSchema;

use super::call::{confidence, key, ttl, wrong};
use super::{Call, Ended, KindWord, Operation, OriginWord, StabilityWord};
use crate::api::{MemoryView, ReceiptView};
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
    /// Why it is written, for the audit.
    #[serde(default)]
    pub(crate) reason: Option<String>,
}

impl Operation for RememberRequest {
    type Answer = ReceiptView;
    const ACTION: Action = Action::Write;
    const TAGGED: bool = true;
    const ABOUT: &'static str = "Remembers a text or a keyed value";
    const ONE_WRITE: bool = true;
    const PLACE: Option<&'static str> = Some("/v1/memories");

    fn act(self, call: &Call<'_>) -> Result<ReceiptView> {
        let user = call.user(self.user.as_deref())?;
        let request = Remember {
            scope: Some(call.scope(self.scope.as_deref(), &user)?),
            key: self.key.as_deref().map(|text| key("key", text)).transpose()?,
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
            reason: self.reason.unwrap_or_default(),
            text: self.text,
            based_on: None,
        };
        let view = receipt(&call.workspace.remember(&request, &call.caller)?)?;
        let id = view.id.as_deref().and_then(|id| memoro_core::MemoryId::new(id).ok());
        let stored = id.map(|id| call.workspace.store().get(&id)).transpose()?.flatten();
        Ok(ReceiptView {
            tag: stored.and_then(|stored| MemoryView::stored(&stored, call.now()).tag()),
            ..view
        })
    }

    fn ended(answer: &ReceiptView) -> Ended {
        ended(answer)
    }

    fn tag(answer: &ReceiptView) -> Option<String> {
        answer.tag.clone()
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

/// Reads a priority.
pub(crate) fn priority(number: Option<u8>) -> Result<Option<Priority>> {
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
    const TAGGED: bool = true;
    const ABOUT: &'static str = "Returns one memory";

    fn act(self, call: &Call<'_>) -> Result<MemoryView> {
        Ok(MemoryView::stored(&call.memory(&self.id)?, call.now()))
    }

    fn tag(answer: &MemoryView) -> Option<String> {
        answer.tag()
    }
}
