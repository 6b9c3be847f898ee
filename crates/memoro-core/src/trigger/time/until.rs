//! What may follow "until": a day of the week, tomorrow, the end of a month, a date, a time of the day.

use jiff::civil::{Date, Time, Weekday};
use jiff::{ToSpan, Zoned};

use super::super::text::Piece;
use super::Span;
use crate::retention::Ttl;

const WEEKDAYS: &[(&str, &str)] = &[
    ("mon", "monday|mon|วันจันทร์|周一|星期一|礼拜一"),
    ("tue", "tuesday|tue|วันอังคาร|周二|星期二|礼拜二"),
    ("wed", "wednesday|wed|วันพุธ|周三|星期三|礼拜三"),
    ("thu", "thursday|thu|วันพฤหัสบดี|วันพฤหัส|周四|星期四|礼拜四"),
    ("fri", "friday|fri|วันศุกร์|周五|星期五|礼拜五"),
    ("sat", "saturday|sat|วันเสาร์|周六|星期六|礼拜六"),
    ("sun", "sunday|sun|วันอาทิตย์|周日|星期日|星期天|周天|礼拜天"),
];

/// Ends that have a name of their own.
const ENDS: &[(&str, &str)] = &[
    ("until:tomorrow", "tomorrow|พรุ่งนี้|明天"),
    ("until:yesterday", "yesterday|เมื่อวานนี้|เมื่อวาน|昨天"),
    (
        "day_end",
        "the end of the day|end of day|the end of today|tonight|midnight|สิ้นวัน|เที่ยงคืน|คืนนี้|今晚|今天结束|今天晚上|半夜",
    ),
    (
        "week_end",
        "the end of the week|end of the week|the end of this week|next week|the weekend|สิ้นสัปดาห์|สัปดาห์หน้า|อาทิตย์หน้า|周末|下周|这周末|本周末|下星期",
    ),
    (
        "month_end",
        "the end of the month|end of the month|the end of this month|next month|สิ้นเดือนนี้|สิ้นเดือน|เดือนหน้า|月底|下个月|月末|本月底|这个月底",
    ),
    (
        "year_end",
        "the end of the year|end of the year|the end of this year|next year|สิ้นปีนี้|สิ้นปี|ปีหน้า|年底|明年|年末|今年年底",
    ),
    ("until:12:00", "noon|เที่ยงวัน|เที่ยง|中午"),
];

/// Takes an end that is not understood off the start of what is to be kept: "until my visa comes that I'm in Laos". It is returned as it
/// was said: nothing can be kept until then, and the person is told.
pub(in super::super) fn unknown_start(content: Piece<'_>) -> Option<(Span, Piece<'_>)> {
    if let Some((end, told)) =
        content.trim_start().strip("直到|到").and_then(|rest| rest.split("为止|之前|以前"))
    {
        let told = told.strip_all("，|：|:|,");
        let short = (1..=12).contains(&end.trim().seen().chars().count()) && !told.is_empty();
        let ttl = format!("until:{}", end.trim().written());
        return short.then_some((Span { scope: None, ttl: Some(ttl) }, told));
    }
    let rest = content.trim_start().strip("until|till|til|จนกว่า|จนถึง|直到")?;
    let (end, told) = rest.split(" that |, |ว่า|，|：|: ")?;
    let end = end.strip_ends("之前|以前|为止|前");
    let named = end.trim().written().to_owned();
    (!named.is_empty() && !told.trim().is_empty())
        .then(|| (Span { scope: None, ttl: Some(format!("until:{named}")) }, told))
}

const MONTHS: &[&str] = &[
    "january|jan|มกราคม|มกรา|ม.ค.",
    "february|feb|กุมภาพันธ์|กุมภา|ก.พ.",
    "march|mar|มีนาคม|มีนา|มี.ค.",
    "april|apr|เมษายน|เมษา|เม.ย.",
    "may|พฤษภาคม|พฤษภา|พ.ค.",
    "june|jun|มิถุนายน|มิถุนา|มิ.ย.",
    "july|jul|กรกฎาคม|กรกฎา|ก.ค.",
    "august|aug|สิงหาคม|สิงหา|ส.ค.",
    "september|sept|sep|กันยายน|กันยา|ก.ย.",
    "october|oct|ตุลาคม|ตุลา|ต.ค.",
    "november|nov|พฤศจิกายน|พฤศจิกา|พ.ย.",
    "december|dec|ธันวาคม|ธันวา|ธ.ค.",
];

/// Reads words that are nothing but a day: of the week, tomorrow or a date of the calendar.
pub(super) fn day(piece: Piece<'_>) -> Option<String> {
    let day = piece.strip_ends("please|นะ|ครับ|ค่ะ");
    if day.seen().parse::<Date>().is_ok() {
        return Some(day.seen().to_owned());
    }
    let named =
        |(name, words): &(&str, &str)| words.split('|').any(|w| w == day.seen()).then(|| (*name).to_owned());
    WEEKDAYS
        .iter()
        .find_map(named)
        .map(|name| format!("until:{name}"))
        .or_else(|| ENDS.iter().take(1).find_map(named))
}

