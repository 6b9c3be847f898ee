//! Whether a new text says the same as an old one, denies it, or only speaks of the same thing. Tokens are those of
//! the language; the similarity of meaning comes from outside. Stores nothing, and what to do about it is the
//! caller's choice.

mod across;
mod align;
mod bare;
mod denial;
mod model;
mod net;
mod plain;
mod procedures;
mod qualifiers;
mod said;
mod shared;
mod signs;
mod soft;
mod spans;
mod steps;
mod tiles;
mod units;
mod values;
mod words;

pub use procedures::{MERGE_ABOVE, same_trigger, trigger_similarity};
pub use qualifiers::other_script;
pub use steps::{merge_steps, told_once};
pub use values::Tools;

use std::collections::BTreeMap;

use crate::text::{Term, tokenize};
use align::{Alignment, align};
use denial::{Denial, Numbers};
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
#[allow(clippy::struct_excessive_bools, reason = "each tells another thing of two statements")]
pub struct Evidence {
    /// Similarity of meaning, as given.
    pub cosine: f64,
    /// The share of terms that both have.
    pub overlap: f64,
    /// What differs, where it is plain: `8443 → 9000`.
    pub differs: Option<String>,
    /// Whether a number, a negation, an opposite or a member of a closed set speaks against the other.
    pub denies: bool,
    /// Whether a number, a name or a member of a closed set seems to be another one: no duplicate unless beyond doubt.
    differs_in_fact: bool,
    /// Whether the two speak of different subjects or places, so that neither denies the other.
    of_another: bool,
    /// Whether one denies of a thing what the other says of another: not in Bangkok, in Chiang Mai.
    denies_another: bool,
    signals: [f64; model::SIGNALS],
}

impl Evidence {
    /// Returns each signal by name, for people who ask why.
    pub fn signals(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        model::NAMES.iter().copied().zip(self.signals)
    }

    /// Returns what speaks against a duplicate unless it is beyond doubt, and what rules a contradiction out.
    pub fn marks(&self) -> [bool; 2] {
        [self.differs_in_fact, self.of_another]
    }
}

/// Tells how similar two texts are in meaning, in -1..=1: the cosine of their vectors.
pub type Meaning<'a> = dyn Fn(&str, &str) -> f64 + 'a;

/// Gives the vectors of the word pieces of a text, one behind the other; none where the embedded model is not at hand.
pub type Rows<'a> = dyn Fn(&str) -> Vec<f32> + 'a;

/// What knows what words mean.
#[derive(Clone, Copy)]
pub struct Sense<'a> {
    /// How similar two texts are.
    pub meaning: &'a Meaning<'a>,
    /// The pieces of a text.
    pub rows: &'a Rows<'a>,
}

impl<'a> Sense<'a> {
    /// Returns a sense that knows no pieces.
    pub fn of_words(meaning: &'a Meaning<'a>) -> Self {
        Self { meaning, rows: &|_| Vec::new() }
    }
}

/// Compares a new text with an old one; `sense` is asked for the whole texts and for the parts that differ.
pub fn compare(new: &str, old: &str, sense: Sense<'_>) -> Comparison {
    let meaning = sense.meaning;
    if plain::alike(new, old) {
        let evidence = evidence(new, old, meaning);
        return Comparison { relation: Relation::Same, confidence: 1.0, similarity: 1.0, evidence };
    }
    let as_given = [new, old];
    let (new, old) = &shared::without_shared_numbers(new, old);
    let spanned = spans::spanned(new, old);
    let evidence = match &spanned {
        Some(both) => {
            // The meaning is that of the sentences as they were written.
            let as_written = |a: &str, b: &str| meaning(&both.as_written(a), &both.as_written(b));
            evidence(&both.new, &both.old, &as_written)
        }
        None => evidence(new, old, meaning),
    };
    let similarity = f64::midpoint(evidence.cosine, evidence.overlap).clamp(0.0, 1.0);
    if qualifiers::other_script(new, old) {
        let (new, old) = spanned.as_ref().map_or((&**new, &**old), |both| (&both.new, &both.old));
        let (relation, confidence) = across::relation(&evidence, &Denial::of(new, old));
        return Comparison { relation, confidence, similarity, evidence };
    }
    let (class, confidence) = judge(&evidence, as_given, sense);
    let relation = match class {
        model::Class::Same if evidence.differs_in_fact && confidence < SURE_OF_FACT => Relation::Related,
        model::Class::Same => Relation::Same,
        model::Class::Contradicts if evidence.of_another || evidence.denies_another => Relation::Related,
        model::Class::Contradicts if similarity < SPEAK_OF_ONE => Relation::Unrelated,
        model::Class::Contradicts => {
            let why = evidence.differs.clone().unwrap_or_else(|| "the same subject, said differently".into());
            let why = spanned.map_or(why.clone(), |both| both.as_written(&why));
            Relation::Contradicts { why: said::as_said(&why, as_given) }
        }
        model::Class::Related => Relation::Related,
        model::Class::Unrelated => Relation::Unrelated,
    };
    Comparison { relation, confidence, similarity, evidence }
}

