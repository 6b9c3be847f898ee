//! Wrong folders, odd files, links that lead nowhere, disks that cannot be written.

use super::{House, holds};

#[cfg(unix)]
fn mode(path: &std::path::Path) -> u32 {
    std::os::unix::fs::PermissionsExt::mode(&path.metadata().unwrap().permissions()) & 0o777
}

#[cfg(unix)]
fn set_mode(path: &std::path::Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[cfg(unix)]
#[test]
fn a_folder_that_was_there_keeps_its_mode_and_what_memoro_makes_in_it_is_private() {
    let house = House::empty();
    set_mode(&house.path("ws"), 0o755);
    std::fs::create_dir(house.ws(".memoro")).unwrap();
    set_mode(&house.ws(".memoro"), 0o755);
    house.ok(&["init"]);
    house.ok(&["profile", "set", "tone", "สุภาพ"]);
    house.ok(&["remember", "用 Postgres"]);
    assert_eq!(mode(&house.path("ws")), 0o755);
    assert_eq!(mode(&house.ws(".memoro")), 0o700);
    assert_eq!(mode(&house.ws("PROFILE.md")), 0o600);
    assert_eq!(mode(&house.ws("memory")), 0o700);
    house.ok(&["doctor"]);
    set_mode(&house.ws("PROFILE.md"), 0o644);
    let ran = house.run(&["doctor"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    holds(&ran.out, &["PROFILE.md can be read by others", "chmod"]);
    set_mode(&house.path("ws"), 0o700);
    house.ok(&["doctor"]);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_makes_no_folder_outside() {
    let house = House::new();
    let outside = house.path("outside/deep/PROFILE.md");
    std::os::unix::fs::symlink(&outside, house.ws("PROFILE.md")).unwrap();
    let told = house.fails(3, &["profile", "set", "tone", "สั้น"]);
    holds(&told, &["is a link to", "whose folder is not there"]);
    assert!(!house.path("outside").exists(), "a folder was made outside");
    std::fs::create_dir_all(outside.parent().unwrap()).unwrap();
    house.ok(&["status"]);
    holds(&std::fs::read_to_string(&outside).unwrap(), &["value:สั้น"]);
    assert!(house.ws("PROFILE.md").is_symlink(), "the link was replaced");
}

#[test]
fn what_is_no_export_is_said_once_and_a_bad_line_blames_the_line() {
    let house = House::new();
    house.ok(&["remember", "记住这个"]);
    std::fs::write(house.path("ws/noise.bin"), (0..=255u8).cycle().take(60_000).collect::<Vec<_>>()).unwrap();
    let told = house.fails(2, &["import", "noise.bin"]);
    holds(&told, &["no export of memoro", "hint:"]);
    assert!(told.lines().count() <= 3, "{told}");
    let told = house.fails(2, &["import", "."]);
    holds(&told, &["is a folder", "hint:"]);
    let export = house.ok(&["export"]).out;
    let broken = export.replacen("\"status\":\"active\"", "\"status\":\"awake\"", 1);
    assert_ne!(export, broken);
    std::fs::write(house.ws("broken.jsonl"), broken).unwrap();
    let ran = house.run(&["import", "broken.jsonl"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    holds(&ran.err, &["line 2", "awake"]);
    assert!(!ran.err.contains("store is damaged"), "{ran:?}");
}

#[test]
fn an_export_or_a_restore_of_the_wrong_folder_names_the_next_step() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "สั้น"]);
    let told = house.fails(2, &["export", "not/there/m.jsonl"]);
    holds(&told, &["is not there", "mkdir -p"]);
    holds(&house.fails(2, &["export", "."]), &["is a folder", "memories.jsonl"]);
    assert!(!house.ws("not").exists());
    for folder in ["nowhere", ".", ".memoro"] {
        let told = house.fails(1, &["restore", folder]);
        holds(&told, &["there is no backup in", "name the folder that `memoro backup` printed"]);
    }
    assert_eq!(house.ok(&["profile", "get", "tone"]).out.trim(), "สั้น");
}

#[test]
fn a_store_that_is_no_store_any_more_makes_room_for_a_backup() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "สุภาพ"]);
    house.ok(&["remember", "记住", "--key", "kept"]);
    house.ok(&["backup", "../backup"]);
    for damage in [&b"neither pages nor words"[..], &[0u8; 9000]] {
        std::fs::write(house.ws(".memoro/memoro.db"), damage).unwrap();
        holds(&house.fails(3, &["list"]), &["memoro restore"]);
        holds(&house.fails(1, &["restore", "."]), &["there is no backup in"]);
        assert_eq!(std::fs::read(house.ws(".memoro/memoro.db")).unwrap(), damage, "nothing was moved");
        assert!(!house.run(&["--as", "agent", "restore", "../backup"]).out.contains("again"));
        holds(&house.ok(&["restore", "../backup"]).err, &["the damaged store lies in"]);
        assert_eq!(house.ok(&["profile", "get", "tone"]).out.trim(), "สุภาพ");
        house.ok(&["check", "--full"]);
        std::thread::sleep(std::time::Duration::from_millis(1100));
    }
}

