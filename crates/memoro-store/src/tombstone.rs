//! Tombstones: keyed hashes of what was forgotten. They say "this must not come back" without saying what.

use std::collections::BTreeSet;

use jiff::Timestamp;
use memoro_core::{Memory, Shape};
use rusqlite::{Connection, params};

use crate::error::Result;
use crate::image::{micros, moment};
use crate::open::Store;
use crate::writer::Durability;

/// One tombstone, with the secret that keys it, as it travels with an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tombstone {
    /// The secret of the store in which it was made.
    pub secret: [u8; 32],
    /// The keyed hash of what was forgotten.
    pub hash: [u8; 32],
    /// When it was forgotten.
    pub at: Timestamp,
}

impl Tombstone {
    /// Tells whether this is the tombstone of what the memory says.
    pub fn covers(&self, memory: &Memory) -> bool {
        hash(&self.secret, memory) == self.hash
    }
}

fn hash(secret: &[u8; 32], memory: &Memory) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_keyed(secret);
    let (scope, text) = (memory.scope.to_string(), memory.content.text());
    let key = if memory.content.shape() == Shape::Entry { memory.key.as_str() } else { "" };
    for part in [scope.as_str(), memory.content.shape().as_str(), key, text.trim()] {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    *hasher.finalize().as_bytes()
}

fn secrets(conn: &Connection, own: &[u8; 32]) -> Result<BTreeSet<[u8; 32]>> {
    let mut statement = conn.prepare_cached("SELECT DISTINCT secret FROM tombstones")?;
    let rows = statement.query_map([], |row| row.get::<_, [u8; 32]>(0))?;
    let mut all: BTreeSet<[u8; 32]> = rows.collect::<rusqlite::Result<_>>()?;
    all.insert(*own);
    Ok(all)
}

impl Store {
    /// Makes the tombstone of what a memory says, with the secret of this store.
    pub fn tombstone_of(&self, memory: &Memory, at: Timestamp) -> Tombstone {
        Tombstone { secret: *self.secret(), hash: hash(self.secret(), memory), at }
    }

    /// Returns the tombstones, made here or elsewhere, that cover what the memory says.
    pub fn tombstones_over(&self, memory: &Memory) -> Result<Vec<[u8; 32]>> {
        self.read(|conn| {
            let mut found = Vec::new();
            for secret in secrets(conn, self.secret())? {
                let hash = hash(&secret, memory);
                if conn
                    .prepare_cached("SELECT 1 FROM tombstones WHERE hash = ?1")?
                    .exists([hash.as_slice()])?
                {
                    found.push(hash);
                }
            }
            Ok(found)
        })
    }

    /// Returns all tombstones.
    pub fn tombstones(&self) -> Result<Vec<Tombstone>> {
        self.read(|conn| {
            let mut statement =
                conn.prepare_cached("SELECT secret, hash, at FROM tombstones ORDER BY at, hash")?;
            let rows =
                statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, i64>(2)?)))?;
            let read =
                |(secret, hash, at)| -> Result<Tombstone> { Ok(Tombstone { secret, hash, at: moment(at)? }) };
            rows.map(|row| read(row?)).collect()
        })
    }

    /// Adds tombstones, also of other stores.
    pub fn add_tombstones(&self, tombstones: Vec<Tombstone>) -> Result<()> {
        self.write(Durability::Synced, move |tx| tombstones.iter().try_for_each(|t| insert(tx, t)))
    }
}

/// Writes one tombstone down.
pub(crate) fn insert(conn: &Connection, tombstone: &Tombstone) -> Result<()> {
    conn.prepare_cached("INSERT OR IGNORE INTO tombstones (hash, secret, at) VALUES (?1, ?2, ?3)")?
        .execute(params![tombstone.hash, tombstone.secret, micros(tombstone.at)])?;
    Ok(())
}
