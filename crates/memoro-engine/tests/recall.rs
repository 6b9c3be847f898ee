//! Recall as a user sees it: the right memory in three languages, nobody else's, nothing that is over.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use jiff::{SignedDuration, Timestamp};
use memoro_core::{EntryKind, Key, Scope, Sensitivity};
use memoro_engine::{Answer, Caller, Draft, Recall, Settings, Target, Workspace};

fn start() -> Timestamp {
    "2026-11-15T10:00:00Z".parse().unwrap()
}

fn at(seconds: i64) -> Caller {
    Caller::user(start() + SignedDuration::from_secs(seconds))
}

fn owner() -> Scope {
    "user:default".parse().unwrap()
}

fn new() -> (tempfile::TempDir, Workspace) {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::init(folder.path(), Settings::default(), &at(0)).unwrap();
    (folder, workspace)
}

fn note(workspace: &Workspace, text: &str) -> String {
    workspace.write(Draft::note(owner(), text), &at(1)).unwrap().written.id().unwrap().to_string()
}

fn ask(workspace: &Workspace, question: &str) -> Answer {
    workspace.recall(&Recall::new(question), &at(60)).unwrap()
}

fn best(workspace: &Workspace, question: &str) -> Option<String> {
    ask(workspace, question).hits.first().map(|hit| hit.text.clone())
}

#[test]
fn the_right_memory_comes_first_in_and_across_three_languages() {
    let (_folder, workspace) = new();
    let texts = [
        "We deploy the payment service to Singapore every Friday evening",
        "ลูกค้าชอบให้ส่งรายงานสรุปเป็นไฟล์ PDF ทุกวันจันทร์",
        "数据库的备份每天凌晨三点写到对象存储",
        "The cat is called Mochi and likes tuna",
        "ประชุมทีมออกแบบทุกวันพุธบ่ายสองโมง",
        "团队决定用 Rust 重写搜索模块",
    ];
    for text in texts {
        note(&workspace, text);
    }
    for (question, answer) in [
        ("When do we deploy payments?", 0),
        ("รายงานสรุปส่งวันไหน", 1),
        ("备份什么时候做", 2),
        ("what is the name of the cat", 3),
        ("ทีมออกแบบประชุมเมื่อไหร่", 4),
        ("which module is rewritten in Rust?", 5),
        ("deploy บน Singapore วันไหน", 0),
    ] {
        assert_eq!(best(&workspace, question).as_deref(), Some(texts[answer]), "{question}");
    }
}

#[test]
fn of_all_values_of_a_key_the_one_that_counts_comes_first_and_it_is_told_why() {
    let (_folder, workspace) = new();
    for (key, values, question) in [
        ("favourite.tea", ["oolong tea", "jasmine tea", "matcha"], "favourite tea"),
        ("home.city", ["เชียงใหม่ เชียงใหม่", "ขอนแก่น", "ภูเก็ต"], "home city เชียงใหม่"),
        ("work.editor", ["编辑器是 vim", "编辑器是 helix", "编辑器是 zed"], "work editor 编辑器是 vim"),
    ] {
        for (second, value) in (1..).zip(values) {
            let draft = Draft::entry(owner(), Key::new(key).unwrap(), EntryKind::Fact, value);
            workspace.write(draft, &at(second)).unwrap();
        }
        let found =
            workspace.recall(&Recall { all_statuses: true, ..Recall::new(question) }, &at(60)).unwrap();
        let of_key: Vec<_> = found.hits.iter().filter(|hit| hit.heading.as_deref() == Some(key)).collect();
        assert_eq!((of_key.len(), of_key[0].status.as_str()), (3, "active"), "{question}");
        for old in &of_key[1..] {
            assert!(old.score < of_key[0].score, "{question}: {}", old.score);
            let told = old.signals.shares(old.score);
            assert!(told.iter().any(|(name, share)| *name == "status" && *share < 0.0), "{told:?}");
        }
    }
}

