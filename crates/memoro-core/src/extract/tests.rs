//! Rules of reading that hold for any conversation, and the cases that each language must get right.

use proptest::prelude::*;

use super::*;

fn said(turns: &[(Role, &'static str)]) -> Vec<Said<'static>> {
    turns.iter().map(|(role, text)| Said { role: *role, text }).collect()
}

fn kinds(turns: &[(Role, &'static str)]) -> Vec<(Kind, usize)> {
    extract(&said(turns)).iter().filter(|item| item.holds()).map(|item| (item.kind, item.turn)).collect()
}

fn person(text: &'static str) -> Vec<(Kind, usize)> {
    kinds(&[(Role::User, text), (Role::Assistant, "…")])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_item_stands_on_words_of_its_turn(
        texts in proptest::collection::vec(
            "(we decided to |let’s use |ตกลงใช้|就用|remember |จำไว้ว่า|记住|instead of |\"|`|\\. |。|ครับ |\\?|Redis|คิว|队列|\\n|\\PC){0,12}",
            0..6,
        )
    ) {
        let roles = [Role::User, Role::Assistant, Role::Other];
        let turns: Vec<Said<'_>> =
            texts.iter().enumerate().map(|(at, text)| Said { role: roles[at % 3], text }).collect();
        for item in extract(&turns) {
            prop_assert!(!item.evidence(&turns).trim().is_empty());
            prop_assert!(turns[item.turn].text.contains(item.evidence(&turns)));
            prop_assert!(!item.title.is_empty() && !item.title.contains('\n'));
        }
    }
}

#[test]
fn a_settled_thing_is_a_decision_with_its_reason() {
    for (text, why) in [
        ("Let’s go with SQLite because it is one file.", "it is one file"),
        ("ตกลงใช้ SQLite เพราะเป็นไฟล์เดียว", "เป็นไฟล์เดียว"),
        ("我们决定用 SQLite，因为只有一个文件。", "只有一个文件"),
    ] {
        let turns = [Said { role: Role::User, text }];
        let items = extract(&turns);
        assert_eq!(items.len(), 1, "{text}");
        assert_eq!((items[0].kind, items[0].why.as_str()), (Kind::Decision, why), "{text}");
        assert!(items[0].title.contains("SQLite") && !items[0].conclusion.contains(why), "{:?}", items[0]);
    }
}

#[test]
fn questions_suggestions_quotations_and_code_settle_nothing() {
    for text in [
        "Did we decide to use SQLite or not, I forgot, did we?",
        "Maybe we will use SQLite.",
        "He said we decided to use SQLite.",
        "The page reads \"we decided to use SQLite for everything\".",
        "`x`\n```\nwe decided to use SQLite\n```",
        "> we decided to use SQLite",
        "We have not decided to use SQLite.",
        "อาจจะตกลงใช้ SQLite",
        "ยังไม่ได้ตัดสินใจใช้ SQLite",
        "如果决定用 SQLite，就要改代码。",
        "我们还没决定用 SQLite。",
    ] {
        let settled: Vec<_> = person(text).into_iter().filter(|(kind, _)| kind.is_settled()).collect();
        assert!(settled.is_empty(), "{text}: {settled:?}");
    }
}

#[test]
fn what_was_taken_back_does_not_hold() {
    for (first, second) in [
        ("We'll use Redis for the queue.", "Scrap that, never mind."),
        ("ตกลงใช้ Redis ทำคิว", "ยกเลิกเรื่อง Redis นะ"),
        ("我们决定用 Redis 做队列。", "Redis 的事算了。"),
    ] {
        let turns = [(Role::User, first), (Role::Assistant, "…"), (Role::User, second)];
        let settled: Vec<_> = kinds(&turns).into_iter().filter(|(kind, _)| kind.is_settled()).collect();
        assert!(settled.is_empty(), "{second}: {settled:?}");
    }
}

#[test]
fn a_wish_to_remember_is_told_from_a_task_and_from_talk() {
    for (text, kind) in [
        ("Remember that the lab closes at six.", Some(Kind::Remember)),
        ("Remember to close the lab at six.", Some(Kind::Action)),
        ("Do you remember the lab?", None),
        ("จำไว้ว่าห้องแล็บปิดหกโมง", Some(Kind::Remember)),
        ("จำได้ไหมว่าห้องแล็บปิดกี่โมง", None),
        ("记住实验室六点关门。", Some(Kind::Remember)),
        ("记得通知小王。", Some(Kind::Action)),
        ("你记得实验室吗？", None),
    ] {
        let found = person(text).into_iter().map(|(kind, _)| kind).find(|kind| *kind != Kind::Question);
        assert_eq!(found, kind, "{text}");
    }
}

#[test]
fn topics_are_what_a_conversation_comes_back_to() {
    let turns = said(&[
        (Role::User, "Postgres is slow"),
        (Role::Assistant, "Tune Postgres: the vacuum settings"),
        (Role::User, "vacuum?"),
    ]);
    assert_eq!(topics(&turns, 5), ["Postgres", "vacuum"]);
}
