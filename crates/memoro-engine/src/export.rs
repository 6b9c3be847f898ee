//! Everything that a workspace remembers as lines of JSON, and back, without loss.
//!
//! The lines carry memories of every status, their earlier states, their links and the tombstones. The audit stays behind:
//! it belongs to the store that it tells about, and the importing store writes its own.

mod line;

use std::collections::{BTreeSet, HashSet};
use std::io::{BufRead, Write};

use jiff::Timestamp;
use memoro_core::policy::Operation;
use memoro_core::{Key, Memory, MemoryId, Op, Origin, Status, Trust};
use memoro_store::{Change, Expect, Exported, Filter, ForgottenTexts, Link, Order, StoreError, Tombstone};

use self::line::{Line, Past, hex, moment, parse, read_line, read_memory, read_past, unhex, write_line};
use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::history::told_once;
use crate::seal::{Word, claims_a_person, is_other, is_vouched_for};
use crate::takeover::brought;
use crate::workspace::Workspace;

/// The reason of what an import brought, before its time.
pub(crate) const IMPORTED: &str = "import at ";
/// The version of the lines.
const FORMAT: u32 = 1;

/// What an export or import moved.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Moved {
    /// Memories written.
    pub memories: u64,
    /// Memories that were already there, unchanged.
    pub unchanged: u64,
    /// Memories that wait for a person because of who brought them.
    pub pending: u64,
    /// Memories left out because they were forgotten here.
    pub forgotten: u64,
    /// Tombstones.
    pub tombstones: u64,
    /// Memories and tombstones that were not exported here: such memories have a program's trust, such tombstones are
    /// left out.
    pub foreign: u64,
    /// Lines that could not be read, with the reason.
    pub problems: Vec<(u64, String)>,
}

/// How many memories are written in one commit.
const TOGETHER: usize = 500;

/// A memory on its way in.
struct Coming {
    /// Its line.
    number: u64,
    memory: Memory,
    past: Vec<(Memory, Timestamp, Timestamp)>,
    /// Since when it has been as it is.
    since: Timestamp,
    /// How far whoever wrote the line is trusted.
    trust: Trust,
    expect: Expect,
}

/// Memories that are written together, and the files that must show what was written.
#[derive(Default)]
struct Batch {
    coming: Vec<Coming>,
    ids: HashSet<MemoryId>,
    keys: HashSet<(String, Key)>,
    files: BTreeSet<String>,
    stones: Vec<Tombstone>,
}

impl Batch {
    /// Tells whether a memory must be compared with one that is not written yet.
    fn meets(&self, memory: &Memory) -> bool {
        self.ids.contains(&memory.id) || self.keys.contains(&(memory.scope.to_string(), memory.key.clone()))
    }

    fn is_full(&self) -> bool {
        self.coming.len() >= TOGETHER
    }

    fn add(&mut self, coming: Coming) {
        self.ids.insert(coming.memory.id.clone());
        self.keys.insert((coming.memory.scope.to_string(), coming.memory.key.clone()));
        self.coming.push(coming);
    }

    fn take(&mut self) -> Vec<Coming> {
        self.ids.clear();
        self.keys.clear();
        std::mem::take(&mut self.coming)
    }
}

/// Notes what is wrong with a line; anything else ends the import.
fn told(outcome: Result<()>, number: u64, moved: &mut Moved) -> Result<()> {
    match outcome {
        Err(EngineError::Invalid { what, why }) => moved.problems.push((number, format!("{what}: {why}"))),
        other => other?,
    }
    Ok(())
}

impl Workspace {
    /// Writes all memories as JSON lines; for a caller who acts for one user, without those of other users.
    pub fn export(
        &self,
        out: &mut dyn Write,
        caller: &Caller,
        mut progress: impl FnMut(u64),
    ) -> Result<Moved> {
        self.permit(Operation::Read, caller)?;
        self.take_in(caller)?;
        let head = Line::Memoro { format: FORMAT, exported_at: caller.now.to_string() };
        write_line(out, &head)?;
        let mut moved = Moved::default();
        let statuses = Status::WORDS.map(str::to_owned).to_vec();
        let all = Filter { statuses, sensitive: true, order: Order::Written, ..Filter::default() };
        let mut left_out = BTreeSet::new();
        for stored in self.store.list(&all)? {
            if !self.sees(&stored.memory.scope, caller) && stored.memory.scope != memoro_core::Scope::Policy {
                left_out.insert(stored.memory.id.to_string());
                continue;
            }
            write_line(out, &self.line_of(&stored.memory)?)?;
            moved.memories += 1;
            progress(moved.memories);
        }
        for linked in self.store.links(None)? {
            let Link { from, kind, to, note } = linked.link;
            if left_out.contains(&from) || left_out.contains(&to) {
                continue;
            }
            write_line(out, &Line::Link { from, kind, to, note })?;
        }
        for Tombstone { secret, hash, at } in self.store.tombstones()? {
            let (secret, hash, at) = (hex(&secret), hex(&hash), at.to_string());
            let seal = self.seal_of(&(&secret, &hash, &at))?;
            write_line(out, &Line::Tombstone { secret, hash, at, seal })?;
            moved.tombstones += 1;
        }
        Ok(moved)
    }

