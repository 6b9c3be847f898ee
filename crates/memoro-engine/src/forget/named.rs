//! Looking for the name of a subject, line by line, in the texts of the workspace: a person's own words stay, and are told.
//! Changes nothing.

use std::path::{Path, PathBuf};

use memoro_core::Memory;
use memoro_core::markdown::Home;
use memoro_core::text::Phrase;
use memoro_store::MirrorRow;

use super::Target;
use super::look::Short;
use crate::error::{EngineError, Result};
use crate::vault::page::{self, Item};
use crate::workspace::Workspace;

impl Workspace {
    /// Returns the texts that name the subject of a target, with lines, but for the lines that go with memories; and those
    /// that hold a short text as a word of its own, but for the lines of any memory.
    pub(super) fn documents_naming(
        &self,
        target: &Target,
        going: &[Memory],
        short: &Short,
    ) -> Result<Vec<(String, Vec<u32>)>> {
        let subject = match target {
            Target::Subject(name) => Phrase::new(name),
            Target::Memory(..) => None,
        };
        if subject.is_none() && short.words.is_empty() {
            return Ok(Vec::new());
        }
        let goes = |row: &MirrorRow| going.iter().any(|memory| memory.id.as_str() == row.memory);
        let mut found = Vec::new();
        for path in text_files(&self.root) {
            let relative = path.strip_prefix(&self.root).unwrap_or(&path).to_string_lossy().into_owned();
            if path.file_name().is_some_and(|name| name == "POLICY.md") {
                continue;
            }
            let bytes = std::fs::read(&path).map_err(EngineError::file(&path))?;
            let text = String::from_utf8_lossy(&bytes);
            let naming = |phrases: &[&Phrase]| -> Vec<u32> {
                let names = |line: &str| phrases.iter().any(|phrase| phrase.is_in(line));
                (1..).zip(text.lines()).filter(|(_, line)| names(line)).map(|(n, _)| n).collect()
            };
            let mut lines = naming(subject.as_ref().as_slice());
            if !lines.is_empty() && !going.is_empty() {
                self.leave_out((&relative, &bytes), goes, &mut lines)?;
            }
            let mut holding = naming(&short.words.iter().collect::<Vec<_>>());
            if !holding.is_empty() {
                self.leave_out((&relative, &bytes), |_| true, &mut holding)?;
                lines.extend(holding);
                lines.sort_unstable();
                lines.dedup();
            }
            if !lines.is_empty() {
                found.push((relative, lines));
            }
        }
        Ok(found)
    }

    /// Takes the lines of some items of a vault file out of a list of its lines.
    pub(super) fn leave_out(
        &self,
        (file, bytes): (&str, &[u8]),
        which: impl Fn(&MirrorRow) -> bool,
        lines: &mut Vec<u32>,
    ) -> Result<()> {
        let Some(home) = Home::at(file) else { return Ok(()) };
        let Ok(page) = page::read(&home, bytes) else { return Ok(()) };
        let names: Vec<String> =
            self.store.mirror(file)?.into_iter().filter(which).map(|row| row.item).collect();
        // The file of a note is one item, with all that stands above its text.
        let whole = matches!(home, Home::Learning(_));
        let holds = |item: &Item, line: u32| whole || (item.line..=item.last).contains(&line);
        let items: Vec<&Item> =
            page.items.iter().chain(&page.shadowed).filter(|item| names.contains(&item.name)).collect();
        lines.retain(|line| !items.iter().any(|item| holds(item, *line)));
        Ok(())
    }
}

/// Returns the Markdown and transcript files of a workspace, hidden folders apart.
fn text_files(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.filter_map(std::result::Result::ok) {
            let path = entry.path();
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            match entry.file_type() {
                // A backup is named as a whole.
                Ok(kind) if kind.is_dir() && (hidden || crate::backup::is_backup(&path)) => {}
                Ok(kind) if kind.is_dir() => folders.push(path),
                Ok(kind) if kind.is_file() && has_text(&path) => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

fn has_text(path: &Path) -> bool {
    path.extension()
        .is_some_and(|e| ["md", "markdown", "txt", "jsonl"].iter().any(|known| e.eq_ignore_ascii_case(known)))
}
