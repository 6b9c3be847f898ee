//! The search index against a naive model of it, across processes, and with damage.

use std::collections::BTreeMap;

use jiff::Timestamp;
use memoro_core::fusion::{ChunkMeta, Corpus, Posting};
use memoro_core::text::{Profile, Term};
use memoro_store::index::{
    self, DocumentId, Effort, Facets, IndexError, ModelId, NewChunk, NewDocument, Probe, Quantized,
    SearchIndex, Source, Tier,
};
use proptest::prelude::*;
use rusqlite::Connection;

const DIM: u32 = 8;
const RARE: u64 = 1 << 63;

fn open() -> (Connection, ModelId) {
    let conn = Connection::open_in_memory().expect("memory");
    conn.execute_batch(index::SCHEMA).expect("schema");
    let model = index::register_model(&conn, "test", DIM).expect("model").id;
    (conn, model)
}

fn document(conn: &Connection, uri: &str) -> DocumentId {
    let new = NewDocument {
        source: Source::Workspace,
        uri: uri.to_owned(),
        title: None,
        tier: Tier::Warm,
        content_hash: None,
        size: 0,
        mtime_ns: 0,
        inode: 0,
        indexed_at: Timestamp::UNIX_EPOCH,
        error: None,
    };
    index::add_document(conn, &new).expect("document")
}

/// A chunk whose terms and vector follow from a number.
fn made(seed: u32, ordinal: u32, model: ModelId) -> NewChunk {
    let vector: Vec<f32> = (0..DIM).map(|d| ((seed * 31 + d * 17) % 23) as f32 - 11.0).collect();
    let terms = [
        (Term(u64::from(seed % 5)), 1),
        (Term(u64::from(seed % 97 + 1) << 40), 3),
        (Term(RARE + u64::from(seed)), 1),
    ];
    NewChunk {
        lines: 1..2,
        bytes: 0..10,
        text_hash: u64::from(seed),
        heading: None,
        text: None,
        terms: terms.to_vec(),
        meta: ChunkMeta {
            ordinal,
            profile: Profile { len: u16::try_from(seed % 50).expect("small") + 1, ..Profile::default() },
            ..ChunkMeta::default()
        },
        facets: Facets { layer: u8::try_from(seed % 3).expect("small"), ..Facets::default() },
        vectors: vec![(model, Quantized::from_f32(&vector).expect("finite"))],
    }
}

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
    let Some(cosines) = view.cosines(&Probe::new(&question)).expect("same model") else {
        assert_eq!(naive.next, 0);
        return;
    };
    for slot in 0..naive.next {
        let expected = naive.live.get(&slot).map_or(0.0, |&(_, seed)| {
            let other = &made(seed, 0, model).vectors[0].1;
            let dot: i32 = question
                .values()
                .iter()
                .zip(other.values())
                .map(|(&a, &b)| i32::from(a) * i32::from(b))
                .sum();
            dot as f32 * (question.scale() * other.scale())
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
    Ask,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (1u32..900).prop_map(Step::Put),
        2 => any::<prop::sample::Index>().prop_map(Step::Remove),
        2 => any::<bool>().prop_map(Step::Seal),
        1 => Just(Step::Purge),
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
                Step::Ask | Step::Remove(_) => compare(&mut search, &conn, &naive, model),
            }
        }
        compare(&mut search, &conn, &naive, model);
        compare(&mut SearchIndex::open(&conn).expect("fresh"), &conn, &naive, model);
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

#[test]
fn two_processes_see_each_others_writes_at_the_next_question() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("store.db");
    let (one, two) = (Connection::open(&path).expect("open"), Connection::open(&path).expect("open"));
    one.pragma_update(None, "journal_mode", "wal").expect("wal");
    one.execute_batch(index::SCHEMA).expect("schema");
    let model = index::register_model(&one, "test", DIM).expect("model").id;
    let mut mirrors = (SearchIndex::open(&one).expect("open"), SearchIndex::open(&two).expect("open"));
    let count = |search: &mut SearchIndex, conn: &Connection| {
        let view = search.view(conn, &[Term(0)]).expect("view");
        let mut found = 0;
        view.postings(Term(0), &mut |list| found += list.len());
        (view.totals().chunks, found)
    };
    let first = document(&one, "first");
    index::put(&one, first, &[made(0, 0, model)]).expect("put");
    assert_eq!(count(&mut mirrors.1, &two), (1, 1));
    let second = document(&two, "second");
    let chunks: Vec<NewChunk> = (0..1_100).map(|i| made(i, i, model)).collect();
    index::put(&two, second, &chunks).expect("put");
    index::seal_if_due(&two, Effort::Bounded).expect("seal");
    assert_eq!(count(&mut mirrors.0, &one), (1_101, 221));
    index::remove_document(&one, first).expect("remove");
    assert_eq!(count(&mut mirrors.1, &two).0, 1_100);
    assert!(!mirrors.1.refresh(&two).expect("nothing new"));
}

