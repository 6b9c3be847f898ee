//! Taking in what a person changed in the files. Their edit wins and becomes history like any other change.
//!
//! What was last written for each item tells an edit from our own text: an item that still has those bytes
//! was not touched, whatever the store says meanwhile.

mod gathered;
mod stood;
mod untaken;

use std::collections::{BTreeMap, BTreeSet};

use memoro_core::markdown::Home;
use memoro_core::{Key, Memory, MemoryId, Op, Scope, Shape, Status};
use memoro_store::{Change, Expect, FileState, MirrorRow, Stored};

pub(super) use gathered::Intake;
pub(crate) use stood::STOOD;

use super::files::{FileRead, Stamp};
use super::page::{self, Item, Page, What};
use super::stale::{Gone, Opened};
use crate::caller::Caller;
use crate::error::{EngineError, Result, as_room_allows};
use crate::workspace::Workspace;
use crate::write::end;

/// What is told of a file whose edit waits.
pub(crate) const UNTAKEN: &str = "was edited; what it says counts once the workspace can be written";

impl Workspace {
    /// Takes in the edits of all files; returns the files that had some.
    pub fn take_in(&self, caller: &Caller) -> Result<Vec<String>> {
        if !self.can_be_written(caller)? {
            return Ok(Vec::new());
        }
        as_room_allows(self.take_in_all(caller))
    }

    fn take_in_all(&self, caller: &Caller) -> Result<Vec<String>> {
        self.bring_back(caller)?;
        self.take_late();
        let known = self.store.file_states(None)?;
        let mut present = BTreeSet::new();
        let mut changed = Vec::new();
        for file in super::homes::list(&self.files, &self.settings.owner)? {
            let state = known.iter().find(|state| state.path == file);
            match self.take_in_file(&file, state, caller) {
                Ok(true) => changed.push(file.clone()),
                Ok(false) | Err(EngineError::NotText { .. }) => {}
                Err(error) if error.is_about_room() => self.note_untaken(&file),
                Err(error) => return Err(error),
            }
            present.insert(file);
        }
        for state in known.iter().filter(|state| !present.contains(&state.path)) {
            match self.take_in_missing(&state.path, caller) {
                Ok(true) => changed.push(state.path.clone()),
                // Something that is no file stands in its place: what the store has of it stays.
                Ok(false) => {}
                Err(EngineError::Vault(error)) if error.is_of_another_kind() => {}
                Err(error) => return Err(error),
            }
        }
        self.note_taken_in()?;
        Ok(changed)
    }

    /// Takes in what others wrote into files that were replaced meanwhile; where that cannot be done now, it waits.
    fn take_late(&self) {
        // What a killed forget left is taken by the next one who can.
        let _ = self.finish_forget();
        if self.files.has_late().unwrap_or(false)
            && let Ok(lock) = self.files.lock()
        {
            let _ = self.files.take_late(&lock);
        }
    }

    /// Takes in the edits of PROFILE.md and SESSION.md only.
    pub fn take_in_entries(&self, caller: &Caller) -> Result<()> {
        as_room_allows(self.bring_back(caller))?;
        for file in [Home::Profile.path(), Home::Session.path()] {
            self.take_in_path(&file, caller)?;
        }
        Ok(())
    }

    /// Tells whether a file is as it was when it was last written or taken in.
    pub(crate) fn is_as_known(&self, file: &str) -> Result<bool> {
        let known = self.store.file_states(Some(file))?.pop();
        let stamp = self.files.stamp(file)?;
        Ok(known.zip(stamp).is_some_and(|(known, stamp)| same_stamp(&known, stamp)))
    }

    /// Takes in the edits of the file that a memory lives in; tells whether there were any.
    pub(crate) fn take_in_of(&self, memory: &Memory, caller: &Caller) -> Result<bool> {
        match self.home(memory)? {
            Some(home) => self.take_in_path(&home.path(), caller),
            None => Ok(false),
        }
    }

    fn take_in_path(&self, file: &str, caller: &Caller) -> Result<bool> {
        if !self.can_be_written(caller)? {
            return Ok(false);
        }
        self.take_late();
        let state = self.store.file_states(Some(file))?.pop();
        if self.files.stamp(file)?.is_none() {
            return match state {
                Some(_) => as_room_allows(self.take_in_missing(file, caller)),
                None => Ok(false),
            };
        }
        match self.take_in_file(file, state.as_ref(), caller) {
            Err(error) if error.is_about_room() => {
                self.note_untaken(file);
                Ok(false)
            }
            done => done,
        }
    }

    /// Notes that an edit waits.
    pub(crate) fn note_untaken(&self, file: &str) {
        if !self.says_nothing_new(file) {
            self.note_waiting(&format!("{file} {UNTAKEN}"));
        }
    }

