//! What waits for a person: listing it, confirming it, turning it down.

use memoro_engine::{Action, Which};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Call, Operation};
use crate::api::{PendingView, ReceiptView};
use crate::error::Result;

/// What waits for confirmation.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PendingRequest {}

/// Memories that wait.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PendingListView {
    /// The memories, the oldest first.
    pub(crate) pending: Vec<PendingView>,
}

impl Operation for PendingRequest {
    type Answer = PendingListView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists what waits for a person, the oldest first";

    fn act(self, call: &Call<'_>) -> Result<PendingListView> {
        let waiting = call.workspace.pending(&call.caller)?;
        let lapse = call.workspace.settings().pending_lapse;
        let pending = waiting.iter().map(|stored| PendingView::of(&stored.memory, lapse)).collect();
        Ok(PendingListView { pending })
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
