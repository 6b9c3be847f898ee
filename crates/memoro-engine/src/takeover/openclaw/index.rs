//! The search index of `OpenClaw`, `memory/<agent>.sqlite`: it holds the words of every file that was indexed. A file that
//! is gone from its workspace is put together again from there; its vectors are of no use here.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{To, put};
use crate::error::Result;
use crate::takeover::TakenOver;
use crate::takeover::database::{Row, has_table, open, rows};
use crate::workspace::Workspace;

/// Returns the indexes of a folder.
pub(super) fn databases(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path.join("memory")).into_iter().flatten().filter_map(std::result::Result::ok);
    let sqlite = |file: &PathBuf| file.extension().is_some_and(|end| end == "sqlite") && file.is_file();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(sqlite).collect();
    found.sort();
    found
}

/// Takes the files over that are in an index and not among those that were copied.
pub(super) fn take(
    workspace: &Workspace,
    database: &Path,
    (report, copied): (&mut TakenOver, &BTreeSet<String>),
) -> Result<()> {
    let read = || -> Result<Vec<Row>> {
        let conn = open(database)?;
        if !has_table(&conn, "chunks") {
            return Ok(Vec::new());
        }
        rows(&conn, "SELECT path, source, start_line, text, updated_at FROM chunks ORDER BY path, start_line")
    };
    let chunks = match read() {
        Ok(chunks) => chunks,
        Err(why) => {
            report.problems.push(why.to_string());
            return Ok(());
        }
    };
    let mut files: BTreeMap<String, File> = BTreeMap::new();
    for chunk in chunks.iter().filter(|chunk| chunk.text("source").unwrap_or("memory") == "memory") {
        let Some(path) = chunk.text("path").filter(|path| !copied.contains(*path)) else { continue };
        files.entry(path.to_owned()).or_default().add(chunk);
    }
    let agent = database.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    for (path, file) in files {
        if !is_inside(&path) {
            let why = "it lies outside of the workspace; name its folder in `index.paths` to have it found";
            report.problems.push(format!("{path}: {why}"));
            continue;
        }
        put(workspace, (To::Beside(Some(&agent)), &path), (file.text().as_bytes(), file.modified), report)?;
    }
    Ok(())
}

/// Tells whether a path is that of a memory file, below its workspace.
fn is_inside(path: &str) -> bool {
    let markdown = Path::new(path).extension().is_some_and(|end| end.eq_ignore_ascii_case("md"));
    markdown && path.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && !part.contains('\\'))
}

/// A file that is put together from its chunks, which overlap.
#[derive(Default)]
struct File {
    lines: BTreeMap<u32, String>,
    modified: Option<SystemTime>,
}

impl File {
    fn add(&mut self, chunk: &Row) {
        let first = chunk.count("start_line").max(1);
        // Not `text`, which leaves out what stands around the words.
        let text = chunk.value("text").as_str().unwrap_or_default();
        for (at, line) in (first..).zip(text.lines()) {
            self.lines.entry(at).or_insert_with(|| line.to_owned());
        }
        let at = chunk.moment("updated_at").and_then(|at| u64::try_from(at.as_second()).ok());
        let at = at.map(|seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        self.modified = self.modified.max(at);
    }

    fn text(&self) -> String {
        let last = self.lines.keys().next_back().copied().unwrap_or(0);
        let mut text = String::new();
        for at in 1..=last.min(1_000_000) {
            text.push_str(self.lines.get(&at).map_or("", String::as_str));
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_of_an_index_leaves_its_workspace() {
        for inside in ["MEMORY.md", "memory/2026-01-05.md", "memory/งาน/甲.md"] {
            assert!(is_inside(inside), "{inside}");
        }
        for outside in
            ["/etc/passwd.md", "../x.md", "memory/../../x.md", "a.txt", "a//b.md", ".ssh/x.md", "a\\b.md"]
        {
            assert!(!is_inside(outside), "{outside}");
        }
    }
}
