//! From conversations to kept knowledge, with real files: what was imported is seen by the jobs on its day, a question
//! for a decision is answered with the one that holds, days and weeks leave episodes, lessons are promoted.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use jiff::civil::Date;
use memoro_core::{Content, Episode, Grain, MemoryId, Status};
use memoro_engine::jobs::{Ended, Job, JobReport, RunJob};
use memoro_engine::{Caller, Carry, HitSource, How, Recall, Settings, Target, Workspace};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

struct House {
    folder: tempfile::TempDir,
    workspace: Workspace,
}

impl House {
    fn new(zone: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { time_zone: jiff::tz::TimeZone::get(zone).unwrap(), ..Settings::default() };
        let root = folder.path().join("ws");
        let workspace = Workspace::init(&root, settings, &Caller::user(at("2026-01-01T00:00:00Z"))).unwrap();
        fs::create_dir(root.join("sessions")).unwrap();
        Self { folder, workspace }
    }

    /// Writes a session beside the workspace.
    fn outside(&self, name: &str, turns: &[(&str, &str, &str)]) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, lines(turns)).unwrap();
        path
    }

    /// Writes a session into the workspace.
    fn session(&self, name: &str, turns: &[(&str, &str, &str)]) {
        fs::write(self.root().join(format!("sessions/{name}.jsonl")), lines(turns)).unwrap();
    }

    fn root(&self) -> &Path {
        self.workspace.root()
    }

    fn import(&self, files: &[PathBuf], now: &str) -> memoro_engine::Indexed {
        self.workspace.index_transcripts(files, &Caller::user(at(now)), &mut |_| {}).unwrap()
    }

    fn run(&self, job: Job, now: &str) -> JobReport {
        let run = RunJob { job, date: None, carry: Carry::Out };
        self.workspace.run_job(&run, &Caller::user(at(now))).unwrap()
    }

    fn run_for(&self, job: Job, date: Date, now: &str) -> JobReport {
        let run = RunJob { job, date: Some(date), carry: Carry::Out };
        self.workspace.run_job(&run, &Caller::user(at(now))).unwrap()
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root().join(path)).unwrap_or_default()
    }

    fn episode(&self, id: &str) -> Option<Episode> {
        let stored = self.workspace.store().get(&MemoryId::new(id).unwrap()).unwrap()?;
        match stored.memory.content {
            Content::Episode(episode) => Some(episode),
            _ => None,
        }
    }

    fn ask(&self, question: &str, now: &str) -> Vec<memoro_engine::Hit> {
        let caller = Caller::user(at(now));
        self.workspace.index(How::Changes, &caller, &mut |_| {}).unwrap();
        self.workspace.recall(&Recall::new(question), &caller).unwrap().hits
    }
}

fn lines(turns: &[(&str, &str, &str)]) -> String {
    let line = |(ts, role, text): &(&str, &str, &str)| {
        format!("{}\n", serde_json::json!({ "role": role, "content": text, "ts": ts }))
    };
    turns.iter().map(line).collect()
}

fn count(report: &JobReport, what: &str) -> u64 {
    report.counts.iter().find(|(name, _)| *name == what).map_or(0, |(_, n)| *n)
}

#[test]
fn imported_conversations_are_seen_by_the_jobs_on_the_day_they_were_said() {
    let house = House::new("UTC");
    let old = house.outside(
        "old.jsonl",
        &[
            ("2026-09-02T10:00:00Z", "user", "We decided to use SQLite for the ledger."),
            ("2026-10-05T10:00:00Z", "user", "ตกลงใช้ Redis ทำคิวงาน"),
        ],
    );
    let new =
        house.outside("new.jsonl", &[("2026-11-10T09:00:00Z", "user", "我们决定采用 NATS 做消息总线。")]);
    let done = house.import(&[old.clone(), new], "2026-11-10T12:00:00Z");
    assert_eq!(done.turns, 3);
    let report = house.run(Job::MicroSync, "2026-11-10T13:00:00Z");
    assert_eq!(count(&report, "written"), 3, "{report:?}");
    for (day, words) in [("2026-09-02", "SQLite"), ("2026-10-05", "Redis"), ("2026-11-10", "NATS")] {
        let page = house.read(&format!("memory/{day}.md"));
        assert!(page.contains(words) && page.contains("session_path: /"), "{day}: {page}");
    }
    let report = house.run(Job::DailyWrapup, "2026-11-11T03:00:00Z");
    assert_eq!(count(&report, "written"), 3, "{report:?}");
    assert!(house.read("second-brain/summaries/2026-10-05-wrapup.md").contains("Redis"));
    // Neither a second run nor a second import changes anything.
    assert_eq!(house.import(std::slice::from_ref(&old), "2026-11-11T04:00:00Z").turns, 0);
    assert_eq!(house.run(Job::MicroSync, "2026-11-11T05:00:00Z").ended, Ended::Nothing);
    assert_eq!(house.run(Job::DailyWrapup, "2026-11-11T06:00:00Z").ended, Ended::Nothing);
    // It has grown: only its new day is looked at, and the index follows by itself.
    let grown = fs::read_to_string(&old).unwrap()
        + &lines(&[("2026-11-11T07:00:00Z", "user", "We decided to drop the v1 endpoints.")]);
    fs::write(&old, grown).unwrap();
    let report = house.run(Job::MicroSync, "2026-11-11T08:00:00Z");
    assert_eq!(count(&report, "written"), 1, "{report:?}");
    assert!(!house.ask("v1 endpoints", "2026-11-11T08:30:00Z").is_empty());
}

