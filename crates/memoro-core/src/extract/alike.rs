//! Finds the decisions that another may take back: those of its matter, and those that have a word in common with it. With
//! thousands of them, comparing each with each would take minutes.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::reversal::{AFAR, Decided, SAID, UNSAID};
use super::subject::{Subject, ratio};
use crate::text::Term;

/// Decisions by their words and their matters.
#[derive(Debug, Default)]
pub(super) struct Alike {
    words: HashMap<Term, Vec<usize>>,
    sizes: BTreeMap<usize, usize>,
    matters: BTreeMap<Subject, Vec<usize>>,
}

impl Alike {
    /// Adds a decision under its place.
    pub(super) fn add(&mut self, at: usize, decided: &Decided) {
        for word in decided.subject().words() {
            self.words.entry(word).or_default().push(at);
        }
        self.sizes.insert(at, decided.subject().len());
        if let Some(matter) = decided.matter() {
            self.matters.entry(matter.topic().clone()).or_default().push(at);
        }
    }

    /// Returns the places of decisions of the same matter, and of those that share most of their words, in order.
    pub(super) fn alike(&self, new: &Decided) -> BTreeSet<usize> {
        let matter = new.matter().and_then(|matter| self.matters.get(matter.topic()));
        let shared = self.sharing(new.subject(), UNSAID);
        matter.into_iter().flatten().copied().chain(shared).collect()
    }

    /// Returns the places of decisions that share enough with one of these subjects, in order.
    pub(super) fn near(&self, subjects: [&Subject; 2]) -> BTreeSet<usize> {
        subjects.into_iter().flat_map(|subject| self.sharing(subject, SAID)).collect()
    }

    /// Returns the places of decisions that have a word of what another leaves or moves, in order.
    pub(super) fn left(&self, new: &Decided) -> BTreeSet<usize> {
        new.left().filter_map(|word| self.words.get(&word)).flatten().copied().collect()
    }

    /// Returns the places of decisions that another may take back from afar, in order.
    fn afar(&self, new: &Decided) -> BTreeSet<usize> {
        self.sharing(new.subject(), AFAR).into_iter().collect()
    }

    fn sharing(&self, subject: &Subject, least: f64) -> Vec<usize> {
        let mut common: HashMap<usize, usize> = HashMap::new();
        for at in subject.words().filter_map(|word| self.words.get(&word)).flatten() {
            *common.entry(*at).or_default() += 1;
        }
        let shares = |(at, common): &(usize, usize)| {
            let smaller = self.sizes.get(at).copied().unwrap_or_default().min(subject.len());
            smaller > 0 && ratio(*common, smaller) >= least
        };
        common.into_iter().filter(shares).map(|(at, _)| at).collect()
    }
}

/// Decisions of other conversations that hold, for finding the one that a later decision takes back.
#[derive(Debug, Default)]
pub struct Earlier {
    alike: Alike,
    all: Vec<Option<Decided>>,
}

impl Earlier {
    /// Adds a decision; returns its place.
    pub fn add(&mut self, decided: Decided) -> usize {
        let at = self.all.len();
        self.alike.add(at, &decided);
        self.all.push(Some(decided));
        at
    }

    /// Takes out a decision that does not hold any more.
    pub fn remove(&mut self, at: usize) {
        if let Some(place) = self.all.get_mut(at) {
            *place = None;
        }
    }

    /// Returns the places of those that a decision takes back, and how much it shares with each.
    pub fn taken_back(&self, new: &Decided) -> Vec<(usize, f64)> {
        let known = self.alike.afar(new).into_iter().filter_map(|at| Some((at, self.all[at].as_ref()?)));
        let meant = known.filter(|(_, old)| new.takes_back_from_afar(old));
        meant.map(|(at, old)| (at, new.subject().shared(old.subject()))).collect()
    }

    /// Returns the places of the open ones that a decision names as left, or moves to another time.
    pub fn left_by(&self, new: &Decided, open: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let known = self.alike.left(new).into_iter().filter(|at| open(*at));
        new.left_of(known.filter_map(|at| Some((at, self.all[at].as_ref()?))))
    }

    /// Tells whether two of them say the same, so that what ends one ends the other.
    pub fn say_the_same(&self, one: usize, other: usize) -> bool {
        one == other || self.get(one).zip(self.get(other)).is_some_and(|(a, b)| a.says_the_same(b))
    }

    /// Returns the places of those that words name whole as what is not so any more.
    pub fn ended_by(&self, new: &Decided) -> Vec<usize> {
        let known = self.alike.left(new).into_iter();
        known.filter(|at| self.all[*at].as_ref().is_some_and(|old| new.leaves_whole(old))).collect()
    }

    /// Returns the places of those in whose place a decision puts another tool for the same thing, or where neither names any.
    pub fn other_tools(&self, new: &Decided) -> Vec<usize> {
        let known = self.all.iter().enumerate();
        known
            .filter(|(_, old)| old.as_ref().is_some_and(|old| new.switches_from_afar(old)))
            .map(|(at, _)| at)
            .collect()
    }

    /// Returns the places of those beside which a decision cannot hold.
    pub fn contradicted(&self, new: &Decided) -> Vec<usize> {
        let mut near = self.alike.alike(new);
        near.extend(self.alike.afar(new));
        let contradicts = |at: &usize| self.all[*at].as_ref().is_some_and(|old| new.chooses_otherwise(old));
        near.into_iter().filter(contradicts).collect()
    }

    /// Returns the places of those that have enough in common with a decision to take it back.
    pub fn near(&self, decided: &Decided) -> Vec<usize> {
        self.alike.sharing(decided.subject(), SAID)
    }

    /// Returns a decision by its place.
    pub fn get(&self, at: usize) -> Option<&Decided> {
        self.all.get(at)?.as_ref()
    }
}
