//! What every engine of the store must do, told as a user of the store relies on it.

#![expect(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "a test panics on what it does not expect"
)]

use std::sync::Arc;

use jiff::Timestamp;
use memoro_core::{
    Actor, Confidence, Content, Decision, Entry, EntryKind, Episode, Grain, Key, Layer, Memory, MemoryId,
    Note, Op, Origin, Outcome, Priority, Procedure, Provenance, Retention, Scope, Sensitivity, Source,
    Stability, Stage, Status, Trigger, Trust, Ttl,
};
use memoro_store::{
    Change, Commit, Committed, Durability, Erase, EventFilter, Expect, Filter, Idempotency, MemoryText, Mode,
    Put, Store, StoreError,
};
use proptest::prelude::*;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_790_000_000 + second).unwrap()
}

fn entry(id: &str, key: &str, value: &str, second: i64) -> Memory {
    Memory {
        id: MemoryId::new(id).unwrap(),
        scope: "user:default".parse().unwrap(),
        key: Key::new(key).unwrap(),
        content: Content::Entry(Entry {
            kind: EntryKind::Fact,
            value: value.into(),
            priority: Priority::DEFAULT,
        }),
        tags: vec!["ป้าย".into()],
        status: Status::Active,
        provenance: Provenance::new(Origin::UserExplicit, Trust::User),
        retention: Retention::default(),
        sensitivity: Sensitivity::Normal,
        occurred_at: None,
        created_at: at(second),
        updated_at: at(second),
        valid_until: None,
    }
}

fn put(memory: &Memory, expect: Expect) -> Change {
    Change::Put(Box::new(Put::new(memory, expect, Op::Upsert, "user said: จำไว้ว่า …")))
}

fn commit(second: i64, changes: Vec<Change>) -> Commit {
    Commit { actor: Actor::user(), at: at(second), run: None, idempotency: None, changes }
}

fn new_store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("memoro.db"), Mode::Create).unwrap();
    (folder, store)
}

fn supersede(store: &Store, old: &str, new: &Memory, second: i64) {
    let stored = store.get(&MemoryId::new(old).unwrap()).unwrap().unwrap();
    let mut gone = stored.memory.clone();
    gone.status = Status::Superseded { by: Some(new.id.clone()), reason: "new value".into() };
    gone.valid_until = Some(at(second));
    let changes = vec![put(&gone, Expect::Rev(stored.rev)), put(new, Expect::New)];
    store.commit(commit(second, changes)).unwrap();
}

#[test]
fn a_commit_is_there_for_every_reader_at_once_also_in_another_process() {
    let (folder, store) = new_store();
    let other = Store::open(&folder.path().join("memoro.db"), Mode::Existing).unwrap();
    let memory = entry("a", "ชื่อ", "สมชาย", 1);
    store.commit(commit(1, vec![put(&memory, Expect::New)])).unwrap();
    assert_eq!(other.get(&memory.id).unwrap().unwrap().memory, memory);
    other.commit(commit(2, vec![put(&entry("b", "城市", "曼谷", 2), Expect::New)])).unwrap();
    assert_eq!(store.list(&Filter { now: at(3), ..Filter::default() }).unwrap().len(), 2);
}

#[test]
fn of_one_scope_and_key_only_one_memory_is_active() {
    let (_folder, store) = new_store();
    store.commit(commit(1, vec![put(&entry("a", "tone", "formal", 1), Expect::New)])).unwrap();
    let second = commit(2, vec![put(&entry("b", "tone", "casual", 2), Expect::New)]);
    assert!(matches!(store.commit(second), Err(StoreError::Conflict(_))));
    supersede(&store, "a", &entry("b", "tone", "casual", 2), 2);
    let key = Key::new("tone").unwrap();
    let scope: Scope = "user:default".parse().unwrap();
    assert_eq!(store.active(&scope, &key).unwrap().unwrap().memory.id.as_str(), "b");
    assert_eq!(store.of_key(&scope, &key).unwrap().len(), 2);
}

