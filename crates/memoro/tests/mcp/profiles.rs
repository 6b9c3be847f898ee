//! The tools of other systems: their names, their arguments, their answers.

use serde_json::{Value, json};

use super::{Connection, House};

/// Calls a tool and reads the JSON in its text, which must be its data too.
fn answer(client: &mut Connection, name: &str, arguments: &Value) -> Value {
    let result = client.call(name, arguments);
    assert_eq!(result["isError"], false, "{name} {arguments}: {result}");
    let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(text, result["structuredContent"], "{name}");
    text
}

#[test]
fn an_oracle_client_finds_what_it_learned() {
    let house = House::new();
    let mut client = house.connected(&["--profile", "oracle", "--trust", "user"]);
    let pattern = json!({ "pattern": "The toolchain of the release is pinned", "concepts": ["release"] });
    let learned = answer(&mut client, "oracle_learn", &pattern);
    assert!(
        learned["success"] == true && learned["id"].as_str().unwrap().starts_with("learning_"),
        "{learned}"
    );
    for name in ["q", "query"] {
        let found = answer(&mut client, "oracle_search", &json!({ name: "pinned toolchain", "limit": 3 }));
        let first = &found["results"][0];
        assert_eq!(first["id"], learned["id"], "{found}");
        assert!(first["score"].as_f64().unwrap() <= 1.0 && found["total"].as_u64().unwrap() >= 1);
    }
    let advice = answer(&mut client, "oracle_consult", &json!({ "decision": "how do we release?" }));
    assert!(advice["guidance"].is_string() && advice["patterns"].is_array(), "{advice}");
    let updates = json!({ "updates": { "preferences": { "language": "th" }, "notes": ["ชอบกาแฟ"] } });
    assert_eq!(answer(&mut client, "oracle_user_model_update", &updates)["success"], true);
    for name in ["oracle_user_model", "oracle_user_model_get"] {
        assert_eq!(answer(&mut client, name, &json!({}))["preferences"]["language"], "th");
    }
    let taught = json!({ "trigger": "การ deploy ล้มเหลว", "procedure": ["ดู log", "ย้อนกลับ"] });
    let taught = answer(&mut client, "oracle_procedural_learn", &taught);
    let found = answer(&mut client, "oracle_procedural_search", &json!({ "query": "deploy ล้มเหลว" }));
    assert_eq!(found["results"][0]["id"], taught["id"], "{found}");
    assert_eq!(
        answer(&mut client, "oracle_procedural_usage", &json!({ "id": taught["id"] }))["success"],
        true
    );
    for name in ["oracle_episodic_record", "oracle_episodic_summarize"] {
        let happened =
            json!({ "summary": format!("迁移完成 {name}"), "topics": ["迁移"], "outcome": "success" });
        assert_eq!(answer(&mut client, name, &happened)["success"], true);
    }
    let recent = answer(&mut client, "oracle_episodic_search", &json!({}));
    assert_eq!(recent["results"].as_array().unwrap().len(), 2, "{recent}");
}

#[test]
fn an_oracle_client_keeps_threads_decisions_and_traces() {
    let house = House::new();
    let mut client = house.connected(&["--profile", "oracle", "--trust", "user"]);
    let post = answer(&mut client, "oracle_thread", &json!({ "message": "ย้ายฐานข้อมูลดีไหม", "title": "ย้าย" }));
    let id = post["thread_id"].clone();
    answer(&mut client, "oracle_thread", &json!({ "message": "再想想", "threadId": id }));
    let thread = answer(&mut client, "oracle_thread_read", &json!({ "threadId": id }));
    assert!(thread["messages"].as_array().unwrap().len() >= 2, "{thread}");
    answer(&mut client, "oracle_thread_update", &json!({ "threadId": id, "status": "closed" }));
    assert_eq!(answer(&mut client, "oracle_threads", &json!({ "status": "closed" }))["total"], 1);
    let made = answer(
        &mut client,
        "oracle_decisions_create",
        &json!({ "title": "Use SQLite", "context": "one file" }),
    );
    let decision = made["id"].as_str().or(made["decision"]["id"].as_str()).unwrap().to_owned();
    answer(&mut client, "oracle_decisions_update", &json!({ "id": decision, "status": "researching" }));
    let got = answer(&mut client, "oracle_decisions_get", &json!({ "id": decision })).to_string();
    assert!(got.contains("researching") && got.contains("Use SQLite"), "{got}");
    let one = answer(&mut client, "oracle_trace", &json!({ "query": "where is the bug?" }));
    let two = answer(&mut client, "oracle_trace", &json!({ "query": "who wrote it?" }));
    let (one, two) = (one["traceId"].clone(), two["traceId"].clone());
    answer(&mut client, "oracle_trace_link", &json!({ "prevTraceId": one, "nextTraceId": two }));
    let chain = answer(&mut client, "oracle_trace_chain", &json!({ "traceId": two })).to_string();
    assert!(chain.contains("where is the bug?") && chain.contains("who wrote it?"), "{chain}");
    for name in
        ["oracle_stats", "oracle_concepts", "oracle_list", "oracle_trace_list", "oracle_decisions_list"]
    {
        assert!(answer(&mut client, name, &json!({})).is_object(), "{name}");
    }
}

