//! Vectors as they are stored and scanned: one signed byte a dimension and a scale. Knows nothing of models.

use std::ops::Range;
use std::sync::OnceLock;

use super::bitmap::Bits;
use super::bytes::checksum;
use super::error::{IndexError, Result, corrupt};
use super::scan::Probe;
use super::signs::Signs;
use super::{BLOCK, SLOTS};

/// Returns a dot product as a float; the sums of a few thousand products of bytes lose nothing that counts.
#[expect(clippy::cast_precision_loss, reason = "24 bits of a dot product are enough")]
#[inline]
pub(crate) fn float(dot: i32) -> f32 {
    dot as f32
}

/// Rows of vectors are padded to this many bytes, so that each starts on a cache line.
pub(crate) const LINE: usize = 64;

/// Returns the bytes that one vector of `dim` dimensions takes in a block.
pub(crate) fn stride(dim: usize) -> usize {
    dim.next_multiple_of(LINE)
}

/// A vector of signed bytes in -127..=127 and the factor that gives its values back.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantized {
    values: Vec<i8>,
    scale: f32,
}

impl Quantized {
    /// Rounds a vector to bytes; refuses values that are not finite.
    pub fn from_f32(vector: &[f32]) -> Result<Self> {
        if vector.iter().any(|v| !v.is_finite()) {
            return Err(IndexError::NotFinite);
        }
        let peak = vector.iter().fold(0f32, |m, v| m.max(v.abs()));
        if peak < f32::MIN_POSITIVE * 127.0 {
            return Ok(Self { values: vec![0; vector.len()], scale: f32::MIN_POSITIVE });
        }
        #[expect(clippy::cast_possible_truncation, reason = "the quotient is within -127..=127")]
        let values = vector.iter().map(|v| (v / peak * 127.0).round() as i8).collect();
        Ok(Self { values, scale: peak / 127.0 })
    }

    /// Takes values that are already rounded; -128 becomes -127.
    pub fn from_parts(values: Vec<i8>, scale: f32) -> Result<Self> {
        if !scale.is_finite() || scale < 0.0 {
            return Err(IndexError::NotFinite);
        }
        let values = values.into_iter().map(|v| v.max(-127)).collect();
        Ok(Self { values, scale: scale.max(f32::MIN_POSITIVE) })
    }

    /// Returns the bytes, one a dimension.
    pub fn values(&self) -> &[i8] {
        &self.values
    }

    /// Returns what a byte of value one stands for; never zero.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Returns the number of dimensions.
    pub fn dim(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.values.len() + 4);
        out.extend_from_slice(&self.scale.to_le_bytes());
        out.extend(self.values.iter().map(|v| v.cast_unsigned()));
        out
    }

    pub(crate) fn decode(blob: &[u8], dim: usize) -> Result<Self> {
        let (scale, values) = split_row(blob, dim)?;
        Ok(Self { values: values.iter().map(|v| v.cast_signed()).collect(), scale })
    }
}

/// Splits a row of the vector tail into scale and bytes.
pub(crate) fn split_row(blob: &[u8], dim: usize) -> Result<(f32, &[u8])> {
    match blob.split_first_chunk::<4>() {
        Some((scale, values)) if values.len() == dim => match f32::from_le_bytes(*scale) {
            scale if scale.is_finite() && scale > 0.0 => Ok((scale, values)),
            _ => corrupt("the scale of a vector is no number"),
        },
        _ => corrupt(format!("a vector row has {} bytes, not {}", blob.len(), dim + 4)),
    }
}

/// The vectors of one block of slots: the rows, the scales, then a checksum, as on disk. The rows start on a cache
/// line. A scale of zero means no vector.
#[derive(Debug)]
pub(crate) struct VectorBlock {
    stride: usize,
    offset: usize,
    data: Vec<u8>,
    signs: OnceLock<Signs>,
}

impl VectorBlock {
    /// Makes a block without vectors and without a valid checksum.
    pub(crate) fn empty(dim: usize) -> Self {
        let stride = stride(dim);
        let data = vec![0u8; Self::blob_len(stride) + LINE];
        let offset = data.as_ptr().align_offset(LINE).min(LINE);
        Self { stride, offset, data, signs: OnceLock::new() }
    }

    fn blob_len(stride: usize) -> usize {
        BLOCK * stride + BLOCK * 4 + 4
    }

    /// Copies a blob; refuses one of the wrong length or checksum.
    pub(crate) fn from_blob(blob: &[u8], dim: usize) -> Result<Self> {
        Self::read(dim, blob.len(), |to| {
            to.copy_from_slice(blob);
            Ok(())
        })
    }

    /// Lets `fill` write a blob of `len` bytes; refuses one of the wrong length or checksum.
    pub(crate) fn read(dim: usize, len: usize, fill: impl FnOnce(&mut [u8]) -> Result<()>) -> Result<Self> {
        let mut block = Self::empty(dim);
        if len != Self::blob_len(block.stride) {
            return corrupt(format!("a vector block has {len} bytes"));
        }
        fill(block.blob_mut())?;
        let place = block.stamp_place();
        if block.as_blob()[place.clone()] != checksum(&block.as_blob()[..place.start]).to_le_bytes() {
            return corrupt("a vector block does not match its checksum");
        }
        Ok(block)
    }

    /// Returns the block as it is stored; call [`VectorBlock::stamp`] after changes.
    pub(crate) fn as_blob(&self) -> &[u8] {
        &self.data[self.offset..self.offset + Self::blob_len(self.stride)]
    }