#[test]
fn what_is_over_private_or_somebody_elses_is_not_returned_unless_asked_for() {
    let (_folder, workspace) = new();
    let set = |scope: &str, value: &str, second: i64| {
        let draft =
            Draft::entry(scope.parse().unwrap(), Key::new("favourite.tea").unwrap(), EntryKind::Fact, value);
        workspace.write(draft, &at(second)).unwrap();
    };
    set("user:default", "oolong tea", 1);
    set("user:default", "jasmine tea", 2);
    set("user:somebody", "matcha tea", 3);
    let mut secret = Draft::note(owner(), "the tea is hidden behind the third shelf");
    secret.sensitivity = Sensitivity::Sensitive;
    workspace.write(secret, &at(4)).unwrap();
    let texts = |request: Recall| -> Vec<String> {
        let mut texts: Vec<_> =
            workspace.recall(&request, &at(60)).unwrap().hits.into_iter().map(|h| h.text).collect();
        texts.sort();
        texts
    };
    assert_eq!(texts(Recall::new("tea")), ["jasmine tea"]);
    assert_eq!(texts(Recall { all_statuses: true, ..Recall::new("tea") }), ["jasmine tea", "oolong tea"]);
    assert_eq!(
        texts(Recall { user: Some("somebody".parse().unwrap()), ..Recall::new("tea") }),
        ["matcha tea"]
    );
    assert_eq!(texts(Recall { sensitive: true, ..Recall::new("tea") }).len(), 2);
    let then = start() + SignedDuration::from_millis(1_500);
    assert_eq!(texts(Recall { as_of: Some(then), ..Recall::new("tea") }), ["oolong tea"]);
}

#[test]
fn no_question_is_refused_and_none_breaks_the_answer() {
    let (_folder, workspace) = new();
    note(&workspace, "one note about NEAR( and col:value* with \"quotes\"");
    let huge = "คำถามยาวมาก question 问题 ".repeat(3_000);
    for question in [
        "",
        " ",
        "*",
        "NEAR(",
        "col:",
        "\"",
        "\"unbalanced",
        "AND OR NOT",
        "😀😀",
        "the of and",
        "x",
        "\u{0}\u{202e}",
        huge.as_str(),
    ] {
        workspace.recall(&Recall::new(question), &at(60)).unwrap();
    }
    assert!(best(&workspace, "\"with quotes\"").is_some());
}

#[test]
fn a_quoted_phrase_brings_the_text_that_holds_it_as_typed_to_the_front() {
    let (_folder, workspace) = new();
    note(&workspace, "the red house stands near the river bank and the bank of the red river house");
    note(&workspace, "a river house is red");
    note(&workspace, "my notes on the red river valley");
    assert_eq!(best(&workspace, "\"red river valley\"").unwrap(), "my notes on the red river valley");
}

#[test]
fn a_second_process_sees_writes_and_forgets_at_once() {
    let (folder, workspace) = new();
    let other = Workspace::open(folder.path(), Settings::default(), &at(0)).unwrap();
    assert_eq!(best(&other, "blue whale"), None);
    let id = note(&workspace, "the blue whale weighs 150 tons");
    assert_eq!(best(&other, "blue whale").unwrap(), "the blue whale weighs 150 tons");
    other.forget(&Target::Memory(id, None), "", &at(2)).unwrap();
    assert_eq!(best(&workspace, "blue whale"), None);
}

#[test]
fn hits_tell_where_they_stand_and_filters_narrow_them() {
    let (_folder, workspace) = new();
    let mut tagged = Draft::note(owner(), "the staging server runs in Tokyo");
    tagged.tags = vec!["infra".into()];
    workspace.write(tagged, &at(1)).unwrap();
    note(&workspace, "the staging area of the theatre is in Tokyo");
    let request = Recall { tags: vec!["infra".into()], ..Recall::new("staging Tokyo") };
    let hits = workspace.recall(&request, &at(60)).unwrap().hits;
    assert_eq!(hits.len(), 1);
    assert!(
        hits[0].memory.is_some() && hits[0].date.is_some() && (0.0..=1.0).contains(&hits[0].score),
        "{:?}",
        hits[0]
    );
    assert!(!hits[0].snippet.matches.is_empty());
}

