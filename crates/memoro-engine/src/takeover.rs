//! Taking over what another system remembers: its database or folder is read and never written, ids, dates and what
//! took the place of what are kept, and doing it twice changes nothing.

mod database;
mod luminary;
mod openclaw;
mod oracle;
mod softnix;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use memoro_core::policy::Operation;
use memoro_core::redact::redact;
use memoro_core::{
    Confidence, Content, InvalidWord, Key, Memory, MemoryId, Op, Origin, Provenance, Retention, Scope,
    Sensitivity, Source, Stability, Status, Trust, Ttl,
};
use memoro_store::{Change, Expect, Link};

use crate::caller::Caller;
use crate::draft::fingerprint;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;
use crate::write::barred;

/// How many memories are written together.
const BATCH: usize = 128;

/// How the audit line of a takeover begins.
const TAKEN_FROM: &str = "taken over from ";

/// A system whose memories can be taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foreign {
    /// The Oracle family: a SQLite database.
    Oracle,
    /// `OpenClaw`: a workspace folder, with the sessions of its agents.
    OpenClaw,
    /// Luminary: a SQLite database.
    Luminary,
    /// Softnix: a workspace folder.
    Softnix,
}

impl Foreign {
    /// All of them.
    pub const ALL: [Foreign; 4] = [Foreign::Oracle, Foreign::OpenClaw, Foreign::Luminary, Foreign::Softnix];

    /// Returns the one word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Foreign::Oracle => "oracle",
            Foreign::OpenClaw => "openclaw",
            Foreign::Luminary => "luminary",
            Foreign::Softnix => "softnix",
        }
    }
}

impl std::str::FromStr for Foreign {
    type Err = InvalidWord;

    fn from_str(word: &str) -> Result<Self, InvalidWord> {
        let expected = || Foreign::ALL.map(Foreign::as_str).join(", ");
        let known = Foreign::ALL.into_iter().find(|foreign| foreign.as_str() == word);
        known.ok_or_else(|| InvalidWord { what: "system", word: word.to_owned(), expected: expected() })
    }
}

/// What a takeover did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TakenOver {
    /// Memories that were written.
    pub memories: u64,
    /// Of these, the ones that are history.
    pub superseded: u64,
    /// Memories and files that were there already.
    pub unchanged: u64,
    /// Memories that wait for a person because of who brought them.
    pub pending: u64,
    /// Memories that guide agents from now on: rules, procedures, profile and identity.
    pub guiding: u64,
    /// Memories left out because they were forgotten here.
    pub forgotten: u64,
    /// Files that were copied.
    pub files: u64,
    /// Links that were made.
    pub links: u64,
    /// Turns of conversations that were read.
    pub turns: u64,
    /// What could not be taken over, and why.
    pub problems: Vec<String>,
}

/// A memory on its way in.
struct Incoming {
    memory: Memory,
    accesses: u32,
    successes: u32,
    last_used: Option<Timestamp>,
}

impl Incoming {
    fn new(id: &str, scope: Scope, content: Content, at: Timestamp) -> Result<Self> {
        let id = MemoryId::new(id).map_err(|why| EngineError::invalid(format!("id `{id}`"), why))?;
        let key = Key::new(id.as_str()).map_err(|why| EngineError::invalid("key", why))?;
        let memory = Memory {
            id,
            scope,
            key,
            content,
            tags: Vec::new(),
            status: Status::Active,
            provenance: Provenance {
                source: Source::default(),
                ..Provenance::new(Origin::Import, Trust::User)
            },
            retention: Retention::default(),
            sensitivity: Sensitivity::Normal,
            occurred_at: None,
            created_at: at,
            updated_at: at,
            valid_until: None,
        };
        Ok(Self { memory, accesses: 0, successes: 0, last_used: None })
    }

    /// Gives it a key of its own; the one that it has stays where this one cannot be.
    fn keyed(mut self, key: &str) -> Self {
        if let Ok(key) = Key::new(key) {
            self.memory.key = key;
        }
        self
    }

    fn sure(mut self, confidence: Option<f64>) -> Self {
        self.memory.provenance.confidence =
            confidence.and_then(Confidence::new).unwrap_or(self.memory.provenance.confidence);
        self
    }

    fn until(mut self, end: Option<Timestamp>) -> Self {
        if let Some(end) = end {
            self.memory.retention =
                Retention { stability: Stability::Volatile, ttl: Ttl::until(end), expires_at: Some(end) };
        }
        self
    }

    /// Makes it history that names its successor.
    fn replaced(mut self, by: Option<&str>, reason: &str, at: Option<Timestamp>) -> Self {
        if let Some(by) = by.and_then(|by| MemoryId::new(by).ok()) {
            self.memory.status = Status::Superseded { by: Some(by), reason: reason.to_owned() };
            self.memory.valid_until = Some(at.unwrap_or(self.memory.updated_at));
        }
        self
    }
}

