//! Makes a new store of what can still be read of a damaged one: every row of every table that cannot be derived, also
//! where SQLite itself refuses the file. What is derived is left to be made again; the damaged file is only read.

mod mend;
mod pages;
mod record;
mod tree;

use std::collections::BTreeMap;
use std::path::Path;

use memoro_core::Actor;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use crate::error::{Result, StoreError};
use crate::open::{Mode, Store, connect};
use jiff::Timestamp;
use pages::Pages;
use tree::{Row, Walk};

/// The tables that are taken over. Those of the index are taken for the turns that no file holds any more.
const KEPT: [&str; 15] = [
    "meta",
    "memories",
    "history",
    "events",
    "idempotency",
    "outbox",
    "files",
    "mirror",
    "usage",
    "tombstones",
    "links",
    "tallies",
    "embedding_cache",
    "documents",
    "chunks",
];

/// What could be read of a damaged store, and what could not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Salvaged {
    /// How many rows of each table were taken over.
    pub kept: BTreeMap<&'static str, u64>,
    /// In which tables pages or rows could not be read, and how many.
    pub damaged: BTreeMap<&'static str, u64>,
    /// Memories of which the audit tells and that could not be read, with the last line that says what they said.
    pub lost: Vec<(String, Option<u64>)>,
    /// Memories whose newest state could not be read; the one before it is kept, archived.
    pub earlier: Vec<String>,
    /// How many earlier states of memories that are there could not be read.
    pub states: u64,
    /// The audit lines that could not be read, from and to.
    pub lines: Vec<(u64, u64)>,
}

impl Salvaged {
    /// Tells whether nothing of these tables was lost.
    pub fn is_whole(&self, tables: &[&str]) -> bool {
        tables.iter().all(|table| !self.damaged.contains_key(table))
    }
}

/// Makes a new store at `to` of what can be read of the one at `from`, and writes into its audit what was lost.
///
/// The new store has no search index yet.
pub fn salvage(from: &Path, to: &Path, (actor, at): (&Actor, Timestamp)) -> Result<Salvaged> {
    drop(Store::open(to, Mode::Create)?);
    let mut conn = connect(to)?;
    let pages = Pages::open(from).map_err(|error| StoreError::Io(format!("{}: {error}", from.display())))?;
    if let Some(found) = pages.schema().filter(|found| *found > crate::SCHEMA) {
        return Err(StoreError::Newer { found, known: crate::SCHEMA });
    }
    let tx = conn.transaction()?;
    let mut salvaged = Salvaged::default();
    take_over(&pages, &tx, &mut salvaged)?;
    crate::requests::hide_names(&tx)?;
    mend::mend(&tx, (actor, at), &mut salvaged)?;
    tx.commit()?;
    Ok(salvaged)
}

fn take_over(pages: &Pages, conn: &Connection, salvaged: &mut Salvaged) -> Result<()> {
    let mut tables: Vec<Table<'_>> = KEPT.iter().map(|name| Table::of(conn, name)).collect::<Result<_>>()?;
    let mut walk = Walk::new(pages);
    let roots = roots(&mut walk);
    for table in &mut tables {
        let unreadable = match roots.get(table.name) {
            Some(root) => walk.tree(*root, &mut |row| table.take(row)),
            None => 1,
        };
        table.lost += unreadable as u64;
    }
    if tables.iter().any(|table| table.lost > 0) {
        for root in roots.values() {
            walk.tree(*root, &mut |_| {});
        }
        walk.strays(&mut |row| stray(&mut tables, row));
    }
    for table in tables {
        let (name, kept, lost) = (table.name, table.kept, table.lost);
        table.failed.map_or(Ok(()), Err)?;
        salvaged.kept.insert(name, kept);
        if lost > 0 {
            salvaged.damaged.insert(name, lost);
        }
    }
    Ok(())
}

