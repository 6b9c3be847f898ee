//! What can go wrong in a use-case; the interface adds the hint and the exit code.

use std::path::PathBuf;

use memoro_core::MemoryId;
use memoro_store::StoreError;

use crate::vault::files::VaultError;

/// An error of a use-case.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file of the vault failed.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// The folder is no workspace.
    #[error("{0} is no workspace")]
    NoWorkspace(PathBuf),
    /// The workspace is there, its store is not.
    #[error("the store of {0} is missing")]
    NoStore(PathBuf),
    /// A file that holds memories is no text, so it is neither read nor written.
    #[error("{file} {why}")]
    NotText {
        /// The file.
        file: String,
        /// What is wrong with it.
        why: memoro_core::markdown::NotText,
    },
    /// Somebody saves a file again and again, so that it cannot be rewritten without losing what they save.
    #[error("{0}: someone else keeps changing this file")]
    Restless(String),
    /// A memory is durable in the store, but its file could not be written.
    #[error("memory {id} is kept in the store, but its file could not be written yet: {why}")]
    Unmirrored {
        /// The memory.
        id: MemoryId,
        /// What happened.
        why: String,
        /// Whether it needs room on the disk.
        full: bool,
    },
    /// What was asked for cannot be done as asked.
    #[error("{what}: {why}")]
    Invalid {
        /// What is wrong.
        what: String,
        /// Why.
        why: String,
    },
    /// What was named is not of the kind, or not in the state, that this needs.
    #[error("{what}: {why}")]
    Unfit {
        /// What was named.
        what: String,
        /// What it is.
        why: String,
    },
    /// There is no such thing.
    #[error("there is no {what} `{name}`")]
    NotFound {
        /// What was looked for.
        what: &'static str,
        /// The name that was given.
        name: String,
    },
    /// Several things fit.
    #[error("`{name}` fits several memories: {}", list(ids))]
    Ambiguous {
        /// The name that was given.
        name: String,
        /// What fits.
        ids: Vec<MemoryId>,
    },
    /// The caller may not do this.
    #[error("{what} needs {needs}")]
    Denied {
        /// What was asked for.
        what: String,
        /// What it needs.
        needs: String,
    },
    /// A rule of the admin stands in the way.
    #[error("blocked by policy: {}", .0.as_str())]
    Blocked(memoro_core::policy::Rule),
    /// An embedding provider failed or is not configured rightly; the index is as it was.
    #[error("{0}")]
    Provider(String),
    /// A file outside the workspace failed.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: std::io::Error,
    },
}

/// The result of a use-case.
pub type Result<T, E = EngineError> = std::result::Result<T, E>;

impl EngineError {
    /// Says that a memory is kept while its file is not written.
    pub(crate) fn unmirrored(id: &MemoryId) -> impl FnOnce(Self) -> Self {
        let id = id.clone();
        move |error| {
            let full = matches!(
                error,
                EngineError::Store(StoreError::Full) | EngineError::Vault(VaultError::Full { .. })
            );
            EngineError::Unmirrored { id, why: error.to_string(), full }
        }
    }

    pub(crate) fn invalid(what: impl Into<String>, why: impl std::fmt::Display) -> Self {
        EngineError::Invalid { what: what.into(), why: why.to_string() }
    }

    pub(crate) fn unfit(what: impl Into<String>, why: impl std::fmt::Display) -> Self {
        EngineError::Unfit { what: what.into(), why: why.to_string() }
    }

    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |error| EngineError::File { path, error }
    }
}

impl EngineError {
    /// Tells whether nothing is wrong but that nothing can be written now: reading goes on.
    pub fn is_about_room(&self) -> bool {
        use std::io::ErrorKind as Kind;
        match self {
            EngineError::Store(error) => error.is_about_room(),
            EngineError::Vault(VaultError::Full { .. } | VaultError::ReadOnly { .. }) => true,
            EngineError::File { error, .. } => {
                matches!(error.kind(), Kind::StorageFull | Kind::QuotaExceeded | Kind::ReadOnlyFilesystem)
            }
            _ => false,
        }
    }
}

/// Lets what was asked go on where the upkeep beside it found no room; it is done with the next question that finds some.
pub(crate) fn as_room_allows<T: Default>(upkeep: Result<T>) -> Result<T> {
    match upkeep {
        Err(error) if error.is_about_room() => Ok(T::default()),
        other => other,
    }
}

fn list(ids: &[MemoryId]) -> String {
    ids.iter().map(MemoryId::as_str).collect::<Vec<_>>().join(", ")
}
