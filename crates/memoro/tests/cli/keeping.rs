//! Writing: remember, note, decide, edit, undo.

use crate::{House, holds, ran};

#[test]
fn a_text_in_any_language_is_stored_with_a_file_and_read_back() {
    let house = House::new();
    for text in [
        "The staging database is rebuilt every Sunday night",
        "ฐานข้อมูลสำรองสร้างใหม่ทุกคืนวันอาทิตย์",
        "测试数据库每周日晚上重建",
    ] {
        let receipt = house.json(&["remember", text]);
        assert_eq!(receipt["status"], "stored", "{receipt}");
        assert_eq!(receipt["verified"], true);
        let file = receipt["file"].as_str().unwrap();
        assert!(file.starts_with("memory/learnings/"), "{file}");
        let line = usize::try_from(receipt["line"].as_u64().unwrap()).unwrap();
        let shown = house.read(file);
        assert!(shown.contains(text), "{shown}");
        assert!(line >= 1 && line <= shown.lines().count());
        let id = receipt["id"].as_str().unwrap();
        assert_eq!(house.json(&["get", id])["text"], text);
    }
}

#[test]
fn the_same_text_again_is_merged_and_a_new_value_takes_the_place_of_the_old() {
    let house = House::new();
    let first = house.json(&["remember", "Deploy on Fridays only"]);
    let again = house.json(&["remember", "deploy on  fridays ONLY"]);
    assert_eq!((&again["status"], &again["id"]), (&"merged".into(), &first["id"]));
    let old = house.json(&["remember", "--key", "截止日期", "十二月"]);
    let new = house.json(&["remember", "--key", "截止日期", "一月"]);
    assert_eq!(new["status"], "superseded");
    assert_eq!(new["replaces"], old["id"]);
    assert_eq!(house.json(&["get", "截止日期"])["text"], "一月");
}

#[test]
fn every_option_of_remember_arrives() {
    let house = House::new();
    let arguments = [
        "remember",
        "--key",
        "deploy.day",
        "--scope",
        "project:web",
        "--kind",
        "constraint",
        "--priority",
        "80",
        "--ttl",
        "30d",
        "--tag",
        "release",
        "--tag",
        "ปล่อย",
        "--confidence",
        "0.5",
        "--occurred-at",
        "2026-03-03",
        "--source",
        "https://example.org/wiki",
        "--sensitive",
        "Fridays",
    ];
    house.ok(&arguments);
    let memory = house.json(&["get", "--scope", "project:web", "deploy.day"]);
    assert_eq!(memory["scope"], "project:web");
    assert_eq!(memory["content"]["kind"], "constraint");
    assert_eq!(memory["content"]["priority"], 80);
    assert_eq!(memory["ttl"], "30d");
    assert_eq!(memory["tags"], serde_json::json!(["release", "ปล่อย"]));
    assert_eq!(memory["confidence"], 0.5);
    assert_eq!(memory["occurred_at"], "2026-03-03T00:00:00Z");
    assert_eq!(memory["source"]["path"], "https://example.org/wiki");
    assert_eq!(memory["sensitivity"], "sensitive");
}