#[test]
fn the_past_is_answered_as_it_was_believed_then() {
    let (_folder, store) = new_store();
    store.commit(commit(10, vec![put(&entry("a", "tone", "formal", 10), Expect::New)])).unwrap();
    supersede(&store, "a", &entry("b", "tone", "casual", 20), 20);
    let values = |as_of: Option<i64>| -> Vec<String> {
        let filter = Filter { now: at(100), as_of: as_of.map(at), ..Filter::default() };
        store.list(&filter).unwrap().iter().map(|s| s.memory.content.text()).collect()
    };
    assert_eq!(values(Some(5)), Vec::<String>::new());
    assert_eq!(values(Some(15)), ["formal"]);
    assert_eq!(values(Some(25)), ["casual"]);
    assert_eq!(values(None), ["casual"]);
    let versions = store.versions(&MemoryId::new("a").unwrap()).unwrap();
    assert_eq!(
        versions.iter().map(|v| v.memory.status.as_str()).collect::<Vec<_>>(),
        ["active", "superseded"]
    );
}

#[test]
fn a_change_based_on_an_old_revision_is_a_conflict_and_changes_nothing() {
    let (_folder, store) = new_store();
    let memory = entry("a", "k", "one", 1);
    store.commit(commit(1, vec![put(&memory, Expect::New)])).unwrap();
    store.commit(commit(2, vec![put(&entry("a", "k", "two", 2), Expect::Rev(1))])).unwrap();
    let late = commit(
        3,
        vec![
            put(&entry("c", "other", "x", 3), Expect::New),
            put(&entry("a", "k", "late", 3), Expect::Rev(1)),
        ],
    );
    assert!(matches!(store.commit(late), Err(StoreError::Conflict(_))));
    assert!(store.get(&MemoryId::new("c").unwrap()).unwrap().is_none());
    assert_eq!(store.get(&memory.id).unwrap().unwrap().memory.content.text(), "two");
    assert_eq!(store.verify_audit().unwrap().problems, []);
}

#[test]
fn the_same_request_is_carried_out_once_and_another_under_its_key_is_refused() {
    let (_folder, store) = new_store();
    let request = |body: u8, id: &str| Commit {
        idempotency: Some(Idempotency {
            key: "k-1".into(),
            request: [body; 32],
            answer: format!("stored {id}"),
        }),
        ..commit(1, vec![put(&entry(id, id, "v", 1), Expect::New)])
    };
    assert!(matches!(store.commit(request(1, "a")).unwrap(), Committed::Done { .. }));
    assert_eq!(store.commit(request(1, "b")).unwrap(), Committed::Replayed { answer: "stored a".into() });
    assert!(matches!(store.commit(request(2, "c")), Err(StoreError::KeyReused(_))));
    assert_eq!(store.list(&Filter { now: at(2), ..Filter::default() }).unwrap().len(), 1);
}

#[test]
fn an_answer_is_kept_under_its_request_alone_and_not_longer_than_what_was_erased() {
    let (_folder, store) = new_store();
    let request = |key: &str, body: u8, answer: &str| Idempotency {
        key: key.into(),
        request: [body; 32],
        answer: answer.into(),
    };
    let known = |key: &str, body: u8| store.answered(&request(key, body, "")).unwrap();
    let begun = Commit {
        idempotency: Some(request("k", 1, "")),
        ..commit(1, vec![put(&entry("a", "a", "v", 1), Expect::New)])
    };
    store.commit(begun).unwrap();
    assert_eq!(known("k", 1).as_deref(), Some(""));
    store.keep_answer(request("k", 1, "{\"ก\":1}"), at(1)).unwrap();
    store.keep_answer(request("k", 2, "{\"other\":1}"), at(1)).unwrap();
    store.keep_answer(request("no change", 3, "merged\ta"), at(9)).unwrap();
    assert_eq!(known("k", 1).as_deref(), Some("{\"ก\":1}"));
    assert!(matches!(store.answered(&request("k", 2, "")), Err(StoreError::KeyReused(_))));
    let id = MemoryId::new("a").unwrap();
    let erase = Erase { id, tombstones: Vec::new(), mirror: None, reason: "x".into() };
    store.commit(commit(10, vec![Change::Erase(erase)])).unwrap();
    assert_eq!(known("k", 1).as_deref(), Some(""), "that it was carried out is known, its words are not");
    assert_eq!(
        known("no change", 3).as_deref(),
        Some(""),
        "what it named was erased; it is not carried out again"
    );
    assert_eq!(store.drop_answers(at(2)).unwrap(), 1);
    assert_eq!(known("k", 1), None);
}

