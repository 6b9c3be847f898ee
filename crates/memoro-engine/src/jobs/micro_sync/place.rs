//! What who changes a decision seldom says again: the place of an appointment that is moved, and what a choice is for that comes in
//! the place of another. Moves nothing itself.

use std::collections::BTreeMap;

use memoro_core::extract::{Decided, Item, place_in};
use memoro_core::{Content, Decision, MemoryId};

use super::{FIELD, Found};
use crate::error::Result;
use crate::jobs::text::line;

impl Found<'_> {
    /// Returns the words of all that an item replaced in its conversation, and of what those replaced.
    pub(super) fn before(&self, at: usize, replaced_by: &BTreeMap<usize, Vec<&Item>>) -> Vec<String> {
        let (mut words, mut open) = (Vec::new(), vec![at]);
        while let Some(earlier) = open.pop().and_then(|at| replaced_by.get(&at)) {
            words.extend(earlier.iter().map(|item| item.conclusion.clone()));
            let place = |item: &&Item| self.items.iter().position(|other| std::ptr::eq(other, *item));
            open.extend(earlier.iter().filter_map(place));
        }
        words
    }

    /// Who moves an appointment seldom says its place again: it is kept from what was replaced.
    pub(super) fn keep_place(
        &self,
        decision: &mut Decision,
        mut before: Vec<String>,
        replaced: &[MemoryId],
    ) -> Result<()> {
        if place_in(&decision.conclusion).is_some() || !Decided::of(&decision.conclusion).moves_something() {
            return Ok(());
        }
        for id in replaced {
            if let Some(Content::Decision(old)) = self.reading.memory(id)?.map(|memory| memory.content) {
                before.extend([old.conclusion, old.finding]);
            }
        }
        let Some(place) = before.iter().find_map(|words| place_in(words)) else { return Ok(()) };
        let kept = format!("{} {place}", as_before(place));
        decision.finding = match decision.finding.as_str() {
            "" => kept,
            finding => line(&format!("{finding}; {kept}"), FIELD),
        };
        Ok(())
    }
}

/// Who puts another choice in the place of one that was made seldom says again what it is for: that is told by what it replaced.
pub(super) fn keep_matter(decision: &mut Decision, before: &[String]) {
    let Some(words) = before.iter().find(|words| !Decided::of(words).names_only_a_choice()) else { return };
    if decision.finding.is_empty() && Decided::of(&decision.conclusion).names_only_a_choice() {
        decision.finding = line(&format!("{} {words}", instead_of(words)), FIELD);
    }
}

/// Returns what stands before what was replaced, in its language.
fn instead_of(words: &str) -> &'static str {
    match words.chars().find(|c| c.is_alphabetic() && !c.is_ascii()) {
        Some('ก'..='๛') => "แทนที่:",
        Some(_) => "取代：",
        None => "in place of:",
    }
}

/// Returns what stands before the place that an appointment keeps, in the language of that place.
fn as_before(place: &str) -> &'static str {
    match place.chars().next() {
        Some('ก'..='๛') => "สถานที่เดิม:",
        Some('a'..='z' | 'A'..='Z') => "place as before:",
        _ => "地点不变：",
    }
}
