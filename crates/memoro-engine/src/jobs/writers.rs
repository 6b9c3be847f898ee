//! Who may write what. Each job gets one writer and nothing else that can write, so the compiler keeps micro-sync
//! from MEMORY.md, the wrap-up from decisions and other episodes than a day's, and both from promoting. A dry run writes into a copy.

mod ending;

use std::collections::BTreeMap;

use jiff::civil::Date;
use memoro_core::markdown::{BlockChange, DecisionBlock, Standing, change_decisions};
use memoro_core::{Decision, Grain, Memory, MemoryId, Receipt, Status, Written};
use memoro_store::{Durability, Stored};

use super::episodes::Stretch;
use super::late::Late;
use super::{FileChange, Job};
use crate::caller::Caller;
use crate::draft::{Draft, Shown};
use crate::error::{EngineError, Result};
use crate::maintain::Carry;
use crate::vault::files::{FileRead, Outcome};
use crate::workspace::Workspace;
use crate::write::end;

/// Why a decision ends whose place another took.
const REPLACED: &str = "a later decision took its place";

/// The files that a run leaves, or a dry run would leave, each with what stood there before.
#[derive(Default)]
struct Copies(BTreeMap<String, (Vec<u8>, Vec<u8>)>);

impl Copies {
    fn edit(&mut self, workspace: &Workspace, path: &str) -> Result<&mut Vec<u8>> {
        if !self.0.contains_key(path) {
            let bytes = workspace.files.read(path)?.map(|read| read.bytes).unwrap_or_default();
            self.0.insert(path.to_owned(), (bytes.clone(), bytes));
        }
        let (_, after) = self.0.get_mut(path).expect("it was put in above");
        Ok(after)
    }

    /// Takes note of a file as it is now.
    fn look(&mut self, workspace: &Workspace, path: &str) -> Result<()> {
        let now = workspace.files.read(path)?.map(|read| read.bytes).unwrap_or_default();
        now.clone_into(self.edit(workspace, path)?);
        Ok(())
    }

    fn changes(self) -> Vec<FileChange> {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let changed = self.0.into_iter().filter(|(_, (before, after))| before != after);
        changed
            .map(|(path, (before, after))| FileChange { path, before: text(before), after: text(after) })
            .collect()
    }
}

/// What became of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrote {
    /// It stands in its day file.
    Written,
    /// It waits for a person.
    Pending,
    /// It was there, weaker than what is there, or forgotten at the user's wish.
    Refused,
}

/// Writes the decisions of a day, and nothing else.
pub(super) struct DayWriter<'a> {
    workspace: &'a Workspace,
    caller: &'a Caller,
    carry: Carry,
    copies: Copies,
    late: Late,
    /// The blocks that a dry run would write, by file.
    blocks: BTreeMap<String, Vec<DecisionBlock>>,
    seen: std::collections::BTreeSet<MemoryId>,
}

impl<'a> DayWriter<'a> {
    /// Starts to write as a job.
    pub(super) fn new(workspace: &'a Workspace, caller: &'a Caller, carry: Carry) -> Self {
        let (copies, late, blocks) = (Copies::default(), Late::default(), BTreeMap::new());
        Self { workspace, caller, carry, copies, late, blocks, seen: std::collections::BTreeSet::new() }
    }

    /// Writes a decision; `supersedes` names those that it replaces.
    pub(super) fn decide(
        &mut self,
        decision: Decision,
        supersedes: &[MemoryId],
        draft: Draft,
    ) -> Result<Wrote> {
        if let Some(id) = &draft.id
            && !self.seen.insert(id.clone())
        {
            return Ok(Wrote::Refused);
        }
        let memory = draft.memory(self.caller, &self.workspace.settings.time_zone, [0; 10])?;
        if !self.workspace.store.tombstones_over(&memory)?.is_empty() {
            // It was forgotten at the user's wish; only the user can bring it back.
            return Ok(Wrote::Refused);
        }
        if self.carry == Carry::DryRun {
            return self.copy(&memory, supersedes);
        }
        if memory.status == Status::Active {
            self.touch(&memory)?;
        }
        for old in supersedes {
            self.touch_known(old)?;
        }
        let first = supersedes.first().map(MemoryId::as_str);
        let draft = Draft { shown: Shown::Later, ..draft };
        let receipt = self.workspace.decide(decision, first, draft, self.caller)?;
        if let Some(new) = receipt.written.id().filter(|_| wrote(&receipt) == Wrote::Written) {
            for old in supersedes.iter().skip(1) {
                self.workspace.end_decision(old, Some(new), REPLACED, self.caller)?;
            }
        }
        Ok(wrote(&receipt))
    }

