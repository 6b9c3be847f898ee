//! Requests made from the tables of the server: every route and every tool, each with names of things that are not the
//! asker's.

use std::net::SocketAddr;

use serde_json::{Map, Value, json};

use super::house::House;
use crate::client::Ask;
use crate::command;

/// One request.
#[derive(Debug, Clone)]
pub(super) struct Probe {
    method: String,
    path: String,
    body: Option<Value>,
    tool: Option<(String, String)>,
    /// Whether it is known to change nothing, and so can be compared with itself.
    pub(super) looks: bool,
}

impl Probe {
    /// Sends it and returns everything that comes back.
    pub(super) fn send(&self, address: SocketAddr, token: &str) -> String {
        let mut ask = Ask::new(address, &self.method, &self.path).token(token);
        if let Some((method, name)) = &self.tool {
            ask = as_mcp(ask, method, name);
        }
        let ask = match &self.body {
            Some(body) => ask.json(body),
            None => ask,
        };
        let answer = ask.send();
        format!("{}\r\n\r\n{}", answer.head, answer.body)
    }
}

/// Adds what a request of the newer protocol carries in its headers.
pub(crate) fn as_mcp(ask: Ask, method: &str, name: &str) -> Ask {
    let ask = ask.header("Accept", "application/json, text/event-stream");
    let ask = ask.header("MCP-Protocol-Version", "2026-07-28").header("Mcp-Method", method);
    if name.is_empty() { ask } else { ask.header("Mcp-Name", name) }
}

fn message(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "probe", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
    });
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

/// Returns the message that calls a tool.
pub(crate) fn tool_call(name: &str, arguments: &Value) -> Value {
    message("tools/call", json!({ "name": name, "arguments": arguments }))
}

const PROFILES: [&str; 6] = ["default", "oracle", "openclaw", "luminary", "anthropic", "graph"];

/// Makes the requests: all plain ones, and those for what is not the asker's where that was planted.
pub(super) fn probes(house: &House, planted: bool) -> Vec<Probe> {
    let output = command(house.server.folder.path(), &["serve", "--routes", "--json"]).output().unwrap();
    let table: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut all = Vec::new();
    for row in table["routes"].as_array().unwrap() {
        all.extend(of_route(house, row, planted));
    }
    for profile in PROFILES {
        let ask = as_mcp(house.ask("tenant-admin", "POST", &format!("/mcp/{profile}")), "tools/list", "");
        let listed = ask.json(&message("tools/list", json!({}))).send();
        let listed: Value =
            serde_json::from_str(payload(&listed.body)).unwrap_or_else(|_| panic!("{listed:?}"));
        for tool in listed["result"]["tools"].as_array().unwrap() {
            all.extend(of_tool(house, profile, tool, planted));
        }
    }
    for (method, name, params) in rest(house) {
        let body = Some(message(method, params));
        let tool = Some((method.to_owned(), name));
        all.push(Probe { method: "POST".into(), path: "/mcp".into(), body, tool, looks: true });
    }
    all
}

/// Returns the message in an answer, which may come as an event.
fn payload(body: &str) -> &str {
    body.lines()
        .find_map(|line| line.strip_prefix("data: ").filter(|data| data.starts_with('{')))
        .unwrap_or(body)
}

/// Resources and prompts.
fn rest(house: &House) -> Vec<(&'static str, String, Value)> {
    let mut all = vec![
        ("resources/list", String::new(), json!({})),
        ("resources/templates/list", String::new(), json!({})),
        ("prompts/list", String::new(), json!({})),
        ("prompts/get", "context".into(), json!({ "name": "context", "arguments": { "query": "harbour" } })),
    ];
    let ids = names(house, "id").into_iter().map(|id| format!("memoro://memory/{id}"));
    let files = names(house, "path").into_iter().map(|path| format!("memoro://vault/{path}"));
    all.extend(ids.chain(files).map(|uri| ("resources/read", uri.clone(), json!({ "uri": uri }))));
    all
}