/// Reads the end that stands at the start of a piece; returns what follows.
pub(super) fn at_start(piece: Piece<'_>) -> Option<(String, Piece<'_>)> {
    let piece = piece.trim_start();
    if let Some((ttl, rest)) = written_date(piece).or_else(|| clock(piece)).or_else(|| calendar(piece)) {
        return Some((ttl, rest));
    }
    let weekdays = WEEKDAYS.iter().map(|(name, words)| (format!("until:{name}"), *words));
    let named = ENDS.iter().map(|(name, words)| ((*name).to_owned(), *words));
    weekdays
        .chain(named)
        .filter_map(|(ttl, words)| piece.strip(words).map(|rest| (ttl, rest)))
        .filter(|(ttl, rest)| ttl != "week_end" || !rest.seen().starts_with(DAYS_OF_WEEK))
        .min_by_key(|(_, rest)| rest.seen().len())
}

/// "…, valid for two hours", …，一小时内有效.
pub(super) fn valid(clause: Piece<'_>) -> Option<(Span, Piece<'_>)> {
    let ended = clause.strip_ends("有效|有效期|之内|以内|内");
    let inside = ended.seen().len() < clause.seen().len();
    let at = ended.seen().rfind(['，', ','])?;
    let (head, tail) = (ended.cut(0, at), ended.from(at).trim_start());
    let told = tail.strip_all("仅|只|在|有效期|为|是|valid for|มีผล");
    let marked = inside || told.seen().len() < tail.trim_start().seen().len();
    let (ttl, rest) = super::duration(told).filter(|_| marked)?;
    (rest.trim().is_empty() && !head.trim().is_empty()).then(|| (super::span_of(ttl), head.trim()))
}

/// What makes a day of a week: 下周五 is not the whole week.
const DAYS_OF_WEEK: [char; 8] = ['一', '二', '三', '四', '五', '六', '日', '天'];

/// Takes the end off a Chinese clause, behind a mark: …，到周五为止. One that is not understood is returned as it was said.
pub(super) fn at_end_han(clause: Piece<'_>) -> Option<(String, Piece<'_>)> {
    let seen = clause.seen();
    let at =
        ["，直到", "，到", ", 到", " 到"].iter().find_map(|lead| seen.rfind(lead).map(|at| (at, lead.len())));
    let (at, length) = at.filter(|(at, _)| *at > 0)?;
    let end = clause.from(at + length);
    let bare = end.strip_ends("为止|为止吧|为止哦");
    let ended = bare.seen().len() < end.trim().seen().len();
    let short = (1..=12).contains(&bare.seen().chars().count());
    let known = at_start(bare).filter(|(_, rest)| rest.trim().is_empty()).map(|(ttl, _)| ttl);
    let ttl = known.unwrap_or_else(|| format!("until:{}", bare.written()));
    (ended && short).then(|| (ttl, clause.cut(0, at).trim()))
}

/// Tells whether Thai words behind ถึง name a day or an end of the calendar, understood or not: สิ้นเดือน, ศุกร์หน้า.
pub(super) fn names_day_th(end: Piece<'_>) -> bool {
    const DAYS: &str = "สิ้น|ปลาย|กลาง|ต้น|วันที่|วันจันทร์|วันอังคาร|วันพุธ|วันพฤหัส|วันศุกร์|วันเสาร์|วันอาทิตย์|จันทร์|อังคาร|พุธ|พฤหัส|ศุกร์|เสาร์|อาทิตย์|พรุ่งนี้|มะรืน|เดือน|ปีหน้า|สัปดาห์";
    end.trim_start().strip(DAYS).is_some() && end.trim().seen().chars().count() <= 24
}

/// 2026-12-01.
fn written_date(piece: Piece<'_>) -> Option<(String, Piece<'_>)> {
    let date = piece.cut(0, 10);
    date.seen().parse::<Date>().ok().map(|_| (date.seen().to_owned(), piece.from(10)))
}

/// 5pm, 5:30 pm, 17:00, 17.30 น., 5 โมงเย็น, 下午5点.
fn clock(piece: Piece<'_>) -> Option<(String, Piece<'_>)> {
    let late = piece.strip("下午|晚上|傍晚");
    let early = piece.strip("上午|早上|凌晨");
    let start = late.or(early).unwrap_or(piece).trim_start();
    let (hour, rest) = digits(start)?;
    let (minute, rest) = match rest.seen().strip_prefix([':', '.']).and_then(|_| digits(rest.from(1))) {
        Some((minute, rest)) => (Some(minute), rest),
        None => (None, rest),
    };
    let marked = rest.trim_start();
    let afternoon = marked.strip("pm|p.m.|โมงเย็น");
    let plain = marked.strip("am|a.m.|น.|นาฬิกา|点钟|点|o'clock");
    let named = afternoon.is_some() || plain.is_some() || minute.is_some();
    let later = (afternoon.is_some() || late.is_some()) && hour < 12;
    let time = Time::new(
        i8::try_from(if later { hour + 12 } else { hour }).ok()?,
        i8::try_from(minute.unwrap_or(0)).ok()?,
        0,
        0,
    )
    .ok()?;
    let rest = afternoon.or(plain).unwrap_or(rest);
    named.then(|| (format!("until:{:02}:{:02}", time.hour(), time.minute()), rest))
}

