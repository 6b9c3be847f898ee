//! What an edit of a file comes to, gathered item by item before it is committed.

use jiff::tz::TimeZone;
use memoro_core::{Memory, Op, Status};
use memoro_store::{Change, Expect, MirrorRow};

use super::super::merge::Merged;
use super::super::page::Item;
use super::super::stale::Gone;
use crate::workspace::Workspace;

/// The reason of one that replaced what the person cannot have seen.
const OVERRULED: &str = "edited by hand, in a copy from before the value that it replaced was written";

/// What an edit comes to.
#[derive(Default)]
pub(in super::super) struct Intake {
    /// What the audit says of it.
    pub(in super::super) reason: &'static str,
    /// What the person changed.
    pub(in super::super) changes: Vec<Change>,
    /// What they ended or replaced that may be no wish of theirs: memories that stand in the file no more, and values that
    /// their copy did not have yet.
    pub(in super::super) doubtful: Vec<Change>,
    /// The items that count.
    pub(in super::super) rows: Vec<MirrorRow>,
    /// What must be written into the file again.
    pub(in super::super) again: Vec<MirrorRow>,
    /// What must be written again because its end moved and it still says the one before, or none.
    pub(in super::super) restated: Vec<MirrorRow>,
    /// Who had written what stands in the file no more.
    pub(in super::super) gone: Vec<Gone>,
    /// How many values were replaced that the copy did not have yet.
    pub(in super::super) overruled: usize,
    /// How many items tell by themselves that the copy is older than what Memoro made of them.
    pub(in super::super) older: usize,
    /// The first operation that the copy cannot have known, where its items tell that.
    pub(in super::super) unknown: Option<u64>,
    /// Items of a damaged file that nobody wrote.
    pub(in super::super) strange: Vec<String>,
    /// How many of its items are not there under their names.
    pub(in super::super) missing: usize,
}

impl Intake {
    /// Keeps what the person's copy did not have yet.
    pub(in super::super) fn keep(&mut self, row: &MirrorRow) {
        self.rows.push(row.clone());
        self.again.push(row.clone());
    }

    /// Notes that the file must tell the end of a memory, if the item does not: a store made anew reads it from there.
    pub(in super::super) fn restate(&mut self, item: &Item, memory: &Memory, zone: &TimeZone) {
        if memory.status == Status::Active && !item.what.tells_end(memory, zone) {
            let (item, memory) = (item.name.clone(), memory.id.to_string());
            self.restated.push(MirrorRow { item, memory, hash: [0; 32] });
        }
    }

    /// Notes that an operation replaced what an item shows, so that the copy had been opened before.
    pub(in super::super) fn note_older(&mut self, until: Option<u64>) {
        self.older += usize::from(until.is_some());
        self.unknown = [self.unknown, until].into_iter().flatten().min();
    }

    /// Notes what was put together: the file must show it. `first` is the first of the changes that it made.
    pub(in super::super) fn note_merged(&mut self, merged: &Merged, memory: &Memory, first: usize) {
        let Item { name, hash, .. } = &merged.item;
        self.again.push(MirrorRow { item: name.clone(), memory: memory.id.to_string(), hash: *hash });
        self.note_older(merged.until.filter(|_| merged.fields.kept > 0));
        if merged.fields.overruled > 0 {
            self.doubt(first);
        }
    }

    /// Notes that the person's word replaced what they may not have seen, by the changes from `first` on.
    pub(in super::super) fn doubt(&mut self, first: usize) {
        self.overruled += 1;
        let replaced = self.changes.split_off(first).into_iter().map(|change| match change {
            Change::Put(put) => Change::Put(Box::new(put.because(OVERRULED))),
            other => other,
        });
        self.doubtful.extend(replaced);
    }

    /// Takes items out whose names are what the damage made of those that are missing.
    pub(in super::super) fn drop_strange(&mut self) {
        if self.strange.len() == self.missing {
            let row = |item| MirrorRow { item, memory: String::new(), hash: [0; 32] };
            self.again.extend(self.strange.drain(..).map(row));
        }
    }

    /// Adds a change of the person's.
    pub(in super::super) fn put(&mut self, workspace: &Workspace, memory: &Memory, expect: Expect, op: Op) {
        self.changes.push(Change::Put(Box::new(workspace.searchable(memory, expect, op, self.reason))));
    }

    /// Adds the end of a memory that stands in the file no more.
    pub(in super::super) fn put_end(&mut self, workspace: &Workspace, memory: &Memory, expect: Expect) {
        self.doubtful.push(Change::Put(Box::new(workspace.searchable(
            memory,
            expect,
            Op::Delete,
            self.reason,
        ))));
    }

    /// Notes whose item it is.
    pub(in super::super) fn note(&mut self, item: &Item, memory: &str) {
        self.rows.push(MirrorRow { item: item.name.clone(), memory: memory.to_owned(), hash: item.hash });
    }
}
