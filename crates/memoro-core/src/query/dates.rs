//! Times that a question names, in Thai, English and Chinese, as ranges of days. Soft evidence: a wrong reading
//! costs a little rank, never a hit.

mod chinese;
mod english;
mod numbers;
pub(super) mod thai;

use jiff::civil::Date;

/// The day on which a question is asked, in the asker's time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Today(pub Date);

impl Today {
    /// Returns the day; one that no calendar has becomes the first of 1970.
    pub fn new(year: i16, month: i8, day: i8) -> Self {
        Self(Date::new(year, month, day).unwrap_or(Date::constant(1970, 1, 1)))
    }
}

/// A time named in a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateHint {
    /// Days since 1970-01-01, both included.
    Days {
        /// First day.
        from: i32,
        /// Last day.
        to: i32,
    },
    /// A month of any year, 1 to 12.
    Month(i8),
    /// A day of any year.
    MonthDay(i8, i8),
}

impl DateHint {
    /// Returns whether the given day (since 1970-01-01) is part of that time.
    pub fn holds(self, day: i32) -> bool {
        match self {
            Self::Days { from, to } => (from..=to).contains(&day),
            Self::Month(month) => date_of(day).is_some_and(|d| d.month() == month),
            Self::MonthDay(month, of_month) => {
                date_of(day).is_some_and(|d| (d.month(), d.day()) == (month, of_month))
            }
        }
    }

    /// Returns how well a chunk of the given day (since 1970-01-01) fits, in 0..=1.
    pub fn fit(self, day: i32) -> f32 {
        match self {
            Self::Days { from, to } => near((from - day).max(day - to).max(0)),
            Self::Month(month) => {
                if date_of(day).is_some_and(|d| d.month() == month) {
                    0.6
                } else {
                    0.0
                }
            }
            Self::MonthDay(month, of_month) => date_of(day).map_or(0.0, |d| {
                let same = Date::new(d.year(), month, of_month).map_or(i32::MAX, |n| (days(n) - day).abs());
                near(same)
            }),
        }
    }
}

fn near(distance: i32) -> f32 {
    match distance {
        ..=3 => 1.0,
        4..=7 => 0.6,
        8..=14 => 0.3,
        _ => 0.0,
    }
}

/// Returns the days from 1970-01-01 to the date.
pub(super) fn days(date: Date) -> i32 {
    date.since(Date::constant(1970, 1, 1)).map_or(0, |span| span.get_days())
}

fn date_of(day: i32) -> Option<Date> {
    Date::constant(1970, 1, 1).checked_add(jiff::Span::new().try_days(day).ok()?).ok()
}

/// Reads every time that the text names; at most eight.
pub(super) fn read(text: &str, today: Today) -> Vec<DateHint> {
    let folded = crate::text::normalised(text);
    let mut hints = Vec::new();
    if !folded.is_ascii() {
        hints.extend(thai::read(&folded, today));
        hints.extend(chinese::read(&folded, today));
    }
    // Digits beside Thai or Chinese belong to a date that was read already.
    if hints.is_empty() {
        hints = english::read(&folded, today);
    }
    hints.truncate(8);
    hints
}

/// A span of time before today, as people name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Day,
    Week,
    Month,
    Year,
}

impl Today {
    fn days_ago(self, n: i32) -> DateHint {
        let day = days(self.0) - n;
        DateHint::Days { from: day, to: day }
    }

    /// "3 weeks ago": the longer ago, the vaguer. Who says years may mean the year of the calendar.
    fn ago(self, n: i32, unit: Unit) -> DateHint {
        let n = n.clamp(0, 2000);
        let counted = self.counted(n, unit);
        match (counted, self.calendar(n, unit), unit) {
            (DateHint::Days { from, to }, DateHint::Days { from: first, to: last }, Unit::Year) => {
                DateHint::Days { from: from.min(first), to: to.max(last) }
            }
            _ => counted,
        }
    }

    /// Half a year is said of anything from four to nine months.
    fn half_a_year_ago(self) -> DateHint {
        let today = days(self.0);
        DateHint::Days { from: today - 270, to: today - 120 }
    }