/// December 1, 1 December, วันที่ 1 ธันวา, 12月1日.
fn calendar(piece: Piece<'_>) -> Option<(String, Piece<'_>)> {
    let piece = piece.strip_all("the|วันที่|เดือน");
    let (month, day, rest) = if let Some((month, rest)) = month(piece) {
        // A month by itself is meant to its start: "until March".
        match digits(rest.trim_start()) {
            Some((day, rest)) => (month, day, rest.strip("st|nd|rd|th").unwrap_or(rest)),
            None => (month, 1, rest),
        }
    } else {
        let (first, rest) = digits(piece)?;
        if let Some(rest) = rest.strip("月") {
            let (day, rest) = digits(rest)?;
            (first, day, rest.strip("日|号").unwrap_or(rest))
        } else {
            let rest = rest.strip("st|nd|rd|th").unwrap_or(rest).strip_all("of");
            let (month, rest) = month(rest)?;
            (month, first, rest)
        }
    };
    Date::new(2028, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
    Some((format!("until:{month:02}-{day:02}"), rest))
}

fn month(piece: Piece<'_>) -> Option<(u8, Piece<'_>)> {
    MONTHS.iter().zip(1..).find_map(|(words, number)| piece.strip(words).map(|rest| (number, rest)))
}

fn digits(piece: Piece<'_>) -> Option<(u8, Piece<'_>)> {
    let count = piece.seen().bytes().take_while(u8::is_ascii_digit).count();
    let number = piece.seen().get(..count).filter(|_| count <= 2)?.parse().ok()?;
    Some((number, piece.from(count)))
}

/// Turns a named end into its moment: the end of a day of the week, the next such time of the day, the start of a date.
pub(super) fn settle(named: &str, now: &Zoned) -> Option<Ttl> {
    if let Some(index) = WEEKDAYS.iter().position(|(day, _)| *day == named) {
        let day = Weekday::from_monday_zero_offset(i8::try_from(index).ok()?).ok()?;
        let days = i64::from(now.weekday().until(day)) + 1;
        return Some(Ttl::until(now.checked_add(days.days()).ok()?.start_of_day().ok()?.timestamp()));
    }
    if let Ok(time) = named.parse::<Time>() {
        let today = now.date().to_datetime(time).to_zoned(now.time_zone().clone()).ok()?;
        let next = if today > *now { today } else { today.checked_add(1.day()).ok()? };
        return Some(Ttl::until(next.timestamp()));
    }
    let (month, day) = named.split_once('-')?;
    let (month, day) = (month.parse().ok()?, day.parse().ok()?);
    (0..=4).find_map(|years| {
        let date = Date::new(now.year() + years, month, day).ok()?;
        let start = date.to_zoned(now.time_zone().clone()).ok()?;
        (start > *now).then(|| Ttl::until(start.timestamp()))
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::understand;

    #[test]
    fn an_end_stands_at_either_end_and_is_never_dropped() {
        for (message, value, ttl) in [
            ("以后用英文回答，到周五为止", "en", "until:fri"),
            ("记住到下周五为止我在出差", "我在出差", "until:下周五"),
            ("记住我在出差，到下周五为止", "我在出差", "until:下周五"),
            ("记住半小时，我在开会", "我在开会", "30m"),
            ("remember until Friday that Kim covers for me", "Kim covers", "until:fri"),
            ("remember till next Monday that Kim covers for me", "Kim covers", "until:next Monday"),
            ("remember for the weekend that Kim covers for me", "Kim covers", "week_end"),
            ("จำไว้ว่าผมอยู่ลาวถึงสิ้นเดือน", "ลาว", "month_end"),
            ("จำไว้ว่าผมอยู่ลาวถึงวันศุกร์", "ลาว", "until:fri"),
        ] {
            let found = understand(message);
            let told = found.first().map(|one| (one.value.as_str(), one.ttl.as_deref()));
            assert_eq!(told, Some((value, Some(ttl))), "{message}: {found:?}");
        }
    }

    #[test]
    fn a_time_that_is_over_is_no_end_and_no_part_of_a_place() {
        for (message, value) in [
            ("จำไว้ว่าผมย้ายมาอยู่ภูเก็ตเมื่อปีที่แล้ว", "ภูเก็ต"),
            ("จำไว้ว่าผมแต่งงานปีที่แล้ว", "ผมแต่งงานปีที่แล้ว"),
            ("จำไว้ว่าผมแต่งงานแล้ว", "ผมแต่งงาน"),
            ("记住店开到周五为止", "店开到周五为止"),
        ] {
            let found = understand(message);
            let told = found.first().map(|one| (one.value.as_str(), one.ttl.as_deref()));
            assert_eq!(told, Some((value, None)), "{message}: {found:?}");
        }
    }
}
