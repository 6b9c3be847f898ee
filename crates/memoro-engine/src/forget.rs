//! Erasing: rows, history, index, audit texts, mirror files, run files and log, with a tombstone left behind.

use std::path::{Path, PathBuf};

use memoro_core::markdown::Home;
use memoro_core::policy::Operation;
use memoro_core::{Content, Memory, MemoryId, Scope, Shape, Trust};
use memoro_store::index::{self, Source};
use memoro_store::{Change, Durability, Erase, Filter, Tombstone};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::workspace::{OWN, Workspace};

/// What to forget.
#[derive(Debug, Clone)]
pub enum Target {
    /// One memory: an id, a key or the unique start of an id, within a scope if one is given.
    Memory(String, Option<Scope>),
    /// Everything about a person or thing: its user scope and every memory that names it.
    Subject(String),
}

/// What a forget did, or would do.
#[derive(Debug, Clone, Default)]
pub struct Forgotten {
    /// The memories, without their words.
    pub memories: Vec<MemoryId>,
    /// The vault files that held them.
    pub files: Vec<String>,
    /// Documents that are not Memoro's to change and still hold the words, with lines.
    pub documents: Vec<(String, Vec<u32>)>,
    /// Backups that may still hold them.
    pub backups: Vec<PathBuf>,
    /// Whether the bytes were looked for and found nowhere in the workspace.
    pub verified: bool,
}

impl Workspace {
    /// Lists what a forget would erase.
    pub fn plan_forget(&self, target: &Target, caller: &Caller) -> Result<Forgotten> {
        self.permit(Operation::Read, caller)?;
        self.take_in(caller)?;
        let memories = self.targets(target, caller)?;
        self.report(&memories, target)
    }

    /// Erases the target everywhere in the workspace.
    pub fn forget(&self, target: &Target, reason: &str, caller: &Caller) -> Result<Forgotten> {
        if caller.trust() < Trust::User {
            return Err(EngineError::Denied { what: "forget".into(), needs: "the user".into() });
        }
        self.permit(Operation::Delete, caller)?;
        self.take_in(caller)?;
        let memories = self.targets(target, caller)?;
        let outcome = self.erase(&memories, target, reason, caller);
        self.note_forget(&memories, &outcome, caller);
        outcome
    }

    fn erase(
        &self,
        memories: &[Memory],
        target: &Target,
        reason: &str,
        caller: &Caller,
    ) -> Result<Forgotten> {
        let mut report = self.report(memories, target)?;
        let needles = self.needles(memories)?;
        let mut changes = Vec::new();
        for memory in memories {
            changes.push(Change::Erase(Erase {
                id: memory.id.clone(),
                tombstones: self.tombstones(memory, caller)?,
                mirror: self.mirror_task(memory)?,
                reason: if reason.is_empty() {
                    "forgotten at the user's wish".into()
                } else {
                    reason.to_owned()
                },
            }));
        }
        if !changes.is_empty() {
            self.commit(changes, caller)?;
        }
        report.files.iter().try_for_each(|file| self.mirror_file(file, caller))?;
        self.files.clean_temps(&self.files.lock()?)?;
        self.blank_runs(memories)?;
        self.forget_requests(memories)?;
        self.forget_threads(memories)?;
        self.forget_job_lines(memories)?;
        self.forget_places(&report.files)?;
        self.store.truncate_log()?;
        self.look_around(memories, &needles, &mut report)?;
        Ok(report)
    }

    fn targets(&self, target: &Target, caller: &Caller) -> Result<Vec<Memory>> {
        match target {
            Target::Memory(name, scope) => {
                let found = self.find_any(name, scope.as_ref(), caller)?.memory;
                if found.shape() != Shape::Entry {
                    return Ok(vec![found]);
                }
                let all = self.store.of_key(&found.scope, &found.key)?;
                Ok(all.into_iter().map(|stored| stored.memory).collect())
            }
            Target::Subject(name) => self.about(name),
        }
    }

