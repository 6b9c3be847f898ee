//! Lengths of time in the configuration: how they are read and shown.

use jiff::{SignedDuration, Span, SpanRelativeTo};

/// Reads a duration longer than nothing.
pub(in crate::config) fn duration(text: &str) -> Result<SignedDuration, String> {
    span_of(text).filter(SignedDuration::is_positive).ok_or_else(|| no_duration(text))
}

/// Reads a duration that may be nothing, such as `0s`.
pub(in crate::config) fn duration_or_none(text: &str) -> Result<SignedDuration, String> {
    span_of(text).filter(|duration| !duration.is_negative()).ok_or_else(|| no_duration(text))
}

fn no_duration(text: &str) -> String {
    format!("`{text}` is no duration (try 30m, 8h or 7d)")
}

fn span_of(text: &str) -> Option<SignedDuration> {
    text.parse::<Span>().ok()?.to_duration(SpanRelativeTo::days_are_24_hours()).ok()
}

/// Shows a length of time in its largest whole unit.
pub(in crate::config) fn shown(duration: SignedDuration) -> String {
    let (seconds, minutes) = (duration.as_secs(), duration.as_mins());
    match () {
        () if seconds == 0 || seconds % 60 != 0 => format!("{seconds}s"),
        () if minutes % (24 * 60) == 0 => format!("{}d", minutes / (24 * 60)),
        () if minutes % 60 == 0 => format!("{}h", minutes / 60),
        () => format!("{minutes}m"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_must_be_positive_and_have_a_unit() {
        for wrong in ["", "8", "-8h", "0h", "8x", "1mo"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        assert_eq!(duration("2d").unwrap(), SignedDuration::from_hours(48));
    }
}
