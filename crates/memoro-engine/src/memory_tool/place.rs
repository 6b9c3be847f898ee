//! From `/memories/…` to a file below `memories/`. Refuses every path that leads elsewhere, also through links.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder as the agent names it.
const ROOT: &str = "/memories";
/// The folder inside the workspace.
const FOLDER: &str = "memories";
/// The longest path, in bytes.
const LONGEST: usize = 1_024;

/// A place below the agent's folder.
#[derive(Debug)]
pub(super) struct Place {
    /// The path relative to the workspace.
    pub(super) relative: String,
    /// The file.
    pub(super) file: PathBuf,
}

impl Place {
    /// Finds the place of a path, or says what is wrong with it.
    pub(super) fn of(workspace: &Path, path: &str) -> Result<Self, String> {
        let wrong = || format!("Path must start with {ROOT}, got: {path}");
        let below = path.strip_prefix(ROOT).ok_or_else(wrong)?;
        if !below.is_empty() && !below.starts_with('/') {
            return Err(wrong());
        }
        let escapes = || format!("Path {path} would escape {ROOT} directory");
        if path.len() > LONGEST {
            return Err(format!("The path is too long: {} bytes, at most {LONGEST}", path.len()));
        }
        let parts: Vec<&str> = below.split('/').filter(|part| !part.is_empty()).collect();
        if !parts.iter().all(|part| is_name(part)) {
            return Err(escapes());
        }
        if parts.iter().any(|part| part.starts_with('.')) {
            // Nobody would see it, and a folder `.memoro` would pass for a workspace.
            return Err(format!("Path {path} names a hidden item, which is not kept in {ROOT}"));
        }
        let relative = std::iter::once(FOLDER).chain(parts).collect::<Vec<_>>().join("/");
        let mut file = workspace.to_owned();
        for part in relative.split('/') {
            file.push(part);
            if fs::symlink_metadata(&file).is_ok_and(|found| found.is_symlink()) {
                return Err(escapes());
            }
        }
        Ok(Self { relative, file })
    }

    /// Tells whether something that is no folder stands where the path names one.
    pub(super) fn below_a_file(&self) -> bool {
        self.file.ancestors().skip(1).any(Path::is_file)
    }

    /// Tells whether it is the folder itself.
    pub(super) fn is_root(&self) -> bool {
        self.relative == FOLDER
    }
}

fn is_name(part: &str) -> bool {
    let lower = part.to_ascii_lowercase();
    let dots = lower.replace("%2e", ".");
    !matches!(dots.as_str(), "." | "..")
        && part.len() <= 255
        && !part.contains('\\')
        && !lower.contains("%2f")
        && !lower.contains("%5c")
        && !lower.contains("%00")
        && !part.chars().any(memoro_core::id::is_hidden)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_path_leads_out_of_the_folder(path in "(/memories)?(/(\\.\\.|\\.|%2e%2e|a|\\\\|ก|甲|%2f|)){0,6}") {
            if let Ok(place) = Place::of(Path::new("/w"), &path) {
                prop_assert!(place.file.starts_with("/w/memories"));
                prop_assert!(place.file.components().all(|part| part.as_os_str() != ".."));
            }
        }
    }

    #[test]
    fn paths_are_told_what_is_wrong_with_them() {
        let told = |path: &str| Place::of(Path::new("/w"), path).unwrap_err();
        assert_eq!(told("/etc/passwd"), "Path must start with /memories, got: /etc/passwd");
        assert_eq!(told("/memoriesx/a"), "Path must start with /memories, got: /memoriesx/a");
        for path in [
            "/memories/../a",
            "/memories/%2E%2e/a",
            "/memories/a\\b",
            "/memories/a\u{202e}b",
            "/memories/a%2fb",
        ] {
            assert_eq!(told(path), format!("Path {path} would escape /memories directory"));
        }
        for path in ["/memories/.memoro/memoro.db", "/memories/ก/.git/config", "/memories/.env"] {
            assert_eq!(
                told(path),
                format!("Path {path} names a hidden item, which is not kept in /memories")
            );
        }
        let place = Place::of(Path::new("/w"), "/memories//บันทึก/甲.md/").unwrap();
        assert_eq!(place.relative, "memories/บันทึก/甲.md");
    }
}
