//! Layers whose weights are bytes: as good as those of halves for what a network says, and many times as quick, since whole
//! numbers are multiplied sixteen at a time on most machines. Their sums are the same on every machine too.

mod sums;

use sums::{Pair, SIDE, Weights, sums};

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
        let rows = self.take(inputs * outputs);
        Coarse {
            weights: side_by_side(rows, inputs),
            steps: self.numbers(outputs),
            bias: self.numbers(outputs),
            inputs,
        }
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

/// Lays rows of bytes side by side: sixteen rows at a time, and of these the bytes of two inputs at a time. What is missing
/// at the end is 0.
fn side_by_side(rows: &[u8], inputs: usize) -> Vec<Weights> {
    let mut laid = Vec::with_capacity(rows.len().div_ceil(2 * SIDE));
    for rows in rows.chunks((SIDE * inputs).max(1)) {
        for at in (0..inputs).step_by(2) {
            let mut weights = [0; 2 * SIDE];
            for (pair, row) in weights.as_chunks_mut::<2>().0.iter_mut().zip(rows.chunks(inputs)) {
                let bytes = row.iter().skip(at).take(2);
                pair.iter_mut().zip(bytes).for_each(|(weight, byte)| *weight = byte.cast_signed());
            }
            laid.push(weights);
        }
    }
    laid
}

/// A layer: weights as they are summed, what each row is worth, and a bias each.
pub(crate) struct Coarse {
    weights: Vec<Weights>,
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
        const TOGETHER: usize = 4;
        let (length, outputs) = (self.inputs.max(1), self.bias.len());
        let count = inputs.numbers.len() / length;
        let mut out = vec![0.0_f32; count * outputs];
        let groups = inputs.numbers.chunks(TOGETHER * length);
        for (numbers, out) in groups.zip(out.chunks_mut((TOGETHER * outputs).max(1))) {
            match numbers.len() / length {
                1 => self.apply_to_some::<1>(numbers, inputs.worth, out),
                2 => self.apply_to_some::<2>(numbers, inputs.worth, out),
                3 => self.apply_to_some::<3>(numbers, inputs.worth, out),
                _ => self.apply_to_some::<TOGETHER>(numbers, inputs.worth, out),
            }
        }
        out
    }

    /// Writes what comes out for a few inputs: the weights are loaded once for all of them.
    fn apply_to_some<const N: usize>(&self, numbers: &[i16], worth: f32, out: &mut [f32]) {
        let mut pairs = vec![[Pair::default(); N]; self.inputs.div_ceil(2)];
        for (at, input) in numbers.chunks_exact(self.inputs).take(N).enumerate() {
            let (whole, last) = input.as_chunks::<2>();
            let last = last.first().map(|x| [*x, 0]);
            for (pairs, pair) in pairs.iter_mut().zip(whole.iter().copied().chain(last)) {
                pairs[at] = pair;
            }
        }
        let scales = self.steps.chunks(SIDE).zip(self.bias.chunks(SIDE));
        for (at, (weights, (steps, bias))) in self.weights.chunks(pairs.len()).zip(scales).enumerate() {
            for (out, sums) in out.chunks_exact_mut(self.bias.len()).zip(&sums(weights, &pairs)) {
                let places = out.get_mut(at * SIDE..).unwrap_or_default();
                for (((place, sum), step), bias) in places.iter_mut().zip(sums).zip(steps).zip(bias) {
                    #[expect(clippy::cast_precision_loss, reason = "a rounded sum will do")]
                    let sum = *sum as f32;
                    *place = sum * (step * worth) + bias;
                }
            }
        }
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
    fn rows_lie_side_by_side_and_what_is_missing_is_nothing() {
        let laid = side_by_side(&[1, 2, 3, 0xFF, 5, 6], 3);
        assert_eq!(laid.len(), 2);
        assert_eq!((&laid[0][..5], &laid[1][..5]), (&[1, 2, -1, 5, 0][..], &[3, 0, 6, 0, 0][..]));
    }

    #[test]
    fn many_inputs_give_what_each_gives_by_itself() {
        static BYTES: [u8; 20 * (7 + 8)] = {
            let mut bytes = [0; 20 * (7 + 8)];
            let (mut at, mut byte) = (0, 0_u8);
            while at < 20 * 7 {
                bytes[at] = byte;
                byte = byte.wrapping_add(37);
                at += 1;
            }
            while at < bytes.len() {
                bytes[at] = if at % 4 == 3 { 0x3F } else { 0x11 };
                at += 1;
            }
            bytes
        };
        let mut bytes = Bytes::of(&BYTES);
        let layer = bytes.layer(7, 20);
        assert_eq!(bytes.left(), 0);
        for count in 1..10_u8 {
            let inputs: Vec<Vec<f32>> = (0..count)
                .map(|input| (0..7_u8).map(|at| f32::from(input * 7 + at) - 20.0).collect())
                .collect();
            // All are of one worth, so each is taken with the highest of all.
            let all = Inputs::of(&inputs.concat(), 7);
            let alone: Vec<f32> = all
                .numbers
                .chunks(7)
                .flat_map(|numbers| {
                    layer.apply(&Inputs { numbers: numbers.to_vec(), worth: all.worth, length: 7 })
                })
                .collect();
            assert_eq!(layer.apply(&all), alone);
            let exact = |row: usize, input: &[f32]| -> f32 {
                let weights = BYTES.iter().skip(row * 7).map(|byte| f32::from(byte.cast_signed()));
                weights.zip(input).map(|(weight, x)| weight * x).sum()
            };
            let step = f32::from_le_bytes([0x11, 0x11, 0x11, 0x3F]);
            for (at, out) in alone.iter().enumerate() {
                let near = exact(at % 20, &inputs[at / 20]) * step + step;
                assert!((out - near).abs() < 3.0, "{out} for {near}");
            }
        }
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
