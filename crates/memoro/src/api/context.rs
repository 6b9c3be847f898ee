//! The wire form of a prompt pack and of a user model.

use memoro_core::pack::{Format, Pack};
use memoro_core::user_model::{UserModel, Value};
use serde::Serialize;
use utoipa::ToSchema;

/// A pack with its receipt.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PackView {
    /// How it is written.
    format: &'static str,
    /// The block itself.
    pub(crate) text: String,
    /// How many tokens it takes.
    pub(crate) tokens: usize,
    /// How many it may take.
    budget: usize,
    /// What went in and what did not.
    receipt: Vec<PackItemView>,
    /// What it could not take into account.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct PackItemView {
    section: &'static str,
    id: Option<String>,
    why: String,
    tokens: usize,
    included: bool,
}

impl PackView {
    /// Writes a pack down.
    pub(crate) fn new(pack: &Pack, format: Format, budget: usize, warning: Option<&str>) -> Self {
        let item = |item: &memoro_core::pack::PackItem| PackItemView {
            section: item.section.as_str(),
            id: item.id.as_ref().map(ToString::to_string),
            why: item.why.clone(),
            tokens: item.tokens,
            included: item.included,
        };
        Self {
            format: format.as_str(),
            text: pack.text.clone(),
            tokens: pack.tokens,
            budget,
            receipt: pack.receipt.iter().map(item).collect(),
            warnings: warning.map(str::to_owned).into_iter().collect(),
        }
    }
}

/// Who the user is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UserModelView {
    user: String,
    expertise: std::collections::BTreeMap<String, &'static str>,
    preferences: PreferencesView,
    common_topics: Vec<String>,
    timezone: String,
    active_hours: Option<HoursView>,
    notes: Vec<String>,
    others: std::collections::BTreeMap<String, String>,
    confidence: f64,
    updated_at: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct PreferencesView {
    language: String,
    response_length: String,
    response_style: String,
    code_style: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct HoursView {
    start: u8,
    end: u8,
}

impl From<&UserModel> for UserModelView {
    fn from(model: &UserModel) -> Self {
        Self {
            user: model.user.to_string(),
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
            others: model.others.clone(),
            confidence: model.confidence.get(),
            updated_at: model.updated_at.map(|at| at.to_string()),
        }
    }
}

/// Reads JSON as plain values.
pub(crate) fn plain_value(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(yes) => Value::Bool(*yes),
        serde_json::Value::Number(number) => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
        serde_json::Value::String(text) => Value::Text(text.clone()),
        serde_json::Value::Array(items) => Value::List(items.iter().map(plain_value).collect()),
        serde_json::Value::Object(fields) => {
            Value::Map(fields.iter().map(|(name, value)| (name.clone(), plain_value(value))).collect())
        }
    }
}
