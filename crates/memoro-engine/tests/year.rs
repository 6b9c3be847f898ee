//! Many weeks of daily use, replayed through all jobs: MEMORY.md stays within its limit every week, every id stands
//! once, and every decision can be found at the end. `MEMORO_REPLAY_DAYS=365` replays a year.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, Instant, UNIX_EPOCH};

use jiff::civil::{Date, date};
use jiff::{Timestamp, ToSpan as _};
use memoro_core::MemoryId;
use memoro_core::markdown::parse_decisions;
use memoro_engine::jobs::{Ended, Job, RunJob};
use memoro_engine::{Caller, Carry, How, Recall, Settings, Workspace};

/// How many decisions each session settles.
const SETTLED: usize = 2;
const SESSIONS: usize = 4;

fn days() -> usize {
    std::env::var("MEMORO_REPLAY_DAYS").ok().and_then(|days| days.parse().ok()).unwrap_or(21)
}

/// A word that no other decision has.
fn name(number: usize) -> String {
    let letters = b"bcdfghjklmnprstvz";
    let vowels = b"aeiou";
    let mut rest = number;
    let mut word = String::new();
    for _ in 0..4 {
        word.push(char::from(letters[rest % letters.len()]));
        rest /= letters.len();
        word.push(char::from(vowels[(number + rest) % vowels.len()]));
    }
    word
}

/// A sentence that settles something, in one of three languages.
fn settles(number: usize) -> String {
    let name = name(number);
    match number % 6 {
        0 => format!("Let's go with {name}-db for the {name} store because it survives crashes."),
        1 => format!("ตกลงใช้ {name} สำหรับระบบ {name} เพราะดูแลง่าย"),
        2 => format!("我们决定采用 {name} 做 {name} 模块，因为速度快。"),
        3 => format!("We decided to retire the {name} endpoint since nobody calls it."),
        4 => format!("จำไว้ว่าเซิร์ฟเวอร์ {name} รีสตาร์ททุกคืน"),
        _ => format!("Remember that the {name} contract ends in March."),
    }
}

/// Writes the sessions of a day; returns how many decisions there are so far.
fn talk(root: &Path, day: Date, mut number: usize) -> usize {
    for session in 0..SESSIONS {
        let hour = i8::try_from(9 + session * 3).unwrap();
        let start = day.at(hour, 5, 0, 0).to_zoned(jiff::tz::TimeZone::UTC).unwrap().timestamp();
        let mut lines = Vec::new();
        let mut minute = 0;
        let mut say = |role: &str, text: &str| {
            let ts = start + jiff::SignedDuration::from_mins(minute);
            minute += 1;
            lines
                .push(serde_json::json!({ "role": role, "content": text, "ts": ts.to_string() }).to_string());
        };
        say("user", "Good morning, where were we?");
        for _ in 0..SETTLED {
            say("assistant", "We could look at several options; each has its own costs and benefits.");
            say("user", &settles(number));
            say("assistant", "Understood, I will take care of it.");
            say("user", "What does the log say about the last run?");
            say("assistant", "The root cause was a full disk on the build machine.");
            number += 1;
        }
        say("user", "Please send the summary to the team tomorrow.");
        let path = root.join(format!("sessions/{day}-{session}.jsonl"));
        fs::write(&path, lines.join("\n") + "\n").unwrap();
        let last = u64::try_from((start + jiff::SignedDuration::from_mins(minute)).as_second()).unwrap();
        File::options()
            .write(true)
            .open(&path)
            .unwrap()
            .set_modified(UNIX_EPOCH + Duration::from_secs(last))
            .unwrap();
    }
    number
}

fn run(workspace: &Workspace, job: Job, day: Date, hour: i8) -> Ended {
    let now = day.at(hour, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC).unwrap().timestamp();
    let run = RunJob { job, date: None, carry: Carry::Out };
    workspace.run_job(&run, &Caller::user(now)).unwrap().ended
}

#[test]
fn weeks_of_use_keep_memory_short_and_lose_nothing() {
    let begun = Instant::now();
    let folder = tempfile::tempdir().unwrap();
    let first = date(2026, 1, 1);
    let start: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
    let mut settings = Settings::default();
    if days() < 200 {
        // So that some are put away in a short replay too.
        settings.jobs.archive_after = jiff::SignedDuration::from_hours(24 * 7);
    }
    let workspace = Workspace::init(folder.path(), settings, &Caller::user(start)).unwrap();
    fs::create_dir(folder.path().join("sessions")).unwrap();
    let mut made = 0;
    let mut weeks = 0;
    let mut day = first;
    for _ in 0..days() {
        made = talk(folder.path(), day, made);
        for hour in [10, 13, 16, 19, 22] {
            run(&workspace, Job::MicroSync, day, hour);
        }
        day = day.checked_add(1.day()).unwrap();
        assert_eq!(run(&workspace, Job::DailyWrapup, day, 3), Ended::Done);
        if day.weekday() == jiff::civil::Weekday::Monday {
            run(&workspace, Job::WeeklyCompound, day, 4);
            weeks += 1;
            let lines = fs::read_to_string(folder.path().join("MEMORY.md")).unwrap().lines().count();
            assert!(lines <= 200, "{lines} lines in week {weeks}");
        }
    }
    let replayed = begun.elapsed();
    println!("{} days, {made} decisions, {weeks} weeks replayed in {replayed:?}", days());
    assert!(weeks > 0 && workspace.violations().unwrap().is_empty());

    let mut ids: BTreeMap<MemoryId, usize> = BTreeMap::new();
    for place in ["memory", "memory/recent"] {
        for entry in fs::read_dir(folder.path().join(place)).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_file() {
                for item in parse_decisions(&fs::read(path).unwrap()).unwrap().items {
                    *ids.entry(item.block.id).or_default() += 1;
                }
            }
        }
    }
    assert!(ids.values().all(|count| *count == 1), "every id stands once");
    assert_eq!(ids.len(), made, "every decision stands in a file");

    let end = Caller::user(day.at(12, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC).unwrap().timestamp());
    workspace.index(How::Changes, &end, &mut |_| {}).unwrap();
    let mut missing = Vec::new();
    for number in (0..made).step_by((made / 300).max(1)) {
        let request = Recall { limit: 8, ..Recall::new(name(number)) };
        let answer = workspace.recall(&request, &end).unwrap();
        if !answer.hits.iter().any(|hit| hit.memory.is_some() && hit.text.contains(&name(number))) {
            missing.push(name(number));
        }
    }
    assert!(missing.is_empty(), "{} decisions cannot be found: {missing:?}", missing.len());
}
