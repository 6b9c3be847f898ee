//! Where a memory is in its life. Expired is not a status: it follows from the clock.

use crate::id::MemoryId;

/// The status of a memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// Waits for a person's confirmation.
    Pending,
    /// Current.
    Active,
    /// Replaced by something newer.
    Superseded {
        /// The memory that took its place, where there is one.
        by: Option<MemoryId>,
        /// Why.
        reason: String,
    },
    /// Put away, still findable on request.
    Archived,
    /// Removed at a person's wish; only a tombstone is left.
    Forgotten,
}

impl Status {
    /// All spellings, in order.
    pub const WORDS: [&'static str; 5] = ["pending", "active", "superseded", "archived", "forgotten"];

    /// Returns the one spelling of this status.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Status::Pending => "pending",
            Status::Active => "active",
            Status::Superseded { .. } => "superseded",
            Status::Archived => "archived",
            Status::Forgotten => "forgotten",
        }
    }
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}
