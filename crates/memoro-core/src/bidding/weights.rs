//! How much each sign says for a clause telling an agent how to behave. The numbers were learned from labelled sentences by
//! `model/bidding/learn.py`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::signs::{BEYOND_DOUBT, Signs};

/// The numbers that were learned, one sign a line; made by a program, not by hand.
const LEARNED: &str = include_str!("weights.txt");

/// What the meaning of a sentence adds: a weight for each dimension of the embedded model and what is so without any, as
/// little-endian numbers of four bytes.
static MEANING: &[u8] = include_bytes!("meaning.f32");

/// The dimensions of the embedded model.
const DIMS: usize = 256;

/// Weights of signs.
#[derive(Debug)]
pub(super) struct Weights {
    base: f32,
    least: f32,
    signs: HashMap<&'static str, f32>,
    meaning: Vec<f32>,
}

impl Weights {
    /// Returns the weights that were learned.
    pub(super) fn learned() -> &'static Self {
        static READ: LazyLock<Weights> = LazyLock::new(|| Weights::parse(LEARNED));
        &READ
    }

    fn parse(text: &'static str) -> Self {
        let meaning = MEANING.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        let mut weights = Self { base: 0.0, least: 0.0, signs: HashMap::new(), meaning };
        for (number, name) in text.lines().filter_map(|line| line.split_once(' ')) {
            let Ok(number) = number.parse::<f32>() else { continue };
            match name {
                "= base" => weights.base = number,
                "= least" => weights.least = number,
                name => {
                    weights.signs.insert(name, number);
                }
            }
        }
        weights
    }

    /// Tells whether a clause with these signs bids an agent do or be something.
    pub(super) fn bids(&self, signs: &Signs, meant: f32) -> bool {
        signs.has(BEYOND_DOUBT) || self.sum(signs) + meant >= self.least
    }

    /// Returns what the vector of a sentence adds; one of another model, or of no words, adds nothing.
    pub(super) fn meant(&self, vector: &[f32]) -> f32 {
        let says_nothing = vector.iter().all(|x| *x == 0.0);
        let Some((bias, weights)) = self.meaning.split_last().filter(|_| vector.len() == DIMS) else {
            return 0.0;
        };
        if says_nothing || vector.iter().any(|x| !x.is_finite()) {
            return 0.0;
        }
        bias + weights.iter().zip(vector).map(|(weight, x)| weight * x).sum::<f32>()
    }

    fn sum(&self, signs: &Signs) -> f32 {
        self.base + signs.names().iter().filter_map(|name| self.signs.get(name.as_str())).sum::<f32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_learned_weights_is_understood() {
        let weights = Weights::learned();
        assert_eq!(weights.signs.len() + 2, LEARNED.lines().count());
        assert_eq!(MEANING.len(), (DIMS + 1) * 4);
        assert!(!weights.bids(&Signs::default(), 0.0), "nothing bids nothing");
    }

    #[test]
    fn a_vector_of_another_model_adds_nothing() {
        let weights = Weights::learned();
        for vector in [&[][..], &[0.1; 128], &[0.0; DIMS], &[f32::NAN; DIMS]] {
            assert!(weights.meant(vector).abs() < f32::EPSILON);
        }
    }
}
