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

/// The hit whose sum stands for what chance gives.
pub(super) const CHANCE: usize = 9;

/// How sums become scores in one mode; fitted on the development sets.
struct Curve {
    /// Constant, weight of the sum, weight of how far it lies above chance.
    above: [f32; 3],
    /// Constant, weight of the logarithm of its ratio to chance.
    ratio: [f32; 2],
    /// Chance, where there are too few hits to tell.
    chance: f32,
}

const LEARNED: Curve = Curve { above: [-2.81, 1.5, 2.49], ratio: [-2.81, 2.49], chance: 0.28 };
const LEXICAL: Curve = Curve { above: [-2.57, 1.5, 2.77], ratio: [-2.45, 1.89], chance: 0.24 };
const VECTOR: Curve = Curve { above: [-3.80, 1.5, 15.05], ratio: [-3.06, 6.19], chance: 0.35 };

impl Mode {
    /// Returns the score of a raw sum among hits of which the tenth has the sum `chance`, in 0..=1.
    ///
    /// A hit is likely right if it gives much, or if it stands out from the rest: across languages sums are small,
    /// and in a store full of right answers nothing stands out.
    pub(super) fn score(self, total: f32, chance: Option<f32>) -> f32 {
        let curve = match self {
            Self::Learned => LEARNED,
            Self::Lexical => LEXICAL,
            Self::Vector => VECTOR,
            Self::Rrf | Self::Weighted(_) => return total.clamp(0.0, 1.0),
        };
        let chance = chance.unwrap_or(curve.chance).max(0.05);
        let above = curve.above[0] + curve.above[1] * total + curve.above[2] * (total - chance);
        let ratio = curve.ratio[0] + curve.ratio[1] * (total / chance).max(1.0).ln();
        logistic(above.max(ratio))
    }
}

fn logistic(x: f32) -> f32 {
    if x.is_nan() { 0.0 } else { 1.0 / (1.0 + (-x).exp()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn scores_lie_between_nothing_and_certainty_and_keep_the_order(a in -10.0f32..10.0, b in -10.0f32..10.0, chance in prop::option::of(0.0f32..5.0)) {
            for mode in [Mode::Learned, Mode::Rrf, Mode::Weighted(0.7), Mode::Lexical, Mode::Vector] {
                let (low, high) = (mode.score(a.min(b), chance), mode.score(a.max(b), chance));
                prop_assert!((0.0..=1.0).contains(&low) && low <= high && high <= 1.0);
            }
        }
    }

    #[test]
    fn a_clear_hit_scores_high_in_a_small_store_and_in_a_store_of_equals() {
        assert!(Mode::Learned.score(1.3, None) > 0.7);
        assert!(Mode::Learned.score(1.6, Some(1.5)) > 0.35);
        assert!(Mode::Learned.score(0.2, None) < 0.15);
    }

    #[test]
    fn a_small_sum_that_stands_out_scores_as_well() {
        assert!(Mode::Learned.score(0.6, Some(0.2)) > 0.45);
        assert!(Mode::Learned.score(0.6, Some(0.55)) < 0.2);
    }
}