    /// Takes note of a file that changes, and of what stood in it.
    fn touch(&mut self, memory: &Memory) -> Result<()> {
        if let Some(file) = self.late.add(self.workspace, memory)? {
            self.copies.edit(self.workspace, &file)?;
        }
        Ok(())
    }

    fn touch_known(&mut self, id: &MemoryId) -> Result<()> {
        let known = self.workspace.store.get(id)?;
        known.map_or(Ok(()), |known| self.touch(&known.memory))
    }

    fn copy(&mut self, memory: &Memory, supersedes: &[MemoryId]) -> Result<Wrote> {
        if memory.status == Status::Pending {
            return Ok(Wrote::Pending);
        }
        let path = self.workspace.home(memory)?.map(|home| home.path()).unwrap_or_default();
        let Some(block) = crate::vault::page::decision_block(memory, supersedes.first().cloned()) else {
            return Ok(Wrote::Refused);
        };
        self.blocks.entry(path).or_default().push(block);
        supersedes.iter().try_for_each(|old| self.copy_ended(old, Some(&memory.id), REPLACED))?;
        Ok(Wrote::Written)
    }

    /// Shows what the end of a decision would leave in its file.
    fn copy_ended(&mut self, id: &MemoryId, by: Option<&MemoryId>, reason: &str) -> Result<()> {
        // One that this run would have written is in no file yet.
        let fresh = self.blocks.values_mut().flatten().filter(|block| block.id == *id);
        let ended = fresh.map(|block| block.status = Standing::Superseded).count() > 0;
        let active = |known: &Stored| known.memory.status == Status::Active;
        let Some(mut known) = self.workspace.store.get(id)?.filter(active).filter(|_| !ended) else {
            return Ok(());
        };
        end(&mut known.memory, by, reason, self.caller);
        let before = self.workspace.store.replaced_by(id)?.pop();
        let home = self.workspace.home(&known.memory)?;
        if let Some((home, block)) = home.zip(crate::vault::page::decision_block(&known.memory, before)) {
            self.blocks.entry(home.path()).or_default().push(block);
        }
        Ok(())
    }

    /// Ends a decision in favour of one that was made later.
    pub(super) fn replace(&mut self, old: &MemoryId, new: &MemoryId) -> Result<()> {
        if self.carry == Carry::DryRun {
            return self.copy_ended(old, Some(new), REPLACED);
        }
        self.touch_known(old)?;
        self.workspace.end_decision(old, Some(new), REPLACED, self.caller)
    }

    /// Ends a decision that was taken back.
    pub(super) fn withdraw(&mut self, id: &MemoryId, reason: &str) -> Result<()> {
        if self.carry == Carry::DryRun {
            return self.copy_ended(id, None, reason);
        }
        self.touch_known(id)?;
        self.workspace.end_decision(id, None, reason, self.caller)
    }

    /// Notes that what was imported or arrived late of a day was looked at.
    pub(super) fn looked_at(&self, day: Date) -> Result<()> {
        self.workspace.looked_at(Job::MicroSync, day, self.carry)
    }

    /// Brings the files in line, and returns those that the run has changed, or would change.
    pub(super) fn finish(mut self) -> Result<Vec<FileChange>> {
        for file in self.late.write(self.workspace, self.caller)? {
            self.copies.look(self.workspace, &file)?;
        }
        for (file, blocks) in self.blocks {
            let bytes = self.copies.edit(self.workspace, &file)?;
            let changes: Vec<BlockChange<'_>> = blocks.iter().map(BlockChange::Write).collect();
            *bytes = change_decisions(bytes, &changes).map_err(|why| EngineError::NotText { file, why })?;
        }
        Ok(self.copies.changes())
    }
}

fn wrote(receipt: &Receipt) -> Wrote {
    match receipt.written {
        Written::Stored(_) | Written::Superseded { .. } | Written::Ended(_) => Wrote::Written,
        Written::Pending(..) => Wrote::Pending,
        Written::Merged { .. } | Written::Rejected(_) => Wrote::Refused,
    }
}

/// Writes the summaries of days, as a page and as the episode of that day, and nothing else.
pub(super) struct SummaryWriter<'a> {
    files: Pages<'a>,
    caller: &'a Caller,
}

