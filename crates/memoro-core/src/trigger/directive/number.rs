//! Counts as people write them before words and letters: "3", "one", สาม, 三句, 一百字. Reads no dates and no years.

use super::super::text::Piece;
use super::super::values::Table;

/// What the length of an answer is counted in.
pub(super) const COUNTED: Table = &[
    ("words", "words|word|คำ|词"),
    ("characters", "characters|ตัวอักษร|字"),
    ("sentences", "sentences|sentence|ประโยค|句话|句"),
    ("lines", "lines|line|บรรทัด|行"),
    ("paragraphs", "paragraphs|paragraph|ย่อหน้า|段落|段"),
];
/// Words around a count.
pub(super) const AROUND: &str = "at most|no more than|more than|longer than|over|under|max|maximum|less than|limited to|up to|ไม่เกิน|ห้ามเกิน|อย่าเกิน|อย่าให้เกิน|จำกัด|ภายใน|ต่ำกว่า|以内|超过|别超过|不超过|不要超过|最多|之内|控制在";

/// Reads what a length says that an answer may have at most: "at 100 words", 不超过一百字.
pub(in super::super) fn most(piece: Piece<'_>) -> Option<String> {
    let mut wishes = super::read(piece).wishes.into_iter();
    wishes.find_map(|(key, value)| (key == "response.length" && value.starts_with("max ")).then_some(value))
}

/// Reads a count: "3", "one", สาม, 三.
pub(super) fn number(rest: &str) -> Option<(u32, usize)> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        return rest.get(..digits)?.parse().ok().map(|count| (count, digits));
    }
    let words = [
        ("one ", 1),
        ("two ", 2),
        ("three ", 3),
        ("four ", 4),
        ("five ", 5),
        ("six ", 6),
        ("seven ", 7),
        ("eight ", 8),
        ("ten ", 10),
        ("a dozen ", 12),
        ("a single ", 1),
        ("หนึ่ง", 1),
        ("สอง", 2),
        ("สาม", 3),
        ("สี่", 4),
        ("สิบ", 10),
        ("一句", 1),
        ("两句", 2),
        ("三句", 3),
        ("四句", 4),
        ("五句", 5),
        ("两行", 2),
        ("三行", 3),
        ("五行", 5),
        ("两段", 2),
        ("三段", 3),
    ];
    if let Some(found) = han_number(rest) {
        return Some(found);
    }
    let (word, count) = words.iter().find(|(word, _)| rest.starts_with(word))?;
    // What is counted is read by itself.
    let length = word.trim_end_matches(['句', '行', '段']).len();
    Some((*count, length))
}

/// Reads a round number of letters or words: 一百字, 五十个字, 八十字.
fn han_number(rest: &str) -> Option<(u32, usize)> {
    const DIGITS: &str = "零一二三四五六七八九";
    let digit = |c: char| match c {
        '两' => Some(2),
        _ => DIGITS.chars().position(|d| d == c).and_then(|at| u32::try_from(at).ok()),
    };
    let (mut sum, mut last, mut length, mut scaled) = (0, None, 0, false);
    for c in rest.chars().take(6) {
        let scale = match c {
            '十' => 10,
            '百' => 100,
            '千' => 1000,
            _ => 1,
        };
        match digit(c) {
            Some(one) => last = Some(one),
            None if scale > 1 => (sum, last, scaled) = (sum + last.unwrap_or(1) * scale, None, true),
            None => break,
        }
        length += c.len_utf8();
    }
    let after = rest.get(length..)?;
    let counts = ["字", "个字", "词", "句", "行"].iter().any(|unit| after.starts_with(unit));
    let length = length + if after.starts_with('个') { '个'.len_utf8() } else { 0 };
    (scaled && counts).then(|| (sum + last.unwrap_or(0), length))
}
