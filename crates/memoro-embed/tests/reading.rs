//! How well conversations are read, on labelled dialogues in three languages, with what the embedded model holds of their
//! words. The network was learned from most of them; what it is worth is told by the set that nothing was learned from.
#![expect(clippy::unwrap_used, reason = "a test stops where its data is wrong")]

use memoro_core::extract::{Held, Item, Kind, Said, extract};
use memoro_core::fusion::Role;
use memoro_core::trigger::Cut;
use memoro_embed::LocalModel;

/// The sets from which the network was learned.
const LEARNED: &[&str] = &[
    include_str!("../../memoro-core/tests/extraction/first.txt"),
    include_str!("../../memoro-core/tests/extraction/second.txt"),
    include_str!("../../memoro-core/tests/extraction/third.txt"),
    include_str!("../../memoro-core/tests/extraction/fourth.txt"),
    include_str!("../../memoro-core/tests/extraction/fifth.txt"),
    include_str!("../../memoro-core/tests/extraction/sixth.txt"),
    include_str!("../../memoro-core/tests/extraction/seventh.txt"),
    include_str!("../../memoro-core/tests/extraction/eighth.txt"),
    include_str!("../../memoro-core/tests/extraction/ninth.txt"),
    include_str!("../../memoro-core/tests/extraction/tenth.txt"),
    include_str!("../../memoro-core/tests/extraction/eleventh.txt"),
    include_str!("../../memoro-core/tests/extraction/twelfth.txt"),
    include_str!("../../memoro-core/tests/extraction/thirteenth.txt"),
    include_str!("../../memoro-core/tests/extraction/fourteenth.txt"),
    include_str!("../../memoro-core/tests/extraction/fifteenth.txt"),
    include_str!("../../memoro-core/tests/extraction/sixteenth.txt"),
    include_str!("../../memoro-core/tests/extraction/seventeenth.txt"),
    include_str!("../../memoro-core/tests/extraction/eighteenth.txt"),
    include_str!("../../memoro-core/tests/extraction/nineteenth.txt"),
    include_str!("../../memoro-core/tests/extraction/twentieth.txt"),
    include_str!("../../memoro-core/tests/extraction/twenty-first.txt"),
    include_str!("../../../model/reading/en-1.txt"),
    include_str!("../../../model/reading/en-2.txt"),
    include_str!("../../../model/reading/en-3.txt"),
    include_str!("../../../model/reading/enth-5.txt"),
    include_str!("../../../model/reading/mix-4.txt"),
    include_str!("../../../model/reading/th-1.txt"),
    include_str!("../../../model/reading/th-2.txt"),
    include_str!("../../../model/reading/th-3.txt"),
    include_str!("../../../model/reading/zh-1.txt"),
    include_str!("../../../model/reading/zh-2.txt"),
    include_str!("../../../model/reading/zh-3.txt"),
    include_str!("../../../model/reading/zhen-5.txt"),
];

/// The set that was written last and never learned from.
const HELD_OUT: &str = include_str!("../../memoro-core/tests/extraction/held-out.txt");

struct Dialogue {
    name: String,
    turns: Vec<(Role, String)>,
    labels: Vec<Label>,
    taken_back: Vec<Label>,
}

struct Label {
    kind: Kind,
    turn: usize,
    fragment: String,
}

fn dialogues(text: &str) -> Vec<Dialogue> {
    let mut all: Vec<Dialogue> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            all.push(Dialogue {
                name: name.into(),
                turns: Vec::new(),
                labels: Vec::new(),
                taken_back: Vec::new(),
            });
            continue;
        }
        let Some(dialogue) = all.last_mut() else { continue };
        let role = match line.get(..3) {
            Some("U: ") => Some(Role::User),
            Some("A: ") => Some(Role::Assistant),
            Some("O: ") => Some(Role::Other),
            _ => None,
        };
        if let Some(role) = role {
            dialogue.turns.push((role, line.get(3..).unwrap().into()));
        } else if let Some(label) = line.strip_prefix("= ").or_else(|| line.strip_prefix("~ ")) {
            let mut words = label.splitn(3, ' ');
            let kind = words.next().unwrap().parse().unwrap();
            let turn = words.next().unwrap().parse::<usize>().unwrap() - 1;
            let label = Label { kind, turn, fragment: words.next().unwrap().into() };
            if line.starts_with('~') { dialogue.taken_back.push(label) } else { dialogue.labels.push(label) }
        } else if let Some((_, text)) = dialogue.turns.last_mut().filter(|_| !line.is_empty()) {
            text.push('\n');
            text.push_str(line);
        }
    }
    all
}