#[test]
fn no_byte_of_a_requests_key_is_kept_and_it_is_known_all_the_same() {
    let (folder, store) = new_store();
    let keys = ["retry-of-Somchai-4711", "คีย์ของสมชาย", "王伟的请求"];
    for (n, key) in keys.iter().enumerate() {
        let id = format!("id-{n}");
        let request = Idempotency { key: (*key).into(), request: [1; 32], answer: format!("stored\t{id}") };
        let put = put(&entry(&id, &id, "v", 1), Expect::New);
        let first = Commit { idempotency: Some(request.clone()), ..commit(1, vec![put]) };
        store.commit(first.clone()).unwrap();
        assert!(matches!(store.commit(first).unwrap(), Committed::Replayed { .. }));
        let other = Idempotency { request: [2; 32], ..request };
        let told = store.answered(&other).unwrap_err().to_string();
        assert!(told.contains(key), "the error names the key as it was given: {told}");
    }
    store.truncate_log().unwrap();
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        for key in keys {
            assert!(!bytes.windows(key.len()).any(|w| w == key.as_bytes()), "{key} is on the disk");
        }
    }
}

#[test]
fn a_tombstone_that_somebody_took_away_is_missed_and_put_back_and_one_that_was_lifted_is_not() {
    let (folder, store) = new_store();
    let memories = ["a", "b"].map(|id| entry(id, id, "ลับมาก", 1));
    for memory in &memories {
        store.commit(commit(1, vec![put(memory, Expect::New)])).unwrap();
        let tombstones = vec![store.tombstone_of(memory, at(2))];
        let (id, reason) = (memory.id.clone(), String::new());
        store.commit(commit(2, vec![Change::Erase(Erase { id, tombstones, mirror: None, reason })])).unwrap();
    }
    let lifted = store.tombstones_over(&memories[0]).unwrap();
    store.commit(commit(3, vec![Change::Lift(lifted)])).unwrap();
    assert_eq!(store.verify_audit().unwrap().problems, []);
    let raw = rusqlite::Connection::open(folder.path().join("memoro.db")).unwrap();
    raw.execute("DELETE FROM tombstones", []).unwrap();
    let report = store.verify_audit().unwrap();
    assert_eq!((report.problems.len(), report.unburied.len()), (1, 1), "{report:?}");
    store.bury_again(report.unburied).unwrap();
    assert_eq!(store.verify_audit().unwrap().problems, []);
    assert_eq!(store.tombstones_over(&memories[1]).unwrap().len(), 1);
    assert_eq!(store.tombstones_over(&memories[0]).unwrap().len(), 0);
}

