//! Stores with damaged pages: a rebuild keeps every row that can still be read, says exactly what it could not, and
//! leaves an audit that holds.

use std::collections::BTreeMap;

use rusqlite::Connection;
use serde_json::Value;

use crate::damage::copy;
use crate::{House, holds};

const LONG: &str = " — ข้อความยาวพอให้เต็มหน้า 足够长的文字 and some words more";

/// A workspace with something of everything that has no file, and of much of it more than one page.
fn house() -> House {
    let house = House::new();
    for n in 0..30 {
        let value = format!("ช่อง {n} 号{}", LONG.repeat(6));
        let key = format!("gate.{n}");
        house.ok(&["remember", &value, "--key", &key, "--scope", "project:港口", "--kind", "fact"]);
    }
    house.ok(&["profile", "set", "tone", "formal"]);
    house.ok(&["profile", "set", "tone", "สุภาพ"]);
    house.ok(&["remember", "The VPN listens on port 51820"]);
    house.ok(&["--as", "agent", "profile", "set", "city", "เชียงใหม่"]);
    house.ok(&["remember", "a secret that was told once", "--key", "secret", "--scope", "project:港口"]);
    house.ok(&["forget", "secret", "--yes"]);
    house.ok(&[
        "remember",
        "said once",
        "--key",
        "once",
        "--scope",
        "project:港口",
        "--idempotency-key",
        "k1",
    ]);
    house.write("docs/ops.md", "# Operations\n\nThe gateway is restarted on the first Monday.\n");
    house.ok(&["index"]);
    house.ok(&["recall", "port of the VPN"]);
    // A store of which nothing is in the log any more.
    let conn = open(&house);
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    house
}

fn open(house: &House) -> Connection {
    Connection::open(house.ws(".memoro/memoro.db")).unwrap()
}

/// A copy of a workspace in a house of its own.
fn copied(whole: &House) -> House {
    let house = House::empty();
    copy(&whole.path("ws"), &house.path("ws"));
    house
}

/// The pages of a table or index: `leaf` or `internal` ones, the root first.
fn pages(house: &House, name: &str, kind: &str) -> Vec<u64> {
    let conn = open(house);
    let mut statement = conn
        .prepare("SELECT pageno FROM dbstat WHERE name = ?1 AND pagetype = ?2 ORDER BY path, pageno")
        .unwrap();
    let rows = statement.query_map([name, kind], |row| row.get(0)).unwrap();
    rows.collect::<rusqlite::Result<_>>().unwrap()
}

fn blank(house: &House, pages: &[u64]) {
    let file = house.ws(".memoro/memoro.db");
    let mut bytes = std::fs::read(&file).unwrap();
    for page in pages {
        let from = usize::try_from((page - 1) * 4096).unwrap();
        bytes[from..from + 4096].fill(0);
    }
    std::fs::write(file, bytes).unwrap();
}

/// Every memory, whatever its status: its text by its id.
fn memories(house: &House) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for status in ["active", "pending", "superseded", "archived"] {
        let ran = house.run(&["list", "--status", status, "--limit", "1000", "--json"]);
        let listed: Value = serde_json::from_str(&ran.out).unwrap_or_default();
        for memory in listed["memories"].as_array().into_iter().flatten() {
            let text = format!("{status}: {}", memory["text"].as_str().unwrap());
            found.insert(memory["id"].as_str().unwrap().to_owned(), text);
        }
    }
    found
}

/// Rebuilds, and asserts that what is there afterwards is sound.
fn rebuilt(house: &House) -> Value {
    let answer = house.json(&["index", "--rebuild"]);
    assert_eq!(answer["rebuilt"], true, "{answer}");
    assert!(std::path::Path::new(answer["aside"].as_str().unwrap()).is_file(), "{answer}");
    house.ok(&["audit", "verify"]);
    house.ok(&["check", "--full"]);
    house.ok(&["profile", "set", "after", "the rebuild"]);
    house.ok(&["audit", "verify"]);
    house.ok(&["check", "--full"]);
    answer
}

fn lost(answer: &Value) -> Vec<String> {
    answer["lost"].as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect()
}

#[test]
fn damage_in_what_is_derived_or_in_the_first_page_loses_nothing() {
    let whole = house();
    let before = memories(&whole);
    let history = whole.json(&["history", "tone"]);
    let lines = whole.json(&["audit", "verify"])["lines"].as_u64().unwrap();
    let cases: [(&str, Vec<u64>); 6] = [
        ("a table of the index", pages(&whole, "index_tail", "leaf")),
        ("the chunks", pages(&whole, "chunks", "leaf")),
        ("an index of the memories", pages(&whole, "memories_key", "leaf")),
        ("the first page", vec![1]),
        ("the way to the memories", pages(&whole, "memories", "internal")),
        ("the first page and the way to the audit", [vec![1], pages(&whole, "events", "internal")].concat()),
    ];
    for (what, pages) in cases {
        assert!(!pages.is_empty(), "{what}");
        let house = copied(&whole);
        blank(&house, &pages);
        let answer = rebuilt(&house);
        assert_eq!(lost(&answer), Vec::<String>::new(), "{what}");
        let mut after = memories(&house);
        after.retain(|_, text| !text.contains("the rebuild"));
        assert_eq!(after, before, "{what}");
        assert_eq!(house.json(&["history", "tone"]), history, "{what}");
        let now = house.json(&["audit", "verify"]);
        assert_eq!((now["lost"].as_u64(), now["lines"].as_u64() > Some(lines)), (Some(0), true), "{what}");
        let again =
            ["remember", "said once", "--key", "once", "--scope", "project:港口", "--idempotency-key", "k1"];
        house.ok(&again);
        house.ok(&["recall", "restarted on the first Monday"]);
        holds(&house.ok(&["recall", "ช่อง 7"]).out, &["ช่อง 7 号"]);
        house.fails(1, &["get", "secret"]);
    }
}

