//! What the view and its updates must keep to: nothing lost, nothing of a wrong type.

use proptest::prelude::*;

use super::*;
use crate::content::{Content, Entry, EntryKind, Priority};
use crate::id::{Key, MemoryId};
use crate::provenance::{Origin, Provenance, Trust};
use crate::retention::{Retention, Sensitivity};
use crate::scope::Scope;
use crate::status::Status;

fn now() -> Timestamp {
    "2026-11-15T10:00:00Z".parse().unwrap()
}

fn user() -> UserId {
    UserId::new("สมชาย").unwrap()
}

fn entry(key: &str, value: &str) -> Memory {
    Memory {
        id: MemoryId::new(format!("id-{key}")).unwrap(),
        scope: Scope::User(user()),
        key: Key::new(key).unwrap(),
        content: Content::Entry(Entry {
            kind: EntryKind::Preference,
            value: value.into(),
            priority: Priority::DEFAULT,
        }),
        tags: Vec::new(),
        status: Status::Active,
        provenance: Provenance::new(Origin::UserExplicit, Trust::User),
        retention: Retention::default(),
        sensitivity: Sensitivity::Normal,
        occurred_at: None,
        created_at: now(),
        updated_at: now(),
        valid_until: None,
    }
}

fn viewed(entries: &[Memory]) -> UserModel {
    view(&user(), entries, &Defaults::default(), now())
}

