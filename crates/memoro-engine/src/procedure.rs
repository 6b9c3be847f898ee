//! How things are done: learning a procedure or a rule, finding one for a task, counting what helped. A rule is a
//! procedure that always applies; it needs evidence and confidence.

use std::collections::HashMap;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use memoro_core::conflict::{MERGE_ABOVE, Sense, merge_steps, told_once, trigger_similarity};
use memoro_core::{
    Confidence, Content, InvalidWord, Layer, Memory, MemoryId, Op, Origin, Procedure, Receipt, Scope, Shape,
    Source, Trigger, Trust, Usage, UserId, Written,
};
use memoro_store::{Expect, Filter, Stored};

use crate::caller::Caller;
use crate::draft::Draft;
use crate::error::{EngineError, Result};
use crate::recall::Recall;
use crate::workspace::Workspace;

/// The most steps that one procedure may have.
pub const MOST_STEPS: usize = 200;

/// The least confidence of a rule.
const RULE_CONFIDENCE: u16 = 800;

/// How many known procedures a new one is laid beside.
const CANDIDATES: usize = 8;

/// How a procedure came to be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Taught {
    /// The user said so.
    #[default]
    Explicit,
    /// The user corrected the agent.
    Correction,
    /// It was seen to work again and again.
    RepeatedPattern,
}

impl Taught {
    /// Returns the one word for this source.
    pub const fn as_str(self) -> &'static str {
        match self {
            Taught::Explicit => "explicit",
            Taught::Correction => "correction",
            Taught::RepeatedPattern => "repeated_pattern",
        }
    }

    const fn origin(self) -> Origin {
        match self {
            Taught::Explicit => Origin::UserExplicit,
            Taught::Correction => Origin::Correction,
            Taught::RepeatedPattern => Origin::Auto,
        }
    }

    /// Returns how a procedure of this origin was taught.
    pub const fn of(origin: Origin) -> Self {
        match origin {
            Origin::Correction => Taught::Correction,
            Origin::Auto | Origin::UserInferred | Origin::System => Taught::RepeatedPattern,
            _ => Taught::Explicit,
        }
    }
}

impl FromStr for Taught {
    type Err = InvalidWord;

    fn from_str(word: &str) -> Result<Self, InvalidWord> {
        let all = [Taught::Explicit, Taught::Correction, Taught::RepeatedPattern];
        all.into_iter().find(|taught| taught.as_str() == word).ok_or_else(|| InvalidWord {
            what: "source",
            word: word.to_owned(),
            expected: "explicit, correction, repeated_pattern".into(),
        })
    }
}

/// A procedure to learn.
#[derive(Debug, Clone)]
pub struct Teach {
    /// Where it belongs.
    pub scope: Scope,
    /// When it applies and what is done.
    pub procedure: Procedure,
    /// How it came to be known.
    pub taught: Taught,
    /// Concepts.
    pub tags: Vec<String>,
    /// What shows it; a rule needs some.
    pub evidence: Vec<String>,
    /// How sure it is, at most what its origin deserves.
    pub confidence: Option<Confidence>,
    /// Where the words stand.
    pub source: Source,
}

/// A procedure with what is known of its use.
#[derive(Debug, Clone)]
pub struct Known {
    /// The memory.
    pub memory: Memory,
    /// How it was used.
    pub usage: Usage,
    /// How sure it is after its successes.
    pub confidence: Confidence,
    /// How well it fits the task, 0 to 1; nothing in a list.
    pub score: Option<f32>,
}

/// How a use of a procedure ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Used {
    /// It helped.
    Worked,
    /// It did not.
    Failed,
}

impl Workspace {
    /// Learns a procedure, or merges it into one with a similar trigger.
    pub fn learn_procedure(&self, teach: &Teach, caller: &Caller) -> Result<Receipt> {
        teach.draft(caller)?;
        self.permit(memoro_core::policy::Operation::Write, caller)?;
        let teach = &self.told_once(teach);
        let against = if self.allows_reading(caller)? {
            self.against_procedure(&teach.procedure, &teach.scope, caller)?
        } else {
            None
        };
        let mut receipt = self.take_procedure(teach, caller)?;
        receipt.warnings.extend(against.map(|contradiction| contradiction.warning()));
        Ok(receipt)
    }

    /// Returns a procedure whose steps are told once each.
    fn told_once(&self, teach: &Teach) -> Teach {
        let steps = self.with_sense(|sense| told_once(&teach.procedure.steps, sense));
        Teach { procedure: Procedure { steps, ..teach.procedure.clone() }, ..teach.clone() }
    }

