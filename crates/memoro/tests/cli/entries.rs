//! The profile and the session, and the files that show them.

use crate::{House, holds, ran};

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
    assert_eq!(house.ok(&["session", "get", "task", "--session", "second"]).out, "two\n");
    // The one that the person is in stays the current one, whatever is written beside it.
    assert_eq!(house.ok(&["session", "get", "task"]).out, "one\n");
    holds(&house.read("SESSION.md"), &["<!-- memoro: session first -->", "value:one"]);
    house.ok(&["--as", "agent", "--session", "third", "session", "set", "q", "1"]);
    assert!(!house.read("SESSION.md").contains("key:q"));
    house.ok(&["session", "end"]);
    assert_eq!(house.ok(&["session", "get", "task", "--session", "second"]).out, "two\n");
}

#[test]
fn an_edit_of_a_copy_belongs_to_the_session_whose_lines_were_opened() {
    let house = House::new();
    house.ok(&["session", "set", "task", "เขียนรายงาน"]);
    house.ok(&["session", "set", "keep", "保留"]);
    let opened = house.read("SESSION.md");
    let first = house.json(&["status"])["session"].as_str().unwrap().to_owned();
    house.ok(&["session", "end"]);
    house.ok(&["session", "set", "q", "1", "--session", "second"]);
    house.write(
        "SESSION.md",
        opened.replace("เขียนรายงาน", "ส่งรายงาน").replace("# SESSION", "# SESSION\nmy own words"),
    );
    let told = house.run(&["session", "list"]);
    holds(&told.out, &["q"]);
    assert!(!told.out.contains("keep") && !told.out.contains("ส่งรายงาน"), "{told:?}");
    holds(&told.err, &[&first, "session list --session"]);
    assert_eq!(house.ok(&["session", "get", "task", "--session", &first]).out, "ส่งรายงาน\n");
    house.fails(1, &["session", "get", "keep", "--session", "second"]);
    let text = house.read("SESSION.md");
    holds(&text, &["<!-- memoro: session second -->", "my own words", "key:q"]);
    assert!(!text.contains("key:keep") && !text.contains("key:task"), "{text}");
    // Nothing was edited: the copy changes nothing.
    house.write("SESSION.md", &opened);
    assert_eq!(house.json(&["session", "list"])["entries"].as_array().map(Vec::len), Some(1));
    assert_eq!(house.ok(&["session", "get", "task", "--session", &first]).out, "ส่งรายงาน\n");
    house.ok(&["check", "--full"]);
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

#[test]
fn of_two_lines_of_a_key_the_stronger_counts_and_the_other_is_shown() {
    let line = |key: &str, value: &str, priority: u8, month: u8| {
        format!(
            "- key:{key} | value:{value} | priority:{priority} | ttl:none | source:user_explicit | updated_at:2026-{month}-01T00:00:00Z\n"
        )
    };
    let lines = [
        line("response.language", "สูง", 90, 10),
        line("response.language", "low", 20, 11),
        line("response.tone", "newer", 50, 11),
        line("response.tone", "旧", 50, 10),
    ];
    for order in [[0, 1, 2, 3], [1, 0, 3, 2]] {
        let house = House::new();
        let file = order.map(|at: usize| lines[at].as_str()).concat();
        house.write("PROFILE.md", format!("# PROFILE\n\n## Preferences\n{file}"));
        let told = house.ok(&["resolve"]).out;
        holds(
            &told,
            &[
                "response.language = สูง",
                "shadows low",
                "(priority)",
                "response.tone = newer",
                "shadows 旧",
                "(newer)",
            ],
        );
        let audit = house.ok(&["audit", "list"]).out;
        holds(&audit, &["with a higher priority", "is newer"]);
        holds(&house.ok(&["status"]).out, &["says with a higher priority", "says newer"]);
        house.ok(&["compact"]);
        let text = house.read("PROFILE.md");
        assert!(
            text.contains("สูง") && text.contains("newer") && !text.contains("low") && !text.contains('旧'),
            "{text}"
        );
        house.ok(&["check", "--full"]);
        // A new value counts, however weak it is: it takes the place of the one before.
        house.write("PROFILE.md", format!("# PROFILE\n\n## Preferences\n{file}"));
        house.ok(&["profile", "set", "response.language", "ไทย", "--priority", "10"]);
        assert_eq!(house.ok(&["profile", "get", "response.language"]).out, "ไทย\n");
        house.ok(&["list"]);
        assert_eq!(house.ok(&["profile", "get", "response.language"]).out, "ไทย\n");
    }
}

#[test]
fn a_line_that_means_to_be_an_entry_is_told() {
    let house = House::new();
    let lines = "- value:ไม่มีคีย์\n- [ ] key:todo | value:5\nkey:bare | value:六\n- key:t9 | value:x | prioriy:90\n- key：名字 | value：张三\n- kee:d | value:4\n- key=สี | value=5\n";
    house.write("PROFILE.md", format!("# PROFILE\n\n## Preferences\n{lines}"));
    let told = [
        "line 4: has no key",
        "line 5: is an item of a check list",
        "line 6: has no bullet",
        "line 7: has a field `prioriy`",
        "did you mean `priority`?",
        "line 8: has the wide signs",
        "line 9: has no key; did you mean `key`",
        "line 10: has `=` where `:` belongs",
    ];
    holds(&house.ok(&["status"]).out, &told);
    holds(&house.run(&["doctor"]).out, &["has no key"]);
    holds(&house.read("PROFILE.md"), &[lines]);
    assert_eq!(house.ok(&["profile", "get", "t9"]).out, "x\n");
}

#[test]
fn a_day_or_a_time_to_live_until_is_one_where_its_owner_lives() {
    let house = House::new();
    house.ok(&["config", "set", "time_zone", "Asia/Bangkok"]);
    let run = |arguments: &[&str]| {
        let ran = ran(house.command(arguments).env_remove("MEMORO_TIME_ZONE"));
        assert_eq!(ran.code, 0, "{arguments:?}: {ran:?}");
        ran.out
    };
    let end =
        |name: &str| -> serde_json::Value { serde_json::from_str(&run(&["get", name, "--json"])).unwrap() };
    run(&["profile", "set", "เส้นตาย", "ส่งงาน", "--ttl", "2090-12-31"]);
    run(&["session", "set", "会议", "开会", "--ttl", "2090-11-20T09:35"]);
    run(&["remember", "--key", "utc", "--scope", "project:p", "v", "--ttl", "2090-12-31T00:00:00Z"]);
    for (key, ttl, at) in [
        ("เส้นตาย", "2090-12-31", "2090-12-31T17:00:00Z"),
        ("会议", "2090-11-20T09:35", "2090-11-20T02:35:00Z"),
        ("utc", "2090-12-31T00:00:00Z", "2090-12-31T00:00:00Z"),
    ] {
        let memory = end(key);
        assert_eq!((&memory["ttl"], &memory["expires_at"]), (&ttl.into(), &at.into()), "{memory}");
    }
    let profile = house.read("PROFILE.md");
    holds(&profile, &["| ttl:2090-12-31 |"]);
    house.write("PROFILE.md", format!("{profile}- key:by.hand | value:x | ttl:2090-12-30\n"));
    assert_eq!(end("by.hand")["expires_at"], "2090-12-30T17:00:00Z");
    run(&["edit", "utc", "--ttl", "2090-01-01 08:00"]);
    assert_eq!(end("utc")["expires_at"], "2090-01-01T01:00:00Z");
}

#[test]
fn who_names_the_key_of_an_expired_value_is_told_so() {
    let house = House::new();
    let id =
        house.json(&["profile", "set", "offer", "เปิด", "--ttl", "1s"])["id"].as_str().unwrap().to_owned();
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    holds(&house.fails(1, &["get", "offer"]), &["`offer` has expired", &id, "memoro history offer"]);
    holds(&house.ok(&["get", &id]).out, &["เปิด", "expired"]);
}

#[test]
fn an_undo_keeps_what_a_person_wrote_into_the_file_of_a_note() {
    let house = House::new();
    house.ok(&["profile", "set", "a", "1"]);
    let text = "---\nfoo: bar\n# ความเห็นของฉัน\ntags: [t1]\n---\n\n我自己写的\n";
    house.write("memory/learnings/hand.md", text);
    let told = house.ok(&["undo"]).err;
    holds(&told, &["memory/learnings/hand.md held more", ".memoro/aside/"]);
    assert!(!house.ws("memory/learnings/hand.md").exists());
    let aside = std::fs::read_dir(house.ws(".memoro/aside")).unwrap().next().unwrap().unwrap().path();
    assert_eq!(std::fs::read_to_string(aside.join("vault/memory/learnings/hand.md")).unwrap(), text);
    house.ok(&["forget", "hand", "--yes"]);
    assert!(super::forgetting::anywhere(&house.path("ws"), "我自己写的".as_bytes()).is_empty());
    // Nothing but the note itself: nothing is put aside.
    house.ok(&["note", "น้ำเดือดที่ร้อยองศา"]);
    assert!(!house.ok(&["undo"]).err.contains("held more"));
}
