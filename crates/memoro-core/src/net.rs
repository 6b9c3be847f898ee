//! What the small networks of this crate are made of: weights as upper halves of numbers of four bytes, layers of them, and
//! the reading of word pieces with their neighbours. Knows nothing of what a network is for, and learns nothing.

pub(crate) mod coarse;

/// The dimensions of the embedded model.
pub(crate) const DIMS: usize = 256;

/// A part of the weights.
#[derive(Clone, Copy)]
pub(crate) struct Part(&'static [[u8; 2]]);

impl Part {
    /// Returns the number at a place; 0 where there is none.
    pub(crate) fn at(self, at: usize) -> f32 {
        self.0.get(at).map_or(0.0, |half| number(*half))
    }

    /// Adds one of the rows of a part to numbers, as many as there are.
    pub(crate) fn add_row(self, row: usize, to: &mut [f32]) {
        let halves = self.0.get(row * to.len()..).unwrap_or_default();
        to.iter_mut().zip(halves).for_each(|(x, half)| *x += number(*half));
    }
}

fn number(half: [u8; 2]) -> f32 {
    f32::from_bits(u32::from(u16::from_le_bytes(half)) << 16)
}

/// Weights that are taken part by part, in the order in which they were written.
pub(crate) struct Parts(&'static [[u8; 2]]);

impl Parts {
    /// Begins with the first part of what was written.
    pub(crate) const fn of(bytes: &'static [u8]) -> Self {
        Self(bytes.as_chunks::<2>().0)
    }

    /// Takes the next numbers.
    pub(crate) fn take(&mut self, numbers: usize) -> Part {
        let (part, rest) = self.0.split_at(numbers.min(self.0.len()));
        self.0 = rest;
        Part(part)
    }

    /// Takes the next layer: a row of weights for each number that comes out, then what is added to each.
    pub(crate) fn layer(&mut self, inputs: usize, outputs: usize) -> Layer {
        let weights = self.take(inputs * outputs);
        Layer { weights, bias: self.take(outputs), inputs }
    }

    /// Takes the next two layers as those that read pieces: each alone, and each with its neighbours.
    pub(crate) fn pieces(&mut self, width: usize, most: usize) -> Pieces {
        Pieces { alone: self.layer(DIMS, width), beside: self.layer(3 * width, width), width, most }
    }

    /// Returns how many numbers are left.
    #[cfg(test)]
    pub(crate) const fn left(&self) -> usize {
        self.0.len()
    }
}

/// A layer: rows of weights and a bias each.
pub(crate) struct Layer {
    weights: Part,
    bias: Part,
    inputs: usize,
}

impl Layer {
    /// Returns what comes out for what goes in.
    pub(crate) fn apply<'a>(&'a self, input: &'a [f32]) -> impl Iterator<Item = f32> + 'a {
        self.weights
            .0
            .chunks_exact(self.inputs)
            .enumerate()
            .map(|(at, row)| dot(row, input) + self.bias.at(at))
    }

    /// Returns what comes out for what goes in, nothing of it below 0.
    pub(crate) fn positive(&self, input: &[f32]) -> Vec<f32> {
        self.apply(input).map(|x| x.max(0.0)).collect()
    }

    /// Returns the same for each of several inputs, whose lengths are whole eights: every row of weights is unpacked once.
    pub(crate) fn positive_of_all<T: AsRef<[f32]>>(&self, inputs: &[T]) -> Vec<Vec<f32>> {
        let mut out: Vec<Vec<f32>> = inputs.iter().map(|_| Vec::new()).collect();
        let mut unpacked = Vec::with_capacity(self.inputs);
        for (at, row) in self.weights.0.chunks_exact(self.inputs).enumerate() {
            unpacked.clear();
            unpacked.extend(row.iter().map(|half| number(*half)));
            let bias = self.bias.at(at);
            for (out, input) in out.iter_mut().zip(inputs) {
                out.push((product(&unpacked, input.as_ref()) + bias).max(0.0));
            }
        }
        out
    }
}

/// Multiplies in eight lanes, in an order that is the same on every machine.
fn dot(row: &[[u8; 2]], input: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; 8];
    let ((rows, last_row), (inputs, last_input)) = (row.as_chunks::<8>(), input.as_chunks::<8>());
    for (row, input) in rows.iter().zip(inputs) {
        for ((lane, weight), x) in lanes.iter_mut().zip(row).zip(input) {
            *lane += number(*weight) * x;
        }
    }
    let rest: f32 = last_row.iter().zip(last_input).map(|(weight, x)| number(*weight) * x).sum();
    lanes.iter().sum::<f32>() + rest
}

/// Returns the product of two rows of the same length, in lanes as well; what is left over of eight does not count.
pub(crate) fn product(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for ((lane, x), y) in lanes.iter_mut().zip(a).zip(b) {
            *lane += x * y;
        }
    }
    lanes.iter().sum()
}

