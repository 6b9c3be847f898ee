//! Reading moments as people and programs write them. The clock and the zone are arguments.

use jiff::fmt::temporal::Pieces;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, ToSpan as _, civil};

use crate::error::{Code, Failure, Result};

/// Reads a moment: `2026-11-15`, `2026-11-15T10:00`, a full timestamp, or `7d` for seven days ago.
pub(crate) fn moment(flag: &str, text: &str, zone: &TimeZone, now: Timestamp) -> Result<Timestamp> {
    let wrong = || {
        Failure::new(Code::Usage, format!("{flag}: `{text}` is no time"))
            .hint("try 2026-11-15, 2026-11-15T10:00, 2026-11-15T10:00:00Z, 7d (ago), today or now")
    };
    let text = text.trim();
    match text {
        "now" => return Ok(now),
        "today" => {
            return now.to_zoned(zone.clone()).start_of_day().map(|z| z.timestamp()).map_err(|_| wrong());
        }
        _ => {}
    }
    if let Ok(at) = text.parse::<Timestamp>() {
        return Ok(at);
    }
    if let Ok(at) = text.parse::<civil::DateTime>() {
        return at.to_zoned(zone.clone()).map(|zoned| zoned.timestamp()).map_err(|_| wrong());
    }
    let span: Span = text.trim_end_matches(" ago").parse().map_err(|_| wrong())?;
    if span.is_negative() {
        return Err(wrong());
    }
    now.to_zoned(zone.clone()).checked_sub(span).map(|zoned| zoned.timestamp()).map_err(|_| wrong())
}

/// Reads the moment of which somebody asks what was believed: a day means its end, or now while it lasts.
pub(crate) fn as_of(flag: &str, text: &str, zone: &TimeZone, now: Timestamp) -> Result<Timestamp> {
    let text = text.trim();
    if text == "today" {
        return Ok(now);
    }
    let at = moment(flag, text, zone, now)?;
    let is_day = Pieces::parse(text).is_ok_and(|pieces| pieces.time().is_none());
    let here = at.to_zoned(zone.clone()).date();
    if !is_day {
        return Ok(at);
    }
    if here == now.to_zoned(zone.clone()).date() {
        return Ok(now);
    }
    let next = here.tomorrow().and_then(|next| next.to_zoned(zone.clone()));
    Ok(next.map_or(at, |next| next.timestamp().saturating_sub(1.microsecond()).unwrap_or(at)))
}

/// Reads the moment of which somebody asks what was believed, if there is one.
pub(crate) fn as_of_if(
    flag: &str,
    text: Option<&str>,
    zone: &TimeZone,
    now: Timestamp,
) -> Result<Option<Timestamp>> {
    text.map(|text| as_of(flag, text, zone, now)).transpose()
}

/// Reads a moment if there is one.
pub(crate) fn moment_if(
    flag: &str,
    text: Option<&str>,
    zone: &TimeZone,
    now: Timestamp,
) -> Result<Option<Timestamp>> {
    text.map(|text| moment(flag, text, zone, now)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String> {
        let zone = TimeZone::get("Asia/Bangkok").unwrap();
        moment("--since", text, &zone, "2026-11-15T10:00:00Z".parse().unwrap()).map(|at| at.to_string())
    }

    #[test]
    fn times_are_read_in_the_configured_zone() {
        assert_eq!(read("2026-11-15").unwrap(), "2026-11-14T17:00:00Z");
        assert_eq!(read("2026-11-15T08:30").unwrap(), "2026-11-15T01:30:00Z");
        assert_eq!(read("2026-11-15T08:30:00Z").unwrap(), "2026-11-15T08:30:00Z");
        assert_eq!(read("today").unwrap(), "2026-11-14T17:00:00Z");
        assert_eq!(read("7d").unwrap(), "2026-11-08T10:00:00Z");
        assert_eq!(read("2h ago").unwrap(), "2026-11-15T08:00:00Z");
    }

    #[test]
    fn what_was_believed_on_a_day_is_what_was_believed_at_its_end() {
        let zone = TimeZone::get("Asia/Bangkok").unwrap();
        let now = "2026-11-15T10:00:00Z".parse().unwrap();
        for (text, at) in [
            ("2026-11-14", "2026-11-14T16:59:59.999999Z"),
            ("20261114", "2026-11-14T16:59:59.999999Z"),
            ("2026-11-15", "2026-11-15T10:00:00Z"),
            ("today", "2026-11-15T10:00:00Z"),
            ("now", "2026-11-15T10:00:00Z"),
            ("2026-11-14T08:30", "2026-11-14T01:30:00Z"),
            ("2026-11-14T00:00", "2026-11-13T17:00:00Z"),
            ("1d", "2026-11-14T10:00:00Z"),
        ] {
            assert_eq!(as_of("--as-of", text, &zone, now).unwrap().to_string(), at, "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_told_with_examples() {
        for wrong in ["", "yesterdayish", "2026-13-01", "-3d", "เมื่อวานซืน"] {
            let failure = read(wrong).unwrap_err();
            assert_eq!(failure.code, Code::Usage);
            assert!(failure.hint.unwrap().contains("7d (ago)"), "{wrong}");
        }
    }
}
