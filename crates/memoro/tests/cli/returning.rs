//! Backups and the way back, when everything goes wrong: killed in between, a full disk, a damaged store.

use std::process::Stdio;
use std::time::Duration;

use super::damage::files;
use super::{House, holds};

const WORDS: &str = "the zebra plan is cancelled";

/// Growing moments to kill at, so many and so many milliseconds apart; each time they come again, a little later.
#[cfg(unix)]
fn moments(most: u64, apart: u64) -> impl Iterator<Item = (u64, Duration)> {
    let times = std::env::var("MEMORO_RETURNS").ok().and_then(|n| n.parse().ok()).unwrap_or(1_u64);
    let late = move |round: u64| (round / most) * apart * 1000 / times.max(1);
    (0..most * times).map(move |round| {
        (round, Duration::from_millis(round % most * apart) + Duration::from_micros(late(round)))
    })
}

/// A house with a backup whose secret was forgotten since, and with newer values.
fn lived_in() -> House {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "สุภาพ"]);
    house.ok(&["remember", WORDS, "--key", "plan"]);
    house.ok(&["backup", "../copy"]);
    house.ok(&["profile", "set", "tone", "短"]);
    house.ok(&["remember", "written after the backup"]);
    house.ok(&["forget", "plan", "--yes"]);
    house
}

#[test]
fn what_a_restore_replaces_is_a_backup_that_brings_it_back() {
    let house = lived_in();
    let restored = house.json(&["restore", "../copy"]);
    assert_eq!(
        (&restored["kept_forgotten"], &restored["removed"].as_array().unwrap().len()),
        (&1.into(), &1)
    );
    assert_eq!(house.ok(&["profile", "get", "tone"]).out.trim(), "สุภาพ");
    assert!(!house.ok(&["list"]).out.contains("written after the backup"));
    let audit = house.ok(&["audit", "list"]).out;
    holds(&audit, &["restored the backup of", ".memoro/aside/"]);
    house.ok(&["audit", "verify"]);
    holds(&house.fails(2, &["undo"]), &["the last change was a restore", ".memoro/aside/"]);
    house.ok(&["check", "--full"]);
    let aside = restored["aside"].as_str().unwrap();
    house.ok(&["restore", aside]);
    assert_eq!(house.ok(&["profile", "get", "tone"]).out.trim(), "短");
    holds(&house.ok(&["list"]).out, &["written after the backup"]);
    house.fails(1, &["get", "plan"]);
    house.ok(&["check", "--full"]);
}

#[test]
fn a_restore_brings_no_byte_of_what_was_forgotten_back() {
    let house = House::new();
    house.write("sessions/talk.jsonl", format!("{{\"role\":\"user\",\"content\":\"note: {WORDS}\"}}\n"));
    house.ok(&["decide", WORDS]);
    house.ok(&["session", "set", "task", WORDS]);
    house.ok(&["--run", "r1", "remember", WORDS]);
    house.ok(&["index"]);
    house.ok(&["backup", "../copy"]);
    std::fs::remove_file(house.ws("sessions/talk.jsonl")).unwrap();
    house.ok(&["forget", "--subject", "zebra plan", "--yes"]);
    house.ok(&["restore", "../copy"]);
    let held = super::forgetting::anywhere(&house.path("ws"), WORDS.as_bytes());
    assert_eq!(held, [house.ws("sessions/talk.jsonl").display().to_string()], "only the transcript itself");
    assert_eq!(house.json(&["index"])["turns"], 0);
    house.ok(&["check", "--full"]);
}

#[test]
fn a_restore_into_an_empty_workspace_puts_nothing_aside() {
    let house = lived_in();
    let fresh = House::new();
    let copy = house.path("copy").display().to_string();
    assert!(fresh.json(&["restore", &copy])["aside"].is_null());
    assert!(!fresh.ws(".memoro/aside").exists());
}

#[cfg(unix)]
#[test]
fn a_restore_that_is_killed_is_done_or_not_done_and_brings_nothing_forgotten_back() {
    let house = lived_in();
    let mut seen = (0, 0);
    for (round, after) in moments(24, 5) {
        house.ok(&["profile", "set", "tone", "短"]);
        let mut child = house.command(&["restore", "../copy"]);
        let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(after);
        child.kill().unwrap();
        child.wait().unwrap();
        let tone = house.ok(&["profile", "get", "tone"]).out.trim().to_owned();
        match tone.as_str() {
            "短" => seen.0 += 1,
            "สุภาพ" => seen.1 += 1,
            other => panic!("round {round}: {other}"),
        }
        let list = house.ok(&["list"]).out;
        assert!(!list.contains(WORDS), "round {round}: {list}");
        assert!(!house.ws(".memoro/restoring").exists(), "round {round}");
        house.fails(1, &["get", "plan"]);
    }
    house.ok(&["check", "--full"]);
    house.ok(&["audit", "verify"]);
    assert!(seen.0 > 0 || seen.1 > 0);
}

