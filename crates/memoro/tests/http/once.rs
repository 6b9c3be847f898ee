//! Requests with an Idempotency-Key, one for every route that changes something: the list is the server's own, so that a
//! new route cannot be left out.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Answer, Server};

/// What a repeated request is answered.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Again {
    /// As the first one.
    Alike,
    /// That it was carried out; its answer is not kept.
    Refused,
    /// What it would be answered without a key: nothing is left to do.
    Harmless,
}

/// A request, another one for the same key, and what it is when it comes again.
struct Case {
    path: String,
    body: Value,
    other: Option<Value>,
    again: Again,
}

fn case(path: impl Into<String>, body: Value, other: Value) -> Case {
    Case { path: path.into(), body, other: Some(other), again: Again::Alike }
}

fn bare(path: impl Into<String>, again: Again) -> Case {
    Case { path: path.into(), body: json!({}), other: None, again }
}

fn id_of(answer: &Answer) -> String {
    answer.json()["id"].as_str().unwrap_or_else(|| panic!("{answer:?}")).to_owned()
}

/// Something that waits for the user.
fn waiting(server: &Server, agent: &str, key: &str) -> String {
    let path = format!("/v1/profile/{key}");
    let ask = server.ask("PUT", &path).token(agent).json(&json!({ "value": "สั้น" }));
    id_of(&ask.send())
}

fn memory_cases(server: &Server) -> Vec<(&'static str, Case)> {
    let [edited, gone, old, new] =
        ["ก แก้ไข", "乙 删除", "the old gate", "a river runs by"].map(|text| server.remember(text));
    vec![
        ("post /v1/memories", case("/v1/memories", json!({ "text": "甲" }), json!({ "text": "丙" }))),
        (
            "patch /v1/memories/{id}",
            case(format!("/v1/memories/{edited}"), json!({ "text": "ข" }), json!({ "text": "ค" })),
        ),
        ("delete /v1/memories/{id}", bare(format!("/v1/memories/{gone}"), Again::Harmless)),
        (
            "post /v1/memories/{id}/supersede",
            case(
                format!("/v1/memories/{old}/supersede"),
                json!({ "by": new }),
                json!({ "by": new, "reason": "x" }),
            ),
        ),
        (
            "post /v1/forget",
            Case {
                again: Again::Harmless,
                ..case("/v1/forget", json!({ "subject": "nobody", "dry_run": false }), json!({}))
            },
        ),
        ("post /v1/undo", bare("/v1/undo", Again::Alike)),
        (
            "post /v1/say",
            case("/v1/say", json!({ "message": "จำไว้ว่าสี=เขียว" }), json!({ "message": "จำไว้ว่าสี=แดง" })),
        ),
        (
            "post /v1/memory-tool",
            case(
                "/v1/memory-tool",
                json!({ "command": "create", "path": "/memories/a.md", "file_text": "一" }),
                json!({ "command": "create", "path": "/memories/b.md", "file_text": "二" }),
            ),
        ),
    ]
}

fn entry_cases(server: &Server, agent: &str) -> Vec<(&'static str, Case)> {
    let put =
        |path: &str| assert_eq!(server.ask("PUT", path).json(&json!({ "value": "x" })).send().status, 201);
    put("/v1/profile/gone");
    put("/v1/session/entries/gone");
    let (yes, no) = (waiting(server, agent, "tone"), waiting(server, agent, "style"));
    let value = |text: &str| json!({ "value": text });
    vec![
        ("put /v1/profile/{key}", case("/v1/profile/city", value("กรุงเทพ"), value("北京"))),
        ("delete /v1/profile/{key}", bare("/v1/profile/gone", Again::Alike)),
        ("put /v1/session/entries/{key}", case("/v1/session/entries/task", value("发布"), value("x"))),
        ("delete /v1/session/entries/{key}", bare("/v1/session/entries/gone", Again::Alike)),
        (
            "post /v1/pending/{id}/confirm",
            case(format!("/v1/pending/{yes}/confirm"), json!({}), json!({ "reason": "x" })),
        ),
        (
            "post /v1/pending/{id}/reject",
            case(format!("/v1/pending/{no}/reject"), json!({}), json!({ "reason": "x" })),
        ),
        (
            "patch /v1/users/{user}/model",
            case(
                "/v1/users/ann/model",
                json!({ "update": { "timezone": "Asia/Bangkok" } }),
                json!({ "update": { "timezone": "UTC" } }),
            ),
        ),
        ("delete /v1/users/{user}/model", bare("/v1/users/bob/model", Again::Alike)),
        (
            "post /v1/session/end",
            case(
                "/v1/session/end",
                json!({ "session": "talk" }),
                json!({ "session": "talk", "reason": "x" }),
            ),
        ),
    ]
}