    fn counted(self, n: i32, unit: Unit) -> DateHint {
        let (length, slack) = match unit {
            Unit::Day => (n, n / 7),
            Unit::Week => (n * 7, 3),
            Unit::Month => (n * 30, 10),
            Unit::Year => (n * 365, 120),
        };
        let day = days(self.0) - length;
        DateHint::Days { from: day - slack, to: day + slack }
    }

    /// The calendar unit that lies `back` before this one ("last month" is 1, "this year" 0, "next week" -1).
    fn calendar(self, back: i32, unit: Unit) -> DateHint {
        let today = days(self.0);
        match unit {
            Unit::Day => self.days_ago(back),
            Unit::Week => {
                let monday = today - i32::from(self.0.weekday().to_monday_zero_offset()) - 7 * back;
                DateHint::Days { from: monday, to: monday + 6 }
            }
            Unit::Month => {
                let months = i32::from(self.0.year()) * 12 + i32::from(self.0.month()) - 1 - back;
                month_of(months.div_euclid(12), months.rem_euclid(12) + 1)
            }
            Unit::Year => year_of(i32::from(self.0.year()) - back),
        }
    }

    /// The last such weekday before today (`0` is Monday), `weeks` weeks further back.
    fn weekday(self, weekday: i32, weeks: i32) -> DateHint {
        let here = i32::from(self.0.weekday().to_monday_zero_offset());
        let back = (here - weekday).rem_euclid(7);
        self.days_ago(if back == 0 { 7 } else { back } + 7 * weeks)
    }

    /// A date that may lack its year or its day.
    fn date(year: Option<i32>, month: i32, day: Option<i32>) -> Option<DateHint> {
        let month8 = i8::try_from(month).ok().filter(|m| (1..=12).contains(m))?;
        let day8 = day.map(|d| i8::try_from(d).unwrap_or(0));
        Some(match (year, day8) {
            (Some(year), Some(day)) => {
                let date = Date::new(i16::try_from(year).ok()?, month8, day).ok()?;
                DateHint::Days { from: days(date), to: days(date) }
            }
            (Some(year), None) => month_of(year, month),
            (None, Some(day)) if (1..=31).contains(&day) => DateHint::MonthDay(month8, day),
            (None, _) => DateHint::Month(month8),
        })
    }
}

fn year_of(year: i32) -> DateHint {
    let year = i16::try_from(year).unwrap_or(1970).clamp(1, 9998);
    let first = Date::constant(1970, 1, 1);
    let from = days(Date::new(year, 1, 1).unwrap_or(first));
    let to = days(Date::new(year, 12, 31).unwrap_or(first));
    DateHint::Days { from, to }
}

