//! Cuts normal text into the pieces of the model: the segmentation with the highest sum of scores. It does
//! not change the text; a character that no piece covers is passed over at a price.

use super::normalise::width;

/// The pieces of the model as a double-array trie (see `build/double_array.rs`) with their scores.
#[derive(Clone, Copy)]
pub(super) struct Pieces {
    units: &'static [[u8; 8]],
    scores: &'static [[u8; 4]],
    unknown_score: f64,
}

/// The best way to reach each byte of a text; kept between texts for its memory.
#[derive(Default)]
pub(super) struct Lattice(Vec<Step>);

#[derive(Clone, Copy)]
struct Step {
    score: f64,
    from: u32,
    /// The id of the piece + 1, or 0 for a character passed over.
    piece: u32,
}

impl Lattice {
    /// Returns the bytes of the best path that was looked for last, with the piece of each; none where a character was
    /// passed over.
    pub(super) fn path(&self) -> Vec<(std::ops::Range<usize>, Option<u32>)> {
        let mut out = Vec::new();
        let mut at = self.0.len().saturating_sub(1);
        while at > 0 {
            let step = self.0[at];
            out.push((step.from as usize..at, step.piece.checked_sub(1)));
            at = step.from as usize;
        }
        out.reverse();
        out
    }
}

const UNREACHED: Step = Step { score: f64::NEG_INFINITY, from: 0, piece: 0 };

impl Pieces {
    pub(super) fn new(trie: &'static [u8], scores: &'static [u8], unknown_score: f32) -> Self {
        let unknown_score = f64::from(unknown_score);
        Self { units: trie.as_chunks().0, scores: scores.as_chunks().0, unknown_score }
    }

    /// Returns the id of the piece that is written exactly so.
    pub(super) fn id_of(&self, text: &[u8]) -> Option<u32> {
        let node = text.iter().try_fold(self.unit(0), |node, byte| self.child(node, *byte))?;
        piece(node).checked_sub(1)
    }

    /// Replaces `ids` by the pieces of the best path through `text`, which is valid UTF-8; of equal paths
    /// the one with the earlier start wins.
    pub(super) fn best_path(&self, text: &[u8], lattice: &mut Lattice, ids: &mut Vec<u32>) {
        let steps = &mut lattice.0;
        steps.clear();
        steps.resize(text.len() + 1, UNREACHED);
        steps[0].score = 0.0;
        let mut at = 0;
        while let Some(first) = text.get(at) {
            let next = at + width(*first);
            self.extend_from(text, at, next, steps);
            at = next;
        }
        trace_back(steps, ids);
    }

    /// Offers every piece that starts at `at` to the place where it ends.
    fn extend_from(&self, text: &[u8], at: usize, next: usize, steps: &mut [Step]) {
        let start = steps[at].score;
        let from = u32::try_from(at).expect("a text is shorter than 4 GiB");
        let mut covered = false;
        let mut node = self.unit(0);
        for (end, byte) in (at + 1..).zip(&text[at..]) {
            let Some(child) = self.child(node, *byte) else { break };
            node = child;
            let piece = piece(node);
            if piece != 0 {
                let score = start + self.score(piece - 1);
                if score > steps[end].score {
                    steps[end] = Step { score, from, piece };
                }
                covered |= end == next;
            }
        }
        let score = start + self.unknown_score;
        if !covered && score > steps[next].score {
            steps[next] = Step { score, from, piece: 0 };
        }
    }

    /// Returns the logarithm of the share that a piece has of all pieces.
    pub(super) fn log_share(&self, id: u32) -> f32 {
        f32::from_le_bytes(self.scores[id as usize])
    }

    fn score(&self, id: u32) -> f64 {
        f64::from(self.log_share(id))
    }

    fn child(&self, node: u64, byte: u8) -> Option<u64> {
        let child = self.unit(base(node) ^ usize::from(byte));
        (child.to_le_bytes()[0] == byte).then_some(child)
    }

    fn unit(&self, at: usize) -> u64 {
        u64::from_le_bytes(self.units[at])
    }
}

fn base(unit: u64) -> usize {
    ((unit >> 8) & 0xFF_FFFF) as usize
}

fn piece(unit: u64) -> u32 {
    (unit >> 32) as u32
}

fn trace_back(steps: &[Step], ids: &mut Vec<u32>) {
    ids.clear();
    let mut at = steps.len() - 1;
    while at > 0 {
        let step = steps[at];
        if step.piece > 0 {
            ids.push(step.piece - 1);
        }
        at = step.from as usize;
    }
    ids.reverse();
}
