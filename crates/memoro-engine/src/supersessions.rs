//! What took the place of what: memories by their ids and files by their paths, as a list and as the chain of one. The
//! place of a memory is taken by `supersede`; a file that was replaced is not found any more.

use jiff::Timestamp;
use memoro_core::policy::Operation;
use memoro_core::{Key, MemoryId, Receipt, Status, Trust};
use memoro_store::{Filter, Link, Stored};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::links::PATH;
use crate::owning::others;
use crate::workspace::Workspace;

/// A file is linked so to the one that took its place.
const REPLACED_BY: &str = "replaced_by";
/// Where a file ends that was taken away without another in its place.
const NOTHING: &str = "path:";

/// How the note of a link goes on that was made elsewhere: since when it is so.
const SINCE: &str = " (since ";

/// Writes down why a file was replaced, and when that was where it was said elsewhere.
pub(crate) fn since(reason: &str, at: Option<Timestamp>) -> String {
    at.map_or_else(|| reason.trim().to_owned(), |at| format!("{}{SINCE}{at})", reason.trim()))
}

/// Reads why a file was replaced, and when if that is written there.
fn read_note(note: &str) -> (String, Option<Timestamp>) {
    let told = note.rsplit_once(SINCE).and_then(|(reason, at)| {
        Some((reason.to_owned(), Some(at.strip_suffix(')')?.parse::<Timestamp>().ok()?)))
    });
    told.unwrap_or_else(|| (note.to_owned(), None))
}

/// One thing that took the place of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Supersession {
    /// The older one, if it is a memory.
    pub old: Option<MemoryId>,
    /// The file of the older one.
    pub old_path: Option<String>,
    /// The newer one, if it is a memory.
    pub new: Option<MemoryId>,
    /// The file of the newer one.
    pub new_path: Option<String>,
    /// Why.
    pub reason: String,
    /// When.
    pub at: Timestamp,
    /// Who said so.
    pub by: String,
}

/// What a file or memory took the place of, and what took its place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chain {
    /// What took its place, the nearest first.
    pub superseded_by: Vec<Supersession>,
    /// What it took the place of, the nearest first.
    pub supersedes: Vec<Supersession>,
}

/// What takes the place of what, each by an id or a path.
#[derive(Debug, Clone, Default)]
pub struct Replace {
    /// The older one: an id or a path.
    pub old: String,
    /// The newer one; nothing where the older one is just out of date.
    pub new: Option<String>,
    /// Why.
    pub reason: String,
}

/// What became of a replacement.
#[derive(Debug, Clone, PartialEq)]
pub enum Replaced {
    /// A memory took the place of another.
    Memory(Box<Receipt>),
    /// A file is marked as replaced.
    File,
}

impl Workspace {
    /// Puts one memory or file in the place of another.
    pub fn replace(&self, replace: &Replace, caller: &Caller) -> Result<Replaced> {
        self.permit(Operation::Write, caller)?;
        let old = self.memory_at(&replace.old, caller)?;
        let new = replace.new.as_deref().map(|name| self.memory_at(name, caller)).transpose()?.flatten();
        match (old, new) {
            (Some(old), Some(new)) => {
                let receipt =
                    self.supersede(old.memory.id.as_str(), new.memory.id.as_str(), &replace.reason, caller)?;
                Ok(Replaced::Memory(Box::new(receipt)))
            }
            (Some(old), None) if replace.new.is_none() => {
                let reason = if replace.reason.trim().is_empty() { "out of date" } else { &replace.reason };
                let id = self.end(old.memory.id.as_str(), None, reason, caller)?;
                let written = memoro_core::Written::Superseded { old: id.clone(), new: id };
                Ok(Replaced::Memory(Box::new(self.receipt(written, Vec::new())?)))
            }
            (old, new) => {
                let from =
                    old.map_or_else(|| as_path(&replace.old), |stored| Ok(stored.memory.id.to_string()))?;
                let to = match (&replace.new, new) {
                    (_, Some(stored)) => stored.memory.id.to_string(),
                    (Some(path), None) => as_path(path)?,
                    (None, None) => NOTHING.into(),
                };
                self.replace_file(from, to, &replace.reason, caller)
            }
        }
    }

    fn replace_file(&self, from: String, to: String, reason: &str, caller: &Caller) -> Result<Replaced> {
        if caller.trust() < Trust::User {
            return Err(others("putting something in the place of a file"));
        }
        if from == to {
            return Err(EngineError::invalid("a file cannot take its own place", "name two files"));
        }
        let links = self.store.links(Some(REPLACED_BY))?;
        if let Some(linked) = links.iter().find(|linked| linked.link.from == from && linked.link.to != to) {
            let why = format!("{} took its place already", told(&linked.link.to));
            return Err(EngineError::invalid(format!("{} is history", told(&from)), why));
        }
        let (mut at, mut steps) = (to.clone(), 0);
        while let Some(next) = links.iter().find(|l| l.link.from == at).filter(|_| steps <= links.len()) {
            (at, steps) = (next.link.to.clone(), steps + 1);
            if at == from {
                let why = format!("{} came before {}", told(&from), told(&to));
                return Err(EngineError::invalid("the chain would go in a circle", why));
            }
        }
        self.write_link(Link { from, kind: REPLACED_BY.into(), to, note: reason.trim().into() }, caller)?;
        Ok(Replaced::File)
    }