    fn take_in_file(&self, file: &str, state: Option<&FileState>, caller: &Caller) -> Result<bool> {
        let Some(stamp) = self.files.stamp(file)? else { return Ok(false) };
        if state.is_some_and(|s| same_stamp(s, stamp)) {
            return Ok(false);
        }
        let lock = self.files.lock()?;
        let before = self.store.file_states(Some(file))?.pop().map(|s| s.hash);
        let read = self.take_in_locked(file, caller)?;
        drop(lock);
        // What an older copy lacks stands in the file again when that is told.
        self.finish_file(file, caller)?;
        Ok(read.is_some_and(|read| Some(*read.fingerprint.as_bytes()) != before))
    }

    /// Takes in a file under the lock of the vault; returns what was read.
    pub(crate) fn take_in_locked(&self, file: &str, caller: &Caller) -> Result<Option<FileRead>> {
        let Some(home) = Home::at(file).filter(|_| !self.files.leads_out(file)) else { return Ok(None) };
        let state = self.store.file_states(Some(file))?.pop();
        let Some(read) = self.read_settled(&home, state.as_ref())? else { return Ok(None) };
        if state.as_ref().is_some_and(|s| s.hash == *read.fingerprint.as_bytes() && same_stamp(s, read.stamp))
        {
            return Ok(Some(read));
        }
        if home == Home::Session && self.take_in_other_session(&read, caller)? {
            return self.take_in_locked(file, caller);
        }
        let decayed = self.has_decayed(file, state.as_ref(), &read);
        let base = self.opened(&home, state.as_ref(), &read)?;
        let read = self.with_overwritten(&home, (state.as_ref(), base.as_ref()), read, caller)?;
        let page = match page::read(&home, &read.bytes) {
            Ok(page) => page,
            Err(not_text) => {
                let problems = vec![format!("{file} {not_text}")];
                let page = Page { items: Vec::new(), problems, shadowed: Vec::new(), unread: Vec::new() };
                let rows = self.store.mirror(file)?;
                self.settle(file, read.stamp, &read.bytes, (&page, rows, Vec::new()))?;
                return Err(EngineError::NotText { file: file.to_owned(), why: not_text });
            }
        };
        let mut intake = Intake { reason: self.reason_of_edit()?, ..Intake::default() };
        let known = self.store.mirror(file)?;
        let opened = Opened::of(&home, base.as_ref());
        let rows: BTreeMap<&str, &MirrorRow> = known.iter().map(|row| (row.item.as_str(), row)).collect();
        for item in &page.items {
            let row = rows.get(item.name.as_str()).copied();
            match row.filter(|row| row.hash != item.hash && (decayed || opened.shows(item))) {
                Some(row) => intake.keep(row),
                None if decayed && row.is_none() => intake.strange.push(item.name.clone()),
                None => self.take_in_item((&home, item, row), (&opened, caller), &mut intake)?,
            }
        }
        let mut heirs = Vec::new();
        let there: BTreeSet<&str> = page.items.iter().map(|item| item.name.as_str()).collect();
        for row in known.iter().filter(|row| !there.contains(row.item.as_str())) {
            if page.unread.contains(&row.item) {
                // It stands there and cannot be read: what it said last counts until it is mended or taken out.
                intake.rows.push(row.clone());
                continue;
            }
            let unseen = match intake.unknown {
                Some(operation) => self.came_by(row, operation)?,
                None => false,
            };
            if decayed || unseen || opened.lacks(&row.item) {
                intake.missing += usize::from(decayed);
                intake.keep(row);
                continue;
            }
            match self.heir(&home, row)? {
                Some(heir) => heirs.push(heir),
                None => self.take_out_item(file, row, caller, &mut intake)?,
            }
        }
        for (past, why) in self.unsaid(&home, &page, caller)? {
            let stood = intake.reason == STOOD;
            let reason = if stood { STOOD.to_owned() } else { format!("{}; {why}", intake.reason) };
            let put = self.searchable(&past, Expect::New, Op::Supersede, &reason);
            intake.changes.push(Change::Put(Box::new(put)));
        }
        intake.drop_strange();
        self.commit_edit(std::mem::take(&mut intake.changes), caller)?;
        // By themselves and after what the person changed: one undo brings back what an older copy lacked, and only that.
        self.commit_edit(std::mem::take(&mut intake.doubtful), caller)?;
        self.succeed(&page, &known, caller)?;
        self.note_gone(file, &intake.gone, known.len());
        self.note_overruled(file, intake.overruled);
        let guessed = base.is_some_and(|base| base.guessed);
        self.note_kept(file, if guessed { intake.again.len() } else { intake.older });
        if decayed && intake.again.is_empty() {
            // Nothing that the store could write again: it stays told until somebody saves the file.
            return Ok(Some(read));
        }
        let page = self.with_remarks(&home, page, &intake.rows, caller)?;
        let again = intake.again.iter().chain(&intake.restated).map(|row| {
            (memoro_store::MirrorTask { file: file.to_owned(), item: row.item.clone() }, row.memory.clone())
        });
        self.store.add_tasks(again.collect())?;
        let read = FileRead { stamp: self.files.hold_taken(file, &read, state.as_ref()), ..read };
        self.settle(file, read.stamp, &read.bytes, (&page, intake.rows, Vec::new()))?;
        heirs.iter().try_for_each(|heir| self.take_in_anew(heir, caller))?;
        Ok(Some(read))
    }

