//! Dot products with AVX2 and with AVX-512 VNNI. Both are exact: no step can saturate.
#![expect(clippy::cast_ptr_alignment, reason = "only loads and stores that need no alignment are used")]

use std::arch::x86_64::{
    __m128i, __m256i, __m512i, _mm_add_epi32, _mm_set1_epi32, _mm_storeu_si128, _mm_sub_epi32,
    _mm256_abs_epi8, _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_hadd_epi32,
    _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
    _mm256_sign_epi8, _mm512_add_epi32, _mm512_castsi512_si256, _mm512_dpbusd_epi32,
    _mm512_extracti64x4_epi64, _mm512_loadu_si512, _mm512_set1_epi8, _mm512_setzero_si512,
    _mm512_unpackhi_epi32, _mm512_unpackhi_epi64, _mm512_unpacklo_epi32, _mm512_unpacklo_epi64,
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
    let stride = query.len();
    let query = query.as_chunks::<32>().0;
    let zero = _mm256_setzero_si256();
    for (out, rows) in out.chunks_mut(4).zip(rows.chunks(stride * 4)) {
        let mut sums = [zero; 4];
        for (sum, row) in sums.iter_mut().zip(rows.chunks_exact(stride)) {
            *sum = row_avx2(query, row);
        }
        let pairs =
            _mm256_hadd_epi32(_mm256_hadd_epi32(sums[0], sums[1]), _mm256_hadd_epi32(sums[2], sums[3]));
        store(out, _mm_add_epi32(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256::<1>(pairs)));
    }
}

/// Writes as many of four numbers as `out` has places.
#[inline]
#[target_feature(enable = "sse2")]
fn store(out: &mut [i32], sums: __m128i) {
    let mut four = [0i32; 4];
    // SAFETY: the array has four places of four bytes, and the store needs no alignment.
    unsafe { _mm_storeu_si128(four.as_mut_ptr().cast::<__m128i>(), sums) };
    for (out, sum) in out.iter_mut().zip(four) {
        *out = sum;
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn row_avx2(query: &[[i8; 32]], row: &[u8]) -> __m256i {
    let ones = _mm256_set1_epi16(1);
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
    sum
}

/// Computes the dot product of `query` with each row of its length.
///
/// The instruction wants one unsigned side: v + 128 is taken, and 128 × Σ q is subtracted at the end; `sum` is Σ q.
///
/// # Safety
/// The processor has AVX-512 F, BW and VNNI, `query.len()` is a multiple of 64 and
/// `rows.len() == out.len() * query.len()`.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) unsafe fn dots_avx512(query: &[i8], sum: i32, rows: &[u8], out: &mut [i32]) {
    let bias = _mm_set1_epi32(128 * sum);
    let stride = query.len();
    let query = query.as_chunks::<64>().0;
    let zero = _mm512_setzero_si512();
    for (out, rows) in out.chunks_mut(4).zip(rows.chunks(stride * 4)) {
        let mut sums = [zero; 4];
        for (sum, row) in sums.iter_mut().zip(rows.chunks_exact(stride)) {
            *sum = row_avx512(query, row);
        }
        let [a, b, c, d] = sums;
        store(out, _mm_sub_epi32(four_sums(a, b, c, d), bias));
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn row_avx512(query: &[[i8; 64]], row: &[u8]) -> __m512i {
    let flip = _mm512_set1_epi8(i8::MIN);
    let mut sum = _mm512_setzero_si512();
    for (q, v) in query.iter().zip(row.as_chunks::<64>().0) {
        // SAFETY: both are arrays of 64 bytes, and the loads need no alignment.
        let (q, v) = unsafe {
            (
                _mm512_loadu_si512(q.as_ptr().cast::<__m512i>()),
                _mm512_loadu_si512(v.as_ptr().cast::<__m512i>()),
            )
        };
        sum = _mm512_dpbusd_epi32(sum, _mm512_xor_si512(v, flip), q);
    }
    sum
}

/// Adds up each of four registers.
#[inline]
#[target_feature(enable = "avx512f")]
fn four_sums(a: __m512i, b: __m512i, c: __m512i, d: __m512i) -> __m128i {
    let ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
    let cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
    let all = _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
    let half = _mm256_add_epi32(_mm512_castsi512_si256(all), _mm512_extracti64x4_epi64::<1>(all));
    _mm_add_epi32(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half))
}

/// Counts, for each row of signs, those that differ from the question's; the plain way, with the instruction for it.
#[target_feature(enable = "popcnt")]
pub(super) fn count_differing(question: &[u64], rows: &[u64], out: &mut [u16]) {
    match <[u64; 4]>::try_from(question) {
        // The embedded model's 256 dimensions.
        Ok(question) => super::plain::count_differing(&question, rows, out),
        Err(_) => super::plain::count_differing(question, rows, out),
    }
}
