//! How often the router is right by the words alone, on sentences in three languages that its rules were made with.
//! What it does with sentences that nobody looked at before is measured with the embedded model, in `memoro-embed`.

use jiff::civil::Date;
use memoro_core::Layer;
use memoro_core::route::{Arriving, Because, layer, route};
use memoro_core::{Content, Outcome, Trigger};

const SENTENCES: &str = include_str!("data/router.tsv");

struct Sentence {
    language: &'static str,
    layer: Layer,
    text: &'static str,
}

fn sentences() -> Vec<Sentence> {
    let read = |line: &'static str| {
        let fields: Vec<&'static str> = line.split('\t').collect();
        let [language, layer, text] = fields[..] else { panic!("three fields: {line}") };
        Sentence { language, layer: layer.parse().expect("a layer"), text }
    };
    SENTENCES.lines().map(read).collect()
}

fn arriving(text: &str) -> Arriving<'_> {
    Arriving { text, layer: None, concepts: &[], vector: None, today: Date::constant(2026, 11, 15) }
}

fn found(text: &str) -> Layer {
    layer(&arriving(text)).0
}

fn accuracy(sentences: &[&Sentence]) -> f64 {
    let count = |n: usize| f64::from(u32::try_from(n).expect("few sentences"));
    count(sentences.iter().filter(|s| found(s.text) == s.layer).count()) / count(sentences.len())
}

#[test]
fn the_router_is_right_in_each_language() {
    let all = sentences();
    for language in ["en", "th", "zh"] {
        let of: Vec<_> = all.iter().filter(|s| s.language == language).collect();
        eprintln!("{language}: {:.3} of {}", accuracy(&of), of.len());
        assert!(of.len() >= 300 && accuracy(&of) >= 0.97, "{language}: {:.3}", accuracy(&of));
    }
}

#[test]
fn what_users_of_older_memories_wrote_goes_where_it_went() {
    for text in [
        "ฉันชอบให้ตอบสั้นๆ",
        "ฉันรู้เรื่อง Docker ดีแล้ว ไม่ต้องอธิบายพื้นฐาน",
        "user prefer dark mode",
        "user expertise: docker",
        "ผู้ใช้ไม่ชอบอีโมจิ",
        "ผู้ใช้ ต้องการ คำตอบสั้น",
        "User ชอบ TypeScript",
    ] {
        assert_eq!(found(text), Layer::UserModel, "{text}");
    }
    for text in [
        "เวลา debug → ดู log ก่อน → ตรวจ config → test",
        "ถ้า user ถามเรื่อง X → ควรทำ Y ก่อน",
        "เมื่อ user ถามเรื่อง deploy Docker ให้ถาม environment ก่อน",
        "when a deploy is requested then show the checklist",
        "if the user asks for logs, you should mask the tokens",
        "ถ้าระบบช้า ทำ profiling",
    ] {
        assert_eq!(found(text), Layer::Procedural, "{text}");
    }
    for text in [
        "implement Smart Chunker สำหรับ bilingual text ทำสำเร็จ deploy แล้ว",
        "2026-02-14 implement Adaptive Hybrid Search, 24 tests pass, deployed",
    ] {
        assert_eq!(found(text), Layer::Episodic, "{text}");
    }
    for text in ["Oracle V2 stores knowledge as documents", "cosine similarity อยู่ระหว่าง -1 ถึง 1", ""]
    {
        assert_eq!(found(text), Layer::Semantic, "{text}");
    }
}

#[test]
fn a_named_layer_wins_over_a_concept_and_a_concept_over_the_text() {
    let concepts = ["docker".to_owned(), "memory:episodic".to_owned()];
    let text = "I prefer short answers";
    let explicit = Arriving { layer: Some(Layer::Semantic), concepts: &concepts, ..arriving(text) };
    assert_eq!(layer(&explicit), (Layer::Semantic, Because::Explicit));
    let by_concept = Arriving { concepts: &concepts, ..arriving(text) };
    assert_eq!(layer(&by_concept), (Layer::Episodic, Because::Concept("memory:episodic".into())));
    let unknown = ["memory:nowhere".to_owned(), "memory:policy".to_owned()];
    assert_eq!(layer(&Arriving { concepts: &unknown, ..arriving(text) }).0, Layer::UserModel);
}

#[test]
fn each_layer_gets_its_fields_from_the_text() {
    let procedure = route(&arriving("如果客户要求退款，就先查订单日期，再提供代金券。"));
    let Content::Procedure(procedure) = procedure.content else { panic!("a procedure") };
    assert_eq!(procedure.trigger, Trigger::When("客户要求退款".into()));
    assert_eq!(procedure.steps, ["先查订单日期", "提供代金券"]);

    let episode = route(&arriving("เมื่อวานย้ายฐานข้อมูลไป PostgreSQL เสร็จแล้ว ไม่มีปัญหา"));
    assert_eq!(episode.occurred, Some(Date::constant(2026, 11, 14)));
    let Content::Episode(episode) = episode.content else { panic!("an episode") };
    assert_eq!((episode.outcome, episode.topics), (Outcome::Success, vec!["PostgreSQL".to_owned()]));

    let wish = route(&arriving("I prefer short answers"));
    assert_eq!(wish.key.as_ref().map(memoro_core::Key::as_str), Some("response.length"));
    let Content::Entry(entry) = wish.content else { panic!("an entry") };
    assert_eq!(entry.value, "concise");
}
