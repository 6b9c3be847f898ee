//! One request to an LLM. It follows no redirects, so that a key goes only where it was meant to go,
//! reads no more than it is allowed to, and waits no longer than the run has time.

use std::time::{Duration, Instant};

use ureq::Agent;

use super::prompt::Part;
use super::wire::{parse, request};
use crate::jobs::{LlmKind, LlmSettings, Spent};

/// The most bytes of an answer.
const ANSWER_BYTES: u64 = 4 * 1024 * 1024;
/// The pause before the first retry.
const PAUSE: Duration = Duration::from_millis(500);
/// The longest pause that a provider may ask for.
const LONGEST: Duration = Duration::from_secs(20);

/// What came of a request.
pub(super) struct Answer {
    /// The text of the answer, or why there is none.
    pub(super) text: Result<String, Failed>,
    /// What it cost: as billed, or the estimate where text was sent and no bill came.
    pub(super) spent: Spent,
}

/// Why there is no answer.
pub(super) enum Failed {
    /// Trying again may help, after this long.
    Passing(String, Option<Duration>, Bill),
    /// Nothing came in time, or no connection; trying again may help.
    Silent(String, Bill),
    /// Trying again will not help.
    Final(String),
}

impl Failed {
    /// Returns what a person is told.
    pub(super) fn why(&self) -> &str {
        let (Self::Passing(why, ..) | Self::Silent(why, _) | Self::Final(why)) = self;
        why
    }

    /// Returns how long to wait before the next attempt, after this many; `None` where it would not help.
    pub(super) fn pause(&self, attempts: u32) -> Option<Duration> {
        let wait = match self {
            Self::Passing(_, wait, _) => wait,
            Self::Silent(..) => &None,
            Self::Final(_) => return None,
        };
        Some(wait.unwrap_or(PAUSE * 2u32.saturating_pow(attempts)).min(LONGEST))
    }

    /// Tells whether nothing came at all: another conversation would wait as long for nothing.
    pub(super) const fn is_silence(&self) -> bool {
        matches!(self, Self::Silent(..))
    }
}

/// Whether a request that failed is paid for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bill {
    None,
    Unknown,
}

/// Sends a part once and returns the answer.
pub(super) fn send(llm: &LlmSettings, part: &Part, key: Option<&str>, until: Instant) -> Answer {
    let left = until.saturating_duration_since(Instant::now()).min(llm.timeout);
    if left.is_zero() {
        let text = Err(Failed::Final("the run has no time left for it".into()));
        return Answer { text, spent: Spent::default() };
    }
    let unbilled = Spent { tokens_out: 0, ..part.most() };
    let (url, body) = request(llm, part);
    match post(llm.kind, &url, key, (&body.to_string(), left)) {
        Ok(bytes) => {
            let parsed = parse(llm.kind, &bytes);
            Answer { text: parsed.text.map_err(Failed::Final), spent: parsed.spent.unwrap_or(unbilled) }
        }
        Err(failed) => {
            let billed =
                matches!(failed, Failed::Passing(_, _, Bill::Unknown) | Failed::Silent(_, Bill::Unknown));
            Answer { text: Err(failed), spent: if billed { unbilled } else { Spent::default() } }
        }
    }
}

/// Returns the key, where there is one.
pub(super) fn key(llm: &LlmSettings) -> Result<Option<String>, String> {
    let key = match (&llm.key, &llm.key_file) {
        (_, Some(file)) => {
            let text =
                std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
            Some(text.trim().to_owned())
        }
        (Some(key), None) => Some(key.expose().to_owned()),
        (None, None) => None,
    };
    let local = llm.base_url.starts_with("http://127.") || llm.base_url.starts_with("http://localhost");
    if key.as_ref().is_none_or(String::is_empty) && llm.kind != LlmKind::Ollama && !local {
        return Err("it needs a key: set `extract.key_env` or `extract.key_file`".into());
    }
    Ok(key.filter(|key| !key.is_empty()))
}

fn post(
    kind: LlmKind,
    url: &str,
    key: Option<&str>,
    (body, left): (&str, Duration),
) -> Result<Vec<u8>, Failed> {
    let settings = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .user_agent(concat!("memoro/", env!("CARGO_PKG_VERSION")))
        .timeout_global(Some(left))
        .proxy(None);
    let agent = Agent::new_with_config(settings.build());
    let mut request = agent.post(url).header("content-type", "application/json");
    request = match (key, kind) {
        (Some(key), LlmKind::Anthropic) => request.header("x-api-key", key),
        (Some(key), _) => request.header("authorization", format!("Bearer {key}")),
        (None, _) => request,
    };
    if kind == LlmKind::Anthropic {
        request = request.header("anthropic-version", "2023-06-01");
    }
    let mut answer = request.send(body).map_err(below)?;
    let status = answer.status().as_u16();
    if (200..300).contains(&status) {
        return answer.body_mut().with_config().limit(ANSWER_BYTES).read_to_vec().map_err(below);
    }
    let asked =
        answer.headers().get("retry-after").and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    let wait = asked.map(Duration::from_secs);
    match status {
        408 | 425 | 429 | 500.. => {
            Err(Failed::Passing(format!("it answered with status {status}"), wait, Bill::None))
        }
        401 | 403 => Err(Failed::Final(format!("it does not accept the key (status {status})"))),
        _ => Err(Failed::Final(format!("it refused the request (status {status})"))),
    }
}

/// Names what went wrong below HTTP; the text may have been read all the same.
fn below(error: ureq::Error) -> Failed {
    match error {
        ureq::Error::BodyExceedsLimit(limit) => {
            Failed::Final(format!("its answer is larger than {limit} bytes"))
        }
        ureq::Error::BadUri(_) | ureq::Error::Http(_) => {
            Failed::Final(format!("its address cannot be used: {error}"))
        }
        ureq::Error::Timeout(_) => Failed::Silent("it took too long".into(), Bill::Unknown),
        ureq::Error::ConnectionFailed | ureq::Error::HostNotFound => {
            Failed::Silent("it cannot be reached".into(), Bill::None)
        }
        ureq::Error::Io(error) if error.kind() == std::io::ErrorKind::ConnectionRefused => {
            Failed::Silent("it cannot be reached".into(), Bill::None)
        }
        other => Failed::Silent(format!("the connection broke: {other}"), Bill::Unknown),
    }
}
