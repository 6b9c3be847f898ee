//! `--user` at the command line: what belongs to another user is not there, cannot be changed and is not taken back.

use super::House;

/// A house with things of Alice, and a memory of the owner's session.
fn with_alice() -> (House, String, String) {
    let house = House::new();
    house.json(&["session", "set", "task", "ความลับของเจ้าของ"]);
    let alice = |arguments: &[&str]| house.json(&[&["--user", "alice"], arguments].concat());
    alice(&["profile", "set", "tone", "ทางการ"]);
    alice(&["session", "set", "task", "爱丽丝的任务"]);
    alice(&["note", "write", "alice rebuilt the index", "--kind", "log"]);
    let tea =
        alice(&["procedure", "learn", "make tea", "--step", "boil water"])["id"].as_str().unwrap().to_owned();
    let fact = alice(&["learn", "Alice keeps the spare key at Nok's"])["id"].as_str().unwrap().to_owned();
    (house, tea, fact)
}

#[test]
fn nothing_of_another_user_is_shown() {
    let (house, tea, fact) = with_alice();
    for arguments in [
        vec!["list"],
        vec!["note", "list"],
        vec!["note", "list", "--scope", "user:alice"],
        vec!["note", "list", "--scope", "session:user/alice"],
        vec!["session", "list"],
        vec!["session", "get", "task"],
        vec!["session", "list", "--session", "user/alice"],
        vec!["context"],
        vec!["context", "spare key tea index"],
        vec!["context", "--session", "user/alice"],
        vec!["audit", "list"],
        vec!["audit", "list", "--memory", tea.as_str()],
        vec!["recall", "spare key"],
        vec!["procedure", "find", "make tea"],
        vec!["procedure", "list"],
        vec!["episode", "recent"],
        vec!["episode", "find", "index"],
        vec!["consult", "where is the spare key"],
        vec!["resolve"],
        vec!["user", "get"],
        vec!["pending", "list"],
        vec!["export", "-"],
        vec!["why", fact.as_str()],
        vec!["history", fact.as_str()],
        vec!["get", fact.as_str()],
    ] {
        let ran = house.run(&[&["--user", "bob", "--json"], arguments.as_slice()].concat());
        for word in ["ทางการ", "爱丽丝的任务", "rebuilt", "boil", "Nok", "ความลับของเจ้าของ"]
        {
            assert!(!ran.out.contains(word) && !ran.err.contains(word), "{arguments:?}: {ran:?}");
        }
    }
    let hers = house.run(&["--user", "alice", "audit", "list"]).out;
    assert!(hers.contains("ทางการ") && !hers.contains("ความลับของเจ้าของ"), "{hers}");
}

#[test]
fn nothing_of_another_user_is_changed_or_taken_back() {
    let (house, tea, fact) = with_alice();
    let own = house.json(&["--user", "bob", "learn", "Bob takes the night shift"]);
    let own = own["id"].as_str().unwrap();
    for arguments in [
        vec!["supersede", fact.as_str(), own],
        vec!["supersede", own, fact.as_str()],
        vec!["procedure", "used", tea.as_str()],
        vec!["procedure", "learn", "make tea", "--step", "add milk", "--scope", "user:alice"],
        vec!["note", "write", "x", "--scope", "user:alice"],
        vec!["remember", "x y z", "--scope", "user:alice"],
        vec!["edit", fact.as_str(), "--text", "gone"],
        vec!["forget", fact.as_str(), "--yes"],
        vec!["forget", "--subject", "Alice", "--yes"],
        vec!["session", "unset", "task"],
        vec!["soul", "update", "Be Bob's"],
    ] {
        let ran = house.run(&[&["--user", "bob"], arguments.as_slice()].concat());
        assert_ne!(ran.code, 0, "{arguments:?}: {ran:?}");
    }
    for arguments in [["maintain", "all"], ["compact", "--dry-run"], ["backup", "--json"]] {
        let ran = house.run(&[&["--user", "bob"], arguments.as_slice()].concat());
        assert!(ran.code == 2 && ran.err.contains("leave `--user` out"), "{arguments:?}: {ran:?}");
    }
    house.json(&["--user", "bob", "session", "end"]);
    house.json(&["--user", "alice", "profile", "set", "tone", "เป็นกันเอง"]);
    let undone = house.json(&["--user", "bob", "undo"]);
    assert_eq!(undone["memories"][0], own, "the last change was Alice's");
    assert_eq!(house.error(1, &["--user", "bob", "undo"])["code"], "not_found");
    assert_eq!(house.ok(&["--user", "alice", "profile", "get", "tone"]).out, "เป็นกันเอง\n");
    assert_eq!(house.ok(&["--user", "alice", "session", "get", "task"]).out, "爱丽丝的任务\n");
    assert_eq!(house.ok(&["session", "get", "task"]).out, "ความลับของเจ้าของ\n");
    assert_eq!(house.json(&["--user", "alice", "get", &tea])["status"], "active");
    house.json(&["--user", "alice", "undo"]);
    assert_eq!(house.ok(&["--user", "alice", "profile", "get", "tone"]).out, "ทางการ\n");
}

#[test]
fn undo_for_a_user_leaves_what_the_owner_wrote_for_all() {
    let house = House::new();
    house.ok(&["remember", "--scope", "project:p", "--key", "pk", "of the owner"]);
    house.ok(&["--user", "bob", "profile", "set", "k", "of bob"]);
    house.ok(&["--user", "bob", "undo"]);
    house.fails(1, &["--user", "bob", "undo"]);
    assert_eq!(house.json(&["get", "pk"])["status"], "active");
}
