//! Bad lines, bad calls and a bad end: the server says what is wrong and goes on.

use serde_json::json;

use super::{Connection, House};

/// The server still answers.
fn goes_on(client: &mut Connection) {
    let listed = client.request("tools/list", &json!({}));
    assert_eq!(listed["result"]["tools"].as_array().unwrap().len(), 8, "{listed}");
}

#[test]
fn a_line_that_is_no_message_is_answered_and_the_next_one_is_read() {
    let house = House::new();
    let mut client = house.server(&[]);
    client.raw(b"\xff\xfe not even text");
    assert_eq!(client.read()["error"]["code"], -32700);
    client.raw(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    client.raw(br#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    client.introduce(&json!({}));
    for (line, code) in [
        (&b"{"[..], -32700),
        (b"ping", -32700),
        (b"\0\0\0", -32700),
        ("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ภาษา".as_bytes(), -32700),
        (b"[]", -32600),
        (br#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600),
        (b"7", -32600),
        (br#"{"id":5,"method":"ping"}"#, -32600),
        (br#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
        (br#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, -32600),
    ] {
        client.raw(line);
        let told = client.read();
        assert_eq!(told["error"]["code"], code, "{}: {told}", String::from_utf8_lossy(line));
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    client.raw(deep.as_bytes());
    assert_eq!(client.read()["error"]["code"], -32600);
    client.raw(format!(r#"{{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{deep}}}"#).as_bytes());
    let told = client.read();
    assert_eq!((&told["id"], &told["error"]["code"]), (&json!(77), &json!(-32600)), "{told}");
    client.raw(b"");
    goes_on(&mut client);
}

#[test]
fn a_workspace_that_is_not_there_is_told_to_every_call_with_what_to_do() {
    let house = House::new();
    let missing = house.path("ไม่มี").display().to_string();
    let mut client = house.server(&["--workspace", &missing]);
    client.introduce(&json!({}));
    for (tool, arguments) in [("recall", json!({ "query": "x" })), ("remember", json!({ "text": "x" }))] {
        let told = client.call(tool, &arguments);
        assert_eq!(told["isError"], true, "{told}");
        let text = told["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("is no workspace") && text.contains("memoro init"), "{text}");
    }
    let (code, _, err) = client.end();
    assert!(code == Some(2) && err.contains("is no workspace"), "{code:?} {err}");
}

#[test]
fn a_huge_line_is_not_kept_and_not_the_end() {
    let house = House::new();
    let mut client = house.connected(&[]);
    client.raw(&vec![b'a'; 5 * 1024 * 1024]);
    assert_eq!(client.read()["error"]["code"], -32600);
    goes_on(&mut client);
}

#[test]
fn unknown_methods_and_wrong_parameters_are_faults_of_the_protocol() {
    let house = House::new();
    let mut client = house.connected(&[]);
    for (method, params, code) in [
        ("no/such", json!({}), -32601),
        ("ไม่มี", json!({}), -32601),
        ("tools/call", json!({}), -32602),
        ("tools/call", json!({ "name": 7 }), -32602),
        ("tools/call", json!({ "name": "recall", "arguments": "x" }), -32602),
        ("tools/call", json!({ "name": "no_such_tool" }), -32602),
        ("resources/read", json!({}), -32602),
        ("resources/read", json!({ "uri": "memoro://memory/none" }), -32002),
        ("prompts/get", json!({ "name": "other" }), -32602),
    ] {
        let told = client.request(method, &params);
        assert_eq!(told["error"]["code"], code, "{method} {params}: {told}");
    }
    goes_on(&mut client);
}

#[test]
fn arguments_that_do_not_fit_are_answered_with_a_code_and_a_hint() {
    let house = House::new();
    let mut client = house.connected(&[]);
    let long = "ก".repeat(100_000);
    for (name, arguments, code) in [
        ("recall", json!({}), "invalid"),
        ("recall", json!({ "query": "" }), "invalid"),
        ("recall", json!({ "query": ["x"] }), "invalid"),
        ("recall", json!({ "query": "x", "limit": 0 }), "invalid"),
        ("recall", json!({ "query": "x", "limit": 1e300 }), "invalid"),
        ("recall", json!({ "query": "x", "layers": ["cheese"] }), "invalid"),
        ("recall", json!({ "query": "x", "since": "someday" }), "invalid"),
        ("recall", json!({ "query": long }), "invalid"),
        ("remember", json!({ "text": "" }), "invalid"),
        ("remember", json!({ "text": long }), "invalid"),
        ("remember", json!({ "text": "x", "unknown": 1 }), "invalid"),
        ("remember", json!({ "text": "x", "scope": "policy" }), "not_found"),
        ("remember", json!({ "text": "x", "key": "a\u{0}b" }), "usage"),
        ("remember", json!({ "text": "ก", "tags": ["a\u{0}"] }), "usage"),
        ("recall", json!({ "query": "\u{0}" }), "usage"),
        ("get", json!({}), "invalid"),
        ("get", json!({ "id": "nothing-like-this" }), "not_found"),
        ("get", json!({ "path": "/etc/passwd" }), "not_found"),
        ("get", json!({ "path": "a\u{0}.md" }), "usage"),
        ("get", json!({ "path": "MEMORY.md", "from": 9, "to": 2 }), "invalid"),
        ("forget", json!({ "id": "nothing-like-this" }), "not_found"),
        ("pending", json!({ "decision": "confirm" }), "invalid"),
        ("pending", json!({ "decision": "confirm", "id": "none" }), "not_found"),
        ("context", json!({ "budget": -1 }), "invalid"),
    ] {
        let told = client.call(name, &arguments);
        let text = told["content"][0]["text"].as_str().unwrap_or_default().to_owned();
        let start = format!("error {code}:");
        let arguments = arguments.to_string().chars().take(80).collect::<String>();
        assert!(told["isError"] == true && text.starts_with(&start), "{name} {arguments}: {told}");
    }
    for query in ["\" OR 1=1 --", "NEAR(a b", "' ; DROP TABLE memories", "*", "ก*\u{200b}"] {
        assert_eq!(client.call("recall", &json!({ "query": query }))["isError"], false, "{query:?}");
    }
    goes_on(&mut client);
}

#[test]
fn a_signal_ends_the_server_cleanly() {
    let house = House::new();
    let mut client = house.connected(&[]);
    client.data("remember", &json!({ "text": "written before the signal" }));
    let pid = client.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    let status = client.child.wait().unwrap();
    assert_eq!(status.code(), Some(0));
}
