//! How often things were done, by the hour: numbers for charts that may be lost without harm. Keeps no words.

use jiff::Timestamp;
use rusqlite::params;

use crate::error::Result;
use crate::open::Store;
use crate::writer::Durability;

const HOUR: i64 = 3_600;

impl Store {
    /// Counts that something was done at `now`; not synced, for it may be lost.
    pub fn count_done(&self, what: &'static str, now: Timestamp) -> Result<()> {
        let hour = now.as_second().div_euclid(HOUR);
        self.write(Durability::Lazy, move |tx| {
            let sql =
                "INSERT INTO tallies VALUES (?1, ?2, 1) ON CONFLICT (what, hour) DO UPDATE SET n = n + 1";
            tx.prepare_cached(sql)?.execute(params![what, hour])?;
            Ok(())
        })
    }

    /// Returns how often something was done, by the second at which each hour began, from `since` on.
    pub fn tallies(&self, what: &str, since: Timestamp) -> Result<Vec<(i64, u64)>> {
        self.read(|conn| {
            let sql = "SELECT hour, n FROM tallies WHERE what = ?1 AND hour >= ?2 ORDER BY hour";
            let mut statement = conn.prepare_cached(sql)?;
            let from = since.as_second().div_euclid(HOUR);
            let rows = statement.query_map(params![what, from], |row| {
                Ok((row.get::<_, i64>(0)? * HOUR, row.get::<_, u64>(1)?))
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Returns how many memories came in, by the second at which each UTC day began, with their shapes.
    pub fn arrivals(&self, since: Timestamp) -> Result<Vec<(i64, String, u64)>> {
        self.read(|conn| {
            let sql = "SELECT created_at / 86400000000 AS day, shape, count(*) FROM memories
                       WHERE created_at >= ?1 AND status IN ('active', 'superseded', 'archived')
                       AND scope_kind <> 'policy' GROUP BY day, shape ORDER BY day, shape";
            let mut statement = conn.prepare_cached(sql)?;
            let rows = statement.query_map([crate::image::micros(since)], |row| {
                Ok((row.get::<_, i64>(0)? * 86_400, row.get(1)?, row.get(2)?))
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }
}
