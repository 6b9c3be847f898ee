//! The provider that makes vectors, as it is configured. Reads the key from where the configuration says, and shows it
//! nowhere.

use std::path::Path;

use memoro_engine::embed::{Dimensions, ProviderConfig, ProviderKind, Secret};
use memoro_engine::{EmbeddingSettings, Last};

use super::Folders;
use crate::env::Env;

/// The keys under `embedding`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Embedding {
    /// `local`, `auto` or the name of a provider.
    pub(crate) provider: String,
    /// The model; that which the provider is known for where it is left out.
    pub(crate) model: Option<String>,
    /// The address; that of the provider where it is left out.
    pub(crate) base_url: Option<String>,
    /// The variable with the key.
    pub(crate) key_env: Option<String>,
    /// The file with the key.
    pub(crate) key_file: Option<String>,
    /// The dimensions to ask for; those of the model where there are none.
    pub(crate) dimensions: Option<usize>,
    /// What is tried where the provider does not answer and the index has no vectors yet.
    pub(crate) fallback: Vec<String>,
}

impl Default for Embedding {
    fn default() -> Self {
        Self {
            provider: LOCAL.into(),
            model: None,
            base_url: None,
            key_env: None,
            key_file: None,
            dimensions: None,
            fallback: Vec::new(),
        }
    }
}

/// The word for the embedded model.
const LOCAL: &str = "local";

/// Tells whether a word names a provider.
pub(super) fn check(word: &str) -> Result<(), String> {
    match word {
        LOCAL | "auto" => Ok(()),
        _ => word.parse::<ProviderKind>().map(drop).map_err(|_| {
            format!("`{word}` is no provider; use local, openai, gemini, ollama, compatible or auto")
        }),
    }
}

impl Embedding {
    /// Returns the configuration with another model: `local`, a provider, `provider/model`, or a model of the
    /// configured provider.
    pub(crate) fn with(&self, wanted: &str) -> Result<Self, String> {
        if check(wanted).is_ok() {
            let same = wanted == self.provider;
            return Ok(if same { self.clone() } else { Self { provider: wanted.into(), ..Self::default() } });
        }
        let (provider, model) = match wanted.split_once('/') {
            Some((provider, model)) if provider.parse::<ProviderKind>().is_ok() => (provider, model),
            _ if self.provider.parse::<ProviderKind>().is_ok() => (self.provider.as_str(), wanted),
            _ => return Err(format!("`{wanted}` names no provider; write it as provider/model")),
        };
        let base = if provider == self.provider { self.clone() } else { Self::default() };
        Ok(Self { provider: provider.into(), model: Some(model.to_owned()), ..base })
    }

    /// Returns the keys to set, with their values, so that `before` becomes this; an empty value unsets one.
    pub(crate) fn changes_to(&self, before: &Self) -> Vec<(&'static str, String)> {
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let dimensions = |embedding: &Self| embedding.dimensions.unwrap_or(0).to_string();
        let all = [
            ("embedding.provider", self.provider.clone(), before.provider.clone()),
            ("embedding.model", text(&self.model), text(&before.model)),
            ("embedding.base_url", text(&self.base_url), text(&before.base_url)),
            ("embedding.key_env", text(&self.key_env), text(&before.key_env)),
            ("embedding.key_file", text(&self.key_file), text(&before.key_file)),
            ("embedding.dimensions", dimensions(self), dimensions(before)),
        ];
        // What only asks for another server means nothing to the embedded model.
        let bears =
            |key: &str| key == "embedding.provider" || !matches!(self.provider.as_str(), LOCAL | "auto");
        let changed = all.into_iter().filter(|(key, after, before)| after != before && bears(key));
        changed.map(|(key, after, _)| (key, after)).collect()
    }

    /// Returns what the engine needs to know, with the key read.
    pub(crate) fn settings(&self, env: &Env, folders: &Folders) -> EmbeddingSettings {
        let mut settings = EmbeddingSettings::default();
        let words = [&self.provider].into_iter().chain(&self.fallback);
        for (at, word) in words.enumerate() {
            match word.as_str() {
                LOCAL => {
                    settings.last = Last::Local;
                    break;
                }
                "auto" => {
                    settings.providers.extend(auto(env));
                    settings.last = Last::Local;
                }
                _ => match self.provider(word, at == 0, (env, folders)) {
                    Ok(provider) => settings.providers.push(provider),
                    Err(why) => settings.trouble = settings.trouble.or(Some(why)),
                },
            }
        }
        if !settings.providers.is_empty() {
            settings.trouble = None;
        }
        settings
    }

    fn provider(
        &self,
        word: &str,
        first: bool,
        (env, folders): (&Env, &Folders),
    ) -> Result<ProviderConfig, String> {
        let kind: ProviderKind = word.parse().map_err(|why| format!("embedding.provider: {why}"))?;
        let model = self.model.as_deref().filter(|_| first).or_else(|| kind.default_model());
        let model = model.ok_or("embedding.model must name the model of a compatible server")?;
        let mut provider = ProviderConfig::new(kind, model);
        provider.key = default_key(kind, env);
        if first {
            provider.base_url.clone_from(&self.base_url);
            provider.dimensions = self.dimensions.map_or(Dimensions::Native, Dimensions::Request);
            if let Some(key) = self.key(env, folders)? {
                provider.key = Some(key);
            }
        }
        if provider.key.is_none() && kind.needs_key() {
            return Err(format!("embedding provider {word} needs a key: set {}", variable(kind)));
        }
        Ok(provider)
    }

