//! Layers whose weights are bytes: as good as those of halves for what a network says, and several times as quick, since
//! whole numbers are multiplied eight at a time on every machine. Their sums are the same on every machine too.

/// The highest whole number that an input is turned into; with weights of a byte and a thousand inputs a sum fits.
const MOST: f32 = 8191.0;

/// What is added and taken away again rounds a number of a few thousands to a whole one, ties to even, without a call.
const ROUNDING: f32 = 12_582_912.0;

/// Weights that are taken layer by layer, in the order in which they were written.
pub(crate) struct Bytes(&'static [u8]);

impl Bytes {
    /// Begins with the first layer of what was written.
    pub(crate) const fn of(bytes: &'static [u8]) -> Self {
        Self(bytes)
    }

    /// Takes the next layer: a row of bytes for each number that comes out, then what a byte of each row is worth, then what
    /// is added to each.
    pub(crate) fn layer(&mut self, inputs: usize, outputs: usize) -> Coarse {
        let weights = self.take(inputs * outputs).iter().map(|byte| i16::from(byte.cast_signed())).collect();
        Coarse { weights, steps: self.numbers(outputs), bias: self.numbers(outputs), inputs }
    }

    /// Takes the next numbers of four bytes.
    pub(crate) fn numbers(&mut self, numbers: usize) -> Vec<f32> {
        let (all, _) = self.take(4 * numbers).as_chunks::<4>();
        all.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
    }

    fn take(&mut self, bytes: usize) -> &'static [u8] {
        let (part, rest) = self.0.split_at(bytes.min(self.0.len()));
        self.0 = rest;
        part
    }

    /// Returns how many bytes are left.
    #[cfg(test)]
    pub(crate) const fn left(&self) -> usize {
        self.0.len()
    }
}

/// A layer: rows of weights, what each is worth, and a bias each.
pub(crate) struct Coarse {
    weights: Vec<i16>,
    steps: Vec<f32>,
    bias: Vec<f32>,
    inputs: usize,
}

/// Inputs as whole numbers, all of one worth, each of the same length.
#[derive(Default)]
pub(crate) struct Inputs {
    numbers: Vec<i16>,
    worth: f32,
    length: usize,
}

impl Inputs {
    /// Turns numbers, inputs of a length one behind the other, into whole ones.
    pub(crate) fn of(numbers: &[f32], length: usize) -> Self {
        let highest = numbers.iter().fold(0.0_f32, |highest, x| highest.max(x.abs()));
        let scale = if highest > 0.0 { MOST / highest } else { 0.0 };
        #[expect(clippy::cast_possible_truncation, reason = "no number is above MOST")]
        let whole = |x: &f32| (x * scale + ROUNDING - ROUNDING) as i16;
        Self { numbers: numbers.iter().map(whole).collect(), worth: highest / MOST, length }
    }

    /// Makes of each input one with those `away` before and behind it, nothing where there is none.
    pub(crate) fn beside(&self, away: usize) -> Self {
        let all: Vec<&[i16]> = self.numbers.chunks_exact(self.length).collect();
        let nothing = vec![0; self.length];
        let mut numbers = Vec::with_capacity(3 * self.numbers.len());
        for at in 0..all.len() {
            for place in [at.checked_sub(away), Some(at), at.checked_add(away)] {
                numbers.extend(place.and_then(|place| all.get(place).copied()).unwrap_or(&nothing));
            }
        }
        Self { numbers, worth: self.worth, length: 3 * self.length }
    }
}

impl Coarse {
    /// Returns what comes out for each input, one behind the other.
    pub(crate) fn apply(&self, inputs: &Inputs) -> Vec<f32> {
        let count = inputs.numbers.len() / self.inputs.max(1);
        let outputs = self.bias.len();
        let mut out = vec![0.0_f32; count * outputs];
        let rows = self.weights.chunks_exact(self.inputs).zip(self.steps.iter().zip(&self.bias));
        for (at, (row, (step, bias))) in rows.enumerate() {
            let worth = step * inputs.worth;
            let places = out.iter_mut().skip(at).step_by(outputs);
            for (place, input) in places.zip(inputs.numbers.chunks_exact(self.inputs)) {
                #[expect(clippy::cast_precision_loss, reason = "a rounded sum will do")]
                let sum = dot(row, input) as f32;
                *place = sum * worth + bias;
            }
        }
        out
    }

    /// Returns the same for one input.
    pub(crate) fn apply_to(&self, input: &[f32]) -> Vec<f32> {
        self.apply(&Inputs::of(input, input.len()))
    }

    /// Returns what comes out for one input, nothing of it below 0.
    pub(crate) fn positive(&self, input: &[f32]) -> Vec<f32> {
        let mut out = self.apply_to(input);
        for x in &mut out {
            *x = x.max(0.0);
        }
        out
    }
}

fn dot(row: &[i16], input: &[i16]) -> i32 {
    row.iter().zip(input).map(|(weight, x)| i32::from(*weight) * i32::from(*x)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rows of two bytes, what a byte of each is worth (0.5 and 2), and what is added (0 and 1).
    static LAYER: &[u8] = &[2, 4, 0xFF, 1, 0, 0, 0, 0x3F, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0x80, 0x3F];

    #[test]
    fn a_layer_of_bytes_gives_what_one_of_numbers_would() {
        let mut bytes = Bytes::of(LAYER);
        let layer = bytes.layer(2, 2);
        assert_eq!(bytes.left(), 0);
        let out = layer.apply_to(&[1.0, -1.0]);
        assert!((out[0] + 1.0).abs() < 1e-3 && (out[1] + 3.0).abs() < 1e-3, "{out:?}");
        assert_eq!(layer.positive(&[1.0, -1.0]), [0.0, 0.0]);
        assert_eq!(layer.apply_to(&[0.0, 0.0]), [0.0, 1.0]);
    }

    #[test]
    fn an_input_stands_between_those_beside_it_and_nothing_beyond_the_ends() {
        let inputs = Inputs::of(&[1.0, 0.5, 0.25], 1).beside(2);
        assert_eq!(inputs.numbers, [0, 8191, 2048, 0, 4096, 0, 8191, 2048, 0]);
    }

    #[test]
    fn what_ends_too_early_counts_nothing() {
        assert_eq!(Bytes::of(&[1]).layer(2, 2).apply_to(&[1.0, 1.0]), [0.0_f32; 0]);
    }
}