#[test]
fn an_imported_file_that_is_gone_is_seen_all_the_same() {
    let house = House::new("UTC");
    let talk = [
        ("2026-11-08T09:00:00Z", "user", "Should we use Postgres for billing?"),
        ("2026-11-08T09:01:00Z", "assistant", "It has transactions."),
        ("2026-11-08T09:02:00Z", "user", "sounds good, do it"),
    ];
    let path = house.outside("gone.jsonl", &talk);
    house.import(std::slice::from_ref(&path), "2026-11-10T12:00:00Z");
    fs::remove_file(&path).unwrap();
    let report = house.run(Job::MicroSync, "2026-11-10T13:00:00Z");
    assert_eq!(count(&report, "written"), 1, "{report:?}");
    let page = house.read("memory/2026-11-08.md");
    assert!(page.contains("use Postgres for billing") && page.contains("message_range: 0-2"), "{page}");
}

#[test]
fn a_decision_that_was_replaced_on_a_later_day_is_history_in_whatever_order_the_days_are_read() {
    let talk = [
        ("2026-11-08T09:00:00Z", "user", "We'll use Redis for the job queue."),
        (
            "2026-11-09T09:00:00Z",
            "user",
            "Scrap that. We're going with RabbitMQ instead of Redis for the job queue.",
        ),
    ];
    for days in [["2026-11-08", "2026-11-09"], ["2026-11-09", "2026-11-08"]] {
        let house = House::new("UTC");
        house.session("s", &talk);
        for day in days {
            house.run_for(Job::MicroSync, day.parse().unwrap(), "2026-11-10T10:00:00Z");
        }
        let old = MemoryId::new("DECISION-20261108-we-ll-use-redis-for-the-job-queue").unwrap();
        let old = house.workspace.store().get(&old).unwrap().unwrap().memory;
        assert!(matches!(old.status, Status::Superseded { by: Some(_), .. }), "{days:?}: {:?}", old.status);
        let again = house.run_for(Job::MicroSync, "2026-11-08".parse().unwrap(), "2026-11-10T11:00:00Z");
        assert_eq!(again.ended, Ended::Nothing, "{again:?}");
    }
    // On one day it never was a decision; its words are marked all the same, with the day they were said on.
    let house = House::new("UTC");
    house.session("s", &[("2026-11-09T08:00:00Z", "user", talk[0].2), talk[1]]);
    let report = house.run_for(Job::MicroSync, "2026-11-09".parse().unwrap(), "2026-11-10T10:00:00Z");
    assert_eq!(count(&report, "written"), 1, "{report:?}");
    let hits = house.ask("what did we decide about the job queue?", "2026-11-10T14:00:00Z");
    let said = hits.iter().find(|hit| hit.text == talk[0].2).unwrap();
    assert_eq!((said.status.as_str(), said.date), ("superseded", Some(at("2026-11-09T08:00:00Z"))));
}

#[test]
fn a_session_counts_by_what_was_said_whatever_the_clock_of_its_file_says() {
    let house = House::new("UTC");
    house.session("ahead", &[("2031-05-01T10:00:00Z", "user", "We decided to use SQLite for the ledger.")]);
    let report = house.run(Job::MicroSync, "2031-05-01T11:00:00Z");
    assert_eq!(count(&report, "written"), 1, "the file was written years before: {report:?}");
    // What another machine wrote before the last run and what arrived after it.
    house.session("late", &[("2031-05-01T10:30:00Z", "user", "We decided to use NATS for the bus.")]);
    let report = house.run(Job::MicroSync, "2031-05-01T14:00:00Z");
    assert_eq!(count(&report, "written"), 1, "{report:?}");
}

#[test]
fn a_proposal_that_was_agreed_to_is_written_with_both_turns() {
    let house = House::new("UTC");
    house.session(
        "s",
        &[
            ("2026-11-10T09:00:00Z", "user", "Should we use Postgres for billing?"),
            ("2026-11-10T09:01:00Z", "assistant", "It has transactions."),
            ("2026-11-10T09:02:00Z", "user", "sounds good, do it"),
        ],
    );
    let report = house.run(Job::MicroSync, "2026-11-10T10:00:00Z");
    assert_eq!(count(&report, "written"), 1, "{report:?}");
    let id = MemoryId::new("DECISION-20261110-use-postgres-for-billing").unwrap();
    let memory = house.workspace.store().get(&id).unwrap().unwrap().memory;
    assert_eq!(memory.provenance.evidence, ["Should we use Postgres for billing?", "sounds good, do it"]);
    assert_eq!(memory.provenance.source.range.as_deref(), Some("0-2"));
    assert_eq!(memory.date(), at("2026-11-10T09:02:00Z"));
}

