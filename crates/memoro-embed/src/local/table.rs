//! The rows of the model, four bits a dimension, and their sum. A row is unpacked while it is added, so
//! only the pages of the rows that a text uses are ever read.

/// Dimensions of a vector.
pub(super) const DIMS: usize = 256;
const HALF: usize = DIMS / 2;

/// Scales and packed rows, both in order of the piece ids.
#[derive(Clone, Copy)]
pub(super) struct Table {
    scales: &'static [[u8; 4]],
    rows: &'static [[u8; HALF]],
}

/// A sum of rows, even and odd dimensions apart, as they lie in the low and high half of a byte.
pub(super) struct Sum {
    even: [f32; HALF],
    odd: [f32; HALF],
}

impl Default for Sum {
    fn default() -> Self {
        Self { even: [0.0; HALF], odd: [0.0; HALF] }
    }
}

impl Table {
    pub(super) fn new(scales: &'static [u8], rows: &'static [u8]) -> Self {
        Self { scales: scales.as_chunks().0, rows: rows.as_chunks().0 }
    }

    /// Appends the row of a piece.
    pub(super) fn write_row(&self, id: u32, out: &mut Vec<f32>) {
        let scale = f32::from_le_bytes(self.scales[id as usize]);
        let value = |half: u8| (f32::from(half) - 8.0) * scale;
        out.extend(self.rows[id as usize].iter().flat_map(|byte| [value(byte & 15), value(byte >> 4)]));
    }

    /// Adds the row of a piece to the sum.
    pub(super) fn add_row(&self, id: u32, sum: &mut Sum) {
        let row = &self.rows[id as usize];
        let scale = f32::from_le_bytes(self.scales[id as usize]);
        for ((even, odd), byte) in sum.even.iter_mut().zip(&mut sum.odd).zip(row) {
            *even += (f32::from(byte & 15) - 8.0) * scale;
            *odd += (f32::from(byte >> 4) - 8.0) * scale;
        }
    }
}

impl Sum {
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Replaces `out` by the sum brought to length one, or by zeros if there is no direction in it.
    pub(super) fn write_unit(&self, out: &mut Vec<f32>) {
        let norm = (squares(&self.even) + squares(&self.odd)).sqrt();
        let inverse = if norm > 1e-12 { 1.0 / norm } else { 0.0 };
        let pairs = self.even.iter().zip(&self.odd);
        out.clear();
        out.extend(pairs.flat_map(|(even, odd)| [even * inverse, odd * inverse]));
    }
}

/// Sums in eight lanes, in an order that is the same on every machine.
fn squares(values: &[f32; HALF]) -> f32 {
    let mut lanes = [0.0_f32; 8];
    for chunk in values.as_chunks::<8>().0 {
        for (lane, x) in lanes.iter_mut().zip(chunk) {
            *lane += x * x;
        }
    }
    lanes.iter().sum()
}
