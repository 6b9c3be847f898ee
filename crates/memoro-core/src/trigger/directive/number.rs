//! Counts as people write them before words and letters: "3", "one", สาม, 三句, 一百字. Reads no dates and no years.

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
    ];
    if let Some(found) = han_number(rest) {
        return Some(found);
    }
    let (word, count) = words.iter().find(|(word, _)| rest.starts_with(word))?;
    let length = if word.ends_with('句') { word.len() - '句'.len_utf8() } else { word.len() };
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