#[test]
fn lists_filter_by_layer_kind_tag_scope_status_and_time() {
    let (_folder, store) = new_store();
    let mut note = entry("n", "n", "", 2);
    note.content = Content::Note(Note { text: "deploy on Fridays".into() });
    note.tags = vec!["deploy".into()];
    let mut session = entry("s", "goal", "ship", 3);
    session.scope = "session:s1".parse().unwrap();
    let mut pending = entry("p", "p", "maybe", 4);
    pending.status = Status::Pending;
    let mut short = entry("t", "t", "gone", 5);
    short.retention =
        Retention::new(Stability::Volatile, "1s".parse::<Ttl>().unwrap(), at(5), &jiff::tz::TimeZone::UTC);
    let mut secret = entry("x", "x", "private", 6);
    secret.sensitivity = Sensitivity::Sensitive;
    let all = [entry("e", "e", "fact", 1), note, session, pending, short, secret];
    store.commit(commit(6, all.iter().map(|m| put(m, Expect::New)).collect())).unwrap();
    let ids = |filter: Filter| -> String {
        let list = store.list(&Filter { now: at(60), ..filter }).unwrap();
        list.iter().map(|s| s.memory.id.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(ids(Filter::default()), "s n e");
    assert_eq!(ids(Filter { layers: vec![Layer::Semantic, Layer::Working], ..Filter::default() }), "s n");
    assert_eq!(ids(Filter { tags: vec!["deploy".into(), "nothing".into()], ..Filter::default() }), "n");
    assert_eq!(ids(Filter { scopes: vec!["session:s1".parse().unwrap()], ..Filter::default() }), "s");
    assert_eq!(ids(Filter { statuses: vec!["pending".into()], ..Filter::default() }), "p");
    assert_eq!(ids(Filter { kinds: vec!["fact".into()], since: Some(at(2)), ..Filter::default() }), "s");
    assert_eq!(ids(Filter { sensitive: true, limit: Some(1), ..Filter::default() }), "x");
}

#[test]
fn erasing_leaves_no_byte_of_the_text_in_any_file_of_the_store() {
    let (folder, store) = new_store();
    let words = ["unforgettable-zebra-4711", "รหัสลับช้างเผือก", "絕密的藍色大象"];
    for (n, word) in words.iter().enumerate() {
        let mut memory = entry(&format!("id-{n}"), &format!("key {word}"), &format!("value {word}"), 1);
        memory.provenance.evidence = vec![format!("said {word}")];
        store.commit(commit(1, vec![put(&memory, Expect::New)])).unwrap();
        memory.content = Content::Note(Note { text: format!("{word} {}", "x".repeat(20_000)) });
        store.commit(commit(2, vec![put(&memory, Expect::Any)])).unwrap();
        let erase = Erase {
            id: memory.id.clone(),
            tombstones: vec![store.tombstone_of(&memory, at(3))],
            mirror: None,
            reason: "user asked".into(),
        };
        store.commit(commit(3, vec![Change::Erase(erase)])).unwrap();
        assert_eq!(store.tombstones_over(&memory).unwrap().len(), 1);
    }
    store.truncate_log().unwrap();
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        for word in words {
            assert!(!bytes.windows(word.len()).any(|w| w == word.as_bytes()), "{word} is still on the disk");
        }
    }
    let report = store.verify_audit().unwrap();
    assert_eq!((report.blanked, report.problems.as_slice()), (6, [].as_slice()));
}

#[test]
fn any_tampering_with_the_audit_is_found() {
    let tampering = [
        "UPDATE events SET reason = 'another' WHERE seq = 2",
        "UPDATE events SET new = NULL WHERE seq = 2",
        "UPDATE events SET actor = 'admin' WHERE seq = 2",
        "UPDATE events SET at = at + 1 WHERE seq = 3",
        "DELETE FROM events WHERE seq = 2",
        "DELETE FROM events WHERE seq = 5",
        "UPDATE events SET salt = NULL, key = '', old = NULL, new = NULL, reason = '' WHERE seq = 2",
        "UPDATE events SET new = 'เพิ่มทีหลัง', reason = 'said so' WHERE salt IS NULL",
        "UPDATE events SET memory = 'x' WHERE salt IS NULL",
    ];
    for sql in tampering {
        let (folder, store) = new_store();
        for n in 1..=4 {
            store
                .commit(commit(n, vec![put(&entry(&n.to_string(), &n.to_string(), "v", n), Expect::New)]))
                .unwrap();
        }
        let id = MemoryId::new("1").unwrap();
        let erase = Erase { id, tombstones: Vec::new(), mirror: None, reason: "x".into() };
        store.commit(commit(5, vec![Change::Erase(erase)])).unwrap();
        assert_eq!(store.verify_audit().unwrap().problems, []);
        let raw = rusqlite::Connection::open(folder.path().join("memoro.db")).unwrap();
        raw.execute(sql, []).unwrap();
        assert_ne!(store.verify_audit().unwrap().problems, [], "{sql}");
        store.commit(commit(9, vec![put(&entry("later", "later", "v", 9), Expect::New)])).unwrap();
        assert_ne!(store.verify_audit().unwrap().problems, [], "{sql}, and something was written after it");
    }
}

#[test]
fn a_commit_planned_on_facts_that_any_process_changed_is_refused() {
    let (folder, store) = new_store();
    let other = Store::open(&folder.path().join("memoro.db"), Mode::Existing).unwrap();
    let forgotten = entry("x", "x", "ลับ", 1);
    let changes: [(&str, &dyn Fn()); 4] = [
        ("rules", &|| other.set_named("policy", Some("{}"), Durability::Synced).unwrap()),
        ("no rules", &|| other.set_named("policy", None, Durability::Synced).unwrap()),
        ("a tombstone", &|| other.add_tombstones(vec![other.tombstone_of(&forgotten, at(1))]).unwrap()),
        ("a lifted one", &|| {
            let hashes = other.tombstones_over(&forgotten).unwrap();
            other.commit(commit(1, vec![Change::Lift(hashes)])).unwrap();
        }),
    ];
    for (n, (what, change)) in (10..).zip(changes) {
        let facts = store.facts_now().unwrap();
        change();
        let id = n.to_string();
        let write =
            |version| commit(n, vec![Change::Based(version), put(&entry(&id, &id, "v", n), Expect::New)]);
        let refused = store.commit(write(facts.version));
        assert!(matches!(refused, Err(StoreError::Moved)), "{what}: {refused:?}");
        let facts = store.facts_now().unwrap();
        let done = store.commit(write(facts.version)).unwrap();
        assert!(matches!(done, Committed::Done { read_back: true, .. }), "{what}: {done:?}");
        other.set_named("session.current", Some(&id), Durability::Synced).unwrap();
        assert_eq!(store.facts_now().unwrap(), facts, "{what}: nothing else counts");
    }
    assert_eq!(store.facts_now().unwrap().rules, None);
    assert!(!store.facts_now().unwrap().forgotten);
}

#[test]
fn of_commits_that_come_together_one_that_fails_takes_no_other_with_it() {
    let (_folder, store) = new_store();
    std::thread::scope(|scope| {
        for thread in 0..16 {
            let store = &store;
            scope.spawn(move || {
                for n in 0..20 {
                    let id = format!("{thread}-{n}");
                    let done = store.commit(commit(n, vec![put(&entry(&id, &id, "v", n), Expect::New)]));
                    assert!(matches!(done, Ok(Committed::Done { read_back: true, .. })), "{done:?}");
                    let late = store.commit(commit(n, vec![put(&entry(&id, &id, "w", n), Expect::Rev(7))]));
                    assert!(matches!(late, Err(StoreError::Conflict(_))), "{late:?}");
                }
            });
        }
    });
    assert_eq!(store.count(&Filter { now: at(99), ..Filter::default() }).unwrap(), 320);
    let report = store.verify_audit().unwrap();
    assert_eq!((report.lines, report.problems.as_slice()), (320, [].as_slice()));
}

#[test]
fn writers_in_many_threads_and_two_stores_lose_nothing_and_keep_one_chain() {
    let (folder, first) = new_store();
    let second = Store::open(&folder.path().join("memoro.db"), Mode::Existing).unwrap();
    let stores = [Arc::new(first), Arc::new(second)];
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let store = Arc::clone(&stores[thread % 2]);
            scope.spawn(move || {
                for n in 0..25 {
                    let name = format!("{thread}-{n}");
                    store.commit(commit(1, vec![put(&entry(&name, &name, "v", 1), Expect::New)])).unwrap();
                }
            });
        }
    });
    assert_eq!(stores[0].count(&Filter { now: at(2), ..Filter::default() }).unwrap(), 200);
    let report = stores[1].verify_audit().unwrap();
    assert_eq!((report.lines, report.problems.as_slice()), (200, [].as_slice()));
    let events =
        stores[0].events(&EventFilter { limit: Some(1), newest: true, ..EventFilter::default() }).unwrap();
    assert_eq!(events[0].0.seq, 200);
}