#[test]
fn a_write_that_is_rolled_back_is_never_seen() {
    let (mut conn, model) = open();
    let mut search = SearchIndex::open(&conn).expect("open");
    let id = document(&conn, "a");
    {
        let tx = conn.transaction().expect("begin");
        index::put(&tx, id, &[made(0, 0, model)]).expect("put");
        assert_eq!(search.view(&tx, &[]).expect("own write").totals().chunks, 1);
    }
    index::put(&conn, id, &[made(1, 0, model), made(2, 1, model)]).expect("put");
    let view = search.view(&conn, &[Term(0), Term(1)]).expect("view");
    assert_eq!(view.totals().chunks, 2);
    let mut found = Vec::new();
    view.postings(Term(0), &mut |list| found.extend_from_slice(list));
    view.postings(Term(1), &mut |list| found.extend_from_slice(list));
    assert_eq!(found, [Posting { slot: 0, tf: 1 }]);
}

#[test]
fn a_vector_of_another_dimension_is_refused_and_nothing_changes() {
    let (mut conn, model) = open();
    let id = document(&conn, "a");
    let mut chunk = made(0, 0, model);
    chunk.vectors = vec![(model, Quantized::from_f32(&[1.0; 3]).expect("finite"))];
    let tx = conn.transaction().expect("begin");
    let error = index::put(&tx, id, &[chunk]).expect_err("refused");
    assert!(matches!(error, IndexError::Dimension { expected: 8, got: 3, .. }), "{error}");
    drop(tx);
    index::put(&conn, id, &[made(0, 0, model)]).expect("put");
    let view = SearchIndex::open(&conn).expect("open").view(&conn, &[]).expect("view");
    assert!(view.cosines(&Probe::new(&Quantized::from_f32(&[1.0; 3]).expect("finite"))).is_err());
}

#[test]
fn removed_chunks_leave_no_bytes_in_meta_vectors_or_postings() {
    let (conn, model) = open();
    let id = document(&conn, "secret");
    index::put(&conn, id, &[made(4_242, 0, model)]).expect("put");
    let other = document(&conn, "other");
    let chunks: Vec<NewChunk> = (0..1_200).map(|i| made(i, i, model)).collect();
    index::put(&conn, other, &chunks).expect("put");
    index::seal_if_due(&conn, Effort::Bounded).expect("seal");
    let holds = |conn: &Connection| {
        let mut search = SearchIndex::open(conn).expect("open");
        let view = search.view(conn, &[Term(RARE + 4_242)]).expect("view");
        let mut found = 0;
        view.postings(Term(RARE + 4_242), &mut |list| found += list.len());
        found
    };
    assert_eq!(holds(&conn), 1);
    index::remove_document(&conn, id).expect("remove");
    assert_eq!(holds(&conn), 1, "the posting is skipped, not gone");
    assert_eq!(index::purge(&conn).expect("purge"), 1);
    assert_eq!(holds(&conn), 0);
    let meta: Vec<u8> =
        conn.query_row("SELECT data FROM meta_blocks WHERE block = 0", [], |r| r.get(0)).expect("meta");
    assert!(meta[4..36].iter().all(|&b| b == 0));
    let rows: Vec<u8> = conn.query_row("SELECT data FROM vector_blocks", [], |r| r.get(0)).expect("vectors");
    assert!(rows[..64].iter().all(|&b| b == 0) && rows[64..128].iter().any(|&b| b != 0));
}
