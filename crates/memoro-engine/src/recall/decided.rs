//! "What did we decide about …": the decision that holds comes first, what was only said or asked about it after it. Words that led
//! to a decision which was replaced are marked as such and come last, whatever was asked. Reads the store and the index; writes nothing.

use memoro_core::extract::{Matter, Subject, asks_for_decision, decision_subject, only_asks};
use memoro_core::{Content, Memory, Shape};
use memoro_store::Filter;

use super::timed::ALL_TIERS;
use super::{Answer, Hit, HitSource, Look, Recall, Sight};
use crate::caller::Caller;
use crate::error::Result;
use crate::jobs::REPLACES;
use crate::workspace::Workspace;

/// The stages of decisions that were taken.
const TAKEN: [&str; 3] = ["decided", "implemented", "closed"];
/// How much of the matter a decision must name to count as one that was asked for.
const NAMED: f64 = 0.5;
/// How many decisions are looked at.
const LOOKED_AT: usize = 24;
/// How many turns behind a question its answer stands.
const ANSWERED_WITHIN: u32 = 4;

/// Tells whether a question asks for decisions, and may be answered with them.
pub(super) fn puts_decisions_first(request: &Recall) -> bool {
    let narrowed = !request.kinds.is_empty() || request.as_of.is_some();
    !narrowed && asks_for_decision(&request.query)
}

impl Workspace {
    /// Puts the decisions that a question asks for before everything else.
    pub(super) fn decisions_first(
        &self,
        sight: &mut Sight,
        request: &Recall,
        (caller, look): (&Caller, Look),
        mut answer: Answer,
    ) -> Result<Answer> {
        if !puts_decisions_first(request) {
            if request.as_of.is_none() {
                self.mark_in_passing(&mut answer.hits, caller)?;
            }
            return Ok(answer);
        }
        let subject = decision_subject(&request.query);
        // A time alone is no subject.
        let any = subject.is_empty() || sight.query.only_when;
        let every = Recall {
            kinds: TAKEN.map(str::to_owned).to_vec(),
            all_statuses: true,
            limit: LOOKED_AT.max(request.limit),
            counted: false,
            min_score: 0.0,
            tiers: ALL_TIERS.to_vec(),
            ..request.clone()
        };
        let decisions = if any {
            self.of_its_time(sight, &every, (caller, look))?
        } else {
            self.look(sight, &every, (caller, look))?.hits
        };
        let mut current: Vec<(Hit, Memory)> = Vec::new();
        let mut replaced: Vec<Memory> = Vec::new();
        for hit in decisions {
            let Some(memory) = hit.found.clone() else { continue };
            match hit.status.as_str() {
                "active" if memory.is_current(caller.now) => current.push((hit, memory)),
                "archived" => current.push((hit, memory)),
                "superseded" => replaced.push(memory),
                _ => {}
            }
        }
        let holding: Vec<Memory> = current.iter().map(|(_, memory)| memory.clone()).collect();
        mark_replaced(&mut answer.hits, &replaced, &holding);
        let names = |hit: &Hit| subject.covered_by(&Subject::of(&hit.text)) >= NAMED;
        let asked: Vec<&Hit> = answer.hits.iter().filter(|hit| is_question(hit) && names(hit)).collect();
        current.retain(|(hit, memory)| any || names(hit) || asked.iter().any(|hit| answers(memory, hit)));
        if any {
            current.sort_by_key(|(_, memory)| std::cmp::Reverse(memory.date()));
        }
        let best = answer.hits.iter().map(|hit| hit.score).fold(0.0, f32::max);
        for (hit, _) in &mut current {
            // Among few a hit scores otherwise than among all; what comes first scores no less than what comes after it.
            let among_all =
                answer.hits.iter().find(|other| other.memory == hit.memory).map(|other| other.score);
            // Where any decision is asked for, the words of the question say nothing of one.
            let own = if any { hit.score } else { among_all.unwrap_or(hit.score) };
            hit.score = own.max(best);
        }
        current.retain(|(hit, _)| hit.score >= request.min_score);
        newest_of_a_matter_first(&mut current);
        let shown = request.sources.is_empty() || request.sources.contains(&HitSource::Memory);
        let mut hits: Vec<Hit> = Vec::new();
        if shown && request.tiers.is_empty() && request.layers.is_empty() {
            hits.extend(current.into_iter().map(|(hit, _)| hit));
        }
        // Of two that say the same the decision stands for both; what was replaced comes last.
        let known =
            |hit: &Hit, hits: &[Hit]| hit.memory.is_some() && hits.iter().any(|h| h.memory == hit.memory);
        let (old, new): (Vec<Hit>, Vec<Hit>) =
            answer.hits.into_iter().partition(|hit| hit.status == "superseded");
        for hit in new.into_iter().chain(old) {
            if !known(&hit, &hits) {
                hits.push(hit);
            }
        }
        questions_behind_decisions(&mut hits);
        hits.truncate(request.limit);
        let_none_rise(&mut hits);
        Ok(Answer { hits, ..answer })
    }

