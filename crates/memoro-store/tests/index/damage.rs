//! A damaged index is reported with what to do, and never a panic.

use memoro_core::text::Term;
use memoro_store::index::{self, Effort, IndexError, ModelId, NewChunk, Probe, SearchIndex};
use proptest::prelude::*;
use rusqlite::{Connection, params};

use crate::{RARE, document, made, open};

/// Every derived blob: table, column, key.
const BLOBS: [(&str, &str, &str); 7] = [
    ("index_tail", "meta", "slot"),
    ("index_tail", "terms", "slot"),
    ("vector_tail", "data", "slot"),
    ("meta_blocks", "data", "block"),
    ("vector_blocks", "data", "id"),
    ("packs", "directory", "id"),
    ("postings", "data", "id"),
];

fn filled() -> (Connection, ModelId) {
    let (conn, model) = open();
    let id = document(&conn, "a");
    let chunks: Vec<NewChunk> = (0..1_200).map(|i| made(i, i, model)).collect();
    index::put(&conn, id, &chunks).expect("put");
    index::seal_if_due(&conn, Effort::Bounded).expect("seal");
    (conn, model)
}

/// Asks in every way; what is damaged may only be an error.
fn ask(conn: &Connection, model: ModelId) -> Result<(), IndexError> {
    let mut search = SearchIndex::open(conn)?;
    let terms: Vec<Term> = (0..5).map(Term).chain((0..1_200).map(|n| Term(RARE + n))).collect();
    let view = search.view(conn, &terms)?;
    view.cosines(&Probe::new(&made(1, 1, model).vectors[0].1))?;
    let id = index::documents(conn, index::Source::Workspace)?[0].id;
    index::update_facets(conn, id, |facets| facets.tier = 1)?;
    index::compact(conn)?;
    index::remove_document(conn, id)?;
    index::purge(conn)?;
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn a_damaged_blob_is_found_and_said_with_what_to_do(
        which in 0usize..7, row in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(),
        flip in 1u8.., cut in any::<bool>(),
    ) {
        let (mut conn, model) = filled();
        let (table, column, key) = BLOBS[which];
        let keys: Vec<i64> = conn
            .prepare(&format!("SELECT {key} FROM {table}")).expect("sql")
            .query_map([], |row| row.get(0)).expect("rows")
            .collect::<Result<_, _>>().expect("keys");
        let key_value = keys[row.index(keys.len())];
        let mut blob: Vec<u8> = conn
            .query_row(&format!("SELECT {column} FROM {table} WHERE {key} = ?1"), [key_value], |row| row.get(0))
            .expect("blob");
        let at = at.index(blob.len());
        if cut { blob.truncate(at) } else { blob[at] ^= flip }
        conn.execute(&format!("UPDATE {table} SET {column} = ?2 WHERE {key} = ?1"), params![key_value, blob]).expect("damage");

        let checked = index::verify(&conn).expect("a report");
        // A tail row's meta and vector carry no checksum of their own: some flips there give another valid value.
        prop_assert!(!checked.problems.is_empty() || (!cut && matches!(which, 0 | 2)));
        let tx = conn.transaction().expect("begin");
        if let Err(error) = ask(&tx, model) {
            prop_assert!(error.to_string().contains("memoro index --rebuild"), "{}", error);
        }
        tx.rollback().expect("rollback");

        index::clear(&conn).expect("clear");
        let id = document(&conn, "again");
        index::put(&conn, id, &[made(7, 0, model)]).expect("put");
        let checked = index::verify(&conn).expect("a report");
        prop_assert_eq!((checked.chunks, checked.problems), (1, Vec::new()));
        ask(&conn, model).expect("works again");
    }
}

#[test]
fn missing_rows_are_reported_not_hidden() {
    for sql in
        ["DELETE FROM postings", "DELETE FROM meta_blocks", "DELETE FROM packs", "DELETE FROM index_state"]
    {
        let (conn, model) = filled();
        conn.execute_batch(sql).expect("damage");
        let error = ask(&conn, model).expect_err(sql);
        assert!(matches!(error, IndexError::Corrupt(_)), "{sql}: {error}");
        assert!(!index::verify(&conn).expect("a report").problems.is_empty(), "{sql}");
    }
}

#[test]
fn a_mirror_that_met_damage_recovers_when_it_is_repaired() {
    let (conn, model) = filled();
    let mut search = SearchIndex::open(&conn).expect("open");
    let good: Vec<u8> =
        conn.query_row("SELECT data FROM postings LIMIT 1", [], |row| row.get(0)).expect("blob");
    conn.execute("UPDATE postings SET data = zeroblob(9) WHERE id = (SELECT min(id) FROM postings)", [])
        .expect("damage");
    assert!(search.view(&conn, &[Term(0)]).is_err());
    conn.execute("UPDATE postings SET data = ?1 WHERE id = (SELECT min(id) FROM postings)", [good])
        .expect("repair");
    assert!(search.view(&conn, &[Term(0)]).is_ok());
    assert!(ask(&conn, model).is_ok());
}
