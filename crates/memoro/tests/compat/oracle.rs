//! The Oracle family: search, learning, layers, threads, decisions, supersession, traces, graph and dashboard.

use serde_json::{Value, json};

use crate::{Server, url};

fn keys(value: &Value, wanted: &[&str]) {
    for key in wanted {
        assert!(value.get(key).is_some(), "`{key}` is missing in {value}");
    }
}

#[test]
fn the_four_requests_of_the_prompt_builder_are_answered() {
    let server = Server::start();
    server.post("/api/user-model", json!({"userId": "u1", "updates": {"expertise": {"docker": "expert"}, "preferences": {"responseLength": "concise"}}}));
    server.post("/api/procedural", json!({"trigger": "user ถามเรื่อง deploy Docker", "procedure": ["ถาม environment ก่อน", "ตรวจ docker-compose.yml"], "source": "repeated_pattern"}));
    server.post("/api/episodic", json!({"summary": "deployed the Docker stack to staging", "userId": "u1", "groupId": "g", "topics": ["docker"], "outcome": "success", "durationMs": 1200}));
    server.post("/api/learn", json!({"pattern": "Docker images are built with multi-stage builds", "concepts": ["docker"], "layer": "semantic"}));
    let q = url("deploy Docker ยังไง");
    let model = server.get("/api/user-model?userId=u1");
    assert_eq!((&model["userId"], &model["expertise"]["docker"]), (&json!("u1"), &json!("expert")));
    assert_eq!(model["preferences"]["responseLength"], "concise");
    keys(&model, &["preferences", "commonTopics", "timezone", "notes", "updatedAt"]);
    let found = server.get(&format!("/api/procedural?q={q}&limit=2"));
    keys(&found["results"][0], &["id", "trigger", "procedure", "source", "successCount", "lastUsed"]);
    assert_eq!((&found["total"], &found["results"][0]["source"]), (&json!(1), &json!("repeated_pattern")));
    let found = server.get(&format!("/api/episodic?q={q}&userId=u1&limit=2"));
    keys(
        &found["results"][0],
        &[
            "id",
            "userId",
            "groupId",
            "summary",
            "topics",
            "outcome",
            "durationMs",
            "recordedAt",
            "created_at",
        ],
    );
    assert_eq!(server.get("/api/episodic?userId=u1&limit=3")["results"][0]["groupId"], "g");
    let found = server.get(&format!("/api/search?q={q}&limit=3&mode=hybrid"));
    let hit = &found["results"][0];
    keys(
        hit,
        &[
            "id",
            "type",
            "content",
            "source_file",
            "concepts",
            "project",
            "createdAt",
            "memoryLayer",
            "source",
            "score",
        ],
    );
    keys(
        &found,
        &["total", "offset", "limit", "mode", "queryProfile", "candidates", "fts", "timing", "query"],
    );
    assert!(found["results"].as_array().unwrap().len() <= 3);
    let used = server.post(
        "/api/procedural/usage",
        json!({"id": server.get(&format!("/api/procedural?q={q}"))["results"][0]["id"]}),
    );
    assert_eq!(used["success"], true);
}