#[derive(Default)]
struct Score {
    hits: u32,
    extra: u32,
    missed: u32,
    /// What was wrong, in words.
    wrong: Vec<String>,
}

impl Score {
    fn f1(&self) -> f64 {
        let right = f64::from(2 * self.hits);
        right / (right + f64::from(self.extra + self.missed)).max(1.0)
    }
}

fn score(dialogues: &[(Dialogue, Vec<Item>)], wanted: impl Fn(Kind) -> bool) -> Score {
    let mut score = Score::default();
    for (Dialogue { name, turns, labels, .. }, items) in dialogues {
        let turns: Vec<Said<'_>> =
            turns.iter().map(|(role, text)| Said { role: *role, text, year: None }).collect();
        let items: Vec<&Item> = items.iter().filter(|item| item.holds() && wanted(item.kind)).collect();
        let labels: Vec<&Label> = labels.iter().filter(|label| wanted(label.kind)).collect();
        // A proposal that was agreed to stands in both turns.
        let fits = |item: &Item, label: &Label| {
            let agreed = item.settled_in() == label.turn;
            (item.turn == label.turn && item.evidence(&turns).contains(&label.fragment))
                || (agreed && item.agreement(&turns).is_some_and(|words| words.contains(&label.fragment)))
        };
        for item in &items {
            let evidence = item.evidence(&turns);
            assert!(!evidence.is_empty(), "every item has evidence");
            if !labels.iter().any(|label| fits(item, label)) {
                score.extra += 1;
                score.wrong.push(format!("{name}: extra {} {}: {evidence}", item.kind, item.turn + 1));
            }
        }
        for label in labels {
            if items.iter().any(|item| fits(item, label)) {
                score.hits += 1;
            } else {
                score.missed += 1;
                score.wrong.push(format!("{name}: missed {} {}", label.kind, label.fragment));
            }
        }
    }
    score
}

