//! Vectors of more than one model, and chunks whose vector comes late.

use memoro_core::fusion::Corpus;
use memoro_core::text::Term;
use memoro_store::index::{
    self, Effort, IndexError, Limits, ModelId, NewChunk, Probe, Quantized, SearchIndex,
};
use rusqlite::Connection;

use crate::{RARE, document, made, open};

fn best(search: &mut SearchIndex, conn: &Connection, question: &[f32]) -> (usize, f32) {
    let view = search.view(conn, &[]).expect("view");
    let probe = Probe::new(&Quantized::from_f32(question).expect("finite"));
    let cosines = view.cosines(&probe).expect("same space").expect("vectors");
    cosines.into_iter().enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).expect("some")
}

fn other(slot: u32) -> Quantized {
    let angle = f32::from(u16::try_from(slot).expect("small")) / 500.0;
    Quantized::from_f32(&[angle.cos(), angle.sin(), 0.0]).expect("finite")
}

#[test]
fn a_new_model_is_filled_beside_the_old_one_and_searched_after_the_switch() {
    let (conn, old) = open();
    let id = document(&conn, "a");
    let chunks: Vec<NewChunk> = (0..1_300).map(|i| made(i, i, old)).collect();
    index::put(&conn, id, &chunks).expect("put");
    index::seal_if_due(&conn, Effort::Bounded).expect("seal");
    let mut search = SearchIndex::open(&conn).expect("open");
    let new = index::register_model(&conn, "new", 3).expect("model").id;
    assert!(matches!(
        index::register_model(&conn, "new", 4),
        Err(IndexError::Dimension { expected: 3, got: 4, .. })
    ));
    assert!(matches!(index::switch_model(&conn, new), Err(IndexError::Incomplete { missing: 1_300, .. })));
    while let missing @ [_, ..] = index::missing_vectors(&conn, new, 0, 300).expect("missing").as_slice() {
        let vectors: Vec<(u32, Quantized)> = missing.iter().map(|&slot| (slot, other(slot))).collect();
        index::put_vectors(&conn, new, &vectors).expect("vectors");
        assert!(best(&mut search, &conn, &[1.0; 8]).1 > 0.0, "the old space answers meanwhile");
    }
    assert_eq!(index::active_model(&conn).expect("model").map(|m| m.id), Some(old));
    index::switch_model(&conn, new).expect("switch");
    let at = other(1_200);
    let question: Vec<f32> = at.values().iter().map(|&v| f32::from(v)).collect();
    assert!(
        search.view(&conn, &[]).expect("view").cosines(&Probe::new(&made(1, 1, old).vectors[0].1)).is_err()
    );
    assert!((1_190..1_210).contains(&best(&mut search, &conn, &question).0));
    assert!(matches!(index::drop_model(&conn, new), Err(IndexError::ActiveModel(_))));
    assert!(matches!(index::put_vectors(&conn, old, &[]), Err(IndexError::UnknownModel(_))));
    let left: i64 =
        conn.query_row("SELECT count(*) FROM vector_blocks", [], |row| row.get(0)).expect("count");
    assert_eq!(left, 1);
    assert_eq!(index::verify(&conn).expect("verify").problems, Vec::<String>::new());
}

#[test]
fn a_late_vector_is_found_at_the_next_question_sealed_or_not() {
    let (conn, model) = open();
    let id = document(&conn, "a");
    let bare = |i| NewChunk { vectors: Vec::new(), ..made(i, i, model) };
    index::put(&conn, id, &(0..1_100).map(bare).collect::<Vec<_>>()).expect("put");
    index::seal_if_due(&conn, Effort::Bounded).expect("seal");
    let mut search = SearchIndex::open(&conn).expect("open");
    assert!(!search.view(&conn, &[]).expect("view").has_vectors());
    for slot in [5u32, 1_050] {
        let vector = made(slot, 0, model).vectors[0].1.clone();
        let question: Vec<f32> = vector.values().iter().map(|&v| f32::from(v)).collect();
        index::put_vectors(&conn, model, &[(slot, vector), (9_999, made(1, 0, model).vectors[0].1.clone())])
            .expect("put");
        assert_eq!(best(&mut search, &conn, &question).0, slot as usize);
    }
    assert_eq!(index::missing_vectors(&conn, model, 1_000, 3).expect("missing"), [1_000, 1_001, 1_002]);
}