#[cfg(unix)]
#[test]
fn a_backup_that_is_killed_is_no_backup_and_the_next_one_clears_it_away() {
    let house = lived_in();
    for (_, after) in moments(8, 6) {
        let mut child = house.command(&["backup"]);
        let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(after);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    house.ok(&["backup"]);
    house.ok(&["check", "--full"]);
    let folders = std::fs::read_dir(house.ws(".memoro/backups")).unwrap().filter_map(Result::ok);
    for folder in folders {
        assert!(folder.path().join("manifest.json").is_file(), "{folder:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_rebuild_that_is_killed_can_be_run_again_and_forgets_nothing_that_was_forgotten() {
    let house = lived_in();
    let secret = house.read("PROFILE.md");
    house.ok(&["forget", "tone", "--yes"]);
    for (_, after) in moments(12, 4) {
        if house.ws(".memoro/memoro.db").is_file() {
            let conn = rusqlite::Connection::open(house.ws(".memoro/memoro.db")).unwrap();
            conn.execute_batch("DROP TABLE IF EXISTS usage").unwrap();
        }
        let mut child = house.command(&["index", "--rebuild"]);
        let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(after);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    house.ok(&["index", "--rebuild"]);
    house.write("PROFILE.md", secret);
    house.fails(1, &["profile", "get", "tone"]);
    let ran = house.run(&["doctor"]);
    holds(&ran.out, &["forgotten and does not count"]);
}

#[cfg(unix)]
#[test]
fn backups_copies_and_locks_are_the_owners_alone() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    fn open_to_others(folder: &std::path::Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap().filter_map(Result::ok) {
            let found_at = entry.metadata().unwrap();
            let mode = found_at.permissions().mode();
            // A second name of a person's own file has the rights that they gave it; its folder is closed.
            let second = found_at.is_file() && found_at.nlink() > 1;
            if mode & 0o077 != 0 && !second {
                found.push(format!("{} {mode:o}", entry.path().display()));
            }
            if entry.path().is_dir() {
                open_to_others(&entry.path(), found);
            }
        }
    }
    let house = lived_in();
    std::fs::set_permissions(house.ws("PROFILE.md"), std::fs::Permissions::from_mode(0o644)).unwrap();
    house.write("memory/recent/own.md", "# mine\n");
    house.ok(&["backup"]);
    house.ok(&["index"]);
    house.ok(&["restore", "../copy"]);
    house.ok(&["export", "../all.jsonl"]);
    let mut found = Vec::new();
    open_to_others(&house.ws(".memoro"), &mut found);
    open_to_others(&house.path("copy"), &mut found);
    assert_eq!(found, Vec::<String>::new());
    let mode = house.path("all.jsonl").metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0);
}

/// Fills a small disk of our own, so that copies do not fit.
#[cfg(target_os = "linux")]
#[test]
fn a_backup_export_or_restore_without_room_leaves_nothing_behind() {
    let house = House::empty();
    let script = "mount -t tmpfs -o size=6m tmpfs . && cd \"$PWD\" && m=\"$1\" && $m -q init && $m -q profile set tone สุภาพ && \
        $m -q remember 斑马计划 && $m -q backup small && $m -q profile set tone 短 && \
        { dd if=/dev/zero of=fill bs=1k count=100000 2>/dev/null; dd if=/dev/zero of=fill bs=1k count=1 seek=0 conv=notrunc 2>/dev/null; \
        ! $m export x.jsonl && truncate -s -100K fill && ! $m backup && ! $m backup other && ! $m restore small; \
        ls -A . .memoro .memoro/backups .memoro/aside; $m profile get tone; rm fill; $m check --full && $m restore small && $m profile get tone; }";
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
    for left in ["x.jsonl", "other", ".memoro-new", "restoring"] {
        assert!(!ran.out.contains(left), "{left} was left behind: {ran:?}");
    }
    assert!(ran.out.contains("短"), "{ran:?}");
    assert!(ran.out.trim_end().ends_with("สุภาพ"), "{ran:?}");
    holds(&ran.err, &["free some space"]);
}

#[test]
fn neither_what_a_restore_put_aside_nor_a_killed_backup_keeps_the_name_of_what_was_forgotten() {
    let house = House::new();
    house.ok(&["remember", "the zebrafinch88 word"]);
    let backup = house.path("bk");
    house.ok(&["backup", backup.to_str().unwrap()]);
    house.ok(&["restore", backup.to_str().unwrap()]);
    // What a backup leaves that was killed before its end.
    let left = house.ws(".memoro/backups/.x.memoro-new");
    std::fs::create_dir_all(&left).unwrap();
    std::fs::write(left.join("manifest.json"), "memory/learnings/learning_2026-11-15_zebrafinch88-word.md")
        .unwrap();
    std::fs::remove_dir_all(&backup).unwrap();
    house.ok(&["forget", "--subject", "zebrafinch88", "--yes"]);
    let mut found = Vec::new();
    files(&house.ws(".memoro"), &mut found);
    for file in found {
        let bytes = std::fs::read(&file).unwrap();
        let holds = bytes.windows(12).any(|window| window.eq_ignore_ascii_case(b"zebrafinch88"));
        assert!(!holds, "{} holds it", file.display());
    }
}

#[test]
fn no_job_hears_again_what_was_forgotten() {
    let house = House::new();
    let said = "Let us go with wyvernpaste because we need speed. Remember that wyvernpaste is secret.";
    let line = serde_json::json!({"session_id": "s", "role": "user", "content": said, "timestamp": "2026-11-14T09:00:00Z"});
    let other = serde_json::json!({"session_id": "s", "role": "user", "content": "We decided to paint the door green.", "timestamp": "2026-11-14T09:05:00Z"});
    house.write("sessions/a.jsonl", format!("{line}\n{other}\n"));
    house.ok(&["index"]);
    let jobs = || {
        house.ok(&["jobs", "run", "micro-sync", "--now", "2026-11-14T10:00:00Z"]);
        house.ok(&["jobs", "run", "daily-wrapup", "--date", "2026-11-14", "--now", "2026-11-15T04:00:00Z"]);
        house.ok(&["jobs", "run", "weekly-compound", "--now", "2026-11-16T04:00:00Z"]);
    };
    jobs();
    assert!(house.ok(&["list"]).out.contains("wyvernpaste"), "nothing was kept of it");
    house.run(&["forget", "--subject", "wyvernpaste", "--yes"]);
    jobs();
    house.ok(&["jobs", "run", "daily-wrapup", "--date", "2026-11-14", "--now", "2026-11-16T05:00:00Z"]);
    for command in [
        &["list", "--limit", "100"][..],
        &["context", "what was decided"],
        &["recall", "wyvernpaste", "--source", "memory"],
    ] {
        let ran = house.run(command);
        assert!(!ran.out.contains("wyvernpaste"), "{command:?}: {ran:?}");
    }
}

/// Writes until it is told to stop; returns what was acknowledged.
fn write_on(house: &House, writer: usize, stop: &std::sync::atomic::AtomicBool) -> Vec<String> {
    let mut told = Vec::new();
    for n in 0.. {
        if stop.load(std::sync::atomic::Ordering::Acquire) {
            break;
        }
        let value = format!("value-{writer}-{n}-");
        let ran = house.run(&["remember", "--key", &format!("k{writer}.{n}"), &value, "--json"]);
        if ran.code == 0 && ran.out.contains("\"verified\":true") {
            told.push(value);
        }
    }
    told
}

#[test]
fn what_is_acknowledged_while_a_restore_runs_is_in_what_stands_or_in_what_was_put_aside() {
    let house = House::new();
    house.ok(&["remember", "the first of all", "--key", "first"]);
    house.ok(&["backup", "../copy"]);
    let mut asides = Vec::new();
    let mut told = Vec::new();
    for round in 0..3 {
        let stop = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            let writers: Vec<_> = (0..3)
                .map(|n| (round * 3 + n, &house, &stop))
                .map(|(n, house, stop)| scope.spawn(move || write_on(house, n, stop)))
                .collect();
            std::thread::sleep(Duration::from_millis(400));
            let aside = house.json(&["restore", "../copy"])["aside"].as_str().unwrap().to_owned();
            asides.push(aside);
            std::thread::sleep(Duration::from_millis(200));
            stop.store(true, std::sync::atomic::Ordering::Release);
            told.extend(writers.into_iter().flat_map(|writer| writer.join().unwrap()));
        });
    }
    assert!(told.len() > 9, "{told:?}");
    let mut known = house.ok(&["list", "--limit", "10000"]).out;
    for aside in asides {
        let other = House::new();
        other.ok(&["restore", house.ws(&aside).to_str().unwrap()]);
        known.push_str(&other.ok(&["list", "--limit", "10000"]).out);
    }
    let lost: Vec<&String> = told.iter().filter(|value| !known.contains(value.as_str())).collect();
    assert!(lost.is_empty(), "{lost:?} of {}", told.len());
    house.ok(&["audit", "verify"]);
    house.ok(&["check", "--full"]);
}

#[test]
fn init_does_not_begin_anew_over_a_store_that_was_emptied() {
    let house = lived_in();
    for bytes in [Vec::new(), vec![0_u8; 8192]] {
        std::fs::write(house.ws(".memoro/memoro.db"), &bytes).unwrap();
        for rest in ["memoro.db-wal", "memoro.db-shm"] {
            let _ = std::fs::remove_file(house.ws(".memoro").join(rest));
        }
        let begun = std::time::Instant::now();
        holds(&house.fails(3, &["init"]), &["the store is damaged", "memoro index --rebuild"]);
        house.fails(3, &["list"]);
        assert!(begun.elapsed() < Duration::from_secs(8), "an empty store is told at once");
        assert_eq!(std::fs::read(house.ws(".memoro/memoro.db")).unwrap(), bytes);
    }
    house.ok(&["index", "--rebuild"]);
    assert_eq!(house.ok(&["profile", "get", "tone"]).out.trim(), "短");
}
