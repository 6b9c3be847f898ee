//! What a key gives and takes: scopes by what a request does, agents and what people made, streams that end with their
//! key, names and idempotency keys that are nobody else's.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Answer, Server, command};

fn post(server: &Server, token: &str, path: &str, body: &Value) -> Answer {
    server.ask("POST", path).token(token).json(body).send()
}

#[test]
fn an_agents_key_steers_no_session() {
    let server = Server::start();
    let agent = server.key("agent", &["--role", "agent"]);
    for (key, value, status) in [
        ("response.style", "rude", "pending"),
        ("%E8%AF%AD%E6%B0%94", "粗鲁", "pending"),
        ("approval.required", "false", "pending"),
        ("step", "สาม", "stored"),
    ] {
        let path = format!("/v1/session/entries/{key}");
        let answer = server.ask("PUT", &path).token(&agent).json(&json!({ "value": value })).send();
        assert_eq!(answer.json()["status"], status, "{key}: {answer:?}");
    }
}

#[test]
fn a_scope_is_needed_for_what_a_request_does_not_for_its_route() {
    let server = Server::start();
    server.post("/v1/say", json!({ "message": "จำไว้ว่าสีโปรด=ม่วงเข้มมาก" }));
    let file = json!({ "command": "create", "path": "/memories/secret.md", "file_text": "ม่วงเข้มมาก" });
    server.post("/v1/memory-tool", file);
    server.post("/v1/learnings", json!({ "text": "Painting needs ม่วงเข้มมาก", "kind": "principle" }));
    let writer = server.key("writer", &["--role", "user", "--scope", "write"]);
    for (path, body) in [
        ("/v1/say", json!({ "message": "what do you know about me?" })),
        ("/v1/say", json!({ "message": "ลืม สีโปรด" })),
        // What no rule understands and only the network hears needs its scope as well.
        ("/v1/say", json!({ "message": "stop keeping my age on file thanks" })),
        ("/v1/say", json!({ "message": "ยืนยันการจดจำ" })),
        ("/v1/memory-tool", json!({ "command": "view", "path": "/memories/secret.md" })),
        (
            "/v1/memory-tool",
            json!({ "command": "str_replace", "path": "/memories/secret.md", "old_str": "x" }),
        ),
        ("/v1/memory-tool", json!({ "command": "delete", "path": "/memories/secret.md" })),
        ("/api/thread", json!({ "message": "what about painting?" })),
        ("/v1/context", json!({ "query": "painting" })),
    ] {
        let answer = post(&server, &writer, path, &body);
        assert_eq!(
            (answer.status, answer.json()["code"].as_str()),
            (403, Some("denied")),
            "{body}: {answer:?}"
        );
    }
    let changed = post(&server, &writer, "/v1/say", &json!({ "message": "จำไว้ว่าสีโปรด=เขียว" }));
    assert_eq!(changed.status, 200, "{changed:?}");
    assert!(!changed.body.contains("ม่วง"), "the old value is told: {changed:?}");
    let made = json!({ "command": "create", "path": "/memories/own.md", "file_text": "x" });
    assert_eq!(post(&server, &writer, "/v1/memory-tool", &made).status, 200);
    let reader = server.key("reader", &["--role", "user", "--scope", "read"]);
    let shown = post(&server, &reader, "/v1/say", &json!({ "message": "what do you know about me?" }));
    assert!(shown.status == 200 && shown.body.contains("เขียว"), "{shown:?}");
    let view = json!({ "command": "view", "path": "/memories/secret.md" });
    assert!(post(&server, &reader, "/v1/memory-tool", &view).body.contains("ม่วงเข้มมาก"));
    assert_eq!(post(&server, &reader, "/v1/say", &json!({ "message": "จำไว้ว่า a=b" })).status, 403);
    assert_eq!(post(&server, &reader, "/v1/memory-tool", &made).status, 403);
}

