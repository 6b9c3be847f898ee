//! The profile and the session, and the files that show them.

use crate::{House, holds};

#[test]
fn the_profile_is_set_read_listed_and_unset_and_stands_in_its_file() {
    let house = House::new();
    for (key, value) in [("response.language", "ไทย"), ("nickname", "ต้น"), ("城市", "曼谷")]
    {
        let receipt = house.json(&["profile", "set", key, value]);
        assert_eq!((&receipt["file"], &receipt["verified"]), (&"PROFILE.md".into(), &true.into()));
        assert_eq!(house.ok(&["profile", "get", key]).out, format!("{value}\n"));
    }
    let list = house.json(&["profile", "list"]);
    assert_eq!(list["entries"].as_array().unwrap().len(), 3);
    holds(&house.read("PROFILE.md"), &["- key:城市 | value:曼谷 | priority:50"]);
    house.ok(&["profile", "unset", "nickname"]);
    assert!(!house.read("PROFILE.md").contains("nickname"));
    house.fails(1, &["profile", "get", "nickname"]);
    house.ok(&["undo"]);
    assert_eq!(house.ok(&["profile", "get", "nickname"]).out, "ต้น\n");
}

#[test]
fn another_user_has_a_profile_and_a_file_of_their_own() {
    let house = House::new();
    let receipt = house.json(&["profile", "set", "tone", "ง่ายๆ", "--user", "สมชาย"]);
    assert!(receipt["file"].as_str().unwrap().starts_with("users/"), "{receipt}");
    house.fails(1, &["profile", "get", "tone"]);
    assert_eq!(house.ok(&["profile", "get", "tone", "--user", "สมชาย"]).out, "ง่ายๆ\n");
}

#[test]
fn a_session_begins_with_its_first_value_and_ends_with_all_of_them() {
    let house = House::new();
    holds(&house.fails(1, &["session", "list"]), &["no session is going on", "memoro session set"]);
    house.ok(&["session", "set", "task", "ย้ายตาราง"]);
    house.ok(&["session", "set", "分支", "main"]);
    assert_eq!(house.ok(&["session", "get", "task"]).out, "ย้ายตาราง\n");
    holds(&house.read("SESSION.md"), &["## Context", "key:task", "ttl:session_end"]);
    house.ok(&["session", "unset", "分支"]);
    assert_eq!(house.json(&["session", "end"])["entries"], 1);
    house.fails(1, &["session", "get", "task"]);
    assert!(!house.read("SESSION.md").contains("key:task"));
}

#[test]
fn a_session_whose_end_is_taken_back_goes_on() {
    let house = House::new();
    house.ok(&["session", "set", "task", "ย้ายตาราง"]);
    house.ok(&["profile", "set", "分支", "main", "--ttl", "session_end"]);
    let before = house.read("SESSION.md");
    house.ok(&["session", "end"]);
    house.ok(&["undo"]);
    assert_eq!(house.ok(&["session", "get", "task"]).out, "ย้ายตาราง\n");
    assert_eq!(house.ok(&["profile", "get", "分支"]).out, "main\n");
    assert_eq!(house.read("SESSION.md"), before);
    // Somebody works in another session by now: that one stays the current one.
    house.ok(&["session", "end"]);
    house.ok(&["session", "set", "task", "other", "--session", "second"]);
    house.ok(&["session", "unset", "task", "--session", "second"]);
    house.ok(&["undo"]);
    holds(&house.read("SESSION.md"), &["value:other"]);
}

#[test]
fn the_audit_line_of_a_new_value_says_the_value_before() {
    let house = House::new();
    for value in ["formal", "เป็นกันเอง", "简短"] {
        house.ok(&["profile", "set", "tone", value]);
    }
    let lines = house.json(&["audit", "list"])["events"].as_array().unwrap().clone();
    let of = |op: &str| -> Vec<(serde_json::Value, serde_json::Value)> {
        let lines = lines.iter().filter(|line| line["op"] == op && line["key"] == "tone");
        lines.map(|line| (line["old"].clone(), line["new"].clone())).collect()
    };
    let none = serde_json::Value::Null;
    let upserts = [
        (none.clone(), "formal".into()),
        ("formal".into(), "เป็นกันเอง".into()),
        ("เป็นกันเอง".into(), "简短".into()),
    ];
    assert_eq!(of("upsert"), upserts);
    assert_eq!(of("supersede"), [("formal".into(), none.clone()), ("เป็นกันเอง".into(), none)]);
    house.ok(&["audit", "verify"]);
}

#[test]
fn a_named_session_is_apart_from_the_current_one() {
    let house = House::new();
    house.ok(&["session", "set", "task", "one", "--session", "first"]);
    house.ok(&["session", "set", "task", "two", "--session", "second"]);
    assert_eq!(house.ok(&["session", "get", "task", "--session", "first"]).out, "one\n");
    assert_eq!(house.ok(&["session", "get", "task"]).out, "two\n");
    holds(&house.read("SESSION.md"), &["value:two"]);
}

#[test]
fn an_edit_by_hand_wins_and_becomes_history() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "formal"]);
    let text = house.read("PROFILE.md");
    house.write(
        "PROFILE.md",
        format!("<!-- ของฉัน -->\n{}\nsome words of mine\n", text.replace("value:formal", "value:随意")),
    );
    assert_eq!(house.ok(&["profile", "get", "tone"]).out, "随意\n");
    house.ok(&["profile", "set", "city", "Bangkok"]);
    holds(
        &house.read("PROFILE.md"),
        &["<!-- ของฉัน -->", "some words of mine", "value:随意", "value:Bangkok"],
    );
    let why = house.json(&["why", "tone"]);
    assert!(why.to_string().contains("edited by hand"), "{why}");
}

#[test]
fn a_value_expires_by_the_clock() {
    let house = House::new();
    house.ok(&["profile", "set", "offer", "open", "--ttl", "1s"]);
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    holds(&house.fails(1, &["profile", "get", "offer"]), &["`offer` has expired"]);
    house.fails(1, &["profile", "list"]);
}

#[test]
fn a_line_that_another_line_says_again_is_history_when_its_key_goes() {
    let house = House::new();
    let line =
        |value: &str| format!("- key:tea | value:{value} | priority:50 | ttl:none | source:user_edit\n");
    let lines = [line("ชาเขียวจากอุจิ"), line("龙井茶"), line("black")].concat();
    house.write("PROFILE.md", format!("# PROFILE\n\n{lines}"));
    assert_eq!(house.ok(&["profile", "get", "tea"]).out, "black\n");
    house.ok(&["profile", "unset", "tea"]);
    assert!(!house.read("PROFILE.md").contains("key:tea"));
    holds(&house.ok(&["history", "tea"]).out, &["ชาเขียวจากอุจิ", "龙井茶", "black"]);
    house.ok(&["undo"]);
    assert_eq!(house.ok(&["profile", "get", "tea"]).out, "black\n");
    house.ok(&["check", "--full"]);
    house.ok(&["forget", "tea", "--yes"]);
    for words in ["ชาเขียวจากอุจิ", "龙井茶"] {
        assert_eq!(super::forgetting::anywhere(&house.path("ws"), words.as_bytes()), Vec::<String>::new());
    }
}
