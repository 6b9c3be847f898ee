//! Which model makes the vectors: the embedded one, or a provider. A text is embedded in the space that the index
//! has, or not at all; a provider that is down is told and never stops a write or a question.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use memoro_core::redact::redact;
use memoro_embed::{
    Cache, Chain, MemoryCache, ModelId, ProviderConfig, Purpose, Quantized as Made, Surroundings,
    SystemClock, TextHash,
};
use memoro_store::Store;
use memoro_store::index::{self, Quantized};

use crate::error::Result;
use crate::workspace::Workspace;

/// For how long a provider that failed is not asked again while somebody waits.
const REST: Duration = Duration::from_secs(30);

/// How many questions' vectors are remembered.
const QUESTIONS: usize = 1_024;

/// What makes vectors where the providers cannot, as long as the index has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Last {
    /// Nothing: the vectors wait for the provider.
    #[default]
    Wait,
    /// The embedded model.
    Local,
}

/// How texts become vectors.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EmbeddingSettings {
    /// Providers in order of preference; none means the embedded model.
    pub providers: Vec<ProviderConfig>,
    /// What comes after them.
    pub last: Last,
    /// Why the configured provider cannot be used, where it cannot.
    pub trouble: Option<String>,
}

/// The makers of vectors of a workspace.
#[derive(Debug)]
pub(crate) struct Embedders {
    /// For questions and single writes: somebody waits.
    quick: Option<Chain>,
    /// For indexing: nobody waits, and what was paid for is kept.
    patient: Option<Chain>,
    last: Last,
    trouble: Option<String>,
    failed: Mutex<Option<(Instant, String)>>,
}

/// The space that was chosen for an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chosen {
    /// The model.
    pub(crate) model: ModelId,
    /// Why the provider that is preferred was passed over, where it was.
    pub(crate) passed_over: Option<String>,
}

/// The space in which texts are embedded now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Space {
    /// The embedded model's.
    Local,
    /// A provider's.
    Remote(ModelId),
    /// A provider's that is to be chosen by the next indexing.
    Open,
}

impl Embedders {
    pub(crate) fn new(settings: &EmbeddingSettings, store: &Arc<Store>) -> Self {
        let redact: memoro_embed::Redact = Arc::new(|text| Cow::Owned(redact(text).text.into_owned()));
        let around = |cache: Arc<dyn Cache>| Surroundings {
            clock: Arc::new(SystemClock),
            cache,
            redact: Arc::clone(&redact),
        };
        let hasty = settings.providers.iter().cloned().map(|mut provider| {
            provider.limits.document = provider.limits.query;
            provider
        });
        let mut trouble = settings.trouble.clone();
        let mut chain = |providers: Vec<ProviderConfig>, cache: Arc<dyn Cache>| {
            if providers.is_empty() {
                return None;
            }
            let made = Chain::new(providers, &around(cache));
            made.map_err(|why| trouble = Some(why.to_string())).ok()
        };
        let quick = chain(hasty.collect(), Arc::new(MemoryCache::new(QUESTIONS)));
        let patient = chain(settings.providers.clone(), Arc::new(Kept(Arc::clone(store))));
        Self { quick, patient, last: settings.last, trouble, failed: Mutex::default() }
    }

    pub(crate) fn is_local(&self) -> bool {
        self.patient.is_none() && self.trouble.is_none()
    }

    /// Chooses the space of an index that has none, or that is to get another one.
    pub(crate) fn choose(&self) -> Result<Chosen, String> {
        let Some(chain) = &self.patient else {
            let local = Chosen { model: ModelId::LOCAL, passed_over: None };
            return self.trouble.clone().map_or(Ok(local), Err);
        };
        let choice = chain.choose();
        let passed_over = choice.passed_over.first().map(ToString::to_string);
        if choice.model != ModelId::LOCAL || self.last == Last::Local {
            return Ok(Chosen { model: choice.model, passed_over });
        }
        Err(passed_over.unwrap_or_else(|| "no provider answers".to_owned()))
    }

    /// Tells why the configured providers cannot be used at all, where they cannot.
    pub(crate) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Embeds texts of documents in one space, with patience.
    pub(crate) fn documents(
        &self,
        space: &ModelId,
        texts: &[&str],
        local: &memoro_embed::LocalModel,
    ) -> Result<Vec<Made>, String> {
        if *space == ModelId::LOCAL {
            return Ok(local.embed_i8_batch(texts.iter().copied()));
        }
        let chain = self.patient.as_ref().ok_or_else(|| self.no_provider(space))?;
        chain.embed_in(space, Purpose::Document, texts).map_err(|why| why.to_string())
    }