/// Reads a conversation as the program does.
fn read(turns: &[Said<'_>], model: &LocalModel) -> Vec<Item> {
    let cut = |text: &str| {
        let cuts = model.cut(text).into_iter();
        cuts.map(|cut| Cut { span: cut.span, piece: cut.piece, begins: cut.begins, row: cut.row }).collect()
    };
    extract(turns, &Held { rows: &|text| model.rows(text), cut: &cut })
}

/// Returns the score of each kind; changes of architecture count as decisions.
fn scores(text: &str) -> Vec<(Kind, Score)> {
    let model = LocalModel::load();
    let each = |dialogue: Dialogue| {
        let said = |(role, text): &(Role, String)| (*role, text.clone());
        let turns: Vec<(Role, String)> = dialogue.turns.iter().map(said).collect();
        let turns: Vec<Said<'_>> =
            turns.iter().map(|(role, text)| Said { role: *role, text, year: None }).collect();
        (dialogue, read(&turns, &model))
    };
    let all: Vec<(Dialogue, Vec<Item>)> = dialogues(text).into_iter().map(each).collect();
    let kinds = Kind::ALL.iter().copied().filter(|kind| *kind != Kind::Architecture);
    let scored = |kind| {
        let wanted = |k: Kind| k == kind || (kind == Kind::Decision && k == Kind::Architecture);
        (kind, score(&all, wanted))
    };
    kinds.map(scored).collect()
}

fn f1(scores: &[(Kind, Score)], kind: Kind) -> f64 {
    scores.iter().find(|(of, _)| *of == kind).map_or(0.0, |(_, score)| score.f1())
}

#[test]
fn the_labels_are_where_they_say() {
    for text in LEARNED.iter().chain([&HELD_OUT]) {
        let all = dialogues(text);
        assert!(all.len() >= 24);
        for dialogue in &all {
            for label in dialogue.labels.iter().chain(&dialogue.taken_back) {
                let turn = &dialogue.turns[label.turn].1;
                assert!(
                    turn.contains(&label.fragment),
                    "{}: {} not in {turn}",
                    dialogue.name,
                    label.fragment
                );
            }
        }
    }
}

#[test]
fn what_the_network_was_learned_from_is_read_well() {
    let scores = scores(&LEARNED.concat());
    for (kind, score) in &scores {
        eprintln!("learned {kind}: F1 {:.3} {:#?}", score.f1(), score.wrong);
    }
    assert!(f1(&scores, Kind::Decision) >= 0.82 && f1(&scores, Kind::Remember) >= 0.93);
}

/// A floor under what was measured when the network read it (decisions 0.65, remember 1.00): few dialogues, so it lies
/// a little below.
#[test]
fn what_nothing_was_learned_from_is_read_no_worse_than_at_first_sight() {
    let scores = scores(HELD_OUT);
    for (kind, score) in &scores {
        eprintln!("held out {kind}: F1 {:.3} of {}", score.f1(), score.hits + score.missed);
    }
    assert!(f1(&scores, Kind::Decision) >= 0.6 && f1(&scores, Kind::Remember) >= 0.9);
}

#[test]
fn what_was_not_agreed_to_is_no_decision() {
    let model = LocalModel::load();
    let settles = |turns: &[(Role, &str)]| {
        let turns: Vec<Said<'_>> =
            turns.iter().map(|(role, text)| Said { role: *role, text, year: None }).collect();
        read(&turns, &model).iter().any(|item| item.holds() && item.kind.is_settled())
    };
    for turns in [
        ["Should we use Postgres for billing?", "It has transactions.", "ok thanks"],
        ["Should we use Postgres for billing?", "I would not, wait for v2.", "sounds good"],
        ["Should we use Postgres or MySQL?", "Both work.", "sounds good"],
        ["Should we use Postgres for billing?", "Yes.", "sounds good but let me think"],
        ["เราควรใช้ Postgres ไหม", "ไม่แนะนำครับ", "โอเค เอาตามนั้น"],
        ["要不要用 Postgres？", "不建议。", "好，就这么定"],
        ["What is Postgres?", "A database.", "great, do it"],
    ] {
        let turns = [(Role::User, turns[0]), (Role::Assistant, turns[1]), (Role::User, turns[2])];
        assert!(!settles(&turns), "{turns:?}");
    }
    let offer = [(Role::Assistant, "Shall I look for a hotel?"), (Role::User, "Yes.")];
    assert!(!settles(&offer));
}

#[test]
fn a_long_list_of_decisions_is_read_whole() {
    let model = LocalModel::load();
    let lists: [fn(usize) -> String; 4] = [
        |n| format!("Let's go with tool number {n} for job {n} because of reason {n}."),
        |n| format!("We decided to give team {n} office {n}."),
        |n| format!("ตกลงใช้เครื่องมือหมายเลข {n} กับงาน {n} เพราะเหตุผล {n}"),
        |n| format!("我们决定第{n}组用{n}号会议室。"),
    ];
    for list in lists {
        let said: Vec<String> = (1..=60).map(list).collect();
        let turns: Vec<Said<'_>> =
            said.iter().map(|text| Said { role: Role::User, text, year: None }).collect();
        let items = read(&turns, &model);
        let held = items.iter().filter(|item| item.holds() && item.kind.is_settled()).count();
        assert_eq!(held, said.len(), "{}", said[0]);
    }
}

/// Talk in which nothing is settled: facts, complaints, stories, plans of others, lists, logs.
const TALK: [&[&str]; 3] = [
    &[
        "the sky is grey today",
        "turn number 2999 of the long conversation",
        "line 41 of the log says ok",
        "My train was late again.",
        "The build took nine minutes.",
        "There are three tabs open.",
        "I read that article about bees.",
        "It rained the whole weekend.",
        "The printer makes a strange noise.",
        "Here is the output of the command.",
        "Sara is on holiday this week.",
        "The function returns a list of users.",
        "That is interesting.",
        "My neighbour sold his car.",
        "The test file has 300 lines.",
        "Coffee is on the table.",
        "I have a headache.",
        "This page loads slowly.",
        "The second paragraph is longer than the first.",
        "Our office has a new plant.",
    ],
    &[
        "วันนี้ฟ้าครึ้มทั้งวัน",
        "ข้อความที่ 2999 ของบทสนทนายาว",
        "บรรทัดที่ 41 ของ log บอกว่า ok",
        "รถไฟมาสายอีกแล้ว",
        "build ใช้เวลาเก้านาที",
        "เปิดอยู่สามแท็บ",
        "อ่านบทความเรื่องผึ้งมา",
        "ฝนตกทั้งสุดสัปดาห์",
        "เครื่องพิมพ์มีเสียงแปลกๆ",
        "นี่คือผลของคำสั่ง",
        "สาราลาพักร้อนสัปดาห์นี้",
        "ฟังก์ชันนี้คืนรายชื่อผู้ใช้",
        "น่าสนใจดี",
        "เพื่อนบ้านขายรถไป",
        "ไฟล์ทดสอบมี 300 บรรทัด",
        "กาแฟอยู่บนโต๊ะ",
        "ปวดหัวนิดหน่อย",
        "หน้านี้โหลดช้า",
        "ย่อหน้าที่สองยาวกว่าย่อหน้าแรก",
        "ที่ออฟฟิศมีต้นไม้ใหม่",
    ],
    &[
        "今天一整天都是阴天",
        "长对话的第2999条",
        "日志第41行写着ok",
        "火车又晚点了。",
        "构建花了九分钟。",
        "开着三个标签页。",
        "我看了那篇讲蜜蜂的文章。",
        "周末一直在下雨。",
        "打印机有奇怪的声音。",
        "这是命令的输出。",
        "萨拉这周休假。",
        "这个函数返回用户列表。",
        "挺有意思的。",
        "邻居把车卖了。",
        "测试文件有300行。",
        "咖啡在桌上。",
        "我有点头疼。",
        "这个页面加载很慢。",
        "第二段比第一段长。",
        "办公室新添了一盆植物。",
    ],
];

#[test]
fn talk_that_settles_nothing_leaves_nothing() {
    let model = LocalModel::load();
    let (mut found, mut nodded) = (Vec::new(), Vec::new());
    for talk in TALK {
        // Answered by an assistant, said on and on by one person, said twice, and between two people.
        for others in
            [Some((Role::Assistant, "I see.")), None, Some((Role::User, "…")), Some((Role::Other, "ok"))]
        {
            let mut turns: Vec<Said<'_>> = Vec::new();
            for text in talk {
                turns.push(Said { role: Role::User, text, year: None });
                turns.extend(others.map(|(role, text)| Said { role, text, year: None }));
            }
            let items = read(&turns, &model);
            let settled = items.iter().filter(|item| item.kind.is_settled());
            let told = settled.map(|item| format!("{others:?}: {}", item.evidence(&turns)));
            if others == Some((Role::Other, "ok")) { nodded.extend(told) } else { found.extend(told) }
        }
        let again: Vec<Said<'_>> =
            talk.iter().flat_map(|text| [Said { role: Role::User, text, year: None }; 2]).collect();
        let items = read(&again, &model);
        found.extend(
            items.iter().filter(|i| i.kind.is_settled()).map(|i| format!("twice: {}", i.evidence(&again))),
        );
    }
    // Of 240 readings two were wrong when the network was learned.
    assert!(found.len() <= 2, "{found:#?}");
    // Somebody who says ok to everything may agree to something.
    assert!(nodded.len() <= 12, "{nodded:#?}");
}
