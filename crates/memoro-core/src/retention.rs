//! How long a memory is kept: stability, time to live and sensitivity.

use jiff::fmt::temporal::Pieces;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, ToSpan as _, Zoned, civil};

use crate::words::words;

/// How firmly a memory is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Stability {
    /// Short-lived: has a time to live or is merged away.
    Volatile,
    /// Held until it is replaced.
    #[default]
    Stable,
    /// Never expires, never decays.
    Permanent,
}

words!(Stability, "stability", {
    Volatile => "volatile",
    Stable => "stable",
    Permanent => "permanent",
});

/// Whether a memory may be shown without asking for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Sensitivity {
    /// May be shown.
    #[default]
    Normal,
    /// Shown only on request.
    Sensitive,
}

words!(Sensitivity, "sensitivity", { Normal => "normal", Sensitive => "sensitive" });

/// A time to live as a person writes it: `none`, `session_end`, `8h`, `P30D`, `2026-12-31`, `2026-12-31T00:00:00Z`.
///
/// The written form is kept, so that a file says what its owner said. A day is lived through to its end, as "until Friday"
/// is; a day or a time without a zone is one where its owner lives.
#[derive(Debug, Clone, PartialEq)]
pub struct Ttl {
    written: String,
    meaning: Meaning,
}

#[derive(Debug, Clone)]
enum Meaning {
    Never,
    SessionEnd,
    For(Span),
    Until(Timestamp),
    /// Through the end of a day, wherever its owner lives.
    Through(civil::Date),
    /// Until a time of the clock on the wall.
    Local(civil::DateTime),
}

impl PartialEq for Meaning {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Meaning::Never, Meaning::Never) | (Meaning::SessionEnd, Meaning::SessionEnd) => true,
            (Meaning::For(a), Meaning::For(b)) => a.fieldwise() == b.fieldwise(),
            (Meaning::Until(a), Meaning::Until(b)) => a == b,
            (Meaning::Through(a), Meaning::Through(b)) => a == b,
            (Meaning::Local(a), Meaning::Local(b)) => a == b,
            _ => false,
        }
    }
}

/// A text that is no time to live.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{written}` is no time to live (try none, session_end, 30m, 8h, 7d, 2w, P30D, 2026-12-31 or 2026-12-31T00:00:00Z)"
)]
pub struct InvalidTtl {
    /// The text as it was given.
    pub written: String,
}

impl Ttl {
    /// Lives for ever.
    pub fn none() -> Self {
        Self { written: "none".into(), meaning: Meaning::Never }
    }

    /// Lives until its session ends.
    pub fn session_end() -> Self {
        Self { written: "session_end".into(), meaning: Meaning::SessionEnd }
    }

    /// Lives until the given moment.
    pub fn until(at: Timestamp) -> Self {
        Self { written: at.to_string(), meaning: Meaning::Until(at) }
    }

    /// Returns the form in which it was written.
    pub fn as_str(&self) -> &str {
        &self.written
    }

    /// Tells whether it has no end at all.
    pub fn is_none(&self) -> bool {
        matches!(self.meaning, Meaning::Never)
    }

    /// Tells whether it ends with its session.
    pub fn is_session_end(&self) -> bool {
        matches!(self.meaning, Meaning::SessionEnd)
    }

    /// Returns the moment at which a memory written at `from` expires, if the clock decides that; `zone` is where its owner lives.
    pub fn expires_at(&self, from: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
        let end = match self.meaning {
            Meaning::Never | Meaning::SessionEnd => return None,
            Meaning::Until(at) => Ok(at),
            Meaning::For(span) => from.to_zoned(TimeZone::UTC).checked_add(span).map(|end| end.timestamp()),
            Meaning::Through(day) => {
                let next = day.checked_add(1.day()).and_then(|next| next.to_zoned(zone.clone()));
                next.map(|start| start.timestamp())
            }
            Meaning::Local(at) => at.to_zoned(zone.clone()).map(|at| at.timestamp()),
        };
        Some(end.map_or(last(), |end| end.min(last())))
    }
}

/// The last moment that can be written down and read again, whole seconds before the end of the calendar.
fn last() -> Timestamp {
    Timestamp::from_second(Timestamp::MAX.as_second() - 1).unwrap_or(Timestamp::MAX)
}

impl Default for Ttl {
    fn default() -> Self {
        Self::none()
    }
}

impl std::fmt::Display for Ttl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.written)
    }
}

impl std::str::FromStr for Ttl {
    type Err = InvalidTtl;

