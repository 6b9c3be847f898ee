//! From raw sums to scores that mean the same everywhere: about how likely a hit with this sum is right. Monotone,
//! so that it never changes an order.

/// How a search fuses its evidence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Mode {
    /// Words, vectors and context with learned weights.
    #[default]
    Learned,
    /// Reciprocal ranks of words and vectors, each counting the same.
    Rrf,
    /// The given share of the vector, the rest of the words.
    Weighted(f32),
    /// Words and context only.
    Lexical,
    /// Vectors only.
    Vector,
}

impl Mode {
    /// Returns the score of a raw sum, in 0..=1.
    pub(super) fn score(self, total: f32) -> f32 {
        let (middle, slope) = match self {
            Self::Learned => LEARNED,
            Self::Lexical => LEXICAL,
            Self::Vector => VECTOR,
            Self::Rrf | Self::Weighted(_) => return total.clamp(0.0, 1.0),
        };
        logistic((total - middle) * slope)
    }
}

/// The sum at which a hit is as likely right as not, and how sharply that changes; fitted on the development sets.
const LEARNED: (f32, f32) = (1.0, 4.0);
const LEXICAL: (f32, f32) = (1.0, 4.0);
const VECTOR: (f32, f32) = (0.55, 12.0);

fn logistic(x: f32) -> f32 {
    if x.is_nan() { 0.0 } else { 1.0 / (1.0 + (-x).exp()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn scores_lie_between_nothing_and_certainty_and_keep_the_order(a in -10.0f32..10.0, b in -10.0f32..10.0) {
            for mode in [Mode::Learned, Mode::Rrf, Mode::Weighted(0.7), Mode::Lexical, Mode::Vector] {
                let (low, high) = (mode.score(a.min(b)), mode.score(a.max(b)));
                prop_assert!((0.0..=1.0).contains(&low) && low <= high && high <= 1.0);
            }
        }
    }
}
