//! Bringing files in line with the store: after a commit, after a crash, and for everyone who waits at once.
//!
//! A file is read, a person's edits in it are taken in, the waiting items are spliced in, and the result is
//! written in one atomic step; if the file changed meanwhile, all of that is done again.

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use memoro_core::markdown::{Home, Household};
use memoro_core::{Key, Memory, MemoryId, Place, ScopeKind, Shape, Status};
use memoro_store::{FileState, MirrorRow, MirrorTask, OutboxRow, Stored};

use super::files::{FileRead, Outcome, Removal, Stamp};
use super::page::{Page, Wish};
use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::notices::Notices;
use crate::workspace::Workspace;

/// How often a file that someone else keeps changing is tried at least, and for how long.
const ATTEMPTS: usize = 50;
const PATIENCE: Duration = Duration::from_secs(10);

impl Workspace {
    /// Returns the file that a memory lives in.
    pub(crate) fn home(&self, memory: &Memory) -> Result<Option<Home>> {
        // Only what belongs to a session depends on which one is the current one.
        let session = match memory.scope.kind() {
            ScopeKind::Session => self.current_session()?,
            _ => None,
        };
        let household = Household {
            owner: &self.settings.owner,
            session: session.as_ref(),
            zone: &self.settings.time_zone,
        };
        let Some(home) = Home::of(memory, &household) else { return Ok(None) };
        if matches!(home, Home::Learning(_) | Home::Day(_)) {
            let files = self.store.files_of(memory.id.as_str())?;
            if let Some(known) = files.iter().find_map(|file| Home::at(file)) {
                return Ok(Some(known));
            }
        }
        match home {
            Home::Learning(_) => self.free_home(home, &memory.id).map(Some),
            home => Ok(Some(home)),
        }
    }

    /// Returns the mirror task that a change of this memory brings.
    pub(crate) fn mirror_task(&self, memory: &Memory) -> Result<Option<MirrorTask>> {
        let mut alive = memory.clone();
        if memory.status != Status::Pending {
            alive.status = Status::Active;
        }
        Ok(self.home(&alive)?.map(|home| MirrorTask { file: home.path(), item: item_of(memory) }))
    }

    /// Brings the file of a memory in line.
    pub(crate) fn mirror_memory(&self, memory: &Memory, caller: &Caller) -> Result<()> {
        let Some(task) = self.mirror_task(memory)? else { return Ok(()) };
        self.mirror_task_now(&task, &memory.id, caller)
    }

    /// Brings the file of a task in line for a memory.
    pub(crate) fn mirror_task_now(&self, task: &MirrorTask, id: &MemoryId, caller: &Caller) -> Result<()> {
        self.mirror_file(&task.file, caller).map_err(EngineError::unmirrored(id))
    }

    /// Brings all files in line that have waiting items, for example after a crash.
    pub(crate) fn finish_mirror(&self, caller: &Caller) -> Result<()> {
        if self.store.is_read_only() {
            return Ok(());
        }
        let mut files: Vec<String> = self.store.outbox(None)?.into_iter().map(|row| row.file).collect();
        files.sort();
        files.dedup();
        if files.is_empty() {
            return Ok(());
        }
        let cleaned = self.files.lock().and_then(|lock| self.files.clean_temps(&lock));
        if let Err(error) = cleaned {
            self.note_waiting(&format!("a file waits to be written: {error}"));
            return Ok(());
        }
        files.iter().try_for_each(|file| self.finish_file(file, caller))
    }

    /// Brings a file in line that has waiting items; where that cannot be done now it is told.
    pub(super) fn finish_file(&self, file: &str, caller: &Caller) -> Result<()> {
        // Whoever wants something else does not wait for a file that never rests.
        match self.mirror_file_within(file, caller, Duration::ZERO) {
            // What can be read is answered; the file is tried again by the next command.
            Err(error @ (EngineError::NotText { .. } | EngineError::Restless(_) | EngineError::Vault(_))) => {
                self.note_waiting(&format!("a file waits to be written: {error}"));
                Ok(())
            }
            Err(error) if error.is_about_room() => {
                self.note_waiting(&error.to_string());
                Ok(())
            }
            done => done,
        }
    }

    /// Removes what writers left behind that were killed, wherever they wrote. Whoever writes now is not waited for: the
    /// next one does it.
    pub(crate) fn clear_leftovers(&self) {
        if !self.store.is_read_only() {
            let _ = self.files.lock_within(Duration::ZERO).and_then(|lock| self.files.clean_temps(&lock));
        }
    }