#[test]
fn a_question_for_a_decision_is_answered_with_the_one_that_holds() {
    for (first, second, question, holds) in [
        (
            "We'll use Redis for the job queue.",
            "Scrap that. We're going with RabbitMQ instead of Redis for the job queue.",
            "what did we decide about the job queue?",
            "RabbitMQ",
        ),
        (
            "ตกลงใช้ Redis ทำคิวงาน",
            "เปลี่ยนใจแล้ว ตกลงใช้ RabbitMQ ทำคิวงานแทน Redis",
            "เราตัดสินใจเรื่องคิวงานว่ายังไง",
            "RabbitMQ",
        ),
        (
            "任务队列就用 Redis。",
            "改主意了，任务队列改用 RabbitMQ，不用 Redis。",
            "任务队列我们最后决定用什么？",
            "RabbitMQ",
        ),
    ] {
        let house = House::new("UTC");
        let mut talk =
            vec![("2026-11-10T09:00:00Z", "user", first), ("2026-11-10T09:01:00Z", "assistant", "ok")];
        house.session("s", &talk);
        house.run(Job::MicroSync, "2026-11-10T10:00:00Z");
        talk.extend([
            ("2026-11-10T11:00:00Z", "user", "How long is the job queue? 任务队列多长？ คิวงานยาวแค่ไหน"),
            (
                "2026-11-10T11:01:00Z",
                "assistant",
                "The job queue has 12 jobs. 任务队列有 12 个。 คิวงานมี 12 งาน",
            ),
            ("2026-11-10T12:00:00Z", "user", second),
        ]);
        house.session("s", &talk);
        let report = house.run(Job::MicroSync, "2026-11-10T13:00:00Z");
        assert_eq!(count(&report, "superseded"), 1, "{report:?}");
        let hits = house.ask(question, "2026-11-10T14:00:00Z");
        let scored: Vec<_> =
            hits.iter().map(|hit| (hit.score, hit.status.clone(), hit.text.clone())).collect();
        assert_eq!(hits[0].source, HitSource::Memory, "{question}: {scored:#?}");
        assert!(hits[0].status == "active" && hits[0].text.contains(holds), "{question}: {:?}", hits[0].text);
        let old = hits.iter().find(|hit| hit.text == first).unwrap_or_else(|| panic!("{question}"));
        assert_eq!(old.status, "superseded", "{question}");
        let said = hits.iter().filter(|hit| hit.source == HitSource::Session);
        assert!(said.filter(|hit| hit.text != first).all(|hit| hit.status == "active"), "{question}");
    }
}

#[test]
fn what_was_decided_comes_before_the_question_that_it_answers_and_before_open_ones() {
    for (talk, question, holds) in [
        (
            [
                "Which provider do we choose for email?",
                "Mailgun is cheaper than Postmark.",
                "Let's go with Mailgun.",
                "And which provider do we choose for text messages?",
            ],
            "which provider did we choose",
            "Mailgun",
        ),
        (
            [
                "เราจะเลือกผู้ให้บริการอีเมลเจ้าไหนดี",
                "Mailgun ถูกกว่า Postmark ครับ",
                "ตกลงใช้ Mailgun",
                "แล้วผู้ให้บริการ SMS เลือกเจ้าไหนดี",
            ],
            "เราตัดสินใจเลือกผู้ให้บริการเจ้าไหน",
            "Mailgun",
        ),
        (
            [
                "邮件服务商我们选哪家？",
                "Mailgun 比 Postmark 便宜。",
                "就用 Mailgun 吧。",
                "那短信服务商我们选哪家？",
            ],
            "服务商我们最后选了哪家",
            "Mailgun",
        ),
    ] {
        let house = House::new("UTC");
        let times =
            ["2026-11-10T09:00:00Z", "2026-11-10T09:01:00Z", "2026-11-10T09:02:00Z", "2026-11-10T09:30:00Z"];
        let roles = ["user", "assistant", "user", "user"];
        let talk: Vec<_> = (0..4).map(|at| (times[at], roles[at], talk[at])).collect();
        house.session("s", &talk);
        house.session("t", &[("2026-11-10T08:00:00Z", "user", "We decided to paint the door blue.")]);
        house.run(Job::MicroSync, "2026-11-10T10:00:00Z");
        let hits = house.ask(question, "2026-11-10T14:00:00Z");
        let texts: Vec<_> = hits.iter().map(|hit| (hit.score, hit.text.as_str())).collect();
        assert!(hits[0].memory.is_some() && hits[0].text.contains(holds), "{question}: {texts:#?}");
    }
}

#[test]
fn what_another_conversation_says_is_not_so_any_more_ends_and_nothing_beside_it() {
    for (first, other, later) in [
        ("ตกลงใช้ Redis เก็บ session", "ตกลงใช้ Redis ทำคิวงาน", "ไม่ใช้ Redis เก็บ session แล้ว"),
        (
            "We decided to keep sessions in Redis.",
            "We'll use Redis for the job queue.",
            "We no longer keep sessions in Redis.",
        ),
        ("我们决定用Redis存session。", "任务队列就用 Redis。", "不再用Redis存session了。"),
        ("我們決定用Redis存session。", "任務佇列就用 Redis。", "不再用Redis存session了。"),
    ] {
        let house = House::new("UTC");
        house.session(
            "a",
            &[("2026-11-09T09:00:00Z", "user", first), ("2026-11-09T09:01:00Z", "user", other)],
        );
        let report = house.run(Job::MicroSync, "2026-11-09T10:00:00Z");
        assert_eq!(count(&report, "written"), 2, "{first}: {report:?}");
        house.session("b", &[("2026-11-10T09:00:00Z", "user", later)]);
        let report = house.run(Job::MicroSync, "2026-11-10T10:00:00Z");
        assert_eq!((count(&report, "written"), count(&report, "superseded")), (1, 1), "{later}: {report:?}");
        let day = house.read("memory/2026-11-09.md");
        let (ended, kept) = day.split_once("## Decision: ").unwrap().1.split_once("## Decision: ").unwrap();
        assert!(ended.contains("status: superseded") && kept.contains("status: active"), "{day}");
        let day = house.read("memory/2026-11-10.md");
        assert!(day.contains("supersedes: DECISION-20261109-"), "{day}");
    }
}

