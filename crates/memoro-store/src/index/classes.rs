//! Slots by what filters know of them. Many chunks share the same facts, so a filter is asked once for each kind.

use std::collections::HashMap;

use super::meta::Facets;

const NONE: u32 = u32::MAX;

/// The distinct facts, and which slot has which.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    of: Vec<u32>,
    facets: Vec<Facets>,
    live: Vec<u32>,
    numbers: HashMap<Facets, u32>,
    recent: Option<(Facets, u32)>,
}

impl Classes {
    /// Makes room up to `slots`.
    pub(crate) fn grow(&mut self, slots: u32) {
        self.of.resize(slots as usize, NONE);
    }

    /// Notes what filters know of a live slot.
    pub(crate) fn insert(&mut self, slot: u32, facets: Facets) {
        let number = match self.recent {
            Some((known, number)) if known == facets => number,
            _ => self.number(facets),
        };
        self.recent = Some((facets, number));
        self.of[slot as usize] = number;
        self.live[number as usize] += 1;
    }

    fn number(&mut self, facets: Facets) -> u32 {
        let next = u32::try_from(self.facets.len()).unwrap_or(NONE);
        let number = *self.numbers.entry(facets).or_insert(next);
        if number == next {
            self.facets.push(facets);
            self.live.push(0);
        }
        number
    }

    /// Forgets a slot that dies.
    pub(crate) fn remove(&mut self, slot: u32) {
        let number = std::mem::replace(&mut self.of[slot as usize], NONE);
        if let Some(live) = self.live.get_mut(number as usize) {
            *live -= 1;
        }
    }

    /// Returns what filters know of a slot, where it is live.
    pub(crate) fn get(&self, slot: u32) -> Option<&Facets> {
        self.facets.get(*self.of.get(slot as usize)? as usize)
    }

    /// Asks a filter about each kind that has live slots; returns the answers, or nothing when it keeps them all.
    pub(crate) fn ask(&self, mut keep: impl FnMut(&Facets) -> bool) -> Option<Kept<'_>> {
        let kept: Vec<bool> =
            self.facets.iter().zip(&self.live).map(|(facets, &live)| live == 0 || keep(facets)).collect();
        (!kept.iter().all(|&k| k)).then_some(Kept { of: &self.of, kept })
    }
}

/// A filter's answers.
pub(crate) struct Kept<'a> {
    of: &'a [u32],
    kept: Vec<bool>,
}

impl Kept<'_> {
    /// Returns whether the filter keeps a slot.
    pub(crate) fn keeps(&self, slot: u32) -> bool {
        self.of.get(slot as usize).and_then(|&class| self.kept.get(class as usize)).copied().unwrap_or(false)
    }
}
