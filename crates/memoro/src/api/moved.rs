//! What commands that touch many memories at once did.

use std::path::Path;

use memoro_engine::{Forgotten, MadeFile, Manifest, Moved, Restored, RolledBack, Undone};
use serde::Serialize;
use utoipa::ToSchema;

/// What a forget erased, or would erase.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ForgottenView {
    /// Whether nothing was erased yet.
    pub(crate) dry_run: bool,
    /// The memories.
    pub(crate) memories: Vec<String>,
    /// The files that held them.
    pub(crate) files: Vec<String>,
    /// Documents of yours that still hold the words.
    pub(crate) documents: Vec<DocumentView>,
    /// Backups and other copies inside the workspace that still hold them, or of which that cannot be ruled out.
    pub(crate) backups: Vec<String>,
    /// Other memories that hold the same words; they stay.
    pub(crate) others: Vec<String>,
    /// The scopes in which something else stands under the key that was named; it stays.
    pub(crate) elsewhere: Vec<String>,
    /// Files of Memoro's own that still hold them, which should not be.
    pub(crate) left: Vec<String>,
    /// Whether a text is too short to be looked for in documents: it stands there by chance.
    pub(crate) short: bool,
    /// Whether the bytes were looked for and found nowhere, copies and documents included.
    pub(crate) verified: bool,
}

/// A document with lines.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DocumentView {
    /// The file.
    pub(crate) path: String,
    /// The lines.
    pub(crate) lines: Vec<u32>,
}

/// Whether a forget was carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// It was only planned.
    Planned,
    /// It was done.
    Done,
}

impl ForgottenView {
    /// Shows a forget.
    pub(crate) fn of(report: &Forgotten, stage: Stage) -> Self {
        let document =
            |(path, lines): &(String, Vec<u32>)| DocumentView { path: path.clone(), lines: lines.clone() };
        Self {
            dry_run: stage == Stage::Planned,
            memories: report.memories.iter().map(ToString::to_string).collect(),
            files: report.files.clone(),
            documents: report.documents.iter().map(document).collect(),
            backups: report.backups.iter().map(|path| path.display().to_string()).collect(),
            others: report.others.iter().map(ToString::to_string).collect(),
            elsewhere: report.elsewhere.iter().map(ToString::to_string).collect(),
            left: report.left.clone(),
            short: report.short,
            verified: report.verified,
        }
    }
}

impl ForgottenView {
    /// Shows that a memory was ended without erasing it.
    pub(crate) fn ended(id: &memoro_core::MemoryId) -> Self {
        let none = Vec::new;
        Self {
            dry_run: false,
            memories: vec![id.to_string()],
            files: none(),
            documents: Vec::new(),
            backups: none(),
            others: none(),
            elsewhere: none(),
            left: none(),
            short: false,
            verified: true,
        }
    }
}

/// What an undo took back.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UndoneView {
    /// The operation.
    pub(crate) operation: u64,
    /// The memories that changed.
    pub(crate) memories: Vec<String>,
    /// What the operation had been for.
    pub(crate) reason: String,
}

impl From<&Undone> for UndoneView {
    fn from(undone: &Undone) -> Self {
        Self {
            operation: undone.operation,
            memories: undone.memories.iter().map(ToString::to_string).collect(),
            reason: undone.reason.clone(),
        }
    }
}

/// What a rollback took back.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RolledBackView {
    /// The source.
    pub(crate) origin: String,
    /// Whether it was only told.
    pub(crate) dry_run: bool,
    /// Memories that are no longer current.
    pub(crate) ended: Vec<String>,
    /// Memories that are current again, or have their earlier text again.
    pub(crate) restored: Vec<String>,
    /// Files of the memory tool and threads that are found no more, as far as the source wrote them.
    pub(crate) withheld: Vec<String>,
    /// Pages of the jobs from which lines were taken.
    pub(crate) pages: Vec<String>,
}

