//! Wrong input and broken surroundings: a clear error that names the thing and the next step, nothing lost.

use crate::{House, holds};

#[test]
fn an_unknown_flag_or_command_names_the_help() {
    let house = House::new();
    holds(
        &house.fails(2, &["remember", "--tll", "8h", "x"]),
        &["Error: unexpected argument '--tll'", "'--ttl'", "hint: run `memoro remember --help`"],
    );
    holds(&house.fails(2, &["remembr", "x"]), &["remembr", "'remember'", "hint: run `memoro --help`"]);
    let error = house.error(2, &["profile", "set"]);
    assert_eq!(
        (&error["code"], &error["hint"]),
        (&"usage".into(), &"run `memoro profile set --help`".into())
    );
}

#[test]
fn a_wrong_time_to_live_is_told_with_examples() {
    let house = House::new();
    for wrong in ["soon", "8", "-8h", "2026-13-01", "พรุ่งนี้"] {
        let argument = format!("--ttl={wrong}");
        let err = house.fails(2, &["remember", &argument, "x"]);
        holds(&err, &[wrong, "try none, session_end, 30m", "hint: run `memoro remember --help`"]);
    }
    holds(&house.fails(2, &["remember", "x", "--ttl", "-5d"]), &["`-5d` is no time to live", "30m"]);
    holds(
        &house.fails(2, &["profile", "set", "k", "v", "--priority", "-1"]),
        &["must be a number from 0 to 100"],
    );
    house.fails(1, &["list"]);
}

#[test]
fn a_file_becomes_no_workspace() {
    let house = House::empty();
    house.write("บันทึก.md", "mine\n");
    holds(&house.fails(2, &["init", "บันทึก.md"]), &["บันทึก.md is a file", "hint: name a folder"]);
    assert_eq!(house.read("บันทึก.md"), "mine\n");
}

#[test]
fn a_key_that_is_too_long_empty_or_hidden_is_refused() {
    let house = House::new();
    holds(
        &house.fails(2, &["profile", "set", &"ก".repeat(100), "v"]),
        &["key is 300 bytes long (at most 200)"],
    );
    holds(&house.fails(2, &["profile", "set", " ", "v"]), &["key is empty"]);
    holds(&house.fails(2, &["profile", "set", "a\u{202E}b", "v"]), &["U+202E"]);
}

#[test]
fn a_text_over_the_limit_is_refused_and_one_at_the_limit_is_kept() {
    let house = House::new();
    let long = "字".repeat(64 * 1024 / 3 + 1);
    let run = house.pipe(long.as_bytes(), &["remember", "-"]);
    assert_eq!(run.code, 2);
    holds(&run.err, &["too long", "65536 bytes", "hint: split it"]);
    holds(&house.fails(2, &["remember", &long]), &["too long", "65536"]);
    house.fails(1, &["list"]);
    let most = "x".repeat(64 * 1024);
    assert_eq!(house.pipe(most.as_bytes(), &["remember", "-"]).code, 0);
}

#[test]
fn an_empty_or_unreadable_text_is_refused() {
    let house = House::new();
    for empty in ["", "  \n "] {
        holds(&house.fails(2, &["remember", empty]), &["the text is empty"]);
    }
    let run = house.pipe(b"\xff\xfe", &["remember", "-"]);
    assert_eq!(run.code, 2);
    holds(&run.err, &["not UTF-8", "iconv"]);
    house.fails(2, &["remember"]);
}

#[test]
fn numbers_outside_their_bounds_are_refused() {
    let house = House::new();
    holds(&house.fails(2, &["remember", "--confidence", "1.5", "x"]), &["a number from 0 to 1"]);
    holds(
        &house.fails(2, &["remember", "--key", "k", "--priority", "101", "x"]),
        &["a number from 0 to 100"],
    );
    holds(
        &house.fails(2, &["remember", "--kind", "opinion", "x"]),
        &["opinion", "preference, constraint, fact, instruction"],
    );
    holds(&house.fails(2, &["remember", "--scope", "team:x", "x"]), &["team", "hint: use user"]);
    holds(&house.fails(2, &["remember", "--occurred-at", "sometime", "x"]), &["--occurred-at", "hint: try"]);
}

