//! Which workspace a command means.

use crate::{House, holds, ran};

#[test]
fn the_nearest_workspace_upward_is_used() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "สั้น"]);
    let deep = house.ws("a/b/ค");
    std::fs::create_dir_all(&deep).unwrap();
    assert_eq!(ran(&mut house.command_in(&deep, &["profile", "get", "tone"])).out, "สั้น\n");
}

#[test]
fn the_flag_wins_over_the_variable_over_the_nearest_over_the_home() {
    let house = House::new();
    for (folder, value) in [("flag", "flag"), ("variable", "variable")] {
        let path = house.path(folder).display().to_string();
        house.ok(&["init", &path]);
        house.ok(&["--workspace", &path, "profile", "set", "where", value]);
    }
    house.ok(&["profile", "set", "where", "nearest"]);
    let get = ["profile", "get", "where"];
    let (flag, variable) = (house.path("flag"), house.path("variable"));
    let with_flag = [&["--workspace", flag.to_str().unwrap()], &get[..]].concat();
    assert_eq!(ran(house.command(&with_flag).env("MEMORO_WORKSPACE", &variable)).out, "flag\n");
    assert_eq!(ran(house.command(&get).env("MEMORO_WORKSPACE", &variable)).out, "variable\n");
    assert_eq!(ran(&mut house.command(&get)).out, "nearest\n");
}

#[test]
fn the_first_write_makes_the_home_workspace_and_reads_do_not() {
    let house = House::empty();
    let away = house.path("home");
    let run = ran(&mut house.command_in(&away, &["list"]));
    assert_eq!(run.code, 2);
    holds(&run.err, &["is no workspace", "hint: run `memoro init"]);
    assert!(!house.path("home/.local").exists());
    let run = ran(&mut house.command_in(&away, &["remember", "第一句话"]));
    assert_eq!(run.code, 0, "{run:?}");
    holds(&run.err, &["made a workspace in", ".local/share/memoro"]);
    assert_eq!(ran(&mut house.command_in(&away, &["list"])).code, 0);
}

#[test]
fn the_configured_workspace_replaces_the_home_one() {
    let house = House::empty();
    house.ok(&["config", "set", "workspace", "~/บันทึก"]);
    let run = ran(&mut house.command_in(&house.path("home"), &["remember", "หนึ่ง"]));
    assert_eq!(run.code, 0, "{run:?}");
    assert!(house.path("home/บันทึก/.memoro/memoro.db").exists());
}

#[test]
fn a_named_folder_that_is_no_workspace_is_an_error() {
    let house = House::new();
    let error = house.error(2, &["--workspace", "../nowhere", "remember", "x"]);
    assert_eq!(error["code"], "no_workspace");
    assert!(!house.path("nowhere").exists());
}

#[test]
fn a_relative_home_of_the_xdg_kind_is_honoured() {
    let house = House::empty();
    let (away, data) = (house.path("home"), house.path("data"));
    let run = ran(house.command_in(&away, &["remember", "x y z"]).env("XDG_DATA_HOME", &data));
    assert_eq!(run.code, 0, "{run:?}");
    assert!(data.join("memoro/.memoro").is_dir());
}

#[cfg(unix)]
#[test]
fn a_linked_file_is_told_as_left_out_and_read_where_its_folder_is_declared() {
    let house = House::new();
    std::fs::write(house.path("outside.md"), "ปลาว่ายในทะเล 鱼在海里游 fish swim in the sea\n").unwrap();
    std::fs::create_dir_all(house.ws("memory/learnings")).unwrap();
    std::os::unix::fs::symlink(house.path("outside.md"), house.ws("memory/learnings/o.md")).unwrap();
    assert_eq!(house.run(&["list"]).code, 1);
    house.ok(&["index"]);
    holds(&house.ok(&["status"]).out, &["leads out"]);
    house.ok(&["config", "set", "index.linked", house.path("").to_str().unwrap()]);
    holds(&house.ok(&["list"]).out, &["fish swim"]);
}