#[test]
fn damage_in_the_memories_loses_these_rows_only_and_names_them() {
    let whole = house();
    let before = memories(&whole);
    for both in [false, true] {
        let house = copied(&whole);
        let leaves = pages(&house, "memories", "leaf");
        let mut hit = vec![leaves[1]];
        if both {
            hit.extend(pages(&house, "index_tail", "leaf"));
        }
        blank(&house, &hit);
        let answer = rebuilt(&house);
        let after = memories(&house);
        let gone: Vec<&String> = before.keys().filter(|id| !after.contains_key(*id)).collect();
        assert!(!gone.is_empty() && gone.len() < 8, "{gone:?}");
        let told = lost(&answer);
        assert_eq!(told.len(), gone.len(), "{told:?}\n{gone:?}");
        for id in gone {
            let named = told.iter().find(|lost| lost.contains(id.as_str())).unwrap();
            holds(named, &["of the audit"]);
        }
    }
}

#[test]
fn a_lost_memory_that_has_a_file_comes_back_from_it() {
    let whole = house();
    let house = copied(&whole);
    let leaves = pages(&house, "memories", "leaf");
    blank(&house, &leaves);
    let answer = rebuilt(&house);
    assert_eq!(house.ok(&["profile", "get", "tone"]).out, "สุภาพ\n");
    holds(&house.ok(&["recall", "VPN port"]).out, &["51820"]);
    // Those of the project, the one that waited, and nothing else: the rest stands in files.
    let told = lost(&answer);
    assert_eq!(told.iter().filter(|lost| lost.starts_with("memory")).count(), 32, "{told:?}");
    house.fails(1, &["get", "secret"]);
}

#[test]
fn damage_in_the_audit_is_told_in_it_and_it_holds_from_then_on() {
    let whole = house();
    let before = memories(&whole);
    let leaves = pages(&whole, "events", "leaf");
    for hit in [vec![leaves[1]], vec![*leaves.last().unwrap()], vec![leaves[0], leaves[2]]] {
        let house = copied(&whole);
        blank(&house, &hit);
        let answer = rebuilt(&house);
        let told = lost(&answer);
        assert_eq!(told.len(), hit.len(), "{told:?}");
        assert!(told.iter().all(|lost| lost.contains("of the audit")), "{told:?}");
        assert!(house.json(&["audit", "verify"])["lost"].as_u64().unwrap() > 0);
        let mut after = memories(&house);
        after.retain(|_, text| !text.contains("the rebuild"));
        assert_eq!(after, before);
        // Nobody gets away with taking a line out afterwards.
        let conn = open(&house);
        conn.execute("DELETE FROM events WHERE seq = (SELECT max(seq) - 1 FROM events)", []).unwrap();
        drop(conn);
        house.fails(1, &["audit", "verify"]);
    }
}

#[test]
fn an_audit_whose_last_lines_are_lost_holds_after_a_rebuild_that_told_it() {
    let whole = House::new();
    for n in 0..40 {
        whole.ok(&["profile", "set", &format!("ช่อง.{n}"), &format!("号{}", LONG.repeat(4))]);
    }
    whole.ok(&["forget", "ช่อง.3", "--yes"]);
    open(&whole).query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    // The lines that the forget blanked are there, its own is not.
    let house = copied(&whole);
    blank(&house, &[*pages(&house, "events", "leaf").last().unwrap()]);
    let answer = rebuilt(&house);
    assert!(lost(&answer).iter().all(|lost| lost.contains("of the audit")), "{answer}");
    // What is blanked without a loss behind it that was told is found, then too.
    for house in [house, copied(&whole)] {
        let blanked =
            "UPDATE events SET memory = NULL, scope = '', key = '', old = NULL, new = NULL, reason = '',
                       salt = NULL, image = NULL WHERE seq = (SELECT max(seq) - 1 FROM events)";
        open(&house).execute(blanked, []).unwrap();
        holds(&house.run(&["audit", "verify"]).out, &["no forget accounts for it"]);
    }
}

