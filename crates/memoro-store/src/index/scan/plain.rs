//! Dot products for any processor; what the faster ways are tested against.

/// Computes the dot product of `query` with each row of its length.
pub(super) fn dots(query: &[i8], rows: &[u8], out: &mut [i32]) {
    for (row, out) in rows.chunks_exact(query.len()).zip(out) {
        *out =
            query.iter().zip(row).map(|(&q, &v)| i32::from(i16::from(q) * i16::from(v.cast_signed()))).sum();
    }
}