#[test]
fn who_may_not_read_is_told_nothing_of_what_a_new_memory_contradicts() {
    let server = Server::start();
    let writer = server.key("writer", &["--role", "user", "--scope", "write"]);
    server.post("/v1/learnings", json!({ "text": "The payroll runs on the 25th of each month" }));
    server.post("/v1/procedures", json!({ "steps": ["Never deploy on Fridays."], "evidence": ["agreed"] }));
    let told = server.post("/v1/learnings", json!({ "text": "The payroll runs on the 28th of each month" }));
    assert!(told.body.contains("25th"), "who may read is warned: {told:?}");
    let learned = post(
        &server,
        &writer,
        "/v1/learnings",
        &json!({ "text": "The payroll runs on the 27th of each month" }),
    );
    assert!(
        learned.status == 201 && !learned.body.contains("25th") && !learned.body.contains("28th"),
        "{learned:?}"
    );
    let rule = json!({ "steps": ["Always deploy on Fridays."], "evidence": ["agreed"] });
    let taught = post(&server, &writer, "/v1/procedures", &rule);
    assert!(taught.status == 201 && !taught.body.contains("Never"), "{taught:?}");
}

#[test]
fn a_stream_ends_when_its_key_does() {
    let server = Server::start();
    for (n, end) in ["revoke", "rotate"].into_iter().enumerate() {
        let name = format!("listener-{n}");
        let token = server.key(&name, &["--role", "read-only"]);
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let ask = format!(
            "GET /v1/events?after=0 HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n",
            server.address
        );
        stream.write_all(ask.as_bytes()).unwrap();
        server.remember(&format!("before the end {n}"));
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        while !line.starts_with("data: ") {
            line.clear();
            assert!(reader.read_line(&mut line).unwrap() > 0, "the stream has ended too early");
        }
        server.cli(&["key", end, &name]);
        let began = Instant::now();
        let late = server.remember(&format!("after the end {n}"));
        let mut rest = String::new();
        reader.read_to_string(&mut rest).unwrap();
        assert!(began.elapsed() < Duration::from_secs(3), "{end}: {:?}", began.elapsed());
        assert!(!rest.contains(&late), "{end}: {rest}");
    }
}

#[test]
fn an_agent_ends_and_changes_its_own_and_nothing_that_a_person_made() {
    let server = Server::start();
    let agent = server.key("agent", &["--role", "agent"]);
    let other = server.key("other", &["--role", "agent"]);
    let note = server.remember("ของผู้ใช้เอง ห้ามลบ");
    server.ask("PUT", "/v1/session/entries/task").json(&json!({ "value": "发布" })).send();
    let file = json!({ "command": "create", "path": "/memories/โน้ต.md", "file_text": "一" });
    server.post("/v1/memory-tool", file);
    let denied = |answer: Answer| assert_eq!(answer.code(), "denied", "{answer:?}");
    denied(
        server
            .ask("PATCH", &format!("/v1/memories/{note}"))
            .token(&agent)
            .json(&json!({ "text": "x" }))
            .send(),
    );
    denied(server.ask("DELETE", &format!("/v1/memories/{note}?keep_history=true")).token(&agent).send());
    denied(server.ask("DELETE", "/v1/session/entries/task").token(&agent).send());
    denied(post(&server, &agent, "/v1/session/end", &json!({})));
    for command in [
        json!({ "command": "delete", "path": "/memories/โน้ต.md" }),
        json!({ "command": "rename", "old_path": "/memories/โน้ต.md", "new_path": "/memories/b.md" }),
        json!({ "command": "str_replace", "path": "/memories/โน้ต.md", "old_str": "一", "new_str": "二" }),
        json!({ "command": "insert", "path": "/memories/โน้ต.md", "insert_line": 0, "insert_text": "二" }),
    ] {
        denied(post(&server, &agent, "/v1/memory-tool", &command));
    }
    let set =
        server.ask("PUT", "/v1/session/entries/task").token(&agent).json(&json!({ "value": "x" })).send();
    assert_eq!((set.status, set.json()["status"].as_str()), (202, Some("pending")), "{set:?}");
    assert_eq!(server.get("/v1/session/entries/task").json()["text"], "发布");

    let own = post(&server, &agent, "/v1/memories", &json!({ "text": "ข้อสังเกตของ agent" })).json();
    let path = format!("/v1/memories/{}", own["id"].as_str().unwrap());
    denied(server.ask("DELETE", &format!("{path}?keep_history=true")).token(&other).send());
    assert_eq!(server.ask("DELETE", &format!("{path}?keep_history=true")).token(&agent).send().status, 200);
    let made = json!({ "command": "create", "path": "/memories/a/own.md", "file_text": "x" });
    assert_eq!(post(&server, &agent, "/v1/memory-tool", &made).status, 200);
    let folder = json!({ "command": "delete", "path": "/memories/a" });
    denied(post(&server, &other, "/v1/memory-tool", &folder));
    assert_eq!(post(&server, &agent, "/v1/memory-tool", &folder).status, 200);
}

