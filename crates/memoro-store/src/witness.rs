//! Looks at what is durable from a connection that did not write it, and answers those who asked. Writes nothing.

use std::path::PathBuf;

use rusqlite::Connection;

use crate::error::Result;
use crate::open::connect;
use crate::writer::Request;

/// A connection to look with; opened by the first look.
pub(crate) struct Witness {
    path: PathBuf,
    conn: Option<Connection>,
}

impl Witness {
    pub(crate) const fn new(path: PathBuf) -> Self {
        Self { path, conn: None }
    }

    /// Looks in one reading for all of a group, and answers each when it has looked: whoever was answered prepares the next
    /// while the others still wait.
    pub(crate) fn look(&mut self, group: Vec<(Box<dyn Request>, Result<()>)>) {
        if self.conn.is_none() && group.iter().any(|(request, _)| request.is_commit()) {
            self.conn = connect(&self.path).ok();
        }
        let reading = self.conn.as_ref().and_then(|conn| conn.unchecked_transaction().ok());
        for (mut request, own) in group {
            if let Some(reading) = reading.as_ref().filter(|_| own.is_ok()) {
                request.read_back(reading);
            }
            request.answer(own);
        }
    }
}