/// Returns the relation and how likely it is: as the network reads the two, where their pieces are known and they speak of
/// the same thing at all; else, and where nothing differs but a "not", as the signals say.
fn judge(evidence: &Evidence, [new, old]: [&str; 2], sense: Sense<'_>) -> (model::Class, f64) {
    let by_signals = model::classify(&evidence.signals);
    if matches!(by_signals, (model::Class::Unrelated, likely) if likely > SURE_OF_ANOTHER) {
        return by_signals;
    }
    let Some([same, contradicts, _]) = net::read(&(sense.rows)(new), &(sense.rows)(old), &evidence.signals)
    else {
        return match by_signals {
            (model::Class::Same, likely) if evidence.differs_in_fact => (model::Class::Related, likely),
            other => other,
        };
    };
    let turned = evidence.signals[model::ONLY_POLARITY] > 0.5;
    match by_signals {
        (model::Class::Contradicts, likely) if turned => (model::Class::Contradicts, likely),
        _ if same >= SURE_SAME => (model::Class::Same, same),
        _ if contradicts >= SURE_AGAINST => (model::Class::Contradicts, contradicts),
        (model::Class::Unrelated, likely) => (model::Class::Unrelated, likely),
        _ => (model::Class::Related, 1.0 - same.max(contradicts)),
    }
}

/// How likely a duplicate must be to be called one; set on authors that were left out of the learning.
const SURE_SAME: f64 = 0.7;

/// How likely a contradiction must be, which is only warned of: nine of ten are right in the earlier sets left out.
const SURE_AGAINST: f64 = 0.6;

/// Two statements that are less similar than this speak of two things, whatever a network makes of them.
const SPEAK_OF_ONE: f64 = 0.18;

/// How likely a duplicate must be where a number, a name or a place seems to be another one.
const SURE_OF_FACT: f64 = 0.9;

/// From this likelihood on two texts speak of different things, and nothing else is asked.
const SURE_OF_ANOTHER: f64 = 0.9;

/// Returns the share of terms that two texts have in common, by the tokens of their languages, in 0..=1.
pub fn overlap(new: &str, old: &str) -> f64 {
    let (a, b) = (terms(new), terms(old));
    let shared: u32 = a.iter().map(|(term, n)| (*n).min(b.get(term).copied().unwrap_or(0))).sum();
    let total: u32 = a.values().sum::<u32>() + b.values().sum::<u32>();
    if total == 0 { 0.0 } else { 2.0 * f64::from(shared) / f64::from(total) }
}

