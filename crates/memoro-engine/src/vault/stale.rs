//! Edits that were made from an older version of a file than the one they take the place of, and files that were cut short:
//! what nobody can have meant to take out is put back or told. Takes nothing in itself.

use jiff::SignedDuration;
use memoro_core::markdown::{Home, check_text};
use memoro_core::{Memory, MemoryId};
use memoro_store::{EventFilter, FileState, MirrorRow};

use super::base::Base;
use super::edition;
use super::files::{FileRead, Stamp};
use super::intake::same_stamp;
use super::page::{self, Item, Page};
use crate::caller::Caller;
use crate::error::Result;
use crate::workspace::Workspace;

/// How many memories must be gone from a file, and more than half, for that to be told: it may be damage.
const MANY: usize = 3;
/// How long what Memoro wrote may be unknown to somebody who has the file open.
const LATELY: SignedDuration = SignedDuration::from_hours(24);
/// How old, in nanoseconds, a file must be before lines that are missing from it count as removed.
const SETTLED: u128 = 600_000_000;
/// How long a file that is being written is waited for.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(3);

impl Workspace {
    /// Reads a file; one that was just cut short is read again, because its editor may still be writing it. What the
    /// person's copy did not have yet is not cut: who waits for it may meet their next save, which tells less.
    pub(super) fn read_settled(&self, home: &Home, state: Option<&FileState>) -> Result<Option<FileRead>> {
        let file = &home.path();
        let known = self.store.mirror(file)?;
        let begun = std::time::Instant::now();
        loop {
            let Some(read) = self.files.read(file)? else { return Ok(None) };
            let missing: Vec<&MirrorRow> = match page::read(home, &read.bytes) {
                Ok(page) => known.iter().filter(|row| !page.has(&row.item)).collect(),
                Err(_) => Vec::new(),
            };
            let shrunk = !missing.is_empty() && {
                let opened = Opened::of(home, self.opened(home, state, &read)?.as_ref());
                missing.iter().any(|row| !opened.lacks(&row.item))
            };
            let fresh = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).is_ok_and(|now| {
                now.as_nanos().abs_diff(u128::try_from(read.stamp.modified_ns).unwrap_or(0)) < SETTLED
            });
            if !shrunk || !fresh || begun.elapsed() > PATIENCE {
                if read.bytes.trim_ascii().is_empty() && !known.is_empty() {
                    // An empty file is an accident, not a wish: everything that stood in it is written again.
                    self.note_emptied(file, known.len());
                    let tasks = known.into_iter().map(|row| {
                        (memoro_store::MirrorTask { file: file.to_owned(), item: row.item }, row.memory)
                    });
                    self.store.add_tasks(tasks.collect())?;
                }
                return Ok(Some(read));
            }
            std::thread::sleep(std::time::Duration::from_millis(25));
        }
    }

    /// Tells that a file was empty.
    fn note_emptied(&self, file: &str, memories: usize) {
        let (which, them) = counted(memories);
        let other = match self.backups().len() {
            0 => "",
            _ => "other lines of it are in the backups (`memoro restore`); ",
        };
        self.note_waiting(&format!(
            "{file} was empty, as after a save that was cut short: {which} that stood in it count and are written into it \
             again; {other}to take {them} out, delete {them} from the file as it is now"
        ));
    }

    /// Puts lines back that others had added before the person saved an older copy; returns the file with them. Where it
    /// could only be guessed that it was one, the file says from now on which version it is.
    pub(super) fn with_overwritten(
        &self,
        home: &Home,
        (last, base): (Option<&FileState>, Option<&Base>),
        read: FileRead,
        caller: &Caller,
    ) -> Result<FileRead> {
        let file = &home.path();
        let lost = self.files.overwritten(file, last, base.map(|base| base.bytes.as_slice()), &read.bytes);
        let mut lost = self.without_taken(home, lost, caller)?;
        let has_entries = matches!(home, Home::Profile | Home::UserProfile(_) | Home::Session);
        if has_entries && base.is_some_and(|base| base.guessed) && edition::of(&read.bytes).is_none() {
            lost.extend_from_slice(edition::line_for(&read.bytes).as_bytes());
            lost.extend_from_slice(if read.bytes.ends_with(b"\r\n") { b"\r\n" } else { b"\n" });
        }
        if lost.is_empty() || check_text(&read.bytes).is_err() {
            return Ok(read);
        }
        self.files.append(file, &lost)?;
        Ok(self.files.read(file)?.unwrap_or(read))
    }

    /// Leaves out the items that were taken in before: the store knows what became of them since, and writes what still
    /// counts.
    fn without_taken(&self, home: &Home, mut lost: Vec<u8>, caller: &Caller) -> Result<Vec<u8>> {
        let Ok(page) = page::read(home, &lost) else { return Ok(lost) };
        let scope = self.scope_of(home, caller)?;
        for item in page.items.iter().rev() {
            let past = match (item.what.key(), MemoryId::new(&item.name)) {
                (Some(key), _) => self.store.of_key(&scope, key)?,
                (None, Ok(id)) => self.store.get(&id)?.into_iter().collect(),
                (None, Err(_)) => Vec::new(),
            };
            if past.iter().any(|past| item.what.shows(&past.memory)) {
                lost.drain(item.range.clone());
            }
        }
        Ok(lost)
    }

    /// Tells whether a file holds other bytes than it did although nobody has saved it since: that is damage, no edit, and
    /// what the store has of it is written again.
    pub(super) fn has_decayed(&self, file: &str, state: Option<&FileState>, read: &FileRead) -> bool {
        let decayed = state.is_some_and(|state| self.is_unsaved(state, read));
        if decayed {
            self.note_waiting(&format!(
                "{file} is damaged: it changed without being saved; what the store has of it is written again, \
                 look at your own lines in it"
            ));
        }
        decayed
    }

    /// Returns the files that hold other bytes than they did although nobody has saved them since.
    pub(crate) fn decayed_files(&self) -> Result<Vec<String>> {
        let mut found = Vec::new();
        for state in self.store.file_states(None)? {
            if let Ok(Some(read)) = self.files.read(&state.path)
                && self.is_unsaved(&state, &read)
            {
                found.push(state.path);
            }
        }
        Ok(found)
    }

    fn is_unsaved(&self, state: &FileState, read: &FileRead) -> bool {
        let Stamp { modified_ns, size, .. } = read.stamp;
        let same = state.mtime == modified_ns && u64::try_from(state.size) == Ok(size);
        let other = state.hash != *read.fingerprint.as_bytes();
        // Who saves a file twice within a tick of the clock leaves the same time too, but then it is the time of the last change.
        same && other && (same_stamp(state, read.stamp) || self.files.was_set_back(&state.path))
    }

    /// Tells who had written a memory that stands in its file no more.
    pub(super) fn written_by(&self, memory: &Memory, caller: &Caller) -> Result<Gone> {
        let last = EventFilter {
            memory: Some(memory.id.clone()),
            newest: true,
            limit: Some(1),
            ..EventFilter::default()
        };
        let last = self.store.events(&last)?.pop().map(|(event, _)| event);
        let fresh = last.is_some_and(|event| {
            event.actor != super::BY_HAND && caller.now.duration_since(event.at) < LATELY
        });
        Ok(if fresh { Gone::JustWritten } else { Gone::Known })
    }

    /// Tells that what Memoro wrote was missing from an edit that was made before.
    pub(super) fn note_kept(&self, file: &str, kept: usize) {
        if kept == 0 {
            return;
        }
        let (which, them) = counted(kept);
        self.note_waiting(&format!(
            "{which} that Memoro wrote or changed did not stand so in {file} as it was saved, as in a copy that was opened \
             before; what Memoro wrote stays beside the edit, and {file} is written with it; to change {them} or take \
             {them} out, edit the file as it is now"
        ));
    }

    /// Tells that an edit replaced values which Memoro had changed after the copy was opened.
    pub(super) fn note_overruled(&self, file: &str, overruled: usize) {
        if overruled == 0 {
            return;
        }
        let (which, them) = counted(overruled);
        self.note_waiting(&format!(
            "{which} in {file} had been changed or ended by Memoro after the copy that was saved was opened, and the copy \
             says otherwise: the copy counts; not meant? `memoro undo` brings back what Memoro made of {them}"
        ));
    }

    /// Tells that a file that held one memory is gone, and the memory with it: a person may have meant that, a disk does not.
    pub(super) fn note_removed(&self, file: &str, gone: &[Gone]) {
        if !gone.is_empty() {
            self.note_waiting(&format!(
                "{file} was removed and its memory counts no more; not your doing? `memoro undo` brings it back"
            ));
        }
    }

    /// Tells that many memories are gone from a file at once, of all that it had, or some that Memoro has just written there:
    /// an older copy that is saved looks like a person who takes them out.
    pub(super) fn note_gone(&self, file: &str, gone: &[Gone], all: usize) {
        let (count, fresh) = (gone.len(), gone.iter().filter(|gone| **gone == Gone::JustWritten).count());
        if count >= MANY && count * 2 > all {
            self.note_waiting(&format!(
                "{count} of {all} memories are gone from {file} and count no more; not your edit? \
                 `memoro undo` brings them back"
            ));
        } else if fresh > 0 {
            let (which, them) = counted(fresh);
            self.note_waiting(&format!(
                "{which} that Memoro wrote within the last day went out of {file}, with an edit or with an older copy \
                 that was saved; not your edit? `memoro undo` brings {them} back"
            ));
        }
    }
}

