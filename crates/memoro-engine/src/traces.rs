//! Traces: what was looked for and what was found, how one search led to the next, and the insight that it came to.
//! A trace is an episode; its chain is made of links.

use memoro_core::policy::Operation;
use memoro_core::{
    Content, Episode, Grain, InvalidWord, Memory, MemoryId, Op, Outcome, Receipt, Scope, Shape, Source,
};
use memoro_store::{Expect, Filter, Link, Stored};

use crate::caller::Caller;
use crate::draft::Draft;
use crate::error::{EngineError, Result};
use crate::procedure::add_new;
use crate::workspace::Workspace;
use crate::write::fresh_bits;

/// The tag of a trace.
const TRACE: &str = "trace";
/// A trace that digs deeper is linked so to the one that it started from.
const DUG_FROM: &str = "dug_from";
/// A trace is linked so to the one that came after it.
const FOLLOWED_BY: &str = "followed_by";
/// A trace is linked so to the memory that holds its insight.
const DISTILLED_TO: &str = "distilled_to";
/// How far a chain is followed.
const FAR: usize = 1_000;

/// A new trace.
#[derive(Debug, Clone)]
pub struct NewTrace {
    /// Where it belongs.
    pub scope: Scope,
    /// What was looked for.
    pub query: String,
    /// The kind of search: general, project, pattern or evolution.
    pub kind: String,
    /// What was found: what it is (`file`, `commit`, `issue`, …) and what is told of it.
    pub found: Vec<(String, String)>,
    /// The trace that it digs deeper from.
    pub parent: Option<String>,
    /// The session.
    pub session: Option<String>,
    /// How many agents took part.
    pub agents: u32,
    /// How long it took, in milliseconds.
    pub duration_ms: Option<u64>,
}

/// A trace with its place among the others.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// The memory.
    pub memory: Memory,
    /// What was found.
    pub found: Vec<(String, String)>,
    /// How many traces lie above it.
    pub depth: usize,
    /// The trace that it digs deeper from.
    pub parent: Option<MemoryId>,
    /// The traces that dig deeper from it.
    pub children: Vec<MemoryId>,
    /// The one before it in its chain.
    pub prev: Option<MemoryId>,
    /// The one after it.
    pub next: Option<MemoryId>,
    /// The insight that it came to.
    pub awakening: Option<String>,
    /// The learning that holds the insight.
    pub distilled_to: Option<MemoryId>,
}

/// Which traces to list.
#[derive(Debug, Clone, Default)]
pub struct TraceList {
    /// Only those whose query holds this.
    pub query: Option<String>,
    /// Only with this status.
    pub status: Option<String>,
    /// Only of this scope.
    pub scope: Option<Scope>,
    /// At most this many.
    pub limit: usize,
    /// Leaves out this many first.
    pub offset: usize,
}

/// A side of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// What came before.
    Prev,
    /// What came after.
    Next,
}

/// The words for how far a trace has come.
pub const TRACE_STATUSES: [&str; 4] = ["raw", "reviewed", "distilling", "distilled"];

impl Trace {
    /// Returns what was looked for.
    pub fn query(&self) -> &str {
        match &self.memory.content {
            Content::Episode(episode) => &episode.summary,
            _ => "",
        }
    }

    /// Returns how far it has come.
    pub fn status(&self) -> &str {
        tag_of(&self.memory, "trace").unwrap_or("raw")
    }

    /// Returns the kind of search.
    pub fn kind(&self) -> &str {
        tag_of(&self.memory, "query").unwrap_or("general")
    }

    /// Returns how many agents took part.
    pub fn agents(&self) -> u32 {
        tag_of(&self.memory, "agents").and_then(|n| n.parse().ok()).unwrap_or(1)
    }

    /// Returns how many things of one kind were found.
    pub fn count(&self, what: &str) -> usize {
        self.found.iter().filter(|(kind, _)| kind == what).count()
    }
}

/// Returns what stands behind `name:` in a tag.
pub(crate) fn tag_of<'a>(memory: &'a Memory, name: &str) -> Option<&'a str> {
    memory.tags.iter().find_map(|tag| tag.strip_prefix(name)?.strip_prefix(':'))
}

/// Tells whether an episode is a trace or a thread, which are shown under their own names.
pub(crate) fn stands_apart(memory: &Memory) -> bool {
    memory.shape() == Shape::Episode
        && (tag_of(memory, TRACE).is_some() || tag_of(memory, "thread").is_some())
}

/// Puts another word behind `name:` in the tags.
pub(crate) fn set_tag(tags: &mut Vec<String>, name: &str, word: &str) {
    tags.retain(|tag| tag.strip_prefix(name).is_none_or(|rest| !rest.starts_with(':')));
    tags.push(format!("{name}:{word}"));
}