    fn blob_mut(&mut self) -> &mut [u8] {
        let end = self.offset + Self::blob_len(self.stride);
        &mut self.data[self.offset..end]
    }

    /// Brings the checksum up to date.
    pub(crate) fn stamp(&mut self) {
        let place = self.stamp_place();
        let sum = checksum(&self.as_blob()[..place.start]);
        self.blob_mut()[place].copy_from_slice(&sum.to_le_bytes());
    }

    /// Returns where the checksum stands in the blob.
    pub(crate) fn stamp_place(&self) -> Range<usize> {
        let len = Self::blob_len(self.stride);
        len - 4..len
    }

    /// Returns where the row and the scale of a slot stand in the blob.
    #[inline]
    pub(crate) fn places(&self, slot: u32) -> [Range<usize>; 2] {
        let at = (slot % SLOTS) as usize;
        let row = at * self.stride;
        let scale = BLOCK * self.stride + at * 4;
        [row..row + self.stride, scale..scale + 4]
    }

    /// Writes one vector, whose length the caller has checked.
    pub(crate) fn set(&mut self, slot: u32, scale: f32, values: &[u8]) {
        self.signs.take();
        let [row, at] = self.places(slot);
        let blob = self.blob_mut();
        blob[at].copy_from_slice(&scale.to_le_bytes());
        blob[row.start..row.start + values.len()].copy_from_slice(values);
    }

    /// Wipes one vector.
    pub(crate) fn clear(&mut self, slot: u32) {
        self.signs.take();
        for place in self.places(slot) {
            self.blob_mut()[place].fill(0);
        }
    }

    /// Returns the scale of a slot, zero where it has no vector.
    #[inline]
    pub(crate) fn scale(&self, slot: u32) -> f32 {
        let [_, at] = self.places(slot);
        f32::from_le_bytes(self.as_blob()[at].try_into().expect("four bytes"))
    }

    /// Returns the bytes of a slot.
    #[inline]
    pub(crate) fn row(&self, slot: u32) -> &[u8] {
        let [row, _] = self.places(slot);
        &self.as_blob()[row]
    }

    /// Returns the signs of all rows, taken when they are first asked for.
    pub(crate) fn signs(&self) -> &Signs {
        self.signs.get_or_init(|| Signs::of(self))
    }

    /// Returns the cosine of one slot.
    pub(crate) fn cosine(&self, probe: &Probe, slot: u32) -> f32 {
        let mut dot = [0];
        probe.dots(self.row(slot), &mut dot);
        float(dot[0]) * (probe.scale() * self.scale(slot))
    }

    /// Writes the cosines of 64 slots, from `word * 64` of the block on, where their bit is set.
    pub(crate) fn cosines(&self, probe: &Probe, word: usize, bits: u64, out: &mut [f32]) {
        let mut dots = [0i32; 64];
        if bits.count_ones() >= 24 {
            let start = word * 64 * self.stride;
            probe.dots(&self.as_blob()[start..start + 64 * self.stride], &mut dots);
        } else {
            for bit in Bits(bits) {
                let start = (word * 64 + bit as usize) * self.stride;
                let at = bit as usize;
                probe.dots(&self.as_blob()[start..start + self.stride], &mut dots[at..=at]);
            }
        }
        let scales = BLOCK * self.stride + word * 256;
        let scales = self.as_blob()[scales..scales + 256].as_chunks::<4>().0;
        for (at, ((out, scale), dot)) in out.iter_mut().zip(scales).zip(dots).enumerate() {
            let scale = if bits >> at & 1 == 1 { f32::from_le_bytes(*scale) } else { 0.0 };
            *out = float(dot) * (probe.scale() * scale);
        }
    }
}

impl Clone for VectorBlock {
    fn clone(&self) -> Self {
        let mut copy = Self::empty(self.stride);
        copy.blob_mut().copy_from_slice(self.as_blob());
        copy
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rounding_stays_within_half_a_step(vector in prop::collection::vec(-3f32..3.0, 1..300)) {
            let q = Quantized::from_f32(&vector).expect("finite");
            for (v, &b) in vector.iter().zip(q.values()) {
                prop_assert!((v - f32::from(b) * q.scale()).abs() <= q.scale() * 0.51);
            }
            prop_assert_eq!(Quantized::decode(&q.encode(), vector.len()).expect("own row"), q);
        }
    }

    #[test]
    fn a_block_gives_back_what_was_set_and_notices_damage() {
        let mut block = VectorBlock::empty(100);
        block.set(1_500, 0.5, &[7; 100]);
        block.stamp();
        let mut blob = block.as_blob().to_vec();
        let block = VectorBlock::from_blob(&blob, 100).expect("own block").clone();
        assert_eq!(block.as_blob().as_ptr().align_offset(LINE), 0);
        assert_eq!((block.scale(1_500), block.scale(1_501)), (0.5, 0.0));
        assert_eq!(&block.row(1_500)[..101], [&[7u8; 100][..], &[0]].concat());
        blob[9_000] ^= 1;
        assert!(VectorBlock::from_blob(&blob, 100).is_err());
    }

    #[test]
    fn a_vector_that_is_not_finite_is_refused_and_one_of_zeros_is_kept() {
        assert!(Quantized::from_f32(&[0.1, f32::NAN]).is_err());
        assert!(Quantized::from_f32(&[0.0; 4]).expect("finite").scale() > 0.0);
        assert_eq!(Quantized::from_parts(vec![-128, 3], 1.0).expect("finite").values(), [-127, 3]);
    }
}
