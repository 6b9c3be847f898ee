//! The layers from the command line: shapes of the answers, and what bad input is told.

use super::House;

#[test]
fn learn_tells_its_layer_before_and_after() {
    let house = House::new();
    let would = house.json(&["learn", "ผู้ใช้ชอบคำตอบสั้นๆ", "--dry-run"]);
    assert_eq!((would["layer"].as_str(), would["dry_run"].as_bool()), (Some("user_model"), Some(true)));
    assert_eq!((would["key"].as_str(), would["status"].as_str()), (Some("response.length"), Some("stored")));
    house.json(&["learn", "The gateway timeout is 29 seconds"]);
    let later = house.json(&["learn", "The gateway timeout is 60 seconds"]);
    assert_eq!(later["layer"], "semantic");
    assert_eq!(later["warning"]["type"], "potential_contradiction");
    assert_eq!(later["warning"]["existing_content"], "The gateway timeout is 29 seconds");
    assert_eq!(later["receipt"]["status"], "stored");
    let ended = house.json(&[
        "supersede",
        later["warning"]["existing_id"].as_str().unwrap(),
        later["id"].as_str().unwrap(),
    ]);
    assert_eq!(ended["status"], "superseded");
    let ran = house.run(&["learn", "x", "--layer", "gossip"]);
    assert!(ran.code == 2 && ran.err.contains("unknown layer `gossip`"), "{ran:?}");
}

#[test]
fn the_outcome_of_an_episode_and_the_concepts_that_follow_are_set_by_configuration() {
    let house = House::new();
    let recorded = |extra: &[&str]| {
        let id = house.json(&[extra, &["episode", "record", "会议室在三楼"]].concat())["id"]
            .as_str()
            .unwrap()
            .to_owned();
        house.json(&["get", &id])["content"]["outcome"].as_str().unwrap().to_owned()
    };
    assert_eq!(recorded(&[]), "unknown");
    assert_eq!(recorded(&["--config", "episode.outcome=partial"]), "partial");
    let listed = |extra: &[&str], tag: &str| {
        let ran = house.run(&[extra, &["list", "--tag", tag, "--json"]].concat());
        let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        found["memories"].as_array().unwrap().len()
    };
    assert_eq!((listed(&[], "memory:episodic"), listed(&[], "user:default")), (2, 2));
    assert_eq!(listed(&["--config", "learn.concepts=user"], "memory:episodic"), 0);
    for wrong in ["episode.outcome=maybe", "learn.concepts=memory,gossip"] {
        assert_eq!(house.run(&["--config", wrong, "status"]).code, 2, "{wrong}");
    }
}

#[test]
fn names_of_one_preference_are_one_from_the_command_line() {
    let house = House::new();
    house.ok(&["profile", "set", "response.length", "concise"]);
    house.ok(&["profile", "set", "verbosity", "detailed"]);
    house.ok(&["remember", "--key", "topics", "ชา, 茶"]);
    assert_eq!(house.ok(&["profile", "list"]).out, "response.length = detailed\ntopics.common = ชา, 茶\n");
    for name in ["verbosity", "response.length", "ความยาวคำตอบ", "回答長度"] {
        assert_eq!(house.ok(&["profile", "get", name]).out, "detailed\n");
        assert_eq!(house.json(&["resolve", name])["values"][0]["value"], "detailed");
    }
    let model = house.json(&["user", "get"]);
    assert_eq!(
        (&model["preferences"]["response_length"], &model["common_topics"][1]),
        (&"detailed".into(), &"茶".into())
    );
    house.ok(&["profile", "unset", "回答长度"]);
    house.fails(1, &["profile", "get", "response.length"]);
    assert_eq!(house.run(&["user", "set", "expertise.", "expert"]).code, 2);
    assert_eq!(house.run(&["profile", "set", "expertise.", "expert"]).code, 2);
}

#[test]
fn the_user_model_is_got_set_and_reset() {
    let house = House::new();
    let set = house.json(&["user", "set", "expertise.docker", "expert"]);
    assert_eq!(
        (set["pending"].as_bool(), set["writes"][0]["file"].as_str()),
        (Some(false), Some("PROFILE.md"))
    );
    house.json(&[
        "user",
        "set",
        r#"{"commonTopics": ["ไทย", "中文"], "activeHours": {"start": 9, "end": 18}}"#,
    ]);
    let model = house.json(&["user", "get"]);
    assert_eq!(model["expertise"]["docker"], "expert");
    assert_eq!(model["common_topics"][1], "中文");
    assert_eq!(
        (model["preferences"]["language"].as_str(), model["timezone"].as_str()),
        (Some("th"), Some("Asia/Bangkok"))
    );
    assert_eq!(house.json(&["profile", "get", "expertise.docker"])["text"], "expert");
    let pending = house.json(&["--as", "agent", "user", "set", "timezone", "Asia/Tokyo"]);
    assert_eq!(
        (pending["pending"].as_bool(), pending["model"]["timezone"].as_str()),
        (Some(true), Some("Asia/Bangkok"))
    );
    for wrong in [r#"{"expertise": 3}"#, r#"{"expertise": {"x": "guru"}}"#, "[1]", "not json"] {
        let ran = house.run(&["user", "set", wrong]);
        assert!(ran.code == 2 && !ran.err.is_empty(), "{wrong}: {ran:?}");
    }
    assert_eq!(house.run(&["user", "reset"]).code, 2);
    assert_eq!(house.json(&["user", "reset", "--yes"])["ended"], 3);
}

