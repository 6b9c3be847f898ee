//! Conversations that arrive late, and a page that others save and add to while the weekly job rewrites it: what was said is
//! written down all the same, and no line is lost or doubled.
#![expect(clippy::unwrap_used, reason = "a test stops where its world is not as it should be")]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use memoro_core::{Content, Decision, MemoryId, Stage};
use memoro_engine::jobs::{Ended, Job, JobReport, RunJob};
use memoro_engine::{Caller, Carry, Draft, Settings, Workspace};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn new(since: &str) -> (tempfile::TempDir, Workspace) {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { time_zone: jiff::tz::TimeZone::UTC, ..Settings::default() };
    let workspace = Workspace::init(folder.path(), settings, &Caller::user(at(since))).unwrap();
    fs::create_dir(folder.path().join("sessions")).unwrap();
    (folder, workspace)
}

/// Writes a session of what one person said: `(moment, text)`.
fn session(root: &Path, name: &str, turns: &[(&str, &str)]) {
    let line = |(ts, text): &(&str, &str)| {
        format!("{}\n", serde_json::json!({ "role": "user", "content": text, "ts": ts, "session": name }))
    };
    fs::write(root.join(format!("sessions/{name}.jsonl")), turns.iter().map(line).collect::<String>())
        .unwrap();
}

fn run(workspace: &Workspace, job: Job, now: &str) -> JobReport {
    workspace.run_job(&RunJob { job, date: None, carry: Carry::Out }, &Caller::user(at(now))).unwrap()
}

fn count(report: &JobReport, what: &str) -> u64 {
    report.counts.iter().find(|(name, _)| *name == what).map_or(0, |(_, n)| *n)
}

fn read(root: &Path, path: &str) -> String {
    fs::read_to_string(root.join(path)).unwrap_or_default()
}

fn decide(workspace: &Workspace, title: &str, when: &str) -> MemoryId {
    let decision = Decision {
        title: title.into(),
        why: "it was asked for".into(),
        finding: String::new(),
        conclusion: title.into(),
        impact: String::new(),
        refs: Vec::new(),
        stage: Stage::Decided,
    };
    let draft = Draft::new(workspace.decision_scope(), Content::Decision(decision.clone()));
    let receipt = workspace.decide(decision, None, draft, &Caller::user(at(when))).unwrap();
    receipt.written.id().unwrap().clone()
}

#[test]
fn a_conversation_that_arrives_late_is_written_down_by_the_next_run() {
    let (folder, workspace) = new("2026-11-18T06:00:00Z");
    session(folder.path(), "a", &[("2026-11-20T09:00:00Z", "We decided to paint the door blue.")]);
    assert_eq!(count(&run(&workspace, Job::MicroSync, "2026-11-20T10:00:00Z"), "written"), 1);
    session(folder.path(), "b", &[("2026-11-20T05:00:00Z", "ตกลงใช้ Redis เป็นคิวงาน")]);
    session(folder.path(), "c", &[("2026-11-19T05:00:00Z", "我们决定换一家供应商。")]);
    session(folder.path(), "before", &[("2026-11-17T05:00:00Z", "We decided to sell the boat.")]);
    let dry = RunJob { job: Job::MicroSync, date: None, carry: Carry::DryRun };
    let shown = workspace.run_job(&dry, &Caller::user(at("2026-11-20T13:00:00Z"))).unwrap();
    assert_eq!(count(&shown, "written"), 2, "a dry run shows it and keeps nothing: {:?}", shown.notes);
    let report = run(&workspace, Job::MicroSync, "2026-11-20T13:00:00Z");
    assert_eq!(count(&report, "written"), 2, "{:?}", report.notes);
    assert!(read(folder.path(), "memory/2026-11-20.md").contains("Redis"));
    assert!(read(folder.path(), "memory/2026-11-19.md").contains("换一家供应商"));
    assert!(!folder.path().join("memory/2026-11-17.md").exists(), "that is for `import` to bring");
    assert_eq!(run(&workspace, Job::MicroSync, "2026-11-20T16:00:00Z").ended, Ended::Nothing);
}

