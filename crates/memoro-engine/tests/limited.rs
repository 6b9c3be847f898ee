//! Jobs that have less time than they need: what they found stays, the next run goes on from there, and a long conversation
//! takes nothing from the short ones.
#![expect(clippy::unwrap_used, reason = "a test stops where its world is not as it should be")]

use std::fs;
use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use memoro_engine::jobs::{Ended, Job, JobReport, RunJob};
use memoro_engine::{Caller, Carry, Settings, Workspace};

const NOW: &str = "2026-11-20T10:00:00Z";
/// More runs than any of these needs: one for each file and each piece of a conversation.
const RUNS: usize = 12;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn new(limit: Option<Duration>) -> (tempfile::TempDir, Workspace) {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = Settings { time_zone: jiff::tz::TimeZone::UTC, ..Settings::default() };
    settings.jobs.time_limit = limit.unwrap_or(settings.jobs.time_limit);
    let since = Caller::user(at("2026-11-18T06:00:00Z"));
    let workspace = Workspace::init(folder.path(), settings, &since).unwrap();
    fs::create_dir(folder.path().join("sessions")).unwrap();
    long(folder.path());
    (folder, workspace)
}

/// A conversation of one morning that is read in three pieces. What the first one settles is taken back in the last.
fn long(root: &Path) {
    let said = |n: u32| match n {
        300 => "We decided to use PostgreSQL for the orders.".to_owned(),
        1_500 => "ตกลงใช้ Redis เป็นคิวงาน".to_owned(),
        2_100 => "我们决定换一家供应商。".to_owned(),
        2_300 => "We decided to use MySQL instead of PostgreSQL for the orders.".to_owned(),
        _ => format!("line {n}"),
    };
    let line = |n: u32| {
        let ts = at("2026-11-19T06:00:00Z") + jiff::SignedDuration::from_secs(i64::from(n));
        let turn = serde_json::json!({ "role": "user", "content": said(n), "ts": ts.to_string(), "session": "long" });
        format!("{turn}\n")
    };
    fs::write(root.join("sessions/a-long.jsonl"), (0..2_400).map(line).collect::<String>()).unwrap();
}

fn short(root: &Path, name: &str, text: &str) {
    let turn =
        serde_json::json!({ "role": "user", "content": text, "ts": "2026-11-19T20:00:00Z", "session": name });
    fs::write(root.join(format!("sessions/{name}.jsonl")), format!("{turn}\n")).unwrap();
}

fn run(workspace: &Workspace, job: Job) -> JobReport {
    let now = Caller::user(at(NOW));
    workspace.run_job(&RunJob { job, date: None, carry: Carry::Out }, &now).unwrap()
}

/// Runs a job until it says that it is done; returns its reports.
fn to_the_end(workspace: &Workspace, job: Job) -> Vec<JobReport> {
    let mut reports = vec![run(workspace, job)];
    while reports.last().unwrap().ended == Ended::TimedOut {
        assert!(reports.len() < RUNS, "{job}: {:#?}", reports.last());
        reports.push(run(workspace, job));
    }
    reports
}

fn read(root: &Path, path: &str) -> String {
    fs::read_to_string(root.join(path)).unwrap_or_default()
}

/// Returns the blocks or, in a page without any, the lines of a page in one order.
fn parts(page: &str) -> Vec<&str> {
    let by = if page.contains("\n## Decision") { "\n\n" } else { "\n" };
    let mut parts: Vec<&str> = page.trim_end().split(by).collect();
    parts.sort_unstable();
    parts
}

#[test]
fn a_run_that_is_stopped_in_a_long_conversation_goes_on_from_there_to_the_same_end() {
    let (calm, without_limit) = new(None);
    let (hurried, limited) = new(Some(Duration::ZERO));
    for root in [calm.path(), hurried.path()] {
        short(root, "b-short", "We decided to paint the door blue.");
    }
    for (job, page) in [
        (Job::MicroSync, "memory/2026-11-19.md"),
        (Job::DailyWrapup, "second-brain/summaries/2026-11-19-wrapup.md"),
    ] {
        assert_eq!(run(&without_limit, job).ended, Ended::Done);
        let reports = to_the_end(&limited, job);
        let told = |report: &JobReport| {
            report.notes.iter().any(|note| note.contains("a-long.jsonl") && note.contains("parts are read"))
        };
        assert!(job != Job::MicroSync || reports.iter().any(told), "{reports:#?}");
        assert!(read(hurried.path(), page).contains("Redis"), "{}", read(hurried.path(), page));
        // What is written in several runs may stand in another order.
        assert_eq!(parts(&read(hurried.path(), page)), parts(&read(calm.path(), page)), "{page}");
        assert_eq!(run(&limited, job).ended, Ended::Nothing);
    }
    let day = read(hurried.path(), "memory/2026-11-19.md");
    assert!(day.contains("- replaces \"We decided to use PostgreSQL"), "a later part took it back: {day}");
    assert!(!day.contains("## Decision: We decided to use PostgreSQL"), "{day}");
    assert!(!hurried.path().join("memory/.locks/micro-sync.lock").exists());
}