/// Returns what is made of scores so that all of them together are one.
pub(crate) fn shares(scores: impl Iterator<Item = f32>) -> Vec<f64> {
    let scores: Vec<f64> = scores.map(f64::from).collect();
    let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let raised: Vec<f64> = scores.iter().map(|score| (score - highest).exp()).collect();
    let total: f64 = raised.iter().sum();
    raised.into_iter().map(|share| share / total).collect()
}

/// What reads the pieces of a text.
pub(crate) struct Pieces {
    alone: Layer,
    beside: Layer,
    width: usize,
    most: usize,
}

impl Pieces {
    /// Cuts what the embedded model holds of a text into the rows of the pieces that are read.
    pub(crate) fn rows<'a>(&self, rows: &'a [f32]) -> impl Iterator<Item = &'a [f32]> {
        rows.chunks_exact(DIMS).take(self.most)
    }

    /// Returns what is made of each piece with those on both sides of it.
    pub(crate) fn made(&self, rows: &[f32]) -> Vec<Vec<f32>> {
        let empty = [0.0; DIMS];
        let mut read: Vec<&[f32]> = self.rows(rows).collect();
        let full = read.len() == self.most;
        // What stands behind the last piece is an empty one, as it was learned.
        read.extend((!full).then_some(&empty[..]));
        let nothing = || std::iter::once(vec![0.0; self.width]);
        let alone = self.alone.positive_of_all(&read).into_iter();
        let alone: Vec<Vec<f32>> = nothing().chain(alone).chain(nothing().filter(|_| full)).collect();
        let beside: Vec<Vec<f32>> = alone.windows(3).map(<[Vec<f32>]>::concat).collect();
        let added = self.beside.positive_of_all(&beside);
        let with = |(own, added): (&Vec<f32>, Vec<f32>)| own.iter().zip(added).map(|(a, b)| a + b).collect();
        alone.iter().skip(1).zip(added).map(with).collect()
    }

    /// Returns the highest that was made of any piece, number by number, and then the sum over the root of how many they are.
    pub(crate) fn highest_and_sum(&self, rows: &[f32]) -> Vec<f32> {
        let made = self.made(rows);
        let mut out = vec![0.0_f32; 2 * self.width];
        let (highest, sum) = out.split_at_mut(self.width);
        for piece in &made {
            for ((highest, sum), x) in highest.iter_mut().zip(sum.iter_mut()).zip(piece) {
                *highest = highest.max(*x);
                *sum += x;
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "few pieces")]
        let root = (made.len().max(1) as f32).sqrt();
        for x in sum.iter_mut() {
            *x /= root;
        }
        out
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these numbers are exact")]
mod tests {
    use super::*;

    /// The upper halves of 1, 2, -1 and 0.5.
    static FOUR: &[u8] = &[0x80, 0x3F, 0x00, 0x40, 0x80, 0xBF, 0x00, 0x3F];

    #[test]
    fn weights_are_taken_in_their_order_and_what_is_missing_counts_nothing() {
        let mut parts = Parts::of(FOUR);
        let layer = parts.layer(2, 1);
        assert_eq!(layer.apply(&[3.0, 5.0]).collect::<Vec<f32>>(), [12.0]);
        let rest = parts.take(9);
        assert_eq!((rest.at(0), rest.at(1), parts.left()), (0.5, 0.0, 0));
        let mut sums = [1.0, 1.0];
        Parts::of(FOUR).take(4).add_row(1, &mut sums);
        assert_eq!(sums, [0.0, 1.5]);
    }

    #[test]
    fn a_layer_may_come_out_with_nothing_below_zero() {
        let layer = Layer { weights: Parts::of(FOUR).take(3), bias: Part(&[]), inputs: 1 };
        assert_eq!(layer.positive(&[2.0]), [2.0, 4.0, 0.0]);
    }

    #[test]
    fn shares_make_a_whole_however_high_the_scores_are() {
        let shares = shares([900.0, 900.0, -900.0].into_iter());
        assert!((shares[0] - 0.5).abs() < 1e-12 && (shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn no_more_pieces_are_read_than_were_learned_and_none_of_nothing() {
        let pieces = Parts::of(FOUR).pieces(1, 2);
        assert_eq!(pieces.made(&[0.0; 3 * DIMS]).len(), 2);
        assert_eq!(pieces.made(&[]).len(), 0);
        assert_eq!(pieces.highest_and_sum(&[]), [0.0, 0.0]);
    }
}
