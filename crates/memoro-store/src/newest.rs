//! The newest current memories of one scope and shape: one look into an index, whatever else the store holds.

use jiff::Timestamp;
use memoro_core::{Scope, Shape};
use rusqlite::params;

use crate::error::Result;
use crate::image::micros;
use crate::memories::{COLUMNS, HAPPENED, NO_COURSES, Stored, read_stored, stored};
use crate::open::Store;

/// Which memories: of one scope and shape, current at `now`.
#[derive(Debug, Clone, Copy)]
pub struct Newest<'a> {
    /// The scope.
    pub scope: &'a Scope,
    /// The shape.
    pub shape: Shape,
    /// The kind of an entry, the grain of an episode, `always` or `when` of a procedure.
    pub kind: Option<&'a str>,
    /// Whether sensitive ones belong in.
    pub sensitive: bool,
    /// The clock.
    pub now: Timestamp,
    /// At most this many.
    pub limit: usize,
}

impl Store {
    /// Returns the last changed memories that are current, the newest first; of episodes those that
    /// happened last. Traces and threads are episodes too, and are listed under their own names.
    pub fn newest(&self, wanted: &Newest<'_>) -> Result<Vec<Stored>> {
        let (index, order) = match wanted.shape {
            Shape::Episode => ("memories_happened", HAPPENED),
            _ => ("memories_newest", "updated_at"),
        };
        // The index of episodes holds nothing else, which the planner sees only where it is said.
        let shape = if wanted.shape == Shape::Episode { " AND shape = 'episode'" } else { "" };
        let sql = format!(
            "SELECT {COLUMNS}, rev, recorded_at FROM memories INDEXED BY {index}
             WHERE status = 'active' AND scope_kind = ?1 AND scope_id = ?2 AND shape = ?3{shape}
             AND (?4 IS NULL OR kind = ?4) AND (?7 OR sensitivity = 'normal')
             AND (expires_at IS NULL OR expires_at > ?5) AND (valid_until IS NULL OR valid_until > ?5)
             AND {NO_COURSES}
             ORDER BY {order} DESC, id DESC LIMIT ?6"
        );
        let limit = i64::try_from(wanted.limit).unwrap_or(i64::MAX);
        self.read(|conn| {
            let mut statement = conn.prepare_cached(&sql)?;
            let values = params![
                wanted.scope.kind().as_str(),
                wanted.scope.id(),
                wanted.shape.as_str(),
                wanted.kind,
                micros(wanted.now),
                limit,
                wanted.sensitive
            ];
            statement.query_map(values, stored)?.map(|row| read_stored(row?)).collect()
        })
    }
}
