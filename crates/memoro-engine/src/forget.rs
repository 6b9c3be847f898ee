//! Erasing: rows, history, index, audit texts, mirror files, run files and log, with a tombstone left behind.

mod copies;
mod held;
mod look;
mod lost;
mod named;
mod rest;
mod stones;
mod within;

use std::collections::BTreeSet;
use std::path::PathBuf;

use memoro_core::markdown::Home;
use memoro_core::policy::Operation;
use memoro_core::text::Phrase;
use memoro_core::{Key, Memory, MemoryId, Scope, Shape, Status, Trust};
use memoro_store::index::{self, Source};
use memoro_store::{Change, Durability, Erase, Filter, MirrorTask, Store, StoreError, Tombstone};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;
use look::{Short, repeats};
use within::{Sought, Within};

pub(crate) use stones::{Kept, buries};

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
    /// Backups and other copies inside the workspace that still hold them, or of which that cannot be ruled out.
    pub backups: Vec<PathBuf>,
    /// Other memories that hold the same words; they stay.
    pub others: Vec<MemoryId>,
    /// The scopes in which something else stands under the key that was named; it stays.
    pub elsewhere: Vec<Scope>,
    /// Files of Memoro's own that still hold them, which should not be.
    pub left: Vec<String>,
    /// Whether a text is so short that it stands in documents by chance, and was not looked for there.
    pub short: bool,
    /// Whether the bytes were looked for and found nowhere in the workspace, copies and documents included.
    pub verified: bool,
}

impl Forgotten {
    /// Tells whether anything still holds the words.
    pub fn is_found(&self) -> bool {
        !(self.left.is_empty()
            && self.documents.is_empty()
            && self.backups.is_empty()
            && self.others.is_empty())
    }
}

/// All that a forget is about.
struct Scrutiny {
    /// What the audit tells of memories that a damaged store has lost.
    lost: lost::Lost,
    /// What the copies of older states hold.
    copies: Vec<Within>,
    /// The words by which it is looked for.
    needles: Vec<String>,
    /// The texts that are too short for that; in documents they are looked for as whole words.
    short: Short,
}

/// The words of what is forgotten, to be taken out of what is Memoro's own.
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// The texts.
    pub(crate) needles: Vec<String>,
    /// The name of the subject.
    pub(crate) subject: Option<Phrase>,
}

impl Words {
    fn of(target: &Target, needles: &[String]) -> Self {
        let subject = match target {
            Target::Subject(name) => Phrase::new(name.trim()),
            Target::Memory(..) => None,
        };
        Self { needles: needles.to_vec(), subject }
    }

    /// Tells whether a text holds any of them.
    pub(crate) fn are_in(&self, text: &str) -> bool {
        self.subject.as_ref().is_some_and(|subject| subject.is_in(text))
            || self.needles.iter().any(|needle| text.contains(needle.as_str()))
    }
}

/// The reason of a forget for which none was given, or one that would have kept the words.
const UNSAID: &str = "forgotten at the user's wish";

impl Workspace {
    /// Lists what a forget would erase.
    pub fn plan_forget(&self, target: &Target, caller: &Caller) -> Result<Forgotten> {
        self.permit(Operation::Read, caller)?;
        self.take_in(caller)?;
        let memories = self.targets(target, caller)?;
        self.check_files(&memories)?;
        let Scrutiny { lost, copies, needles, short } = self.scrutiny(target, &memories, caller)?;
        let mut report = self.report(&memories)?;
        report.memories.extend(lost.ids);
        report.documents = self.documents_naming(target, &memories, &short)?;
        self.look_ahead(&memories, &needles, (&mut report, caller))?;
        let words = Words::of(target, &needles);
        for (file, mut lines) in std::mem::take(&mut report.documents) {
            self.leave_out_job_lines(&file, (&memories, &words), &mut lines)?;
            let held = held::is_held(&file);
            if held {
                self.leave_out_answers(&file, (&memories, &words), &mut lines)?;
            }
            if held && (words.subject.is_some() || lines.is_empty()) {
                report.files.push(file);
            } else if !lines.is_empty() {
                report.documents.push((file, lines));
            }
        }
        self.tell_copies(&copies, &mut report);
        report.backups = copies.into_iter().filter(|copy| !copy.ours).map(|copy| copy.copy).collect();
        report.short = short.unsought;
        report.elsewhere = self.elsewhere(target, &memories, caller)?;
        Ok(report)
    }

