//! The values in a sentence that exclude each other: numbers and times, and members of closed sets such as weekdays,
//! colours or databases. Reads Thai, English and Chinese; a thing it does not know is no value.

use super::words::{NOT_CHINESE, NOT_THAI, SETS, each};
use crate::text::normalised;

/// Numbers of a sentence in thousandths, sorted, without repeats.
pub(super) fn numbers(text: &str) -> Vec<i64> {
    let folded = normalised(text);
    let mut found = digits(&folded);
    found.extend(english(&folded));
    found.extend(thai(&folded));
    found.extend(chinese(&folded));
    found.sort_unstable();
    found.dedup();
    found
}

fn digits(text: &str) -> Vec<i64> {
    let mut found = Vec::new();
    let inside = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | ':');
    let mut words =
        text.split(|c: char| !(inside(c) || c.is_ascii_alphabetic())).filter(|w| !w.is_empty()).peekable();
    while let Some(word) = words.next() {
        let number: String = word.chars().take_while(|c| inside(*c)).collect();
        let rest = word.get(number.len()..).unwrap_or("");
        let number = number.trim_end_matches(['.', ',', ':']);
        if !number.starts_with(|c: char| c.is_ascii_digit()) || (!rest.is_empty() && rest.len() > 3) {
            continue;
        }
        let marks = ['.', ',', ':'];
        let follows = |next: &&str| next.trim_end_matches(marks) == "pm";
        let afternoon =
            rest.trim_end_matches(marks) == "pm" || (rest.is_empty() && words.peek().is_some_and(follows));
        if let Some(value) = value(number) {
            found.push(if afternoon && value < 12_000 { value + 12_000 } else { value });
        }
    }
    found
}

/// Reads `1,900`, `3.2` or `03:15` in thousandths; a time is hours and sixtieths.
pub(super) fn value(number: &str) -> Option<i64> {
    if let Some((hours, minutes)) = number.split_once(':') {
        let (hours, minutes) = (hours.parse::<i64>().ok()?, minutes.get(..2)?.parse::<i64>().ok()?);
        return Some(hours * 1000 + minutes * 1000 / 60);
    }
    let plain = number.replace(',', "");
    let (whole, part) = plain.split_once('.').unwrap_or((&plain, ""));
    let part: String = part.chars().filter(char::is_ascii_digit).chain("000".chars()).take(3).collect();
    Some(whole.parse::<i64>().ok()?.checked_mul(1000)? + part.parse::<i64>().ok()?)
}

const ENGLISH: &[(&str, i64)] = &[
    ("zero", 0),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
    ("hundred", 100),
    ("once", 1),
    ("twice", 2),
    ("first", 1),
    ("second", 2),
    ("third", 3),
    ("fourth", 4),
    ("noon", 12),
    ("midnight", 0),
    ("single", 1),
    ("free", 0),
    ("both", 2),
];

/// Reads an English word that counts: two, not twice or second.
pub(super) fn numeral(word: &str) -> Option<i64> {
    let known = ENGLISH.iter().take_while(|(name, _)| *name != "once");
    known.into_iter().find(|(name, _)| *name == word).map(|(_, n)| *n)
}

/// Half of something, in thousandths.
const HALF: i64 = 500;

fn english(text: &str) -> Vec<i64> {
    let words = text.split(|c: char| !c.is_ascii_alphabetic());
    let late =
        ["in the evening", "in the afternoon", "at night", " pm"].iter().any(|when| text.contains(when));
    let hour = |n: i64| if late && (1..12).contains(&n) { n + 12 } else { n };
    let named = |word: &str| ENGLISH.iter().find(|(name, _)| *name == word).map(|(_, n)| hour(*n) * 1000);
    let past = text.contains("half past ");
    let half = if past { HALF } else { 0 };
    let of = |word: &str| match word {
        "half" if past => None,
        "half" => Some(HALF),
        _ => named(word).map(|n| n + half),
    };
    words.filter_map(of).collect()
}

/// Thai numerals from one to nine.
const DIGITS: &[(&str, i64)] = &[
    ("หนึ่ง", 1),
    ("เอ็ด", 1),
    ("สอง", 2),
    ("ยี่", 2),
    ("สาม", 3),
    ("สี่", 4),
    ("ห้า", 5),
    ("หก", 6),
    ("เจ็ด", 7),
    ("แปด", 8),
    ("เก้า", 9),
];
/// Thai units that a numeral multiplies.
const UNITS: &[(&str, i64)] =
    &[("สิบ", 10), ("ร้อย", 100), ("พัน", 1000), ("หมื่น", 10_000), ("แสน", 100_000), ("ล้าน", 1_000_000)];