#[test]
fn a_pack_comes_with_its_receipt_and_keeps_its_budget() {
    let house = House::new();
    house.json(&["soul", "update", "Be kind", "--key", "soul.kindness"]);
    assert_eq!(house.json(&["soul", "list"])["soul"][0]["stability"], "permanent");
    house.json(&["procedure", "learn", "deploy Docker", "--step", "ถาม environment", "--step", "compose up"]);
    let found = house.json(&["procedure", "find", "จะ deploy docker"]);
    let id = found["procedures"][0]["id"].as_str().unwrap();
    assert_eq!(house.json(&["procedure", "used", id, "--worked"])["successes"], 1);
    assert_eq!(house.json(&["procedure", "list"])["procedures"][0]["steps"][0], "ถาม environment");
    let pack = house.json(&["context", "deploy docker", "--budget", "400"]);
    assert!(pack["text"].as_str().unwrap().contains("<procedural_memory>"));
    assert!(pack["tokens"].as_u64().unwrap() <= 400 && pack["budget"] == 400);
    assert!(
        pack["receipt"].as_array().unwrap().iter().any(|item| item["id"] == id && item["included"] == true)
    );
    for budget in ["0", "10"] {
        assert_eq!(house.json(&["context", "--budget", budget])["text"], "");
        let ran = house.run(&["context", "--budget", budget]);
        let told = format!("nothing fits into {budget} tokens");
        assert!(ran.code == 0 && ran.out.is_empty() && ran.err.contains(&told), "{ran:?}");
    }
    for format in ["markdown", "ctx", "agent"] {
        assert!(
            house.json(&["context", "--format", format])["text"].as_str().unwrap().contains("Be kind"),
            "{format}"
        );
    }
    assert_eq!(house.run(&["context", "--format", "html"]).code, 2);
}

#[test]
fn episodes_and_notes_are_written_found_and_cared_for() {
    let house = House::new();
    house.json(&["episode", "record", "ย้ายระบบค้นหาไป Rust สำเร็จ", "--topic", "search"]);
    let recent = house.json(&["episode", "recent"]);
    assert_eq!(recent["episodes"][0]["memory"]["content"]["outcome"], "success");
    assert_eq!(
        house.json(&["episode", "find", "search in Rust"])["episodes"][0]["memory"]["layer"],
        "episodic"
    );
    assert_eq!(house.run(&["episode", "record", "x y", "--outcome", "great"]).code, 2);
    assert_eq!(house.run(&["episode", "record", "x y", "--occurred-at", "2100-01-01"]).code, 2);
    house.ok(&["note", "a plain note still works", "--tag", "learning"]);
    let a = house.json(&["note", "write", "第一步", "--job", "nightly"]);
    let b = house.json(&["note", "write", "ขั้นที่สอง", "--kind", "summary"]);
    assert_eq!(house.json(&["note", "list", "--tag", "job:nightly"])["notes"][0]["kind"], "log");
    let (a, b) = (a["id"].as_str().unwrap(), b["id"].as_str().unwrap());
    assert_eq!(house.run(&["note", "merge", a]).code, 2);
    let merged = house.json(&["note", "merge", a, b]);
    let updated = house.json(&["note", "update", merged["id"].as_str().unwrap(), "both steps"]);
    assert_eq!(updated["status"], "superseded");
    assert_eq!(house.json(&["note", "list"])["notes"].as_array().unwrap().len(), 2);
    assert_eq!(house.json(&["note", "prune", "--dry-run"])["dry_run"], true);
    assert_eq!(house.json(&["note", "prune"])["removed"], 0);
    for (days, told) in [("0", "at least one day"), ("999999999", "36,500 days at most")] {
        let ran = house.run(&["note", "write", "x", "--ttl-days", days]);
        assert!(ran.code == 2 && ran.err.contains(told), "{ran:?}");
    }
    assert_eq!(house.json(&["maintain", "--dry-run"])["dry_run"], true);
    assert!(house.json(&["maintain"])["refreshed"].is_u64());
    assert_eq!(house.run(&["maintain", "dust"]).code, 2);
}

