//! Decisions that take the place of others because their block in a day file says so.

use memoro_core::{Memory, MemoryId, Op, Shape, Status};
use memoro_store::{Change, Expect, MirrorRow, Stored};

use super::intake::person;
use super::page::{Item, Page, What};
use crate::caller::Caller;
use crate::error::Result;
use crate::workspace::Workspace;
use crate::write::{end, took_its_place};

impl Workspace {
    /// Lets decisions take the place of those that their blocks name, where somebody wrote that into the file.
    pub(super) fn succeed(&self, page: &Page, known: &[MirrorRow], caller: &Caller) -> Result<()> {
        let mut changes = Vec::new();
        for item in &page.items {
            let What::Decision(block) = &item.what else { continue };
            let Some(older) = block.supersedes.as_ref().filter(|older| **older != block.id) else { continue };
            if known.iter().any(|row| row.item == item.name && row.hash == item.hash) {
                continue;
            }
            let is_decision = |stored: &Stored| stored.memory.shape() == Shape::Decision;
            let newer = self.store.get(&block.id)?.filter(is_decision);
            let newer = newer.filter(|newer| newer.memory.status == Status::Active);
            let older = self.store.get(older)?.filter(is_decision);
            let (Some(newer), Some(Stored { memory: mut older, rev, .. })) = (newer, older) else { continue };
            let task = match &mut older.status {
                _ if newer.memory.scope != older.scope => continue,
                // Its own block says that it ended, and does not say by what.
                Status::Superseded { by: by @ None, .. } => {
                    *by = Some(block.id.clone());
                    None
                }
                Status::Active => {
                    end(&mut older, Some(&block.id), took_its_place(&newer.memory), caller);
                    self.mirror_task(&older)?
                }
                _ => continue,
            };
            let put = self.searchable(&older, Expect::Rev(rev), Op::Supersede, self.reason_of_edit()?);
            changes.push(Change::Put(Box::new(put.mirrored(task))));
        }
        if changes.is_empty() { Ok(()) } else { self.commit_locked(changes, &person(caller)).map(drop) }
    }

    /// Returns what a block of a file says it takes the place of, unless that holds and so was not replaced, or was forgotten.
    pub(super) fn said_to_supersede(&self, items: &[Item], memory: &Memory) -> Result<Option<MemoryId>> {
        let said = items.iter().find_map(|item| match &item.what {
            What::Decision(block) if block.id == memory.id => block.supersedes.clone(),
            _ => None,
        });
        let Some(older) = said else { return Ok(None) };
        let gone = match self.store.get(&older)? {
            Some(older) => older.memory.status == Status::Active,
            None => self.store.forgotten_texts()?.covers_passage(&memory.scope, older.as_str()),
        };
        Ok((!gone).then_some(older))
    }
}
