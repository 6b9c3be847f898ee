//! Numbered migrations. They are only ever added; a store of any older schema is brought up step by step.

use rusqlite::{Connection, TransactionBehavior};

use crate::error::{Result, StoreError};

const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001_memories.sql"),
    include_str!("migrations/0002_index.sql"),
    include_str!("migrations/0003_newest.sql"),
    include_str!("migrations/0004_embedding_cache.sql"),
    include_str!("migrations/0005_facts.sql"),
    include_str!("migrations/0007_links.sql"),
    include_str!("migrations/0008_images.sql"),
    include_str!("migrations/0009_files_by_hash.sql"),
    include_str!("migrations/0010_hidden_keys.sql"),
    include_str!("migrations/0011_happened.sql"),
];

/// The schema since which the keys of requests are hidden.
const HIDDEN: u32 = 9;

/// The newest schema that this version knows.
#[expect(clippy::cast_possible_truncation, reason = "a handful of migrations")]
pub const SCHEMA: u32 = MIGRATIONS.len() as u32;

/// Returns the schema of an open store; 0 for an empty file.
pub(crate) fn schema(conn: &Connection) -> Result<u32> {
    Ok(conn.query_row("PRAGMA user_version", [], |row| row.get(0))?)
}

/// Brings the store to the newest schema, each step in a transaction of its own.
pub(crate) fn migrate(conn: &mut Connection) -> Result<()> {
    if schema(conn)? == SCHEMA {
        return Ok(());
    }
    for target in 1..=SCHEMA {
        let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let found = schema(&tx)?;
        if found > SCHEMA {
            return Err(StoreError::Newer { found, known: SCHEMA });
        }
        if found + 1 == target {
            let index = usize::try_from(found).expect("a handful of migrations");
            tx.execute_batch(MIGRATIONS[index])?;
            if target == HIDDEN {
                crate::requests::hide_names(&tx)?;
            }
            tx.pragma_update(None, "user_version", target)?;
        }
        tx.commit()?;
    }
    Ok(())
}

/// Refuses a store that lost a table.
pub(crate) fn check_tables(conn: &Connection) -> Result<()> {
    let mut statement = conn.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")?;
    let rows = statement.query_map([], |row| row.get(0))?;
    let found: std::collections::BTreeSet<String> = rows.collect::<rusqlite::Result<_>>()?;
    let made = MIGRATIONS.iter().flat_map(|sql| sql.lines().filter_map(table));
    match made.into_iter().find(|name| !found.contains(*name)) {
        Some(name) => Err(StoreError::Damaged(format!("the table `{name}` is missing"))),
        None => Ok(()),
    }
}

/// Returns the table that a line of a migration makes.
fn table(line: &str) -> Option<&str> {
    line.strip_prefix("CREATE TABLE ")?.split_whitespace().next()
}
