//! `auto`: several embedders in order of preference, the embedded model last. One call is answered by one
//! embedder, so vectors of two spaces never stand in one answer; who was passed over, and why, is told.

use crate::{
    EmbedError, Embedder, LocalModel, ModelId, ProviderConfig, Purpose, Quantized, Remote, Surroundings,
};

/// Embedders in order of preference; the last one is the embedded model, which cannot fail.
#[derive(Debug)]
pub struct Chain {
    remotes: Vec<Embedder>,
    local: Embedder,
}

/// The embedder that is to be used, and why those before it are not.
#[derive(Debug)]
pub struct Choice<'c> {
    /// Is the first embedder that works.
    pub embedder: &'c Embedder,
    /// Is the id of its vectors.
    pub model: ModelId,
    /// Are the reasons why earlier ones were passed over.
    pub passed_over: Vec<EmbedError>,
}

/// Vectors of one space.
#[derive(Debug)]
pub struct Embedded {
    /// Is the id under which the vectors must be kept.
    pub model: ModelId,
    /// Are the vectors, one a text, in order.
    pub vectors: Vec<Quantized>,
    /// Are the reasons why preferred embedders were passed over.
    pub passed_over: Vec<EmbedError>,
}

impl Chain {
    /// Builds a chain of providers in the given order, with the embedded model behind them; no network is used.
    pub fn new(providers: Vec<ProviderConfig>, surroundings: &Surroundings) -> Result<Self, EmbedError> {
        let open = |config| {
            Remote::new(config, surroundings.clone()).map(|remote| Embedder::Remote(Box::new(remote)))
        };
        let remotes = providers.into_iter().map(open).collect::<Result<_, _>>()?;
        Ok(Self { remotes, local: Embedder::Local(LocalModel::load()) })
    }

    /// Builds the chain that `auto` means: `OpenAI`, Gemini, Ollama, compatible servers, as far as they are
    /// configured and have the key they need.
    pub fn auto(mut providers: Vec<ProviderConfig>, surroundings: &Surroundings) -> Result<Self, EmbedError> {
        providers.retain(|config| config.key.is_some() || !config.kind.needs_key());
        providers.sort_by_key(|config| config.kind);
        Self::new(providers, surroundings)
    }

    /// Returns the first embedder that works at this moment; each provider is asked for one vector.
    pub fn choose(&self) -> Choice<'_> {
        let mut passed_over = Vec::new();
        for embedder in &self.remotes {
            match embedder.check() {
                Ok(model) => return Choice { embedder, model, passed_over },
                Err(error) => passed_over.push(error),
            }
        }
        Choice { embedder: &self.local, model: ModelId::LOCAL, passed_over }
    }

    /// Embeds all texts with the first embedder that can; the answer names its space.
    pub fn embed(&self, purpose: Purpose, texts: &[&str]) -> Result<Embedded, EmbedError> {
        let mut passed_over = Vec::new();
        for embedder in &self.remotes {
            match embedder.id(purpose).and_then(|model| Ok((model, embedder.embed(purpose, texts)?))) {
                Ok((model, vectors)) => return Ok(Embedded { model, vectors, passed_over }),
                Err(error) => passed_over.push(error),
            }
        }
        let vectors = self.local.embed(purpose, texts)?;
        Ok(Embedded { model: ModelId::LOCAL, vectors, passed_over })
    }

    /// Embeds in one given space or not at all: what a question to an existing index needs.
    pub fn embed_in(
        &self,
        space: &ModelId,
        purpose: Purpose,
        texts: &[&str],
    ) -> Result<Vec<Quantized>, EmbedError> {
        let embedder =
            self.for_space(space).ok_or_else(|| EmbedError::NoSuchSpace { model: space.to_string() })?;
        embedder.embed_in(space, purpose, texts)
    }

    /// Returns the embedder that makes vectors of the given space.
    pub fn for_space(&self, space: &ModelId) -> Option<&Embedder> {
        self.remotes.iter().chain([&self.local]).find(|embedder| embedder.makes(space))
    }
}