#[test]
fn words_that_settle_nothing_end_a_decision_that_they_name_whole_and_no_other() {
    for (first, other, later, talk) in [
        (
            "We decided to use Redis for sessions.",
            "We'll use Redis for the job queue.",
            "We're not using Redis for sessions anymore.",
            "We're not using Kafka for the logs anymore.",
        ),
        (
            "เราตัดสินใจจ้าง Acme ทำเว็บ",
            "เราตัดสินใจจ้าง Beta ทำแอป",
            "ไม่จ้าง Acme ทำเว็บแล้ว",
            "ไม่จ้าง Gamma ทำโลโก้แล้ว",
        ),
        (
            "我们决定用Redis存session。",
            "任务队列就用 Redis。",
            "我们现在不用Redis存session了。",
            "我们现在不用Kafka存日志了。",
        ),
    ] {
        let house = House::new("UTC");
        house.session(
            "a",
            &[("2026-11-09T09:00:00Z", "user", first), ("2026-11-09T09:01:00Z", "user", other)],
        );
        house.run(Job::MicroSync, "2026-11-09T10:00:00Z");
        house
            .session("b", &[("2026-11-10T08:00:00Z", "user", talk), ("2026-11-10T09:00:00Z", "user", later)]);
        let report = house.run(Job::MicroSync, "2026-11-10T10:00:00Z");
        assert_eq!(count(&report, "superseded"), 1, "{later}: {report:?}");
        let day = house.read("memory/2026-11-09.md");
        let (ended, kept) = day.split_once("## Decision: ").unwrap().1.split_once("## Decision: ").unwrap();
        assert!(ended.contains("status: superseded") && kept.contains("status: active"), "{day}");
        let again = house.run(Job::MicroSync, "2026-11-10T10:30:00Z");
        assert_eq!(again.ended, Ended::Nothing, "{later}: {again:?}");
    }
}

#[test]
fn an_appointment_that_is_moved_keeps_its_place() {
    for (first, later, place) in [
        (
            "We decided to hold the demo on Wednesday at 10 in room 5.",
            "We decided to move the demo to Friday at 3pm.",
            "place as before: in room 5",
        ),
        ("เราตัดสินใจนัดประชุมทีมวันพุธบ่ายที่ห้องใหญ่", "เราตัดสินใจเลื่อนประชุมทีมเป็นวันศุกร์บ่าย", "สถานที่เดิม: ที่ห้องใหญ่"),
        (
            "我们决定会议定在周三下午，在三号会议室。",
            "我们决定会议改到周五下午三点。",
            "地点不变： 在三号会议室",
        ),
    ] {
        // In another conversation, and in the same one.
        let house = House::new("UTC");
        house.session("a", &[("2026-11-09T09:00:00Z", "user", first)]);
        house.run(Job::MicroSync, "2026-11-09T10:00:00Z");
        house.session("b", &[("2026-11-10T09:00:00Z", "user", later)]);
        house.run(Job::MicroSync, "2026-11-10T10:00:00Z");
        let day = house.read("memory/2026-11-10.md");
        assert!(day.contains(&format!("- finding: {place}")), "{day}");
        let house = House::new("UTC");
        house.session(
            "a",
            &[("2026-11-09T09:00:00Z", "user", first), ("2026-11-09T09:09:00Z", "user", later)],
        );
        house.run(Job::MicroSync, "2026-11-09T10:00:00Z");
        let day = house.read("memory/2026-11-09.md");
        assert!(day.contains(&format!("- finding: {place}")), "{day}");
    }
}

#[test]
fn what_was_decided_last_week_is_told_newest_first() {
    let house = House::new("UTC");
    house.session(
        "s",
        &[
            ("2026-10-20T09:00:00Z", "user", "We decided to use Redis for the job queue."),
            ("2026-11-03T09:00:00Z", "user", "ตกลงใช้ Kafka ทำคิวงาน"),
            ("2026-11-05T09:00:00Z", "user", "我们决定采用 NATS 做消息总线。"),
            ("2026-11-05T09:01:00Z", "assistant", "What did we decide last week? We had a long week."),
        ],
    );
    for day in ["2026-10-20", "2026-11-03", "2026-11-05"] {
        house.run_for(Job::MicroSync, day.parse().unwrap(), "2026-11-10T10:00:00Z");
    }
    for question in ["what did we decide last week?", "เราตัดสินใจอะไรบ้างสัปดาห์ที่แล้ว", "上周我们决定了什么？"]
    {
        let hits = house.ask(question, "2026-11-11T12:00:00Z");
        let texts: Vec<&str> = hits.iter().map(|hit| hit.text.as_str()).collect();
        assert!(texts[0].contains("NATS") && texts[1].contains("Kafka"), "{question}: {texts:#?}");
        assert!(hits.iter().take(2).all(|hit| hit.memory.is_some()), "{question}");
        assert!(!texts.iter().take(2).any(|text| text.contains("Redis")), "{question}: {texts:#?}");
    }
}

#[test]
fn an_ordinary_question_is_answered_as_before() {
    let house = House::new("UTC");
    house.session(
        "s",
        &[
            ("2026-11-10T09:00:00Z", "user", "We decided to use Redis for the job queue."),
            ("2026-11-10T09:01:00Z", "assistant", "The job queue listens on port 6379."),
        ],
    );
    house.run(Job::MicroSync, "2026-11-10T10:00:00Z");
    let hits = house.ask("which port does the job queue listen on", "2026-11-10T14:00:00Z");
    assert!(hits[0].text.contains("6379"), "{:?}", hits[0].text);
}

const DAY: &[(&str, &str, &str)] = &[
    ("2026-11-10T09:00:00Z", "user", "We decided to use SQLite for the ledger because it is one file."),
    ("2026-11-10T09:01:00Z", "assistant", "The root cause was a full connection pool."),
    ("2026-11-10T09:02:00Z", "user", "Please send the report by Friday."),
];

