//! Whether a new text says the same as an old one, denies it, or only speaks of the same thing. Tokens are those of
//! the language; the similarity of meaning comes from outside. Stores nothing, and what to do about it is the
//! caller's choice.

mod align;
mod model;
mod procedures;
mod signs;
mod units;
mod values;

pub use procedures::{MERGE_ABOVE, merge_steps, same_trigger, trigger_similarity};

use std::collections::BTreeMap;

use crate::text::{Term, tokenize};
use align::{Alignment, align};
use units::{UnitKind, units};

/// How a new text relates to an old one.
#[derive(Debug, Clone, PartialEq)]
pub enum Relation {
    /// It says the same.
    Same,
    /// It says otherwise about the same thing.
    Contradicts {
        /// What differs, for a person.
        why: String,
    },
    /// It speaks of the same thing and both may be true.
    Related,
    /// It speaks of something else.
    Unrelated,
}

/// The outcome of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// How the new text relates to the old.
    pub relation: Relation,
    /// How sure that is, in 0..=1.
    pub confidence: f64,
    /// How similar the two are, in 0..=1: the mean of meaning and words.
    pub similarity: f64,
    /// What the two texts show.
    pub evidence: Evidence,
}

/// What two texts show when they are laid beside each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// Similarity of meaning, as given.
    pub cosine: f64,
    /// The share of terms that both have.
    pub overlap: f64,
    /// What differs, where it is plain: `8443 → 9000`.
    pub differs: Option<String>,
    /// Whether a number, a negation, an opposite or a member of a closed set speaks against the other.
    pub denies: bool,
    signals: [f64; model::SIGNALS],
}

impl Evidence {
    /// Returns each signal by name, for people who ask why.
    pub fn signals(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        model::NAMES.iter().copied().zip(self.signals)
    }
}

/// Tells how similar two texts are in meaning, in -1..=1: the cosine of their vectors.
pub type Meaning<'a> = dyn Fn(&str, &str) -> f64 + 'a;

/// Compares a new text with an old one; `meaning` is asked for the whole texts and for the parts that differ.
pub fn compare(new: &str, old: &str, meaning: &Meaning<'_>) -> Comparison {
    let evidence = evidence(new, old, meaning);
    let similarity = f64::midpoint(evidence.cosine, evidence.overlap).clamp(0.0, 1.0);
    if new.trim() == old.trim() {
        return Comparison { relation: Relation::Same, confidence: 1.0, similarity: 1.0, evidence };
    }
    let (class, confidence) = model::classify(&evidence.signals);
    let relation = match class {
        model::Class::Same => Relation::Same,
        model::Class::Contradicts => {
            let why = evidence.differs.clone().unwrap_or_else(|| "the same subject, said differently".into());
            Relation::Contradicts { why }
        }
        model::Class::Related => Relation::Related,
        model::Class::Unrelated => Relation::Unrelated,
    };
    Comparison { relation, confidence, similarity, evidence }
}

/// Returns the share of terms that two texts have in common, by the tokens of their languages, in 0..=1.
pub fn overlap(new: &str, old: &str) -> f64 {
    let (a, b) = (terms(new), terms(old));
    let shared: u32 = a.iter().map(|(term, n)| (*n).min(b.get(term).copied().unwrap_or(0))).sum();
    let total: u32 = a.values().sum::<u32>() + b.values().sum::<u32>();
    if total == 0 { 0.0 } else { 2.0 * f64::from(shared) / f64::from(total) }
}

fn terms(text: &str) -> BTreeMap<Term, u32> {
    let mut terms = BTreeMap::new();
    tokenize(text, &mut |token| {
        if token.is_indexed() && token.counts() {
            *terms.entry(token.term()).or_insert(0) += 1;
        }
    });
    terms
}

