//! What layer the meaning of a text points to, for texts whose form says nothing: four linear weights over the vector of
//! the embedded model. The weights were learned on `tests/data/router*.tsv` by `model/routing/learn.py`; a vector of
//! another model is ignored.

use crate::layer::Layer;

/// Four rows of weights and four biases, as little-endian numbers of four bytes.
static WEIGHTS: &[u8] = include_bytes!("layers.f32");

/// The rows of the weights.
const LAYERS: [Layer; 4] = [Layer::UserModel, Layer::Procedural, Layer::Episodic, Layer::Semantic];

/// The dimensions of the embedded model.
const DIMS: usize = 256;

/// Returns the layer that the meaning points to most, and how likely it is.
pub(super) fn layer(vector: &[f32]) -> Option<(Layer, f64)> {
    let says_nothing = vector.iter().all(|x| *x == 0.0);
    if vector.len() != DIMS || says_nothing || vector.iter().any(|x| !x.is_finite()) {
        return None;
    }
    let numbers: Vec<f64> = WEIGHTS
        .chunks_exact(4)
        .filter_map(|b| b.try_into().ok().map(f32::from_le_bytes))
        .map(f64::from)
        .collect();
    let (rows, biases) = numbers.split_at_checked(DIMS * LAYERS.len())?;
    let dot = |row: &[f64]| row.iter().zip(vector).map(|(w, x)| w * f64::from(*x)).sum::<f64>();
    let scores: Vec<f64> =
        rows.chunks_exact(DIMS).zip(biases).map(|(row, bias)| (dot(row) + bias).exp()).collect();
    let total: f64 = scores.iter().sum();
    let likely = LAYERS.iter().zip(&scores).map(|(layer, score)| (*layer, score / total));
    likely.max_by(|a, b| a.1.total_cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_of_another_model_is_ignored() {
        assert_eq!(layer(&[]), None);
        assert_eq!(layer(&[0.1; 128]), None);
        assert_eq!(layer(&[f32::NAN; DIMS]), None);
    }

    #[test]
    fn a_vector_without_direction_says_nothing() {
        assert_eq!(layer(&[0.0; DIMS]), None);
        assert_eq!(WEIGHTS.len(), (DIMS + 1) * LAYERS.len() * 4);
    }
}
