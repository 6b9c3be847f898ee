//! The embedded model: a static table of word pieces, compiled into the program. Encoding a text is a
//! look-up per piece and a sum of rows; nothing is expanded, indexed or allocated when the model is loaded,
//! and no network, file or clock is touched.

mod normalise;
mod pieces;
mod table;

use crate::{ModelId, Quantized};
use normalise::{Normaliser, SPACE};
use pieces::{Lattice, Pieces};
use table::{DIMS, Sum, Table};

static FILE: &[u8] = include_bytes!("../model/model.bin");
static TRIE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/pieces.trie"));

/// The embedded multilingual model; loading it costs nothing, a copy is a few pointers.
#[derive(Clone, Copy)]
pub struct LocalModel {
    normaliser: Normaliser,
    pieces: Pieces,
    table: Table,
    /// The piece of a bare word start; a text that has no other piece says nothing.
    space: Option<u32>,
}

/// A piece of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// Its letters in their normal form.
    pub text: String,
    /// Whether a blank, or something unknown, stands before it.
    pub begins: bool,
    /// The logarithm of its share of all pieces: about −5 for "the", −17 for what is rare.
    pub log_share: f32,
}

/// A piece of a text with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Cut {
    /// Its bytes in the text.
    pub span: std::ops::Range<usize>,
    /// The number of the piece; none where no piece covers it.
    pub piece: Option<u32>,
    /// Whether a gap stands before it.
    pub begins: bool,
    /// Its vector as it lies in the table; empty where no piece covers it.
    pub row: Vec<f32>,
}

/// Working memory of an encoder, so that encoding many texts allocates only while texts grow longer.
#[derive(Default)]
pub struct Scratch {
    normal: Vec<u8>,
    lattice: Lattice,
    ids: Vec<u32>,
    sum: Sum,
    unit: Vec<f32>,
}

impl LocalModel {
    /// Opens the model inside the program.
    pub fn load() -> Self {
        let header = Header::read();
        let (charsmap, rest) = header.body.split_at(header.charsmap);
        let (_piece_lengths, rest) = rest.split_at(header.rows * 2);
        let (_piece_strings, rest) = rest.split_at(header.strings);
        let (scores, rest) = rest.split_at(header.rows * 4);
        let (scales, rows) = rest.split_at(header.rows * 4);
        let pieces = Pieces::new(TRIE, scores, header.unknown_score);
        let normaliser = Normaliser::new(charsmap);
        Self { normaliser, pieces, table: Table::new(scales, rows), space: pieces.id_of(SPACE) }
    }

    /// Returns the name of the model's vector space.
    pub fn id(&self) -> ModelId {
        ModelId::LOCAL
    }

    /// Returns the number of dimensions of a vector.
    pub fn dims(&self) -> usize {
        DIMS
    }

    /// Returns the ids of the pieces that the text is cut into; characters that no piece covers are left out.
    pub fn piece_ids(&self, text: &str) -> Vec<u32> {
        let mut scratch = Scratch::default();
        self.segment(&mut scratch, text);
        scratch.ids
    }

    /// Returns the pieces that the text is cut into, in their normal form, with how common each is; characters that no
    /// piece covers are left out.
    pub fn pieces(&self, text: &str) -> Vec<Piece> {
        let mut scratch = Scratch::default();
        self.segment(&mut scratch, text);
        let mut at_gap = true;
        let mut out = Vec::new();
        for (range, id) in scratch.lattice.path() {
            let raw = scratch.normal.get(range).unwrap_or_default();
            let bare = raw.strip_prefix(SPACE).unwrap_or(raw);
            let begins = at_gap || bare.len() < raw.len();
            at_gap = bare.is_empty() || id.is_none();
            if let Some(id) = id.filter(|_| !bare.is_empty()) {
                let text = String::from_utf8_lossy(bare).into_owned();
                out.push(Piece { text, begins, log_share: self.pieces.log_share(id) });
            }
        }
        out
    }

