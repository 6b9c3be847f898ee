//! Servers and the room on their disk: what was started without any goes on when there is some.

use crate::{House, holds};

/// Starts a server on a full disk of our own, makes room, and lets somebody else write.
#[cfg(target_os = "linux")]
#[test]
fn a_server_that_was_started_on_a_full_disk_goes_on_when_there_is_room() {
    let house = House::empty();
    let says = |id: u32, name: &str, arguments: &serde_json::Value| {
        let params = serde_json::json!({ "name": name, "arguments": arguments });
        let line =
            serde_json::json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
        std::fs::write(house.path("home").join(format!("say{id}")), format!("{line}\n")).unwrap();
    };
    let hello = serde_json::json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } } });
    let begun = serde_json::json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    std::fs::write(house.path("home").join("say1"), format!("{hello}\n{begun}\n")).unwrap();
    says(2, "remember", &serde_json::json!({ "text": "ดิสก์เต็มอยู่" }));
    says(3, "recall", &serde_json::json!({ "query": "before alphaone" }));
    says(4, "recall", &serde_json::json!({ "query": "cliafter 之后" }));
    says(5, "remember", &serde_json::json!({ "text": "มีที่ว่างแล้ว" }));
    says(6, "recall", &serde_json::json!({ "query": "before alphaone" }));
    let script = "mount -t tmpfs -o size=6m tmpfs . && cd \"$PWD\" && m=\"$1\" && $m -q init && \
        $m -q remember 'before alphaone' && { dd if=/dev/zero of=fill bs=1k 2>/dev/null; \
        { cat ~/say1 ~/say2 ~/say3; sleep 1; rm fill; $m -q remember 'cliafter 之后' >&2; cat ~/say4; sleep 1; \
          cat ~/say5; sleep 1; $m -q forget learning_\"$(date -u +%F)\"_before-alphaone --yes >&2; cat ~/say6; sleep 1; } | \
        $m mcp --trust user && $m list && $m check --full; }";
    let plain = house.command(&[]);
    let mut command = std::process::Command::new("unshare");
    command.args(["--mount", "sh", "-c", script, "sh"]).arg(plain.get_program());
    command.env_clear().env("HOME", house.path("home")).env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    let ran = crate::ran(command.current_dir(house.path("ws")));
    if ["unshare:", "mount:"].iter().any(|word| ran.err.starts_with(word)) {
        eprintln!("skipped: a disk of our own needs root");
        return;
    }
    assert_eq!(ran.code, 0, "{ran:?}");
    let answer = |id: u32| {
        let id = format!("\"id\":{id}");
        ran.out.lines().find(|line| line.contains(&id)).unwrap_or_else(|| panic!("{id}: {ran:?}"))
    };
    holds(answer(2), &["full"]);
    holds(answer(3), &["before alphaone"]);
    holds(answer(4), &["cliafter"]);
    assert!(!answer(5).contains("full"), "{}", answer(5));
    assert!(!answer(6).contains("alphaone"), "what was forgotten is served: {}", answer(6));
    holds(&ran.out, &["มีที่ว่างแล้ว", "cliafter 之后"]);
}

/// Fills a disk whose blocks are smaller than a page of memory up to a few of them, and reads and writes all the same.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_with_small_blocks_is_told_and_ends_no_process() {
    for block in ["1024", "2048"] {
        let house = House::empty();
        let script = "truncate -s 12M ../disk && mkfs.ext4 -q -b $2 -m 0 ../disk && mount -o loop ../disk . && \
            cd \"$PWD\" && m=\"$1\" && $m -q init && $m -q profile set a ไทย && \
            for free in 0 2 4 5 6 7 8 9 10 11 12 20 40 100 200; do rm -f fill; sync; \
            dd if=/dev/zero of=fill bs=1024 2>/dev/null; truncate -s -${free}K fill; \
            got=$($m profile get a 2>>~/err); read=$?; $m -q profile set b 中文 2>>~/err; \
            echo \"$free KiB: read $read $got, written $?\"; done; rm fill; \
            $m profile set b 中文 && $m profile set c 3 && $m check --full";
        let plain = house.command(&[]);
        let mut command = std::process::Command::new("unshare");
        command.args(["--mount", "sh", "-c", script, "sh"]).arg(plain.get_program()).arg(block);
        command.env_clear().env("HOME", house.path("home")).env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        let ran = crate::ran(command.current_dir(house.path("ws")));
        if ["unshare:", "mount:", "sh:"].iter().any(|word| ran.err.starts_with(word)) {
            eprintln!("skipped: a disk of our own needs root and mkfs.ext4: {}", ran.err);
            return;
        }
        assert_eq!(ran.code, 0, "{ran:?}");
        let rounds: Vec<&str> = ran.out.lines().filter(|line| line.contains(" KiB: ")).collect();
        assert_eq!(rounds.len(), 15, "{ran:?}");
        for round in rounds {
            holds(round, &["read 0 ไทย, written "]);
            let code: i32 = round.rsplit(' ').next().unwrap().parse().unwrap();
            assert!(code < 100, "killed at {round}");
        }
        holds(&std::fs::read_to_string(house.path("home/err")).unwrap(), &["full"]);
    }
}

/// Writes notes until the disk is full: what Memoro wrote last is nobody's edit.
#[cfg(target_os = "linux")]
#[test]
fn a_note_that_was_written_while_the_disk_ran_full_is_not_told_as_edited() {
    let house = House::empty();
    let script = "mount -t tmpfs -o size=3m tmpfs . && cd \"$PWD\" && m=\"$1\" && $m -q init && n=0; \
        while $m -q remember \"เรื่อง $n 记 $(head -c 2000 /dev/zero | tr '\\0' x) $n\" >/dev/null 2>>~/full; do \
        n=$((n+1)); [ $n -lt 900 ] || break; done; echo \"$n notes\"; \
        $m list --limit 3 >/dev/null 2>~/told; $m status >>~/told 2>&1; true";
    let plain = house.command(&[]);
    let mut command = std::process::Command::new("unshare");
    command.args(["--mount", "sh", "-c", script, "sh"]).arg(plain.get_program());
    command.env_clear().env("HOME", house.path("home")).env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    let ran = crate::ran(command.current_dir(house.path("ws")));
    if ["unshare:", "mount:"].iter().any(|word| ran.err.starts_with(word)) {
        eprintln!("skipped: a disk of our own needs root");
        return;
    }
    holds(&std::fs::read_to_string(house.path("home/full")).unwrap(), &["full"]);
    let told = std::fs::read_to_string(house.path("home/told")).unwrap();
    assert!(!told.contains("was edited"), "{told}");
}
