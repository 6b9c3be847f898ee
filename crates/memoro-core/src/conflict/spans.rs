//! Lengths of time in two sentences, written in one form: an hour, 60 minutes, หนึ่งชั่วโมง and 一小时 are the same. Ages,
//! dates and times of day are none.

use super::values::{chinese_value, numeral, thai_number, value};
use super::words::each;

/// Two sentences whose lengths of time are written in seconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spanned {
    /// The new sentence.
    pub(super) new: String,
    /// The old sentence.
    pub(super) old: String,
    /// How each length is written here and was written there.
    written: Vec<(String, String)>,
}

impl Spanned {
    /// Puts the lengths back as they were written.
    pub(super) fn as_written(&self, text: &str) -> String {
        self.written.iter().fold(text.to_owned(), |text, (here, there)| text.replace(here, there))
    }
}

/// Writes the lengths of time of both sentences in seconds, where both name one.
pub(super) fn spanned(new: &str, old: &str) -> Option<Spanned> {
    let (mut written, mut told) = (Vec::new(), Vec::new());
    let new = rewritten(new, &mut written);
    let old = rewritten(old, &mut told);
    if written.is_empty() || told.is_empty() {
        return None;
    }
    written.extend(told);
    Some(Spanned { new, old, written })
}

/// A length and how many bytes it takes.
struct Found {
    milliseconds: i64,
    bytes: usize,
}

fn rewritten(text: &str, written: &mut Vec<(String, String)>) -> String {
    let lower = text.to_ascii_lowercase();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let (Some(rest), Some(c)) = (lower.get(at..), text.get(at..).and_then(|rest| rest.chars().next())) {
        let begins =
            !lower.get(..at).is_some_and(|before| before.ends_with(|c: char| c.is_ascii_alphanumeric()));
        let found = if begins { length(rest, lower.get(..at).unwrap_or("")) } else { None };
        let Some(Found { milliseconds, bytes }) = found else {
            out.push(c);
            at += c.len_utf8();
            continue;
        };
        let here = if milliseconds % 1000 == 0 {
            format!("{}s", milliseconds / 1000)
        } else {
            format!("{milliseconds}ms")
        };
        let there = text.get(at..at + bytes).unwrap_or_default().trim().to_owned();
        if !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
        out.push_str(&here);
        out.push(' ');
        written.push((here, there));
        at += bytes;
    }
    out.trim_end().to_owned()
}

/// Reads a length at the start of a text; `before` is what stands before it.
fn length(text: &str, before: &str) -> Option<Found> {
    let (thousandths, number) = number(text, before)?;
    let rest = text.get(number..)?;
    let gap = rest.len() - skip(rest).len();
    let rest = skip(rest);
    let (seconds, unit) = unit(rest)?;
    let after = rest.get(unit..)?;
    let age = after.trim_start_matches(['-', ' ']).starts_with("old")
        || before.ends_with("อายุ")
        || before.ends_with("อายุ ");
    let year = seconds == YEAR && thousandths >= 1_000_000;
    let class = seconds == YEAR && after.starts_with(['级', '級', '代']);
    let none = age || year || class;
    (!none).then(|| Found { milliseconds: thousandths.saturating_mul(seconds), bytes: number + gap + unit })
}

/// What may stand between a number and its unit.
fn skip(text: &str) -> &str {
    let mut rest = text.trim_start_matches([' ', '-', '\u{a0}']);
    for word in ["business ", "working ", "full ", "whole ", "an ", "a ", "of an ", "整"] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    rest
}

/// Words before which "an hour" is a length; "twice a day" is how often.
const FOR: [&str; 16] = [
    "for ", "within ", "in ", "after ", "lasts ", "last ", "takes ", "take ", "least ", "most ", "about ",
    "under ", "over ", "than ", "until ", "to ",
];

fn number(text: &str, before: &str) -> Option<(i64, usize)> {
    let digits: usize =
        text.chars().take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ',')).map(char::len_utf8).sum();
    if let Some(written) =
        text.get(..digits).filter(|written| written.starts_with(|c: char| c.is_ascii_digit()))
    {
        return Some((value(written.trim_end_matches(['.', ',']))?, digits));
    }
    for half in ["half an ", "half a ", "ครึ่ง", "半"] {
        if text.starts_with(half) {
            return Some((500, half.len()));
        }
    }
    if FOR.iter().any(|word| before.ends_with(word)) {
        for article in ["an ", "a "] {
            if text.starts_with(article) {
                return Some((1000, article.len()));
            }
        }
    }
    let word: usize = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    if word > 0 {
        return text.get(..word).and_then(numeral).map(|n| (n * 1000, word));
    }
    if let Some((n, rest)) = thai_number(text) {
        return Some((n * 1000, text.len() - rest.len()));
    }
    let han: usize = text
        .chars()
        .take_while(|c| "零〇一二两兩三四五六七八九十百千万萬".contains(*c))
        .map(char::len_utf8)
        .sum();
    let n = text.get(..han).filter(|run| !run.is_empty()).and_then(chinese_value)?;
    Some((n * 1000, han))
}

