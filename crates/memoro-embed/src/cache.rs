//! Vectors that were paid for once. A cache may forget at any time and may be wrong about nothing else;
//! it is asked by model and hash and never sees a text.

use crate::{ModelId, Quantized};
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// The hash of exactly what was sent to a provider.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextHash([u8; 32]);

impl TextHash {
    /// Hashes a text; `task` tells apart what a provider embeds differently, such as questions.
    pub fn new(task: &str, text: &str) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(task.as_bytes()).update(&[0]).update(text.as_bytes());
        Self(*hasher.finalize().as_bytes())
    }

    /// Returns the bytes to store.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Takes stored bytes back.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl fmt::Debug for TextHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TextHash({})", blake3::Hash::from_bytes(self.0).to_hex())
    }
}

/// Keeps vectors by model and text hash; a failure inside is a miss, never an error.
pub trait Cache: Send + Sync {
    /// Returns, for each hash in order, the vector that is kept for it.
    fn load(&self, model: &ModelId, hashes: &[TextHash]) -> Vec<Option<Quantized>>;
    /// Keeps vectors of one model.
    fn save(&self, model: &ModelId, vectors: &[(TextHash, &Quantized)]);
}

/// A cache in memory that drops the oldest vectors when it is full.
#[derive(Debug)]
pub struct MemoryCache {
    room: usize,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    vectors: HashMap<(ModelId, TextHash), Quantized>,
    oldest_first: VecDeque<(ModelId, TextHash)>,
}

impl MemoryCache {
    /// Makes an empty cache for at most `room` vectors.
    pub fn new(room: usize) -> Self {
        Self { room, kept: Mutex::default() }
    }

    /// Returns how many vectors are kept.
    pub fn len(&self) -> usize {
        self.kept().vectors.len()
    }

    /// Tells whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cache for MemoryCache {
    fn load(&self, model: &ModelId, hashes: &[TextHash]) -> Vec<Option<Quantized>> {
        let kept = self.kept();
        hashes.iter().map(|hash| kept.vectors.get(&(model.clone(), *hash)).cloned()).collect()
    }

    fn save(&self, model: &ModelId, vectors: &[(TextHash, &Quantized)]) {
        let mut kept = self.kept();
        for (hash, vector) in vectors {
            let key = (model.clone(), *hash);
            if kept.vectors.insert(key.clone(), (*vector).clone()).is_none() {
                kept.oldest_first.push_back(key);
            }
            while kept.vectors.len() > self.room
                && let Some(oldest) = kept.oldest_first.pop_front()
            {
                kept.vectors.remove(&oldest);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cache, MemoryCache, TextHash};
    use crate::{ModelId, Quantized};

    fn vector(x: f32) -> Quantized {
        Quantized::from_f32(&[x, 1.0])
    }

    #[test]
    fn models_do_not_see_each_others_vectors() {
        let cache = MemoryCache::new(10);
        let (a, b) = (ModelId::remote("openai", "m", 2), ModelId::remote("gemini", "m", 2));
        let hash = TextHash::new("", "ข้าวผัด");
        cache.save(&a, &[(hash, &vector(0.5))]);
        assert_eq!(cache.load(&a, &[hash]), [Some(vector(0.5))]);
        assert_eq!(cache.load(&b, &[hash]), [None]);
    }

    #[test]
    fn a_full_cache_drops_the_oldest() {
        let cache = MemoryCache::new(2);
        let hashes = ["one", "二", "สาม"].map(|text| TextHash::new("", text));
        for (hash, x) in hashes.iter().zip([0.1, 0.2, 0.3]) {
            cache.save(&ModelId::LOCAL, &[(*hash, &vector(x))]);
        }
        let found = cache.load(&ModelId::LOCAL, &hashes);
        assert_eq!(found, [None, Some(vector(0.2)), Some(vector(0.3))]);
        assert_eq!(cache.len(), 2);
    }

    #[test]
    fn the_task_and_the_text_are_hashed_apart() {
        assert_ne!(TextHash::new("query", "x"), TextHash::new("", "queryx"));
        assert_ne!(TextHash::new("query", "x"), TextHash::new("", "x"));
        let hash = TextHash::new("", "x");
        assert_eq!(TextHash::from_bytes(*hash.as_bytes()), hash);
    }
}
