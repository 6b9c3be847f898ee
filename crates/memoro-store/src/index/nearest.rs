//! The cosine of a question with every visible chunk: exactly, or in large sets exactly where it may count and by
//! the signs of the dimensions elsewhere.

use super::BLOCK;
use super::bitmap::Bitmap;
use super::scan::Probe;
use super::signs::{SignProbe, UNSEEN};
use super::snapshot::Space;

/// How many chunks of rare terms are compared exactly in a large set.
pub(crate) const RARE: usize = 8_192;
/// How many of the nearest by signs are compared exactly: one in a hundred, within these bounds.
const NEAREST: (usize, usize) = (1_024, 8_192);

/// Writes the cosine of every shown slot.
pub(crate) fn exact(space: &Space, shown: &Bitmap, probe: &Probe, out: &mut [f32]) {
    for (block, rows) in space.blocks.iter().enumerate() {
        let Some(rows) = rows else { continue };
        for word in 0..BLOCK / 64 {
            let at = block * BLOCK + word * 64;
            let bits = shown.word(at / 64);
            if bits != 0 {
                let end = (at + 64).min(out.len());
                rows.cosines(probe, word, bits, &mut out[at..end]);
            }
        }
    }
}

/// Writes the cosine of every shown slot, exact for the nearest by signs and for the slots of `rare`.
pub(crate) fn cosines(space: &Space, shown: &Bitmap, probe: &Probe, rare: &[u32], out: &mut [f32]) {
    let signs = SignProbe::new(probe);
    let distances = distances(space, shown, &signs, out.len());
    let near = nearest(&distances, shown.len());
    let mut fit = Fit::default();
    for &slot in &near {
        let cosine = space.block(slot).map_or(0.0, |block| block.cosine(probe, slot));
        out[slot as usize] = cosine;
        fit.add(signs.nearness(distances[slot as usize]), cosine);
    }
    let slope = fit.slope();
    let farthest = near.iter().map(|&slot| distances[slot as usize]).max().unwrap_or(0);
    for (out, &distance) in out.iter_mut().zip(&distances) {
        if distance > farthest && distance != UNSEEN {
            *out = slope * signs.nearness(distance);
        }
    }
    for &slot in rare {
        if shown.contains(slot) && distances[slot as usize] > farthest {
            out[slot as usize] = space.block(slot).map_or(0.0, |block| block.cosine(probe, slot));
        }
    }
}

/// Counts the differing signs of every shown slot that has a vector.
fn distances(space: &Space, shown: &Bitmap, signs: &SignProbe, slots: usize) -> Vec<u16> {
    let mut distances = vec![UNSEEN; slots];
    let mut counts = [0u16; BLOCK];
    for (block, (rows, out)) in space.blocks.iter().zip(distances.chunks_mut(BLOCK)).enumerate() {
        let words = block * BLOCK / 64..(block + 1) * BLOCK / 64;
        let Some(rows) = rows.as_ref().filter(|_| words.clone().any(|word| shown.word(word) != 0)) else {
            continue;
        };
        signs.distances(rows, &mut counts);
        if out.len() == BLOCK && words.clone().all(|word| shown.word(word) == u64::MAX) {
            out.copy_from_slice(&counts);
            continue;
        }
        for (at, (out, &count)) in out.iter_mut().zip(&counts).enumerate() {
            if shown.word(words.start + at / 64) >> (at % 64) & 1 == 1 {
                *out = count;
            }
        }
    }
    distances
}

/// Returns the slots with the fewest differing signs, all of equal distance together.
fn nearest(distances: &[u16], shown: usize) -> Vec<u32> {
    let wanted = (shown / 100).clamp(NEAREST.0, NEAREST.1);
    let most = distances.iter().copied().filter(|&d| d != UNSEEN).max().unwrap_or(0);
    let mut counts = vec![0usize; usize::from(most) + 1];
    for &distance in distances {
        if let Some(count) = counts.get_mut(usize::from(distance)) {
            *count += 1;
        }
    }
    let (mut sum, mut limit) = (0, 0u16);
    for (distance, count) in (0u16..).zip(&counts) {
        sum += count;
        limit = distance;
        if sum >= wanted {
            break;
        }
    }
    let near = |(slot, &distance): (u32, &u16)| (distance <= limit).then_some(slot);
    (0u32..).zip(distances).filter_map(near).collect()
}

/// The line through zero that fits cosines to nearness by signs.
#[derive(Default)]
struct Fit {
    products: f32,
    squares: f32,
}

impl Fit {
    fn add(&mut self, nearness: f32, cosine: f32) {
        self.products += nearness * cosine;
        self.squares += nearness * nearness;
    }

    fn slope(&self) -> f32 {
        if self.squares > 0.0 { self.products / self.squares } else { 0.0 }
    }
}