#[test]
fn text_that_did_not_change_gives_its_vector_back() {
    let (conn, model) = open();
    let id = document(&conn, "a");
    let chunks: Vec<NewChunk> = (0..1_030).map(|i| made(i, i, model)).collect();
    index::put(&conn, id, &chunks).expect("put");
    index::seal_if_due(&conn, Effort::Bounded).expect("seal");
    let kept = index::vectors_of(&conn, model, id).expect("vectors");
    assert_eq!(kept.len(), 1_030);
    for (hash, vector) in kept {
        let chunk = made(u32::try_from(hash).expect("a small hash"), 0, model);
        assert_eq!((&chunk.vectors[0].1, chunk.text_hash), (&vector, hash));
    }
    assert!(matches!(index::vectors_of(&conn, ModelId(77), id), Err(IndexError::UnknownModel(77))));
}

#[test]
fn speakers_keep_their_numbers_after_one_is_erased() {
    let (conn, _) = open();
    let numbers =
        ["Anna", "สมชาย", "王芳", "anna", "user"].map(|name| index::speaker(&conn, name).expect("number"));
    assert_eq!(numbers, [1, 2, 3, 1, 0]);
    assert!(index::erase_speaker(&conn, "สมชาย").expect("erase"));
    assert!(!index::erase_speaker(&conn, "nobody").expect("erase"));
    assert_eq!(index::speaker(&conn, "Bob").expect("number"), 4);
    let view = SearchIndex::open(&conn).expect("open").view(&conn, &[]).expect("view");
    assert!(view.speakers().name(3).len() + view.speakers().name(4).len() >= 2);
}

/// Vectors around a few centres, as texts on a few subjects have.
fn scattered(seed: u32) -> Vec<f32> {
    let noise = |n: u32| {
        let mixed = n.wrapping_mul(0x9E37_79B9).rotate_left(15).wrapping_mul(0x85EB_CA6B);
        f32::from(u8::try_from(mixed >> 24).expect("a byte")) / 128.0 - 1.0
    };
    let raw: Vec<f32> =
        (0..64).map(|d| noise((seed % 40) * 64 + d + 1) + 0.9 * noise(90_000 + seed * 64 + d)).collect();
    let length = raw.iter().map(|v| v * v).sum::<f32>().sqrt();
    raw.into_iter().map(|v| v / length).collect()
}

#[test]
fn a_large_set_looked_at_by_signs_finds_what_the_exact_scan_finds() {
    let (conn, _) = open();
    let model = index::register_model(&conn, "wide", 64).expect("model").id;
    let id = document(&conn, "a");
    let chunks: Vec<NewChunk> = (0..5_000)
        .map(|i| {
            let vector = Quantized::from_f32(&scattered(i)).expect("finite");
            NewChunk { vectors: vec![(model, vector)], ..made(i, i, model) }
        })
        .collect();
    index::put(&conn, id, &chunks).expect("put");
    index::seal_if_due(&conn, Effort::Full).expect("seal");
    let mut search = SearchIndex::with(Limits { exact: 100, ..Limits::default() });
    let (mut found, mut asked) = (0, 0);
    for question in 0..20 {
        let rare = Term(RARE + 4_321);
        let mut view = search.view(&conn, &[rare]).expect("view");
        view.choose(|slot, _, _| slot % 7 != 0);
        let probe = Probe::new(&Quantized::from_f32(&scattered(10_000 + question)).expect("finite"));
        let by_signs = view.cosines(&probe).expect("same space").expect("vectors");
        let mut exactly = SearchIndex::open(&conn).expect("open").view(&conn, &[]).expect("view");
        exactly.choose(|slot, _, _| slot % 7 != 0);
        let exact = exactly.cosines(&probe).expect("same space").expect("vectors");
        let mut order: Vec<usize> = (0..5_000).collect();
        order.sort_by(|a, b| exact[*b].total_cmp(&exact[*a]));
        found += order
            .iter()
            .take(10)
            .filter(|slot| by_signs[**slot].to_bits() == exact[**slot].to_bits())
            .count();
        asked += 10;
        assert_eq!(
            by_signs[4_321].to_bits(),
            exact[4_321].to_bits(),
            "a chunk of a rare term is compared exactly"
        );
        assert!(
            by_signs.iter().step_by(7).all(|&cosine| cosine == 0.0),
            "what is not shown is not looked at"
        );
        let far =
            order.iter().skip(10).map(|slot| (by_signs[*slot] - exact[*slot]).abs()).sum::<f32>() / 4_990.0;
        assert!(far < 0.15, "elsewhere the signs are near the cosine: {far}");
    }
    assert!(found * 100 >= asked * 97, "{found} of {asked}");
}