    pub(crate) fn note_waiting(&self, why: &str) {
        self.notices.note(why);
    }

    /// Returns where it is noted what could not be brought in line or taken in.
    pub fn notices(&self) -> Notices {
        self.notices.clone()
    }

    /// Brings one file in line; concurrent callers share a rewrite.
    pub(crate) fn mirror_file(&self, file: &str, caller: &Caller) -> Result<()> {
        self.mirror_file_within(file, caller, PATIENCE)
    }

    fn mirror_file_within(&self, file: &str, caller: &Caller, patience: Duration) -> Result<()> {
        if self.store.outbox(Some(file))?.is_empty() {
            return Ok(());
        }
        self.bring_in_line_with_lost(file, caller, patience)
    }

    /// Takes in a file and brings it in line, also when nothing waits for it.
    pub(crate) fn mirror_file_now(&self, file: &str, caller: &Caller) -> Result<()> {
        self.bring_in_line_with_lost(file, caller, PATIENCE)
    }

    fn bring_in_line_with_lost(&self, file: &str, caller: &Caller, patience: Duration) -> Result<()> {
        // Before the first note makes their folder anew: then nobody could tell that it was gone.
        let lost = self.regain_notes(file)?;
        self.bring_in_line(file, caller, patience)?;
        lost.iter().filter(|other| *other != file).try_for_each(|other| self.finish_file(other, caller))
    }

    fn bring_in_line(&self, file: &str, caller: &Caller, patience: Duration) -> Result<()> {
        let lock = self.files.lock()?;
        self.bring_in_line_within(file, caller, patience)?;
        // Somebody may have written into a file that was just replaced; whoever looks next takes that in.
        if self.files.has_late().unwrap_or(false) {
            let _ = self.files.take_late(&lock);
        }
        Ok(())
    }

    /// Brings a file in line for whoever has the lock of the vault.
    pub(super) fn bring_in_line_locked(&self, file: &str, caller: &Caller) -> Result<()> {
        self.bring_in_line_within(file, caller, PATIENCE)
    }

    fn bring_in_line_within(&self, file: &str, caller: &Caller, patience: Duration) -> Result<()> {
        let begun = Instant::now();
        let mut attempts = 0;
        while attempts < ATTEMPTS || begun.elapsed() < patience {
            attempts += 1;
            if self.files.is_barred(file) && matches!(Home::at(file), Some(Home::Learning(_))) {
                return self.leave_link(file, caller);
            }
            let read = self.take_in_locked(file, caller)?;
            let waiting = self.store.outbox(Some(file))?;
            if !waiting.is_empty() && !self.rewrite((file, read), &waiting, caller)? {
                continue;
            }
            return Ok(());
        }
        Err(EngineError::Restless(file.to_owned()))
    }

