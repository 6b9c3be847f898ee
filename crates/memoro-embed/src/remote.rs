//! A provider behind HTTP: redacts, looks into the cache, sends the rest in batches, checks every vector.
//! It fails rather than return a vector of another space, and what one batch has brought is in the cache
//! even if the next batch fails.

mod batch;
mod endpoint;
mod http;
mod pace;
mod retry;
mod wire;

use crate::{Effort, EmbedError, ModelId, ProviderConfig, Purpose, Quantized, Surroundings, TextHash};
use endpoint::Endpoint;
use http::Http;
use pace::Pace;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// Sent where only the size or the health of a provider is of interest.
const PROBE: &str = "memoro";

/// An embedding provider that is called over HTTP.
#[derive(Debug)]
pub struct Remote {
    config: ProviderConfig,
    surroundings: Surroundings,
    endpoint: Endpoint,
    http: Http,
    pace: Pace,
    dims: OnceLock<usize>,
}

impl Remote {
    /// Prepares a provider; a configuration that cannot work is refused here, before anything is sent.
    pub fn new(config: ProviderConfig, surroundings: Surroundings) -> Result<Self, EmbedError> {
        let endpoint = Endpoint::new(&config)?;
        let http = Http::new(&config, &endpoint)?;
        let pace = Pace::new(config.limits.requests_per_minute);
        let dims = config.known_dims().map(OnceLock::from).unwrap_or_default();
        Ok(Self { config, surroundings, endpoint, http, pace, dims })
    }

    /// Returns the id of the vectors; asks the provider, with the effort of the purpose, if the model's size is not
    /// known.
    pub fn id(&self, purpose: Purpose) -> Result<ModelId, EmbedError> {
        match self.dims.get() {
            Some(dims) => Ok(self.id_with(*dims)),
            None => self.ask(self.effort(purpose)),
        }
    }

    /// Asks for one vector, past the cache: one bad answer does not mean that it is down.
    pub fn check(&self) -> Result<ModelId, EmbedError> {
        self.ask(self.config.limits.check)
    }

    fn ask(&self, effort: Effort) -> Result<ModelId, EmbedError> {
        let vectors = self.send((Purpose::Query, effort), &[PROBE], self.dims.get().copied())?;
        if vectors.iter().any(Quantized::is_zero) {
            let reason = "the vector of a plain word is all zeros".to_owned();
            return Err(EmbedError::BadAnswer { provider: self.provider(), reason });
        }
        Ok(self.id_with(vectors.first().map_or(0, |vector| vector.values.len())))
    }

    /// Tells whether the vectors are of the given space, as far as that is known without asking.
    pub fn makes(&self, space: &ModelId) -> bool {
        self.id_with(self.dims.get().copied().unwrap_or(space.dims())) == *space
    }

    /// Returns one vector a text, in order; a blank text is not sent and has a zero vector.
    pub fn embed(&self, purpose: Purpose, texts: &[&str]) -> Result<Vec<Quantized>, EmbedError> {
        self.embed_in(&self.id(purpose)?, purpose, texts)
    }

    /// Returns one vector a text in a space that is known to be this provider's: nothing has to be asked first.
    pub fn embed_in(
        &self,
        model: &ModelId,
        purpose: Purpose,
        texts: &[&str],
    ) -> Result<Vec<Quantized>, EmbedError> {
        let prepared: Vec<Prepared> = texts.iter().map(|text| self.prepare(purpose, text)).collect();
        let known = self.fetch(model, purpose, &prepared)?;
        let zero = Quantized::from_f32(&vec![0.0; model.dims()]);
        let vector = |text: &Prepared| known.get(&text.hash).unwrap_or(&zero).clone();
        Ok(prepared.iter().map(vector).collect())
    }