    /// Lends what knows what words mean.
    pub(crate) fn with_sense<T>(&self, ask: impl FnOnce(Sense<'_>) -> T) -> T {
        let (meaning, rows) = (|a: &str, b: &str| self.meaning(a, b), |text: &str| self.model.rows(text));
        ask(Sense { meaning: &meaning, rows: &rows })
    }

    /// Learns a procedure that was laid beside the others already.
    pub(crate) fn take_procedure(&self, teach: &Teach, caller: &Caller) -> Result<Receipt> {
        let teach = &self.told_once(teach);
        let draft = teach.draft(caller)?;
        self.permit(memoro_core::policy::Operation::Write, caller)?;
        if let Some(receipt) = self.repeated(caller)? {
            return Ok(receipt);
        }
        if caller.trust() >= Trust::User
            && let Some(old) = self.similar_procedure(teach, caller)?
        {
            return self.merge_procedure(old, teach, caller);
        }
        self.write(draft, caller)
    }

    /// Returns the known procedure that the new one would be merged into.
    pub(crate) fn similar_procedure(&self, teach: &Teach, caller: &Caller) -> Result<Option<Stored>> {
        let Trigger::When(when) = &teach.procedure.trigger else { return Ok(None) };
        let meaning = |a: &str, b: &str| self.meaning(a, b);
        let mut best: Option<(f64, Stored)> = None;
        for stored in self.near(when, Layer::Procedural, &teach.scope, caller)? {
            let Content::Procedure(Procedure { trigger: Trigger::When(old), .. }) = &stored.memory.content
            else {
                continue;
            };
            let similarity = trigger_similarity(when, old, &meaning);
            if similarity > MERGE_ABOVE && best.as_ref().is_none_or(|(most, _)| similarity > *most) {
                best = Some((similarity, stored));
            }
        }
        Ok(best.map(|(_, stored)| stored))
    }

    /// Returns current memories of a layer and scope that are near a text, the nearest first.
    pub(crate) fn near(
        &self,
        text: &str,
        layer: Layer,
        scope: &Scope,
        caller: &Caller,
    ) -> Result<Vec<Stored>> {
        self.near_in(text, &[layer], scope, caller)
    }

    /// Returns current memories of some layers and a scope that are near a text, the nearest first.
    pub(crate) fn near_in(
        &self,
        text: &str,
        layers: &[Layer],
        scope: &Scope,
        caller: &Caller,
    ) -> Result<Vec<Stored>> {
        let mut request = Recall {
            limit: CANDIDATES * layers.len(),
            min_score: 0.0,
            layers: layers.to_vec(),
            sensitive: true,
            ..Recall::new(text)
        };
        match scope {
            Scope::User(user) => request.user = Some(user.clone()),
            Scope::Project(project) => request.project = Some(project.clone()),
            Scope::Session(session) => request.session = Some(session.clone()),
            Scope::Policy | Scope::Agent => {}
        }
        let hits = self.found(&request, caller)?.hits;
        let mut near = Vec::new();
        for id in hits.into_iter().filter_map(|hit| hit.memory) {
            near.extend(self.store.get(&id)?.filter(|stored| stored.memory.scope == *scope));
        }
        Ok(near)
    }

    /// Returns how similar two texts are in meaning: the cosine of their vectors.
    pub(crate) fn meaning(&self, a: &str, b: &str) -> f64 {
        let (a, b) = (self.model.embed(a), self.model.embed(b));
        f64::from(a.iter().zip(&b).map(|(x, y)| x * y).sum::<f32>())
    }

    fn merge_procedure(&self, old: Stored, teach: &Teach, caller: &Caller) -> Result<Receipt> {
        let Stored { mut memory, rev, .. } = old;
        let id = memory.id.clone();
        let Content::Procedure(procedure) = &mut memory.content else {
            return Err(EngineError::NotFound { what: "procedure", name: id.to_string() });
        };
        procedure.steps =
            self.with_sense(|sense| merge_steps(&procedure.steps, &teach.procedure.steps, sense));
        check_steps(&procedure.steps)?;
        add_new(&mut memory.tags, &teach.tags);
        add_new(&mut memory.provenance.evidence, &teach.evidence);
        let changed = self.store.get(&id)?.is_none_or(|stored| stored.memory != memory);
        if changed {
            if teach.source != Source::default() {
                // The newest words' source, so that taking it back takes them back.
                memory.provenance.source = teach.source.clone();
            }
            memory.updated_at = caller.now;
            let reason = "merged with a procedure of a similar trigger";
            self.commit(vec![self.put(&memory, Expect::Rev(rev), Op::Upsert, reason)?], caller)?;
            self.mirror_memory(&memory, caller)?;
        }
        self.store.count_success(HashMap::from([(id.clone(), 1)]), caller.now)?;
        let written = Written::Merged { into: id };
        self.keep_written(&written, caller)?;
        self.receipt(written, Vec::new())
    }

    /// Finds the procedures that fit a task, the best first.
    pub fn find_procedures(
        &self,
        task: &str,
        user: &UserId,
        limit: Option<usize>,
        caller: &Caller,
    ) -> Result<Vec<Known>> {
        self.permit(memoro_core::policy::Operation::Read, caller)?;
        self.bearing_procedures(task, user, limit.unwrap_or(self.settings.layers.procedures), caller)
    }

    /// Lists the procedures and rules of a user and of the agent, the last changed first, after one of them.
    pub fn list_procedures(
        &self,
        user: &UserId,
        (limit, after): (usize, Option<(Timestamp, MemoryId)>),
        caller: &Caller,
    ) -> Result<Vec<Known>> {
        self.permit(memoro_core::policy::Operation::Read, caller)?;
        let filter = Filter {
            now: caller.now,
            shapes: vec![Shape::Procedure],
            scopes: vec![Scope::User(user.clone()), Scope::Agent],
            limit: Some(limit),
            after,
            ..Filter::default()
        };
        self.store.list(&filter)?.into_iter().map(|stored| self.known(stored.memory, None)).collect()
    }

    pub(crate) fn known(&self, memory: Memory, score: Option<f32>) -> Result<Known> {
        let usage = self.store.usage(&memory.id)?;
        let confidence = grown(memory.provenance.confidence, usage.successes);
        Ok(Known { memory, usage, confidence, score })
    }

    /// Counts that a procedure was used, and whether it helped.
    pub fn use_procedure(&self, name: &str, used: Used, caller: &Caller) -> Result<Known> {
        self.permit(memoro_core::policy::Operation::Write, caller)?;
        let memory = self.fetch(name, None, caller)?.memory;
        if memory.shape() != Shape::Procedure {
            let why = format!("it is a {}", memory.shape());
            return Err(EngineError::unfit(format!("{} is no procedure", memory.id), why));
        }
        let once: HashMap<MemoryId, u32> = HashMap::from([(memory.id.clone(), 1)]);
        self.store.count_access(once.clone(), caller.now)?;
        if used == Used::Worked {
            self.store.count_success(once, caller.now)?;
        }
        self.known(memory, None)
    }
}

impl Teach {
    /// Starts a procedure that the user taught.
    pub fn new(scope: Scope, procedure: Procedure) -> Self {
        Self {
            scope,
            procedure,
            taught: Taught::Explicit,
            tags: Vec::new(),
            evidence: Vec::new(),
            confidence: None,
            source: Source::default(),
        }
    }

