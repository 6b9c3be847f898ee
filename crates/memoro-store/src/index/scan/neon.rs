//! Dot products with NEON. Exact: products are widened before they are added.

use std::arch::aarch64::{
    vaddvq_s32, vdupq_n_s32, vget_high_s8, vget_low_s8, vld1q_s8, vmull_s8, vpadalq_s16,
};

/// Computes the dot product of `query` with each row of its length.
///
/// # Safety
/// The processor has NEON, `query.len()` is a multiple of 64 and `rows.len() == out.len() * query.len()`.
#[target_feature(enable = "neon")]
pub(super) unsafe fn dots(query: &[i8], rows: &[u8], out: &mut [i32]) {
    let query = query.as_chunks::<16>().0;
    for (row, out) in rows.chunks_exact(query.len() * 16).zip(out) {
        let mut sum = vdupq_n_s32(0);
        for (q, v) in query.iter().zip(row.as_chunks::<16>().0) {
            // SAFETY: both are arrays of 16 bytes, and the loads need no alignment.
            let (q, v) = unsafe { (vld1q_s8(q.as_ptr()), vld1q_s8(v.as_ptr().cast::<i8>())) };
            sum = vpadalq_s16(sum, vmull_s8(vget_low_s8(q), vget_low_s8(v)));
            sum = vpadalq_s16(sum, vmull_s8(vget_high_s8(q), vget_high_s8(v)));
        }
        *out = vaddvq_s32(sum);
    }
}