#[test]
fn what_has_a_file_ends_after_a_rebuild_when_it_was_to_end() {
    let house = House::new();
    house.ok(&["decide", "ใช้ Redis ชั่วคราว", "--ttl", "2s"]);
    let kept = house.json(&["decide", "用 SQLite", "--ttl", "9d"])["id"].as_str().unwrap().to_owned();
    let dated = house.json(&["decide", "Freeze", "--ttl", "2090-12-31"])["id"].as_str().unwrap().to_owned();
    house.ok(&["remember", "a note for a week", "--ttl", "7d"]);
    house.ok(&["profile", "set", "city", "Bath", "--ttl", "3d"]);
    house.ok(&["edit", "city", "--priority", "70"]);
    house.ok(&["edit", &kept, "--text", "bundled"]);
    let ends = || -> BTreeMap<String, Value> {
        let listed = house.json(&["list"]);
        let all = listed["memories"].as_array().unwrap().iter();
        all.map(|m| (m["text"].as_str().unwrap().to_owned(), serde_json::json!([m["ttl"], m["expires_at"]])))
            .collect()
    };
    std::thread::sleep(std::time::Duration::from_millis(2_100));
    let before = ends();
    assert_eq!(before.len(), 4, "{before:?}");
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(house.ws(&format!(".memoro/memoro.db{end}")));
    }
    house.ok(&["index", "--rebuild"]);
    assert_eq!(ends(), before);
    assert_eq!(house.json(&["get", &dated])["expires_at"], "2091-01-01T00:00:00Z");
    // Who writes another time to live means one from now on.
    let written = house.json(&["get", &kept])["created_at"].as_str().unwrap().to_owned();
    let day = format!("memory/{}.md", written.split('T').next().unwrap());
    house.write(&day, house.read(&day).replace("- ttl: 9d", "- ttl: 30d"));
    assert_eq!(house.json(&["get", &kept])["ttl"], "30d");
    assert_ne!(house.json(&["get", &kept])["expires_at"], before["用 SQLite\nbundled"][1]);
}

#[test]
fn a_memory_that_was_altered_is_told_and_put_right_after_a_rebuild() {
    let whole = house();
    let house = copied(&whole);
    let conn = open(&house);
    conn.execute("UPDATE memories SET content = replace(content, 'ช่อง 3 ', 'ช่อง 4 ')", []).unwrap();
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    drop(conn);
    blank(&house, &pages(&whole, "index_tail", "leaf"));
    house.json(&["index", "--rebuild"]);
    holds(&house.ok(&["check"]).out, &["is not what the audit says was written", "mended"]);
    holds(&house.ok(&["list", "--scope", "project:港口"]).out, &["ช่อง 3 号"]);
}

/// Makes the store anew from the files alone.
fn from_files(house: &House) {
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(house.ws(&format!(".memoro/memoro.db{end}")));
    }
    house.ok(&["index", "--rebuild"]);
}

#[test]
fn an_end_that_a_person_changed_in_a_file_stands_there_at_once_and_outlives_a_rebuild() {
    for by_hand in ["none", "2d", ""] {
        let house = House::new();
        let decided = house.json(&["decide", "ใช้ Redis ชั่วคราว", "--ttl", "9d"])["id"].clone();
        let decided = house.json(&["get", decided.as_str().unwrap()]);
        let noted = house.json(&["remember", "这个星期用备用网关", "--ttl", "9d"]);
        house.ok(&["profile", "set", "city", "Bath", "--ttl", "9d"]);
        house.ok(&["edit", "city", "--priority", "70"]);
        let day = format!("memory/{}.md", decided["created_at"].as_str().unwrap().split('T').next().unwrap());
        let note = format!("memory/learnings/{}.md", noted["id"].as_str().unwrap());
        let written = |before: &str, after: &str| {
            if by_hand.is_empty() { String::new() } else { format!("{before}{by_hand}{after}") }
        };
        for (file, was, is) in [
            (day.as_str(), "- ttl: 9d\n", written("- ttl: ", "\n")),
            (note.as_str(), "ttl: 9d\n", written("ttl: ", "\n")),
            ("PROFILE.md", " | ttl:9d", written(" | ttl:", "")),
        ] {
            let text = house.read(file);
            assert!(text.contains(was) && text.contains("expires"), "{file}: {text}");
            house.write(file, text.replace(was, &is));
        }
        let ends = || -> Vec<Value> { ["Redis", "备用", "Bath"].map(|word| one(&house, word)).to_vec() };
        let taken = ends();
        for end in &taken {
            assert_eq!(end["expires_at"].is_null(), by_hand != "2d", "{end}");
        }
        for file in [day.as_str(), note.as_str(), "PROFILE.md"] {
            let text = house.read(file);
            assert!(by_hand == "2d" || !text.contains("expires"), "{file}: {text}");
        }
        let checked = house.ok(&["check"]).out;
        assert!(!checked.contains("mended"), "{checked}");
        from_files(&house);
        assert_eq!(ends(), taken, "{by_hand}");
        house.ok(&["check"]);
    }
}

/// Returns the time to live and the end of the one memory that says a word.
fn one(house: &House, word: &str) -> Value {
    let listed = house.json(&["list"]);
    let mut said = listed["memories"].as_array().unwrap().iter();
    let memory = said.find(|memory| memory["text"].as_str().unwrap().contains(word)).unwrap();
    serde_json::json!({ "ttl": memory["ttl"], "expires_at": memory["expires_at"], "status": memory["status"] })
}
