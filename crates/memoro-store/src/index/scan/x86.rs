//! Dot products with AVX2 and with AVX-512 VNNI. Both are exact: no step can saturate.

use std::arch::x86_64::{
    __m256i, __m512i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_abs_epi8, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_maddubs_epi16, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_sign_epi8, _mm512_add_epi32,
    _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_reduce_add_epi32, _mm512_set1_epi8, _mm512_setzero_si512,
    _mm512_xor_si512,
};

/// Computes the dot product of `query` with each row of its length.
///
/// |v| as an unsigned byte times q with v's sign: each pair sums to at most 2 × 128 × 127 = 32,512, so the 16-bit
/// step does not saturate as long as no byte of the query is -128.
///
/// # Safety
/// The processor has AVX2, `query.len()` is a multiple of 64 and `rows.len() == out.len() * query.len()`.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn dots_avx2(query: &[i8], rows: &[u8], out: &mut [i32]) {
    let ones = _mm256_set1_epi16(1);
    let query = query.as_chunks::<32>().0;
    for (row, out) in rows.chunks_exact(query.len() * 32).zip(out) {
        let mut sum = _mm256_setzero_si256();
        for (q, v) in query.iter().zip(row.as_chunks::<32>().0) {
            // SAFETY: both are arrays of 32 bytes, and the loads need no alignment.
            let (q, v) = unsafe {
                (
                    _mm256_loadu_si256(q.as_ptr().cast::<__m256i>()),
                    _mm256_loadu_si256(v.as_ptr().cast::<__m256i>()),
                )
            };
            let pairs = _mm256_maddubs_epi16(_mm256_abs_epi8(v), _mm256_sign_epi8(q, v));
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, ones));
        }
        let four = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
        let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
        let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
        *out = _mm_cvtsi128_si32(one);
    }
}

/// Computes the dot product of `query` with each row of its length.
///
/// The instruction wants one unsigned side: v + 128 is taken, and 128 × Σ q is subtracted at the end.
///
/// # Safety
/// The processor has AVX-512 F, BW and VNNI, `query.len()` is a multiple of 64 and
/// `rows.len() == out.len() * query.len()`.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) unsafe fn dots_avx512(query: &[i8], rows: &[u8], out: &mut [i32]) {
    let bias = 128 * query.iter().map(|&q| i32::from(q)).sum::<i32>();
    let flip = _mm512_set1_epi8(i8::MIN);
    let query = query.as_chunks::<64>().0;
    for (row, out) in rows.chunks_exact(query.len() * 64).zip(out) {
        let mut sums = [_mm512_setzero_si512(); 2];
        for (i, (q, v)) in query.iter().zip(row.as_chunks::<64>().0).enumerate() {
            // SAFETY: both are arrays of 64 bytes, and the loads need no alignment.
            let (q, v) = unsafe {
                (
                    _mm512_loadu_si512(q.as_ptr().cast::<__m512i>()),
                    _mm512_loadu_si512(v.as_ptr().cast::<__m512i>()),
                )
            };
            sums[i & 1] = _mm512_dpbusd_epi32(sums[i & 1], _mm512_xor_si512(v, flip), q);
        }
        *out = _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1])) - bias;
    }
}
