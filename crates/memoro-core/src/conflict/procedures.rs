//! When two procedures are one: how similar their triggers are.

use super::{Meaning, evidence};
use crate::text::normalised;

/// The similarity of triggers above which two procedures are merged.
pub const MERGE_ABOVE: f64 = 0.85;

/// The cosine of the embedded model at which two triggers are as likely one as not: 0.80 and above are the same
/// situation in other words, 0.79 and below another situation (`tests/data/triggers.tsv`, three languages).
const BORDER: f64 = 0.805;

/// Returns how similar two triggers are, in 0..=1, calibrated so that [`MERGE_ABOVE`] is the border in any language.
pub fn trigger_similarity(new: &str, old: &str, meaning: &Meaning<'_>) -> f64 {
    if normalised(new).trim() == normalised(old).trim() {
        return 1.0;
    }
    let evidence = evidence(new, old, meaning);
    let cosine = evidence.cosine.max(0.0);
    let calibrated = if cosine > BORDER {
        MERGE_ABOVE + (cosine - BORDER) / (1.0 - BORDER) * (1.0 - MERGE_ABOVE)
    } else {
        cosine / BORDER * MERGE_ABOVE
    };
    let other = evidence.denies || evidence.differs_in_fact;
    if other { calibrated.min(MERGE_ABOVE) } else { calibrated.min(1.0) }
}

/// Tells whether two triggers are similar enough to merge.
pub fn same_trigger(new: &str, old: &str, meaning: &Meaning<'_>) -> bool {
    trigger_similarity(new, old, meaning) > MERGE_ABOVE
}
