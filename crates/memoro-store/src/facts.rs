//! What every write depends on and what rarely changes: the admin's rules, whether anything was forgotten, and the
//! model of the index. A process keeps it in memory; a commit that was planned on it is refused if it changed since,
//! in this process or in another one, so keeping it never makes a write wrong.

use std::sync::{Arc, PoisonError, RwLock};

use rusqlite::{Connection, OptionalExtension};

use crate::error::{Result, StoreError};
use crate::index;
use crate::open::Store;

/// What a write depends on, as it stood at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Counts the changes; [`crate::Change::Based`] names it.
    pub version: i64,
    /// The rules as they are kept.
    pub rules: Option<String>,
    /// Whether there are tombstones.
    pub forgotten: bool,
    /// The model whose vectors are searched.
    pub model: Option<String>,
}

/// The facts that a process holds.
#[derive(Debug, Default)]
pub(crate) struct Held(RwLock<Option<Arc<Facts>>>);

impl Held {
    /// Lets go of them.
    pub(crate) fn let_go(&self) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Store {
    /// Returns the facts that this process knows; they may have changed since.
    pub fn facts(&self) -> Result<Arc<Facts>> {
        let held = self.facts.0.read().unwrap_or_else(PoisonError::into_inner).clone();
        held.map_or_else(|| self.facts_now(), Ok)
    }

    /// Returns the facts as they stand now.
    pub fn facts_now(&self) -> Result<Arc<Facts>> {
        let facts = Arc::new(self.read(read)?);
        *self.facts.0.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&facts));
        Ok(facts)
    }
}

fn read(conn: &Connection) -> Result<Facts> {
    let tx = conn.unchecked_transaction()?;
    let rules: Option<Vec<u8>> = tx
        .prepare_cached("SELECT value FROM meta WHERE name = 'named.policy'")?
        .query_row([], |row| row.get(0))
        .optional()?;
    let forgotten = tx.prepare_cached("SELECT 1 FROM tombstones LIMIT 1")?.exists([])?;
    Ok(Facts {
        version: version(&tx)?,
        rules: rules.map(|bytes| String::from_utf8(bytes).map_err(StoreError::damaged)).transpose()?,
        forgotten,
        // An index that is damaged must not stop a write.
        model: index::active_model(&tx).ok().flatten().map(|model| model.name),
    })
}

/// Returns the count of changes as it stands.
pub(crate) fn version(conn: &Connection) -> Result<i64> {
    Ok(conn.prepare_cached("SELECT version FROM facts")?.query_row([], |row| row.get(0))?)
}

/// Makes all facts that any process holds outdated.
pub(crate) fn outdate(conn: &Connection) -> Result<()> {
    conn.execute("UPDATE facts SET version = abs(random() / 4)", [])?;
    Ok(())
}
