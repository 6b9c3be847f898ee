//! What `OpenClaw` keeps: the memory files of its workspaces are copied with their dates, its sessions are read, and what
//! USER.md has seen of the user becomes entries. A file that is here with other words stays; the newcomer is put beside it.
//! A file whose words would count as the owner's own edits in its place is put beside as a document.

mod blocks;
mod index;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::Timestamp;
use memoro_core::{Content, Entry, EntryKind, Memory, Priority, Scope, Status, Trust};

use super::{Haul, Incoming, TakenOver, made_id, moment};
use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::transcripts::{Options, Place, find};
use crate::workspace::Workspace;

/// Reads a folder, copies its files and reads its sessions: a workspace, or the folder with all that the program keeps.
pub(super) fn read(
    workspace: &Workspace,
    (path, elsewhere): (&Path, &[(String, PathBuf)]),
    caller: &Caller,
    report: &mut TakenOver,
) -> Result<Haul> {
    if !path.is_dir() {
        let why = "name its folder or a workspace of it, for example ~/.openclaw";
        return Err(EngineError::invalid(format!("{} is no folder", path.display()), why));
    }
    let mut haul = Haul::default();
    let mut roots = workspaces(path);
    for (name, folder) in elsewhere.iter().filter(|(_, folder)| is_workspace(folder)) {
        let same = |root: &Root| root.folder.canonicalize().ok() == folder.canonicalize().ok();
        if !roots.iter().any(same) {
            let name = (!roots.is_empty()).then(|| crate::draft::plain_or_slug(name));
            roots.push(Root { folder: folder.clone(), name });
        }
    }
    let mut copied = BTreeSet::new();
    for root in &roots {
        copy_files((workspace, caller), root, (report, &mut copied), &mut haul)?;
        if let Ok(text) = fs::read_to_string(root.folder.join("USER.md")) {
            observed(workspace, &text, caller, &mut haul);
        }
    }
    let indexes = index::databases(path);
    for database in &indexes {
        index::take(workspace, database, (report, &copied))?;
    }
    let agents = path.join("agents");
    let folder = if agents.is_dir() { agents } else { path.to_owned() };
    let (found, skipped) = find(&Place { program: "openclaw", folder }, &Options::default());
    haul.problems.extend(skipped.iter().map(|one| format!("{}: {}", one.path, one.why)));
    let files: Vec<PathBuf> = found.into_iter().map(|one| one.file).collect();
    if !files.is_empty() {
        let done = workspace.index_transcripts(&files, caller, &mut |_| {})?;
        report.turns += done.turns;
        haul.problems.extend(done.skipped.iter().map(|one| format!("{}: {}", one.path, one.why)));
        haul.problems.extend(done.bad.iter().map(ToString::to_string));
    }
    if roots.is_empty() && files.is_empty() && indexes.is_empty() {
        let why = "it has neither MEMORY.md nor memory/ nor sessions";
        return Err(EngineError::invalid(format!("{} is no workspace of OpenClaw", path.display()), why));
    }
    Ok(haul)
}

/// A workspace of the program: where it lies, and what it is called beside the first.
struct Root {
    folder: PathBuf,
    /// Nothing for the first one, whose files keep their places.
    name: Option<String>,
}

/// Tells whether a folder holds memory files, in itself or in the workspaces that the program keeps there.
pub(super) fn remembers(path: &Path) -> bool {
    !workspaces(path).is_empty() || !index::databases(path).is_empty()
}

