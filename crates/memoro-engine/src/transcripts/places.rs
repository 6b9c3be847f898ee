//! Where transcripts lie. Only folders below the given ones are looked at; the environment is not asked.

use std::io::Read;
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

use super::Options;
use crate::documents::{Fingerprint, Skip, Skipped, fingerprint_of};

/// A folder with transcripts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The program that writes there.
    pub program: &'static str,
    /// The folder.
    pub folder: PathBuf,
}

/// A transcript that lies in a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundTranscript {
    /// Where it lies.
    pub file: PathBuf,
    /// Its name in the index: the path, absolute.
    pub path: String,
    /// What tells that it may have changed.
    pub fingerprint: Fingerprint,
    /// Whether it is a database that holds many sessions.
    pub is_database: bool,
}

/// Returns where the known programs keep their transcripts in a home folder.
pub fn default_places(home: &Path) -> Vec<Place> {
    let place = |program, folder: &str| Place { program, folder: home.join(folder) };
    vec![
        place("claude-code", ".claude/projects"),
        place("codex", ".codex/sessions"),
        place("codex", ".codex/archived_sessions"),
        place("openclaw", ".openclaw/agents"),
    ]
}

/// Returns where a workspace keeps its own transcripts.
pub fn workspace_place(workspace: &Path) -> Place {
    Place { program: "memoro", folder: workspace.join("sessions") }
}

/// Finds the transcripts of a place; a place that is not there has none.
pub fn find(place: &Place, options: &Options) -> (Vec<FoundTranscript>, Vec<Skipped>) {
    let (mut found, mut skipped) = (Vec::new(), Vec::new());
    if !place.folder.exists() {
        return (found, skipped);
    }
    let walk = WalkBuilder::new(&place.folder).standard_filters(false).build();
    for entry in walk {
        match entry {
            Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                found.extend(transcript(entry.path(), options));
            }
            Ok(entry) if entry.file_type().is_some_and(|kind| !kind.is_dir() && !kind.is_symlink()) => {
                let named = transcript(entry.path(), options);
                skipped.extend(named.map(|one| Skipped { path: one.path, why: Skip::NoFile }));
            }
            Ok(_) => {}
            Err(error) => skipped.push(Skipped {
                path: place.folder.display().to_string(),
                why: Skip::Unreadable(error.to_string()),
            }),
        }
    }
    found.sort_unstable_by(|a: &FoundTranscript, b| a.path.cmp(&b.path));
    (found, skipped)
}

/// Returns the transcript at a path, whatever its name.
pub fn at(file: &Path) -> std::io::Result<FoundTranscript> {
    let file = std::fs::canonicalize(file)?;
    let metadata = std::fs::metadata(&file)?;
    if !metadata.is_file() && !metadata.is_dir() {
        // Opening a pipe would wait for who writes into it.
        return Err(std::io::Error::other(Skip::NoFile.to_string()));
    }
    let fingerprint = fingerprint_of(&metadata);
    let mut magic = [0; 16];
    let is_database =
        std::fs::File::open(&file)?.read_exact(&mut magic).is_ok() && &magic == b"SQLite format 3\0";
    Ok(FoundTranscript { path: file.display().to_string(), file, fingerprint, is_database })
}

fn transcript(file: &Path, options: &Options) -> Option<FoundTranscript> {
    let name = file.file_name()?.to_str()?;
    let is_database = name == "openclaw-agent.sqlite";
    let is_lines = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"));
    let is_export = name == "conversations.json";
    let path = file.to_str()?.to_owned();
    if !(is_database || is_lines || is_export) || options.exclude.matches_file(file) {
        return None;
    }
    let fingerprint = fingerprint_of(&std::fs::metadata(file).ok()?);
    Some(FoundTranscript { file: file.to_owned(), path, fingerprint, is_database })
}
