//! When two procedures are one: how similar their triggers are, and how their steps go together.

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

/// Puts the steps of two procedures together: the old ones in their order, each new one after the step that it
/// follows in its own list, none twice.
pub fn merge_steps(old: &[String], new: &[String]) -> Vec<String> {
    let same = |a: &str, b: &str| bare(a) == bare(b);
    let mut merged: Vec<String> = Vec::new();
    for step in old {
        if !merged.iter().any(|m| same(m, step)) {
            merged.push(step.clone());
        }
    }
    let mut after: Option<usize> = None;
    for step in new {
        if let Some(at) = merged.iter().position(|m| same(m, step)) {
            after = Some(after.map_or(at, |a| a.max(at)));
            continue;
        }
        let at = after.map_or(if after_start(&merged, new) { merged.len() } else { 0 }, |a| a + 1);
        merged.insert(at, step.clone());
        after = Some(at);
    }
    merged
}

/// Tells whether no step is shared, so that the new ones follow at the end.
fn after_start(merged: &[String], new: &[String]) -> bool {
    !new.iter().any(|step| merged.iter().any(|m| bare(m) == bare(step)))
}

/// A step without its number, case, spacing and closing mark.
fn bare(step: &str) -> String {
    let folded = normalised(step);
    let text =
        folded.trim().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', ')', ' ']);
    let text = if text.is_empty() { folded.trim() } else { text };
    text.trim_end_matches(['.', '。', '!', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn list(steps: &[&str]) -> Vec<String> {
        steps.iter().map(|s| (*s).to_owned()).collect()
    }

    #[test]
    fn new_steps_stand_where_their_own_order_puts_them() {
        let old = list(&["ถาม environment", "รัน docker compose up"]);
        let new = list(&["ถาม environment", "ตรวจ docker-compose.yml", "รัน docker compose up", "ดู log"]);
        assert_eq!(merge_steps(&old, &new), new);
        assert_eq!(merge_steps(&list(&["a", "b"]), &list(&["x", "a"])), list(&["x", "a", "b"]));
        assert_eq!(
            merge_steps(&list(&["检查配置"]), &list(&["1. 检查配置。", "重启"])),
            list(&["检查配置", "重启"])
        );
        assert_eq!(merge_steps(&list(&["a"]), &list(&["b", "c"])), list(&["a", "b", "c"]));
    }

    proptest! {
        #[test]
        fn merging_loses_nothing_repeats_nothing_and_keeps_the_old_order(
            old in proptest::collection::vec("[a-f]", 0..6), new in proptest::collection::vec("[a-f]", 0..6),
        ) {
            let merged = merge_steps(&old, &new);
            for step in old.iter().chain(&new) {
                prop_assert_eq!(merged.iter().filter(|m| *m == step).count(), 1);
            }
            prop_assert!(merged.iter().all(|m| old.contains(m) || new.contains(m)));
            let mut first: Vec<&String> = Vec::new();
            for step in &old {
                if !first.contains(&step) {
                    first.push(step);
                }
            }
            let kept: Vec<&String> = merged.iter().filter(|m| old.contains(m)).collect();
            prop_assert_eq!(kept, first);
            prop_assert_eq!(merge_steps(&merged, &new), merged);
        }
    }
}
