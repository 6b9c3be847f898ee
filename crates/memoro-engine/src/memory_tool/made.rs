//! Which files of the folder an agent made: an agent changes and deletes those alone. A file that is not as its agent
//! left it, or that no agent made, is a person's.

use std::fs;
use std::path::{Path, PathBuf};

use memoro_core::Trust;
use memoro_store::Durability;

use super::MemoryCommand;
use super::place::Place;
use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::owning::others;
use crate::workspace::Workspace;

/// Under which names the store keeps who made a file, and how it was left.
pub(super) const MADE: &str = "memories.made/";

impl Workspace {
    /// Refuses to let an agent change or delete a file that is not its own.
    pub(super) fn permit_files(&self, command: &MemoryCommand, caller: &Caller) -> Result<()> {
        let path = match command {
            MemoryCommand::View { .. } | MemoryCommand::Create { .. } => return Ok(()),
            MemoryCommand::StrReplace { path, .. }
            | MemoryCommand::Insert { path, .. }
            | MemoryCommand::Delete { path } => path,
            MemoryCommand::Rename { from, .. } => from,
        };
        if caller.trust() >= Trust::User {
            return Ok(());
        }
        // What is wrong with a path is told by the command itself.
        let Ok(place) = Place::of(&self.root, path) else { return Ok(()) };
        for file in files_below(&place.file)? {
            let relative = self.relative(&file);
            let known = self.store.named(&format!("{MADE}{relative}"))?;
            if known.as_deref().map(|known| who(known).0) != Some(mark(&file, caller)?.as_str()) {
                return Err(others(&format!("changing /{relative}, which another made,")));
            }
        }
        Ok(())
    }

    /// Notes whose the files are now that a command was carried out.
    pub(super) fn mark_files(&self, command: &MemoryCommand, caller: &Caller) -> Result<()> {
        let (gone, now) = command.leaves();
        let mut runs = std::collections::BTreeSet::new();
        if let Some(place) = gone.and_then(|path| Place::of(&self.root, path).ok()) {
            for (name, value) in self.store.named_under(&format!("{MADE}{}", place.relative))? {
                runs.extend(who(&value).1.map(str::to_owned));
                if name.is_empty() || name.starts_with('/') {
                    let name = format!("{MADE}{}{name}", place.relative);
                    self.store.set_named(&name, None, Durability::Synced)?;
                }
            }
        }
        let Some(place) = now.and_then(|path| Place::of(&self.root, path).ok()) else { return Ok(()) };
        for file in files_below(&place.file)? {
            let name = format!("{MADE}{}", self.relative(&file));
            let known = self.store.named(&name)?;
            let mut of = runs.clone();
            of.extend(known.iter().flat_map(|known| who(known).1.map(str::to_owned)));
            of.extend(caller.run.clone());
            let told = |mark: String| of.iter().fold(mark, |told, run| format!("{told}\t{run}"));
            let made = if caller.trust() < Trust::User { Some(told(mark(&file, caller)?)) } else { None };
            if made.is_some() || known.is_some() {
                self.store.set_named(&name, made.as_deref(), Durability::Synced)?;
            }
        }
        Ok(())
    }

    /// Tells whether a document is a file of the folder as an agent left it.
    pub(crate) fn is_an_agents(&self, document: &str) -> Result<bool> {
        if !document.starts_with("memories/") {
            return Ok(false);
        }
        let Some(made) = self.store.named(&format!("{MADE}{document}"))? else { return Ok(false) };
        let now = fs::read(self.root.join(document)).unwrap_or_default();
        Ok(made.split_once('\t').is_some_and(|(hash, _)| blake3::hash(&now).to_hex().as_str() == hash))
    }

    pub(super) fn relative(&self, file: &Path) -> String {
        file.strip_prefix(&self.root).unwrap_or(file).to_string_lossy().into_owned()
    }
}

/// Returns what is kept of a file without the runs in which it was written, and those.
fn who(kept: &str) -> (&str, impl Iterator<Item = &str>) {
    let end = kept.match_indices('\t').nth(1).map_or(kept.len(), |(at, _)| at);
    let (mark, runs) = kept.split_at(end);
    (mark, runs.split('\t').filter(|run| !run.is_empty()))
}

/// Says who left a file, and how.
fn mark(file: &Path, caller: &Caller) -> Result<String> {
    let bytes = fs::read(file).map_err(EngineError::file(file))?;
    Ok(format!("{}\t{}", blake3::hash(&bytes).to_hex(), caller.actor.name))
}

/// Returns a file, or all files below a folder; none where there is nothing.
pub(super) fn files_below(path: &Path) -> Result<Vec<PathBuf>> {
    let Ok(found) = fs::symlink_metadata(path) else { return Ok(Vec::new()) };
    if !found.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(EngineError::file(path))? {
        files.extend(files_below(&entry.map_err(EngineError::file(path))?.path())?);
    }
    Ok(files)
}