/// What is read from a source before anything is written.
#[derive(Default)]
struct Haul {
    memories: Vec<Incoming>,
    links: Vec<Link>,
    problems: Vec<String>,
}

impl Haul {
    /// Takes what could be read, and notes what could not.
    fn add(&mut self, name: &str, incoming: Result<Incoming>) {
        match incoming {
            Ok(incoming) => self.memories.push(incoming),
            Err(why) => self.problems.push(format!("{name}: {why}")),
        }
    }
}

/// Tells whether a folder of `OpenClaw` holds memory files, and not conversations alone.
pub fn openclaw_remembers(path: &Path) -> bool {
    openclaw::remembers(path)
}

impl Workspace {
    /// Takes over what another system remembers; its files are only read.
    pub fn take_over(
        &self,
        foreign: Foreign,
        path: &Path,
        caller: &Caller,
        progress: impl FnMut(u64),
    ) -> Result<TakenOver> {
        self.take_over_named(foreign, (path, &[]), caller, progress)
    }

    /// Takes over what another system remembers, with workspaces that it keeps elsewhere, by name.
    pub fn take_over_named(
        &self,
        foreign: Foreign,
        (path, elsewhere): (&Path, &[(String, PathBuf)]),
        caller: &Caller,
        mut progress: impl FnMut(u64),
    ) -> Result<TakenOver> {
        self.permit(Operation::Write, caller)?;
        if !path.exists() {
            return Err(EngineError::NotFound {
                what: "database or folder",
                name: path.display().to_string(),
            });
        }
        self.take_in(caller)?;
        let mut report = TakenOver::default();
        let haul = match foreign {
            Foreign::Oracle => oracle::read(self, path, caller, &mut report)?,
            Foreign::Luminary => luminary::read(self, path, caller)?,
            Foreign::Softnix => softnix::read(self, path, caller)?,
            Foreign::OpenClaw => openclaw::read(self, (path, elsewhere), caller, &mut report)?,
        };
        let reason = from(foreign, path);
        self.take_haul(haul, (&reason, caller), &mut report, &mut progress)?;
        Ok(report)
    }

    fn take_haul(
        &self,
        haul: Haul,
        (reason, caller): (&str, &Caller),
        report: &mut TakenOver,
        progress: &mut impl FnMut(u64),
    ) -> Result<()> {
        report.problems.extend(haul.problems);
        let mut batch: Vec<Incoming> = Vec::new();
        let mut taken: HashSet<(String, Key)> = HashSet::new();
        for incoming in haul.memories {
            if let Some(incoming) = self.admit(incoming, caller, &mut taken, report)? {
                batch.push(incoming);
            }
            if batch.len() == BATCH {
                self.write_batch(&batch, (reason, caller), report)?;
                batch.clear();
                progress(report.memories);
            }
        }
        self.write_batch(&batch, (reason, caller), report)?;
        for link in haul.links {
            match self.take_link(link.clone(), caller) {
                Ok(()) => report.links += 1,
                Err(EngineError::Invalid { what, why }) => {
                    report.problems.push(format!("{} {} {}: {what}: {why}", link.from, link.kind, link.to));
                }
                Err(error) => return Err(error),
            }
        }
        progress(report.memories);
        Ok(())
    }

    /// Decides what becomes of one memory.
    fn admit(
        &self,
        mut incoming: Incoming,
        caller: &Caller,
        taken: &mut HashSet<(String, Key)>,
        report: &mut TakenOver,
    ) -> Result<Option<Incoming>> {
        let memory = &mut incoming.memory;
        clean(&mut memory.content);
        if memory.content.text().trim().is_empty() {
            report.problems.push(format!("{}: it says nothing", memory.id));
            return Ok(None);
        }
        if memory.content.text().len() > memoro_core::MAX_TEXT {
            report.problems.push(format!("{}: it is too long; keep it as a document", memory.id));
            return Ok(None);
        }
        if self.store.get(&memory.id)?.is_some() {
            report.unchanged += 1;
            return Ok(None);
        }
        if !self.store.tombstones_over(memory)?.is_empty() {
            report.forgotten += 1;
            return Ok(None);
        }
        let trust = memory.provenance.trust.min(caller.trust());
        memory.provenance.trust = trust;
        memory.provenance.origin = brought(memory.provenance.origin, caller);
        if memory.status == Status::Active {
            let guides = barred(memory.scope.kind(), &memory.content, Trust::Agent).is_some();
            // Nobody reads a whole database before naming it: what would take an agent over is asked about.
            let seizing = guides && memoro_core::extract::seizes(&memory.content.text());
            if seizing || self.gate(memory, trust).is_some() {
                memory.status = Status::Pending;
                memory.updated_at = caller.now;
                report.pending += 1;
            } else {
                let own = (memory.scope.to_string(), memory.key.clone());
                let there = self.store.active(&memory.scope, &memory.key)?;
                if let Some(there) = &there
                    && there.memory.content == memory.content
                {
                    report.unchanged += 1;
                    return Ok(None);
                }
                if there.is_some() || taken.contains(&own) {
                    if matches!(memory.content, Content::Entry(_)) {
                        let why = format!("{} has a current value here; it was left as it is", memory.key);
                        report.problems.push(format!("{}: {why}", memory.id));
                        return Ok(None);
                    }
                    memory.key =
                        Key::new(memory.id.as_str()).map_err(|why| EngineError::invalid("key", why))?;
                }
                taken.insert((memory.scope.to_string(), memory.key.clone()));
                report.guiding += u64::from(guides);
            }
        }
        Ok(Some(incoming))
    }