/// Thai words that are a number by themselves.
const ALONE: &[(&str, i64)] =
    &[("คนเดียว", 1), ("อันเดียว", 1), ("เดียว", 1), ("ศูนย์", 0), ("เที่ยงคืน", 0), ("เที่ยง", 12), ("ฟรี", 0)];

fn thai(text: &str) -> Vec<i64> {
    let plain = each(NOT_THAI).fold(text.to_owned(), |t, word| t.replace(word, " "));
    let mut rest = plain.as_str();
    let mut found = Vec::new();
    let mut halved = false;
    while let Some(c) = rest.chars().next() {
        if let Some((n, after)) = thai_number(rest) {
            let hour = each("โมงเช้า|โมงเย็น|โมง|ทุ่ม").find_map(|hour| after.strip_prefix(hour));
            let half = hour.and_then(|after| after.strip_prefix("ครึ่ง"));
            found.push(n * 1000 + if half.is_some() { HALF } else { 0 });
            halved |= half.is_some();
            rest = half.unwrap_or(after);
        } else if let Some((name, n)) = ALONE.iter().find(|(name, _)| rest.starts_with(name)) {
            found.push(n * 1000);
            rest = rest.get(name.len()..).unwrap_or_default();
        } else {
            rest = rest.get(c.len_utf8()..).unwrap_or_default();
        }
    }
    if !halved && plain.contains("ครึ่ง") {
        found.push(HALF);
    }
    found
}

/// Reads numerals and units at the start of a text, สามพันห้าร้อย, with the hour of the day that they may be.
pub(super) fn thai_number(text: &str) -> Option<(i64, &str)> {
    let at_start = |table: &'static [(&'static str, i64)], rest: &str| {
        table.iter().find(|(name, _)| rest.starts_with(name)).map(|(name, n)| (name.len(), *n))
    };
    let (mut total, mut waiting, mut rest) = (0, None, text);
    loop {
        if let Some((length, n)) = at_start(DIGITS, rest) {
            waiting = Some(n);
            rest = rest.get(length..)?;
        } else if let Some((length, unit)) = at_start(UNITS, rest) {
            total += waiting.take().unwrap_or(1) * unit;
            rest = rest.get(length..)?;
        } else {
            break;
        }
    }
    if rest.len() == text.len() {
        return None;
    }
    let n = total + waiting.unwrap_or(0);
    let hour = if rest.starts_with("ทุ่ม") {
        n + 18
    } else if rest.starts_with("โมงเย็น") && n < 12 {
        n + 12
    } else {
        n
    };
    Some((hour, rest))
}

fn chinese(text: &str) -> Vec<i64> {
    let text = text.replace("分钟", "分 ").replace("分鐘", "分 ").replace("分 ", " ");
    let rest = each(NOT_CHINESE).fold(text, |t, word| t.replace(word, " "));
    let halved = rest.contains("点半") || rest.contains("點半");
    let mut found = Vec::new();
    let mut run = String::new();
    let late = ["晚上", "下午", "傍晚"].iter().any(|word| rest.contains(word));
    for c in rest.chars().chain(std::iter::once(' ')) {
        if "零〇一二两兩三四五六七八九十百千万萬".contains(c) {
            run.push(c);
        } else if !run.is_empty() {
            let is_hour = matches!(c, '点' | '點');
            let hour = |n: i64| if is_hour && late && n < 12 { n + 12 } else { n };
            let half = if is_hour && halved { HALF } else { 0 };
            found.extend(chinese_value(&run).map(|n| hour(n) * 1000 + half));
            run.clear();
        }
    }
    if !halved && rest.contains('半') {
        found.push(HALF);
    }
    if rest.contains("免费") || rest.contains("免費") {
        found.push(0);
    }
    found
}

pub(super) fn chinese_value(run: &str) -> Option<i64> {
    let digit =
        |c: char| "零一二三四五六七八九".chars().position(|d| d == c).and_then(|n| i64::try_from(n).ok());
    let (mut total, mut current) = (0i64, None);
    for c in run.chars() {
        let c = match c {
            '两' | '兩' => '二',
            '〇' => '零',
            '萬' => '万',
            other => other,
        };
        let unit = match c {
            '十' => 10,
            '百' => 100,
            '千' => 1000,
            '万' => 10_000,
            _ => {
                current = Some(current.unwrap_or(0) * 10 + digit(c)?);
                continue;
            }
        };
        total += current.take().unwrap_or(1) * unit;
    }
    total.checked_add(current.unwrap_or(0))
}

