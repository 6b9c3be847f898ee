//! The search index inside the store: documents and their chunks, postings, vectors and per-chunk meta.
//!
//! Every chunk has a `slot`, a dense number that is never used twice. New chunks are rows of a small tail; whole
//! blocks of 1,024 slots are sealed into packed blobs, and packs of postings are merged by eights. Writers work
//! inside the caller's transaction, so a chunk and its memory become visible together or not at all.
//! [`SearchIndex`] mirrors what search needs in memory and follows the writes of every process.
//!
//! It keeps no words: a term is a 64-bit name. It never decides who may see a chunk: the caller gives a set of
//! slots.

mod ahead;
mod bitmap;
mod bytes;
mod cache;
mod classes;
mod compact;
mod documents;
mod error;
mod groups;
mod list;
mod merge;
mod meta;
mod models;
mod nearest;
mod postings;
mod scan;
mod seal;
mod search;
mod signs;
mod snapshot;
mod speakers;
mod state;
mod vectors;
mod verify;
mod view;
mod write;

pub(crate) use ahead::Ahead;
pub use bitmap::Bitmap;
pub use compact::{Room, clear, compact, room};
pub use documents::{
    ChunkPlace, Document, DocumentId, NewDocument, Source, Tier, add_document, chunk, chunks_of, counts,
    document, documents, each_kept_text, find_by_hash, find_document, next_ordinal, record_if_new,
    remove_document, remove_documents, update_document,
};
pub use error::{IndexError, Result};
pub use meta::Facets;
pub use models::{
    Model, ModelId, active_model, drop_model, missing_vectors, put_vectors, register_model, switch_model,
    vectors_of,
};
pub use scan::{Isa, Probe};
pub use seal::{Effort, fills_a_block, purge, seal_if_due};
pub use search::{Limits, SearchIndex};
pub use speakers::{erase_speaker, speaker};
pub(crate) use state::outdate;
pub use vectors::Quantized;
pub use verify::{Checked, verify};
pub use view::{Nearness, PriorOf, View};
pub use write::{NewChunk, put, remove, remove_slots, update_facets};

/// The slots of a block, as a length.
pub(crate) const BLOCK: usize = 1_024;
/// The slots of a block, as a number of slots.
pub(crate) const SLOTS: u32 = 1_024;

/// The statements that make the index's tables.
pub const SCHEMA: &str = include_str!("migrations/0002_index.sql");