fn names(house: &House, what: &str) -> Vec<String> {
    house.known.get(what).cloned().unwrap_or_default()
}

fn of_route(house: &House, row: &Value, planted: bool) -> Vec<Probe> {
    let (method, path) = (row["method"].as_str().unwrap(), row["path"].as_str().unwrap());
    // A stream does not end by itself; it has a test of its own.
    if path == "/v1/events" || path.starts_with("/mcp") {
        return Vec::new();
    }
    let fields = row["fields"].as_object().unwrap();
    let required: Vec<&str> = row["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let looks = row["needs"].as_array().unwrap().iter().all(|need| need == "read") && method == "get";
    let method = if method == "any" { "GET".to_owned() } else { method.to_uppercase() };
    let mut all = Vec::new();
    for given in arguments(house, (fields, &required), path, planted) {
        let (mut path, mut left) = (path.to_owned(), given.clone());
        for (name, value) in &given {
            for place in [format!("{{{name}}}"), format!("{{*{name}}}")] {
                if path.contains(&place) {
                    path = path.replace(&place, &encoded(&plain(value)));
                    left.remove(name);
                }
            }
        }
        path = path.replace("{*rest}", "search").replace("{job}", "maintain");
        let body = (row["takes"] == "body" || method == "POST").then(|| Value::Object(left.clone()));
        if body.is_none() && !left.is_empty() {
            let pairs: Vec<String> =
                left.iter().map(|(name, value)| format!("{name}={}", encoded(&plain(value)))).collect();
            path = format!("{path}?{}", pairs.join("&"));
        }
        all.push(Probe { method: method.clone(), path, body, tool: None, looks });
    }
    all
}

fn of_tool(house: &House, profile: &str, tool: &Value, planted: bool) -> Vec<Probe> {
    let name = tool["name"].as_str().unwrap();
    let schema = &tool["inputSchema"];
    let fields = schema["properties"].as_object().cloned().unwrap_or_default();
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let looks = tool["annotations"]["readOnlyHint"] == true;
    let make = |arguments: Map<String, Value>| Probe {
        method: "POST".into(),
        path: format!("/mcp/{profile}"),
        body: Some(tool_call(name, &Value::Object(arguments))),
        tool: Some(("tools/call".into(), name.into())),
        looks,
    };
    arguments(house, (&fields, &required), name, planted).into_iter().map(make).collect()
}

/// Fills the fields of a request: once plainly, once with all that can be said, and once for every name of something
/// that is not the asker's.
fn arguments(
    house: &House,
    (fields, required): (&Map<String, Value>, &[&str]),
    place: &str,
    planted: bool,
) -> Vec<Map<String, Value>> {
    let needed = |name: &str| {
        required.contains(&name)
            || place.contains(&format!("{{{name}}}"))
            || place.contains(&format!("{{*{name}}}"))
    };
    let bare: Map<String, Value> = fields
        .iter()
        .filter(|(name, _)| needed(name))
        .map(|(name, schema)| (name.clone(), filled(name, schema)))
        .collect();
    let mut asked = bare.clone();
    for word in ["q", "query", "question", "decision"] {
        if fields.contains_key(word) {
            asked.insert(word.into(), json!("harbour"));
        }
    }
    let mut all = vec![bare.clone()];
    if asked != bare {
        all.push(asked.clone());
    }
    if !planted {
        return all;
    }
    for (name, schema) in fields {
        let Some(what) = what(name, place) else { continue };
        for value in names(house, what) {
            let mut given = asked.clone();
            given.insert(name.clone(), shaped(&value, schema));
            all.push(given);
        }
    }
    let wide = ["sensitive", "all", "history", "keep_history"].map(|flag| (flag, json!(true)));
    let wide = wide.into_iter().filter(|(flag, _)| fields.contains_key(*flag));
    let mut given = asked.clone();
    given.extend(wide.map(|(flag, value)| (flag.to_owned(), value)));
    if given != asked {
        all.push(given);
    }
    if fields.contains_key("command") {
        all.extend(commands(house));
    }
    all
}

/// The commands of the memory tool on files of others.
fn commands(house: &House) -> Vec<Map<String, Value>> {
    let mut all = vec![json!({ "command": "view", "path": "/memories" })];
    for path in names(house, "memory") {
        all.extend([
            json!({ "command": "view", "path": path }),
            json!({ "command": "insert", "path": path, "insert_line": 0, "insert_text": "x" }),
            json!({ "command": "str_replace", "path": path, "old_str": "z", "new_str": "" }),
            json!({ "command": "rename", "old_path": path, "new_path": "/memories/taken.md" }),
            json!({ "command": "delete", "path": path }),
        ]);
    }
    all.into_iter().filter_map(|command| command.as_object().cloned()).collect()
}

/// Tells which names of others a field could take.
fn what(field: &str, place: &str) -> Option<&'static str> {
    match field {
        "id" | "thread_id" | "threadId" if place.contains("thread") => Some("thread"),
        "id" | "by" | "old_id" | "new_id" | "oldId" | "newId" | "memory" | "supersedes" | "traceId"
        | "nextId" | "prevTraceId" | "nextTraceId" | "parentTraceId" => Some("id"),
        "user" | "userId" => Some("user"),
        "key" | "keys" => Some("key"),
        "session" | "sessionId" => Some("session"),
        "path" | "old_path" | "new_path" => Some("path"),
        "entityNames" | "names" | "observations" | "deletions" | "relations" => Some("entity"),
        _ => None,
    }
}