    /// Lists what took the place of what, the last first.
    pub fn supersessions(&self, caller: &Caller) -> Result<Vec<Supersession>> {
        self.permit(Operation::Read, caller)?;
        let filter = Filter { statuses: vec!["superseded".into()], now: caller.now, ..Filter::default() };
        let mut all = Vec::new();
        for stored in self.store.list(&filter)? {
            all.extend(self.of_memory(&stored)?);
        }
        for linked in self.store.links(Some(REPLACED_BY))? {
            let (old, old_path) = self.ends(&linked.link.from)?;
            let (new, new_path) = self.ends(&linked.link.to)?;
            let (reason, before) = read_note(&linked.link.note);
            let (at, by) = (before.unwrap_or(linked.at), linked.actor);
            all.push(Supersession { old, old_path, new, new_path, reason, at, by });
        }
        all.sort_by_key(|one| std::cmp::Reverse(one.at));
        Ok(all)
    }

    /// Returns what a memory or file took the place of, and what took its place, step by step.
    pub fn supersession_chain(&self, name: &str, caller: &Caller) -> Result<Chain> {
        let all = self.supersessions(caller)?;
        let start = self.memory_at(name, caller)?.map_or_else(
            || (None, Some(name.trim_start_matches(PATH).to_owned())),
            |stored| (Some(stored.memory.id), None),
        );
        let mut chain = Chain::default();
        let mut at = start.clone();
        while let Some(step) = all.iter().find(|one| is((&one.old, &one.old_path), &at)) {
            if chain.superseded_by.contains(step) {
                break;
            }
            chain.superseded_by.push(step.clone());
            at = (step.new.clone(), step.new_path.clone());
        }
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            for step in all.iter().filter(|one| is((&one.new, &one.new_path), &at)) {
                if !chain.supersedes.contains(step) {
                    chain.supersedes.push(step.clone());
                    open.insert(0, (step.old.clone(), step.old_path.clone()));
                }
            }
        }
        Ok(chain)
    }

    /// Returns the files that others took the place of; search leaves them out.
    pub(crate) fn replaced_files(&self) -> Result<Vec<String>> {
        let links = self.store.links(Some(REPLACED_BY))?;
        Ok(links.into_iter().filter_map(|l| Some(l.link.from.strip_prefix(PATH)?.to_owned())).collect())
    }

    fn of_memory(&self, stored: &Stored) -> Result<Option<Supersession>> {
        let Status::Superseded { by, reason } = &stored.memory.status else { return Ok(None) };
        let Some(by) = by else { return Ok(None) };
        let filter = memoro_store::EventFilter {
            memory: Some(stored.memory.id.clone()),
            newest: true,
            limit: Some(1),
            ..memoro_store::EventFilter::default()
        };
        let actor = self.store.events(&filter)?.pop().map(|(event, _)| event.actor);
        Ok(Some(Supersession {
            old_path: self.path_of(&stored.memory.id)?,
            old: Some(stored.memory.id.clone()),
            new_path: self.path_of(by)?,
            new: Some(by.clone()),
            reason: reason.clone(),
            at: stored.memory.valid_until.unwrap_or(stored.memory.updated_at),
            by: actor.unwrap_or_default(),
        }))
    }

    /// Returns where a memory stands or last stood.
    fn path_of(&self, id: &MemoryId) -> Result<Option<String>> {
        let Some(stored) = self.store.get(id)? else { return Ok(None) };
        let mut memory = stored.memory;
        if matches!(memory.status, Status::Superseded { .. } | Status::Archived) {
            memory.status = Status::Active;
        }
        Ok(self.home(&memory)?.map(|home| home.path()))
    }

    fn ends(&self, name: &str) -> Result<(Option<MemoryId>, Option<String>)> {
        match name.strip_prefix(PATH) {
            Some("") => Ok((None, None)),
            Some(path) => Ok((None, Some(path.to_owned()))),
            None => {
                let id = MemoryId::new(name).map_err(|why| EngineError::invalid("link", why))?;
                let path = self.path_of(&id)?;
                Ok((Some(id), path))
            }
        }
    }

    /// Returns the memory that an id names or that stands alone in a file.
    fn memory_at(&self, name: &str, caller: &Caller) -> Result<Option<Stored>> {
        if Key::new(name).is_ok() {
            match self.fetch(name, None, caller) {
                Ok(stored) => return Ok(Some(stored)),
                Err(EngineError::NotFound { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let rows = self.store.mirror(name)?;
        if let [row] = rows.as_slice()
            && let Ok(id) = MemoryId::new(&row.memory)
        {
            return Ok(self.store.get(&id)?);
        }
        let learning = name.strip_prefix("memory/learnings/").and_then(|file| file.strip_suffix(".md"));
        match learning.and_then(|id| MemoryId::new(id).ok()) {
            Some(id) => Ok(self.store.get(&id)?),
            None => Ok(None),
        }
    }
}

fn as_path(path: &str) -> Result<String> {
    let path = path.trim().trim_start_matches("./");
    if path.is_empty() || path.len() > 4_096 || path.chars().any(memoro_core::id::is_hidden) {
        return Err(EngineError::invalid("the path", "it is empty, too long or holds hidden characters"));
    }
    Ok(format!("{PATH}{path}"))
}

fn told(end: &str) -> &str {
    end.strip_prefix(PATH).unwrap_or(end)
}

fn is(one: (&Option<MemoryId>, &Option<String>), other: &(Option<MemoryId>, Option<String>)) -> bool {
    match (one, (&other.0, &other.1)) {
        ((Some(a), _), (Some(b), _)) => a == b,
        ((_, Some(a)), (_, Some(b))) => a == b,
        _ => false,
    }
}
