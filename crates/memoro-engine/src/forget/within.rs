//! What the copies of older states inside the workspace hold of what is forgotten: by id and key in their stores and pages,
//! so that the shortest text is found, and by the words in every file. Changes nothing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use memoro_core::markdown::{Home, Household};
use memoro_core::text::Phrase;
use memoro_core::{Memory, Scope, Shape};

use super::copies::is_text;
use super::look::{all_files, copy_of, found_in, is_copy, short_texts};
use super::{Target, Words, is_about};
use crate::backup::{STORE, VAULT};
use crate::caller::Caller;
use crate::names::names;
use crate::settings::Settings;
use crate::vault::mirror::item_of;
use crate::vault::page::{self, Item};
use crate::workspace::{OWN, Workspace};

/// What is looked for in copies.
#[derive(Clone, Copy)]
pub(super) struct Sought<'a> {
    /// What was asked for.
    pub(super) target: &'a Target,
    /// What the workspace knows of it.
    pub(super) memories: &'a [Memory],
    /// The words.
    pub(super) needles: &'a [String],
}

/// What one copy holds.
#[derive(Debug)]
pub(super) struct Within {
    /// The copy, as a person would delete it.
    pub(super) copy: PathBuf,
    /// The memories that its store holds, in every state that they had.
    pub(super) states: Vec<Memory>,
    /// Whether it is Memoro's to change; a backup is verified against what it was.
    pub(super) ours: bool,
}

impl Workspace {
    /// Returns the copies that hold any of what is sought, or of which nobody can say that they do not.
    pub(super) fn within(&self, sought: Sought<'_>, caller: &Caller) -> Vec<Within> {
        let own = self.root.join(OWN);
        let files: Vec<PathBuf> =
            all_files(&self.root).into_iter().filter(|path| is_copy(&own, path)).collect();
        let copies: BTreeSet<PathBuf> = files.iter().map(|path| copy_of(&own, path)).collect();
        let short = sought.memories.iter().any(|memory| !short_texts(&memory.content).is_empty());
        let words = Words::of(sought.target, &[]);
        let mut found = Vec::new();
        for copy in copies {
            let mut of_copy = files.iter().filter(|path| path.starts_with(&copy));
            let store = copy.join(STORE);
            let states = match store.is_file().then(|| self.states_in(&store, sought, caller)) {
                Some(Ok(states)) => Some(states),
                // A store that cannot be read may hold a text that is too short to be looked for.
                Some(Err(_)) if short => None,
                _ => Some(Vec::new()),
            };
            let holds = states.as_ref().is_none_or(|states| !states.is_empty())
                || of_copy.clone().any(|path| self.shows_any(&copy, path, sought.memories))
                || of_copy.clone().any(|path| found_in(&own, path, sought.needles).is_some())
                || words.subject.is_some()
                    && of_copy.any(|path| is_text(path) && names_subject(path, &words));
            if holds {
                let ours = !copy.starts_with(own.join("backups")) && copy.starts_with(&own);
                found.push(Within { copy, states: states.unwrap_or_default(), ours });
            }
        }
        found
    }

