//! What ranking wants to know of a chunk's text besides its words, taken once, when the chunk is indexed. Knows
//! nothing of speakers, sessions or dates of record: those come from where the chunk stands.

use super::script::{Script, ScriptSet};
use super::term::Term;
use super::tokens::index_tokens;

/// A text longer than this opens with its subject: its first words count twice.
const LONG: usize = 60;
const LEAD: usize = 15;

/// What the text of a chunk is like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Tokens that count in the length, at most 65,535.
    pub len: u16,
    /// The scripts it is written in: those of at least a fifth of its words, and digits.
    pub scripts: ScriptSet,
    /// Whether it ends in a question mark.
    pub asks: bool,
    /// The share of its sentences that are questions, of 255.
    pub question_share: u8,
    /// Whether it names a time: a date, a weekday, a clock time, "yesterday".
    pub has_time: bool,
    /// Whether it holds a number, in digits or words.
    pub has_number: bool,
}

/// The indexed terms of a chunk with their counts, sorted by term.
pub type TermCounts = Vec<(Term, u16)>;

impl Profile {
    /// Takes the profile of a text and the terms to index.
    pub fn of(text: &str) -> (Self, TermCounts) {
        let mut terms: Vec<Term> = Vec::new();
        let mut lead: Vec<Term> = Vec::new();
        let mut len = 0usize;
        let mut by_script = [0u32; 8];
        let mut profile = Self::default();
        index_tokens(text, &mut |token| {
            by_script[token.script as usize] += u32::from(token.counts());
            len += usize::from(token.counts());
            profile.has_number |= token.script == Script::Digit || is_number_word(token.text);
            profile.has_time |= is_time_word(token.text);
            if token.is_indexed() {
                terms.push(token.term());
                if len <= LEAD {
                    lead.push(token.term());
                }
            }
        });
        if len > LONG {
            terms.extend(lead);
        }
        profile.scripts = main_scripts(by_script);
        profile.len = u16::try_from(len).unwrap_or(u16::MAX);
        profile.note_questions(text);
        profile.has_time |= has_year_or_clock(text) || TIME_PARTS.iter().any(|part| text.contains(part));
        profile.has_number |= NUMBER_PARTS.iter().any(|part| text.contains(part));
        (profile, counted(terms))
    }

    fn note_questions(&mut self, text: &str) {
        let (mut questions, mut sentences) = (0u32, 0u32);
        let mut open = false;
        for c in text.chars() {
            match c {
                '?' | '？' if open => {
                    questions += 1;
                    sentences += 1;
                    open = false;
                }
                '.' | '!' | '。' | '！' | '\n' if open => {
                    sentences += 1;
                    open = false;
                }
                c if is_spoken(c) => open = true,
                _ => {}
            }
        }
        sentences += u32::from(open);
        self.asks = text.trim_end().ends_with(['?', '？']);
        self.question_share =
            u8::try_from((questions * 255).checked_div(sentences).unwrap_or(0)).unwrap_or(u8::MAX);
    }
}

/// A letter or digit, told quickly: signs of other blocks do no harm here.
fn is_spoken(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || (c >= '\u{c0}'
            && !matches!(c, '\u{2000}'..='\u{2bff}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff0f}'))
}

fn main_scripts(by_script: [u32; 8]) -> ScriptSet {
    let digits = by_script[Script::Digit as usize];
    let letters = by_script.iter().sum::<u32>() - digits;
    let is_main = |script: &Script| by_script[*script as usize] * 5 >= letters.max(1);
    let mut scripts: ScriptSet = Script::LETTERS.into_iter().filter(is_main).collect();
    if digits > 0 {
        scripts.insert(Script::Digit);
    }
    scripts
}

fn counted(mut terms: Vec<Term>) -> TermCounts {
    terms.sort_unstable();
    let mut counts: TermCounts = Vec::with_capacity(terms.len());
    for term in terms {
        match counts.last_mut() {
            Some((last, count)) if *last == term => *count = count.saturating_add(1),
            _ => counts.push((term, 1)),
        }
    }
    counts
}

/// Returns whether the stem of an English word names a time.
pub fn is_time_word(stem: &str) -> bool {
    matches!(
        stem,
        "yesterday"
            | "today"
            | "tomorrow"
            | "tonight"
            | "week"
            | "weekend"
            | "month"
            | "year"
            | "day"
            | "morn"
            | "afternoon"
            | "even"
            | "night"
            | "januari"
            | "februari"
            | "march"
            | "april"
            | "june"
            | "juli"
            | "august"
            | "septemb"
            | "octob"
            | "novemb"
            | "decemb"
            | "monday"
            | "tuesday"
            | "wednesday"
            | "thursday"
            | "friday"
            | "saturday"
            | "sunday"
            | "ago"
            | "last"
            | "hour"
            | "minut"
            | "summer"
            | "winter"
            | "spring"
            | "recent"
    )
}