/// Gives a row that hangs on no tree any more to the damaged table that it fits.
fn stray(tables: &mut [Table<'_>], row: &Row) {
    let fitting = tables.iter_mut().find(|table| table.lost > 0 && table.fit(row).is_some());
    if let Some(table) = fitting {
        table.take(row);
    }
}

/// Finds the root page of everything in the schema; where its own tree is broken, by looking at every page.
fn roots(walk: &mut Walk<'_>) -> BTreeMap<String, u32> {
    let mut roots = BTreeMap::new();
    let mut note = |row: &Row| {
        let [Value::Text(_), Value::Text(name), Value::Text(_), Value::Integer(root), ..] =
            row.values.as_slice()
        else {
            return;
        };
        if let Some(root) = u32::try_from(*root).ok().filter(|root| *root > 0 && row.values.len() == 5) {
            roots.insert(name.clone(), root);
        }
    };
    if walk.tree(1, &mut note) > 0 {
        walk.look_around(&mut note);
    }
    roots
}

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Integer,
    Blob,
}

struct Column {
    kind: Kind,
    nullable: bool,
    /// Whether it is the number of the row, which is not in its record.
    is_number: bool,
}

/// A table of the new store that is being filled.
struct Table<'a> {
    name: &'static str,
    columns: Vec<Column>,
    insert: rusqlite::Statement<'a>,
    numbered: bool,
    kept: u64,
    lost: u64,
    failed: Option<StoreError>,
}

impl<'a> Table<'a> {
    fn of(conn: &'a Connection, name: &'static str) -> Result<Self> {
        let sql: String =
            conn.query_row("SELECT sql FROM sqlite_schema WHERE name = ?1", [name], |row| row.get(0))?;
        let numbered = !sql.contains("WITHOUT ROWID");
        let mut statement = conn.prepare("SELECT type, \"notnull\", pk FROM pragma_table_info(?1)")?;
        let rows = statement.query_map([name], |row| {
            let (kind, firm, key): (String, bool, u32) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let kind = match kind.as_str() {
                "TEXT" => Kind::Text,
                "INTEGER" => Kind::Integer,
                _ => Kind::Blob,
            };
            let is_number = numbered && key > 0;
            Ok(Column { kind, nullable: !firm && (key == 0 || is_number), is_number })
        })?;
        let columns: Vec<Column> = rows.collect::<rusqlite::Result<_>>()?;
        let marks = vec!["?"; columns.len()].join(", ");
        // A new store has a few values of its own; those of the old one count.
        let or = if name == "meta" { "REPLACE" } else { "IGNORE" };
        let insert = conn.prepare(&format!("INSERT OR {or} INTO {name} VALUES ({marks})"))?;
        Ok(Self { name, columns, insert, numbered, kept: 0, lost: 0, failed: None })
    }

    /// Returns the values of a row of this table; `None` if it cannot be one.
    fn fit(&self, row: &Row) -> Option<Vec<Value>> {
        if row.number.is_some() != self.numbered || row.values.len() > self.columns.len() {
            return None;
        }
        // Columns that were added later are not in the rows that were there before.
        let missing = self.columns.get(row.values.len()..)?;
        if missing.iter().any(|column| !column.nullable) {
            return None;
        }
        let mut values = Vec::with_capacity(self.columns.len());
        for (column, value) in self.columns.iter().zip(&row.values) {
            values.push(match (value, column.kind) {
                (Value::Null, _) if column.is_number => Value::Integer(row.number?),
                (Value::Null, _) if column.nullable => Value::Null,
                (Value::Text(_), Kind::Text)
                | (Value::Integer(_), Kind::Integer)
                | (Value::Blob(_), Kind::Blob)
                    if !column.is_number =>
                {
                    value.clone()
                }
                _ => return None,
            });
        }
        values.resize(self.columns.len(), Value::Null);
        Some(values)
    }

    /// Tells whether a row cannot be derived: of the index only what conversations said.
    fn is_wanted(&self, values: &[Value]) -> bool {
        match self.name {
            "documents" => values.get(1) == Some(&Value::Text("transcript".into())),
            "chunks" => values.last() != Some(&Value::Null),
            _ => true,
        }
    }

    fn take(&mut self, row: &Row) {
        let Some(values) = self.fit(row) else {
            self.lost += 1;
            return;
        };
        if !self.is_wanted(&values) {
            return;
        }
        match self.insert.execute(params_from_iter(values)) {
            Ok(written) => self.kept += written as u64,
            // A row that breaks a rule of its table was not written by us.
            Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) => {
                self.lost += 1;
            }
            Err(error) => self.failed = Some(error.into()),
        }
    }
}
