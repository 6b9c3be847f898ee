//! How often somebody may ask: a bucket for each name that fills steadily. The clock is an argument.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How many names are kept before those with full buckets are let go.
const NAMES: usize = 10_000;

/// Buckets by name.
#[derive(Debug)]
pub(crate) struct Rates {
    per_minute: u32,
    buckets: Mutex<HashMap<String, (f64, Instant)>>,
}

impl Rates {
    /// Allows so many requests a minute; 0 for any number.
    pub(crate) fn new(per_minute: u32) -> Self {
        Self { per_minute, buckets: Mutex::default() }
    }

    /// Lets a request pass, or says how long to wait.
    pub(crate) fn check(&self, name: &str, now: Instant) -> Result<(), Duration> {
        if self.per_minute == 0 {
            return Ok(());
        }
        let most = f64::from(self.per_minute);
        let (each, mut buckets) =
            (most / 60.0, self.buckets.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        let filled = |(left, at): (f64, Instant)| {
            (left + now.saturating_duration_since(at).as_secs_f64() * each).min(most)
        };
        if buckets.len() >= NAMES && !buckets.contains_key(name) {
            buckets.retain(|_, bucket| filled(*bucket) < most);
        }
        let left = buckets.get(name).map_or(most, |bucket| filled(*bucket));
        if left < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - left) / each));
        }
        buckets.insert(name.to_owned(), (left - 1.0, now));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_asks_as_often_as_allowed_then_waits_and_others_do_not() {
        let (rates, now) = (Rates::new(60), Instant::now());
        assert!((0..60).all(|_| rates.check("ก", now).is_ok()));
        let wait = rates.check("ก", now).unwrap_err();
        assert!(wait > Duration::ZERO && wait <= Duration::from_secs(1), "{wait:?}");
        assert!(rates.check("乙", now).is_ok());
        assert!(rates.check("ก", now + wait).is_ok());
    }

    #[test]
    fn no_limit_is_no_limit() {
        let (rates, now) = (Rates::new(0), Instant::now());
        assert!((0..10_000).all(|_| rates.check("a", now).is_ok()));
    }
}
