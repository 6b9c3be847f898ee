//! What every comparison holds to, whatever the texts are.

use proptest::prelude::*;

use super::*;

/// Stands in for a model: the share of common terms.
fn words(a: &str, b: &str) -> f64 {
    f64::midpoint(overlap(a, b), 0.9)
}

#[test]
fn a_contradiction_says_what_differs_in_three_languages() {
    for (new, old, why) in [
        (
            "The gateway timeout is 60 seconds.",
            "The gateway timeout is 29 seconds.",
            "29 seconds → 60 seconds",
        ),
        ("ทีมประชุมทุกวันพฤหัสสิบโมง", "ทีมประชุมทุกวันอังคารสิบโมง", "วันอังคาร → วันพฤหัส"),
        ("这个功能默认开启。", "这个功能默认关闭。", "关闭 → 开启"),
    ] {
        let found = compare(new, old, Sense::of_words(&words));
        assert_eq!(found.relation, Relation::Contradicts { why: why.into() }, "{found:?}");
    }
}

#[test]
fn a_text_is_the_same_as_itself_and_unlike_another() {
    for text in ["Deploys need two approvals.", "ห้าม deploy วันศุกร์", "周五不要部署。"]
    {
        assert_eq!(compare(text, text, Sense::of_words(&words)).relation, Relation::Same);
        let other = compare(text, "My sister plays the cello", Sense::of_words(&|_, _| 0.02));
        assert_eq!(other.relation, Relation::Unrelated, "{text}");
    }
}

proptest! {
    #[test]
    fn any_two_texts_compare_within_bounds(a in "\\PC{0,60}", b in "\\PC{0,60}", cosine in -2.0f64..2.0) {
        let found = compare(&a, &b, Sense::of_words(&|_, _| cosine));
        prop_assert!((0.0..=1.0).contains(&found.similarity) && (0.0..=1.0).contains(&found.confidence));
        prop_assert!(found.evidence.signals().all(|(_, value)| value.is_finite()));
    }

    #[test]
    fn a_model_that_fails_does_no_harm(text in "[a-zก-ฮ东京 0-9]{0,40}") {
        let found = compare(&text, "the port is 80", Sense::of_words(&|_, _| f64::NAN));
        prop_assert!(found.similarity.is_finite());
    }
}

#[test]
fn what_differs_in_marks_and_case_alone_says_the_same() {
    let found = compare(
        "The gateway timeout is 60 seconds.",
        "the gateway timeout is 60 seconds",
        Sense::of_words(&words),
    );
    assert_eq!((found.relation, found.confidence), (Relation::Same, 1.0));
}

proptest! {
    #[test]
    fn what_is_not_alike_at_all_contradicts_nothing(
        thing in "[a-z]{3,8}", not in prop::bool::ANY, number in 1u32..99, cosine in -1.0f64..0.3,
        row in prop::collection::vec(-1.0f32..1.0, 8),
    ) {
        let denied = if not { "is not" } else { "is" };
        let new = format!("the {thing} {denied} on {number}");
        let rows = |text: &str| row.iter().copied().cycle().take(text.len() * 256).collect::<Vec<f32>>();
        for old in ["coffee machine upstairs: 7", "never ship coffee", "เครื่องชงกาแฟไม่อยู่ชั้น 2", "咖啡机不在 2 楼"] {
            let found = compare(&new, old, Sense { meaning: &|_, _| cosine, rows: &rows });
            let contradicts = matches!(found.relation, Relation::Contradicts { .. });
            prop_assert!(!contradicts || found.similarity >= SPEAK_OF_ONE, "{new} / {old}: {found:?}");
        }
    }
}