/// Fills a small disk of our own to the last byte.
#[cfg(target_os = "linux")]
#[test]
fn on_a_disk_without_a_byte_left_reading_goes_on_and_nothing_is_lost() {
    let house = House::empty();
    let script = "mount -t tmpfs -o size=2m tmpfs . && cd \"$PWD\" && m=\"$1\" && $m -q init && $m -q profile set tone สุภาพ && \
        sed -i s/value:สุภาพ/value:ห้วน/ PROFILE.md && \
        { dd if=/dev/zero of=fill bs=1k 2>/dev/null; $m get tone && $m list && $m status && $m audit verify && \
        ! $m profile set tone 短 && rm fill && $m profile get tone && $m profile set tone 短 && $m check --full; }";
    let plain = house.command(&[]);
    let mut command = std::process::Command::new("unshare");
    command.args(["--mount", "sh", "-c", script, "sh"]).arg(plain.get_program());
    command.env_clear().env("HOME", house.path("home")).env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    let ran = super::ran(command.current_dir(house.path("ws")));
    if ["unshare:", "mount:"].iter().any(|word| ran.err.starts_with(word)) {
        eprintln!("skipped: a disk of our own needs root");
        return;
    }
    assert_eq!(ran.code, 0, "{ran:?}");
    holds(&ran.err, &["the disk is full: nothing was written", "answers are what is stored"]);
    holds(&ran.err, &["PROFILE.md was edited; what it says counts once the workspace can be written"]);
    holds(&ran.out, &["problem    PROFILE.md was edited", "ห้วน\n"]);
}

/// Lets Memoro itself fill a small disk, with less and less at a time, and asks it everything right after.
#[cfg(target_os = "linux")]
#[test]
fn reading_goes_on_right_after_memoro_has_filled_the_disk() {
    let house = House::empty();
    let reads = [
        "recall river",
        "list",
        "get tone",
        "context river",
        "status",
        "check",
        "history tone",
        "why tone",
        "profile list",
        "user get",
        "session list",
        "pending list",
        "audit verify",
        "resolve tone",
        "consult river",
    ];
    let script = "mount -t tmpfs -o size=2m tmpfs . && cd \"$PWD\" && m=\"$1\" && $m -q init && $m -q profile set tone สุภาพ && \
         $m -q session set task ย้าย && dd if=/dev/zero of=fill bs=1k count=500 2>/dev/null && out=\"$HOME/out\" && \
         for size in 24000 6000 1200 60; do \
           while $m -q remember \"the river $(head -c $size /dev/urandom | base64 -w0)\" >/dev/null 2>$out; do :; done; \
           while IFS= read -r c; do $m $c >/dev/null 2>$out </dev/null; rc=$?; \
             [ $rc = 0 ] || { echo \"$size: $c ends with $rc\"; cat $out; exit 9; }; done <\"$HOME/reads\"; \
         done; \
         $m forget tone --yes; echo forget ends with $?; rm fill; \
         $m -q remember 'there is room' && $m recall room >/dev/null && $m check --full";
    std::fs::write(house.path("home").join("reads"), reads.join("\n") + "\n").unwrap();
    let plain = house.command(&[]);
    let mut command = std::process::Command::new("unshare");
    command.args(["--mount", "sh", "-c", script, "sh"]).arg(plain.get_program());
    command.env_clear().env("HOME", house.path("home")).env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    let ran = super::ran(command.current_dir(house.path("ws")));
    if ["unshare:", "mount:"].iter().any(|word| ran.err.starts_with(word)) {
        eprintln!("skipped: a disk of our own needs root");
        return;
    }
    assert_eq!(ran.code, 0, "{ran:?}");
    holds(&ran.out, &["forget ends with 3"]);
    holds(&ran.err, &["the disk is full"]);
    assert!(!ran.err.contains("read-only"), "{ran:?}");
}

