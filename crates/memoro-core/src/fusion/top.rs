//! The best few of many, in one pass and bounded memory. Equal scores are ordered by slot, so that an answer does
//! not depend on the order of insertion.

/// Keeps the `limit` best slots offered.
pub(super) struct Top {
    limit: usize,
    least: f32,
    kept: Vec<(f32, u32)>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the shape that sorting asks for")]
fn order(a: &(f32, u32), b: &(f32, u32)) -> std::cmp::Ordering {
    b.0.total_cmp(&a.0).then(a.1.cmp(&b.1))
}

impl Top {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, least: 0.0, kept: Vec::with_capacity(limit * 2 + 1) }
    }

    /// Offers a slot with a score above 0; slots come in ascending order.
    #[inline]
    pub(super) fn offer(&mut self, score: f32, slot: u32) {
        if score > self.least {
            self.keep(score, slot);
        }
    }

    #[cold]
    fn keep(&mut self, score: f32, slot: u32) {
        self.kept.push((score, slot));
        if self.kept.len() > self.limit * 2 {
            self.shrink();
        }
    }

    fn shrink(&mut self) {
        if self.kept.len() > self.limit && self.limit > 0 {
            self.kept.select_nth_unstable_by(self.limit - 1, order);
            self.kept.truncate(self.limit);
            self.least = self.kept.last().map_or(0.0, |k| k.0);
        }
    }

    /// Returns the kept slots, best first.
    pub(super) fn into_sorted(mut self) -> Vec<u32> {
        self.kept.sort_unstable_by(order);
        self.kept.truncate(self.limit);
        self.kept.into_iter().map(|(_, slot)| slot).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_best_of_any_scores_are_kept_in_order(scores in proptest::collection::vec(0.001f32..1.0, 0..300), limit in 1usize..20) {
            let mut top = Top::new(limit);
            let mut all = Vec::new();
            for (slot, score) in (0u32..).zip(&scores) {
                top.offer(*score, slot);
                all.push((*score, slot));
            }
            all.sort_by(order);
            let expected: Vec<u32> = all.into_iter().take(limit).map(|(_, s)| s).collect();
            prop_assert_eq!(top.into_sorted(), expected);
        }
    }
}