/// What became of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Page {
    /// It holds what it should.
    Written,
    /// It held it already.
    Same,
    /// A person changed it; it was left alone.
    Edited,
}

impl<'a> SummaryWriter<'a> {
    /// Starts to write summaries.
    pub(super) fn new(workspace: &'a Workspace, caller: &'a Caller, carry: Carry) -> Self {
        Self { files: Pages { workspace, carry, copies: Copies::default() }, caller }
    }

    /// Writes a part, from 1, of the summary of a day, unless a person changed it.
    pub(super) fn write(&mut self, date: Date, part: usize, text: &str) -> Result<Page> {
        let more = if part == 1 { String::new() } else { format!("-part-{part}") };
        self.files.own(&format!("second-brain/summaries/{date}-wrapup{more}.md"), text)
    }

    /// Writes the episode of a day; `false` if there was nothing to write.
    pub(super) fn episode(&self, day: Stretch) -> Result<bool> {
        self.files.episode(&Stretch { grain: Grain::Day, ..day }, self.caller)
    }

    /// Notes that what was imported or arrived late of a day was looked at.
    pub(super) fn looked_at(&self, day: Date) -> Result<()> {
        self.files.workspace.looked_at(Job::DailyWrapup, day, self.files.carry)
    }

    /// Returns the files that the run has left, or would leave.
    pub(super) fn finish(self) -> Vec<FileChange> {
        self.files.copies.changes()
    }
}

/// Pages that a job writes whole and a person may change.
struct Pages<'a> {
    workspace: &'a Workspace,
    carry: Carry,
    copies: Copies,
}

impl Pages<'_> {
    /// Writes a page that is the job's own; one that a person changed is left alone.
    fn own(&mut self, path: &str, text: &str) -> Result<Page> {
        let there = self.workspace.files.read(path)?;
        let name = mark_name(path);
        if there.as_ref().is_some_and(|read| read.bytes == text.as_bytes()) {
            self.keep(&name, Some(&mark(text)))?;
            return Ok(Page::Same);
        }
        let known = self.workspace.store.named(&name)?;
        let ours = there.as_ref().map(|read| mark_bytes(&read.bytes)).unwrap_or_default();
        if there.is_some() && !known.is_some_and(|known| known.split(' ').any(|mark| mark == ours)) {
            return Ok(Page::Edited);
        }
        // Both marks stand while the page is written: a run that is killed meanwhile knows its own page again.
        self.keep(&name, Some(&format!("{ours} {}", mark(text))))?;
        let written = self.put(path, text.as_bytes(), there.as_ref())?;
        self.keep(&name, Some(&if written { mark(text) } else { ours }))?;
        Ok(if written { Page::Written } else { Page::Edited })
    }

    fn episode(&self, stretch: &Stretch, caller: &Caller) -> Result<bool> {
        if self.carry == Carry::DryRun {
            return self.workspace.would_write_stretch(stretch, caller);
        }
        self.workspace.write_stretch(stretch, caller)
    }

    /// Writes a page if it still is what was read; `false` if somebody changed it meanwhile.
    fn put(&mut self, path: &str, bytes: &[u8], read: Option<&FileRead>) -> Result<bool> {
        if self.carry == Carry::DryRun {
            bytes.clone_into(self.copies.edit(self.workspace, path)?);
            return Ok(true);
        }
        self.copies.edit(self.workspace, path)?;
        let outcome = self.workspace.files.write_atomic(path, bytes, read.map(|read| read.fingerprint))?;
        let written = matches!(outcome, Outcome::Done(_));
        if written {
            bytes.clone_into(self.copies.edit(self.workspace, path)?);
        }
        Ok(written)
    }

    fn keep(&self, name: &str, value: Option<&str>) -> Result<()> {
        if self.carry == Carry::DryRun {
            return Ok(());
        }
        Ok(self.workspace.store.set_named(name, value, Durability::Synced)?)
    }
}

/// Returns under which name it is kept what a page of a job's own was when the job left it.
pub(super) fn mark_name(page: &str) -> String {
    format!("job.page.{page}")
}

fn mark(text: &str) -> String {
    mark_bytes(text.as_bytes())
}

/// Returns what tells a page from others.
pub(super) fn mark_bytes(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// Rewrites MEMORY.md, writes the archive, changes the status of decisions and splits files that grew too long.
pub(super) struct CompoundWriter<'a> {
    files: Pages<'a>,
    late: Late,
    caller: &'a Caller,
}