#[test]
fn undo_tells_why_it_does_not_reach_behind_a_forget() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "short"]);
    house.ok(&["profile", "set", "city", "กรุงเทพ"]);
    house.ok(&["forget", "city", "--yes"]);
    let told = house.fails(2, &["undo"]);
    holds(&told, &["the last change was a forget", "cannot be brought back", "history"]);
}

#[test]
fn a_time_that_has_passed_is_no_time_to_live_and_none_is_no_limit() {
    let house = House::new();
    let told = house.fails(2, &["remember", "ชั่วคราว", "--ttl", "2020-01-01T00:00:00Z"]);
    holds(&told, &["ttl `2020-01-01T00:00:00Z`", "it ended at"]);
    house.ok(&["profile", "set", "tone", "短", "--ttl", "2h"]);
    holds(&house.fails(2, &["edit", "tone", "--ttl", "2020-01-01T00:00:00Z"]), &["it ended at"]);
    for command in ["list", "recall x", "audit list", "procedure list", "episode recent", "note list"] {
        let words: Vec<&str> = command.split(' ').chain(["--limit", "0"]).collect();
        holds(&house.fails(2, &words), &["--limit", "a number from 1"]);
    }
    for score in ["nan", "2", "inf", "ครึ่ง"] {
        holds(&house.fails(2, &["recall", "x", "--min-score", score]), &["--min-score", "from 0 to 1"]);
    }
}

#[test]
fn audit_lines_of_a_run_go_where_the_configuration_says_and_forget_reaches_them() {
    let house = House::new();
    for wrong in ["/tmp", "../elsewhere", ""] {
        holds(&house.fails(2, &["config", "set", "audit.dir", wrong]), &["inside the workspace"]);
    }
    house.ok(&["config", "set", "audit.dir", "runs/audit"]);
    house.ok(&["--run", "r1", "remember", "ความลับของสมชาย", "--key", "secret"]);
    holds(&house.read("runs/audit/r1/memory_audit.jsonl"), &["ความลับของสมชาย"]);
    assert!(!house.ws(".memoro/runs").exists());
    house.ok(&["forget", "secret", "--yes"]);
    assert!(!house.read("runs/audit/r1/memory_audit.jsonl").contains("ความลับ"));
    house.ok(&["audit", "verify"]);
}

/// Runs the binary on a workspace that cannot be written: behind a mount for root, by its mode for others.
#[cfg(target_os = "linux")]
fn run_read_only(house: &House, arguments: &[&str]) -> Option<super::Ran> {
    use std::process::Command;
    let script = "mount --bind . . && mount -o remount,bind,ro . && cd \"$PWD\" && exec \"$@\"";
    let plain = house.command(arguments);
    let mut command = Command::new("unshare");
    command.args(["--mount", "sh", "-c", script, "sh"]).arg(plain.get_program()).args(plain.get_args());
    command.env_clear().env("HOME", house.path("home")).env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    let ran = super::ran(command.current_dir(house.path("ws")).stdin(std::process::Stdio::null()));
    let unable = ["unshare:", "mount:"].iter().any(|word| ran.err.starts_with(word));
    (!unable).then_some(ran)
}

