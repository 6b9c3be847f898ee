//! Vectors as bytes: one `i8` a dimension and one scale a vector. It keeps direction, not exact values,
//! and never decides which vectors may be compared.

/// A vector held as `values[i] * scale`; the zero vector has scale 0 and only zeros.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Quantized {
    /// Is what one step of `values` is worth.
    pub scale: f32,
    /// Are the dimensions, in −127..=127.
    pub values: Vec<i8>,
}

impl Quantized {
    /// Returns the nearest quantised form of `vector`; the largest dimension becomes ±127.
    pub fn from_f32(vector: &[f32]) -> Self {
        let mut quantized = Self::default();
        quantized.assign(vector);
        quantized
    }

    /// Replaces this vector by the quantised form of `vector` and keeps the allocation.
    pub fn assign(&mut self, vector: &[f32]) {
        let largest = vector.iter().fold(0.0_f32, |largest, x| largest.max(x.abs()));
        let usable = largest.is_normal();
        self.scale = if usable { largest / 127.0 } else { 0.0 };
        let inverse = if usable { 127.0 / largest } else { 0.0 };
        self.values.clear();
        self.values.extend(vector.iter().map(|x| step(x * inverse)));
    }

    /// Returns the vector in floating point.
    pub fn to_f32(&self) -> Vec<f32> {
        self.values.iter().map(|value| f32::from(*value) * self.scale).collect()
    }

    /// Tells whether nothing is known of the text: the vector points nowhere and matches nothing.
    pub fn is_zero(&self) -> bool {
        self.scale == 0.0
    }

    /// Returns the dot product, which is the cosine of two unit vectors; 0 for a zero vector.
    pub fn dot(&self, other: &Self) -> f32 {
        debug_assert_eq!(self.values.len(), other.values.len(), "vectors of one space have one length");
        let pairs = self.values.iter().zip(&other.values);
        let sum: i32 = pairs.map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
        #[expect(clippy::cast_precision_loss, reason = "a sum of 127² × dimensions is far below 2^24 × 64")]
        let sum = sum as f32;
        sum * self.scale * other.scale
    }
}

/// Rounds half away from zero; NaN becomes 0.
#[expect(clippy::cast_possible_truncation, reason = "the value was clamped to the range of i8")]
fn step(x: f32) -> i8 {
    (x + 0.5_f32.copysign(x)).clamp(-127.0, 127.0) as i8
}

#[cfg(test)]
mod tests {
    use super::Quantized;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_dimension_is_within_half_a_step(vector in prop::collection::vec(-1.0_f32..1.0, 1..300)) {
            let quantized = Quantized::from_f32(&vector);
            for (before, after) in vector.iter().zip(quantized.to_f32()) {
                prop_assert!((before - after).abs() <= quantized.scale * 0.5001);
            }
        }

        #[test]
        fn the_dot_product_is_that_of_the_values(pair in prop::collection::vec((-1.0_f32..1.0, -1.0_f32..1.0), 1..300)) {
            let (a, b): (Vec<f32>, Vec<f32>) = pair.into_iter().unzip();
            let (a, b) = (Quantized::from_f32(&a), Quantized::from_f32(&b));
            let plain: f32 = a.to_f32().iter().zip(b.to_f32()).map(|(x, y)| x * y).sum();
            prop_assert!((a.dot(&b) - plain).abs() < 1e-3);
        }
    }

    #[test]
    fn the_zero_vector_stays_zero_and_matches_nothing() {
        let zero = Quantized::from_f32(&[0.0; 4]);
        assert!(zero.is_zero());
        assert_eq!(zero.values, [0; 4]);
        assert!(zero.dot(&Quantized::from_f32(&[1.0, 0.0, 0.0, 0.0])).abs() < f32::EPSILON);
    }

    #[test]
    fn the_largest_dimension_uses_the_whole_range() {
        let quantized = Quantized::from_f32(&[0.5, -2.0, 1.0]);
        assert_eq!(quantized.values, [32, -127, 64]);
    }
}
