//! What the commits of one transaction share of the index: how far it has come, its model and the number of a scope. Read
//! once and written once, not for each commit. Whoever else touches the index in that transaction has it settled
//! first, and it never outlives the transaction.

use std::ops::Range;

use rusqlite::Connection;

use super::documents::DocumentId;
use super::error::Result;
use super::models::{Model, ModelId, register_model};
use super::state::State;
use super::write::{NewChunk, put_at};

/// What is known of the index and not written yet.
#[derive(Debug, Default)]
pub(crate) struct Ahead {
    state: Option<State>,
    model: Option<Model>,
    scope: Option<(String, u32)>,
}

impl Ahead {
    /// Puts a chunk of a document behind those that it has, as [`super::put`] does, and leaves the state to be written later.
    pub(crate) fn put(
        &mut self,
        conn: &Connection,
        document: DocumentId,
        chunk: &NewChunk,
    ) -> Result<Range<u32>> {
        let mut state = match self.state.take() {
            Some(state) => state,
            None => State::read(conn)?,
        };
        let before = state.model;
        let slots = put_at(conn, &mut state, &mut self.model, document, std::slice::from_ref(chunk))?;
        let first_of_its_model = state.model != before;
        self.state = Some(state);
        if first_of_its_model {
            // Other writes are planned by the model: they are to see it at once.
            self.settle(conn)?;
        }
        Ok(slots)
    }

    /// Writes down what is not written yet, and forgets what may change.
    pub(crate) fn settle(&mut self, conn: &Connection) -> Result<()> {
        let Self { state, .. } = std::mem::take(self);
        state.map_or(Ok(()), |mut state| state.write(conn))
    }

    /// Returns the number of a model, registered now if it is new.
    pub(crate) fn model(&mut self, conn: &Connection, name: &str, dim: u32) -> Result<ModelId> {
        match &self.model {
            Some(known) if known.name == name && known.dim == dim => Ok(known.id),
            _ => Ok(self.model.insert(register_model(conn, name, dim)?).id),
        }
    }

    /// Returns the number of a scope, looked up where it was not the last one.
    pub(crate) fn scope<E>(
        &mut self,
        name: &str,
        look: impl FnOnce(&str) -> std::result::Result<u32, E>,
    ) -> std::result::Result<u32, E> {
        if let Some((known, number)) = &self.scope
            && known == name
        {
            return Ok(*number);
        }
        let number = look(name)?;
        self.scope = Some((name.to_owned(), number));
        Ok(number)
    }
}
