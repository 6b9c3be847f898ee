//! Killing commands that change much at once: whatever moment it hits, nothing is lost and the next run goes on.

use std::process::Stdio;
use std::time::Duration;

use crate::House;

/// How often each command is killed.
fn rounds() -> u64 {
    std::env::var("MEMORO_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(3)
}

const TEXTS: [&str; 6] = [
    "The staging database is rebuilt every Sunday night",
    "ฐานข้อมูลสำรองอยู่ที่เชียงใหม่",
    "每周五下午部署到生产环境",
    "The VPN listens on port 51820",
    "ลูกค้ารายใหญ่คือบริษัทสยามข้าวหอม",
    "合同由王小明负责",
];

fn house() -> House {
    let house = House::new();
    for text in TEXTS {
        house.ok(&["remember", text]);
    }
    house.ok(&["profile", "set", "response.tone", "ตรงไปตรงมา"]);
    house.ok(&["decide", "Use PostgreSQL for the archive", "--why", "it is known"]);
    house.write("docs/ops.md", "# Operations\n\nThe gateway is restarted on the first Monday.\n");
    house
}

/// Starts a command and kills it after a while.
fn kill(house: &House, arguments: &[&str], after: Duration) {
    let mut command = house.command(arguments);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
}

fn all_there(house: &House, after: &str) {
    let listed = house.json(&["list", "--limit", "1000"]);
    for text in TEXTS {
        let same = listed["memories"].as_array().unwrap().iter().filter(|m| m["text"] == text).count();
        assert_eq!(same, 1, "after {after}: {text}");
        let found = house.json(&["recall", text, "-n", "1"]);
        assert_eq!(found["hits"][0]["snippet"], text, "after {after}: {found}");
    }
    assert!(house.ok(&["profile", "get", "response.tone"]).out.contains("ตรงไปตรงมา"));
    let checked = house.json(&["check", "--full"]);
    assert_eq!(checked["ok"], true, "after {after}: {checked}");
}

#[test]
fn killed_commands_leave_everything_as_it_was_and_can_be_run_again() {
    let house = house();
    house.ok(&["backup"]);
    let backups = house.ws(".memoro/backups");
    let made = std::fs::read_dir(&backups).unwrap().next().unwrap().unwrap().path();
    let restore = ["restore", made.to_str().unwrap()];
    let commands: [&[&str]; 7] = [
        &["index", "--rebuild"],
        &["backup"],
        &["maintain"],
        &["compact"],
        &["jobs", "run", "daily-wrapup"],
        &["jobs", "run", "weekly-compound"],
        &restore,
    ];
    for command in commands {
        for round in 0..rounds() {
            // From the first instant to beyond the end, in uneven steps.
            kill(&house, command, Duration::from_millis(3 + round * 61 % 400));
            all_there(&house, &command.join(" "));
        }
        house.ok(command);
        all_there(&house, &command.join(" "));
    }
}