fn layer_cases(server: &Server) -> Vec<(&'static str, Case)> {
    let steps = json!({ "when": "the disk is full", "steps": ["look for large files"] });
    let procedure = id_of(&server.post("/v1/procedures", steps));
    let note = id_of(&server.post("/v1/notes", json!({ "text": "ล้างแคชแล้ว" })));
    let taught = |step: &str| json!({ "when": "deploying the shop", "steps": [step] });
    let text = |text: &str| json!({ "text": text });
    vec![
        ("post /v1/procedures", case("/v1/procedures", taught("run the tests"), taught("wait"))),
        (
            "post /v1/procedures/{id}/usage",
            case(format!("/v1/procedures/{procedure}/usage"), json!({}), json!({ "worked": false })),
        ),
        ("post /v1/learnings", case("/v1/learnings", text("The moon has no air"), text("鱼会游泳"))),
        (
            "post /v1/episodes",
            case("/v1/episodes", json!({ "summary": "部署完成" }), json!({ "summary": "x" })),
        ),
        ("post /v1/notes", case("/v1/notes", text("งานคืนนี้เสร็จ"), text("x"))),
        ("patch /v1/notes/{id}", case(format!("/v1/notes/{note}"), text("ล้างแคชและเริ่มใหม่"), text("x"))),
        ("post /v1/soul", case("/v1/soul", text("I say what I do not know"), text("x y z"))),
        (
            "post /v1/decisions",
            case("/v1/decisions", json!({ "title": "Use one file" }), json!({ "title": "Use two files" })),
        ),
    ]
}

fn oracle_cases(server: &Server) -> Vec<(&'static str, Case)> {
    let known = |path: &str, body: Value| server.post(path, body).json();
    let taught = known("/api/procedural", json!({ "trigger": "the pump stops", "procedure": ["look"] }));
    let decided = known("/api/decisions", json!({ "title": "ใช้คิวไหน" }));
    let thread = known("/api/thread", json!({ "message": "早上好", "role": "human" }));
    let [old, new] = ["the gate is red", "the river is long"].map(|text| server.remember(text));
    let trace =
        |text: &str| known("/api/traces", json!({ "query": text }))["traceId"].as_str().unwrap().to_owned();
    let [one, two, three, four] = ["one", "two", "three", "four"].map(trace);
    server.post(&format!("/api/traces/{three}/link"), json!({ "nextId": four }));
    let decision = format!("/api/decisions/{}", decided["id"].as_str().unwrap());
    let status = format!("/api/thread/{}/status", thread["thread_id"]);
    let pattern = |text: &str| json!({ "pattern": text });
    vec![
        ("post /api/learn", case("/api/learn", pattern("The sea is salt"), pattern("鸟会飞"))),
        (
            "post /api/user-model",
            case(
                "/api/user-model",
                json!({ "userId": "ann", "updates": { "timezone": "Asia/Bangkok" } }),
                json!({ "userId": "ann", "updates": { "timezone": "UTC" } }),
            ),
        ),
        ("delete /api/user-model", bare("/api/user-model?userId=bob", Again::Alike)),
        (
            "post /api/procedural",
            case(
                "/api/procedural",
                json!({ "trigger": "the lamp is dark", "procedure": ["change it"] }),
                json!({ "trigger": "the lamp is dark", "procedure": ["wait"] }),
            ),
        ),
        (
            "post /api/procedural/usage",
            case("/api/procedural/usage", json!({ "id": taught["id"] }), json!({ "id": "none" })),
        ),
        (
            "post /api/episodic",
            case("/api/episodic", json!({ "summary": "ย้ายเสร็จ" }), json!({ "summary": "x" })),
        ),
        (
            "post /api/thread",
            case("/api/thread", json!({ "message": "สวัสดี", "role": "human" }), json!({ "message": "x" })),
        ),
        (
            "patch /api/thread/{id}/status",
            case(status, json!({ "status": "closed" }), json!({ "status": "active" })),
        ),
        (
            "post /api/decisions",
            case("/api/decisions", json!({ "title": "选哪个" }), json!({ "title": "选两个" })),
        ),
        (
            "patch /api/decisions/{id}",
            case(decision.clone(), json!({ "context": "mails" }), json!({ "context": "x" })),
        ),
        (
            "post /api/decisions/{id}/transition",
            case(
                format!("{decision}/transition"),
                json!({ "status": "researching" }),
                json!({ "status": "decided" }),
            ),
        ),
        (
            "post /api/supersede",
            case(
                "/api/supersede",
                json!({ "old_path": old, "old_id": old, "new_id": new }),
                json!({ "old_path": "x" }),
            ),
        ),
        ("post /api/traces", case("/api/traces", json!({ "query": "五" }), json!({ "query": "x" }))),
        (
            "post /api/traces/{id}/link",
            case(format!("/api/traces/{one}/link"), json!({ "nextId": two }), json!({ "nextId": three })),
        ),
        (
            "delete /api/traces/{id}/link",
            bare(format!("/api/traces/{three}/link?direction=next"), Again::Alike),
        ),
        (
            "post /api/traces/{id}/distill",
            case(
                format!("/api/traces/{one}/distill"),
                json!({ "awakening": "water flows" }),
                json!({ "awakening": "x" }),
            ),
        ),
    ]
}

