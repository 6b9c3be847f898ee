//! A workspace of `OpenClaw`: its memory files are copied with their dates, its sessions are read, and what USER.md has
//! seen of the user becomes entries. A file that is here with other words stays; the newcomer is put beside it.

use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use memoro_core::{Content, Entry, EntryKind, Memory, Priority, Scope, Status};

use super::{Haul, Incoming, TakenOver, made_id, moment};
use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::transcripts::{Options, Place, find};
use crate::workspace::Workspace;

/// Reads a folder, copies its files and reads its sessions.
pub(super) fn read(
    workspace: &Workspace,
    path: &Path,
    caller: &Caller,
    report: &mut TakenOver,
) -> Result<Haul> {
    if !path.is_dir() {
        let why = "name the workspace folder, for example ~/.openclaw/workspace";
        return Err(EngineError::invalid(format!("{} is no folder", path.display()), why));
    }
    let mut haul = Haul::default();
    let roots = [path.to_owned(), path.join("workspace")];
    let root = roots.iter().find(|root| root.join("MEMORY.md").exists() || root.join("memory").is_dir());
    if let Some(root) = root {
        copy_files(workspace, root, report)?;
        if let Ok(text) = fs::read_to_string(root.join("USER.md")) {
            observed(workspace, &text, caller, &mut haul);
        }
    }
    let place = Place { program: "openclaw", folder: path.to_owned() };
    let (found, skipped) = find(&place, &Options::default());
    haul.problems.extend(skipped.iter().map(|one| format!("{}: {:?}", one.path, one.why)));
    let files: Vec<PathBuf> = found.into_iter().map(|one| one.file).collect();
    if !files.is_empty() {
        let done = workspace.index_transcripts(&files, caller, &mut |_| {})?;
        report.turns += done.turns;
        haul.problems.extend(done.skipped.iter().map(|one| format!("{}: {:?}", one.path, one.why)));
    }
    if root.is_none() && files.is_empty() {
        let why = "it has neither MEMORY.md nor memory/ nor sessions";
        return Err(EngineError::invalid(format!("{} is no workspace of OpenClaw", path.display()), why));
    }
    Ok(haul)
}

fn copy_files(workspace: &Workspace, root: &Path, report: &mut TakenOver) -> Result<()> {
    let mut open = vec![root.join("memory")];
    let mut files = vec![root.join("MEMORY.md")];
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.filter_map(std::result::Result::ok) {
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !hidden => open.push(entry.path()),
                Ok(kind) if kind.is_file() && !hidden && is_markdown(&entry.path()) => {
                    files.push(entry.path());
                }
                _ => {}
            }
        }
    }
    files.sort();
    for file in files {
        copy(workspace, root, &file, report)?;
    }
    Ok(())
}

fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("md"))
}

fn copy(workspace: &Workspace, root: &Path, file: &Path, report: &mut TakenOver) -> Result<()> {
    let Ok(bytes) = fs::read(file) else { return Ok(()) };
    let Some(name) = file.strip_prefix(root).ok().and_then(Path::to_str).map(|name| name.replace('\\', "/"))
    else {
        report.problems.push(format!("{}: its name is no Unicode", file.display()));
        return Ok(());
    };
    let beside = name.strip_prefix("memory/").unwrap_or(&name);
    for target in [name.clone(), format!("memory/openclaw/{beside}")] {
        match workspace.files.read(&target)? {
            Some(there) if there.bytes == bytes => {
                report.unchanged += 1;
                return Ok(());
            }
            Some(_) => {}
            None => {
                workspace.files.write(&target, &bytes)?;
                let made = fs::File::options().write(true).open(workspace.root.join(&target));
                if let (Ok(made), Ok(modified)) = (made, file.metadata().and_then(|found| found.modified())) {
                    let _ = made.set_modified(modified);
                }
                report.files += 1;
                return Ok(());
            }
        }
    }
    report.problems.push(format!("{name}: other words stand here under both of its names; it was left out"));
    Ok(())
}

/// Reads the lines of USER.md that carry `<!-- observed: D | status: S -->`.
fn observed(workspace: &Workspace, text: &str, caller: &Caller, haul: &mut Haul) {
    let scope = Scope::User(workspace.settings.owner.clone());
    let entries = workspace.newest_entries(&scope, caller).unwrap_or_default();
    let number = |memory: &Memory| memory.key.as_str().strip_prefix("notes.")?.parse::<u64>().ok();
    let mut last = entries.iter().filter_map(number).max().unwrap_or(0);
    for line in text.lines() {
        let Some((words, comment)) = line.split_once("<!--") else { continue };
        let comment = comment.split("-->").next().unwrap_or_default();
        let field = |name: &str| {
            let mut parts = comment.split('|').filter_map(|part| part.split_once(':'));
            parts.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim().to_owned())
        };
        let Some(seen) = field("observed") else { continue };
        let words = words.trim().trim_start_matches(['-', '*', ' ']).trim();
        let at = moment(&serde_json::Value::String(seen)).unwrap_or(caller.now);
        let status = match field("status").as_deref() {
            Some("superseded") => {
                Status::Superseded { by: None, reason: "superseded before it came here".into() }
            }
            _ => Status::Active,
        };
        last += 1;
        haul.add(words, seen_entry(&scope, (words, last), at, status));
    }
}

fn seen_entry(
    scope: &Scope,
    (words, number): (&str, u64),
    at: Timestamp,
    status: Status,
) -> Result<Incoming> {
    let content =
        Content::Entry(Entry { kind: EntryKind::Fact, value: words.to_owned(), priority: Priority::DEFAULT });
    let id = made_id("openclaw", &[words]);
    let mut incoming = Incoming::new(&id, scope.clone(), content, at)?.keyed(&format!("notes.{number}"));
    if status != Status::Active {
        incoming.memory.valid_until = Some(at);
    }
    incoming.memory.status = status;
    Ok(incoming)
}
