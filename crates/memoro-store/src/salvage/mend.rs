//! Brings what was taken over in order: rows that say nothing go, the audit tells what was lost, and nothing that
//! points at a lost memory can do harm to its file.

use std::collections::BTreeSet;

use jiff::Timestamp;
use memoro_core::{Actor, Op, Status};
use rusqlite::{Connection, Transaction, params};

use super::Salvaged;
use crate::audit::{self, Chain, Line};
use crate::error::Result;
use crate::image::Image;
use crate::memories::{COLUMNS, image_of};
use crate::proof::{self, Base};

/// Why the audit has a line about a store that was made anew.
const ANEW: &str = "the store was made anew of what could be read of the damaged one";

/// Mends the new store and writes into its audit what was lost.
pub(super) fn mend(
    tx: &Transaction<'_>,
    (actor, at): (&Actor, Timestamp),
    salvaged: &mut Salvaged,
) -> Result<()> {
    drop_senseless(tx, salvaged)?;
    let memories_whole = salvaged.is_whole(&["memories"]);
    if !memories_whole {
        bring_back(tx, salvaged)?;
    }
    if !salvaged.is_whole(&["history"]) {
        let sql = "SELECT coalesce(sum(rev - 1), 0) FROM memories";
        let revisions: u64 = tx.query_row(sql, [], |row| row.get(0))?;
        let there: u64 = tx.query_row("SELECT count(*) FROM history", [], |row| row.get(0))?;
        salvaged.states = revisions.saturating_sub(there);
    }
    if !salvaged.is_whole(&["events"]) {
        salvaged.lines = audit::gaps(tx)?;
    }
    let told: Vec<String> = salvaged.lines.iter().map(|(from, to)| format!("{from}-{to}")).collect();
    let start = Chain::read(tx)?;
    let mut chain = start;
    let operation = chain.next();
    let who = (at, actor.name.as_str(), None);
    let new = (!told.is_empty()).then(|| format!("{} {}", audit::LOST, told.join(" ")));
    let line = Line { scope: "store", new: new.as_deref(), reason: ANEW, ..Line::default() };
    chain.append(tx, operation, who, &line)?;
    if !salvaged.is_whole(&["memories", "history", "events"]) {
        for (id, base) in proof::broken(tx)? {
            if base == Base::Lost {
                salvaged.lost.push((id.clone(), last_words(tx, &id)?));
            }
            let (image, told) = proof::base_of(tx, &id, base)?;
            let line = Line {
                memory: Some(&id),
                scope: "store",
                new: Some(&told),
                reason: ANEW,
                image: Some(image),
                ..Line::default()
            };
            chain.append(tx, operation, who, &line)?;
        }
    }
    chain.anchor_after(start, tx)?;
    if !memories_whole {
        spare_files(tx, salvaged)?;
    }
    if !salvaged.is_whole(&["memories", "mirror", "files"]) {
        // Every file is compared again with what the store holds now.
        tx.execute("DELETE FROM mirror WHERE memory NOT IN (SELECT id FROM memories)", [])?;
        tx.execute("UPDATE files SET mtime = 0, size = -1, inode = 0", [])?;
    }
    Ok(())
}

