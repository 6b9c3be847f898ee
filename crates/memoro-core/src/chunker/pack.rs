//! Fills chunks with units. A chunk never crosses a heading; inside a section it ends at the best place in its second
//! half, and among equally good places at one that the words there choose, so that an edit moves only the cuts
//! near it.

use super::attributes::Attributes;
use super::lines::{Lines, text, tokens};
use super::scan::{Kind, Outline, Section, Unit};
use super::{Chunk, Limits, split};

/// Makes the chunks of a document.
pub(super) fn pack(lines: &Lines, outline: &Outline, limits: Limits) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    for section in &outline.sections {
        let units = &outline.units[section.units.clone()];
        let mut packer = Packer { lines, limits, units, section, next: 0, from: None };
        while let Some(chunk) = packer.next_chunk() {
            chunks.push(chunk);
        }
    }
    let mut last = 0;
    chunks.retain(|chunk| {
        let says_more = chunk.bytes.end > last && !chunk.text.trim().is_empty();
        last = last.max(chunk.bytes.end);
        says_more
    });
    chunks
}

struct Packer<'a> {
    lines: &'a Lines<'a>,
    limits: Limits,
    units: &'a [Unit],
    section: &'a Section,
    /// The first unit that is in no chunk yet.
    next: usize,
    /// Where the part to repeat begins, and its tokens.
    from: Option<(usize, usize)>,
}

impl Packer<'_> {
    fn next_chunk(&mut self) -> Option<Chunk> {
        let first = self.next;
        let unit = self.units.get(first)?;
        let mut sums = self.sums(first);
        if sums.is_empty() && self.from.take().is_some() {
            sums = self.sums(first);
        }
        let start = self.from.map_or(unit.start, |(start, _)| start);
        let end = self.choose(first, &sums);
        self.next = end;
        self.from = if end < self.units.len() { self.repeated(first, end) } else { None };
        Some(self.chunk(start, first, end))
    }

    /// Returns the tokens of the chunk for each unit that still fits.
    fn sums(&self, first: usize) -> Vec<usize> {
        let mut sums = Vec::new();
        let mut sum = self.from.map_or(0, |(_, tokens)| tokens);
        for (at, unit) in self.units.iter().enumerate().skip(first) {
            sum += unit.tokens;
            if at > first {
                sum += self.gap(at);
            }
            if sum > self.limits.tokens {
                break;
            }
            sums.push(sum);
        }
        sums
    }

    /// Returns the tokens of the blank lines before a unit.
    fn gap(&self, at: usize) -> usize {
        let before = self.units[at - 1].end;
        (self.units[at].start - before).div_ceil(4)
    }

    /// Returns the unit to end before.
    fn choose(&self, first: usize, sums: &[usize]) -> usize {
        let full = first + sums.len();
        if full == self.units.len() {
            return full;
        }
        let half = self.limits.tokens / 2;
        let good = (first + 1..=full).filter(|end| sums[end - first - 1] >= half);
        let best = good.max_by_key(|end| (self.units[*end].before, self.mark(*end)));
        best.unwrap_or(full).max(first + 1)
    }

    /// Returns a number that depends on the words at a cut only.
    fn mark(&self, at: usize) -> u64 {
        let unit = &self.units[at];
        let head = self.lines.slice(unit.start, unit.end.min(unit.start + 48));
        let words = head.chunks(8).map(|eight| {
            let mut word = [0; 8];
            word[..eight.len()].copy_from_slice(eight);
            u64::from_le_bytes(word)
        });
        words.fold(0, |hash: u64, word| (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// Returns where the part that the next chunk repeats begins, and its tokens.
    fn repeated(&self, first: usize, end: usize) -> Option<(usize, usize)> {
        let mut found = None;
        let mut sum = 0;
        for at in (first..end).rev() {
            let unit = &self.units[at];
            sum += unit.tokens + self.gap(at + 1);
            if unit.kind == Kind::Heading || sum > self.limits.overlap {
                break;
            }
            found = Some((unit.start, sum));
        }
        found.or_else(|| self.last_sentences(end))
    }

    fn last_sentences(&self, end: usize) -> Option<(usize, usize)> {
        let unit = self.units.get(end - 1).filter(|unit| unit.kind == Kind::Prose)?;
        let mut sum = self.gap(end);
        let mut found = None;
        for piece in split::split(self.lines, unit, self.limits).iter().rev() {
            sum += piece.tokens;
            if sum > self.limits.overlap {
                break;
            }
            found = Some((piece.start, sum));
        }
        found
    }

    fn chunk(&self, start: usize, first: usize, end: usize) -> Chunk {
        let mut attributes = self.section.attributes.clone();
        for said in self.units[first..end].iter().filter_map(|unit| unit.said.as_deref()) {
            overlay_most_important(&mut attributes, said);
        }
        let bytes = self.lines.slice(start, self.units[end - 1].end).trim_ascii_end();
        let stop = start + bytes.len();
        Chunk {
            text: text(bytes),
            lines: self.lines.line_of(start) + 1..=self.lines.line_of(stop.saturating_sub(1).max(start)) + 1,
            bytes: start..stop,
            headings: self.section.headings.clone(),
            attributes,
            tokens: tokens(bytes),
        }
    }
}

/// Takes over what a comment inside the chunk says; of two importances the larger one counts.
fn overlay_most_important(all: &mut Attributes, said: &Attributes) {
    let most = all.importance.max(said.importance);
    all.overlay(said);
    all.importance = most;
}
