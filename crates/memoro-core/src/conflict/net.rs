//! A small network that reads two sentences beside each other: each word piece with its neighbours, beside what the other
//! sentence has that is closest to it, and then the whole beside the signals. It was learned by `model/relations/learn.py` on
//! the vectors of the embedded model; the numbers are data, not code.

use super::model::SIGNALS;
use crate::net::{Layer, Part, Parts, Pieces, product, shares};

/// The weights, one part after the other, as little-endian upper halves of numbers of four bytes.
static WEIGHTS: &[u8] = include_bytes!("net.bf16");

/// The width of what is made of a piece.
const WIDTH: usize = 128;
/// The width of what is made of the whole.
const WHOLE: usize = 96;
/// What is laid side by side for a piece: itself, its counterpart, how they differ and agree, and two numbers.
const BESIDE: usize = 4 * WIDTH + 2;
/// What is known of both sentences in the end.
const KNOWN: usize = 4 * WIDTH + SIGNALS;
/// The pieces of a sentence that are read.
const MOST: usize = 60;
/// How sharply a piece looks at its closest counterpart.
const SHARP: f32 = 8.0;
/// Pieces closer than this are the same.
const EQUAL: f32 = 0.98;
/// A signal counts up to so many deviations.
const FARTHEST: f32 = 4.0;

/// How likely two sentences say the same, contradict each other, or neither.
pub(super) type Likely = [f64; 3];

/// Reads two sentences, given as the rows of their pieces; `None` where one of them has none.
pub(super) fn read(new: &[f32], old: &[f32], signals: &[f64; SIGNALS]) -> Option<Likely> {
    let net = Net::open();
    let (new, old) = (Side::of(new, &net)?, Side::of(old, &net)?);
    let (from_new, from_old) = (net.beside(&new, &old), net.beside(&old, &new));
    let mut known = Vec::with_capacity(KNOWN);
    let both = |f: fn(f32, f32) -> f32, a: &[f32], b: &[f32]| -> Vec<f32> {
        a.iter().zip(b).map(|(a, b)| f(*a, *b)).collect()
    };
    known.extend(both(|a, b| a + b, &from_new.most, &from_old.most));
    known.extend(both(|a, b| a + b, &from_new.sum, &from_old.sum));
    known.extend(both(f32::max, &from_new.most, &from_old.most));
    known.extend(both(|a, b| (a - b).abs(), &from_new.sum, &from_old.sum));
    let scaled = |(at, signal): (usize, &f64)| {
        #[expect(clippy::cast_possible_truncation, reason = "a signal is a small number")]
        let signal = *signal as f32;
        ((signal - net.mean.at(at)) * net.inverse.at(at)).clamp(-FARTHEST, FARTHEST)
    };
    known.extend(signals.iter().enumerate().map(scaled));
    let shares = shares(net.last.apply(&net.whole.positive(&known)));
    shares.first_chunk().copied()
}

struct Net {
    pieces: Pieces,
    beside: Layer,
    whole: Layer,
    last: Layer,
    mean: Part,
    inverse: Part,
}

impl Net {
    fn open() -> Self {
        let mut parts = Parts::of(WEIGHTS);
        let pieces = parts.pieces(WIDTH, MOST);
        let (beside, whole, last) =
            (parts.layer(BESIDE, WIDTH), parts.layer(KNOWN, WHOLE), parts.layer(WHOLE, 3));
        Self { pieces, beside, whole, last, mean: parts.take(SIGNALS), inverse: parts.take(SIGNALS) }
    }

    /// Lays each piece of a sentence beside its counterpart in the other.
    fn beside(&self, one: &Side, other: &Side) -> Read {
        let (mut most, mut sum) = (vec![0.0_f32; WIDTH], vec![0.0_f32; WIDTH]);
        for (unit, made) in one.units.iter().zip(&one.made) {
            let close: Vec<f32> = other.units.iter().map(|unit_of| product(unit, unit_of)).collect();
            let closest = close.iter().copied().fold(-1.0, f32::max);
            let weights: Vec<f32> = close.iter().map(|c| ((c - closest) * SHARP).exp()).collect();
            let total: f32 = weights.iter().sum();
            let mut counterpart = vec![0.0_f32; WIDTH];
            for (weight, made) in weights.iter().zip(&other.made) {
                counterpart.iter_mut().zip(made).for_each(|(sum, x)| *sum += weight / total * x);
            }
            let mut input = made.clone();
            input.extend(&counterpart);
            input.extend(made.iter().zip(&counterpart).map(|(a, b)| (a - b).abs()));
            input.extend(made.iter().zip(&counterpart).map(|(a, b)| a * b));
            input.extend([closest, f32::from(u8::from(closest > EQUAL))]);
            for ((most, sum), x) in most.iter_mut().zip(&mut sum).zip(self.beside.apply(&input)) {
                *most = most.max(x);
                *sum += x.max(0.0);
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "few pieces")]
        let root = (one.units.len() as f32).sqrt();
        for x in &mut sum {
            *x /= root;
        }
        Read { most, sum }
    }
}

/// What was read of one sentence: of each number the highest, and the sum over the root of the length.
struct Read {
    most: Vec<f32>,
    sum: Vec<f32>,
}

/// A sentence: its pieces brought to length one, and what is made of each with its neighbours.
struct Side {
    units: Vec<Vec<f32>>,
    made: Vec<Vec<f32>>,
}

impl Side {
    fn of(rows: &[f32], net: &Net) -> Option<Self> {
        let unit = |row: &[f32]| -> Vec<f32> {
            let length = product(row, row).sqrt().max(1e-12);
            row.iter().map(|x| x / length).collect()
        };
        let units: Vec<Vec<f32>> = net.pieces.rows(rows).map(unit).collect();
        (!units.is_empty()).then(|| Self { units, made: net.pieces.made(rows) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::DIMS;

    #[test]
    fn the_weights_have_their_size() {
        let layers = [(DIMS, WIDTH), (3 * WIDTH, WIDTH), (BESIDE, WIDTH), (KNOWN, WHOLE), (WHOLE, 3)];
        let numbers: usize = layers.iter().map(|(inputs, outputs)| (inputs + 1) * outputs).sum();
        assert_eq!(WEIGHTS.len(), (numbers + 2 * SIGNALS) * 2);
    }

    #[test]
    fn shares_make_a_whole_whatever_stands_there_and_nothing_is_read_of_nothing() {
        let signals = [0.5; SIGNALS];
        for pieces in [1, 2, MOST, MOST + 1, 300] {
            let rows: Vec<f32> = (0..pieces * DIMS).map(|at| if at % 7 == 0 { 0.4 } else { -0.1 }).collect();
            let likely = read(&rows, &rows[..DIMS], &signals).unwrap();
            assert!((likely.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert_eq!(read(&rows, &[], &signals), None);
        }
    }
}
