//! Clearing away what does not count any more: expired entries, duplicates, lapsed pending memories, idle sessions.
//! What is cleared away becomes history; nothing is erased.

use std::collections::{BTreeMap, BTreeSet};

use memoro_core::markdown::{Fault, Home, parse_entries};
use memoro_core::policy::Operation;
use memoro_core::resolve::resolve;
use memoro_core::trigger::canonical_key;
use memoro_core::{Content, Memory, MemoryId, Op, Scope, SessionId, Shape, Status};
use memoro_store::{Change, Expect, Filter, Order, Stored};

use crate::caller::Caller;
use crate::error::Result;
use crate::workspace::Workspace;
use crate::write::end;

/// Whether to do it or only to say what would be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Do it.
    Real,
    /// Only look.
    Dry,
}

/// What was cleared away, or would be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compacted {
    /// Entries past their time to live.
    pub expired: Vec<MemoryId>,
    /// Entries that another one says already, under the same or another name of the key.
    pub duplicates: Vec<MemoryId>,
    /// Pending memories that nobody confirmed in time.
    pub lapsed: Vec<MemoryId>,
    /// Lines of files that say a key again.
    pub lines: usize,
    /// The session that was idle too long.
    pub session: Option<SessionId>,
}

impl Compacted {
    /// Tells whether there was nothing to do.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn told(&self) -> String {
        format!(
            "compact: {} expired, {} duplicate, {} pending lapsed, {} repeated lines",
            self.expired.len(),
            self.duplicates.len(),
            self.lapsed.len(),
            self.lines
        )
    }
}

impl Workspace {
    /// Clears away what does not count any more; a failure is noted in the audit too.
    pub fn compact(&self, effort: Effort, caller: &Caller) -> Result<Compacted> {
        self.permit(Operation::Compact, caller)?;
        let outcome = self.clear_away(effort, caller);
        if let Err(error) = &outcome
            && effort == Effort::Real
        {
            let reason = format!("compact failed: {error}");
            let remark = Change::Remark { op: Op::CompactFailed, scope: String::new(), reason };
            // The failure itself is told; that the audit cannot be written either adds nothing.
            let _ = self.commit(vec![remark], caller);
        }
        outcome
    }

    fn clear_away(&self, effort: Effort, caller: &Caller) -> Result<Compacted> {
        self.take_in(caller)?;
        let (session, ending) = match effort {
            Effort::Real => {
                self.end_left_sessions(caller)?;
                (self.end_idle_session(caller)?, Vec::new())
            }
            Effort::Dry => (self.idle_session(caller)?, self.of_idle_sessions(caller)?),
        };
        let lines = self.repeated_lines(effort, caller)?;
        let mut done = Compacted { lines, session, ..Compacted::default() };
        let mut gone: Vec<(Stored, String)> = Vec::new();
        let (mut active, mut pending) = (self.entries("active", caller)?, self.entries("pending", caller)?);
        active.retain(|stored| !ending.contains(&stored.memory.id));
        pending.retain(|stored| !ending.contains(&stored.memory.id));
        for stored in active.iter().filter(|s| s.memory.is_expired(caller.now)) {
            done.expired.push(stored.memory.id.clone());
            gone.push((stored.clone(), format!("expired ({})", stored.memory.retention.ttl)));
        }
        for stored in pending.iter().filter(|s| self.has_lapsed(s, caller.now)) {
            done.lapsed.push(stored.memory.id.clone());
            gone.push((stored.clone(), "lapsed: nobody confirmed it in time".into()));
        }
        let current: Vec<&Stored> = active.iter().filter(|s| !s.memory.is_expired(caller.now)).collect();
        let waits = pending.iter().filter(|s| !self.has_lapsed(s, caller.now));
        for (stored, of) in self.duplicates(&current, caller).into_iter().chain(known(waits, &current)) {
            done.duplicates.push(stored.memory.id.clone());
            gone.push((stored, format!("duplicate of `{of}`")));
        }
        if effort == Effort::Real && !done.is_empty() {
            self.end_each(gone, &done, caller)?;
        }
        Ok(done)
    }

