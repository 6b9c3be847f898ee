//! Forgetting: gone everywhere, and it stays gone.

use std::path::Path;

use serde_json::Value;

use crate::{House, holds};

pub(super) fn anywhere(folder: &Path, needle: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(anywhere(&path, needle));
        } else if std::fs::read(&path).unwrap().windows(needle.len()).any(|w| w == needle) {
            found.push(path.display().to_string());
        }
    }
    found
}

#[test]
fn no_file_of_the_workspace_holds_what_was_forgotten() {
    let house = House::new();
    for text in ["the zebra plan is cancelled", "แผนม้าลายถูกยกเลิก", "斑马计划取消了"]
    {
        let id = house.json(&["remember", text, "--run", "r1"])["id"].as_str().unwrap().to_owned();
        assert!(!anywhere(&house.path("ws"), text.as_bytes()).is_empty());
        let report = house.json(&["forget", &id]);
        assert_eq!((&report["memories"][0], &report["verified"]), (&id.as_str().into(), &true.into()));
        assert_eq!(anywhere(&house.path("ws"), text.as_bytes()), Vec::<String>::new());
        house.fails(1, &["get", &id]);
    }
    holds(&house.ok(&["audit", "verify"]).out, &["holds"]);
}

#[test]
fn a_dry_run_erases_nothing() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "formal"]);
    let report = house.json(&["forget", "tone", "--dry-run"]);
    assert_eq!((&report["dry_run"], &report["files"][0]), (&true.into(), &"PROFILE.md".into()));
    assert_eq!(house.ok(&["profile", "get", "tone"]).out, "formal\n");
    house.ok(&["profile", "set", "tone", "formal and courteous"]);
    house.ok(&["remember", "somebody is formal and courteous"]);
    house.write("notes/own.md", "a formal and courteous page\n");
    let told = house.ok(&["forget", "tone", "--dry-run"]).out;
    holds(&told, &["would forget", "would be taken out of PROFILE.md", "nothing has been erased"]);
    holds(
        &told,
        &["your own document notes/own.md would still name it: line 1", "holds these words too and stays"],
    );
    assert!(!told.contains("still names it") && !told.contains("own document memory/"), "{told}");
}

#[test]
fn forgetting_a_note_whose_file_is_away_leaves_nothing_that_names_it() {
    for text in ["zanzibar codes are turquoise", "แผนม้าลายถูกยกเลิก", "斑马计划取消了"]
    {
        let house = House::new();
        let id = house.json(&["remember", text])["id"].as_str().unwrap().to_owned();
        let file = house.path("ws/memory/learnings").join(format!("{id}.md"));
        std::fs::rename(&file, house.path("away.md")).unwrap();
        let report = house.json(&["forget", &id]);
        assert_eq!((&report["verified"], &report["left"]), (&true.into(), &serde_json::json!([])), "{text}");
        for needle in [text, &id] {
            assert_eq!(
                anywhere(&house.path("ws/.memoro"), needle.as_bytes()),
                Vec::<String>::new(),
                "{needle}"
            );
        }
    }
}

#[test]
fn everything_about_a_subject_goes_only_after_consent() {
    let house = House::new();
    house.ok(&["remember", "สมชาย prefers tea"]);
    house.ok(&["profile", "set", "colleague", "สมชาย"]);
    house.ok(&["remember", "unrelated words"]);
    house.write("memory/recent/team.md", "# Team\nสมชาย sits on the left\n");
    let err = house.fails(2, &["forget", "--subject", "สมชาย"]);
    holds(&err, &["2 memories would be erased", "--dry-run", "--yes"]);
    let report = house.json(&["forget", "--subject", "สมชาย", "--yes"]);
    assert_eq!(report["memories"].as_array().unwrap().len(), 2);
    assert_eq!(report["documents"][0]["path"], "memory/recent/team.md");
    assert_eq!(report["documents"][0]["lines"][0], 2);
    assert_eq!(house.json(&["list"])["memories"].as_array().unwrap().len(), 1);
    house.fails(1, &["forget", "--subject", "王伟", "--yes"]);
}

