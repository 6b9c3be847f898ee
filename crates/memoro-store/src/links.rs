//! Links: one thing, how it bears on another, and the other. They follow memories when these are erased; they are
//! written through the one door alone.

use jiff::Timestamp;
use rusqlite::{Connection, Row, Transaction, params};

use crate::error::Result;
use crate::image::{micros, moment};
use crate::open::Store;

/// The scope of audit lines about links.
pub(crate) const SCOPE: &str = "link";

/// A link: memories are named by their ids, files as `path:<file>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Where it starts.
    pub from: String,
    /// How the one bears on the other.
    pub kind: String,
    /// Where it ends.
    pub to: String,
    /// Why.
    pub note: String,
}

/// A link as it stands in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linked {
    /// The link.
    pub link: Link,
    /// Who made it.
    pub actor: String,
    /// When it was made.
    pub at: Timestamp,
}

/// Writes a link down; tells whether it was new.
pub(crate) fn insert(tx: &Transaction<'_>, link: &Link, actor: &str, at: Timestamp) -> Result<bool> {
    let mut statement = tx.prepare_cached("INSERT OR IGNORE INTO links VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    let written = statement.execute(params![link.from, link.kind, link.to, link.note, actor, micros(at)])?;
    Ok(written > 0)
}

/// Takes a link away; tells whether there was one.
pub(crate) fn delete(tx: &Transaction<'_>, link: &Link) -> Result<bool> {
    let mut statement =
        tx.prepare_cached("DELETE FROM links WHERE source = ?1 AND kind = ?2 AND target = ?3")?;
    Ok(statement.execute(params![link.from, link.kind, link.to])? > 0)
}

/// Takes all links of a memory away.
pub(crate) fn remove_of(tx: &Transaction<'_>, id: &str) -> Result<()> {
    tx.prepare_cached("DELETE FROM links WHERE source = ?1")?.execute([id])?;
    tx.prepare_cached("DELETE FROM links WHERE target = ?1")?.execute([id])?;
    Ok(())
}

const SELECT: &str = "SELECT source, kind, target, note, actor, at FROM links";

fn read(row: &Row<'_>) -> rusqlite::Result<(Link, String, i64)> {
    let link = Link { from: row.get(0)?, kind: row.get(1)?, to: row.get(2)?, note: row.get(3)? };
    Ok((link, row.get(4)?, row.get(5)?))
}

fn select(conn: &Connection, rest: &str, values: &[&dyn rusqlite::ToSql]) -> Result<Vec<Linked>> {
    let mut statement = conn.prepare_cached(&format!("{SELECT} {rest}"))?;
    let rows = statement.query_map(values, read)?;
    let linked = |(link, actor, at): (Link, String, i64)| -> Result<Linked> {
        Ok(Linked { link, actor, at: moment(at)? })
    };
    rows.map(|row| linked(row?)).collect()
}

impl Store {
    /// Returns the links that start or end at a thing, the oldest first.
    pub fn links_of(&self, name: &str) -> Result<Vec<Linked>> {
        let rest = "WHERE source = ?1 OR target = ?1 ORDER BY at, kind, source, target";
        self.read(|conn| select(conn, rest, &[&name]))
    }

    /// Returns all links, or those of one kind, the oldest first.
    pub fn links(&self, kind: Option<&str>) -> Result<Vec<Linked>> {
        let rest = "WHERE ?1 IS NULL OR kind = ?1 ORDER BY at, kind, source, target";
        self.read(|conn| match kind {
            Some(kind) => select(conn, "WHERE kind = ?1 ORDER BY at, source, target", &[&kind]),
            None => select(conn, rest, &[&None::<String>]),
        })
    }
}