#[test]
fn days_and_weeks_leave_episodes_that_go_with_what_is_forgotten() {
    let house = House::new("UTC");
    house.session("s", DAY);
    house.run(Job::MicroSync, "2026-11-10T10:00:00Z");
    let report = house.run(Job::DailyWrapup, "2026-11-11T03:00:00Z");
    assert_eq!(count(&report, "episodes"), 1, "{report:?}");
    let day = house.episode("episodic_day_2026-11-10").unwrap();
    assert_eq!(day.grain, Grain::Day);
    for words in ["use SQLite for the ledger", "full connection pool", "send the report", "1 conversations"] {
        assert!(day.summary.contains(words), "{}", day.summary);
    }
    let report = house.run(Job::WeeklyCompound, "2026-11-16T04:00:00Z");
    assert_eq!(count(&report, "episodes"), 1, "{report:?}");
    let week = house.episode("episodic_week_2026-46").unwrap();
    assert!(week.grain == Grain::Week && week.summary.contains("use SQLite"), "{}", week.summary);
    assert_eq!(house.run(Job::DailyWrapup, "2026-11-11T04:00:00Z").ended, Ended::Nothing);
    assert_eq!(house.run(Job::WeeklyCompound, "2026-11-16T05:00:00Z").ended, Ended::Nothing);
    let id = "DECISION-20261110-we-decided-to-use-sqlite-for-the-ledger";
    let caller = Caller::user(at("2026-11-16T06:00:00Z"));
    let done = house.workspace.forget(&Target::Memory(id.into(), None), "", &caller).unwrap();
    let own = |path: &str| path.starts_with("sessions/");
    assert!(done.left.is_empty() && done.documents.iter().all(|(path, _)| own(path)), "{done:?}");
    assert!(house.episode("episodic_day_2026-11-10").is_none());
    assert!(house.episode("episodic_week_2026-46").is_none());
}

#[test]
fn lessons_are_promoted_and_leave_when_they_are_stale() {
    let house = House::new("UTC");
    house.session("s", DAY);
    house.run(Job::DailyWrapup, "2026-11-11T03:00:00Z");
    house.run(Job::WeeklyCompound, "2026-11-16T04:00:00Z");
    let memory = house.read("MEMORY.md");
    let line = "- 2026-11-10 The root cause was a full connection pool. ([2026-11-10-wrapup](second-brain/summaries/2026-11-10-wrapup.md))";
    assert!(memory.contains("## Lessons\n") && memory.lines().any(|found| found == line), "{memory}");
    let log = house.read("memory/archive/weekly-2026-46.md");
    assert!(log.contains("](../../second-brain/summaries/2026-11-10-wrapup.md)) | a lesson"), "{log}");
    house.run(Job::WeeklyCompound, "2027-01-11T04:00:00Z");
    assert!(!house.read("MEMORY.md").contains("connection pool"), "{}", house.read("MEMORY.md"));
    let log = house.read("memory/archive/weekly-2027-01.md");
    assert!(log.contains("was not met again for"), "{log}");
}

#[test]
fn what_micro_sync_has_not_written_yet_stands_in_the_wrap_up_and_nothing_forgotten_does() {
    let house = House::new("UTC");
    house.session("s", DAY);
    house.run(Job::DailyWrapup, "2026-11-11T03:00:00Z");
    let page = house.read("second-brain/summaries/2026-11-10-wrapup.md");
    assert!(
        page.contains("- We decided to use SQLite for the ledger: it is one file (not written down yet)"),
        "{page}"
    );
    house.run_for(Job::MicroSync, Date::constant(2026, 11, 10), "2026-11-11T04:00:00Z");
    house.run_for(Job::DailyWrapup, Date::constant(2026, 11, 10), "2026-11-11T05:00:00Z");
    let page = house.read("second-brain/summaries/2026-11-10-wrapup.md");
    assert!(!page.contains("not written down yet") && page.contains("DECISION-20261110-"), "{page}");
    let id = "DECISION-20261110-we-decided-to-use-sqlite-for-the-ledger";
    let caller = Caller::user(at("2026-11-11T06:00:00Z"));
    house.workspace.forget(&Target::Memory(id.into(), None), "", &caller).unwrap();
    house.run_for(Job::DailyWrapup, Date::constant(2026, 11, 10), "2026-11-11T07:00:00Z");
    let page = house.read("second-brain/summaries/2026-11-10-wrapup.md");
    assert!(!page.contains("use SQLite"), "{page}");
}

#[test]
fn days_with_a_changed_clock_are_as_long_as_they_are() {
    let house = House::new("Europe/Berlin");
    // 2026-03-29 has 23 hours, 2026-10-25 has 25.
    house.session(
        "s",
        &[
            ("2026-03-28T22:30:00Z", "user", "We decided to use alpha for the store."),
            ("2026-03-28T23:30:00Z", "user", "We decided to use beta for the cache."),
            ("2026-03-29T21:30:00Z", "user", "We decided to use gamma for the queue."),
            ("2026-03-29T22:30:00Z", "user", "We decided to use delta for the bus."),
            ("2026-10-24T22:30:00Z", "user", "We decided to use epsilon for the index."),
            ("2026-10-25T22:30:00Z", "user", "We decided to use zeta for the search."),
            ("2026-10-25T23:30:00Z", "user", "We decided to use eta for the mail."),
        ],
    );
    for day in ["2026-03-28", "2026-03-29", "2026-03-30", "2026-10-25", "2026-10-26"] {
        house.run_for(Job::MicroSync, day.parse().unwrap(), "2026-10-27T12:00:00Z");
    }
    let held = |day: &str| {
        let page = house.read(&format!("memory/{day}.md"));
        ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta "]
            .into_iter()
            .filter(|word| page.contains(&format!("## Decision: We decided to use {word}")))
            .map(str::trim)
            .collect::<Vec<_>>()
    };
    assert_eq!(held("2026-03-28"), ["alpha"]);
    assert_eq!(held("2026-03-29"), ["beta", "gamma"]);
    assert_eq!(held("2026-03-30"), ["delta"]);
    assert_eq!(held("2026-10-25"), ["epsilon", "zeta"]);
    assert_eq!(held("2026-10-26"), ["eta"]);
}

