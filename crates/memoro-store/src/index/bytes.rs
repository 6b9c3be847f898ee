//! Variable-length numbers and checksums of derived blobs. Reads never panic: a short or wrong blob is `None`.

/// Appends a number in groups of seven bits, lowest first.
pub(crate) fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push((value & 0x7f) as u8);
}

/// A cursor over a blob.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Starts at the first byte.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Returns whether all bytes are read.
    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Returns how many bytes are not read yet.
    pub(crate) fn left(&self) -> usize {
        self.rest.len()
    }

    /// Reads one number that [`put_varint`] wrote.
    #[inline]
    pub(crate) fn varint(&mut self) -> Option<u64> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        if first < 0x80 {
            return Some(u64::from(first));
        }
        self.varint_rest(u64::from(first & 0x7f))
    }

    fn varint_rest(&mut self, mut value: u64) -> Option<u64> {
        for shift in (7..64).step_by(7) {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            value |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                return (shift < 63 || byte <= 1).then_some(value);
            }
        }
        None
    }

    /// Reads a number that fits 32 bits.
    #[inline]
    pub(crate) fn varint32(&mut self) -> Option<u32> {
        self.varint().and_then(|v| u32::try_from(v).ok())
    }

    /// Reads the next `len` bytes.
    pub(crate) fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(head)
    }

    /// Reads a little-endian number of eight bytes.
    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.take(8).and_then(|b| b.try_into().ok()).map(u64::from_le_bytes)
    }
}

const PRIMES: [u64; 4] =
    [0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9];

/// Returns the checksum of a derived blob; part of the file format.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    let mut lanes = PRIMES;
    let mut steps = bytes.chunks_exact(32);
    for step in &mut steps {
        for ((lane, prime), word) in lanes.iter_mut().zip(PRIMES).zip(step.chunks_exact(8)) {
            let word = u64::from_le_bytes(word.try_into().expect("chunks of eight bytes"));
            *lane = (*lane ^ word).wrapping_mul(prime).rotate_left(29);
        }
    }
    let mut sum = bytes.len() as u64;
    for lane in lanes {
        sum = (sum ^ lane).wrapping_mul(PRIMES[0]).rotate_left(31);
    }
    for &byte in steps.remainder() {
        sum = (sum ^ u64::from(byte)).wrapping_mul(PRIMES[1]).rotate_left(31);
    }
    u32::try_from((sum ^ (sum >> 32)) & u64::from(u32::MAX)).expect("32 bits")
}

/// Puts the checksum of `body` before it.
pub(crate) fn with_checksum(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len() + 4);
    out.extend_from_slice(&checksum(body).to_le_bytes());
    out.extend_from_slice(body);
    out
}

/// Returns what stands behind a checksum that holds.
pub(crate) fn checked(blob: &[u8]) -> Option<&[u8]> {
    let (head, body) = blob.split_at_checked(4)?;
    (head == checksum(body).to_le_bytes()).then_some(body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_number_is_read_as_it_was_written(values in prop::collection::vec(any::<u64>(), 0..50), shift in 0u32..64) {
            let values: Vec<u64> = values.into_iter().map(|v| v >> shift).collect();
            let mut out = Vec::new();
            for &v in &values {
                put_varint(&mut out, v);
            }
            let mut reader = Reader::new(&out);
            for &v in &values {
                prop_assert_eq!(reader.varint(), Some(v));
            }
            prop_assert!(reader.is_empty());
        }

        #[test]
        fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let mut reader = Reader::new(&bytes);
            while reader.varint().is_some() {}
        }

        #[test]
        fn a_changed_byte_breaks_the_checksum(
            mut body in prop::collection::vec(any::<u8>(), 1..200), place in any::<prop::sample::Index>(), flip in 1u8..,
        ) {
            let mut blob = with_checksum(&body);
            prop_assert_eq!(checked(&blob), Some(body.as_slice()));
            let at = place.index(body.len());
            body[at] ^= flip;
            blob[at + 4] ^= flip;
            prop_assert_eq!(checked(&blob), None);
        }
    }
}