fn upkeep_cases(server: &Server) -> Vec<(&'static str, Case)> {
    server.key("turned", &["--role", "agent"]);
    server.key("ended", &["--role", "agent"]);
    let secret = |path: &str, body: Value, other: Option<Value>| Case {
        path: path.into(),
        body,
        other,
        again: Again::Refused,
    };
    let made = json!({ "name": "new", "role": "agent" });
    let another = json!({ "name": "newer", "role": "agent" });
    vec![
        ("post /v1/index", bare("/v1/index", Again::Alike)),
        ("post /v1/jobs/{job}/run", case("/v1/jobs/micro-sync/run", json!({}), json!({ "dry_run": true }))),
        ("post /v1/admin/keys", secret("/v1/admin/keys", made, Some(another))),
        ("post /v1/admin/keys/{name}/rotate", secret("/v1/admin/keys/turned/rotate", json!({}), None)),
        ("delete /v1/admin/keys/{name}", bare("/v1/admin/keys/ended", Again::Alike)),
        ("post /v1/admin/policy/reload", bare("/v1/admin/policy/reload", Again::Alike)),
        ("post /v1/admin/backup", bare("/v1/admin/backup", Again::Alike)),
    ]
}

fn send(server: &Server, method: &str, case: &Case, (body, key): (&Value, &str)) -> Answer {
    let token = if case.path.contains("/admin/") { server.admin_key() } else { server.token.clone() };
    let ask = server.ask(&method.to_uppercase(), &case.path).token(&token).header("Idempotency-Key", key);
    if method == "delete" { ask.send() } else { ask.json(body).send() }
}

fn lines(server: &Server) -> usize {
    server.get("/v1/audit?limit=500").json()["events"].as_array().unwrap().len()
}

