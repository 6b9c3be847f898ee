//! Reading what a person types: times, texts, bounded numbers. Decides nothing about what they are for.

use std::io::Read as _;

use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, civil};
use memoro_core::{Confidence, Key, MAX_TEXT, Priority, Ttl};

use crate::error::{Code, Failure, Result};

/// Reads how many; nothing at all is no answer.
pub(super) fn count(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or_else(|| "expected a number from 1".to_owned())
}

/// Reads a moment: `2026-11-15`, `2026-11-15T10:00`, a full timestamp, or `7d` for seven days ago.
pub(super) fn moment(flag: &str, text: &str, zone: &TimeZone, now: Timestamp) -> Result<Timestamp> {
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
pub(super) fn moment_if(
    flag: &str,
    text: Option<&str>,
    zone: &TimeZone,
    now: Timestamp,
) -> Result<Option<Timestamp>> {
    text.map(|text| moment(flag, text, zone, now)).transpose()
}

/// Reads a key; for clap.
pub(super) fn key(text: &str) -> Result<Key, String> {
    Key::new(text).map_err(|why| why.to_string())
}

/// Reads a time to live; for clap.
pub(super) fn ttl(text: &str) -> Result<Ttl, String> {
    text.parse::<Ttl>().map_err(|why| why.to_string())
}

/// Reads a confidence; for clap.
pub(super) fn confidence(text: &str) -> Result<Confidence, String> {
    let number = text.parse::<f64>().ok().and_then(Confidence::new);
    number.ok_or_else(|| "must be a number from 0 to 1".to_owned())
}

/// Reads a priority; for clap.
pub(super) fn priority(text: &str) -> Result<Priority, String> {
    let number = text.parse::<u8>().ok().and_then(Priority::new);
    number.ok_or_else(|| "must be a number from 0 to 100".to_owned())
}

/// Puts the words of a text together; `-` alone reads it from stdin.
pub(super) fn text(words: &[String]) -> Result<String> {
    if words != ["-"] {
        return Ok(words.join(" "));
    }
    let mut bytes = Vec::new();
    let most = MAX_TEXT as u64 + 1;
    let read = std::io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    if read as u64 == most {
        let message = format!("the text on stdin is too long: at most {MAX_TEXT} bytes");
        return Err(
            Failure::new(Code::Invalid, message).hint("split it, or keep it as a document in the workspace")
        );
    }
    String::from_utf8(bytes).map_err(|_| {
        Failure::new(Code::Invalid, "the text on stdin is not UTF-8")
            .hint("convert it, for example with `iconv -t UTF-8`")
    })
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

    #[test]
    fn bounded_numbers_name_their_bounds() {
        assert_eq!(priority("101").unwrap_err(), "must be a number from 0 to 100");
        assert_eq!(confidence("1.5").unwrap_err(), "must be a number from 0 to 1");
        assert_eq!(confidence("0.5").unwrap().thousandths(), 500);
    }
}