    /// Cuts a text into pieces that know their bytes in it; what no piece covers has no vector.
    pub fn cut(&self, text: &str) -> Vec<Cut> {
        let (mut scratch, mut places) = (Scratch::default(), Vec::new());
        self.normaliser.trace(text, &mut scratch.normal, &mut places);
        self.pieces.best_path(&scratch.normal, &mut scratch.lattice, &mut scratch.ids);
        let mut out = Vec::new();
        for (range, id) in scratch.lattice.path() {
            let raw = scratch.normal.get(range.clone()).unwrap_or_default();
            let begins = raw.starts_with(SPACE);
            let first = range.start + if begins { SPACE.len() } else { 0 };
            let (Some(start), Some(end)) = (places.get(first), places.get(range.end)) else { continue };
            if first == range.end {
                continue;
            }
            // What follows a gap begins behind it, so the gap is not part of the piece before it.
            let length = text.get(*start..*end).map_or(0, |piece| piece.trim_end().len());
            let mut row = Vec::new();
            if let Some(id) = id {
                self.table.write_row(id, &mut row);
            }
            out.push(Cut { span: *start..start + length, piece: id, begins, row });
        }
        out
    }

    /// Returns the vectors of the pieces that the text is cut into, one behind the other, as they lie in the table.
    pub fn rows(&self, text: &str) -> Vec<f32> {
        let mut rows = Vec::new();
        self.piece_ids(text).into_iter().for_each(|id| self.table.write_row(id, &mut rows));
        rows
    }

    /// Returns the unit vector of the text, or all zeros if no word piece of it is known (empty, blank, unknown).
    pub fn embed(&self, text: &str) -> Vec<f32> {
        let mut scratch = Scratch::default();
        self.embed_with(&mut scratch, text);
        scratch.unit
    }

    /// Returns the quantised unit vector of the text; [`Quantized::is_zero`] if no word piece of it is known.
    pub fn embed_i8(&self, text: &str) -> Quantized {
        let mut quantized = Quantized::default();
        self.embed_i8_with(&mut Scratch::default(), text, &mut quantized);
        quantized
    }

    /// Encodes as [`Self::embed`] does, into memory that is used again for the next text.
    pub fn embed_with<'s>(&self, scratch: &'s mut Scratch, text: &str) -> &'s [f32] {
        self.segment(scratch, text);
        scratch.sum.clear();
        if scratch.ids.iter().any(|id| Some(*id) != self.space) {
            scratch.ids.iter().for_each(|id| self.table.add_row(*id, &mut scratch.sum));
        }
        scratch.sum.write_unit(&mut scratch.unit);
        &scratch.unit
    }

    /// Encodes as [`Self::embed_i8`] does, into memory that is used again for the next text.
    pub fn embed_i8_with(&self, scratch: &mut Scratch, text: &str, out: &mut Quantized) {
        out.assign(self.embed_with(scratch, text));
    }

    /// Encodes many texts one after the other with one set of buffers.
    pub fn embed_i8_batch<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> Vec<Quantized> {
        let mut scratch = Scratch::default();
        let encode = |text| Quantized::from_f32(self.embed_with(&mut scratch, text));
        texts.into_iter().map(encode).collect()
    }

    fn segment(&self, scratch: &mut Scratch, text: &str) {
        self.normaliser.write(text, &mut scratch.normal);
        self.pieces.best_path(&scratch.normal, &mut scratch.lattice, &mut scratch.ids);
    }
}

impl std::fmt::Debug for LocalModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LocalModel").field("id", &self.id()).finish_non_exhaustive()
    }
}

/// The sizes at the head of the model file; the build script has checked them against the file's length.
struct Header {
    rows: usize,
    charsmap: usize,
    strings: usize,
    unknown_score: f32,
    body: &'static [u8],
}

impl Header {
    fn read() -> Self {
        let (words, _) = FILE.as_chunks::<4>();
        let size = |word: usize| u32::from_le_bytes(words[word]) as usize;
        let unknown_score = f32::from_le_bytes(words[7]);
        Self { rows: size(2), charsmap: size(5), strings: size(6), unknown_score, body: &FILE[32..] }
    }
}

#[cfg(test)]
mod tests;