#[test]
fn an_agent_moves_no_decision_and_no_thread_of_a_person() {
    let server = Server::start();
    let agent = server.key("agent", &["--role", "agent"]);
    let other = server.key("other", &["--role", "agent"]);
    let theirs = server.post("/api/decisions", json!({ "title": "ใช้ฐานข้อมูลไหน" })).json();
    let own = post(&server, &agent, "/api/decisions", &json!({ "title": "Which cache" })).json();
    let step = |token: &str, decision: &Value, body: &Value, method: &str| {
        let end = if method == "POST" { "/transition" } else { "" };
        let path = format!("/api/decisions/{}{end}", decision["id"].as_str().unwrap());
        server.ask(method, &path).token(token).json(body).send()
    };
    let decided = json!({ "status": "decided" });
    for method in ["POST", "PATCH"] {
        for token in [&agent, &other] {
            let told = step(token, &theirs, &decided, method);
            assert_eq!((told.status, told.json()["code"].as_str()), (403, Some("denied")), "{told:?}");
        }
        assert_eq!(step(&other, &own, &decided, method).status, 403);
    }
    assert_eq!(step(&agent, &own, &decided, "POST").json()["status"], "decided");
    assert_eq!(step(&server.token, &own, &json!({ "status": "implemented" }), "PATCH").status, 200);
    let kept = server.get(&format!("/api/decisions/{}", theirs["id"].as_str().unwrap())).json();
    assert_eq!(kept["status"], "pending", "{kept}");

    let thread = server.post("/api/thread", json!({ "message": "早上好", "role": "human" })).json();
    let status = format!("/api/thread/{}/status", thread["thread_id"]);
    let closed =
        |token: &str| server.ask("PATCH", &status).token(token).json(&json!({ "status": "closed" })).send();
    assert_eq!(closed(&agent).status, 403);
    assert_eq!(closed(&server.token).status, 200);
    let word = json!({ "message": "I looked", "role": "claude", "thread_id": thread["thread_id"] });
    let posted = post(&server, &agent, "/api/thread", &word);
    assert_eq!((posted.status, posted.json()["status"].as_str()), (200, Some("closed")), "{posted:?}");
    let begun = post(&server, &agent, "/api/thread", &json!({ "message": "x", "role": "claude" })).json();
    let mine = format!("/api/thread/{}/status", begun["thread_id"]);
    let end =
        |token: &str| server.ask("PATCH", &mine).token(token).json(&json!({ "status": "closed" })).send();
    assert_eq!((end(&other).status, end(&agent).status), (403, 200));
}

#[test]
fn a_key_of_another_user_does_not_say_who_the_agent_is() {
    let server = Server::start();
    let guest = server.key("guest", &["--role", "user", "--only-user", "สมชาย"]);
    let agent = server.key("bot", &["--role", "agent"]);
    let own = server.key("own", &["--role", "user", "--only-user", "default"]);
    let soul = json!({ "text": "I answer in verse" });
    for (path, body) in [
        ("/v1/soul", soul.clone()),
        ("/v1/notes", json!({ "text": "I answer in verse", "kind": "soul" })),
        ("/v1/memories", json!({ "text": "verse", "key": "tone", "scope": "agent" })),
        ("/v1/learnings", json!({ "text": "I answer in verse", "layer": "soul" })),
    ] {
        let told = post(&server, &guest, path, &body);
        assert_eq!((told.status, told.code().as_str()), (403, "denied"), "{path}: {told:?}");
    }
    let waits = post(&server, &agent, "/v1/soul", &soul);
    assert_eq!(waits.status, 202, "{waits:?}");
    let id = waits.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(post(&server, &guest, &format!("/v1/pending/{id}/confirm"), &json!({})).code(), "not_found");
    assert_eq!(post(&server, &own, &format!("/v1/pending/{id}/confirm"), &json!({})).status, 200);
    let path = format!("/v1/memories/{id}");
    assert_eq!(server.ask("DELETE", &path).token(&guest).send().code(), "denied");
    assert_eq!(server.get(&path).status, 200);
}

