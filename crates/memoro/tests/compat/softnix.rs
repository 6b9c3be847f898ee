//! Softnix: what waits in a run, and the admin's part.

use serde_json::{Value, json};

use crate::Server;

#[test]
fn what_waits_in_a_run_is_confirmed_and_rejected() {
    let server = Server::start();
    let agent = server.key("bot", "agent");
    let wish = |name: &str, value: &str| {
        let updates = json!({"updates": {"preferences": {name: value}}});
        server.ask_as(&agent, "POST", "/api/user-model", Some(updates)).ok();
    };
    wish("responseStyle", "formal");
    wish("language", "zh");
    let rows = server.get("/runs/run-1/memory/pending")["items"].clone();
    assert_eq!(rows.as_array().unwrap().len(), 2);
    for field in ["pending_key", "target_key", "value", "priority", "source", "updated_at"] {
        assert!(rows[0].get(field).is_some(), "{field}: {rows}");
    }
    let style =
        rows.as_array().unwrap().iter().find(|row| row["target_key"] == "response.style").unwrap().clone();
    assert_eq!(style["pending_key"], "memory.pending.response.style");
    let metrics = server.get("/runs/run-1/memory/metrics");
    assert_eq!((&metrics["pending_count"], &metrics["pending_backlog_alert"]), (&json!(2), &json!(false)));
    assert!(metrics["policy_allow_tools"].as_array().unwrap().contains(&json!("web_fetch")));
    let refused =
        server.ask_as(&agent, "POST", "/runs/run-1/memory/confirm", Some(json!({"key": "response.style"})));
    assert_eq!(refused.status, 403);
    let done = server.post("/runs/run-1/memory/confirm", json!({"key": style["pending_key"]}));
    assert_eq!((&done["status"], &done["key"]), (&json!("confirmed"), &json!("response.style")));
    server.post("/runs/run-1/memory/reject", json!({"key": "response.language"}));
    assert_eq!(server.get("/runs/run-1/memory/pending")["items"], json!([]));
    assert_eq!(server.get("/api/user-model")["preferences"]["responseStyle"], "formal");
    assert_eq!(server.ask("POST", "/runs/run-1/memory/confirm", Some(json!({"key": "x"}))).status, 404);
    assert_eq!(server.ask("POST", "/runs/run-1/memory/confirm", Some(json!({}))).status, 400);
    let lines = std::fs::read_to_string(server.path(".memoro/runs/run-1/memory_audit.jsonl")).unwrap();
    assert!(lines.contains("promote_pending") && lines.contains("reject_pending"), "{lines}");
}

#[test]
fn of_several_proposals_for_one_key_the_newest_is_confirmed() {
    let server = Server::start();
    let (one, other) = (server.key("one", "agent"), server.key("other", "agent"));
    let wish = |token: &str, value: &str| {
        let updates = json!({"updates": {"preferences": {"responseStyle": value}}});
        server.ask_as(token, "POST", "/api/user-model", Some(updates)).ok();
    };
    wish(&one, "formal");
    wish(&other, "casual");
    wish(&one, "สุภาพ");
    let rows = server.get("/runs/r/memory/pending")["items"].clone();
    assert_eq!((rows.as_array().unwrap().len(), &rows[0]["value"]), (1, &json!("สุภาพ")), "{rows}");
    assert_eq!(server.get("/runs/r/memory/metrics")["pending_count"], 1);
    server.post("/runs/r/memory/confirm", json!({"key": rows[0]["pending_key"]}));
    assert_eq!(server.get("/api/user-model")["preferences"]["responseStyle"], "สุภาพ");
    assert_eq!(server.get("/runs/r/memory/pending")["items"], json!([]));
    let key = std::fs::read_to_string(server.folder.path().join("config/admin.key")).unwrap();
    let head = format!("x-memory-admin-key: {}\r\n", key.trim());
    let audit = server.send("GET", "/admin/memory/audit?limit=50", &head, None).ok();
    let rejected: Vec<&Value> =
        audit["items"].as_array().unwrap().iter().filter(|line| line["op"] == "reject_pending").collect();
    assert_eq!(rejected.len(), 2, "{audit}");
    assert!(rejected.iter().all(|line| line["old"].is_string() && line["new"].is_null()), "{rejected:?}");
    wish(&one, "blunt");
    wish(&other, "flowery");
    server.post("/runs/r/memory/reject", json!({"key": "response.style"}));
    assert_eq!(server.get("/runs/r/memory/pending")["items"], json!([]));
    assert_eq!(server.get("/api/user-model")["preferences"]["responseStyle"], "สุภาพ");
}