#[test]
fn learning_keeps_ids_layers_and_warnings() {
    let server = Server::start();
    let thai = server.post(
        "/api/learn",
        json!({"pattern": "ระบบตัดคำภาษาไทยใช้พจนานุกรม", "source": "test", "concepts": ["thai", "nlp"]}),
    );
    let id = thai["id"].as_str().unwrap();
    assert!(id.starts_with("learning_") && id.contains("_entry-"), "{id}");
    assert_eq!((&thai["success"], &thai["layer"]), (&json!(true), &json!("semantic")));
    assert!(server.path(thai["file"].as_str().unwrap()).exists());
    let latin =
        server.post("/api/learn", json!({"pattern": "The API listens on port 8080", "layer": "semantic"}));
    assert!(latin["id"].as_str().unwrap().ends_with("_the-api-listens-on-port-8080"), "{latin}");
    let warned =
        server.post("/api/learn", json!({"pattern": "The API listens on port 9090", "layer": "semantic"}));
    assert_eq!(warned["warning"]["type"], "potential_contradiction");
    assert_eq!(warned["warning"]["existingId"], latin["id"]);
    let model = server.post("/api/learn", json!({"pattern": "ผู้ใช้ชอบคำตอบสั้นๆ", "layer": "user_model"}));
    assert_eq!(
        (&model["id"], &model["layer"], &model["file"]),
        (&json!("user_model_default"), &json!("user_model"), &Value::Null)
    );
    assert!(model["model"].is_object());
    let doc = server.get(&format!("/api/doc/{id}"));
    assert_eq!((&doc["type"], &doc["concepts"]), (&json!("learning"), &json!(["thai", "nlp"])));
    assert_eq!(server.ask("GET", "/api/doc/nothing-here", None).status, 404);
    let list = server.get("/api/list?type=learning&limit=2");
    assert_eq!((&list["total"], list["results"].as_array().unwrap().len()), (&json!(3), 2));
    keys(&list["results"][0], &["id", "type", "content", "source_file", "concepts", "project", "indexed_at"]);
    let stats = server.get("/api/stats");
    keys(&stats, &["total", "by_type", "last_indexed", "index_age_hours", "is_stale", "is_indexing"]);
    assert_eq!(stats["by_type"]["learning"], 3);
    assert!(server.get("/api/reflect")["content"].is_string());
    let consulted = server.get("/api/consult?q=which%20port");
    keys(&consulted, &["decision", "principles", "patterns", "guidance"]);
    let learned = server.post("/api/learn", json!({"pattern": "The ferry to the island leaves at dawn"}));
    let advice = server.get("/api/consult?q=when%20does%20the%20ferry%20leave");
    assert_eq!(advice["patterns"][0]["id"], learned["id"], "what was learned bears on it: {advice}");
    assert!(server.post("/api/ask", json!({"question": "which port?"}))["response"].is_string());
}

#[test]
fn bad_requests_are_told_and_never_the_servers_fault() {
    let server = Server::start();
    for (method, path, body) in [
        ("GET", "/api/search?q=", None),
        ("GET", "/api/search", None),
        ("GET", "/api/search?q=x&limit=many", None),
        ("GET", "/api/search?q=x&mode=magic", None),
        ("GET", "/api/search?q=x&type=%27%20OR%201%3D1", None),
        ("GET", "/api/procedural", None),
        ("GET", "/api/file", None),
        ("GET", "/api/file?path=../config/admin.key", None),
        ("GET", "/api/file?path=.memoro/memoro.db", None),
        ("GET", "/api/nonexistent", None),
        ("GET", "/api/thread/abc", None),
        ("GET", "/api/thread/77", None),
        ("GET", "/api/decisions/77", None),
        ("GET", "/api/traces/77", None),
        ("GET", "/api/graph/path?from=a&to=b", None),
        ("POST", "/api/learn", Some(json!({}))),
        ("POST", "/api/learn", Some(json!({"pattern": 7}))),
        ("POST", "/api/learn", Some(json!([]))),
        ("POST", "/api/procedural", Some(json!({"trigger": "x", "procedure": "y"}))),
        ("POST", "/api/episodic", Some(json!({"summary": ""}))),
        ("POST", "/api/episodic", Some(json!({"summary": "x", "outcome": "great"}))),
        ("POST", "/api/user-model", Some(json!({"userId": "u"}))),
        ("POST", "/api/supersede", Some(json!({"new_path": "x"}))),
        ("POST", "/api/thread", Some(json!({"message": ""}))),
    ] {
        let answered = server.ask(method, path, body.clone());
        assert!((400..500).contains(&answered.status), "{method} {path} {body:?}: {answered:?}");
        assert!(answered.json()["error"].is_string(), "{answered:?}");
    }
    let broken = server.send(
        "POST",
        "/api/learn",
        &format!("Authorization: Bearer {}\r\n", server.token),
        Some("{\"pattern\": "),
    );
    assert_eq!(broken.status, 400);
    for path in ["/api/user-model", "/api/procedural?q=test", "/api/search?q=x"] {
        assert_eq!(server.send("GET", path, "", None).status, 401, "{path}");
    }
    let health = server.send("GET", "/api/health", "x-request-id: เ\r\n", None);
    assert_eq!((health.status, &health.json()["status"]), (200, &json!("ok")));
}

