//! Extra paths: a file, a folder, or a pattern such as `notes/**/*.md`. Turns them into a folder to walk and names to
//! take; touches no file.

use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

/// A pattern that cannot be understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the path pattern `{pattern}` is not valid: {reason}")]
pub struct InvalidPattern {
    /// The pattern as given.
    pub pattern: String,
    /// What is wrong with it.
    pub reason: String,
}

/// A file, folder or pattern outside the usual places of the workspace.
#[derive(Debug, Clone)]
pub struct ExtraPath {
    base: PathBuf,
    names: Option<GlobSet>,
}

impl ExtraPath {
    /// Reads a path or a pattern; relative ones start at the workspace.
    pub fn new(workspace: &Path, text: &str) -> Result<Self, InvalidPattern> {
        let (base, pattern) = split(text);
        let names = pattern.map(|pattern| names(pattern, text)).transpose()?;
        Ok(Self { base: tidy(&workspace.join(base)), names })
    }

    /// Reads a folder and the pattern of the names to take in it.
    pub fn with_pattern(workspace: &Path, folder: &str, pattern: &str) -> Result<Self, InvalidPattern> {
        Ok(Self { base: tidy(&workspace.join(folder)), names: Some(names(pattern, pattern)?) })
    }

    /// Returns the file or folder to start at.
    pub fn base(&self) -> &Path {
        &self.base
    }

    /// Tells whether a file, by its true path, lies here and is asked for; hidden ones and policies never are.
    pub(crate) fn serves(&self, file: &Path) -> bool {
        let Ok(base) = self.base.canonicalize() else { return false };
        let Ok(below) = file.strip_prefix(&base) else { return false };
        let closed = |part: &std::ffi::OsStr| part.to_str().is_none_or(super::claim::is_closed);
        let policy = file.file_name().is_some_and(|name| name == "POLICY.md");
        self.takes(below) && !policy && !below.components().any(|part| closed(part.as_os_str()))
    }

    /// Tells whether a file is asked for, by its path below the base.
    pub(super) fn takes(&self, below: &Path) -> bool {
        match &self.names {
            Some(names) => names.is_match(below),
            None => below.as_os_str().is_empty() || has_extension(below, &["md", "markdown", "txt"]),
        }
    }
}

/// Tells whether a file name ends in one of the given extensions.
pub(super) fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| extensions.iter().any(|wanted| extension.eq_ignore_ascii_case(wanted)))
}

/// Splits a text into the folders before its first wildcard and the rest.
fn split(text: &str) -> (&str, Option<&str>) {
    let Some(wildcard) = text.find(['*', '?', '[', '{']) else { return (text, None) };
    let (head, _) = text.split_at(wildcard);
    match head.rfind('/') {
        Some(slash) => {
            let (base, pattern) = text.split_at(slash);
            let base = if base.is_empty() { "/" } else { base };
            (base, Some(pattern.trim_start_matches('/')))
        }
        None => (".", Some(text)),
    }
}

fn names(pattern: &str, text: &str) -> Result<GlobSet, InvalidPattern> {
    let invalid =
        |error: globset::Error| InvalidPattern { pattern: text.to_owned(), reason: error.kind().to_string() };
    let glob = GlobBuilder::new(pattern).literal_separator(true).build().map_err(invalid)?;
    GlobSetBuilder::new().add(glob).build().map_err(invalid)
}

/// Returns a path without `.` and with `..` taken literally, so that one place has one name.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for component in path.components() {
        match component {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                tidy.pop();
            }
            other => tidy.push(other),
        }
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extra(text: &str) -> ExtraPath {
        ExtraPath::new(Path::new("/w"), text).unwrap()
    }

    #[test]
    fn paths_and_patterns_are_told_apart() {
        assert_eq!(extra("./second-brain/summaries").base(), Path::new("/w/second-brain/summaries"));
        assert_eq!(extra("/srv/บันทึก/**/*.md").base(), Path::new("/srv/บันทึก"));
        assert_eq!(extra("*.md").base(), Path::new("/w"));
        assert_eq!(extra("../other").base(), Path::new("/other"));
        assert_eq!(extra("/*.md").base(), Path::new("/"));
    }

    #[test]
    fn a_pattern_takes_what_it_names() {
        assert!(extra("n/**/*.md").takes(Path::new("a/笔记.md")));
        assert!(extra("n/**/*.md").takes(Path::new("笔记.md")));
        assert!(!extra("n/*.md").takes(Path::new("a/b.md")));
        assert!(extra("n/*.rs").takes(Path::new("b.rs")));
        assert!(extra("n").takes(Path::new("a/b.TXT")) && !extra("n").takes(Path::new("a/b.rs")));
    }

    #[test]
    fn a_bad_pattern_is_named() {
        let error = ExtraPath::new(Path::new("/w"), "n/[a.md").unwrap_err();
        assert!(error.to_string().starts_with("the path pattern `n/[a.md` is not valid: "), "{error}");
    }
}