    fn key(&self, env: &Env, folders: &Folders) -> Result<Option<Secret>, String> {
        if let Some(name) = &self.key_env {
            let key = env.text(name).ok_or(format!("embedding.key_env: the variable {name} is not set"))?;
            return Ok(Some(Secret::new(key)));
        }
        let Some(file) = &self.key_file else { return Ok(None) };
        let path = folders.expand(Path::new(file));
        let key = std::fs::read_to_string(&path)
            .map_err(|why| format!("embedding.key_file: {}: {why}", path.display()))?;
        Ok(Some(Secret::new(&key)))
    }
}

const fn variable(kind: ProviderKind) -> &'static str {
    match kind {
        ProviderKind::Gemini => "GEMINI_API_KEY",
        _ => "OPENAI_API_KEY",
    }
}

fn default_key(kind: ProviderKind, env: &Env) -> Option<Secret> {
    kind.needs_key().then(|| env.text(variable(kind)).map(Secret::new)).flatten()
}

/// Returns the providers that can be asked without more configuration, in order of preference.
fn auto(env: &Env) -> Vec<ProviderConfig> {
    let kinds = [ProviderKind::OpenAi, ProviderKind::Gemini, ProviderKind::Ollama];
    let usable = kinds.into_iter().filter_map(|kind| {
        let key = default_key(kind, env);
        let model = kind.default_model().filter(|_| key.is_some() || !kind.needs_key())?;
        Some(ProviderConfig { key, ..ProviderConfig::new(kind, model) })
    });
    usable.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folders() -> Folders {
        Folders::find(&Env::from([("MEMORO_CONFIG_DIR", "/c")])).unwrap()
    }

    #[test]
    fn the_embedded_model_needs_nothing_and_asks_nobody() {
        let settings = Embedding::default().settings(&Env::default(), &folders());
        assert!(settings.providers.is_empty() && settings.trouble.is_none());
    }

    #[test]
    fn a_missing_key_is_told_by_its_name_and_a_given_one_is_never_shown() {
        let openai = Embedding::default().with("openai").unwrap();
        let settings = openai.settings(&Env::default(), &folders());
        assert!(settings.trouble.unwrap().contains("OPENAI_API_KEY"));
        let env = Env::from([("OPENAI_API_KEY", "sk-ความลับ")]);
        let settings = openai.settings(&env, &folders());
        assert_eq!(settings.providers[0].model, "text-embedding-3-small");
        assert!(!format!("{settings:?}").contains("sk-"));
    }

    #[test]
    fn auto_takes_what_has_a_key_and_ends_with_the_embedded_model() {
        let env = Env::from([("GEMINI_API_KEY", "x")]);
        let settings = Embedding::default().with("auto").unwrap().settings(&env, &folders());
        let kinds: Vec<_> = settings.providers.iter().map(|provider| provider.kind).collect();
        assert_eq!(kinds, [ProviderKind::Gemini, ProviderKind::Ollama]);
        assert_eq!(settings.last, Last::Local);
    }

    #[test]
    fn what_has_to_be_set_for_another_model_is_named_and_nothing_else() {
        let own = Embedding {
            provider: "ollama".into(),
            base_url: Some("http://h".into()),
            ..Embedding::default()
        };
        let keys = |wanted: &str| own.with(wanted).unwrap().changes_to(&own);
        let pairs = |pairs: &[(&'static str, &str)]| -> Vec<(&'static str, String)> {
            pairs.iter().map(|(key, value)| (*key, (*value).to_owned())).collect()
        };
        assert_eq!(keys("ollama/tiny"), pairs(&[("embedding.model", "tiny")]));
        assert_eq!(keys("ollama"), []);
        assert_eq!(keys("local"), pairs(&[("embedding.provider", "local")]));
        let other =
            pairs(&[("embedding.provider", "openai"), ("embedding.model", "m"), ("embedding.base_url", "")]);
        assert_eq!(keys("openai/m"), other);
    }

    #[test]
    fn a_model_is_read_alone_or_behind_its_provider() {
        let own = Embedding {
            provider: "ollama".into(),
            base_url: Some("http://h".into()),
            ..Embedding::default()
        };
        let named = own.with("nomic-embed-text").unwrap();
        assert_eq!((named.provider.as_str(), named.model.as_deref()), ("ollama", Some("nomic-embed-text")));
        assert_eq!(named.base_url, own.base_url);
        let other = own.with("openai/text-embedding-3-large").unwrap();
        assert_eq!((other.provider.as_str(), other.base_url), ("openai", None));
        assert!(Embedding::default().with("some-model").is_err());
    }
}
