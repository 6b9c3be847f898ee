//! How well somebody knows a thing now, where they say that they know it no longer as they did: "no longer a beginner in
//! Rust", ไม่ใช่มือใหม่แล้ว, 不再是新手. Reads only the speaker's own words and guesses no subject.

use super::keys;
use super::search::Runs;
use crate::text::is_thai;

const BEGINNER: &[&str] = &[
    "beginner",
    "novice",
    "newbie",
    "newcomer",
    "new to",
    "มือใหม่",
    "ผู้เริ่มต้น",
    "新手",
    "初学者",
    "初學者",
    "菜鸟",
    "小白",
];
const EXPERT: &[&str] =
    &["expert", "master of", "เชี่ยวชาญ", "เซียน", "ชำนาญ", "专家", "專家", "精通", "高手", "大牛"];
const ADVANCED: &[&str] = &[
    "advanced",
    "experienced",
    "proficient",
    "fluent",
    "very good at",
    "know it well",
    "good at it",
    "ถนัด",
    "คล่อง",
    "เก่ง",
    "ขั้นสูง",
    "熟练",
    "熟練",
    "很熟",
    "熟悉",
    "高级",
    "高級",
];
const MIDDLE: &[&str] = &["intermediate", "ปานกลาง", "ระดับกลาง", "中级", "中級"];
/// What says that something is so no longer, or never was.
const NOT: &[&str] = &[
    "no longer",
    "not a",
    "not an",
    "not new",
    "am not",
    "i'm not",
    "isn't",
    "used to be",
    "was a",
    "was an",
    "stopped being",
    "ไม่ใช่",
    "ไม่ได้เป็น",
    "เลิกเป็น",
    "เคยเป็น",
    "พ้นจาก",
    "不再",
    "不是",
    "已经不",
    "已經不",
    "曾经是",
    "曾經是",
    "以前是",
];
/// Where a clause ends and what is so now begins.
const BREAKS: &[&str] = &[
    ",",
    ";",
    ".",
    "，",
    "。",
    "；",
    "！",
    "!",
    "\n",
    " but ",
    " and ",
    " now ",
    "ตอนนี้",
    "แต่",
    "และ",
    "เดี๋ยวนี้",
    "现在",
    "現在",
    "而是",
    "但",
    "已经是",
    "已經是",
];

/// Returns the key and the level of what is known now, where a message says that a level holds no longer.
pub(crate) fn changed(message: &str) -> Option<(String, &'static str)> {
    let lower = message.to_lowercase().replace('\u{2019}', "'");
    if !speaks_of_self(&lower) {
        return None;
    }
    let runs = Runs::of(&lower);
    let has =
        |clause: &str, words: &[&str]| words.iter().any(|word| runs.may_hold(word) && clause.contains(word));
    let negated = |clause: &str| has(clause, NOT);
    // A clause is a part of the message: what the whole does not have, none of them has.
    if !negated(&lower) || !(has(&lower, BEGINNER) || has(&lower, EXPERT)) {
        return None;
    }
    let clauses = clauses(&lower);
    let was = clauses
        .iter()
        .position(|clause| negated(clause) && (has(clause, BEGINNER) || has(clause, EXPERT)))?;
    let ended = clauses.get(was)?;
    let level = |clause: &str| match () {
        () if has(clause, EXPERT) => Some("expert"),
        () if has(clause, ADVANCED) => Some("advanced"),
        () if has(clause, MIDDLE) => Some("intermediate"),
        () if has(clause, BEGINNER) => Some("novice"),
        () => None,
    };
    let now = clauses.iter().rev().filter(|clause| !negated(clause)).find_map(|clause| level(clause));
    // Who is a beginner no longer knows the basics; what is below an expert only the person can say.
    let level = now.or_else(|| has(ended, BEGINNER).then_some("intermediate"))?;
    let topic = topic(ended).or_else(|| clauses.iter().filter(|c| level_words(c)).find_map(|c| topic(c)))?;
    Some((format!("expertise.{}", keys::slug(&topic)), level))
}

/// Tells whether the message is about whoever speaks, or about the user.
fn speaks_of_self(lower: &str) -> bool {
    let latin =
        lower.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| matches!(word, "i" | "im" | "user"));
    latin || ["ฉัน", "ผม", "หนู", "เรา", "ผู้ใช้", "我", "用户", "用戶"].iter().any(|word| lower.contains(word))
}

fn level_words(clause: &str) -> bool {
    [BEGINNER, EXPERT, ADVANCED, MIDDLE].iter().any(|words| words.iter().any(|word| clause.contains(word)))
}