    fn write_batch(
        &self,
        batch: &[Incoming],
        (reason, caller): (&str, &Caller),
        report: &mut TakenOver,
    ) -> Result<()> {
        if batch.is_empty() {
            return Ok(());
        }
        let mut changes: Vec<Change> = Vec::new();
        let mut files = std::collections::BTreeSet::new();
        for Incoming { memory, .. } in batch {
            changes.push(self.put(memory, Expect::New, Op::Import, reason)?);
            files.extend(self.home(memory)?.map(|home| home.path()));
            report.superseded += u64::from(matches!(memory.status, Status::Superseded { .. }));
        }
        self.commit(changes, caller)?;
        report.memories += batch.len() as u64;
        files.iter().try_for_each(|file| self.mirror_file(file, caller))?;
        let counts = |of: fn(&Incoming) -> u32| -> HashMap<MemoryId, u32> {
            batch.iter().filter(|i| of(i) > 0).map(|i| (i.memory.id.clone(), of(i))).collect()
        };
        self.store.count_access(counts(|i| i.accesses), caller.now)?;
        self.store.count_success(counts(|i| i.successes), caller.now)?;
        // When it was used last it was used there, not now.
        for (incoming, at) in
            batch.iter().filter_map(|i| Some((i, i.last_used.filter(|at| *at <= caller.now)?)))
        {
            self.store.count_access(HashMap::from([(incoming.memory.id.clone(), 0)]), at)?;
        }
        Ok(())
    }
}

/// Says in the audit where memories came from.
fn from(foreign: Foreign, path: &Path) -> String {
    format!("{TAKEN_FROM}{} at {}", foreign.as_str(), path.display())
}

/// Tells whether an audit line says that something was taken over from the system of this name.
pub(crate) fn is_from(reason: &str, system: &str) -> bool {
    let rest = reason.strip_prefix(TAKEN_FROM).and_then(|rest| rest.strip_prefix(system));
    rest.is_some_and(|rest| rest.starts_with(" at "))
}

/// Nobody is told to have said what an agent brings, and the admin speaks in the policy alone.
pub(crate) fn brought(said: Origin, caller: &Caller) -> Origin {
    match said {
        _ if caller.trust() < Trust::User => Origin::Auto,
        Origin::Admin => Origin::Import,
        said => said,
    }
}

/// Takes secrets out, as every write does.
fn clean(content: &mut Content) {
    let clean = |text: &mut String| {
        let redacted = redact(text);
        if !redacted.found.is_empty() {
            *text = redacted.text.into_owned();
        }
    };
    match content {
        Content::Entry(entry) => clean(&mut entry.value),
        Content::Note(note) => clean(&mut note.text),
        Content::Procedure(procedure) => procedure.steps.iter_mut().for_each(clean),
        Content::Decision(d) => {
            [&mut d.title, &mut d.why, &mut d.finding, &mut d.conclusion].into_iter().for_each(clean);
        }
        Content::Episode(episode) => clean(&mut episode.summary),
    }
}

/// Names something that had no id of its own, the same way each time.
fn made_id(system: &str, parts: &[&str]) -> String {
    format!("{system}_{}", fingerprint(&parts.join("\u{1f}")))
}

/// Reads a time as those systems write it: milliseconds, seconds or a text.
fn moment(value: &serde_json::Value) -> Option<Timestamp> {
    match value {
        serde_json::Value::Number(number) => {
            #[expect(clippy::cast_possible_truncation, reason = "a time far off is no time")]
            let number = number.as_i64().or_else(|| number.as_f64().map(|n| n as i64))?;
            if number.abs() > 100_000_000_000 {
                Timestamp::from_millisecond(number).ok()
            } else {
                Timestamp::from_second(number).ok()
            }
        }
        serde_json::Value::String(text) => {
            let text = text.trim();
            let plain = || text.replace(' ', "T").parse::<jiff::civil::DateTime>().ok();
            let of_date = || text.parse::<jiff::civil::Date>().ok().map(|date| date.at(0, 0, 0, 0));
            text.parse().ok().or_else(|| {
                let zoned = plain().or_else(of_date)?.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
                Some(zoned.timestamp())
            })
        }
        _ => None,
    }
}