    /// Returns the scopes in which something else stands under a key that was named without one.
    fn elsewhere(&self, target: &Target, going: &[Memory], caller: &Caller) -> Result<Vec<Scope>> {
        let Target::Memory(name, None) = target else { return Ok(Vec::new()) };
        let Ok(key) = Key::new(name.trim()) else { return Ok(Vec::new()) };
        let keys = crate::resolve::with_other_names(&[key]);
        let filter = Filter { keys, shapes: vec![Shape::Entry], sensitive: true, ..Filter::default() };
        let Some(filter) = self.seen_by(&filter, caller)? else { return Ok(Vec::new()) };
        let stays = |memory: &Memory| {
            memory.scope != Scope::Policy && going.iter().all(|gone| gone.scope != memory.scope)
        };
        let found = self.store.list(&filter)?.into_iter().map(|stored| stored.memory);
        let scopes: BTreeSet<String> = found.filter(stays).map(|memory| memory.scope.to_string()).collect();
        Ok(scopes.iter().filter_map(|scope| scope.parse().ok()).collect())
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
        self.check_files(&memories)?;
        let elsewhere = self.elsewhere(target, &memories, caller)?;
        let outcome =
            self.erase(&memories, target, reason, caller).map(|report| Forgotten { elsewhere, ..report });
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
        let Scrutiny { lost, copies, needles, short } = self.scrutiny(target, memories, caller)?;
        report.memories.extend(lost.ids.iter().cloned());
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
        let words = Words::of(target, &needles);
        self.forget_turns(&words, caller)?;
        self.forget_copies(memories, &copies, &words, caller)?;
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
        let files: BTreeSet<String> = report.files.iter().chain(&places).cloned().collect();
        let rest = self.clear_after(memories, (&files, &words), &mut report, caller);
        let rest = rest.and_then(|()| {
            if memories.is_empty() && !lost.ids.is_empty() { self.mend_runs() } else { Ok(()) }
        });
        let log = self.store.truncate_log();
        match (rest, log) {
            (Ok(()), Ok(())) => forgetting.done()?,
            // The memories are erased: what is left is told, and the next command does it.
            (Ok(()), Err(StoreError::Busy)) => {
                self.note_waiting(stones::HELD_OPEN);
                report.left.push(".memoro/memoro.db-wal".into());
            }
            (Err(error), _) => self.note_left(&error, &mut report),
            (Ok(()), Err(error)) => self.note_left(&error.into(), &mut report),
        }
        // Only now: what was a memory's line is gone, and what is left of the name in its file is the person's own.
        self.tell_copies(&copies, &mut report);
        let naming = self.documents_naming(target, &[], &short)?;
        let still = self.within(Sought { target, memories, needles: &needles }, caller);
        report.backups = still.into_iter().map(|copy| copy.copy).collect();
        report.short = short.unsought;
        self.look_around(memories, &needles, naming, (&mut report, caller))?;
        report.left.sort();
        report.left.dedup();
        Ok(report)
    }

    /// Gathers all that a forget is about, while the words are still known.
    fn scrutiny(&self, target: &Target, memories: &[Memory], caller: &Caller) -> Result<Scrutiny> {
        let lost = self.lost_of(target, memories, caller)?;
        let known = [self.needles(memories)?, lost.needles.clone()].concat();
        let copies = self.within(Sought { target, memories, needles: &known }, caller);
        let states: Vec<Memory> = copies.iter().flat_map(|copy| copy.states.clone()).collect();
        let mut needles = [known, self.needles_of(&states, memories)?].concat();
        needles.sort();
        needles.dedup();
        let short = self.short_of(memories, &states)?;
        Ok(Scrutiny { lost, copies, needles, short })
    }

    /// Adds the copies that are Memoro's to change, and what only they hold.
    fn tell_copies(&self, copies: &[Within], report: &mut Forgotten) {
        for copy in copies.iter().filter(|copy| copy.ours) {
            let place = copy.copy.strip_prefix(&self.root).unwrap_or(&copy.copy);
            report.files.push(place.to_string_lossy().into_owned());
            for state in &copy.states {
                if !report.memories.contains(&state.id) {
                    report.memories.push(state.id.clone());
                }
            }
        }
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

    fn targets(&self, target: &Target, caller: &Caller) -> Result<Vec<Memory>> {
        match target {
            Target::Memory(name, scope) => {
                let found = match self.find_any(name, scope.as_ref(), caller) {
                    Err(EngineError::NotFound { .. })
                        if self.is_lost(target, caller)? || self.is_aside(target, caller) =>
                    {
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

    /// Tells whether a target names something that only a state put aside still holds.
    fn is_aside(&self, target: &Target, caller: &Caller) -> bool {
        let sought = Sought { target, memories: &[], needles: &[] };
        self.within(sought, caller).iter().any(|copy| copy.ours && !copy.states.is_empty())
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
        if memory.shape() == Shape::Entry {
            let said =
                |state: &Memory| crate::index::entry_said(state.key.as_str(), state.content.text().trim());
            let said: BTreeSet<String> = versions.iter().map(|version| said(&version.memory)).collect();
            hashes.extend(said.iter().map(|said| self.store.tombstone_of_passage(said, caller.now)));
        }
        if memory.shape() == Shape::Decision {
            // Blocks of others may name it, and its id is made of its words.
            hashes.push(self.store.tombstone_of_passage(memory.id.as_str(), caller.now));
        }
        Ok(hashes)
    }

    fn report(&self, memories: &[Memory]) -> Result<Forgotten> {
        let files = self.files_with(memories)?;
        let ids = memories.iter().map(|m| m.id.clone()).collect();
        Ok(Forgotten { memories: ids, files, ..Forgotten::default() })
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

    /// Refuses to erase memories of a file that cannot be changed: nothing is half-forgotten.
    fn check_files(&self, memories: &[Memory]) -> Result<()> {
        self.files_with(memories)?.iter().try_for_each(|file| self.check_text(file))
    }

    /// Takes what the index knows of files: their titles are words too.
    pub(crate) fn unindex(&self, files: &[String]) -> Result<()> {
        unindex(&self.store, files.to_vec())
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

/// Takes what the index of a store knows of files.
fn unindex(store: &Store, files: Vec<String>) -> Result<()> {
    Ok(store.write_index(Durability::Lazy, move |conn| {
        for file in &files {
            if let Some(document) = index::find_document(conn, Source::Workspace, file)? {
                index::remove_document(conn, document.id)?;
            }
        }
        index::purge(conn).map(drop)
    })?)
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
