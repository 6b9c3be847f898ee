//! Dot products and counts of signs for any processor; what the faster ways are tested against.

/// Computes the dot product of `query` with each row of its length.
pub(super) fn dots(query: &[i8], rows: &[u8], out: &mut [i32]) {
    for (row, out) in rows.chunks_exact(query.len()).zip(out) {
        *out =
            query.iter().zip(row).map(|(&q, &v)| i32::from(i16::from(q) * i16::from(v.cast_signed()))).sum();
    }
}

/// Counts, for each row of signs, those that differ from the question's.
#[inline]
pub(super) fn count_differing(question: &[u64], rows: &[u64], out: &mut [u16]) {
    for (row, out) in rows.chunks_exact(question.len()).zip(out) {
        let count: u32 = question.iter().zip(row).map(|(q, v)| (q ^ v).count_ones()).sum();
        *out = u16::try_from(count).unwrap_or(u16::MAX - 1);
    }
}