/// Tells whether a text has words that another lacks, function words apart.
pub fn adds_words(new: &str, known: &str) -> bool {
    let known = terms(known);
    terms(new).keys().any(|term| !known.contains_key(term))
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
    let (in_new, in_old) = (units(new), units(old));
    let alignment = align(&in_new, &in_old);
    let rest = tiles::rest(&in_new, &in_old);
    let slots = alignment.exchanged.iter().map(|(a, b)| ask(&spell(a), &spell(b))).collect();
    let denial = Denial::of(new, old);
    let names = said::exchanged_names(&alignment);
    let bare = bare::bare(new, old, &denial.words());
    let denies_another = bare.denies_another(&denial);
    let differs = said::differs(&alignment, &denial, names.as_ref());
    let facts = Facts {
        cosine: ask(new, old),
        overlap: overlap(new, old),
        left: if rest.left.iter().any(Vec::is_empty) {
            0.0
        } else {
            ask(&spell(&rest.left[0]), &spell(&rest.left[1]))
        },
        soft: soft::soft(&rest, &|a, b| ask(&spell(a), &spell(b))),
        rest,
        slots,
        names: names.is_some(),
        several: signs::several(new, old),
        role: signs::role(new, old),
        changed: signs::changed(new, old),
        defines: signs::defines(new, old),
        exclusive: signs::one_at_a_time(new, old),
        measured: measured(&in_new, &in_old),
        bare_soft: soft::soft(&bare.rest, &|a, b| ask(&spell(a), &spell(b))),
        bare,
    };
    let (cosine, overlap, denies) = (facts.cosine, facts.overlap, denial.any());
    let coined = facts.rest.places == [1, 1] && facts.left < SYNONYMS && is_coined(&facts.rest);
    let differs_in_fact = denial.is_of_fact() || qualifiers::apart(new, old, &facts.rest) || coined;
    let other_thing = facts.rest.places == [1, 1] && facts.left < SAME_THING;
    let turned = denial.negated || denial.opposite.is_some();
    let other_subject = facts.rest.places == [1, 1] && facts.rest.at_head && !facts.rest.at_tail;
    // Version 3 does, version 4 does not: two things, of which each may hold.
    let another_not = denial.polar
        && denial.negated
        && denial.opposite.is_none()
        && (denial.numbers == Numbers::Differ || denial.member.is_some());
    let sorts = match () {
        () if turned || denial.polar => qualifiers::THINGS_AND_ROOMS,
        () if facts.exclusive && facts.rest.at_tail => qualifiers::THINGS_BUT_PLATFORMS,
        () => qualifiers::THINGS,
    };
    let of_another = qualifiers::elsewhere(new, old, sorts)
        || another_not
        || (!denial.any() && qualifiers::on_another_occasion(new, old, &facts.rest))
        || (other_subject && !turned && !facts.role)
        || (denial.things > 0 && alignment.exchanged.len() > 1 && !denial.negated && !facts.changed);
    let signals = signals(&alignment, &denial, &facts, [differs_in_fact, of_another, other_thing]);
    Evidence { cosine, overlap, differs, denies, differs_in_fact, of_another, denies_another, signals }
}

/// Long words that mean the same are at least so close in meaning.
const SYNONYMS: f64 = 0.5;

/// Tells whether one long Latin word stands for another that does not begin like it: gorgonpay and phoenixpay are two
/// things, whatever else the sentences share.
fn is_coined(rest: &tiles::Rest) -> bool {
    let [new, old] = rest.left.each_ref().map(|units| match units.as_slice() {
        [unit] if unit.text.len() > 7 && unit.text.bytes().all(|b| b.is_ascii_alphabetic()) => {
            Some(&unit.text)
        }
        _ => None,
    });
    matches!((new, old), (Some(new), Some(old)) if new.get(..4) != old.get(..4))
}

/// Two words that stand for each other are at least so close in meaning.
const SAME_THING: f64 = 0.1;

/// What else bears on the relation.
#[expect(clippy::struct_excessive_bools, reason = "independent observations, not states of one thing")]
struct Facts {
    cosine: f64,
    overlap: f64,
    slots: Vec<f64>,
    /// What is left of both when all they share is taken away, and how close that is in meaning.
    rest: tiles::Rest,
    left: f64,
    soft: soft::Soft,
    names: bool,
    several: bool,
    role: bool,
    changed: bool,
    defines: bool,
    /// Both say a sort of thing of which one holds at a time.
    exclusive: bool,
    /// The same thing is counted otherwise: pier 4 and pier 7.
    measured: bool,
    /// The two without what speaks against the other, and how close what is left is in meaning.
    bare: bare::Bare,
    bare_soft: soft::Soft,
}