#[test]
fn short_conversations_do_not_wait_for_a_long_one() {
    let (folder, workspace) = new(Some(Duration::ZERO));
    for (n, (name, text, shows)) in [
        ("b-short", "We decided to paint the door blue.", "door blue"),
        ("c-short", "我们决定把会议改到周五。", "周五"),
    ]
    .into_iter()
    .enumerate()
    {
        short(folder.path(), name, text);
        let mut report = run(&workspace, Job::MicroSync);
        for _ in 0..RUNS {
            if read(folder.path(), "memory/2026-11-19.md").contains(shows) {
                break;
            }
            assert_eq!(report.ended, Ended::TimedOut);
            report = run(&workspace, Job::MicroSync);
        }
        let page = read(folder.path(), "memory/2026-11-19.md");
        assert!(page.contains(shows) && !page.contains("MySQL"), "{n}: {page}");
        assert!(n > 0 || report.files.iter().any(|file| file.after.contains(shows)), "{report:#?}");
    }
    to_the_end(&workspace, Job::MicroSync);
    assert!(read(folder.path(), "memory/2026-11-19.md").contains("MySQL"));
}

/// A file of Claude Code in which so many lines that nobody said stand behind each thing that was said.
fn noisy(root: &Path, said: &[(&str, &str)], between: usize) {
    let line = |(at, text): &(&str, &str)| {
        let message = serde_json::json!({ "role": "user", "content": text });
        serde_json::json!({ "type": "user", "sessionId": "noisy", "uuid": at, "timestamp": at, "message": message })
    };
    let noise = "{\"type\":\"progress\",\"sessionId\":\"noisy\"}\n".repeat(between);
    let text = said.iter().fold(String::new(), |text, said| text + &line(said).to_string() + "\n" + &noise);
    fs::write(root.join("sessions/d-noisy.jsonl"), text).unwrap();
}

#[test]
fn a_run_that_is_stopped_in_a_large_file_keeps_what_it_has_and_goes_on_from_there() {
    let (folder, workspace) = new(Some(Duration::ZERO));
    fs::remove_file(folder.path().join("sessions/a-long.jsonl")).unwrap();
    let said = [
        ("2026-11-19T06:00:00Z", "We decided to paint the door blue."),
        ("2026-11-19T07:00:00Z", "ตกลงใช้ Redis เป็นคิวงาน"),
        ("2026-11-19T08:00:00Z", "我们决定把会议改到周五。"),
    ];
    noisy(folder.path(), &said, 12_000);
    let mut first = None;
    let mut reports = Vec::new();
    while reports.last().is_none_or(|report: &JobReport| report.ended == Ended::TimedOut) {
        assert!(reports.len() < RUNS, "{reports:#?}");
        reports.push(run(&workspace, Job::MicroSync));
        let page = read(folder.path(), "memory/2026-11-19.md");
        first = first.or_else(|| (!page.is_empty()).then_some(page));
    }
    let told = |report: &JobReport| report.notes.iter().any(|note| note.contains("bytes are read so far"));
    assert!(reports.iter().any(told), "{reports:#?}");
    let first = first.unwrap();
    assert!(first.contains("door blue") && !first.contains("周五"), "{first}");
    let page = read(folder.path(), "memory/2026-11-19.md");
    assert!(["door blue", "Redis", "周五"].iter().all(|text| page.contains(text)), "{page}");
    assert_eq!(page.matches("## Decision").count(), 3, "each once: {page}");
    assert_eq!(run(&workspace, Job::MicroSync).ended, Ended::Nothing);
    assert!(workspace.store().named_under("job.halfway.").unwrap().is_empty());
}

#[test]
fn what_lies_before_its_day_is_not_read_again_by_the_next_run() {
    let (folder, workspace) = new(Some(Duration::ZERO));
    fs::remove_file(folder.path().join("sessions/a-long.jsonl")).unwrap();
    let said = [
        ("2026-11-18T07:00:00Z", "We decided to paint the door blue."),
        ("2026-11-18T08:00:00Z", "Thanks."),
        ("2026-11-19T08:00:00Z", "我们决定把会议改到周五。"),
    ];
    noisy(folder.path(), &said, 14_000);
    let day = RunJob { job: Job::DailyWrapup, date: Some("2026-11-19".parse().unwrap()), carry: Carry::Out };
    let now = Caller::user(at(NOW));
    let mut ended = Vec::new();
    while ended.last().is_none_or(|ended| *ended == Ended::TimedOut) {
        assert!(ended.len() < RUNS, "{ended:?}");
        ended.push(workspace.run_job(&day, &now).unwrap().ended);
    }
    assert!(ended.contains(&Ended::TimedOut), "{ended:?}");
    let page = read(folder.path(), "second-brain/summaries/2026-11-19-wrapup.md");
    assert!(page.contains("周五") && !page.contains("door blue"), "{page}");
}