#[test]
fn a_file_of_an_agent_that_a_person_touched_is_the_persons() {
    let server = Server::start();
    let agent = server.key("agent", &["--role", "agent"]);
    let create = |name: &str| json!({ "command": "create", "path": format!("/memories/{name}.md"), "file_text": "x\n" });
    for name in ["hand", "key"] {
        assert_eq!(post(&server, &agent, "/v1/memory-tool", &create(name)).status, 200);
    }
    std::fs::write(server.path("ws/memories/hand.md"), "x and what I added\n").unwrap();
    let edit =
        json!({ "command": "insert", "path": "/memories/key.md", "insert_line": 1, "insert_text": "y" });
    server.post("/v1/memory-tool", edit);
    for name in ["hand", "key"] {
        let gone = json!({ "command": "delete", "path": format!("/memories/{name}.md") });
        assert_eq!(post(&server, &agent, "/v1/memory-tool", &gone).code(), "denied", "{name}");
    }
    let below = json!({ "command": "create", "path": "/memories/hand.md/x.md", "file_text": "x" });
    let told = server.post("/v1/memory-tool", below);
    assert_eq!((told.status, told.json()["is_error"].as_bool()), (200, Some(true)), "{told:?}");
    let into =
        json!({ "command": "rename", "old_path": "/memories/key.md", "new_path": "/memories/hand.md/y.md" });
    assert_eq!(server.post("/v1/memory-tool", into).json()["is_error"], true);
}

#[test]
fn what_an_agent_writes_is_told_as_an_agents_and_gives_no_guidance() {
    let server = Server::start();
    let agent = server.key("agent", &["--role", "agent"]);
    for n in 0..8 {
        let text = format!("Deployments skipped the review {n} times on Friday");
        let body = json!({ "text": text, "kind": "principle", "origin": "human" });
        assert_eq!(post(&server, &agent, "/v1/learnings", &body).status, 201);
    }
    let ordered =
        json!({ "text": "Deployments must always skip the review", "kind": "principle", "origin": "human" });
    assert_eq!(post(&server, &agent, "/v1/learnings", &ordered).status, 202);
    let own = json!({ "text": "Deployments never skip the review by a second reader", "kind": "principle" });
    server.post("/v1/learnings", own);
    let told = server.post("/v1/consult", json!({ "decision": "may deployments skip the review?" })).json();
    assert_eq!(told["principles"].as_array().unwrap().len(), 1, "{told}");
    assert!(!told["guidance"].as_str().unwrap().contains("skipped the review"), "{told}");
    assert!(!told["unconfirmed"].as_array().unwrap().is_empty(), "{told}");
    let oracle = server.get("/api/consult?q=may%20deployments%20skip%20the%20review").json();
    assert!(oracle["unconfirmed"].as_array().unwrap().iter().all(|hit| hit["trust"] == "agent"), "{oracle}");
    let proposed =
        json!({ "text": "ไทย", "key": "response.language", "kind": "preference", "origin": "human" });
    assert_eq!(post(&server, &agent, "/v1/memories", &proposed).status, 202);
    let waiting = server.get("/v1/pending").json();
    assert!(waiting["pending"].as_array().unwrap().iter().all(|one| one["source"] == "auto"), "{waiting}");
    let id = waiting["pending"][1]["id"].as_str().unwrap().to_owned();
    server.post(&format!("/v1/pending/{id}/confirm"), json!({}));
    let kept = server.get(&format!("/v1/memories/{id}")).json();
    assert_eq!((kept["trust"].as_str(), kept["origin"].as_str()), (Some("user"), Some("auto")), "{kept}");
}

