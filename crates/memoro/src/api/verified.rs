//! Whether the memory requests of a run were carried out.

use memoro_engine::Verified;
use serde::Serialize;
use utoipa::ToSchema;

/// How the memory requests of a run stand.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VerifiedView {
    /// The run.
    pub(crate) run: String,
    /// Whether every request was carried out.
    pub(crate) ok: bool,
    /// `ok`, `incomplete` or `fail_safe`.
    pub(crate) status: &'static str,
    /// How many writes failed in a row at the end.
    pub(crate) failures: u32,
    /// Whether the run must stop and tell its user.
    pub(crate) fail_safe: bool,
    /// The requests.
    pub(crate) requests: Vec<RequestView>,
}

/// One request, looked at again.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RequestView {
    /// When it was made.
    pub(crate) at: String,
    /// What was meant.
    pub(crate) intent: String,
    /// The memory.
    pub(crate) id: Option<String>,
    /// Its key, if it can still be said.
    pub(crate) key: Option<String>,
    /// Whether it was carried out.
    pub(crate) ok: bool,
    /// What was found.
    pub(crate) found: String,
}

impl From<&Verified> for VerifiedView {
    fn from(verified: &Verified) -> Self {
        let request = |checked: &memoro_engine::Checked| RequestView {
            at: checked.at.clone(),
            intent: checked.intent.clone(),
            id: checked.id.clone(),
            key: checked.key.clone(),
            ok: checked.holds,
            found: checked.found.clone(),
        };
        let status = match (verified.fail_safe, verified.holds()) {
            (true, _) => "fail_safe",
            (false, true) => "ok",
            (false, false) => "incomplete",
        };
        Self {
            run: verified.run.clone(),
            ok: verified.holds(),
            status,
            failures: verified.failures,
            fail_safe: verified.fail_safe,
            requests: verified.requests.iter().map(request).collect(),
        }
    }
}