#[test]
fn a_file_that_lost_its_memory_and_still_names_the_subject_is_told_with_its_lines() {
    for name in ["Robert", "สมชาย", "王伟", "王偉"] {
        let house = House::new();
        house.ok(&["profile", "set", "contact.x", &format!("phone of {name} is 555")]);
        house.ok(&["profile", "set", "tone", "formal"]);
        let text = format!("{}\n{name} again\n", house.read("PROFILE.md"));
        house.write("PROFILE.md", &text);
        let naming = |text: &str| -> Value {
            let lines: Vec<usize> =
                (1..).zip(text.lines()).filter(|(_, line)| line.contains("again")).map(|(n, _)| n).collect();
            serde_json::json!([{ "path": "PROFILE.md", "lines": lines }])
        };
        let planned = house.json(&["forget", "--subject", name, "--dry-run"]);
        assert_eq!(planned["documents"], naming(&text), "{planned}");
        let report = house.json(&["forget", "--subject", name, "--yes"]);
        assert_eq!(report["memories"].as_array().unwrap().len(), 1);
        let left = house.read("PROFILE.md");
        assert!(!left.contains("555") && left.contains("value:formal"), "{left}");
        assert_eq!(report["documents"], naming(&left), "{report}");
        assert_eq!(report["verified"], false);
        // Asked again, it says the same.
        assert_eq!(house.json(&["forget", "--subject", name, "--yes"])["documents"], naming(&left));
    }
}

#[test]
fn a_dry_run_tells_the_lines_of_its_own_file_that_will_keep_the_words() {
    let house = House::new();
    house.ok(&["profile", "set", "door.code", "หมุนซ้ายแล้วขวา"]);
    assert_eq!(house.json(&["forget", "door.code", "--dry-run"])["documents"], serde_json::json!([]));
    let text = format!("{}\nประตู: หมุนซ้ายแล้วขวา\n", house.read("PROFILE.md"));
    house.write("PROFILE.md", &text);
    let lines = [text.lines().count()];
    let expected = serde_json::json!([{ "path": "PROFILE.md", "lines": lines }]);
    assert_eq!(house.json(&["forget", "door.code", "--dry-run"])["documents"], expected);
}

#[test]
fn a_line_that_cannot_be_read_leaves_no_words_in_the_store() {
    for words in ["VVCODEVV upstairs", "รหัสประตูชั้นบน", "楼上的门牌密码", "樓上的門牌密碼"]
    {
        let house = House::new();
        let line = format!("- key:door.code | value:{words} | {words}\n");
        house.write("PROFILE.md", format!("## Preferences\n{line}"));
        // The words are told, from the file.
        holds(&house.ok(&["status"]).out, &["PROFILE.md: line 2", words]);
        let in_store = || {
            let held = anywhere(&house.ws(".memoro"), words.as_bytes());
            held.into_iter().filter(|path| path.contains("memoro.db")).collect::<Vec<_>>()
        };
        assert_eq!(in_store(), Vec::<String>::new());
        house.ok(&["remember", "--key", "door.code2", words]);
        let report = house.json(&["forget", "door.code2", "--yes"]);
        assert_eq!(report["documents"][0]["path"], "PROFILE.md", "{report}");
        assert_eq!(in_store(), Vec::<String>::new());
        assert!(house.read("PROFILE.md").contains(&line));
        holds(&house.ok(&["status"]).out, &["PROFILE.md: line", words]);
    }
}

#[test]
fn neither_import_nor_restore_brings_it_back_but_the_person_can() {
    let house = House::new();
    let id = house.json(&["remember", "the zebra plan"])["id"].as_str().unwrap().to_owned();
    house.ok(&["export", "../all.jsonl"]);
    let backup = house.json(&["backup"])["path"].as_str().unwrap().to_owned();
    let report = house.json(&["forget", &id]);
    assert!(report["backups"][0].as_str().unwrap().contains("backups"), "{report}");
    assert_eq!(house.json(&["import", "../all.jsonl"])["forgotten"], 1);
    house.fails(1, &["get", &id]);
    let restored = house.json(&["restore", &backup]);
    assert_eq!(restored["kept_forgotten"], 1);
    assert!(!restored["files"].to_string().contains("zebra"), "{restored}");
    house.fails(1, &["get", &id]);
    assert_eq!(house.json(&["remember", "the zebra plan"])["status"], "stored");
}

#[test]
fn forget_cannot_be_undone_and_says_so() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "formal"]);
    house.ok(&["forget", "tone"]);
    holds(&house.fails(2, &["undo"]), &["forget", "cannot be brought back"]);
}