    /// Returns what a store file that is not in use holds of what is sought, in every state.
    fn states_in(
        &self,
        store: &Path,
        sought: Sought<'_>,
        caller: &Caller,
    ) -> memoro_store::Result<Vec<Memory>> {
        let subject = match sought.target {
            Target::Subject(name) => {
                Phrase::new(&name.trim().to_lowercase()).map(|phrase| (name.trim(), phrase))
            }
            Target::Memory(..) => None,
        };
        let mut names_sought: Vec<String> = Vec::new();
        for memory in sought.memories {
            names_sought.push(memory.id.to_string());
            if memory.shape() == Shape::Entry {
                names_sought.extend(names(&memory.scope, &memory.key).iter().map(ToString::to_string));
            }
        }
        if let Target::Memory(name, _) = sought.target {
            names_sought.push(name.trim().to_owned());
        }
        let all = memoro_store::peek(store, subject.is_none().then_some(names_sought.as_slice()))?;
        let meant = |states: &&Vec<Memory>| {
            let Some(last) = states.last() else { return false };
            let may = self.sees(&last.scope, caller) && self.own_scope(&last.scope, caller).is_ok();
            let about = |(name, phrase): &(&str, Phrase)| {
                let own =
                    matches!(&last.scope, Scope::User(user) if user.as_str().eq_ignore_ascii_case(name));
                own || states.iter().any(|state| is_about(state, phrase))
            };
            may && (is_one_of(last, sought.memories)
                || subject.as_ref().is_some_and(about)
                || (sought.memories.is_empty() && self.is_named(last, sought.target, caller)))
        };
        let mut states: Vec<Memory> = all.iter().filter(meant).flatten().cloned().collect();
        // What stays in the copy while these go, and is only named by them, is no text of theirs.
        let ids: BTreeSet<String> = states.iter().map(|state| state.id.to_string()).collect();
        let told: BTreeSet<String> =
            states.iter().flat_map(|state| state.provenance.evidence.clone()).collect();
        let named = memoro_store::peek(store, Some(&told.difference(&ids).cloned().collect::<Vec<_>>()))?;
        let stays: BTreeSet<String> = named.iter().flatten().map(|memory| memory.id.to_string()).collect();
        for state in &mut states {
            state.provenance.evidence.retain(|told| !stays.contains(told));
        }
        Ok(states)
    }

    /// Tells whether a target that is not there any more means this memory.
    fn is_named(&self, memory: &Memory, target: &Target, caller: &Caller) -> bool {
        let Target::Memory(name, scope) = target else { return false };
        let name = name.trim();
        let here = match scope {
            Some(scope) => memory.scope == *scope,
            None => self.own_scopes(caller).is_ok_and(|own| own.contains(&memory.scope)),
        };
        memory.id.as_str() == name || (here && memory.shape() == Shape::Entry && memory.key.as_str() == name)
    }

    /// Tells whether a page of a copy shows one of the memories.
    fn shows_any(&self, copy: &Path, path: &Path, memories: &[Memory]) -> bool {
        let Some(home) = home_inside(copy, path) else { return false };
        let Ok(bytes) = std::fs::read(path) else { return false };
        let Ok(page) = page::read(&home, &bytes) else { return false };
        let shown =
            |item: &Item| memories.iter().any(|memory| stands_for(item, &home, memory, &self.settings));
        page.items.iter().chain(&page.shadowed).any(shown)
    }
}

/// Tells whether a text names the subject.
fn names_subject(path: &Path, words: &Words) -> bool {
    std::fs::read(path)
        .is_ok_and(|bytes| String::from_utf8_lossy(&bytes).lines().any(|line| words.are_in(line)))
}

/// Returns which file of a vault a file of a copy was.
pub(super) fn home_inside(copy: &Path, path: &Path) -> Option<Home> {
    let inside = path.strip_prefix(copy.join(VAULT)).or_else(|_| path.strip_prefix(copy)).ok()?;
    Home::at(inside.to_str()?)
}

/// Tells whether an item of a file is the place of a memory.
pub(super) fn stands_for(item: &Item, home: &Home, memory: &Memory, settings: &Settings) -> bool {
    let household = Household { owner: &settings.owner, session: None, zone: &settings.time_zone };
    let place = match (memory.shape(), home, &memory.scope) {
        // Of which session a copied page was nobody knows any more.
        (Shape::Entry, Home::Session, Scope::Session(_)) => item.what.shows(memory),
        (Shape::Entry, ..) => Home::of(memory, &household).as_ref() == Some(home),
        _ => true,
    };
    place && item.name == item_of(memory)
}

/// Tells whether a memory of a copy is one of these, or held what one of them holds.
fn is_one_of(memory: &Memory, known: &[Memory]) -> bool {
    known.iter().any(|one| {
        let entries = one.shape() == Shape::Entry && memory.shape() == Shape::Entry;
        one.id == memory.id
            || (entries && one.scope == memory.scope && names(&one.scope, &one.key).contains(&memory.key))
    })
}
