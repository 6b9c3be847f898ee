//! What is offered: tools with schemas that every client takes, resources, prompts, and what they cost.

use serde_json::{Value, json};

use super::House;

/// Returns every object inside a value.
fn objects<'a>(value: &'a Value, found: &mut Vec<&'a serde_json::Map<String, Value>>) {
    match value {
        Value::Object(fields) => {
            found.push(fields);
            fields.values().for_each(|field| objects(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| objects(item, found)),
        _ => {}
    }
}

#[test]
fn schemas_are_plain_and_every_tool_is_described() {
    let house = House::new();
    for profile in ["default", "oracle", "openclaw", "luminary", "anthropic", "graph"] {
        let mut client = house.connected(&["--profile", profile, "--trust", "user"]);
        let listed = client.request("tools/list", &json!({}))["result"]["tools"].clone();
        let tools = listed.as_array().unwrap();
        assert!(
            !tools.is_empty() && (profile != "default" || tools.len() <= 8),
            "{profile}: {}",
            tools.len()
        );
        for tool in tools {
            let name = tool["name"].as_str().unwrap();
            assert!(tool["title"].is_string() && tool["description"].is_string(), "{name}");
            assert_eq!(tool["inputSchema"]["type"], "object", "{name}");
            assert!(tool["annotations"]["readOnlyHint"].is_boolean(), "{name}");
            assert!(profile != "default" || tool["outputSchema"]["type"] == "object", "{name}");
            let mut found = Vec::new();
            objects(&tool["inputSchema"], &mut found);
            objects(&tool["outputSchema"], &mut found);
            for schema in found {
                for closed in ["$ref", "$defs", "anyOf", "oneOf", "allOf", "nullable"] {
                    assert!(!schema.contains_key(closed), "{profile} {name}: {closed}");
                }
                assert!(!schema.get("format").is_some_and(Value::is_string), "{profile} {name}");
                assert!(!schema.get("type").is_some_and(Value::is_array), "{profile} {name}");
            }
        }
    }
}

#[test]
fn the_cost_of_each_profile_is_told() {
    let house = House::new();
    let costs = house.json(&["mcp", "--tools"]);
    let profiles = costs.as_array().unwrap();
    assert_eq!(profiles.len(), 6);
    let default = &profiles[0];
    assert_eq!((&default["profile"], default["tools"].as_array().unwrap().len()), (&json!("default"), 8));
    assert!(default["prompt_tokens"].as_u64().unwrap() <= 1_800, "{default}");
    assert!(profiles.iter().all(|cost| cost["list_tokens"].as_u64() >= cost["prompt_tokens"].as_u64()));
}

#[test]
fn the_guide_tells_what_the_profiles_cost() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/mcp.md");
    let guide = std::fs::read_to_string(path).unwrap();
    for cost in House::new().json(&["mcp", "--tools"]).as_array().unwrap() {
        let (name, tools) = (cost["profile"].as_str().unwrap(), cost["tools"].as_array().unwrap().len());
        let thousands = |number: &Value| {
            let number = number.as_u64().unwrap();
            if number < 1_000 {
                number.to_string()
            } else {
                format!("{},{:03}", number / 1_000, number % 1_000)
            }
        };
        let (read, all) = (thousands(&cost["prompt_tokens"]), thousands(&cost["list_tokens"]));
        let row = format!("| {name} | {tools} | {read} | {all} |");
        assert!(guide.contains(&row), "the guide says otherwise than {row}");
    }
}

#[test]
fn files_are_resources_and_private_ones_are_not() {
    let house = House::new();
    for (path, text) in [
        ("users/ann/PROFILE.md", "# Profile\n"),
        ("POLICY.md", "# Policy\n"),
        ("memory/.locks/x.lock", ""),
        ("notes/ความรู้ 知识.md", "# หัวข้อ\nเนื้อหา\n"),
    ] {
        std::fs::create_dir_all(house.path("ws").join(path).parent().unwrap()).unwrap();
        std::fs::write(house.path("ws").join(path), text).unwrap();
    }
    let mut client = house.connected(&[]);
    let listed = client.request("resources/list", &json!({}))["result"]["resources"].clone();
    let uris: Vec<&str> = listed.as_array().unwrap().iter().filter_map(|r| r["uri"].as_str()).collect();
    assert_eq!(uris[0], "memoro://vault/MEMORY.md");
    let own = uris.iter().find(|uri| uri.contains("notes/")).unwrap().to_string();
    let read = client.request("resources/read", &json!({ "uri": own }))["result"].clone();
    assert!(read["contents"][0]["text"].as_str().unwrap().contains("เนื้อหา"), "{read}");
    assert_eq!(read["contents"][0]["mimeType"], "text/markdown");
    for closed in
        ["users/ann/PROFILE.md", "POLICY.md", ".memoro/memoro.db", "memory/.locks/x.lock", "../home/x"]
    {
        assert!(!uris.iter().any(|uri| uri.ends_with(closed)), "{closed}: {uris:?}");
        let uri = format!("memoro://vault/{closed}");
        let refused = client.request("resources/read", &json!({ "uri": uri }));
        assert!(refused["error"]["code"].is_i64() && refused.get("result").is_none(), "{closed}: {refused}");
    }
}

#[test]
fn many_files_come_in_pages() {
    let house = House::new();
    std::fs::create_dir_all(house.path("ws/notes")).unwrap();
    for n in 0..120 {
        std::fs::write(house.path(&format!("ws/notes/{n:03}.md")), "x\n").unwrap();
    }
    let mut client = house.connected(&[]);
    let first = client.request("resources/list", &json!({}))["result"].clone();
    let second =
        client.request("resources/list", &json!({ "cursor": first["nextCursor"] }))["result"].clone();
    let count = |page: &Value| page["resources"].as_array().unwrap().len();
    assert_eq!(count(&first), 100);
    assert!(count(&second) >= 21 && second.get("nextCursor").is_none(), "{second}");
    let wrong = client.request("resources/list", &json!({ "cursor": "ก" }));
    assert_eq!(wrong["error"]["code"], -32602);
}

#[test]
fn the_pack_is_a_prompt() {
    let house = House::new();
    let mut client = house.connected(&[]);
    client.data("remember", &json!({ "text": "ระบบสำรองข้อมูลทุกคืนวันอาทิตย์" }));
    let listed = client.request("prompts/list", &json!({}))["result"]["prompts"].clone();
    assert_eq!(listed[0]["name"], "context");
    let arguments = json!({ "query": "สำรองข้อมูล", "budget": "400", "format": "markdown" });
    let got = client.request("prompts/get", &json!({ "name": "context", "arguments": arguments }));
    assert!(got["result"]["messages"][0]["content"]["text"].as_str().unwrap().contains("วันอาทิตย์"), "{got}");
    for wrong in [json!({ "budget": "many" }), json!({ "user": "ann" }), json!({ "format": "pdf" })] {
        let refused = client.request("prompts/get", &json!({ "name": "context", "arguments": wrong }));
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
    }
}