    fn take_in_item(
        &self,
        (home, item, row): (&Home, &Item, Option<&MirrorRow>),
        (opened, caller): (&Opened, &Caller),
        intake: &mut Intake,
    ) -> Result<()> {
        if let Some(row) = row.filter(|row| row.hash == item.hash) {
            intake.rows.push(row.clone());
            return Ok(());
        }
        if row.is_none() && self.rival(home, item)?.is_some() {
            return Ok(());
        }
        let scope = self.scope_of(home, caller)?;
        let old = self.present(&scope, item)?;
        if let Some(old) =
            old.as_ref().filter(|old| item.what.shows(&old.memory) && !was_put_back(item, &old.memory))
        {
            intake.note(item, old.memory.id.as_str());
            intake.restate(item, &old.memory, &self.settings.time_zone);
            return Ok(());
        }
        let merged = match &old {
            Some(old) => self.merged((item, &scope), &old.memory, opened)?,
            None => match self.taken_out_since((item, &scope))? {
                Some((row, until)) => {
                    intake.note_older(Some(until));
                    intake.again.push(row);
                    return Ok(());
                }
                None => None,
            },
        };
        if let Some((merged, old)) = merged.as_ref().zip(old.as_ref())
            && merged.item.what.shows(&old.memory)
        {
            let known = MirrorRow {
                item: item.name.clone(),
                memory: old.memory.id.to_string(),
                hash: row.map_or(item.hash, |row| row.hash),
            };
            intake.note_older(merged.until);
            intake.keep(&known);
            return Ok(());
        }
        let said = merged.as_ref().map_or(item, |merged| &merged.item);
        let Ok(mut memory) = self.described((said, &scope, old.as_ref()), caller)? else { return Ok(()) };
        if let Some(old) = old.as_ref().filter(|old| item.what.shows(&old.memory)) {
            // Whoever puts a file back as it was says nothing of their own.
            memory.provenance.clone_from(&old.memory.provenance);
        }
        if !self.store.tombstones_over(&memory)?.is_empty() {
            return Ok(());
        }
        let rival =
            self.store.active(&memory.scope, &memory.key)?.filter(|rival| rival.memory.id != memory.id);
        if memory.shape() != Shape::Entry && rival.is_some() {
            memory.key = Key::new(memory.id.as_str()).map_err(|why| EngineError::invalid("key", why))?;
        }
        if self.edit_waits(home, row, intake) {
            memory.status = Status::Pending;
            intake.put(self, &memory, Expect::New, Op::StageInferred);
            intake.note(item, memory.id.as_str());
            return Ok(());
        }
        intake.note(item, memory.id.as_str());
        if old.is_some() && merged.is_none() {
            intake.restate(item, &memory, &self.settings.time_zone);
        }
        let first = intake.changes.len();
        let ended = match &old {
            Some(old) if matches!(item.what, What::Learning(_)) && old.memory.status != Status::Active => {
                self.written_by(&old.memory, caller)? == Gone::JustWritten
            }
            _ => false,
        };
        match old {
            Some(old) if old.memory.id == memory.id => {
                intake.put(self, &memory, Expect::Rev(old.rev), Op::Upsert);
            }
            Some(Stored { memory: mut gone, rev, .. }) => {
                end(&mut gone, Some(&memory.id), "edited by hand", caller);
                intake.put(self, &gone, Expect::Rev(rev), Op::Supersede);
                intake.put(self, &memory, Expect::New, Op::Upsert);
            }
            None => intake.put(self, &memory, Expect::New, Op::Upsert),
        }
        if let Some(merged) = &merged {
            intake.note_merged(merged, &memory, first);
        } else if ended {
            intake.doubt(first);
        }
        Ok(())
    }

