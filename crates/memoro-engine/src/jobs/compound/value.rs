//! What a decision is worth to a reader who has little time: its kind, its reasons, its use and its age.

use jiff::Timestamp;
use memoro_core::{Content, Memory, Origin, Usage};

/// From which worth a decision is promoted.
pub(super) const PROMOTE: f64 = 0.45;
/// Below which worth it is demoted.
pub(super) const KEEP: f64 = 0.35;
/// How much a year takes from the worth.
const YEAR: f64 = 0.5;

/// A worth and what it comes from.
pub(super) struct Worth {
    /// About 0 to 1.2.
    pub(super) score: f64,
    /// Why, in words.
    pub(super) reason: String,
}

/// Returns what a decision is worth at a moment.
pub(super) fn of(memory: &Memory, usage: &Usage, at: Timestamp) -> Worth {
    let tagged = |tag: &str| memory.tags.iter().any(|found| found == tag);
    let (base, kind) = match () {
        () if tagged("rule") => (0.9, "a rule"),
        () if tagged("architecture") => (0.75, "a change of architecture"),
        () if tagged("remember") => (0.75, "to be remembered"),
        () => (0.6, "a decision"),
    };
    let (why, impact) = match &memory.content {
        Content::Decision(decision) => (!decision.why.is_empty(), !decision.impact.is_empty()),
        _ => (false, false),
    };
    let said = memory.provenance.origin != Origin::Auto;
    let days =
        f64::from(i32::try_from(at.duration_since(memory.date()).as_hours().max(0) / 24).unwrap_or(i32::MAX));
    let uses = f64::from(usage.accesses.min(8));
    let sure = 0.5 + 0.5 * memory.provenance.confidence.get();
    let score = base * sure
        + if why { 0.1 } else { 0.0 }
        + if impact { 0.05 } else { 0.0 }
        + if said { 0.1 } else { 0.0 }
        + 0.03 * uses
        - YEAR * days / 365.0;
    let mut parts = vec![kind.to_owned()];
    parts.extend(why.then(|| "with its reason".to_owned()));
    parts.extend(said.then(|| "in a person's words".to_owned()));
    parts.extend((usage.accesses > 0).then(|| format!("found {} times", usage.accesses)));
    let aged = score < KEEP;
    parts.extend(aged.then(|| format!("{days} days old and worth {score:.2}")));
    Worth { score, reason: parts.join(", ") }
}
