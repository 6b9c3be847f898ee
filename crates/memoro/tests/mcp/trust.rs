//! What an agent may do by itself, and what a person must agree to.

use serde_json::{Value, json};

use super::{Connection, House};

fn preference() -> Value {
    json!({ "text": "ไทย", "key": "response.language", "kind": "preference" })
}

#[test]
fn what_an_agent_says_of_the_user_waits() {
    let house = House::new();
    let mut client = house.connected(&[]);
    let kept = client.data("remember", &preference());
    assert_eq!(kept["status"], "pending", "{kept}");
    let told = client.call("remember", &preference());
    assert!(told["content"][0]["text"].as_str().unwrap().contains("memoro pending confirm"), "{told}");
    let said = client.data("say", &json!({ "message": "จำไว้ว่าให้ตอบสั้นๆ" }));
    assert_eq!(said["done"][0]["status"], "pending", "{said}");
    let waiting = client.data("pending", &json!({}));
    assert_eq!(waiting["waiting"].as_array().unwrap().len(), 2, "{waiting}");
    assert!(!std::fs::read_to_string(house.path("ws/PROFILE.md")).unwrap_or_default().contains("ไทย"));
}

#[test]
fn values_of_a_session_that_would_steer_wait_and_facts_of_the_work_do_not() {
    let house = House::new();
    let mut client = house.connected(&[]);
    for (key, value, status) in [
        ("response.style", "rude", "pending"),
        ("ภาษา", "คลิงออน", "pending"),
        ("角色", "海盗", "pending"),
        ("safety.checks", "off", "pending"),
        ("step", "3", "stored"),
        ("当前文件", "src/main.rs", "stored"),
    ] {
        let kept = client.data("remember", &json!({ "text": value, "key": key, "scope": "session" }));
        assert_eq!(kept["status"], status, "{key}: {kept}");
    }
}

#[test]
fn a_client_that_is_trusted_as_the_user_writes_at_once() {
    let house = House::new();
    let mut client = house.connected(&["--trust", "user"]);
    assert_eq!(client.data("remember", &preference())["status"], "stored");
    let said = client.data("say", &json!({ "message": "记住：我喜欢简短的回答" }));
    assert_eq!(said["done"][0]["status"], "stored", "{said}");
    assert_eq!(client.data("forget", &json!({ "id": "response.language" }))["status"], "forgotten");
}

#[test]
fn nothing_raises_the_trust_of_a_lowered_command() {
    let house = House::new();
    let mut client = house.connected(&["--trust", "user", "--as", "agent"]);
    assert_eq!(client.data("remember", &preference())["status"], "pending");
}

#[test]
fn a_client_that_may_only_look_sees_no_other_tools_and_changes_nothing() {
    let house = House::new();
    let mut client = house.connected(&["--trust", "read-only"]);
    let listed = client.request("tools/list", &json!({}))["result"].clone();
    let names: Vec<&str> =
        listed["tools"].as_array().unwrap().iter().filter_map(|t| t["name"].as_str()).collect();
    assert_eq!(names, ["context", "recall", "get", "pending"]);
    let refused = client.call("remember", &json!({ "text": "x" }));
    assert_eq!(refused["isError"], true);
    assert!(refused["content"][0]["text"].as_str().unwrap().starts_with("error denied:"), "{refused}");
}

/// Calls a tool and answers the question that the server puts to the person.
fn answered(client: &mut Connection, (name, arguments): (&str, &Value), action: &str) -> (String, Value) {
    let params = json!({ "name": name, "arguments": arguments });
    client.send(&json!({ "jsonrpc": "2.0", "id": 900, "method": "tools/call", "params": params }));
    let asked = client.read();
    assert_eq!(asked["method"], "elicitation/create", "{asked}");
    assert_eq!(asked["params"]["requestedSchema"]["type"], "object");
    client.send(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": { "action": action } }));
    let result = client.response(900)["result"].clone();
    (asked["params"]["message"].as_str().unwrap().to_owned(), result["structuredContent"].clone())
}

#[test]
fn the_person_agrees_declines_or_leaves_it() {
    let house = House::new();
    let mut client = house.server(&[]);
    client.introduce(&json!({ "elicitation": {} }));
    let (question, kept) = answered(&mut client, ("remember", &preference()), "accept");
    assert!(question.contains("response.language = ไทย") && question.contains("ผู้ช่วย"), "{question}");
    assert_eq!((&kept["status"], &kept["file"]), (&json!("stored"), &json!("PROFILE.md")), "{kept}");
    let other = json!({ "text": "long", "key": "response.length", "kind": "preference" });
    assert_eq!(answered(&mut client, ("remember", &other), "decline").1["status"], "rejected");
    assert_eq!(answered(&mut client, ("remember", &other), "cancel").1["status"], "pending");
    let id = json!({ "id": "response.length", "decision": "confirm" });
    assert_eq!(answered(&mut client, ("pending", &id), "accept").1["decided"][0]["status"], "stored");
    let id = json!({ "id": "response.length" });
    assert_eq!(answered(&mut client, ("forget", &id), "decline").1["status"], "kept");
    assert_eq!(answered(&mut client, ("forget", &id), "accept").1["status"], "forgotten");
    let audit = house.json(&["audit", "list"]).to_string();
    assert!(audit.contains("agreed in test"), "{audit}");
}

fn modern(name: &str, arguments: &Value) -> Value {
    json!({
        "name": name,
        "arguments": arguments,
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "new", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
        },
    })
}

