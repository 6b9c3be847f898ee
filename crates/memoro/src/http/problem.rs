//! What a caller is told when something cannot be done: problem+json with a stable `code`. No secret, no content and no
//! place on the disk is in it when the fault is ours.

use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use memoro_engine::EngineError;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{Code, Failure};

/// A problem, as it is answered.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProblemView {
    /// The kind, as a name.
    #[serde(rename = "type")]
    kind: String,
    /// The status in words.
    title: &'static str,
    /// The status.
    status: u16,
    /// The stable word for programs.
    code: &'static str,
    /// What is wrong; names the thing.
    detail: String,
    /// The same, under the name that older clients read.
    error: String,
    /// The next step.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    /// After how many milliseconds to try again, for who asks too often.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after_ms: Option<u64>,
}

/// A failure on its way to a caller.
#[derive(Debug)]
pub(crate) struct Problem {
    /// What is wrong.
    pub(crate) failure: Failure,
    /// After how many seconds to try again.
    retry: Option<u64>,
}

/// What is told outside when the fault is ours; the rest stands in the log.
#[derive(Debug, Clone)]
pub(crate) struct Inside(pub(crate) String);

impl Problem {
    /// Says when to try again.
    pub(crate) fn retry(failure: Failure, seconds: u64) -> Self {
        Self { failure, retry: Some(seconds) }
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        let retry = matches!(failure.code, Code::Overloaded | Code::Busy).then_some(1);
        Self { failure, retry }
    }
}

impl From<EngineError> for Problem {
    fn from(error: EngineError) -> Self {
        Self::from(Failure::from(error))
    }
}

impl Problem {
    /// Returns the body that tells it, and what only the log is told.
    fn told(&self) -> (Vec<u8>, Option<String>) {
        let Failure { code, message, hint, .. } = &self.failure;
        let status = self.status();
        let (told, hint) = outward(*code, message, hint.clone());
        let ours = told != *message;
        let view = ProblemView {
            kind: format!("urn:memoro:problem:{}", code.as_str()),
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            code: code.as_str(),
            error: told.clone(),
            detail: told,
            hint,
            retry_after_ms: self
                .retry
                .filter(|_| *code == Code::RateLimited)
                .map(|seconds| seconds.max(1) * 1_000),
        };
        (serde_json::to_vec(&view).unwrap_or_default(), ours.then(|| message.clone()))
    }

    /// Returns the body that tells it.
    pub(super) fn body(&self) -> Vec<u8> {
        self.told().0
    }

    fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.failure.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (body, inside) = self.told();
        let mut response = (self.status(), body).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if self.failure.code == Code::Unauthorized {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = self.retry {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds.max(1)));
        }
        if let Some(message) = inside {
            response.extensions_mut().insert(Inside(message));
        }
        response
    }
}

/// Returns what somebody who asks over HTTP is told: what is wrong inside is for the log, with its paths.
pub(super) fn outward(code: Code, message: &str, hint: Option<String>) -> (String, Option<String>) {
    let inside = || "something went wrong inside the server; its log says what".to_owned();
    match code {
        Code::ReadOnly => {
            let told = "nothing can be written at present: the store is read-only";
            (
                told.to_owned(),
                Some("reading goes on; whoever keeps the server makes its folder writable".into()),
            )
        }
        Code::NoStore | Code::NoWorkspace | Code::Newer => (inside(), None),
        code if code.status() == 500 => (inside(), None),
        code => (message.to_owned(), next_step(code, hint)),
    }
}

/// Returns the next step for somebody who asks over HTTP; what is said for the command line is said anew.
fn next_step(code: Code, hint: Option<String>) -> Option<String> {
    let hint = hint?;
    if !["memoro ", "`--", ".memoro/"].iter().any(|words| hint.contains(words)) {
        return Some(hint);
    }
    let said = match code {
        Code::NotFound => "GET /v1/memories lists what there is for this token",
        Code::Conflict | Code::Precondition => "get it again, then try again with its new ETag",
        Code::Ambiguous => "give the whole id",
        Code::KeyReused => "give each request its own Idempotency-Key",
        Code::Unauthorized => {
            "send `Authorization: Bearer <token>`; the admin makes tokens with POST /v1/admin/keys"
        }
        Code::Denied => "ask with a token that may, or have the admin make one with POST /v1/admin/keys",
        Code::DiskFull => "the server's disk is full; nothing was half-written",
        Code::Busy | Code::Overloaded => "try again in a second",
        _ => return None,
    };
    Some(said.to_owned())
}

/// Answers for a path that is not there.
pub(crate) async fn not_there(uri: Uri) -> Problem {
    Failure::new(Code::NotFound, format!("there is no `{}`", uri.path()))
        .hint("see /v1/openapi.json for what there is")
        .into()
}

/// Answers for a method that a path does not know.
pub(crate) async fn wrong_method(uri: Uri) -> Problem {
    Failure::new(Code::Method, format!("`{}` does not know this method", uri.path())).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_inside_is_told_without_its_place() {
        for code in [Code::ReadOnly, Code::NoStore, Code::Damaged, Code::Io, Code::Internal] {
            let (told, hint) = outward(code, "/srv/tenants/acme/.memoro/memoro.db: broken", None);
            assert!(!told.contains("/srv") && !hint.unwrap_or_default().contains("/srv"), "{told}");
            assert!(code.status() >= 500);
        }
        let (told, hint) = outward(Code::ReadOnly, "x", None);
        assert!(told.contains("read-only") && hint.is_some_and(|hint| hint.contains("reading goes on")));
        assert_eq!(outward(Code::Invalid, "the text is empty", None).0, "the text is empty");
    }
}
