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
