//! Walks the workspace and the extra paths. Holds one folder open at a time for each level, reports what it cannot
//! enter, and goes on.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use ignore::{DirEntry, Walk, WalkBuilder};
use memoro_core::chunker::Format;
use memoro_core::document::{Collection, Tier};

use super::claim::{Claim, Part, claim, is_closed};
use super::read::{fingerprint, refused};
use super::root::{ExtraPath, has_extension};
use super::{FoundDocument, Skip, Skipped, Sources};

/// The files that are there, and those that were left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// The files to be indexed, by path.
    pub found: Vec<FoundDocument>,
    /// What was left out and why.
    pub skipped: Vec<Skipped>,
}

impl Listing {
    /// Tells whether a file that was not found may still be there, behind something that could not be read.
    pub fn may_hold(&self, path: &str) -> bool {
        self.skipped.iter().filter(|skipped| skipped.why.is_passing()).any(|skipped| {
            path.strip_prefix(skipped.path.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
                || (skipped.path == "." && Path::new(path).is_relative())
        })
    }
}

/// The folders of the workspace whose files are indexed even if git ignores them.
pub(super) const VAULT: [&str; 3] = ["MEMORY.md", "memory", "second-brain"];

/// The file that says what not to index, in the form of a `.gitignore`.
pub(super) const IGNORE_FILE: &str = ".memoroignore";

/// Finds all documents.
pub fn walk(sources: &Sources) -> Listing {
    let workspace = fs::canonicalize(&sources.workspace).unwrap_or_else(|_| sources.workspace.clone());
    let mut walker =
        Walker { sources, workspace, listing: Listing::default(), seen: HashSet::new(), links: 0 };
    walker.vault();
    walker.rest_of_workspace();
    for extra in &sources.extra {
        walker.extra(extra);
    }
    let mut listing = walker.listing;
    listing.found.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    listing.skipped.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    listing
}

/// Tells by its name how a file is to be read.
pub(crate) fn format_of(path: &str) -> Format {
    if has_extension(Path::new(path), &["md", "markdown"]) { Format::Markdown } else { Format::Plain }
}

struct Walker<'a> {
    sources: &'a Sources,
    workspace: PathBuf,
    listing: Listing,
    /// The files and linked folders seen so far, by their true path.
    seen: HashSet<PathBuf>,
    links: usize,
}

/// How many linked folders are entered at most, so that links that lead into each other come to an end.
const MAX_LINKS: usize = 64;

/// What a walk is for.
#[derive(Clone, Copy)]
enum Aim<'a> {
    Workspace,
    Extra(&'a ExtraPath),
}

