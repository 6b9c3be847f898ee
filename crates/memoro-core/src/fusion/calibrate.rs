//! From raw sums to scores that mean the same everywhere: about how likely a hit is right. Looks at the hit and at how
//! it stands among the others; never changes an order.

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
const CHANCE: usize = 9;
/// A second hit below this tells nothing about how far the first one leads.
const LEAST_SECOND: f32 = 0.2;
/// What is added to sums before they are compared, so that two small ones are alike.
const SOFT: f32 = 0.05;

/// What the hits of one question give: what a single one is compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Field {
    top: f32,
    second: f32,
    /// The tenth best; nothing if there are fewer.
    chance: Option<f32>,
}

impl Field {
    /// Takes the sums of a question's hits, the best first.
    pub fn of(totals: impl IntoIterator<Item = f32>) -> Self {
        let mut field = Self::default();
        for (rank, total) in totals.into_iter().take(CHANCE + 1).enumerate() {
            match rank {
                0 => field.top = total,
                1 => field.second = total,
                CHANCE => field.chance = Some(total),
                _ => {}
            }
        }
        field
    }
}

/// A hit as calibration sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    /// Its raw sum.
    pub total: f32,
    /// Its cosine with the question; 0 where only words were searched.
    pub cosine: f32,
    /// Whether it shares no script with the question.
    pub foreign: bool,
    /// Whether it is the best.
    pub is_first: bool,
}

impl Standing {
    /// How many numbers [`Standing::parts`] gives.
    pub const PARTS: usize = 9;

    /// Returns the numbers that a score is made from: the sum; the cosine; foreign, and its cosine; how far it is
    /// above chance; whether there are too few hits to tell chance, and the sum then; how far it lies behind the
    /// best; how far it leads.
    pub fn parts(&self, field: &Field) -> [f32; Self::PARTS] {
        let foreign = f32::from(u8::from(self.foreign));
        let few = f32::from(u8::from(field.chance.is_none()));
        let ratio = field.chance.map_or(0.0, |chance| (self.total.max(0.02) / chance.max(SOFT)).ln());
        let behind = ((field.top + SOFT) / (self.total.max(0.0) + SOFT)).ln();
        let ahead = ((self.total.max(0.0) + SOFT) / (field.second.max(LEAST_SECOND) + SOFT)).ln();
        [
            self.total,
            self.cosine,
            foreign,
            foreign * self.cosine,
            ratio.clamp(0.0, 3.0),
            few,
            few * self.total,
            behind.clamp(0.0, 1.5),
            if self.is_first { ahead.clamp(0.0, 1.2) } else { 0.0 },
        ]
    }
}

/// How the parts become a score in one mode: a constant, then one weight each. Fitted on the development sets by
/// `memoro-evals --calibrate`: on whole stores, on small ones, and where the answer is missing.
type Curve = (f32, [f32; Standing::PARTS]);

const LEARNED: Curve = (-3.25, [0.81, 1.92, -0.52, 0.18, 1.19, -0.30, 6.40, -2.05, 3.79]);
const LEXICAL: Curve = (-2.42, [0.76, 0.0, 0.0, 0.0, 1.34, 0.26, 5.38, -2.32, 3.64]);
const VECTOR: Curve = (-4.59, [4.72, 0.0, -0.24, 0.0, 1.97, -0.17, 4.00, -1.32, 5.30]);

impl Mode {
    /// Returns about how likely a hit is right, in 0..=1.
    pub(super) fn score(self, hit: &Standing, field: &Field) -> f32 {
        let (constant, weights) = match self {
            Self::Learned => LEARNED,
            Self::Lexical => LEXICAL,
            Self::Vector => VECTOR,
            Self::Rrf | Self::Weighted(_) => return hit.total.clamp(0.0, 1.0),
        };
        let parts = hit.parts(field);
        logistic(constant + parts.iter().zip(weights).map(|(part, weight)| part * weight).sum::<f32>())
    }
}

fn logistic(x: f32) -> f32 {
    if x.is_nan() { 0.0 } else { 1.0 / (1.0 + (-x).exp()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MODES: [Mode; 5] = [Mode::Learned, Mode::Rrf, Mode::Weighted(0.7), Mode::Lexical, Mode::Vector];

    proptest! {
        #[test]
        fn scores_lie_between_nothing_and_certainty_and_more_evidence_never_lowers_them(
            a in -10.0f32..10.0, b in -10.0f32..10.0, cosine in -1.0f32..1.0, others in prop::collection::vec(-1.0f32..5.0, 0..14), foreign: bool
        ) {
            let mut totals = others;
            totals.sort_by(|a, b| b.total_cmp(a));
            let field = Field::of(totals);
            for mode in MODES {
                let score = |total| mode.score(&Standing { total, cosine, foreign, is_first: false }, &field);
                let (low, high) = (score(a.min(b)), score(a.max(b)));
                prop_assert!((0.0..=1.0).contains(&low) && low <= high && high <= 1.0);
            }
        }
    }

    fn first(total: f32, cosine: f32, others: &[f32]) -> f32 {
        let field = Field::of([total].into_iter().chain(others.iter().copied()));
        Mode::Learned.score(&Standing { total, cosine, foreign: false, is_first: true }, &field)
    }

    #[test]
    fn a_clear_hit_scores_high_in_a_small_store_and_in_a_large_one() {
        assert!(first(1.0, 0.6, &[0.3, 0.2]) > 0.9);
        assert!(first(1.2, 0.6, &[0.6; 20]) > 0.6);
        assert!(first(0.6, 0.5, &[0.25; 20]) > 0.6);
    }

    #[test]
    fn what_does_not_stand_out_scores_low() {
        assert!(first(0.15, 0.2, &[0.1]) < 0.15);
        assert!(first(0.4, 0.3, &[0.38; 20]) < 0.2);
    }
}