/// Returns the workspaces at a folder: itself, `workspace`, one for each further agent or profile.
fn workspaces(path: &Path) -> Vec<Root> {
    let mut folders = vec![path.to_owned(), path.join("workspace")];
    let below = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten().filter_map(std::result::Result::ok);
        let mut all: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        all.sort();
        all
    };
    let named = |folder: &PathBuf| {
        folder.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with("workspace-"))
    };
    folders.extend(below(path).into_iter().filter(named));
    folders.extend(below(&path.join("agents")).into_iter().map(|agent| agent.join("workspace")));
    folders.retain(|folder| is_workspace(folder));
    let name = |folder: &Path| {
        let whose = if folder.ends_with("workspace") { folder.parent() } else { Some(folder) };
        let name = whose.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        name.map(|name| name.trim_start_matches("workspace-").to_owned())
    };
    let with_name = |(place, folder): (usize, PathBuf)| Root {
        name: (place > 0).then(|| name(&folder).unwrap_or_else(|| format!("agent-{place}"))),
        folder,
    };
    folders.into_iter().enumerate().map(with_name).collect()
}

fn is_workspace(folder: &Path) -> bool {
    let files = ["MEMORY.md", "memory.md", "USER.md"];
    files.iter().any(|name| folder.join(name).is_file()) || !markdown_below(&folder.join("memory")).is_empty()
}

/// Returns the Markdown files of a folder and those below it that are not hidden.
fn markdown_below(folder: &Path) -> Vec<PathBuf> {
    let (mut open, mut files) = (vec![folder.to_owned()], Vec::new());
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
    files
}

fn copy_files(
    (workspace, caller): (&Workspace, &Caller),
    root: &Root,
    (report, copied): (&mut TakenOver, &mut BTreeSet<String>),
    haul: &mut Haul,
) -> Result<()> {
    let mut files: Vec<PathBuf> = ["MEMORY.md", "memory.md"].map(|name| root.folder.join(name)).to_vec();
    files.extend(markdown_below(&root.folder.join("memory")));
    for file in files.iter().filter(|file| file.is_file()) {
        let name = file.strip_prefix(&root.folder).ok().and_then(Path::to_str);
        let Some(name) = name.map(|name| name.replace('\\', "/")) else {
            report.problems.push(format!("{}: its name is no Unicode", file.display()));
            continue;
        };
        let bytes = match fs::read(file) {
            Ok(bytes) => bytes,
            Err(why) => {
                report.problems.push(format!("{}: {why}", file.display()));
                continue;
            }
        };
        let modified = file.metadata().and_then(|found| found.modified()).ok();
        let to = match &root.name {
            Some(whose) => To::Beside(Some(whose)),
            None if blocks::take((workspace, caller), (&name, &bytes), haul)?
                || caller.trust() < Trust::User =>
            {
                To::Beside(None)
            }
            None => To::Own,
        };
        put(workspace, (to, &name), (&bytes, modified), report)?;
        copied.insert(name);
    }
    Ok(())
}

fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("md"))
}

/// Where a file goes.
#[derive(Clone, Copy)]
enum To<'a> {
    /// To the place that it had, or beside one that is there with other words.
    Own,
    /// Among the documents that came from there, of an agent where it is named.
    Beside(Option<&'a str>),
}

/// Writes a file where it goes; what is there already stays.
fn put(
    workspace: &Workspace,
    (to, name): (To<'_>, &str),
    (bytes, modified): (&[u8], Option<SystemTime>),
    report: &mut TakenOver,
) -> Result<()> {
    let beside = name.strip_prefix("memory/").unwrap_or(name);
    let places = match to {
        To::Own => vec![name.to_owned(), format!("memory/openclaw/{beside}")],
        To::Beside(None) => vec![format!("memory/openclaw/{beside}")],
        To::Beside(Some(whose)) => vec![format!("memory/openclaw/{whose}/{beside}")],
    };
    for target in places {
        match workspace.files.read(&target)? {
            Some(there) if there.bytes == bytes => {
                report.unchanged += 1;
                return Ok(());
            }
            Some(_) => {}
            None => {
                workspace.files.write(&target, bytes)?;
                let made = fs::File::options().write(true).open(workspace.root.join(&target));
                if let (Ok(made), Some(modified)) = (made, modified) {
                    let _ = made.set_modified(modified);
                }
                report.files += 1;
                return Ok(());
            }
        }
    }
    report.problems.push(format!("{name}: other words stand here under each of its names; it was left out"));
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
