//! English statements about when somebody works, what they teach, and by which pronouns they go.

use super::super::slot::{Found, tidy, tool};
use super::super::text::Piece;
use super::super::{actual, teams};

/// Pronouns by which somebody is spoken of: "they/them", "he/him pronouns".
pub(in super::super) fn pronouns(words: Piece<'_>) -> Option<Found> {
    const ONES: &str = "he|him|his|she|her|hers|they|them|theirs|it|its|ze|zir|hir|xe|xem|any|ta|他|她";
    let told = tidy(words).strip_ends("pronouns|pronoun|for me|with me|when you talk about me|please");
    let pair = told.seen().split('/').all(|one| super::super::search::words(ONES).has(one.trim()));
    if pair && told.seen().contains('/') { Found::known("pronouns", told) } else { None }
}

/// "I teach year 4 at a school": what somebody teaches for a living is what they work as.
pub(super) fn teaching(what: Piece<'_>) -> Option<Found> {
    let (subject, place) = what.split(" at | in ")?;
    let school = place
        .has_any("school|college|university|academy|kindergarten|nursery|institute|institut|primary|high");
    let subject = tidy(subject);
    let whom = subject.has_any("my|him|her|them|kids|people|how|to|that|me|us|you|a|an|the");
    (school && !whom && (1..=4).contains(&subject.seen().split_whitespace().count()))
        .then(|| Found::fixed("role", &format!("{} teacher", subject.written())))
        .flatten()
}

/// Tells whether words say at which hours of which days.
pub(super) fn is_timetable(when: Piece<'_>) -> bool {
    let days = "weekdays|weekends|from|between|monday to friday|monday|tuesday|wednesday|thursday|friday|mornings|every day|daily";
    let hours = when.seen().bytes().filter(u8::is_ascii_digit).count();
    when.trim_start().strip(days).is_some()
        && (2..=8).contains(&hours)
        && when.has_any("to|-|–|until|till|and")
}

/// Where somebody is: a zone, a tool that they are on, a place.
pub(super) fn located(x: Piece<'_>) -> Option<Found> {
    if x.has_any("time zone|timezone|time|gmt|utc")
        || x.seen().starts_with("gmt")
        || x.seen().starts_with("utc")
    {
        return Found::known("timezone", x.strip_ends("time zone|timezone|time"));
    }
    if actual::is_zone(x) {
        return Found::known("timezone", x);
    }
    if let Some(key) = tool(tidy(x).seen()) {
        return Found::known(key, x);
    }
    if teams::is_known(x) {
        return Found::known("team", x);
    }
    let proper = x.written().chars().next().is_some_and(|c| c.is_uppercase() || !c.is_ascii());
    if proper && x.seen().split_whitespace().count() <= 4 { Found::known("place", x) } else { None }
}

/// Hours that begin with their days, which are part of them: "mon to thurs 7 till 3".
pub(super) fn days_and_hours(x: Piece<'_>) -> Option<Piece<'_>> {
    const DAYS: &str = "mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekdays|weekends";
    let days = x.strip_all("from|on");
    let timed = days.seen().bytes().any(|b| b.is_ascii_digit());
    (timed && days.strip(DAYS).is_some()).then_some(days)
}