    /// Marks the turns among the hits of any question that led to a decision which was replaced, and puts them last: who
    /// reads them first takes them for what holds.
    fn mark_in_passing(&self, hits: &mut Vec<Hit>, caller: &Caller) -> Result<()> {
        let said = || hits.iter().filter(|hit| hit.source == HitSource::Session);
        let Some(since) = said().filter_map(|hit| hit.date).min() else { return Ok(()) };
        let listed = |status: &str, since| -> Result<Vec<Memory>> {
            let filter = Filter {
                now: caller.now,
                statuses: vec![status.to_owned()],
                shapes: vec![Shape::Decision],
                since,
                ..Filter::default()
            };
            Ok(self.store.list(&filter)?.into_iter().map(|stored| stored.memory).collect())
        };
        // What was replaced was changed after it was said.
        let replaced = listed("superseded", Some(since))?;
        let found: Vec<&Memory> = hits.iter().filter_map(|hit| hit.found.as_ref()).collect();
        let is_old = |hit: &Hit| {
            replaced.iter().any(|memory| shows(hit, memory))
                || found.iter().any(|memory| names_as_replaced(hit, memory))
        };
        if !said().any(is_old) {
            return Ok(());
        }
        mark_replaced(hits, &replaced, &listed("active", None)?);
        let is_marked = |hit: &Hit| hit.source == HitSource::Session && hit.status == "superseded";
        let (old, mut new): (Vec<Hit>, Vec<Hit>) = std::mem::take(hits).into_iter().partition(is_marked);
        new.extend(old);
        let_none_rise(&mut new);
        *hits = new;
        Ok(())
    }
}

/// What comes after another hit scores no more than that.
fn let_none_rise(hits: &mut [Hit]) {
    let mut most = 1.0;
    for hit in hits {
        hit.score = hit.score.min(most);
        most = hit.score;
    }
}

/// Tells whether a hit only asks: who wants to know what was decided knows the question.
fn is_question(hit: &Hit) -> bool {
    hit.source == HitSource::Session && only_asks(&hit.text)
}

/// Tells whether a decision was taken in the turns right behind a question.
fn answers(memory: &Memory, question: &Hit) -> bool {
    let source = &memory.provenance.source;
    let same = source.path.is_some() && source.path == question.path;
    let number = |text: &str| text.parse::<u32>().ok();
    let asked = question.heading.as_deref().and_then(|caption| number(caption.rsplit_once('#')?.1));
    let settled = source.range.as_deref().and_then(|range| number(range.rsplit_once('-')?.1));
    let behind = |(asked, settled): (u32, u32)| settled > asked && settled - asked <= ANSWERED_WITHIN;
    same && asked.zip(settled).is_some_and(behind)
}

/// Puts what only asks behind the decisions among the hits; everything else keeps its order.
fn questions_behind_decisions(hits: &mut Vec<Hit>) {
    let decides = |hit: &Hit| {
        let taken = |memory: &Memory| matches!(&memory.content, Content::Decision(_));
        hit.status == "active" && hit.found.as_ref().is_some_and(taken)
    };
    let Some(last) = hits.iter().rposition(decides) else { return };
    let rest = hits.split_off(last + 1);
    let (questions, others): (Vec<Hit>, Vec<Hit>) = std::mem::take(hits).into_iter().partition(is_question);
    hits.extend(others.into_iter().chain(questions).chain(rest));
}

/// Of two decisions that choose differently in one matter the newer one comes first.
fn newest_of_a_matter_first(current: &mut [(Hit, Memory)]) {
    let matter = |memory: &Memory| match &memory.content {
        Content::Decision(decision) => Matter::of(&decision.title),
        _ => None,
    };
    let matters: Vec<Option<Matter>> = current.iter().map(|(_, memory)| matter(memory)).collect();
    let mut order: Vec<usize> = (0..current.len()).collect();
    for later in 1..order.len() {
        for earlier in 0..later {
            let (a, b) = (order[earlier], order[later]);
            let conflict = matters[a].as_ref().zip(matters[b].as_ref()).is_some_and(|(a, b)| a.conflicts(b));
            if conflict && current[b].1.date() > current[a].1.date() {
                order.swap(earlier, later);
            }
        }
    }
    let sorted: Vec<(Hit, Memory)> = order.into_iter().map(|at| current[at].clone()).collect();
    current.clone_from_slice(&sorted);
}

/// Tells whether a decision says that it took the place of the words of a hit.
fn names_as_replaced(hit: &Hit, memory: &Memory) -> bool {
    let Content::Decision(decision) = &memory.content else { return false };
    let text = hit.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = decision.refs.iter().filter_map(|one| one.strip_prefix(REPLACES));
    words.map(|words| words.trim_matches('"')).any(|words| !words.is_empty() && text.contains(words))
}

/// Tells whether a turn holds the words that a decision was read from.
fn shows(hit: &Hit, memory: &Memory) -> bool {
    let said_in = memory.provenance.source.path.as_deref();
    let same = said_in.is_some() && said_in == hit.path.as_deref();
    let text = hit.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut evidence = memory.provenance.evidence.iter().filter(|words| !words.is_empty());
    same && evidence.any(|words| text.contains(words.as_str()))
}

/// Marks the turns that show a decision which was replaced, and no other.
fn mark_replaced(hits: &mut [Hit], replaced: &[Memory], current: &[Memory]) {
    for hit in hits.iter_mut().filter(|hit| hit.source == HitSource::Session) {
        let holds = current.iter().any(|memory| shows(hit, memory));
        let dropped = || current.iter().any(|memory| names_as_replaced(hit, memory));
        if !holds && (replaced.iter().any(|memory| shows(hit, memory)) || dropped()) {
            "superseded".clone_into(&mut hit.status);
        }
    }
}
