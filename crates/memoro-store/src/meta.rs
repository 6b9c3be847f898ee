//! Small named values of a store, for example which session is the current one.

use rusqlite::{Connection, OptionalExtension, params};

use crate::error::{Result, StoreError};
use crate::open::Store;
use crate::writer::Durability;

/// Sets a named value inside a write that is under way, so that both happen or neither.
pub fn set_named_in(conn: &Connection, name: &str, value: Option<&str>) -> rusqlite::Result<()> {
    let name = format!("named.{name}");
    match value {
        Some(value) => conn
            .prepare_cached("INSERT OR REPLACE INTO meta VALUES (?1, ?2)")?
            .execute(params![name, value.as_bytes()])?,
        None => conn.prepare_cached("DELETE FROM meta WHERE name = ?1")?.execute([name])?,
    };
    Ok(())
}

/// Puts something else in the place of the id of an erased memory in all named values: an id may be made of its words.
pub(crate) fn rename_in_all(conn: &Connection, id: &str, stand_in: &str) -> Result<()> {
    let sql =
        "SELECT name, value FROM meta WHERE name >= 'named.' AND name < 'named/' AND name <> 'named.policy'
               AND NOT (name >= 'named.request-lines.' AND name < 'named.request-lines/') AND instr(value, CAST(?1 AS BLOB)) > 0";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let rows: Vec<(String, Vec<u8>)> = rows.collect::<rusqlite::Result<_>>()?;
    for (name, value) in rows {
        let value = String::from_utf8(value).map_err(StoreError::damaged)?;
        conn.prepare_cached("UPDATE meta SET value = ?2 WHERE name = ?1")?
            .execute(params![name, renamed(&value, id, stand_in).as_bytes()])?;
    }
    Ok(())
}

/// Returns a text with another name in the place of an id, but not where the id is only the beginning of a longer one.
fn renamed(text: &str, id: &str, stand_in: &str) -> String {
    let goes_on = |rest: &str| rest.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_');
    let (mut out, mut from) = (String::with_capacity(text.len()), 0);
    for (at, found) in text.match_indices(id) {
        let end = at + found.len();
        if !goes_on(text.get(end..).unwrap_or_default()) {
            out.push_str(text.get(from..at).unwrap_or_default());
            out.push_str(stand_in);
            from = end;
        }
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

impl Store {
    /// Returns the named values whose names begin so, without that beginning.
    pub fn named_under(&self, prefix: &str) -> Result<Vec<(String, String)>> {
        let start = format!("named.{prefix}");
        self.read(|conn| {
            let sql = "SELECT name, value FROM meta WHERE name >= ?1 AND substr(name, 1, length(?1)) = ?1 ORDER BY name";
            let mut statement = conn.prepare_cached(sql)?;
            let mut rows = statement.query([&start])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                let (name, value): (String, Vec<u8>) = (row.get(0)?, row.get(1)?);
                let name = name.strip_prefix(&start).unwrap_or_default().to_owned();
                found.push((name, String::from_utf8(value).map_err(StoreError::damaged)?));
            }
            Ok(found)
        })
    }

    /// Returns a named value.
    pub fn named(&self, name: &str) -> Result<Option<String>> {
        let found: Option<Vec<u8>> = self.read(|conn| {
            let mut statement = conn.prepare_cached("SELECT value FROM meta WHERE name = 'named.' || ?1")?;
            Ok(statement.query_row([name], |row| row.get(0)).optional()?)
        })?;
        found.map(|bytes| String::from_utf8(bytes).map_err(StoreError::damaged)).transpose()
    }

    /// Sets a named value, or removes it.
    pub fn set_named(&self, name: &str, value: Option<&str>, durability: Durability) -> Result<()> {
        let (name, value) = (name.to_owned(), value.map(str::to_owned));
        self.write(durability, move |tx| Ok(set_named_in(tx, &name, value.as_deref())?))
    }

    /// Sets a named value unless there is one, and returns the one that stands: of several callers one wins.
    pub fn claim_named(&self, name: &str, value: &str) -> Result<String> {
        let (name, value) = (format!("named.{name}"), value.to_owned());
        let stands: Vec<u8> = self.write(Durability::Synced, move |tx| {
            tx.prepare_cached("INSERT OR IGNORE INTO meta VALUES (?1, ?2)")?
                .execute(params![name, value.as_bytes()])?;
            Ok(tx.query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| row.get(0))?)
        })?;
        String::from_utf8(stands).map_err(StoreError::damaged)
    }
}