    fn about(&self, name: &str) -> Result<Vec<Memory>> {
        let needle = name.trim().to_lowercase();
        if needle.chars().count() < 2 {
            return Err(EngineError::invalid(
                "the subject is too short",
                "name a person or thing with two letters or more",
            ));
        }
        let statuses = memoro_core::Status::WORDS.map(str::to_owned).to_vec();
        let all = self.store.list(&Filter { statuses, sensitive: true, ..Filter::default() })?;
        let mut found = Vec::new();
        for stored in all {
            let past = self.store.versions(&stored.memory.id)?;
            let own =
                matches!(&stored.memory.scope, Scope::User(user) if user.as_str().to_lowercase() == needle);
            if own || past.iter().any(|v| names(&v.memory, &needle)) {
                found.push(stored.memory);
            }
        }
        Ok(found)
    }

    fn tombstones(&self, memory: &Memory, caller: &Caller) -> Result<Vec<Tombstone>> {
        let versions = self.store.versions(&memory.id)?;
        let mut hashes: Vec<_> =
            versions.iter().map(|v| self.store.tombstone_of(&v.memory, caller.now)).collect();
        hashes.dedup();
        Ok(hashes)
    }

    fn report(&self, memories: &[Memory], target: &Target) -> Result<Forgotten> {
        let mut files = Vec::new();
        for memory in memories {
            files.extend(self.store.files_of(memory.id.as_str())?);
            files.extend(self.home(memory)?.map(|home| home.path()));
        }
        files.sort();
        files.dedup();
        let documents = match target {
            Target::Subject(name) => self.documents_with(name, &files)?,
            Target::Memory(..) => Vec::new(),
        };
        let ids = memories.iter().map(|m| m.id.clone()).collect();
        let backups = if memories.is_empty() { Vec::new() } else { self.backups() };
        Ok(Forgotten { memories: ids, files, documents, backups, verified: false })
    }

    /// Looks for a name in the documents of the workspace that Memoro does not own.
    fn documents_with(&self, name: &str, own: &[String]) -> Result<Vec<(String, Vec<u32>)>> {
        let needle = name.to_lowercase();
        let mut found = Vec::new();
        for path in text_files(&self.root) {
            let relative = path.strip_prefix(&self.root).unwrap_or(&path).to_string_lossy().into_owned();
            if own.contains(&relative) || path.file_name().is_some_and(|name| name == "POLICY.md") {
                continue;
            }
            let bytes = std::fs::read(&path).map_err(EngineError::file(&path))?;
            let text = String::from_utf8_lossy(&bytes).to_lowercase();
            let lines: Vec<u32> =
                (1..).zip(text.lines()).filter(|(_, l)| l.contains(&needle)).map(|(n, _)| n).collect();
            if !lines.is_empty() {
                found.push((relative, lines));
            }
        }
        Ok(found)
    }

    /// Returns the texts by which the memories could still be recognised, of every state that they had.
    fn needles(&self, memories: &[Memory]) -> Result<Vec<String>> {
        let mut needles = Vec::new();
        for memory in memories {
            for version in self.store.versions(&memory.id)? {
                needles.extend(texts(&version.memory.content));
                needles.extend(version.memory.provenance.evidence.iter().cloned());
            }
        }
        needles.retain(|text| text.trim().len() >= 8);
        needles.sort();
        needles.dedup();
        Ok(needles)
    }

    /// Looks for the words in every file of the workspace and names those that still hold them.
    fn look_around(&self, memories: &[Memory], needles: &[String], report: &mut Forgotten) -> Result<()> {
        report.verified = true;
        for memory in memories {
            report.verified &= self.store.get(&memory.id)?.is_none();
        }
        let own = self.root.join(OWN);
        for path in all_files(&self.root) {
            let store = path.parent() == Some(own.as_path());
            let read = if store { memoro_store::read_beside(&path) } else { std::fs::read(&path) };
            let Ok(bytes) = read else { continue };
            if !needles.iter().any(|needle| holds(&bytes, needle.as_bytes())) {
                continue;
            }
            let live = path.starts_with(&own) && !is_copy(path.strip_prefix(&own).unwrap_or(&path));
            let relative = path.strip_prefix(&self.root).unwrap_or(&path).to_string_lossy().into_owned();
            if live || report.files.contains(&relative) {
                report.verified = false;
                report.documents.push((relative, Vec::new()));
            } else if path.starts_with(&own) {
                let folder = copy_of(&own, &path);
                if !report.backups.contains(&folder) {
                    report.backups.push(folder);
                }
            } else if report.documents.iter().all(|(known, _)| *known != relative) {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let holds =
                    |line: &str| needles.iter().any(|n| n.lines().next().is_some_and(|n| line.contains(n)));
                let lines = (1..).zip(text.lines()).filter(|(_, line)| holds(line)).map(|(n, _)| n).collect();
                report.documents.push((relative, lines));
            }
        }
        Ok(())
    }

