//! The memory tool and Luminary's list of notes over HTTP.

use serde_json::json;

use crate::Server;

#[test]
fn the_memory_tool_answers_with_what_goes_back_to_the_model() {
    let server = Server::start();
    let agent = server.key("bot", "agent");
    let tool = |body| server.ask_as(&agent, "POST", "/v1/memory-tool", Some(body)).ok();
    let seen = tool(json!({"command": "view", "path": "/memories"}));
    assert_eq!(seen["is_error"], false);
    assert!(
        seen["content"]
            .as_str()
            .unwrap()
            .starts_with("Here're the files and directories up to 2 levels deep in /memories")
    );
    let made = tool(json!({"command": "create", "path": "/memories/บันทึก.md", "file_text": "一\n二\n"}));
    assert_eq!(made["content"], "File created successfully at: /memories/บันทึก.md");
    assert_eq!(std::fs::read_to_string(server.path("memories/บันทึก.md")).unwrap(), "一\n二\n");
    let again = tool(json!({"command": "create", "path": "/memories/บันทึก.md", "file_text": "x"}));
    assert_eq!(again, json!({"content": "File /memories/บันทึก.md already exists", "is_error": true}));
    let out = tool(json!({"command": "view", "path": "/memories/../PROFILE.md"}));
    assert_eq!(out["is_error"], true);
    for wrong in [json!({"command": "fly"}), json!({"command": "create", "path": "/memories/x"}), json!({})] {
        let answered = server.ask_as(&agent, "POST", "/v1/memory-tool", Some(wrong));
        assert!((400..500).contains(&answered.status), "{answered:?}");
    }
}

#[test]
fn notes_are_listed_by_user_and_kind() {
    let server = Server::start();
    server.run(&["note", "write", "--kind", "log", "เปิดระบบ", "--json"]);
    server.run(&["note", "write", "--kind", "summary", "完成部署", "--json"]);
    let notes = server.get("/api/memory?userId=default&kind=log&limit=500");
    assert_eq!(
        (notes["notes"].as_array().unwrap().len(), &notes["notes"][0]["content"]),
        (1, &json!("เปิดระบบ"))
    );
    assert_eq!(server.get("/api/memory")["notes"].as_array().unwrap().len(), 2);
    assert_eq!(server.get("/api/memory?userId=nobody")["notes"], json!([]));
    assert_eq!(server.ask("GET", "/api/memory?kind=poem", None).status, 400);
}
