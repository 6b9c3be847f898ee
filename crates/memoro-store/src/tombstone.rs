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
    let (scope, text) = (memory.scope.to_string(), memory.content.text());
    let key = if memory.content.shape() == Shape::Entry { memory.key.as_str() } else { "" };
    hash_parts(secret, [scope.as_str(), memory.content.shape().as_str(), key, text.trim()])
}

/// Hashes a passage that is no memory: what somebody said in a conversation, or a part of a document.
fn hash_passage(secret: &[u8; 32], text: &str) -> [u8; 32] {
    hash_parts(secret, ["", "passage", "", text.trim()])
}

fn hash_parts(secret: &[u8; 32], parts: [&str; 4]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_keyed(secret);
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    *hasher.finalize().as_bytes()
}

/// All that was forgotten, to be asked about many texts.
#[derive(Debug, Clone, Default)]
pub struct ForgottenTexts {
    secrets: BTreeSet<[u8; 32]>,
    hashes: std::collections::HashSet<[u8; 32]>,
}

impl ForgottenTexts {
    /// Gathers tombstones.
    pub fn of(tombstones: &[Tombstone]) -> Self {
        Self {
            secrets: tombstones.iter().map(|tombstone| tombstone.secret).collect(),
            hashes: tombstones.iter().map(|tombstone| tombstone.hash).collect(),
        }
    }

    /// Tells whether nothing was forgotten.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// Tells whether what a memory says was forgotten, or what an episode sums up.
    pub fn covers(&self, memory: &Memory) -> bool {
        self.secrets.iter().any(|secret| self.hashes.contains(&hash(secret, memory)))
            || self.covers_source(memory)
    }

    /// Tells whether an episode sums up a decision that was forgotten: it says that again in words of its own.
    pub fn covers_source(&self, memory: &Memory) -> bool {
        let forgotten =
            |id: &String| self.secrets.iter().any(|secret| self.hashes.contains(&hash_passage(secret, id)));
        memory.shape() == Shape::Episode && memory.provenance.evidence.iter().any(forgotten)
    }

    /// Tells whether what a memory of this scope, shape and, for an entry, key would say was forgotten.
    pub fn covers_words(&self, scope: &memoro_core::Scope, (shape, key): (Shape, &str), text: &str) -> bool {
        let scope = scope.to_string();
        let parts = [scope.as_str(), shape.as_str(), key, text.trim()];
        self.secrets.iter().any(|secret| self.hashes.contains(&hash_parts(secret, parts)))
    }

    /// Tells whether a passage was forgotten, as such or as a note of this scope.
    pub fn covers_passage(&self, scope: &memoro_core::Scope, text: &str) -> bool {
        let scope = scope.to_string();
        self.secrets.iter().any(|secret| {
            self.hashes.contains(&hash_passage(secret, text))
                || self.hashes.contains(&hash_parts(secret, [&scope, Shape::Note.as_str(), "", text.trim()]))
        })
    }
}

/// Returns what stands for the id of a memory that was forgotten.
pub(crate) fn name_of(tombstone: &Tombstone) -> String {
    let hash = blake3::Hash::from_bytes(tombstone.hash).to_hex();
    format!("forgotten-{}", hash.get(..16).unwrap_or_default())
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

    /// Makes the tombstone of a passage that is no memory.
    pub fn tombstone_of_passage(&self, text: &str, at: Timestamp) -> Tombstone {
        Tombstone { secret: *self.secret(), hash: hash_passage(self.secret(), text), at }
    }

    /// Makes the tombstones of words of which only scope and key are known, one for each shape that a memory can have.
    pub fn tombstones_of_words(
        &self,
        (scope, key): (&str, &str),
        text: &str,
        at: Timestamp,
    ) -> Vec<Tombstone> {
        let stone = |shape: &Shape| {
            let key = if *shape == Shape::Entry { key } else { "" };
            let hash = hash_parts(self.secret(), [scope, shape.as_str(), key, text.trim()]);
            Tombstone { secret: *self.secret(), hash, at }
        };
        Shape::ALL.iter().map(stone).collect()
    }

    /// Returns all that was forgotten, to be asked about many texts.
    pub fn forgotten_texts(&self) -> Result<ForgottenTexts> {
        Ok(ForgottenTexts::of(&self.tombstones()?))
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
        self.read(all)
    }

    /// Puts tombstones of this store back that somebody took away, as the lines of their forgets name them.
    pub fn bury_again(&self, missing: Vec<(u64, [u8; 32])>) -> Result<()> {
        let secret = *self.secret();
        self.write(Durability::Synced, move |tx| {
            for (seq, hash) in missing {
                let at: i64 =
                    tx.query_row("SELECT at FROM events WHERE seq = ?1", [seq], |row| row.get(0))?;
                insert(tx, &Tombstone { secret, hash, at: moment(at)? })?;
            }
            Ok(())
        })
    }

    /// Adds tombstones, also of other stores.
    pub fn add_tombstones(&self, tombstones: Vec<Tombstone>) -> Result<()> {
        self.write(Durability::Synced, move |tx| tombstones.iter().try_for_each(|t| insert(tx, t)))
    }
}

/// Reads the tombstones of a store file that is not in use, whatever else of it is damaged.
pub fn read_tombstones(path: &std::path::Path) -> Result<Vec<Tombstone>> {
    crate::reach::room(path)?;
    let conn = crate::open::connect(path)?;
    all(&conn)
}

fn all(conn: &Connection) -> Result<Vec<Tombstone>> {
    let mut statement = conn.prepare_cached("SELECT secret, hash, at FROM tombstones ORDER BY at, hash")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, i64>(2)?)))?;
    let read = |(secret, hash, at)| -> Result<Tombstone> { Ok(Tombstone { secret, hash, at: moment(at)? }) };
    rows.map(|row| read(row?)).collect()
}

/// Writes one tombstone down.
pub(crate) fn insert(conn: &Connection, tombstone: &Tombstone) -> Result<()> {
    conn.prepare_cached("INSERT OR IGNORE INTO tombstones (hash, secret, at) VALUES (?1, ?2, ?3)")?
        .execute(params![tombstone.hash, tombstone.secret, micros(tombstone.at)])?;
    Ok(())
}
