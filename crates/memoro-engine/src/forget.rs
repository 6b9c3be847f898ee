//! Erasing: rows, history, index, audit texts, mirror files, run files and log, with a tombstone left behind.

mod copies;
mod look;
mod lost;
mod named;
mod stones;

use std::collections::BTreeSet;
use std::path::PathBuf;

use memoro_core::markdown::Home;
use memoro_core::policy::Operation;
use memoro_core::text::Phrase;
use memoro_core::{Memory, MemoryId, Scope, Shape, Status, Trust};
use memoro_store::index::{self, Source};
use memoro_store::{Change, Durability, Erase, Filter, MirrorTask, Tombstone};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;
use look::repeats;

pub(crate) use stones::{buries, kept_forgotten};

/// What to forget.
#[derive(Debug, Clone)]
pub enum Target {
    /// One memory: an id, a key or the unique start of an id, within a scope if one is given.
    Memory(String, Option<Scope>),
    /// Everything about a person or thing: its user scope and every memory that names it.
    Subject(String),
}

/// What a forget did, or would do.
#[derive(Debug, Clone, Default)]
pub struct Forgotten {
    /// The memories, without their words.
    pub memories: Vec<MemoryId>,
    /// The vault files that held them.
    pub files: Vec<String>,
    /// Documents that are not Memoro's to change and still hold the words, with lines.
    pub documents: Vec<(String, Vec<u32>)>,
    /// Backups and other copies inside the workspace that still hold them.
    pub backups: Vec<PathBuf>,
    /// Other memories that hold the same words; they stay.
    pub others: Vec<MemoryId>,
    /// Files of Memoro's own that still hold them, which should not be.
    pub left: Vec<String>,
    /// Whether the bytes were looked for and found nowhere in the workspace, copies and documents included.
    pub verified: bool,
}

/// The reason of a forget for which none was given, or one that would have kept the words.
const UNSAID: &str = "forgotten at the user's wish";

impl Workspace {
    /// Lists what a forget would erase.
    pub fn plan_forget(&self, target: &Target, caller: &Caller) -> Result<Forgotten> {
        self.permit(Operation::Read, caller)?;
        self.take_in(caller)?;
        let memories = self.targets(target, caller)?;
        let lost = self.lost_of(target, &memories, caller)?;
        let mut report = self.report(&memories)?;
        report.memories.extend(lost.ids);
        report.documents = self.documents_naming(target, &memories)?;
        self.look_ahead(&[self.needles(&memories)?, lost.needles].concat(), &mut report)?;
        Ok(report)
    }

    /// Erases the target everywhere in the workspace.
    pub fn forget(&self, target: &Target, reason: &str, caller: &Caller) -> Result<Forgotten> {
        if caller.trust() < Trust::User {
            return Err(EngineError::Denied { what: "forget".into(), needs: "the user".into() });
        }
        self.permit(Operation::Delete, caller)?;
        self.take_in(caller)?;
        let memories = self.targets(target, caller)?;
        memories.iter().try_for_each(|memory| self.own_scope(&memory.scope, caller))?;
        let outcome = self.erase(&memories, target, reason, caller);
        self.note_forget(&memories, &outcome, caller);
        outcome
    }

