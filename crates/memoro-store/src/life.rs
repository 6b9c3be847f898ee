//! What the care of memories needs to know at once: which have expired, which may be merged, which were used. One
//! query each, whatever the store holds.

use jiff::Timestamp;
use memoro_core::MemoryId;
use rusqlite::{OptionalExtension, params};

use crate::error::Result;
use crate::image::micros;
use crate::memories::{COLUMNS, Stored, read_stored, stored};
use crate::open::Store;
use crate::writer::Durability;

/// The number of uses that stands for a memory that never fades.
pub const UNFADING: u16 = u16::MAX;

const USES: &str = "uses";

impl Store {
    /// Returns notes and episodes that are past their end, at most `limit`.
    pub fn expired(&self, now: Timestamp, limit: usize) -> Result<Vec<Stored>> {
        self.chosen(
            "expires_at <= ?1 AND status = 'active' AND shape IN ('note', 'episode') ORDER BY expires_at",
            now,
            limit,
        )
    }

    /// Returns volatile notes and episodes without an end that were last changed before a moment, the oldest first.
    pub fn volatile(&self, before: Timestamp) -> Result<Vec<Stored>> {
        self.chosen(
            "updated_at < ?1 AND stability = 'volatile' AND expires_at IS NULL AND status = 'active'
             AND shape IN ('note', 'episode') ORDER BY updated_at",
            before,
            usize::MAX,
        )
    }

    fn chosen(&self, test: &str, at: Timestamp, limit: usize) -> Result<Vec<Stored>> {
        let sql = format!("SELECT {COLUMNS}, rev, recorded_at FROM memories WHERE {test} LIMIT ?2");
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.read(|conn| {
            let mut statement = conn.prepare_cached(&sql)?;
            statement.query_map(params![micros(at), limit], stored)?.map(|row| read_stored(row?)).collect()
        })
    }

    /// Lets the episodes among these memories live at least until a moment; not synced, for it may be lost.
    pub fn extend_episodes(&self, ids: Vec<MemoryId>, until: Timestamp) -> Result<()> {
        self.write(Durability::Lazy, move |tx| {
            let mut statement = tx.prepare_cached(
                "UPDATE memories SET expires_at = ?2 WHERE id = ?1 AND shape = 'episode' AND status = 'active'
                 AND expires_at < ?2",
            )?;
            for id in ids {
                statement.execute(params![id.as_str(), micros(until)])?;
            }
            Ok(())
        })
    }

    /// Counts anew how often the memory of each slot was used, and keeps that for rankings; returns how many counts
    /// are other ones than before.
    pub fn refresh_uses(&self) -> Result<usize> {
        let uses = self.counted_uses()?;
        let changed = differing(&uses, &self.uses()?);
        if changed == 0 {
            return Ok(0);
        }
        let bytes: Vec<u8> =
            uses.iter().flat_map(|(slot, n)| slot.to_le_bytes().into_iter().chain(n.to_le_bytes())).collect();
        self.write(Durability::Lazy, move |tx| {
            tx.prepare_cached("INSERT OR REPLACE INTO meta VALUES (?1, ?2)")?
                .execute(params![USES, bytes])?;
            Ok(())
        })?;
        Ok(changed)
    }

    /// Returns of how many slots the count that ranking goes by is not the real one any more.
    pub fn stale_uses(&self) -> Result<usize> {
        Ok(differing(&self.counted_uses()?, &self.uses()?))
    }

    /// Counts the uses of each slot as they are now, by slot.
    fn counted_uses(&self) -> Result<Vec<(u32, u16)>> {
        let mut uses: Vec<(u32, u16)> = self.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT chunks.slot, CASE WHEN memories.stability = 'permanent' THEN 65535
                        ELSE min(usage.accesses, 65534) END
                 FROM memories LEFT JOIN usage ON usage.memory = memories.id
                 JOIN documents ON documents.source = 'memory' AND documents.uri = memories.id
                 JOIN chunks ON chunks.document = documents.id
                 WHERE usage.accesses > 0 OR memories.stability = 'permanent'",
            )?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })?;
        uses.sort_unstable();
        Ok(uses)
    }

    /// Returns how often the memory of each slot was used when that was last counted, by slot.
    pub fn uses(&self) -> Result<Vec<(u32, u16)>> {
        let bytes: Option<Vec<u8>> = self.read(|conn| {
            let mut statement = conn.prepare_cached("SELECT value FROM meta WHERE name = ?1")?;
            Ok(statement.query_row([USES], |row| row.get(0)).optional()?)
        })?;
        let read = |six: &[u8; 6]| {
            let (slot, uses) = six.split_at(4);
            let slot = slot.first_chunk().map_or(0, |four| u32::from_le_bytes(*four));
            (slot, uses.first_chunk().map_or(0, |two| u16::from_le_bytes(*two)))
        };
        Ok(bytes.unwrap_or_default().as_chunks::<6>().0.iter().map(read).collect())
    }
}

/// Counts the slots whose number is not the same in both lists, which are sorted by slot.
fn differing(now: &[(u32, u16)], kept: &[(u32, u16)]) -> usize {
    let number = |list: &[(u32, u16)], slot: u32| {
        list.binary_search_by_key(&slot, |(slot, _)| *slot).ok().and_then(|at| list.get(at)).map(|(_, n)| *n)
    };
    let changed = now.iter().filter(|(slot, n)| number(kept, *slot) != Some(*n)).count();
    changed + kept.iter().filter(|(slot, _)| number(now, *slot).is_none()).count()
}