#[test]
fn a_text_comes_from_stdin_too() {
    let house = House::new();
    let ran = house.pipe("บันทึกจากไพป์\nบรรทัดที่สอง\n".as_bytes(), &["remember", "-", "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let receipt: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let text = house.json(&["get", receipt["id"].as_str().unwrap()])["text"].clone();
    assert_eq!(text, "บันทึกจากไพป์\nบรรทัดที่สอง");
}

#[test]
fn a_repeated_request_with_its_idempotency_key_writes_once() {
    let house = House::new();
    let ask = ["remember", "--idempotency-key", "r-1", "--key", "k", "v"];
    let first = house.json(&ask);
    house.ok(&["profile", "set", "k", "newer"]);
    let again = house.json(&ask);
    assert_eq!((&again["status"], &again["id"]), (&first["status"], &first["id"]));
    assert_eq!(house.json(&["get", "k"])["text"], "newer");
    let err = house.fails(2, &["remember", "--idempotency-key", "r-1", "--key", "k", "other"]);
    holds(&err, &["`r-1`", "hint: give each request its own"]);
}

#[test]
fn secrets_are_left_out_and_the_receipt_says_so() {
    let house = House::new();
    let receipt = house.json(&["remember", "the key is AKIAIOSFODNN7EXAMPLE for staging"]);
    assert!(!receipt["warnings"].as_array().unwrap().is_empty(), "{receipt}");
    let text = house.json(&["get", receipt["id"].as_str().unwrap()])["text"].clone();
    assert!(!text.as_str().unwrap().contains("AKIAIOSFODNN7EXAMPLE"), "{text}");
}

#[test]
fn a_note_has_a_file_of_its_own() {
    let house = House::new();
    let receipt = house.json(&["note", "重试必须是幂等的", "--tag", "principle"]);
    holds(&house.read(receipt["file"].as_str().unwrap()), &["重试必须是幂等的", "principle"]);
}

#[test]
fn a_decision_stands_in_the_file_of_its_day_and_a_later_one_replaces_it() {
    let house = House::new();
    let first = house.json(&[
        "decide",
        "Use SQLite",
        "--why",
        "one file",
        "--finding",
        "it is fast",
        "--conclusion",
        "bundled",
        "--impact",
        "no server",
        "--ref",
        "docs/x.md",
    ]);
    let id = first["id"].as_str().unwrap();
    assert!(id.starts_with("DECISION-") && id.ends_with("-use-sqlite"), "{id}");
    let file = first["file"].as_str().unwrap();
    holds(&house.read(file), &["Use SQLite", "one file", "docs/x.md"]);
    let later = house.json(&["decide", "ใช้ PostgreSQL", "--supersedes", id]);
    assert_eq!((&later["status"], &later["replaces"]), (&"superseded".into(), &first["id"]));
    assert_eq!(house.json(&["get", id])["superseded_by"], later["id"]);
}

#[test]
fn an_edit_changes_what_it_names_and_keeps_the_past() {
    let house = House::new();
    house.ok(&["profile", "set", "response.language", "ไทย"]);
    house.ok(&["edit", "response.language", "--text", "中文", "--priority", "70", "--reason", "moved"]);
    let memory = house.json(&["get", "response.language"]);
    assert_eq!((&memory["text"], &memory["content"]["priority"]), (&"中文".into(), &70.into()));
    let versions = house.json(&["history", "response.language"])["versions"].clone();
    let texts: Vec<_> = versions.as_array().unwrap().iter().map(|v| v["memory"]["text"].clone()).collect();
    assert!(texts.contains(&"ไทย".into()) && texts.contains(&"中文".into()), "{texts:?}");
    holds(&house.read("PROFILE.md"), &["value:中文", "priority:70"]);
    let err = house.fails(1, &["edit", "response.language", "--text", "x", "--rev", "99"]);
    holds(&err, &["changed meanwhile", "hint: run `memoro get`"]);
    holds(&house.fails(2, &["edit", "response.language"]), &["nothing to change was given", "--text"]);
}

#[test]
fn undo_takes_back_one_change_after_another() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "short"]);
    house.ok(&["profile", "set", "tone", "long"]);
    house.ok(&["undo"]);
    assert_eq!(house.json(&["profile", "get", "tone"])["text"], "short");
    holds(&house.read("PROFILE.md"), &["value:short"]);
    house.ok(&["undo"]);
    house.fails(1, &["profile", "get", "tone"]);
    let err = house.fails(1, &["undo"]);
    holds(&err, &["change left to take back"]);
}

#[test]
fn undo_takes_out_nothing_that_stood_in_the_files_before() {
    let house = House::empty();
    let files =
        [("memory/learnings/mine.md", "สิ่งที่ฉันเรียนรู้เอง\n"), ("PROFILE.md", "# ฉัน\n- key:name | value:สมชาย\n")];
    for (file, text) in &files {
        house.write(file, text);
    }
    let stands = |files: &[(&str, &str)]| {
        for (file, text) in files {
            text.lines().for_each(|line| assert!(house.read(file).contains(line), "{file}: {line}"));
        }
    };
    let refused = || {
        let told = house.fails(2, &["undo"]);
        holds(&told, &["nothing to take back", "stood in the files before"]);
    };
    house.ok(&["init"]);
    refused();
    stands(&files);
    house.ok(&["profile", "set", "tone", "short"]);
    house.ok(&["undo"]);
    refused();
    // What is edited by hand later is a change like any other.
    house.write("PROFILE.md", house.read("PROFILE.md").replace("สมชาย", "สมหญิง"));
    assert_eq!(house.json(&["profile", "get", "name"])["text"], "สมหญิง");
    house.ok(&["undo"]);
    assert_eq!(house.json(&["profile", "get", "name"])["text"], "สมชาย");
    refused();
    for gone in ["memoro.db", "memoro.db-wal", "memoro.db-shm"] {
        let _ = std::fs::remove_file(house.ws(&format!(".memoro/{gone}")));
    }
    house.ok(&["index", "--rebuild"]);
    refused();
    stands(&files);
}