#[test]
fn the_versioned_interface_leads_to_the_other_and_ids_are_echoed() {
    let server = Server::start();
    let moved = server.ask("POST", "/api/v1/learn?x=1", Some(json!({"pattern": "x"})));
    assert_eq!((moved.status, moved.header("location")), (307, Some("/api/learn?x=1")));
    assert_eq!(server.send("GET", "/api/v1/health", "", None).status, 307);
    let echoed = server.send("GET", "/api/health", "x-request-id: req-7\r\n", None);
    assert_eq!(echoed.header("x-request-id"), Some("req-7"));
}

#[test]
fn threads_are_answered_and_closed() {
    let server = Server::start();
    server.post("/api/learn", json!({"pattern": "Principle: keep Docker layers small", "concepts": ["principle", "docker"], "layer": "semantic"}));
    let posted = server.post("/api/thread", json!({"message": "ทำไม Docker build ช้า", "title": "Docker ช้า"}));
    assert_eq!((&posted["thread_id"], &posted["message_id"]), (&json!(1), &json!(1)));
    assert!(posted["oracle_response"]["content"].is_string());
    let more = server.post("/api/thread", json!({"message": "我会试试", "thread_id": 1, "role": "claude"}));
    assert_eq!((&more["message_id"], &more["status"]), (&json!(3), &json!("active")));
    let thread = server.get("/api/thread/1");
    assert_eq!(thread["thread"]["title"], "Docker ช้า");
    let roles: Vec<_> = thread["messages"].as_array().unwrap().iter().map(|m| m["role"].clone()).collect();
    assert_eq!(roles, ["human", "oracle", "claude"]);
    let closed = server.ask("PATCH", "/api/thread/1/status", Some(json!({"status": "closed"}))).ok();
    assert_eq!(closed, json!({"success": true, "thread_id": 1, "status": "closed"}));
    assert_eq!(server.get("/api/threads?status=closed")["total"], 1);
    assert_eq!(server.get("/api/threads?status=active")["threads"], json!([]));
}

#[test]
fn decisions_run_their_course() {
    let server = Server::start();
    let made = server.ask("POST", "/api/decisions", Some(json!({
        "title": "ใช้ฐานข้อมูลไหน", "context": "两个候选", "options": ["SQLite", {"label": "PostgreSQL", "pros": ["big"]}], "tags": ["db"],
    })));
    assert_eq!(made.status, 201);
    let made = made.json();
    let id = made["id"].as_str().unwrap();
    assert_eq!((&made["status"], &made["options"][1]["label"]), (&json!("pending"), &json!("PostgreSQL")));
    let skipped = server.ask(
        "POST",
        &format!("/api/decisions/{id}/transition"),
        Some(json!({"status": "implemented"})),
    );
    assert_eq!(skipped.status, 400);
    let step = |status: &str| {
        server
            .post(&format!("/api/decisions/{id}/transition"), json!({"status": status, "decided_by": "ann"}))
    };
    step("researching");
    let decided = step("decided");
    assert!(decided["decided_at"].is_string() && decided["decided_by"] == "ann", "{decided}");
    let changed = server
        .ask(
            "PATCH",
            &format!("/api/decisions/{id}"),
            Some(json!({"decision": "SQLite", "rationale": "one file"})),
        )
        .ok();
    assert_eq!((&changed["decision"], &changed["context"]), (&json!("SQLite"), &json!("两个候选")));
    let list = server.get("/api/decisions?status=decided&tags=db");
    assert_eq!(
        (&list["total"], &list["counts"]["decided"], &list["counts"]["parked"]),
        (&json!(1), &json!(1), &json!(0))
    );
}

