//! Days and times of day in words: "Wednesday at ten", พฤหัสบ่ายสอง, 一月十六號. Two days can be told apart, also where one
//! of them was said in full. Amounts ("14 days", "12 people") are no times.

use super::cues::{begins, begins_with, phrases};
use crate::text::simplified;

/// What a time tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// The day.
    Day,
    /// The time of day.
    Hour,
}

/// A day or a time of day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Time {
    pub(super) sort: Sort,
    value: String,
}

impl Time {
    /// Tells whether another time is the same one. "The sixteenth" may be that of January.
    pub(super) fn is(&self, other: &Self) -> bool {
        let month =
            |time: &Self| MONTHS.iter().find_map(|mark| time.value.find(mark).map(|at| at + mark.len()));
        let same = match (month(self), month(other)) {
            (Some(at), None) => self.value.get(at..) == Some(other.value.as_str()),
            (None, Some(at)) => other.value.get(at..) == Some(self.value.as_str()),
            _ => false,
        };
        self.sort == other.sort && (self.value == other.value || same)
    }
}

/// What stands between a month and its day, as a time is kept.
const MONTHS: [&str; 2] = ["月", "/"];

/// Days by their names.
const NAMED_DAYS: &str = "mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|\
    พฤหัสบดี|จันทร์|อังคาร|พุธ|พฤหัส|ศุกร์|เสาร์|อาทิตย์|พรุ่งนี้|มะรืน|\
    周一|周二|周三|周四|周五|周六|周日|周天|星期一|星期二|星期三|星期四|星期五|星期六|星期日|星期天|礼拜一|礼拜二|礼拜三|礼拜四|礼拜五|礼拜六|礼拜天|明天|后天";
/// Months.
const NAMED_MONTHS: &str = "january|february|march|april|may|june|july|august|september|october|november|december|มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม|มกรา|กุมภา|มีนา|เมษา|พฤษภา|มิถุนา|กรกฎา|สิงหา|กันยา|ตุลา|พฤศจิกา|ธันวา";
/// What leads to a day and is no part of it.
const BEFORE_DAYS: &str = "next|this|on|the|of|coming|วันที่|วัน|下个|这个|下|这|本";
/// Parts of a day by their names.
const NAMED_HOURS: &str =
    "noon|midnight|morning|afternoon|evening|เที่ยง|บ่าย|เช้า|เย็น|ค่ำ|สาย|上午|下午|早上|晚上|中午|傍晚";
/// What makes an hour of a number that it follows, and that follows it.
const BEHIND_HOURS: &str = "am|pm|a.m.|p.m.|o'clock|โมงครึ่ง|โมงเช้า|โมงเย็น|โมง|ทุ่มครึ่ง|ทุ่ม|นาฬิกา|点半|点钟|点";
const BEFORE_HOURS: &str = "at|half past|quarter past|quarter to|ตี";
/// What leads to a time of day and is no part of it.
const AROUND_HOURS: &str = "in the|the|ตอน|ช่วง";
/// Numbers in words.
const NUMBERS: &str = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|สิบเอ็ด|สิบสอง|สิบ|หนึ่ง|สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า";

/// Takes the times out of a text in small letters; returns the rest, and them.
pub(super) fn cut(lower: &str) -> (String, Vec<Time>) {
    let plain: String = lower.chars().map(simplified).collect();
    let (mut rest, mut times) = (String::with_capacity(plain.len()), Vec::new());
    let mut at = 0;
    while let Some(c) = plain.get(at..).and_then(|text| text.chars().next()) {
        let here = plain.get(at..).unwrap_or_default();
        let whole =
            !c.is_ascii_alphanumeric() || !rest.ends_with(|before: char| before.is_ascii_alphanumeric());
        let found = whole.then(|| day(here).or_else(|| hour(here))).flatten();
        if let Some((end, time)) = found {
            times.push(time);
            rest.push(' ');
            at += end;
        } else {
            rest.push(c);
            at += c.len_utf8();
        }
    }
    (rest, times)
}

