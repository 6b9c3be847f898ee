//! What can go wrong in the store, told apart by what the caller can do about it.

use rusqlite::ErrorCode;

/// An error of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk has no room; nothing was written.
    #[error("the disk is full: nothing was written")]
    Full,
    /// The store cannot be written.
    #[error("the store is read-only: {0}")]
    ReadOnly(String),
    /// The file is no store, or its pages are damaged.
    #[error("the store is damaged: {0}")]
    Damaged(String),
    /// The store was made by a newer version.
    #[error("the store has schema {found}, this version knows up to {known}")]
    Newer {
        /// The schema found.
        found: u32,
        /// The newest schema that this version knows.
        known: u32,
    },
    /// Another writer held the store too long.
    #[error("another process held the store for too long")]
    Busy,
    /// What the plan was based on has changed; plan again.
    #[error("memory `{0}` changed meanwhile")]
    Conflict(String),
    /// The rules, the tombstones or the model that the plan was based on have changed; plan again.
    #[error("what this write was based on changed meanwhile")]
    Moved,
    /// The idempotency key was used for another request.
    #[error("the idempotency key `{0}` was already used for another request")]
    KeyReused(String),
    /// The writer has stopped after a failed sync; reopen the store.
    #[error("the store stopped writing after a failed sync: {0}")]
    Stopped(String),
    /// The file was taken away or replaced while it was open; nothing is acknowledged.
    #[error("the store was taken away while it was in use: nothing was written")]
    Gone,
    /// The disk or the file system failed.
    #[error("the disk failed: {0}")]
    Io(String),
    /// The search index refused or is damaged; memories are not affected.
    #[error("{0}")]
    Index(String),
    /// Anything else that SQLite reports.
    #[error("sqlite: {0}")]
    Sqlite(String),
}

/// The result of an operation of the store.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let text = error.to_string();
        // The file that processes share beside the log could not be made as large as it must be.
        if error.sqlite_error().is_some_and(|e| e.extended_code == rusqlite::ffi::SQLITE_IOERR_SHMSIZE) {
            return StoreError::Full;
        }
        // We wrote every value ourselves: one of another type, or text that is no text, was changed since.
        if is_unreadable(&error) {
            return StoreError::Damaged(format!("a value cannot be read: {text}"));
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                StoreError::ReadOnly(text)
            }
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Damaged(text),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy,
            Some(ErrorCode::SystemIoFailure) => StoreError::Io(text),
            _ if ["no such table", "no such column", "malformed"].iter().any(|sign| text.contains(sign)) => {
                StoreError::Damaged(text)
            }
            _ => StoreError::Sqlite(text),
        }
    }
}

fn is_unreadable(error: &rusqlite::Error) -> bool {
    matches!(
        error,
        rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::Utf8Error(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
    )
}

impl StoreError {
    /// Tells an error once more: each of those who wrote together is told it.
    pub(crate) fn again(error: &rusqlite::Error) -> Self {
        match error.sqlite_error() {
            Some(code) => rusqlite::Error::SqliteFailure(*code, Some(error.to_string())).into(),
            None if is_unreadable(error) => Self::Damaged(format!("a value cannot be read: {error}")),
            None => Self::Sqlite(error.to_string()),
        }
    }

    /// Tells whether nothing is wrong but that nothing can be written: reading goes on.
    pub const fn is_about_room(&self) -> bool {
        matches!(self, StoreError::Full | StoreError::ReadOnly(_))
    }

    pub(crate) fn damaged(what: impl std::fmt::Display) -> Self {
        StoreError::Damaged(what.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_is_no_text_any_more_is_damage() {
        let conn = rusqlite::Connection::open_in_memory().unwrap();
        let read = conn.query_row("SELECT CAST(x'c3' AS TEXT)", [], |row| row.get::<_, String>(0));
        assert!(matches!(StoreError::from(read.unwrap_err()), StoreError::Damaged(_)));
        for value in ["'x'", "NULL"] {
            let read = conn.query_row(&format!("SELECT {value}"), [], |row| row.get::<_, i64>(0));
            let error = read.unwrap_err();
            assert!(matches!(StoreError::again(&error), StoreError::Damaged(_)), "told to a group");
            assert!(matches!(StoreError::from(error), StoreError::Damaged(_)));
        }
    }
}
