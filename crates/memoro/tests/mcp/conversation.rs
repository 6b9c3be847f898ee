//! What a client and the server say to each other when all is well.

use serde_json::json;

use super::House;

#[test]
fn what_is_remembered_is_recalled_in_three_languages() {
    let house = House::new();
    let mut client = house.connected(&[]);
    for (text, question) in [
        ("The staging database is rebuilt every Sunday night", "when is staging rebuilt?"),
        ("เซิร์ฟเวอร์ทดสอบย้ายไปชั้นสามเมื่อเดือนมีนาคม", "เซิร์ฟเวอร์ทดสอบอยู่ชั้นไหน"),
        ("测试服务器的密码策略每季度更新一次", "密码策略多久更新"),
    ] {
        let kept = client.data("remember", &json!({ "text": text }));
        assert_eq!((&kept["status"], &kept["verified"]), (&json!("stored"), &json!(true)), "{kept}");
        let found = client.data("recall", &json!({ "query": question }));
        let best = &found["hits"][0];
        assert_eq!((&best["id"], &best["text"]), (&kept["id"], &json!(text)), "{found}");
        let score = best["score"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&score) && (score * 100.0).fract().abs() < 1e-9, "{score}");
    }
    let pack = client.data("context", &json!({ "query": "staging", "budget": 300 }));
    assert!(
        pack["text"].as_str().unwrap().contains("Sunday") && pack["tokens"].as_u64().unwrap() <= 300,
        "{pack}"
    );
    let (code, rest, err) = client.end();
    assert_eq!((code, rest.len(), err.as_str()), (Some(0), 0, ""));
}

#[test]
fn the_new_protocol_needs_no_introduction() {
    let house = House::new();
    let mut client = house.server(&[]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let found = client.request("server/discover", &json!({ "_meta": meta }));
    let versions = found["result"]["supportedVersions"].as_array().unwrap();
    assert!(versions.contains(&json!("2025-11-25")) && versions.contains(&json!("2026-07-28")), "{found}");
    let call =
        json!({ "_meta": meta, "name": "remember", "arguments": { "text": "The wiki moves in March" } });
    let kept = client.request("tools/call", &call);
    assert_eq!(kept["result"]["structuredContent"]["status"], "stored", "{kept}");
    assert_eq!(kept["result"]["resultType"], "complete");
}

#[test]
fn what_was_asked_before_the_client_went_is_still_answered() {
    let house = House::new();
    let mut client = house.connected(&[]);
    let call = json!({ "name": "remember", "arguments": { "text": "Sent just before the end" } });
    client.send(&json!({ "jsonrpc": "2.0", "id": "last", "method": "tools/call", "params": call }));
    let (code, rest, _) = client.end();
    assert_eq!(code, Some(0));
    assert!(rest.iter().any(|line| line.contains("\"last\"") && line.contains("stored")), "{rest:?}");
    assert_eq!(
        house.json(&["recall", "sent before the end"])["hits"][0]["snippet"],
        "Sent just before the end"
    );
}

#[test]
fn several_servers_share_a_workspace() {
    let house = House::new();
    let (mut one, mut two) = (house.connected(&[]), house.connected(&[]));
    let kept = one.data("remember", &json!({ "text": "The printer is on floor two" }));
    let found = two.data("recall", &json!({ "query": "where is the printer?" }));
    assert_eq!(found["hits"][0]["id"], kept["id"]);
    let again = two.data("remember", &json!({ "text": "The printer is on floor two" }));
    assert_eq!((&again["status"], &again["id"]), (&json!("merged"), &kept["id"]));
}

#[test]
fn one_memory_and_lines_of_a_file_are_read() {
    let house = House::new();
    let mut client = house.connected(&["--trust", "user"]);
    client.data("remember", &json!({ "text": "Friday", "key": "deploy.day", "kind": "constraint" }));
    client.data("remember", &json!({ "text": "周一", "key": "deploy.day", "kind": "constraint" }));
    let got = client.data("get", &json!({ "id": "deploy.day", "history": true }));
    assert_eq!((&got["text"], &got["layer"]), (&json!("周一"), &json!("user_model")), "{got}");
    let lines = client.data("get", &json!({ "path": "MEMORY.md:2" }));
    assert_eq!(lines["text"], "อ่านก่อนเริ่มงาน 先读这个");
    assert_eq!((&lines["from"], &lines["of"]), (&json!(2), &json!(2)));
}

#[test]
fn long_work_tells_how_far_it_is() {
    let house = House::new();
    std::fs::create_dir_all(house.path("ws/notes")).unwrap();
    for n in 0..40 {
        std::fs::write(house.path(&format!("ws/notes/{n}.md")), format!("# บันทึก {n}\n内容 {n}\n")).unwrap();
    }
    let mut client = house.connected(&[]);
    let params = json!({ "name": "index", "arguments": {}, "_meta": { "progressToken": "p" } });
    client.send(&json!({ "jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": params }));
    let (mut steps, mut result) = (Vec::new(), None);
    while result.is_none() {
        let message = client.read();
        if message["method"] == "notifications/progress" {
            assert_eq!(message["params"]["progressToken"], "p");
            steps.push(message["params"]["progress"].as_f64().unwrap());
        }
        result = (message["id"] == 77).then(|| message["result"].clone());
    }
    assert!(!steps.is_empty() && steps.windows(2).all(|pair| pair[0] < pair[1]), "{steps:?}");
    assert_eq!(result.unwrap()["isError"], false);
}

#[test]
fn the_first_question_of_a_session_knows_what_the_files_say() {
    let house = House::new();
    for n in 0..3 {
        let person = format!("Odalys{n}");
        std::fs::write(house.path("ws/greenhouse.md"), format!("# Greenhouse\n\n{person} waters it.\n"))
            .unwrap();
        let mut client = house.connected(&[]);
        let found = client.data("recall", &json!({ "query": "who waters the greenhouse?" }));
        assert!(found["hits"][0]["text"].as_str().is_some_and(|text| text.contains(&person)), "{found}");
    }
}