#[test]
fn superseded_documents_are_not_found_and_stay_in_the_chain() {
    let server = Server::start();
    let old =
        server.post("/api/learn", json!({"pattern": "Backups run nightly at one", "layer": "semantic"}));
    let new = server.post(
        "/api/learn",
        json!({"pattern": "Backups are continuous and need no schedule", "layer": "semantic"}),
    );
    let made = server.ask("POST", "/api/supersede", Some(json!({
        "old_path": old["file"], "old_id": old["id"], "new_path": new["file"], "new_id": new["id"], "reason": "ใหม่กว่า",
    })));
    assert_eq!((made.status, &made.json()["message"]), (201, &json!("Supersession logged")));
    let found = server.get("/api/search?q=backups%20nightly");
    assert!(found["results"].as_array().unwrap().iter().all(|hit| hit["id"] != old["id"]), "{found}");
    let chain = server.get(&format!("/api/supersede/chain/{}", url(old["file"].as_str().unwrap())));
    assert_eq!(
        (&chain["superseded_by"][0]["new_path"], &chain["superseded_by"][0]["reason"]),
        (&new["file"], &json!("ใหม่กว่า"))
    );
    let chain = server.get(&format!("/api/supersede/chain/{}", url(new["file"].as_str().unwrap())));
    assert_eq!(chain["supersedes"][0]["old_path"], old["file"]);
    let list = server.get("/api/supersede");
    assert_eq!((&list["total"], &list["supersessions"][0]["old_id"]), (&json!(1), &old["id"]));
    assert_eq!(server.ask("GET", &format!("/api/doc/{}", old["id"].as_str().unwrap()), None).status, 404);
}

#[test]
fn an_order_without_an_occasion_is_a_learning_and_one_with_it_a_procedure() {
    let server = Server::start();
    for pattern in ["Always run the linter before you push", "ห้าม deploy วันศุกร์เด็ดขาด", "必须先跑测试再提交"]
    {
        let kept = server.post("/api/learn", json!({"pattern": pattern}));
        assert!(kept["id"].as_str().unwrap().starts_with("learning_"), "{pattern}: {kept}");
        assert_eq!(
            (kept["layer"].as_str(), kept["file"].is_string()),
            (Some("semantic"), true),
            "{pattern}: {kept}"
        );
    }
    let when = server
        .post("/api/learn", json!({"pattern": "When the deploy fails, then roll back and read the log"}));
    assert_eq!(when["layer"], "procedural", "{when}");
    let asked = server
        .post("/api/learn", json!({"pattern": "Always sign the tag of a release", "layer": "procedural"}));
    assert_eq!(asked["layer"], "procedural", "{asked}");
}

#[test]
fn a_long_number_that_two_facts_share_does_not_make_them_one() {
    let server = Server::start();
    let learn = |pattern: &str| server.post("/api/learn", json!({"pattern": pattern}))["id"].clone();
    for (one, other) in [
        ("owl 1794766776 lives in the barn", "cat 1794766776 sits on the mat"),
        ("นกฮูก 1794766777 อยู่ในโรงนา", "แมว 1794766777 นั่งบนเสื่อ"),
        ("猫头鹰 1794766778 住在谷仓里", "猫 1794766778 坐在垫子上"),
    ] {
        assert_ne!(learn(one), learn(other), "{other} was merged into {one}");
    }
}

