//! The course of a decision: from open to decided, implemented and closed. Which stage may follow which is a rule of
//! the model; here the steps are taken and written down.

use std::collections::BTreeMap;

use jiff::Timestamp;
use memoro_core::policy::Operation;
use memoro_core::{Content, Decision, Memory, Op, Shape, Stage, Status, Written};
use memoro_store::{Expect, Filter, Stored};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::traces::{set_tag, tag_of};
use crate::workspace::Workspace;
use crate::write::again;

/// What to change in a decision; everything left out stays.
#[derive(Debug, Clone, Default)]
pub struct Amend {
    /// The title.
    pub title: Option<String>,
    /// Why it matters.
    pub why: Option<String>,
    /// What was found out.
    pub finding: Option<String>,
    /// What was decided.
    pub conclusion: Option<String>,
    /// What may be chosen from, each as it was given.
    pub options: Option<Vec<String>>,
    /// The tags.
    pub tags: Option<Vec<String>>,
    /// The stage that it moves to.
    pub stage: Option<Stage>,
    /// Who decided.
    pub decided_by: Option<String>,
}

/// A decision with its course.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// The memory.
    pub memory: Memory,
    /// The decision.
    pub decision: Decision,
    /// What may be chosen from.
    pub options: Vec<String>,
    /// When it was decided.
    pub decided_at: Option<Timestamp>,
    /// Who decided.
    pub decided_by: Option<String>,
}

/// How an option stands in the evidence.
const OPTION: &str = "option ";

/// Writes options down as evidence of a decision.
pub fn option_lines(options: &[String]) -> Vec<String> {
    options.iter().map(|option| format!("{OPTION}{option}")).collect()
}

/// Returns the options among the evidence of a decision, as what was decided is judged.
pub(crate) fn options_of(evidence: &[String]) -> Vec<String> {
    evidence
        .iter()
        .filter_map(|line| line.strip_prefix(OPTION))
        .map(|option| format!("Option: {option}"))
        .collect()
}

impl Workspace {
    /// Returns a decision with its course.
    pub fn decision(&self, name: &str, caller: &Caller) -> Result<Course> {
        self.permit(Operation::Read, caller)?;
        self.course(self.decision_memory(name, caller)?.memory)
    }

    /// Lists decisions, the last changed first.
    pub fn decisions(&self, filter: &Filter, caller: &Caller) -> Result<Vec<Course>> {
        let filter = Filter { shapes: vec![Shape::Decision], ..filter.clone() };
        self.list(&filter, caller)?.into_iter().map(|stored| self.course(stored.memory)).collect()
    }

    /// Counts current decisions by stage; every stage is there.
    pub fn decision_counts(&self, caller: &Caller) -> Result<BTreeMap<Stage, u64>> {
        let mut counts = BTreeMap::new();
        for stage in Stage::ALL {
            let filter = Filter {
                now: caller.now,
                shapes: vec![Shape::Decision],
                kinds: vec![stage.as_str().into()],
                ..Filter::default()
            };
            counts.insert(*stage, self.store.count(&filter)?);
        }
        Ok(counts)
    }

    /// Changes a decision under its id; a stage that may not follow the present one is refused. How far a person's
    /// decision has come is the person's word too.
    pub fn amend_decision(&self, name: &str, amend: &Amend, caller: &Caller) -> Result<Course> {
        self.permit(Operation::Write, caller)?;
        again(|| self.amend_once(name, amend, caller))
    }

