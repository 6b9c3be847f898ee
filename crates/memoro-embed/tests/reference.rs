//! The encoder against the reference implementation: 100 texts with their piece ids and leading dimensions.

use memoro_embed::LocalModel;
use serde_json::Value;

fn vectors() -> Vec<Value> {
    let text = include_str!("data/test_vectors.json");
    serde_json::from_str(text).expect("the test vectors are JSON")
}

#[test]
fn piece_ids_equal_those_of_the_reference() {
    let model = LocalModel::load();
    let vectors = vectors();
    assert_eq!(vectors.len(), 100);
    for vector in vectors {
        let text = vector["text"].as_str().expect("each vector has a text");
        let expected: Vec<u32> = serde_json::from_value(vector["ids"].clone()).expect("ids are numbers");
        assert_eq!(model.piece_ids(text), expected, "{text}");
    }
}

#[test]
fn leading_dimensions_equal_those_of_the_reference() {
    let model = LocalModel::load();
    let mut worst = 0.0_f32;
    for vector in vectors() {
        let text = vector["text"].as_str().expect("each vector has a text");
        let expected: Vec<f32> = serde_json::from_value(vector["first8"].clone()).expect("numbers");
        for (got, expected) in model.embed(text).iter().zip(expected) {
            worst = worst.max((got - expected).abs());
        }
    }
    assert!(worst < 1e-5, "largest difference {worst}");
}