    fn line_of(&self, memory: &Memory) -> Result<Line> {
        let states = told_once(self.store.versions(&memory.id)?.into_iter().map(|state| (0, state)));
        let past = states.iter().filter_map(|(_, state)| {
            let to = state.to?.to_string();
            Some(Past { from: state.from.to_string(), to, memory: Exported::of(&state.memory) })
        });
        let since = states.last().map(|(_, state)| state.from.to_string());
        let (memory, history) = (Box::new(Exported::of(memory)), past.collect::<Vec<_>>());
        let seal = self.seal_of(&(&memory, &history, &since))?;
        Ok(Line::Memory { memory, history, since, seal })
    }

    /// Reads JSON lines that [`Workspace::export`] wrote; what is there already stays, unreadable lines are told.
    pub fn import(
        &self,
        input: &mut dyn BufRead,
        caller: &Caller,
        progress: impl FnMut(u64),
    ) -> Result<Moved> {
        self.import_as(Word::Theirs, input, caller, progress)
    }

    /// Reads such lines, with the word of the caller for what was not exported here where they give it.
    pub fn import_as(
        &self,
        word: Word,
        input: &mut dyn BufRead,
        caller: &Caller,
        mut progress: impl FnMut(u64),
    ) -> Result<Moved> {
        self.permit(Operation::Write, caller)?;
        self.take_in(caller)?;
        let mut moved = Moved::default();
        let mut batch = Batch::default();
        let (mut number, mut line, mut begun) = (0, Vec::new(), false);
        while read_line(input, &mut line)? {
            number += 1;
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let parsed = match parse(&line) {
                Err(EngineError::Invalid { why, .. }) if moved == Moved::default() && !begun => {
                    return Err(EngineError::invalid(
                        "this is no export of memoro",
                        format!("line {number}: {why}"),
                    ));
                }
                parsed => parsed,
            };
            begun = true;
            let outcome = parsed
                .and_then(|line| self.take_line((number, line), (word, caller), &mut batch, &mut moved));
            told(outcome, number, &mut moved)?;
            progress(number);
        }
        if !begun {
            return Err(EngineError::invalid("this is no export of memoro", "it is empty"));
        }
        self.flush(&mut batch, caller, &mut moved)?;
        self.take_tombstones(&mut batch, caller)?;
        // Each file is written once, with all that came for it; until then the tasks of the commits wait for it.
        batch.files.iter().try_for_each(|file| self.mirror_file(file, caller))?;
        Ok(moved)
    }

    fn take_line(
        &self,
        (number, line): (u64, Line),
        (word, caller): (Word, &Caller),
        batch: &mut Batch,
        moved: &mut Moved,
    ) -> Result<()> {
        match line {
            Line::Memory { .. } => self.take_tombstones(batch, caller)?,
            _ => self.flush(batch, caller, moved)?,
        }
        match line {
            Line::Memoro { format, .. } if format <= FORMAT => Ok(()),
            Line::Memoro { format, .. } => Err(EngineError::Denied {
                what: format!("format {format} of this file"),
                needs: "a newer version of memoro".into(),
            }),
            Line::Tombstone { secret, hash, at, seal } => {
                if !self.is_own(word, &(&secret, &hash, &at), seal.as_deref()) {
                    moved.foreign += 1;
                    return Ok(());
                }
                let at = at.parse::<Timestamp>().map_err(|why| EngineError::invalid("tombstone", why))?;
                batch.stones.push(Tombstone { secret: unhex(&secret)?, hash: unhex(&hash)?, at });
                moved.tombstones += 1;
                Ok(())
            }
            Line::Link { from, kind, to, note } => self.take_link(Link { from, kind, to, note }, caller),
            Line::Memory { memory, history, since, seal } => {
                let own = self.is_own(word, &(&memory, &history, &since), seal.as_deref());
                let trust = if own { caller.trust() } else { caller.trust().min(Trust::Agent) };
                let (memory, past) = (read_memory(&memory)?, read_past(&history)?);
                let since = since.map_or(Ok(memory.updated_at), |at| moment(&at))?;
                let coming = Coming { number, memory, past, since, trust, expect: Expect::New };
                moved.foreign += u64::from(!own);
                if batch.meets(&coming.memory) {
                    self.flush(batch, caller, moved)?;
                }
                if let Some(coming) = self.judge(coming, caller, moved)? {
                    batch.add(coming);
                }
                if batch.is_full() { self.flush(batch, caller, moved) } else { Ok(()) }
            }
        }
    }

