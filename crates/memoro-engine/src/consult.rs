//! Asking what is known before a decision, and being reminded of something known. Gives what bears on it and a short
//! text; decides nothing.

use memoro_core::pack::GUIDANCE;
use memoro_core::text::head;
use memoro_core::{Content, Layer, Memory, Procedure, Shape, Trigger, Trust, UserId};
use memoro_store::index::Tier;
use memoro_store::{Filter, Order};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::procedure::Known;
use crate::recall::{Hit, Look, Recall, Sight};
use crate::workspace::Workspace;

/// How many of each kind bear on a decision at most.
const MOST: usize = 5;
/// How many are looked at, so that what nobody stands behind cannot crowd out the rest.
const LOOKED_AT: usize = 100;
/// How many characters of each are told in the guidance.
const TOLD: usize = 160;
/// Nothing below this score bears on a decision.
const BEARS: f32 = 0.05;

/// From this score on what was found bears on a decision, whatever it means.
const CLEAR: f32 = 0.3;

/// How many procedures are considered.
const CONSIDERED: usize = 40;
/// From this similarity of meaning on a procedure bears on a task whatever its words.
const MEANS: f32 = 0.22;

/// Below this similarity of meaning a procedure bears on no task, whatever words they share.
const SHARES: f32 = 0.12;

/// What bears on a decision.
#[derive(Debug, Clone)]
pub struct Consulted {
    /// Principles, the most relevant first.
    pub principles: Vec<Hit>,
    /// Patterns, the most relevant first.
    pub patterns: Vec<Hit>,
    /// Procedures that fit.
    pub procedures: Vec<Known>,
    /// What agents wrote down as principles and patterns and no person stands behind; it is no part of the guidance.
    pub unconfirmed: Vec<Hit>,
    /// The whole in a few lines, in the language of the question.
    pub guidance: String,
}

impl Workspace {
    /// Returns the principles, patterns and procedures that bear on a decision.
    pub fn consult(&self, decision: &str, user: &UserId, caller: &Caller) -> Result<Consulted> {
        self.permit(memoro_core::policy::Operation::Read, caller)?;
        if decision.trim().is_empty() {
            return Err(EngineError::invalid("the question is empty", "say what is to be decided"));
        }
        let (principles, mut unconfirmed) = self.tagged(decision, &["principle"], user, caller)?;
        let (patterns, others) = self.tagged(decision, &["pattern", "learning"], user, caller)?;
        let fresh = |hit: &Hit| unconfirmed.iter().all(|known| known.memory != hit.memory);
        let others: Vec<Hit> = others.into_iter().filter(fresh).collect();
        unconfirmed.extend(others);
        unconfirmed.truncate(MOST);
        let procedures = self.bearing_procedures(decision, user, MOST, caller)?;
        let guidance = guidance(decision, (&principles, &patterns, &procedures));
        Ok(Consulted { principles, patterns, procedures, unconfirmed, guidance })
    }

    /// Returns the rules and procedures that bear on a task, the most relevant first: by words or, across languages,
    /// by meaning.
    pub(crate) fn bearing_procedures(
        &self,
        task: &str,
        user: &UserId,
        most: usize,
        caller: &Caller,
    ) -> Result<Vec<Known>> {
        let Some(request) = self.asked_by(&of_procedures(Recall::new(task), user, most), caller)? else {
            return Ok(Vec::new());
        };
        let mut sight = self.sight(&request, caller)?;
        self.procedures_in(&mut sight, (&request, most), caller)
    }

    /// Returns the rules and procedures of a question's sight that bear on it, the most relevant first.
    pub(crate) fn procedures_in(
        &self,
        sight: &mut Sight,
        (request, most): (&Recall, usize),
        caller: &Caller,
    ) -> Result<Vec<Known>> {
        let hits = self.look(sight, request, (caller, Look::Bare))?.hits;
        let asked = self.model.embed(&request.query);
        let close = |text: &str| asked.iter().zip(&self.model.embed(text)).map(|(a, b)| a * b).sum::<f32>();
        // What sets a procedure off says what it is about better than its steps.
        let near = |memory: &Memory| match &memory.content {
            Content::Procedure(Procedure { trigger: Trigger::When(when), .. }) => {
                close(when).max(close(&memory.content.text()))
            }
            content => close(&content.text()),
        };
        let mut found: Vec<(f32, Memory)> = Vec::new();
        let mut meant: Vec<(f32, Memory)> = Vec::new();
        for hit in hits {
            if found.len() >= most {
                break;
            }
            let Some(memory) = hit.found else { continue };
            // Hits come by score; what bears by its meaning alone comes after them, the nearest first.
            let meaning = near(&memory);
            match hit.score {
                // Words alone may be chance, whatever they score.
                score if score >= CLEAR && meaning >= SHARES => found.push((score, memory)),
                score if score >= BEARS && meaning >= MEANS => found.push((score, memory)),
                score if score < BEARS && meaning >= MEANS => meant.push((meaning, memory)),
                _ => {}
            }
        }
        meant.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        found.extend(meant.into_iter().map(|(_, memory)| (BEARS, memory)));
        found.truncate(most);
        found.into_iter().map(|(score, memory)| self.known(memory, Some(score))).collect()
    }