#[test]
fn turns_that_are_added_late_to_a_known_conversation_are_written_down() {
    let (folder, workspace) = new("2026-11-18T06:00:00Z");
    let first = ("2026-11-19T09:00:00Z", "We decided to paint the door blue.");
    session(folder.path(), "a", &[first]);
    run(&workspace, Job::MicroSync, "2026-11-19T10:00:00Z");
    run(&workspace, Job::MicroSync, "2026-11-20T10:00:00Z");
    session(folder.path(), "a", &[first, ("2026-11-19T09:30:00Z", "ตกลงใช้ Redis เป็นคิวงาน")]);
    let report = run(&workspace, Job::MicroSync, "2026-11-20T13:00:00Z");
    assert_eq!(count(&report, "written"), 1, "{:?}", report.notes);
    assert!(read(folder.path(), "memory/2026-11-19.md").contains("Redis"));
}

#[test]
fn the_page_of_a_day_tells_what_arrived_after_it_was_written() {
    let (folder, workspace) = new("2026-11-18T06:00:00Z");
    session(folder.path(), "a", &[("2026-11-19T09:00:00Z", "We decided to paint the door blue.")]);
    run(&workspace, Job::MicroSync, "2026-11-19T22:00:00Z");
    session(folder.path(), "b", &[("2026-11-19T05:00:00Z", "我们决定换一家供应商。")]);
    run(&workspace, Job::DailyWrapup, "2026-11-20T03:00:00Z");
    let page = || read(folder.path(), "second-brain/summaries/2026-11-19-wrapup.md");
    assert!(page().contains("not written down yet"), "{}", page());
    assert_eq!(count(&run(&workspace, Job::MicroSync, "2026-11-20T10:00:00Z"), "written"), 1);
    session(folder.path(), "c", &[("2026-11-19T07:00:00Z", "ตกลงใช้ Redis เป็นคิวงาน")]);
    run(&workspace, Job::MicroSync, "2026-11-20T13:00:00Z");
    run(&workspace, Job::DailyWrapup, "2026-11-21T03:00:00Z");
    let page = page();
    assert!(!page.contains("not written down yet") && page.contains("Redis"), "{page}");
    assert_eq!(run(&workspace, Job::DailyWrapup, "2026-11-21T03:10:00Z").ended, Ended::Nothing);
}

#[test]
fn a_run_with_the_clock_ahead_hides_nothing_that_is_said_before_that_moment() {
    let (folder, workspace) = new("2026-11-18T06:00:00Z");
    run(&workspace, Job::MicroSync, "2026-11-19T10:00:00Z");
    run(&workspace, Job::DailyWrapup, "2026-11-20T03:00:00Z");
    for job in [Job::MicroSync, Job::DailyWrapup] {
        run(&workspace, job, "2026-11-23T10:00:00Z");
    }
    session(folder.path(), "a", &[("2026-11-20T23:30:00Z", "We decided to use Night1 for the mails.")]);
    let page = || read(folder.path(), "second-brain/summaries/2026-11-20-wrapup.md");
    run(&workspace, Job::DailyWrapup, "2026-11-21T03:00:00Z");
    assert!(page().contains("not written down yet"), "{}", page());
    let report = run(&workspace, Job::MicroSync, "2026-11-21T10:00:00Z");
    assert_eq!(count(&report, "written"), 1, "{report:?}");
    assert!(report.notes.iter().any(|note| note.contains("yet to come")), "it is told: {:?}", report.notes);
    assert!(read(folder.path(), "memory/2026-11-20.md").contains("Night1"));
    session(folder.path(), "b", &[("2026-11-20T05:00:00Z", "ตกลงใช้ Redis เป็นคิวงาน")]);
    let report = run(&workspace, Job::MicroSync, "2026-11-21T16:00:00Z");
    assert_eq!(count(&report, "written"), 1, "{report:?}");
    assert!(!report.notes.iter().any(|note| note.contains("yet to come")), "once: {:?}", report.notes);
    run(&workspace, Job::DailyWrapup, "2026-11-22T03:00:00Z");
    assert!(!page().contains("not written down yet") && page().contains("Night1"), "{}", page());
    assert_eq!(run(&workspace, Job::MicroSync, "2026-11-26T10:00:00Z").ended, Ended::Nothing);
}

