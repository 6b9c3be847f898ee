//! Who the user is, under the names of the Oracle family.

use std::collections::BTreeMap;

use jiff::Timestamp;
use memoro_core::user_model::UserModel;
use memoro_engine::Action;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::api::plain_value;
use crate::compat::{is_false, millis, waits};
use crate::error::{Code, Failure, Result};
use crate::ops::{Call, Operation};

/// A user model in the shape of the Oracle family; what its users added stands among the fields, under the names that
/// they gave it.
#[derive(Debug, ToSchema)]
pub(crate) struct ModelView {
    known: KnownView,
    others: BTreeMap<String, String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct KnownView {
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

impl Serialize for ModelView {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut whole = serde_json::to_value(&self.known).map_err(serde::ser::Error::custom)?;
        for (name, value) in &self.others {
            put(&mut whole, &name.split('.').collect::<Vec<_>>(), value);
        }
        whole.serialize(serializer)
    }
}

/// Puts a value where its path leads; what is there already stays.
fn put(whole: &mut Value, path: &[&str], value: &str) {
    let (Some(fields), Some((first, rest))) = (whole.as_object_mut(), path.split_first()) else { return };
    let there = fields.entry((*first).to_owned());
    if rest.is_empty() {
        there.or_insert_with(|| Value::from(value));
    } else {
        put(there.or_insert_with(|| Value::Object(Map::new())), rest, value);
    }
}

impl ModelView {
    /// Shows a model; one of whom nothing is known is as fresh as `now`.
    pub(super) fn of(model: &UserModel, now: Timestamp) -> Self {
        Self { known: KnownView::of(model, now), others: model.others.clone() }
    }
}

impl KnownView {
    fn of(model: &UserModel, now: Timestamp) -> Self {
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
#[derive(Debug, Default, ToSchema)]
pub(crate) struct UpdateModelRequest {
    /// The user; `default` where it is left out.
    #[schema(rename = "userId")]
    pub(crate) user_id: Option<String>,
    /// What changes; may also stand beside `userId` without this name.
    #[schema(value_type = Object)]
    pub(crate) updates: Option<Map<String, Value>>,
    /// What stands beside `userId`.
    #[schema(ignore)]
    beside: Map<String, Value>,
}

impl<'de> Deserialize<'de> for UpdateModelRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let mut beside = Map::deserialize(deserializer)?;
        let wrong = |name: &str, kind: &str| D::Error::custom(format!("`{name}` must be {kind}"));
        let user_id = match beside.remove("userId") {
            None | Some(Value::Null) => None,
            Some(Value::String(id)) => Some(id),
            Some(_) => return Err(wrong("userId", "a text")),
        };
        let updates = match beside.remove("updates") {
            None | Some(Value::Null) => None,
            Some(Value::Object(updates)) => Some(updates),
            Some(_) => return Err(wrong("updates", "an object")),
        };
        Ok(Self { user_id, updates, beside })
    }
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
        let mut update = self.beside.clone();
        update.extend(self.updates.clone().unwrap_or_default());
        update.remove("userId");
        update.remove("updatedAt");
        Value::Object(update)
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
        call.shows()?;
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
