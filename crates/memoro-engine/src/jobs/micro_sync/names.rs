//! Under which id an item of a conversation is written: its day and its title, and a number behind it where that is something
//! else's. Writes nothing.

use jiff::Timestamp;
use memoro_core::extract::Item;
use memoro_core::{Content, Memory, MemoryId, Origin, Status};

use super::{Found, TITLE, longest};
use crate::draft::{fingerprint, whole_slug};
use crate::error::{EngineError, Result};
use crate::jobs::reading::Reading;
use crate::jobs::text::line;

/// How often the same thing is decided anew on one day.
const AGAIN: usize = 9;

/// How many decisions of others may have taken the names of one.
const BESIDE: usize = 90;

impl Found<'_> {
    /// Returns the id under which an item is written; `None` where it stands already or a person took it back. What a
    /// later decision replaced and somebody decided once more is a decision of its own.
    pub(super) fn place(&self, item: &Item, when: Timestamp) -> Result<Option<MemoryId>> {
        let first = id_of(self.reading, item, when)?;
        for n in 1..=AGAIN + BESIDE {
            let id = if n == 1 { first.to_string() } else { format!("{first}-{n}") };
            let id = MemoryId::new(&id).map_err(|why| EngineError::invalid(format!("id `{id}`"), why))?;
            let Some(known) = self.reading.memory(&id)? else { return Ok(Some(id)) };
            if !self.is_items(&known, item)? {
                continue;
            }
            if known.date() >= when || known.provenance.origin != Origin::Auto {
                return Ok(None);
            }
            match known.status {
                Status::Active | Status::Pending => return Ok(Some(id)),
                Status::Superseded { by: Some(_), .. } => {}
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Tells whether what stands under the name of an item is that item: a job drew it, a person made it or had a hand in it, or
    /// it says the same and holds. What an agent put there first keeps its name and is no answer to it.
    fn is_items(&self, known: &Memory, item: &Item) -> Result<bool> {
        let Content::Decision(said) = &known.content else { return Ok(false) };
        let alike = |one: &str, other: &str| fingerprint(one) == fingerprint(other);
        let same = alike(&said.title, &line(&item.title, TITLE))
            && (said.conclusion.is_empty()
                || alike(&said.conclusion, &line(&item.conclusion, longest(item))));
        Ok((known.status == Status::Active && same) || !self.reading.is_an_agents_own(known)?)
    }

    /// Returns the id under which an item stands, or would.
    pub(super) fn id_of(&self, item: &Item, when: Timestamp) -> Result<MemoryId> {
        let first = id_of(self.reading, item, when)?;
        let mut id = first.clone();
        for n in 2..=AGAIN + BESIDE {
            match self.reading.memory(&id)? {
                Some(known) if !self.is_items(&known, item)? => {
                    let next = format!("{first}-{n}");
                    id = MemoryId::new(&next)
                        .map_err(|why| EngineError::invalid(format!("id `{next}`"), why))?;
                }
                _ => break,
            }
        }
        Ok(id)
    }
}

/// Returns the id of an item: its day and its title.
fn id_of(reading: &Reading<'_>, item: &Item, when: Timestamp) -> Result<MemoryId> {
    let day = reading.day_of(when).strftime("%Y%m%d");
    let id = format!("DECISION-{day}-{}", whole_slug(&item.title));
    MemoryId::new(&id).map_err(|why| EngineError::invalid(format!("id `{id}`"), why))
}