    fn take_out_item(&self, file: &str, row: &MirrorRow, caller: &Caller, intake: &mut Intake) -> Result<()> {
        let Some(Stored { mut memory, rev, .. }) =
            MemoryId::new(&row.memory).ok().map(|id| self.store.get(&id)).transpose()?.flatten()
        else {
            return Ok(());
        };
        let still_here = self.home(&memory)?.is_some_and(|home| home.path() == file);
        let waits = self.store.outbox(Some(file))?.iter().any(|task| task.item == row.item);
        if memory.status == Status::Active && still_here && !waits {
            intake.gone.push(self.written_by(&memory, caller)?);
            end(&mut memory, None, &format!("removed from {file} by hand"), caller);
            intake.put_end(self, &memory, Expect::Rev(rev));
        }
        Ok(())
    }

    /// Commits what a person did to a file, if they did anything.
    pub(super) fn commit_edit(&self, changes: Vec<Change>, caller: &Caller) -> Result<()> {
        if changes.is_empty() { Ok(()) } else { self.commit_locked(changes, &person(caller)).map(drop) }
    }

    /// A file that is gone: one that held a single memory takes it along, others are written again.
    fn take_in_missing(&self, file: &str, caller: &Caller) -> Result<bool> {
        if self.files.leads_out(file) {
            return Ok(false);
        }
        let lost = self.regain_notes(file)?;
        if !lost.is_empty() {
            lost.iter().try_for_each(|file| self.finish_file(file, caller))?;
            return Ok(true);
        }
        let lock = self.files.lock()?;
        if self.files.read(file)?.is_some() {
            return Ok(false);
        }
        let rows = self.store.mirror(file)?;
        let mut intake = Intake { reason: self.reason_of_edit()?, ..Intake::default() };
        if let Some(home @ Home::Learning(_)) = Home::at(file) {
            let mut heirs = Vec::new();
            for row in &rows {
                if self.store.files_of(&row.memory)?.iter().any(|other| other != file) {
                    continue;
                }
                match self.heir(&home, row)? {
                    Some(heir) => heirs.push(heir),
                    None => self.take_out_item(file, row, caller, &mut intake)?,
                }
            }
            self.commit_edit(intake.doubtful, caller)?;
            self.note_removed(file, &intake.gone);
            self.store.drop_file(file.to_owned(), Vec::new())?;
            heirs.iter().try_for_each(|heir| self.take_in_anew(heir, caller))?;
            return Ok(true);
        }
        self.store.drop_file(file.to_owned(), Vec::new())?;
        let tasks = rows
            .into_iter()
            .map(|row| (memoro_store::MirrorTask { file: file.to_owned(), item: row.item }, row.memory));
        self.store.add_tasks(tasks.collect())?;
        drop(lock);
        // A file that cannot be made now waits; what it would show is in the store.
        let done = match self.mirror_file(file, caller) {
            Err(EngineError::Vault(_)) => false,
            other => other.map(|()| true)?,
        };
        if done && self.files.stamp(file)?.is_none() {
            self.files.let_go(file);
        }
        Ok(done)
    }

    /// Returns the scope of what stands in a file.
    pub(super) fn scope_of(&self, home: &Home, caller: &Caller) -> Result<Scope> {
        let unknown = || EngineError::invalid(home.path(), "the folder name is no user id");
        Ok(match home {
            Home::Profile | Home::Day(_) | Home::DayPart(..) | Home::Learning(_) => {
                Scope::User(self.settings.owner.clone())
            }
            Home::UserProfile(_) => Scope::User(home.user().ok_or_else(unknown)?),
            Home::Session => match self.current_session()? {
                Some(session) => Scope::Session(session),
                None => Scope::Session(self.begin_session(caller)?),
            },
        })
    }

    /// Returns the memory that an item is about, as the store has it now.
    pub(super) fn present(&self, scope: &Scope, item: &Item) -> Result<Option<Stored>> {
        match item.what.key() {
            Some(key) => Ok(self.store.active(scope, key)?),
            None => match MemoryId::new(&item.name) {
                Ok(id) => Ok(self.store.get(&id)?),
                Err(_) => Ok(None),
            },
        }
    }
}

/// The person whose edit is taken in, whoever noticed it.
pub(super) fn person(caller: &Caller) -> Caller {
    Caller {
        actor: memoro_core::Actor { name: super::BY_HAND.into(), ..memoro_core::Actor::user() },
        session: None,
        only: None,
        once: None,
        ..caller.clone()
    }
}

/// Tells whether a note's file that was taken away stands in its place again: files of notes tell no status.
fn was_put_back(item: &Item, known: &Memory) -> bool {
    matches!(item.what, What::Learning(_)) && matches!(known.status, Status::Superseded { by: None, .. })
}

pub(super) fn same_stamp(state: &FileState, stamp: Stamp) -> bool {
    state.mtime == stamp.modified_ns
        && u64::try_from(state.size) == Ok(stamp.size)
        && state.inode.cast_unsigned() == stamp.inode
}
