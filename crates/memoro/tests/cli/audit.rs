//! The audit: one line a change, and tampering is found.

use crate::{House, holds};

#[test]
fn every_change_has_a_line_with_actor_and_run() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "สั้น", "--run", "run-1"]);
    house.ok(&["profile", "set", "tone", "长", "--as", "agent"]);
    let events = house.json(&["audit", "list"])["events"].clone();
    let last = events.as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["actor"], &last["op"]), (&"agent".into(), &"stage_inferred".into()));
    let of_run = house.json(&["audit", "list", "--run", "run-1"])["events"].clone();
    assert_eq!((of_run.as_array().unwrap().len(), &of_run[0]["new"]), (1, &"สั้น".into()));
    house.fails(1, &["audit", "list", "--run", "other"]);
    holds(&house.ok(&["audit", "list", "--memory", "tone"]).out, &["upsert", "→ สั้น"]);
}

#[test]
fn a_changed_byte_in_the_audit_is_found() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "tamper-me-please"]);
    holds(&house.ok(&["audit", "verify"]).out, &["holds"]);
    let path = house.ws(".memoro/memoro.db");
    let mut bytes = std::fs::read(&path).unwrap();
    let needle = b"tamper-me-please";
    let places: Vec<usize> =
        bytes.windows(needle.len()).enumerate().filter(|(_, w)| w == needle).map(|(n, _)| n).collect();
    assert!(!places.is_empty(), "the text is in the store");
    for at in places {
        bytes[at] = b'T';
    }
    std::fs::write(&path, bytes).unwrap();
    let run = house.run(&["audit", "verify"]);
    assert_eq!(run.code, 1, "{run:?}");
    holds(&run.out, &["its texts were changed", "does not hold"]);
}
