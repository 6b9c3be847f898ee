//! Small numbers as people write them in front of a unit of time. Not for large or fractional numbers.

const ENGLISH: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

/// Returns an English number word or numeral, 0 to 9,999.
pub(super) fn english(word: &str) -> Option<i32> {
    if let Ok(n) = word.parse::<u16>() {
        return (n < 10_000).then_some(i32::from(n));
    }
    match word {
        "a" | "an" => Some(1),
        "couple" => Some(2),
        "few" => Some(3),
        _ => ENGLISH.iter().position(|w| *w == word).and_then(|n| i32::try_from(n).ok()),
    }
}

const THAI: &[(&str, i32)] = &[
    ("หนึ่ง", 1),
    ("สอง", 2),
    ("สาม", 3),
    ("สี่", 4),
    ("ห้า", 5),
    ("หก", 6),
    ("เจ็ด", 7),
    ("แปด", 8),
    ("เก้า", 9),
    ("สิบ", 10),
    ("ไม่กี่", 3),
];

/// Returns the number that ends the text, in digits or Thai words.
pub(super) fn thai_before(text: &str) -> Option<i32> {
    let text = text.trim_end();
    if let Some(n) = digits_before(text) {
        return Some(n);
    }
    THAI.iter().find(|(word, _)| text.ends_with(word)).map(|(_, n)| *n)
}

/// Returns the number that ends the text, in digits or Chinese numerals.
pub(super) fn chinese_before(text: &str) -> Option<i32> {
    if let Some(n) = digits_before(text.trim_end()) {
        return Some(n);
    }
    let tail: Vec<char> =
        text.chars().rev().take(4).take_while(|c| numeral(*c).is_some() || *c == '十').collect();
    let numerals: Vec<char> = tail.into_iter().rev().collect();
    chinese(&numerals)
}

/// Reads 二〇二五 as 2025 and 二十三 as 23.
fn chinese(numerals: &[char]) -> Option<i32> {
    if numerals.is_empty() {
        return None;
    }
    if let Some(ten) = numerals.iter().position(|c| *c == '十') {
        let tens = if ten == 0 { 1 } else { numeral(*numerals.get(ten - 1)?)? };
        let ones = numerals.get(ten + 1).map_or(Some(0), |c| numeral(*c))?;
        return Some(tens * 10 + ones);
    }
    numerals.iter().try_fold(0, |n, c| Some(n * 10 + numeral(*c)?))
}

fn numeral(c: char) -> Option<i32> {
    Some(match c {
        '〇' | '零' => 0,
        '一' => 1,
        '二' | '两' | '兩' => 2,
        '三' | '几' | '幾' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    })
}

fn digits_before(text: &str) -> Option<i32> {
    let reversed: Vec<char> = text.chars().rev().take(5).take_while(char::is_ascii_digit).collect();
    if reversed.is_empty() || reversed.len() > 4 {
        return None;
    }
    reversed.into_iter().rev().collect::<String>().parse().ok()
}

/// Returns the number that begins the text, in at most four digits.
pub(super) fn digits_after(text: &str) -> Option<i32> {
    let digits: String = text.trim_start().chars().take(5).take_while(char::is_ascii_digit).collect();
    if digits.len() > 4 { None } else { digits.parse().ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_three_languages() {
        assert_eq!(english("three"), Some(3));
        assert_eq!(english("couple"), Some(2));
        assert_eq!(thai_before("เมื่อ สอง"), Some(2));
        assert_eq!(chinese_before("二十三"), Some(23));
        assert_eq!(chinese_before("二〇二五"), Some(2025));
        assert_eq!(chinese_before("十"), Some(10));
        assert_eq!(digits_before("x 12345"), None);
        assert_eq!(digits_after(" 2568 "), Some(2568));
    }
}