#[test]
fn the_audit_is_whole_at_every_look_while_others_write() {
    let (_folder, store) = new_store();
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for n in 0..300 {
                let name = format!("w-{n}");
                store.commit(commit(1, vec![put(&entry(&name, &name, "v", 1), Expect::New)])).unwrap();
            }
            done.store(true, std::sync::atomic::Ordering::Release);
        });
        while !done.load(std::sync::atomic::Ordering::Acquire) {
            assert_eq!(store.verify_audit().unwrap().problems, []);
        }
    });
}

#[test]
fn a_store_of_a_newer_version_a_missing_one_and_a_foreign_file_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memoro.db");
    assert!(
        matches!(Store::open(&path, Mode::Existing), Err(StoreError::Damaged(why)) if why.contains("missing"))
    );
    drop(Store::open(&path, Mode::Create).unwrap());
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "user_version", 999).unwrap();
    assert!(matches!(Store::open(&path, Mode::Existing), Err(StoreError::Newer { found: 999, .. })));
    let foreign = folder.path().join("foreign.db");
    std::fs::write(&foreign, "these are not the pages you are looking for, but a longer text".repeat(200))
        .unwrap();
    assert!(matches!(Store::open(&foreign, Mode::Existing), Err(StoreError::Damaged(_))));
    let empty = folder.path().join("empty.db");
    std::fs::write(&empty, "").unwrap();
    assert!(matches!(Store::open(&empty, Mode::Existing), Err(StoreError::Damaged(_))));
}