impl Workspace {
    /// Records a trace.
    pub fn record_trace(&self, new: &NewTrace, caller: &Caller) -> Result<Receipt> {
        let parent = new.parent.as_deref().map(|name| self.trace_memory(name, caller)).transpose()?;
        let millis = u64::try_from(caller.now.as_millisecond()).unwrap_or_default();
        let episode = Episode {
            grain: Grain::Event,
            summary: new.query.trim().to_owned(),
            topics: Vec::new(),
            outcome: if new.found.is_empty() { Outcome::Unknown } else { Outcome::Success },
            duration_ms: new.duration_ms,
        };
        let mut tags = vec![TRACE.to_owned()];
        set_tag(&mut tags, "trace", "raw");
        set_tag(&mut tags, "query", if new.kind.trim().is_empty() { "general" } else { new.kind.trim() });
        if new.agents > 1 {
            set_tag(&mut tags, "agents", &new.agents.to_string());
        }
        let draft = Draft {
            id: Some(MemoryId::from_parts(millis, fresh_bits()?)),
            tags,
            evidence: new.found.iter().map(|(what, told)| format!("{what} {told}")).collect(),
            source: Source { session: new.session.clone(), ..Source::default() },
            reason: "trace".into(),
            record: true,
            ..Draft::new(new.scope.clone(), Content::Episode(episode))
        };
        let receipt = self.write(draft, caller)?;
        if let (Some(parent), Some(id)) = (parent, receipt.written.id()) {
            self.write_link(between(id, DUG_FROM, &parent.memory.id), caller)?;
        }
        Ok(receipt)
    }

    /// Returns a trace with its place among the others.
    pub fn trace(&self, name: &str, caller: &Caller) -> Result<Trace> {
        self.permit(Operation::Read, caller)?;
        let stored = self.trace_memory(name, caller)?;
        self.placed(stored.memory)
    }

    /// Lists traces, the newest first, and tells how many there are.
    pub fn traces(&self, wanted: &TraceList, caller: &Caller) -> Result<(Vec<Trace>, usize)> {
        self.permit(Operation::Read, caller)?;
        let filter = Filter {
            now: caller.now,
            shapes: vec![Shape::Episode],
            tags: vec![TRACE.into()],
            scopes: wanted.scope.clone().into_iter().collect(),
            ..Filter::default()
        };
        let needle = wanted.query.as_deref().map(str::to_lowercase);
        let mut all = Vec::new();
        for stored in self.store.list(&filter)? {
            let fits =
                needle.as_ref().is_none_or(|n| stored.memory.content.text().to_lowercase().contains(n))
                    && wanted.status.as_deref().is_none_or(|s| tag_of(&stored.memory, "trace") == Some(s));
            if fits {
                all.push(stored.memory);
            }
        }
        let total = all.len();
        let page = all.into_iter().skip(wanted.offset).take(wanted.limit);
        Ok((page.map(|memory| self.placed(memory)).collect::<Result<_>>()?, total))
    }

    /// Returns the traces above and below one: from the first that was dug from to all that dig deeper.
    pub fn trace_tree(&self, name: &str, caller: &Caller) -> Result<(Vec<Trace>, Vec<Trace>)> {
        let trace = self.trace(name, caller)?;
        let mut above = Vec::new();
        let mut next = trace.parent.clone();
        while let Some(id) = next.take().filter(|_| above.len() < FAR) {
            let Some(parent) = self.known_trace(&id)? else { break };
            next.clone_from(&parent.parent);
            above.push(parent);
        }
        above.reverse();
        let (mut below, mut open) = (Vec::new(), trace.children.clone());
        while let Some(id) = open.pop().filter(|_| below.len() < FAR) {
            let Some(child) = self.known_trace(&id)? else { continue };
            open.extend(child.children.iter().cloned());
            below.push(child);
        }
        below.sort_by_key(|child: &Trace| (child.depth, child.memory.created_at));
        Ok((above, below))
    }

    /// Returns the whole chain that a trace stands in, the first one first.
    pub fn trace_chain(&self, name: &str, caller: &Caller) -> Result<Vec<Trace>> {
        let mut first = self.trace(name, caller)?;
        let mut seen = 0;
        while let Some(before) = first.prev.clone().filter(|_| seen < FAR) {
            let Some(earlier) = self.known_trace(&before)? else { break };
            (first, seen) = (earlier, seen + 1);
        }
        let mut chain = vec![first];
        while let Some(id) = chain.last().and_then(|last| last.next.clone()).filter(|_| chain.len() < FAR) {
            let Some(later) = self.known_trace(&id)? else { break };
            chain.push(later);
        }
        Ok(chain)
    }

