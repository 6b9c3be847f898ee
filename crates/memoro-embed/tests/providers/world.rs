//! What the tests hand to a provider: a clock that does not wait, a cache, a redaction, a configuration.

use jiff::Timestamp;
use memoro_embed::{
    Clock, Dimensions, EmbedError, MemoryCache, ProviderConfig, ProviderKind, Quantized, Remote, Secret,
    Surroundings,
};
use std::borrow::Cow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A clock that moves only when somebody sleeps.
pub(crate) struct FakeClock {
    now: Mutex<Timestamp>,
    slept: Mutex<Vec<Duration>>,
}

impl FakeClock {
    fn new() -> Self {
        let start = "2026-11-15T09:00:00Z".parse().expect("a time");
        Self { now: Mutex::new(start), slept: Mutex::default() }
    }

    pub(crate) fn slept(&self) -> Vec<Duration> {
        self.slept.lock().expect("the list").clone()
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Timestamp {
        *self.now.lock().expect("the time")
    }

    fn sleep(&self, duration: Duration) {
        self.slept.lock().expect("the list").push(duration);
        *self.now.lock().expect("the time") += duration;
    }

    fn random(&self) -> f64 {
        0.0
    }
}

/// Everything around a provider in a test.
pub(crate) struct World {
    pub(crate) clock: Arc<FakeClock>,
    pub(crate) cache: Arc<MemoryCache>,
}

impl World {
    pub(crate) fn new() -> Self {
        Self { clock: Arc::new(FakeClock::new()), cache: Arc::new(MemoryCache::new(100)) }
    }

    pub(crate) fn surroundings(&self) -> Surroundings {
        let (clock, cache) = (Arc::clone(&self.clock), Arc::clone(&self.cache));
        Surroundings { clock, cache, redact: Arc::new(hide_passwords) }
    }

    pub(crate) fn remote(&self, config: ProviderConfig) -> Remote {
        Remote::new(config, self.surroundings()).expect("the configuration is good")
    }
}

fn hide_passwords(text: &str) -> Cow<'_, str> {
    if text.contains("hunter2") { text.replace("hunter2", "[secret]").into() } else { text.into() }
}

/// Returns a provider of four dimensions at the given address.
pub(crate) fn config(kind: ProviderKind, base: &str) -> ProviderConfig {
    let mut config = ProviderConfig::new(kind, "tiny");
    config.base_url = Some(base.to_owned());
    config.dimensions = Dimensions::Expect(4);
    config.key = Some(Secret::new("sk-key-of-the-test"));
    config
}

pub(crate) const KINDS: [ProviderKind; 4] =
    [ProviderKind::OpenAi, ProviderKind::Gemini, ProviderKind::Ollama, ProviderKind::Compatible];

/// Returns the vector that the server makes of a text, as it should arrive.
pub(crate) fn expected(text: &str) -> Quantized {
    let vector = super::server::vector(text);
    let norm = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    Quantized::from_f32(&vector.map(|x| x / norm))
}

/// Compares up to the rounding of a norm.
pub(crate) fn assert_near(got: &[Quantized], texts: &[&str]) {
    assert_eq!(got.len(), texts.len());
    for (got, text) in got.iter().zip(texts) {
        let expected = expected(text);
        let apart = got.values.iter().zip(&expected.values).any(|(a, b)| a.abs_diff(*b) > 1);
        assert!(!apart && got.values.len() == expected.values.len(), "{text}: {got:?} is not {expected:?}");
    }
}

pub(crate) fn message(error: &EmbedError) -> String {
    let message = error.to_string();
    assert!(!message.contains("sk-key-of-the-test"), "{message}");
    message
}