#[test]
fn every_route_that_changes_something_counts_a_request_with_its_key_once() {
    let server = Server::start();
    let agent = server.key("bot", &["--role", "agent"]);
    let routes = server.cli(&["serve", "--routes"]);
    let cases: BTreeMap<&str, Case> =
        [memory_cases(&server), entry_cases(&server, &agent), layer_cases(&server), oracle_cases(&server)]
            .into_iter()
            .flatten()
            .chain(upkeep_cases(&server))
            .collect();
    let mut tried = 0;
    for row in routes["routes"].as_array().unwrap() {
        let (method, path) = (row["method"].as_str().unwrap(), row["path"].as_str().unwrap());
        let needs: Vec<&str> = row["needs"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let changes = needs.iter().any(|need| !["read", "audit"].contains(need));
        let keyed = path.starts_with("/v1/") || path.starts_with("/api/");
        if !["post", "patch", "put", "delete"].contains(&method) || !keyed || !changes {
            continue;
        }
        let name = format!("{method} {path}");
        let case = cases.get(name.as_str()).unwrap_or_else(|| panic!("{name} has no case here"));
        let key = format!("k-{tried}");
        let first = send(&server, method, case, (&case.body, &key));
        assert!((200..300).contains(&first.status), "{name}: {first:?}");
        let before = lines(&server);
        let again = send(&server, method, case, (&case.body, &key));
        assert_eq!(lines(&server), before, "{name} was carried out twice: {again:?}");
        match case.again {
            Again::Alike => {
                assert_eq!((again.status, &again.body), (first.status, &first.body), "{name}");
                assert_eq!(again.header("idempotent-replayed"), Some("true"), "{name}: {again:?}");
                assert_eq!(first.header("idempotent-replayed"), None, "{name}");
            }
            Again::Refused => {
                assert_eq!(again.code(), "conflict", "{name}");
                assert!(!again.body.contains("mmr_"), "{name} shows a token again");
            }
            Again::Harmless => assert!([200, 404].contains(&again.status), "{name}: {again:?}"),
        }
        if let Some(other) = case.other.as_ref().filter(|_| case.again != Again::Harmless) {
            let refused = send(&server, method, case, (other, &key));
            let code = refused.json()["code"].clone();
            assert_eq!((refused.status, code), (409, json!("key_reused")), "{name}");
        }
        tried += 1;
    }
    assert_eq!(tried, cases.len(), "there are cases for routes that are not there");
    assert_eq!(server.get("/v1/audit/verify").json()["ok"], true);
}

#[test]
fn a_success_with_a_key_counts_once_however_often_it_comes() {
    let server = Server::start();
    let taught = json!({ "when": "the shop is deployed", "steps": ["run the tests"] });
    let id = id_of(&server.post("/v1/procedures", taught.clone()));
    let send = |path: &str, body: &Value, key: &str| {
        server.ask("POST", path).header("Idempotency-Key", key).json(body).send()
    };
    for _ in 0..3 {
        send(&format!("/v1/procedures/{id}/usage"), &json!({}), "used");
        let merged = send("/v1/procedures", &taught, "taught");
        assert_eq!(merged.json()["id"], id, "{merged:?}");
    }
    let known = server.get("/v1/procedures").json();
    assert_eq!(known["procedures"][0]["successes"], 2, "one use, one more lesson: {known}");
}

#[test]
fn many_at_once_with_one_key_are_one() {
    let server = Server::start();
    let (address, token) = (server.address, server.token.clone());
    let ask = move |n: usize| {
        let (path, body) = if n.is_multiple_of(2) {
            ("/v1/say", json!({ "message": "remember that the harbour opens at nine" }))
        } else {
            ("/v1/notes", json!({ "text": "บันทึกเดียว" }))
        };
        let ask = super::Ask::new(address, "POST", path).token(&token).header("Idempotency-Key", "one");
        ask.json(&body).send()
    };
    let asked: Vec<_> = (0..12)
        .map(|n| {
            let ask = ask.clone();
            std::thread::spawn(move || ask(n))
        })
        .collect();
    let answers: Vec<Answer> = asked.into_iter().map(|one| one.join().unwrap()).collect();
    for (n, answer) in answers.iter().enumerate() {
        assert_eq!((answer.status, &answer.body), (answers[n % 2].status, &answers[n % 2].body), "{n}");
    }
    assert_eq!(server.get("/v1/notes").json()["notes"].as_array().unwrap().len(), 1, "{answers:?}");
    assert_eq!(server.get("/v1/profile").json()["entries"].as_array().unwrap().len(), 1, "{answers:?}");
}

#[test]
fn what_was_answered_is_not_kept_longer_than_what_it_tells_of() {
    let server = Server::start();
    let keyed = |path: &str, body: &Value, key: &str| {
        server.ask("POST", path).header("Idempotency-Key", key).json(body).send()
    };
    let said = json!({ "message": "remember that my locker is zqviolet" });
    let first = keyed("/v1/say", &said, "say").json();
    let id = first["receipt"]["id"].as_str().unwrap_or_else(|| panic!("{first}")).to_owned();
    assert_eq!(keyed("/v1/say", &said, "say").json(), first);
    assert_eq!(server.ask("DELETE", &format!("/v1/memories/{id}")).send().status, 200);
    let kept = std::fs::read(server.path("ws/.memoro/memoro.db")).unwrap();
    assert!(!String::from_utf8_lossy(&kept).contains("zqviolet"), "the store still holds it");
    for key in ["", "a b", "กุญแจ", &"x".repeat(201)] {
        assert_eq!(keyed("/v1/notes", &json!({ "text": "x" }), key).code(), "usage");
    }
}

#[test]
fn a_request_that_comes_again_does_not_bring_back_what_was_forgotten_since() {
    let server = Server::start();
    let body = json!({ "text": "ความลับของนกกระจอกเทศ ostrich 鸵鸟" });
    let ask = || server.ask("POST", "/v1/memories").header("Idempotency-Key", "ff1").json(&body).send();
    let id = id_of(&ask());
    let path = format!("/v1/memories/{id}");
    assert_eq!(server.ask("DELETE", &path).send().status, 200);
    let again = ask();
    assert_eq!(again.status, 409, "{again:?}");
    assert_eq!(server.get(&path).status, 404);
}
