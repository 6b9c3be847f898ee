//! The first look at very large sets: the signs of a vector's dimensions, one bit each. How many differ from the
//! question's tells roughly how near a vector is; those that may count are then compared exactly.

use super::scan::Probe;
use super::vectors::VectorBlock;
use super::{BLOCK, SLOTS};

/// The signs of all rows of a block.
#[derive(Clone, Debug)]
pub(crate) struct Signs {
    words: Vec<u64>,
    /// Whether every row has a vector.
    complete: bool,
}

impl Signs {
    /// Takes the signs of a block.
    pub(crate) fn of(block: &VectorBlock) -> Self {
        let words = (0..SLOTS).flat_map(|slot| signs(block.row(slot))).collect();
        Self { words, complete: (0..SLOTS).all(|slot| block.scale(slot) > 0.0) }
    }
}

fn signs(row: &[u8]) -> impl Iterator<Item = u64> + '_ {
    row.as_chunks::<64>().0.iter().map(|bytes| {
        let eights = bytes.as_chunks::<8>().0.iter().rev();
        // The upper bits of eight bytes, gathered into one byte by a multiplication.
        eights.fold(0, |word, eight| {
            let tops = (u64::from_le_bytes(*eight) >> 7) & 0x0101_0101_0101_0101;
            word << 8 | tops.wrapping_mul(0x0102_0408_1020_4080) >> 56
        })
    })
}

/// A question's signs.
pub(crate) struct SignProbe {
    words: Vec<u64>,
    dim: f32,
}

/// The number of differing signs that stands for "not looked at".
pub(crate) const UNSEEN: u16 = u16::MAX;

impl SignProbe {
    /// Takes the signs of a question.
    pub(crate) fn new(probe: &Probe) -> Self {
        let row: Vec<u8> = probe.row().iter().map(|v| v.cast_unsigned()).collect();
        let dim = f32::from(u16::try_from(probe.dim()).unwrap_or(u16::MAX));
        Self { words: signs(&row).collect(), dim }
    }

    /// Counts the differing signs of every row of a block.
    pub(crate) fn distances(&self, block: &VectorBlock, out: &mut [u16; BLOCK]) {
        let signs = block.signs();
        super::scan::count_differing(&self.words, &signs.words, out);
        if !signs.complete {
            for (slot, out) in (0..SLOTS).zip(out) {
                if block.scale(slot) == 0.0 {
                    *out = UNSEEN;
                }
            }
        }
    }

    /// Returns how near a number of differing signs is: one for none, zero for half of them.
    pub(crate) fn nearness(&self, distance: u16) -> f32 {
        1.0 - 2.0 * f32::from(distance) / self.dim
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Quantized;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn differing_signs_are_counted(a in prop::collection::vec(any::<i8>(), 1..200), seed in any::<u64>()) {
            let dim = a.len();
            let b: Vec<i8> = a.iter().enumerate().map(|(i, v)| if seed >> (i % 64) & 1 == 1 { !v } else { *v }).collect();
            let expected = a.iter().zip(&b).filter(|(x, y)| (**x < 0) != (**y < 0)).count();
            let mut block = VectorBlock::empty(dim);
            let bytes: Vec<u8> = b.iter().map(|v| v.cast_unsigned()).collect();
            block.set(1_030, 1.0, &bytes);
            let mut out = [0u16; BLOCK];
            let probe = SignProbe::new(&Probe::new(&Quantized::from_parts(a, 1.0).expect("finite")));
            probe.distances(&block, &mut out);
            prop_assert_eq!(usize::from(out[6]), expected);
            prop_assert_eq!(out[7], UNSEEN);
        }
    }
}
