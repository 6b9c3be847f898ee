//! Numbers for charts: what came in by day, how the whole grows, how often it was asked. Counts only; no words.

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use memoro_core::policy::Operation;
use memoro_store::Filter;

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

/// What is counted when it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// A search.
    Search,
    /// A consultation.
    Consult,
}

impl Asked {
    const fn as_str(self) -> &'static str {
        match self {
            Asked::Search => "search",
            Asked::Consult => "consult",
        }
    }
}

/// One day in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Day {
    /// The day, in UTC.
    pub date: Date,
    /// Memories that came in, by shape.
    pub memories: BTreeMap<String, u64>,
    /// How many memories there were at its end.
    pub total: u64,
    /// Searches.
    pub searches: u64,
    /// Consultations.
    pub consultations: u64,
}

impl Day {
    /// Returns how many memories came in.
    pub fn arrived(&self) -> u64 {
        self.memories.values().sum()
    }
}

/// The longest stretch that is counted by day.
const MOST_DAYS: u32 = 3_660;

impl Workspace {
    /// Counts that something was asked; called after the answer was given.
    pub fn count_asked(&self, what: Asked, caller: &Caller) -> Result<()> {
        Ok(self.store.count_done(what.as_str(), caller.now)?)
    }

    /// Returns how often something was asked since a moment, by whole hours.
    pub fn asked_since(&self, what: Asked, since: Timestamp) -> Result<u64> {
        Ok(self.store.tallies(what.as_str(), since)?.iter().map(|(_, n)| n).sum())
    }

    /// Returns the last days in numbers, the oldest first, today last.
    pub fn days(&self, days: u32, caller: &Caller) -> Result<Vec<Day>> {
        self.permit(Operation::Read, caller)?;
        if days == 0 || days > MOST_DAYS {
            return Err(EngineError::invalid(
                format!("{days} days"),
                format!("ask for 1 to {MOST_DAYS} days"),
            ));
        }
        let today = utc(caller.now.as_second());
        let first = today.checked_sub(jiff::Span::new().days(i64::from(days) - 1)).unwrap_or(today);
        let start = first.to_zoned(TimeZone::UTC).map_or(caller.now, |midnight| midnight.timestamp());
        let mut all: BTreeMap<Date, Day> = BTreeMap::new();
        for date in first.series(jiff::Span::new().days(1)).take_while(|date| *date <= today) {
            let empty = Day { date, memories: BTreeMap::new(), total: 0, searches: 0, consultations: 0 };
            all.insert(date, empty);
        }
        for (second, shape, n) in self.store.arrivals(start)? {
            if let Some(day) = all.get_mut(&utc(second)) {
                day.memories.insert(shape, n);
            }
        }
        for what in [Asked::Search, Asked::Consult] {
            for (second, n) in self.store.tallies(what.as_str(), start)? {
                let Some(day) = all.get_mut(&utc(second)) else { continue };
                match what {
                    Asked::Search => day.searches += n,
                    Asked::Consult => day.consultations += n,
                }
            }
        }
        let mut total = self.arrived_before(start)?;
        let mut days: Vec<Day> = all.into_values().collect();
        for day in &mut days {
            total += day.arrived();
            day.total = total;
        }
        Ok(days)
    }

    /// Returns how many memories came in before a moment.
    fn arrived_before(&self, start: Timestamp) -> Result<u64> {
        let statuses = ["active", "superseded", "archived"].map(str::to_owned).to_vec();
        let all = self.store.count(&Filter { statuses, sensitive: true, ..Filter::default() })?;
        let since: u64 = self.store.arrivals(start)?.iter().map(|(.., n)| n).sum();
        Ok(all.saturating_sub(since))
    }

    /// Returns how many memories came in during the last days.
    pub fn arrived_within(&self, span: SignedDuration, caller: &Caller) -> Result<u64> {
        Ok(self.store.arrivals(caller.now - span)?.iter().map(|(.., n)| n).sum())
    }
}

fn utc(second: i64) -> Date {
    let at = Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH);
    at.to_zoned(TimeZone::UTC).date()
}