#[test]
fn the_week_over_the_end_of_a_year_is_one_week() {
    let house = House::new("Asia/Bangkok");
    house.session(
        "s",
        &[
            ("2026-12-31T16:30:00Z", "user", "We decided to use alpha for the store."),
            ("2026-12-31T17:30:00Z", "user", "We decided to use beta for the cache."),
        ],
    );
    for day in ["2026-12-31", "2027-01-01"] {
        house.run_for(Job::MicroSync, day.parse().unwrap(), "2027-01-02T12:00:00Z");
        house.run_for(Job::DailyWrapup, day.parse().unwrap(), "2027-01-02T12:00:00Z");
    }
    assert!(house.read("memory/2026-12-31.md").contains("alpha"));
    assert!(house.read("memory/2027-01-01.md").contains("beta"));
    house.run(Job::WeeklyCompound, "2027-01-04T04:00:00Z");
    let log = house.read("memory/archive/weekly-2026-53.md");
    for part in ["# Week 2026-53 (2026-12-28 to 2027-01-03)", "2026-12-31-wrapup.md", "2027-01-01-wrapup.md"]
    {
        assert!(log.contains(part), "{part} in {log}");
    }
    assert!(house.episode("episodic_week_2026-53").unwrap().summary.contains("2 decisions"));
}

#[test]
fn a_later_reversal_in_another_imported_conversation_takes_effect_in_one_run() {
    let house = House::new("UTC");
    let later = house.outside(
        "a.jsonl",
        &[(
            "2026-11-09T09:00:00Z",
            "user",
            "Actually, we're going with NATS instead of RabbitMQ for the job queue.",
        )],
    );
    let earlier = house.outside(
        "b.jsonl",
        &[("2026-11-08T09:00:00Z", "user", "We're going with RabbitMQ for the job queue.")],
    );
    house.import(&[later, earlier], "2026-11-10T12:00:00Z");
    let report = house.run(Job::MicroSync, "2026-11-10T13:00:00Z");
    assert_eq!((count(&report, "written"), count(&report, "superseded")), (2, 1), "{report:?}");
    let old = MemoryId::new("DECISION-20261108-we-re-going-with-rabbitmq-for-the-job-queue").unwrap();
    let old = house.workspace.store().get(&old).unwrap().unwrap().memory;
    assert!(matches!(old.status, Status::Superseded { by: Some(_), .. }), "{:?}", old.status);
}

#[test]
fn what_was_bad_in_a_transcript_is_told_every_time() {
    let house = House::new("UTC");
    let path = house.folder.path().join("s.jsonl");
    let good = lines(&[("2026-11-10T09:00:00Z", "user", "สวัสดี")]);
    fs::write(&path, format!("{good}not json\n{good}{{broken\n")).unwrap();
    let other = house.folder.path().join("notes.txt");
    fs::write(&other, "just some notes\n").unwrap();
    let files = [path.clone(), other];
    for now in ["2026-11-10T10:00:00Z", "2026-11-10T11:00:00Z"] {
        let done = house.import(&files, now);
        assert_eq!((done.bad_lines, done.bad[0].lines.as_slice()), (2, [2, 4].as_slice()), "{done:?}");
        assert!(done.skipped[0].why.to_string().contains("no transcript of a known form"), "{done:?}");
    }
    fs::write(&path, format!("{good}not json\n{good}{{broken\n{good}again not\n")).unwrap();
    let done = house.import(&files[..1], "2026-11-10T12:00:00Z");
    assert_eq!((done.turns, done.bad_lines, done.bad[0].lines.as_slice()), (1, 3, [2, 4, 6].as_slice()));
    fs::write(&path, format!("{good}{good}")).unwrap();
    let done = house.import(&files[..1], "2026-11-10T13:00:00Z");
    assert_eq!((done.turns, done.bad_lines), (2, 0), "a file that was mended is good: {done:?}");
}

#[test]
fn recent_decisions_old_reasons_and_cold_details_are_answered_with_where_they_come_from() {
    let house = House::new("UTC");
    house.session(
        "old",
        &[
            ("2026-08-03T09:00:00Z", "user", "Let's go with MongoDB for the ledger because the schema is loose."),
            ("2026-08-04T09:00:00Z", "user", "ตกลงใช้ Kafka ทำคิวงาน เพราะรับโหลดได้เยอะ"),
            ("2026-09-01T09:00:00Z", "user", "Actually, we're going with PostgreSQL instead of MongoDB for the ledger because we need transactions."),
        ],
    );
    house.session("new", &[("2026-11-09T09:00:00Z", "user", "我们决定采用 NATS 做消息总线。")]);
    for day in ["2026-08-03", "2026-08-04", "2026-09-01", "2026-11-09"] {
        house.run_for(Job::MicroSync, day.parse().unwrap(), "2026-11-10T10:00:00Z");
    }
    fs::create_dir_all(house.root().join("second-brain/specs")).unwrap();
    let spec = "# Pipeline\n\nThe ingest pipeline keeps three shards behind a queue with back-pressure.\n";
    fs::write(house.root().join("second-brain/specs/pipeline.md"), spec).unwrap();
    let caller = Caller::user(at("2026-11-10T12:00:00Z"));
    house.workspace.index(How::Changes, &caller, &mut |_| {}).unwrap();
    let list = house.workspace.verify_recall(&caller).unwrap();
    assert!(list.holds(), "{list:?}");
    let asked: Vec<usize> = list.kinds.iter().map(|kind| kind.asked).collect();
    assert_eq!(asked, [1, 3, 1], "one recent, two reasons and one that was dropped, one detail: {list:?}");
    for told in list.kinds.iter().flat_map(|kind| &kind.told) {
        assert!(told.found && !told.source.is_empty() && told.date.is_some(), "{told:?}");
        assert!(told.path.is_some() && (0.0..=1.0).contains(&told.uncertainty), "{told:?}");
    }
    let dropped =
        list.kinds[1].told.iter().find(|told| told.question.starts_with("why did we drop")).unwrap();
    assert!(dropped.source.contains("2026-09-01"), "{dropped:?}");
}

