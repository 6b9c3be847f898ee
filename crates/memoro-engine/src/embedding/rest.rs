//! What a provider did not answer, kept in the store for every process, and for how long it is left alone after that.
//! A store that cannot be written is no reason to ask again: this process knows it too.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};
use memoro_embed::{Clock, EmbedError};
use memoro_store::{Durability, Store};

use crate::error::Result;

/// For how long a provider that failed is not asked again unless somebody asks for an indexing.
const REST: SignedDuration = SignedDuration::from_secs(60);

/// The name under which it is kept why there are no vectors.
const TROUBLE: &str = "embedding.trouble";
/// The name under which it is kept why the provider answers nobody.
const SILENT: &str = "embedding.silent";

/// The troubles with a provider.
pub(crate) struct Rest {
    store: Arc<Store>,
    clock: Arc<dyn Clock>,
    here: Mutex<Option<(Timestamp, String)>>,
}

impl std::fmt::Debug for Rest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Rest")
    }
}

impl Rest {
    pub(crate) fn new(store: Arc<Store>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock, here: Mutex::default() }
    }

    /// Tells why the provider is to be left alone for now, and for how long, where it is.
    pub(crate) fn silent(&self) -> Option<String> {
        let here = self.here.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let known = [here, self.kept(SILENT).ok().flatten()];
        let (left, why) = known.into_iter().flatten().find_map(|(at, why)| Some((self.left(at)?, why)))?;
        Some(format!("{why}; it is asked again in {left} s, or by `memoro index`"))
    }

    /// Tells why no vectors of texts are to be asked for now, where that is so.
    pub(crate) fn resting(&self) -> Result<Option<String>> {
        let known = [self.kept(SILENT)?, self.kept(TROUBLE)?];
        Ok(known.into_iter().flatten().find(|(at, _)| self.left(*at).is_some()).map(|(_, why)| why))
    }

    /// Returns what stands in the way of vectors.
    pub(crate) fn trouble(&self) -> Result<Option<String>> {
        Ok(self.kept(TROUBLE)?.map(|(_, why)| why))
    }

    /// Keeps why vectors of texts could not be made.
    pub(crate) fn note(&self, failed: &NoVector) -> Result<()> {
        if failed.down {
            self.fell_silent(&failed.why);
            return Ok(());
        }
        let kept = format!("{}\n{}", self.clock.now(), failed.why);
        Ok(self.store.set_named(TROUBLE, Some(&kept), Durability::Lazy)?)
    }

    /// Keeps why the provider did not answer somebody who waited.
    pub(crate) fn fell_silent(&self, why: &str) {
        let now = self.clock.now();
        *self.here.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, why.to_owned()));
        let kept = format!("{now}\n{why}");
        // An answer from words must not fail because this cannot be kept.
        for name in [SILENT, TROUBLE] {
            let _ = self.store.set_named(name, Some(&kept), Durability::Lazy);
        }
    }

    /// Forgets that the provider did not answer: it does; texts may still lack their vectors for another reason.
    pub(crate) fn answers(&self) {
        self.here.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Ok(Some(silent)) = self.store.named(SILENT) else { return };
        if self.store.named(TROUBLE).is_ok_and(|trouble| trouble == Some(silent)) {
            let _ = self.store.set_named(TROUBLE, None, Durability::Lazy);
        }
        let _ = self.store.set_named(SILENT, None, Durability::Lazy);
    }

    /// Forgets everything that stood in the way.
    pub(crate) fn over(&self) -> Result<()> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner).take();
        for name in [SILENT, TROUBLE] {
            if self.store.named(name)?.is_some() {
                self.store.set_named(name, None, Durability::Lazy)?;
            }
        }
        Ok(())
    }

    /// Returns for how many seconds a provider that failed then is still left alone.
    fn left(&self, at: Timestamp) -> Option<i64> {
        let passed = self.clock.now().duration_since(at);
        (SignedDuration::ZERO..REST).contains(&passed).then(|| (REST - passed).as_secs() + 1)
    }

    fn kept(&self, name: &str) -> Result<Option<(Timestamp, String)>> {
        let kept = self.store.named(name)?;
        Ok(kept.and_then(|text| {
            let (at, why) = text.split_once('\n')?;
            Some((at.parse().ok()?, why.to_owned()))
        }))
    }
}

/// Why a vector was not made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NoVector {
    /// The reason, as it is told.
    pub(crate) why: String,
    /// Whether a question would meet the same: one who takes long over many texts may answer one.
    pub(crate) down: bool,
}

impl From<EmbedError> for NoVector {
    fn from(error: EmbedError) -> Self {
        let slow = matches!(error, EmbedError::TimedOut { .. });
        Self { why: error.to_string(), down: error.is_transient() && !slow }
    }
}

impl From<String> for NoVector {
    fn from(why: String) -> Self {
        Self { why, down: false }
    }
}