#[test]
fn traces_concepts_and_days_are_real() {
    let server = Server::start();
    for (pattern, concepts) in [
        ("one about a b c", json!(["a", "b", "c"])),
        ("two about b c", json!(["b", "c"])),
        ("three about a b", json!(["a", "a", "b", " "])),
    ] {
        server.post("/api/learn", json!({"pattern": pattern, "concepts": concepts, "layer": "semantic"}));
    }
    let stats = &server.get("/api/graph/stats")["stats"];
    assert_eq!(
        (&stats["totalRelationships"], &stats["totalConcepts"], &stats["byType"]["co-occurs"]),
        (&json!(3), &json!(3), &json!(3))
    );
    let related = server.get("/api/graph/concepts/a/related?limit=10");
    assert_eq!(related["related"][0], json!({"concept": "b", "relationship": "co-occurs", "strength": 2}));
    assert_eq!(server.get("/api/graph/top-concepts?limit=10")["concepts"][0]["connections"], 2);
    assert_eq!(server.get("/api/graph/path?from=a&to=c")["length"], 1);
    let graph = server.get("/api/graph");
    assert_eq!((graph["nodes"].as_array().unwrap().len(), graph["links"].as_array().unwrap().len()), (3, 3));
    let trace = |query: &str, parent: Value| {
        let made = server.post("/api/traces", json!({"query": query, "foundFiles": [{"path": "ψ/ก.md", "type": "learning"}], "parentTraceId": parent}));
        made["traceId"].as_str().unwrap().to_owned()
    };
    let first = trace("why slow", Value::Null);
    let second = trace("ดัชนี", json!(first));
    assert_eq!(server.get(&format!("/api/traces/{second}"))["foundFiles"][0]["path"], "ψ/ก.md");
    let chain = server.get(&format!("/api/traces/{second}/chain"));
    assert_eq!((&chain["upstream"][0]["traceId"], &chain["totalDepth"]), (&json!(first), &json!(1)));
    assert_eq!(server.post(&format!("/api/traces/{first}/link"), json!({"nextId": second}))["success"], true);
    assert_eq!(
        server.get(&format!("/api/traces/{second}/linked-chain"))["chain"].as_array().unwrap().len(),
        2
    );
    assert_eq!(
        server.ask("DELETE", &format!("/api/traces/{second}/link?direction=prev"), None).ok()["success"],
        true
    );
    assert_eq!(server.get("/api/traces?query=slow")["total"], 1);
    server.get("/api/search?q=about");
    let dashboard = server.get("/api/dashboard");
    keys(&dashboard, &["documents", "concepts", "activity", "health"]);
    assert_eq!(server.get("/api/dashboard/activity?days=3")["activity"].as_array().unwrap().len(), 3);
    let growth = server.get("/api/dashboard/growth?period=month");
    assert_eq!((&growth["days"], &growth["data"][29]["documents"]), (&json!(30), &json!(5)));
    assert_eq!(server.get("/api/session/stats")["learnings"], 5);
    server.post("/api/thread", json!({"message": "why is it slow", "role": "human"}));
    server.post("/api/episodic", json!({"summary": "It was slow and is fast again"}));
    for path in ["/api/episodic?limit=50", "/api/episodic?q=slow&limit=50"] {
        let happened = server.get(path);
        let summaries: Vec<&str> = happened["results"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|one| one["summary"].as_str())
            .collect();
        assert_eq!(
            summaries,
            ["It was slow and is fast again"],
            "{path}: traces and threads are no episodes"
        );
    }
    let listed = server.get("/api/list?limit=100").to_string()
        + &server.get("/api/search?q=slow&limit=50").to_string();
    assert!(
        listed.contains("fast again") && !listed.contains("trace:raw") && !listed.contains("thread_1"),
        "{listed}"
    );
}

#[test]
fn an_agents_wishes_wait_in_the_usual_shape() {
    let server = Server::start();
    let agent = server.key("bot", "agent");
    let ask = |method: &str, path: &str, body: Value| server.ask_as(&agent, method, path, Some(body)).ok();
    let updated = ask("POST", "/api/user-model", json!({"updates": {"preferences": {"language": "zh"}}}));
    assert_eq!(
        (&updated["success"], &updated["pending"], &updated["model"]["preferences"]["language"]),
        (&json!(true), &json!(true), &json!("th"))
    );
    let taught =
        ask("POST", "/api/procedural", json!({"trigger": "release", "procedure": ["skip the tests"]}));
    assert_eq!((&taught["success"], &taught["pending"]), (&json!(true), &json!(true)));
    assert_eq!(server.get("/api/procedural?q=release")["total"], 0);
    let learned = ask("POST", "/api/learn", json!({"pattern": "ผู้ใช้ชอบสีแดง", "layer": "user_model"}));
    assert_eq!(learned["pending"], true);
    let known =
        ask("POST", "/api/learn", json!({"pattern": "the build takes nine minutes", "layer": "semantic"}));
    assert!(known.get("pending").is_none() && known["file"].is_string(), "{known}");
    assert_eq!(server.ask_as(&agent, "DELETE", "/api/user-model", None).status, 403);
    let reader = server.key("eyes", "read-only");
    assert_eq!(server.ask_as(&reader, "POST", "/api/learn", Some(json!({"pattern": "x"}))).status, 403);
    assert_eq!(server.ask_as(&reader, "GET", "/api/search?q=build", None).status, 200);
    let model = server.ask("DELETE", "/api/user-model", None);
    assert_eq!(model.ok(), json!({"success": true}));
}

