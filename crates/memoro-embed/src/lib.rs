//! Text to vectors. Knows nothing of storage, configuration files or the environment: what it needs is
//! handed in. Vectors of different models are told apart by [`ModelId`] and are never mixed.

mod cache;
mod chain;
mod clock;
mod config;
mod embedder;
mod error;
mod local;
mod model_id;
mod quantized;
mod remote;

pub use cache::{Cache, MemoryCache, TextHash};
pub use chain::{Chain, Choice, Embedded};
pub use clock::{Clock, SystemClock, present};
pub use config::{
    Dimensions, Effort, Limits, Prefixes, ProviderConfig, ProviderKind, Secret, UnknownProvider,
};
pub use embedder::{Embedder, Purpose, Redact, Surroundings};
pub use error::EmbedError;
pub use local::{Cut, LocalModel, Piece, Scratch};
pub use model_id::ModelId;
pub use quantized::Quantized;
pub use remote::Remote;