#[test]
fn a_clock_that_is_set_back_hides_nothing_that_arrives_late() {
    for since in ["2026-11-18T06:00:00Z", "2026-11-19T06:00:00Z"] {
        let (folder, workspace) = new(since);
        run(&workspace, Job::MicroSync, "2026-11-20T22:00:00Z");
        session(folder.path(), "a", &[("2026-11-19T19:30:00Z", "我们决定换一家供应商。")]);
        let dry = RunJob { job: Job::MicroSync, date: None, carry: Carry::DryRun };
        let shown = workspace.run_job(&dry, &Caller::user(at("2026-11-20T10:00:00Z"))).unwrap();
        assert_eq!(count(&shown, "written"), 1, "{shown:?}");
        let report = run(&workspace, Job::MicroSync, "2026-11-20T10:00:00Z");
        assert_eq!(count(&report, "written"), 1, "{report:?}");
        assert!(read(folder.path(), "memory/2026-11-19.md").contains("换一家供应商"));
    }
}

#[test]
fn a_workspace_that_was_made_with_the_clock_ahead_takes_in_what_is_said_from_its_first_run_on() {
    let (folder, workspace) = new("2027-11-18T06:00:00Z");
    session(folder.path(), "before", &[("2026-11-01T05:00:00Z", "We decided to sell the boat.")]);
    run(&workspace, Job::MicroSync, "2026-11-19T10:00:00Z");
    session(folder.path(), "a", &[("2026-11-19T12:00:00Z", "ตกลงใช้ Redis เป็นคิวงาน")]);
    assert_eq!(count(&run(&workspace, Job::MicroSync, "2026-11-20T10:00:00Z"), "written"), 1);
    session(folder.path(), "b", &[("2026-11-19T11:00:00Z", "我们决定换一家供应商。")]);
    assert_eq!(count(&run(&workspace, Job::MicroSync, "2026-11-21T10:00:00Z"), "written"), 1);
    assert!(!folder.path().join("memory/2026-11-01.md").exists(), "that is for `import` to bring");
}

#[test]
fn the_page_of_a_day_loses_its_remark_when_its_last_decision_was_written_down() {
    let (folder, workspace) = new("2026-11-18T06:00:00Z");
    run(&workspace, Job::MicroSync, "2026-11-19T22:00:00Z");
    session(folder.path(), "a", &[("2026-11-19T23:30:00Z", "We decided to paint the door blue.")]);
    run(&workspace, Job::DailyWrapup, "2026-11-20T03:00:00Z");
    let page = || read(folder.path(), "second-brain/summaries/2026-11-19-wrapup.md");
    assert!(page().contains("not written down yet"), "{}", page());
    run(&workspace, Job::MicroSync, "2026-11-20T10:00:00Z");
    run(&workspace, Job::DailyWrapup, "2026-11-21T03:00:00Z");
    assert!(page().contains("door blue") && !page().contains("not written down yet"), "{}", page());
}

