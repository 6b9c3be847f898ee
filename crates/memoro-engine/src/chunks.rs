//! From a piece of text to a chunk of the index: its terms, what ranking knows of it, and its vector.

use jiff::Timestamp;
use memoro_core::fusion::{ChunkMeta, NO_DAY, is_role_word, role_of};
use memoro_core::text::Profile;
use memoro_store::Durability;
use memoro_store::index::{self, Facets, ModelId, NewChunk};

use crate::error::Result;
use crate::workspace::Workspace;

/// A piece of text that becomes a chunk.
#[derive(Debug, Clone)]
pub(crate) struct Piece<'a> {
    /// Its text.
    pub(crate) text: &'a str,
    /// Its place in its document or session.
    pub(crate) ordinal: u32,
    /// Its lines, from 1, the end not included.
    pub(crate) lines: std::ops::Range<u32>,
    /// Its bytes in the file.
    pub(crate) bytes: std::ops::Range<u64>,
    /// The headings above it.
    pub(crate) heading: Option<String>,
    /// Who speaks: the name, and the number that the store gave it.
    pub(crate) speaker: Option<(&'a str, u32)>,
    /// When it was said or written.
    pub(crate) at: Option<Timestamp>,
    /// What filters know of it.
    pub(crate) facets: Facets,
    /// Whether the store keeps the text, because no file does.
    pub(crate) keep_text: bool,
}

impl Workspace {
    /// Returns the number under which the store knows the embedded model.
    pub(crate) fn local_model(&self) -> Result<ModelId> {
        let (name, dims) =
            (self.model.id().as_str().to_owned(), u32::try_from(self.model.dims()).unwrap_or(0));
        let model =
            self.store.write_index(Durability::Lazy, move |conn| index::register_model(conn, &name, dims))?;
        Ok(model.id)
    }

    /// Returns the number under which the store knows a speaker.
    pub(crate) fn number_speaker(&self, name: &str) -> Result<u32> {
        let name = name.to_owned();
        Ok(self.store.write_index(Durability::Lazy, move |conn| index::speaker(conn, &name))?)
    }

    /// Makes a chunk of a piece of text, embedded by the embedded model.
    pub(crate) fn chunk(&self, piece: &Piece<'_>, model: ModelId) -> NewChunk {
        let (profile, terms) = Profile::of(piece.text);
        let (name, speaker) = piece.speaker.unwrap_or_default();
        let named = !name.is_empty() && !is_role_word(name);
        let embedded = if named {
            self.embed_local(&format!("{name}: {}", piece.text))
        } else {
            self.embed_local(piece.text)
        };
        let hash = blake3::hash(piece.text.as_bytes());
        let short: [u8; 8] = hash.as_bytes().first_chunk().copied().unwrap_or_default();
        let day =
            piece.at.and_then(|at| i32::try_from(at.as_second().div_euclid(86_400)).ok()).unwrap_or(NO_DAY);
        NewChunk {
            lines: piece.lines.clone(),
            bytes: piece.bytes.clone(),
            text_hash: u64::from_le_bytes(short),
            heading: piece.heading.clone(),
            text: piece.keep_text.then(|| piece.text.to_owned()),
            terms,
            meta: ChunkMeta {
                ordinal: piece.ordinal,
                speaker,
                day,
                profile,
                role: role_of(name),
                ..ChunkMeta::default()
            },
            facets: piece.facets,
            vectors: embedded.into_iter().map(|(_, vector)| (model, vector)).collect(),
        }
    }
}
