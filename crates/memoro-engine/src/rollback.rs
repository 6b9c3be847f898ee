//! Taking back everything that came from one source. Nothing is erased: what the source wrote is ended, what it had
//! written over is current again, and every step is in the audit.

use std::collections::{BTreeMap, BTreeSet};

use memoro_core::policy::Operation;
use memoro_core::{Memory, MemoryId, Op, Scope, Status, Trust};
use memoro_store::{EventFilter, Filter, Stored};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::forget::Words;
use crate::workspace::Workspace;
use crate::write::end;

/// How the audit lines of a rollback begin.
pub(crate) const ROLLS_BACK: &str = "rolls back ";

/// How the reason begins for which a rollback ends a memory.
const ROLLED_BACK: &str = "rolled back with ";

/// What a rollback takes back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RolledBack {
    /// Memories that are no longer current.
    pub ended: Vec<MemoryId>,
    /// Memories that are current again, or have their earlier text again.
    pub restored: Vec<MemoryId>,
    /// Files of the memory tool and threads that are found no more, as far as the source wrote them.
    pub withheld: Vec<String>,
    /// Pages of the jobs from which lines were taken.
    pub pages: Vec<String>,
}

impl RolledBack {
    /// Tells whether the source had written nothing that counts.
    pub fn is_empty(&self) -> bool {
        self.ended.is_empty() && self.restored.is_empty() && self.withheld.is_empty() && self.pages.is_empty()
    }
}

/// A memory as it should be afterwards, and the revision that it has now.
type Turn = (Memory, u64);

impl Workspace {
    /// Tells what a rollback of a source would do.
    pub fn plan_rollback(&self, origin: &str, caller: &Caller) -> Result<RolledBack> {
        self.permit(Operation::Read, caller)?;
        self.take_in(caller)?;
        let turns = self.turns(origin, caller)?;
        let withheld =
            self.files_from(origin)?.into_iter().chain(self.messages_of_threads(origin, &turns)?.into_keys());
        Ok(RolledBack { withheld: withheld.collect(), ..told(&turns) })
    }

    /// Takes back what came from a source: a session, a path or address or a folder of them, a run, an actor of the
    /// audit, a system such as `openclaw`, or a kind of origin such as `import`; and what was made out of that by a program.
    pub fn rollback(&self, origin: &str, caller: &Caller) -> Result<RolledBack> {
        self.permit(Operation::Delete, caller)?;
        if caller.trust() < Trust::User {
            return Err(EngineError::Denied { what: "rollback".into(), needs: "the user".into() });
        }
        self.take_in(caller)?;
        let turns = self.turns(origin, caller)?;
        let why = format!("{ROLLS_BACK}{origin}");
        // What ends goes first: a key has one active memory at a time.
        self.take_back(&turns, &why, caller)?;
        let ended = turns.iter().filter(|(memory, _)| !is_current(memory));
        let ended: Vec<Memory> = ended.map(|(memory, _)| memory.clone()).collect();
        // What the jobs wrote about them goes from the pages that are read every time.
        self.forget_job_lines(&ended, &Words::default(), caller.now)?;
        let pages = self.take_back_conversation(origin, caller.now)?;
        let files = self.files_from(origin)?;
        self.withhold_files(&files, origin)?;
        let messages = self.messages_of_threads(origin, &turns)?;
        let texts: Vec<String> = messages.values().flatten().cloned().collect();
        if !texts.is_empty() {
            self.withhold_turns(&texts, origin)?;
        }
        let withheld = files.into_iter().chain(messages.into_keys()).collect();
        Ok(RolledBack { withheld, pages, ..told(&turns) })
    }

    /// Lets what a rollback keeps from being found be found again, as far as nobody changed it since.
    pub(crate) fn lift_rollback(&self, origin: &str) -> Result<()> {
        self.hear_again(origin)?;
        self.release_files(origin)?;
        self.release_turns(origin)
    }