fn map(fields: &[(&str, Value)]) -> Value {
    Value::Map(fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
}

fn text(text: &str) -> Value {
    Value::Text(text.into())
}

/// Does to the entries what the updates say.
fn apply(entries: &mut Vec<Memory>, update: &Value) {
    let updates = Partial::read(update).unwrap().updates(entries).unwrap();
    for (key, change) in updates {
        entries.retain(|m| m.key != key);
        if let Change::Set(value) = change {
            entries.push(entry(key.as_str(), &value));
        }
    }
}

#[test]
fn an_unknown_user_has_the_defaults() {
    let model = viewed(&[]);
    assert_eq!(
        (model.language.as_str(), model.length.as_str(), model.style.as_str(), model.timezone.as_str()),
        ("th", "auto", "casual", "Asia/Bangkok")
    );
    assert_eq!(model.confidence.thousandths(), 0);
    let other = Defaults { language: "zh".into(), timezone: "Asia/Shanghai".into(), ..Defaults::default() };
    let model = view(&user(), &[], &other, now());
    assert_eq!((model.language.as_str(), model.timezone.as_str()), ("zh", "Asia/Shanghai"));
}

#[test]
fn entries_fill_their_slots_and_the_rest_is_not_lost() {
    let mut old = entry("response.language", "en");
    old.status = Status::Pending;
    let model = viewed(&[
        entry("expertise.docker", "Expert"),
        entry("expertise.泡茶", "novice"),
        entry("expertise.rust", "เก่งมาก"),
        entry("response.verbosity", "detailed"),
        entry("response.length", "concise"),
        entry("topics.common", "docker, ปลูกผัก，茶"),
        entry("active_hours", "21-2"),
        entry("notes.2", "b"),
        entry("notes.1", "a"),
        entry("notes.10", "c"),
        entry("response.tone", "friendly"),
        old,
    ]);
    assert_eq!(model.expertise.get("docker"), Some(&Level::Expert));
    assert_eq!(model.expertise.get("泡茶"), Some(&Level::Novice));
    assert_eq!(model.length, "concise");
    assert_eq!(model.language, "th", "what is pending does not count");
    assert_eq!(model.topics, ["docker", "ปลูกผัก", "茶"]);
    assert_eq!(model.active_hours, ActiveHours::new(21, 2));
    assert_eq!(model.notes, ["a", "b", "c"]);
    assert_eq!(model.others.get("response.tone").map(String::as_str), Some("friendly"));
    assert_eq!(model.others.get("expertise.rust").map(String::as_str), Some("เก่งมาก"));
    assert_eq!(model.confidence.thousandths(), 950);
}

#[test]
fn a_time_zone_that_was_written_by_hand_is_known_by_its_names() {
    for (written, zone) in [
        ("โตเกียว", "Asia/Tokyo"),
        ("曼谷", "Asia/Bangkok"),
        ("London", "Europe/London"),
        ("Asia/Almaty", "Asia/Almaty"),
    ] {
        assert_eq!(viewed(&[entry("timezone", written)]).timezone, zone, "{written}");
    }
}

#[test]
fn an_update_merges_deeply_and_replaces_lists() {
    let mut entries = vec![
        entry("expertise.docker", "expert"),
        entry("notes.1", "a"),
        entry("notes.20", "b"),
        entry("response.verbosity", "detailed"),
        entry("topics.common", "x, y"),
    ];
    apply(
        &mut entries,
        &map(&[
            ("userId", text("default")),
            ("expertise", map(&[("Rust", text("novice"))])),
            ("preferences", map(&[("responseLength", text("concise")), ("emoji", Value::Bool(false))])),
            ("commonTopics", Value::List(vec![text("z, with comma")])),
            ("notes", Value::List(vec![text("c")])),
            ("activeHours", map(&[("start", Value::Number(9.0)), ("end", Value::Number(18.0))])),
        ]),
    );
    let model = viewed(&entries);
    assert_eq!(model.expertise.len(), 2);
    assert_eq!(model.length, "concise");
    assert_eq!(model.topics, ["z, with comma"]);
    assert_eq!(model.notes, ["c"]);
    assert_eq!(model.active_hours, ActiveHours::new(9, 18));
    assert_eq!(model.others.get("preferences.emoji").map(String::as_str), Some("false"));

    apply(
        &mut entries,
        &map(&[("expertise", map(&[("docker", Value::Null)])), ("commonTopics", Value::List(vec![]))]),
    );
    let model = viewed(&entries);
    assert_eq!(model.expertise.keys().collect::<Vec<_>>(), ["rust"]);
    assert!(model.topics.is_empty());
}

#[test]
fn wrong_types_are_refused_by_name() {
    for (update, message) in [
        (text("x"), "`the update` must be an object, not a text"),
        (map(&[("expertise", text("docker"))]), "`expertise` must be an object, not a text"),
        (
            map(&[("expertise", map(&[("docker", text("guru"))]))]),
            "`guru` is no value of `expertise.docker` (expected novice, intermediate, advanced or expert)",
        ),
        (map(&[("notes", text("x"))]), "`notes` must be a list of texts, not a text"),
        (map(&[("notes", Value::List(vec![map(&[])]))]), "`notes[0]` must be a text, not an object"),
        (
            map(&[("commonTopics", Value::List(vec![text("docker"), Value::Number(2.0)]))]),
            "`commonTopics[1]` must be a text, not a number",
        ),
        (
            map(&[("topics.common", Value::List(vec![Value::Null]))]),
            "`topics.common[0]` must be a text, not nothing",
        ),
        (
            map(&[("response.language", Value::Bool(true))]),
            "`response.language` must be a text, not a truth value",
        ),
        (
            map(&[("preferences", map(&[("language", Value::Number(1.0))]))]),
            "`preferences.language` must be a text, not a number",
        ),
        (
            map(&[("activeHours", map(&[("start", Value::Number(9.5)), ("end", Value::Number(18.0))]))]),
            "`9.5` is no value of `activeHours.start` (expected a whole hour from 0 to 24)",
        ),
        (
            map(&[("activeHours", map(&[("start", Value::Number(9.0))]))]),
            "`activeHours.end` must be a number, not nothing",
        ),
    ] {
        assert_eq!(Partial::read(&update).unwrap_err().to_string(), message);
    }
    let long = map(&[("expertise", map(&[("x".repeat(300).as_str(), text("novice"))]))]);
    let error = Partial::read(&long).unwrap().updates(&[]).unwrap_err();
    assert!(error.to_string().contains("cannot be a key"), "{error}");
}

#[test]
fn null_takes_a_field_away_and_nothing_else() {
    let mut entries: Vec<Memory> = Vec::new();
    let full = map(&[
        ("expertise", map(&[("docker", text("expert")), ("rust", text("novice"))])),
        ("preferences", map(&[("language", text("en")), ("length", text("short"))])),
        ("topics", Value::List(vec![text("deploys")])),
        ("timezone", text("Asia/Tokyo")),
    ]);
    apply(&mut entries, &full);
    let kept = viewed(&entries);
    assert_eq!((kept.expertise.len(), kept.topics.len()), (2, 1));
    apply(&mut entries, &map(&[("expertise", Value::Null), ("topics", Value::Null)]));
    let model = viewed(&entries);
    assert!(model.expertise.is_empty() && model.topics.is_empty());
    assert_eq!((model.language.as_str(), model.timezone.as_str()), ("en", "Asia/Tokyo"));
    apply(&mut entries, &map(&[("preferences", Value::Null), ("timezone", Value::Null)]));
    let empty = viewed(&[]);
    let model = viewed(&entries);
    assert_eq!(
        (model.language, model.length, model.timezone),
        (empty.language, empty.length, empty.timezone)
    );
}

proptest! {
    #[test]
    fn lists_survive_being_one_value(items in proptest::collection::vec("[a-zก-ฮ东,，、\\\\ ]{1,8}", 0..5)) {
        let items: Vec<String> = items.iter().map(|i| i.trim().to_owned()).filter(|i| !i.is_empty()).collect();
        prop_assert_eq!(value::split_list(&value::join_list(&items)), items);
    }

    #[test]
    fn what_is_set_is_what_is_seen(
        topics in proptest::collection::vec("[a-zก-ฮ]{1,6}", 1..4), notes in proptest::collection::vec("[a-z东京 ]{1,9}[a-z]", 0..5),
        before in 0usize..6,
    ) {
        let mut entries: Vec<Memory> = (1..=before).map(|n| entry(&format!("notes.{n}"), "old")).collect();
        let list = |items: &[String]| Value::List(items.iter().map(|i| text(i)).collect());
        apply(&mut entries, &map(&[("commonTopics", list(&topics)), ("notes", list(&notes))]));
        let model = viewed(&entries);
        prop_assert_eq!(model.topics, topics);
        prop_assert_eq!(model.notes, notes);
    }
}
