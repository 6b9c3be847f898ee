//! What the description of the interface says of a text beyond its length: which characters a name may have, how a time or
//! a span is written, which words there are. It says what the operations demand and demands nothing itself.

use memoro_engine::jobs::Job;
use serde_json::{Value, json};

/// Names without hidden characters; nothing at all stands for nothing given.
pub(crate) const NAME: &str = r"^[^\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]*$";
/// Names that must be there.
pub(crate) const NEEDED: &str = r"^[^\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]*[^\x00-\x20\x7f-\xa0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2069\u3000\ufeff][^\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]*$";
/// Where something belongs.
const SCOPE: &str = r"^(|agent|user|session|(user|project|session):[^\x00-\x20\x7f-\xa0\u1680\u2000-\u206f\u3000\ufeff./\\:]{1,60})$";
/// Any text; a zero character is in none.
const PLAIN: &str = r"^[^\x00]*$";
/// What a text that must say something is not.
const BLANK: &str = r"^[\s\x85]*$|\x00";
/// How long something lives.
const SPAN: &str = r"^(|none|[1-9][0-9]{0,2}[mhdw]|P[1-9][0-9]{0,2}[DW]|PT[1-9][0-9]{0,2}[HM])$";
/// Who or what is to be forgotten: two letters at least.
const SUBJECT: &str =
    r"^[A-Za-z0-9ก-ฮ一-鿿]{2}[^\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]*$";
/// The longest text that is described by a pattern: generators cannot follow one over more.
const LONG: u64 = 4096;

/// Adds to the description of a field what its name says of its texts.
pub(crate) fn describe(name: &str, schema: &mut Value) {
    if name == "update" {
        schema["propertyNames"] = json!({ "pattern": NEEDED, "maxLength": 40 });
        schema["additionalProperties"] = json!({ "$ref": "#/components/schemas/ModelValue" });
    }
    if let Some(items) = schema.get_mut("items") {
        describe(name, items);
    }
    let said = ["enum", "pattern", "format", "const"].iter().any(|word| schema.get(word).is_some());
    let Some(nullable) = nullable_text(schema).filter(|_| !said) else { return };
    match name {
        "since" | "until" | "as_of" | "occurred_at" => time(schema, nullable),
        "date" => schema["format"] = json!("date"),
        // A job that is run; who wrote a note may call its job what it likes.
        "job" if schema.get("minLength").is_some() => {
            schema["enum"] = json!(Job::ALL.map(Job::as_str));
        }
        "kinds" => schema["enum"] = json!(memoro_core::kinds()),
        "kind" => schema["enum"] = words(&["principle", "pattern", "learning", "retro"], nullable),
        "ttl" => schema["pattern"] = json!(SPAN),
        "subject" => schema["pattern"] = json!(SUBJECT),
        "scope" => schema["pattern"] = json!(SCOPE),
        "scopes" => schema["pattern"] = json!(SCOPE.replace("(|agent|user|session|", "(agent|")),
        "user" | "session" | "project" | "concepts" => schema["pattern"] = json!(NAME),
        "key" | "keys" | "tags" | "id" | "by" | "name" => schema["pattern"] = json!(NEEDED),
        "text" | "message" | "summary" | "value" | "title" | "decision" | "when" | "steps" => {
            schema["not"] = json!({ "type": "string", "pattern": BLANK });
        }
        _ if schema.get("maxLength").and_then(Value::as_u64).is_some_and(|most| most > LONG) => {
            schema["not"] = json!({ "type": "string", "pattern": r"\x00" });
        }
        _ => schema["pattern"] = json!(PLAIN),
    }
}