/// Finds each closed set of which both texts name a member, and none is the same: the two members.
pub(super) fn other_members(new: &str, old: &str) -> Vec<(&'static str, &'static str)> {
    let (new, old) = (normalised(new), normalised(old));
    let differs = |set: &'static str| {
        let named = |text: &str| -> Vec<&'static str> {
            set.split('/').filter(|member| each(member).any(|word| holds(text, word))).collect()
        };
        let (in_new, in_old) = (named(&new), named(&old));
        let (a, b) = (in_new.first()?, in_old.first()?);
        if in_new.iter().any(|member| in_old.contains(member)) {
            return None;
        }
        let said = |member: &'static str, text: &str| each(member).find(|word| holds(text, word));
        Some((said(a, &new)?, said(b, &old)?))
    };
    SETS.lines().filter_map(differs).collect()
}

/// The tools that a text names, by their sorts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tools(Vec<(usize, Vec<&'static str>)>);

impl Tools {
    /// Reads a text.
    pub fn of(text: &str) -> Self {
        const SORTS: [&str; 8] = ["mysql", "kotlin", "argon2", "azure", "flutter", "vue", "nginx", "kafka"];
        let text = normalised(text);
        let is_sort =
            |set: &str| set.split('/').flat_map(|member| member.split('|')).any(|word| SORTS.contains(&word));
        let named = |(sort, set): (usize, &'static str)| {
            let members = set.split('/').filter(|member| member.split('|').any(|word| holds(&text, word)));
            let members: Vec<&'static str> = members.collect();
            (!members.is_empty()).then_some((sort, members))
        };
        Self(SETS.lines().enumerate().filter(|(_, set)| is_sort(set)).filter_map(named).collect())
    }

    /// Tells whether both name tools, and none of one sort; where one of them names none nobody knows.
    pub fn is_of_another_sort(&self, other: &Self) -> bool {
        let known = !self.0.is_empty() && !other.0.is_empty();
        known && !self.0.iter().any(|(sort, _)| other.0.iter().any(|(of, _)| of == sort))
    }

    /// Tells whether both name a tool of one sort, and not the same one: `PostgreSQL` and `MySQL`.
    pub fn differ(&self, other: &Self) -> bool {
        // "From PostgreSQL to MySQL" names both.
        self.0.iter().any(|(sort, new)| other.0.iter().any(|(of, old)| of == sort && old != new))
    }
}

/// Tells whether the text holds the word; a Latin word only whole.
pub(super) fn holds(text: &str, word: &str) -> bool {
    if !word.is_ascii() {
        return text.contains(word);
    }
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|t| t.chars().next());
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        !letter(before) && !letter(after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_number_is_read_in_every_spelling() {
        for (text, expected) in [
            ("at 3 am", 3000),
            ("at 03:00", 3000),
            ("at 3pm", 15_000),
            ("it closes at 9 pm.", 21_000),
            ("it closes at 9pm.", 21_000),
            ("half past six", 6500),
            ("at 6:30", 6500),
            ("หกโมงครึ่ง", 6500),
            ("六点半", 6500),
            ("ten", 10_000),
            ("สิบโมง", 10_000),
            ("十点", 10_000),
            ("二十", 20_000),
            ("1,900 บาท", 1_900_000),
            ("version 3.2", 3200),
            ("fourteen days", 14_000),
            ("ten in the evening", 22_000),
            ("สิบสี่วัน", 14_000),
            ("สามพันห้าร้อยกล่อง", 3_500_000),
            ("สี่ทุ่ม", 22_000),
            ("ยี่สิบเอ็ด", 21_000),
            ("ห้าโมงเย็น", 17_000),
            ("两个", 2000),
            ("๓ วัน", 3000),
            ("พันธ์ 5", 5000),
        ] {
            assert_eq!(numbers(text), [expected], "{text}");
        }
        assert!(numbers("ห้ามสามีสามารถ 一起 周二").is_empty());
    }

    #[test]
    fn tools_of_one_sort_stand_for_each_other() {
        let other_tool = |new: &str, old: &str| Tools::of(new).differ(&Tools::of(old));
        assert!(other_tool("改用 MySQL", "我们决定用 PostgreSQL"));
        assert!(other_tool("เปลี่ยนจาก Postgres ไปใช้ MySQL", "ตกลงใช้ PostgreSQL"));
        assert!(other_tool("switch to Vue", "we go with React"));
        assert!(!other_tool("switch to Vue", "we go with PostgreSQL"));
        assert!(!other_tool("use MySQL", "MySQL it is"));
        assert!(!other_tool("move it to Friday", "we meet on Monday"));
    }

    #[test]
    fn other_members_of_a_set_are_named() {
        assert_eq!(other_members("on Thursday", "every Tuesday"), [("thursday", "tuesday")]);
        assert_eq!(other_members("ทุกวันพฤหัส", "ทุกวันอังคาร"), [("วันพฤหัส", "วันอังคาร")]);
        assert_eq!(other_members("周四", "周二"), [("周四", "周二")]);
        assert_eq!(other_members("red and blue", "blue"), []);
        assert_eq!(other_members("scored", "blue"), []);
    }
}
