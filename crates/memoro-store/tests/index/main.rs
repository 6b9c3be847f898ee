//! The search index: against a naive model of it, across processes, with two models, and with damage.

mod damage;
mod model;
mod spaces;

use jiff::Timestamp;
use memoro_core::fusion::{ChunkMeta, Corpus, Posting};
use memoro_core::text::{Profile, Term};
use memoro_store::index::{
    self, DocumentId, Effort, Facets, IndexError, ModelId, NewChunk, NewDocument, Probe, Quantized,
    SearchIndex, Source, Tier,
};
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
    let vector: Vec<f32> =
        (0..DIM).map(|d| f32::from(u8::try_from((seed * 31 + d * 17) % 23).expect("small")) - 11.0).collect();
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

#[test]
fn filters_narrow_what_is_shown_and_its_totals() {
    let (conn, model) = open();
    let id = document(&conn, "a");
    let chunks: Vec<NewChunk> = (0..300).map(|i| made(i, i, model)).collect();
    index::put(&conn, id, &chunks).expect("put");
    let mut search = SearchIndex::open(&conn).expect("open");
    let mut view = search.view(&conn, &[]).expect("view");
    view.choose_facets(|_| true);
    assert!(view.visible().is_none());
    view.choose_facets(|facets| facets.layer != 1);
    assert_eq!(view.totals().chunks, 200);
    view.choose(|slot, meta, _| slot < 30 && meta.ordinal >= 3);
    view.choose_set(&(0..12).collect());
    let shown: Vec<u32> = (0..300)
        .filter(|s| view.visible().expect("narrowed")[*s as usize / 64] >> (s % 64) & 1 == 1)
        .collect();
    assert_eq!(shown, [3, 5, 6, 8, 9, 11]);
    let tokens: u64 = shown.iter().map(|s| u64::from(s % 50 + 1)).sum();
    assert_eq!((view.totals().chunks, view.totals().groups, view.totals().tokens), (6, 1, tokens));
    let question = made(3, 0, model).vectors[0].1.clone();
    let cosines = view.cosines(&Probe::new(&question)).expect("same model").expect("vectors");
    assert!(cosines[3] > 0.9 && cosines[4] == 0.0 && cosines[23] == 0.0);
    let after = index::update_facets(&conn, id, |facets| facets.layer = 1).expect("update");
    let mut view = search.view(&conn, &[]).expect("view");
    view.choose_facets(|facets| facets.layer != 1);
    assert_eq!((after, view.totals().chunks), (300, 0));
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