    /// Returns what bears on a question under any of some tags: what a person stands behind, and the rest.
    fn tagged(
        &self,
        query: &str,
        tags: &[&str],
        user: &UserId,
        caller: &Caller,
    ) -> Result<(Vec<Hit>, Vec<Hit>)> {
        let request = Recall {
            limit: LOOKED_AT,
            min_score: BEARS,
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
            user: Some(user.clone()),
            ..Recall::new(query)
        };
        let (mut vouched, mut rest) = (Vec::new(), Vec::new());
        let asked = self.model.embed(query);
        // A low score may be chance: then the meaning must speak for it.
        let bears = |hit: &Hit| {
            let near = || asked.iter().zip(&self.model.embed(&hit.text)).map(|(a, b)| a * b).sum::<f32>();
            hit.score >= CLEAR || near() >= MEANS
        };
        for hit in self.recall(&request, caller)?.hits.into_iter().filter(bears) {
            let trusted = hit.found.as_ref().is_some_and(|memory| memory.provenance.trust >= Trust::User);
            if trusted { vouched.push(hit) } else { rest.push(hit) }
        }
        vouched.truncate(MOST);
        rest.truncate(MOST);
        Ok((vouched, rest))
    }

    /// Returns one of the learnings of everyone and of a user; `chance` picks which.
    pub fn reflect(&self, user: &UserId, chance: u64, caller: &Caller) -> Result<Option<Memory>> {
        self.permit(memoro_core::policy::Operation::Read, caller)?;
        let mut filter = Filter {
            now: caller.now,
            shapes: vec![Shape::Note],
            tags: ["principle", "pattern", "learning"].map(str::to_owned).to_vec(),
            scopes: vec![memoro_core::Scope::User(user.clone()), memoro_core::Scope::Agent],
            order: Order::Written,
            ..Filter::default()
        };
        let Some(at) = chance.checked_rem(self.store.count(&filter)?) else { return Ok(None) };
        filter.limit = Some(1);
        filter.offset = usize::try_from(at).unwrap_or(0);
        Ok(self.store.list(&filter)?.pop().map(|stored| stored.memory))
    }
}

/// Narrows a question to the procedures of a user.
pub(crate) fn of_procedures(question: Recall, user: &UserId, most: usize) -> Recall {
    Recall {
        limit: CONSIDERED.max(most),
        min_score: 0.0,
        layers: vec![Layer::Procedural],
        tiers: vec![Tier::Hot, Tier::Warm],
        user: Some(user.clone()),
        ..question
    }
}

/// The words of the guidance in one language.
struct Words {
    nothing: &'static str,
    /// Above the principles, the patterns and the procedures.
    heads: [&'static str; 3],
}

const ENGLISH: Words = Words {
    nothing: "Nothing that is known bears on this yet. Decide, and write down why.",
    heads: GUIDANCE[0],
};
const THAI: Words = Words {
    nothing: "ยังไม่มีความรู้ที่เกี่ยวข้องกับเรื่องนี้ ตัดสินใจแล้วบันทึกเหตุผลไว้", heads: GUIDANCE[1]
};
const CHINESE: Words = Words {
    nothing: "目前没有与此相关的知识。请作出决定，并写下理由。",
    heads: GUIDANCE[2],
};

fn words_of(text: &str) -> &'static Words {
    let thai = |c: char| ('\u{0E00}'..='\u{0E7F}').contains(&c);
    let han = |c: char| ('\u{4E00}'..='\u{9FFF}').contains(&c);
    match () {
        () if text.chars().any(thai) => &THAI,
        () if text.chars().any(han) => &CHINESE,
        () => &ENGLISH,
    }
}

fn guidance(question: &str, (principles, patterns, procedures): (&[Hit], &[Hit], &[Known])) -> String {
    let words = words_of(question);
    let one_line = |text: &str| {
        let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        head(&line, TOLD).to_owned()
    };
    let hits = |hits: &[Hit]| hits.iter().take(3).map(|hit| one_line(&hit.text)).collect::<Vec<_>>();
    let known: Vec<String> =
        procedures.iter().take(MOST).map(|known| one_line(&known.memory.content.text())).collect();
    let mut lines = Vec::new();
    for (head, items) in words.heads.into_iter().zip([hits(principles), hits(patterns), known]) {
        if !items.is_empty() {
            lines.push(format!("{head}:"));
            lines.extend(items.iter().map(|item| format!("- {item}")));
        }
    }
    if lines.is_empty() { words.nothing.to_owned() } else { lines.join("\n") }
}
