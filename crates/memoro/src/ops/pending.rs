//! What waits for a person: listing it, confirming it, turning it down.

use memoro_engine::{Action, Which};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::page::{Pages, cut, limit};
use super::{Call, Operation};
use crate::api::{PendingView, ReceiptView};
use crate::error::Result;

/// What waits for confirmation.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PendingRequest {
    /// At most this many.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 500, default = 500)]
    pub(crate) limit: Option<usize>,
    /// Where the last page ended; from `next` of that page.
    #[serde(default)]
    #[schema(max_length = 2048)]
    pub(crate) cursor: Option<String>,
}

/// Memories that wait.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PendingListView {
    /// The memories, the oldest first.
    pub(crate) pending: Vec<PendingView>,
    /// The cursor of the next page, if there is one.
    pub(crate) next: Option<String>,
}

impl Operation for PendingRequest {
    type Answer = PendingListView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists what waits for a person, the oldest first";

    fn act(self, call: &Call<'_>) -> Result<PendingListView> {
        let mut waiting = call.workspace.pending(&call.caller)?;
        let (limit, pages) = (limit(self.limit, 500)?, Pages::of("pending", &(), call));
        if let Some((place, name)) = pages.began(self.cursor.as_deref())? {
            waiting.retain(|stored| {
                (stored.recorded_at.as_microsecond(), stored.memory.id.as_str()) > (place, name.as_str())
            });
        }
        let next = cut(&mut waiting, limit)
            .map(|last| pages.ended(last.recorded_at.as_microsecond(), last.memory.id.as_str()));
        let lapse = call.workspace.settings().pending_lapse;
        let pending = waiting.iter().map(|stored| PendingView::of(stored, lapse)).collect();
        Ok(PendingListView { pending, next })
    }
}

/// A pending memory to confirm.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfirmRequest {
    /// The id or key of the pending memory.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) id: String,
    /// Why.
    #[serde(default)]
    pub(crate) reason: Option<String>,
}

/// What was confirmed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConfirmedView {
    /// What each confirmation did.
    pub(crate) receipts: Vec<ReceiptView>,
}

impl Operation for ConfirmRequest {
    type Answer = ConfirmedView;
    const ACTION: Action = Action::Confirm;
    const ABOUT: &'static str = "Makes a pending memory active";

    fn act(self, call: &Call<'_>) -> Result<ConfirmedView> {
        let which = Which::One(self.id);
        let receipts = call.workspace.confirm(&which, &self.reason.unwrap_or_default(), &call.caller)?;
        Ok(ConfirmedView { receipts: receipts.iter().map(ReceiptView::from).collect() })
    }
}

/// A pending memory to turn down.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RejectRequest {
    /// The id or key of the pending memory.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) id: String,
    /// Why.
    #[serde(default)]
    pub(crate) reason: Option<String>,
}

/// What was turned down.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RejectedView {
    /// The memories.
    pub(crate) rejected: Vec<String>,
}

impl Operation for RejectRequest {
    type Answer = RejectedView;
    const ACTION: Action = Action::Confirm;
    const ABOUT: &'static str = "Turns a pending memory down";

    fn act(self, call: &Call<'_>) -> Result<RejectedView> {
        let which = Which::One(self.id);
        let ids = call.workspace.reject(&which, &self.reason.unwrap_or_default(), &call.caller)?;
        Ok(RejectedView { rejected: ids.iter().map(ToString::to_string).collect() })
    }
}
