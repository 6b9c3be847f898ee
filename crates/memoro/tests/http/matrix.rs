//! Isolation: every route and every tool, asked with every kind of key for what is not that key's. The routes come from
//! the server's own table and the tools from its own lists, so that nothing new can be left out.

mod house;
pub(crate) mod probe;

use std::collections::BTreeSet;

use serde_json::Value;

use house::{FOREIGN, House, OTHER, OWNER, POLICY};
use probe::{Probe, probes};

/// Sends every probe with a key and returns what was answered.
fn ask_all(house: &House, token: &str, all: &[Probe]) -> Vec<String> {
    all.iter().map(|probe| probe.send(house.address(), token)).collect()
}

/// No answer may hold any of these words.
fn assert_hidden(house: &House, who: &str, all: &[Probe], words: &[&str]) {
    let mut wrong = Vec::new();
    for (probe, answer) in all.iter().zip(ask_all(house, house.key(who), all)) {
        let status = answer.split(' ').nth(1).unwrap_or_default();
        let seen = words.iter().find(|word| answer.contains(*word));
        if seen.is_some() || (status.starts_with('5') && status != "503") || status.is_empty() {
            wrong.push(format!("{who} sees {seen:?} by {probe:?}\n{answer:.1200}"));
        }
    }
    assert!(wrong.is_empty(), "{} times:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn a_key_reaches_its_own_and_nothing_else_by_no_route_and_no_tool() {
    let mut house = House::new();
    let plain = probes(&house, false);
    assert!(plain.len() > 150, "{}", plain.len());
    let looks: Vec<Probe> = plain.iter().filter(|probe| probe.looks).cloned().collect();
    let before: Vec<String> =
        ask_all(&house, house.key("bound-viewer"), &looks).iter().map(|answer| scrubbed(answer)).collect();

    house.plant();
    let after = ask_all(&house, house.key("bound-viewer"), &looks);
    for ((probe, before), after) in looks.iter().zip(before).zip(&after) {
        assert_eq!(before, scrubbed(after), "others are counted in {probe:?}");
    }

    let all = probes(&house, true);
    let secret = [FOREIGN, POLICY, house.config().as_str()].map(str::to_owned);
    let secret: Vec<&str> = secret.iter().map(String::as_str).collect();
    let private: Vec<&str> = [OWNER, OTHER].into_iter().chain(secret.iter().copied()).collect();
    let foreign = house.foreign();

    // Those who may not look, and those who are bound to one user.
    let kept = house.others();
    for who in ["bound-viewer", "bound-agent", "bound-user", "bound-admin"] {
        assert_hidden(&house, who, &all, &private);
        assert_same(&kept, &house.others(), &format!("{who} has changed what is not its user's"));
    }
    let heard = house.listen("bound-viewer");
    assert!(heard.contains("user:สมชาย"), "{heard}");
    for word in private.iter().chain(&["user:default", "user:mali"]) {
        assert!(!heard.contains(word), "`{word}` is told to a listener who is bound to one user: {heard}");
    }
    let whole = house.whole();
    for who in ["viewer", "only-read"] {
        assert_hidden(&house, who, &all, &secret);
        assert_same(&whole, &house.whole(), &format!("{who} has changed something"));
    }
    assert_hidden(&house, "no-read", &all, &private);

    // An agent adds; what a person made stays as it is.
    assert_same(&foreign, &house.foreign(), "another tenant was changed");
    house.plant();
    let foreign = house.foreign();
    let persons = house.persons();
    assert_hidden(&house, "agent", &all, &secret);
    let left: BTreeSet<String> = house.persons().into_iter().collect();
    let gone: Vec<String> = persons.into_iter().filter(|memory| !left.contains(memory)).collect();
    assert!(gone.is_empty(), "an agent has changed {gone:#?}");

    // A user and the admin of one tenant do as they like in it, and nothing in another.
    for who in ["user", "tenant-admin"] {
        assert_hidden(&house, who, &all, &secret);
    }
    assert_same(&foreign, &house.foreign(), "another tenant was changed");
    house.still_there();
}

#[test]
fn what_the_admin_forbids_is_blocked_by_every_route_and_every_tool() {
    let mut house = House::new();
    house.plant();
    let all = probes(&house, true);
    // The last line of all is that of the audit, which tells of every reload.
    let whole = |house: &House| house.whole().split_last().map(|(_, lines)| lines.to_vec()).unwrap();
    let before = whole(&house);
    house.forbid("remember|recall|forget|memory_compact");
    let words = [OWNER, OTHER];
    for who in ["user", "tenant-admin"] {
        assert_hidden(&house, who, &all, &words);
    }
    house.forbid("");
    assert_same(&before, &whole(&house), "something was changed although the admin forbids it");
}

/// Nothing may be gone, and nothing may be new.
fn assert_same(before: &[String], after: &[String], wrong: &str) {
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (before.iter().collect(), after.iter().collect());
    let gone: Vec<_> = old.difference(&new).collect();
    let fresh: Vec<_> = new.difference(&old).collect();
    assert!(gone.is_empty() && fresh.is_empty(), "{wrong}\ngone: {gone:#?}\nnew: {fresh:#?}");
}

/// Leaves out of an answer what differs from one moment to the next.
fn scrubbed(answer: &str) -> String {
    let body = answer.split_once("\r\n\r\n").map_or(answer, |(_, body)| body);
    let body = body.lines().filter_map(|line| line.strip_prefix("data: ").or(Some(line)));
    let body: String = body.collect::<Vec<_>>().join("\n");
    let Ok(mut value) = serde_json::from_str::<Value>(body.trim()) else { return body };
    scrub(&mut value);
    value.to_string()
}

/// Times, and what rests on them.
const MOVING: &[&str] = &[
    "timing",
    "index_age_hours",
    "indexed_at",
    "last_indexed",
    "indexedAt",
    "since",
    "updatedAt",
    "uptime_seconds",
    "now",
    "requestId",
    "loaded_at",
];

fn scrub(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !MOVING.contains(&name.as_str()));
            fields.values_mut().for_each(scrub);
        }
        Value::Array(items) => items.iter_mut().for_each(scrub),
        Value::String(text) => {
            if let Ok(mut inner) = serde_json::from_str::<Value>(text)
                && (inner.is_object() || inner.is_array())
            {
                scrub(&mut inner);
                *text = inner.to_string();
            }
        }
        _ => {}
    }
}
