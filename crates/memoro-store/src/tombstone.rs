//! Tombstones: keyed hashes of what was forgotten. They say "this must not come back" without saying what.

use jiff::Timestamp;
use memoro_core::Memory;
use rusqlite::params;

use crate::error::Result;
use crate::image::{micros, moment};
use crate::open::Store;
use crate::writer::Durability;

/// The tombstones of a store and the secret that keys them, as they travel with an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tombstones {
    /// The secret.
    pub secret: [u8; 32],
    /// The hashes, each with the moment of its forget.
    pub hashes: Vec<([u8; 32], Timestamp)>,
}

impl Tombstones {
    /// Hashes what a memory says, apart from its id and times.
    pub fn hash(&self, memory: &Memory) -> [u8; 32] {
        hash(&self.secret, memory)
    }
}

fn hash(secret: &[u8; 32], memory: &Memory) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_keyed(secret);
    let text = memory.content.text();
    for part in [memory.scope.to_string().as_str(), memory.content.shape().as_str(), text.trim()] {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    if memory.content.shape() == memoro_core::Shape::Entry {
        hasher.update(memory.key.as_str().as_bytes());
    }
    *hasher.finalize().as_bytes()
}

impl Store {
    /// Hashes what a memory says with the secret of this store.
    pub fn tombstone_of(&self, memory: &Memory) -> [u8; 32] {
        hash(self.secret(), memory)
    }

    /// Tells whether what the memory says was forgotten.
    pub fn is_forgotten(&self, memory: &Memory) -> Result<bool> {
        let hash = self.tombstone_of(memory);
        self.read(|conn| {
            let mut statement = conn.prepare_cached("SELECT 1 FROM tombstones WHERE hash = ?1")?;
            Ok(statement.exists([hash.as_slice()])?)
        })
    }

    /// Returns all tombstones with their secret.
    pub fn tombstones(&self) -> Result<Tombstones> {
        let hashes = self.read(|conn| {
            let mut statement = conn.prepare_cached("SELECT hash, at FROM tombstones ORDER BY at, hash")?;
            let rows =
                statement.query_map([], |row| Ok((row.get::<_, [u8; 32]>(0)?, row.get::<_, i64>(1)?)))?;
            rows.map(|row| row.map_err(Into::into).and_then(|(hash, at)| Ok((hash, moment(at)?))))
                .collect::<Result<_>>()
        })?;
        Ok(Tombstones { secret: *self.secret(), hashes })
    }

    /// Adds tombstones that were made with this store's secret.
    pub fn add_tombstones(&self, hashes: Vec<([u8; 32], Timestamp)>) -> Result<()> {
        self.write(Durability::Synced, move |tx| {
            for (hash, at) in &hashes {
                tx.prepare_cached("INSERT OR IGNORE INTO tombstones VALUES (?1, ?2)")?
                    .execute(params![hash, micros(*at)])?;
            }
            Ok(())
        })
    }
}
