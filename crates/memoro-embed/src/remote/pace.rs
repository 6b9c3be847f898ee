//! Spreads requests evenly over a minute. It waits by the given clock and keeps no thread of its own.

use crate::Clock;
use jiff::Timestamp;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The next moment at which a request may be sent, shared by all threads that use a provider.
#[derive(Debug)]
pub(super) struct Pace {
    interval: Option<Duration>,
    next: Mutex<Timestamp>,
}

impl Pace {
    pub(super) fn new(requests_per_minute: Option<u32>) -> Self {
        let interval = requests_per_minute.map(|count| Duration::from_mins(1) / count.max(1));
        Self { interval, next: Mutex::new(Timestamp::MIN) }
    }

    /// Takes the next free moment and returns when it has come.
    pub(super) fn wait(&self, clock: &dyn Clock) {
        let Some(interval) = self.interval else { return };
        let now = clock.now();
        let turn = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            // A clock that was set back must not stop requests for longer than a full queue takes.
            let latest = now.saturating_add(interval.saturating_mul(QUEUE)).unwrap_or(Timestamp::MAX);
            let turn = (*next).clamp(now, latest);
            *next = turn.saturating_add(interval).unwrap_or(Timestamp::MAX);
            turn
        };
        let wait = Duration::try_from(turn.duration_since(now)).unwrap_or_default();
        if !wait.is_zero() {
            clock.sleep(wait);
        }
    }
}

/// The most requests that may wait for their turn.
const QUEUE: u32 = 64;

#[cfg(test)]
mod tests {
    use super::Pace;
    use crate::Clock;
    use jiff::Timestamp;
    use std::sync::Mutex;
    use std::time::Duration;

    /// A clock that is set by hand and only notes how long it was asked to sleep.
    struct SetClock(Mutex<(Timestamp, Duration)>);

    impl Clock for SetClock {
        fn now(&self) -> Timestamp {
            self.0.lock().expect("the clock").0
        }

        fn sleep(&self, duration: Duration) {
            self.0.lock().expect("the clock").1 = duration;
        }

        fn random(&self) -> f64 {
            0.0
        }
    }

    #[test]
    fn a_clock_that_is_set_back_does_not_stop_requests_for_hours() {
        let noon: Timestamp = "2026-11-15T12:00:00Z".parse().expect("a time");
        let clock = SetClock(Mutex::new((noon, Duration::ZERO)));
        let pace = Pace::new(Some(60));
        pace.wait(&clock);
        clock.0.lock().expect("the clock").0 = noon - Duration::from_hours(5);
        pace.wait(&clock);
        let slept = clock.0.lock().expect("the clock").1;
        assert!(slept > Duration::ZERO && slept <= Duration::from_secs(64), "{slept:?}");
    }

    #[test]
    fn without_a_rate_nobody_waits() {
        let clock = SetClock(Mutex::new((Timestamp::UNIX_EPOCH, Duration::ZERO)));
        let pace = Pace::new(None);
        (0..100).for_each(|_| pace.wait(&clock));
        assert_eq!(clock.0.lock().expect("the clock").1, Duration::ZERO);
    }
}
