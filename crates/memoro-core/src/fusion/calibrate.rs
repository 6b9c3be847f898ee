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
/// A question of this many words names its subject; of more it tells something about it.
const FEW_WORDS: f32 = 2.0;
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
    /// Takes the sums of a question's hits.
    pub fn of(totals: impl IntoIterator<Item = f32>) -> Self {
        let mut field = Self::default();
        let mut totals: Vec<f32> = totals.into_iter().collect();
        totals.sort_unstable_by(|a, b| b.total_cmp(a));
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
    /// How much of what the question is about stands in it, 0..=1.
    pub cover: f32,
    /// About how many words say what the question is about.
    pub words: f32,
}

impl Standing {
    /// How many numbers [`Standing::parts`] gives.
    pub const PARTS: usize = 10;

    /// Returns the numbers that a score is made from: the sum; the cosine; foreign, and its cosine; how far it is
    /// above chance; whether there are too few hits to tell chance, and the sum then; how far it lies behind the
    /// best; how far it leads; whether it holds all of a question of a few words.
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
            self.cover.powi(4) * (FEW_WORDS / self.words.max(FEW_WORDS)),
        ]
    }
}

/// How the parts become a score in one mode: a constant, then one weight each. Fitted on the development sets by
/// `memoro-evals --calibrate`: on whole stores, on small ones, where the answer is missing, for words that
/// many chunks hold, and for what no chunk answers.
type Curve = (f32, [f32; Standing::PARTS]);

const LEARNED: Curve = (-3.46, [0.62, 2.26, -1.65, 2.73, 1.05, -0.34, 5.76, -1.47, 3.51, 4.04]);
const LEXICAL: Curve = (-2.76, [0.45, 0.0, -1.93, 0.0, 1.35, 0.07, 4.06, -1.55, 3.54, 4.51]);
const VECTOR: Curve = (-4.59, [4.72, 0.0, -0.24, 0.0, 1.97, -0.17, 4.00, -1.32, 5.30, 0.0]);

impl Mode {
    /// Returns about how likely a hit is right, in 0..=1.
    pub(super) fn score(self, hit: &Standing, field: &Field) -> f32 {
        let (constant, weights) = match self {
            Self::Learned | Self::Rrf | Self::Weighted(_) => LEARNED,
            Self::Lexical => LEXICAL,
            Self::Vector => VECTOR,
        };
        let parts = hit.parts(field);
        logistic(constant + parts.iter().zip(weights).map(|(part, weight)| part * weight).sum::<f32>())
    }
}

/// Makes scores in the order of their hits that never rise: those that would are given their mean.
pub(super) fn level(scores: &mut [f32]) {
    // Sum and number of each level, from the first on.
    let mut levels: Vec<(f32, usize)> = Vec::with_capacity(scores.len());
    for score in scores.iter() {
        let mut last = (*score, 1);
        while let Some(before) = levels.pop_if(|before| mean(*before) < mean(last)) {
            last = (before.0 + last.0, before.1 + last.1);
        }
        levels.push(last);
    }
    let leveled = levels.into_iter().flat_map(|level| std::iter::repeat_n(mean(level), level.1));
    scores.iter_mut().zip(leveled).for_each(|(score, level)| *score = level);
}

#[allow(clippy::cast_precision_loss, reason = "a question has some hundred hits")]
fn mean((sum, number): (f32, usize)) -> f32 {
    sum / number as f32
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
        fn leveled_scores_never_rise_and_keep_their_sum(scores in prop::collection::vec(0.0f32..1.0, 0..40)) {
            let mut leveled = scores.clone();
            level(&mut leveled);
            prop_assert!(leveled.windows(2).all(|w| w[0] >= w[1] - 1e-6));
            prop_assert!((leveled.iter().sum::<f32>() - scores.iter().sum::<f32>()).abs() < 1e-3);
        }

        #[test]
        fn scores_lie_between_nothing_and_certainty_and_more_evidence_never_lowers_them(
            a in -10.0f32..10.0, b in -10.0f32..10.0, cosine in -1.0f32..1.0, others in prop::collection::vec(-1.0f32..5.0, 0..14), foreign: bool, cover in 0.0f32..1.0
        ) {
            let mut totals = others;
            totals.sort_by(|a, b| b.total_cmp(a));
            let field = Field::of(totals);
            for mode in MODES {
                let score = |total| mode.score(&Standing { total, cosine, foreign, is_first: false, cover, words: 3.0 }, &field);
                let (low, high) = (score(a.min(b)), score(a.max(b)));
                prop_assert!((0.0..=1.0).contains(&low) && low <= high && high <= 1.0);
            }
        }
    }

    fn first(total: f32, cosine: f32, others: &[f32]) -> f32 {
        let cover = total.min(0.8);
        let field = Field::of([total].into_iter().chain(others.iter().copied()));
        Mode::Learned
            .score(&Standing { total, cosine, foreign: false, is_first: true, cover, words: 3.0 }, &field)
    }

    #[test]
    fn a_clear_hit_scores_high_in_a_small_store_and_in_a_large_one() {
        assert!(first(1.0, 0.6, &[0.3, 0.2]) > 0.9);
        assert!(first(1.2, 0.6, &[0.6; 20]) > 0.6);
        assert!(first(0.6, 0.5, &[0.25; 20]) > 0.6);
    }

    #[test]
    fn what_holds_all_of_a_few_words_is_about_them_however_many_do() {
        let field = Field::of([0.3; 60]);
        let holds = Standing { total: 0.3, cosine: 0.3, cover: 1.0, words: 1.0, ..Standing::default() };
        for mode in [Mode::Learned, Mode::Lexical] {
            assert!(mode.score(&holds, &field) > 0.5, "{mode:?}");
            assert!(mode.score(&Standing { cover: 0.5, ..holds }, &field) < 0.35, "{mode:?}: half of them");
            assert!(
                mode.score(&Standing { words: 12.0, ..holds }, &field) < 0.35,
                "{mode:?}: a long question"
            );
        }
    }

    #[test]
    fn scores_that_would_rise_are_given_their_mean() {
        let mut scores = [0.2, 0.4, 0.9, 0.1, 0.3, 0.05];
        level(&mut scores);
        let expected = [0.5, 0.5, 0.5, 0.2, 0.2, 0.05];
        assert!(scores.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{scores:?}");
    }

    #[test]
    fn what_does_not_stand_out_scores_low() {
        assert!(first(0.15, 0.2, &[0.1]) < 0.15);
        assert!(first(0.4, 0.3, &[0.38; 20]) < 0.2);
    }
}