    /// Erases memories, whoever asks: what covers them was decided before.
    pub(crate) fn erase(
        &self,
        memories: &[Memory],
        target: &Target,
        reason: &str,
        caller: &Caller,
    ) -> Result<Forgotten> {
        self.clear_killed_backups();
        let mut report = self.report(memories)?;
        let lost = self.lost_of(target, memories, caller)?;
        report.memories.extend(lost.ids.iter().cloned());
        let needles = [self.needles(memories)?, lost.needles.clone()].concat();
        let keeps = !reason.is_empty() && !repeats(reason, memories, &needles);
        let reason = if keeps { reason } else { UNSAID };
        let mut changes = self.erasures(memories, reason, caller)?;
        changes.extend(lost.erasures(reason));
        let place = |change: &Change| match change {
            Change::Erase(erase) => erase.mirror.as_ref().map(|task| task.file.clone()),
            _ => None,
        };
        let places: Vec<String> = changes.iter().filter_map(place).collect();
        // What only the words find goes while the words are still known: after a kill the forget is asked for again.
        self.forget_turns(target, &needles, caller)?;
        self.forget_copies(memories, &needles, caller);
        let forgetting = self.begin_forget()?;
        let heirs = self.heirs_of(memories)?;
        report.files.extend(heirs.iter().map(|(task, _)| task.file.clone()));
        report.files.sort();
        report.files.dedup();
        // Once for a kill, and once more because another process may have done it too early.
        self.show_again(&heirs)?;
        if !changes.is_empty() {
            self.commit(changes, caller)?;
        }
        self.show_again(&heirs)?;
        // A file that is away or unknown by now has its task too: what names the memory must not wait there.
        let files = report.files.iter().chain(&places);
        files.collect::<BTreeSet<_>>().into_iter().try_for_each(|file| self.mirror_file(file, caller))?;
        self.forget_stretches(memories, caller)?;
        self.forget_beside(memories)?;
        if memories.is_empty() && !lost.ids.is_empty() {
            self.mend_runs()?;
        }
        self.forget_places(&report.files)?;
        self.store.truncate_log()?;
        forgetting.done()?;
        // Only now: what was a memory's line is gone, and what is left of the name in its file is the person's own.
        let naming = self.documents_naming(target, &[])?;
        self.look_around(memories, &needles, naming, (&mut report, caller))?;
        Ok(report)
    }

    /// Returns what took the place of memories and stays: its file names them.
    fn heirs_of(&self, memories: &[Memory]) -> Result<Vec<(MirrorTask, String)>> {
        let mut heirs = Vec::new();
        for memory in memories {
            let Status::Superseded { by: Some(by), .. } = &memory.status else { continue };
            let Some(heir) = self.store.get(by)?.map(|stored| stored.memory) else { continue };
            if memories.iter().all(|gone| gone.id != heir.id) {
                heirs.extend(self.mirror_task(&heir)?.map(|task| (task, heir.id.to_string())));
            }
        }
        Ok(heirs)
    }

    fn show_again(&self, heirs: &[(MirrorTask, String)]) -> Result<()> {
        if heirs.is_empty() { Ok(()) } else { Ok(self.store.add_tasks(heirs.to_vec())?) }
    }

    /// Prepares the erasing of memories with everything that keeps them from coming back.
    pub(crate) fn erasures(&self, memories: &[Memory], reason: &str, caller: &Caller) -> Result<Vec<Change>> {
        let erasure = |memory: &Memory| {
            Ok(Change::Erase(Erase {
                id: memory.id.clone(),
                tombstones: self.tombstones(memory, caller)?,
                mirror: self.mirror_task(memory)?,
                reason: reason.to_owned(),
            }))
        };
        memories.iter().map(erasure).collect()
    }

    /// Takes what files beside the vault hold of erased memories: replaced files, runs, requests, threads, pages of jobs.
    pub(crate) fn forget_beside(&self, memories: &[Memory]) -> Result<()> {
        self.drop_older_states()?;
        self.store.blank_troubles()?;
        if !memories.is_empty() {
            self.mend_runs()?;
        }
        self.forget_requests(memories)?;
        self.forget_threads(memories)?;
        self.forget_job_lines(memories)?;
        // Pages that were just written anew have left their old ones.
        self.files.drop_replaced(&self.files.lock()?)?;
        Ok(())
    }

    /// Lets go of what is left of earlier states of files.
    fn drop_older_states(&self) -> Result<()> {
        let lock = self.files.lock()?;
        self.files.clean_temps(&lock)?;
        self.files.drop_replaced(&lock)?;
        Ok(())
    }

    fn targets(&self, target: &Target, caller: &Caller) -> Result<Vec<Memory>> {
        match target {
            Target::Memory(name, scope) => {
                let found = match self.find_any(name, scope.as_ref(), caller) {
                    Err(EngineError::NotFound { .. }) if self.is_lost(target, caller)? => {
                        return Ok(Vec::new());
                    }
                    found => found?.memory,
                };
                if found.shape() != Shape::Entry {
                    return Ok(vec![found]);
                }
                let all = self.ever_by(&found)?;
                Ok(all.into_iter().map(|stored| stored.memory).collect())
            }
            Target::Subject(name) => self.about(name),
        }
    }

