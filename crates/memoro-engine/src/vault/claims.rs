//! What stands in a file and does not count: a second file with the id of another, a text that was forgotten, an item
//! that cannot be a memory. It is kept as it is and told. Changes no file and no memory, but for a file that takes over
//! from one that is gone.

use std::collections::BTreeSet;

use memoro_core::markdown::{Home, parse_learning};
use memoro_core::resolve::Because;
use memoro_core::{Memory, MemoryId, Scope, Shape};
use memoro_store::{MirrorRow, MirrorTask, OutboxRow, Stored};

use super::files::FileRead;
use super::page::{self, Basis, Item, Page, What};
use crate::caller::Caller;
use crate::error::Result;
use crate::workspace::Workspace;
use crate::write::{end, fresh_bits};

/// Where the files lie whose items have ids.
const MEMORY: &str = "memory/";

impl Workspace {
    /// Makes the memory that an item describes; else tells why it describes none.
    pub(super) fn described(
        &self,
        (item, scope, old): (&Item, &Scope, Option<&Stored>),
        caller: &Caller,
    ) -> Result<Result<Memory, String>> {
        let old = old.map(|stored| &stored.memory);
        if let Some(other) = old.filter(|old| old.shape() != shape(&item.what)) {
            return Ok(Err(format!("the id `{}` is that of a {}; give it another", other.id, other.shape())));
        }
        let zone = &self.settings.time_zone;
        let basis = Basis { scope, old, zone, now: caller.now, fresh: fresh_bits()? };
        let memory = item.what.memory(&basis, &item.name);
        Ok(memory.and_then(|memory| {
            if memoro_core::policy::is_rule(memory.key.as_str()) {
                return Err(format!(
                    "the key `{}` is of the admin's policy; it stands in POLICY.md alone",
                    memory.key
                ));
            }
            Ok(memory)
        }))
    }

    /// Returns the lines that say a key which another line says too and counts, as memories of the past, each with the reason:
    /// they do not count, but what a person wrote must not be gone when the key is. What is known already is left out.
    pub(super) fn unsaid(&self, home: &Home, page: &Page, caller: &Caller) -> Result<Vec<(Memory, String)>> {
        let mut unsaid: Vec<(Memory, String)> = Vec::new();
        for item in &page.shadowed {
            let scope = self.scope_of(home, caller)?;
            let Ok(mut memory) = self.described((item, &scope, None), caller)? else { continue };
            let text = memory.content.text();
            let stands = page.items.iter().any(|other| other.name == item.name && other.what.shows(&memory))
                || unsaid.iter().any(|(past, _)| past.key == memory.key && past.content.text() == text);
            if stands || !self.store.tombstones_over(&memory)?.is_empty() || self.was_said(&memory)? {
                continue;
            }
            let winner = page.items.iter().find(|other| other.name == item.name);
            let why = match winner.map(|winner| (winner.line, item.over(winner))) {
                Some((line, Because::Priority)) => {
                    format!("line {line} says the same key with a higher priority")
                }
                Some((line, Because::Newer)) => format!("line {line} says the same key and is newer"),
                Some((line, _)) => format!("line {line} says the same key and was written last"),
                None => "another line of its file says the same key".to_owned(),
            };
            let why = format!("does not count: {why}");
            end(&mut memory, None, &why, caller);
            unsaid.push((memory, why));
        }
        Ok(unsaid)
    }

    /// Returns what else the file of an entry says of its key and does not count, as memories, each with the reason.
    pub(crate) fn said_beside(&self, memory: &Memory, caller: &Caller) -> Result<Vec<(Memory, Because)>> {
        let home = if memory.shape() == Shape::Entry { self.home(memory)? } else { None };
        let Some(home) = home else { return Ok(Vec::new()) };
        let read = self.files.read(&home.path()).ok().flatten();
        let Some(page) = read.and_then(|read| page::read(&home, &read.bytes).ok()) else {
            return Ok(Vec::new());
        };
        let winner = page.items.iter().find(|item| item.name == memory.key.as_str());
        let mut beside = Vec::new();
        for item in page.shadowed.iter().filter(|item| item.name == memory.key.as_str()) {
            if let (Some(winner), Ok(other)) = (winner, self.described((item, &memory.scope, None), caller)?)
            {
                beside.push((other, item.over(winner)));
            }
        }
        Ok(beside)
    }