    /// Writes the waiting items into a file; returns false if the file changed meanwhile.
    fn rewrite(
        &self,
        (file, read): (&str, Option<FileRead>),
        waiting: &[OutboxRow],
        caller: &Caller,
    ) -> Result<bool> {
        let Some(home) = Home::at(file) else {
            return Err(EngineError::invalid(file, "no memory lives in this file"));
        };
        if let Some(read) = &read
            && super::claims::is_anothers(&home, read, waiting)
        {
            return self.move_on((file, &home), read, waiting, caller);
        }
        let done: Vec<i64> = waiting.iter().map(|row| row.seq).collect();
        let latest: BTreeMap<&str, &str> =
            waiting.iter().map(|row| (row.item.as_str(), row.memory.as_str())).collect();
        let mut items: Vec<(&str, &str)> = latest.into_iter().collect();
        if matches!(home, Home::Day(_) | Home::DayPart(..)) {
            // What was decided first stands first.
            let mut order: HashMap<&str, i64> = HashMap::new();
            for row in waiting {
                order.entry(row.item.as_str()).or_insert(row.seq);
            }
            items.sort_by_key(|(item, _)| order.get(item).copied());
        }
        let mut wishes = Vec::new();
        let named = match &read {
            Some(read) => super::page::read(&home, &read.bytes).map_err(not_text(file))?.items,
            None => Vec::new(),
        };
        let replaced = match home {
            Home::Day(_) | Home::DayPart(..) => {
                let ids = items.iter().filter_map(|(_, id)| MemoryId::new(*id).ok());
                self.store.last_replaced_by(&ids.collect())?
            }
            _ => BTreeMap::new(),
        };
        for (item, memory) in items {
            let memory = self.wanted(&home, file, item, memory)?;
            let supersedes = match &memory {
                Some(memory) if matches!(home, Home::Day(_) | Home::DayPart(..)) => {
                    let known = replaced.get(&memory.id).cloned();
                    known.map_or_else(|| self.said_to_supersede(&named, memory), |known| Ok(Some(known)))?
                }
                _ => None,
            };
            wishes.push(Wish { item: item.to_owned(), memory, supersedes });
        }
        let before = match &read {
            Some(read) => read.bytes.clone(),
            None => self.as_it_was(&home, file).unwrap_or_default(),
        };
        let spliced = super::page::splice(&home, &before, &wishes).map_err(not_text(file))?;
        let spliced = match (&home, spliced) {
            (Home::Session, Some(bytes)) => {
                Some(super::sitting::marked(bytes, self.current_session()?.as_ref()))
            }
            (_, spliced) => spliced,
        };
        let Some(after) = spliced.map(super::edition::renewed) else {
            if let Some(read) = &read {
                self.spare((&home, file), read, waiting, caller)?;
            }
            match read {
                Some(read) if self.files.remove(file, read.fingerprint)? == Removal::Changed => {
                    return Ok(false);
                }
                Some(_) => {}
                None => self.files.sync(file)?,
            }
            self.store.drop_file(file.to_owned(), done)?;
            return Ok(true);
        };
        let stamp = match read {
            Some(read) if read.bytes == after => {
                self.files.sync(file)?;
                read.stamp
            }
            None if after.is_empty() => {
                self.store.drop_file(file.to_owned(), done)?;
                return Ok(true);
            }
            read => match self.files.write_atomic(file, &after, read.map(|r| r.fingerprint))? {
                Outcome::Done(stamp) => stamp,
                Outcome::Changed => return Ok(false),
            },
        };
        let page = super::page::read(&home, &after).map_err(not_text(file))?;
        let names = self.names(&home, &page, &wishes, file)?;
        let page = self.with_remarks(&home, page, &names, caller)?;
        match self.settle(file, stamp, &after, (&page, names, done)) {
            Err(EngineError::Store(error)) if error.is_about_room() => Ok(true),
            other => other.map(|()| true),
        }
    }

    /// Returns the memory that an item of a file should show; `None` if the item should not be there.
    fn wanted(&self, home: &Home, file: &str, item: &str, memory: &str) -> Result<Option<Memory>> {
        let known = MemoryId::new(memory).ok().map(|id| self.store.get(&id)).transpose()?.flatten();
        let lives_here = |m: &Memory| -> Result<bool> { Ok(self.home(m)?.is_some_and(|h| h.path() == file)) };
        match home {
            Home::Day(_) | Home::DayPart(..) | Home::Learning(_) => match known {
                Some(stored) if lives_here(&stored.memory)? => Ok(Some(stored.memory)),
                _ => Ok(None),
            },
            Home::Profile | Home::UserProfile(_) | Home::Session => {
                let Ok(key) = Key::new(item) else { return Ok(None) };
                let filter = memoro_store::Filter {
                    keys: vec![key],
                    shapes: vec![Shape::Entry],
                    statuses: vec!["active".into()],
                    sensitive: true,
                    ..memoro_store::Filter::default()
                };
                for stored in self.store.list(&filter)? {
                    if lives_here(&stored.memory)? {
                        return Ok(Some(stored.memory));
                    }
                }
                Ok(None)
            }
        }
    }

    /// Finds the memory of each item: from what was just written, or from what was known before.
    pub(super) fn names(
        &self,
        home: &Home,
        page: &Page,
        wishes: &[Wish],
        file: &str,
    ) -> Result<Vec<MirrorRow>> {
        let known = self.store.mirror(file)?;
        let known: HashMap<&str, &str> =
            known.iter().map(|row| (row.item.as_str(), row.memory.as_str())).collect();
        let wished: HashMap<&str, &Wish> = wishes.iter().map(|wish| (wish.item.as_str(), wish)).collect();
        let mut rows = Vec::new();
        for item in &page.items {
            let written = wished.get(item.name.as_str()).and_then(|wish| wish.memory.as_ref());
            let memory = match written {
                Some(memory) => Some(memory.id.to_string()),
                None => known.get(item.name.as_str()).map(|memory| (*memory).to_owned()),
            };
            let memory = match memory {
                Some(memory) => memory,
                None => match self.wanted(home, file, &item.name, &item.name)? {
                    Some(memory) if item.what.shows(&memory) => memory.id.to_string(),
                    _ => continue,
                },
            };
            rows.push(MirrorRow { item: item.name.clone(), memory, hash: item.hash });
        }
        Ok(rows)
    }

