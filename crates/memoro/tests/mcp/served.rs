//! MCP over HTTP: who is let in, and whose session is whose.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use serde_json::{Value, json};

use super::House;
use super::clients::Served;

/// Sends one request and returns the status and everything that came.
pub(super) fn send(server: &Served, path: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
    let address = server.address.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    let mut request =
        format!("POST {path} HTTP/1.1\r\nContent-Length: {}\r\nConnection: close\r\n", body.len());
    let usual = [
        ("Host", address),
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
    ];
    for (name, value) in
        usual.iter().filter(|(name, _)| !headers.iter().any(|(n, _)| n == name)).chain(headers)
    {
        request.extend([*name, ": ", *value, "\r\n"]);
    }
    stream.write_all(format!("{request}\r\n{body}").as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
}

/// Calls a tool as a client of the newer protocol does, which can put questions to somebody.
fn call(server: &Served, token: &str, more: &[(&str, &str)], mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "new", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
    });
    let name = params["name"].as_str().unwrap().to_owned();
    let bearer = format!("Bearer {token}");
    let headers = [
        ("Authorization", bearer.as_str()),
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", "tools/call"),
        ("Mcp-Name", &name),
    ];
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string();
    let (_, answer) = send(server, "/mcp", &[&headers, more].concat(), &body);
    let start = answer.find("{\"").unwrap_or_else(|| panic!("{answer}"));
    let message = answer.get(start..).unwrap().lines().next().unwrap();
    serde_json::from_str::<Value>(message).unwrap_or_else(|why| panic!("{why}: {answer}"))["result"].clone()
}

#[test]
fn an_agent_does_not_answer_for_the_person_unless_its_key_vouches_for_one() {
    let house = House::new();
    let server = Served::start(&house);
    let plain =
        house.json(&["key", "make", "plain", "--role", "agent"])["token"].as_str().unwrap().to_owned();
    let wish = json!({ "name": "remember", "arguments": { "text": "ไทย", "key": "response.language", "kind": "preference" } });
    let left = call(&server, &plain, &[], wish.clone());
    assert_eq!(left["structuredContent"]["status"], "pending", "{left}");
    let confirm =
        json!({ "name": "pending", "arguments": { "id": "response.language", "decision": "confirm" } });
    let told = call(&server, &plain, &[], confirm);
    assert_eq!(told["structuredContent"]["decided"], json!([]), "{told}");

    let asked = call(&server, &server.token, &[], wish.clone());
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    let key = asked["inputRequests"].as_object().unwrap().keys().next().unwrap().clone();
    let mut again = wish;
    again["requestState"] = asked["requestState"].clone();
    again["inputResponses"] = json!({ key: { "action": "accept", "content": {} } });
    let stolen = call(&server, &plain, &[], again.clone());
    assert_eq!(stolen["isError"], true, "{stolen}");
    let kept = call(&server, &server.token, &[], again);
    assert_eq!(kept["structuredContent"]["status"], "stored", "{kept}");
}

#[test]
fn a_run_is_named_by_its_header() {
    let house = House::new();
    let server = Served::start(&house);
    let note = json!({ "name": "remember", "arguments": { "text": "เขียนในรอบนี้ 本轮写的" } });
    let kept = call(&server, &server.token, &[("Memoro-Run", "run-7")], note);
    assert_eq!(kept["isError"], false, "{kept}");
    assert!(house.json(&["audit", "list"]).to_string().contains("run-7"));
}

fn initialize() -> String {
    let client = json!({ "name": "test", "version": "1" });
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params }).to_string()
}

#[test]
fn nobody_without_a_token_and_no_foreign_page_comes_in() {
    let house = House::new();
    let server = Served::start(&house);
    let bearer = format!("Bearer {}", server.token);
    let token = ("Authorization", bearer.as_str());
    assert_eq!(send(&server, "/mcp", &[], &initialize()).0, 401);
    assert_eq!(send(&server, "/mcp", &[("Authorization", "Bearer mmr_x_y")], &initialize()).0, 401);
    assert_eq!(send(&server, "/mcp", &[token, ("Origin", "http://evil.example")], &initialize()).0, 403);
    assert_eq!(send(&server, "/mcp", &[token, ("Host", "evil.example")], &initialize()).0, 403);
    assert_eq!(send(&server, "/mcp?profile=none", &[token], &initialize()).0, 404);
    let (status, answer) = send(&server, "/mcp", &[token], &initialize());
    assert!(status == 200 && answer.contains("\"memoro\""), "{answer}");
}

