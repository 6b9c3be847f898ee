//! What the search index holds and no answer shows, for those who count all that fits. Reads rows and changes nothing.

use crate::error::Result;
use crate::index::Bitmap;
use crate::memories::NO_COURSES;
use crate::open::Store;

/// What is known of traces and threads.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Courses {
    /// The last row that was looked at.
    last: i64,
    /// Whether there was one.
    any: bool,
}

impl Store {
    /// Returns the slots of the memories that the index holds as current or put away and that no answer shows: what has
    /// expired, and what is archived without being a decision or an episode.
    pub fn slots_not_shown(&self, now: jiff::Timestamp) -> Result<Bitmap> {
        let sql = "SELECT slot FROM (
               SELECT id FROM memories WHERE expires_at IS NOT NULL AND expires_at <= ?1
               UNION ALL SELECT id FROM memories
                 WHERE status <> 'active' AND status = 'archived' AND shape NOT IN ('decision', 'episode')
             ) AS hidden
             CROSS JOIN documents ON source = 'memory' AND uri = hidden.id
             CROSS JOIN chunks ON document = documents.id";
        self.read(|conn| {
            let mut statement = conn.prepare_cached(sql)?;
            let mut slots = Bitmap::new();
            for slot in statement.query_map([now.as_microsecond()], |row| row.get::<_, u32>(0))? {
                slots.insert(slot?);
            }
            Ok(slots)
        })
    }

    /// Returns those of some slots that are traces or threads.
    pub fn courses_among(&self, slots: impl IntoIterator<Item = u32>) -> Result<Bitmap> {
        if !self.has_courses()? {
            return Ok(Bitmap::new());
        }
        let sql = format!(
            "SELECT 1 FROM memories WHERE NOT ({NO_COURSES}) AND id = (SELECT uri FROM chunks
             CROSS JOIN documents ON documents.id = document AND documents.source = 'memory' WHERE slot = ?1)"
        );
        let slots: Vec<u32> = slots.into_iter().collect();
        self.read(|conn| {
            let mut statement = conn.prepare_cached(&sql)?;
            let mut found = Bitmap::new();
            for slot in &slots {
                if statement.exists([slot])? {
                    found.insert(*slot);
                }
            }
            Ok(found)
        })
    }

    /// Tells whether there was ever a trace or a thread; each memory is looked at once.
    fn has_courses(&self) -> Result<bool> {
        let hold = || self.courses.lock().expect("nothing panics while it holds what is known of courses");
        let known = *hold();
        if known.any {
            return Ok(true);
        }
        let sql = format!(
            "SELECT (SELECT coalesce(max(row), 0) FROM memories),
               EXISTS (SELECT 1 FROM memories WHERE row > ?1 AND NOT ({NO_COURSES})),
               (SELECT coalesce(max(row), 0) FROM memories) < ?1"
        );
        let look = |last: i64| {
            let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
            self.read(|conn| Ok(conn.prepare_cached(&sql)?.query_row([last], row)?))
        };
        let (mut last, mut any, replaced): (i64, bool, bool) = look(known.last)?;
        if replaced {
            // Another store is in the place of the one that was looked at.
            (last, any, _) = look(0)?;
        }
        *hold() = Courses { last, any };
        Ok(any)
    }
}
