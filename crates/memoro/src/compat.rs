//! Operations in the shapes of other systems, so that their clients work unchanged. Each is an ordinary operation on
//! the same memories: nothing is kept twice, and what a key may not do at `/v1` it may not do here.
//!
//! Unknown fields are passed over, numbers may come as texts: that is how those clients send them.

pub(crate) mod anthropic;
pub(crate) mod graph;
mod lenient;
pub(crate) mod luminary;
pub(crate) mod openclaw;
pub(crate) mod oracle;
pub(crate) mod softnix;
#[cfg(test)]
mod tests;

use jiff::Timestamp;
use memoro_core::{Receipt, Written};

pub(crate) use lenient::{Count, Words};

use crate::error::{Code, Failure, Result};
use crate::ops::Call;

/// Tells whether a write waits for a person.
pub(crate) fn waits(receipt: &Receipt) -> bool {
    matches!(receipt.written, Written::Pending(..))
}

/// Returns the id of what was written, or why it was turned down.
pub(crate) fn written_id(receipt: &Receipt) -> Result<String> {
    match (&receipt.written, receipt.written.id()) {
        (_, Some(id)) => Ok(id.to_string()),
        (Written::Rejected(why), _) => Err(Failure::new(Code::Denied, why.text.clone())),
        (_, None) => Err(Failure::new(Code::Internal, "a write without an id")),
    }
}

/// Refuses a key that is bound to a user other than the owner, for what the owner's agents share.
pub(crate) fn shared(call: &Call<'_>) -> Result<()> {
    let owner = &call.workspace.settings().owner;
    match &call.access.user {
        Some(user) if user != owner => {
            Err(Failure::new(Code::NotFound, "this is not there for a key of one user"))
        }
        _ => Ok(()),
    }
}

/// Refuses an empty field that is needed.
pub(crate) fn needed<'a>(name: &str, text: Option<&'a str>) -> Result<&'a str> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    text.ok_or_else(|| Failure::new(Code::Usage, format!("Missing required field: {name}")))
}

/// Rounds a score to what readers need.
pub(crate) fn round(score: f32) -> f64 {
    (f64::from(score) * 10_000.0).round() / 10_000.0
}

/// Writes a moment in milliseconds.
pub(crate) fn millis(at: Timestamp) -> i64 {
    at.as_millisecond()
}

/// Tells whether a flag may be left out of an answer.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serialisation asks with a reference")]
pub(crate) fn is_false(flag: &bool) -> bool {
    !*flag
}
