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
    assert_eq!(house.run(&["reflect"]).code, 1);
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