impl Walker<'_> {
    fn vault(&mut self) {
        for name in VAULT {
            let root = self.workspace.join(name);
            match fs::symlink_metadata(&root) {
                Ok(metadata) if metadata.is_symlink() => {
                    let workspace = self.workspace.clone();
                    self.link(&root, &workspace, Aim::Workspace);
                }
                Ok(_) => {
                    let walk = builder(&root).git_ignore(false).parents(true).build();
                    self.walk(&root, walk, Aim::Workspace);
                }
                Err(_) => {}
            }
        }
    }

    fn rest_of_workspace(&mut self) {
        let root = self.workspace.clone();
        let mut builder = builder(&root);
        builder.filter_entry(|entry| {
            let in_vault = entry.depth() == 1 && VAULT.iter().any(|name| entry.file_name() == *name);
            !in_vault && is_open(entry)
        });
        self.walk(&root, builder.build(), Aim::Workspace);
    }

    fn extra(&mut self, extra: &ExtraPath) {
        match fs::canonicalize(extra.base()) {
            Ok(root) => self.walk(&root, builder(&root).build(), Aim::Extra(extra)),
            Err(error) => {
                let path = self.name(extra.base()).unwrap_or_else(|| extra.base().display().to_string());
                self.listing.skipped.push(Skipped { path, why: refused(&error) });
            }
        }
    }

    fn walk(&mut self, root: &Path, walk: Walk, aim: Aim<'_>) {
        for entry in walk {
            match entry {
                Ok(entry) if entry.path_is_symlink() => self.link(entry.path(), root, aim),
                Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                    self.file(entry.path(), root, aim);
                }
                Ok(entry) if entry.file_type().is_some_and(|kind| !kind.is_dir()) => {
                    if wanted(entry.path(), root, aim) {
                        self.skip(entry.path(), Skip::NoFile);
                    }
                }
                Ok(_) => {}
                Err(error) => self.refuse(root, &error),
            }
        }
    }

    /// Takes a link: into a declared place it is followed, inside its root the target is met on its own.
    fn link(&mut self, link: &Path, root: &Path, aim: Aim<'_>) {
        let Ok(target) = fs::canonicalize(link) else {
            if wanted(link, root, aim) {
                self.skip(link, Skip::BrokenLink);
            }
            return;
        };
        let declared =
            |folder: &PathBuf| fs::canonicalize(folder).is_ok_and(|folder| target.starts_with(folder));
        if target.starts_with(root) || target.starts_with(&self.workspace) {
            return;
        }
        if !self.sources.linked.iter().any(declared) {
            // A link of the owner's own entries is followed as what it is: no document is missing there.
            let own = || matches!(self.name(link).as_deref(), Some("PROFILE.md" | "SESSION.md"));
            if (target.is_dir() || wanted(link, root, aim)) && !own() {
                self.skip(link, Skip::LeavesRoot { target: target.display().to_string() });
            }
        } else if target.is_dir() {
            if self.links < MAX_LINKS && self.seen.insert(target) {
                self.links += 1;
                let inner = link.join("");
                self.walk(root, builder(&inner).build(), aim);
            }
        } else {
            self.file(link, root, aim);
        }
    }

    fn file(&mut self, file: &Path, root: &Path, aim: Aim<'_>) {
        if !wanted(file, root, aim) {
            return;
        }
        let Some(path) = self.name(file) else { return self.skip(file, Skip::Name) };
        let Some((collection, tier, part)) = self.class(&path, file, aim) else { return };
        let metadata = match fs::metadata(file) {
            Ok(metadata) => metadata,
            Err(error) => return self.skip(file, refused(&error)),
        };
        if !metadata.is_file() {
            return self.skip(file, Skip::NoFile);
        }
        if metadata.len() > self.sources.max_bytes {
            return self.skip(file, Skip::TooLarge { size: metadata.len(), max: self.sources.max_bytes });
        }
        let place = if self.links > 0 { fs::canonicalize(file).ok() } else { None };
        if self.seen.insert(place.unwrap_or_else(|| file.to_owned())) {
            let format = format_of(&path);
            let fingerprint = fingerprint(&metadata);
            let file = file.to_owned();
            self.listing.found.push(FoundDocument {
                path,
                file,
                collection,
                tier,
                part,
                format,
                fingerprint,
            });
        }
    }

    /// Returns what a file is to the index, if it is a document.
    fn class(&self, path: &str, file: &Path, aim: Aim<'_>) -> Option<(Collection, Tier, Part)> {
        if file.starts_with(&self.workspace) {
            return match claim(path) {
                Claim::Document(tier, part) => Some((Collection::Memory, tier, part)),
                Claim::Mirror | Claim::Never => None,
            };
        }
        let policy = file.file_name().is_some_and(|name| name == "POLICY.md");
        let cold = file.components().any(|part| part.as_os_str() == "second-brain");
        let tier = if cold { Tier::Cold } else { Tier::Warm };
        (matches!(aim, Aim::Extra(_)) && !policy).then_some((Collection::Extra, tier, Part::Whole))
    }

    /// Returns the name of a file in the index; `None` if it is not Unicode.
    fn name(&self, file: &Path) -> Option<String> {
        let relative = file.strip_prefix(&self.workspace).unwrap_or(file);
        let name = relative.to_str()?;
        let name = if std::path::MAIN_SEPARATOR == '/' { name.to_owned() } else { name.replace('\\', "/") };
        Some(if name.is_empty() { ".".to_owned() } else { name })
    }

    fn skip(&mut self, file: &Path, why: Skip) {
        let path = self.name(file).unwrap_or_else(|| file.to_string_lossy().into_owned());
        self.listing.skipped.push(Skipped { path, why });
    }

    fn refuse(&mut self, root: &Path, error: &ignore::Error) {
        let path = path_of(error).unwrap_or(root).to_owned();
        let why = error.io_error().map_or_else(|| Skip::Unreadable(error.to_string()), refused);
        self.skip(&path, why);
    }
}

/// Tells whether a file is asked for by its name.
fn wanted(file: &Path, root: &Path, aim: Aim<'_>) -> bool {
    match aim {
        Aim::Workspace => has_extension(file, &["md", "markdown"]) || is_kept(file, root),
        Aim::Extra(extra) => extra.takes(file.strip_prefix(root).unwrap_or(file)),
    }
}

/// Tells whether a file is one of the plain texts that an agent keeps in its own folder.
fn is_kept(file: &Path, root: &Path) -> bool {
    let own = file.strip_prefix(root).is_ok_and(|below| below.starts_with("memories"));
    own && (file.extension().is_none() || has_extension(file, &["txt", "xml", "json", "yaml", "yml", "csv"]))
}

/// Prepares a walk with our rules.
pub(super) fn builder(root: &Path) -> WalkBuilder {
    let mut builder = WalkBuilder::new(root);
    builder
        .standard_filters(false)
        .git_ignore(true)
        .require_git(false)
        .parents(false)
        .add_custom_ignore_filename(IGNORE_FILE)
        .filter_entry(is_open);
    builder
}

fn is_open(entry: &DirEntry) -> bool {
    let folder = entry.file_type().is_some_and(|kind| kind.is_dir());
    entry.depth() == 0
        || !(entry.file_name().to_str().is_some_and(is_closed)
            || (folder && crate::backup::is_backup(entry.path())))
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        ignore::Error::Loop { child, .. } => Some(child),
        _ => None,
    }
}

#[cfg(test)]
#[path = "walk_tests.rs"]
mod tests;