/// Returns what else holds of the body of an operation: which fields go with which.
pub(crate) fn together(operation: &str) -> Option<Value> {
    let needs = |word: &str, fields: &[&str]| {
        let mut properties = json!({ "command": { "const": word } });
        for field in fields {
            let kind = if *field == "insert_line" { "integer" } else { "string" };
            properties[*field] = json!({ "type": kind });
        }
        json!({ "properties": properties, "required": fields })
    };
    let shown = json!({ "type": "array", "minItems": 1, "items": { "not": { "pattern": BLANK } } });
    let sure = json!({ "anyOf": [{ "type": "null" }, { "type": "number", "minimum": 0.8, "maximum": 1 }] });
    let passing = json!({ "enum": ["log", "summary", "note", null] });
    match operation {
        "MemoryToolRequest" => Some(json!([
            needs("view", &["path"]),
            needs("create", &["path", "file_text"]),
            needs("str_replace", &["path", "old_str"]),
            needs("insert", &["path", "insert_line", "insert_text"]),
            needs("delete", &["path"]),
            needs("rename", &["old_path", "new_path"]),
        ])),
        "TeachRequest" => Some(json!([
            { "properties": { "when": { "type": "string" } }, "required": ["when"] },
            { "properties": { "evidence": shown, "confidence": sure, "when": { "type": "null" } }, "required": ["evidence"] },
        ])),
        "WriteNoteRequest" => Some(json!([
            { "properties": { "kind": passing, "stability": { "enum": ["volatile", "stable", null] } } },
            { "properties": { "kind": passing, "stability": { "const": "permanent" }, "ttl_days": { "type": "null" } } },
            {
                "properties": {
                    "kind": { "const": "rule" }, "stability": { "enum": ["stable", null] }, "evidence": shown, "confidence": sure,
                },
                "required": ["kind", "evidence"],
            },
            {
                "properties": {
                    "kind": { "const": "soul" }, "stability": { "enum": ["permanent", null] }, "ttl_days": { "type": "null" },
                },
                "required": ["kind"],
            },
        ])),
        _ => None,
    }
}

/// What may stand in the model of a user: single values, lists of them, and objects of the same.
pub(crate) fn model_value() -> Value {
    let blank = json!({ "type": "string", "pattern": BLANK });
    let single = json!({ "type": ["string", "number", "boolean", "null"], "not": blank });
    let item = json!({ "type": ["string", "number", "boolean"], "not": blank });
    json!({ "anyOf": [
        single,
        { "type": "array", "items": item },
        {
            "type": "object",
            "propertyNames": { "pattern": NEEDED, "maxLength": 40 },
            "additionalProperties": { "$ref": "#/components/schemas/ModelValue" },
        },
    ] })
}

/// Tells of a text whether it may be left empty by `null`.
fn nullable_text(schema: &Value) -> Option<bool> {
    match schema.get("type")? {
        Value::String(kind) => (kind == "string").then_some(false),
        Value::Array(kinds) => {
            let has = |word: &str| kinds.iter().any(|kind| kind == word);
            has("string").then(|| has("null"))
        }
        _ => None,
    }
}

fn words(words: &[&str], nullable: bool) -> Value {
    let all = words.iter().map(|word| json!(word));
    Value::Array(all.chain(nullable.then_some(Value::Null)).collect())
}

/// A moment: a day, a moment with its zone, so long ago, or now.
fn time(schema: &mut Value, nullable: bool) {
    let mut ways = vec![
        json!({ "type": "string", "format": "date" }),
        json!({ "type": "string", "format": "date-time" }),
        json!({ "type": "string", "pattern": "^(|now|today|[1-9][0-9]{0,2}[hdw])$" }),
    ];
    ways.extend(nullable.then(|| json!({ "type": "null" })));
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("type");
        fields.insert("anyOf".into(), Value::Array(ways));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(name: &str, mut schema: Value) -> Value {
        describe(name, &mut schema);
        schema
    }

    #[test]
    fn a_field_is_described_by_its_name_and_what_it_says_itself_stays() {
        let text = || json!({ "type": ["string", "null"] });
        assert_eq!(described("user", text())["pattern"], NAME);
        assert_eq!(
            described("tags", json!({ "type": "array", "items": text() }))["items"]["pattern"],
            NEEDED
        );
        assert_eq!(described("kind", text())["enum"][4], Value::Null);
        assert_eq!(described("since", text())["anyOf"].as_array().map(Vec::len), Some(4));
        let long = json!({ "type": "string", "maxLength": 262_144 });
        assert_eq!(described("file_text", long)["not"]["pattern"], r"\x00");
        let own = json!({ "type": "string", "enum": ["a"] });
        assert_eq!(described("kind", own.clone()), own);
        let number = json!({ "type": "integer" });
        assert_eq!(described("limit", number.clone()), number);
    }
}