    /// Tells whether the store knows of this value of its key, now or in the past.
    fn was_said(&self, memory: &Memory) -> Result<bool> {
        for known in self.store.of_key(&memory.scope, &memory.key)? {
            let states = self.store.versions(&known.memory.id)?;
            if states.iter().any(|state| state.memory.content.text() == memory.content.text()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the other file that holds the memory of an item, if there is one: a memory has one file.
    pub(super) fn rival(&self, home: &Home, item: &Item) -> Result<Option<String>> {
        if !has_ids(home) {
            return Ok(None);
        }
        let own = home.path();
        for other in self.store.files_of(&item.name)? {
            if other != own && self.names_in(&other, &item.name)? {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }

    /// Returns the file that takes over a memory whose file holds it no more: one that claimed its id in vain so far.
    pub(super) fn heir(&self, home: &Home, row: &MirrorRow) -> Result<Option<String>> {
        if !has_ids(home) {
            return Ok(None);
        }
        let own = home.path();
        for other in self.store.troubled_files(MEMORY)? {
            let counts = self.store.mirror(&other)?.iter().any(|known| known.item == row.item);
            if other != own && !counts && self.names_in(&other, &row.item)? {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }

    /// Takes in a file that was taken in before, as if it had changed.
    pub(super) fn take_in_anew(&self, file: &str, caller: &Caller) -> Result<()> {
        self.store.unsettle_file(file.to_owned())?;
        self.take_in_locked(file, caller).map(drop)
    }

    /// Tells whether a file is there and holds an item of this name.
    pub(super) fn names_in(&self, file: &str, name: &str) -> Result<bool> {
        let (Some(home), Some(read)) = (Home::at(file), self.files.read(file)?) else { return Ok(false) };
        Ok(page::read(&home, &read.bytes).is_ok_and(|page| page.items.iter().any(|item| item.name == name)))
    }

    /// Adds to the problems of a page what its items cannot have; `rows` are those that count.
    pub(super) fn with_remarks(
        &self,
        home: &Home,
        mut page: Page,
        rows: &[MirrorRow],
        caller: &Caller,
    ) -> Result<Page> {
        let counted: BTreeSet<&str> = rows.iter().map(|row| row.item.as_str()).collect();
        for item in &page.items {
            let counts = counted.contains(item.name.as_str());
            let remark = if counts { claim(item) } else { self.remark(home, item, caller)? };
            page.problems.extend(remark.map(|remark| format!("line {}: {remark}", item.line)));
        }
        Ok(page)
    }

    /// Tells what cannot be read in a file or does not count, as the file stands now.
    pub(crate) fn problems_in(&self, file: &str, caller: &Caller) -> Result<Vec<String>> {
        // That a file cannot be read at all is told where it is taken in.
        let (Some(home), Ok(Some(read))) = (Home::at(file), self.files.read(file)) else {
            return Ok(Vec::new());
        };
        let page = match page::read(&home, &read.bytes) {
            Ok(page) => page,
            Err(not_text) => return Ok(vec![format!("{file} {not_text}")]),
        };
        if home == Home::Session && self.current_session()?.is_none() {
            // Whose its items would be is not known, and telling begins no session.
            return Ok(page.problems);
        }
        let rows = self.store.mirror(file)?;
        Ok(self.with_remarks(&home, page, &rows, caller)?.problems)
    }

    /// Tells why an item does not count.
    fn remark(&self, home: &Home, item: &Item, caller: &Caller) -> Result<Option<String>> {
        if let Some(other) = self.rival(home, item)? {
            return Ok(Some(format!(
                "the id `{}` stands in {other} already; this one is kept as it is and does not count; \
                 give it an id of its own or delete it",
                item.name
            )));
        }
        let scope = self.scope_of(home, caller)?;
        let old = self.present(&scope, item)?;
        match self.described((item, &scope, old.as_ref()), caller)? {
            Err(why) => Ok(Some(why)),
            Ok(memory) if !self.store.tombstones_over(&memory)?.is_empty() => Ok(Some(
                "this was forgotten and does not count; remove it, or say it again with `memoro remember`"
                    .into(),
            )),
            Ok(_) => Ok(None),
        }
    }

    /// Leaves a file to whom it belongs: what waited for it finds another place.
    pub(super) fn move_on(
        &self,
        (file, home): (&str, &Home),
        read: &FileRead,
        waiting: &[OutboxRow],
        caller: &Caller,
    ) -> Result<bool> {
        let mut moved = Vec::new();
        for row in waiting {
            let Some(stored) =
                MemoryId::new(&row.memory).ok().map(|id| self.store.get(&id)).transpose()?.flatten()
            else {
                continue;
            };
            if let Some(other) =
                self.home(&stored.memory)?.map(|home| home.path()).filter(|path| path != file)
            {
                moved.push((MirrorTask { file: other, item: row.item.clone() }, row.memory.clone()));
            }
        }
        self.store.add_tasks(moved)?;
        let (rows, done) = (self.store.mirror(file)?, waiting.iter().map(|row| row.seq).collect());
        let page = page::read(home, &read.bytes)
            .map_err(|why| crate::error::EngineError::NotText { file: file.to_owned(), why })?;
        let page = self.with_remarks(home, page, &rows, caller)?;
        self.settle(file, read.stamp, &read.bytes, (&page, rows, done))?;
        Ok(true)
    }

    /// Leaves a link that is not followed alone: what was known of its file has no file any more, or one of its own.
    pub(super) fn leave_link(&self, file: &str, caller: &Caller) -> Result<()> {
        let waiting = self.store.outbox(Some(file))?;
        let done = waiting.iter().map(|row| row.seq).collect();
        let known = self.store.mirror(file)?.into_iter().map(|row| (row.item, row.memory));
        let items: BTreeSet<(String, String)> =
            waiting.into_iter().map(|row| (row.item, row.memory)).chain(known).collect();
        self.store.drop_file(file.to_owned(), done)?;
        let mut moved = Vec::new();
        for (item, memory) in items {
            let Ok(id) = MemoryId::new(&memory) else { continue };
            let Some(stored) = self.store.get(&id)? else { continue };
            if let Some(home) = self.home(&stored.memory)?.filter(|home| home.path() != file) {
                moved.push((MirrorTask { file: home.path(), item }, memory));
            }
        }
        let files: BTreeSet<String> = moved.iter().map(|(task, _)| task.file.clone()).collect();
        self.store.add_tasks(moved)?;
        files.iter().try_for_each(|file| self.bring_in_line_locked(file, caller))
    }

    /// Returns a learning's home that no other text occupies: a person's file is never written over.
    pub(super) fn free_home(&self, home: Home, id: &MemoryId) -> Result<Home> {
        let mut free = home;
        for n in 2..1_000 {
            let path = free.path();
            let taken = match self.files.read(&path) {
                Err(error) if error.is_of_another_kind() => self.files.is_barred(&path),
                Err(error) => return Err(error.into()),
                Ok(Some(read)) if !read.bytes.is_empty() => {
                    claimed(&free, &read.bytes).is_some_and(|name| name != id.as_str())
                }
                _ => false,
            };
            if !taken {
                break;
            }
            free = Home::Learning(super::files::safe_name(&format!("{id}-{n}")));
        }
        Ok(free)
    }
}

/// Tells whether a file of one memory holds another than those that are to be written into it.
pub(super) fn is_anothers(home: &Home, read: &FileRead, waiting: &[OutboxRow]) -> bool {
    let named = claimed(home, &read.bytes);
    let wanted = |name: &String| waiting.iter().any(|row| row.item == *name);
    matches!(home, Home::Learning(_)) && !read.bytes.is_empty() && named.is_some_and(|name| !wanted(&name))
}

/// Tells whether the items of a file go by ids, so that another file may claim the same.
const fn has_ids(home: &Home) -> bool {
    matches!(home, Home::Learning(_) | Home::Day(_) | Home::DayPart(..))
}

/// Returns the id that the file of a learning goes by.
fn claimed(home: &Home, bytes: &[u8]) -> Option<String> {
    let named = parse_learning(bytes).ok()?.learning.id;
    named.or_else(|| home.learning()).map(|id| id.to_string())
}

fn claim(item: &Item) -> Option<String> {
    let claims = item.what.claims_admin();
    claims.then(|| "source:admin cannot be claimed in this file; it counts as yours".to_owned())
}

const fn shape(what: &What) -> Shape {
    match what {
        What::Entry(..) => Shape::Entry,
        What::Decision(_) => Shape::Decision,
        What::Learning(_) => Shape::Note,
    }
}
