//! The description of the interface, `OpenAPI` 3.1, made from the types of requests and answers.

use memoro_engine::Action;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::problem::ProblemView;
use crate::error::{Code, Failure, Result};
use crate::ops::wording;
use crate::ops::{Operation, check};
use crate::strict;

/// Where the fields of a request come from, besides path and headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// The query of the address.
    Query,
    /// A JSON body.
    Body,
}

/// Fields that a path itself says, with their values.
pub(crate) type Fixed = &'static [(&'static str, &'static str)];

/// How the fields of a request are read.
#[derive(Debug)]
pub(crate) struct Shape {
    /// Where they come from.
    pub(crate) takes: Takes,
    /// Fields that come from path or headers.
    pub(crate) elsewhere: Vec<&'static str>,
    /// Fields that the path itself says.
    pub(crate) fixed: Fixed,
    properties: Map<String, Value>,
    required: Vec<String>,
    closed: bool,
    together: Option<Value>,
}

const HEADERS: [(&str, &str); 2] = [("rev", "If-Match"), ("unless", "If-None-Match")];
/// What a list of the tags of this server looks like.
const TAGS: &str = r#"^(\*|"[0-9]{1,15}(-[0-9a-f]{8})?"(, "[0-9]{1,15}(-[0-9a-f]{8})?"){0,8})?$"#;
/// The most characters of an idempotency key.
pub(super) const LONGEST_KEY: usize = 200;

/// Tells whether an operation may change something, so that its requests may have a key under which they count once.
pub(super) fn takes_key<O: Operation>() -> bool {
    O::NEEDS.iter().any(|action| !matches!(action, Action::Read | Action::Audit))
}

fn key_parameter() -> Value {
    let about = "Makes a repeated request answer as the first one did; for another request it is refused";
    let schema = json!({ "type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$" });
    json!({ "name": "Idempotency-Key", "in": "header", "required": false, "description": about, "schema": schema })
}

/// Returns the fields of an operation and which of them must be there.
pub(super) fn fields_of<O: Operation>() -> (Map<String, Value>, Vec<String>) {
    let schema = value(&O::schema());
    let mut properties = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    for (name, field) in &mut properties {
        wording::describe(name, field);
    }
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    (properties, required.filter_map(Value::as_str).map(str::to_owned).collect())
}

impl Shape {
    /// Looks at an operation under a path.
    pub(crate) fn of<O: Operation>(path: &'static str, takes: Takes, fixed: Fixed) -> Self {
        let schema = value(&O::schema());
        let (properties, required) = fields_of::<O>();
        let in_path = path.split(['{', '}']).skip(1).step_by(2);
        let in_headers =
            HEADERS.iter().map(|(field, _)| *field).filter(|field| properties.contains_key(*field));
        let elsewhere = in_path.chain(in_headers).chain(fixed.iter().map(|(name, _)| *name)).collect();
        let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
        let together = wording::together(&O::name());
        Self { takes, elsewhere, fixed, properties, required, closed, together }
    }

    /// Refuses fields that the description does not allow.
    pub(crate) fn check(&self, fields: &mut Map<String, Value>) -> Result<()> {
        check(&self.properties, fields)
    }

    /// Returns a name of an operation that no other has.
    fn named(&self, name: &str) -> String {
        self.fixed.iter().fold(name.to_owned(), |name, (_, value)| format!("{name}_{value}"))
    }

    /// Tells whether there is such a field.
    pub(crate) fn has(&self, field: &str) -> bool {
        self.properties.contains_key(field)
    }

    /// Reads a query: numbers and yes or no as such, lists between commas.
    pub(crate) fn read_query(&self, query: &str) -> Result<Map<String, Value>> {
        let wrong = |why: String| Failure::new(Code::Usage, format!("the query cannot be read: {why}"));
        let pairs: Vec<(String, String)> =
            serde_urlencoded::from_str(query).map_err(|why| wrong(why.to_string()))?;
        if query.contains('%')
            && pairs.iter().any(|(name, value)| name.contains('\u{fffd}') || value.contains('\u{fffd}'))
        {
            return Err(wrong("it is no UTF-8".into()));
        }
        if !pairs.iter().all(|(_, text)| strict::is_plain(text)) {
            return Err(wrong("it holds a zero character".into()));
        }
        let mut fields = Map::new();
        for (name, text) in pairs {
            let known = self.properties.get(&name).ok_or_else(|| wrong(format!("unknown field `{name}`")))?;
            let list = kind(known) == "array";
            let value = coerce(known, &text).ok_or_else(|| wrong(format!("`{name}` has the wrong type")))?;
            match (fields.get_mut(&name), value) {
                (Some(Value::Array(before)), Value::Array(more)) if list => before.extend(more),
                (Some(_), _) => return Err(wrong(format!("`{name}` is given twice"))),
                (None, value) => drop(fields.insert(name, value)),
            }
        }
        Ok(fields)
    }