    fn amend_once(&self, name: &str, amend: &Amend, caller: &Caller) -> Result<Course> {
        let Stored { mut memory, rev, .. } = self.decision_memory(name, caller)?;
        self.own(&memory, caller)?;
        let id = memory.id.clone();
        let Content::Decision(decision) = &mut memory.content else {
            return Err(EngineError::NotFound { what: "decision", name: name.to_owned() });
        };
        amend.apply(decision)?;
        let before = self.store.get(&id)?.map(|stored| stored.memory);
        if let Some(tags) = &amend.tags {
            let by = tag_of(&memory, "decided_by").map(str::to_owned);
            memory.tags.clone_from(tags);
            if let Some(by) = by {
                set_tag(&mut memory.tags, "decided_by", &by);
            }
        }
        if let Some(by) = amend.decided_by.as_deref().map(str::trim).filter(|by| !by.is_empty()) {
            set_tag(&mut memory.tags, "decided_by", by);
        }
        if let Some(options) = &amend.options {
            memory.provenance.evidence.retain(|line| !line.starts_with(OPTION));
            memory.provenance.evidence.extend(option_lines(options));
        }
        if before.as_ref() == Some(&memory) {
            return self.course(memory);
        }
        memory.updated_at = caller.now;
        let reason = amend.stage.map_or_else(|| "decision changed".into(), |to| format!("decision {to}"));
        let said_anew = before.filter(|old| {
            let options = old.provenance.evidence != memory.provenance.evidence;
            (old.content != memory.content || old.tags != memory.tags || options)
                && old.status == Status::Active
        });
        if let Some(old) = said_anew
            && self.gate(&memory, caller.trust()).is_some()
        {
            let receipt = self.propose(&old, &memory, &reason, caller)?;
            if matches!(&receipt.written, Written::Merged { into } if *into == old.id) {
                let what = "changing a decision that tells agents how to behave".into();
                return Err(EngineError::Denied { what, needs: "a person".into() });
            }
            let waiting = receipt.written.id().map(|id| self.store.get(id)).transpose()?.flatten();
            return self.course(waiting.map_or(old, |stored| stored.memory));
        }
        self.commit(vec![self.put(&memory, Expect::Rev(rev), Op::Upsert, &reason)?], caller)?;
        self.mirror_memory(&memory, caller)?;
        self.course(memory)
    }

    fn decision_memory(&self, name: &str, caller: &Caller) -> Result<Stored> {
        let missing = || EngineError::NotFound { what: "decision", name: name.to_owned() };
        let stored = match self.fetch(name, None, caller) {
            Err(EngineError::NotFound { .. }) => return Err(missing()),
            other => other?,
        };
        if stored.memory.shape() == Shape::Decision { Ok(stored) } else { Err(missing()) }
    }

    fn course(&self, memory: Memory) -> Result<Course> {
        let Content::Decision(decision) = &memory.content else {
            return Err(EngineError::NotFound { what: "decision", name: memory.id.to_string() });
        };
        let past_open = !matches!(decision.stage, Stage::Pending | Stage::Parked | Stage::Researching);
        let decided = |memory: &Memory| match &memory.content {
            Content::Decision(decision) => decision.stage == Stage::Decided,
            _ => false,
        };
        let decided_at = match memory.occurred_at {
            _ if !past_open => None,
            Some(at) => Some(at),
            None => {
                let versions = self.store.versions(&memory.id)?;
                let first = versions.iter().find(|version| decided(&version.memory));
                first.map(|version| version.memory.updated_at)
            }
        };
        let options = memory.provenance.evidence.iter().filter_map(|line| line.strip_prefix(OPTION));
        Ok(Course {
            decision: decision.clone(),
            options: options.map(str::to_owned).collect(),
            decided_at,
            decided_by: tag_of(&memory, "decided_by").map(str::to_owned),
            memory,
        })
    }
}

impl Amend {
    fn apply(&self, decision: &mut Decision) -> Result<()> {
        if let Some(to) = self.stage.filter(|to| *to != decision.stage) {
            let from = decision.stage;
            if !from.next().contains(&to) {
                let next: Vec<&str> = from.next().iter().map(|stage| stage.as_str()).collect();
                let why = format!("a {from} decision becomes {}", next.join(", "));
                return Err(EngineError::invalid(format!("the step from {from} to {to}"), why));
            }
            decision.stage = to;
        }
        let clean = |text: &String| memoro_core::redact::redact(text.trim()).text.into_owned();
        let put = |slot: &mut String, given: &Option<String>| {
            if let Some(text) = given {
                *slot = clean(text);
            }
        };
        put(&mut decision.title, &self.title);
        put(&mut decision.why, &self.why);
        put(&mut decision.finding, &self.finding);
        put(&mut decision.conclusion, &self.conclusion);
        if decision.title.is_empty() {
            return Err(EngineError::invalid(
                "the decision has no title",
                "say in one line what it is about",
            ));
        }
        let size: usize = [&decision.title, &decision.why, &decision.finding, &decision.conclusion]
            .iter()
            .map(|text| text.len())
            .sum();
        if size > memoro_core::MAX_TEXT {
            let why = format!("{size} bytes, at most {}", memoro_core::MAX_TEXT);
            return Err(EngineError::invalid("the decision is too long", why));
        }
        Ok(())
    }
}
