//! Links between memories: making one, taking one away, following them. A link says how one memory bears on another;
//! it changes neither, and goes when either is forgotten.

use memoro_core::policy::Operation;
use memoro_core::{Key, MemoryId, Trust};
use memoro_store::{Change, Link, Linked};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::owning::others;
use crate::workspace::Workspace;

/// How the name of a file begins where a link ends at one.
pub(crate) const PATH: &str = "path:";

/// How a memory that waits is linked to the one whose place it takes once a person confirms it.
pub(crate) const REPLACES: &str = "replaces";

/// Returns the link between a memory that waits and the one whose place it is to take.
pub(crate) fn replacing(new: &MemoryId, old: &MemoryId) -> Link {
    Link { from: new.to_string(), kind: REPLACES.into(), to: old.to_string(), note: String::new() }
}

impl Workspace {
    /// Links two memories; answers whether the link is new.
    pub fn link(&self, link: &Link, caller: &Caller) -> Result<bool> {
        self.permit(Operation::Write, caller)?;
        let from = self.fetch(&link.from, None, caller)?.memory.id;
        let to = self.fetch(&link.to, None, caller)?.memory.id;
        if from == to {
            return Err(EngineError::invalid("a memory cannot be linked to itself", "name two memories"));
        }
        self.write_link(Link { from: from.to_string(), to: to.to_string(), ..link.clone() }, caller)
    }

    /// Writes a link between things that were looked up already.
    pub(crate) fn write_link(&self, mut link: Link, caller: &Caller) -> Result<bool> {
        link.kind = kind_of(&link.kind)?;
        link.note = memoro_core::redact::redact(&link.note).text.into_owned();
        let there = |linked: &Linked| same(&linked.link, &link);
        if self.store.links_of(&link.from)?.iter().any(there) {
            return Ok(false);
        }
        self.commit(vec![Change::Link(link)], caller)?;
        Ok(true)
    }

    /// Takes a link away; answers whether there was one.
    pub fn unlink(&self, link: &Link, caller: &Caller) -> Result<bool> {
        self.permit(Operation::Write, caller)?;
        let named = |name: &str| match self.find_any(name, None, caller) {
            Ok(stored) => Ok(stored.memory.id.to_string()),
            Err(EngineError::NotFound { .. }) => Ok(name.to_owned()),
            Err(error) => Err(error),
        };
        let link = Link { from: named(&link.from)?, to: named(&link.to)?, ..link.clone() };
        self.remove_link(link, caller)
    }

    /// Takes a link between known things away.
    pub(crate) fn remove_link(&self, link: Link, caller: &Caller) -> Result<bool> {
        let links = self.store.links_of(&link.from)?;
        let Some(there) = links.iter().find(|linked| same(&linked.link, &link)) else { return Ok(false) };
        if caller.trust() < Trust::User && there.actor != caller.actor.name {
            return Err(others("taking away a link that another made"));
        }
        self.commit(vec![Change::Unlink(link)], caller)?;
        Ok(true)
    }

    /// Returns the links of a memory in both directions, the oldest first.
    pub fn links_of(&self, name: &str, caller: &Caller) -> Result<Vec<Linked>> {
        self.permit(Operation::Read, caller)?;
        let id = self.get_any(name, caller)?.memory.id;
        Ok(self.store.links_of(id.as_str())?)
    }

    /// Returns where the links of one kind lead that start at a memory.
    pub(crate) fn linked_from(&self, id: &MemoryId, kind: &str) -> Result<Vec<MemoryId>> {
        let links = self.store.links_of(id.as_str())?;
        let leads = links.into_iter().filter(|linked| linked.link.from == id.as_str());
        Ok(leads.filter(|l| l.link.kind == kind).filter_map(|l| MemoryId::new(l.link.to).ok()).collect())
    }

    /// Returns where the links of one kind start that lead to a memory.
    pub(crate) fn linked_to(&self, id: &MemoryId, kind: &str) -> Result<Vec<MemoryId>> {
        let links = self.store.links_of(id.as_str())?;
        let come = links.into_iter().filter(|linked| linked.link.to == id.as_str());
        Ok(come.filter(|l| l.link.kind == kind).filter_map(|l| MemoryId::new(l.link.from).ok()).collect())
    }

    /// Takes a link over from an export; one whose ends are not here is left out.
    pub(crate) fn take_link(&self, link: Link, caller: &Caller) -> Result<()> {
        for end in [&link.from, &link.to] {
            let known = end.starts_with(PATH)
                || MemoryId::new(end).is_ok_and(|id| self.store.get(&id).is_ok_and(|found| found.is_some()));
            if !known {
                return Err(EngineError::invalid("link", format!("`{end}` is not here")));
            }
        }
        self.write_link(link, caller).map(drop)
    }
}

fn kind_of(word: &str) -> Result<String> {
    let key = Key::new(word).map_err(|why| EngineError::invalid("how the two are linked", why))?;
    Ok(key.as_str().to_owned())
}

fn same(a: &Link, b: &Link) -> bool {
    (&a.from, &a.kind, &a.to) == (&b.from, &b.kind, &b.to)
}
