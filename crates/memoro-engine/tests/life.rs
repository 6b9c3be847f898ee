//! The life of memories: notes and their stability, what use and age do, what expires and what becomes of it.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use jiff::{SignedDuration, Timestamp};
use memoro_core::{Content, Layer, Memory, MemoryId, Op, Receipt, Scope, Stability, Status, UserId, Written};
use memoro_engine::store::{EventFilter, Filter};
use memoro_engine::{
    Caller, Carry, Chore, Draft, Happened, Learn, NewNote, NoteKind, NoteList, Recall, Settings, Workspace,
};

fn start() -> Timestamp {
    "2026-11-15T10:00:00Z".parse().unwrap()
}

fn day(days: i64) -> Caller {
    Caller::user(start() + SignedDuration::from_hours(24 * days))
}

fn at(seconds: i64) -> Caller {
    Caller::user(start() + SignedDuration::from_secs(seconds))
}

fn new() -> (tempfile::TempDir, Workspace) {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::init(folder.path(), Settings::default(), &at(0)).unwrap();
    (folder, workspace)
}

fn owner() -> UserId {
    "default".parse().unwrap()
}

fn mine() -> Scope {
    Scope::User(owner())
}

fn id(receipt: &Receipt) -> MemoryId {
    receipt.written.id().unwrap().clone()
}

fn stored(workspace: &Workspace, id: &MemoryId) -> Option<Memory> {
    workspace.store().get(id).unwrap().map(|stored| stored.memory)
}

fn note(kind: NoteKind, text: &str) -> NewNote {
    NewNote::new(kind, mine(), text)
}

fn list(workspace: &Workspace, kind: Option<NoteKind>, tags: &[&str], now: &Caller) -> Vec<String> {
    let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
    let wanted = NoteList { kind, scope: mine(), tags, limit: None, sensitive: false, after: None };
    let found = workspace.list_notes(&wanted, now).unwrap();
    found.iter().map(|stored| stored.memory.content.text()).collect()
}

