//! Times in Chinese questions: 昨天, 上个月, 两年前, 去年三月, 2025年3月3日.

use super::numbers::chinese_before;
use super::{DateHint, Today, Unit, year_of};

const DAYS: &[(&str, i32)] = &[
    ("大前天", 3),
    ("前天", 2),
    ("昨天", 1),
    ("昨晚", 1),
    ("昨日", 1),
    ("今天", 0),
    ("今晚", 0),
    ("今日", 0),
    ("明天", -1),
    ("后天", -2),
    ("後天", -2),
];
const LAST: &[(&str, i32)] = &[
    ("上上个", 2),
    ("上上個", 2),
    ("上上", 2),
    ("上个", 1),
    ("上個", 1),
    ("上", 1),
    ("这个", 0),
    ("這個", 0),
    ("本", 0),
    ("这", 0),
    ("下个", -1),
    ("下個", -1),
    ("下", -1),
];
const UNITS: &[(&str, Unit)] = &[
    ("周", Unit::Week),
    ("週", Unit::Week),
    ("星期", Unit::Week),
    ("礼拜", Unit::Week),
    ("月", Unit::Month),
];
const YEARS: &[(&str, i32)] = &[("前年", 2), ("去年", 1), ("今年", 0), ("明年", -1)];
const AGO: &[(&str, Unit)] = &[
    ("天前", Unit::Day),
    ("周前", Unit::Week),
    ("週前", Unit::Week),
    ("个星期前", Unit::Week),
    ("個星期前", Unit::Week),
    ("星期前", Unit::Week),
    ("个月前", Unit::Month),
    ("個月前", Unit::Month),
    ("年前", Unit::Year),
    ("年以前", Unit::Year),
];

/// Reads the times in a folded text.
pub(super) fn read(text: &str, today: Today) -> Vec<DateHint> {
    if let Some((_, back)) = DAYS.iter().find(|(word, _)| text.contains(word)) {
        return vec![today.days_ago(*back)];
    }
    if ["半年前", "半年以前", "半年多前", "半年之前"].iter().any(|word| text.contains(word)) {
        return vec![today.half_a_year_ago()];
    }
    let ago: Vec<DateHint> = AGO
        .iter()
        .filter_map(|(word, unit)| {
            let (before, _) = text.split_once(word)?;
            chinese_before(before).map(|n| today.ago(n, *unit))
        })
        .take(1)
        .collect();
    if !ago.is_empty() {
        return ago;
    }
    let dated = dated(text, today);
    if !dated.is_empty() {
        return dated;
    }
    relative(text, today).into_iter().collect()
}

/// 上个月, 上周, 上周三
fn relative(text: &str, today: Today) -> Option<DateHint> {
    for (last, back) in LAST {
        for (word, unit) in UNITS {
            let Some((_, after)) = text.split_once(&format!("{last}{word}")) else { continue };
            let weekday = after
                .chars()
                .next()
                .and_then(|c| "一二三四五六日".chars().position(|d| d == c))
                .or_else(|| after.starts_with('天').then_some(6));
            if let (Some(day), Unit::Week) = (weekday, unit) {
                let DateHint::Days { from, .. } = today.calendar(*back, Unit::Week) else { continue };
                let day = from + i32::try_from(day).unwrap_or(0);
                return Some(DateHint::Days { from: day, to: day });
            }
            return Some(today.calendar(*back, *unit));
        }
    }
    None
}

/// 2025年3月3日, 去年三月, 三月, 3月3号, 2023年
fn dated(text: &str, today: Today) -> Vec<DateHint> {
    let spoken =
        YEARS.iter().find(|(word, _)| text.contains(word)).map(|(_, back)| i32::from(today.0.year()) - back);
    let written = text
        .split_once('年')
        .and_then(|(before, _)| chinese_before(before))
        .filter(|y| (1900..2100).contains(y));
    let year = spoken.or(written);
    let month = text.match_indices('月').find_map(|(at, _)| {
        let before = text.get(..at)?;
        let month = chinese_before(before).filter(|m| (1..=12).contains(m))?;
        Some((month, text.get(at + '月'.len_utf8()..)?))
    });
    match (year, month) {
        (year, Some((month, after))) => Today::date(year, month, day_of(after)).into_iter().collect(),
        (Some(year), None) => vec![year_of(year)],
        (None, None) => Vec::new(),
    }
}

fn day_of(after: &str) -> Option<i32> {
    let sign = after.char_indices().take(4).find(|(_, c)| matches!(c, '日' | '号' | '號'))?;
    chinese_before(after.get(..sign.0)?).filter(|d| (1..=31).contains(d))
}
