//! `memoro config`, completions and man pages.

use crate::{House, holds, ran};

#[test]
fn a_value_is_set_shown_and_checked() {
    let house = House::new();
    let path = house.ok(&["config", "path"]).out;
    assert!(path.trim().ends_with(".config/memoro/config.toml"), "{path}");
    std::fs::write(path.trim(), "# ของฉัน\nowner = \"default\" # 我\n").unwrap();
    house.ok(&["config", "set", "session.idle", "2h"]);
    assert_eq!(house.ok(&["config", "get", "session.idle"]).out, "2h\n");
    let text = std::fs::read_to_string(path.trim()).unwrap();
    holds(&text, &["# ของฉัน\nowner = \"default\" # 我\n", "[session]\nidle = \"2h\"\n"]);
    house.ok(&["config", "check"]);
    let all = house.json(&["config", "get"]);
    assert_eq!((&all["session.idle"], &all["workspace"]), (&"2h".into(), &serde_json::Value::Null));
    let run = ran(house.command(&["config", "get", "session.idle"]).env("MEMORO_SESSION_IDLE", "3h"));
    assert_eq!(run.out, "3h\n");
    let run = ran(house
        .command(&["config", "get", "session.idle", "--config", "session.idle=4h"])
        .env("MEMORO_SESSION_IDLE", "3h"));
    assert_eq!(run.out, "4h\n");
}

#[test]
fn a_value_may_be_written_as_it_stands_in_the_file() {
    let house = House::new();
    let get = |key: &str, flag: &str| house.ok(&["config", "get", key, "--config", flag]).out;
    assert_eq!(get("index.paths", "index.paths=[\"/บันทึก\", '~/笔记']"), "/บันทึก,~/笔记\n");
    assert_eq!(get("index.paths", "index.paths=/a, /b"), "/a,/b\n");
    assert_eq!(get("index.paths", "index.paths=[ab]*.md"), "[ab]*.md\n");
    assert_eq!(get("session.idle", "session.idle = \"4h\""), "4h\n");
    house.write("../more/a.md", "# Zoo\n\nThe okapi eats leaves.\n");
    let folder = house.path("more");
    let flag = format!("index.paths=[\"{}\"]", folder.display());
    let found = house.json(&["recall", "okapi", "--config", &flag]);
    assert!(found["hits"][0]["path"].as_str().unwrap().ends_with("more/a.md"), "{found}");
    house.ok(&["config", "set", "index.paths", "[\"/a\"]"]);
    let text = std::fs::read_to_string(house.path("home/.config/memoro/config.toml")).unwrap();
    holds(&text, &["paths = [\"/a\"]"]);
}

#[test]
fn mistakes_in_the_configuration_name_the_nearest_right_thing() {
    let house = House::new();
    holds(
        &house.fails(2, &["config", "set", "sesion.idle", "2h"]),
        &["did you mean `session.idle`?", "hint: run `memoro config get`"],
    );
    holds(
        &house.fails(2, &["config", "set", "time_zone", "Asia/Bangkokk"]),
        &["Asia/Bangkokk", "is no time zone"],
    );
    holds(&house.fails(1, &["config", "get", "workspace"]), &["is not set", "memoro config set workspace"]);
    let path = house.path("home/.config/memoro/config.toml");
    std::fs::write(&path, "ownr = \"a\"\n").unwrap();
    holds(&house.fails(1, &["config", "check"]), &["unknown key `ownr`; did you mean `owner`?"]);
    holds(&house.ok(&["status"]).err, &["warning:", "unknown key `ownr`"]);
    std::fs::write(&path, "owner = \n").unwrap();
    holds(&house.fails(2, &["status"]), &["config.toml:1", "hint: correct that line"]);
}

#[test]
fn the_owner_of_the_profile_is_configurable() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "สั้น", "--config", "owner=สมชาย"]);
    assert_eq!(
        house.ok(&["profile", "get", "tone", "--user", "สมชาย", "--config", "owner=สมชาย"]).out,
        "สั้น\n"
    );
    holds(&house.read("PROFILE.md"), &["value:สั้น"]);
}

#[test]
fn another_configuration_folder_can_be_named() {
    let house = House::new();
    let folder = house.path("elsewhere");
    let run = ran(house.command(&["config", "path"]).env("MEMORO_CONFIG_DIR", &folder));
    assert_eq!(run.out.trim(), folder.join("config.toml").display().to_string());
}

#[test]
fn completions_and_man_pages_are_made() {
    let house = House::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        holds(&house.ok(&["completions", shell]).out, &["remember"]);
    }
    holds(&house.ok(&["man"]).out, &[".TH", "remember"]);
    let pages = house.json(&["man", "--dir", "../man"])["pages"].clone();
    assert!(pages.as_array().unwrap().len() > 26);
    let page = std::fs::read_to_string(house.path("man/memoro-profile-set.1")).unwrap();
    holds(&page, &["memoro\\-profile\\-set", "becomes history"]);
    house.fails(2, &["completions", "tcsh"]);
}

#[test]
fn the_doctor_looks_at_everything_else_where_the_configuration_is_broken() {
    let house = House::new();
    std::fs::create_dir_all(house.path("home/.config/memoro")).unwrap();
    std::fs::write(house.path("home/.config/memoro/config.toml"), "[[[x").unwrap();
    let ran = house.run(&["doctor"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    holds(&ran.out, &["configuration", "problem", "config.toml", "workspace", "audit"]);
    house.fails(2, &["list"]);
}
