//! Reading moments as people and programs write them. The clock and the zone are arguments.

use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, civil};

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
    fn what_is_no_time_is_told_with_examples() {
        for wrong in ["", "yesterdayish", "2026-13-01", "-3d", "เมื่อวานซืน"] {
            let failure = read(wrong).unwrap_err();
            assert_eq!(failure.code, Code::Usage);
            assert!(failure.hint.unwrap().contains("7d (ago)"), "{wrong}");
        }
    }
}
