//! Reading what a caller sent: bounded in size, time and depth, JSON only. Nothing here knows what it is for.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use serde_json::Value;

use super::bounded::TooLong;
use super::guard::{MAX_BODY, too_large};
use crate::error::{Code, Failure, Result};
use crate::strict;

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(20);
/// How deep objects and lists may lie in each other.
pub(crate) const DEPTH: usize = 32;

/// Reads the bytes of a body, as many as are taken.
pub(crate) async fn bytes(body: Body) -> Result<Bytes> {
    let read = tokio::time::timeout(PATIENCE, axum::body::to_bytes(body, MAX_BODY + 1)).await;
    let late = || Failure::new(Code::Usage, "the body did not arrive in time");
    read.map_err(|_| late())?.map_err(|why| {
        let mut causes = std::iter::successors(Some(&why as &dyn std::error::Error), |error| error.source());
        let long =
            causes.any(|cause| cause.is::<TooLong>() || cause.is::<http_body_util::LengthLimitError>());
        if long {
            too_large("body", MAX_BODY)
        } else {
            Failure::new(Code::Usage, "the body could not be read")
        }
    })
}

/// Reads a body of JSON; nothing for an empty one.
pub(crate) async fn json(headers: &HeaderMap, body: Body) -> Result<Option<Value>> {
    let bytes = bytes(body).await?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if !is_json(headers) {
        return Err(Failure::new(Code::MediaType, "the body is not JSON")
            .hint("send `Content-Type: application/json`"));
    }
    if deeper_than(&bytes, DEPTH) {
        return Err(Failure::new(Code::Usage, format!("the body lies deeper than {DEPTH} levels")));
    }
    strict::read(&bytes)
        .map(Some)
        .map_err(|why| Failure::new(Code::Usage, format!("the body cannot be taken: {why}")))
}

/// Tells whether a body is said to be JSON.
pub(crate) fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

/// Tells whether brackets outside of texts lie deeper than so many levels.
pub(crate) fn deeper_than(bytes: &[u8], most: usize) -> bool {
    let (mut depth, mut in_text, mut escaped) = (0usize, false, false);
    for byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'{' | b'[' if !in_text => depth += 1,
            b'}' | b']' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > most {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_counts_brackets_and_not_those_in_texts() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert!(!deeper_than(nested(32).as_bytes(), 32));
        assert!(deeper_than(nested(33).as_bytes(), 32));
        let text = format!("{{\"ก\": \"{}\\\"[[\"}}", "[".repeat(100));
        assert!(!deeper_than(text.as_bytes(), 2));
        assert!(!deeper_than("[],".repeat(1_000).as_bytes(), 1));
    }
}