#[test]
fn each_kind_of_note_is_kept_by_its_own_rules() {
    let (_folder, workspace) = new();
    let days = |written: &NewNote| {
        let receipt = workspace.write_note(written, &at(1)).unwrap();
        let memory = stored(&workspace, &id(&receipt)).unwrap();
        let end = memory.retention.expires_at.map(|end| end.duration_since(at(1).now).as_hours() / 24);
        (memory.layer(), memory.retention.stability, end)
    };
    assert_eq!(days(&note(NoteKind::Log, "ผู้ใช้ขอ deploy")), (Layer::Episodic, Stability::Volatile, Some(30)));
    assert_eq!(
        days(&note(NoteKind::Summary, "今天完成了迁移")),
        (Layer::Episodic, Stability::Volatile, Some(7))
    );
    let rule = NewNote { evidence: vec!["said twice".into()], ..note(NoteKind::Rule, "ask before a deploy") };
    assert_eq!(days(&rule), (Layer::Procedural, Stability::Stable, None));
    assert_eq!(days(&note(NoteKind::Soul, "I am Memo")), (Layer::Soul, Stability::Permanent, None));
    let stable = NewNote { stability: Some(Stability::Stable), ..note(NoteKind::Log, "kept for good") };
    assert_eq!(days(&stable), (Layer::Episodic, Stability::Stable, None));
    let endless = NewNote { stability: Some(Stability::Volatile), ..note(NoteKind::Log, "no end") };
    assert!(workspace.write_note(&endless, &at(2)).unwrap().warnings[0].contains("merged after 7 days"));
    for (wrong, why) in [
        (note(NoteKind::Rule, "no evidence"), "evidence"),
        (NewNote { stability: Some(Stability::Volatile), ..rule.clone() }, "not volatile"),
        (NewNote { stability: Some(Stability::Stable), ..note(NoteKind::Soul, "x") }, "permanent"),
        (
            NewNote { stability: Some(Stability::Permanent), ttl_days: Some(3), ..note(NoteKind::Log, "x") },
            "has no end",
        ),
        (NewNote { ttl_days: Some(0), ..note(NoteKind::Log, "x") }, "at least one day"),
        (note(NoteKind::Log, "  "), "empty"),
    ] {
        let error = workspace.write_note(&wrong, &at(3)).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn notes_are_listed_by_kind_and_by_any_of_their_tags() {
    let (_folder, workspace) = new();
    let tagged = |text: &str, tags: &[&str], second: i64| {
        let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
        workspace.write_note(&NewNote { tags, ..note(NoteKind::Log, text) }, &at(second)).unwrap();
    };
    tagged("หนึ่ง", &["deploy"], 1);
    tagged("二", &["test"], 2);
    tagged("three", &["other"], 3);
    let job = NewNote { job: Some("nightly".into()), ..note(NoteKind::Summary, "done") };
    workspace.write_note(&job, &at(4)).unwrap();
    workspace.write(Draft::note(mine(), "a plain note"), &at(5)).unwrap();
    assert_eq!(list(&workspace, Some(NoteKind::Log), &["deploy", "test"], &at(9)), ["二", "หนึ่ง"]);
    assert_eq!(list(&workspace, Some(NoteKind::Summary), &[], &at(9)), ["done"]);
    assert_eq!(list(&workspace, None, &["job:nightly"], &at(9)), ["done"]);
    assert_eq!(list(&workspace, None, &[], &at(9)).len(), 5);
    assert_eq!(list(&workspace, None, &[], &day(8)).len(), 4, "the summary has expired");
    workspace.write_note(&note(NoteKind::Soul, "我是助手"), &at(6)).unwrap();
    let of = |scope: &str| {
        let scope = scope.parse().unwrap();
        let wanted =
            NoteList { kind: None, scope, tags: Vec::new(), limit: None, sensitive: false, after: None };
        workspace.list_notes(&wanted, &at(9)).unwrap().len()
    };
    assert_eq!((of("user:default"), of("agent"), of("project:web"), of("session:s1")), (6, 1, 0, 0));
}

#[test]
fn two_notes_become_one_summary_and_one_note_does_not() {
    let (_folder, workspace) = new();
    let a = workspace.write_note(&note(NoteKind::Log, "ขั้นแรก: ตรวจ log"), &at(1)).unwrap();
    let b = workspace.write_note(&note(NoteKind::Log, "第二步：回滚"), &at(2)).unwrap();
    let name = |receipt: &Receipt| id(receipt).to_string();
    for names in [vec![name(&a)], vec![name(&a), name(&a)], vec![]] {
        let error = workspace.merge_notes(&names, &at(3)).unwrap_err().to_string();
        assert!(error.contains("two notes"), "{error}");
    }
    let other = NewNote::new(NoteKind::Log, "user:สมหญิง".parse().unwrap(), "hers");
    let hers = workspace.write_note(&other, &at(3)).unwrap();
    assert!(workspace.merge_notes(&[name(&a), name(&hers)], &at(4)).is_err());
    let soul = workspace.write_note(&note(NoteKind::Soul, "I am Memo"), &at(4)).unwrap();
    assert!(workspace.merge_notes(&[name(&a), name(&soul)], &at(4)).is_err());
    let rule = NewNote {
        evidence: vec!["พูดสองครั้ง".into()], ..self::note(NoteKind::Rule, "ถามก่อนลบ")
    };
    let rule = workspace.write_note(&rule, &at(4)).unwrap();
    let refused = workspace.merge_notes(&[name(&a), name(&rule)], &at(4)).unwrap_err().to_string();
    assert!(refused.contains("note update"), "{refused}");
    assert_eq!(list(&workspace, Some(NoteKind::Rule), &[], &at(5)).len(), 1, "the rule still applies");
    let merged = workspace.merge_notes(&[name(&a), name(&b)], &at(5)).unwrap();
    assert_eq!(list(&workspace, Some(NoteKind::Summary), &[], &at(6)), ["ขั้นแรก: ตรวจ log\n第二步：回滚"]);
    assert!(list(&workspace, Some(NoteKind::Log), &[], &at(6)).is_empty());
    for old in [&a, &b] {
        let status = stored(&workspace, &id(old)).unwrap().status;
        assert!(matches!(status, Status::Superseded { by: Some(by), .. } if by == id(&merged)));
    }
}

#[test]
fn a_note_is_updated_by_a_successor_and_not_by_a_stranger() {
    let (_folder, workspace) = new();
    let old = workspace.write_note(&note(NoteKind::Log, "ประชุมวันอังคาร"), &at(1)).unwrap();
    let name = id(&old).to_string();
    let stranger: UserId = "王芳".parse().unwrap();
    assert!(workspace.update_note(&name, "x", &stranger, &at(2)).is_err());
    let new = workspace.update_note(&name, "ประชุมวันพฤหัส", &owner(), &at(3)).unwrap();
    assert!(matches!(&new.written, Written::Superseded { old, .. } if *old == id(&old_receipt(&name))));
    assert_eq!(list(&workspace, None, &[], &at(4)), ["ประชุมวันพฤหัส"]);
    let memory = stored(&workspace, &id(&new)).unwrap();
    assert_eq!(memory.retention.expires_at.unwrap(), at(1).now + SignedDuration::from_hours(30 * 24));
    let soul = workspace.write_note(&note(NoteKind::Soul, "I am Memo"), &at(5)).unwrap();
    assert!(workspace.update_note(id(&soul).as_str(), "I am not", &owner(), &at(6)).is_err());
}

fn old_receipt(name: &str) -> Receipt {
    let written = Written::Stored(name.parse().unwrap());
    Receipt { written, place: None, verified: true, warnings: Vec::new() }
}

#[test]
fn a_found_episode_lives_on_and_an_expired_one_leaves_one_line() {
    let (_folder, workspace) = new();
    let told = format!("Moved the search to Rust. {}", "All the details of a long day. ".repeat(20));
    let kept = workspace.record_episode(&Happened::new(mine(), told), &at(1)).unwrap();
    let lost = workspace.record_episode(&Happened::new(mine(), "ย้ายบ้านใหม่ที่เชียงใหม่"), &at(2)).unwrap();
    let log = workspace.write_note(&note(NoteKind::Log, "日志一行"), &at(3)).unwrap();
    let expired = Draft { ttl: "1d".parse().unwrap(), ..Draft::note(mine(), "parking spot is B12") };
    let note = workspace.write(expired, &at(4)).unwrap();
    let question = Recall { limit: 1, ..Recall::new("search in Rust") };
    let answer = workspace.recall(&question, &day(80)).unwrap();
    assert_eq!(answer.hits[0].memory, Some(id(&kept)));
    workspace.count_use(&answer, day(80).now).unwrap();
    let would = workspace.maintain(&[Chore::Purge], Carry::DryRun, &day(100)).unwrap();
    assert_eq!((would.archived, would.removed), (vec![id(&log), id(&lost)], vec![id(&note)]));
    assert!(stored(&workspace, &id(&log)).is_some(), "a dry run changes nothing");
    workspace.maintain(&Chore::ALL, Carry::Out, &day(100)).unwrap();
    assert!(stored(&workspace, &id(&kept)).unwrap().is_current(day(100).now));
    assert!(stored(&workspace, &id(&note)).is_none());
    for gone in [&lost, &log] {
        let line = stored(&workspace, &id(gone)).unwrap();
        assert_eq!((line.status, line.retention.expires_at), (Status::Archived, None));
    }
    workspace.maintain(&Chore::ALL, Carry::Out, &day(200)).unwrap();
    let Content::Episode(episode) = stored(&workspace, &id(&kept)).unwrap().content else { panic!() };
    assert!(episode.summary.starts_with("Moved the search") && episode.summary.chars().count() <= 160);
    let again = workspace.maintain(&Chore::ALL, Carry::Out, &day(201)).unwrap();
    assert!(again.archived.is_empty() && again.removed.is_empty());
    let events = workspace.store().events(&EventFilter::default()).unwrap();
    assert_eq!(events.iter().filter(|(event, _)| event.op == Op::Archive).count(), 3);
    assert!(workspace.store().verify_audit().unwrap().problems.is_empty());
}

#[test]
fn every_kind_of_episode_leaves_one_line_that_ends_with_a_whole_word() {
    let (_folder, workspace) = new();
    let thai =
        "ย้ายระบบเรียกเก็บเงินไปเครื่องใหม่พร้อมตรวจสอบความถูกต้องของข้อมูลลูกค้าทุกรายและแจ้งฝ่ายบัญชีให้ทราบก่อนเริ่มงานตอนเช้า";
    let texts = [
        format!(
            "The nightly job rebuilt the index.\n\n{}",
            "Then it compared the neighbouring shards. ".repeat(9)
        ),
        format!("{thai}{thai}{thai}"),
        "今天我们把计费系统迁移到新的服务器并且核对了所有客户的数据然后通知了财务部门".repeat(6),
        "short".to_owned(),
    ];
    let mut ids = Vec::new();
    for (second, text) in (1..).zip(&texts) {
        for kind in [NoteKind::Log, NoteKind::Summary] {
            ids.push((text, id(&workspace.write_note(&note(kind, text), &at(second)).unwrap())));
        }
        let told = Happened::new(mine(), text.clone());
        ids.push((text, id(&workspace.record_episode(&told, &at(second)).unwrap())));
    }
    workspace.maintain(&[Chore::Purge], Carry::Out, &day(100)).unwrap();
    for (text, id) in ids {
        let Content::Episode(episode) = stored(&workspace, &id).unwrap().content else { panic!() };
        let line = &episode.summary;
        assert!(line.chars().count() <= 160 && !line.contains('\n'), "{line}");
        let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(kept) = line.strip_suffix('…') {
            let rest = plain.strip_prefix(kept).unwrap();
            let cut = rest.starts_with(|c: char| c.is_ascii_alphanumeric()) && kept.is_ascii();
            let torn = rest.starts_with(|c: char| {
                ('\u{0E30}'..='\u{0E3A}').contains(&c) || ('\u{0E45}'..='\u{0E4E}').contains(&c)
            });
            assert!(!cut && !torn && kept.chars().count() > 120, "{line} | {rest}");
        } else {
            assert_eq!(*line, plain);
        }
    }
}

#[test]
fn a_dry_run_tells_what_the_run_that_follows_does() {
    let (_folder, workspace) = new();
    for n in 1..=12 {
        workspace.record_episode(&Happened::new(mine(), format!("episode {n} about tea")), &at(n)).unwrap();
        workspace.write_note(&note(NoteKind::Log, &format!("第{n}次日志")), &at(n)).unwrap();
        let passing = NewNote {
            stability: Some(Stability::Volatile),
            ..note(NoteKind::Log, &format!("บันทึก {n}"))
        };
        workspace.write_note(&passing, &at(n)).unwrap();
    }
    workspace.write_note(&note(NoteKind::Soul, "I am Memo"), &at(20)).unwrap();
    for long in ["a", "ก", "茶"] {
        let text = long.repeat(60_000 / long.len());
        let endless = NewNote { stability: Some(Stability::Volatile), ..note(NoteKind::Note, &text) };
        workspace.write_note(&endless, &at(21)).unwrap();
    }
    for days in [8, 31, 60, 100] {
        let hits = workspace.recall(&Recall::new("tea"), &day(days)).unwrap();
        workspace.count_use(&hits, day(days).now).unwrap();
        let would = workspace.maintain(&Chore::ALL, Carry::DryRun, &day(days)).unwrap();
        let did = workspace.maintain(&Chore::ALL, Carry::Out, &day(days)).unwrap();
        assert_eq!(would, did, "day {days}");
        let again = workspace.maintain(&Chore::ALL, Carry::DryRun, &day(days)).unwrap();
        assert_eq!(
            (again.refreshed, again.archived.len(), again.merged.len()),
            (Some(0), 0, 0),
            "day {days}"
        );
    }
}

#[test]
fn what_happened_last_is_the_most_recent_whenever_it_was_told() {
    let (_folder, workspace) = new();
    let told = |text: &str, days: i64, now: i64| {
        let happened = Happened { occurred_at: Some(day(days).now), ..Happened::new(mine(), text) };
        id(&workspace.record_episode(&happened, &day(now)).unwrap())
    };
    let third = told("สามวันก่อน", 7, 8);
    let first = told("昨天", 9, 10);
    let second = told("told late", 8, 11);
    let all = workspace.recent_episodes(&owner(), (5, None), &day(12)).unwrap();
    assert_eq!(
        all.iter().map(|one| one.memory.id.clone()).collect::<Vec<_>>(),
        [first.clone(), second.clone(), third.clone()]
    );
    let mut after = None;
    for expected in [first, second, third] {
        let page = workspace.recent_episodes(&owner(), (1, after), &day(12)).unwrap();
        assert_eq!(page[0].memory.id, expected);
        after = Some((page[0].memory.date(), expected));
    }
}

#[test]
fn the_line_that_is_left_of_an_episode_is_found_where_nothing_nearer_answers() {
    let (_folder, workspace) = new();
    let stories = [
        ("ย้ายบ้านใหม่ที่เชียงใหม่ ทุกคนพอใจ", "ย้ายบ้านไปเชียงใหม่"),
        ("数据库迁移失败，回滚到旧版本", "数据库迁移怎么样了"),
        ("Moved the search to Rust; all tests pass", "search moved to Rust"),
    ];
    for (second, (story, _)) in (1..).zip(stories) {
        workspace.record_episode(&Happened::new(mine(), story), &at(second)).unwrap();
    }
    workspace.maintain(&[Chore::Purge], Carry::Out, &day(120)).unwrap();
    for (story, question) in stories {
        let hits = workspace.recall(&Recall::new(question), &day(800)).unwrap().hits;
        assert!(hits[0].text.starts_with(story) && hits[0].status == "archived", "{question}: {hits:?}");
        let found = workspace.find_episodes(question, &owner(), None, &day(800)).unwrap();
        assert_eq!(found[0].memory.status, Status::Archived, "{question}");
        let others = workspace
            .recall(&Recall { user: Some("หญิง".parse().unwrap()), ..Recall::new(question) }, &day(800));
        assert!(others.unwrap().hits.is_empty(), "{question}");
    }
    assert!(workspace.recent_episodes(&owner(), (5, None), &day(800)).unwrap().is_empty());
    let pack = workspace.context(&memoro_engine::Context::default(), &day(800)).unwrap();
    assert!(!pack.text.contains("Rust"), "{}", pack.text);
}

#[test]
fn when_something_was_is_no_topic() {
    let (_folder, workspace) = new();
    for (second, summary) in
        (1..).zip(["Upgraded the cluster last night", "เมื่อคืนอัปเกรดคลัสเตอร์", "昨晚升级了集群"])
    {
        let receipt = workspace.record_episode(&Happened::new(mine(), summary), &at(second)).unwrap();
        let Content::Episode(episode) = stored(&workspace, &id(&receipt)).unwrap().content else { panic!() };
        let when = ["night", "เมื่อคืน", "昨晚"];
        assert!(!episode.topics.is_empty(), "{summary}");
        assert!(episode.topics.iter().all(|topic| !when.contains(&topic.as_str())), "{:?}", episode.topics);
    }
}

#[test]
fn topics_are_drawn_from_a_summary_in_three_languages() {
    let (_folder, workspace) = new();
    for (second, (summary, topic)) in (1..).zip([
        ("ย้ายฐานข้อมูลไปเครื่องใหม่ สำเร็จด้วยดี", "ฐานข้อมูล"),
        ("数据库迁移失败了，回滚到旧版本", "数据库"),
        ("Talked to Priya about the migration", "Priya"),
        ("moved the kubernetes ingress, all went well", "kubernetes"),
    ]) {
        let receipt = workspace.record_episode(&Happened::new(mine(), summary), &at(second)).unwrap();
        let Content::Episode(episode) = stored(&workspace, &id(&receipt)).unwrap().content else { panic!() };
        let named =
            episode.topics.iter().any(|found| found.contains(topic) || topic.contains(found.as_str()));
        assert!(named && episode.topics.len() <= 5, "{summary}: {:?}", episode.topics);
    }
}

#[test]
fn an_undo_after_a_purge_takes_back_what_the_person_did_and_not_the_purge() {
    let (_folder, workspace) = new();
    let lost = workspace.record_episode(&Happened::new(mine(), "ทดสอบระบบสำรอง"), &day(0)).unwrap();
    let mine_last = workspace.write(Draft::note(mine(), "The printer is on floor 3"), &day(1)).unwrap();
    workspace.maintain(&[Chore::Purge], Carry::Out, &day(120)).unwrap();
    workspace.undo(&day(121)).unwrap();
    assert_ne!(stored(&workspace, &id(&mine_last)).unwrap().status, Status::Active);
    assert_eq!(stored(&workspace, &id(&lost)).unwrap().status, Status::Archived);
}

#[test]
fn passing_notes_without_an_end_are_merged_after_a_week_in_fives() {
    let (_folder, workspace) = new();
    for n in 0..11 {
        let text = format!("บันทึก {n}");
        let volatile = NewNote { stability: Some(Stability::Volatile), ..note(NoteKind::Log, &text) };
        workspace.write_note(&volatile, &at(n)).unwrap();
    }
    assert!(workspace.maintain(&[Chore::Merge], Carry::Out, &day(6)).unwrap().merged.is_empty());
    let done = workspace.maintain(&[Chore::Merge], Carry::Out, &day(8)).unwrap();
    assert_eq!(done.merged.iter().map(Vec::len).collect::<Vec<_>>(), [5, 4, 2], "nobody is left alone");
    assert_eq!(list(&workspace, Some(NoteKind::Summary), &[], &day(9)).len(), 3);
    assert!(list(&workspace, Some(NoteKind::Log), &[], &day(9)).is_empty());
    assert!(workspace.maintain(&[Chore::Merge], Carry::Out, &day(9)).unwrap().merged.is_empty());
}

#[test]
fn at_equal_relevance_the_newer_wins_and_clear_relevance_beats_age_and_use() {
    let (_folder, workspace) = new();
    let write =
        |text: &str, caller: &Caller| id(&workspace.write(Draft::note(mine(), text), caller).unwrap());
    let old = write("The deploy window opens at nine on Monday mornings", &day(0));
    let newer = write("The deploy window opens at nine on Sunday mornings", &day(300));
    let popular = write("Deploys are announced in the window channel of the chat", &day(360));
    for n in 0..20 {
        workspace.count_used([popular.clone()], day(360 + n).now).unwrap();
    }
    workspace.refresh_strengths(day(390).now).unwrap();
    let ask = |question: &str| {
        let answer = workspace.recall(&Recall::new(question), &day(400)).unwrap();
        answer.hits.into_iter().map(|hit| hit.memory.unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(ask("when does the deploy window open in the mornings?")[..2], [newer, old.clone()]);
    assert_eq!(ask("deploy window opens at nine on Monday mornings")[0], old);
}

#[test]
fn use_counts_in_the_order_of_answers_now_and_then_and_not_between_the_pages_of_one() {
    let (_folder, workspace) = new();
    let write =
        |text: &str, caller: &Caller| id(&workspace.write(Draft::note(mine(), text), caller).unwrap());
    let strength = |hour: i64| {
        let asked = Caller::user(at(0).now + jiff::SignedDuration::from_hours(hour));
        let answer = workspace.recall(&Recall::new("ท่าเรือ 港口 harbour lamps"), &asked).unwrap();
        answer.hits[0].signals.prior
    };
    let used = write("The harbour has lamps ท่าเรือ 港口", &at(0));
    let before = strength(1);
    for n in 0..8 {
        workspace.count_used([used.clone()], at(n).now).unwrap();
    }
    assert!((strength(2) - before).abs() < f32::EPSILON, "at once");
    let later = at(0).now + jiff::SignedDuration::from_hours(7);
    workspace.count_used([used], later).unwrap();
    assert!(strength(8) > before, "after some hours");
}

#[test]
fn a_decision_hears_the_principles_that_bear_on_it_in_its_own_language() {
    let (_folder, workspace) = new();
    let learn = |text: &str, kind: &str, second: i64| {
        let request = Learn { text: text.into(), kind: Some(kind.into()), ..Learn::default() };
        workspace.learn(&request, &at(second)).unwrap();
    };
    assert!(workspace.reflect(&owner(), 7, &at(0)).unwrap().is_none());
    learn("Retries of payments must be idempotent", "principle", 1);
    learn("การลองชำระเงินซ้ำต้องมีรหัสคำขอเดิม", "pattern", 2);
    learn("The cat is called Mochi", "learning", 3);
    let english = workspace.consult("should we retry failed payments?", &owner(), &at(4)).unwrap();
    assert!(english.principles[0].text.contains("idempotent") && english.guidance.starts_with("Principles"));
    assert!(english.principles.iter().chain(&english.patterns).all(|hit| !hit.text.contains("Mochi")));
    learn("API ใช้พอร์ต 9090", "learning", 3);
    learn("数据库备份保留三十天", "learning", 3);
    let english = workspace.consult("should we retry failed payments?", &owner(), &at(4)).unwrap();
    assert!(!english.guidance.contains("9090") && !english.guidance.contains("备份"), "{}", english.guidance);
    let thai = workspace.consult("ควรลองชำระเงินซ้ำไหม", &owner(), &at(5)).unwrap();
    assert!(thai.guidance.contains("แบบแผน") && thai.guidance.contains("รหัสคำขอเดิม"), "{}", thai.guidance);
    let chinese = workspace.consult("要不要重试失败的支付？", &owner(), &at(6)).unwrap();
    assert!(
        chinese.guidance.contains('：') || chinese.guidance.contains('，') || chinese.guidance.contains(':')
    );
    assert!(workspace.consult(" ", &owner(), &at(7)).is_err());
    let picked: Vec<_> =
        (0..3).map(|n| workspace.reflect(&owner(), n, &at(8)).unwrap().unwrap().id).collect();
    assert!(picked[0] != picked[1] && picked[1] != picked[2]);
    assert_eq!(workspace.store().list(&Filter { now: at(9).now, ..Filter::default() }).unwrap().len(), 5);
}

#[test]
fn what_happens_in_one_millisecond_is_kept_one_by_one() {
    let (_folder, workspace) = new();
    let record = |summary: &str| workspace.record_episode(&Happened::new(mine(), summary), &at(1)).unwrap();
    let (first, second, again) = (record("เปิดร้าน"), record("开店"), record("เปิดร้าน"));
    assert!(matches!(second.written, Written::Stored(_)), "{second:?}");
    assert_eq!(again.written, Written::Merged { into: id(&first) });
    assert_eq!(workspace.recent_episodes(&owner(), (9, None), &at(2)).unwrap().len(), 2);
}

#[test]
fn notes_that_are_merged_hide_nothing_that_was_open() {
    let (_folder, workspace) = new();
    let write = |text: &str, sensitivity: memoro_core::Sensitivity| {
        let draft = Draft::note("user:default".parse().unwrap(), text);
        let stability = memoro_core::Stability::Volatile;
        workspace.write(Draft { stability, sensitivity, ..draft }, &day(0)).unwrap();
    };
    write("parking is on level 3", memoro_core::Sensitivity::Normal);
    write("我的诊断是保密的", memoro_core::Sensitivity::Sensitive);
    write("ที่จอดรถเต็มตอนเช้า", memoro_core::Sensitivity::Normal);
    write("my second diagnosis is private", memoro_core::Sensitivity::Sensitive);
    let done = workspace.maintain(&[memoro_engine::Chore::Merge], Carry::Out, &day(30)).unwrap();
    assert_eq!(done.merged.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2], "{done:?}");
    let hits = workspace.recall(&Recall::new("parking level"), &day(30)).unwrap().hits;
    assert!(hits.iter().any(|hit| hit.text.contains("parking is on level 3")), "{hits:?}");
    assert!(hits.iter().all(|hit| !hit.text.contains("诊断")), "{hits:?}");
}
