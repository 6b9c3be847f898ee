//! What a person says, and the answer that programs read.

use serde_json::{Value, json};

use super::{House, holds};

fn say(house: &House, message: &str) -> Value {
    house.json(&["say", message])
}

#[test]
fn the_answer_has_one_shape_whatever_was_said() {
    let house = House::new();
    for (message, intent, key, status) in [
        ("จำไว้ว่าตอบเป็นภาษาไทยเสมอ", "remember", json!("response.language"), "stored"),
        ("以后回答简短一点", "set_preference", json!("response.length"), "stored"),
        ("remember that my name is Ann", "remember", json!("name"), "stored"),
        ("remember this", "remember", Value::Null, "rejected"),
        ("forget my name", "forget", json!("name"), "forgotten"),
        ("confirm memory", "confirm", Value::Null, "rejected"),
        ("what do you know about me?", "show", Value::Null, "shown"),
        ("我忘记了密码怎么办", "none", Value::Null, "none"),
        ("", "none", Value::Null, "none"),
    ] {
        let answer = say(&house, message);
        assert_eq!(answer["intent"], intent, "{message}: {answer}");
        assert_eq!(answer["key"], key, "{message}: {answer}");
        assert_eq!(answer["receipt"]["status"], status, "{message}: {answer}");
        for field in ["scope", "kind", "value", "ttl", "confidence", "ack", "more"] {
            assert!(answer.get(field).is_some(), "{message}: {field} is missing");
        }
        for field in ["status", "id", "file", "line", "verified", "reason"] {
            assert!(answer["receipt"].get(field).is_some(), "{message}: receipt.{field} is missing");
        }
    }
}

#[test]
fn the_receipt_names_the_line_that_holds_it() {
    let house = House::new();
    let answer = say(&house, "ตั้งโทนการตอบเป็นทางการ");
    let (file, line) =
        (answer["receipt"]["file"].as_str().unwrap(), answer["receipt"]["line"].as_u64().unwrap());
    let text = house.read(file);
    holds(
        text.lines().nth(usize::try_from(line).unwrap() - 1).unwrap(),
        &["key:response.tone | value:formal"],
    );
    assert_eq!(answer["receipt"]["verified"], true);
    assert_eq!((answer["scope"].as_str(), answer["ttl"].as_str()), (Some("profile"), Some("none")));
}

#[test]
fn further_commands_stand_in_more() {
    let house = House::new();
    let answer = say(&house, "Remember that my name is Ann. Also remember that I live in Chiang Mai.");
    assert_eq!((answer["key"].as_str(), answer["more"][0]["key"].as_str()), (Some("name"), Some("place")));
    assert_eq!(answer["more"][0]["receipt"]["verified"], true);
    assert_eq!(house.json(&["profile", "get", "place"])["text"], "Chiang Mai");
}

#[test]
fn a_person_reads_the_acknowledgement_and_a_pipe_can_speak() {
    let house = House::new();
    let ran = house.ok(&["say", "จำไว้ว่าฉันชื่อสมชาย"]);
    holds(&ran.out, &["จำแล้ว — ชื่อ: สมชาย", "PROFILE.md:"]);
    let ran = house.pipe("记住我住在上海".as_bytes(), &["say", "-"]);
    holds(&ran.out, &["已记住"]);
    let ran = house.ok(&["say", "good morning"]);
    assert_eq!(ran.out, "");
    holds(&ran.err, &["nothing in this message"]);
}

#[test]
fn what_is_inferred_waits_until_a_person_confirms_it() {
    let house = House::new();
    let infer = |confidence: &str| {
        house.json(&["say", "--inferred", "--confidence", confidence, "The user prefers short answers"])
    };
    let weak = infer("0.79");
    assert_eq!(weak["receipt"]["status"], "rejected");
    holds(weak["receipt"]["reason"].as_str().unwrap(), &["0.79", "0.8"]);
    assert_eq!(infer("0.8")["receipt"]["status"], "pending");
    assert_eq!(infer("0.9")["receipt"]["status"], "merged");
    let waiting = house.json(&["pending", "list"]);
    assert_eq!(waiting["count"], 1);
    let row = &waiting["pending"][0];
    assert_eq!(row["pending_key"], "memory.pending.response.length");
    assert_eq!(
        (row["target_key"].as_str(), row["value"].as_str()),
        (Some("response.length"), Some("concise"))
    );
    assert!(row["confidence"].as_f64().unwrap() > 0.9);
    assert!(!house.ws("PROFILE.md").exists());
    let denied = house.error(2, &["pending", "confirm", "response.length", "--as", "agent"]);
    holds(denied["message"].as_str().unwrap(), &["needs a person"]);
    house.fails(2, &["pending", "confirm"]);
    holds(&house.fails(1, &["pending", "confirm", "no.such"]), &["memoro pending list"]);
    let confirmed = house.json(&["pending", "confirm", "response.length"]);
    assert_eq!(confirmed["confirmed"][0]["file"], "PROFILE.md");
    assert_eq!(confirmed["confirmed"][0]["verified"], true);
    holds(&house.read("PROFILE.md"), &["key:response.length | value:concise"]);
    assert_eq!(house.json(&["pending", "list"])["count"], 0);
    house.json(&["say", "--inferred", "--confidence", "1", "用户的名字是小明"]);
    assert_eq!(house.json(&["pending", "reject", "--all"])["rejected"].as_array().unwrap().len(), 1);
    house.fails(2, &["say", "--inferred", "x"]);
    house.fails(2, &["say", "--confidence", "0.9", "x"]);
}