#[test]
fn what_only_cold_pages_tell_is_found_though_something_near_asks_in_the_same_words() {
    let house = House::new("UTC");
    let asked = [
        "为什么 nginx 返回 502？",
        "why does the build fail on Mondays?",
        "ทำไมระบบช้าตอนเช้า",
        "为什么日志这么大？",
        "why is the cache cold?",
        "ทำไมต้องรีสตาร์ท",
    ];
    let turns: Vec<(String, &str, &str)> = asked
        .iter()
        .enumerate()
        .flat_map(|(n, text)| {
            let when = |minute| format!("2026-11-09T09:{:02}:00Z", 2 * n + minute);
            [(when(0), "user", *text), (when(1), "assistant", "Let me look into that.")]
        })
        .collect();
    let turns: Vec<(&str, &str, &str)> =
        turns.iter().map(|(when, role, text)| (when.as_str(), *role, *text)).collect();
    house.session("near", &turns);
    fs::create_dir_all(house.root().join("second-brain/research")).unwrap();
    let pages = [
        ("cassandra", "# 为什么放弃方案B\n\n我们放弃了 Cassandra 方案，因为运维成本太高。\n"),
        ("heroku", "# Hosting\n\nWe left Heroku because the bill had doubled.\n"),
        ("firebase", "# ฐานข้อมูล\n\nเราเลิกใช้ Firebase เพราะค่าใช้จ่ายสูง\n"),
    ];
    for (name, text) in pages {
        fs::write(house.root().join(format!("second-brain/research/2026-06-03-{name}.md")), text).unwrap();
    }
    let caller = Caller::user(at("2026-11-10T12:00:00Z"));
    house.workspace.index(How::Changes, &caller, &mut |_| {}).unwrap();
    for (question, page) in [
        ("为什么放弃 Cassandra", "cassandra"),
        ("半年前为什么放弃 Cassandra", "cassandra"),
        ("why did we leave Heroku", "heroku"),
        ("ทำไมเลิกใช้ Firebase", "firebase"),
    ] {
        let hits = house.workspace.recall(&Recall::new(question), &caller).unwrap().hits;
        let first = hits.first().and_then(|hit| hit.path.clone()).unwrap_or_default();
        let told: Vec<String> =
            hits.iter().map(|hit| format!("{:?} {} {:?}", hit.path, hit.score, hit.signals)).collect();
        assert!(first.contains(page), "{question}: {told:#?}");
    }
}

#[test]
fn what_was_rolled_back_stays_so_and_stops_no_later_run() {
    let house = House::new("UTC");
    house.session(
        "a",
        &[
            ("2026-03-02T09:00:00Z", "assistant", "Should we use OLDTHING for the queue?"),
            ("2026-03-02T09:01:00Z", "user", "ok sounds good, do it"),
            ("2026-03-02T09:02:00Z", "assistant", "Should we use the other thing?"),
            ("2026-03-02T09:03:00Z", "user", "ok sounds good, do it"),
            ("2026-03-02T09:04:00Z", "assistant", "hello there"),
            ("2026-03-02T09:05:00Z", "user", "ok sounds good, do it"),
        ],
    );
    house.run(Job::MicroSync, "2026-03-02T09:30:00Z");
    let user = Caller::user(at("2026-03-02T09:31:00Z"));
    let back = house.workspace.rollback("sessions/a.jsonl", &user).unwrap();
    assert!(!back.ended.is_empty());
    house.session(
        "b",
        &[("2026-03-02T09:40:00Z", "user", "We decided to use NEWTHING for the queue because it is fast")],
    );
    house.run(Job::MicroSync, "2026-03-02T10:00:00Z");
    let day = house.read("memory/2026-03-02.md");
    assert!(day.contains("NEWTHING"), "{day}");
    for id in &back.ended {
        let status = house.workspace.store().get(id).unwrap().unwrap().memory.status;
        assert_ne!(status, Status::Active, "{id} came back");
    }
}

fn chatgpt(id: &str, said: &str) -> String {
    let node = |n: u32, parent: &str, role: &str, text: &str| {
        serde_json::json!({ "id": n.to_string(), "parent": parent, "message": { "id": n.to_string(),
            "author": { "role": role }, "create_time": 1_794_711_600 + n, "content": { "content_type": "text", "parts": [text] } } })
    };
    let mapping =
        serde_json::json!({ "1": node(1, "", "user", said), "2": node(2, "1", "assistant", "好的。") });
    serde_json::json!({ "conversation_id": id, "current_node": "2", "mapping": mapping }).to_string()
}