    fn entries(&self, status: &str, caller: &Caller) -> Result<Vec<Stored>> {
        let shapes = if status == "active" { vec![Shape::Entry] } else { Vec::new() };
        let filter = Filter {
            now: caller.now,
            statuses: vec![status.into()],
            shapes,
            sensitive: true,
            order: Order::Written,
            ..Filter::default()
        };
        Ok(self.store.list(&filter)?)
    }

    /// Finds entries of one scope whose keys are two names of the same thing; the one that counts stays.
    fn duplicates(&self, current: &[&Stored], caller: &Caller) -> Vec<(Stored, String)> {
        let mut groups: BTreeMap<(Scope, String), Vec<&Stored>> = BTreeMap::new();
        for stored in current {
            let key = stored.memory.key.as_str();
            let canonical = canonical_key(key).unwrap_or_else(|| key.to_owned());
            groups.entry((stored.memory.scope.clone(), canonical)).or_default().push(stored);
        }
        let mut found = Vec::new();
        for ((_, canonical), group) in groups.into_iter().filter(|(_, group)| group.len() > 1) {
            let Some(key) = group.first().map(|stored| stored.memory.key.clone()) else { continue };
            let as_one: Vec<Memory> =
                group.iter().map(|s| Memory { key: key.clone(), ..s.memory.clone() }).collect();
            let winner = resolve(&as_one, &[key], &self.settings.precedence, caller.now)
                .first()
                .map(|effective| effective.memory.id.clone());
            let losers = group.into_iter().filter(|stored| Some(&stored.memory.id) != winner.as_ref());
            found.extend(losers.map(|stored| (stored.clone(), canonical.clone())));
        }
        found
    }

    fn end_each(&self, gone: Vec<(Stored, String)>, done: &Compacted, caller: &Caller) -> Result<()> {
        let mut changes = Vec::new();
        let mut ended = Vec::new();
        for (Stored { mut memory, rev, .. }, reason) in gone {
            end(&mut memory, None, &reason, caller);
            changes.push(self.put(&memory, Expect::Rev(rev), Op::Compact, &reason)?);
            ended.push(memory);
        }
        changes.push(Change::Remark { op: Op::Compact, scope: String::new(), reason: done.told() });
        self.commit(changes, caller)?;
        ended.iter().try_for_each(|memory| self.mirror_memory(memory, caller))
    }

    /// Counts lines that say a key again, and takes them out.
    fn repeated_lines(&self, effort: Effort, caller: &Caller) -> Result<usize> {
        let mut count = 0;
        for home in [Home::Profile, Home::Session] {
            let file = home.path();
            let Some(read) = self.files.read(&file)? else { continue };
            let Ok(page) = parse_entries(&read.bytes) else { continue };
            let repeated: BTreeSet<u32> =
                page.problems.iter().filter(|p| p.fault == Fault::Duplicate).map(|p| p.line_no).collect();
            count += repeated.len();
            if effort == Effort::Dry || repeated.is_empty() {
                continue;
            }
            let bytes = without(&read.bytes, &repeated);
            self.files.write_atomic(&file, &bytes, Some(read.fingerprint))?;
            self.take_in(caller)?;
        }
        Ok(count)
    }
}

/// Takes whole lines, numbered from 1, out of a file.
fn without(bytes: &[u8], lines: &BTreeSet<u32>) -> Vec<u8> {
    let kept = (1..).zip(bytes.split_inclusive(|byte| *byte == b'\n')).filter(|(n, _)| !lines.contains(n));
    kept.flat_map(|(_, line)| line.iter().copied()).collect()
}

/// Finds pending memories that say what is current already.
fn known<'a>(waiting: impl Iterator<Item = &'a Stored>, current: &[&Stored]) -> Vec<(Stored, String)> {
    let says = |a: &Memory, b: &Memory| match (&a.content, &b.content) {
        (Content::Entry(a), Content::Entry(b)) => a.value == b.value,
        _ => false,
    };
    let same = |a: &Memory, b: &Memory| a.scope == b.scope && a.key == b.key && says(a, b);
    waiting
        .filter(|w| w.memory.status == Status::Pending && current.iter().any(|c| same(&w.memory, &c.memory)))
        .map(|w| (w.clone(), w.memory.key.to_string()))
        .collect()
}