#[cfg(target_os = "linux")]
#[test]
fn a_workspace_that_cannot_be_written_still_answers() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "สุภาพ"]);
    house.ok(&["remember", "we use Postgres 用数据库"]);
    let reads: [&[&str]; 9] = [
        &["check"],
        &["get", "tone"],
        &["list"],
        &["recall", "Postgres"],
        &["context"],
        &["status"],
        &["profile", "list"],
        &["audit", "verify"],
        &["export"],
    ];
    for arguments in reads {
        let Some(ran) = run_read_only(&house, arguments) else {
            eprintln!("skipped: a read-only mount needs root");
            return;
        };
        assert_eq!(ran.code, 0, "{arguments:?}: {ran:?}");
    }
    for arguments in [&["remember", "เพิ่ม"][..], &["forget", "tone", "--yes"], &["undo"], &["index"]]
    {
        let ran = run_read_only(&house, arguments).unwrap();
        assert_eq!(ran.code, 3, "{arguments:?}: {ran:?}");
        holds(&ran.err, &["writable"]);
    }
    assert_eq!(house.ok(&["profile", "get", "tone"]).out.trim(), "สุภาพ");
    // A copy of a workspace has files of its own that say the same: nobody edited them.
    std::fs::copy(house.ws("PROFILE.md"), house.path("twin.md")).unwrap();
    std::fs::rename(house.path("twin.md"), house.ws("PROFILE.md")).unwrap();
    for arguments in [&["get", "tone"][..], &["status"], &["check"]] {
        let ran = run_read_only(&house, arguments).unwrap();
        assert!(ran.code == 0 && !(ran.err + &ran.out).contains("was edited"), "{arguments:?}");
    }
    let profile = std::fs::read_to_string(house.ws("PROFILE.md")).unwrap();
    std::fs::write(house.ws("PROFILE.md"), profile.replace("value:สุภาพ", "value:短")).unwrap();
    for arguments in [&["get", "tone"][..], &["check"], &["doctor"]] {
        let ran = run_read_only(&house, arguments).unwrap();
        let unwell = arguments == ["doctor"];
        assert_eq!(ran.code, i32::from(unwell), "{arguments:?}: {ran:?}");
        assert_eq!(ran.out.contains("the store is read-only"), unwell, "{ran:?}");
        holds(&ran.err, &["PROFILE.md was edited; what it says counts once the workspace can be written"]);
    }
    let copy = house.path("copy");
    holds(
        &run_read_only(&house, &["backup"]).unwrap().err,
        &["cannot be written", "name a folder elsewhere"],
    );
    assert_eq!(run_read_only(&house, &["backup", copy.to_str().unwrap()]).unwrap().code, 0);
    assert_eq!(house.ok(&["profile", "get", "tone"]).out.trim(), "短");
    house.ok(&["profile", "set", "tone", "later"]);
    house.ok(&["restore", copy.to_str().unwrap()]);
    assert_eq!(house.ok(&["profile", "get", "tone"]).out.trim(), "短");
}

/// A run whose audit file cannot be written changes nothing at all.
#[cfg(unix)]
#[test]
fn a_run_whose_file_leads_nowhere_writes_nothing() {
    let house = House::new();
    std::fs::create_dir_all(house.ws(".memoro/runs/r1")).unwrap();
    let link = house.ws(".memoro/runs/r1/memory_audit.jsonl");
    std::os::unix::fs::symlink("/nowhere/at/all", &link).unwrap();
    for command in [&["note", "ไม่เหลือ"][..], &["profile", "set", "a", "1"], &["decide", "不留"]]
    {
        let told = house.fails(3, &[command, &["--run", "r1"]].concat());
        holds(&told, &["is a link to /nowhere/at/all", "remove the link"]);
        house.fails(1, &["list"]);
    }
    std::fs::remove_file(&link).unwrap();
    house.ok(&["note", "kept", "--run", "r1"]);
    house.ok(&["check"]);
}

#[cfg(unix)]
#[test]
fn reading_goes_on_while_a_file_waits_that_cannot_be_written() {
    let house = House::new();
    house.ok(&["profile", "set", "city", "เชียงใหม่"]);
    std::fs::remove_file(house.ws("PROFILE.md")).unwrap();
    std::os::unix::fs::symlink(house.path("gone/PROFILE.md"), house.ws("PROFILE.md")).unwrap();
    house.fails(3, &["profile", "set", "tone", "短"]);
    for arguments in [&["profile", "get", "tone"][..], &["get", "city"], &["list"], &["recall", "เชียงใหม่"]]
    {
        let ran = house.run(arguments);
        assert_eq!(ran.code, 0, "{arguments:?}: {ran:?}");
        holds(&ran.err, &["a file waits to be written", "PROFILE.md"]);
    }
    let status = house.json(&["status"]);
    assert!(status["waiting"].as_u64().unwrap() > 0, "{status}");
    std::fs::create_dir(house.path("gone")).unwrap();
    assert_eq!(house.json(&["status"])["waiting"], 0);
    holds(&std::fs::read_to_string(house.path("gone/PROFILE.md")).unwrap(), &["value:短", "เชียงใหม่"]);
}