/// Takes out rows that were read but say nothing that a store could hold.
fn drop_senseless(tx: &Transaction<'_>, salvaged: &mut Salvaged) -> Result<()> {
    let memories: Vec<String> = {
        let mut statement = tx.prepare(&format!("SELECT {COLUMNS} FROM memories"))?;
        let images = statement.query_map([], image_of)?;
        let senseless = |image: &Image| image.memory().is_err();
        images.filter_map(|image| image.ok().filter(senseless).map(|image| image.id)).collect()
    };
    let sql = "DELETE FROM memories WHERE id = ?1";
    count(salvaged, "memories", delete(tx, sql, &memories)?);
    let states: Vec<(String, u64)> = {
        let mut statement = tx.prepare("SELECT memory, rev, image FROM history")?;
        let rows = statement.query_map([], |row| {
            let image: String = row.get(2)?;
            let reads = Image::from_json(&image).is_ok_and(|image| image.memory().is_ok());
            Ok(((row.get(0)?, row.get(1)?), reads))
        })?;
        rows.filter_map(|row| row.ok().filter(|(_, reads)| !reads).map(|(name, _)| name)).collect()
    };
    for (memory, rev) in &states {
        tx.execute("DELETE FROM history WHERE memory = ?1 AND rev = ?2", params![memory, rev])?;
    }
    count(salvaged, "history", states.len() as u64);
    let words: Vec<String> = {
        let mut statement = tx.prepare("SELECT DISTINCT op FROM events")?;
        let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
        rows.filter_map(|word| word.ok().filter(|word| word.parse::<Op>().is_err())).collect()
    };
    count(salvaged, "events", delete(tx, "DELETE FROM events WHERE op = ?1", &words)?);
    Ok(())
}

fn delete(tx: &Transaction<'_>, sql: &str, names: &[String]) -> Result<u64> {
    let mut gone = 0;
    for name in names {
        gone += tx.execute(sql, [name])? as u64;
    }
    Ok(gone)
}

fn count(salvaged: &mut Salvaged, table: &'static str, rows: u64) {
    if rows > 0 {
        *salvaged.damaged.entry(table).or_default() += rows;
        let kept = salvaged.kept.entry(table).or_default();
        *kept = kept.saturating_sub(rows);
    }
}

/// Brings memories back whose newest state is lost while an earlier one is there: archived, so that nobody takes it for
/// the present truth.
fn bring_back(tx: &Transaction<'_>, salvaged: &mut Salvaged) -> Result<()> {
    let mut statement = tx.prepare(
        "SELECT memory, rev, recorded_at, image FROM history AS last WHERE memory NOT IN (SELECT id FROM memories)
         AND rev = (SELECT max(rev) FROM history WHERE memory = last.memory)",
    )?;
    let rows = statement.query_map([], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, u64>(1)?, row.get::<_, i64>(2)?, row.get::<_, String>(3)?))
    })?;
    for row in rows.collect::<rusqlite::Result<Vec<_>>>()? {
        let (id, rev, recorded, json) = row;
        let mut image = Image::from_json(&json)?;
        image.status = Status::Archived.to_string();
        (image.status_by, image.status_reason) = (None, None);
        crate::apply::insert(tx, &image, recorded, rev)?;
        tx.execute("DELETE FROM history WHERE memory = ?1 AND rev = ?2", params![id, rev])?;
        salvaged.earlier.push(id);
    }
    Ok(())
}

/// Returns the last audit line that says what a memory said.
fn last_words(conn: &Connection, id: &str) -> Result<Option<u64>> {
    let sql = "SELECT max(seq) FROM events WHERE memory = ?1 AND new IS NOT NULL";
    Ok(conn.query_row(sql, [id], |row| row.get(0))?)
}

/// Takes back the tasks of lost memories: carried out, they would take these out of their files as well.
fn spare_files(tx: &Transaction<'_>, salvaged: &Salvaged) -> Result<()> {
    let lost: BTreeSet<&str> = salvaged.lost.iter().map(|(id, _)| id.as_str()).collect();
    let audit_whole = salvaged.is_whole(&["events"]);
    let mut statement =
        tx.prepare("SELECT seq, memory FROM outbox WHERE memory NOT IN (SELECT id FROM memories)")?;
    let rows = statement.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
    for (seq, memory) in rows.collect::<rusqlite::Result<Vec<_>>>()? {
        // One that the whole audit does not know was erased, and is still to go from its file.
        if lost.contains(memory.as_str()) || !audit_whole {
            tx.execute("DELETE FROM outbox WHERE seq = ?1", [seq])?;
        }
    }
    Ok(())
}
