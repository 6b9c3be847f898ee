//! Memories that a damaged store has lost and of which the audit still tells what they said. Forgetting reaches them too:
//! by their id, by their key, or as the subject that their words name.

use memoro_core::text::Phrase;
use memoro_core::{Memory, MemoryId, Scope};
use memoro_store::{Change, Erase, LostLine, Tombstone};

use super::Target;
use super::look::plain_part;
use crate::caller::Caller;
use crate::error::Result;
use crate::workspace::Workspace;

/// What the audit tells of lost memories.
#[derive(Debug, Default)]
pub(super) struct Lost {
    /// The memories.
    pub(super) ids: Vec<MemoryId>,
    /// What keeps each of their words from coming back.
    stones: Vec<(MemoryId, Tombstone)>,
    /// What they said, as far as it can be looked for.
    pub(super) needles: Vec<String>,
}

impl Workspace {
    /// Returns what the audit tells of lost memories that a forget is about; `found` are those that are there.
    pub(super) fn lost_of(&self, target: &Target, found: &[Memory], caller: &Caller) -> Result<Lost> {
        let phrase = match target {
            Target::Subject(name) => Phrase::new(name.trim()),
            Target::Memory(..) => None,
        };
        let meant = |line: &LostLine| match target {
            Target::Memory(name, scope) => {
                let here = scope.as_ref().is_none_or(|scope| scope.to_string() == line.scope);
                line.memory.as_str() == name
                    || (line.key == *name && here)
                    || found.iter().any(|known| is_of(known, line))
            }
            Target::Subject(_) => {
                let texts = line.texts.iter().chain([&line.key]);
                phrase.as_ref().is_some_and(|phrase| texts.into_iter().any(|text| phrase.is_in(text)))
            }
        };
        let mut lost = Lost::default();
        for line in self.store.lost_lines()? {
            let seen = line.scope.parse::<Scope>().is_ok_and(|scope| self.sees(&scope, caller));
            if !seen || !(lost.ids.contains(&line.memory) || meant(&line)) {
                continue;
            }
            lost.needles.extend(line.texts.iter().filter_map(|text| plain_part(text)));
            let place = (line.scope.as_str(), line.key.as_str());
            let stones = |text: &String| self.store.tombstones_of_words(place, text, caller.now);
            let stones = line.texts.iter().flat_map(stones);
            lost.stones.extend(stones.map(|stone| (line.memory.clone(), stone)));
            if !lost.ids.contains(&line.memory) {
                lost.ids.push(line.memory);
            }
        }
        lost.needles.sort();
        lost.needles.dedup();
        Ok(lost)
    }
}

impl Lost {
    /// Prepares the blanking of what the audit says of them.
    pub(super) fn erasures(&self, reason: &str) -> Vec<Change> {
        let erasure = |id: &MemoryId| {
            Change::Erase(Erase {
                id: id.clone(),
                tombstones: self.stones.iter().filter(|(of, _)| of == id).map(|(_, stone)| *stone).collect(),
                mirror: None,
                reason: reason.to_owned(),
            })
        };
        self.ids.iter().map(erasure).collect()
    }
}

/// Tells whether a line is of an earlier life of a memory, which its file brought back under another id.
fn is_of(memory: &Memory, line: &LostLine) -> bool {
    memory.scope.to_string() == line.scope && memory.key.as_str() == line.key
}
