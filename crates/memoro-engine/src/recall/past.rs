//! Questions about the past are answered by the words of then: the index knows what a memory says now, so those that said
//! something else are read themselves. Writes nothing and keeps nothing.

use std::collections::{BTreeSet, HashSet};

use memoro_core::fusion::{Corpus, Ranked, Signals, is_visible};
use memoro_core::query::Query;
use memoro_core::text::{Term, index_tokens};
use memoro_core::{Memory, MemoryId};
use memoro_store::index::Source;
use memoro_store::source_number;

use super::{Hit, Look, Recall, Sight};
use crate::caller::Caller;
use crate::error::Result;
use crate::workspace::Workspace;

/// How many rows are read at once.
const ROWS: usize = 1_000;
/// How much of a question the words of then must hold.
const LEAST: f32 = 0.2;
/// What is left of the score of a text without the words that a question quotes.
const UNQUOTED: f32 = 0.3;

impl Workspace {
    /// Puts memories that said something else at the moment that is asked for in the place of what they say now.
    pub(super) fn by_words_of_then(
        &self,
        hits: &mut Vec<Hit>,
        (sight, look): (&Sight, Look),
        (request, caller): (&Recall, &Caller),
    ) -> Result<()> {
        let Some(at) = request.as_of else { return Ok(()) };
        let memory = source_number(Source::Memory);
        let visible = sight.view.visible();
        let is_memory = |slot: &u32| {
            is_visible(visible, *slot as usize)
                && sight.view.facets(*slot).is_some_and(|facets| facets.source == memory)
        };
        let slots: Vec<u32> =
            (0u32..).take(sight.view.metas().len()).filter(|slot| is_memory(slot)).collect();
        let mut seen: BTreeSet<MemoryId> = BTreeSet::new();
        for some in slots.chunks(ROWS) {
            for found in self.store.found(some)? {
                let Some(stored) = found.memory else { continue };
                let changed = stored.rev > 1 && stored.recorded_at > at;
                if !changed || !seen.insert(stored.memory.id.clone()) {
                    continue;
                }
                let Some(then) = self.as_believed(stored.clone(), Some(at))? else { continue };
                if said(&then) == said(&stored.memory) {
                    continue;
                }
                hits.retain(|hit| hit.memory.as_ref() != Some(&then.id));
                let score = fit(&sight.query, &said(&then));
                if score < LEAST.max(request.min_score) {
                    continue;
                }
                let signals = Signals { words: score, ..Signals::default() };
                let one = Ranked { slot: found.slot, score, signals };
                hits.extend(self.memory_hit(&one, Some(stored), (&sight.query, look), (request, caller))?);
            }
        }
        if !seen.is_empty() {
            hits.sort_by(|a, b| b.score.total_cmp(&a.score));
        }
        Ok(())
    }
}

/// Returns all that a memory is found by.
fn said(memory: &Memory) -> String {
    format!("{} {}", memory.key, memory.content.text())
}

/// Returns how much of a question a text holds, in 0..=1.
fn fit(query: &Query, text: &str) -> f32 {
    let mut held: HashSet<Term> = HashSet::new();
    index_tokens(text, &mut |token| {
        held.insert(token.term());
    });
    let asked = query.terms.iter().filter(|term| !term.piece && !term.when);
    let (mut all, mut found) = (0.0_f32, 0.0_f32);
    for term in asked {
        let holds = held.contains(&term.term) || term.also.iter().any(|name| held.contains(name));
        all += term.weight;
        found += if holds { term.weight } else { 0.0 };
    }
    let words = if all > 0.0 { found / all } else { 0.0 };
    match query.phrases.as_slice() {
        [] => words,
        phrases if phrases.iter().all(|phrase| phrase.is_in(text)) => 1.0,
        _ => words * UNQUOTED,
    }
}

#[cfg(test)]
mod tests {
    use memoro_core::query::Today;

    use super::*;

    #[test]
    fn a_text_fits_by_the_words_that_say_what_is_asked() {
        for (question, yes, no) in [
            ("where does the penguin live?", "The penguin lives in Antarctica", "Broken lighthouse keeper"),
            ("นกเพนกวินอยู่ที่ไหน", "นกเพนกวินอาศัยอยู่ที่ขั้วโลกใต้", "คนเฝ้าประภาคาร"),
            ("企鹅住在哪里？", "企鹅住在南极", "灯塔看守人"),
        ] {
            let query = Query::analyse(question, Today::new(2026, 11, 19));
            assert!(fit(&query, yes) > 0.4, "{question}: {}", fit(&query, yes));
            assert!(fit(&query, no) < LEAST, "{question}: {}", fit(&query, no));
        }
    }
}
