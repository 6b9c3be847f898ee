//! Small named values of a store, for example which session is the current one.

use rusqlite::{OptionalExtension, params};

use crate::commit::Idempotency;
use crate::error::{Result, StoreError};
use crate::open::Store;
use crate::writer::Durability;

impl Store {
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
        let (name, value) = (format!("named.{name}"), value.map(str::to_owned));
        self.write(durability, move |tx| {
            match value {
                Some(value) => tx
                    .prepare_cached("INSERT OR REPLACE INTO meta VALUES (?1, ?2)")?
                    .execute(params![name, value.as_bytes()])?,
                None => tx.prepare_cached("DELETE FROM meta WHERE name = ?1")?.execute([name])?,
            };
            Ok(())
        })
    }

    /// Returns what was answered to a request before; a reused key for another request is an error.
    pub fn answered(&self, request: &Idempotency) -> Result<Option<String>> {
        self.read(|conn| crate::apply::replay(conn, request))
    }
}
