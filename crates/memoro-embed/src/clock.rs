//! Time and chance, as the retries need them. The rest of the crate takes them from here and never asks
//! the system itself.

use jiff::Timestamp;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

/// Tells the time, waits, and spreads retries.
pub trait Clock: Send + Sync {
    /// Returns the present time.
    fn now(&self) -> Timestamp;
    /// Returns after the duration has passed.
    fn sleep(&self, duration: Duration);
    /// Returns a number in 0..1 that differs from call to call and from process to process.
    fn random(&self) -> f64;
}

/// The clock of the machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }

    fn sleep(&self, duration: Duration) {
        std::thread::sleep(duration);
    }

    fn random(&self) -> f64 {
        let hash = RandomState::new().hash_one(());
        f64::from(u32::try_from(hash >> 32).expect("the upper half of a u64 fits"))
            / (f64::from(u32::MAX) + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, SystemClock};

    #[test]
    fn chance_stays_in_its_range_and_varies() {
        let draws: Vec<f64> = (0..50).map(|_| SystemClock.random()).collect();
        assert!(draws.iter().all(|x| (0.0..1.0).contains(x)));
        assert!(draws.windows(2).any(|pair| (pair[0] - pair[1]).abs() > 0.01));
    }
}