#[test]
fn a_document_that_ends_in_the_middle_is_told_every_time() {
    let house = House::new("UTC");
    let path = house.folder.path().join("conversations.json");
    let (one, two) = (chatgpt("a", "สวัสดี"), chatgpt("b", "hello"));
    let whole = format!("[{one},{two}]");
    let messages = r#"[{"role":"user","content":"hi"},{"role":"assistant","content":"你好"},{"role":"us"#;
    for (text, turns) in [
        (whole.get(..whole.len() - 200).unwrap().to_owned(), 2),
        (format!("[{one},"), 2),
        (format!("[{one}"), 2),
        (format!("[{one},{{"), 2),
        (messages.to_owned(), 2),
    ] {
        fs::write(&path, &text).unwrap();
        let first = house.import(std::slice::from_ref(&path), "2026-11-10T10:00:00Z");
        assert_eq!((first.turns, first.bad_lines), (turns, 1), "{text}: {first:?}");
        let again = house.import(std::slice::from_ref(&path), "2026-11-10T11:00:00Z");
        assert_eq!((again.turns, again.bad_lines), (0, 1), "{text}: {again:?}");
        let told = again.bad[0].what();
        assert!(again.bad[0].cut_off && told.contains("ends in the middle"), "{told}");
    }
    for (text, turns) in [(whole, 4), (format!("{one}\n{two}\n"), 4)] {
        fs::write(&path, &text).unwrap();
        let done = house.import(std::slice::from_ref(&path), "2026-11-10T12:00:00Z");
        assert_eq!((done.turns, done.bad_lines), (turns, 0), "{text}: {done:?}");
    }
}

#[test]
fn what_is_left_out_is_left_out_at_every_door_by_every_name_of_its_file() {
    let turns =
        |tool: &str| [("2026-11-10T09:00:00Z", "user", format!("We decided to use {tool} for the queue."))];
    for pattern in ["sessions/cron/private.jsonl", "private.jsonl", "sessions/cron", "./sessions/cron/"] {
        let House { folder, workspace } = House::new("UTC");
        let root = workspace.root().to_owned();
        fs::create_dir(root.join("sessions/cron")).unwrap();
        for (name, tool) in [("sessions/open.jsonl", "Kafka"), ("sessions/cron/private.jsonl", "RabbitMQ")] {
            let [(when, role, text)] = turns(tool);
            fs::write(root.join(name), lines(&[(when, role, &text)])).unwrap();
        }
        let caller = Caller::user(at("2026-11-10T10:00:00Z"));
        let found = |workspace: &Workspace| {
            workspace.index(How::Changes, &caller, &mut |_| {}).unwrap();
            let ask = Recall { sources: vec![HitSource::Session], ..Recall::new("RabbitMQ for the queue") };
            let hits = workspace.recall(&ask, &caller).unwrap().hits;
            hits.iter().filter(|hit| hit.snippet.text.contains("RabbitMQ")).count()
        };
        assert_eq!(found(&workspace), 1, "{pattern}");
        drop(workspace);
        let mut settings = Settings { time_zone: jiff::tz::TimeZone::UTC, ..Settings::default() };
        settings.index.transcripts.exclude = memoro_engine::transcripts::Exclude::new(&[pattern]).unwrap();
        let workspace = Workspace::open(&root, settings, &caller).unwrap();
        assert_eq!(found(&workspace), 0, "{pattern}: what was indexed before goes, too");
        let given = [root.join("sessions/cron/private.jsonl")];
        workspace.index_transcripts(&given, &caller, &mut |_| {}).unwrap();
        assert_eq!(found(&workspace), 0, "{pattern}: an import leaves it out");
        let house = House { folder, workspace };
        house.run(Job::MicroSync, "2026-11-10T10:00:00Z");
        let day = fs::read_to_string(root.join("memory/2026-11-10.md")).unwrap();
        assert!(day.contains("Kafka") && !day.contains("RabbitMQ"), "{pattern}: {day}");
    }
}

#[test]
fn a_decision_that_was_taken_back_leaves_with_the_day_of_that() {
    let house = House::new("UTC");
    let decided = ("2026-11-10T09:00:00Z", "user", "We decided to use Heroku because it is simple.");
    house.session("s", &[decided]);
    house.run(Job::MicroSync, "2026-11-10T10:00:00Z");
    house.run(Job::WeeklyCompound, "2026-11-16T04:00:00Z");
    house.session("s", &[decided, ("2026-11-18T09:00:00Z", "user", "Scrap that, no Heroku.")]);
    let report = house.run(Job::MicroSync, "2026-11-18T10:00:00Z");
    assert_eq!(count(&report, "withdrawn"), 1, "{report:?}");
    house.run(Job::WeeklyCompound, "2026-11-23T04:00:00Z");
    let log = fs::read_to_string(house.root().join("memory/archive/weekly-2026-47.md")).unwrap();
    assert!(log.contains("superseded on 2026-11-18: taken back in the conversation"), "{log}");
}

#[test]
fn what_a_killed_run_left_half_written_goes_with_the_next_job_or_check() {
    let house = House::new("UTC");
    let left = house.root().join("memory/archive/.weekly-2026-46.md.2000000007-0.memoro-tmp");
    fs::create_dir_all(left.parent().unwrap()).unwrap();
    for job in Job::ALL {
        fs::write(&left, "half").unwrap();
        house.run(job, "2026-11-16T04:00:00Z");
        assert!(!left.exists(), "{job}");
    }
    fs::write(&left, "half").unwrap();
    let caller = Caller::user(at("2026-11-16T05:00:00Z"));
    house.workspace.check(memoro_engine::Depth::Quick, &caller).unwrap();
    assert!(!left.exists());
}