#[test]
fn what_waits_is_confirmed_and_rejected_by_a_phrase_that_fits_it_alone() {
    for (guesses, confirmed, key, rejected) in [
        (
            ["The user prefers short answers", "The user lives in Berlin"],
            "short answers",
            "response.length",
            "lives in Berlin",
        ),
        (["ผู้ใช้ชอบกาแฟ", "ผู้ใช้อยู่เชียงใหม่"], "กาแฟ", "likes.กาแฟ", "เชียงใหม่"),
        (["用户喜欢爬山", "用户住在上海"], "爬山", "likes.爬山", "上海"),
        (["使用者喜歡爬山", "使用者住在臺北"], "爬山", "likes.爬山", "住在臺北"),
    ] {
        let house = House::new();
        for guess in guesses {
            house.json(&["say", "--inferred", "--confidence", "0.9", guess]);
        }
        house.fails(1, &["pending", "confirm", "no such thing"]);
        let done = house.json(&["pending", "confirm", confirmed]);
        assert_eq!(done["confirmed"].as_array().map(Vec::len), Some(1), "{confirmed}: {done}");
        assert_eq!(house.json(&["profile", "get", key])["key"], key, "{confirmed}");
        let done = house.json(&["pending", "reject", rejected]);
        assert_eq!(done["rejected"].as_array().map(Vec::len), Some(1), "{rejected}: {done}");
        assert_eq!(house.json(&["pending", "list"])["count"], 0, "{rejected}");
    }
}

#[test]
fn the_acknowledgement_of_the_message_names_all_that_was_done() {
    let house = House::new();
    for (message, told) in [
        ("remember I live in Chiang Mai and work at Agoda", ["Chiang Mai", "Agoda"]),
        ("จำไว้ว่าฉันอยู่ฮานอยและทำงานที่แกร็บ", ["ฮานอย", "แกร็บ"]),
        ("记住我住在河内，在腾讯上班", ["河内", "腾讯"]),
    ] {
        let answer = say(&house, message);
        let ack = answer["ack"].as_str().unwrap();
        assert!(told.iter().all(|one| ack.contains(one)), "{message}: {answer}");
    }
}

#[test]
fn a_run_is_verified_and_its_audit_has_the_words() {
    let house = House::new();
    house.ok(&["say", "--run", "r1", "จำไว้ว่าฉันชื่อสมชาย"]);
    house.ok(&["say", "--run", "r1", "ลืมชื่อของฉัน"]);
    house.ok(&["remember", "--run", "r1", "--key", "city", "Chiang Mai"]);
    let verified = house.json(&["verify", "--run", "r1"]);
    assert_eq!(
        (verified["ok"].as_bool(), verified["status"].as_str()),
        (Some(true), Some("ok")),
        "{verified}"
    );
    assert_eq!(verified["requests"].as_array().unwrap().len(), 3, "{verified}");
    let lines = house.read(".memoro/runs/r1/memory_audit.jsonl");
    let last: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    assert_eq!((last["op"].as_str(), last["new"].as_str()), (Some("upsert"), Some("Chiang Mai")));
    assert!(!lines.contains("สมชาย"), "{lines}");
    house.ok(&["say", "--run", "r2", "remember this"]);
    let ran = house.run(&["verify", "--run", "r2"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    holds(&ran.out, &["not done", "0 of 1"]);
    house.fails(2, &["verify"]);
    house.fails(1, &["verify", "--run", "never"]);
}

#[test]
fn failed_writes_are_told_and_counted_even_when_nothing_can_be_opened() {
    let house = House::new();
    house.ok(&["say", "--run", "r", "จำไว้ว่าฉันชื่อสมชาย"]);
    house.write("PROFILE.md", b"\0\0 no text");
    for _ in 0..2 {
        let ran = house.run(&["say", "--run", "r", "--json", "set the tone to formal"]);
        assert_eq!(ran.code, 3, "{ran:?}");
        let answer: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(answer["receipt"]["status"], "rejected");
        assert!(answer["fail_safe"].is_null());
    }
    house.write(".memoro/memoro.db", "no store any more");
    let ran = house.run(&["say", "--run", "r", "set the tone to formal"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    let ran = house.run(&["verify", "--run", "r", "--json"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    let verified: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((verified["failures"].as_u64(), verified["status"].as_str()), (Some(3), Some("fail_safe")));
}

#[test]
fn compacting_tells_what_it_would_do_and_does_it() {
    let house = House::new();
    house.ok(&["profile", "set", "mood", "happy", "--ttl", "1s"]);
    house.ok(&["profile", "set", "city", "เชียงใหม่"]);
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    assert_eq!(house.json(&["compact", "--dry-run"])["expired"].as_array().unwrap().len(), 1);
    holds(&house.read("PROFILE.md"), &["key:mood"]);
    holds(&house.ok(&["maintain", "compact"]).out, &["cleared away 1 expired"]);
    assert!(!house.read("PROFILE.md").contains("key:mood"));
    let events = house.json(&["audit", "list"]);
    assert!(events.to_string().contains("compact: 1 expired"), "{events}");
}