#[test]
fn a_key_forgotten_after_its_backup_stays_forgotten_with_all_its_values() {
    let house = House::new();
    house.ok(&["remember", "Topsecretword alpha beta"]);
    house.ok(&["profile", "set", "pin.hint", "1111aaaa"]);
    house.ok(&["profile", "set", "pin.hint", "2222bbbb"]);
    let backup = house.path("kept");
    house.ok(&["backup", backup.to_str().unwrap()]);
    house.ok(&["forget", "pin.hint", "--yes"]);
    let note = house.json(&["list", "--layer", "semantic"])["memories"][0]["id"].as_str().unwrap().to_owned();
    house.ok(&["forget", &note, "--yes"]);
    house.ok(&["restore", backup.to_str().unwrap()]);
    house.fails(1, &["get", "pin.hint"]);
    let list = house.run(&["list", "--json"]);
    assert!(!list.out.contains("Topsecretword") && !list.out.contains("bbbb"), "{list:?}");
    assert!(!house.ws(".memoro/restore.db").exists());
}

#[test]
fn a_backup_that_still_holds_the_words_is_named_and_nothing_is_called_verified() {
    let house = House::new();
    let words = "the \"zebra\" plan\nis cancelled for good";
    let id = house.json(&["remember", words])["id"].as_str().unwrap().to_owned();
    let backup = house.json(&["backup"])["path"].as_str().unwrap().to_owned();
    let told = house.ok(&["forget", &id]).out;
    holds(&told, &[&backup, "still holds it", "rm -r"]);
    assert!(!told.contains("found nowhere"), "{told}");
    std::fs::remove_dir_all(&backup).unwrap();
    assert_eq!(anywhere(&house.path("ws"), b"is cancelled for good"), Vec::<String>::new());
}

#[test]
fn what_was_put_aside_is_cleaned_and_can_still_be_restored() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "สุภาพ"]);
    house.ok(&["backup", "../copy"]);
    let id = house.json(&["remember", "the zebra plan is cancelled"])["id"].as_str().unwrap().to_owned();
    house.ok(&["profile", "set", "plan", "แผนม้าลายถูกยกเลิก"]);
    let aside = house.json(&["restore", "../copy"])["aside"].as_str().unwrap().to_owned();
    house.ok(&["restore", &aside]);
    for (name, words) in [(id.as_str(), "the zebra plan is cancelled"), ("plan", "แผนม้าลายถูกยกเลิก")]
    {
        let report = house.json(&["forget", name, "--yes"]);
        assert_eq!(report["verified"], true, "{report}");
        assert_eq!(anywhere(&house.path("ws"), words.as_bytes()), Vec::<String>::new());
    }
    house.ok(&["restore", &aside]);
    house.fails(1, &["get", "plan"]);
    house.ok(&["check", "--full"]);
}

#[test]
fn a_reason_that_repeats_the_words_is_not_kept() {
    let house = House::new();
    for (words, reason) in [
        ("the zebra plan is cancelled", "the zebra plan leaked"),
        ("แผนม้าลายถูกยกเลิก", "แผนม้าลายถูกยกเลิก"),
        ("4711", "4711 was wrong"),
    ] {
        house.ok(&["profile", "set", "plan", words]);
        house.ok(&["forget", "plan", "--yes", "--reason", reason]);
        let audit = house.ok(&["audit", "list", "--json"]).out;
        assert!(!audit.contains(reason), "{audit}");
    }
    house.ok(&["profile", "set", "plan", "用 Postgres"]);
    house.ok(&["forget", "plan", "--yes", "--reason", "asked for by the customer"]);
    holds(&house.ok(&["audit", "list", "--json"]).out, &["asked for by the customer"]);
}

#[test]
fn another_memory_that_says_the_same_is_named_and_is_no_failure() {
    let house = House::new();
    house.ok(&["profile", "set", "a", "zebra fortytwo"]);
    house.ok(&["profile", "set", "b", "zebra fortytwo"]);
    let ran = house.ok(&["forget", "a", "--yes"]);
    holds(&ran.out, &["holds these words too and stays; `memoro forget "]);
    assert!(!ran.out.contains("your own document") && !ran.out.contains("found nowhere"), "{}", ran.out);
    holds(&house.ok(&["forget", "b", "--yes"]).out, &["found nowhere in the workspace"]);
}