/// Drops words that a text begins with, and blanks.
fn skip<'a>(mut text: &'a str, list: &'static str) -> &'a str {
    loop {
        text = text.trim_start_matches(' ');
        let Some(end) = begins(text, list) else { return text };
        text = text.get(end..).unwrap_or_default();
    }
}

/// Reads a day with which a text begins: where it ends, and which it is.
fn day(text: &str) -> Option<(usize, Time)> {
    let start = skip(text, BEFORE_DAYS);
    let dated = text.len() - start.len();
    let time = |rest: &str, value: String| (text.len() - rest.len(), Time { sort: Sort::Day, value });
    if let Some(end) = begins(start, NAMED_DAYS) {
        let (name, rest) = start.split_at_checked(end)?;
        return Some(time(rest, named(name)));
    }
    if let Some(end) = begins(start, NAMED_MONTHS) {
        let (month, rest) = start.split_at_checked(end)?;
        let (number, rest) = number(skip(rest, BEFORE_DAYS))?;
        let rest = ordinal(rest).unwrap_or(rest);
        return Some(time(rest, format!("{}/{number}", head_of(month))));
    }
    let (first, rest) = number(start)?;
    if let Some(rest) = rest.strip_prefix('月') {
        let day = number(rest).and_then(|(day, rest)| Some((day, rest.strip_prefix(['号', '日'])?)));
        return day.map(|(day, rest)| time(rest, format!("{first}月{day}")));
    }
    if let Some(rest) = rest.strip_prefix(['号', '日']) {
        return Some(time(rest, first));
    }
    // "The 5th of May", วันที่ 5 มกรา.
    let (rest, is_date) =
        ordinal(rest).map_or((rest, text.get(..dated)?.contains("วันที่")), |rest| (rest, true));
    let month = skip(rest, "of");
    if let Some(end) = begins(month, NAMED_MONTHS) {
        let (month, rest) = month.split_at_checked(end)?;
        return Some(time(rest, format!("{}/{first}", head_of(month))));
    }
    is_date.then(|| time(rest, first))
}

/// "16th": returns what follows.
fn ordinal(rest: &str) -> Option<&str> {
    let end = ["th", "st", "nd", "rd"].into_iter().find(|end| begins_with(rest, end))?;
    rest.get(end.len()..)
}

/// One name for a day: 星期三 is 周三, Mondays are Monday.
fn named(name: &str) -> String {
    let name = name
        .strip_prefix("星期")
        .or_else(|| name.strip_prefix("礼拜"))
        .or_else(|| name.strip_prefix('周'))
        .unwrap_or(name);
    let name = name.strip_suffix("บดี").unwrap_or(name).replace('天', "日");
    name.strip_suffix("days").map_or(name.clone(), |day| format!("{day}day"))
}

/// The first letters of a month: มกรา is มกราคม.
fn head_of(month: &str) -> String {
    month.chars().take(if month.is_ascii() { 3 } else { 4 }).collect()
}

/// Reads a time of day with which a text begins: where it ends, and which it is.
fn hour(text: &str) -> Option<(usize, Time)> {
    let mut rest = skip(text, AROUND_HOURS);
    let (mut value, mut told) = (String::new(), false);
    loop {
        let bare = rest.trim_start_matches(' ');
        let bare = if value.is_empty() { bare } else { skip(bare, AROUND_HOURS) };
        if let Some(end) = begins(bare, NAMED_HOURS) {
            value.push_str(bare.get(..end)?);
            rest = bare.get(end..)?;
            told = true;
        } else if let Some(end) = begins(bare, BEFORE_HOURS)
            .filter(|end| bare.get(*end..).is_some_and(|next| number(next.trim_start()).is_some()))
        {
            rest = bare.get(end..)?;
            told = true;
        } else if let Some((number, after)) = number(bare) {
            let unit = begins(after.trim_start(), BEHIND_HOURS);
            if !told && unit.is_none() && !number.contains(':') {
                break;
            }
            value.push_str(&number);
            rest = unit.map_or(after, |end| after.trim_start().get(end..).unwrap_or_default());
            told = true;
        } else {
            break;
        }
    }
    (told && !value.is_empty()).then(|| (text.len() - rest.len(), Time { sort: Sort::Hour, value }))
}

