//! Vectors that a provider made, kept by model and text hash so that no text is paid for twice. Holds no text, may be
//! emptied at any time, and is emptied whenever something is erased.

use rusqlite::{Connection, OptionalExtension, params};

use crate::error::Result;
use crate::index::Quantized;
use crate::open::Store;
use crate::writer::Durability;

/// How many vectors are kept at most.
const ROOM: i64 = 200_000;
/// The bytes behind each vector that tell whether it is as it was written.
const SUM: usize = 8;

impl Store {
    /// Returns, for each hash in order, the vector of the model that is kept for it.
    pub fn cached_vectors(&self, model: &str, hashes: &[[u8; 32]]) -> Result<Vec<Option<Quantized>>> {
        self.read(|conn| {
            let mut select =
                conn.prepare_cached("SELECT data FROM embedding_cache WHERE model = ?1 AND hash = ?2")?;
            let mut found = Vec::with_capacity(hashes.len());
            for hash in hashes {
                let data: Option<Vec<u8>> =
                    select.query_row(params![model, hash], |row| row.get(0)).optional()?;
                found.push(data.and_then(|data| sound(model, hash, &data)));
            }
            Ok(found)
        })
    }

    /// Keeps vectors of a model; the oldest go when there are too many.
    pub fn cache_vectors(&self, model: &str, vectors: Vec<([u8; 32], Quantized)>) -> Result<()> {
        let model = model.to_owned();
        self.write(Durability::Lazy, move |tx| {
            let sql = "INSERT OR REPLACE INTO embedding_cache (model, hash, data) VALUES (?1, ?2, ?3)";
            let mut insert = tx.prepare_cached(sql)?;
            for (hash, vector) in &vectors {
                let mut data = vector.encode();
                data.extend(sum(&model, hash, &data));
                insert.execute(params![model, hash, data])?;
            }
            let old = "DELETE FROM embedding_cache WHERE id <= (SELECT max(id) FROM embedding_cache) - ?1";
            tx.prepare_cached(old)?.execute([ROOM])?;
            Ok(())
        })
    }
}

/// Returns the vector of an entry; nothing where the entry is damaged, so that the text is embedded again.
fn sound(model: &str, hash: &[u8; 32], data: &[u8]) -> Option<Quantized> {
    let (vector, found) = data.split_last_chunk::<SUM>()?;
    let sound = sum(model, hash, vector) == *found;
    Quantized::decode(vector, vector.len().checked_sub(4)?).ok().filter(|_| sound)
}

fn sum(model: &str, hash: &[u8; 32], vector: &[u8]) -> [u8; SUM] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(hash).update(vector).update(model.as_bytes());
    let mut sum = [0; SUM];
    hasher.finalize_xof().fill(&mut sum);
    sum
}

/// Empties the cache: what was erased must not be left in it.
pub(crate) fn empty(conn: &Connection) -> Result<()> {
    conn.prepare_cached("DELETE FROM embedding_cache")?.execute([])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mode;

    #[test]
    fn a_vector_comes_back_for_its_own_model_and_text_only() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("memoro.db"), Mode::Create).unwrap();
        let vector = Quantized::from_f32(&[0.5, -1.0, 0.25]).unwrap();
        store.cache_vectors("a/m@3", vec![([7; 32], vector.clone())]).unwrap();
        let found = store.cached_vectors("a/m@3", &[[7; 32], [8; 32]]).unwrap();
        assert_eq!(found, [Some(vector), None]);
        assert_eq!(store.cached_vectors("b/m@3", &[[7; 32]]).unwrap(), [None]);
    }

    #[test]
    fn a_damaged_vector_is_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memoro.db");
        let store = Store::open(&path, Mode::Create).unwrap();
        let vector = Quantized::from_f32(&[0.5, -1.0, 0.25]).unwrap();
        store.cache_vectors("a/m@3", vec![([7; 32], vector.clone())]).unwrap();
        let other = Connection::open(&path).unwrap();
        let data: Vec<u8> =
            other.query_row("SELECT data FROM embedding_cache", [], |row| row.get(0)).unwrap();
        for at in 0..data.len() {
            let mut flipped = data.clone();
            flipped[at] ^= 1;
            other.execute("UPDATE embedding_cache SET data = ?1", [&flipped]).unwrap();
            assert_eq!(store.cached_vectors("a/m@3", &[[7; 32]]).unwrap(), [None], "byte {at}");
            other.execute("UPDATE embedding_cache SET data = ?1", [&data[..at]]).unwrap();
            assert_eq!(store.cached_vectors("a/m@3", &[[7; 32]]).unwrap(), [None], "cut at {at}");
        }
        other.execute("UPDATE embedding_cache SET data = ?1", [&data]).unwrap();
        assert_eq!(store.cached_vectors("a/m@3", &[[7; 32]]).unwrap(), [Some(vector)]);
    }

    #[test]
    fn a_store_of_the_second_schema_gets_the_cache_and_keeps_what_it_has() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memoro.db");
        let old = Connection::open(&path).unwrap();
        old.execute_batch(include_str!("migrations/0001_memories.sql")).unwrap();
        old.execute_batch(include_str!("migrations/0002_index.sql")).unwrap();
        old.execute("INSERT INTO meta VALUES ('named.kept', x'6869')", []).unwrap();
        old.pragma_update(None, "user_version", 2).unwrap();
        drop(old);
        let store = Store::open(&path, Mode::Existing).unwrap();
        assert_eq!(store.named("kept").unwrap().as_deref(), Some("hi"));
        assert_eq!(store.cached_vectors("m", &[[1; 32]]).unwrap(), [None]);
    }
}