    fn messages_of_threads(&self, origin: &str, turns: &[Turn]) -> Result<BTreeMap<String, Vec<String>>> {
        let ended: Vec<&Memory> =
            turns.iter().map(|(memory, _)| memory).filter(|memory| !is_current(memory)).collect();
        self.messages_from(origin, &ended)
    }

    fn turns(&self, origin: &str, caller: &Caller) -> Result<Vec<Turn>> {
        if origin.trim().is_empty() {
            return Err(EngineError::invalid(
                "the source has no name",
                "name a session, a path, a run or an actor",
            ));
        }
        let mut tainted = BTreeMap::new();
        let all = self.all(caller)?;
        for stored in &all {
            if self.comes_from(stored, origin)? {
                tainted.insert(stored.memory.id.clone(), stored.clone());
            }
        }
        self.add_what_was_made_of(&mut tainted)?;
        Self::add_what_was_summed_up(&all, &mut tainted);
        let mut turns: BTreeMap<MemoryId, Turn> = BTreeMap::new();
        for stored in tainted.values().filter(|stored| is_current(&stored.memory)) {
            let turn = self.without(stored, origin, caller)?;
            turns.insert(stored.memory.id.clone(), turn);
        }
        let ended: Vec<MemoryId> = turns
            .values()
            .filter(|(memory, _)| !is_current(memory))
            .map(|(memory, _)| memory.id.clone())
            .collect();
        for id in ended {
            if let Some((memory, rev)) = self.replaced_before(&id, &tainted)? {
                turns.entry(memory.id.clone()).or_insert((memory, rev));
            }
        }
        let mut turns: Vec<Turn> = turns.into_values().collect();
        turns.sort_by_key(|(memory, _)| is_current(memory));
        Ok(turns)
    }

    fn all(&self, caller: &Caller) -> Result<Vec<Stored>> {
        let statuses = ["active", "pending", "superseded", "archived"];
        let filter = Filter {
            statuses: statuses.map(str::to_owned).to_vec(),
            sensitive: true,
            now: caller.now,
            ..Filter::default()
        };
        Ok(self.store.list(&filter)?)
    }

    /// Tells whether the present text of a memory came from a source.
    fn comes_from(&self, stored: &Stored, origin: &str) -> Result<bool> {
        if says(&stored.memory, origin) {
            return Ok(true);
        }
        let filter = EventFilter { memory: Some(stored.memory.id.clone()), ..EventFilter::default() };
        // Who ended a memory did not write it.
        let written = |op: Op| matches!(op, Op::Upsert | Op::StageInferred | Op::Import);
        let events = self.store.events(&filter)?;
        let last = events.iter().rev().find(|(event, _)| written(event.op)).map(|(event, _)| event);
        Ok(last.is_some_and(|event| {
            let named = origin == Op::Import.as_str() || crate::takeover::is_from(&event.reason, origin);
            let imported = event.op == Op::Import && named;
            imported || event.actor == origin || event.run.as_deref() == Some(origin)
        }))
    }

    /// Adds what replaced a tainted memory without a person's word, again and again.
    fn add_what_was_made_of(&self, tainted: &mut BTreeMap<MemoryId, Stored>) -> Result<()> {
        let mut open: Vec<MemoryId> = tainted.values().filter_map(|stored| heir(&stored.memory)).collect();
        let mut seen = BTreeSet::new();
        while let Some(id) = open.pop() {
            if tainted.contains_key(&id) || !seen.insert(id.clone()) {
                continue;
            }
            let Some(stored) = self.store.get(&id)? else { continue };
            if stored.memory.provenance.trust < Trust::User {
                open.extend(heir(&stored.memory));
                tainted.insert(id, stored);
            }
        }
        Ok(())
    }