#[test]
fn words_that_arrive_late_end_nothing_that_was_decided_after_them() {
    for (late, later) in [
        ("It's decided: we switch to MySQL instead.", "We decided to use PostgreSQL."),
        ("ตกลงเปลี่ยนไปใช้ MySQL", "ตกลงใช้ PostgreSQL"),
        ("改用 MySQL 吧，就这么定了。", "我们决定用 PostgreSQL。"),
    ] {
        let (folder, workspace) = new("2026-11-10T06:00:00Z");
        session(folder.path(), "later", &[("2026-11-20T09:00:00Z", later)]);
        run(&workspace, Job::MicroSync, "2026-11-20T10:00:00Z");
        session(folder.path(), "late", &[("2026-11-18T05:00:00Z", late)]);
        let report = run(&workspace, Job::MicroSync, "2026-11-20T13:00:00Z");
        assert_eq!((count(&report, "written"), count(&report, "superseded")), (1, 0), "{late}: {report:?}");
    }
}

#[test]
fn what_was_said_last_decides_whichever_was_read_first() {
    for (early, late) in [
        (
            "We use Tailwind for the landing page, decided.",
            "We drop Tailwind for the landing page and go with plain CSS.",
        ),
        ("ตกลงใช้ Tailwind กับหน้าแรก", "เลิกใช้ Tailwind กับหน้าแรกแล้ว ตกลงใช้ CSS ธรรมดา"),
        ("我们决定缓存用 Redis。", "我们决定缓存从 Redis 换成 Memcached。"),
    ] {
        let (folder, workspace) = new("2026-11-10T06:00:00Z");
        session(folder.path(), "late", &[("2026-11-20T09:00:00Z", late)]);
        run(&workspace, Job::MicroSync, "2026-11-20T10:00:00Z");
        session(folder.path(), "early", &[("2026-11-18T05:00:00Z", early)]);
        let report = run(&workspace, Job::MicroSync, "2026-11-20T13:00:00Z");
        assert_eq!((count(&report, "written"), count(&report, "superseded")), (1, 1), "{early}: {report:?}");
        let day = read(folder.path(), "memory/2026-11-18.md");
        assert!(day.contains("status: superseded"), "{day}");
    }
}

#[test]
fn lines_that_cannot_be_read_are_told_by_the_jobs() {
    let (folder, workspace) = new("2026-11-18T06:00:00Z");
    session(folder.path(), "a", &[("2026-11-19T09:00:00Z", "ตกลงใช้ Redis เป็นคิวงาน")]);
    let path = folder.path().join("sessions/a.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{text}{{broken\n{text}")).unwrap();
    for (job, now) in [(Job::MicroSync, "2026-11-19T10:00:00Z"), (Job::DailyWrapup, "2026-11-20T03:00:00Z")] {
        let report = run(&workspace, job, now);
        let told = report.notes.iter().filter(|n| n.contains("sessions/a.jsonl") && n.contains("line 2"));
        assert_eq!(told.count(), 1, "{job}: {:?}", report.notes);
    }
}

#[test]
fn an_older_copy_that_is_saved_over_the_page_takes_no_decision_out_for_good() {
    let (folder, workspace) = new("2026-10-05T09:00:00Z");
    let path = folder.path().join("MEMORY.md");
    fs::write(&path, "# บันทึก\n\n- 自己的\n").unwrap();
    let editor = fs::read_to_string(&path).unwrap();
    let ids: Vec<MemoryId> =
        (0..5).map(|n| decide(&workspace, &format!("Choice {n} of many"), "2026-11-10T03:00:00Z")).collect();
    run(&workspace, Job::WeeklyCompound, "2026-11-16T04:05:00Z");
    fs::write(&path, format!("{editor}- one more\n")).unwrap();
    let report = run(&workspace, Job::WeeklyCompound, "2026-11-23T04:05:00Z");
    let text = fs::read_to_string(&path).unwrap();
    assert!(ids.iter().all(|id| text.matches(id.as_str()).count() == 1), "{text}");
    assert!(text.contains("- 自己的\n- one more\n"), "{text}");
    assert!(report.notes.iter().any(|note| note.starts_with("5 entries are back")), "{:?}", report.notes);
    assert!(read(folder.path(), "memory/archive/weekly-2026-47.md").contains("brought back"));
    assert_eq!(run(&workspace, Job::WeeklyCompound, "2026-11-23T04:06:00Z").ended, Ended::Nothing);
    // Who takes them out again knows what they do.
    fs::write(&path, format!("{editor}- one more\n")).unwrap();
    let report = run(&workspace, Job::WeeklyCompound, "2026-11-30T04:05:00Z");
    assert!(!read(folder.path(), "MEMORY.md").contains("DECISION-"));
    assert!(report.notes.iter().any(|note| note.contains("stay out")), "{:?}", report.notes);
}

