//! How a provider is to be called. Plain values: where they come from is the caller's matter, and a key
//! that is printed shows nothing.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The interfaces that are spoken, in the order in which `auto` prefers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProviderKind {
    /// Is `OpenAI` itself.
    OpenAi,
    /// Is Google's Gemini.
    Gemini,
    /// Is an Ollama server.
    Ollama,
    /// Is any other server with `OpenAI`'s interface.
    Compatible,
}

impl ProviderKind {
    /// Returns the name as it stands in configuration and model ids.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
            Self::Compatible => "compatible",
        }
    }

    /// Tells whether the provider answers nobody without a key.
    pub fn needs_key(self) -> bool {
        matches!(self, Self::OpenAi | Self::Gemini)
    }

    /// Returns the address that is used if none is configured; a compatible server has none.
    pub fn default_base_url(self) -> Option<&'static str> {
        match self {
            Self::OpenAi => Some("https://api.openai.com/v1"),
            Self::Gemini => Some("https://generativelanguage.googleapis.com/v1beta"),
            Self::Ollama => Some("http://127.0.0.1:11434"),
            Self::Compatible => None,
        }
    }

    /// Returns the model that is used if none is configured; a compatible server has none.
    pub fn default_model(self) -> Option<&'static str> {
        match self {
            Self::OpenAi => Some("text-embedding-3-small"),
            Self::Gemini => Some("gemini-embedding-001"),
            Self::Ollama => Some("bge-m3"),
            Self::Compatible => None,
        }
    }
}

impl FromStr for ProviderKind {
    type Err = UnknownProvider;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = [Self::OpenAi, Self::Gemini, Self::Ollama, Self::Compatible];
        known.into_iter().find(|kind| kind.as_str() == text).ok_or_else(|| UnknownProvider(text.to_owned()))
    }
}

/// A provider name that is not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no embedding provider; use openai, gemini, ollama or compatible")]
pub struct UnknownProvider(String);

/// A key that does not show itself.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Takes a key; spaces and line ends around it are dropped, as files end with one.
    pub fn new(key: &str) -> Self {
        Self(key.trim().to_owned())
    }

    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(hidden)")
    }
}

/// What is known of the length of a provider's vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dimensions {
    /// Is taken from the table of known models, else learned from the first answer.
    #[default]
    Native,
    /// Is what the model gives by itself; anything else is refused.
    Expect(usize),
    /// Is asked for in each request (Matryoshka models); anything else is refused.
    Request(usize),
}

/// Texts that some models want in front of questions and documents.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prefixes {
    /// Stands before a question.
    pub query: String,
    /// Stands before what is searched.
    pub document: String,
}

/// How hard one call tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Is the number of requests for one batch, the first included.
    pub attempts: u32,
    /// Is the time given to one request.
    pub timeout: Duration,
    /// Is the longest time spent waiting between the attempts, all together.
    pub patience: Duration,
    /// Is the longest time for all of it, requests and pauses.
    pub within: Duration,
}

/// The bounds within which a provider is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Is for questions: somebody is waiting.
    pub query: Effort,
    /// Is for documents: nobody is waiting.
    pub document: Effort,
    /// Is for seeing whether a provider works at all: a server may have to load its model first.
    pub check: Effort,
    /// Is the most requests sent in a minute; `None` sends as fast as answers come.
    pub requests_per_minute: Option<u32>,
    /// Is the most texts in one request.
    pub batch_texts: usize,
    /// Is the most bytes of text in one request.
    pub batch_bytes: usize,
    /// Is where a longer text is cut before it is sent; about the 8,192 tokens that providers accept.
    pub text_bytes: usize,
    /// Is the largest answer that is read.
    pub answer_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self {
            query: Effort {
                attempts: 2,
                timeout: seconds(2),
                patience: seconds(1),
                within: Duration::from_millis(2_500),
            },
            document: Effort {
                attempts: 6,
                timeout: seconds(60),
                patience: seconds(120),
                within: seconds(480),
            },
            check: Effort { attempts: 3, timeout: seconds(10), patience: seconds(5), within: seconds(20) },
            requests_per_minute: None,
            batch_texts: 96,
            batch_bytes: 256 * 1024,
            text_bytes: 10_000,
            answer_bytes: 32 * 1024 * 1024,
        }
    }
}

/// Everything that is needed to call one provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderConfig {
    /// Is the interface.
    pub kind: ProviderKind,
    /// Is the name in model ids and messages; by default that of the kind, or the host of a compatible server.
    pub name: Option<String>,
    /// Is the address; by default that of the kind.
    pub base_url: Option<String>,
    /// Is the model's name at the provider.
    pub model: String,
    /// Is the length of its vectors.
    pub dimensions: Dimensions,
    /// Is the key, if the provider wants one.
    pub key: Option<Secret>,
    /// Is the address of an HTTP proxy.
    pub proxy: Option<String>,
    /// Are the texts in front.
    pub prefixes: Prefixes,
    /// Are the bounds.
    pub limits: Limits,
}

impl ProviderConfig {
    /// Returns the configuration with every default and no key.
    pub fn new(kind: ProviderKind, model: &str) -> Self {
        Self {
            kind,
            name: None,
            base_url: None,
            model: model.to_owned(),
            dimensions: Dimensions::default(),
            key: None,
            proxy: None,
            prefixes: Prefixes::default(),
            limits: Limits::default(),
        }
    }

    /// Returns the length of the model's vectors as far as it is known without asking.
    pub fn known_dims(&self) -> Option<usize> {
        match self.dimensions {
            Dimensions::Expect(dims) | Dimensions::Request(dims) => Some(dims),
            Dimensions::Native => native_dims(self.kind, &self.model),
        }
    }
}

/// Returns the length of vectors of models whose size their makers state.
fn native_dims(kind: ProviderKind, model: &str) -> Option<usize> {
    match (kind, model) {
        (ProviderKind::OpenAi, "text-embedding-3-small" | "text-embedding-ada-002") => Some(1536),
        (ProviderKind::OpenAi, "text-embedding-3-large") | (ProviderKind::Gemini, "gemini-embedding-001") => {
            Some(3072)
        }
        (ProviderKind::Gemini, "text-embedding-004") => Some(768),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Dimensions, ProviderConfig, ProviderKind, Secret};

    #[test]
    fn a_key_is_never_printed() {
        let mut config = ProviderConfig::new(ProviderKind::OpenAi, "m");
        config.key = Some(Secret::new("sk-very-secret\n"));
        assert!(!format!("{config:?}").contains("very"));
        assert_eq!(config.key.as_ref().map(Secret::expose), Some("sk-very-secret"));
    }

    #[test]
    fn every_kind_is_read_back_from_its_name() {
        for kind in
            [ProviderKind::OpenAi, ProviderKind::Gemini, ProviderKind::Ollama, ProviderKind::Compatible]
        {
            assert_eq!(kind.as_str().parse(), Ok(kind));
        }
        let unknown = "opnai".parse::<ProviderKind>().expect_err("a misspelt name");
        assert!(unknown.to_string().contains("openai, gemini, ollama"));
    }

    #[test]
    fn what_is_configured_wins_over_what_is_known_of_a_model() {
        let mut config = ProviderConfig::new(ProviderKind::OpenAi, "text-embedding-3-small");
        assert_eq!(config.known_dims(), Some(1536));
        config.dimensions = Dimensions::Request(512);
        assert_eq!(config.known_dims(), Some(512));
        assert_eq!(ProviderConfig::new(ProviderKind::Ollama, "unknown").known_dims(), None);
    }
}
