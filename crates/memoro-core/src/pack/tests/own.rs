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

proptest! {
    #[test]
    fn nothing_of_an_answer_is_taken_for_said_wherever_it_is_cut(
        of in 0..6usize,
        from in 0.0..=1.0f64,
        to in 0.0..=1.0f64,
        before in prop_oneof![Just(""), Just("memory says:\n"), Just("ความจำบอก\n\n")],
    ) {
        let answer = [
            "1. 1.00  memory/learnings/tea.md#L7-L7  2026-11-15  semantic  by agent\n   zebra ชอบชา\n2. 0.41  x  2026-11-14  episodic  (superseded)\n   zebra 喝茶\n3. 0.40  y    working\n   zebra\n",
            "Principles to keep:\n- zebra first\n- ชอบชา\nHow it was done:\n- 1. zebra 2. 喝茶\n",
            "หลักการที่ควรยึด:\n- ชอบชา\nแบบแผนที่เคยได้ผล:\n- zebra\n",
            "以往的做法:\n- 喝茶\n- zebra\n",
            "learning_2026-11-15_tea  2026-11-15  semantic\n   zebra ชอบชา\n   喝茶 zebra\n",
            "{\"decision\":\"tea?\",\"principles\":[{\"id\":\"x\",\"text\":\"zebra ชอบชา\"}],\"guidance\":\"喝茶\"}\n",
        ][of];
        let chars: Vec<char> = answer.chars().collect();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a share of a short text")]
        let at = |share: f64| (chars.len() as f64 * share) as usize;
        let head: String = chars.iter().take(at(to)).collect();
        let said = format!("{before}{head}\n\nช่วย deploy ที please");
        let left = without_own(&said);
        prop_assert!(!left.contains("zeb") && !left.contains("ชอบ") && !left.contains("喝"), "{left}");
        prop_assert!(left.ends_with("ช่วย deploy ที please"), "{left}");
        // A list of what was found whose head was cut off is known by what follows of it.
        if of == 0 && at(from) < answer.split("\n2.").next().unwrap_or_default().chars().count() {
            let tail: String = chars.iter().skip(at(from)).collect();
            let said = format!("{tail}\nช่วย");
            let left = without_own(&said);
            prop_assert!(!left.contains("zeb") && !left.contains("ชา") && !left.contains("喝"), "{tail} | {left}");
        }
    }
}

#[test]
fn a_decision_that_is_shown_whole_is_taken_out_whole() {
    let shown = "We use zebra\nwhy         zebras are fast\nconclusion  We use zebra\nref         \"zebra\"\nstage       decided\n\n\
                 id          DECISION-1\nkey         DECISION-1\nstatus      active\norigin      auto, trust agent, confidence 0.6\n\nso?";
    assert_eq!(without_own(shown), "\nso?");
}

#[test]
fn lists_and_words_of_people_that_look_a_little_like_answers_stay() {
    for said in [
        "Principles:\n- test first",
        "How it was done: by hand",
        "why we left early",
        "conclusion we stay",
        "2. buy milk  semantic",
        "来自以往的做法:\n买牛奶",
        "status      of the build is red, please look",
        "meeting  2026-11-15  room 4\n   bring tea",
    ] {
        assert_eq!(without_own(said), said);
    }
}
