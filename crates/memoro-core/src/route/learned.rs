//! How likely a text belongs to each layer, by weights over its runs of words and letters and over its vector in the
//! embedded model. They were learned by `model/routing/learn.py`; a vector of another model counts for nothing.

use super::Meant;
use super::grams::grams;
use crate::layer::Layer;

/// Four rows of weights of the vector, four biases and what one step of [`WORDS`] is worth, as little-endian numbers of four
/// bytes.
static MEANING: &[u8] = include_bytes!("layers.f32");

/// Four steps for each bucket of a run, side by side.
static WORDS: &[u8] = include_bytes!("layers.i8");

/// The rows of the weights.
const LAYERS: [Layer; 4] = [Layer::UserModel, Layer::Procedural, Layer::Episodic, Layer::Semantic];

/// The dimensions of the embedded model.
const DIMS: usize = 256;

/// Returns how likely each layer is.
pub(super) fn likely(text: &str, meant: Option<Meant<'_>>) -> [(Layer, f64); LAYERS.len()] {
    let numbers = MEANING.as_chunks::<4>().0;
    let number = |at: usize| numbers.get(at).map_or(0.0, |bytes| f32::from_le_bytes(*bytes));
    let mut scores = [0, 1, 2, 3].map(|row| number(DIMS * LAYERS.len() + row));
    let vector = meant.map(|meant| meant.vector).filter(|vector| vector.len() == DIMS);
    if let Some(vector) = vector.filter(|vector| vector.iter().all(|x| x.is_finite())) {
        for (row, score) in scores.iter_mut().enumerate() {
            *score += vector.iter().enumerate().map(|(at, x)| number(row * DIMS + at) * x).sum::<f32>();
        }
    }
    let (step, words) = (number((DIMS + 1) * LAYERS.len()), WORDS.as_chunks::<4>().0);
    for (bucket, value) in grams(text, meant.map_or(&[], |meant| meant.pieces)) {
        let steps = words.get(usize::from(bucket)).copied().unwrap_or_default();
        for (score, byte) in scores.iter_mut().zip(steps) {
            *score += f32::from(byte.cast_signed()) * step * value;
        }
    }
    let exponents = scores.map(|score| f64::from(score).exp());
    let total: f64 = exponents.iter().sum();
    [0, 1, 2, 3].map(|row| (LAYERS[row], exponents[row] / total))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::route::grams::BUCKETS;

    #[test]
    fn the_weights_have_their_size() {
        assert_eq!(MEANING.len(), ((DIMS + 1) * LAYERS.len() + 1) * 4);
        assert_eq!(WORDS.len(), BUCKETS * LAYERS.len());
    }

    #[test]
    fn a_vector_of_another_model_counts_for_nothing() {
        let alone = likely("Anna likes tea", None);
        for vector in [&[][..], &[0.1; 128], &[f32::NAN; DIMS], &[0.0; DIMS]] {
            assert_eq!(likely("Anna likes tea", Some(Meant { vector, pieces: &[] })), alone);
        }
    }

    #[test]
    fn whatever_is_read_the_shares_make_a_whole() {
        for text in ["", " ", "\u{0}", "🙂", "ก", "一", "I deploy on Fridays only."] {
            let sum: f64 = likely(text, None).iter().map(|(_, share)| share).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{text}");
        }
    }
}
