//! Which version of a file an edit was made from. The time of reading tells it where only the editor reads; a program that
//! reads along, a sync tool for example, wipes that trace. Then the edit itself tells: it lacks all that a version lacks
//! which somebody has read, and does more than taking lines out.

use std::collections::BTreeMap;

use memoro_core::MemoryId;
use memoro_core::markdown::Home;
use memoro_store::{EventFilter, FileState, MirrorRow};

use super::files::{FileRead, Version};
use super::{edition, page};
use crate::error::Result;
use crate::workspace::Workspace;

/// The version that an edit was made from, where that is not the one that was written last.
#[derive(Debug)]
pub(super) struct Base {
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
    /// Whether the edit may as well be that of somebody who saw the last one.
    pub(super) guessed: bool,
}

/// The items of a version: their names and the hashes of their bytes.
type Items = BTreeMap<String, [u8; 32]>;

impl Workspace {
    /// Returns what the person had before them: what Memoro wrote after they had opened the file is not theirs to change.
    pub(super) fn opened(
        &self,
        home: &Home,
        state: Option<&FileState>,
        read: &FileRead,
    ) -> Result<Option<Base>> {
        let (file, saved) = (&home.path(), read.stamp.modified_ns);
        let Some(state) = state else { return Ok(None) };
        let newest = self.files.seen_before(file, &state.hash, saved);
        let known = self.store.mirror(file)?;
        let (Some(now), Some(last)) = (items(home, &read.bytes), last_of(home, newest.as_deref(), &known))
        else {
            return Ok(newest.map(Base::sure));
        };
        if last.iter().all(|(name, hash)| now.get(name) == Some(hash)) {
            return Ok(newest.map(Base::sure));
        }
        let versions = self.files.versions(file);
        if let Some(said) = edition::of(&read.bytes) {
            let same = |one: &&Version| edition::of(&one.bytes) == Some(said);
            let named = versions.iter().filter(same).filter_map(|one| Some((one, items(home, &one.bytes)?)));
            let base = named.rev().min_by_key(|(_, then)| taken_out(then, &now));
            let newest = newest.filter(|newest| edition::of(newest) == Some(said));
            return Ok(base.map(|(one, _)| one.bytes.clone()).or(newest).map(Base::sure));
        }
        let fits = |one: &&Version| one.is_recent && one.read.is_some_and(|read| read <= saved);
        let read_then = versions.iter().filter(fits).filter_map(|one| Some((one, items(home, &one.bytes)?)));
        let older = read_then.filter(|(_, then)| lacks_all_since(&now, then, &last)).rev();
        let older = older.min_by_key(|(_, then)| taken_out(then, &now));
        if let Some((one, then)) = older
            && is_own(&read.bytes, &versions, self.files.held(file, &state.hash).as_deref())
            && self.is_of_memoro(&known, &then, &last)?
        {
            return Ok(Some(Base { bytes: one.bytes.clone(), guessed: true }));
        }
        Ok(newest.map(Base::sure))
    }

    /// Tells whether any of what a file got since a version was not typed into it by a person.
    fn is_of_memoro(&self, known: &[MirrorRow], then: &Items, last: &Items) -> Result<bool> {
        for row in known.iter().filter(|row| then.get(&row.item) != last.get(&row.item)) {
            let newest = EventFilter {
                memory: MemoryId::new(&row.memory).ok(),
                newest: true,
                limit: Some(1),
                ..EventFilter::default()
            };
            let last = self.store.events(&newest)?.pop();
            if last.is_some_and(|(event, _)| event.actor != super::BY_HAND) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Base {
    fn sure(bytes: Vec<u8>) -> Self {
        Self { bytes, guessed: false }
    }
}

/// Returns the items of the version that was seen last, or else of the one that was written last.
fn last_of(home: &Home, seen: Option<&[u8]>, known: &[MirrorRow]) -> Option<Items> {
    match seen {
        Some(seen) => items(home, seen),
        None => Some(known.iter().map(|row| (row.item.clone(), row.hash)).collect()),
    }
}

fn items(home: &Home, bytes: &[u8]) -> Option<Items> {
    let page = page::read(home, bytes).ok()?;
    Some(page.items.into_iter().map(|item| (item.name, item.hash)).collect())
}

/// Tells whether a text is, in all that changed between two versions, as the earlier one was.
fn lacks_all_since(now: &Items, then: &Items, last: &Items) -> bool {
    let mut changed =
        then.keys().chain(last.keys()).filter(|name| then.get(*name) != last.get(*name)).peekable();
    changed.peek().is_some() && changed.all(|name| now.get(name) == then.get(name))
}

/// Returns how many items of a version a text changes or takes out.
fn taken_out(then: &Items, now: &Items) -> usize {
    then.iter().filter(|(name, hash)| now.get(*name) != Some(*hash)).count()
}

/// Tells whether a text is more than a version without some of its lines: whoever only takes lines out means it. Who writes
/// a line that no version had, puts lines in another order or ends them otherwise does more; also who adds blank lines, where
/// the version that was written `last` is still there to tell.
fn is_own(now: &[u8], versions: &[Version], last: Option<&[u8]>) -> bool {
    let counts = |line: &&[u8]| last.is_some() || !(line.trim_ascii().is_empty() || line.starts_with(b"#"));
    let lines = |bytes| split_lines(bytes).filter(counts);
    let mut known = versions.iter().map(|one| one.bytes.as_slice()).chain(last);
    !known.any(|version| {
        let mut left = lines(version);
        lines(now).all(|line| left.any(|other| other == line))
    })
}

/// Returns the lines of a text, with all that stands before their line feeds; an editor may end the last one.
fn split_lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.strip_suffix(b"\n").unwrap_or(bytes).split(|byte| *byte == b'\n')
}