/// Gives a name the shape that a field wants.
fn shaped(value: &str, schema: &Value) -> Value {
    let kind = kind(schema);
    if kind != "array" {
        return value.parse::<u64>().map_or_else(
            |_| json!(value),
            |number| if kind == "integer" { json!(number) } else { json!(value) },
        );
    }
    let item = &schema["items"];
    let Some(fields) = item["properties"].as_object() else { return json!([value]) };
    let one: Map<String, Value> = fields
        .iter()
        .map(|(name, schema)| {
            let given = if kind_is(schema, "array") { json!([value]) } else { json!(value) };
            (name.clone(), given)
        })
        .collect();
    json!([one])
}

fn kind(schema: &Value) -> &str {
    match &schema["type"] {
        Value::String(kind) => kind,
        Value::Array(kinds) => {
            kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or("string")
        }
        _ => "string",
    }
}

fn kind_is(schema: &Value, wanted: &str) -> bool {
    kind(schema) == wanted
}

/// Fills a field with something harmless that fits it.
fn filled(name: &str, schema: &Value) -> Value {
    if let Some(word) = schema["enum"].as_array().and_then(|words| words.first()) {
        return word.clone();
    }
    match (name, kind(schema)) {
        ("role", _) => json!("read-only"),
        ("command", _) => json!("view"),
        ("path", _) => json!("/memories"),
        ("user", _) => json!("สมชาย"),
        ("tool", _) => json!("web_fetch"),
        ("job", _) => json!("maintain"),
        (_, "integer") => json!(1),
        (_, "number") => json!(0.5),
        (_, "boolean") => json!(false),
        (_, "object") => json!({ "timezone": "Asia/Bangkok" }),
        (_, "array") => {
            let item = &schema["items"];
            match item["properties"].as_object() {
                Some(fields) => {
                    let one: Map<String, Value> =
                        fields.iter().map(|(name, schema)| (name.clone(), filled(name, schema))).collect();
                    json!([one])
                }
                None => json!(["harbour"]),
            }
        }
        _ => json!("harbour"),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                char::from(byte).to_string()
            }
            other => format!("%{other:02X}"),
        })
        .collect()
}
