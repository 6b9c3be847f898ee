//! A measurement shows each question exactly what its set lets it see: scopes, pools and as many documents as are asked
//! for.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use std::collections::BTreeSet;

use jiff::Timestamp;
use memoro_engine::{Caller, Eval, Mode};
use serde_json::{Value, json};

/// Measures a set; returns what each question saw, by its id.
fn seen(docs: &[Value], queries: &[Value], limit: usize) -> Vec<(String, BTreeSet<String>)> {
    let folder = tempfile::tempdir().unwrap();
    let lines = |rows: &[Value]| rows.iter().map(|row| format!("{row}\n")).collect::<Vec<_>>().concat();
    std::fs::write(folder.path().join("docs.jsonl"), lines(docs)).unwrap();
    std::fs::write(folder.path().join("queries.jsonl"), lines(queries)).unwrap();
    let dataset = folder.path().to_owned();
    let eval = Eval { dataset, queries: "queries.jsonl".into(), mode: Mode::Hybrid, limit };
    let (run, _) = eval.run(&Caller::user(Timestamp::now()), |_, _, _| {}).unwrap();
    run.into_iter().map(|(id, ranked)| (id, ranked.into_iter().map(|(doc, _)| doc).collect())).collect()
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn a_question_sees_what_is_everybodys_and_its_own_and_of_these_its_pool() {
    let text = "ประตูท่าเรือ 港口的门 the harbour gate";
    let docs = [
        json!({"id": "open", "text": text, "session": "s1"}),
        json!({"id": "star", "text": text, "session": "s2", "scope": "*"}),
        json!({"id": "a", "text": text, "session": "s1", "scope": "ผู้ใช้/ก"}),
        json!({"id": "b", "text": text, "session": "s1", "scope": "b"}),
        json!({"id": "default", "text": text, "session": "s1", "scope": "default"}),
        // Two users whose sessions have one name.
        json!({"id": "a-said", "text": text, "session": "s3", "scope": "ผู้ใช้/ก", "speaker": "Ann"}),
        json!({"id": "b-said", "text": text, "session": "s3", "scope": "b", "speaker": "Bo"}),
        json!({"id": "nowhere", "text": text}),
    ];
    let ask = |id: &str, more: Value| {
        let mut question = json!({"id": id, "text": "港口 harbour gate ประตู", "relevant": ["open"]});
        let question_of = question.as_object_mut().unwrap();
        question_of.extend(more.as_object().unwrap().clone());
        question
    };
    let queries = [
        ask("nobody", json!({})),
        ask("a", json!({"scope": "ผู้ใช้/ก"})),
        ask("b", json!({"scope": "b"})),
        ask("star", json!({"scope": "*"})),
        ask("stranger", json!({"scope": "c"})),
        ask("pool", json!({"scope": "b", "pool": ["s1", "s3"]})),
        ask("no pool", json!({"pool": []})),
    ];
    let everybodys = ["open", "star", "nowhere"];
    let with = |own: &[&str]| set(&[everybodys.as_slice(), own].concat());
    let expected = [
        ("nobody", with(&[])),
        ("a", with(&["a", "a-said"])),
        ("b", with(&["b", "b-said"])),
        ("star", with(&[])),
        ("stranger", with(&[])),
        ("pool", set(&["open", "b", "b-said"])),
        ("no pool", set(&[])),
    ];
    for ((id, found), (name, wanted)) in seen(&docs, &queries, 50).into_iter().zip(expected) {
        assert_eq!((id.as_str(), found), (name, wanted));
    }
}

#[test]
fn as_many_documents_are_ranked_as_are_asked_for() {
    let docs: Vec<Value> =
        (0..400).map(|n| json!({"id": format!("d{n}"), "text": format!("docker ครั้งที่ {n} 次")})).collect();
    let queries = [json!({"id": "q", "text": "docker", "relevant": ["d1"]})];
    for limit in [10, 120, 300] {
        assert_eq!(seen(&docs, &queries, limit)[0].1.len(), limit);
    }
}
