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

/// Changes rows of the store behind the back of Memoro.
fn alter(house: &House, sql: &str) {
    let conn = rusqlite::Connection::open(house.ws(".memoro/memoro.db")).unwrap();
    assert!(conn.execute(sql, []).unwrap() > 0, "{sql}");
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
}

#[test]
fn a_memory_that_was_altered_in_the_store_is_what_was_written_again() {
    let house = House::new();
    house.ok(&["profile", "set", "city", "เชียงใหม่"]);
    house.ok(&["remember", "--scope", "project:p", "--key", "port", "五一八二零"]);
    house.ok(&["decide", "用 SQLite", "--why", "one file"]);
    for (sql, right) in [
        ("UPDATE memories SET content = replace(content, 'เชียงใหม่', 'London')", "เชียงใหม่"),
        (
            "UPDATE memories SET content = json_set(content, '$.value', 'EVIL') WHERE key = 'port'",
            "五一八二零",
        ),
        ("UPDATE memories SET content = replace(content, 'one file', 'EVIL')", "one file"),
        ("UPDATE memories SET confidence = 10 WHERE key = 'city'", "เชียงใหม่"),
    ] {
        alter(&house, sql);
        holds(&house.ok(&["check"]).out, &["is not what the audit says was written", "1 mended"]);
        holds(&house.ok(&["list", "--json"]).out, &[right]);
        assert!(!house.ok(&["list", "--json"]).out.contains("EVIL"));
        house.ok(&["check", "--full"]);
    }
    house.ok(&["audit", "verify"]);
    holds(&house.ok(&["audit", "list"]).out, &["was altered outside Memoro and is what was written again"]);
    // What was altered and written over is told and put right as the past that it is.
    alter(&house, "UPDATE memories SET content = replace(content, 'เชียงใหม่', 'London')");
    house.ok(&["profile", "set", "city", "Paris"]);
    holds(&house.ok(&["check"]).out, &["1 mended"]);
    house.ok(&["check"]);
    assert_eq!(house.ok(&["profile", "get", "city"]).out, "Paris\n");
}

#[test]
fn a_hash_of_another_length_is_a_changed_line() {
    for (column, told) in
        [("digest", "line 2: its texts were changed"), ("image", "line 2"), ("chain", "line 2")]
    {
        let house = House::new();
        house.ok(&["profile", "set", "a", "หนึ่ง"]);
        house.ok(&["profile", "set", "b", "二"]);
        alter(&house, &format!("UPDATE events SET {column} = x'00ff' WHERE seq = 2"));
        let ran = house.run(&["audit", "verify"]);
        assert_eq!(ran.code, 1, "{ran:?}");
        holds(&ran.out, &[told]);
        let ran = house.run(&["check"]);
        assert_eq!(ran.code, 1, "{ran:?}");
        holds(&ran.out, &[told]);
    }
}

#[test]
fn what_no_line_proves_is_gone_on_with_when_somebody_says_so() {
    let house = House::new();
    house.ok(&["remember", "--scope", "project:p", "--key", "port", "5182"]);
    alter(&house, "UPDATE memories SET confidence = 10, tags = '[\"x\"]' WHERE key = 'port'");
    for _ in 0..2 {
        let ran = house.run(&["check"]);
        assert_eq!(ran.code, 1, "{ran:?}");
        holds(&ran.out, &["is not what the audit says", "memoro check --accept", "memoro restore"]);
    }
    house.ok(&["check", "--accept"]);
    house.ok(&["check", "--full"]);
    house.ok(&["audit", "verify"]);
    holds(&house.ok(&["audit", "list"]).out, &["accepted as it is"]);
}

#[test]
fn a_changed_line_in_the_file_of_a_run_is_found_and_mended() {
    let house = House::new();
    for (key, value) in [("a", "three"), ("b", "สาม"), ("c", "三")] {
        house.ok(&["--run", "r9", "profile", "set", key, value]);
        house.ok(&["audit", "verify"]);
        let file = house.ws(".memoro/runs/r9/memory_audit.jsonl");
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replace(value, "EVIL")).unwrap();
        holds(&house.run(&["audit", "verify"]).out, &["run `r9`", "memoro check", "does not hold"]);
        holds(&house.ok(&["check"]).out, &["1 mended"]);
        house.ok(&["audit", "verify"]);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }
}

#[test]
fn a_tombstone_that_was_taken_away_is_missed_and_put_back() {
    let house = House::new();
    house.ok(&["profile", "set", "plan", "แผนม้าลาย"]);
    let export = house.path("all.jsonl");
    house.ok(&["export", export.to_str().unwrap()]);
    house.ok(&["forget", "plan", "--yes"]);
    house.ok(&["audit", "verify"]);
    let conn = rusqlite::Connection::open(house.ws(".memoro/memoro.db")).unwrap();
    conn.execute("DELETE FROM tombstones", []).unwrap();
    holds(&house.run(&["audit", "verify"]).out, &["its tombstone is gone", "does not hold"]);
    assert_eq!(house.run(&["audit", "verify"]).code, 1);
    holds(&house.ok(&["check", "--full"]).out, &["tombstones", "2 mended"]);
    house.ok(&["audit", "verify"]);
    house.run(&["import", export.to_str().unwrap()]);
    house.fails(1, &["get", "plan"]);
}

