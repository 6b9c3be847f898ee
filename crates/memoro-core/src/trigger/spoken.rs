//! Values as people say them in their own language: `th` is Thai, ภาษาไทย, 泰语 or 泰語, `max 100 words` is ไม่เกิน 100 คำ. What is
//! in no table is said as it was written; nothing here changes what is kept.

use super::ack::Tongue;
use super::values;

/// Returns a value as it is said.
pub(super) fn in_words(key: &str, value: &str, tongue: Tongue) -> String {
    if let Some(denied) = value.strip_prefix("not ").filter(|_| key.starts_with("response.")) {
        let denied = in_words(key, denied, tongue);
        return match tongue {
            Tongue::English => format!("not {denied}"),
            Tongue::Thai => format!("ไม่เอา{denied}"),
            Tongue::Simplified | Tongue::Traditional => format!("不要{denied}"),
        };
    }
    if let Some(said) = value.strip_prefix("max ").and_then(|limit| at_most(limit, tongue)) {
        return said;
    }
    if let Some(level) = LEVELS.iter().find(|(level, _)| key.starts_with("expertise.") && *level == value) {
        return level.1[place(tongue)].to_owned();
    }
    let own = |word: &&str| match tongue {
        Tongue::English => word.is_ascii() && word.len() > 2,
        Tongue::Thai => word.starts_with(|c: char| ('\u{0E00}'..='\u{0E7F}').contains(&c)),
        Tongue::Simplified | Tongue::Traditional => {
            word.starts_with(|c: char| ('\u{3400}'..='\u{9FFF}').contains(&c))
        }
    };
    let table = values::table(key).filter(|_| key == "response.language" || tongue != Tongue::English);
    let words =
        table.and_then(|table| table.iter().find(|(code, _)| *code == value)).map(|(_, words)| *words);
    match words.and_then(|words| words.split('|').find(own)) {
        Some(word) if tongue == Tongue::English => {
            word.split(' ').map(capitalised).collect::<Vec<_>>().join(" ")
        }
        Some(word) if tongue == Tongue::Traditional => traditional(word),
        Some(word) => word.to_owned(),
        None => value.to_owned(),
    }
}

/// How well somebody knows a thing: English, Thai, simplified, traditional.
const LEVELS: &[(&str, [&str; 4])] = &[
    ("novice", ["novice", "มือใหม่", "新手", "新手"]),
    ("intermediate", ["intermediate", "ปานกลาง", "中级", "中級"]),
    ("advanced", ["advanced", "ขั้นสูง", "高级", "高級"]),
    ("expert", ["expert", "ผู้เชี่ยวชาญ", "专家", "專家"]),
];

/// What a limit counts, in the same order.
const UNITS: &[(&str, [&str; 4])] = &[
    ("word", ["words", "คำ", "字", "字"]),
    ("character", ["characters", "ตัวอักษร", "字", "字"]),
    ("sentence", ["sentences", "ประโยค", "句", "句"]),
    ("line", ["lines", "บรรทัด", "行", "行"]),
    ("paragraph", ["paragraphs", "ย่อหน้า", "段", "段"]),
    ("bullet", ["bullets", "ข้อ", "点", "點"]),
    ("item", ["items", "ข้อ", "条", "條"]),
];

fn place(tongue: Tongue) -> usize {
    match tongue {
        Tongue::English => 0,
        Tongue::Thai => 1,
        Tongue::Simplified => 2,
        Tongue::Traditional => 3,
    }
}

/// `100 words` as a limit in another language; English says it as it is kept.
fn at_most(limit: &str, tongue: Tongue) -> Option<String> {
    let (count, unit) = limit.split_once(' ')?;
    count.parse::<u32>().ok()?;
    let unit = UNITS.iter().find(|(name, _)| unit.trim_end_matches('s') == *name)?.1[place(tongue)];
    match tongue {
        Tongue::English => None,
        Tongue::Thai => Some(format!("ไม่เกิน {count} {unit}")),
        Tongue::Simplified | Tongue::Traditional => Some(format!("最多 {count} {unit}")),
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The characters of the tables' words that traditional writing has otherwise, each before its traditional form.
const FORMS: &str = "语語体體简簡韩韓缅緬马馬兰蘭粤粵轻輕松鬆专專业業礼禮严嚴温溫详詳细細适適编編号號纯純给給码碼举舉单單术術学學来來讲講犹猶洁潔鱼魚无無点點条條级級挝撾话話汉漢华華国國肃肅泼潑麸麩质質麦麥腊臘乌烏尔爾罗羅亚亞宾賓禄祿书書两兩废廢爱愛维維厉厲东東闽閩块塊标標题題结結论論历曆时時";

/// Writes a word of the tables in traditional characters.
fn traditional(word: &str) -> String {
    let form = |c: char| {
        let mut forms = FORMS.chars();
        while let (Some(simple), Some(full)) = (forms.next(), forms.next()) {
            if simple == c {
                return full;
            }
        }
        c
    };
    word.chars().map(form).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::simplified;

    #[test]
    fn values_are_said_in_the_language_of_the_person() {
        for (key, value, said) in [
            ("response.language", "en", ["English", "ภาษาอังกฤษ", "英语", "英語"]),
            ("response.language", "not en", ["not English", "ไม่เอาภาษาอังกฤษ", "不要英语", "不要英語"]),
            ("response.length", "detailed", ["detailed", "ละเอียด", "详细", "詳細"]),
            (
                "response.length",
                "max 100 words",
                ["max 100 words", "ไม่เกิน 100 คำ", "最多 100 字", "最多 100 字"],
            ),
            ("expertise.excel", "novice", ["novice", "มือใหม่", "新手", "新手"]),
            ("name", "Ann", ["Ann"; 4]),
        ] {
            let tongues = [Tongue::English, Tongue::Thai, Tongue::Simplified, Tongue::Traditional];
            assert_eq!(tongues.map(|tongue| in_words(key, value, tongue)), said, "{key} {value}");
        }
    }

    #[test]
    fn no_word_of_the_tables_keeps_a_simplified_character_in_traditional_writing() {
        // Characters that both ways of writing have, though another one is simplified to them.
        const BOTH: &str = "只注表吃里";
        let mut full = std::collections::HashMap::new();
        for c in ('\u{3400}'..='\u{9FFF}').filter(|c| simplified(*c) != *c) {
            full.entry(simplified(c)).or_insert(c);
        }
        let keys = [
            "response.language",
            "response.tone",
            "response.length",
            "response.format.default",
            "response.style",
            "diet",
        ];
        for key in keys {
            for (value, _) in values::table(key).unwrap() {
                let said = in_words(key, value, Tongue::Traditional);
                let left: Vec<_> =
                    said.chars().filter(|c| full.contains_key(c) && !BOTH.contains(*c)).collect();
                assert!(left.is_empty(), "{key} {value}: {said} keeps {left:?}");
            }
        }
    }
}