fn month_of(year: i32, month: i32) -> DateHint {
    let year = i16::try_from(year).unwrap_or(1970).clamp(1, 9998);
    let month = i8::try_from(month).unwrap_or(1).clamp(1, 12);
    let from = Date::new(year, month, 1).unwrap_or(Date::constant(1970, 1, 1));
    DateHint::Days { from: days(from), to: days(from.last_of_month()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sunday, 15 November 2026.
    fn hints(text: &str) -> Vec<DateHint> {
        read(text, Today::new(2026, 11, 15))
    }

    fn day(year: i16, month: i8, day: i8) -> i32 {
        days(Date::new(year, month, day).expect("a date of the calendar"))
    }

    fn one(text: &str) -> (i32, i32) {
        match hints(text).as_slice() {
            [DateHint::Days { from, to }] => (*from, *to),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn yesterday_is_one_day_in_three_languages() {
        for text in ["what broke the day before yesterday", "เมื่อวานซืนอะไรพัง", "前天什么坏了"]
        {
            assert_eq!(one(text), (day(2026, 11, 13), day(2026, 11, 13)), "{text}");
        }
        let yesterday = day(2026, 11, 14);
        for text in ["what did I do yesterday?", "เมื่อวานทำอะไร", "昨天做了什么"]
        {
            assert_eq!(one(text), (yesterday, yesterday), "{text}");
        }
    }

    #[test]
    fn last_week_and_last_month_are_calendar_ranges() {
        for text in ["last week", "สัปดาห์ที่แล้ว", "อาทิตย์ก่อน", "上周", "上个星期", "上週"]
        {
            assert_eq!(one(text), (day(2026, 11, 2), day(2026, 11, 8)), "{text}");
        }
        for text in ["last month", "เดือนที่แล้ว", "เดือนก่อน", "上个月", "上個月"]
        {
            assert_eq!(one(text), (day(2026, 10, 1), day(2026, 10, 31)), "{text}");
        }
    }

    #[test]
    fn two_years_ago_is_vague_in_three_languages() {
        for text in ["two years ago", "2 ปีก่อน", "สองปีที่แล้ว", "两年前", "2年前"]
        {
            let (from, to) = one(text);
            assert!(from < day(2024, 11, 15) && day(2024, 11, 15) < to, "{text}");
            assert!(from <= day(2024, 1, 1), "{text}: all of that year");
        }
    }

    #[test]
    fn half_a_year_ago_is_vague_too() {
        for text in [
            "why did we drop it half a year ago",
            "ครึ่งปีก่อนทำไมเลิกใช้",
            "ครึ่งปีที่แล้วทำไมเลิกใช้",
            "半年前为什么放弃",
            "半年以前為什麼放棄",
        ] {
            let (from, to) = one(text);
            assert!(from < day(2026, 5, 15) && day(2026, 5, 15) < to && to < day(2026, 8, 1), "{text}");
        }
    }

    #[test]
    fn a_year_is_read_without_a_word_that_announces_it() {
        for text in ["office team 2023", "the 2023 budget", "งบประมาณ 2566", "งบ๒๕๖๖", "预算2023"]
        {
            assert_eq!(one(text), (day(2023, 1, 1), day(2023, 12, 31)), "{text}");
        }
        for text in ["port 8080", "room 1204", "build 2099", "ห้อง 2304", "房间1204"] {
            assert_eq!(hints(text), [], "{text}");
        }
    }

    #[test]
    fn dates_with_and_without_their_year_are_read() {
        for text in [
            "on 3 March 2025",
            "March 3rd, 2025",
            "2025-03-03",
            "3 มีนาคม 2568",
            "2025年3月3日",
            "二〇二五年三月三日",
        ] {
            assert_eq!(one(text), (day(2025, 3, 3), day(2025, 3, 3)), "{text}");
        }
        for text in ["on 3 March", "3 มี.ค.", "3月3号"] {
            assert_eq!(hints(text), [DateHint::MonthDay(3, 3)], "{text}");
        }
        for text in ["in March", "เดือนมีนาคม", "三月"] {
            assert_eq!(hints(text), [DateHint::Month(3)], "{text}");
        }
        for text in ["March last year", "มีนาคมปีที่แล้ว", "去年三月"] {
            assert_eq!(one(text), (day(2025, 3, 1), day(2025, 3, 31)), "{text}");
        }
        for text in ["in 2023", "ปี 2566", "2023年"] {
            assert_eq!(one(text), (day(2023, 1, 1), day(2023, 12, 31)), "{text}");
        }
    }

    #[test]
    fn weekdays_lie_before_today() {
        for text in ["last Wednesday", "วันพุธที่แล้ว", "上周三"] {
            let (from, to) = one(text);
            assert_eq!(from, to);
            assert!(from < day(2026, 11, 15) && (from - day(2026, 11, 4)) % 7 == 0, "{text}");
        }
    }

    #[test]
    fn ordinary_words_name_no_time() {
        for text in
            ["may I march on", "the second one", "ปีใหม่", "三明治", "x86 and 1080p", "I ate 2023 grapes?"]
        {
            let found = hints(text);
            assert!(found.len() <= 1, "{text}: {found:?}");
        }
        assert_eq!(hints("may I go"), []);
    }

    #[test]
    fn nearer_days_fit_better() {
        let hint = DateHint::Days { from: 100, to: 100 };
        let fits: Vec<f32> = [100, 103, 106, 110, 140].iter().map(|d| hint.fit(*d)).collect();
        assert_eq!(fits, [1.0, 1.0, 0.6, 0.3, 0.0]);
    }
}