/// Lays two texts beside each other and notes what they show.
pub fn evidence(new: &str, old: &str, meaning: &Meaning<'_>) -> Evidence {
    let ask =
        |a: &str, b: &str| Some(meaning(a, b)).filter(|c| c.is_finite()).unwrap_or(0.0).clamp(-1.0, 1.0);
    let cosine = ask(new, old);
    let alignment = align(&units(new), &units(old));
    let overlap = overlap(new, old);
    let (numbers_new, numbers_old) = (values::numbers(new), values::numbers(old));
    let both = !numbers_new.is_empty() && !numbers_old.is_empty();
    let numbers_differ = both && !numbers_new.iter().any(|n| numbers_old.contains(n));
    let numbers_partly = both && numbers_new != numbers_old && !numbers_differ;
    let numbers_agree = both && numbers_new == numbers_old;
    let negated = signs::negations(new) % 2 != signs::negations(old) % 2;
    let opposite = signs::opposites(new, old);
    let member = values::other_member(new, old);
    let names = exchanged_names(&alignment);
    let differs = differs(&alignment, opposite.or(member), negated, names.as_ref());
    let flag = |yes: bool| f64::from(u8::from(yes));
    let count = |n: usize| f64::from(u32::try_from(n.min(6)).unwrap_or(6));
    let frame = f64::midpoint(alignment.kept, overlap);
    let exchanges = alignment.exchanged.len();
    let one_slot = exchanges == 1 && !alignment.opens_differently;
    let size = |units: &[units::Unit]| units.iter().map(align::weight).sum::<f64>();
    let small = alignment.exchanged.iter().all(|(a, b)| size(a) <= 2.5 && size(b) <= 2.5);
    let several = signs::several(new, old);
    let at_end = exchanges == 1 && alignment.ends_differently;
    let slots: Vec<f64> = alignment.exchanged.iter().map(|(a, b)| ask(&spell(a), &spell(b))).collect();
    let closest = slots.iter().copied().fold(0.0, f64::max);
    let farthest = slots.iter().copied().fold(1.0, f64::min);
    let role = signs::role(new, old);
    let changed = signs::changed(new, old);
    let denies = numbers_differ || opposite.is_some() || member.is_some() || negated;
    Evidence {
        cosine,
        overlap,
        differs,
        denies,
        signals: [
            cosine,
            overlap,
            alignment.kept,
            alignment.kept_of_longer,
            count(exchanges),
            flag(one_slot),
            flag(alignment.opens_differently),
            count(alignment.added),
            flag(numbers_differ),
            flag(numbers_partly),
            flag(numbers_agree),
            flag(negated),
            flag(opposite.is_some()),
            flag(member.is_some()),
            flag(names.is_some()),
            flag(denies) * cosine,
            flag(denies) * frame,
            flag(one_slot) * frame,
            flag(exchanges == 0 && !denies),
            flag(names.is_some()) * flag(one_slot),
            flag(alignment.opens_differently && alignment.exchanged.len() > 1),
            flag(alignment.opens_differently) * flag(denies),
            flag(at_end) * flag(!alignment.opens_differently),
            flag(small && exchanges > 0),
            flag(at_end && small) * alignment.kept_of_longer,
            flag(several) * flag(one_slot),
            flag(several) * flag(denies && !negated),
            flag(alignment.exchanged.is_empty()) * overlap,
            flag(numbers_agree) * flag(at_end),
            cosine * cosine,
            if slots.is_empty() { 0.0 } else { closest },
            farthest,
            flag(one_slot) * closest,
            flag(role) * flag(exchanges > 0),
            flag(role) * flag(alignment.opens_differently),
            flag(changed),
            flag(changed) * cosine,
        ],
    }
}

/// Finds an exchange in which a name or number stands on both sides.
fn exchanged_names(alignment: &Alignment) -> Option<(String, String)> {
    let name = |units: &[units::Unit]| {
        units.iter().find(|u| matches!(u.kind, UnitKind::Name | UnitKind::Number)).map(|u| u.text.clone())
    };
    alignment.exchanged.iter().find_map(|(new, old)| Some((name(new)?, name(old)?)))
}

/// Says in words what differs.
fn differs(
    alignment: &Alignment,
    pair: Option<(&str, &str)>,
    negated: bool,
    names: Option<&(String, String)>,
) -> Option<String> {
    if let Some((new, old)) = pair {
        return Some(format!("{old} → {new}"));
    }
    if let Some((new, old)) = names {
        return Some(format!("{old} → {new}"));
    }
    if negated {
        return Some("one of the two says not".into());
    }
    let text = |units: &[units::Unit]| spell(units).chars().take(60).collect::<String>();
    alignment.exchanged.first().map(|(new, old)| format!("{} → {}", text(old), text(new)))
}

/// Writes units out as text again.
fn spell(units: &[units::Unit]) -> String {
    let mut text = String::new();
    for unit in units {
        let letter = matches!(unit.kind, UnitKind::Thai | UnitKind::Han);
        if !letter && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&unit.text);
        if !letter {
            text.push(' ');
        }
    }
    text.trim().replace("  ", " ")
}
