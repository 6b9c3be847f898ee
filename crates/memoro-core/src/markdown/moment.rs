//! A date or a moment, as a file states it.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, civil};

/// A day, or a moment of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Moment {
    /// Only the day is known: `2026-11-15`.
    Day(Date),
    /// The moment is known: `2026-11-15T10:00:00Z`.
    At(Timestamp),
}

impl Moment {
    /// Returns the moment; for a day the moment at which it begins in this time zone.
    pub fn timestamp(self, zone: &TimeZone) -> Timestamp {
        match self {
            Moment::At(at) => at,
            Moment::Day(day) => day.to_zoned(zone.clone()).map_or(Timestamp::UNIX_EPOCH, |at| at.timestamp()),
        }
    }

    /// Returns the day in this time zone.
    pub fn day(self, zone: &TimeZone) -> Date {
        match self {
            Moment::Day(day) => day,
            Moment::At(at) => at.to_zoned(zone.clone()).date(),
        }
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Moment::Day(day) => write!(f, "{day}"),
            Moment::At(at) => write!(f, "{at}"),
        }
    }
}

impl std::str::FromStr for Moment {
    type Err = String;

    /// Reads a day or a moment; a moment without a zone is taken as UTC.
    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(at) = text.parse() {
            return Ok(Moment::At(at));
        }
        if text.len() == 10 {
            return text.parse().map(Moment::Day).map_err(|_| refusal(text));
        }
        let at = text.parse::<civil::DateTime>().and_then(|at| at.to_zoned(TimeZone::UTC));
        at.map(|at| Moment::At(at.timestamp())).map_err(|_| refusal(text))
    }
}

fn refusal(text: &str) -> String {
    format!("`{text}` is no date (try 2026-12-31 or 2026-12-31T00:00:00Z)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_moments_are_told_apart() {
        let bangkok = TimeZone::get("Asia/Bangkok").unwrap();
        let day: Moment = "2026-11-15".parse().unwrap();
        assert_eq!(day.timestamp(&bangkok).to_string(), "2026-11-14T17:00:00Z");
        let late: Moment = "2026-11-15T20:00:00Z".parse().unwrap();
        assert_eq!(late.day(&bangkok).to_string(), "2026-11-16");
        assert_eq!("2026-11-15 10:00".parse::<Moment>().unwrap().to_string(), "2026-11-15T10:00:00Z");
        assert!("เมื่อวาน".parse::<Moment>().is_err() && "2026-11-31".parse::<Moment>().is_err());
    }
}
