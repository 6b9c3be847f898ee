//! The exact scan: the dot product of a question with every visible vector. Integer arithmetic throughout, so every
//! processor gives the same answer. The only file of the index with `unsafe` code below it.

mod plain;

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::vectors::{LINE, Quantized, stride};

/// A way to compute dot products that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isa {
    /// Any processor.
    Plain,
    /// x86-64 with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// x86-64 with AVX-512 and its byte dot products.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// 64-bit ARM.
    #[cfg(target_arch = "aarch64")]
    Neon,
}

impl Isa {
    /// Returns the fastest way that this processor has.
    pub fn detect() -> Self {
        Self::available().pop().unwrap_or(Self::Plain)
    }

    /// Returns all ways that this processor has, slowest first.
    pub fn available() -> Vec<Self> {
        let mut all = vec![Self::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                all.push(Self::Avx2);
            }
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vnni")
            {
                all.push(Self::Avx512);
            }
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            all.push(Self::Neon);
        }
        all
    }
}

/// A question's vector, ready to be compared with stored rows.
#[derive(Clone, Debug)]
pub struct Probe {
    isa: Isa,
    row: Vec<i8>,
    sum: i32,
    dim: usize,
    scale: f32,
}

impl Probe {
    /// Prepares a vector for the fastest way that this processor has.
    pub fn new(vector: &Quantized) -> Self {
        Self::with(Isa::detect(), vector)
    }

    /// Prepares a vector for one way; falls back to the plain one where the processor lacks it.
    pub fn with(isa: Isa, vector: &Quantized) -> Self {
        let isa = if Isa::available().contains(&isa) { isa } else { Isa::Plain };
        let mut row = vector.values().to_vec();
        row.resize(stride(vector.dim()), 0);
        let sum = row.iter().map(|&v| i32::from(v)).sum();
        Self { isa, row, sum, dim: vector.dim(), scale: vector.scale() }
    }

    /// Returns the number of dimensions.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// Returns what one unit of an integer dot product is worth, before the stored vector's scale.
    pub(crate) fn scale(&self) -> f32 {
        self.scale
    }

    /// Returns the bytes, padded to whole cache lines.
    pub(crate) fn row(&self) -> &[i8] {
        &self.row
    }

    /// Computes the dot products with rows that lie one behind the other, one for each place of `out`.
    pub(crate) fn dots(&self, rows: &[u8], out: &mut [i32]) {
        assert_eq!(rows.len(), out.len() * self.row.len(), "a row for each result");
        assert!(self.row.len().is_multiple_of(LINE), "rows are padded");
        match self.isa {
            Isa::Plain => plain::dots(&self.row, rows, out),
            // SAFETY: `with` keeps an ISA only where the processor has it; the lengths were checked above.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => unsafe { x86::dots_avx2(&self.row, rows, out) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => unsafe { x86::dots_avx512(&self.row, self.sum, rows, out) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Isa::Neon => unsafe { neon::dots(&self.row, rows, out) },
        }
    }
}

/// Counts, for each row of signs, those that differ from the question's.
pub(crate) fn count_differing(question: &[u64], rows: &[u64], out: &mut [u16]) {
    assert_eq!(rows.len(), out.len() * question.len(), "a row for each result");
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt") {
        // SAFETY: the processor has the instruction.
        unsafe { x86::count_differing(question, rows, out) };
        return;
    }
    plain::count_differing(question, rows, out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn naive(query: &[i8], rows: &[u8], stride: usize) -> Vec<i32> {
        rows.chunks_exact(stride)
            .map(|row| query.iter().zip(row).map(|(&q, &v)| i32::from(q) * i32::from(v.cast_signed())).sum())
            .collect()
    }

    proptest! {
        #[test]
        fn every_way_gives_the_same_numbers(
            dim in 1usize..300, count in 0usize..9, seed in any::<u64>(), extreme in any::<bool>(),
        ) {
            let mut state = seed;
            let mut byte = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let b = (state >> 56) as u8;
                if extreme { [0x80, 0x81, 0x7f][usize::from(b % 3)] } else { b }
            };
            let query = Quantized::from_parts((0..dim).map(|_| byte().cast_signed()).collect(), 1.0).expect("finite");
            let wide = stride(dim);
            let rows: Vec<u8> = (0..count * wide).map(|_| byte()).collect();
            let expected = naive(query.values(), &rows, wide);
            for isa in Isa::available() {
                let mut got = vec![0; count];
                Probe::with(isa, &query).dots(&rows, &mut got);
                prop_assert_eq!(&got, &expected, "{:?}", isa);
            }
        }
    }

    #[test]
    #[should_panic(expected = "a row for each result")]
    fn rows_of_the_wrong_length_are_refused_before_any_unsafe_code() {
        let query = Quantized::from_parts(vec![1; 64], 1.0).expect("finite");
        Probe::new(&query).dots(&[0; 100], &mut [0; 2]);
    }
}
