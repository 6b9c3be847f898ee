//! Which chunks of conversations are turns that somebody looks for, by the conversation and by what their caption says. Ranks
//! nothing.

use crate::error::Result;
use crate::index::Bitmap;
use crate::open::Store;

impl Store {
    /// Returns the slots of turns: `of` tells by path and title what is looked for in a conversation, `wanted` by the caption of a
    /// turn whether it is one.
    pub fn slots_of_turns<T>(
        &self,
        of: impl Fn(&str, Option<&str>) -> Option<T>,
        wanted: impl Fn(&T, Option<&str>) -> bool,
    ) -> Result<Bitmap> {
        self.read(|conn| {
            let mut statement =
                conn.prepare_cached("SELECT id, uri, title FROM documents WHERE source = 'transcript'")?;
            let rows = statement.query_map([], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, Option<String>>(2)?))
            })?;
            let mut slots = Bitmap::new();
            for row in rows {
                let (id, uri, title) = row?;
                let Some(sought) = of(&uri, title.as_deref()) else { continue };
                let mut chunks =
                    conn.prepare_cached("SELECT slot, heading FROM chunks WHERE document = ?1")?;
                let chunks = chunks
                    .query_map([id], |row| Ok((row.get::<_, u32>(0)?, row.get::<_, Option<String>>(1)?)))?;
                for chunk in chunks {
                    let (slot, caption) = chunk?;
                    if wanted(&sought, caption.as_deref()) {
                        slots.insert(slot);
                    }
                }
            }
            Ok(slots)
        })
    }
}
