//! Times in English questions: "last week", "3 March 2025", "two months ago", "2025-03-03", "in 2023".

use super::numbers::english as number;
use super::{DateHint, Today, Unit, year_of};

const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const WEEKDAYS: &[&str] = &["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Reads the times in a folded text.
pub(super) fn read(text: &str, today: Today) -> Vec<DateHint> {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .map(|w| w.trim_matches('-'))
        .filter(|w| !w.is_empty())
        .take(400)
        .collect();
    let mut hints = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match read_at(&words, at, today) {
            Some((hint, taken)) => {
                hints.push(hint);
                at += taken;
            }
            None => at += 1,
        }
    }
    hints
}

fn read_at(words: &[&str], at: usize, today: Today) -> Option<(DateHint, usize)> {
    let word = |i: usize| words.get(at + i).copied().unwrap_or_default();
    match word(0) {
        "day" if (word(1), word(2)) == ("before", "yesterday") => return Some((today.days_ago(2), 3)),
        "yesterday" => return Some((today.days_ago(1), 1)),
        "today" | "tonight" => return Some((today.days_ago(0), 1)),
        "tomorrow" => return Some((today.days_ago(-1), 1)),
        _ => {}
    }
    iso(word(0))
        .map(|h| (h, 1))
        .or_else(|| relative(words, at, today))
        .or_else(|| ago(words, at, today))
        .or_else(|| dated(words, at, today))
        .or_else(|| year(word(0), at.checked_sub(1).and_then(|i| words.get(i)).copied(), today))
}

/// "2025-03-03"
fn iso(word: &str) -> Option<DateHint> {
    let mut parts = word.split('-');
    let year = parts.next().filter(|y| y.len() == 4).and_then(number)?;
    let month = parts.next().and_then(number)?;
    let day = parts.next().map(number);
    match day {
        Some(None) => None,
        Some(day) => Today::date(Some(year), month, day),
        None => Today::date(Some(year), month, None),
    }
}

/// "last week", "this month", "last Tuesday", "last weekend"
fn relative(words: &[&str], at: usize, today: Today) -> Option<(DateHint, usize)> {
    let back = match *words.get(at)? {
        "last" | "past" | "previous" => 1,
        "this" => 0,
        "next" => -1,
        _ => return None,
    };
    let next = *words.get(at + 1)?;
    if let Some(weekday) = WEEKDAYS.iter().position(|d| *d == next) {
        return (back >= 0).then(|| (today.weekday(i32::try_from(weekday).unwrap_or(0), 0), 2));
    }
    if next == "weekend" {
        return Some((today.weekday(6, 0), 2));
    }
    unit(next).map(|unit| (today.calendar(back, unit), 2))
}

/// "two months ago", "a couple of weeks ago", "half a year ago"
fn ago(words: &[&str], at: usize, today: Today) -> Option<(DateHint, usize)> {
    if words
        .get(at..at + 4)
        .is_some_and(|four| matches!(four, ["half", "a", "year", "ago" | "back" | "earlier"]))
    {
        return Some((today.half_a_year_ago(), 4));
    }
    let n = number(words.get(at)?)?;
    let gap = match (words.get(at + 1).copied(), words.get(at + 2).copied()) {
        (Some("couple" | "few"), Some("of")) => 3,
        (Some("couple" | "few" | "of"), _) => 2,
        _ => 1,
    };
    let n = if gap > 1 && words.get(at + 1).is_some_and(|w| *w != "of") {
        number(words.get(at + 1)?)?
    } else {
        n
    };
    let unit = unit(words.get(at + gap)?)?;
    matches!(words.get(at + gap + 1), Some(&("ago" | "back" | "earlier")))
        .then(|| (today.ago(n, unit), gap + 2))
}

/// "3 March 2025", "March 3rd", "in March", "March last year"
fn dated(words: &[&str], at: usize, today: Today) -> Option<(DateHint, usize)> {
    let first = *words.get(at)?;
    let (month, day, mut taken) = if let Some(month) = month(first) {
        let day = words.get(at + 1).and_then(|w| day_number(w));
        (month, day, 1 + usize::from(day.is_some()))
    } else {
        let day = day_number(first)?;
        let of = usize::from(words.get(at + 1) == Some(&"of"));
        (month(words.get(at + 1 + of)?)?, Some(day), 2 + of)
    };
    let before = at.checked_sub(1).and_then(|i| words.get(i)).copied().unwrap_or_default();
    let year = words.get(at + taken).and_then(|w| four_digits(w));
    taken += usize::from(year.is_some());
    let year = year.or_else(|| {
        let said = (words.get(at + taken).copied(), words.get(at + taken + 1).copied());
        let back = match (before, said) {
            ("last", _) | (_, (Some("last"), Some("year"))) => 1,
            (_, (Some("this"), Some("year"))) => 0,
            _ => return None,
        };
        taken += if before == "last" { 0 } else { 2 };
        Some(i32::from(today.0.year()) - back)
    });
    let is_word = matches!(first, "may" | "march");
    let plain = day.is_none() && year.is_none();
    if is_word
        && plain
        && !matches!(
            before,
            "in" | "of" | "since" | "during" | "last" | "early" | "late" | "mid" | "until" | "by"
        )
    {
        return None;
    }
    Today::date(year, month, day).map(|hint| (hint, taken))
}

/// How far back a number that nothing announces is taken for a year.
const LIVED: i32 = 40;

fn year(word: &str, before: Option<&str>, today: Today) -> Option<(DateHint, usize)> {
    let year = four_digits(word).filter(|y| (1900..2100).contains(y))?;
    let now = i32::from(today.0.year());
    let announced = matches!(
        before,
        Some(
            "in" | "of"
                | "since"
                | "during"
                | "year"
                | "until"
                | "by"
                | "summer"
                | "winter"
                | "spring"
                | "fall"
        )
    );
    (announced || (now - LIVED..=now + 1).contains(&year)).then(|| (year_of(year), 1))
}

fn four_digits(word: &str) -> Option<i32> {
    (word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit())).then(|| word.parse().ok()).flatten()
}

fn day_number(word: &str) -> Option<i32> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|s| word.strip_suffix(s)).unwrap_or(word);
    digits.parse::<u8>().ok().map(i32::from).filter(|d| (1..=31).contains(d))
}

fn month(word: &str) -> Option<i32> {
    let long = MONTHS.iter().position(|m| *m == word);
    let short = || {
        MONTHS
            .iter()
            .position(|m| word.len() == 3 && word != "may" && m.starts_with(word))
            .or_else(|| (word == "sept").then_some(8))
    };
    long.or_else(short).and_then(|m| i32::try_from(m + 1).ok())
}

fn unit(word: &str) -> Option<Unit> {
    Some(match word {
        "day" | "days" => Unit::Day,
        "week" | "weeks" => Unit::Week,
        "month" | "months" => Unit::Month,
        "year" | "years" => Unit::Year,
        _ => return None,
    })
}