/// The file that every session reads first.
pub(super) const MEMORY: &str = "MEMORY.md";

impl<'a> CompoundWriter<'a> {
    /// Starts to write as the weekly job.
    pub(super) fn new(workspace: &'a Workspace, caller: &'a Caller, carry: Carry) -> Self {
        let files = Pages { workspace, carry, copies: Copies::default() };
        Self { files, late: Late::default(), caller }
    }

    /// Rewrites MEMORY.md if it still is what was read.
    pub(super) fn memory(&mut self, bytes: &[u8], read: Option<&FileRead>) -> Result<bool> {
        self.files.put(MEMORY, bytes, read)
    }

    /// Returns what a dry run shows of a file so far.
    pub(super) fn shown(&self, path: &str) -> Option<Vec<u8>> {
        let copy = self.files.copies.0.get(path).filter(|_| !self.carries_out());
        copy.map(|(_, after)| after.clone())
    }

    /// Tells whether anything is written.
    pub(super) fn carries_out(&self) -> bool {
        self.files.carry == Carry::Out
    }

    /// Puts behind MEMORY.md what others wrote to it while it was replaced; `false` where nothing is written.
    pub(super) fn settle_memory(&mut self, begun: u128) -> Result<bool> {
        let changed = self.files.copies.0.get(MEMORY).is_some_and(|(before, after)| before != after);
        if !self.carries_out() || !changed {
            return Ok(false);
        }
        let files = &self.files.workspace.files;
        files.settle_late(MEMORY, begun, &files.lock()?)?;
        self.files.copies.look(self.files.workspace, MEMORY)?;
        Ok(true)
    }

    /// Writes a file of the archive, of the recent files or a part of a summary, if it still is what was read.
    pub(super) fn page(&mut self, path: &str, bytes: &[u8], read: Option<&FileRead>) -> Result<bool> {
        let allowed = ["memory/archive/", "memory/recent/", "second-brain/summaries/"];
        if !allowed.iter().any(|folder| path.starts_with(folder)) {
            return Err(EngineError::invalid(path, "the weekly job does not write here"));
        }
        self.files.put(path, bytes, read)
    }

    /// Writes the episode of a week; `false` if there was nothing to write.
    pub(super) fn episode(&self, week: Stretch) -> Result<bool> {
        self.files.episode(&Stretch { grain: Grain::Week, ..week }, self.caller)
    }

    /// Keeps a small value for the next run.
    pub(super) fn keep(&self, name: &str, value: Option<&str>) -> Result<()> {
        self.files.keep(name, value)
    }

    /// Ends a decision in favour of another; its file shows it after [`Self::mirror`].
    pub(super) fn supersede(&mut self, old: &MemoryId, new: &MemoryId, reason: &str) -> Result<()> {
        if self.files.carry == Carry::DryRun {
            return Ok(());
        }
        self.touch(old)?;
        self.files.workspace.end_decision(old, Some(new), reason, self.caller)
    }

    /// Puts decisions away in one change; their files show it after [`Self::mirror`].
    pub(super) fn archive(&mut self, ids: &[MemoryId], reason: &str) -> Result<()> {
        if self.files.carry == Carry::DryRun {
            return Ok(());
        }
        ids.iter().try_for_each(|id| self.touch(id))?;
        self.files.workspace.archive_decisions(ids, reason, self.caller)
    }

    fn touch(&mut self, id: &MemoryId) -> Result<()> {
        let workspace = self.files.workspace;
        let known = workspace.store.get(id)?;
        known.map_or(Ok(()), |known| self.late.add(workspace, &known.memory).map(drop))
    }

    /// Brings the files of the decisions in line that were ended or put away.
    pub(super) fn mirror(&mut self) -> Result<()> {
        self.late.write(self.files.workspace, self.caller).map(drop)
    }

    /// Moves decisions of a day file into a further file of that day.
    pub(super) fn move_decisions(&self, from: &str, to: &str, ids: &[MemoryId]) -> Result<bool> {
        if self.files.carry == Carry::DryRun {
            return Ok(true);
        }
        self.files.workspace.move_decisions(from, to, ids, self.caller)
    }

    /// Returns the files that the run has left, or would leave.
    pub(super) fn finish(self) -> Vec<FileChange> {
        self.files.copies.changes()
    }
}
