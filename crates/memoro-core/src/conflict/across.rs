//! Two statements in different scripts: their words cannot be laid beside each other, so they are compared by meaning
//! and by the values that are known in every language: numbers, members of a set, opposites, negations. Never takes
//! two of them for one, since what one of them adds cannot be seen.

use super::denial::{Denial, Numbers};
use super::{Evidence, Relation};

/// From this similarity of meaning on two statements speak of the same thing.
const SAME_THING: f64 = 0.47;

/// From this similarity of meaning on two statements have to do with each other.
const RELATED: f64 = 0.4;

/// Says in words what differs.
fn why(denial: &Denial) -> String {
    match denial.opposite.or(denial.member) {
        Some((new, old)) => format!("{old} → {new}"),
        None if denial.numbers == Numbers::Differ => "other numbers".into(),
        None => "one of the two says not".into(),
    }
}

/// Returns how two statements in different scripts stand to each other, and how sure that is.
pub(super) fn relation(evidence: &Evidence, denial: &Denial) -> (Relation, f64) {
    let values = denial.numbers == Numbers::Differ || denial.member.is_some();
    let denied = values || denial.opposite.is_some() || (denial.negated && denial.polar);
    // Where two things differ, it is another thing that is spoken of.
    if denied && denial.things < 2 && !evidence.of_another && evidence.cosine >= SAME_THING {
        return (Relation::Contradicts { why: why(denial) }, evidence.cosine);
    }
    let relation = if evidence.cosine >= RELATED { Relation::Related } else { Relation::Unrelated };
    (relation, evidence.cosine.clamp(0.0, 1.0))
}