    /// Puts one trace after another; neither may have another neighbour there.
    pub fn link_traces(&self, prev: &str, next: &str, caller: &Caller) -> Result<()> {
        self.permit(Operation::Write, caller)?;
        let (before, after) = (self.trace(prev, caller)?, self.trace(next, caller)?);
        let (from, to) = (&before.memory.id, &after.memory.id);
        if from == to {
            return Err(EngineError::invalid("a trace cannot follow itself", "name two traces"));
        }
        if let Some(other) = before.next.as_ref().filter(|id| *id != to) {
            return Err(EngineError::invalid(format!("{from} is followed already"), format!("by {other}")));
        }
        if let Some(other) = after.prev.as_ref().filter(|id| *id != from) {
            return Err(EngineError::invalid(format!("{to} follows another already"), format!("{other}")));
        }
        if self.trace_chain(to.as_str(), caller)?.iter().any(|trace| trace.memory.id == *from)
            && before.next.is_none()
        {
            return Err(EngineError::invalid(
                "the chain would go in a circle",
                format!("{from} comes after {to}"),
            ));
        }
        self.write_link(between(from, FOLLOWED_BY, to), caller).map(drop)
    }

    /// Takes a trace out of its chain on one side; answers whether it had a neighbour there.
    pub fn unlink_trace(&self, name: &str, side: Side, caller: &Caller) -> Result<bool> {
        self.permit(Operation::Write, caller)?;
        let trace = self.trace(name, caller)?;
        let id = &trace.memory.id;
        match side {
            Side::Prev => match &trace.prev {
                Some(prev) => self.remove_link(between(prev, FOLLOWED_BY, id), caller),
                None => Ok(false),
            },
            Side::Next => match &trace.next {
                Some(next) => self.remove_link(between(id, FOLLOWED_BY, next), caller),
                None => Ok(false),
            },
        }
    }

    /// Writes down the insight that a trace came to, and links it to the learning that holds it, if there is one.
    pub fn distill_trace(
        &self,
        name: &str,
        awakening: &str,
        learning: Option<&MemoryId>,
        caller: &Caller,
    ) -> Result<Trace> {
        self.permit(Operation::Write, caller)?;
        let Stored { mut memory, rev, .. } = self.trace_memory(name, caller)?;
        let text = memoro_core::redact::redact(awakening.trim()).text.into_owned();
        if text.is_empty() {
            return Err(EngineError::invalid("the insight is empty", "say what was learned"));
        }
        self.own(&memory, caller)?;
        set_tag(&mut memory.tags, "trace", "distilled");
        memory.provenance.evidence.retain(|line| !line.starts_with("awakening "));
        add_new(&mut memory.provenance.evidence, &[format!("awakening {text}")]);
        memory.updated_at = caller.now;
        let id = memory.id.clone();
        self.commit(vec![self.put(&memory, Expect::Rev(rev), Op::Upsert, "trace distilled")?], caller)?;
        if let Some(learning) = learning {
            self.write_link(between(&id, DISTILLED_TO, learning), caller)?;
        }
        self.trace(id.as_str(), caller)
    }

    fn trace_memory(&self, name: &str, caller: &Caller) -> Result<Stored> {
        let missing = || EngineError::NotFound { what: "trace", name: name.to_owned() };
        let stored = match self.fetch(name, None, caller) {
            Err(EngineError::NotFound { .. }) => return Err(missing()),
            other => other?,
        };
        let is_trace =
            stored.memory.tags.iter().any(|tag| tag == TRACE) && stored.memory.is_current(caller.now);
        if is_trace { Ok(stored) } else { Err(missing()) }
    }

    fn known_trace(&self, id: &MemoryId) -> Result<Option<Trace>> {
        self.store.get(id)?.map(|stored| self.placed(stored.memory)).transpose()
    }

    fn placed(&self, memory: Memory) -> Result<Trace> {
        let parent = self.linked_from(&memory.id, DUG_FROM)?.pop();
        let (mut depth, mut above) = (0, parent.clone());
        while let Some(id) = above.filter(|_| depth < FAR) {
            depth += 1;
            above = self.linked_from(&id, DUG_FROM)?.pop();
        }
        let lines = memory.provenance.evidence.iter().filter_map(|line| line.split_once(' '));
        let (awakening, found): (Vec<_>, Vec<_>) = lines.partition(|(what, _)| *what == "awakening");
        let owned = |(what, told): &(&str, &str)| ((*what).to_owned(), (*told).to_owned());
        Ok(Trace {
            found: found.iter().map(owned).collect(),
            awakening: awakening.first().map(|(_, text)| (*text).to_owned()),
            depth,
            parent,
            children: self.linked_to(&memory.id, DUG_FROM)?,
            prev: self.linked_to(&memory.id, FOLLOWED_BY)?.pop(),
            next: self.linked_from(&memory.id, FOLLOWED_BY)?.pop(),
            distilled_to: self.linked_from(&memory.id, DISTILLED_TO)?.pop(),
            memory,
        })
    }
}

impl std::str::FromStr for Side {
    type Err = InvalidWord;

    fn from_str(word: &str) -> Result<Self, InvalidWord> {
        match word {
            "prev" => Ok(Side::Prev),
            "next" => Ok(Side::Next),
            _ => Err(InvalidWord { what: "side", word: word.to_owned(), expected: "prev, next".into() }),
        }
    }
}

fn between(from: &MemoryId, kind: &str, to: &MemoryId) -> Link {
    Link { from: from.to_string(), kind: kind.into(), to: to.to_string(), note: String::new() }
}
