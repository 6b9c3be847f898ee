//! Cuts a document into the pieces that search sees: on Markdown boundaries, within a token limit, with exact
//! lines and bytes. Works on any bytes; never reads a file and never changes a text beyond its line endings.

mod attributes;
mod blocks;
mod front;
mod lines;
mod pack;
mod scan;
mod split;
#[cfg(test)]
mod tests;

use std::ops::{Range, RangeInclusive};

pub use attributes::Attributes;
pub use front::FrontMatter;

use lines::Lines;

/// How a document is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Headings, fences, tables, lists and comments mean something.
    Markdown,
    /// Only blank lines mean something.
    Plain,
}

/// How large a chunk may be and how much of its predecessor it repeats, in estimated tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The largest chunk.
    pub tokens: usize,
    /// The largest repeated part; never more than half a chunk.
    pub overlap: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { tokens: 400, overlap: 80 }
    }
}

impl Limits {
    /// The smallest chunk size that is obeyed; smaller wishes are raised to it.
    pub const MIN_TOKENS: usize = 16;

    fn sane(self) -> Self {
        let tokens = self.tokens.max(Self::MIN_TOKENS);
        Self { tokens, overlap: self.overlap.min(tokens / 2) }
    }

    /// The largest piece that a sentence too long for its chunk is cut into.
    fn piece(self) -> usize {
        let quarter = self.tokens / 4;
        if self.overlap == 0 { quarter } else { quarter.min(self.overlap).max(2) }
    }
}

/// One piece of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// The text as it stands in the file, with `\n` line endings and replacement characters for invalid bytes.
    pub text: String,
    /// The lines it stands on, counted from 1.
    pub lines: RangeInclusive<usize>,
    /// The bytes of the file that it was made of.
    pub bytes: Range<usize>,
    /// The headings above it, outermost first, its own included.
    pub headings: Vec<String>,
    /// What comments in the file say about it.
    pub attributes: Attributes,
    /// The estimated number of tokens of the text.
    pub tokens: usize,
}

impl Chunk {
    /// Returns a stable hash of what search sees of the chunk: headings and text, not the place.
    pub fn hash(&self) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        for heading in &self.headings {
            hasher.update(heading.as_bytes()).update(b"\x1f");
        }
        hasher.update(b"\0").update(self.text.as_bytes()).finalize()
    }

    /// Returns the text for an index: without the comments that became attributes.
    pub fn searchable(&self) -> std::borrow::Cow<'_, str> {
        attributes::without_comments(&self.text)
    }
}

/// A document cut into chunks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Chunked {
    /// The front matter, which is in no chunk.
    pub front: Option<FrontMatter>,
    /// The chunks in the order of the file.
    pub chunks: Vec<Chunk>,
    /// The number of lines of the file.
    pub lines: usize,
}

/// Cuts a document into chunks.
pub fn chunk(bytes: &[u8], format: Format, limits: Limits) -> Chunked {
    let limits = limits.sane();
    let lines = Lines::new(bytes);
    let (front, first) = match format {
        Format::Markdown => front::find(&lines),
        Format::Plain => (None, 0),
    };
    let outline = scan::scan(&lines, first, format, limits);
    Chunked { front, chunks: pack::pack(&lines, &outline, limits), lines: lines.len() }
}