#[test]
fn a_store_of_every_older_schema_is_brought_up_and_keeps_its_memories() {
    let migrations = [
        include_str!("../src/migrations/0001_memories.sql"),
        include_str!("../src/migrations/0002_index.sql"),
        include_str!("../src/migrations/0003_newest.sql"),
        include_str!("../src/migrations/0004_embedding_cache.sql"),
        include_str!("../src/migrations/0005_facts.sql"),
        include_str!("../src/migrations/0007_links.sql"),
        include_str!("../src/migrations/0008_images.sql"),
        include_str!("../src/migrations/0009_files_by_hash.sql"),
        include_str!("../src/migrations/0010_hidden_keys.sql"),
        include_str!("../src/migrations/0011_happened.sql"),
    ];
    assert_eq!(migrations.len(), memoro_store::SCHEMA as usize, "a new migration belongs into this list");
    for schema in 1..=migrations.len() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memoro.db");
        let raw = rusqlite::Connection::open(&path).unwrap();
        migrations[..schema].iter().for_each(|sql| raw.execute_batch(sql).unwrap());
        raw.pragma_update(None, "user_version", schema).unwrap();
        raw.execute_batch(
            "INSERT INTO memories VALUES (1, 'old', 'user', 'default', 'tone', 'entry', 'preference',
             '{\"value\":\"สุภาพ\",\"priority\":50}', '[]', 'active', NULL, NULL, 'user_explicit', 'user', 950, '{}',
             'stable', 'none', NULL, 'normal', NULL, 1790000000000000, 1790000000000000, NULL, 1790000000000000, 1)",
        )
        .unwrap();
        let hides = schema < 9;
        if hides {
            let kept = "INSERT INTO idempotency VALUES ('คีย์ของ Somchai', ?1, 'stored', 1)";
            raw.execute(kept, [[7_u8; 32]]).unwrap();
        }
        drop(raw);
        let store = Store::open(&path, Mode::Existing).unwrap();
        let request = Idempotency {
            key: "คีย์ของ Somchai".into(), request: [7; 32], answer: String::new()
        };
        assert_eq!(store.answered(&request).unwrap().is_some(), hides, "schema {schema}");
        let names: Vec<String> = rusqlite::Connection::open(&path)
            .unwrap()
            .prepare("SELECT name FROM idempotency")
            .unwrap()
            .query_map([], |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert!(names.iter().all(|name| !name.contains("Somchai")), "{names:?}");
        let memory = store.get(&MemoryId::new("old").unwrap()).unwrap().unwrap().memory;
        assert_eq!(memory.content.text(), "สุภาพ", "schema {schema}");
        assert_eq!(store.unindexed().unwrap().len(), 1);
        store.reindex(vec![(memory.id.clone(), MemoryText::of(&memory, None))], at(1)).unwrap();
        assert_eq!(store.unindexed().unwrap().len(), 0);
        store.commit(commit(2, vec![put(&entry("new", "k", "v", 2), Expect::New)])).unwrap();
    }
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof!["\\PC{0,40}", "[ก-๙]{1,20}", "[一-龥]{1,20}", any::<String>()]
}

prop_compose! {
    fn contents()(text in words(), other in words(), list in prop::collection::vec(words(), 0..4), n in 0usize..30) -> Content {
        match n % 5 {
            0 => Content::Entry(Entry { kind: EntryKind::ALL[n % 4], value: text, priority: Priority::new(n as u8).unwrap() }),
            1 => Content::Note(Note { text }),
            2 => Content::Procedure(Procedure { trigger: if n > 9 { Trigger::Always } else { Trigger::When(text) }, steps: list }),
            3 => Content::Decision(Decision {
                title: text.clone(), why: other.clone(), finding: text.clone(), conclusion: other, impact: text, refs: list,
                stage: Stage::ALL[n % 6],
            }),
            _ => Content::Episode(Episode {
                grain: Grain::ALL[n % 4], summary: text, topics: list, outcome: Outcome::ALL[n % 4],
                duration_ms: (n > 9).then_some(n as u64),
            }),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn what_was_put_is_what_is_got(contents in prop::collection::vec((contents(), words(), 0u16..=1000), 1..20)) {
        let (_folder, store) = new_store();
        let memories: Vec<Memory> = contents.into_iter().enumerate().map(|(n, (content, text, confidence))| {
            let mut memory = entry(&format!("m{n}"), &format!("k{n}"), "", 1);
            memory.content = content;
            memory.tags = vec![text.clone()];
            memory.provenance.confidence = Confidence::from_thousandths(confidence);
            memory.provenance.source = Source { session: Some(text.clone()), path: None, range: Some("1-2".into()) };
            memory.provenance.evidence = vec![text.clone()];
            memory.status = Status::Superseded { by: Some(MemoryId::new("x").unwrap()), reason: text };
            memory.occurred_at = Some(at(-5_000_000_000));
            memory.valid_until = Some(at(7));
            memory
        }).collect();
        store.commit(commit(1, memories.iter().map(|m| put(m, Expect::New)).collect())).unwrap();
        for memory in &memories {
            prop_assert_eq!(&store.get(&memory.id).unwrap().unwrap().memory, memory);
        }
    }
}
