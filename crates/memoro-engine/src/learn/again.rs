//! What is said again. In the same words it changes nothing; other words are kept beside the first ones, so that taking
//! two sentences for one never takes anything away.

use memoro_core::conflict::{Comparison, Relation, Sense, adds_words, compare};
use memoro_core::{Content, Memory, Receipt, Trust, Written};

use super::{Beside, Learn, Plan, add_new};
use crate::caller::Caller;
use crate::draft::Draft;
use crate::edit::Edit;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

/// The most wordings of one thing that are kept together; what comes after them is a memory of its own.
const WORDINGS: usize = 8;

/// What the words of something known are worth.
pub(super) enum Wording {
    /// They add nothing.
    Known,
    /// They are kept with the others: the memory becomes this.
    Joins(String),
    /// They cannot be added and are kept by themselves.
    Apart,
}

/// The longest text whose sentences are laid beside others, in bytes.
const LONG: usize = 8_192;

/// Tells whether two texts can be laid beside each other; long ones say the same only where they are equal.
pub(super) fn comparable(text: &str, known: &str) -> bool {
    text.len().max(known.len()) <= LONG || text.trim() == known.trim()
}

/// Compares a text with a memory, and with each of its wordings where it has several.
pub(super) fn compare_wordings(text: &str, known: &str, sense: Sense<'_>) -> Comparison {
    let whole = compare(text, known, sense);
    let several = (2..=WORDINGS).contains(&known.lines().count());
    if whole.relation == Relation::Same || !several {
        return whole;
    }
    let each = known.lines().map(|wording| compare(text, wording, sense));
    each.into_iter().find(|found| found.relation == Relation::Same).unwrap_or(whole)
}

impl Workspace {
    /// Returns what a known memory becomes when the same is said in these words.
    pub(super) fn joined(&self, text: &str, known: &Memory, found: &Comparison, caller: &Caller) -> Wording {
        let before = known.content.text();
        let is_there = before.lines().any(|wording| wording.trim() == text.trim());
        // An order of an agent waits for a person; what only tells does not take it in.
        let orders = || caller.trust() < Trust::User && self.directs(text) && !self.directs(&before);
        if !is_there && orders() {
            return Wording::Apart;
        }
        if is_there || !(found.evidence.denies || adds_words(text, &before)) {
            return Wording::Known;
        }
        let own = self.own(known, caller).is_ok() && (caller.trust() >= Trust::User) == is_persons(known);
        let note = matches!(known.content, Content::Note(_));
        let room = before.lines().count() < WORDINGS && text.lines().count() == 1;
        if own && note && room {
            Wording::Joins(format!("{before}\n{}", text.trim()))
        } else {
            Wording::Apart
        }
    }

    /// Takes note that something known was said again, with the words that are new.
    pub(super) fn learn_again(
        &self,
        known: &Memory,
        words: Option<String>,
        tags: &[String],
        caller: &Caller,
    ) -> Result<Receipt> {
        let mut all = known.tags.clone();
        add_new(&mut all, tags);
        if caller.trust() >= Trust::User && !is_persons(known) {
            // What only a program had said is the person's now.
            let draft = Draft::new(known.scope.clone(), known.content.clone());
            return self.write(Draft { key: Some(known.key.clone()), tags: all, ..draft }, caller);
        }
        if words.is_some() || (all != known.tags && self.own(known, caller).is_ok()) {
            let edit =
                Edit { text: words, tags: Some(all), reason: "learned again".into(), ..Edit::default() };
            self.edit(known.id.as_str(), &edit, caller)?;
        }
        let written = Written::Merged { into: known.id.clone() };
        self.keep_written(&written, caller)?;
        self.receipt(written, Vec::new())
    }
}

impl Plan {
    /// Leaves out the warning, which would tell the older memory to somebody who may not read it.
    pub(super) fn unwarned(mut self) -> Self {
        if matches!(self.beside, Beside::Against(_)) {
            self.beside = Beside::Nothing;
        }
        self
    }
}

fn is_persons(memory: &Memory) -> bool {
    memory.provenance.trust >= Trust::User
}

/// Returns a request without what memory itself gave, where some of it is that.
pub(super) fn without_own(request: &Learn) -> Result<Option<Learn>> {
    match memoro_core::pack::repeated(&request.text) {
        Some(text) if text.is_empty() => {
            Err(EngineError::invalid("there is nothing to learn", crate::write::own_words().text))
        }
        left => Ok(left.map(|text| Learn { text, ..request.clone() })),
    }
}