#[test]
fn several_processes_at_once_lose_nothing() {
    let house = House::new();
    let keys: Vec<String> = (0..12).map(|n| format!("กุญแจ.{n}")).collect();
    let children: Vec<_> =
        keys.iter().map(|key| house.command(&["profile", "set", key, "值"]).spawn().unwrap()).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let file = house.read("PROFILE.md");
    for key in &keys {
        holds(&file, &[&format!("key:{key} |")]);
    }
    assert_eq!(house.json(&["profile", "list"])["entries"].as_array().unwrap().len(), keys.len());
    house.ok(&["check", "--full"]);
}

#[test]
fn what_waits_again_after_an_undo_stands_in_no_file() {
    for key in ["editor.theme", "สี.ธีม", "编辑器.主题"] {
        let house = House::new();
        let set = ["profile", "set", key, "dark มืด 深色"];
        assert_eq!(ran(house.command(&set).env("MEMORO_ACTOR", "agent")).code, 0);
        house.ok(&["pending", "confirm", key]);
        let profile = || std::fs::read_to_string(house.ws("PROFILE.md")).unwrap_or_default();
        assert!(profile().contains(key));
        house.ok(&["undo"]);
        assert!(!profile().contains(key), "{}", profile());
        holds(&house.ok(&["list", "--status", "pending"]).out, &[key]);
        assert_eq!(house.json(&["check", "--full"])["ok"], true);
        house.ok(&["pending", "confirm", key]);
        assert!(profile().contains(key));
    }
}

#[test]
fn an_editor_that_saves_a_day_from_before_a_decision_was_replaced_does_not_take_that_back() {
    let house = House::new();
    let first = house.json(&["decide", "Use Redis", "--why", "fast", "--conclusion", "ใช้ Redis"]);
    let (id, file) = (first["id"].as_str().unwrap(), first["file"].as_str().unwrap());
    let copy = house.read(file);
    house.ok(&["decide", "Use Valkey", "--why", "许可证", "--supersedes", id]);
    // Somebody looks at what Memoro wrote; the editor knows nothing of it.
    assert!(house.read(file).contains("Use Valkey"));
    house.write(file, copy.replace("ใช้ Redis", "ใช้ Redis 8") + "\nmy own line\n");
    let told = house.ok(&["get", id]);
    holds(&told.out, &["superseded by", "ใช้ Redis 8"]);
    holds(&told.err, &["warning: 1 memory", file]);
    let now = house.read(file);
    holds(&now, &["- status: superseded", "ใช้ Redis 8", "my own line\n", "## Decision: Use Valkey"]);
    house.write(file, now.replace("- status: superseded", "- status: active"));
    assert_eq!(house.json(&["get", id])["status"], "active");
    house.ok(&["check", "--full"]);
}

#[test]
fn a_folder_of_notes_that_is_gone_is_written_again_and_a_note_that_is_deleted_is_not() {
    for first in [&["status"][..], &["learn", "Cobalt queues retry twice"], &["list"], &["check"]] {
        let house = House::new();
        for text in ["Amber caches live one hour", "แคชอำพันอยู่หนึ่งชั่วโมง", "琥珀缓存保留一小时"]
        {
            house.ok(&["learn", text]);
        }
        let folder = house.ws("memory/learnings");
        let files = || -> Vec<std::path::PathBuf> {
            let mut all: Vec<_> =
                std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
            all.sort();
            all
        };
        let before: Vec<_> = files().into_iter().map(|path| (std::fs::read(&path).unwrap(), path)).collect();
        std::fs::remove_dir_all(&folder).unwrap();
        let ran = house.ok(first);
        holds(&ran.err, &["memory/learnings was gone with all 3 notes", "written again"]);
        for (bytes, path) in &before {
            assert_eq!(std::fs::read(path).unwrap(), *bytes, "{first:?}");
        }
        assert!(!house.ok(&["status"]).err.contains("was gone"));
        std::fs::remove_file(&before[0].1).unwrap();
        house.ok(&["status"]);
        assert!(!before[0].1.exists());
        house.ok(&["check", "--full"]);
    }
}

