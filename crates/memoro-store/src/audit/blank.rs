//! Blanks the texts of lines: those of an erased memory, and those of others that tell of it.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::Transaction;

use crate::error::Result;

/// Returns what the lines of a memory say: scope, key and value.
pub(crate) fn said_of(tx: &Transaction<'_>, memory: &str) -> Result<Vec<(String, String, String)>> {
    let sql =
        "SELECT scope, key, coalesce(new, old) FROM events WHERE memory = ?1 AND coalesce(new, old) <> ''";
    let mut statement = tx.prepare_cached(sql)?;
    let rows = statement.query_map([memory], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Blanks the texts of all lines of a memory and of its links; returns their numbers.
pub(crate) fn blank(tx: &Transaction<'_>, memory: &str) -> Result<Vec<u64>> {
    let mut statement = tx.prepare_cached(
        "UPDATE events SET memory = NULL, scope = '', key = '', old = NULL, new = NULL, reason = '', salt = NULL, image = NULL
         WHERE memory = ?1 RETURNING seq",
    )?;
    let rows = statement.query_map([memory], |row| row.get(0))?;
    let mut blanked: Vec<u64> = rows.collect::<rusqlite::Result<_>>()?;
    let mut links = tx.prepare_cached(
        "UPDATE events SET scope = '', key = '', old = NULL, new = NULL, reason = '', salt = NULL
         WHERE scope = 'link' AND (old = ?1 OR new = ?1) RETURNING seq",
    )?;
    let rows = links.query_map([memory], |row| row.get(0))?;
    blanked.extend(rows.collect::<rusqlite::Result<Vec<u64>>>()?);
    Ok(blanked)
}

/// Blanks the lines whose reason names an erased memory, or that tell what was `said` as the value before; returns their numbers, and the other memories that they were of.
pub(crate) fn blank_reasons(
    tx: &Transaction<'_>,
    gone: &BTreeMap<String, String>,
    said: &BTreeSet<(String, String, String)>,
) -> Result<(Vec<u64>, BTreeSet<String>)> {
    let sql = "SELECT seq, memory, reason, scope, key, old FROM events WHERE reason <> '' OR old <> ''";
    let mut statement = tx.prepare_cached(sql)?;
    let mut rows = statement.query([])?;
    let (mut lines, mut others) = (Vec::new(), BTreeSet::new());
    while let Some(row) = rows.next()? {
        let reason = row.get_ref(2)?.as_str().unwrap_or_default();
        let mut words = reason.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'));
        let before = || -> Result<bool> {
            let Some(old) = row.get::<_, Option<String>>(5)? else { return Ok(false) };
            Ok(said.contains(&(row.get(3)?, row.get(4)?, old)))
        };
        if words.any(|word| gone.contains_key(word)) || before()? {
            lines.push(row.get(0)?);
            others.extend(row.get::<_, Option<String>>(1)?);
        }
    }
    for seq in &lines {
        tx.prepare_cached(
            "UPDATE events SET memory = NULL, scope = '', key = '', old = NULL, new = NULL, reason = '', salt = NULL,
             image = NULL WHERE seq = ?1",
        )?
        .execute([seq])?;
    }
    Ok((lines, others))
}