/// Turns what was found into the numbers that the model weighs, in the order of [`model::NAMES`].
fn signals(alignment: &Alignment, denial: &Denial, facts: &Facts, marks: [bool; 3]) -> [f64; model::SIGNALS] {
    let flag = |yes: bool| f64::from(u8::from(yes));
    let count = |n: usize| f64::from(u32::try_from(n.min(6)).unwrap_or(6));
    let size = |units: &[units::Unit]| units.iter().map(align::weight).sum::<f64>();
    let (cosine, overlap, exchanges) = (facts.cosine, facts.overlap, alignment.exchanged.len());
    let frame = f64::midpoint(alignment.kept, overlap);
    let opens = alignment.opens_differently;
    let one_slot = exchanges == 1 && !opens;
    let small = alignment.exchanged.iter().all(|(a, b)| size(a) <= 2.5 && size(b) <= 2.5);
    let at_end = exchanges == 1 && alignment.ends_differently;
    let closest = facts.slots.iter().copied().fold(0.0, f64::max);
    let farthest = facts.slots.iter().copied().fold(1.0, f64::min);
    let denies = denial.any();
    let agree = denial.numbers == Numbers::Agree;
    let [left_new, left_old] = facts.rest.left.each_ref().map(|units| size(units).min(4.0));
    let both_left = left_new > 0.0 && left_old > 0.0;
    let one_each = facts.rest.places == [1, 1] && left_new <= 2.5 && left_old <= 2.5;
    let flips = denial.negated != denial.opposite.is_some();
    let twice = denial.negated && denial.opposite.is_some();
    let only_numbers = denial.numbers == Numbers::Differ && left_new <= 1.5 && left_old <= 1.5;
    let tiled = facts.rest.shared_of_longer;
    let exclusive = facts.exclusive && both_left && !facts.rest.at_head;
    let alone_both = facts.soft.alone.iter().all(|alone| *alone > 0.0);
    let bare = &facts.bare;
    let bare_one = bare.rest.places == [1, 1] && bare.is_apart();
    let numbers_differ = denial.numbers == Numbers::Differ;
    let alone_none = facts.soft.alone.iter().all(|alone| *alone == 0.0);
    #[rustfmt::skip]
    let signals = [
        cosine, overlap, alignment.kept, alignment.kept_of_longer, count(exchanges), flag(one_slot), flag(opens),
        count(alignment.added), flag(denial.numbers == Numbers::Differ), flag(denial.numbers == Numbers::Partly),
        flag(agree), flag(denial.negated), flag(denial.opposite.is_some()), flag(denial.member.is_some()),
        flag(facts.names), flag(denies) * cosine, flag(denies) * frame, flag(one_slot) * frame,
        flag(exchanges == 0 && !denies), flag(facts.names && one_slot), flag(opens && exchanges > 1),
        flag(opens && denies), flag(at_end && !opens), flag(small && exchanges > 0),
        flag(at_end && small) * alignment.kept_of_longer, flag(facts.several && one_slot),
        flag(facts.several && denies && !denial.negated), flag(exchanges == 0) * overlap, flag(agree && at_end),
        cosine * cosine, closest, farthest, flag(one_slot) * closest, flag(facts.role && exchanges > 0),
        flag(facts.role && opens), flag(facts.changed), flag(facts.changed) * cosine,
        flag(facts.defines && at_end && small && !facts.several), flag(denial.numbers == Numbers::Missing),
        cosine * alignment.kept_of_longer, cosine * overlap, flag(facts.role && facts.changed),
        tiled, facts.rest.shared, left_new, left_old, flag(both_left), flag(one_each), facts.left,
        flag(one_each) * facts.left, flag(one_each) * tiled, flag(facts.rest.places == [0, 0] && !denies),
        flag(both_left && facts.rest.at_head), flag(one_each && facts.rest.at_tail && !facts.several),
        flag(flips), flag(twice), flag(flips) * tiled, flag(only_numbers), flag(only_numbers) * tiled,
        flag(denial.member.is_some()) * tiled, flag(exclusive), flag(exclusive) * tiled,
        flag(exclusive && denies), flag(exclusive && one_each), flag(facts.measured),
        flag(facts.measured) * tiled, flag(facts.measured && facts.rest.at_head),
        flag(facts.role && both_left) * tiled, flag(exclusive && facts.changed && both_left),
        flag(marks[0]), flag(marks[1]), flag(marks[2]), facts.soft.alone[0].min(facts.soft.alone[1]),
        facts.soft.alone[0].max(facts.soft.alone[1]), facts.soft.mean, facts.soft.least,
        facts.soft.mean * flag(!denies), flag(alone_both), flag(alone_both && !facts.rest.at_head),
        flag(alone_none && !denies), cosine * facts.soft.mean, tiled * facts.soft.mean,
        flag(facts.defines && both_left && !facts.rest.at_head),
        flag(facts.several && both_left), flag(one_each && !facts.rest.at_head && !facts.several && !marks[1]),
        flag(one_each && facts.rest.at_head), flag(denial.polar), flag(denial.negated && !denial.polar),
        flag(denial.polar) * bare.rest.shared_of_longer, flag(denial.polar && bare.is_same()),
        bare.rest.shared_of_longer, bare.rest.shared, bare.left[0].min(bare.left[1]), bare.left[0].max(bare.left[1]),
        flag(bare.is_same()), flag(bare.is_apart()), flag(bare.is_same() && denies), flag(bare.is_apart() && denies),
        flag(bare.is_same() && !denies), flag(bare.is_apart() && !denies), flag(denies) * bare.rest.shared_of_longer,
        facts.bare_soft.mean, facts.bare_soft.mean * flag(bare.is_apart()), facts.bare_soft.least,
        flag(bare_one && !bare.rest.at_head), flag(bare_one && bare.rest.at_head), flag(bare_one && bare.rest.at_tail),
        flag(bare_one && bare.rest.at_tail && facts.defines), flag(bare.is_apart() && facts.role),
        flag(bare.is_apart() && facts.exclusive && !bare.rest.at_head), flag(bare.is_apart() && facts.several),
        flag(bare.is_apart() && denies && bare.rest.at_head),
        flag(denial.things > 1), flag(denial.things > 1 && bare.is_apart()), flag(denial.things == 1 && bare.is_same()),
        flag(denial.things > 0 && exchanges > 1), flag(denial.things == 1 && exchanges == 1),
        flag(denial.things > 0 && facts.names && exchanges > 1),
        flag(bare.is_apart() && numbers_differ), flag(bare.is_same() && numbers_differ), flag(bare_one) * facts.bare_soft.mean,
        f64::from(u8::try_from(facts.rest.places[0].max(facts.rest.places[1]).min(5)).unwrap_or(5)),
    ];
    signals
}

/// Tells whether a number stands beside the same thing in both, and is another one: pier 4 and pier 7.
fn measured(new: &[units::Unit], old: &[units::Unit]) -> bool {
    let sides = |units: &[units::Unit]| -> Vec<(String, Option<String>, Option<String>)> {
        let text = |at: Option<usize>| at.and_then(|at| units.get(at)).map(|unit| unit.text.clone());
        let numbers = units.iter().enumerate().filter(|(_, unit)| unit.kind == UnitKind::Number);
        numbers.map(|(at, unit)| (unit.text.clone(), text(at.checked_sub(1)), text(Some(at + 1)))).collect()
    };
    let (new, old) = (sides(new), sides(old));
    let apart = !new.iter().any(|(number, ..)| old.iter().any(|(other, ..)| other == number));
    let beside = |a: &Option<String>, b: &Option<String>| a.is_some() && a == b;
    apart
        && new.iter().any(|(_, before, after)| {
            old.iter().any(|(_, other, next)| beside(before, other) || beside(after, next))
        })
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

#[cfg(test)]
mod tests;
