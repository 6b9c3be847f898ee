//! Status, doctor, check, index, init.

use crate::{House, holds};

#[test]
fn init_leaves_files_as_they_are_and_makes_the_admin_key_once() {
    let house = House::empty();
    house.write("PROFILE.md", "# PROFILE\r\n\r\n- key:tone | value:ง่ายๆ | priority:50\r\nmy own line\r\n");
    house.write("notes.md", "# 我的\n");
    let made = house.json(&["init"]);
    assert_eq!(made["existed"], false);
    assert_eq!(
        house.read("PROFILE.md"),
        "# PROFILE\r\n\r\n- key:tone | value:ง่ายๆ | priority:50\r\nmy own line\r\n"
    );
    assert_eq!(house.read("notes.md"), "# 我的\n");
    assert_eq!(house.ok(&["profile", "get", "tone"]).out, "ง่ายๆ\n");
    let key = house.path("home/.config/memoro/admin.key");
    let first = std::fs::read(&key).unwrap();
    assert_eq!(house.json(&["init"])["existed"], true);
    assert_eq!(std::fs::read(&key).unwrap(), first);
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        assert_eq!(key.metadata().unwrap().mode() & 0o777, 0o600);
        assert_eq!(house.ws(".memoro").metadata().unwrap().mode() & 0o777, 0o700);
        assert_eq!(house.ws(".memoro/memoro.db").metadata().unwrap().mode() & 0o777, 0o600);
    }
}

#[test]
fn status_counts_and_names_what_could_not_be_read() {
    let house = House::new();
    house.ok(&["remember", "a text"]);
    house.ok(&["profile", "set", "tone", "สั้น"]);
    let text = format!("{}- key:broken value:no bars\n", house.read("PROFILE.md"));
    house.write("PROFILE.md", &text);
    let status = house.json(&["status"]);
    assert_eq!((&status["layers"]["semantic"], &status["layers"]["user_model"]), (&1.into(), &1.into()));
    assert_eq!(status["edited"][0], "PROFILE.md");
    assert_eq!(status["problems"].as_array().unwrap().len(), 1, "{status}");
    assert_eq!(house.read("PROFILE.md"), text);
    holds(&house.ok(&["status"]).out, &["PROFILE.md: line", "kept as it is"]);
    let run = house.run(&["doctor"]);
    assert_eq!(run.code, 1);
    holds(&run.out, &["PROFILE.md: line", "hint: correct these lines"]);
}

#[test]
fn what_is_left_out_is_named_by_status_and_check_alike() {
    let house = House::new();
    house.write("docs/good.md", "# ดี\n\n很好\n");
    house.write("docs/binary.md", [0, 159, 146, 150].repeat(9));
    std::fs::File::create(house.ws("docs/huge.md")).unwrap().set_len(11 << 20).unwrap();
    house.ok(&["index"]);
    let status = house.ok(&["status"]).out;
    holds(
        &status,
        &["docs/binary.md: not a text file", "docs/huge.md: 11534336 bytes", "1 workspace in 1 chunks"],
    );
    holds(
        &house.ok(&["check"]).out,
        &["docs/binary.md: not a text file", "docs/huge.md is left out: 11534336 bytes"],
    );
    assert_eq!(house.json(&["doctor"])["ok"], true);
}

#[cfg(unix)]
#[test]
fn an_edit_of_the_profile_that_keeps_size_and_time_is_taken_in() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "สั้น"]);
    let file = house.ws("PROFILE.md");
    let before = file.metadata().unwrap().modified().unwrap();
    house.write("PROFILE.md", house.read("PROFILE.md").replace("สั้น", "ยาวว"));
    std::fs::File::options().write(true).open(&file).unwrap().set_modified(before).unwrap();
    assert_eq!(house.ok(&["profile", "get", "tone"]).out, "ยาวว\n");
}

#[test]
fn a_day_with_nothing_but_decisions_is_no_lost_passage() {
    let house = House::new();
    house.ok(&["decide", "ใช้ SQLite", "--why", "一个文件"]);
    house.ok(&["index"]);
    house.ok(&["check", "--full"]);
    house.ok(&["doctor"]);
}

#[test]
fn doctor_is_content_with_a_healthy_house_and_finds_open_doors() {
    let house = House::new();
    house.ok(&["remember", "一切正常"]);
    assert_eq!(house.json(&["doctor"])["ok"], true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let key = house.path("home/.config/memoro/admin.key");
        std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o644)).unwrap();
        let run = house.run(&["doctor"]);
        assert_eq!(run.code, 1);
        holds(&run.out, &["can be read by others", "chmod 600"]);
    }
}

#[test]
fn check_mends_what_is_derived() {
    let house = House::new();
    house.ok(&["remember", "ข้อความที่มีไฟล์"]);
    house.ok(&["profile", "set", "tone", "短"]);
    std::fs::remove_file(house.ws("PROFILE.md")).unwrap();
    let checked = house.json(&["check", "--full"]);
    assert_eq!(checked["ok"], true, "{checked}");
    holds(&house.read("PROFILE.md"), &["value:短"]);
}

#[test]
fn index_takes_in_edits() {
    let house = House::new();
    house.write("PROFILE.md", "- key:tone | value:สั้น\n- key:城市 | value:曼谷\n");
    let indexed = house.json(&["index"]);
    assert_eq!((&indexed["files"][0], &indexed["memories"]), (&"PROFILE.md".into(), &2.into()));
    assert_eq!(house.json(&["index"])["files"].as_array().unwrap().len(), 0);
}

#[test]
fn status_tells_the_model_and_the_age_of_the_index() {
    let house = House::new();
    house.write("notes.md", "# แผน\n\nรหัสโปรเจกต์คือพญานาค\n");
    house.ok(&["index"]);
    let told = house.ok(&["status"]).out;
    holds(&told, &["memoro-static-256-v1", "just now"]);
}

#[test]
fn lines_of_a_file_are_shown_as_they_end() {
    let house = House::new();
    house.write("crlf.md", "# 标题\r\nหนึ่ง\r\ntwo\r\n");
    assert_eq!(house.json(&["get", "crlf.md:1-2"])["text"], "# 标题\r\nหนึ่ง\r");
    assert_eq!(house.json(&["get", "crlf.md"])["text"], "# 标题\r\nหนึ่ง\r\ntwo\r");
}
