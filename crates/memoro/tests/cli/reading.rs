//! Reading: get, list, history, why, resolve.

use serde_json::Value;

use crate::{House, holds};

fn texts(listed: &Value) -> Vec<String> {
    let memories = listed["memories"].as_array().unwrap();
    memories.iter().map(|m| m["text"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn get_takes_an_id_a_key_or_the_unique_start_of_an_id() {
    let house = House::new();
    let id = house.json(&["remember", "Retries must be idempotent"])["id"].as_str().unwrap().to_owned();
    house.ok(&["profile", "set", "ชื่อเล่น", "ต้น"]);
    assert_eq!(house.json(&["get", &id])["id"], id.as_str());
    assert_eq!(house.json(&["get", "learning_20"])["id"], id.as_str());
    assert_eq!(house.json(&["get", "ชื่อเล่น"])["text"], "ต้น");
    house.ok(&["remember", "Another learning"]);
    let error = house.error(2, &["get", "learning_20"]);
    assert_eq!(error["code"], "ambiguous");
    let error = house.error(1, &["get", "nothing-like-it"]);
    assert_eq!(error["code"], "not_found");
    assert!(error["hint"].as_str().unwrap_or_default().starts_with("run `memoro list`"), "{error}");
}

#[test]
fn get_shows_a_memory_to_people_in_full() {
    let house = House::new();
    house.ok(&["profile", "set", "response.language", "ไทย", "--kind", "preference"]);
    holds(
        &house.ok(&["get", "response.language"]).out,
        &["ไทย\n", "user:default", "user_model", "preference, priority 50"],
    );
}

#[test]
fn what_was_believed_on_a_day_is_what_was_believed_at_its_end() {
    let house = House::new();
    house.ok(&["profile", "set", "สี", "แดง"]);
    house.ok(&["remember", "--scope", "project:p", "--key", "offer", "open", "--ttl", "1s"]);
    let today = house.json(&["get", "สี"])["updated_at"].as_str().unwrap().to_owned();
    let day = today.split('T').next().unwrap();
    for as_of in ["today", day, "now"] {
        holds(&house.ok(&["list", "--as-of", as_of]).out, &["แดง"]);
        holds(&house.ok(&["recall", "แดง", "--as-of", as_of]).out, &["แดง"]);
    }
    let before: jiff::civil::Date = day.parse().unwrap();
    house.fails(1, &["list", "--as-of", &before.yesterday().unwrap().to_string()]);
    // What holds then is not shown as expired, though it is by now.
    let then = house.json(&["get", "offer"])["updated_at"].as_str().unwrap().to_owned();
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    let listed = house.ok(&["list", "--as-of", &then]).out;
    assert!(listed.contains("open") && !listed.contains("[expired]"), "{listed}");
    assert_eq!(
        house.json(&["list", "--as-of", &then, "--scope", "project:p"])["memories"][0]["expired"],
        false
    );
}

#[test]
fn list_filters_by_layer_kind_tag_scope_status_and_time() {
    let house = House::new();
    house.ok(&["remember", "a plain text", "--tag", "release"]);
    house.ok(&["profile", "set", "tone", "สั้น"]);
    house.ok(&["profile", "set", "tone", "ยาว"]);
    house.ok(&["remember", "--scope", "project:web", "--key", "截止日期", "十二月"]);
    house.ok(&["remember", "--sensitive", "a private text"]);
    house.ok(&["decide", "Use SQLite"]);
    let list = |arguments: &[&str]| texts(&house.json(&[&["list"], arguments].concat()));
    assert_eq!(list(&["--layer", "profile"]), ["ยาว"]);
    assert_eq!(list(&["--kind", "preference"]), ["ยาว"]);
    assert_eq!(list(&["--kind", "decision"]), ["Use SQLite"]);
    assert_eq!(list(&["--tag", "release"]), ["a plain text"]);
    assert_eq!(list(&["--scope", "project:web"]), ["十二月"]);
    assert_eq!(list(&["--status", "superseded"]), ["สั้น"]);
    assert_eq!(list(&["--since", "1h"]).len(), 4);
    assert_eq!(list(&["--sensitive"]).len(), 5);
    house.fails(1, &["list", "--until", "1h"]);
    house.fails(1, &["list", "--as-of", "2020-01-01"]);
    let page = house.json(&["list", "-n", "2"]);
    assert_eq!((texts(&page).len(), &page["more"]), (2, &true.into()));
    holds(&house.fails(2, &["list", "--kind", "opinion"]), &["unknown kind `opinion`"]);
    holds(&house.fails(2, &["list", "--layer", "attic"]), &["attic", "hint: run `memoro list --help`"]);
    holds(&house.fails(2, &["list", "--since", "soonish"]), &["--since: `soonish` is no time", "hint: try"]);
}

#[test]
fn the_past_is_a_question_that_list_answers() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "short"]);
    let before = house.json(&["get", "tone"])["updated_at"].as_str().unwrap().to_owned();
    house.ok(&["profile", "set", "tone", "long"]);
    assert_eq!(texts(&house.json(&["list", "--as-of", &before])), ["short"]);
    assert_eq!(texts(&house.json(&["list"])), ["long"]);
}

#[test]
fn why_tells_origin_chain_and_audit() {
    let house = House::new();
    let old = house.json(&["profile", "set", "tone", "short"])["id"].clone();
    house.ok(&["profile", "set", "tone", "long", "--run", "run-7"]);
    let why = house.json(&["why", "tone"]);
    assert_eq!(why["memory"]["origin"], "user_explicit");
    assert_eq!(why["replaced"][0]["id"], old);
    assert_eq!(why["events"][0]["run"], "run-7");
    holds(&house.ok(&["why", "tone"]).out, &["replaced", "upsert"]);
}

#[test]
fn resolve_shows_what_counts_and_what_it_shadows() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "formal"]);
    house.ok(&["session", "set", "tone", "casual"]);
    let values = house.json(&["resolve", "tone"])["values"].clone();
    assert_eq!((&values[0]["value"], &values[0]["scope"]), (&"formal".into(), &"user:default".into()));
    assert_eq!(
        (&values[0]["shadowed"][0]["value"], &values[0]["shadowed"][0]["because"]),
        (&"casual".into(), &"scope".into())
    );
    let other = house.json(&["resolve", "tone", "--config", "precedence=session,user"])["values"].clone();
    assert_eq!(other[0]["value"], "casual");
    house.fails(1, &["resolve", "nothing"]);
}
