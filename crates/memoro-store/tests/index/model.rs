//! The index against a naive model of it.

use std::collections::BTreeMap;

use memoro_core::fusion::{Corpus, Posting};
use memoro_core::text::Term;
use memoro_store::index::{self, DocumentId, Effort, ModelId, NewChunk, Probe, SearchIndex};
use proptest::prelude::*;
use rusqlite::Connection;

use crate::{RARE, document, made, open};

#[derive(Default)]
struct Naive {
    live: BTreeMap<u32, (u32, u32)>,
    next: u32,
}

impl Naive {
    fn put(&mut self, document: u32, seeds: std::ops::Range<u32>) {
        for seed in seeds {
            self.live.insert(self.next, (document, seed));
            self.next += 1;
        }
    }

    fn compact(&mut self) {
        self.live = std::mem::take(&mut self.live)
            .into_values()
            .zip(0..)
            .map(|(chunk, slot)| (slot, chunk))
            .collect();
        self.next = u32::try_from(self.live.len()).expect("few").next_multiple_of(1_024);
    }

    fn postings(&self, term: Term, model: ModelId) -> Vec<Posting> {
        let tf = |seed: u32| made(seed, 0, model).terms.iter().find(|(t, _)| *t == term).map(|(_, tf)| *tf);
        self.live.iter().filter_map(|(&slot, &(_, seed))| Some(Posting { slot, tf: tf(seed)? })).collect()
    }
}

fn asked() -> Vec<Term> {
    let mut terms: Vec<Term> = (0..3).map(Term).collect();
    terms.extend([5u64, 50, 96].map(|n| Term(n << 40)));
    terms.extend([3u64, 700, 1_500, 4_000].map(|n| Term(RARE + n)));
    terms
}

fn compare(search: &mut SearchIndex, conn: &Connection, naive: &Naive, model: ModelId) {
    let view = search.view(conn, &asked()).expect("view");
    assert_eq!(view.slots(), naive.next);
    assert_eq!(view.totals().chunks as usize, naive.live.len());
    let visible =
        |slot: u32| view.visible().is_none_or(|words| words[slot as usize / 64] >> (slot % 64) & 1 == 1);
    for slot in 0..naive.next {
        assert_eq!(visible(slot), naive.live.contains_key(&slot), "slot {slot}");
    }
    for term in asked() {
        let mut got = Vec::new();
        view.postings(term, &mut |list| got.extend(list.iter().filter(|p| visible(p.slot)).copied()));
        assert!(got == naive.postings(term, model), "{term:?}");
    }
    let question = made(9, 0, model).vectors[0].1.clone();
    let mut cosines = Vec::new();
    view.cosines_into(&Probe::new(&question), &mut cosines).expect("same model");
    assert_eq!(cosines.len(), naive.next as usize);
    for slot in 0..naive.next {
        let expected = naive.live.get(&slot).map_or(0.0, |&(_, seed)| {
            let other = &made(seed, 0, model).vectors[0].1;
            let pairs = question.values().iter().zip(other.values());
            pairs.map(|(&a, &b)| f32::from(a) * f32::from(b)).sum::<f32>()
                * (question.scale() * other.scale())
        });
        assert!((cosines[slot as usize] - expected).abs() < 1e-4, "slot {slot}");
    }
}

#[derive(Clone, Debug)]
enum Step {
    Put(u32),
    Remove(prop::sample::Index),
    Seal(bool),
    Purge,
    Compact,
    Ask,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (1u32..900).prop_map(Step::Put),
        2 => any::<prop::sample::Index>().prop_map(Step::Remove),
        2 => any::<bool>().prop_map(Step::Seal),
        1 => Just(Step::Purge),
        1 => Just(Step::Compact),
        2 => Just(Step::Ask),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn any_order_of_writes_is_found_as_a_naive_model_finds_it(steps in prop::collection::vec(step(), 1..24)) {
        let (conn, model) = open();
        let mut naive = Naive::default();
        let mut search = SearchIndex::open(&conn).expect("open");
        let mut documents: Vec<DocumentId> = Vec::new();
        let mut seed = 0;
        for step in steps {
            match step {
                Step::Put(count) => {
                    let id = document(&conn, &seed.to_string());
                    let chunks: Vec<NewChunk> = (0..count).map(|i| made(seed + i, i, model)).collect();
                    index::put(&conn, id, &chunks).expect("put");
                    naive.put(u32::try_from(id.0).expect("small"), seed..seed + count);
                    documents.push(id);
                    seed += count;
                }
                Step::Remove(which) if !documents.is_empty() => {
                    let id = documents.remove(which.index(documents.len()));
                    index::remove_document(&conn, id).expect("remove");
                    naive.live.retain(|_, (document, _)| i64::from(*document) != id.0);
                }
                Step::Seal(full) => {
                    index::seal_if_due(&conn, if full { Effort::Full } else { Effort::Bounded }).expect("seal");
                }
                Step::Purge => {
                    index::purge(&conn).expect("purge");
                }
                Step::Compact => {
                    index::compact(&conn).expect("compact");
                    naive.compact();
                }
                Step::Ask | Step::Remove(_) => compare(&mut search, &conn, &naive, model),
            }
        }
        compare(&mut search, &conn, &naive, model);
        compare(&mut SearchIndex::open(&conn).expect("fresh"), &conn, &naive, model);
        prop_assert_eq!(index::verify(&conn).expect("verify").problems, Vec::<String>::new());
    }
}

#[test]
fn eight_packs_become_one_and_nothing_is_lost() {
    let (conn, model) = open();
    let mut naive = Naive::default();
    for n in 0..9u32 {
        let id = document(&conn, &n.to_string());
        let seeds = n * 1_000..(n + 1) * 1_000;
        let chunks: Vec<NewChunk> = seeds.clone().map(|seed| made(seed, seed, model)).collect();
        index::put(&conn, id, &chunks).expect("put");
        naive.put(n, seeds);
        index::seal_if_due(&conn, Effort::Bounded).expect("seal");
    }
    let packs: i64 = conn.query_row("SELECT count(*) FROM packs", [], |row| row.get(0)).expect("packs");
    assert_eq!(packs, 1);
    compare(&mut SearchIndex::open(&conn).expect("open"), &conn, &naive, model);
}