/// Cuts a message into clauses; a mark inside a name (Node.js) ends nothing.
fn clauses(lower: &str) -> Vec<String> {
    let mut text = format!("{lower} ");
    for mark in BREAKS {
        let behind = if mark.is_ascii() && mark.len() == 1 && *mark != "\n" {
            format!("{mark} ")
        } else {
            (*mark).to_owned()
        };
        text = text.replace(&behind, "\u{1}");
    }
    text.split('\u{1}').map(str::trim).filter(|clause| !clause.is_empty()).map(str::to_owned).collect()
}

/// Returns what a clause says somebody is a beginner or an expert in.
fn topic(clause: &str) -> Option<String> {
    const LINKS: [&str; 12] =
        [" in ", " at ", " with ", "new to ", " to ", " of ", "เรื่อง", "ด้าน", "ภาษา", "การ", "ใน", " on "];
    let levels = || [BEGINNER, EXPERT, ADVANCED].into_iter().flatten();
    // 不再是Go新手: the thing stands before the word.
    let before = levels().filter(|word| !word.is_ascii()).find_map(|word| {
        let (head, _) = clause.split_once(word)?;
        let thing =
            ["不再是", "不是", "曾经是", "曾經是", "以前是", "是", "对", "對"].iter().find_map(|mark| {
                head.rsplit_once(mark).map(|(_, thing)| thing.trim()).filter(|thing| !thing.is_empty())
            })?;
        named(thing)
    });
    let behind = || {
        levels().find_map(|word| {
            let (_, rest) = clause.split_once(word)?;
            let rest = if word.ends_with(" to") { rest.trim_start().to_owned() } else { rest.to_owned() };
            let linked = LINKS.iter().find_map(|link| {
                let at = rest.find(link).filter(|at| *at <= 1)?;
                rest.get(at + link.len()..)
            });
            let direct = (word.ends_with(" to") || word.chars().any(is_thai)).then_some(rest.as_str());
            linked.or(direct).and_then(named)
        })
    };
    before.or_else(behind)
}

/// Returns the name of a thing without the words around it; nothing where it is no name.
fn named(thing: &str) -> Option<String> {
    const AROUND: [&str; 16] = [
        "anymore",
        "any more",
        "any longer",
        "now",
        "the",
        "programming",
        "at all",
        "แล้ว",
        "อีกต่อไป",
        "อีกแล้ว",
        "เลย",
        "อีก",
        "的",
        "了",
        "语言",
        "語言",
    ];
    let mut name = thing.trim().trim_matches(['.', ',', '!', '"', '\'']);
    let around = |word: &str, rest: &str| !word.is_ascii() || rest.is_empty() || rest.ends_with(' ');
    while let Some(rest) = AROUND
        .iter()
        .find_map(|word| name.strip_suffix(word).filter(|rest| around(word, rest)))
        .or_else(|| name.strip_prefix("the "))
    {
        name = rest.trim();
    }
    let fits = !name.is_empty() && name.split_whitespace().count() <= 3 && name.chars().count() <= 30;
    fits.then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_a_beginner_no_longer_has_the_level_that_they_name() {
        for (message, key, level) in [
            ("I'm no longer a beginner in Rust, I'm an expert now", "expertise.rust", "expert"),
            ("I am no longer new to Node.js", "expertise.node_js", "intermediate"),
            (
                "I used to be a beginner at cooking but now I'm very good at it",
                "expertise.cooking",
                "advanced",
            ),
            ("I'm not a novice in Go anymore", "expertise.go", "intermediate"),
            ("I'm not an expert in Rust anymore, I'm a beginner again", "expertise.rust", "novice"),
            ("ฉันไม่ใช่มือใหม่ Python แล้ว ตอนนี้เชี่ยวชาญแล้ว", "expertise.python", "expert"),
            ("ผมไม่ได้เป็นมือใหม่เรื่อง Docker แล้ว", "expertise.docker", "intermediate"),
            ("我不再是Go新手了，现在是专家", "expertise.go", "expert"),
            ("我已经不是 Rust 初学者了", "expertise.rust", "intermediate"),
        ] {
            assert_eq!(changed(message), Some((key.to_owned(), level)), "{message}");
        }
    }

    #[test]
    fn nothing_else_changes_a_level() {
        for message in [
            "I'm a beginner in Rust",
            "I'm not an expert in Rust",
            "This is not a drill",
            "The new hire is no longer here",
            "ฉันเป็นมือใหม่",
            "我是新手",
            "这不是新手教程",
        ] {
            assert_eq!(changed(message), None, "{message}");
        }
    }
}