    /// Tells whether a target names nothing but what a damaged store has lost.
    fn is_lost(&self, target: &Target, caller: &Caller) -> Result<bool> {
        Ok(!self.lost_of(target, &[], caller)?.ids.is_empty())
    }

    fn about(&self, name: &str) -> Result<Vec<Memory>> {
        let needle = name.trim().to_lowercase();
        let Some(phrase) = Phrase::new(&needle).filter(|_| needle.chars().count() > 1) else {
            return Err(EngineError::invalid(
                "the subject is too short",
                "name a person or thing with two letters or more",
            ));
        };
        let statuses = memoro_core::Status::WORDS.map(str::to_owned).to_vec();
        let all = self.store.list(&Filter { statuses, sensitive: true, ..Filter::default() })?;
        let mut found = Vec::new();
        for stored in all {
            let past = self.store.versions(&stored.memory.id)?;
            let own =
                matches!(&stored.memory.scope, Scope::User(user) if user.as_str().to_lowercase() == needle);
            if own || past.iter().any(|version| is_about(&version.memory, &phrase)) {
                found.push(stored.memory);
            }
        }
        Ok(found)
    }

    fn tombstones(&self, memory: &Memory, caller: &Caller) -> Result<Vec<Tombstone>> {
        let versions = self.store.versions(&memory.id)?;
        let mut hashes: Vec<_> =
            versions.iter().map(|v| self.store.tombstone_of(&v.memory, caller.now)).collect();
        hashes.dedup();
        if memory.shape() == Shape::Decision {
            // Blocks of others may name it, and its id is made of its words.
            hashes.push(self.store.tombstone_of_passage(memory.id.as_str(), caller.now));
        }
        Ok(hashes)
    }

    fn report(&self, memories: &[Memory]) -> Result<Forgotten> {
        let files = self.files_with(memories)?;
        let ids = memories.iter().map(|m| m.id.clone()).collect();
        let (backups, left) = (self.copies_with(&self.needles(memories)?), Vec::new());
        let (documents, others) = (Vec::new(), Vec::new());
        Ok(Forgotten { memories: ids, files, documents, backups, others, left, verified: false })
    }

    /// Returns the files that show memories, or showed them.
    pub(crate) fn files_with(&self, memories: &[Memory]) -> Result<Vec<String>> {
        let mut files = Vec::new();
        for memory in memories {
            files.extend(self.store.files_of(memory.id.as_str())?);
            files.extend(self.home(memory)?.map(|home| home.path()));
        }
        files.sort();
        files.dedup();
        Ok(files)
    }

    /// Takes what the index knows of files: their titles are words too.
    pub(crate) fn unindex(&self, files: &[String]) -> Result<()> {
        let files = files.to_vec();
        Ok(self.store.write_index(Durability::Lazy, move |conn| {
            for file in &files {
                if let Some(document) = index::find_document(conn, Source::Workspace, file)? {
                    index::remove_document(conn, document.id)?;
                }
            }
            index::purge(conn).map(drop)
        })?)
    }

    /// Takes what the index knows of the files, and the files of users of whom nothing is left.
    fn forget_places(&self, files: &[String]) -> Result<()> {
        self.unindex(files)?;
        for file in files {
            if !matches!(Home::at(file), Some(Home::UserProfile(_))) || !self.store.mirror(file)?.is_empty() {
                continue;
            }
            if let Some(read) = self.files.read(file)?
                && memoro_core::markdown::parse_entries(&read.bytes)
                    .is_ok_and(|f| f.items.is_empty() && f.problems.is_empty())
            {
                self.files.remove(file, read.fingerprint)?;
                self.store.drop_file(file.clone(), Vec::new())?;
                let folder = self.root.join(file);
                let _ = folder.parent().map(std::fs::remove_dir);
            }
        }
        Ok(())
    }
}

/// Tells whether a memory names somebody, as a word of its own where words are set apart.
fn is_about(memory: &Memory, name: &Phrase) -> bool {
    let source = &memory.provenance.source;
    let texts = [
        Some(memory.content.text()),
        Some(memory.key.to_string()),
        source.path.clone(),
        source.session.clone(),
    ];
    let lists = memory.tags.iter().chain(&memory.provenance.evidence);
    texts.iter().flatten().chain(lists).any(|text| name.is_in(text))
}