    /// Takes what the index knows of the files, and the files of users of whom nothing is left.
    fn forget_places(&self, files: &[String]) -> Result<()> {
        self.store.write_index(Durability::Lazy, |conn| index::purge(conn).map(drop))?;
        for file in files {
            let uri = file.clone();
            self.store.write_index(Durability::Lazy, move |conn| {
                match index::find_document(conn, Source::Workspace, &uri)? {
                    Some(document) => index::remove_document(conn, document.id).map(drop),
                    None => Ok(()),
                }
            })?;
            if !matches!(Home::at(file), Some(Home::UserProfile(_))) || !self.store.mirror(file)?.is_empty() {
                continue;
            }
            if let Some(read) = self.files.read(file)?
                && memoro_core::markdown::parse_entries(&read.bytes)
                    .is_ok_and(|f| f.items.is_empty() && f.problems.is_empty())
            {
                self.files.remove(file, read.fingerprint)?;
                self.store.drop_file(file.clone(), Vec::new())?;
                let folder = self.root.join(file);
                let _ = folder.parent().map(std::fs::remove_dir);
            }
        }
        Ok(())
    }

    /// Returns the backups that lie inside the workspace.
    pub(crate) fn backups(&self) -> Vec<PathBuf> {
        let folder = self.root.join(OWN).join("backups");
        let Ok(entries) = std::fs::read_dir(&folder) else { return Vec::new() };
        let mut found: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
        found.sort();
        found
    }
}

fn names(memory: &Memory, needle: &str) -> bool {
    let source = &memory.provenance.source;
    let texts = [
        Some(memory.content.text()),
        Some(memory.key.to_string()),
        source.path.clone(),
        source.session.clone(),
    ];
    let lists = memory.tags.iter().chain(&memory.provenance.evidence);
    texts.iter().flatten().chain(lists).any(|text| text.to_lowercase().contains(needle))
}

fn holds(bytes: &[u8], word: &[u8]) -> bool {
    memchr::memmem::find(bytes, word).is_some()
}

/// Returns the texts of a content, each by itself.
fn texts(content: &Content) -> Vec<String> {
    match content {
        Content::Entry(entry) => vec![entry.value.clone()],
        Content::Note(note) => vec![note.text.clone()],
        Content::Procedure(procedure) => {
            let mut all = procedure.steps.clone();
            if let memoro_core::Trigger::When(when) = &procedure.trigger {
                all.push(when.clone());
            }
            all
        }
        Content::Decision(d) => [&d.title, &d.why, &d.finding, &d.conclusion, &d.impact]
            .into_iter()
            .chain(&d.refs)
            .cloned()
            .collect(),
        Content::Episode(episode) => vec![episode.summary.clone()],
    }
}

/// Tells whether a path inside `.memoro` belongs to a copy of an older state: a backup, files put aside, an old store.
fn is_copy(inside: &Path) -> bool {
    let first = inside
        .components()
        .next()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .unwrap_or_default();
    first == "backups" || first == "aside" || first.starts_with("memoro.db.")
}

/// Returns the copy that a path inside `.memoro` belongs to, as a person would delete it.
fn copy_of(own: &Path, path: &Path) -> PathBuf {
    let inside = path.strip_prefix(own).unwrap_or(path);
    let depth = if inside.starts_with("backups") || inside.starts_with("aside") { 2 } else { 1 };
    own.join(inside.components().take(depth).collect::<PathBuf>())
}

/// Returns every file below a folder.
fn all_files(root: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.filter_map(std::result::Result::ok) {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(kind) if kind.is_file() => found.push(entry.path()),
                _ => {}
            }
        }
    }
    found.sort();
    found
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
                Ok(kind) if kind.is_dir() && !hidden => folders.push(path),
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
