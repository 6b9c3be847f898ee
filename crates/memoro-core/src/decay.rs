//! Strength of a memory at a given time. Knows nothing of storage: usage and clock are arguments.

use jiff::{SignedDuration, Timestamp};

use crate::layer::Layer;
use crate::memory::Memory;
use crate::retention::Stability;

/// How a memory was used; kept beside the record and allowed to be lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// How often it was returned.
    pub accesses: u32,
    /// When it was last returned.
    pub last_access: Option<Timestamp>,
    /// How often it helped.
    pub successes: u32,
}

/// The two factors of strength.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strength {
    /// Falls with age, from 1 towards 0.
    pub recency: f64,
    /// Rises with use, from 0.5 to 1.
    pub access: f64,
}

impl Strength {
    /// The strength of what never fades.
    pub const FULL: Strength = Strength { recency: 1.0, access: 1.0 };

    /// Returns the strength itself, in 0..=1.
    pub fn value(self) -> f64 {
        self.recency * self.access
    }
}

/// Returns the loss of strength a day of a layer; `None` where it never fades.
pub const fn rate(layer: Layer) -> Option<f64> {
    match layer {
        Layer::UserModel | Layer::Soul | Layer::Policy => None,
        Layer::Procedural => Some(0.005),
        Layer::Semantic | Layer::Episodic | Layer::Working => Some(0.01),
    }
}

/// Returns how strongly the memory should rank at `now`.
pub fn strength(memory: &Memory, usage: &Usage, now: Timestamp) -> Strength {
    if memory.retention.stability == Stability::Permanent {
        return Strength::FULL;
    }
    of_age(memory.layer(), now.duration_since(memory.updated_at), usage.accesses)
}

/// Returns the strength of something of this layer and age.
pub fn of_age(layer: Layer, age: SignedDuration, accesses: u32) -> Strength {
    let Some(rate) = rate(layer) else { return Strength::FULL };
    let days = age.as_secs_f64().max(0.0) / 86_400.0;
    Strength { recency: (-rate * days).exp(), access: (0.5 + 0.05 * f64::from(accesses)).min(1.0) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn days(n: i64) -> SignedDuration {
        SignedDuration::from_hours(24 * n)
    }

    #[test]
    fn half_of_the_recency_is_gone_after_sixty_nine_days() {
        let strength = of_age(Layer::Semantic, days(69), 0);
        assert!((strength.recency - 0.5).abs() < 0.005);
        assert!((strength.value() - 0.25).abs() < 0.005);
        assert!((of_age(Layer::Procedural, days(139), 10).value() - 0.5).abs() < 0.005);
    }

    #[test]
    fn who_the_user_and_the_agent_are_never_fades() {
        for layer in [Layer::UserModel, Layer::Soul] {
            assert_eq!(of_age(layer, days(10_000), 0), Strength::FULL);
        }
    }

    proptest! {
        #[test]
        fn strength_stays_in_range_falls_with_age_and_rises_with_use(
            age in -1_000i64..100_000, later in 0i64..10_000, used in 0u32..1_000, more in 0u32..100,
        ) {
            let value = |age, used| of_age(Layer::Episodic, days(age), used).value();
            prop_assert!((0.0..=1.0).contains(&value(age, used)));
            prop_assert!(value(age + later, used) <= value(age, used));
            prop_assert!(value(age, used + more) >= value(age, used));
        }
    }
}
