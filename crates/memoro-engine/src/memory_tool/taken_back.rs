//! Files of the folder that are taken back with the source that they came from: they stay as their agent left them, and no search
//! and no pack shows them. One that a person changed since is the person's, and one that is written anew is judged anew.

use memoro_store::Durability;

use super::held::HELD;
use super::made::MADE;
use crate::error::Result;
use crate::workspace::Workspace;

/// What stands in the place of a memory for which a file would wait: there is none that anybody could confirm.
fn nobody(origin: &str) -> String {
    let hash = blake3::hash(origin.as_bytes()).to_hex();
    format!("taken-back-{}", hash.get(..16).unwrap_or_default())
}

/// Who left a file of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeFile {
    /// The file, relative to the workspace.
    pub file: String,
    /// Who left it so.
    pub by: String,
    /// The runs in which it was written.
    pub runs: Vec<String>,
    /// Whether it is still as it was left.
    pub unchanged: bool,
    /// Whether it is kept from being found.
    pub withheld: bool,
}

impl Workspace {
    /// Returns who left the files of the folder that no person made.
    pub(crate) fn made_files(&self) -> Result<Vec<MadeFile>> {
        let held = self.held_files()?;
        let mut found = Vec::new();
        for (file, value) in self.store.named_under(MADE)? {
            let mut parts = value.split('\t').map(str::to_owned);
            let (Some(_), Some(by)) = (parts.next(), parts.next()) else { continue };
            let (unchanged, withheld) = (self.is_an_agents(&file)?, held.contains(&file));
            found.push(MadeFile { file, by, runs: parts.collect(), unchanged, withheld });
        }
        Ok(found)
    }

    /// Returns who left a file of the folder, by its name.
    pub fn made_file(&self, name: &str) -> Result<Option<MadeFile>> {
        let name = name.trim_start_matches('/');
        if !name.starts_with("memories/") {
            return Ok(None);
        }
        Ok(self.made_files()?.into_iter().find(|made| made.file == name))
    }

    /// Returns the files that came from a source and can be found.
    pub(crate) fn files_from(&self, origin: &str) -> Result<Vec<String>> {
        let name = origin.trim_start_matches('/').trim_end_matches('/');
        let folder = format!("{name}/");
        let comes = |made: &MadeFile| {
            made.by == origin
                || made.runs.iter().any(|run| run == origin)
                || made.file == name
                || made.file.starts_with(&folder)
        };
        let found = self.made_files()?.into_iter();
        Ok(found.filter(|m| m.unchanged && !m.withheld && comes(m)).map(|made| made.file).collect())
    }

    /// Keeps files from being found, as they stand now.
    pub(crate) fn withhold_files(&self, files: &[String], origin: &str) -> Result<()> {
        for file in files {
            let Some(read) = self.files.read(file)? else { continue };
            let value = format!("{}\t{}", blake3::hash(&read.bytes).to_hex(), nobody(origin));
            self.store.set_named(&format!("{HELD}{file}"), Some(&value), Durability::Synced)?;
        }
        self.unindex(files)
    }

    /// Lets files be found again that were taken back with a source.
    pub(crate) fn release_files(&self, origin: &str) -> Result<()> {
        for (file, value) in self.store.named_under(HELD)? {
            if value.split('\t').nth(1) == Some(nobody(origin).as_str()) {
                self.store.set_named(&format!("{HELD}{file}"), None, Durability::Synced)?;
            }
        }
        Ok(())
    }
}