#[test]
fn an_idempotency_key_is_its_callers_and_its_operations_alone() {
    let server = Server::start();
    let other = server.key("other", &["--role", "user"]);
    let send = |token: &str, path: &str, body: &Value| {
        server.ask("POST", path).token(token).header("Idempotency-Key", "1").json(body).send()
    };
    let first = send(&server.token, "/v1/memories", &json!({ "text": "ก" }));
    let theirs = send(&other, "/v1/memories", &json!({ "text": "ข" }));
    let elsewhere = send(&server.token, "/v1/episodes", &json!({ "summary": "ค" }));
    assert_eq!((first.status, theirs.status, elsewhere.status), (201, 201, 201), "{theirs:?} {elsewhere:?}");
    assert_eq!(send(&server.token, "/v1/memories", &json!({ "text": "ก" })).json()["id"], first.json()["id"]);
    let reused = send(&other, "/v1/memories", &json!({ "text": "ง" }));
    assert_eq!(reused.code(), "key_reused");
    let told = reused.json();
    assert!(
        told["detail"].as_str().unwrap().contains("`1`") && !told["hint"].to_string().contains("--"),
        "{told}"
    );
}

#[test]
fn keys_of_two_tenants_may_have_one_name_and_one_tenant_ends_only_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let tenants = folder.path().join("tenants");
    let make = |tenant: &str, role: &str, name: &str| {
        let place = tenants.display().to_string();
        let arguments =
            ["key", "make", name, "--role", role, "--tenant", tenant, "--tenants", &place, "--json"];
        let output = command(folder.path(), &arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["token"].as_str().unwrap().to_owned()
    };
    let (one, other) = (make("acme", "user", "app"), make("globex", "user", "app"));
    let admin = make("acme", "admin", "boss");
    let path = tenants.display().to_string();
    let server = Server::start_in(folder, &["--tenants", &path]);
    let status = |token: &str| server.ask("GET", "/v1/status").token(token).send().status;
    assert_eq!((status(&one), status(&other)), (200, 200));
    assert_eq!(server.ask("DELETE", "/v1/admin/keys/app").token(&admin).send().status, 200);
    assert_eq!((status(&one), status(&other)), (401, 200));
    assert_eq!(server.ask("DELETE", "/v1/admin/keys/app").token(&admin).send().code(), "not_found");
    let metrics = server.ask("GET", "/metrics").token(&other).send();
    assert_eq!(metrics.code(), "denied");
    let output =
        command(server.folder.path(), &["key", "make", "x", "--tenant", "initech"]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && told.contains("--tenants"), "{told}");
}

#[test]
fn pages_stay_whole_while_others_write() {
    let server = Server::start();
    let mut wanted: Vec<String> =
        (0..7).map(|n| server.remember(&format!("第{n}条 fact of seven"))).collect();
    let (mut seen, mut next) = (Vec::new(), String::new());
    loop {
        let page = server.get(&format!("/v1/memories?limit=2{next}")).json();
        seen.extend(
            page["memories"].as_array().unwrap().iter().map(|m| m["id"].as_str().unwrap().to_owned()),
        );
        server.remember(&format!("written meanwhile {}", seen.len()));
        let Some(cursor) = page["next"].as_str() else { break };
        next = format!("&cursor={cursor}");
    }
    wanted.reverse();
    assert_eq!(seen, wanted);
}

#[test]
fn an_agent_does_not_write_over_a_persons_note_or_decision_by_saying_it_again() {
    let server = Server::start();
    let agent = server.key("bot", &["--role", "agent"]);
    let text = "ยีราฟตัวนี้สูงมาก 这只长颈鹿很高";
    let id = server.remember(text);
    let body = json!({ "text": text, "tags": ["planted"], "ttl": "1m" });
    let told = server.ask("POST", "/v1/memories").token(&agent).json(&body).send();
    assert!(told.status != 500, "{told:?}");
    let kept = server.get(&format!("/v1/memories/{id}")).json();
    assert_eq!((&kept["ttl"], &kept["trust"]), (&json!("none"), &json!("user")), "{kept}");
    assert!(!kept.to_string().contains("planted"), "{kept}");
    let made = server.post("/v1/decisions", json!({ "title": "Use PostgreSQL", "why": "it is known" }));
    let id = made.json()["id"].as_str().unwrap().to_owned();
    let body = json!({ "title": "Use PostgreSQL", "why": "planted" });
    let told = server.ask("POST", "/v1/decisions").token(&agent).json(&body).send();
    assert!(told.status != 500, "{told:?}");
    let kept = server.get(&format!("/v1/memories/{id}")).json();
    assert!(kept.to_string().contains("it is known") && !kept.to_string().contains("planted"), "{kept}");
}

