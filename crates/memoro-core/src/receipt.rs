//! What a write did. Expected outcomes are values, not errors.

use crate::id::MemoryId;

/// Why a write waits or was turned down: a stable code and a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    /// A stable word for programs, for example `inferred` or `empty`.
    pub code: &'static str,
    /// A sentence for people.
    pub text: String,
}

impl Why {
    /// Puts a code and a sentence together.
    pub fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }
}

/// What a write did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// A new memory was stored.
    Stored(MemoryId),
    /// It said nothing new and went into a memory that is already there.
    Merged {
        /// That memory.
        into: MemoryId,
    },
    /// It took the place of an older one.
    Superseded {
        /// The older one, now history.
        old: MemoryId,
        /// The new one.
        new: MemoryId,
    },
    /// It ended a memory, which is history now.
    Ended(MemoryId),
    /// It waits for a person.
    Pending(MemoryId, Why),
    /// Nothing was written.
    Rejected(Why),
}

impl Written {
    /// Returns the one word for this outcome.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Written::Stored(_) => "stored",
            Written::Merged { .. } => "merged",
            Written::Superseded { .. } => "superseded",
            Written::Ended(_) => "ended",
            Written::Pending(..) => "pending",
            Written::Rejected(_) => "rejected",
        }
    }

    /// Returns the memory that now holds what was written, or that was ended.
    pub const fn id(&self) -> Option<&MemoryId> {
        match self {
            Written::Stored(id)
            | Written::Merged { into: id }
            | Written::Superseded { new: id, .. }
            | Written::Ended(id)
            | Written::Pending(id, _) => Some(id),
            Written::Rejected(_) => None,
        }
    }

    /// Returns why it waits or was turned down.
    pub const fn why(&self) -> Option<&Why> {
        match self {
            Written::Pending(_, why) | Written::Rejected(why) => Some(why),
            _ => None,
        }
    }
}

/// Where a memory stands in the vault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file, relative to the workspace.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// The answer to a write, given only after it was durable and read back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// What the write did.
    pub written: Written,
    /// Where it stands in the vault, if it has a file.
    pub place: Option<Place>,
    /// Whether it was read back from the store, and from the file if it has one.
    pub verified: bool,
    /// What the caller should know besides: redactions, contradictions, kept malformed lines.
    pub warnings: Vec<String>,
}

impl Receipt {
    /// Makes the receipt of a write that was turned down.
    pub fn rejected(why: Why) -> Self {
        Self { written: Written::Rejected(why), place: None, verified: false, warnings: Vec::new() }
    }
}
