//! Which lines of MEMORY.md the job wrote. Every other line is a person's; a line of ours that is gone was removed by
//! a person and does not come back. The store keeps hashes, not the lines, so that nothing forgotten stays in it.

use std::collections::{BTreeMap, BTreeSet};

use memoro_core::MemoryId;
use serde::{Deserialize, Serialize};

use super::lessons::is_lesson;
use super::page::Entry;
use crate::error::Result;
use crate::jobs::reading::Reading;
use crate::jobs::writers::CompoundWriter;

const NAME: &str = "job.memory_md";

/// Hashes of lines and the decisions that they show.
type Hashes = BTreeMap<String, String>;

#[derive(Default, Serialize, Deserialize)]
struct Kept {
    lines: Hashes,
    /// The lines of a run that has not ended.
    next: Option<Hashes>,
    dismissed: BTreeSet<String>,
}

/// What the last run left in the file.
#[derive(Debug, Default, Clone)]
pub(super) struct State {
    /// Our lines and the decisions that they show.
    pub(super) lines: BTreeMap<String, String>,
    next: Option<Hashes>,
    /// Decisions that a person took out.
    pub(super) dismissed: BTreeSet<String>,
    /// Those that they took out since the last run.
    pub(super) removed: Vec<String>,
}

impl State {
    /// Reads the state and compares it with the file.
    pub(super) fn load(reading: &Reading<'_>, bytes: &[u8]) -> Result<Self> {
        let Kept { mut lines, next, mut dismissed } = kept(reading)?;
        let text = String::from_utf8_lossy(bytes);
        let there: BTreeMap<String, &str> =
            text.lines().map(str::trim_end).map(|line| (hash(line), line)).collect();
        if let Some(next) = next {
            // A run was killed: if any of its new lines stands in the file, the file was written.
            let new = next.keys().any(|line| !lines.contains_key(line) && there.contains_key(line));
            if new || !lines.keys().all(|line| there.contains_key(line)) {
                lines = next;
            }
        }
        // What was forgotten is nothing that a person took out.
        let is_there = |id: &str| MemoryId::new(id).is_ok_and(|id| is_lesson(&id) || reading.knows(&id));
        dismissed.retain(|id| is_there(id));
        let mut state = Self { dismissed, ..Self::default() };
        for (hash, id) in lines.into_iter().filter(|(_, id)| is_there(id)) {
            match there.get(&hash) {
                Some(line) => _ = state.lines.insert((*line).to_owned(), id),
                // A page that is gone or empty is an accident, not a wish.
                None if text.trim().is_empty() => {}
                None => {
                    state.dismissed.insert(id.clone());
                    state.removed.push(id);
                }
            }
        }
        Ok(state)
    }

    /// Returns the decisions that stand in the file, with their lines.
    pub(super) fn hot(&self) -> BTreeMap<MemoryId, String> {
        self.lines.iter().filter_map(|(line, id)| Some((MemoryId::new(id).ok()?, line.clone()))).collect()
    }

    /// Notes what a run is about to write.
    pub(super) fn begin(&mut self, entries: &[Entry]) {
        self.next = Some(entries.iter().map(|entry| (hash(&entry.line), entry.id.to_string())).collect());
    }

    /// Notes that it was written.
    pub(super) fn settle(&mut self, entries: &[Entry]) {
        self.lines = entries.iter().map(|entry| (entry.line.clone(), entry.id.to_string())).collect();
        self.next = None;
    }

    /// Keeps the state.
    pub(super) fn save(&self, writer: &CompoundWriter<'_>) -> Result<()> {
        let lines = self.lines.iter().map(|(line, id)| (hash(line), id.clone())).collect();
        let kept = Kept { lines, next: self.next.clone(), dismissed: self.dismissed.clone() };
        writer.keep(NAME, Some(&serde_json::to_string(&kept).unwrap_or_default()))
    }
}

fn hash(line: &str) -> String {
    let hash = blake3::hash(line.as_bytes()).to_hex();
    hash.get(..32).unwrap_or_default().to_owned()
}

fn kept(reading: &Reading<'_>) -> Result<Kept> {
    Ok(reading.kept(NAME)?.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

/// Returns the decisions that stand in MEMORY.md now.
pub(super) fn hot_now(reading: &Reading<'_>) -> Result<BTreeSet<MemoryId>> {
    let bytes = reading.file(crate::jobs::writers::MEMORY)?.map(|read| read.bytes).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let ids = kept(reading)?.lines.into_values().filter(|id| text.contains(id.as_str()));
    Ok(ids.filter_map(|id| MemoryId::new(&id).ok()).collect())
}
