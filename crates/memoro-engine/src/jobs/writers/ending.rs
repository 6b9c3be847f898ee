//! Ends decisions and puts them away in the store, as the writers of the jobs do it; their files follow later.

use memoro_core::{Memory, MemoryId, Op, Status};
use memoro_store::{Expect, Stored};

use crate::caller::Caller;
use crate::error::Result;
use crate::workspace::Workspace;
use crate::write::{again, end};

impl Workspace {
    pub(super) fn end_decision(
        &self,
        id: &MemoryId,
        by: Option<&MemoryId>,
        reason: &str,
        caller: &Caller,
    ) -> Result<()> {
        let id = std::slice::from_ref(id);
        self.change_decisions(id, (Op::Supersede, reason), caller, |memory| end(memory, by, reason, caller))
    }

    pub(super) fn archive_decisions(&self, ids: &[MemoryId], reason: &str, caller: &Caller) -> Result<()> {
        let put = |memory: &mut Memory| (memory.status, memory.updated_at) = (Status::Archived, caller.now);
        self.change_decisions(ids, (Op::Archive, reason), caller, put)
    }

    /// Changes the status of those decisions that are active, in the store; their files wait for who changes many.
    fn change_decisions(
        &self,
        ids: &[MemoryId],
        (op, reason): (Op, &str),
        caller: &Caller,
        change: impl Fn(&mut Memory),
    ) -> Result<()> {
        again(|| {
            let mut changes = Vec::new();
            for id in ids {
                let active = |stored: &Stored| stored.memory.status == Status::Active;
                let Some(Stored { mut memory, rev, .. }) = self.store.get(id)?.filter(active) else {
                    continue;
                };
                change(&mut memory);
                changes.push(self.put(&memory, Expect::Rev(rev), op, reason)?);
            }
            if changes.is_empty() { Ok(()) } else { self.commit(changes, caller).map(drop) }
        })
    }
}
