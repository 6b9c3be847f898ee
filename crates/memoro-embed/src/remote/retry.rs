//! When to try again and how long to wait before. It knows errors and durations, not providers, and waits
//! by the given clock only.

use crate::{Clock, Effort, EmbedError};
use jiff::Timestamp;
use std::time::Duration;

const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// The least time in which it is worth asking.
const LEAST: Duration = Duration::from_millis(250);

/// Calls `attempt` with the time that it has until it succeeds, fails for good, or the effort is used up; returns the
/// last outcome.
pub(super) fn with_effort<T>(
    effort: Effort,
    clock: &dyn Clock,
    mut attempt: impl FnMut(Duration) -> Result<T, EmbedError>,
) -> Result<T, EmbedError> {
    let begun = clock.now();
    let left = || effort.within.saturating_sub(clock.now().duration_since(begun).unsigned_abs());
    let mut waited = Duration::ZERO;
    let mut tried = 1;
    loop {
        let error = match attempt(effort.timeout.min(left())) {
            Ok(value) => return Ok(value),
            Err(error) if tried >= effort.attempts || !error.is_transient() => return Err(error),
            Err(error) => error,
        };
        let wait = wait_after(tried, error.retry_after(), clock.random());
        waited = waited.saturating_add(wait);
        // An attempt without time would only hide what the last one said.
        if waited > effort.patience || wait.saturating_add(LEAST) > left() {
            return Err(error);
        }
        clock.sleep(wait);
        tried += 1;
    }
}

/// Returns the pause after the `tried`-th failure: what the provider asks for, else twice as long each time;
/// `chance` in 0..1 keeps many clients from coming back at once.
fn wait_after(tried: u32, asked: Option<Duration>, chance: f64) -> Duration {
    if let Some(asked) = asked {
        return asked.saturating_add(Duration::from_millis(250).mul_f64(chance));
    }
    let doubled = FIRST_WAIT.saturating_mul(1 << (tried - 1).min(16)).min(LONGEST_WAIT);
    doubled.mul_f64(0.5 + 0.5 * chance)
}

/// Reads a `Retry-After` header: seconds, or a date that is compared with `now`.
pub(super) fn retry_after(header: &str, now: Timestamp) -> Option<Duration> {
    let header = header.trim();
    if let Ok(seconds) = header.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let at = jiff::fmt::rfc2822::DateTimeParser::new().parse_timestamp(header).ok()?;
    Some(Duration::try_from(at.duration_since(now)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{retry_after, wait_after, with_effort};
    use crate::{Clock, Effort, EmbedError};
    use jiff::Timestamp;
    use proptest::prelude::*;
    use std::sync::Mutex;
    use std::time::Duration;

    /// A clock that moves when somebody sleeps or tries.
    struct Moved(Mutex<Timestamp>);

    impl Clock for Moved {
        fn now(&self) -> Timestamp {
            *self.0.lock().expect("the time")
        }

        fn sleep(&self, duration: Duration) {
            *self.0.lock().expect("the time") += duration;
        }

        fn random(&self) -> f64 {
            0.0
        }
    }

    proptest! {
        #[test]
        fn all_attempts_together_take_no_longer_than_allowed(
            attempts in 1_u32..9, timeout in 1_u64..9_000, within in 1_u64..9_000, fast in any::<bool>()
        ) {
            let clock = Moved(Mutex::new(Timestamp::UNIX_EPOCH));
            let (timeout, within) = (Duration::from_millis(timeout), Duration::from_millis(within));
            let effort = Effort { attempts, timeout, patience: Duration::from_hours(1), within };
            let mut tried = 0;
            let outcome: Result<(), EmbedError> = with_effort(effort, &clock, |time| {
                tried += 1;
                clock.sleep(if fast { Duration::ZERO } else { time });
                Err(EmbedError::TimedOut { provider: "slow".to_owned(), after: time })
            });
            prop_assert!(outcome.is_err() && (1..=attempts).contains(&tried));
            let took = clock.now().duration_since(Timestamp::UNIX_EPOCH).unsigned_abs();
            prop_assert!(took <= within, "{took:?} of {within:?}");
        }
    }

    proptest! {
        #[test]
        fn waits_grow_stay_bounded_and_honour_the_provider(tried in 1_u32..100, chance in 0.0_f64..1.0, asked in 0_u64..1000) {
            let wait = wait_after(tried, None, chance);
            prop_assert!(wait >= Duration::from_millis(250) && wait <= Duration::from_secs(30));
            prop_assert!(wait_after(tried + 1, None, chance) >= wait);
            let asked = Duration::from_secs(asked);
            prop_assert!(wait_after(tried, Some(asked), chance) >= asked);
        }
    }

    #[test]
    fn retry_after_is_read_as_seconds_or_as_a_date() {
        let now = "2026-11-15T09:00:00Z".parse().expect("a time");
        let cases = [
            ("7", Some(7_000)),
            (" 0.5 ", Some(500)),
            ("Sun, 15 Nov 2026 09:00:30 GMT", Some(30_000)),
            ("Sun, 15 Nov 2026 08:00:00 GMT", Some(0)),
            ("-3", None),
            ("soon", None),
            ("", None),
            ("1e300", None),
        ];
        for (header, millis) in cases {
            assert_eq!(retry_after(header, now), millis.map(Duration::from_millis), "{header:?}");
        }
    }
}
