//! The sums of a layer of bytes, in the widest way that the processor has. They are sums of whole numbers, so every way gives
//! the same ones. The only file of this crate with `unsafe` code.

/// How many numbers that come out are summed side by side.
pub(super) const SIDE: usize = 16;

/// The weights of two inputs for each of the numbers that come out side by side.
pub(super) type Weights = [i8; 2 * SIDE];

/// Two inputs that lie one behind the other.
pub(super) type Pair = [i16; 2];

/// Multiplies the pairs of several inputs, which lie side by side, with the weights of each pair, and sums what comes out.
pub(super) fn sums<const N: usize>(weights: &[Weights], pairs: &[[Pair; N]]) -> [[i32; SIDE]; N] {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the function is made for.
            return unsafe { x86::avx2(weights, pairs) };
        }
        // SAFETY: every processor of this kind has it.
        unsafe { x86::sse2(weights, pairs) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    plain(weights, pairs)
}

/// The way of every other processor; the compiler makes the best of it.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn plain<const N: usize>(weights: &[Weights], pairs: &[[Pair; N]]) -> [[i32; SIDE]; N] {
    let mut sums = [[0; SIDE]; N];
    for (weights, pairs) in weights.iter().zip(pairs) {
        let of_each: [Pair; SIDE] = std::array::from_fn(|at| {
            weights.as_chunks::<2>().0.get(at).map_or([0; 2], |pair| pair.map(i16::from))
        });
        for (sums, [x, y]) in sums.iter_mut().zip(pairs) {
            for (sum, [v, w]) in sums.iter_mut().zip(of_each) {
                *sum += i32::from(v) * i32::from(*x) + i32::from(w) * i32::from(*y);
            }
        }
    }
    sums
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        __m128i, __m256i, _mm_add_epi32, _mm_loadu_si128, _mm_madd_epi16, _mm_set1_epi32, _mm_setzero_si128,
        _mm_srai_epi16, _mm_storeu_si128, _mm_unpackhi_epi8, _mm_unpacklo_epi8, _mm256_add_epi32,
        _mm256_cvtepi8_epi16, _mm256_madd_epi16, _mm256_set1_epi32, _mm256_setzero_si256,
        _mm256_storeu_si256,
    };

    use super::{Pair, SIDE, Weights};

    /// Both numbers of a pair as one of twice the size.
    fn joined([x, y]: Pair) -> i32 {
        i32::from(x.cast_unsigned()) | i32::from(y) << 16
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn load(bytes: &[i8; SIDE]) -> __m128i {
        // SAFETY: there are sixteen bytes, and the load needs no alignment.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn store_eight(sums: __m256i, out: &mut [i32; 8]) {
        // SAFETY: there are eight places of four bytes, and the store needs no alignment.
        unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), sums) };
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn store_four(sums: __m128i, out: &mut [i32; 4]) {
        // SAFETY: there are four places of four bytes, and the store needs no alignment.
        unsafe { _mm_storeu_si128(out.as_mut_ptr().cast(), sums) };
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn avx2<const N: usize>(weights: &[Weights], pairs: &[[Pair; N]]) -> [[i32; SIDE]; N] {
        let mut sums = [[_mm256_setzero_si256(); 2]; N];
        for (weights, pairs) in weights.iter().zip(pairs) {
            let ([low, high], _) = weights.as_chunks::<SIDE>() else { continue };
            let (low, high) = (_mm256_cvtepi8_epi16(load(low)), _mm256_cvtepi8_epi16(load(high)));
            for (sums, pair) in sums.iter_mut().zip(pairs) {
                let pair = _mm256_set1_epi32(joined(*pair));
                sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(low, pair));
                sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(high, pair));
            }
        }
        let mut out = [[0; SIDE]; N];
        for (out, sums) in out.iter_mut().zip(sums) {
            out.as_chunks_mut::<8>().0.iter_mut().zip(sums).for_each(|(out, sums)| store_eight(sums, out));
        }
        out
    }

    /// Takes one half of the numbers that come out after the other: there are too few registers for all.
    #[target_feature(enable = "sse2")]
    pub(super) fn sse2<const N: usize>(weights: &[Weights], pairs: &[[Pair; N]]) -> [[i32; SIDE]; N] {
        let mut out = [[0; SIDE]; N];
        for half in 0..2 {
            let mut sums = [[_mm_setzero_si128(); 2]; N];
            for (weights, pairs) in weights.iter().zip(pairs) {
                let Some(weights) = weights.as_chunks::<SIDE>().0.get(half) else { continue };
                let (bytes, zero) = (load(weights), _mm_setzero_si128());
                let low = _mm_srai_epi16::<8>(_mm_unpacklo_epi8(zero, bytes));
                let high = _mm_srai_epi16::<8>(_mm_unpackhi_epi8(zero, bytes));
                for (sums, pair) in sums.iter_mut().zip(pairs) {
                    let pair = _mm_set1_epi32(joined(*pair));
                    sums[0] = _mm_add_epi32(sums[0], _mm_madd_epi16(low, pair));
                    sums[1] = _mm_add_epi32(sums[1], _mm_madd_epi16(high, pair));
                }
            }
            for (out, sums) in out.iter_mut().zip(sums) {
                let places = out.as_chunks_mut::<4>().0.iter_mut().skip(2 * half);
                places.zip(sums).for_each(|(out, sums)| store_four(sums, out));
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_way_gives_the_same_sums(
            weights in proptest::collection::vec(any::<[i8; 32]>(), 0..9),
            pairs in proptest::collection::vec(proptest::array::uniform3([-8191..=8191_i16, -8191..=8191_i16]), 9),
        ) {
            let naive: [[i32; SIDE]; 3] = std::array::from_fn(|input| std::array::from_fn(|at| {
                let both = |side: usize| weights.iter().zip(&pairs).map(move |(weights, pairs)| {
                    i32::from(weights[2 * at + side]) * i32::from(pairs[input][side])
                });
                both(0).chain(both(1)).sum()
            }));
            prop_assert_eq!(plain(&weights, &pairs), naive);
            prop_assert_eq!(sums(&weights, &pairs), naive);
            #[cfg(target_arch = "x86_64")]
            // SAFETY: every processor of this kind has it.
            prop_assert_eq!(unsafe { x86::sse2(&weights, &pairs) }, naive);
        }
    }
}