#[test]
fn what_was_overwritten_in_the_week_stands_in_its_log_with_date_and_reason() {
    for (first, second) in [
        (
            "Let's use Jenkins for CI.",
            "We decided to use GitHub Actions instead of Jenkins for CI, because it is hosted.",
        ),
        ("ตกลงใช้ PostgreSQL", "ตกลงเปลี่ยนไปใช้ MySQL เพราะมันเร็วกว่า"),
        ("我们决定用 PostgreSQL。", "改用 MySQL 吧，就这么定了。"),
    ] {
        let (folder, workspace) = new("2026-11-01T09:00:00Z");
        session(folder.path(), "a", &[("2026-11-10T09:00:00Z", first)]);
        run(&workspace, Job::MicroSync, "2026-11-10T10:00:00Z");
        session(folder.path(), "b", &[("2026-11-11T09:00:00Z", second)]);
        let report = run(&workspace, Job::MicroSync, "2026-11-11T10:00:00Z");
        assert_eq!(count(&report, "superseded"), 1, "{second}: {:?}", report.notes);
        run(&workspace, Job::WeeklyCompound, "2026-11-16T04:05:00Z");
        let log = read(folder.path(), "memory/archive/weekly-2026-46.md");
        let told =
            log.split("## Overwritten").nth(1).and_then(|rest| rest.split("## ").next()).unwrap_or_default();
        let told: Vec<&str> = told.lines().filter(|line| line.starts_with("- 2026-11-11 ")).collect();
        assert_eq!(told.len(), 1, "{log}");
        assert!(told[0].contains("(DECISION-20261110-") && told[0].contains("(DECISION-20261111-"), "{log}");
        assert!(told[0].split(" | ").nth(1).is_some_and(|reason| !reason.is_empty()), "{log}");
        run(&workspace, Job::WeeklyCompound, "2026-11-16T04:06:00Z");
        assert_eq!(read(folder.path(), "memory/archive/weekly-2026-46.md"), log, "it is told once");
        run(&workspace, Job::WeeklyCompound, "2026-11-23T04:06:00Z");
        assert!(!read(folder.path(), "memory/archive/weekly-2026-47.md").contains("## Overwritten"));
    }
}

/// Runs the weekly job while somebody does something with the page; returns how often they did.
fn meanwhile(root: &Path, workspace: &Workspace, act: impl Fn(&Path, usize) + Sync) -> usize {
    for n in 0..60 {
        decide(workspace, &format!("Choice {n} of many"), "2026-11-10T03:00:00Z");
    }
    let (over, path) = (AtomicBool::new(false), root.join("MEMORY.md"));
    fs::write(&path, "# บันทึก\n").unwrap();
    std::thread::scope(|scope| {
        let acting = scope.spawn(|| {
            let mut n = 0;
            while !over.load(Ordering::SeqCst) {
                act(&path, n);
                n += 1;
                std::thread::sleep(Duration::from_millis(2));
            }
            n
        });
        std::thread::sleep(Duration::from_millis(20));
        run(workspace, Job::WeeklyCompound, "2026-11-16T04:05:00Z");
        over.store(true, Ordering::SeqCst);
        acting.join().unwrap()
    })
}

