//! How things are done: learning a procedure or a rule, finding one for a task, counting what helped.

use memoro_core::Confidence;

/// Returns how sure a procedure is after it helped some times: each success closes a tenth of what is missing.
pub(crate) fn grown(base: Confidence, successes: u32) -> Confidence {
    let missing = (1.0 - base.get()) * 0.9f64.powi(i32::try_from(successes.min(1000)).unwrap_or(0));
    Confidence::new(1.0 - missing).unwrap_or(base)
}
