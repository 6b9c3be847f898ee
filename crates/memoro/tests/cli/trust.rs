//! Trust: flags and variables lower it, nothing raises it.

use crate::{House, holds, ran};

#[test]
fn what_an_agent_says_of_the_user_waits_for_a_person() {
    let house = House::new();
    let receipt = house.json(&["profile", "set", "tone", "formal", "--as", "agent"]);
    assert_eq!((&receipt["status"], &receipt["reason"]["code"]), (&"pending".into(), &"trust".into()));
    house.fails(1, &["profile", "get", "tone"]);
    let pending = house.json(&["list", "--status", "pending"]);
    assert_eq!(pending["memories"][0]["trust"], "agent");
    assert!(!house.ws("PROFILE.md").exists() || !house.read("PROFILE.md").contains("formal"));
}

#[test]
fn nothing_raises_the_trust_that_the_environment_lowered() {
    let house = House::new();
    for flags in [&[][..], &["--as", "user"]] {
        let arguments = [&["--json", "profile", "set", "tone", "formal"], flags].concat();
        let run = ran(house.command(&arguments).env("MEMORO_ACTOR", "agent"));
        holds(&run.out, &["\"status\":\"pending\""]);
    }
    let run = ran(house.command(&["list"]).env("MEMORO_ACTOR", "admin"));
    assert_eq!(run.code, 2);
    holds(&run.err, &["MEMORO_ACTOR: `admin`", "hint: set it to `agent`"]);
    house.fails(2, &["list", "--as", "admin"]);
}

#[test]
fn an_agent_may_keep_notes_but_not_forget_or_change_the_profile() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "formal"]);
    assert_eq!(house.json(&["remember", "a finding of the agent", "--as", "agent"])["status"], "stored");
    let error = house.error(2, &["forget", "tone", "--as", "agent"]);
    assert_eq!(error["code"], "denied");
    assert_eq!(house.run(&["edit", "tone", "--text", "x", "--as", "agent"]).code, 2);
    assert_eq!(house.run(&["profile", "unset", "tone", "--as", "agent"]).code, 2);
    assert_eq!(house.ok(&["profile", "get", "tone"]).out, "formal\n");
}

#[test]
fn policy_is_not_written_through_memory() {
    let house = House::new();
    let run = house.run(&["remember", "--scope", "policy", "--key", "k", "v", "--json"]);
    assert_eq!(run.code, 2, "{run:?}");
    holds(&run.out, &["\"status\":\"rejected\"", "\"code\":\"policy\""]);
}

#[test]
fn everything_from_a_bad_source_is_taken_back_and_the_old_values_are_there_again() {
    let house = House::new();
    house.ok(&["profile", "set", "response.tone", "formal"]);
    let bad = "https://example.com/ข่าว";
    house.ok(&["remember", "--key", "response.tone", "shout", "--source", bad]);
    let note = house.json(&["remember", "ร้านนี้ปิดแล้ว 这家店关门了", "--source", bad]);
    house.ok(&["remember", "a note of mine"]);
    let plan = house.json(&["rollback", "--origin", bad, "--dry-run"]);
    assert_eq!(plan["ended"].as_array().unwrap().len(), 2, "{plan}");
    assert_eq!(house.ok(&["profile", "get", "response.tone"]).out, "shout\n");
    let done = house.json(&["rollback", "--origin", bad]);
    assert_eq!((&done["ended"], &done["restored"]), (&plan["ended"], &plan["restored"]));
    assert_eq!(house.ok(&["profile", "get", "response.tone"]).out, "formal\n");
    holds(&house.read("PROFILE.md"), &["value:formal"]);
    assert!(!house.ws(note["file"].as_str().unwrap()).exists());
    holds(&house.ok(&["list"]).out, &["a note of mine"]);
    house.ok(&["audit", "verify"]);
    assert_eq!(house.run(&["rollback", "--origin", bad]).code, 1);
    assert_eq!(house.run(&["rollback", "--origin", "user", "--as", "agent"]).code, 2);
}

#[test]
fn a_rollback_of_a_session_takes_back_all_that_was_written_in_it() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "formal"]);
    let kept = house.json(&["remember", "the depot is open", "--session", "sA", "--as", "agent"]);
    let mine = house.json(&["remember", "a note of my own"]);
    let writes: [&[&str]; 8] = [
        &["session", "set", "focus", "depot"],
        &["note", "Depot is teal"],
        &["remember", "คลังสินค้าสีฟ้า", "--scope", "session"],
        &["remember", "仓库是青色的"],
        &["decide", "Depot moves to the harbour", "--why", "it is cheaper"],
        &["episode", "record", "Depot was visited"],
        &["learn", "Depot is closed on Mondays"],
        &["profile", "set", "tone", "casual"],
    ];
    let mut ids = Vec::new();
    for write in writes {
        let receipt = house.json(&[&["--as", "agent", "--session", "sB"], write].concat());
        let id = receipt["id"].as_str().or_else(|| receipt["receipt"]["id"].as_str());
        ids.push(id.unwrap_or_else(|| panic!("{receipt}")).to_owned());
    }
    // What a person said yes to came from there nevertheless.
    house.ok(&["pending", "confirm", ids.last().unwrap()]);
    assert_eq!(house.ok(&["profile", "get", "tone"]).out, "casual\n");
    for id in &ids {
        assert_eq!(house.json(&["why", id])["memory"]["source"]["session"], "sB", "{id}");
        holds(&house.ok(&["why", id]).out, &["session", "sB"]);
    }
    let planned = house.json(&["rollback", "--origin", "sB", "--dry-run"]);
    let done = house.json(&["rollback", "--origin", "sB"]);
    for report in [planned, done] {
        let mut ended: Vec<&str> =
            report["ended"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
        let mut wanted: Vec<&str> = ids.iter().map(String::as_str).collect();
        ended.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(ended, wanted, "{report}");
    }
    assert_eq!(house.ok(&["profile", "get", "tone"]).out, "formal\n");
    for stays in [kept, mine] {
        let got = house.json(&["get", stays["id"].as_str().unwrap()]);
        assert_eq!(got["status"], "active", "{got}");
    }
}

#[test]
fn a_change_that_a_session_made_is_taken_back_to_what_stood_before() {
    let house = House::new();
    let id = house.json(&["note", "the lamp is red", "--as", "agent"])["id"].as_str().unwrap().to_owned();
    house.ok(&["edit", &id, "--text", "the lamp is blue", "--as", "agent", "--session", "sB"]);
    let report = house.json(&["rollback", "--origin", "sB"]);
    assert_eq!(report["restored"], serde_json::json!([id]), "{report}");
    holds(&house.ok(&["get", &id]).out, &["the lamp is red"]);
}