#[test]
fn a_score_tells_right_from_chance_in_three_languages() {
    let (_folder, workspace) = new();
    for text in [
        "We deploy the payment service to Singapore every Friday evening",
        "ลูกค้าชอบให้ส่งรายงานสรุปเป็นไฟล์ PDF ทุกวันจันทร์",
        "数据库的备份每天凌晨三点写到对象存储",
        "The cat is called Mochi and likes tuna",
        "ประชุมทีมออกแบบทุกวันพุธบ่ายสองโมง",
        "团队决定用 Rust 重写搜索模块",
        "My sister lives in Chiang Mai and grows coffee",
        "รหัสไวไฟที่ออฟฟิศเปลี่ยนทุกเดือน",
        "会议室在三楼，电梯右边",
        "The invoice of October was paid late",
        "น้องชายแพ้ถั่วลิสง",
        "我的护照明年六月到期",
    ] {
        note(&workspace, text);
    }
    let score = |question: &str| ask(&workspace, question).hits.first().map_or(0.0, |hit| hit.score);
    for question in [
        "What is the cat called?",
        "where does my sister live",
        "ประชุมทีมออกแบบวันไหน",
        "ใครแพ้ถั่ว",
        "รหัสไวไฟ",
        "护照什么时候到期",
        "备份写到哪里",
        "会议室",
    ] {
        assert!(score(question) >= 0.35, "{question}: {}", score(question));
    }
    for question in ["how tall is mount everest", "ใครเป็นนายกรัฐมนตรีคนแรก", "光合作用是什么"]
    {
        assert!(score(question) < 0.35, "{question}: {}", score(question));
    }
    let least = ask(&workspace, "What is the cat called?").hits.into_iter().map(|hit| hit.score);
    assert!(least.fold(1.0, f32::min) >= Recall::LEAST_SCORE);
}

fn decide(workspace: &Workspace, title: &str, day: &str) {
    let decision = memoro_core::Decision {
        title: title.into(),
        why: "need transactions".into(),
        finding: String::new(),
        conclusion: String::new(),
        impact: String::new(),
        refs: Vec::new(),
        stage: memoro_core::Stage::Decided,
    };
    let draft = Draft::new(owner(), memoro_core::Content::Decision(decision.clone()));
    let occurred_at = Some(format!("{day}T09:00:00Z").parse().unwrap());
    workspace.decide(decision, None, Draft { occurred_at, ..draft }, &at(1)).unwrap();
}

fn episode(workspace: &Workspace, summary: &str, day: &str) {
    let content = memoro_core::Content::Episode(memoro_core::Episode {
        grain: memoro_core::Grain::Event,
        summary: summary.into(),
        topics: Vec::new(),
        outcome: memoro_core::Outcome::Unknown,
        duration_ms: None,
    });
    let occurred_at = Some(format!("{day}T09:00:00Z").parse().unwrap());
    workspace.write(Draft { occurred_at, ..Draft::new(owner(), content) }, &at(1)).unwrap();
}

#[test]
fn a_question_for_a_time_alone_is_answered_by_what_is_of_that_time() {
    let (_folder, workspace) = new();
    decide(&workspace, "Move billing to Stripe", "2026-10-12");
    decide(&workspace, "Adopt Rust for the indexer", "2026-11-12");
    decide(&workspace, "Hire a translator", "2026-11-14");
    episode(&workspace, "Somchai repaired the bicycle", "2026-11-14");
    episode(&workspace, "ลูกค้ามาเยี่ยมโรงงาน", "2026-10-20");
    episode(&workspace, "我们搬到了新办公室", "2026-11-15");
    let texts = |question: &str| -> Vec<String> {
        ask(&workspace, question).hits.iter().map(|hit| hit.text.lines().next().unwrap().to_owned()).collect()
    };
    for question in [
        "what did we decide last month?",
        "decisions last month",
        "เดือนที่แล้วเราตัดสินใจอะไร",
        "上个月我们决定了什么",
        "上個月我們決定了什麼",
    ] {
        assert_eq!(texts(question).first().map(String::as_str), Some("Move billing to Stripe"), "{question}");
    }
    assert_eq!(texts("what did we decide yesterday?").first().map(String::as_str), Some("Hire a translator"));
    for question in
        ["what happened yesterday?", "เมื่อวานเกิดอะไรขึ้น", "昨天发生了什么", "what happened on 2026-11-14"]
    {
        assert_eq!(texts(question)[..2], ["Somchai repaired the bicycle", "Hire a translator"], "{question}");
    }
    for question in ["上个月做了什么", "เดือนที่แล้วเกิดอะไรขึ้นบ้าง"]
    {
        assert_eq!(texts(question)[..2], ["ลูกค้ามาเยี่ยมโรงงาน", "Move billing to Stripe"], "{question}");
    }
    assert_eq!(
        texts("what did we decide")[..3],
        ["Hire a translator", "Adopt Rust for the indexer", "Move billing to Stripe"]
    );
    assert_eq!(texts("what happened last year"), Vec::<String>::new());
}

