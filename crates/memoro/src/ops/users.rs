//! Who a user is: the typed view over the entries of a profile.

use memoro_core::Written;
use memoro_engine::Action;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Call, Ended, Operation};
use crate::api::{ReceiptView, UserModelView, plain_value};
use crate::error::Result;

/// A user's model.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UserModelRequest {
    /// The user.
    #[schema(min_length = 1, max_length = 200)]
    pub(crate) user: String,
}

impl Operation for UserModelRequest {
    type Answer = UserModelView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns what is known of a user";

    fn act(self, call: &Call<'_>) -> Result<UserModelView> {
        let user = call.user(Some(&self.user))?;
        call.workspace.take_in_entries(&call.caller)?;
        Ok(UserModelView::from(&call.workspace.user_model(&user, &call.caller)?))
    }
}

/// What to merge into a user's model; the others stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateUserModelRequest {
    /// The user.
    #[schema(min_length = 1, max_length = 200)]
    pub(crate) user: String,
    /// The fields to set: `expertise`, `preferences`, `common_topics`, `timezone`, `active_hours`, `notes`, or keys.
    #[schema(value_type = Object)]
    pub(crate) update: serde_json::Map<String, serde_json::Value>,
}

/// What an update of a user's model did.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UpdatedUserView {
    /// Whether something waits for a person.
    pub(crate) pending: bool,
    /// What was written.
    pub(crate) writes: Vec<ReceiptView>,
    /// The model as it is now.
    pub(crate) model: UserModelView,
}

impl Operation for UpdateUserModelRequest {
    type Answer = UpdatedUserView;
    const ACTION: Action = Action::Write;
    const NEEDS: &'static [Action] = &[Action::Write, Action::Read];
    const ABOUT: &'static str = "Merges an update into what is known of a user";

    fn act(self, call: &Call<'_>) -> Result<UpdatedUserView> {
        let user = call.user(Some(&self.user))?;
        call.shows()?;
        call.workspace.take_in_entries(&call.caller)?;
        let update = plain_value(&serde_json::Value::Object(self.update));
        let receipts = call.workspace.update_user_model(&user, &update, &call.caller)?;
        let model = call.workspace.user_model(&user, &call.caller)?;
        Ok(UpdatedUserView {
            pending: receipts.iter().any(|receipt| matches!(receipt.written, Written::Pending(..))),
            writes: receipts.iter().map(ReceiptView::from).collect(),
            model: UserModelView::from(&model),
        })
    }

    fn ended(answer: &UpdatedUserView) -> Ended {
        if answer.pending { Ended::Waiting } else { Ended::Done }
    }
}

/// A user's model to end as a whole.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResetUserModelRequest {
    /// The user.
    #[schema(min_length = 1, max_length = 200)]
    pub(crate) user: String,
}

/// What a reset ended.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ResetUserView {
    /// The user.
    pub(crate) user: String,
    /// How many entries became history.
    pub(crate) ended: usize,
}

impl Operation for ResetUserModelRequest {
    type Answer = ResetUserView;
    const ACTION: Action = Action::Forget;
    const ABOUT: &'static str = "Ends all that is known of a user; undo brings it back";

    fn act(self, call: &Call<'_>) -> Result<ResetUserView> {
        let user = call.user(Some(&self.user))?;
        let ended = call.workspace.reset_user_model(&user, &call.caller)?;
        Ok(ResetUserView { user: user.to_string(), ended })
    }
}
