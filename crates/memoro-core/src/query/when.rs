//! Which words of a question only name its time ("two years ago", "วันนี้", "三年前"): they say when, not what, so a chunk of
//! that day has them without holding them. Knows no dates; whether a time is named at all is told by the reader of dates.

use crate::text::{Kind, Script, TIME_PARTS, Token, is_time_word};

/// What follows a unit of time in a question that looks back.
const BACK: &[&str] = &["以前", "前", "ที่แล้ว", "ก่อน", "ที่ผ่านมา", "นี้"];
/// More words that name a day or a year.
const MORE: &[&str] =
    &["ปี", "วันนี้", "เมื่อวาน", "เมื่อคืน", "去年", "今年", "前年", "今晚", "昨晚", "上周", "上个月", "上個月"];

/// Returns the stretches of a text in scripts without spaces that name a time.
pub(super) fn spans(text: &str) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    if text.is_ascii() {
        return spans;
    }
    for part in TIME_PARTS.iter().chain(MORE) {
        for (at, found) in text.match_indices(part) {
            let before = text.get(..at).unwrap_or_default().trim_end_matches(is_numeral);
            let mut end = at + found.len();
            let after = text.get(end..).unwrap_or_default();
            end += BACK.iter().find(|word| after.starts_with(**word)).map_or(0, |word| word.len());
            spans.push((before.len(), end));
        }
    }
    spans
}

pub(super) fn is_numeral(c: char) -> bool {
    c.is_ascii_digit() || "一二三四五六七八九十两兩几幾〇零上这這本下个個".contains(c)
}

/// Returns whether a token of a question that names a time belongs to the name of that time.
pub(super) fn is_when(text: &str, token: &Token<'_>, spans: &[(usize, usize)]) -> bool {
    let (start, end) = (token.start, token.end);
    match token.script {
        Script::Latin | Script::Digit => {
            let rest = text.get(end..).unwrap_or_default().trim_start();
            let counts = ["day", "week", "month", "year"].iter().any(|unit| rest.starts_with(unit));
            let year = token.script == Script::Digit && token.text.len() == 4;
            // A date as typed.
            let year =
                year || token.text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'/' | b'.'));
            is_time_word(token.text)
                || counts
                || year
                || spans.iter().any(|(from, to)| start >= *from && end <= *to)
        }
        _ if token.kind == Kind::Whole => false,
        _ => {
            let shared = |(from, to): &(usize, usize)| end.min(*to).saturating_sub(start.max(*from));
            spans.iter().any(|span| shared(span) * 2 >= end - start)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Query, Today};
    use crate::text::Term;

    #[test]
    fn words_of_a_time_are_told_from_words_of_a_subject_in_three_languages() {
        for (question, subject, time) in [
            ("what did the team do two years ago", "team", "two"),
            ("office team 2023", "team", "2023"),
            ("三年前的办公室", "办公", "三年"),
            ("วันนี้ปลูกข้าว", "ข้า", "วัน"),
        ] {
            let query = Query::analyse(question, Today::new(2026, 11, 15));
            let when = |word: &str| query.terms.iter().find(|t| t.term == Term::of(word)).map(|t| t.when);
            assert_eq!((when(subject), when(time)), (Some(false), Some(true)), "{question}");
        }
        let plain = Query::analyse("the last year of the war", Today::new(2026, 11, 15));
        assert!(plain.dates.is_empty() == plain.terms.iter().all(|t| !t.when));
    }
}
