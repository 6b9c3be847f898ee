//! The folders that hold documents or may come to hold some, for watching them. Follows the same rules as the walk.

use std::path::{Path, PathBuf};

use super::Sources;
pub(crate) use super::claim::is_closed;
use super::walk;

/// Returns all folders of the sources.
pub(crate) fn of(sources: &Sources) -> Vec<PathBuf> {
    let root = std::fs::canonicalize(&sources.workspace).unwrap_or_else(|_| sources.workspace.clone());
    let mut folders = directories(&root);
    for name in walk::VAULT {
        folders.extend(directories_unless_ignored_by_us(&root.join(name)));
    }
    for extra in &sources.extra {
        match std::fs::canonicalize(extra.base()) {
            Ok(base) if base.is_dir() => folders.extend(directories(&base)),
            Ok(base) => folders.extend(base.parent().map(Path::to_owned)),
            Err(_) => {}
        }
    }
    folders.sort_unstable();
    folders.dedup();
    folders
}

/// Returns a folder and all folders below it, if it is there.
pub(crate) fn below(folder: &Path) -> Vec<PathBuf> {
    only_directories(ignore::WalkBuilder::new(folder).standard_filters(false).build())
}

fn directories(root: &Path) -> Vec<PathBuf> {
    only_directories(walk::builder(root).build())
}

fn directories_unless_ignored_by_us(root: &Path) -> Vec<PathBuf> {
    if !root.is_dir() {
        return Vec::new();
    }
    only_directories(walk::builder(root).git_ignore(false).parents(true).build())
}

fn only_directories(walk: ignore::Walk) -> Vec<PathBuf> {
    let is_folder = |entry: &ignore::DirEntry| entry.file_type().is_some_and(|kind| kind.is_dir());
    walk.filter_map(Result::ok).filter(is_folder).map(ignore::DirEntry::into_path).collect()
}