    /// Notes how a file stands now.
    pub(crate) fn settle(
        &self,
        file: &str,
        stamp: Stamp,
        bytes: &[u8],
        (page, rows, done): (&Page, Vec<MirrorRow>, Vec<i64>),
    ) -> Result<()> {
        let state = FileState {
            path: file.to_owned(),
            mtime: stamp.modified_ns,
            size: i64::try_from(stamp.size).unwrap_or(i64::MAX),
            inode: stamp.inode.cast_signed(),
            hash: *blake3::hash(bytes).as_bytes(),
            troubled: !page.problems.is_empty(),
        };
        Ok(self.store.settle_file(state, rows, done)?)
    }

    /// Returns where a memory stands in its file, if the file shows it as it is.
    pub(crate) fn place(&self, memory: &Memory) -> Result<Option<Place>> {
        let lines = self.lines_of(memory)?;
        Ok(lines.map(|(file, lines)| Place { file, line: *lines.start() }))
    }

    /// Returns the file in which a memory stands now, and on which lines.
    pub(crate) fn lines_of(&self, memory: &Memory) -> Result<Option<(String, RangeInclusive<u32>)>> {
        let Some(home) = self.home(memory)? else { return Ok(None) };
        let file = home.path();
        // A file that cannot be read shows nothing; `status` and `check` tell of it.
        let read = match self.files.read(&file) {
            Ok(Some(read)) => read,
            Ok(None) => return Ok(None),
            Err(error) if error.is_of_another_kind() => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let Ok(page) = super::page::read(&home, &read.bytes) else { return Ok(None) };
        let name = item_of(memory);
        let item = page.items.iter().find(|item| item.name == name && item.what.shows(memory));
        Ok(item.map(|item| (file, item.line..=item.last)))
    }

    /// Returns a memory as its file describes it, if it stands there.
    pub(crate) fn described_in_file(&self, stored: &Stored, caller: &Caller) -> Result<Option<Memory>> {
        let Some(home) = self.home(&stored.memory)? else { return Ok(None) };
        let Some(read) = self.files.read(&home.path())? else { return Ok(None) };
        let Ok(page) = super::page::read(&home, &read.bytes) else { return Ok(None) };
        let name = item_of(&stored.memory);
        let Some(item) = page.items.iter().find(|item| item.name == name) else { return Ok(None) };
        Ok(self.described((item, &stored.memory.scope, Some(stored)), caller)?.ok())
    }

    /// Tells whether the line or block of a memory stands in its file and cannot be read.
    pub(crate) fn stands_unread(&self, memory: &Memory) -> Result<bool> {
        let Some(home) = self.home(memory)? else { return Ok(false) };
        let read = self.files.read(&home.path()).ok().flatten();
        let page = read.and_then(|read| super::page::read(&home, &read.bytes).ok());
        Ok(page.is_some_and(|page| page.unread.contains(&item_of(memory))))
    }

    /// Returns the entries that SESSION.md shows.
    pub(super) fn of_current_session(&self) -> Result<Vec<Memory>> {
        let Some(session) = self.current_session()? else { return Ok(Vec::new()) };
        let filter = memoro_store::Filter {
            scopes: vec![memoro_core::Scope::Session(session)],
            shapes: vec![Shape::Entry],
            statuses: vec!["active".into()],
            sensitive: true,
            ..memoro_store::Filter::default()
        };
        Ok(self.store.list(&filter)?.into_iter().map(|stored| stored.memory).collect())
    }

    /// Makes SESSION.md show the current session and no other.
    pub(crate) fn refresh_session_file(&self, caller: &Caller) -> Result<()> {
        let file = Home::Session.path();
        let mut items: Vec<(String, String)> =
            self.store.mirror(&file)?.into_iter().map(|row| (row.item, row.memory)).collect();
        let shown = self.of_current_session()?;
        items.extend(shown.iter().map(|memory| (item_of(memory), memory.id.to_string())));
        let tasks = items
            .into_iter()
            .map(|(item, memory)| (MirrorTask { file: file.clone(), item }, memory))
            .collect();
        self.store.add_tasks(tasks)?;
        self.mirror_file(&file, caller)
    }
}

fn not_text(file: &str) -> impl FnOnce(memoro_core::markdown::NotText) -> EngineError {
    let file = file.to_owned();
    move |why| EngineError::NotText { file, why }
}

/// Returns the name of a memory's item in its file.
pub(crate) fn item_of(memory: &Memory) -> String {
    match memory.shape() {
        Shape::Entry => memory.key.to_string(),
        _ => memory.id.to_string(),
    }
}