/// Returns a number of memories in words, and the pronoun for them.
fn counted(memories: usize) -> (String, &'static str) {
    if memories == 1 { ("1 memory".to_owned(), "it") } else { (format!("{memories} memories"), "them") }
}

/// Who had written a memory that stands in its file no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gone {
    /// Memoro, within the last day: somebody may have saved a copy from before.
    JustWritten,
    /// The person themselves, or Memoro long ago.
    Known,
}

/// The version of a file that an edit was made from, where that is not the one that was written last.
pub(super) struct Opened(Option<Page>);

impl Opened {
    /// Reads the version.
    pub(super) fn of(home: &Home, base: Option<&Base>) -> Self {
        Self(base.and_then(|base| page::read(home, &base.bytes).ok()))
    }

    /// Tells whether the person left an item as they had found it.
    pub(super) fn shows(&self, item: &Item) -> bool {
        let Self(page) = self;
        page.iter().flat_map(|page| &page.items).any(|seen| seen.name == item.name && seen.hash == item.hash)
    }

    /// Returns an item as the person had it before them.
    pub(super) fn item(&self, name: &str) -> Option<&Item> {
        let Self(page) = self;
        page.iter().flat_map(|page| &page.items).find(|seen| seen.name == name)
    }

    /// Tells whether the person cannot have seen an item.
    pub(super) fn lacks(&self, name: &str) -> bool {
        self.0.as_ref().is_some_and(|page| !page.has(name))
    }
}