fn is_number_word(stem: &str) -> bool {
    matches!(
        stem,
        "one"
            | "two"
            | "three"
            | "four"
            | "five"
            | "six"
            | "seven"
            | "eight"
            | "nine"
            | "ten"
            | "eleven"
            | "twelv"
            | "twelve"
            | "twenti"
            | "thirti"
            | "forti"
            | "fifti"
            | "hundr"
            | "thousand"
            | "million"
            | "dozen"
            | "coupl"
            | "half"
            | "twice"
            | "onc"
    )
}

/// Pieces of Thai and Chinese words that name a time.
pub const TIME_PARTS: &[&str] = &[
    "วันนี้",
    "เมื่อ",
    "พรุ่งนี้",
    "สัปดาห์",
    "อาทิตย์",
    "เดือน",
    "ปีที่",
    "ปีก่อน",
    "ปีนี้",
    "ตอนเช้า",
    "ตอนเย็น",
    "โมง",
    "นาฬิกา",
    "ชั่วโมง",
    "มกรา",
    "กุมภา",
    "มีนา",
    "เมษา",
    "พฤษภา",
    "มิถุนา",
    "กรกฎา",
    "สิงหา",
    "กันยา",
    "ตุลา",
    "พฤศจิกา",
    "ธันวา",
    "วันจันทร์",
    "วันอังคาร",
    "วันพุธ",
    "วันพฤหัส",
    "วันศุกร์",
    "วันเสาร์",
    "昨天",
    "今天",
    "明天",
    "前天",
    "后天",
    "後天",
    "星期",
    "周一",
    "周二",
    "周三",
    "周四",
    "周五",
    "周六",
    "周日",
    "週",
    "月",
    "年",
    "上午",
    "下午",
    "晚上",
    "早上",
    "中午",
    "小时",
    "小時",
    "分钟",
    "分鐘",
    "点",
    "點",
];
const NUMBER_PARTS: &[&str] = &[
    "一",
    "二",
    "三",
    "四",
    "五",
    "六",
    "七",
    "八",
    "九",
    "十",
    "百",
    "千",
    "两",
    "兩",
    "万",
    "萬",
    "หนึ่ง",
    "สอง",
    "สาม",
    "สี่",
    "ห้า",
    "หก",
    "เจ็ด",
    "แปด",
    "เก้า",
    "สิบ",
    "ร้อย",
    "พัน",
];

/// A year (19xx, 20xx, 25xx), or digits with a colon between.
fn has_year_or_clock(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
    (0..bytes.len()).any(|i| {
        let starts = digit(i) && (i == 0 || !digit(i - 1));
        starts
            && (((bytes[i..].starts_with(b"19")
                || bytes[i..].starts_with(b"20")
                || bytes[i..].starts_with(b"25"))
                && digit(i + 2)
                && digit(i + 3)
                && !digit(i + 4))
                || (bytes.get(i + 1) == Some(&b':') && digit(i + 2))
                || (digit(i + 1) && bytes.get(i + 2) == Some(&b':') && digit(i + 3)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_counted_in_three_languages() {
        assert!(Profile::of("How are you?").0.asks);
        assert!(Profile::of("你好吗？ ").0.asks);
        let (mixed, _) = Profile::of("I moved. Did you? ย้ายแล้ว");
        assert!(!mixed.asks);
        assert_eq!(mixed.question_share, 85);
    }

    #[test]
    fn times_and_numbers_are_noticed_in_three_languages() {
        for text in ["I went yesterday", "ไปเมื่อวานนี้", "我昨天去了", "since 1998", "at 10:30"]
        {
            assert!(Profile::of(text).0.has_time, "{text}");
        }
        for text in ["I have two dogs", "มีหมาสองตัว", "我有三只猫", "42"] {
            assert!(Profile::of(text).0.has_number, "{text}");
        }
        let (plain, _) = Profile::of("I like dogs. ชอบหมา 喜欢狗");
        assert!(!plain.has_time && !plain.has_number);
    }

    #[test]
    fn a_long_text_opens_with_its_subject() {
        let long = format!("Docker {}", "runs many small boxes ".repeat(20));
        let (_, terms) = Profile::of(&long);
        assert!(terms.contains(&(Term::of("docker"), 2)));
        assert!(Profile::of("Docker runs").1.contains(&(Term::of("docker"), 1)));
    }

    #[test]
    fn terms_are_sorted_counted_and_free_of_function_words() {
        let (profile, terms) = Profile::of("the dog and the other dogs");
        assert_eq!(profile.len, 6);
        assert_eq!(terms, vec![(Term::of("dog"), 2)]);
    }
}