const YEAR: i64 = 360 * 86_400;

/// Units in seconds; a month has thirty days and a year twelve months, so that both can be told in either.
const UNITS: &[(&str, i64)] = &[
    ("second|seconds|sec|secs|วินาที|秒钟|秒鐘|秒", 1),
    ("minute|minutes|min|mins|นาที|分钟|分鐘", 60),
    ("hour|hours|hr|hrs|ชั่วโมง|ชม.|ชม|小时|小時|钟头|鐘頭", 3600),
    ("day|days|วันทำการ|วันทำงาน|วัน|工作日|天", 86_400),
    ("week|weeks|สัปดาห์|อาทิตย์|周|週|星期|礼拜|禮拜", 604_800),
    ("month|months|เดือน|月", 2_592_000),
    ("year|years|ปี|年", YEAR),
];

/// What follows a unit that is none: the third of May, Monday, a jubilee.
const NOT_AFTER: &[(&str, &str)] = &[
    ("วัน", "ที่|จันทร์|อังคาร|พุธ|พฤหัส|ศุกร์|เสาร์|อาทิตย์"),
    ("周", "年|一|二|三|四|五|六|日|末"),
    ("年", "级|級|代"),
];

fn unit(text: &str) -> Option<(i64, usize)> {
    let counted = text.strip_prefix(['个', '個']);
    let rest = counted.unwrap_or(text);
    let of = |(names, seconds): &(&'static str, i64)| {
        let longest = each(names).filter(|name| begins(rest, name)).max_by_key(|name| name.len())?;
        Some((*seconds, longest))
    };
    let (seconds, name) = UNITS.iter().find_map(of)?;
    let after = rest.get(name.len()..)?;
    let other = NOT_AFTER
        .iter()
        .any(|(unit, words)| name == *unit && each(words).any(|word| after.starts_with(word)));
    // 四月 is April, 四个月 are four months.
    let month_of_year = name == "月" && counted.is_none();
    (!other && !month_of_year).then_some((seconds, text.len() - after.len()))
}

/// Tells whether a text begins with a unit; a Latin one only whole.
fn begins(text: &str, name: &str) -> bool {
    let whole = |rest: &str| !name.is_ascii() || !rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    text.strip_prefix(name).is_some_and(whole)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn in_seconds(text: &str) -> Vec<String> {
        let mut written = Vec::new();
        rewritten(text, &mut written);
        written.into_iter().map(|(here, _)| here).collect()
    }

    #[test]
    fn one_length_is_written_in_one_way_in_three_languages() {
        for text in [
            "it expires after one hour",
            "valid for 60 minutes",
            "for an hour",
            "a 60-minute break",
            "หมดอายุในหนึ่งชั่วโมง",
            "ใช้ได้ 60 นาที",
            "หกสิบนาที",
            "一小时后失效",
            "有效期60分钟",
            "一个小时",
        ] {
            assert_eq!(in_seconds(text), ["3600s"], "{text}");
        }
        for (text, seconds) in [
            ("half an hour", "1800s"),
            ("ครึ่งชั่วโมง", "1800s"),
            ("半小时", "1800s"),
            ("半个小时", "1800s"),
            ("1.5 hours", "5400s"),
            ("two weeks", "1209600s"),
            ("สิบสี่วัน", "1209600s"),
            ("两周", "1209600s"),
            ("one business day", "86400s"),
            ("หนึ่งวันทำการ", "86400s"),
            ("一个工作日", "86400s"),
            ("12 months", "31104000s"),
            ("一年", "31104000s"),
            ("三个月", "7776000s"),
        ] {
            assert_eq!(in_seconds(text), [seconds], "{text}");
        }
    }

    #[test]
    fn ages_dates_times_and_how_often_are_no_lengths() {
        for text in [
            "My daughter is five years old",
            "a 5-year-old",
            "อายุ 5 ปี",
            "in 2026",
            "2026年",
            "四月到期",
            "三年级",
            "วันที่ 3 วันจันทร์",
            "at 3 pm",
            "twice a day",
            "every second week",
            "the second day",
            "周三",
            "ปี 2569",
        ] {
            assert_eq!(in_seconds(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn both_sentences_are_rewritten_or_none_and_can_be_told_as_they_were() {
        let both = spanned("Links expire after one hour.", "Links are valid for 15 minutes.").unwrap();
        assert_eq!(both.new, "Links expire after 3600s .");
        assert_eq!(both.as_written("900s → 3600s"), "15 minutes → one hour");
        assert_eq!(spanned("Links expire after one hour.", "Links expire."), None);
    }

    proptest! {
        #[test]
        fn any_text_is_rewritten_without_harm(text in "[a-z0-9 ก-๙半一小时天年 .,]{0,60}") {
            let _ = in_seconds(&text);
        }
    }
}
