//! The texts of memories and turns as they are written, for words that the index does not keep. The newest come first, and
//! whoever looks may stop: this is no way to answer every question.

use std::ops::ControlFlow;

use rusqlite::{Connection, OptionalExtension};

use crate::error::Result;
use crate::open::Store;

impl Store {
    /// Shows the written form of every memory's content until the looker stops; returns the slots of those that it wants.
    pub fn slots_of_contents(
        &self,
        mut look: impl FnMut(&[u8]) -> ControlFlow<(), bool>,
    ) -> Result<Vec<u32>> {
        self.read(|conn| {
            let mut select = conn.prepare_cached("SELECT id, content FROM memories ORDER BY row DESC")?;
            let mut rows = select.query([])?;
            let mut slots = Vec::new();
            while let Some(row) = rows.next()? {
                match look(row.get_ref(1)?.as_bytes().unwrap_or_default()) {
                    ControlFlow::Continue(true) => slots.extend(slot_of(conn, &row.get::<_, String>(0)?)?),
                    ControlFlow::Continue(false) => {}
                    ControlFlow::Break(()) => break,
                }
            }
            Ok(slots)
        })
    }

    /// Shows every text that is kept for a chunk until the looker stops; returns the slots of those that it wants.
    pub fn slots_of_texts(&self, mut look: impl FnMut(&[u8]) -> ControlFlow<(), bool>) -> Result<Vec<u32>> {
        self.read(|conn| {
            let mut select = conn
                .prepare_cached("SELECT slot, text FROM chunks WHERE text IS NOT NULL ORDER BY slot DESC")?;
            let mut rows = select.query([])?;
            let mut slots = Vec::new();
            while let Some(row) = rows.next()? {
                match look(row.get_ref(1)?.as_bytes().unwrap_or_default()) {
                    ControlFlow::Continue(true) => slots.push(row.get(0)?),
                    ControlFlow::Continue(false) => {}
                    ControlFlow::Break(()) => break,
                }
            }
            Ok(slots)
        })
    }
}

fn slot_of(conn: &Connection, id: &str) -> Result<Option<u32>> {
    let sql = "SELECT slot FROM chunks JOIN documents ON documents.id = document WHERE source = 'memory' AND uri = ?1";
    Ok(conn.prepare_cached(sql)?.query_row([id], |row| row.get(0)).optional()?)
}
