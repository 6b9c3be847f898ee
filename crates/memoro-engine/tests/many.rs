//! Days on which very much was settled, and jobs that run at the same time.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use jiff::civil::Date;
use memoro_engine::jobs::{Job, JobReport, RunJob};
use memoro_engine::{Caller, Carry, Settings, Target, Workspace};

const DAY: &str = "2026-11-10";

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn new() -> (tempfile::TempDir, Workspace) {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { time_zone: jiff::tz::TimeZone::UTC, ..Settings::default() };
    let workspace =
        Workspace::init(folder.path(), settings, &Caller::user(at("2026-11-01T00:00:00Z"))).unwrap();
    fs::create_dir(folder.path().join("sessions")).unwrap();
    (folder, workspace)
}

fn run(workspace: &Workspace, job: Job, date: Option<&str>, now: &str) -> JobReport {
    let date: Option<Date> = date.map(|date| date.parse().unwrap());
    workspace.run_job(&RunJob { job, date, carry: Carry::Out }, &Caller::user(at(now))).unwrap()
}

fn count(report: &JobReport, what: &str) -> u64 {
    report.counts.iter().find(|(name, _)| *name == what).map_or(0, |(_, n)| *n)
}

/// A decision of its own for each number, in three languages.
fn decision(n: usize) -> String {
    const TOOLS: [&str; 7] = ["Redis", "Kafka", "Postgres", "Grafana", "Vault", "Nginx", "Terraform"];
    let tool = TOOLS[n % TOOLS.len()];
    match n % 3 {
        0 => format!("We decided to use {tool} for the service svc{n} of customer c{n}."),
        1 => format!("ตกลงใช้ {tool} กับระบบ sys{n} ของลูกค้า k{n}"),
        _ => format!("我们决定项目 prj{n} 的服务用 {tool}。"),
    }
}

fn write_session(root: &Path, name: &str, said: impl Iterator<Item = (usize, String)>) {
    let mut text = String::new();
    for (n, words) in said {
        let ts =
            at("2026-11-10T08:00:00Z") + jiff::SignedDuration::from_millis(i64::try_from(n).unwrap() * 500);
        let line =
            serde_json::json!({ "role": "user", "content": words, "ts": ts.to_string(), "session": name });
        writeln!(text, "{line}").unwrap();
    }
    fs::write(root.join(format!("sessions/{name}.jsonl")), text).unwrap();
}

#[test]
fn what_micro_sync_writes_while_the_wrap_up_reads_stands_in_its_page() {
    let (folder, workspace) = new();
    for n in 0..40 {
        write_session(folder.path(), &format!("s{n}"), [(n, decision(n))].into_iter());
    }
    std::thread::scope(|scope| {
        scope.spawn(|| run(&workspace, Job::DailyWrapup, Some(DAY), "2026-11-10T12:00:00Z"));
        scope.spawn(|| run(&workspace, Job::MicroSync, Some(DAY), "2026-11-10T12:00:00Z"));
    });
    let page = fs::read_to_string(folder.path().join("second-brain/summaries/2026-11-10-wrapup.md")).unwrap();
    let decided = page.split("## Action items").next().unwrap();
    let written = fs::read_to_string(folder.path().join("memory/2026-11-10.md")).unwrap();
    assert_eq!(written.matches("## Decision:").count(), 40);
    for n in 0..40 {
        let name = ["svc", "sys", "prj"][n % 3];
        let told = decided.lines().filter(|line| line.contains(&format!(" {name}{n} ")));
        assert_eq!(told.count(), 1, "{n}: {decided}");
    }
}

/// How many decisions one conversation brings.
const MANY: usize = 1_200;

