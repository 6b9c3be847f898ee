//! A posting list in memory: three bytes a posting, cheap to hand out in blocks. Runs of slots that share their
//! upper sixteen bits keep them once.

use memoro_core::fusion::Posting;

/// Postings are handed out in blocks of this many.
const BLOCK: usize = 256;

/// The chunks that hold one term, ascending, and how often each does, cut off at 255.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    runs: Vec<Run>,
    lows: Vec<u16>,
    tfs: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    high: u32,
    end: usize,
}

impl List {
    /// Adds a posting behind the last one.
    #[inline]
    pub(crate) fn push(&mut self, slot: u32, tf: u16) {
        self.lows.push((slot & 0xffff) as u16);
        self.tfs.push(u8::try_from(tf).unwrap_or(u8::MAX));
        let high = slot & !0xffff;
        match self.runs.last_mut() {
            Some(run) if run.high == high => run.end = self.lows.len(),
            _ => self.runs.push(Run { high, end: self.lows.len() }),
        }
    }

    /// Makes room for more postings.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.lows.reserve(more);
        self.tfs.reserve(more);
    }

    /// Gives back room that is not used.
    pub(crate) fn shrink(&mut self) {
        self.lows.shrink_to_fit();
        self.tfs.shrink_to_fit();
    }

    /// Returns the bytes that the list takes.
    pub(crate) fn memory(&self) -> usize {
        self.lows.capacity() * 3 + self.runs.capacity() * size_of::<Run>()
    }

    /// Returns the number of postings.
    pub(crate) fn len(&self) -> usize {
        self.lows.len()
    }

    /// Hands out the postings in blocks.
    pub(crate) fn visit(&self, visit: &mut dyn FnMut(&[Posting])) {
        let mut buffer = [Posting { slot: 0, tf: 0 }; BLOCK];
        let mut start = 0;
        for run in &self.runs {
            let (lows, tfs) = (&self.lows[start..run.end], &self.tfs[start..run.end]);
            for (lows, tfs) in lows.chunks(BLOCK).zip(tfs.chunks(BLOCK)) {
                for ((to, &low), &tf) in buffer.iter_mut().zip(lows).zip(tfs) {
                    *to = Posting { slot: run.high | u32::from(low), tf: u16::from(tf) };
                }
                visit(&buffer[..lows.len()]);
            }
            start = run.end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_list_hands_out_what_was_pushed(postings in prop::collection::btree_map(0u32..300_000, 1u16..400, 0..2_000)) {
            let mut list = List::default();
            for (&slot, &tf) in &postings {
                list.push(slot, tf);
            }
            list.shrink();
            let mut got = Vec::new();
            list.visit(&mut |block| got.extend_from_slice(block));
            let expected: Vec<Posting> =
                postings.iter().map(|(&slot, &tf)| Posting { slot, tf: tf.min(255) }).collect();
            prop_assert!(got == expected);
            prop_assert!(list.memory() <= postings.len() * 3 + 400);
        }
    }
}