    /// Returns the vectors of all texts that are not blank, from the cache or the provider.
    fn fetch(&self, model: &ModelId, purpose: Purpose, texts: &[Prepared]) -> Result<Vectors, EmbedError> {
        let mut seen = HashSet::new();
        let wanted: Vec<&Prepared> =
            texts.iter().filter(|text| !text.blank && seen.insert(text.hash)).collect();
        let hashes: Vec<TextHash> = wanted.iter().map(|text| text.hash).collect();
        let cached = self.surroundings.cache.load(model, &hashes);
        let usable = |vector: Option<Quantized>| vector.filter(|vector| vector.values.len() == model.dims());
        let cached = cached.into_iter().map(usable).chain(std::iter::repeat(None));
        let (mut known, mut missing) = (HashMap::new(), Vec::new());
        for (text, vector) in wanted.into_iter().zip(cached) {
            match vector {
                Some(vector) => drop(known.insert(text.hash, vector)),
                None => missing.push(text),
            }
        }
        for batch in batch::split(&missing, &self.config.limits) {
            let texts: Vec<&str> = batch.iter().map(|text| text.text.as_str()).collect();
            let vectors = self.send((purpose, self.effort(purpose)), &texts, Some(model.dims()))?;
            let hashes = batch.iter().map(|text| text.hash);
            let pairs: Vec<_> = hashes.clone().zip(&vectors).collect();
            self.surroundings.cache.save(model, &pairs);
            known.extend(hashes.zip(vectors));
        }
        Ok(known)
    }

    /// Sends one batch, as often as the effort allows, and checks what comes back, its length too where that is known.
    fn send(
        &self,
        (purpose, effort): (Purpose, Effort),
        texts: &[&str],
        dims: Option<usize>,
    ) -> Result<Vec<Quantized>, EmbedError> {
        let body = wire::request(&self.config, purpose, texts);
        let body = retry::with_effort(effort, self.surroundings.clock.as_ref(), |timeout| {
            self.pace.wait(self.surroundings.clock.as_ref());
            self.http.post(&self.endpoint, &body, timeout, &self.surroundings)
        })?;
        let vectors = wire::vectors(&self.config, &body, texts.len());
        let vectors =
            vectors.map_err(|reason| EmbedError::BadAnswer { provider: self.provider(), reason })?;
        vectors.iter().map(|vector| self.checked(vector, dims)).collect()
    }

    /// Returns the unit vector in its quantised form, or says what is wrong with it.
    fn checked(&self, vector: &[f32], dims: Option<usize>) -> Result<Quantized, EmbedError> {
        if !vector.iter().all(|x| x.is_finite()) {
            return Err(EmbedError::NotFinite { provider: self.provider() });
        }
        let expected = match (vector.len(), dims) {
            (_, Some(dims)) => dims,
            (0, None) => self.dims.get().copied().unwrap_or(1),
            (length, None) => *self.dims.get_or_init(|| length),
        };
        if vector.len() != expected {
            return Err(EmbedError::WrongDimensions {
                provider: self.provider(),
                expected,
                got: vector.len(),
            });
        }
        let norm = vector.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>().sqrt();
        #[expect(clippy::cast_possible_truncation, reason = "a dimension over the norm is within −1..=1")]
        let unit: Vec<f32> =
            vector.iter().map(|x| if norm > 0.0 { (f64::from(*x) / norm) as f32 } else { 0.0 }).collect();
        Ok(Quantized::from_f32(&unit))
    }

    fn prepare(&self, purpose: Purpose, text: &str) -> Prepared {
        let redacted = (self.surroundings.redact)(text);
        let blank = redacted.trim().is_empty();
        let prefix = match purpose {
            Purpose::Query => &self.config.prefixes.query,
            Purpose::Document => &self.config.prefixes.document,
        };
        let text = format!("{prefix}{}", batch::cut(&redacted, self.config.limits.text_bytes));
        Prepared { hash: TextHash::new(wire::task(self.config.kind, purpose), &text), text, blank }
    }

    fn effort(&self, purpose: Purpose) -> Effort {
        match purpose {
            Purpose::Query => self.config.limits.query,
            Purpose::Document => self.config.limits.document,
        }
    }

    fn id_with(&self, dims: usize) -> ModelId {
        ModelId::remote(&self.endpoint.provider, &self.config.model, dims)
    }

    fn provider(&self) -> String {
        self.endpoint.provider.clone()
    }
}

/// Vectors by the hash of their text.
type Vectors = HashMap<TextHash, Quantized>;

/// A text as it is sent.
struct Prepared {
    hash: TextHash,
    text: String,
    blank: bool,
}
