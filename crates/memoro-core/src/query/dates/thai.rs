//! Times in Thai questions: เมื่อวาน, สัปดาห์ที่แล้ว, 2 ปีก่อน, 3 มีนาคม 2568 (also the years of the Buddhist era).

use super::numbers::{digits_after, thai_before};
use super::{DateHint, Today, Unit, year_of};

const DAYS: &[(&str, i32)] = &[
    ("เมื่อวานซืน", 2),
    ("เมื่อวาน", 1),
    ("วานนี้", 1),
    ("วันนี้", 0),
    ("คืนนี้", 0),
    ("เมื่อคืน", 1),
    ("เมื่อเช้า", 0),
    ("พรุ่งนี้", -1),
];
const UNITS: &[(&str, Unit)] = &[
    ("วัน", Unit::Day),
    ("สัปดาห์", Unit::Week),
    ("อาทิตย์", Unit::Week),
    ("เดือน", Unit::Month),
    ("ปี", Unit::Year),
];
const BEFORE: &[&str] = &["ที่แล้ว", "ก่อน", "ที่ผ่านมา", "มาแล้ว"];
const WEEKDAYS: &[&str] = &["วันจันทร์", "วันอังคาร", "วันพุธ", "วันพฤหัส", "วันศุกร์", "วันเสาร์", "วันอาทิตย์"];
/// How the long names of months begin, and the short ones.
pub(in crate::query) const MONTHS: &[(&str, &str)] = &[
    ("มกรา", "ม.ค."),
    ("กุมภา", "ก.พ."),
    ("มีนา", "มี.ค."),
    ("เมษา", "เม.ย."),
    ("พฤษภา", "พ.ค."),
    ("มิถุนา", "มิ.ย."),
    ("กรกฎา", "ก.ค."),
    ("สิงหา", "ส.ค."),
    ("กันยา", "ก.ย."),
    ("ตุลา", "ต.ค."),
    ("พฤศจิกา", "พ.ย."),
    ("ธันวา", "ธ.ค."),
];
/// How the long ones end.
pub(in crate::query) const MONTH_ENDS: &[&str] = &["คม", "ยน", "พันธ์"];

/// Reads the times in a folded text.
pub(super) fn read(text: &str, today: Today) -> Vec<DateHint> {
    if let Some(hint) =
        DAYS.iter().find(|(word, _)| text.contains(word)).map(|(_, back)| today.days_ago(*back))
    {
        return vec![hint];
    }
    if let Some(hint) = weekday(text, today) {
        return vec![hint];
    }
    let months = months(text, today);
    if !months.is_empty() {
        return months;
    }
    let units = units(text, today);
    if units.is_empty() { buddhist_year(text, today).into_iter().collect() } else { units }
}

/// A year of the Buddhist era that nothing announces: งบประมาณ 2566.
fn buddhist_year(text: &str, today: Today) -> Option<DateHint> {
    let now = i32::from(today.0.year()) + 543;
    let has_thai = text.chars().any(|c| ('\u{e01}'..='\u{e5b}').contains(&c));
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| digits.len() == 4 && has_thai);
    let year =
        numbers.filter_map(|digits| digits.parse::<i32>().ok()).find(|y| (now - 40..=now + 1).contains(y))?;
    Some(year_of(year - 543))
}

fn weekday(text: &str, today: Today) -> Option<DateHint> {
    let (n, day) = WEEKDAYS.iter().enumerate().find(|(_, day)| text.contains(**day))?;
    let (_, after) = text.split_once(day)?;
    let after = after.strip_prefix("บดี").unwrap_or(after);
    BEFORE.iter().any(|b| after.starts_with(b)).then(|| today.weekday(i32::try_from(n).unwrap_or(0), 0))
}

fn months(text: &str, today: Today) -> Vec<DateHint> {
    let mut hints = Vec::new();
    for (n, (long, short)) in MONTHS.iter().enumerate() {
        let Some((before, after)) = text.split_once(long).or_else(|| text.split_once(short)) else {
            continue;
        };
        let after = MONTH_ENDS.iter().find_map(|s| after.strip_prefix(s)).unwrap_or(after).trim_start();
        let day = thai_before(before).filter(|d| (1..=31).contains(d));
        let after = ["พ.ศ.", "ค.ศ.", "ปี"].iter().find_map(|s| after.strip_prefix(s)).unwrap_or(after);
        let year = digits_after(after).and_then(common_era).or_else(|| {
            let said = after.trim_start();
            BEFORE.iter().any(|b| said.starts_with(b)).then(|| i32::from(today.0.year()) - 1)
        });
        hints.extend(Today::date(year, i32::try_from(n + 1).unwrap_or(1), day));
    }
    hints
}

fn units(text: &str, today: Today) -> Vec<DateHint> {
    let mut hints = Vec::new();
    for (word, unit) in UNITS {
        for (at, found) in text.match_indices(word) {
            let before = text.get(..at).unwrap_or_default();
            let after = text.get(at + found.len()..).unwrap_or_default().trim_start();
            let past = BEFORE.iter().any(|b| after.starts_with(b));
            match thai_before(before) {
                None if past && *unit == Unit::Year && before.trim_end().ends_with("ครึ่ง") => {
                    hints.push(today.half_a_year_ago());
                }
                Some(n) if past => hints.push(today.ago(n, *unit)),
                _ if past => hints.push(today.calendar(1, *unit)),
                _ if after.starts_with("นี้") => hints.push(today.calendar(0, *unit)),
                _ if *unit == Unit::Year => {
                    let after = ["พ.ศ.", "ค.ศ."].iter().find_map(|s| after.strip_prefix(s)).unwrap_or(after);
                    hints.extend(digits_after(after).and_then(common_era).map(year_of));
                }
                _ => {}
            }
        }
    }
    hints
}

/// A year of the Buddhist or the common era as one of the common era.
fn common_era(year: i32) -> Option<i32> {
    match year {
        1900..2100 => Some(year),
        2400..2700 => Some(year - 543),
        _ => None,
    }
}