#[test]
fn consult_and_reflect_answer_from_what_was_learned() {
    let house = House::new();
    assert!(house.json(&["reflect"]).is_null(), "nothing to be reminded of is an answer");
    assert_eq!(house.ok(&["reflect"]).out, "");
    house.json(&["learn", "Retries must be idempotent", "--type", "principle"]);
    let view = house.json(&["consult", "should we retry?"]);
    assert_eq!(view["principles"][0]["text"], "Retries must be idempotent");
    assert!(view["guidance"].as_str().unwrap().contains("idempotent"));
    assert_eq!(house.json(&["reflect"])["text"], "Retries must be idempotent");
}

#[test]
fn a_rule_about_another_thing_is_kept_beside_the_first() {
    let house = House::new();
    for thing in ["gorgonpay", "phoenixpay"] {
        let text = format!("Always verify {thing} invoices before paying");
        let learned = house.json(&["learn", &text, "--type", "principle"]);
        assert_eq!(learned["status"], "stored", "{learned}");
    }
}

#[test]
fn every_layer_of_an_empty_workspace_answers_in_json() {
    let house = House::new();
    for command in [
        &["user", "get"][..],
        &["procedure", "list"],
        &["procedure", "find", "部署"],
        &["learn", "ทดสอบ", "--dry-run"],
        &["consult", "which database?"],
        &["reflect"],
        &["episode", "recent"],
        &["episode", "find", "x"],
        &["note", "list"],
        &["note", "prune"],
        &["soul", "list"],
        &["context"],
        &["context", "สวัสดี"],
        &["maintain"],
        &["maintain", "--dry-run"],
        &["recall", "x"],
        &["list"],
    ] {
        let ran = house.run(&[command, &["--json"]].concat());
        let read: Result<serde_json::Value, _> = serde_json::from_str(&ran.out);
        assert!(ran.code <= 1 && read.is_ok(), "{command:?}: {ran:?}");
    }
}

#[test]
fn why_names_what_a_memory_replaced_and_the_reason() {
    let house = House::new();
    let note = |text: &str| house.json(&["note", text])["id"].as_str().unwrap().to_owned();
    let (first, second, third) =
        (note("The office is in Bangkok"), note("สำนักงานย้ายไปเชียงใหม่"), note("办公室搬到了清迈"));
    house.ok(&["supersede", &first, &second, "--reason", "we moved"]);
    house.ok(&["supersede", &second, &third, "--reason", "翻译"]);
    let why = house.json(&["why", &third]);
    let replaced: Vec<_> = why["replaced"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["id"].clone(), one["status_reason"].clone()))
        .collect();
    assert_eq!(replaced, [(second.clone().into(), "翻译".into()), (first.clone().into(), "we moved".into())]);
    let told = house.ok(&["why", &third]).out;
    for part in [&*first, &second, "(we moved)", "(翻译)"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert_eq!(house.json(&["why", &first])["replaced"].as_array().unwrap().len(), 0);
}

#[test]
fn null_takes_a_field_of_the_model_away_and_lists_hold_texts() {
    let house = House::new();
    for (field, value) in
        [("topics", "docker, ไทย"), ("timezone", "Asia/Tokyo"), ("expertise.docker", "expert")]
    {
        house.ok(&["user", "set", field, value]);
    }
    for wrong in [r#"{"topics": [1, 2]}"#, r#"{"notes": [null]}"#] {
        let ran = house.run(&["user", "set", wrong]);
        assert!(ran.code == 2 && ran.err.contains("[0]` must be a text"), "{wrong}: {ran:?}");
    }
    assert!(
        house
            .fails(2, &["user", "set", "topics", "[1, 2]"])
            .contains("`topics[0]` must be a text, not a number")
    );
    assert_eq!(house.json(&["user", "set", "topics", r#"["a, b"]"#])["model"]["common_topics"][0], "a, b");
    for field in ["topics", "timezone", "expertise", "response.length"] {
        house.ok(&["user", "set", field, "null"]);
    }
    let model = house.json(&["user", "get"]);
    assert_eq!(
        (model["timezone"].as_str(), model["preferences"]["response_length"].as_str()),
        (Some("Asia/Bangkok"), Some("auto"))
    );
    assert!(
        model["common_topics"].as_array().unwrap().is_empty()
            && model["expertise"].as_object().unwrap().is_empty()
    );
}

#[test]
fn finding_a_procedure_is_not_using_it() {
    let house = House::new();
    house.ok(&["procedure", "learn", "deploying to production", "--step", "run the tests"]);
    for _ in 0..3 {
        house.ok(&["procedure", "find", "how do I deploy?"]);
    }
    let known = house.json(&["procedure", "list"])["procedures"][0].clone();
    assert_eq!((known["uses"].as_u64(), known["last_used"].is_null()), (Some(0), true), "{known}");
    house.ok(&["procedure", "used", known["id"].as_str().unwrap(), "--worked"]);
    assert_eq!(house.json(&["procedure", "list"])["procedures"][0]["uses"], 1);
}