#[test]
fn a_binary_profile_is_left_alone_and_named() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "สั้น"]);
    let bytes = b"\x7fELF\x00\x01\x02\xff\xfe binary";
    house.write("PROFILE.md", bytes);
    let run = house.run(&["profile", "set", "city", "曼谷"]);
    assert_ne!(run.code, 0, "{run:?}");
    holds(&run.err, &["PROFILE.md"]);
    assert_eq!(std::fs::read(house.ws("PROFILE.md")).unwrap(), bytes);
    let run = house.run(&["doctor"]);
    assert_eq!(run.code, 1, "{run:?}");
    holds(&format!("{}{}", run.out, run.err), &["PROFILE.md"]);
    std::fs::remove_file(house.ws("PROFILE.md")).unwrap();
    assert_eq!(house.ok(&["profile", "get", "tone"]).out, "สั้น\n");
}

#[test]
fn a_damaged_store_is_told_and_can_be_made_anew() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "สั้น"]);
    for ending in ["db-wal", "db-shm"] {
        let _ = std::fs::remove_file(house.ws(&format!(".memoro/memoro.{ending}")));
    }
    house.write(".memoro/memoro.db", "this is no database at all, only words. ".repeat(200));
    let error = house.error(3, &["profile", "list"]);
    assert_eq!(error["code"], "damaged");
    holds(error["hint"].as_str().unwrap(), &["memoro restore", "memoro index --rebuild"]);
    let indexed = house.json(&["index", "--rebuild"]);
    assert!(indexed["aside"].as_str().unwrap().contains("memoro.db."), "{indexed}");
    assert_eq!(house.ok(&["profile", "get", "tone"]).out, "สั้น\n");
}

#[test]
fn an_empty_store_file_is_damage_not_an_empty_memory() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "short"]);
    for ending in ["db-wal", "db-shm"] {
        let _ = std::fs::remove_file(house.ws(&format!(".memoro/memoro.{ending}")));
    }
    house.write(".memoro/memoro.db", "");
    assert_eq!(house.error(3, &["profile", "list"])["code"], "damaged");
}

#[test]
fn a_store_of_a_newer_version_is_left_alone() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "short"]);
    let path = house.ws(".memoro/memoro.db");
    // The schema number is SQLite's user_version: four bytes at offset 60 of the file.
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[60..64].copy_from_slice(&9_999u32.to_be_bytes());
    std::fs::write(&path, &bytes).unwrap();
    let error = house.error(2, &["profile", "set", "tone", "long"]);
    assert_eq!(error["code"], "newer_version");
    holds(error["hint"].as_str().unwrap(), &["newer version of memoro"]);
    assert_eq!(std::fs::read(&path).unwrap()[60..64], bytes[60..64]);
}

#[test]
fn a_place_that_cannot_be_written_is_told() {
    let house = House::empty();
    std::fs::write(house.path("file"), "x").unwrap();
    let run = house.run(&["init", "../file/inside"]);
    assert_ne!(run.code, 0, "{run:?}");
    holds(&run.err, &["file is no folder"]);
    let run = house.run(&["init", "/proc/memoro"]);
    assert_ne!(run.code, 0, "{run:?}");
    holds(&run.err, &["/proc/memoro"]);
}

#[test]
fn a_text_that_begins_with_a_dash_is_kept_or_told_where_it_goes() {
    let house = House::new();
    house.ok(&["remember", "-5 degrees in the morning"]);
    house.ok(&["note", "- ข้อแรก"]);
    house.ok(&["profile", "set", "temperature", "-5"]);
    assert_eq!(house.ok(&["profile", "get", "temperature"]).out, "-5\n");
    holds(&house.ok(&["list"]).out, &["-5 degrees in the morning", "- ข้อแรก"]);
    let told = house.fails(2, &["note", "- 第一条", "--tag", "x"]);
    holds(&told, &["put a text that begins with a dash last, behind ` -- `", "memoro note --help"]);
    house.ok(&["note", "--tag", "x", "--", "- 第一条"]);
}