#[test]
fn a_decision_that_is_made_active_again_by_hand_is_listed_and_found() {
    for (first, second) in
        [("Use SQLite for the log", "Use DuckDB for the log"), ("ใช้ SQLite เก็บบันทึก", "用 DuckDB 存日志")]
    {
        let house = House::new();
        let old = house.json(&["decide", first, "--why", "one file"])["id"].as_str().unwrap().to_owned();
        house.ok(&["decide", second, "--why", "fast", "--supersedes", &old]);
        let day = std::fs::read_dir(house.ws("memory")).unwrap().next().unwrap().unwrap().path();
        let text = std::fs::read_to_string(&day).unwrap();
        std::fs::write(&day, text.replacen("status: superseded", "status: active", 1)).unwrap();
        assert_eq!(house.json(&["list"])["memories"].as_array().unwrap().len(), 2);
        assert!(house.run(&["recall", "SQLite", "--json"]).out.contains(&old));
        house.ok(&["check", "--full"]);
    }
}

#[test]
fn decisions_of_one_title_that_are_made_at_once_are_all_kept() {
    for title in ["Race title", "หัวข้อเดียวกัน", "同一个标题"] {
        let house = House::new();
        let made: Vec<std::process::Child> = (0..5)
            .map(|k| {
                let mut command = house.command(&["decide", title, "--why", &format!("because w{k}"), "-q"]);
                command.stdout(std::process::Stdio::null()).spawn().unwrap()
            })
            .collect();
        for mut child in made {
            assert!(child.wait().unwrap().success());
        }
        let list = house.json(&["list", "--kind", "decision"]);
        let mut whys: Vec<String> = list["memories"]
            .as_array()
            .unwrap_or_else(|| panic!("{list}"))
            .iter()
            .map(|item| item["content"]["why"].as_str().unwrap().to_owned())
            .collect();
        whys.sort();
        assert_eq!(whys, ["because w0", "because w1", "because w2", "because w3", "because w4"]);
        house.ok(&["decide", title, "--why", "because w3"]);
        assert_eq!(house.json(&["list", "--kind", "decision"])["memories"].as_array().unwrap().len(), 5);
    }
}

#[test]
fn a_line_that_cannot_be_read_ends_nothing_until_it_is_mended_or_taken_out() {
    let house = House::new();
    house.ok(&["profile", "set", "สี", "แดง"]);
    let decided = house.json(&["decide", "用 SQLite", "--why", "one file"]);
    let (id, day) =
        (decided["id"].as_str().unwrap().to_owned(), decided["file"].as_str().unwrap().to_owned());
    let (profile, block) = (house.read("PROFILE.md"), house.read(&day));
    house.write("PROFILE.md", profile.replace("priority:50", "priority:500"));
    house.write(&day, block.replace("- confidence: ", "- confidence: 9"));
    assert_eq!(house.ok(&["profile", "get", "สี"]).out.trim(), "แดง");
    assert_eq!(house.json(&["get", &id])["status"], "active");
    holds(&house.ok(&["status"]).out, &["`500` is no priority", "is no confidence"]);
    house.fails(1, &["check", "--full"]);
    assert_eq!(
        house.read("PROFILE.md"),
        profile.replace("priority:50", "priority:500"),
        "it is kept as it is"
    );
    assert_eq!(house.ok(&["profile", "get", "สี"]).out.trim(), "แดง");
    house.write("PROFILE.md", profile.replace("แดง", "ฟ้า"));
    house.write(&day, block);
    assert_eq!(house.ok(&["profile", "get", "สี"]).out.trim(), "ฟ้า");
    house.ok(&["check", "--full"]);
    house.write("PROFILE.md", "# PROFILE\n");
    house.fails(1, &["profile", "get", "สี"]);
    assert_eq!(house.json(&["get", &id])["status"], "active");
}

#[test]
fn init_makes_no_new_store_where_one_was_lost() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "สุภาพ"]);
    house.ok(&["remember", "--scope", "project:p", "--key", "k", "only in the store"]);
    std::fs::remove_file(house.ws(".memoro/memoro.db")).unwrap();
    let told = house.fails(2, &["init", "."]);
    holds(&told, &["the store of", "is missing", "index --rebuild", "restore"]);
    assert!(!house.ws(".memoro/memoro.db").exists());
}