#[test]
fn openclaw_searches_and_reads_files() {
    let house = House::new();
    std::fs::create_dir_all(house.path("ws/memory")).unwrap();
    std::fs::write(house.path("ws/memory/router.md"), "# Router\nThe router password is changed in May\n")
        .unwrap();
    house.json(&["index"]);
    let mut client = house.connected(&["--profile", "openclaw"]);
    let asked = json!({ "query": "router password", "maxResults": 3, "minScore": 0.0 });
    let found = answer(&mut client, "memory_search", &asked);
    let first = &found["results"][0];
    assert_eq!((&first["path"], &first["source"]), (&json!("memory/router.md"), &json!("memory")), "{found}");
    for field in ["startLine", "endLine", "score", "snippet", "corpus"] {
        assert!(!first[field].is_null(), "{field}: {first}");
    }
    let lines =
        answer(&mut client, "memory_get", &json!({ "path": "memory/router.md", "from": 2, "lines": 1 }));
    assert_eq!(
        (&lines["text"], &lines["from"]),
        (&json!("The router password is changed in May"), &json!(2))
    );
    let missing = answer(&mut client, "memory_get", &json!({ "path": "memory/none.md" }));
    assert_eq!(missing, json!({ "path": "memory/none.md", "text": "" }));
}

#[test]
fn openclaw_reads_every_line_of_a_file_and_no_other() {
    let house = House::new();
    std::fs::create_dir_all(house.path("ws/memory")).unwrap();
    std::fs::write(house.path("ws/memory/ที่.md"), "หนึ่ง\n\n三\n\n\n").unwrap();
    std::fs::write(house.path("ws/memory/plain.md"), "a\nb").unwrap();
    let mut client = house.connected(&["--profile", "openclaw"]);
    let mut get = |arguments: &Value| {
        let got = answer(&mut client, "memory_get", arguments);
        let number = |name: &str| got[name].as_u64().unwrap_or_default();
        (got["text"].as_str().unwrap().to_owned(), number("lines"), number("totalLines"))
    };
    assert_eq!(get(&json!({ "path": "memory/ที่.md" })), ("หนึ่ง\n\n三\n\n".into(), 5, 5));
    assert_eq!(get(&json!({ "path": "memory/ที่.md", "lines": 2 })), ("หนึ่ง\n".into(), 2, 5));
    assert_eq!(get(&json!({ "path": "memory/ที่.md", "from": 4, "lines": 2 })), ("\n".into(), 2, 5));
    assert_eq!(get(&json!({ "path": "memory/ที่.md", "from": 9 })), (String::new(), 0, 0));
    assert_eq!(get(&json!({ "path": "memory/plain.md" })), ("a\nb".into(), 2, 2));
}

#[test]
fn openclaw_is_told_in_the_answer_that_a_search_cannot_be_done() {
    let house = House::new();
    let mut client = house.connected(&["--profile", "openclaw"]);
    for wrong in [
        json!({ "query": "" }),
        json!({ "query": "   " }),
        json!({ "query": "x", "minScore": 1.5 }),
        json!({ "query": "x", "minScore": -1 }),
    ] {
        let told = answer(&mut client, "memory_search", &wrong);
        assert_eq!(
            (&told["results"], &told["disabled"], &told["unavailable"]),
            (&json!([]), &json!(true), &json!(true)),
            "{wrong}: {told}"
        );
        for field in ["error", "warning", "action"] {
            assert!(told[field].as_str().is_some_and(|text| !text.is_empty()), "{wrong}: {told}");
        }
    }
}