#[test]
fn every_damage_names_a_next_step_that_works() {
    type Damage = fn(&House);
    fn sql(house: &House, sql: &str) {
        let conn = rusqlite::Connection::open(house.ws(".memoro/memoro.db")).unwrap();
        conn.pragma_update(None, "foreign_keys", false).unwrap();
        conn.execute_batch(sql).unwrap();
    }
    let damages: [Damage; 4] = [
        |house| sql(house, "DROP TABLE memories"),
        |house| sql(house, "DROP TABLE chunks"),
        |house| sql(house, "UPDATE memories SET origin = 'nobody'"),
        |house| {
            for end in ["db", "db-wal", "db-shm"] {
                let _ = std::fs::remove_file(house.ws(&format!(".memoro/memoro.{end}")));
            }
            std::fs::create_dir(house.ws(".memoro/memoro.db")).unwrap();
        },
    ];
    for (n, damage) in damages.into_iter().enumerate() {
        for step in [&["restore", "../copy"][..], &["index", "--rebuild"]] {
            let house = House::new();
            house.ok(&["profile", "set", "tone", "สุภาพ"]);
            house.ok(&["remember", "用 Postgres", "--key", "base"]);
            house.ok(&["backup", "../copy"]);
            damage(&house);
            let error = house.error(3, &["list"]);
            assert_eq!(error["code"], "damaged", "damage {n}: {error}");
            holds(error["hint"].as_str().unwrap(), &["memoro restore <backup>", "memoro index --rebuild"]);
            house.ok(step);
            assert_eq!(house.ok(&["profile", "get", "tone"]).out.trim(), "สุภาพ", "damage {n}, {step:?}");
            holds(&house.ok(&["list"]).out, &["Postgres"]);
            house.ok(&["check", "--full"]);
        }
    }
}

#[test]
fn an_empty_file_is_no_export_and_a_long_key_is_not_repeated() {
    let house = House::new();
    for empty in ["", "\n \n"] {
        house.write("empty.jsonl", empty);
        holds(&house.fails(2, &["import", "empty.jsonl"]), &["no export of memoro", "it is empty", "hint:"]);
    }
    let long = "ก".repeat(3_000);
    for arguments in [&["profile", "set", &long, "1"][..], &["profile", "get", &long], &["get", &long]] {
        let ran = house.run(arguments);
        assert!(ran.code == 1 || ran.code == 2, "{ran:?}");
        assert!(ran.err.chars().count() < 700, "{} characters: {}", ran.err.chars().count(), ran.err);
    }
}

#[test]
fn a_list_of_the_profile_shows_sensitive_values_only_on_request() {
    let house = House::new();
    house.ok(&["remember", "--key", "pin", "--kind", "fact", "รหัส 4711", "--sensitive"]);
    house.ok(&["profile", "set", "tone", "短"]);
    let listed = house.ok(&["profile", "list"]).out;
    assert!(!listed.contains("4711") && listed.contains("pin = (sensitive"), "{listed}");
    let json = house.json(&["profile", "list"]);
    assert!(!json.to_string().contains("4711"), "{json}");
    assert_eq!(json["hidden"][0], "pin");
    holds(&house.ok(&["profile", "list", "--sensitive"]).out, &["4711"]);
    holds(&house.ok(&["profile", "get", "pin"]).out, &["4711"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_that_was_left_on_a_disk_that_cannot_be_written_is_read() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "สุภาพ"]);
    let (db, log) = (house.ws(".memoro/memoro.db"), house.ws(".memoro/memoro.db-wal"));
    let conn = rusqlite::Connection::open(&db).unwrap();
    conn.pragma_update(None, "wal_autocheckpoint", 0).unwrap();
    conn.execute_batch("UPDATE memories SET content = replace(content, 'สุภาพ', '正式')").unwrap();
    let (whole, left) = (std::fs::read(&db).unwrap(), std::fs::read(&log).unwrap());
    drop(conn);
    std::fs::write(&db, whole).unwrap();
    std::fs::write(&log, left).unwrap();
    let _ = std::fs::remove_file(house.ws(".memoro/memoro.db-shm"));
    let Some(ran) = run_read_only(&house, &["get", "tone"]) else {
        eprintln!("skipped: a read-only mount needs root");
        return;
    };
    assert_eq!(ran.code, 0, "{ran:?}");
    holds(&ran.out, &["正式"]);
}
