//! What the requests of one transaction share: where the audit ends, how far the index has come, and the facts. Read once and
//! written once, not for each of them; never outlives the transaction.

use rusqlite::Connection;

use crate::audit::Chain;
use crate::error::{Result, StoreError};
use crate::facts;
use crate::index::Ahead;

/// What the requests of one transaction share: read once and written once, not for each of them.
pub(crate) struct Together {
    start: Chain,
    /// Where the audit ends.
    pub(crate) chain: Chain,
    /// How far the index has come.
    pub(crate) index: Ahead,
    facts: Option<i64>,
}

impl Together {
    pub(crate) fn begin(conn: &Connection) -> rusqlite::Result<Self> {
        Ok(Self::after(Chain::read(conn)?))
    }

    pub(crate) fn after(start: Chain) -> Self {
        Self { start, chain: start, index: Ahead::default(), facts: None }
    }

    /// Refuses a commit that was planned on other facts.
    pub(crate) fn expect(&mut self, conn: &Connection, planned_on: i64) -> Result<()> {
        let now = match self.facts {
            Some(now) => now,
            None => *self.facts.insert(facts::version(conn)?),
        };
        if now == planned_on { Ok(()) } else { Err(StoreError::Moved) }
    }

    /// Writes down what is not written yet, before something else is changed that it bears on.
    pub(crate) fn settle(&mut self, conn: &Connection) -> Result<()> {
        self.facts = None;
        Ok(self.index.settle(conn)?)
    }

    pub(crate) fn end(mut self, conn: &Connection) -> Result<()> {
        self.settle(conn)?;
        Ok(self.chain.anchor_after(self.start, conn)?)
    }
}
