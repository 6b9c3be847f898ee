//! The one row that says how far the index has come, and the log of changes that readers follow.

use std::ops::Range;

use rusqlite::{Connection, params};

use super::error::{IndexError, Result, corrupt};
use super::models::ModelId;

/// How many changes the log keeps; a reader that is further behind reads everything again.
const LOG_KEEPS: i64 = 4_096;

/// How far the index has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    /// Grows when slots are numbered again or the model is switched.
    pub(crate) epoch: i64,
    /// Grows with every write.
    pub(crate) change: i64,
    /// The next slot to give out.
    pub(crate) next_slot: u32,
    /// Slots below are in blocks and packs; a multiple of the block size.
    pub(crate) sealed: u32,
    /// The next pack's number.
    pub(crate) next_pack: i64,
    /// The log holds all changes after this one.
    pub(crate) log_from: i64,
    /// The model whose vectors are searched.
    pub(crate) model: Option<ModelId>,
}

/// What changed in slots that readers may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touched {
    /// Meta, or the life of the slot.
    Meta,
    /// The vector alone.
    Vector,
}

impl Touched {
    fn as_str(self) -> &'static str {
        match self {
            Self::Meta => "meta",
            Self::Vector => "vector",
        }
    }
}

impl State {
    /// Reads the row.
    pub(crate) fn read(conn: &Connection) -> Result<Self> {
        let mut statement = conn.prepare_cached(
            "SELECT epoch, change, next_slot, sealed, next_pack, log_from, model FROM index_state WHERE one = 1",
        )?;
        let state = statement.query_row([], |row| {
            Ok(Self {
                epoch: row.get(0)?,
                change: row.get(1)?,
                next_slot: row.get(2)?,
                sealed: row.get(3)?,
                next_pack: row.get(4)?,
                log_from: row.get(5)?,
                model: row.get::<_, Option<i64>>(6)?.map(ModelId),
            })
        });
        match state {
            Ok(state) if state.sealed <= state.next_slot && state.sealed % super::SLOTS == 0 => Ok(state),
            Ok(_) => corrupt("its state row is not consistent"),
            Err(rusqlite::Error::QueryReturnedNoRows) => corrupt("its state row is missing"),
            Err(error) => Err(error.into()),
        }
    }

    /// Counts one change and writes the row.
    pub(crate) fn write(&mut self, conn: &Connection) -> Result<()> {
        self.change += 1;
        conn.prepare_cached(
            "UPDATE index_state SET epoch = ?1, change = ?2, next_slot = ?3, sealed = ?4, next_pack = ?5,
             log_from = ?6, model = ?7 WHERE one = 1",
        )?
        .execute(params![
            self.epoch,
            self.change,
            self.next_slot,
            self.sealed,
            self.next_pack,
            self.log_from,
            self.model.map(|m| m.0)
        ])?;
        Ok(())
    }

    /// Takes `count` new slots.
    pub(crate) fn take_slots(&mut self, count: usize) -> Result<Range<u32>> {
        let first = self.next_slot;
        let end = u32::try_from(count).ok().and_then(|n| first.checked_add(n)).ok_or(IndexError::Full)?;
        // The last block is left free, so that rounding up to a whole block cannot overflow.
        if end > u32::MAX - 2 * super::SLOTS {
            return Err(IndexError::Full);
        }
        self.next_slot = end;
        Ok(first..end)
    }

    /// Notes for readers, under the change that the next [`State::write`] counts, that slots have changed.
    pub(crate) fn log(&self, conn: &Connection, touched: Touched, slots: &[u32]) -> Result<()> {
        let mut insert = conn.prepare_cached("INSERT INTO index_log VALUES (?1, ?2, ?3, ?4)")?;
        for run in runs(slots) {
            insert.execute(params![self.change + 1, touched.as_str(), run.start, run.end])?;
        }
        Ok(())
    }

    /// Forgets old log rows.
    pub(crate) fn trim_log(&mut self, conn: &Connection) -> Result<()> {
        let keep_after = self.change - LOG_KEEPS;
        if keep_after > self.log_from + LOG_KEEPS {
            conn.execute("DELETE FROM index_log WHERE change <= ?1", [keep_after])?;
            self.log_from = keep_after;
        }
        Ok(())
    }
}

/// Returns what changed after `change`, oldest first.
pub(crate) fn changes_since(conn: &Connection, change: i64) -> Result<Vec<(Touched, Range<u32>)>> {
    let mut select = conn.prepare_cached(
        "SELECT kind, first_slot, end_slot FROM index_log WHERE change > ?1 ORDER BY change, rowid",
    )?;
    let mut rows = select.query([change])?;
    let mut changes = Vec::new();
    while let Some(row) = rows.next()? {
        let touched = if row.get_ref(0)?.as_str().is_ok_and(|kind| kind == "vector") {
            Touched::Vector
        } else {
            Touched::Meta
        };
        changes.push((touched, row.get(1)?..row.get(2)?));
    }
    Ok(changes)
}

/// Makes sure that nobody who holds the index of `old` takes it for that of `new`, which takes its place.
pub(crate) fn outdate(new: &Connection, old: &Connection) -> rusqlite::Result<()> {
    let epoch: Option<i64> = old.query_row("SELECT max(epoch) FROM index_state", [], |row| row.get(0))?;
    // Others may go on for a while with the old one.
    let sql = "UPDATE index_state SET epoch = max(epoch, ?1) + 1000 + abs(random() % 1000000000)";
    new.execute(sql, [epoch.unwrap_or_default()])?;
    Ok(())
}

/// Returns ascending slots as runs without gaps.
pub(crate) fn runs(slots: &[u32]) -> Vec<Range<u32>> {
    let mut runs: Vec<Range<u32>> = Vec::new();
    for &slot in slots {
        match runs.last_mut() {
            Some(run) if run.end == slot => run.end += 1,
            _ => runs.push(slot..slot + 1),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_join_neighbours_only() {
        assert_eq!(runs(&[1, 2, 3, 7, 9, 10]), [1..4, 7..8, 9..11]);
        assert!(runs(&[]).is_empty());
    }
}
