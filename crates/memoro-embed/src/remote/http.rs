//! One HTTP request to a provider. It follows no redirects, so that a key goes only where it was meant to
//! go, reads no more than it is allowed to, and takes no proxy from the environment.

use super::{endpoint::Endpoint, retry, wire};
use crate::{EmbedError, ProviderConfig, ProviderKind, Secret, Surroundings};
use std::io::ErrorKind;
use std::time::Duration;
use ureq::http::Response;
use ureq::{Agent, Body, Proxy};

/// Bytes that are read of an answer that reports an error.
const ERROR_BYTES: u64 = 64 * 1024;

/// A client for one provider.
#[derive(Debug)]
pub(super) struct Http {
    agent: Agent,
    kind: ProviderKind,
    key: Option<Secret>,
    answer_bytes: u64,
}

impl Http {
    pub(super) fn new(config: &ProviderConfig, endpoint: &Endpoint) -> Result<Self, EmbedError> {
        let refuse =
            |reason: String| EmbedError::Misconfigured { provider: endpoint.provider.clone(), reason };
        let key = config.key.clone().filter(|key| !key.expose().is_empty());
        if key.as_ref().is_some_and(|key| !key.expose().chars().all(|c| c.is_ascii_graphic())) {
            return Err(refuse("the key has characters that no key has".to_owned()));
        }
        if key.is_none() && config.kind.needs_key() {
            return Err(refuse("it needs a key".to_owned()));
        }
        let proxy = config.proxy.as_deref().map(Proxy::new).transpose();
        let proxy = proxy.map_err(|_| refuse("the address of the proxy cannot be read".to_owned()))?;
        let settings = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("memoro/", env!("CARGO_PKG_VERSION")))
            .proxy(proxy);
        let agent = Agent::new_with_config(settings.build());
        Ok(Self { agent, kind: config.kind, key, answer_bytes: config.limits.answer_bytes })
    }

    /// Sends a JSON body and returns the body of a successful answer.
    pub(super) fn post(
        &self,
        endpoint: &Endpoint,
        body: &[u8],
        timeout: Duration,
        surroundings: &Surroundings,
    ) -> Result<Vec<u8>, EmbedError> {
        let request = self.agent.post(&endpoint.url).config().timeout_global(Some(timeout)).build();
        let request = request.header("content-type", "application/json");
        let request = match (&self.key, self.kind) {
            (None, _) => request,
            (Some(key), ProviderKind::Gemini) => request.header("x-goog-api-key", key.expose()),
            (Some(key), _) => request.header("authorization", format!("Bearer {}", key.expose())),
        };
        let failed = |error| failure(error, &endpoint.provider, timeout);
        let mut answer = request.send(body).map_err(failed)?;
        if answer.status().is_success() {
            answer.body_mut().with_config().limit(self.answer_bytes).read_to_vec().map_err(failed)
        } else {
            Err(self.refusal(answer, &endpoint.provider, surroundings))
        }
    }

    /// Turns an answer with an error status into an error.
    fn refusal(&self, mut answer: Response<Body>, provider: &str, surroundings: &Surroundings) -> EmbedError {
        let provider = provider.to_owned();
        let status = answer.status().as_u16();
        let header = answer.headers().get("retry-after").and_then(|value| value.to_str().ok());
        let asked = header.and_then(|header| retry::retry_after(header, surroundings.clock.now()));
        let body = answer.body_mut().with_config().limit(ERROR_BYTES).read_to_vec().unwrap_or_default();
        let report = wire::report(&body);
        let retry_after = asked.or(report.retry_after);
        let detail = match status {
            // What a provider says about a key may repeat it, or another one, in part.
            401 | 403 => "the key is missing, wrong or may not do this".to_owned(),
            _ => self.shorten(&report.message, surroundings),
        };
        match status {
            429 if !report.quota_is_used_up => EmbedError::RateLimited { provider, retry_after, detail },
            408 | 425 | 500.. => EmbedError::ServerFailed { provider, status, retry_after, detail },
            _ => EmbedError::Refused { provider, status, detail },
        }
    }

    /// Makes a provider's message fit to be shown: no key, no secrets, one short line.
    fn shorten(&self, message: &str, surroundings: &Surroundings) -> String {
        let mut message = (surroundings.redact)(message).into_owned();
        if let Some(key) = &self.key {
            message = message.replace(key.expose(), "[key]");
        }
        let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
        let short: String = line.chars().filter(|c| !c.is_control()).take(200).collect();
        if short.is_empty() { "no message".to_owned() } else { short }
    }
}

/// Names what went wrong below HTTP.
fn failure(error: ureq::Error, provider: &str, timeout: Duration) -> EmbedError {
    let provider = provider.to_owned();
    match error {
        ureq::Error::Timeout(_) => EmbedError::TimedOut { provider, after: timeout },
        ureq::Error::Io(error) => match error.kind() {
            ErrorKind::TimedOut | ErrorKind::WouldBlock => EmbedError::TimedOut { provider, after: timeout },
            ErrorKind::UnexpectedEof
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe => EmbedError::Interrupted { provider, reason: error.to_string() },
            _ => EmbedError::Unreachable { provider, reason: error.to_string() },
        },
        ureq::Error::BodyExceedsLimit(limit) => {
            EmbedError::BadAnswer { provider, reason: format!("it is larger than {limit} bytes") }
        }
        ureq::Error::Protocol(_) | ureq::Error::LargeResponseHeader(..) => {
            EmbedError::BadAnswer { provider, reason: format!("it is not HTTP as it should be: {error}") }
        }
        ureq::Error::Http(_) | ureq::Error::BadUri(_) => {
            EmbedError::Misconfigured { provider, reason: error.to_string() }
        }
        _ => EmbedError::Unreachable { provider, reason: error.to_string() },
    }
}