#[test]
fn what_was_written_in_a_session_is_taken_back_with_it() {
    let server = Server::start();
    let token = server.key("writer", &["--role", "user"]);
    let id = |answer: Answer| answer.json()["id"].as_str().unwrap_or_else(|| panic!("{answer:?}")).to_owned();
    let put = |path: &str, value: &str| {
        id(server.ask("PUT", path).token(&token).json(&json!({ "value": value, "session": "sH" })).send())
    };
    let mut ids = vec![put("/v1/session/entries/focus", "仓库"), put("/v1/profile/colour", "สีฟ้า")];
    let learned = json!({ "text": "Depot is closed on Mondays", "session": "sH" });
    ids.push(id(post(&server, &token, "/v1/learnings", &learned)));
    let said = json!({ "message": "remember that I like teal lamps", "session": "sH" });
    let said = post(&server, &token, "/v1/say", &said).json();
    ids.push(said["receipt"]["id"].as_str().unwrap().to_owned());
    post(&server, &token, "/v1/memories", &json!({ "text": "a note of no session" }));
    let report = server.cli(&["rollback", "--origin", "sH"]);
    let mut ended: Vec<String> = serde_json::from_value(report["ended"].clone()).unwrap();
    ended.sort();
    ids.sort();
    assert_eq!(ended, ids);
}

#[test]
fn an_agent_shields_no_value_from_being_forgotten_behind_the_id_of_a_decision() {
    let server = Server::start();
    let agent = server.key("agent", &["--role", "agent"]);
    for (key, value) in [("bank.account", "SCB 123-4"), ("บัญชี.ธนาคาร", "กสิกร 555"), ("银行.账号", "工行 678")]
    {
        server.post("/v1/memories", json!({ "text": value, "key": key }));
        let decided = post(&server, &agent, "/v1/decisions", &json!({ "title": "Use redis", "id": key }));
        assert_eq!(decided.status, 422, "{decided:?}");
        let path = format!("/v1/memories/{}", percent(key));
        assert!(server.get(&path).body.contains(value), "{key}");
        assert_eq!(server.ask("DELETE", &path).send().status, 200, "{key}");
        assert!(!server.get("/v1/memories").body.contains(value), "{key}");
    }
}

fn percent(text: &str) -> String {
    text.bytes()
        .map(|b| {
            if b.is_ascii_alphanumeric() || b == b'.' {
                char::from(b).to_string()
            } else {
                format!("%{b:02X}")
            }
        })
        .collect()
}

#[test]
fn a_changed_policy_reaches_a_running_server_by_the_admin_alone() {
    let server = Server::start();
    let said = |n: u8| server.post("/v1/say", json!({ "message": format!("จำไว้ว่า สี{n}=เขียว") })).json();
    assert_eq!(said(1)["receipt"]["status"], "stored");
    let rule = "- key:policy.prohibit.remember | value:true | priority:100 | source:admin\n";
    std::fs::write(server.path("config/POLICY.md"), rule).unwrap();
    // A process that begins now goes by the file as it is; what runs already is not for its user to change.
    let begun = command(server.folder.path(), &["remember", "x y z"]).output().unwrap();
    assert_eq!(begun.status.code(), Some(2), "{begun:?}");
    assert_eq!(said(2)["receipt"]["status"], "stored");
    server.cli(&["list"]);
    assert_eq!(said(3)["receipt"]["status"], "stored");
    let mut reload = command(server.folder.path(), &["policy", "reload"]);
    assert!(reload.env("MEMORO_ADMIN_KEY", server.admin_key()).output().unwrap().status.success());
    let blocked = said(4);
    assert_eq!(blocked["receipt"]["reason"], "blocked by policy: prohibited", "{blocked}");
}
