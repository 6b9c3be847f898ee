//! One maker of vectors, inside the program or at a provider. It answers for one vector space and never
//! falls back to another; that is the chain's part.

use crate::{Cache, Clock, EmbedError, LocalModel, ModelId, Quantized, Remote};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// What a text is embedded for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Is a question; somebody is waiting.
    Query,
    /// Is something to be found.
    Document,
}

/// Takes secrets out of a text before it leaves the machine.
pub type Redact = Arc<dyn for<'t> Fn(&'t str) -> Cow<'t, str> + Send + Sync>;

/// What a remote embedder is given from outside.
#[derive(Clone)]
pub struct Surroundings {
    /// Tells the time and waits.
    pub clock: Arc<dyn Clock>,
    /// Keeps the vectors that were paid for.
    pub cache: Arc<dyn Cache>,
    /// Is applied to every text before it is hashed or sent.
    pub redact: Redact,
}

impl fmt::Debug for Surroundings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surroundings").finish_non_exhaustive()
    }
}

/// The embedded model or a provider.
#[derive(Debug)]
pub enum Embedder {
    /// Is the model inside the program.
    Local(LocalModel),
    /// Is a provider.
    Remote(Box<Remote>),
}

impl Embedder {
    /// Returns the id of the vectors; asks the provider, with the effort of the purpose, if the model's size is not
    /// known.
    pub fn id(&self, purpose: Purpose) -> Result<ModelId, EmbedError> {
        match self {
            Self::Local(model) => Ok(model.id()),
            Self::Remote(remote) => remote.id(purpose),
        }
    }

    /// Returns one vector a text, in order; a text without words has a zero vector.
    pub fn embed(&self, purpose: Purpose, texts: &[&str]) -> Result<Vec<Quantized>, EmbedError> {
        match self {
            Self::Local(model) => Ok(model.embed_i8_batch(texts.iter().copied())),
            Self::Remote(remote) => remote.embed(purpose, texts),
        }
    }

    /// Returns one vector a text, in order, in a space that it makes; nothing has to be asked for first.
    pub fn embed_in(
        &self,
        space: &ModelId,
        purpose: Purpose,
        texts: &[&str],
    ) -> Result<Vec<Quantized>, EmbedError> {
        match self {
            Self::Local(_) => self.embed(purpose, texts),
            Self::Remote(remote) => remote.embed_in(space, purpose, texts),
        }
    }

    /// Asks the provider for one vector to see whether it works; the embedded model always does.
    pub fn check(&self) -> Result<ModelId, EmbedError> {
        match self {
            Self::Local(model) => Ok(model.id()),
            Self::Remote(remote) => remote.check(),
        }
    }

    /// Tells whether this embedder makes vectors of the given space, as far as that is known without asking.
    pub fn makes(&self, space: &ModelId) -> bool {
        match self {
            Self::Local(model) => model.id() == *space,
            Self::Remote(remote) => remote.makes(space),
        }
    }
}