/// Blanks the first page of the memories, so that the store is damaged and its rows are lost.
fn damage(house: &House) {
    let file = house.ws(".memoro/memoro.db");
    let conn = rusqlite::Connection::open(&file).unwrap();
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'memories'";
    let page: usize = conn.query_row(sql, [], |row| row.get(0)).unwrap();
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    drop(conn);
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[(page - 1) * 4096..page * 4096].fill(0);
    std::fs::write(file, bytes).unwrap();
}

#[test]
fn what_a_damaged_store_held_is_forgotten_where_it_lies_aside_and_in_the_audit() {
    let house = House::new();
    house.ok(&["profile", "set", "place", "ใต้ก้อนหินสีเทา"]);
    house.ok(&["remember", "灰色石头下面的钥匙", "--key", "only.here", "--scope", "project:x"]);
    let backup = house.path("kept");
    house.ok(&["backup", backup.to_str().unwrap()]);
    damage(&house);
    house.ok(&["index", "--rebuild"]);
    assert_eq!(house.ok(&["profile", "get", "place"]).out, "ใต้ก้อนหินสีเทา\n");
    for (name, words) in [("place", "ใต้ก้อนหินสีเทา"), ("only.here", "灰色石头下面的钥匙")]
    {
        assert_ne!(anywhere(&house.path("ws"), words.as_bytes()), Vec::<String>::new());
        let report = house.json(&["forget", name, "--yes"]);
        assert_eq!(report["verified"], true, "{report}");
        assert_eq!(anywhere(&house.path("ws"), words.as_bytes()), Vec::<String>::new());
    }
    house.ok(&["check", "--full"]);
    house.ok(&["restore", backup.to_str().unwrap()]);
    for name in ["place", "only.here"] {
        house.fails(1, &["get", name]);
    }
}

#[test]
fn the_key_of_a_request_is_in_no_file() {
    let house = House::new();
    for key in ["retry-for-Somchai", "ลองใหม่ให้สมชาย", "替王伟重试"] {
        let arguments = ["remember", "a plain note", "--idempotency-key", key];
        let first = house.json(&arguments);
        assert_eq!(house.json(&arguments)["id"], first["id"]);
        assert_eq!(anywhere(&house.path("ws"), key.as_bytes()), Vec::<String>::new());
        holds(&house.fails(2, &["remember", "another", "--idempotency-key", key]), &[key, "already used"]);
    }
    house.ok(&["forget", house.json(&["list"])["memories"][0]["id"].as_str().unwrap(), "--yes"]);
    let again = house.fails(2, &["remember", "a plain note", "--idempotency-key", "retry-for-Somchai"]);
    holds(&again, &["carried out before"]);
}

#[test]
fn what_was_said_of_a_subject_in_a_conversation_is_in_no_file_of_memoros() {
    let house = House::new();
    for (n, name) in ["Zebrowski", "สมศักดิ์", "欧阳明"].iter().enumerate() {
        let line = serde_json::json!({"role": "user", "content": format!("my friend {name} moved away"), "timestamp": "2026-11-14T09:00:00Z"});
        house.write(&format!("sessions/talk{n}.jsonl"), format!("{line}\n"));
        house.ok(&["profile", "set", "friend", name]);
        house.ok(&["index"]);
        assert_ne!(anywhere(&house.ws(".memoro"), name.as_bytes()), Vec::<String>::new());
        let told = house.ok(&["forget", "--subject", name, "--yes"]).out;
        holds(&told, &[&format!("sessions/talk{n}.jsonl still names it")]);
        house.ok(&["index"]);
        assert_eq!(anywhere(&house.ws(".memoro"), name.as_bytes()), Vec::<String>::new());
    }
}