    fn parameters(&self, path: &str) -> Vec<Value> {
        let mut all = Vec::new();
        for (name, schema) in &self.properties {
            if self.fixed.iter().any(|(fixed, _)| fixed == name) {
                continue;
            }
            let header = HEADERS.iter().find(|(field, _)| field == name);
            let (place, shown) = match header {
                _ if path.contains(&format!("{{{name}}}")) => ("path", name.as_str()),
                Some((_, header)) => ("header", *header),
                None if self.takes == Takes::Query => ("query", name.as_str()),
                None => continue,
            };
            let required = place == "path" || self.required.contains(name);
            let mut schema = without_null(schema.clone());
            let about = schema.as_object_mut().and_then(|schema| schema.remove("description"));
            if header.is_some() {
                schema = json!({ "type": "string", "pattern": TAGS });
            }
            let mut parameter = json!({ "name": shown, "in": place, "required": required, "schema": schema });
            if let Some(about) = about {
                parameter["description"] = about;
            }
            if kind(&parameter["schema"]) == "array" {
                parameter["style"] = json!("form");
                parameter["explode"] = json!(false);
            }
            all.push(parameter);
        }
        all
    }

    fn body(&self) -> Option<Value> {
        if self.takes == Takes::Query {
            return None;
        }
        let here = |name: &String| !self.elsewhere.contains(&name.as_str());
        let properties: Map<String, Value> = self
            .properties
            .iter()
            .filter(|(name, _)| here(name))
            .map(|(n, v)| (n.clone(), v.clone()))
            .collect();
        let required: Vec<&String> = self.required.iter().filter(|name| here(name)).collect();
        let mut schema = json!({ "type": "object", "properties": properties });
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        if self.closed {
            schema["additionalProperties"] = json!(false);
        }
        if let Some(ways) = &self.together {
            schema["anyOf"] = ways.clone();
        }
        let content = json!({ "application/json": { "schema": schema } });
        Some(json!({ "required": !required.is_empty(), "content": content }))
    }
}

/// The whole description.
#[derive(Debug)]
pub(crate) struct Document {
    paths: Map<String, Value>,
    schemas: Map<String, Value>,
}

impl Document {
    /// Begins with what every answer may be.
    pub(crate) fn new() -> Self {
        let mut document = Self { paths: Map::new(), schemas: Map::new() };
        document.schema::<ProblemView>();
        document.schemas.insert("ModelValue".into(), wording::model_value());
        document
    }

    /// Adds a schema under its name, with all that it refers to.
    pub(crate) fn schema<T: ToSchema>(&mut self) -> Value {
        let mut all: Vec<(String, RefOr<Schema>)> = Vec::new();
        T::schemas(&mut all);
        all.push((T::name().into_owned(), T::schema()));
        for (name, schema) in all {
            self.schemas.entry(name).or_insert_with(|| value(&schema));
        }
        json!({ "$ref": format!("#/components/schemas/{}", T::name()) })
    }

    /// Adds an operation.
    pub(crate) fn add<O: Operation>(&mut self, method: &str, path: &str, shape: &Shape) {
        let mut referred: Vec<(String, RefOr<Schema>)> = Vec::new();
        O::schemas(&mut referred);
        for (name, schema) in referred {
            self.schemas.entry(name).or_insert_with(|| value(&schema));
        }
        let answer = self.schema::<O::Answer>();
        let mut parameters = shape.parameters(path);
        parameters.extend(takes_key::<O>().then(key_parameter));
        let mut about = json!({
            "operationId": shape.named(O::name().trim_end_matches("Request")),
            "summary": O::ABOUT,
            "tags": [path.split('/').nth(2).unwrap_or("memoro")],
            "parameters": parameters,
            "responses": with_headers::<O>(responses(&answer, method)),
        });
        if let Some(body) = shape.body() {
            about["requestBody"] = body;
        }
        about["x-memoro-scope"] = json!(O::ACTION.as_str());
        if O::NEEDS.len() > 1 {
            about["x-memoro-needs"] =
                json!(O::NEEDS.iter().map(|action| action.as_str()).collect::<Vec<_>>());
        }
        self.put(method, path, about);
    }

    /// Adds a path that is described by hand.
    pub(crate) fn put(&mut self, method: &str, path: &str, about: Value) {
        let entry = self.paths.entry(path).or_insert_with(|| json!({}));
        entry[method] = about;
    }

    /// Returns the description.
    pub(crate) fn json(&self) -> Value {
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Memoro",
                "version": env!("CARGO_PKG_VERSION"),
                "description": "Long-term memory for AI agents. Every answer that is no success is a problem \
                    (application/problem+json) with a stable `code`.",
                "license": { "name": "Apache-2.0 OR MIT", "identifier": "Apache-2.0 OR MIT" },
            },
            "security": [{ "token": [] }],
            "paths": self.paths,
            "components": {
                "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
                "schemas": self.schemas,
            },
        })
    }
}