#[test]
fn what_waits_of_a_user_model_is_answered_under_the_name_that_the_agent_was_given() {
    let server = Server::start();
    let agent = server.key("bot", "agent");
    for pattern in ["The user prefers answers in Thai", "ผู้ใช้ชอบคำตอบสั้น", "用户喜欢喝茶"]
    {
        let told = json!({"pattern": pattern, "layer": "user_model"});
        let told = server.ask_as(&agent, "POST", "/api/learn", Some(told)).ok();
        assert_eq!((&told["id"], &told["pending"]), (&json!("user_model_default"), &json!(true)), "{told}");
    }
    let updates = json!({"userId": "somchai", "updates": {"preferences": {"language": "zh"}}});
    server.ask_as(&agent, "POST", "/api/user-model", Some(updates)).ok();
    let own = json!({"key": "user_model_default"});
    assert_eq!(server.ask_as(&agent, "POST", "/runs/r/memory/confirm", Some(own.clone())).status, 403);
    let done = server.post("/runs/r/memory/confirm", own.clone());
    assert_eq!(done["status"], "confirmed", "{done}");
    let model = server.get("/api/user-model");
    assert_eq!(
        (&model["preferences"]["responseLength"], &model["notes"]),
        (&json!("concise"), &json!(["用户喜欢喝茶"]))
    );
    assert_eq!(server.ask("POST", "/runs/r/memory/confirm", Some(own)).status, 404, "nothing waits any more");
    let left = server.get("/runs/r/memory/pending")["items"].clone();
    assert_eq!(left.as_array().unwrap().len(), 1, "another user's wish still waits: {left}");
    let rejected = server.ask("POST", "/v1/pending/user_model_somchai/reject", Some(json!({}))).ok();
    assert_eq!(rejected["rejected"].as_array().unwrap().len(), 1);
}

#[test]
fn the_admins_part_needs_the_admins_key() {
    let server = Server::start();
    let agent = server.key("bot", "agent");
    let key = std::fs::read_to_string(server.folder.path().join("config/admin.key")).unwrap();
    let head = format!("x-memory-admin-key: {}\r\n", key.trim());
    for (method, path) in [
        ("POST", "/admin/memory/policy/reload"),
        ("GET", "/admin/memory/keys"),
        ("POST", "/admin/memory/keys/rotate"),
        ("GET", "/admin/memory/audit"),
    ] {
        assert_eq!(server.ask(method, path, (method == "POST").then(|| json!({}))).status, 403, "{path}");
        assert_eq!(server.send(method, path, "x-memory-admin-key: wrong\r\n", None).status, 401, "{path}");
    }
    let reloaded = server.send("POST", "/admin/memory/policy/reload", &head, Some("{}"));
    assert_eq!(reloaded.status, 200, "{reloaded:?}");
    let keys = server.send("GET", "/admin/memory/keys", &head, None).ok();
    let names: Vec<&Value> = keys["keys"].as_array().unwrap().iter().map(|key| &key["name"]).collect();
    assert!(names.contains(&&json!("bot")) && !keys.to_string().contains(&agent), "{keys}");
    let rotated = server.send("POST", "/admin/memory/keys/rotate", &head, Some(r#"{"name":"bot"}"#)).ok();
    assert_eq!(server.ask_as(&agent, "GET", "/api/stats", None).status, 401);
    let fresh = rotated["token"].as_str().unwrap();
    assert_eq!(server.ask_as(fresh, "GET", "/api/stats", None).status, 200);
    server.send("POST", "/admin/memory/keys/revoke", &head, Some(r#"{"key_id":"bot"}"#)).ok();
    assert_eq!(server.ask_as(fresh, "GET", "/api/stats", None).status, 401);
    server.post("/api/learn", json!({"pattern": "audited", "layer": "semantic"}));
    let audit = server.send("GET", "/admin/memory/audit?limit=5", &head, None).ok();
    for field in ["ts", "op", "scope", "key", "old", "new", "actor", "reason"] {
        assert!(audit["items"][0].get(field).is_some(), "{field}: {audit}");
    }
}
