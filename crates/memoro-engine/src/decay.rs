//! Strength in the ranking: age from the index, use from a count that is refreshed now and then. Search reads it and
//! never waits for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use jiff::{SignedDuration, Timestamp};
use memoro_core::decay::of_age;
use memoro_core::fusion::ChunkMeta;
use memoro_core::{Layer, MemoryId};
use memoro_store::index::{Facets, Source};
use memoro_store::{Durability, UNFADING, source_number};

use crate::error::{Result, as_room_allows};
use crate::workspace::Workspace;

const REFRESHED: &str = "decay.refreshed";
const DAY: i64 = 86_400;

/// How often the memory of each slot was used, by slot.
type Counts = Arc<Vec<(u32, u16)>>;

/// The counts as they were last read, and when.
#[derive(Debug, Default)]
pub(crate) struct Uses(Mutex<Option<(Timestamp, Counts)>>);

/// The strengths of memories at a moment.
pub(crate) struct Strengths {
    uses: Counts,
    today: i64,
}

impl Strengths {
    /// Returns the strength of a chunk; what is no memory does not fade.
    pub(crate) fn of(&self, slot: u32, meta: &ChunkMeta, facets: &Facets) -> f32 {
        if facets.source != source_number(Source::Memory) {
            return 1.0;
        }
        let Some(layer) = Layer::ALL.get(usize::from(facets.layer)) else { return 1.0 };
        let found = self.uses.binary_search_by_key(&slot, |(slot, _)| *slot);
        let uses = found.ok().and_then(|at| self.uses.get(at)).map_or(0, |(_, n)| *n);
        if uses == UNFADING {
            return 1.0;
        }
        let days = meta.day().map_or(0, |day| self.today - i64::from(day));
        let strength = of_age(*layer, SignedDuration::from_hours(24 * days), u32::from(uses)).value();
        #[expect(clippy::cast_possible_truncation, reason = "a share needs no more digits")]
        let strength = strength as f32;
        strength
    }
}

impl Workspace {
    /// Returns the strengths at a moment, read again when they are due.
    pub(crate) fn strengths(&self, now: Timestamp) -> Result<Strengths> {
        let today = now.as_second().div_euclid(DAY);
        let mut kept = self.uses.0.lock().expect("nothing panics while it holds the counts");
        let fresh = |read: Timestamp| now.duration_since(read).abs() < self.settings.layers.decay_every;
        if let Some((read, uses)) = kept.as_ref()
            && fresh(*read)
        {
            return Ok(Strengths { uses: Arc::clone(uses), today });
        }
        let uses = Arc::new(self.store.uses()?);
        *kept = Some((now, Arc::clone(&uses)));
        Ok(Strengths { uses, today })
    }

    /// Counts uses anew for the ranking; returns of how many memories the count is another one than before.
    pub fn refresh_strengths(&self, now: Timestamp) -> Result<usize> {
        let counted = self.store.refresh_uses()?;
        self.store.set_named(REFRESHED, Some(&now.to_string()), Durability::Lazy)?;
        *self.uses.0.lock().expect("nothing panics while it holds the counts") = None;
        Ok(counted)
    }

    /// Counts that memories were returned, lets episodes among them live on, and refreshes strengths that are due.
    /// Called after the answer was given.
    pub fn count_used(&self, ids: impl IntoIterator<Item = MemoryId>, now: Timestamp) -> Result<()> {
        self.count_uses(ids.into_iter().map(|id| (id, 1)).collect(), now)
    }

    /// Counts how often memories were returned since the last time, for a server that counts many answers at once.
    pub fn count_uses(&self, counts: HashMap<MemoryId, u32>, now: Timestamp) -> Result<()> {
        if counts.is_empty() || self.store.is_read_only() {
            return Ok(());
        }
        as_room_allows(self.count_kept(counts, now))
    }

    fn count_kept(&self, counts: HashMap<MemoryId, u32>, now: Timestamp) -> Result<()> {
        let ids = counts.keys().cloned().collect();
        self.store.count_access(counts, now)?;
        self.store.extend_episodes(ids, now + self.settings.layers.episode_hit)?;
        let last = self.store.named(REFRESHED)?.and_then(|text| text.parse::<Timestamp>().ok());
        match last {
            // The time begins with the first use; were it due at once, the pages of the first searches would be of two orders.
            None => self.store.set_named(REFRESHED, Some(&now.to_string()), Durability::Lazy)?,
            Some(last) if now.duration_since(last).abs() >= self.settings.layers.decay_every => {
                self.refresh_strengths(now)?;
            }
            Some(_) => {}
        }
        Ok(())
    }
}
