//! Text to vectors. Knows nothing of storage, configuration files or the environment: what it needs is
//! handed in. Vectors of different models are told apart by [`ModelId`] and are never mixed.

mod local;
mod model_id;
mod quantized;

pub use local::{LocalModel, Scratch};
pub use model_id::ModelId;
pub use quantized::Quantized;
