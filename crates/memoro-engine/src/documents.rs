//! The files that are indexed but not owned: which ones there are, what changed, and their bytes. Never writes,
//! never follows a link out of its root unasked, and takes no failed read for an empty file.

mod claim;
pub(crate) mod folders;
mod plan;
mod read;
mod root;
mod walk;

use std::path::PathBuf;

use memoro_core::chunker::Format;
use memoro_core::document::{Collection, Tier};

pub(crate) use claim::has_passages;
pub use claim::{Claim, Part, claim};
pub use plan::{Change, Known, Plan, plan};
pub(crate) use read::fingerprint as fingerprint_of;
pub(crate) use read::identity;
pub use read::{ReadDocument, read};
pub use root::{ExtraPath, InvalidPattern};
pub(crate) use walk::format_of;
pub use walk::{Listing, walk};

/// Where to look for documents.
#[derive(Debug, Clone)]
pub struct Sources {
    /// The folder of the workspace.
    pub workspace: PathBuf,
    /// Further files, folders and patterns.
    pub extra: Vec<ExtraPath>,
    /// Folders outside the workspace that links may lead into.
    pub linked: Vec<PathBuf>,
    /// The largest file that is read, in bytes.
    pub max_bytes: u64,
}

impl Sources {
    /// The size above which a text file is reported instead of read, unless configured otherwise.
    pub const MAX_BYTES: u64 = 10 * 1024 * 1024;

    /// Looks in a workspace only.
    pub fn workspace(workspace: impl Into<PathBuf>) -> Self {
        Self {
            workspace: workspace.into(),
            extra: Vec::new(),
            linked: Vec::new(),
            max_bytes: Self::MAX_BYTES,
        }
    }
}

/// What tells cheaply that a file may have changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    /// When it was last written, in nanoseconds since 1970.
    pub modified: i64,
    /// Its size in bytes.
    pub size: u64,
    /// Its number in the file system and when anything of it last changed, as one number; 0 where the system has none.
    /// Unlike the time of writing, no program can set this back.
    pub inode: u64,
}

/// A file to be indexed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundDocument {
    /// Its name in the index: relative to the workspace with `/` between folders, absolute elsewhere.
    pub path: String,
    /// Where it lies.
    pub file: PathBuf,
    /// The collection it belongs to.
    pub collection: Collection,
    /// How near at hand it is kept.
    pub tier: Tier,
    /// Which part of it is indexed as a document.
    pub part: Part,
    /// How it is to be read.
    pub format: Format,
    /// What tells that it may have changed.
    pub fingerprint: Fingerprint,
}

/// A file or folder that was left out, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Its name, as in [`FoundDocument::path`].
    pub path: String,
    /// Why it was left out.
    pub why: Skip,
}

/// Why a file or folder was left out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Skip {
    /// The file is larger than allowed.
    #[error("{size} bytes is more than the limit of {max}")]
    TooLarge {
        /// Its size in bytes.
        size: u64,
        /// The limit.
        max: u64,
    },
    /// The file is not text.
    #[error("not a text file")]
    Binary,
    /// It is a pipe, a socket or a device.
    #[error("it is no ordinary file")]
    NoFile,
    /// The link leads nowhere.
    #[error("the link leads nowhere")]
    BrokenLink,
    /// The link leads out of its root, to a place that is not declared.
    #[error("the link leads out, to {target}")]
    LeavesRoot {
        /// Where it leads.
        target: String,
    },
    /// The name is not valid Unicode.
    #[error("the name is not valid Unicode")]
    Name,
    /// The file was being written whenever it was read.
    #[error("it changed while it was read, several times in a row")]
    KeepsChanging,
    /// The system refused.
    #[error("{0}")]
    Unreadable(String),
}

impl Skip {
    /// Tells whether the thing may be there all the same, so that what is known of it must be kept.
    pub fn is_passing(&self) -> bool {
        matches!(self, Skip::KeepsChanging | Skip::Unreadable(_))
    }
}
