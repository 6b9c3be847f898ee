//! Who decides about the layer, and what each layer draws from the text. How often the router is right is measured with the
//! embedded model, in `memoro-embed`.

use jiff::civil::Date;
use memoro_core::Layer;
use memoro_core::route::{Arriving, Because, layer, route};
use memoro_core::{Content, Outcome, Trigger};

fn arriving(text: &str) -> Arriving<'_> {
    Arriving { text, layer: None, concepts: &[], meant: None, today: Date::constant(2026, 11, 15) }
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
