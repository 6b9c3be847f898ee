//! Which model makes the vectors: the embedded one, or a provider. A text is embedded in the space that the index
//! has, or not at all; a provider that is down is told and never stops a write or a question.

mod rest;

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use memoro_core::redact::redact;
use memoro_embed::{
    Cache, Chain, EmbedError, MemoryCache, ModelId, ProviderConfig, Purpose, Quantized as Made, Redact,
    Surroundings, SystemClock, TextHash,
};
use memoro_store::Store;
use memoro_store::index::{self, Quantized};

pub(crate) use rest::{NoVector, Rest};

use crate::error::Result;
use crate::workspace::Workspace;

/// How long a question waits for the vectors of texts that came since, at most.
pub(crate) const BRISK: Duration = Duration::from_secs(1);

/// How many texts are sent at once while somebody waits.
pub(crate) const BRISK_TEXTS: usize = 16;

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
    /// For what a question still lacks: somebody waits, and what was paid for is kept.
    brisk: OnceLock<Option<Chain>>,
    providers: Vec<ProviderConfig>,
    store: Arc<Store>,
    last: Last,
    trouble: Option<String>,
    pub(crate) rest: Rest,
}

/// How long somebody waits for vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Haste {
    /// As long as it takes.
    Patient,
    /// A moment: it is for a question.
    Brisk,
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
        let hasty = settings.providers.iter().cloned().map(|mut provider| {
            (provider.limits.document, provider.limits.check) =
                (provider.limits.query, provider.limits.query);
            provider
        });
        let mut trouble = settings.trouble.clone();
        let mut chain = |providers: Vec<ProviderConfig>, cache: Arc<dyn Cache>| {
            if providers.is_empty() {
                return None;
            }
            let made = Chain::new(providers, &surroundings(cache));
            made.map_err(|why| trouble = Some(why.to_string())).ok()
        };
        let quick = chain(hasty.collect(), Arc::new(MemoryCache::new(QUESTIONS)));
        let patient = chain(settings.providers.clone(), Arc::new(Kept(Arc::clone(store))));
        Self {
            quick,
            patient,
            brisk: OnceLock::new(),
            providers: settings.providers.clone(),
            store: Arc::clone(store),
            last: settings.last,
            trouble,
            rest: Rest::new(Arc::clone(store), Arc::new(SystemClock)),
        }
    }

    /// Returns the makers for those who wait or do not.
    fn chain(&self, haste: Haste) -> Option<&Chain> {
        if haste == Haste::Patient {
            return self.patient.as_ref();
        }
        let brisk = self.providers.iter().cloned().map(|mut provider| {
            let limits = &mut provider.limits;
            limits.document = limits.query;
            limits.document.attempts = 1;
            limits.document.timeout = limits.query.timeout.min(BRISK);
            limits.batch_texts = limits.batch_texts.min(BRISK_TEXTS);
            provider
        });
        let make = || {
            let kept = surroundings(Arc::new(Kept(Arc::clone(&self.store))));
            self.patient.as_ref().and_then(|_| Chain::new(brisk.collect(), &kept).ok())
        };
        self.brisk.get_or_init(make).as_ref()
    }

    pub(crate) fn is_local(&self) -> bool {
        self.patient.is_none() && self.trouble.is_none()
    }

    /// Chooses the space of an index that has none, or that is to get another one.
    pub(crate) fn choose(&self, haste: Haste) -> Result<Chosen, NoVector> {
        let chain = if haste == Haste::Patient { &self.patient } else { &self.quick };
        let Some(chain) = chain else {
            let local = Chosen { model: ModelId::LOCAL, passed_over: None };
            return self.trouble.clone().map_or(Ok(local), |why| Err(why.into()));
        };
        let choice = chain.choose();
        let passed_over = choice.passed_over.into_iter().next();
        if choice.model != ModelId::LOCAL || self.last == Last::Local {
            return Ok(Chosen { model: choice.model, passed_over: passed_over.map(|why| why.to_string()) });
        }
        let nobody = || NoVector::from("no provider answers".to_owned());
        Err(passed_over.map_or_else(nobody, NoVector::from))
    }

    /// Sees whether the provider of a space answers again.
    pub(crate) fn check(&self, space: &ModelId) -> Result<(), NoVector> {
        let none = || NoVector::from(self.no_provider(space));
        let chain = self.patient.as_ref().ok_or_else(none)?;
        let embedder = chain.for_space(space).ok_or_else(none)?;
        Ok(embedder.check().map(|_| ())?)
    }

    /// Tells why the configured providers cannot be used at all, where they cannot.
    pub(crate) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Embeds texts of documents in one space.
    pub(crate) fn documents(
        &self,
        (space, haste): (&ModelId, Haste),
        texts: &[&str],
        local: &memoro_embed::LocalModel,
    ) -> Result<Vec<Made>, NoVector> {
        if *space == ModelId::LOCAL {
            return Ok(local.embed_i8_batch(texts.iter().copied()));
        }
        let chain = self.chain(haste).ok_or_else(|| self.no_provider(space))?;
        Ok(chain.embed_in(space, Purpose::Document, texts)?)
    }

    /// Embeds one text at once or tells why not; a provider that just failed, whoever asked it, is left alone for a
    /// while.
    fn quickly(&self, space: &ModelId, purpose: Purpose, text: &str) -> Result<Made, String> {
        let chain = self.quick.as_ref().ok_or_else(|| self.no_provider(space))?;
        if chain.for_space(space).is_none() {
            return Err(EmbedError::NoSuchSpace { model: space.to_string() }.to_string());
        }
        if let Some(why) = self.rest.silent() {
            return Err(why);
        }
        let made = chain.embed_in(space, purpose, &[text]).map_err(|why| why.to_string());
        let made = made.and_then(|made| made.into_iter().next().ok_or_else(|| "no vector came".to_owned()));
        match &made {
            Ok(_) => self.rest.answers(),
            Err(why) => self.rest.fell_silent(why),
        }
        made
    }

    /// Tells that no configured provider makes vectors of a space, where none does.
    pub(crate) fn unmade(&self, space: &ModelId) -> Option<String> {
        let made = self.patient.as_ref().is_some_and(|chain| chain.for_space(space).is_some());
        (!made).then(|| self.no_provider(space))
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

/// Returns what a provider is given: its texts are redacted, and what it made is kept there.
fn surroundings(cache: Arc<dyn Cache>) -> Surroundings {
    let redact: Redact = Arc::new(|text| Cow::Owned(redact(text).text.into_owned()));
    Surroundings { clock: Arc::new(SystemClock), cache, redact }
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
