//! Which lines of MEMORY.md the job wrote. Every other line is a person's; a line of ours that is gone was removed by
//! a person and does not come back.

use std::collections::{BTreeMap, BTreeSet};

use memoro_core::MemoryId;
use serde::{Deserialize, Serialize};

use super::page::Entry;
use crate::error::Result;
use crate::jobs::reading::Reading;
use crate::jobs::writers::CompoundWriter;

const NAME: &str = "job.memory_md";

/// What the last run left.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub(super) struct State {
    /// Our lines and the decisions that they show.
    pub(super) lines: BTreeMap<String, String>,
    /// The lines of a run that has not ended.
    next: Option<BTreeMap<String, String>>,
    /// Decisions that a person took out.
    pub(super) dismissed: BTreeSet<String>,
}

impl State {
    /// Reads the state and compares it with the file.
    pub(super) fn load(reading: &Reading<'_>, bytes: &[u8]) -> Result<Self> {
        let kept = reading.kept(NAME)?;
        let mut state: State = kept.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        let text = String::from_utf8_lossy(bytes);
        let there: BTreeSet<&str> = text.lines().map(str::trim_end).collect();
        if let Some(next) = state.next.take() {
            // A run was killed: if any of its new lines stands in the file, the file was written.
            let written =
                next.keys().any(|line| !state.lines.contains_key(line) && there.contains(line.as_str()))
                    || !state.lines.keys().all(|line| there.contains(line.as_str()));
            if written {
                state.lines = next;
            }
        }
        if text.trim().is_empty() {
            // A page that is gone or empty is an accident, not a wish.
            state.lines.clear();
        }
        let gone: Vec<(String, String)> = state
            .lines
            .iter()
            .filter(|(line, _)| !there.contains(line.as_str()))
            .map(|(l, id)| (l.clone(), id.clone()))
            .collect();
        for (line, id) in gone {
            state.lines.remove(&line);
            // A line that was only edited still names its decision: it is the person's now.
            state.dismissed.insert(id);
        }
        Ok(state)
    }

    /// Returns the decisions that stand in the file, with their lines.
    pub(super) fn hot(&self) -> BTreeMap<MemoryId, String> {
        self.lines.iter().filter_map(|(line, id)| Some((MemoryId::new(id).ok()?, line.clone()))).collect()
    }

    /// Notes what a run is about to write.
    pub(super) fn begin(&mut self, entries: &[Entry]) {
        self.next = Some(lines_of(entries));
    }

    /// Notes that it was written.
    pub(super) fn settle(&mut self, entries: &[Entry]) {
        self.lines = lines_of(entries);
        self.next = None;
    }

    /// Keeps the state.
    pub(super) fn save(&self, writer: &CompoundWriter<'_>) -> Result<()> {
        let text = serde_json::to_string(self).unwrap_or_default();
        writer.keep(NAME, Some(&text))
    }
}

fn lines_of(entries: &[Entry]) -> BTreeMap<String, String> {
    entries.iter().map(|entry| (entry.line.clone(), entry.id.to_string())).collect()
}

/// Returns the decisions that stand in MEMORY.md now.
pub(super) fn hot_now(reading: &Reading<'_>) -> Result<BTreeSet<MemoryId>> {
    let bytes = reading.file(crate::jobs::writers::MEMORY)?.map(|read| read.bytes).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let kept = reading.kept(NAME)?;
    let state: State = kept.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    let ids = state.lines.values().filter(|id| text.contains(id.as_str()));
    Ok(ids.filter_map(|id| MemoryId::new(id).ok()).collect())
}