#[test]
fn no_hit_is_below_the_least_score_and_none_scores_more_than_the_one_before() {
    let (_folder, workspace) = new();
    decide(&workspace, "Move billing to Stripe", "2026-10-12");
    decide(&workspace, "Adopt Rust for the indexer", "2026-11-12");
    decide(&workspace, "We decided what we decide on Mondays", "2026-11-10");
    decide(&workspace, "ตกลงใช้ Kafka", "2026-11-09");
    note(&workspace, "What did we decide? Nobody knows what we decide");
    note(&workspace, "The billing of the shop runs at night, and billing problems go to Ann");
    note(&workspace, "ทีมบิลลิ่งย้ายไปชั้นสาม");
    for question in [
        "what did we decide about billing",
        "what did we decide",
        "what did we decide?",
        "我们决定了什么",
        "what did we decide last month",
        "billing",
        "เราตัดสินใจเรื่องอะไร",
        "关于 billing 我们决定了什么",
    ] {
        for least in [0.0, 0.05, 0.2, 0.35, 0.5, 0.9] {
            let answer =
                workspace.recall(&Recall { min_score: least, ..Recall::new(question) }, &at(60)).unwrap();
            let scores: Vec<f32> = answer.hits.iter().map(|hit| hit.score).collect();
            assert!(scores.iter().all(|score| *score >= least), "{question} {least}: {scores:?}");
            assert!(scores.is_sorted_by(|a, b| a >= b), "{question} {least}: {scores:?}");
        }
    }
}

#[test]
fn a_citation_names_the_lines_that_hold_the_match() {
    let (folder, workspace) = new();
    decide(&workspace, "Use PostgreSQL", "2026-11-12");
    note(
        &workspace,
        "First line on nothing\nsecond line\n\nรหัสตู้คือ 4471\nlast line: the kiln fires at 1240 degrees",
    );
    for (question, words) in [
        ("PostgreSQL transactions", "need transactions"),
        ("kiln fires degrees", "the kiln fires at 1240 degrees"),
    ] {
        let hit = ask(&workspace, question).hits.first().cloned().unwrap();
        let file = std::fs::read_to_string(folder.path().join(hit.path.clone().unwrap())).unwrap();
        let (from, to) = (hit.start_line as usize, hit.end_line as usize);
        let cited: Vec<&str> = file.lines().skip(from - 1).take(to + 1 - from).collect();
        assert!(cited.join("\n").contains(words), "{}: {cited:?}", hit.citation());
    }
}

#[test]
fn what_is_over_takes_no_hit_from_what_counts() {
    let (_folder, workspace) = new();
    for text in [
        "Ann likes tea in the garden",
        "The garden gate is broken",
        "We water the garden every Monday",
        "สวนหลังบ้านต้องรดน้ำทุกวันจันทร์",
        "花园的门坏了",
        "ประตูสวนพังแล้ว",
    ] {
        note(&workspace, text);
    }
    let key = || Key::new("plan.garden").unwrap();
    for n in 0..12 {
        let draft =
            Draft::entry(owner(), key(), EntryKind::Fact, format!("garden plan {n}: gate, water, สวน, 花园"));
        workspace.write(draft, &at(10 + n)).unwrap();
    }
    let texts = |question: &str, all_statuses: bool| -> Vec<String> {
        let asked = Recall { limit: 50, all_statuses, ..Recall::new(question) };
        workspace.recall(&asked, &at(60)).unwrap().hits.into_iter().map(|hit| hit.text).collect()
    };
    let mut more = false;
    for question in [
        "garden",
        "who waters the garden",
        "what does Ann like",
        "garden gate",
        "สวน",
        "ใครรดน้ำสวน",
        "花园",
        "门坏了吗",
    ] {
        let (counting, all) = (texts(question, false), texts(question, true));
        let missing: Vec<_> = counting.iter().filter(|text| !all.contains(text)).collect();
        assert!(missing.is_empty(), "{question}: {missing:?}");
        more |= all.len() > counting.len();
    }
    assert!(more, "what was replaced is found when it is asked for");
}