fn day_of_thousands(said: impl Iterator<Item = (usize, String)>) {
    let (folder, workspace) = new();
    let root = folder.path();
    write_session(root, "long", said);
    let begun = Instant::now();
    let report = run(&workspace, Job::MicroSync, None, "2026-11-10T10:00:00Z");
    assert_eq!(count(&report, "written"), MANY as u64);
    let written = begun.elapsed();
    let report = run(&workspace, Job::MicroSync, None, "2026-11-10T10:01:00Z");
    assert_eq!(report.changes(), 0);
    let begun = Instant::now();
    let report = run(&workspace, Job::DailyWrapup, Some(DAY), "2026-11-11T03:00:00Z");
    assert!(count(&report, "written") > 0);
    let summed_up = begun.elapsed();
    let begun = Instant::now();
    let report = run(&workspace, Job::WeeklyCompound, None, "2026-11-16T04:00:00Z");
    assert!(count(&report, "split") > 0);
    let compounded = begun.elapsed();
    let begun = Instant::now();
    let report = run(&workspace, Job::WeeklyCompound, None, "2027-11-15T04:00:00Z");
    assert_eq!(count(&report, "archived"), MANY as u64);
    let archived = begun.elapsed();
    eprintln!("micro-sync {written:?}, wrap-up {summed_up:?}, weekly {compounded:?}, archive {archived:?}");
    let longest = [written, summed_up, compounded, archived].into_iter().max().unwrap();
    assert!(longest < Duration::from_secs(45), "{longest:?}");
}

#[test]
fn thousands_of_decisions_of_one_day_take_seconds() {
    day_of_thousands((0..MANY).map(|n| (n, decision(n))));
}

#[test]
fn thousands_of_decisions_in_one_message_take_seconds() {
    let all: Vec<String> = (0..MANY).map(decision).collect();
    day_of_thousands([(0, all.join("\n"))].into_iter());
}

#[test]
fn what_was_decided_first_stands_first_and_a_dry_run_shows_the_same() {
    let (folder, workspace) = new();
    write_session(folder.path(), "s", (0..30).map(|n| (n, decision(29 - n))));
    let caller = Caller::user(at("2026-11-10T10:00:00Z"));
    let dry = RunJob { job: Job::MicroSync, date: None, carry: Carry::DryRun };
    let shown = workspace.run_job(&dry, &caller).unwrap();
    run(&workspace, Job::MicroSync, None, "2026-11-10T10:00:00Z");
    let day = fs::read_to_string(folder.path().join("memory/2026-11-10.md")).unwrap();
    let titles = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.starts_with("## Decision:")).map(str::to_owned).collect()
    };
    let numbers = titles(&day).into_iter().map(|title| {
        let digits = title.split(|c: char| !c.is_ascii_digit()).find(|digits| !digits.is_empty());
        digits.unwrap().parse::<usize>().unwrap()
    });
    assert!(numbers.eq((0..30).rev()), "{day}");
    assert_eq!(titles(&shown.files[0].after), titles(&day));
}

#[test]
fn what_another_process_decides_ends_or_forgets_between_two_runs_counts_in_the_next() {
    let (folder, workspace) = new();
    let root = folder.path();
    let say = |name: &str, day: &str, words: &str| {
        let line = serde_json::json!({ "role": "user", "content": words, "ts": format!("2026-11-{day}T08:00:00Z"), "session": name });
        fs::write(root.join(format!("sessions/{name}.jsonl")), format!("{line}\n")).unwrap();
    };
    say("queue", "10", "We'll use Redis for the job queue.");
    say("board", "10", "We'll use Grafana for the dashboards.");
    let first = run(&workspace, Job::MicroSync, None, "2026-11-10T09:00:00Z");
    assert_eq!(count(&first, "written"), 2, "{first:?}");
    // Another process settles one matter in a run of its own, and forgets another.
    let beside =
        Workspace::open(root, workspace.settings().clone(), &Caller::user(at("2026-11-11T07:00:00Z")))
            .unwrap();
    say("stream", "11", "We'll use Kafka for the audit stream.");
    run(&beside, Job::MicroSync, None, "2026-11-11T09:00:00Z");
    let queue = "DECISION-20261110-we-ll-use-redis-for-the-job-queue".to_owned();
    beside.forget(&Target::Memory(queue, None), "", &Caller::user(at("2026-11-11T10:00:00Z"))).unwrap();
    say("stream-2", "12", "Actually, we're going with NATS instead of Kafka for the audit stream.");
    let next = run(&workspace, Job::MicroSync, None, "2026-11-12T09:00:00Z");
    assert_eq!(count(&next, "superseded"), 1, "{next:?}");
    say("queue-2", "13", "Actually, we're going with RabbitMQ instead of Redis for the job queue.");
    say("board-2", "13", "Actually, we're going with Kibana instead of Grafana for the dashboards.");
    let last = run(&workspace, Job::MicroSync, None, "2026-11-13T09:00:00Z");
    assert_eq!((count(&last, "written"), count(&last, "superseded")), (2, 1), "{last:?}");
}