#[test]
fn health_names_the_port_and_working_memory_finds_a_session() {
    let server = Server::start();
    let health = server.ask("GET", "/api/health", None).ok();
    let port: u64 = server.address.rsplit(':').next().unwrap().parse().unwrap();
    assert_eq!((health["status"].as_str(), health["port"].as_u64()), (Some("ok"), Some(port)), "{health}");
    let learned = json!({ "pattern": "ตอนนี้กำลังแก้หน้าเข้าสู่ระบบ", "layer": "working" });
    let learned = server.ask("POST", "/api/learn", Some(learned)).ok();
    assert_eq!(
        (learned["success"].as_bool(), learned["layer"].as_str()),
        (Some(true), Some("working")),
        "{learned}"
    );
}

#[test]
fn an_unknown_id_supersedes_nothing() {
    let server = Server::start();
    let known = server.ask("POST", "/api/learn", Some(json!({ "pattern": "use podman here" }))).ok();
    let known = known["id"].as_str().unwrap();
    for body in [
        json!({ "oldId": "no-such-memory", "newId": known }),
        json!({ "oldId": known, "newId": "ไม่มี" }),
        json!({ "old_id": "没有", "new_id": "没有的" }),
    ] {
        let answer = server.ask("POST", "/api/supersede", Some(body.clone()));
        assert_eq!(
            (answer.status, answer.json()["code"].as_str()),
            (404, Some("not_found")),
            "{body}: {answer:?}"
        );
    }
    assert_eq!(server.get("/api/supersede")["total"], 0);
}

#[test]
fn a_search_tells_how_many_fit_and_its_pages_hold_them_all() {
    let server = Server::start();
    for n in 0..30 {
        server.post("/api/learn", json!({"pattern": format!("Kubernetes cluster number {n} has {} nodes in zone {}", n + 3, n * 7), "layer": "semantic"}));
    }
    let page = |offset: usize, limit: usize| {
        server.get(&format!("/api/search?q=kubernetes%20cluster%20nodes&limit={limit}&offset={offset}"))
    };
    let all = page(0, 100);
    let total = all["total"].as_u64().unwrap();
    assert_eq!(total, all["results"].as_array().unwrap().len() as u64);
    assert!(total >= 20, "{total}");
    for limit in [1, 3, 10] {
        let first = page(0, limit);
        assert_eq!(
            (first["total"].as_u64(), first["results"].as_array().unwrap().len()),
            (Some(total), limit)
        );
        assert!(first["candidates"]["merged"].as_u64().unwrap() >= total, "{}", first["candidates"]);
        assert!(first["candidates"]["fts"].as_u64() >= Some(20));
    }
    assert_eq!(page(all["results"].as_array().unwrap().len(), 5)["results"], json!([]));
    let typed = server.get("/api/search?q=kubernetes%20cluster%20nodes&type=learning&limit=2");
    assert_eq!((typed["total"].as_u64(), typed["results"].as_array().unwrap().len()), (Some(total), 2));
}

#[test]
fn fields_that_a_user_model_does_not_know_are_kept_and_shown() {
    let server = Server::start();
    let flat = json!({"userId": "default", "favouriteTea": "ชามะลิ", "preferences": {"theme": "深色", "language": "th"}});
    let told = server.post("/api/user-model", flat);
    for model in [&told["model"], &server.get("/api/user-model")] {
        assert_eq!(
            (&model["favouriteTea"], &model["preferences"]["theme"]),
            (&json!("ชามะลิ"), &json!("深色")),
            "{model}"
        );
        assert_eq!(model["preferences"]["language"], "th");
    }
    assert_eq!(server.ask("POST", "/api/user-model", Some(json!({"updates": [1]}))).status, 400);
}
