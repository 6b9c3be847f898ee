//! The audit line: what was done to a memory, by whom and why.

use jiff::Timestamp;

use crate::id::MemoryId;
use crate::provenance::Trust;
use crate::words::words;

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// A value was written.
    Upsert,
    /// A value was ended without erasing its history.
    Delete,
    /// A memory and its texts were erased.
    Forget,
    /// An inferred value was put aside for confirmation.
    StageInferred,
    /// A person confirmed a pending value.
    PromotePending,
    /// A person turned down a pending value.
    RejectPending,
    /// A memory was replaced by another.
    Supersede,
    /// A memory was put away.
    Archive,
    /// A change was taken back.
    Undo,
    /// Expired and duplicate entries were removed.
    Compact,
    /// Compacting did not work.
    CompactFailed,
    /// A memory came in from elsewhere.
    Import,
    /// An erased memory was allowed to come back.
    LiftTombstone,
    /// Two things were linked.
    Link,
    /// A link was taken away.
    Unlink,
    /// Something that belongs to no single memory, for example a session's end.
    Note,
}

words!(Op, "operation", {
    Upsert => "upsert",
    Delete => "delete",
    Forget => "forget",
    StageInferred => "stage_inferred",
    PromotePending => "promote_pending",
    RejectPending => "reject_pending",
    Supersede => "supersede",
    Archive => "archive",
    Undo => "undo",
    Compact => "compact",
    CompactFailed => "compact_failed",
    Import => "import",
    LiftTombstone => "lift_tombstone",
    Link => "link",
    Unlink => "unlink",
    Note => "note",
});

/// Who acts, as the credential and the channel say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// A short name for the audit, for example `user` or `agent:claude`.
    pub name: String,
    /// How far the actor is trusted.
    pub trust: Trust,
}

impl Actor {
    /// The user of the workspace.
    pub fn user() -> Self {
        Self { name: "user".into(), trust: Trust::User }
    }

    /// An agent on its own.
    pub fn agent() -> Self {
        Self { name: "agent".into(), trust: Trust::Agent }
    }

    /// Memoro itself, acting for the owner.
    pub fn system() -> Self {
        Self { name: "system".into(), trust: Trust::User }
    }
}

/// One audit line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its place in the chain, from 1.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// What was done.
    pub op: Op,
    /// The memory, where there is one.
    pub memory: Option<MemoryId>,
    /// The scope as text; `policy`, `user:default`, …
    pub scope: String,
    /// The key; empty after a forget.
    pub key: String,
    /// The value before; `None` where there was none or it was erased.
    pub old: Option<String>,
    /// The value after.
    pub new: Option<String>,
    /// Who did it.
    pub actor: String,
    /// Why, in the words of whoever asked for it.
    pub reason: String,
    /// The run or session in which it happened.
    pub run: Option<String>,
    /// Whether the texts were blanked by a forget.
    pub blanked: bool,
}
