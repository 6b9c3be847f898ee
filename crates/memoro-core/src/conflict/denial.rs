//! What in one of two statements speaks against the other: numbers, negations, opposites, members of closed sets. Tells
//! what it sees; what follows from it is weighed elsewhere.

use super::{signs, values};

/// What in one text speaks against the other.
pub(super) struct Denial {
    pub(super) numbers: Numbers,
    pub(super) negated: bool,
    pub(super) opposite: Option<(&'static str, &'static str)>,
    pub(super) member: Option<(&'static str, &'static str)>,
    /// In how many things the two differ: another number, other members, other opposites.
    pub(super) things: usize,
    /// Whether exactly one of the two denies, where what is broken counts as not working.
    pub(super) polar: bool,
}

/// How the numbers of two texts stand to each other.
#[derive(PartialEq, Eq)]
pub(super) enum Numbers {
    /// Neither text has any.
    None,
    /// One of the texts has none.
    Missing,
    /// All the same.
    Agree,
    /// Some the same.
    Partly,
    /// None the same.
    Differ,
}

impl Denial {
    pub(super) fn of(new: &str, old: &str) -> Self {
        let (in_new, in_old) = (values::numbers(new), values::numbers(old));
        let numbers = match () {
            () if in_new.is_empty() && in_old.is_empty() => Numbers::None,
            () if in_new.is_empty() || in_old.is_empty() => Numbers::Missing,
            () if in_new == in_old => Numbers::Agree,
            () if in_new.iter().any(|n| in_old.contains(n)) => Numbers::Partly,
            () => Numbers::Differ,
        };
        let negated = signs::negations(new) % 2 != signs::negations(old) % 2;
        let (opposites, members) = (signs::opposites(new, old), values::other_members(new, old));
        let mut words: Vec<&str> = opposites.iter().chain(&members).map(|(word, _)| *word).collect();
        words.sort_unstable();
        words.dedup();
        let things = words.len() + usize::from(numbers == Numbers::Differ);
        let (opposite, member) = (opposites.first().copied(), members.first().copied());
        let polar = signs::polarity_differs(new, old);
        Self { numbers, negated, opposite, member, things, polar }
    }

    /// Returns the words that speak against the other text.
    pub(super) fn words(&self) -> Vec<&'static str> {
        let pairs = [self.opposite, self.member];
        pairs.into_iter().flatten().flat_map(|(a, b)| [a, b]).collect()
    }

    /// Tells whether a value is another one, or exactly one of the two says the opposite.
    pub(super) fn is_of_fact(&self) -> bool {
        let turned = (self.negated && self.polar) != self.opposite.is_some();
        turned || self.member.is_some() || matches!(self.numbers, Numbers::Differ | Numbers::Partly)
    }

    pub(super) fn any(&self) -> bool {
        self.negated || self.numbers == Numbers::Differ || self.opposite.is_some() || self.member.is_some()
    }
}