    /// Checks the procedure and makes the draft of it.
    pub(crate) fn draft(&self, caller: &Caller) -> Result<Draft> {
        check_steps(&self.procedure.steps)?;
        match &self.procedure.trigger {
            Trigger::When(when) if when.trim().is_empty() => {
                return Err(EngineError::invalid("the trigger is empty", "say when the procedure applies"));
            }
            // What an agent puts forward waits for a person, whose word is the evidence.
            Trigger::Always
                if caller.trust() >= Trust::User
                    && self.evidence.iter().all(|evidence| evidence.trim().is_empty()) =>
            {
                return Err(EngineError::invalid("the rule has no evidence", "say what shows that it holds"));
            }
            _ => {}
        }
        let draft = Draft {
            tags: self.tags.clone(),
            evidence: self.evidence.clone(),
            origin: self.taught.origin(),
            confidence: self.confidence,
            source: self.source.clone(),
            reason: format!("learned ({})", self.taught.as_str()),
            ..Draft::new(self.scope.clone(), Content::Procedure(self.procedure.clone()))
        };
        // Size and encoding first: what is too long is refused before its words are compared with others.
        crate::write::check(&draft)?;
        let confidence = draft.memory(caller, &TimeZone::UTC, [0; 10])?.provenance.confidence;
        if self.procedure.trigger == Trigger::Always && confidence.thousandths() < RULE_CONFIDENCE {
            let why = format!("it is {confidence}, a rule needs 0.8 or more");
            return Err(EngineError::invalid("the confidence of the rule", why));
        }
        Ok(draft)
    }
}

fn check_steps(steps: &[String]) -> Result<()> {
    if steps.iter().all(|step| step.trim().is_empty()) {
        return Err(EngineError::invalid("the procedure has no steps", "say what is done"));
    }
    if steps.len() > MOST_STEPS {
        let why = format!("{} steps, at most {MOST_STEPS}; split it into several procedures", steps.len());
        return Err(EngineError::invalid("the procedure is too long", why));
    }
    Ok(())
}

/// Adds what is not there yet.
pub(crate) fn add_new(to: &mut Vec<String>, new: &[String]) {
    for item in new {
        if !to.contains(item) {
            to.push(item.clone());
        }
    }
}

/// Returns how sure a procedure is after it helped some times: each success closes a tenth of what is missing.
pub(crate) fn grown(base: Confidence, successes: u32) -> Confidence {
    let missing = (1.0 - base.get()) * 0.9f64.powi(i32::try_from(successes.min(1000)).unwrap_or(0));
    Confidence::new(1.0 - missing).unwrap_or(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_success_makes_a_procedure_surer_and_never_certain_at_once() {
        let base = Confidence::new(0.6).unwrap();
        let after: Vec<f64> = (0..20).map(|n| grown(base, n).get()).collect();
        assert!((after[0] - 0.6).abs() < 1e-9 && after.windows(2).all(|w| w[0] < w[1]) && after[19] < 1.0);
        assert!(grown(base, u32::MAX).get() <= 1.0);
    }

    #[test]
    fn sources_are_read_as_they_are_written() {
        for taught in [Taught::Explicit, Taught::Correction, Taught::RepeatedPattern] {
            assert_eq!(taught.as_str().parse::<Taught>().unwrap(), taught);
            assert_eq!(Taught::of(taught.origin()), taught);
        }
        assert!("guess".parse::<Taught>().is_err());
    }
}
