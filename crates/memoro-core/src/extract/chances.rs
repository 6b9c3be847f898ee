//! How likely a sentence is each kind of item, and from which likelihood on it counts. The limits were chosen on the
//! conversations of authors that the network had not learned from.

use super::Kind;

/// How likely a sentence is nothing that stays, or which kind of item it is; together they are one.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Chances([f32; Self::KINDS]);

impl Chances {
    /// How many there are: nothing, what is settled (a change of architecture is settled too), and the other five kinds.
    pub const KINDS: usize = 7;

    /// Takes the chances as the network gives them: nothing, settled, rule, remember, action, question, lesson.
    pub const fn new(chances: [f32; Self::KINDS]) -> Self {
        Self(chances)
    }

    /// Returns how likely it is that the sentence is an item of a kind.
    pub const fn of(&self, kind: Kind) -> f32 {
        let [_, settled, rule, remember, action, question, lesson] = self.0;
        match kind {
            Kind::Decision | Kind::Architecture => settled,
            Kind::Rule => rule,
            Kind::Remember => remember,
            Kind::Action => action,
            Kind::Question => question,
            Kind::Lesson => lesson,
        }
    }
}

/// From which chances on something counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Something counts as settled.
    pub settled: f32,
    /// What is settled in the very words of deciding, and in words of choosing, counts though the network alone would not do.
    pub stated: [f32; 2],
    /// A choice in the plain form of every day counts.
    pub formed: f32,
    /// What somebody agreed to, or chose, by its form alone counts.
    pub tied: f32,
    /// How much less likely a sentence may be than the best of its turn.
    pub margin: f32,
    /// What the rules take for an item of a kind (rule, remember, action, question, lesson) counts.
    pub found: [f32; 5],
    /// A sentence is an item of that kind though the rules do not see it.
    pub sure: [f32; 5],
    /// What the recogniser of messages hears as a wish that something be kept is one, and a sentence without any word of
    /// keeping, or that the rules take for a task.
    pub wish: [f32; 2],
}

impl Limits {
    /// The limits that the program reads with.
    pub const CHOSEN: Self = Self {
        settled: 0.34,
        stated: [0.1, 0.2],
        formed: 0.05,
        tied: 0.04,
        margin: 0.4,
        found: [0.2, 0.12, 0.1, 0.1, 0.1],
        sure: [0.4, 0.33, 0.3, 0.3, 0.3],
        wish: [0.24, 0.55],
    };

    /// The limits where the embedded model tells nothing of the words: then the very words of deciding count for more.
    pub(super) const BY_SIGNS: Self = Self { stated: [0.005, 0.05], tied: 0.1, ..Self::CHOSEN };

    /// The kinds of the last two, in their order.
    pub const OTHERS: [Kind; 5] = [Kind::Rule, Kind::Remember, Kind::Action, Kind::Question, Kind::Lesson];

    /// Returns from which chance on an item counts that the rules find, and from which one that they do not.
    pub(super) fn of(&self, kind: Kind) -> (f32, f32) {
        let at = Self::OTHERS.iter().position(|other| *other == kind);
        at.map_or((self.stated[0], self.settled), |at| (self.found[at], self.sure[at]))
    }
}
