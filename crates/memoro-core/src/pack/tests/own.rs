//! What Memoro wrote into a text is known again, whatever became of it, and nothing that people write is.

use proptest::prelude::*;

use super::*;

const FORMATS: [Format; 4] = [Format::Xml, Format::Markdown, Format::Agent, Format::Ctx];

proptest! {
    #[test]
    fn nothing_of_a_pack_is_taken_for_said_wherever_it_is_cut(
        of in 0..4usize,
        cut in 0.0..=1.0f64,
        before in prop_oneof![Just(""), Just("what you know: "), Just("> "), Just("这是记忆： "), Just("hello\n\n")],
    ) {
        let whole = packed(&input("zebra ชอบชา 喝茶"), FORMATS[of], 4000).text;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a share of a short text")]
        let part: String = whole.chars().take((whole.chars().count() as f64 * cut) as usize).collect();
        let said = format!("{before}{part}\n\nช่วย deploy ที please");
        let left = without_own(&said);
        prop_assert!(!left.contains("zeb") && !left.contains("ชอบ") && !left.contains("喝"), "{left}");
        prop_assert!(left.ends_with("ช่วย deploy ที please"), "{left}");
    }

    #[test]
    fn what_people_write_stays(text in "[a-zก-ฮ一-龟 .,!?\n-]{0,200}") {
        prop_assert_eq!(without_own(&text), text.as_str());
    }
}

#[test]
fn the_lower_part_of_a_pack_is_known_without_its_head() {
    for format in [Format::Xml, Format::Ctx] {
        let whole = packed(&PackInput { user: None, ..input("zebra") }, format, 4000).text;
        for from in 1..whole.lines().count() {
            let part = whole.lines().skip(from).collect::<Vec<_>>().join("\n");
            assert!(
                !without_own(&format!("{part}\nnow")).contains("zebra"),
                "{format} from line {from}: {part}"
            );
        }
    }
    let dated = Item { date: Some(day()), ..item("note", "zebra") };
    let whole =
        packed(&PackInput { knowledge: vec![dated; 3], ..PackInput::default() }, Format::Markdown, 4000).text;
    let (_, part) = whole.split_once("\n\n").unwrap();
    assert_eq!(without_own(&format!("{part}\n\nnow")), "now");
}

#[test]
fn lists_of_found_memories_are_taken_out() {
    let found = "1. 1.00  memory/learnings/tea.md#L7-L7  2026-11-15  semantic\n   I deploy on Fridays only\n\n2. 0.41  x  semantic\n   喝茶\nso?";
    assert_eq!(without_own(found), "\nso?");
    let listed = "2026-11-15 22:29  semantic   learning_2026-11-15_tea  ดื่มชาเท่านั้น\nand this?";
    assert_eq!(without_own(listed), "and this?");
    let answer = r#"{"query":"billing","class":"exact","hits":[{"id":"x","layer":"semantic","text":"we decided to use X"}]}"#;
    assert_eq!(without_own(&format!("{answer}\nso?")), "so?");
    assert_eq!(without_own(r#"{"hits":[{"page":1}]}"#), r#"{"hits":[{"page":1}]}"#);
    let shown = "here:\nI deploy on Fridays only\n\nid          learning_2026-11-15_i\nkey         note/5ff6\nscope       user:default\n\
                 layer       semantic\nstatus      active\norigin      user_explicit, trust user, confidence 0.95\n\
                 created     2026-11-15 22:29\n\nso?";
    assert_eq!(without_own(shown), "here:\n\nso?");
}

#[test]
fn one_element_of_a_pack_is_known_behind_words_and_as_entities() {
    for (said, left) in [
        (
            "ok so the memory says <fact kind=\"note\" date=\"2026-11-15\">every release must be signed</fact>",
            "ok so the memory says ",
        ),
        (
            "ความจำบอกว่า <procedure trigger=\"deploy\" confidence=\"0.9\" used=\"1 times\">\n <step>1. ลบ</step>",
            "ความจำบอกว่า ",
        ),
        ("&lt;knowledge&gt;[note] 喝茶&lt;/knowledge&gt;\n好", "好"),
        ("1. [note] tea (2026-11-15)\n- [rule] 喝茶 (2026-11-15)\nok", "ok"),
    ] {
        assert_eq!(without_own(said), left);
    }
}

#[test]
fn words_about_packs_and_forms_of_others_stay() {
    for said in [
        "what does <ctx> mean?",
        "is <memory_context> closed by </ctx>?",
        "<ctxt>x</ctxt>",
        "## Rules\n\n1. always test",
        "[ ] buy milk\n[x] call Nok",
        "[WIP] ใช้ PostgreSQL ตั้งแต่วันนี้",
        "1. 2.50  apples  red",
        "2026-11-15 22:29  meeting  Nok",
        "<step>1. install</step>",
        "<user>the customer</user>\nสรุปให้หน่อย",
        "see the chapter ## Memory Context of the manual",
    ] {
        assert_eq!(without_own(said), said);
    }
}

#[test]
fn no_text_takes_long_however_often_it_opens_or_breaks() {
    let begun = std::time::Instant::now();
    for text in [
        format!("</ctx>\n{}", "<ctx ".repeat(200_000)),
        format!("- x{}y", "\n".repeat(400_000)),
        format!("</memory_context>{}", "<memory_context>".repeat(60_000)),
    ] {
        assert!(without_own(&text).len() <= text.len());
    }
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}