#[test]
fn a_changed_or_missing_line_of_the_requests_of_a_run_is_told() {
    let file = ".memoro/runs/r1/memory_requests.jsonl";
    let changes: [fn(&str) -> String; 3] = [
        |text| text.split_inclusive('\n').skip(1).collect(),
        |text| text.split_inclusive('\n').take(2).collect(),
        |text| text.replacen("\"ok\":true", "\"ok\":false", 1),
    ];
    for change in changes {
        let house = House::new();
        for text in ["หนึ่ง", "二", "three"] {
            house.ok(&["note", text, "--run", "r1"]);
        }
        house.ok(&["check"]);
        house.write(file, change(&house.read(file)));
        house.ok(&["note", "four", "--run", "r1"]);
        holds(&house.run(&["verify", "--run", "r1"]).out, &["outside Memoro", "4 of 5 requests"]);
        holds(
            &house.ok(&["check"]).out,
            &["memory_requests.jsonl of run `r1`", "outside Memoro", "1 mended"],
        );
        holds(&house.ok(&["audit", "list"]).out, &["outside Memoro"]);
        assert!(!house.ok(&["check"]).out.contains("outside Memoro"));
        holds(&house.ok(&["verify", "--run", "r1"]).out, &["4 of 4 requests"]);
        // What a forget takes out is no change of somebody else's.
        house.ok(&["forget", house.json(&["list"])["memories"][0]["id"].as_str().unwrap(), "--yes"]);
        house.ok(&["check"]);
    }
}

#[test]
fn a_request_that_was_refused_cannot_be_taken_out_of_the_file_of_its_run() {
    let file = ".memoro/runs/r1/memory_requests.jsonl";
    for look in [&["doctor"][..], &["check"], &["check", "--full"]] {
        let house = House::new();
        house.ok(&["note", "หนึ่ง", "--run", "r1"]);
        house.run(&["say", "confirm memory.pending.nothere", "--run", "r1"]);
        house.ok(&["note", "二", "--run", "r1"]);
        let verify = || house.fails(1, &["verify", "--run", "r1"]);
        verify();
        let before = house.read(file);
        let carried = before.split_inclusive('\n').filter(|line| !line.contains("\"ok\":false"));
        house.write(file, carried.collect::<String>());
        verify();
        house.run(look);
        house.run(&["check"]);
        assert_eq!(house.read(file), before, "after {look:?}");
        assert!(!house.ok(&["check"]).out.contains("outside Memoro"));
        verify();
    }
}

#[test]
fn a_changed_file_of_requests_that_cannot_be_mended_stays_told() {
    let file = ".memoro/runs/r1/memory_requests.jsonl";
    let house = House::new();
    house.ok(&["note", "หนึ่ง", "--run", "r1"]);
    house.ok(&["note", "二", "--run", "r1"]);
    let conn = rusqlite::Connection::open(house.ws(".memoro/memoro.db")).unwrap();
    conn.execute("DELETE FROM meta WHERE name LIKE 'named.request-lines.%'", []).unwrap();
    drop(conn);
    let before = house.read(file);
    house.write(file, before.split_inclusive('\n').skip(1).collect::<String>());
    for _ in 0..2 {
        house.run(&["doctor"]);
        let told = house.run(&["check"]);
        assert_eq!(told.code, 1, "{told:?}");
        holds(&told.out, &["memory_requests.jsonl of run `r1`", "outside Memoro"]);
        house.fails(1, &["verify", "--run", "r1"]);
    }
    assert_eq!(house.ok(&["audit", "list"]).out.matches("outside Memoro").count(), 1);
    house.write(file, before);
    house.ok(&["check"]);
    house.ok(&["verify", "--run", "r1"]);
}

#[test]
fn a_line_that_a_crash_left_out_of_the_file_of_a_run_is_told_as_that() {
    let house = House::new();
    for (key, value) in [("a", "หนึ่ง"), ("b", "二")] {
        house.ok(&["--run", "r7", "profile", "set", key, value]);
        std::thread::sleep(std::time::Duration::from_millis(30));
    }
    let file = house.ws(".memoro/runs/r7/memory_audit.jsonl");
    let whole = std::fs::read_to_string(&file).unwrap();
    let first = whole.split_inclusive('\n').next().unwrap();
    for kept in [first.to_owned(), format!("{first}{{\"ts\":\"2")] {
        // As a killed process leaves it: the last line is missing or torn.
        if kept == first || whole.starts_with(&kept) {
            std::fs::write(&file, &kept).unwrap();
            let ran = house.ok(&["audit", "verify"]);
            holds(&ran.err, &["run `r7` lacks its last lines (1)", "as after a crash"]);
        }
    }
    holds(&house.ok(&["check"]).out, &["1 mended"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), whole);
    // A power cut may leave a hole in what was appended last; the next change of the run fills it.
    let hole: String = "\0".repeat(whole.len() - first.len() - 20);
    let torn = format!("{first}{hole}{}", whole.get(whole.len() - 20..).unwrap());
    std::fs::write(&file, &torn).unwrap();
    holds(&house.ok(&["audit", "verify"]).err, &["run `r7` lacks its last lines (1)", "as after a crash"]);
    house.ok(&["--run", "r7", "profile", "set", "c", "three"]);
    let mended = std::fs::read_to_string(&file).unwrap();
    assert!(mended.starts_with(&whole) && mended.lines().count() == 3, "{mended}");
    house.ok(&["audit", "verify"]);
    // What is changed, or gone from the middle, is no crash.
    let second = whole.split_inclusive('\n').nth(1).unwrap();
    std::fs::write(&file, second).unwrap();
    holds(&house.run(&["audit", "verify"]).out, &["does not hold"]);
}