#[test]
fn what_programs_keep_of_a_subject_goes_with_it_and_no_backup_brings_it_back() {
    let house = House::new();
    for (n, name) in ["Zebrowski", "สมศักดิ์", "欧阳明"].iter().enumerate() {
        let said = |text: &str, id: u32| {
            let line = serde_json::json!({"role": "assistant", "speaker": "oracle", "content": text, "ts": "2026-11-14T09:00:00Z", "session": "thread-1", "id": id.to_string()});
            format!("{line}\n")
        };
        house.ok(&["profile", "set", &format!("friend.{n}"), name]);
        let thread = format!("sessions/thread-{n}.jsonl");
        house.write(&thread, said(&format!("ask {name} first"), 1) + &said("งานอื่น 别的事", 2));
        house.write("memories/team/people.md", format!("# People\n- {name} likes tea\n- others: กาแฟ\n"));
        house.ok(&["index"]);
        let backup = house.path(&format!("backup{n}")).display().to_string();
        house.ok(&["backup", &backup]);
        let planned = house.json(&["forget", "--subject", name, "--dry-run"]);
        let done = house.json(&["forget", "--subject", name, "--yes"]);
        for report in [&planned, &done] {
            for file in [thread.as_str(), "memories/team/people.md", "PROFILE.md"] {
                assert!(report["files"].as_array().unwrap().contains(&file.into()), "{file}: {report}");
            }
        }
        assert_eq!((&done["documents"], &done["verified"]), (&serde_json::json!([]), &true.into()), "{done}");
        let left = ["# People\n- others: กาแฟ\n".to_owned(), said("งานอื่น 别的事", 2)];
        let read = || ["memories/team/people.md", &thread].map(|file| house.read(file));
        assert_eq!(read(), left);
        assert_eq!(anywhere(&house.path("ws"), name.as_bytes()), Vec::<String>::new());
        house.ok(&["restore", &backup]);
        assert_eq!(read(), left);
        assert_eq!(house.run(&["recall", name, "--json"]).out.matches(name).count(), 1, "the question alone");
    }
}

#[test]
fn a_value_before_that_named_a_forgotten_subject_is_in_no_audit_line_of_the_next() {
    let house = House::new();
    for (n, name) in ["Zebrowski", "สมศักดิ์", "欧阳明"].iter().enumerate() {
        let key = format!("contact.{n}");
        house.ok(&["profile", "set", &key, &format!("call {name}")]);
        house.ok(&["profile", "set", &key, "call nobody"]);
        house.ok(&["forget", "--subject", name, "--yes"]);
        assert_eq!(anywhere(&house.path("ws"), name.as_bytes()), Vec::<String>::new());
        assert_eq!(house.ok(&["profile", "get", &key]).out, "call nobody\n");
        house.ok(&["audit", "verify"]);
        house.ok(&["check", "--full"]);
    }
}

#[test]
fn nothing_is_half_forgotten_where_the_file_is_no_text() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "เป็นกันเองเสมอ"]);
    house.write("PROFILE.md", [0_u8, 1, 2, 255, 0, 7].as_slice());
    for asked in [&["forget", "tone", "--yes"][..], &["forget", "tone", "--dry-run"]] {
        holds(&house.fails(2, asked), &["PROFILE.md"]);
    }
    std::fs::remove_file(house.ws("PROFILE.md")).unwrap();
    assert_eq!(house.ok(&["profile", "get", "tone"]).out, "เป็นกันเองเสมอ\n");
    house.ok(&["forget", "tone", "--yes"]);
    assert_eq!(anywhere(&house.path("ws"), "เป็นกันเองเสมอ".as_bytes()), Vec::<String>::new());
}

/// Decides something, and something else in its place, and lets every job run over both for weeks.
fn decided_and_worked_over(house: &House) -> [String; 2] {
    let id = |made: serde_json::Value| made["id"].as_str().unwrap().to_owned();
    let old = id(house.json(&["decide", "Use kakapoword สำหรับคลัง", "--why", "เร็วพอ"]));
    let new =
        id(house.json(&["decide", "改用 zebraword 方案 for it", "--why", "更快", "--supersedes", &old]));
    house.ok(&["remember", "the lamp is lampword", "--run", "r1"]);
    house.ok(&["index"]);
    house.ok(&["recall", "kakapoword zebraword"]);
    let now = jiff::Timestamp::now();
    for days in [0, 1, 8, 40] {
        let later = (now + jiff::SignedDuration::from_hours(24 * days)).to_string();
        for job in ["micro-sync", "daily-wrapup", "weekly-compound", "maintain"] {
            house.ok(&["jobs", "run", job, "--now", &later]);
        }
    }
    [old, new]
}