    /// Decides what becomes of a memory that comes in; returns it if it is to be written.
    fn judge(&self, mut coming: Coming, caller: &Caller, moved: &mut Moved) -> Result<Option<Coming>> {
        let memory = &mut coming.memory;
        if memory.scope == memoro_core::Scope::Policy || memoro_core::policy::is_rule(memory.key.as_str()) {
            return Err(EngineError::invalid("policy", "policy cannot be imported"));
        }
        let sums_up = memory.shape() == memoro_core::Shape::Episode && {
            let forgotten = self.store.forgotten_texts()?;
            let mut states = std::iter::once(&*memory).chain(coming.past.iter().map(|(past, ..)| past));
            states.any(|state| forgotten.covers_source(state))
        };
        if sums_up || !self.store.tombstones_over(memory)?.is_empty() {
            moved.forgotten += 1;
            return Ok(None);
        }
        for state in std::iter::once(&mut *memory).chain(coming.past.iter_mut().map(|(past, ..)| past)) {
            state.provenance.trust = state.provenance.trust.min(coming.trust);
            state.provenance.origin = match brought(state.provenance.origin, caller) {
                origin if coming.trust < caller.trust() && claims_a_person(origin) => Origin::Import,
                origin => origin,
            };
        }
        // Who confirms it must not end the value of a key that it was named after.
        if memory.shape() == memoro_core::Shape::Decision && memory.provenance.trust < Trust::User {
            memory.key = crate::draft::key_of_decision(&memory.id);
        }
        let gated = memory.status == Status::Active && self.gate(memory, coming.trust).is_some();
        if gated {
            memory.status = Status::Pending;
            coming.since = caller.now;
        }
        if let Some(old) = self.store.get(&memory.id)? {
            if !is_vouched_for(&old.memory, memory) {
                moved.unchanged += 1;
                let foreign = coming.trust < caller.trust();
                let other = if foreign { is_other(&old.memory, memory) } else { old.memory != *memory };
                if other && caller.trust() >= Trust::User {
                    let why = "is here with other content; it was left as it is";
                    moved.problems.push((0, format!("memory {} {why}", memory.id)));
                }
                return Ok(None);
            }
            coming.expect = Expect::Rev(old.rev);
            (coming.past, coming.since) = (Vec::new(), caller.now);
        }
        let there = self.store.active(&memory.scope, &memory.key)?;
        if memory.status == Status::Active && there.is_some_and(|there| there.memory.id != memory.id) {
            let why = format!("{} has a current value here; it was left as it is", memory.key);
            return Err(EngineError::invalid(format!("memory {}", memory.id), why));
        }
        moved.pending += u64::from(gated);
        Ok(Some(coming))
    }

    /// Writes what has come in one commit; where others wrote meanwhile, each is looked at again by itself.
    fn flush(&self, batch: &mut Batch, caller: &Caller, moved: &mut Moved) -> Result<()> {
        let waiting = batch.take();
        if waiting.is_empty() {
            return Ok(());
        }
        let changes = waiting.iter().map(|one| self.put_imported(one, caller)).collect::<Result<Vec<_>>>()?;
        match self.commit(changes, caller) {
            Ok(_) => {
                moved.memories += waiting.len() as u64;
                for one in &waiting {
                    batch.files.extend(self.home(&one.memory)?.map(|home| home.path()));
                }
                Ok(())
            }
            Err(EngineError::Store(StoreError::Conflict(_) | StoreError::Moved)) if waiting.len() > 1 => {
                for one in waiting {
                    let number = one.number;
                    let alone = || -> Result<()> {
                        if let Some(one) = self.judge(one, caller, moved)? {
                            let mut single = Batch::default();
                            single.add(one);
                            self.flush(&mut single, caller, moved)?;
                            batch.files.append(&mut single.files);
                        }
                        Ok(())
                    };
                    told(alone(), number, moved)?;
                }
                Ok(())
            }
            Err(EngineError::Store(StoreError::Conflict(id))) => {
                let why = "somebody else wrote it meanwhile; import it again";
                Err(EngineError::invalid(format!("memory {id}"), why))
            }
            Err(error) => Err(error),
        }
    }

    fn put_imported(&self, coming: &Coming, caller: &Caller) -> Result<Change> {
        let reason = format!("{IMPORTED}{}", caller.now);
        let mut past = coming.past.clone();
        if coming.since < caller.now {
            // It was so before it came here: the past is answered as it was.
            past.push((coming.memory.clone(), coming.since, caller.now));
        }
        let put = self
            .searchable(&coming.memory, coming.expect.clone(), Op::Import, &reason)
            .with_history(&past)
            .mirrored(self.mirror_task(&coming.memory)?);
        Ok(Change::Put(Box::new(put)))
    }

    /// Takes tombstones over: what they cover is forgotten here too.
    fn take_tombstones(&self, batch: &mut Batch, caller: &Caller) -> Result<()> {
        let stones = std::mem::take(&mut batch.stones);
        if stones.is_empty() {
            return Ok(());
        }
        let forgotten = ForgottenTexts::of(&stones);
        self.add_tombstones(stones)?;
        let statuses = Status::WORDS.map(str::to_owned).to_vec();
        let all = self.store.list(&Filter { statuses, sensitive: true, ..Filter::default() })?;
        for stored in all.iter().filter(|stored| forgotten.covers(&stored.memory)) {
            let target = crate::forget::Target::Memory(stored.memory.id.to_string(), None);
            self.forget(&target, "forgotten where it was exported from", caller)?;
        }
        Ok(())
    }
}
