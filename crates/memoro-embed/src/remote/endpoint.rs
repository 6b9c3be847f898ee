//! Where a provider is called, worked out once from its configuration. It accepts only plain http and
//! https addresses without user names, queries or fragments.

use crate::{EmbedError, ProviderConfig, ProviderKind};
use ureq::http::Uri;

/// The address of a provider's embedding call and the name used in ids and messages.
#[derive(Debug)]
pub(super) struct Endpoint {
    pub(super) provider: String,
    pub(super) url: String,
}

impl Endpoint {
    pub(super) fn new(config: &ProviderConfig) -> Result<Self, EmbedError> {
        let named = config.name.clone().unwrap_or_else(|| config.kind.as_str().to_owned());
        let misconfigured = |reason: String| EmbedError::Misconfigured { provider: named.clone(), reason };
        check_name(&named).map_err(&misconfigured)?;
        check_model(&config.model).map_err(&misconfigured)?;
        let base = config.base_url.as_deref().or(config.kind.default_base_url());
        let base = base.ok_or_else(|| misconfigured("it needs a base URL".to_owned()))?;
        let (uri, host) = parse(base).map_err(&misconfigured)?;
        let path = path(config, uri.path().trim_end_matches('/'));
        let url = format!("{}://{host}{path}", uri.scheme_str().unwrap_or("https"));
        let anonymous = config.name.is_none() && config.kind == ProviderKind::Compatible;
        Ok(Self { provider: if anonymous { host } else { named }, url })
    }
}

fn parse(base: &str) -> Result<(Uri, String), String> {
    let refuse = |why: &str| Err(format!("base URL `{base}` {why}"));
    let Ok(uri) = base.trim().parse::<Uri>() else { return refuse("cannot be read") };
    if !matches!(uri.scheme_str(), Some("http" | "https")) {
        return refuse("must start with http:// or https://");
    }
    let Some(authority) = uri.authority().filter(|authority| !authority.host().is_empty()) else {
        return refuse("names no host");
    };
    if authority.as_str().contains('@') {
        return Err("the base URL must not hold a user name or password; set the key instead".to_owned());
    }
    if uri.query().is_some() || base.contains('#') {
        return refuse("must not have a query or fragment");
    }
    let host = authority.as_str().to_owned();
    Ok((uri, host))
}

fn path(config: &ProviderConfig, base: &str) -> String {
    match config.kind {
        ProviderKind::OpenAi | ProviderKind::Compatible if base.ends_with("/embeddings") => base.to_owned(),
        ProviderKind::OpenAi | ProviderKind::Compatible if base.is_empty() => "/v1/embeddings".to_owned(),
        ProviderKind::OpenAi | ProviderKind::Compatible => format!("{base}/embeddings"),
        ProviderKind::Gemini => {
            let base = if base.is_empty() { "/v1beta" } else { base };
            format!("{base}/{}:batchEmbedContents", super::wire::gemini_model(&config.model))
        }
        ProviderKind::Ollama => format!("{}/api/embed", base.trim_end_matches("/api")),
    }
}

/// A name becomes a part of model ids, which are written `name/model@dims`.
fn check_name(name: &str) -> Result<(), String> {
    let fits = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "._-:".contains(c));
    if fits { Ok(()) } else { Err(format!("name `{name}` may have letters, digits and . _ - : only")) }
}

fn check_model(model: &str) -> Result<(), String> {
    let fits = !model.is_empty() && model.chars().all(|c| c.is_ascii_alphanumeric() || "._-:/@+".contains(c));
    if fits {
        Ok(())
    } else {
        Err(format!("model `{model}` may have letters, digits and . _ - : / @ + only"))
    }
}

#[cfg(test)]
mod tests {
    use super::Endpoint;
    use crate::{ProviderConfig, ProviderKind};

    fn endpoint(kind: ProviderKind, base: Option<&str>) -> Result<Endpoint, String> {
        let mut config = ProviderConfig::new(kind, "m");
        config.base_url = base.map(str::to_owned);
        Endpoint::new(&config).map_err(|error| error.to_string())
    }

    #[test]
    fn each_kind_has_its_own_path() {
        let cases = [
            (ProviderKind::OpenAi, None, "https://api.openai.com/v1/embeddings"),
            (
                ProviderKind::OpenAi,
                Some("https://proxy.example/openai/"),
                "https://proxy.example/openai/embeddings",
            ),
            (ProviderKind::Compatible, Some("http://127.0.0.1:1234"), "http://127.0.0.1:1234/v1/embeddings"),
            (ProviderKind::Compatible, Some("http://[::1]:8/v1/"), "http://[::1]:8/v1/embeddings"),
            (ProviderKind::Compatible, Some("http://h/x/embeddings"), "http://h/x/embeddings"),
            (
                ProviderKind::Gemini,
                None,
                "https://generativelanguage.googleapis.com/v1beta/models/m:batchEmbedContents",
            ),
            (ProviderKind::Gemini, Some("http://h:1"), "http://h:1/v1beta/models/m:batchEmbedContents"),
            (ProviderKind::Ollama, None, "http://127.0.0.1:11434/api/embed"),
            (ProviderKind::Ollama, Some("http://box:11434/api/"), "http://box:11434/api/embed"),
        ];
        for (kind, base, url) in cases {
            assert_eq!(endpoint(kind, base).expect("a good address").url, url);
        }
    }

    #[test]
    fn an_address_that_cannot_work_is_refused_by_name() {
        let cases = [
            (None, "needs a base URL"),
            (Some("ftp://h/"), "must start with http"),
            (Some("localhost:1234"), "must start with http"),
            (Some("http://"), "cannot be read"),
            (Some("https://user:pass@h/v1"), "user name or password"),
            (Some("https://h/v1?key=1"), "query or fragment"),
        ];
        for (base, message) in cases {
            let error = endpoint(ProviderKind::Compatible, base).expect_err("a bad address");
            assert!(error.contains(message), "{base:?}: {error}");
            assert!(!error.contains("pass@"), "{error}");
        }
    }

    #[test]
    fn a_compatible_server_is_named_after_its_host_unless_it_has_a_name() {
        let mut config = ProviderConfig::new(ProviderKind::Compatible, "m");
        config.base_url = Some("http://10.0.0.7:1234/v1".to_owned());
        assert_eq!(Endpoint::new(&config).expect("good").provider, "10.0.0.7:1234");
        config.name = Some("lmstudio".to_owned());
        assert_eq!(Endpoint::new(&config).expect("good").provider, "lmstudio");
        for bad in ["", "a/b", "ชื่อ", "a b"] {
            config.name = Some(bad.to_owned());
            assert!(Endpoint::new(&config).is_err(), "{bad:?}");
        }
    }
}