#[test]
fn bad_bodies_are_answered_and_the_server_goes_on() {
    let house = House::new();
    let server = Served::start(&house);
    let bearer = format!("Bearer {}", server.token);
    let token = ("Authorization", bearer.as_str());
    let deep = "[".repeat(50_000);
    for body in ["", "{", "[]", "7", "\u{0}", "{\"jsonrpc\":\"2.0\"}", &deep] {
        let (status, answer) = send(&server, "/mcp", &[token], body);
        assert_eq!(status, 400, "{body:.20}: {answer}");
        assert!(answer.contains("\"jsonrpc\":\"2.0\"") && answer.contains("-32"), "{body:.20}: {answer}");
    }
    let (_, broken) = send(&server, "/mcp", &[token], "{");
    assert!(broken.contains("-32700"), "{broken}");
    let twice = r#"{"jsonrpc":"2.0","id":7,"method":"ping","method":"tools/list"}"#;
    let (_, twice) = send(&server, "/mcp", &[token], twice);
    assert!(twice.contains("-32600") && twice.contains("\"id\":7"), "{twice}");
    assert_eq!(send(&server, "/mcp", &[token], &"x".repeat(1_100_000)).0, 413);
    assert_eq!(send(&server, "/mcp", &[token, ("Content-Type", "text/plain")], &initialize()).0, 415);
    assert_eq!(send(&server, "/mcp", &[token], &initialize()).0, 200);
}

#[test]
fn a_refusal_of_the_transport_is_told_as_the_protocol_tells_errors() {
    let house = House::new();
    let server = Served::start(&house);
    let bearer = format!("Bearer {}", server.token);
    let token = ("Authorization", bearer.as_str());
    let list = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }).to_string();
    for (headers, status) in [
        (vec![token, ("Accept", "text/plain")], 406),
        (vec![token, ("Mcp-Session-Id", "no-such-session")], 404),
        (vec![token, ("MCP-Protocol-Version", "1999-01-01")], 400),
    ] {
        let (told, answer) = send(&server, "/mcp", &headers, &list);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert_eq!(told, status, "{answer}");
        assert!(head.to_lowercase().contains("content-type: application/json"), "{answer}");
        let body: Value = serde_json::from_str(body).unwrap_or_else(|why| panic!("{why}: {answer}"));
        assert_eq!(body["jsonrpc"], "2.0", "{body}");
        assert!(body["error"]["code"].is_i64() && body["error"]["message"].is_string(), "{body}");
    }
}

#[test]
fn a_session_is_not_there_for_another_key() {
    let house = House::new();
    let other = house.json(&["key", "make", "other", "--role", "user"])["token"].as_str().unwrap().to_owned();
    let server = Served::start(&house);
    let (own, other) = (format!("Bearer {}", server.token), format!("Bearer {other}"));
    let (_, answer) = send(&server, "/mcp", &[("Authorization", &own)], &initialize());
    let session =
        answer.lines().find_map(|line| line.strip_prefix("mcp-session-id: ")).unwrap().trim().to_owned();
    let list = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }).to_string();
    let ask = |bearer: &str, path: &str| {
        let headers = [("Authorization", bearer), ("Mcp-Session-Id", session.as_str())];
        send(&server, path, &headers, &list).0
    };
    assert_eq!(ask(&own, "/mcp"), 200);
    assert_eq!(ask(&other, "/mcp"), 404);
    assert_eq!(ask(&own, "/mcp/oracle"), 404);
    house.json(&["key", "revoke", "agent"]);
    assert_eq!(ask(&own, "/mcp"), 401);
}
