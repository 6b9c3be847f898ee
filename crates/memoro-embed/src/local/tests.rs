//! Tests of the encoder on inputs of every shape; equality with the reference is in `tests/reference.rs`.

use super::{FILE, Header, LocalModel, Scratch};
use crate::Quantized;
use proptest::prelude::*;

fn length(vector: &[f32]) -> f32 {
    vector.iter().map(|x| x * x).sum::<f32>().sqrt()
}

fn cosine(a: &str, b: &str) -> f32 {
    let model = LocalModel::load();
    model.embed(a).iter().zip(model.embed(b)).map(|(x, y)| x * y).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_text_gives_a_unit_vector_or_zeros(text in "\\PC{0,60}|[ก-๛]{0,40}|[一-龥]{0,30}|.{0,20}") {
        let model = LocalModel::load();
        let vector = model.embed(&text);
        prop_assert_eq!(vector.len(), 256);
        let space = model.piece_ids("\u{10ffff}");
        let says_nothing = model.piece_ids(&text).iter().all(|id| space.contains(id));
        let expected = if says_nothing { 0.0 } else { 1.0 };
        prop_assert!((length(&vector) - expected).abs() < 1e-4);
    }

    #[test]
    fn used_buffers_change_nothing(texts in prop::collection::vec("\\PC{0,40}|[ก-๛ ]{0,40}|[一-龥a-z]{0,30}", 1..6)) {
        let model = LocalModel::load();
        let mut scratch = Scratch::default();
        let mut reused = Quantized::default();
        for text in &texts {
            prop_assert_eq!(model.embed_with(&mut scratch, text), model.embed(text));
            model.embed_i8_with(&mut scratch, text, &mut reused);
            prop_assert_eq!(&reused, &model.embed_i8(text));
        }
        let single: Vec<_> = texts.iter().map(|text| model.embed_i8(text)).collect();
        prop_assert_eq!(model.embed_i8_batch(texts.iter().map(String::as_str)), single);
    }

    #[test]
    fn case_and_spacing_around_words_do_not_matter(words in prop::collection::vec("[a-z]{1,8}|[ก-ฮ]{1,8}|[一-龥]{1,4}", 1..8)) {
        let model = LocalModel::load();
        let plain = words.join(" ");
        let spaced = format!("\t {}\n", words.join(" \u{3000} ").to_uppercase());
        prop_assert_eq!(model.piece_ids(&spaced), model.piece_ids(&plain));
    }
}

#[test]
fn every_piece_of_the_model_is_found_under_its_own_id() {
    let (header, model) = (Header::read(), LocalModel::load());
    let lengths = FILE[32 + header.charsmap..].as_chunks::<2>().0;
    let mut strings = &header.body[header.charsmap + header.rows * 2..];
    for (id, length) in (0..).zip(&lengths[..header.rows]) {
        let (piece, rest) = strings.split_at(u16::from_le_bytes(*length).into());
        assert_eq!(model.pieces.id_of(piece), Some(id), "{:?}", String::from_utf8_lossy(piece));
        assert_eq!(model.pieces.id_of(&[piece, b"\xff"].concat()), None);
        strings = rest;
    }
    assert_eq!(header.rows, 90_000);
}

#[test]
fn text_without_words_has_no_direction() {
    let model = LocalModel::load();
    for text in ["", " ", "\t\n\u{a0}\u{3000}", "\u{0}", "\u{200b}", "\u{2581}"] {
        assert!(model.embed_i8(text).is_zero(), "{text:?}");
        assert_eq!(model.embed(text), [0.0; 256], "{text:?}");
    }
}

#[test]
fn characters_that_no_piece_covers_have_no_direction() {
    let model = LocalModel::load();
    for text in ["傸", "\u{10ffff} \u{10fffe}", "🫨\u{0}"] {
        assert!(!model.piece_ids(text).is_empty(), "the start of a word is a piece: {text:?}");
        assert!(model.embed_i8(text).is_zero(), "{text:?}");
    }
    assert!(!model.embed_i8("傸 museum").is_zero());
}

#[test]
fn emoji_known_or_not_give_a_vector_of_the_usual_size() {
    let model = LocalModel::load();
    for text in ["😀", "👩‍👩‍👧‍👦🏳️‍🌈", "🫨🫷🪿"] {
        assert_eq!(model.embed_i8(text).values.len(), 256, "{text:?}");
    }
}

#[test]
fn a_hundred_kilobytes_are_encoded_whole() {
    let model = LocalModel::load();
    for (unit, bytes) in
        [("deploy on Docker ", 17), ("ฉันชอบกินข้าวผัด", 48), ("我喜欢博物馆", 18), ("a", 1), ("\u{301}", 2)]
    {
        let vector = model.embed(&unit.repeat(100_000 / bytes));
        assert!((length(&vector) - 1.0).abs() < 1e-3 || vector.iter().all(|x| *x == 0.0), "{unit:?}");
    }
}

#[test]
fn nearness_follows_meaning_within_and_across_languages() {
    let pairs = [
        ("Where do you live?", "ที่อยู่ของคุณอยู่ที่ไหน", "The engine needs oil"),
        ("我喜欢吃苹果", "I like to eat apples", "数据库连接失败"),
        ("ฉันชอบดื่มกาแฟ", "我爱喝咖啡", "รถไฟออกตอนเก้าโมง"),
        ("database connection refused", "cannot connect to the database", "my dog likes the beach"),
    ];
    for (text, near, far) in pairs {
        assert!(cosine(text, near) > cosine(text, far) + 0.1, "{text} / {near} / {far}");
    }
}

#[test]
fn quantising_keeps_the_direction() {
    let model = LocalModel::load();
    for text in ["deployบนDocker", "用Docker部署", "Straße ΌΔΟΣ İstanbul", "ﬁle ①②③ ＡＢＣ"]
    {
        let (exact, rough) = (model.embed(text), model.embed_i8(text).to_f32());
        let cosine: f32 = exact.iter().zip(&rough).map(|(x, y)| x * y).sum::<f32>() / length(&rough);
        assert!(cosine > 0.9998, "{text}: {cosine}");
    }
}