    /// Adds what programs summed up of tainted memories: its evidence names them.
    fn add_what_was_summed_up(all: &[Stored], tainted: &mut BTreeMap<MemoryId, Stored>) {
        loop {
            let names = |id: &String| MemoryId::new(id).is_ok_and(|id| tainted.contains_key(&id));
            let more: Vec<Stored> = all
                .iter()
                .filter(|stored| !tainted.contains_key(&stored.memory.id))
                .filter(|stored| stored.memory.provenance.trust < Trust::User)
                .filter(|stored| stored.memory.provenance.evidence.iter().any(names))
                .cloned()
                .collect();
            if more.is_empty() {
                return;
            }
            tainted.extend(more.into_iter().map(|stored| (stored.memory.id.clone(), stored)));
        }
    }

    /// Returns a memory as it was before the source wrote over it, or ended.
    fn without(&self, stored: &Stored, origin: &str, caller: &Caller) -> Result<Turn> {
        let brought = self.states_brought(stored)?;
        let earlier = self.store.versions(&stored.memory.id)?.into_iter().rev();
        let here = earlier.filter(|version| version.rev > brought && version.rev < stored.rev);
        let clean = here.filter(|version| is_current(&version.memory)).find(|version| {
            !says(&version.memory, origin) && version.memory.content != stored.memory.content
        });
        let memory = clean.map_or_else(
            || {
                let mut memory = stored.memory.clone();
                end(&mut memory, None, &format!("{ROLLED_BACK}{origin}"), caller);
                memory
            },
            |version| version.memory,
        );
        Ok((memory, stored.rev))
    }

    /// Returns how many states of a memory came with an import: no audit line here tells of them, and nobody here held them.
    fn states_brought(&self, stored: &Stored) -> Result<u64> {
        let filter = EventFilter { memory: Some(stored.memory.id.clone()), ..EventFilter::default() };
        let states = |op: Op| !matches!(op, Op::Link | Op::Unlink | Op::Note);
        let here = self.store.events(&filter)?.iter().filter(|(event, _)| states(event.op)).count();
        Ok(stored.rev.saturating_sub(here as u64))
    }

    /// Returns what an ended memory had taken the place of, if that came from elsewhere.
    fn replaced_before(&self, id: &MemoryId, tainted: &BTreeMap<MemoryId, Stored>) -> Result<Option<Turn>> {
        let mut id = id.clone();
        for _ in 0..1_000 {
            let Some(older) = self.store.replaced_by(&id)?.pop() else { return Ok(None) };
            if tainted.contains_key(&older) {
                id = older;
                continue;
            }
            let Some(stored) = self.store.get(&older)? else { return Ok(None) };
            let versions = self.store.versions(&older)?;
            let last = versions.into_iter().rev().find(|version| version.memory.status == Status::Active);
            return Ok(last.map(|version| (version.memory, stored.rev)));
        }
        Ok(None)
    }
}

fn told(turns: &[Turn]) -> RolledBack {
    let ids = |current: bool| {
        let those = turns.iter().filter(|(memory, _)| is_current(memory) == current);
        those.map(|(memory, _)| memory.id.clone()).collect()
    };
    RolledBack { ended: ids(false), restored: ids(true), ..RolledBack::default() }
}

fn is_current(memory: &Memory) -> bool {
    matches!(memory.status, Status::Active | Status::Pending)
}

fn heir(memory: &Memory) -> Option<MemoryId> {
    match &memory.status {
        Status::Superseded { by, .. } => by.clone(),
        _ => None,
    }
}

/// Tells whether a rollback ended a memory.
pub(crate) fn is_rolled_back(memory: &Memory) -> bool {
    matches!(&memory.status, Status::Superseded { reason, .. } if reason.starts_with(ROLLED_BACK))
}

/// Tells whether the provenance of a memory names a source.
pub(crate) fn says(memory: &Memory, origin: &str) -> bool {
    let provenance = &memory.provenance;
    let folder = format!("{}/", origin.trim_end_matches('/'));
    provenance.source.session.as_deref() == Some(origin)
        || matches!(&memory.scope, Scope::Session(session) if session.as_str() == origin)
        || provenance.source.path.as_deref().is_some_and(|path| path == origin || path.starts_with(&folder))
        || provenance.origin.as_str() == origin
}
