//! Who the user is, under the names of the Oracle family.

use std::collections::BTreeMap;

use jiff::Timestamp;
use memoro_core::user_model::UserModel;
use memoro_engine::Action;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::api::plain_value;
use crate::compat::{is_false, millis, waits};
use crate::error::{Code, Failure, Result};
use crate::ops::{Call, Operation};

/// A user model in the shape of the Oracle family.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ModelView {
    user_id: String,
    expertise: BTreeMap<String, &'static str>,
    preferences: PreferencesView,
    common_topics: Vec<String>,
    timezone: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    active_hours: Option<HoursView>,
    notes: Vec<String>,
    confidence: f64,
    updated_at: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PreferencesView {
    language: String,
    response_length: String,
    response_style: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    code_style: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct HoursView {
    start: u8,
    end: u8,
}

impl ModelView {
    /// Shows a model; one of whom nothing is known is as fresh as `now`.
    pub(super) fn of(model: &UserModel, now: Timestamp) -> Self {
        Self {
            user_id: model.user.to_string(),
            expertise: model.expertise.iter().map(|(topic, level)| (topic.clone(), level.as_str())).collect(),
            preferences: PreferencesView {
                language: model.language.clone(),
                response_length: model.length.clone(),
                response_style: model.style.clone(),
                code_style: model.code_style.clone(),
            },
            common_topics: model.topics.clone(),
            timezone: model.timezone.clone(),
            active_hours: model.active_hours.map(|hours| HoursView { start: hours.start, end: hours.end }),
            notes: model.notes.clone(),
            confidence: model.confidence.get(),
            updated_at: millis(model.updated_at.unwrap_or(now)),
        }
    }
}

/// A wish for a user model.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct UserModelRequest {
    /// The user; `default` where it is left out.
    #[serde(default, rename = "userId")]
    pub(crate) user_id: Option<String>,
}

/// A wish to forget a user model.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ResetModelRequest {
    /// The user; `default` where it is left out.
    #[serde(default, rename = "userId")]
    pub(crate) user_id: Option<String>,
}

/// An update of a user model: deep, lists are replaced.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct UpdateModelRequest {
    /// The user; `default` where it is left out.
    #[serde(default, rename = "userId")]
    pub(crate) user_id: Option<String>,
    /// What changes; may also stand beside `userId` without this name.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub(crate) updates: Option<Map<String, Value>>,
    #[serde(default)]
    #[schema(value_type = Object)]
    expertise: Option<Value>,
    #[serde(default)]
    #[schema(value_type = Object)]
    preferences: Option<Value>,
    #[serde(default, rename = "commonTopics")]
    common_topics: Option<Vec<String>>,
    #[serde(default)]
    timezone: Option<String>,
    #[serde(default, rename = "activeHours")]
    #[schema(value_type = Object)]
    active_hours: Option<Value>,
    #[serde(default)]
    notes: Option<Vec<String>>,
}

/// The updated model.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UpdatedAnswer {
    success: bool,
    model: ModelView,
    #[serde(skip_serializing_if = "is_false")]
    pending: bool,
}

/// That it was done.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DoneAnswer {
    pub(super) success: bool,
}

/// That something was kept.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeptAnswer {
    pub(super) success: bool,
    pub(super) id: String,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) pending: bool,
}

impl UpdateModelRequest {
    fn update(&self) -> Value {
        if let Some(updates) = &self.updates {
            let mut updates = updates.clone();
            updates.remove("userId");
            updates.remove("updatedAt");
            return Value::Object(updates);
        }
        let flat = [
            ("expertise", self.expertise.clone()),
            ("preferences", self.preferences.clone()),
            ("commonTopics", self.common_topics.clone().map(Value::from)),
            ("timezone", self.timezone.clone().map(Value::from)),
            ("activeHours", self.active_hours.clone()),
            ("notes", self.notes.clone().map(Value::from)),
        ];
        let given = flat.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        Value::Object(given.collect())
    }
}

impl Operation for UserModelRequest {
    type Answer = ModelView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns who the user is";

    fn act(self, call: &Call<'_>) -> Result<ModelView> {
        let user = call.user(self.user_id.as_deref().filter(|id| !id.trim().is_empty()))?;
        call.workspace.take_in_entries(&call.caller)?;
        Ok(ModelView::of(&call.workspace.user_model(&user, &call.caller)?, call.now()))
    }
}

impl Operation for UpdateModelRequest {
    type Answer = UpdatedAnswer;
    const ACTION: Action = Action::Write;
    const NEEDS: &'static [Action] = &[Action::Write, Action::Read];
    const ABOUT: &'static str = "Merges an update into who the user is";

    fn act(self, call: &Call<'_>) -> Result<UpdatedAnswer> {
        let user = call.user(self.user_id.as_deref().filter(|id| !id.trim().is_empty()))?;
        let update = self.update();
        if update.as_object().is_none_or(Map::is_empty) {
            return Err(Failure::new(Code::Usage, "Missing required field: updates"));
        }
        call.workspace.take_in_entries(&call.caller)?;
        let receipts = call.workspace.update_user_model(&user, &plain_value(&update), &call.caller)?;
        let model = call.workspace.user_model(&user, &call.caller)?;
        Ok(UpdatedAnswer {
            success: true,
            model: ModelView::of(&model, call.now()),
            pending: receipts.iter().any(waits),
        })
    }
}

impl Operation for ResetModelRequest {
    type Answer = DoneAnswer;
    const ACTION: Action = Action::Forget;
    const ABOUT: &'static str = "Ends everything that is known of a user";

    fn act(self, call: &Call<'_>) -> Result<DoneAnswer> {
        let user = call.user(self.user_id.as_deref().filter(|id| !id.trim().is_empty()))?;
        call.workspace.reset_user_model(&user, &call.caller)?;
        Ok(DoneAnswer { success: true })
    }
}