    /// Embeds one text at once or tells why not; a provider that just failed is left alone for a while.
    fn quickly(&self, space: &ModelId, purpose: Purpose, text: &str) -> Result<Made, String> {
        let chain = self.quick.as_ref().ok_or_else(|| self.no_provider(space))?;
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, why)) = failed.as_ref()
            && at.elapsed() < REST
        {
            return Err(why.clone());
        }
        drop(failed.take());
        drop(failed);
        let made = chain.embed_in(space, purpose, &[text]).map_err(|why| why.to_string());
        let made = made.and_then(|made| made.into_iter().next().ok_or_else(|| "no vector came".to_owned()));
        if let Err(why) = &made {
            let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
            *failed = Some((Instant::now(), why.clone()));
        }
        made
    }

    fn no_provider(&self, space: &ModelId) -> String {
        let none = format!(
            "the index holds vectors of {space}, which no configured provider makes; configure \
             `embedding.provider`, or run `memoro index --model local`"
        );
        self.trouble.clone().unwrap_or(none)
    }
}

impl Workspace {
    /// Returns the space in which texts are embedded.
    pub(crate) fn space(&self) -> Result<Space> {
        let active = self.store.read_index(index::active_model)?;
        Ok(self.space_of(active.map(|model| model.name).as_deref()))
    }

    /// Returns the space in which texts are embedded where the index has this model.
    pub(crate) fn space_of(&self, model: Option<&str>) -> Space {
        match model.map(ModelId::parse) {
            None if self.embedders.is_local() => Space::Local,
            Some(Some(model)) if model == ModelId::LOCAL => Space::Local,
            Some(Some(model)) => Space::Remote(model),
            None | Some(None) => Space::Open,
        }
    }

    /// Embeds the text of a memory; without a vector it is found by its words, and the next indexing makes one.
    pub(crate) fn embed_memory(&self, space: &Space, text: &str) -> Option<(String, Quantized)> {
        match space {
            Space::Local => self.embed_local(text),
            Space::Open => None,
            Space::Remote(space) => {
                let made = self.embedders.quickly(space, Purpose::Document, text).ok();
                made.and_then(stored).map(|vector| (space.to_string(), vector))
            }
        }
    }

    /// Embeds a question in a given space; where that cannot be done, tells why.
    pub(crate) fn embed_question(&self, space: &str, text: &str) -> Result<Option<Quantized>, String> {
        let Some(space) = ModelId::parse(space) else {
            return Err(format!("`{space}` is no model that this version knows"));
        };
        if space == ModelId::LOCAL {
            return Ok(self.embed_local(text).map(|(_, vector)| vector));
        }
        let made = self.embedders.quickly(&space, Purpose::Query, text)?;
        if !made.is_zero() {
            return Ok(stored(made));
        }
        let has_words = text.chars().any(char::is_alphanumeric);
        if has_words { Err(format!("{space} made a vector of zeros of the question")) } else { Ok(None) }
    }
}

/// Returns a vector in the form of the index; one that points nowhere is kept too, so that it is not asked for again.
pub(crate) fn stored(made: Made) -> Option<Quantized> {
    Quantized::from_parts(made.values, made.scale).ok()
}

/// The store as the cache of vectors that were paid for; a failure is a miss.
struct Kept(Arc<Store>);

impl Cache for Kept {
    fn load(&self, model: &ModelId, hashes: &[TextHash]) -> Vec<Option<Made>> {
        let hashes: Vec<[u8; 32]> = hashes.iter().map(|hash| *hash.as_bytes()).collect();
        let found = self.0.cached_vectors(model.as_str(), &hashes).unwrap_or_default();
        let made = |vector: Quantized| Made { scale: vector.scale(), values: vector.values().to_vec() };
        found.into_iter().map(|vector| vector.map(made)).collect()
    }

    fn save(&self, model: &ModelId, vectors: &[(TextHash, &Made)]) {
        let rows =
            vectors.iter().filter_map(|(hash, made)| Some((*hash.as_bytes(), stored((*made).clone())?)));
        // A cache that cannot be written costs money, not data.
        let _ = self.0.cache_vectors(model.as_str(), rows.collect());
    }
}
