//! Memories that were altered outside Memoro: put right where the audit proves what was written, or gone on with as they are.
//! Either is told in the audit.

use memoro_core::{Memory, Op};
use rusqlite::params;

use super::{Frame, current, write_image};
use crate::audit::Line;
use crate::error::{Result, StoreError};
use crate::memories::COLUMNS;
use crate::proof::{Base, Proven, base_of, proven};

impl Frame<'_> {
    /// Writes the states of a memory again as the audit proves them.
    pub(super) fn right(&mut self, id: &str, said: &[Memory]) -> Result<()> {
        let states = proven(self.tx, id, said)?.filter(|states| !states.is_empty());
        let states = states.ok_or_else(|| StoreError::Conflict(id.to_owned()))?;
        states.iter().try_for_each(|state| self.write_again(id, state))?;
        let revs: Vec<String> = states.iter().map(|state| state.rev.to_string()).collect();
        let reason = format!(
            "memory {id} was altered outside Memoro and is what was written again (revision {})",
            revs.join(", ")
        );
        self.event(&Line { op: Op::Note, scope: "store", reason: &reason, ..Line::default() })
    }

    fn write_again(&self, id: &str, state: &Proven) -> Result<()> {
        let Some(replaced) = state.replaced else {
            let sql = format!(
                "UPDATE memories SET ({COLUMNS}, recorded_at) = (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,
                 ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24) WHERE id = ?1"
            );
            return write_image(self.tx, &sql, &state.image, state.recorded);
        };
        let sql = "UPDATE history SET recorded_at = ?3, replaced_at = ?4, image = ?5 WHERE memory = ?1 AND rev = ?2";
        let image = state.image.to_json();
        self.tx.prepare_cached(sql)?.execute(params![id, state.rev, state.recorded, replaced, image])?;
        Ok(())
    }

    /// Writes down what there is of a memory, for the proof to go on from.
    pub(super) fn vouch(&mut self, id: &str) -> Result<()> {
        let base = current(self.tx, id)?.map_or(Base::Lost, |(_, rev)| Base::Kept(rev));
        let (image, told) = base_of(self.tx, id, base)?;
        self.event(&Line {
            op: Op::Note,
            memory: Some(id),
            scope: "store",
            new: Some(&told),
            reason: "accepted as it is, though it is not what the audit says was written",
            image: Some(image),
            ..Line::default()
        })
    }
}
