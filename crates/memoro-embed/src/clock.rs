//! Time and chance, as the retries need them. The rest of the crate takes them from here and never asks
//! the system itself.

use jiff::Timestamp;
use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, SystemTime};

/// Tells the time, waits, and spreads retries.
pub trait Clock: Send + Sync {
    /// Returns the present time.
    fn now(&self) -> Timestamp;
    /// Returns after the duration has passed.
    fn sleep(&self, duration: Duration);
    /// Returns a number in 0..1 that differs from call to call and from process to process.
    fn random(&self) -> f64;
}

/// The latest moment that a clock is believed: later ones leave no room for what comes after.
const LATEST: Timestamp = Timestamp::constant(221_845_392_000, 0);

/// Returns what the clock of the machine says, however wrong it is.
pub fn present() -> Timestamp {
    believed(SystemTime::now())
}

fn believed(told: SystemTime) -> Timestamp {
    let late = told > SystemTime::UNIX_EPOCH;
    let told = Timestamp::try_from(told).unwrap_or(if late { LATEST } else { Timestamp::UNIX_EPOCH });
    told.clamp(Timestamp::UNIX_EPOCH, LATEST)
}

/// The clock of the machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        present()
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
    use super::{Clock, LATEST, SystemClock, Timestamp, believed};
    use std::time::{Duration, SystemTime};

    #[test]
    fn a_clock_that_is_out_of_its_mind_leaves_room_before_and_after() {
        let at = |seconds| believed(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(1_800_000_000), Timestamp::from_second(1_800_000_000).unwrap());
        for seconds in [253_402_300_799, 253_402_214_400, 300_000_000_000, 9_000_000_000_000] {
            assert_eq!(at(seconds), LATEST);
        }
        assert_eq!(believed(SystemTime::UNIX_EPOCH - Duration::from_hours(2_500_000)), Timestamp::UNIX_EPOCH);
        assert!(LATEST.checked_add(jiff::SignedDuration::from_hours(24 * 365 * 900)).is_ok());
    }

    #[test]
    fn chance_stays_in_its_range_and_varies() {
        let draws: Vec<f64> = (0..50).map(|_| SystemClock.random()).collect();
        assert!(draws.iter().all(|x| (0.0..1.0).contains(x)));
        assert!(draws.windows(2).any(|pair| (pair[0] - pair[1]).abs() > 0.01));
    }
}
