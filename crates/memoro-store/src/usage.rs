//! How memories were used: a side table that may be lost without harm.

use std::collections::HashMap;

use jiff::Timestamp;
use memoro_core::{MemoryId, Usage};
use rusqlite::{OptionalExtension, params};

use crate::error::Result;
use crate::image::{micros, moment};
use crate::open::Store;
use crate::writer::Durability;

impl Store {
    /// Returns how a memory was used.
    pub fn usage(&self, id: &MemoryId) -> Result<Usage> {
        let found = self.read(|conn| {
            let mut statement =
                conn.prepare_cached("SELECT accesses, last_access, successes FROM usage WHERE memory = ?1")?;
            let read =
                |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get::<_, Option<i64>>(1)?, row.get(2)?));
            Ok(statement.query_row([id.as_str()], read).optional()?)
        })?;
        let Some((accesses, last, successes)) = found else { return Ok(Usage::default()) };
        Ok(Usage { accesses, last_access: last.map(moment).transpose()?, successes })
    }

    /// Counts that the memories were returned at `now`; not synced, for it may be lost.
    pub fn count_access(&self, counts: HashMap<MemoryId, u32>, now: Timestamp) -> Result<()> {
        self.tally(counts, "accesses", now)
    }

    /// Counts that the memories helped.
    pub fn count_success(&self, counts: HashMap<MemoryId, u32>, now: Timestamp) -> Result<()> {
        self.tally(counts, "successes", now)
    }

    fn tally(&self, counts: HashMap<MemoryId, u32>, column: &'static str, now: Timestamp) -> Result<()> {
        self.write(Durability::Lazy, move |tx| {
            let sql = format!(
                "INSERT INTO usage (memory, accesses, successes, last_access)
                 SELECT id, ?2, ?3, ?4 FROM memories WHERE id = ?1
                 ON CONFLICT (memory) DO UPDATE SET {column} = {column} + ?5, last_access = ?4"
            );
            for (id, n) in counts {
                let (accesses, successes) = if column == "accesses" { (n, 0) } else { (0, n) };
                tx.prepare_cached(&sql)?.execute(params![
                    id.as_str(),
                    accesses,
                    successes,
                    micros(now),
                    n
                ])?;
            }
            Ok(())
        })
    }
}
