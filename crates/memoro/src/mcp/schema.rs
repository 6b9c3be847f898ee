//! JSON Schemas of tools, written so that every client takes them: plain types, no references, no formats, no unions.

use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// An object with fields; those that are named must be there, and nothing else may be.
pub(super) fn object<const N: usize>(required: &[&str], fields: [(&str, Value); N]) -> JsonObject {
    let mut schema = open(required, fields);
    schema.insert("additionalProperties".into(), json!(false));
    schema
}

/// An object with fields and perhaps others.
pub(super) fn open<const N: usize>(required: &[&str], fields: [(&str, Value); N]) -> JsonObject {
    let properties: JsonObject = fields.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
    let mut schema = JsonObject::new();
    schema.insert("type".into(), json!("object"));
    schema.insert("properties".into(), Value::Object(properties));
    if !required.is_empty() {
        schema.insert("required".into(), json!(required));
    }
    schema
}

/// A text.
pub(super) fn text(about: &str) -> Value {
    told(json!({ "type": "string" }), about)
}

/// A whole number with its limits.
pub(super) fn whole(least: i64, most: i64, about: &str) -> Value {
    told(json!({ "type": "integer", "minimum": least, "maximum": most }), about)
}

/// A whole number that is answered.
pub(super) fn count(about: &str) -> Value {
    told(json!({ "type": "integer" }), about)
}

/// A number.
pub(super) fn number(about: &str) -> Value {
    told(json!({ "type": "number" }), about)
}

/// Yes or no.
pub(super) fn yes(about: &str) -> Value {
    told(json!({ "type": "boolean" }), about)
}

/// One of a few words.
pub(super) fn word(words: &[&str], about: &str) -> Value {
    told(json!({ "type": "string", "enum": words }), about)
}

/// A list.
pub(super) fn list(items: impl Into<Value>, about: &str) -> Value {
    told(json!({ "type": "array", "items": items.into() }), about)
}

fn told(mut schema: Value, about: &str) -> Value {
    if let (Some(fields), false) = (schema.as_object_mut(), about.is_empty()) {
        fields.insert("description".into(), json!(about));
    }
    schema
}