/// Describes the answers of an operation.
pub(crate) fn responses(answer: &Value, method: &str) -> Value {
    let good = |about: &str| json!({ "description": about, "content": { "application/json": { "schema": answer } } });
    let mut all = json!({ "200": good("Done"), "default": problem("A problem") });
    if matches!(method, "post" | "patch" | "put") {
        all["201"] = good("Something new is there");
        all["202"] = good("It waits for a person");
    }
    for (status, about) in PROBLEMS {
        all[*status] = problem(about);
    }
    all
}

/// Adds the headers that the good answers of an operation carry.
fn with_headers<O: Operation>(mut responses: Value) -> Value {
    let header = |about: &str| json!({ "description": about, "schema": { "type": "string" } });
    for status in ["200", "201", "202"] {
        let Some(response) = responses.get_mut(status) else { continue };
        let mut headers = Map::new();
        if O::PLACE.is_some() && status != "200" {
            headers.insert("Location".into(), header("Where what was made is found"));
        }
        if O::TAGGED {
            headers.insert("ETag".into(), header("The mark of the state that is shown, for If-Match"));
        }
        if !headers.is_empty() {
            response["headers"] = Value::Object(headers);
        }
    }
    responses
}

/// Describes the stream of changes.
pub(crate) fn streamed() -> Value {
    let mut all = json!({ "200": {
        "description": "Changes as they happen: one event each, its id the number of the audit line",
        "content": { "text/event-stream": { "schema": { "type": "string" } } },
    } });
    for (status, about) in PROBLEMS {
        all[*status] = problem(about);
    }
    let last = json!({ "type": "integer", "minimum": 0, "maximum": 9_007_199_254_740_991_u64 });
    json!({
        "operationId": "Events",
        "summary": "Sends what is done to memories as it happens, without their words",
        "tags": ["events"],
        "parameters": [
            { "name": "after", "in": "query", "required": false, "schema": last },
            { "name": "Last-Event-ID", "in": "header", "required": false, "schema": last },
        ],
        "responses": all,
        "x-memoro-scope": "read",
    })
}

const PROBLEMS: &[(&str, &str)] = &[
    ("400", "The request is malformed"),
    ("401", "The token is missing or unknown"),
    ("403", "The token or a rule of the admin does not allow it"),
    ("404", "There is no such thing, for this token"),
    ("409", "Something stands in the way as things are now"),
    ("412", "It is not in the state that If-Match or If-None-Match asks for"),
    ("413", "The body is too large"),
    ("415", "The body is not JSON"),
    ("422", "A value cannot be what it is"),
    ("429", "Too many requests; see Retry-After"),
    ("503", "Too much is waiting; see Retry-After"),
];

fn problem(about: &str) -> Value {
    let schema = json!({ "$ref": "#/components/schemas/ProblemView" });
    json!({ "description": about, "content": { "application/problem+json": { "schema": schema } } })
}

fn value(schema: &impl serde::Serialize) -> Value {
    serde_json::to_value(schema).unwrap_or(Value::Null)
}

/// Returns the type of a field, `null` left aside.
fn kind(schema: &Value) -> &str {
    match schema.get("type") {
        Some(Value::String(kind)) => kind,
        Some(Value::Array(kinds)) => {
            kinds.iter().filter_map(Value::as_str).find(|k| *k != "null").unwrap_or("")
        }
        _ => "",
    }
}

fn coerce(schema: &Value, text: &str) -> Option<Value> {
    match kind(schema) {
        "integer" => text.parse::<u64>().ok().map(Value::from),
        "number" => text.parse::<f64>().ok().filter(|number| number.is_finite()).map(Value::from),
        "boolean" => text.parse::<bool>().ok().map(Value::from),
        "array" => {
            let items = text.split(',').filter(|item| !item.is_empty());
            Some(Value::Array(items.map(|item| Value::String(item.to_owned())).collect()))
        }
        _ => Some(Value::String(text.to_owned())),
    }
}

/// Leaves `null` out: what comes in an address is there or is not.
fn without_null(mut schema: Value) -> Value {
    let only = kind(&schema).to_owned();
    let Some(fields) = schema.as_object_mut() else { return schema };
    if fields.get("type").is_some_and(Value::is_array) {
        fields.insert("type".into(), Value::String(only));
    }
    if let Some(Value::Array(ways)) = fields.get_mut("anyOf") {
        ways.retain(|way| way.get("type") != Some(&json!("null")));
    }
    if let Some(Value::Array(choices)) = fields.get("oneOf") {
        let real: Vec<Value> =
            choices.iter().filter(|choice| choice.get("type") != Some(&json!("null"))).cloned().collect();
        if let [one] = real.as_slice() {
            let (mut one, about) = (one.clone(), fields.get("description").cloned());
            if let (Some(inner), Some(about)) = (one.as_object_mut(), about) {
                inner.insert("description".into(), about);
            }
            return one;
        }
    }
    schema
}
