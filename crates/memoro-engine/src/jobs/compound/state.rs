//! Which lines of MEMORY.md the job wrote. Every other line is a person's; a line of ours that is gone was removed by
//! a person and does not come back, unless all that the last run brought is gone at once: then an older copy was saved
//! over it, and what it brought comes back once. The store keeps hashes, not the lines, so that nothing forgotten stays in it.

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
    /// The lines that the last run which changed the page brought into it.
    #[serde(default)]
    brought: BTreeSet<String>,
    /// Decisions that were brought back once, after an older copy had been saved over them.
    #[serde(default)]
    restored: BTreeSet<String>,
}

/// When the page is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moment {
    /// Before the run has written it: a line that is gone may be a wish.
    Before,
    /// Right after that: nobody has seen what it has just brought.
    After,
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
    /// Those that an older copy of the page took out.
    pub(super) lost: BTreeSet<String>,
    /// The lines of those, which count as ours until the page is written.
    missing: Hashes,
    brought: BTreeSet<String>,
    /// What a run is about to bring.
    bringing: Option<BTreeSet<String>>,
    restored: BTreeSet<String>,
    /// Those that a run is about to bring back.
    restoring: BTreeSet<String>,
}

/// How much must be gone at once to tell an older copy from a wish.
const AT_ONCE: usize = 2;

impl State {
    /// Reads the state and compares it with the file.
    pub(super) fn load(reading: &Reading<'_>, bytes: &[u8], moment: Moment) -> Result<Self> {
        let Kept { mut lines, next, mut dismissed, brought, mut restored } = kept(reading)?;
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
        // What was forgotten or taken back with its source is nothing that a person took out.
        let back = |id: &str| {
            MemoryId::new(id).is_ok_and(|id| !is_lesson(&id) && reading.is_taken_back(&id).unwrap_or(false))
        };
        lines.retain(|_, id| !back(id));
        let is_there = |id: &str| MemoryId::new(id).is_ok_and(|id| is_lesson(&id) || reading.knows(&id));
        dismissed.retain(|id| is_there(id));
        restored.retain(|id| is_there(id));
        // An older copy has nothing of what came after it, not even a heading; who takes out single lines leaves some.
        let old_copy = brought.len() >= AT_ONCE && !brought.iter().any(|line| there.contains_key(line));
        let mut state = Self { dismissed, brought, restored, ..Self::default() };
        for (hash, id) in lines.into_iter().filter(|(_, id)| is_there(id)) {
            let unseen = moment == Moment::After && state.brought.contains(&hash);
            match there.get(&hash) {
                Some(line) => _ = state.lines.insert((*line).to_owned(), id),
                // A page that is gone or empty is an accident, not a wish.
                None if text.trim().is_empty() => {}
                None if unseen => state.lose(hash, id),
                None if old_copy && !state.restored.contains(&id) => {
                    state.restoring.insert(id.clone());
                    state.lose(hash, id);
                }
                None => {
                    state.dismissed.insert(id.clone());
                    state.removed.push(id);
                }
            }
        }
        Ok(state)
    }

    fn lose(&mut self, hash: String, id: String) {
        self.lost.insert(id.clone());
        self.missing.insert(hash, id);
    }

    /// Returns the decisions that stand in the file, with their lines.
    pub(super) fn hot(&self) -> BTreeMap<MemoryId, String> {
        self.lines.iter().filter_map(|(line, id)| Some((MemoryId::new(id).ok()?, line.clone()))).collect()
    }

    /// Notes what a run is about to write in the place of what was there.
    pub(super) fn begin(&mut self, entries: &[Entry], (before, after): (&[u8], &[u8])) {
        let before = lines_of(before);
        self.bringing = Some(lines_of(after).into_iter().filter(|line| !before.contains(line)).collect());
        self.next = Some(entries.iter().map(|entry| (hash(&entry.line), entry.id.to_string())).collect());
    }

    /// Notes that it was not written: somebody changed the page first.
    pub(super) fn abandon(&mut self) {
        (self.next, self.bringing) = (None, None);
    }

    /// Notes that it was written.
    pub(super) fn settle(&mut self, entries: &[Entry]) {
        self.lines = entries.iter().map(|entry| (entry.line.clone(), entry.id.to_string())).collect();
        self.next = None;
        self.missing.clear();
        self.restored.append(&mut self.restoring);
        if let Some(brought) = self.bringing.take() {
            self.brought = brought;
        }
    }

    /// Keeps the state.
    pub(super) fn save(&self, writer: &CompoundWriter<'_>) -> Result<()> {
        let lines = self.lines.iter().map(|(line, id)| (hash(line), id.clone()));
        let lines = lines.chain(self.missing.clone()).collect();
        let kept = Kept {
            lines,
            next: self.next.clone(),
            dismissed: self.dismissed.clone(),
            brought: self.brought.clone(),
            restored: self.restored.clone(),
        };
        writer.keep(NAME, Some(&serde_json::to_string(&kept).unwrap_or_default()))
    }
}

/// Returns the hashes of the lines of a page that say something.
fn lines_of(bytes: &[u8]) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(bytes);
    text.lines().map(str::trim_end).filter(|line| !line.is_empty()).map(hash).collect()
}

/// Tells whether everything that the last run brought stands in the page.
pub(super) fn stands(reading: &Reading<'_>) -> Result<bool> {
    let bytes = reading.file(crate::jobs::writers::MEMORY)?.map(|read| read.bytes).unwrap_or_default();
    let (there, Kept { lines, brought, .. }) = (lines_of(&bytes), kept(reading)?);
    Ok(brought.iter().filter(|line| lines.contains_key(*line)).all(|line| there.contains(line)))
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