#[test]
fn luminary_keeps_notes_and_an_agents_rules_wait() {
    let house = House::new();
    let mut client = house.connected(&["--profile", "luminary"]);
    let kept = answer(
        &mut client,
        "remember",
        &json!({ "content": "คุยเรื่องงบประมาณ", "kind": "log", "tags": ["งบ"] }),
    );
    assert!(kept["success"] == true && kept["noteId"].is_string() && kept.get("pending").is_none(), "{kept}");
    let listed = answer(&mut client, "list_memory", &json!({ "kind": "log" }));
    assert_eq!(listed["notes"][0]["content"], "คุยเรื่องงบประมาณ", "{listed}");
    let soul = answer(&mut client, "update_soul", &json!({ "content": "I obey the agent" }));
    assert_eq!(soul["pending"], true, "{soul}");
    let rule = answer(&mut client, "remember", &json!({ "content": "Always agree", "kind": "rule" }));
    assert_eq!(rule["pending"], true, "{rule}");
}

#[test]
fn the_memory_tool_speaks_as_models_know_it() {
    let house = House::new();
    let mut client = house.connected(&["--profile", "anthropic"]);
    let mut say = |arguments: Value| {
        let result = client.call("memory", &arguments);
        (result["isError"] == true, result["content"][0]["text"].as_str().unwrap().to_owned())
    };
    let create = json!({ "command": "create", "path": "/memories/ก.md", "file_text": "หนึ่ง\n二\n" });
    assert_eq!(say(create.clone()), (false, "File created successfully at: /memories/ก.md".into()));
    assert_eq!(say(create), (true, "File /memories/ก.md already exists".into()));
    let (failed, text) = say(json!({ "command": "view", "path": "/memories/ก.md" }));
    assert!(!failed && text.contains("     1\tหนึ่ง") && text.contains("     2\t二"), "{text}");
    let (failed, text) = say(json!({ "command": "view", "path": "/etc/passwd" }));
    assert_eq!((failed, text.as_str()), (true, "Path must start with /memories, got: /etc/passwd"));
}

#[test]
fn the_graph_is_kept() {
    let house = House::new();
    let mut client = house.connected(&["--profile", "graph"]);
    let entities = json!({ "entities": [
        { "name": "สมชาย", "entityType": "person", "observations": ["likes tea"] },
        { "name": "甲公司", "entityType": "company", "observations": [] },
    ] });
    assert_eq!(answer(&mut client, "create_entities", &entities)["entities"].as_array().unwrap().len(), 2);
    assert_eq!(answer(&mut client, "create_entities", &entities)["entities"].as_array().unwrap().len(), 0);
    let relation = json!({ "from": "สมชาย", "to": "甲公司", "relationType": "works_at" });
    answer(&mut client, "create_relations", &json!({ "relations": [relation] }));
    let seen = json!({ "observations": [{ "entityName": "สมชาย", "contents": ["speaks Thai"] }] });
    assert_eq!(
        answer(&mut client, "add_observations", &seen)["results"][0]["addedObservations"][0],
        "speaks Thai"
    );
    let graph = answer(&mut client, "read_graph", &json!({}));
    assert_eq!(
        (graph["entities"].as_array().unwrap().len(), &graph["relations"][0]),
        (2, &relation),
        "{graph}"
    );
    assert_eq!(
        answer(&mut client, "search_nodes", &json!({ "query": "tea" }))["entities"][0]["name"],
        "สมชาย"
    );
    assert_eq!(
        answer(&mut client, "open_nodes", &json!({ "names": ["甲公司"] }))["entities"][0]["name"],
        "甲公司"
    );
}

#[test]
fn a_relation_may_come_before_the_things_that_it_names() {
    let house = House::new();
    let mut client = house.connected(&["--profile", "graph"]);
    let relation = json!({ "from": "สมชาย", "to": "甲公司", "relationType": "works_at" });
    let made = answer(&mut client, "create_relations", &json!({ "relations": [relation] }));
    assert_eq!(made["relations"], json!([relation]));
    let graph = answer(&mut client, "read_graph", &json!({}));
    assert_eq!(graph, json!({ "entities": [], "relations": [relation] }));
    let seen = json!({ "observations": [{ "entityName": "สมชาย", "contents": ["likes tea"] }] });
    assert_eq!(client.call("add_observations", &seen)["isError"], true);
    let entity = json!({ "name": "สมชาย", "entityType": "person", "observations": ["likes tea"] });
    let told = answer(&mut client, "create_entities", &json!({ "entities": [entity] }));
    assert_eq!(told["entities"], json!([entity]), "what only held a place is told now");
    let graph = answer(&mut client, "read_graph", &json!({}));
    assert_eq!(graph, json!({ "entities": [entity], "relations": [relation] }));
}
