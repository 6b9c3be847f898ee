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