impl RolledBackView {
    /// Shows a rollback or the plan of one.
    pub(crate) fn of(origin: &str, rolled: &RolledBack, stage: Stage) -> Self {
        let words = |ids: &[memoro_engine::core::MemoryId]| ids.iter().map(ToString::to_string).collect();
        Self {
            origin: origin.to_owned(),
            dry_run: stage == Stage::Planned,
            ended: words(&rolled.ended),
            restored: words(&rolled.restored),
            withheld: rolled.withheld.clone(),
            pages: rolled.pages.clone(),
        }
    }
}

/// Who left a file of the memory tool.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MadeFileView {
    /// The file.
    pub(crate) file: String,
    /// Who left it so.
    pub(crate) by: String,
    /// The runs in which it was written.
    pub(crate) runs: Vec<String>,
    /// Whether it is still as it was left.
    pub(crate) unchanged: bool,
    /// Whether it is kept from being found.
    pub(crate) withheld: bool,
}

impl From<&MadeFile> for MadeFileView {
    fn from(made: &MadeFile) -> Self {
        let MadeFile { file, by, runs, unchanged, withheld } = made.clone();
        Self { file, by, runs, unchanged, withheld }
    }
}

/// What an export or import moved.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MovedView {
    /// Memories written.
    pub(crate) memories: u64,
    /// Memories that were there already.
    pub(crate) unchanged: u64,
    /// Memories that wait for a person.
    pub(crate) pending: u64,
    /// Memories left out because they were forgotten.
    pub(crate) forgotten: u64,
    /// Tombstones.
    pub(crate) tombstones: u64,
    /// Memories and tombstones that were not exported here and that nobody vouched for.
    pub(crate) foreign: u64,
    /// Lines that could not be read.
    pub(crate) problems: Vec<LineView>,
}

/// A line and what is wrong with it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LineView {
    /// The line; 0 where it belongs to none.
    pub(crate) line: u64,
    /// What is wrong.
    pub(crate) what: String,
}

impl From<&Moved> for MovedView {
    fn from(moved: &Moved) -> Self {
        let line = |(line, what): &(u64, String)| LineView { line: *line, what: what.clone() };
        Self {
            memories: moved.memories,
            unchanged: moved.unchanged,
            pending: moved.pending,
            forgotten: moved.forgotten,
            tombstones: moved.tombstones,
            foreign: moved.foreign,
            problems: moved.problems.iter().map(line).collect(),
        }
    }
}

/// A backup.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BackupView {
    /// Its folder.
    pub(crate) path: String,
    /// When it was made.
    pub(crate) made_at: String,
    /// How many files it holds.
    pub(crate) files: usize,
    /// Whether it was verified.
    pub(crate) verified: bool,
}

impl BackupView {
    /// Shows a backup that was made and verified.
    pub(crate) fn of(path: &Path, manifest: &Manifest) -> Self {
        Self {
            path: path.display().to_string(),
            made_at: manifest.made_at.clone(),
            files: manifest.files.len(),
            verified: true,
        }
    }
}

/// What a restore did.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RestoredView {
    /// How many memories there are now.
    pub(crate) memories: u64,
    /// Files brought back.
    pub(crate) files: Vec<String>,
    /// Files of memories that the backup does not know; they lie with what was replaced.
    pub(crate) removed: Vec<String>,
    /// Memories that were forgotten since and stay so.
    pub(crate) kept_forgotten: usize,
    /// Where the replaced store and files lie, as a backup that can be restored.
    pub(crate) aside: Option<String>,
}

impl From<&Restored> for RestoredView {
    fn from(restored: &Restored) -> Self {
        Self {
            memories: restored.memories,
            files: restored.files.clone(),
            removed: restored.removed.clone(),
            kept_forgotten: restored.kept_forgotten,
            aside: restored.aside.as_ref().map(|path| path.display().to_string()),
        }
    }
}