#[test]
fn no_line_that_is_added_while_the_page_is_rewritten_is_missing_or_doubled_afterwards() {
    for _ in 0..3 {
        let (folder, workspace) = new("2026-10-05T09:00:00Z");
        let added = meanwhile(folder.path(), &workspace, |path, n| {
            let mut file = fs::OpenOptions::new().append(true).create(true).open(path).unwrap();
            file.write_all(format!("- บรรทัด {n} 行\n").as_bytes()).unwrap();
        });
        let text = read(folder.path(), "MEMORY.md");
        for n in 0..added {
            let line = format!("- บรรทัด {n} 行");
            assert_eq!(text.lines().filter(|found| *found == line).count(), 1, "{line} of {added}\n{text}");
        }
        assert_eq!(text.matches("([DECISION-").count(), 60, "{text}");
    }
}

#[test]
fn no_line_that_is_saved_while_the_page_is_rewritten_is_doubled_and_the_decisions_stand() {
    for _ in 0..3 {
        let (folder, workspace) = new("2026-10-05T09:00:00Z");
        let saved = meanwhile(folder.path(), &workspace, |path, n| {
            let text = fs::read_to_string(path).unwrap();
            let beside = path.with_extension("tmp");
            fs::write(&beside, format!("{text}- edit {n}\n")).unwrap();
            fs::rename(&beside, path).unwrap();
            // Lets the job get a word in.
            std::thread::sleep(Duration::from_millis(30));
        });
        let text = read(folder.path(), "MEMORY.md");
        for n in 0..saved {
            let line = format!("- edit {n}");
            assert_eq!(text.lines().filter(|found| *found == line).count(), 1, "{line} of {saved}\n{text}");
        }
        assert_eq!(text.matches("([DECISION-").count(), 60, "{text}");
    }
}

#[test]
fn a_turn_that_led_to_a_replaced_decision_is_marked_and_comes_after_the_one_that_holds() {
    for (first, second, question) in [
        (
            "Let's use Jenkins for CI.",
            "We decided to use GitHub Actions instead of Jenkins for CI.",
            "Jenkins CI",
        ),
        ("ตกลงใช้ PostgreSQL เก็บคำสั่งซื้อ", "ตกลงเปลี่ยนไปใช้ MySQL เก็บคำสั่งซื้อ แทน PostgreSQL", "PostgreSQL คำสั่งซื้อ"),
        (
            "我们决定用 PostgreSQL 存订单。",
            "订单改用 MySQL，不用 PostgreSQL 了，就这么定了。",
            "PostgreSQL 订单",
        ),
    ] {
        let (folder, workspace) = new("2026-11-01T09:00:00Z");
        session(folder.path(), "a", &[("2026-11-10T09:00:00Z", first)]);
        run(&workspace, Job::MicroSync, "2026-11-10T10:00:00Z");
        session(folder.path(), "b", &[("2026-11-11T09:00:00Z", second)]);
        let report = run(&workspace, Job::MicroSync, "2026-11-11T10:00:00Z");
        assert_eq!(count(&report, "superseded"), 1, "{second}: {:?}", report.notes);
        let user = Caller::user(at("2026-11-11T11:00:00Z"));
        workspace.index(memoro_engine::How::Changes, &user, &mut |_| {}).unwrap();
        let hits = workspace.recall(&memoro_engine::Recall::new(question), &user).unwrap().hits;
        let said: Vec<(&str, &str)> =
            hits.iter().map(|hit| (hit.status.as_str(), hit.text.as_str())).collect();
        let old = said.iter().position(|(_, text)| *text == first).unwrap_or_else(|| panic!("{said:?}"));
        assert_eq!(said[old].0, "superseded", "{question}: {said:?}");
        let holds = hits.iter().position(|hit| hit.memory.is_some() && hit.status == "active");
        assert!(holds.is_some_and(|holds| holds < old), "{question}: {said:?}");
    }
}
