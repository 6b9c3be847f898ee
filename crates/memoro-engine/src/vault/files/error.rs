//! What can go wrong with a file of the vault, with the next step in each message.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// An error of the vault's files; the file that was there is unchanged after each of them.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// The path does not stay inside the workspace.
    #[error("`{path}` does not name a file inside the workspace", path = path.display())]
    Outside {
        /// The path as it was given.
        path: PathBuf,
    },
    /// A file cannot be read.
    #[error("cannot read {path}: {error}; check the file and its permissions", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A folder or a device stands where a file should be.
    #[error("{path} is no ordinary file; move it away", path = path.display())]
    NotAFile {
        /// What stands there.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A file stands where a folder should be.
    #[error("{path} is no folder", path = path.display())]
    NotAFolder {
        /// What stands there.
        path: PathBuf,
    },
    /// A symbolic link leads to a folder that is not there; none is made outside the workspace.
    #[error("{path} is a link to {target}, whose folder is not there; make that folder or remove the link", path = path.display(), target = target.display())]
    Dangling {
        /// The link.
        path: PathBuf,
        /// Where it leads.
        target: PathBuf,
    },
    /// A symbolic link leads out of the workspace, to a place that is not declared.
    #[error("{path} is a link to {target}, where no memory of this workspace is kept; remove the link, or declare the folder with `memoro config set index.linked`", path = path.display(), target = target.display())]
    LeadsOut {
        /// The link.
        path: PathBuf,
        /// Where it leads.
        target: PathBuf,
    },
    /// There is no room left.
    #[error("no room left to write {path}; the old file is unchanged, free some space and try again", path = path.display())]
    Full {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The file or its folder may not be written.
    #[error("{path} may not be written; the old file is unchanged, check permissions and whether the disk is read-only", path = path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A write failed in another way.
    #[error("cannot write {path}: {error}; the old file is unchanged", path = path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// Another process holds the lock.
    #[error("another process has held {path} for {waited:?}; wait for it to end and try again", path = path.display())]
    Busy {
        /// The lock file.
        path: PathBuf,
        /// How long it was waited for.
        waited: Duration,
    },
}

impl VaultError {
    /// Tells whether what stands in the place of a file is none of the vault: a folder, a device, a link that leads out.
    pub(crate) const fn is_of_another_kind(&self) -> bool {
        matches!(self, VaultError::NotAFile { .. } | VaultError::LeadsOut { .. })
    }

    pub(super) fn read(path: &Path, error: io::Error) -> Self {
        VaultError::Read { path: path.to_owned(), error }
    }

    /// Names what kept a file from being written.
    pub(super) fn write(path: &Path, error: io::Error) -> Self {
        use io::ErrorKind as Kind;
        let path = path.to_owned();
        match error.kind() {
            Kind::StorageFull | Kind::QuotaExceeded | Kind::FileTooLarge => VaultError::Full { path, error },
            Kind::PermissionDenied | Kind::ReadOnlyFilesystem => VaultError::ReadOnly { path, error },
            Kind::IsADirectory => VaultError::NotAFile { path, error },
            Kind::NotADirectory => VaultError::NotAFolder { path },
            _ => VaultError::Write { path, error },
        }
    }
}