/// Reads a number with which a text begins, in digits or in words: the number, and what follows.
fn number(text: &str) -> Option<(String, &str)> {
    let digit = |b: u8| b.is_ascii_digit() || b == b':';
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        let end = text.bytes().take_while(|b| digit(*b)).count();
        let (number, rest) = text.split_at_checked(end)?;
        return Some((number.trim_end_matches(':').to_owned(), rest));
    }
    let han: usize =
        text.chars().take_while(|c| "一二三四五六七八九十两".contains(*c)).map(char::len_utf8).sum();
    if han > 0 {
        let (number, rest) = text.split_at_checked(han)?;
        return Some((in_digits(number), rest));
    }
    let word = phrases(NUMBERS).filter(|word| begins_with(text, word)).max_by_key(|word| word.len())?;
    Some((word.to_owned(), text.get(word.len()..)?))
}

/// 二十三 is 23.
fn in_digits(han: &str) -> String {
    let value = |c: char| "一二三四五六七八九".chars().position(|digit| digit == c).map_or(2, |at| at + 1);
    let number = match han.split_once('十') {
        Some((tens, ones)) => {
            tens.chars().next().map_or(1, value) * 10 + ones.chars().next().map_or(0, value)
        }
        None => han.chars().next().map_or(0, value),
    };
    number.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(text: &str) -> Vec<Time> {
        cut(&text.to_lowercase()).1
    }

    #[test]
    fn days_and_hours_are_told_in_three_languages() {
        for (text, days, hours) in [
            ("wednesday at ten", 1, 1),
            ("thursday at two", 1, 1),
            ("make it 12:45", 0, 1),
            ("on the 16th of January at 3pm", 1, 1),
            ("January 16", 1, 0),
            ("เอาวันพุธสิบโมง", 1, 1),
            ("พฤหัสบ่ายสอง", 1, 1),
            ("วันที่ 5 ตอนบ่าย", 1, 1),
            ("一月十六號", 1, 0),
            ("下周三下午两点", 1, 1),
            ("改到週五", 1, 0),
            ("keep them for 14 days, then delete", 0, 0),
            ("บวก 15 บาทพอ", 0, 0),
            ("限制在 8 MB 以内", 0, 0),
            ("三天浇一次", 0, 0),
            ("we may do two of them", 0, 0),
        ] {
            let found = times(text);
            let count = |sort: Sort| found.iter().filter(|time| time.sort == sort).count();
            assert_eq!((count(Sort::Day), count(Sort::Hour)), (days, hours), "{text}: {found:?}");
        }
    }

    #[test]
    fn one_day_is_told_from_another() {
        for (one, other, same) in [
            ("十六号", "一月16號", true),
            ("星期三", "週三", true),
            ("พฤหัสบดี", "วันพฤหัส", true),
            ("the 16th", "January 16", true),
            ("มกรา 5", "วันที่ 5 มกราคม", true),
            ("一月十六號", "一月二十六號", false),
            ("二十三号", "三号", false),
            ("wednesday", "thursday", false),
            ("at ten", "at two", false),
        ] {
            let (one, other) = (times(one), times(other));
            assert!(one.len() == 1 && other.len() == 1, "{one:?} {other:?}");
            assert!(one[0].is(&other[0]) == same && other[0].is(&one[0]) == same, "{one:?} {other:?}");
        }
    }
}
