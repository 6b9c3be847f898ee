//! Messages of threads that are taken back with the source that they came from: they stay in their file, and no search, pack or
//! job finds them. Erases nothing.

use std::collections::{BTreeMap, BTreeSet};

use memoro_core::Memory;
use memoro_core::redact::redact;
use memoro_store::{Durability, index};

use super::{Line, is_thread, number_of, relative, session};
use crate::error::Result;
use crate::workspace::Workspace;

/// Under which names it is kept that a turn is not to be found: the hash of its words.
const WITHHELD: &str = "turns.withheld/";
/// A part of a message that is so long is its own, whatever others say.
const LONG: usize = 40;

impl Workspace {
    /// Returns what came from a source in threads, by file; `ended` are the threads that the source began.
    pub(crate) fn messages_from(
        &self,
        origin: &str,
        ended: &[&Memory],
    ) -> Result<BTreeMap<String, Vec<String>>> {
        let (known, mut found) = (self.withheld_turns()?, BTreeMap::new());
        for number in 1..=self.last_thread()? {
            let file = relative(number);
            let Some(read) = self.files.read(&file)? else { continue };
            let whole = origin == session(number) || origin == file;
            let begun = ended.iter().any(|memory| is_thread(memory) && number_of(memory) == Some(number));
            let comes =
                |line: &Line| whole || line.run.as_deref() == Some(origin) || (begun && line.run.is_none());
            let text = String::from_utf8_lossy(&read.bytes);
            let lines = text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
            let texts: Vec<String> = lines.filter(comes).map(|line| line.content).collect();
            if texts.iter().any(|text| !known.contains(&mark(text))) {
                found.insert(file, texts);
            }
        }
        Ok(found)
    }

    /// Keeps turns from being found.
    pub(crate) fn withhold_turns(&self, texts: &[String], origin: &str) -> Result<()> {
        for text in texts {
            self.store.set_named(&format!("{WITHHELD}{}", mark(text)), Some(origin), Durability::Synced)?;
        }
        let goes = |kept: &str| {
            let kept = kept.trim();
            texts.iter().any(|text| {
                let text = redact(text).text.into_owned();
                text.trim() == kept || (kept.len() >= LONG && text.contains(kept))
            })
        };
        let mut slots = Vec::new();
        self.store.read_index(|conn| {
            index::each_kept_text(conn, |slot, text| {
                if goes(text) {
                    slots.push(slot);
                }
            })
        })?;
        Ok(self
            .store
            .write_index(Durability::Synced, move |conn| index::remove_slots(conn, &slots).map(drop))?)
    }

    /// Lets turns be found again that were taken back with a source, from the next time on that their file is read.
    pub(crate) fn release_turns(&self, origin: &str) -> Result<()> {
        for (mark, by) in self.store.named_under(WITHHELD)? {
            if by == origin {
                self.store.set_named(&format!("{WITHHELD}{mark}"), None, Durability::Synced)?;
            }
        }
        Ok(())
    }

    /// Returns the marks of the turns that are not to be found.
    pub(crate) fn withheld_turns(&self) -> Result<BTreeSet<String>> {
        Ok(self.store.named_under(WITHHELD)?.into_iter().map(|(mark, _)| mark).collect())
    }
}

/// Returns the mark of a turn's words.
pub(crate) fn mark(text: &str) -> String {
    let hash = blake3::hash(redact(text.trim()).text.as_bytes()).to_hex();
    hash.get(..32).unwrap_or_default().to_owned()
}
