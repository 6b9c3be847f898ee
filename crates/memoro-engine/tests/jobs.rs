//! The jobs over real files: what is written, by whom, once, and what becomes of a person's own text.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use std::fs;
use std::path::Path;

use jiff::Timestamp;
use jiff::civil::Date;
use memoro_core::{Content, Decision, MemoryId, Origin, Stage, Status};
use memoro_engine::jobs::{Ended, Job, JobReport, RunJob, Scheduler};
use memoro_engine::{Caller, Carry, Draft, Recall, Settings, Which, Workspace};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn settings() -> Settings {
    Settings { time_zone: jiff::tz::TimeZone::get("Asia/Bangkok").unwrap(), ..Settings::default() }
}

fn new() -> (tempfile::TempDir, Workspace) {
    new_with(settings())
}

fn new_with(settings: Settings) -> (tempfile::TempDir, Workspace) {
    let folder = tempfile::tempdir().unwrap();
    let workspace =
        Workspace::init(folder.path(), settings, &Caller::user(at("2026-11-01T00:00:00Z"))).unwrap();
    fs::create_dir(folder.path().join("sessions")).unwrap();
    (folder, workspace)
}

/// Writes a session: `(moment, role, text)`.
fn session(root: &Path, name: &str, turns: &[(&str, &str, &str)]) {
    let line = |(ts, role, text): &(&str, &str, &str)| {
        format!("{}\n", serde_json::json!({ "role": role, "content": text, "ts": ts, "session": name }))
    };
    let text: String = turns.iter().map(line).collect();
    fs::write(root.join(format!("sessions/{name}.jsonl")), text).unwrap();
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

/// All files of the vault with what they hold.
fn files(root: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().display().to_string();
            if name == ".memoro" || name.contains(".locks") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push((name, fs::read_to_string(path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

const TALK: &[(&str, &str, &str)] = &[
    ("2026-11-10T03:00:00Z", "user", "Which database for the ledger?"),
    ("2026-11-10T03:01:00Z", "assistant", "I'd suggest PostgreSQL."),
    ("2026-11-10T03:02:00Z", "user", "Let's go with PostgreSQL because we need transactions."),
    ("2026-11-10T03:03:00Z", "user", "ต่อไปนี้ทุก pull request ต้องมีคนรีวิวสองคน"),
    ("2026-11-10T03:04:00Z", "user", "记住：预发布服务器每天凌晨两点重启。"),
    ("2026-11-10T03:05:00Z", "assistant", "The root cause was a full connection pool."),
    ("2026-11-10T03:06:00Z", "user", "Please send the report by Friday. Should we move to Nomad?"),
];

#[test]
fn micro_sync_writes_what_was_settled_with_its_source_and_a_rule_waits() {
    let (folder, workspace) = new();
    session(folder.path(), "s1", TALK);
    let report = run(&workspace, Job::MicroSync, "2026-11-10T03:30:00Z");
    assert_eq!((count(&report, "written"), count(&report, "pending")), (2, 1), "{report:?}");
    let day = read(folder.path(), "memory/2026-11-10.md");
    for part in [
        "## Decision: Let's go with PostgreSQL",
        "- id: DECISION-20261110-let-s-go-with-postgresql",
        "session_id: s1",
        "session_path: sessions/s1.jsonl",
        "message_range: 1-2",
        "- why: we need transactions",
        "- status: active",
        "- origin: auto",
        "预发布服务器每天凌晨两点重启",
    ] {
        assert!(day.contains(part), "{part} is not in\n{day}");
    }
    assert!(!day.contains("คนรีวิว"), "a rule from a conversation waits for a person");
    let pending = workspace.pending(&Caller::user(at("2026-11-10T04:00:00Z"))).unwrap();
    assert_eq!(pending.len(), 1);
    assert!(pending[0].memory.provenance.evidence[0].contains("คนรีวิวสองคน"));
    let user = Caller::user(at("2026-11-10T04:00:00Z"));
    workspace.confirm(&Which::All, "", &user).unwrap();
    assert!(read(folder.path(), "memory/2026-11-10.md").contains("คนรีวิวสองคน"));
}

#[test]
fn another_tool_takes_the_place_of_the_one_that_was_decided_without_naming_it() {
    for (first, second) in [
        ("我们决定用 PostgreSQL。", "改用 MySQL 吧，就这么定了。"),
        ("ตกลงใช้ PostgreSQL", "ตกลงเปลี่ยนไปใช้ MySQL"),
        ("We decided to use PostgreSQL.", "It's decided: we switch to MySQL instead."),
    ] {
        let (folder, workspace) = new();
        let turns = |day: &str, text: &str| {
            session(folder.path(), day, &[(&format!("2026-11-{day}T03:00:00Z"), "user", text)]);
        };
        turns("10", first);
        run(&workspace, Job::MicroSync, "2026-11-10T03:30:00Z");
        turns("12", second);
        let date = Some(Date::constant(2026, 11, 12));
        let dry = RunJob { job: Job::MicroSync, date, carry: Carry::DryRun };
        let would = workspace.run_job(&dry, &Caller::user(at("2026-11-12T03:30:00Z"))).unwrap();
        let report = run(&workspace, Job::MicroSync, "2026-11-12T03:30:00Z");
        assert_eq!((count(&report, "written"), count(&report, "superseded")), (1, 1), "{second}: {report:?}");
        let old = read(folder.path(), "memory/2026-11-10.md");
        assert!(old.contains("status: superseded"), "{old}");
        let shown: Vec<_> = would.files.iter().map(|file| (&*file.path, &*file.after)).collect();
        let new = read(folder.path(), "memory/2026-11-12.md");
        let left = [("memory/2026-11-10.md", &*old), ("memory/2026-11-12.md", &*new)];
        assert_eq!(shown, left, "a dry run shows what a run leaves");
    }
}

#[test]
fn a_second_run_changes_nothing_and_a_dry_run_shows_the_difference() {
    let (folder, workspace) = new();
    session(folder.path(), "s1", TALK);
    let before = files(folder.path());
    let dry = RunJob { job: Job::MicroSync, date: Some(Date::constant(2026, 11, 10)), carry: Carry::DryRun };
    let told = workspace.run_job(&dry, &Caller::user(at("2026-11-12T00:00:00Z"))).unwrap();
    assert_eq!(files(folder.path()), before);
    assert!(told.files[0].path == "memory/2026-11-10.md" && told.files[0].after.contains("PostgreSQL"));
    for job in [Job::MicroSync, Job::DailyWrapup, Job::WeeklyCompound] {
        let run = RunJob { job, date: Some(Date::constant(2026, 11, 10)), carry: Carry::Out };
        let caller = Caller::user(at("2026-11-16T00:00:00Z"));
        let first = workspace.run_job(&run, &caller).unwrap();
        assert_eq!(first.ended, Ended::Done, "{job}");
        let after = files(folder.path());
        let second = workspace.run_job(&run, &caller).unwrap();
        assert_eq!(
            (second.ended, second.counts.iter().map(|c| c.1).sum::<u64>()),
            (Ended::Nothing, 0),
            "{job}"
        );
        assert_eq!(files(folder.path()), after, "{job}");
    }
}

#[test]
fn a_decision_that_is_taken_back_later_is_superseded() {
    let (folder, workspace) = new();
    let first = [("2026-11-10T03:00:00Z", "user", "We'll use Redis for the job queue.")];
    session(folder.path(), "s1", &first);
    run(&workspace, Job::MicroSync, "2026-11-10T03:30:00Z");
    let later = [
        first[0],
        (
            "2026-11-10T05:00:00Z",
            "user",
            "Scrap that. We're going with RabbitMQ instead of Redis for the job queue.",
        ),
    ];
    session(folder.path(), "s1", &later);
    run(&workspace, Job::MicroSync, "2026-11-10T06:00:00Z");
    let old = MemoryId::new("DECISION-20261110-we-ll-use-redis-for-the-job-queue").unwrap();
    let old = workspace.store().get(&old).unwrap().unwrap().memory;
    assert!(matches!(old.status, Status::Superseded { by: Some(_), .. }), "{:?}", old.status);
    let day = read(folder.path(), "memory/2026-11-10.md");
    assert!(
        day.contains("- status: superseded") && day.contains("- supersedes: DECISION-20261110-we-ll-use")
    );
    // In another session on another day.
    session(
        folder.path(),
        "s2",
        &[(
            "2026-11-11T03:00:00Z",
            "user",
            "Actually, we're going with NATS instead of RabbitMQ for the job queue.",
        )],
    );
    let report = run(&workspace, Job::MicroSync, "2026-11-11T04:00:00Z");
    assert_eq!(count(&report, "superseded"), 1, "{report:?}");
}

#[test]
fn the_wrap_up_has_six_sections_and_leaves_an_edited_page_alone() {
    let (folder, workspace) = new();
    session(folder.path(), "s1", TALK);
    run(&workspace, Job::MicroSync, "2026-11-10T04:00:00Z");
    run(&workspace, Job::DailyWrapup, "2026-11-10T20:05:00Z");
    let path = "second-brain/summaries/2026-11-10-wrapup.md";
    let page = read(folder.path(), path);
    let sections = [
        "## Decisions made today",
        "## Action items",
        "## Important conversations",
        "## Technical notes / debugging lessons",
        "## Open loops",
        "## Tomorrow next steps",
    ];
    let places: Vec<_> =
        sections.iter().map(|name| page.find(name).unwrap_or_else(|| panic!("{name} in\n{page}"))).collect();
    assert!(places.is_sorted());
    for part in [
        "1 waits for confirmation",
        "- [ ] Please send the report by Friday.",
        "full connection pool",
        "Should we move to Nomad?",
        "sessions/s1.jsonl, message 5",
    ] {
        assert!(page.contains(part), "{part} in\n{page}");
    }
    fs::write(folder.path().join(path), format!("{page}\nของฉันเอง\n")).unwrap();
    session(folder.path(), "s3", &[("2026-11-10T06:00:00Z", "user", "We decided to paint the wall blue.")]);
    let again = RunJob { job: Job::DailyWrapup, date: Some(Date::constant(2026, 11, 10)), carry: Carry::Out };
    let report = workspace.run_job(&again, &Caller::user(at("2026-11-11T20:05:00Z"))).unwrap();
    assert!(report.notes.iter().any(|note| note.contains("edited by hand")), "{report:?}");
    assert!(read(folder.path(), path).ends_with("ของฉันเอง\n"));
}

#[test]
fn a_day_with_nothing_in_it_leaves_no_file() {
    let (folder, workspace) = new();
    let report = run(&workspace, Job::DailyWrapup, "2026-11-10T20:05:00Z");
    assert_eq!(report.ended, Ended::Nothing);
    assert!(!folder.path().join("second-brain").exists());
    assert_eq!(run(&workspace, Job::MicroSync, "2026-11-10T20:05:00Z").ended, Ended::Nothing);
    assert_eq!(run(&workspace, Job::WeeklyCompound, "2026-11-15T21:05:00Z").ended, Ended::Nothing);
}

fn decide(workspace: &Workspace, title: &str, when: &str, why: &str) -> MemoryId {
    let decision = Decision {
        title: title.into(),
        why: why.into(),
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
fn the_weekly_job_promotes_demotes_and_logs_why() {
    let (folder, workspace) = new();
    fs::write(folder.path().join("MEMORY.md"), "# ของฉัน\n\nอ่านก่อน\n").unwrap();
    let kept = decide(&workspace, "Deploy from CI only", "2026-11-10T03:00:00Z", "people forget steps");
    let old = decide(&workspace, "use Redis for the queue", "2026-11-10T04:00:00Z", "fast");
    let report = run(&workspace, Job::WeeklyCompound, "2026-11-15T21:05:00Z");
    assert_eq!(count(&report, "promoted"), 2, "{report:?}");
    let memory = read(folder.path(), "MEMORY.md");
    assert!(
        memory.starts_with("# ของฉัน\n\nอ่านก่อน\n")
            && memory.contains(kept.as_str())
            && memory.contains(old.as_str())
    );
    assert!(memory.contains("(memory/2026-11-10.md)"));
    let new = decide(&workspace, "use NATS for the queue", "2026-11-18T04:00:00Z", "it persists");
    let dry = RunJob { job: Job::WeeklyCompound, date: None, carry: Carry::DryRun };
    let would = workspace.run_job(&dry, &Caller::user(at("2026-11-22T21:05:00Z"))).unwrap();
    let shown = would.files.iter().find(|file| file.path == "memory/archive/weekly-2026-47.md").unwrap();
    assert!(["## Overwritten", "## Promoted"].iter().all(|part| shown.after.contains(part)), "{shown:?}");
    let report = run(&workspace, Job::WeeklyCompound, "2026-11-22T21:05:00Z");
    assert_eq!(count(&would, "episodes"), count(&report, "episodes"), "{would:?}");
    assert_eq!((count(&report, "overwritten"), count(&report, "demoted")), (1, 1), "{report:?}");
    let memory = read(folder.path(), "MEMORY.md");
    assert!(memory.contains(new.as_str()) && !memory.contains(old.as_str()));
    let log = read(folder.path(), "memory/archive/weekly-2026-47.md");
    for part in
        ["## Promoted", "## Demoted", "## Overwritten", "superseded by DECISION-20261118", "on 2026-11-18"]
    {
        assert!(log.contains(part), "{part} in\n{log}");
    }
    assert!(files(folder.path()).iter().any(|(path, _)| path.starts_with("memory/archive/MEMORY-2026-47-")));
}

#[test]
fn what_a_person_removes_or_writes_in_memory_md_stays_so() {
    let (folder, workspace) = new();
    let first = decide(&workspace, "Deploy from CI only", "2026-11-10T03:00:00Z", "people forget steps");
    let second = decide(&workspace, "Use four spaces", "2026-11-10T04:00:00Z", "it reads well");
    run(&workspace, Job::WeeklyCompound, "2026-11-15T21:05:00Z");
    let path = folder.path().join("MEMORY.md");
    let text = fs::read_to_string(&path).unwrap();
    let kept: String = text.split_inclusive('\n').filter(|line| !line.contains(first.as_str())).collect();
    fs::write(&path, format!("{kept}- 我自己的一行\n")).unwrap();
    decide(&workspace, "Answer in Thai", "2026-11-18T04:00:00Z", "the user asked");
    run(&workspace, Job::WeeklyCompound, "2026-11-22T21:05:00Z");
    let text = fs::read_to_string(&path).unwrap();
    assert!(
        !text.contains(first.as_str()) && text.contains(second.as_str()) && text.contains("- 我自己的一行")
    );
    assert!(text.contains("Answer in Thai"));
}

#[test]
fn memory_md_keeps_its_limits_and_nothing_is_lost() {
    let (folder, workspace) = new();
    let long = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|n| format!("บรรทัด {n} ของเรื่องยาว\n")).concat();
    fs::write(folder.path().join("MEMORY.md"), format!("# Memory\n\n{long}\n- short\n")).unwrap();
    for n in 0..260 {
        decide(&workspace, &format!("Choice number {n} of many"), "2026-11-10T03:00:00Z", "because");
    }
    assert_eq!(workspace.violations().unwrap().len(), 1);
    run(&workspace, Job::WeeklyCompound, "2026-11-15T21:05:00Z");
    assert!(workspace.violations().unwrap().is_empty(), "{:?}", workspace.violations().unwrap());
    let memory = read(folder.path(), "MEMORY.md");
    assert!(memory.lines().count() <= 200 && memory.lines().count() > 150 && memory.contains("- short"));
    let moved =
        files(folder.path()).into_iter().find(|(path, _)| path.starts_with("memory/recent/")).unwrap();
    assert!(moved.1.contains("บรรทัด 8") && memory.contains(&moved.0));
}

#[test]
fn a_day_with_too_many_decisions_is_split_and_stays_editable() {
    let mut settings = settings();
    settings.jobs.day_decisions = 20;
    let (folder, workspace) = new_with(settings);
    for n in 0..50 {
        decide(&workspace, &format!("Choice number {n} of many"), "2026-11-10T03:00:00Z", "because");
    }
    let report = run(&workspace, Job::WeeklyCompound, "2026-11-15T21:05:00Z");
    assert_eq!(count(&report, "split"), 2, "{report:?}");
    let held = |path: &str| read(folder.path(), path).matches("## Decision:").count();
    let parts = [
        "memory/2026-11-10.md",
        "memory/recent/2026-11-10-decisions-2.md",
        "memory/recent/2026-11-10-decisions-3.md",
    ];
    assert_eq!(parts.map(held), [20, 20, 10]);
    assert!(workspace.violations().unwrap().is_empty());
    let caller = Caller::user(at("2026-11-16T03:00:00Z"));
    assert!(workspace.take_in(&caller).unwrap().is_empty(), "moving is no edit of a person");
    let path = folder.path().join(parts[2]);
    let text = fs::read_to_string(&path).unwrap().replace("Choice number 49 of many", "Choice forty-nine");
    fs::write(&path, text).unwrap();
    workspace.take_in(&caller).unwrap();
    let id = MemoryId::new("DECISION-20261110-choice-number-49-of-many").unwrap();
    let memory = workspace.store().get(&id).unwrap().unwrap().memory;
    assert!(matches!(memory.content, Content::Decision(d) if d.title == "Choice forty-nine"));
    assert!(
        workspace
            .check(memoro_engine::Depth::Quick, &caller)
            .unwrap()
            .iter()
            .all(memoro_engine::Finding::holds)
    );
}

#[test]
fn each_job_writes_only_its_own_files() {
    let (folder, workspace) = new();
    fs::write(folder.path().join("MEMORY.md"), "# Memory\n").unwrap();
    session(folder.path(), "s1", TALK);
    let changed = |job: Job, now: &str| {
        let before = files(folder.path());
        run(&workspace, job, now);
        let after = files(folder.path());
        after.into_iter().filter(|file| !before.contains(file)).map(|(path, _)| path).collect::<Vec<_>>()
    };
    assert_eq!(changed(Job::MicroSync, "2026-11-10T03:30:00Z"), ["memory/2026-11-10.md"]);
    assert_eq!(
        changed(Job::DailyWrapup, "2026-11-10T20:00:00Z"),
        ["second-brain/summaries/2026-11-10-wrapup.md"]
    );
    let weekly = changed(Job::WeeklyCompound, "2026-11-15T21:00:00Z");
    assert!(
        weekly.iter().all(|path| path == "MEMORY.md" || path.starts_with("memory/archive/")),
        "{weekly:?}"
    );
    let before = files(folder.path());
    let caller = Caller::user(at("2026-11-15T22:00:00Z"));
    let answer = workspace.recall(&Recall::new("why PostgreSQL"), &caller).unwrap();
    workspace.count_use(&answer, caller.now).unwrap();
    assert!(!answer.hits.is_empty());
    assert_eq!(files(folder.path()), before, "search writes no file");
}

#[test]
fn what_was_forgotten_is_not_found_again() {
    let (folder, workspace) = new();
    session(folder.path(), "s1", TALK);
    run(&workspace, Job::MicroSync, "2026-11-10T03:30:00Z");
    run(&workspace, Job::DailyWrapup, "2026-11-10T20:00:00Z");
    run(&workspace, Job::WeeklyCompound, "2026-11-15T21:00:00Z");
    let id = "DECISION-20261110-let-s-go-with-postgresql";
    assert!(read(folder.path(), "MEMORY.md").contains(id));
    let target = memoro_engine::Target::Memory(id.into(), None);
    let forgotten = workspace.forget(&target, "", &Caller::user(at("2026-11-16T04:00:00Z"))).unwrap();
    assert!(forgotten.left.is_empty(), "{forgotten:?}");
    for (path, text) in files(folder.path()).iter().filter(|(path, _)| !path.starts_with("sessions/")) {
        assert!(!text.contains("go with PostgreSQL"), "{path}:\n{text}");
    }
    let report = run(&workspace, Job::MicroSync, "2026-11-10T04:30:00Z");
    assert_eq!(count(&report, "written"), 0, "{report:?}");
    assert!(!read(folder.path(), "memory/2026-11-10.md").contains("PostgreSQL"));
}

#[test]
fn a_job_past_its_time_limit_stops_and_releases_its_lock() {
    let mut settings = settings();
    settings.jobs.time_limit = std::time::Duration::ZERO;
    let (folder, workspace) = new_with(settings);
    session(folder.path(), "s1", TALK);
    let report = run(&workspace, Job::MicroSync, "2026-11-10T03:30:00Z");
    assert_eq!(report.ended, Ended::TimedOut);
    assert!(!folder.path().join("memory/.locks/micro-sync.lock").exists());
    assert!(!workspace.last_run(Job::MicroSync).unwrap().unwrap().succeeded());
}

#[test]
fn missed_runs_are_made_up_for_once_and_the_clock_may_jump() {
    let (folder, workspace) = new();
    let scheduler = Scheduler::new(&workspace).unwrap();
    let jobs = |now: &str| {
        scheduler
            .run_due(&workspace, at(now))
            .into_iter()
            .map(|(job, run)| (job, run.unwrap().ended))
            .collect::<Vec<_>>()
    };
    assert!(jobs("2026-11-09T00:30:00Z").is_empty(), "nothing was missed before there was a workspace");
    session(folder.path(), "s1", TALK);
    let ran = jobs("2026-11-10T03:10:00Z");
    assert!(ran.contains(&(Job::MicroSync, Ended::Done)), "{ran:?}");
    assert!(jobs("2026-11-10T03:11:00Z").is_empty());
    let ran: Vec<Job> = jobs("2026-11-20T03:30:00Z").into_iter().map(|(job, _)| job).collect();
    assert_eq!(ran, [Job::MicroSync, Job::DailyWrapup, Job::WeeklyCompound, Job::Maintain]);
    let planned = scheduler.planned(&workspace, at("2026-11-20T03:30:00Z")).unwrap();
    let next = planned.iter().find(|plan| plan.job == Job::DailyWrapup).unwrap().next.unwrap();
    assert!(next >= at("2026-11-20T20:00:00Z") && next <= at("2026-11-20T20:01:00Z"), "{next}");
    assert!(planned[0].last.as_ref().unwrap().succeeded());
    assert!(jobs("2026-11-15T03:30:00Z").is_empty(), "a clock that went back runs nothing twice");
    assert!(scheduler.idle(&workspace, at("2026-11-20T03:30:00Z")).as_secs() <= 3600);
}

#[test]
fn origin_and_trust_are_those_of_a_machine() {
    let (folder, workspace) = new();
    session(folder.path(), "s1", TALK);
    run(&workspace, Job::MicroSync, "2026-11-10T03:30:00Z");
    let id = MemoryId::new("DECISION-20261110-let-s-go-with-postgresql").unwrap();
    let memory = workspace.store().get(&id).unwrap().unwrap().memory;
    assert_eq!(memory.provenance.origin, Origin::Auto);
    assert_eq!(memory.provenance.trust, memoro_core::Trust::Agent);
    assert!(memory.provenance.confidence.get() <= 0.8);
    assert_eq!(memory.provenance.evidence, ["Let's go with PostgreSQL because we need transactions."]);
}