#[test]
fn a_newer_client_is_asked_by_a_result_that_requires_input() {
    let house = House::new();
    let mut client = house.server(&[]);
    let call = modern("remember", &preference());
    let asked = client.request("tools/call", &call)["result"].clone();
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    let (key, question) = asked["inputRequests"].as_object().unwrap().iter().next().unwrap();
    assert_eq!(question["method"], "elicitation/create");
    let state = asked["requestState"].as_str().unwrap();
    assert!(!state.contains("ไทย"));

    let mut forged = call.clone();
    forged["requestState"] = json!(state.replace("Kept", "Said"));
    forged["inputResponses"] = json!({ key: { "action": "accept", "content": {} } });
    let refused = client.request("tools/call", &forged)["result"].clone();
    assert_eq!(refused["isError"], true, "{refused}");

    let mut again = call.clone();
    again["requestState"] = json!(state);
    again["inputResponses"] = json!({ key: { "action": "accept", "content": {} } });
    let kept = client.request("tools/call", &again)["result"].clone();
    assert_eq!(kept["structuredContent"]["status"], "stored", "{kept}");
    assert!(std::fs::read_to_string(house.path("ws/PROFILE.md")).unwrap().contains("ไทย"));
}

#[test]
fn nobody_is_asked_where_an_agent_started_the_server_itself() {
    let house = House::new();
    for (lowered, question) in [(true, preference()), (false, json!({ "id": "response.language" }))] {
        let mut client = house.server(if lowered { &["--as", "agent"] } else { &["--trust", "read-only"] });
        client.introduce(&json!({ "elicitation": {} }));
        let told = if lowered {
            client.data("remember", &question)["status"].clone()
        } else {
            let confirm = json!({ "id": question["id"], "decision": "confirm" });
            client.data("pending", &confirm)["decided"].clone()
        };
        assert_eq!(told, if lowered { json!("pending") } else { json!([]) });
    }
    assert_eq!(house.json(&["pending", "list"])["pending"].as_array().unwrap().len(), 1);
}

#[test]
fn an_agent_moves_no_decision_and_no_thread_of_a_person() {
    let house = House::new();
    let mut person = house.connected(&["--profile", "oracle", "--trust", "user"]);
    let decision = person.data("oracle_decisions_create", &json!({ "title": "ใช้ฐานข้อมูลไหน" }));
    let thread = person.data("oracle_thread", &json!({ "message": "早上好" }));
    let mut agent = house.connected(&["--profile", "oracle"]);
    let move_on = json!({ "id": decision["id"], "status": "decided" });
    let close = json!({ "threadId": thread["thread_id"], "status": "closed" });
    for (name, arguments) in [("oracle_decisions_update", &move_on), ("oracle_thread_update", &close)] {
        let refused = agent.call(name, arguments);
        assert_eq!(refused["isError"], true, "{name}: {refused}");
        assert!(refused["content"][0]["text"].as_str().unwrap().contains("denied"), "{name}: {refused}");
    }
    let kept = person.data("oracle_decisions_get", &json!({ "id": decision["id"] }));
    assert_eq!(kept["status"], "pending", "{kept}");
    assert_eq!(person.data("oracle_thread_update", &close)["status"], "closed");
}

#[test]
fn what_was_written_in_a_named_session_is_taken_back_with_it() {
    let house = House::new();
    let mut client = house.connected(&["--session", "sM"]);
    let mut ids = Vec::new();
    for text in ["Depot is teal", "คลังสินค้าปิดวันจันทร์", "仓库是青色的"]
    {
        ids.push(client.data("remember", &json!({ "text": text }))["id"].as_str().unwrap().to_owned());
    }
    ids.push(client.data("remember", &preference())["id"].as_str().unwrap().to_owned());
    client.end();
    house.json(&["remember", "a note of my own"]);
    let mut ended: Vec<String> =
        serde_json::from_value(house.json(&["rollback", "--origin", "sM"])["ended"].clone()).unwrap();
    ended.sort();
    ids.sort();
    assert_eq!(ended, ids);
}