    fn from_str(text: &str) -> Result<Self, InvalidTtl> {
        let written = text.trim();
        let meaning = meaning(written).ok_or_else(|| InvalidTtl { written: text.to_owned() })?;
        Ok(Self { written: written.to_owned(), meaning })
    }
}

fn meaning(written: &str) -> Option<Meaning> {
    if written.contains(char::is_control) {
        return None;
    }
    match written {
        "none" | "never" => return Some(Meaning::Never),
        "session_end" => return Some(Meaning::SessionEnd),
        _ => {}
    }
    if let Ok(at) = written.parse::<Timestamp>() {
        return Some(Meaning::Until(at));
    }
    if let Ok(at) = written.parse::<Zoned>() {
        return Some(Meaning::Until(at.timestamp()));
    }
    if let Ok(at) = written.parse::<civil::DateTime>() {
        let is_day = Pieces::parse(written).is_ok_and(|pieces| pieces.time().is_none());
        return Some(if is_day { Meaning::Through(at.date()) } else { Meaning::Local(at) });
    }
    let span: Span = written.parse().ok()?;
    (span.is_positive() && !written.contains("ago")).then_some(Meaning::For(span))
}

/// How long a memory is kept.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Retention {
    /// How firmly it is held.
    pub stability: Stability,
    /// Its time to live as written.
    pub ttl: Ttl,
    /// The moment at which it expires, if the clock decides that.
    pub expires_at: Option<Timestamp>,
}

impl Retention {
    /// Starts the retention of a memory written at `from`, of somebody who lives in `zone`.
    pub fn new(stability: Stability, ttl: Ttl, from: Timestamp, zone: &TimeZone) -> Self {
        let expires_at = ttl.expires_at(from, zone);
        Self { stability, ttl, expires_at }
    }

    /// Returns the end where the written form, counted from `from`, does not tell it.
    pub fn untold_end(&self, from: Timestamp) -> Option<Timestamp> {
        let told = match self.ttl.meaning {
            Meaning::Never | Meaning::SessionEnd => None,
            Meaning::For(_) => self.ttl.expires_at(from, &TimeZone::UTC),
            Meaning::Until(_) | Meaning::Through(_) | Meaning::Local(_) => return None,
        };
        self.expires_at.filter(|_| self.expires_at != told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn every_form_of_time_to_live_is_read_and_kept_as_written() {
        let from = at("2026-11-15T10:00:00Z");
        let bangkok = TimeZone::get("Asia/Bangkok").unwrap();
        for (written, expires) in [
            ("none", None),
            ("session_end", None),
            ("30m", Some("2026-11-15T10:30:00Z")),
            ("8h", Some("2026-11-15T18:00:00Z")),
            ("7d", Some("2026-11-22T10:00:00Z")),
            ("2w", Some("2026-11-29T10:00:00Z")),
            ("P30D", Some("2026-12-15T10:00:00Z")),
            ("PT90M", Some("2026-11-15T11:30:00Z")),
            ("2026-12-31T00:00:00+07:00", Some("2026-12-30T17:00:00Z")),
            ("2026-12-31", Some("2026-12-31T17:00:00Z")),
            ("2026-12-31T09:35", Some("2026-12-31T02:35:00Z")),
            ("2026-12-31 09:35:10", Some("2026-12-31T02:35:10Z")),
            ("2026-12-31T00:00", Some("2026-12-30T17:00:00Z")),
            ("2026-12-31T09:00[Europe/Lisbon]", Some("2026-12-31T09:00:00Z")),
        ] {
            let ttl: Ttl = written.parse().unwrap();
            assert_eq!(ttl.as_str(), written);
            assert_eq!(ttl.expires_at(from, &bangkok), expires.map(at), "{written}");
        }
    }

    #[test]
    fn what_is_no_time_to_live_is_refused_with_examples() {
        for wrong in ["", "soon", "8", "-8h", "0h", "8x", "8h ago", "P", "2026-13-01"] {
            let error = wrong.parse::<Ttl>().unwrap_err().to_string();
            assert!(error.contains("try none, session_end, 30m"), "{wrong}: {error}");
        }
    }

    #[test]
    fn a_time_to_live_past_the_end_of_time_ends_there_and_can_be_stored() {
        for written in ["9000y", "9999-12-30T22:00:00.999Z", "9999-12-31"] {
            let ttl: Ttl = written.parse().unwrap();
            let end = ttl.expires_at(at("2026-11-15T10:00:00Z"), &TimeZone::UTC).unwrap();
            assert!(end > at("9999-12-30T00:00:00Z"), "{written}");
            assert_eq!(Timestamp::from_microsecond(end.as_microsecond()).ok(), Some(end), "{written}");
        }
    }
}