#[test]
fn not_even_the_id_of_a_forgotten_decision_stays_anywhere_after_all_jobs() {
    for (gone, word) in [(0, "kakapoword"), (1, "zebraword")] {
        let house = House::new();
        let ids = decided_and_worked_over(&house);
        assert!(!anywhere(&house.path("ws"), word.as_bytes()).is_empty());
        let report = house.json(&["forget", &ids[gone], "--yes"]);
        assert_eq!(report["verified"], true, "{report}");
        assert_eq!(anywhere(&house.path("ws"), word.as_bytes()), Vec::<String>::new(), "{word}");
        // What is left is whole: the other one, its history and its proof.
        let other = house.json(&["get", &ids[1 - gone]]);
        assert_eq!(other["id"], ids[1 - gone].as_str(), "{other}");
        house.ok(&["history", &ids[1 - gone]]);
        house.ok(&["audit", "verify"]);
        house.ok(&["check", "--full"]);
        let later = (jiff::Timestamp::now() + jiff::SignedDuration::from_hours(24 * 50)).to_string();
        house.ok(&["jobs", "run", "weekly-compound", "--now", &later]);
        assert_eq!(anywhere(&house.path("ws"), word.as_bytes()), Vec::<String>::new(), "{word}, later");
    }
}

#[test]
fn a_memory_that_names_a_forgotten_decision_in_its_own_words_is_told() {
    let house = House::new();
    let old = house.json(&["decide", "Use kakapoword", "--why", "x"])["id"].as_str().unwrap().to_owned();
    let other = house.json(&["decide", "Buy lamps", "--why", &format!("after {old}")]);
    house.json(&["decide", "Something else", "--why", "y"]);
    let report = house.json(&["forget", &old, "--yes"]);
    assert_eq!(report["others"], serde_json::json!([other["id"]]), "{report}");
    assert_eq!(report["verified"], false, "{report}");
}

#[test]
fn a_dry_run_and_the_forget_name_the_same_lines_and_memories() {
    for words in ["secretplan-77 alpha", "แผนลับเจ็ดสิบเจ็ด", "七十七号秘密计划书"]
    {
        let house = House::new();
        house.ok(&["profile", "set", "one", words]);
        house.ok(&["profile", "set", "three", &format!("x {words}")]);
        house.ok(&["remember", "--scope", "project:p", "--key", "two", &format!("pre {words} post")]);
        house.write("PROFILE.md", house.read("PROFILE.md") + &format!("# c {words}\n"));
        let planned = house.json(&["forget", "one", "--dry-run"]);
        let done = house.json(&["forget", "one"]);
        let count = |report: &Value, what: &str| report[what].as_array().unwrap().len();
        assert_eq!(count(&planned, "others"), 2, "{planned}");
        assert_eq!(planned["others"], done["others"], "{planned} {done}");
        for report in [&planned, &done] {
            assert_eq!(report["documents"][0]["path"], "PROFILE.md", "{report}");
            assert_eq!(
                (count(report, "documents"), count(&report["documents"][0], "lines")),
                (1, 1),
                "{report}"
            );
        }
        assert_eq!(house.ok(&["profile", "get", "three"]).out.trim(), format!("x {words}"));
    }
}

#[test]
fn a_forget_that_a_reader_keeps_from_the_log_tells_what_is_done_and_what_is_left() {
    let house = House::new();
    house.ok(&["profile", "set", "pet", "quokka-7719 ตัวนั้น"]);
    let browser = rusqlite::Connection::open(house.ws(".memoro/memoro.db")).unwrap();
    browser.execute_batch("BEGIN").unwrap();
    browser.query_row("SELECT count(*) FROM memories", [], |row| row.get::<_, i64>(0)).unwrap();
    let ran = house.run(&["forget", "pet", "--yes"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    holds(&ran.out, &["forgot "]);
    holds(&ran.err, &["memoro.db", "the memory itself is erased", "another program"]);
    let begun = std::time::Instant::now();
    assert!(!house.run(&["list"]).out.contains("quokka"));
    assert!(begun.elapsed() < std::time::Duration::from_secs(8), "nobody waits for the reader");
    browser.execute_batch("COMMIT").unwrap();
    drop(browser);
    house.run(&["list"]);
    assert!(anywhere(&house.path("ws"), b"quokka-7719").is_empty());
}
