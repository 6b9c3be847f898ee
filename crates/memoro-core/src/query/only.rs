//! Whether a question asks for a time alone ("what happened yesterday", "上个月做了什么", "เมื่อวานเกิดอะไรขึ้น"): then what is of that
//! time answers it, whatever its words. Knows no dates; whether a time is named at all is told by the reader of dates.

use super::dates::thai;
use super::shell;
use super::when;
use crate::text::{Script, Token, is_time_word, tokenize};

/// A longer text asks for something.
const LONGEST: usize = 400;

/// Stems of English words that stand for anything that was done or was the case.
const ANYTHING: &[&str] = &[
    "do", "did", "done", "happen", "decid", "decis", "event", "new", "go", "went", "work", "been", "plan",
    "start", "finish", "chang", "learn", "note", "record", "last", "past", "next", "ago", "between", "sinc",
    "dure", "earlier", "recent", "latest", "everyth", "everi", "anyth", "summari", "summar", "recap", "one",
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "few", "coupl", "couple",
    "befor", "before", "occur", "took", "place", "made", "whole", "list", "show", "back", "then", "th", "st",
    "nd", "rd",
];
/// The same in Thai and Chinese, as phrases.
const SPACELESS: &[&str] = &[
    "เกิดอะไรขึ้น",
    "เกิดขึ้น",
    "เกิด",
    "ขึ้น",
    "ตัดสินใจ",
    "เหตุการณ์",
    "สรุป",
    "ทั้งหมด",
    "ทำอะไร",
    "ทำ",
    "ไป",
    "เรื่อง",
    "พวกเรา",
    "เรา",
    "กัน",
    "แล้ว",
    "คุย",
    "พูด",
    "ที่ผ่านมา",
    "ที่",
    "ช่วง",
    "วัน",
    "ก่อน",
    "นี้",
    "ไว้",
    "มา",
    "อยู่",
    "บันทึก",
    "โน้ต",
    "เปลี่ยน",
    "เรียนรู้",
    "อะ",
    "ล่ะ",
    "เคย",
    "ตอน",
    "发生",
    "發生",
    "决定",
    "決定",
    "事情",
    "事",
    "我们",
    "我們",
    "咱们",
    "大家",
    "聊",
    "说",
    "說",
    "谈",
    "談",
    "过",
    "過",
    "都",
    "干",
    "幹",
    "做",
    "啥",
    "些",
    "情况",
    "情況",
    "总结",
    "總結",
    "记录",
    "記錄",
    "变化",
    "變化",
    "学到",
    "學到",
    "一下",
    "列出",
    "所有",
    "那",
    "天",
    "间",
    "間",
    "期",
    "里",
    "裡",
    "呀",
    "啊",
    "下",
    "到",
];

/// What is counted in a Chinese date, and what may follow it.
const COUNTED: &[&str] =
    &["年", "月", "日", "号", "號", "天", "周", "週", "个月", "個月", "个星期", "個星期"];
const BEHIND: &[&str] = &["以前", "之前", "前", "份", "初", "底"];
/// Numbers in Thai words, and what they count.
const NUMBERS: &[&str] = &["หนึ่ง", "สอง", "สาม", "สี่", "ห้า", "หก", "เจ็ด", "แปด", "เก้า", "สิบ", "ไม่กี่", "หลาย"];
const SPANS: &[&str] = &["วัน", "สัปดาห์", "อาทิตย์", "เดือน", "ปี"];
/// What stands before a day and a year in Thai.
const AROUND: &[&str] = &["เมื่อวานซืน", "วันที่", "พ.ศ.", "ค.ศ."];

/// Tells whether nothing is left of a question that names a time when its shell, its time and words for anything are taken out.
pub(super) fn asks_only_when(text: &str) -> bool {
    if text.len() > LONGEST {
        return false;
    }
    let lower = text.to_lowercase();
    let times = when::spans(&lower);
    let mut covered = vec![false; lower.len()];
    let mut cover = |from: usize, to: usize| covered[from..to].fill(true);
    for (from, to) in times.iter().copied().chain(shell::spans(&lower)) {
        cover(from, to);
    }
    for (from, to) in dates(&lower) {
        cover(from, to);
    }
    for (from, to) in counted_in_thai(&lower) {
        cover(from, to);
    }
    for phrase in SPACELESS.iter().chain(AROUND) {
        lower.match_indices(phrase).for_each(|(at, found)| cover(at, at + found.len()));
    }
    for month in thai::MONTHS.iter().flat_map(|(long, short)| [long, short]) {
        for (at, found) in lower.match_indices(month) {
            let end = at + found.len();
            let rest = thai::MONTH_ENDS.iter().find(|rest| follows(&lower, end, rest));
            cover(at, end + rest.map_or(0, |rest| rest.len()));
        }
    }
    let mut only = true;
    tokenize(&lower, &mut |token: Token<'_>| {
        let known = token.script != Script::Latin
            || covered[token.start]
            || !token.text.contains(char::is_alphabetic)
            || is_time_word(token.text)
            || shell::weight(&[], &token) < 1.0
            || ANYTHING.contains(&token.text)
            || !token.is_indexed();
        only &= known;
    });
    let plain = |c: char| c.is_alphabetic() && !c.is_ascii() && !is_latin(c);
    only && lower.char_indices().all(|(at, c)| !plain(c) || covered[at])
}

/// Returns the stretches of Chinese that count days, weeks, months or years: 10月3日, 九月份, 7天前.
fn dates(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for unit in COUNTED {
        for (at, _) in text.match_indices(unit) {
            let number =
                text.get(..at).unwrap_or_default().trim_end_matches(|c| when::is_numeral(c) || c == ' ');
            if number.len() < at {
                let end = at + unit.len();
                let behind = BEHIND.iter().find(|word| follows(text, end, word));
                found.push((number.len(), end + behind.map_or(0, |word| word.len())));
            }
        }
    }
    found
}

/// Returns the stretches of Thai that count days and longer spans in words: สองวันก่อน.
fn counted_in_thai(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for number in NUMBERS {
        for (at, _) in text.match_indices(number) {
            let end = at + number.len();
            let unit = SPANS.iter().find(|unit| follows(text, end, unit));
            found.extend(unit.map(|unit| (at, end + unit.len())));
        }
    }
    found
}

/// Tells whether a word stands at a place.
fn follows(text: &str, at: usize, word: &str) -> bool {
    text.get(at..).is_some_and(|rest| rest.starts_with(word))
}

/// Tells letters of Latin beyond ASCII, which stand in words that were looked at.
fn is_latin(c: char) -> bool {
    matches!(c, '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

#[cfg(test)]
mod tests {
    use super::super::{Query, Today};

    fn only(question: &str) -> bool {
        Query::analyse(question, Today::new(2026, 11, 15)).only_when
    }

    #[test]
    fn a_question_for_a_time_alone_is_told_from_one_for_a_subject() {
        for question in [
            "what happened yesterday?",
            "what did we decide last month?",
            "decisions last month",
            "What did I do last week",
            "what happened on 2026-11-14",
            "เมื่อวานเกิดอะไรขึ้น",
            "เดือนที่แล้วเราตัดสินใจอะไร",
            "สัปดาห์ที่แล้วทำอะไรไปบ้าง",
            "昨天发生了什么",
            "上个月做了什么",
            "上个月我们决定了什么",
            "上個月我們決定了什麼",
            "what did we do on October 3",
            "what did we decide in October 2026?",
            "what happened the day before yesterday",
            "10月3日做了什么",
            "十月三號我們做了什麼",
            "11月15日",
            "9月份发生了什么",
            "7天前做了什么",
            "2026年10月我们决定了什么",
            "วันที่ 3 ตุลาคม ทำอะไร",
            "กันยายนทำอะไรบ้าง",
            "เมื่อวานซืนทำอะไร",
            "สองวันก่อนทำอะไร",
            "what happened two days ago",
            "3 ต.ค. เกิดอะไรขึ้น",
            "เมื่อเดือนตุลาคม 2569 เราตัดสินใจอะไร",
        ] {
            assert!(only(question), "{question}");
        }
        for question in [
            "what happened with the invoice yesterday",
            "budget review last month",
            "what did Somchai repair yesterday",
            "ประชุมงบประมาณเมื่อวาน",
            "เมื่อวานกินข้าวกับใคร",
            "上个月的预算会议",
            "10月3日的会议",
            "三月的房租",
            "ค่าเช่าเดือนตุลาคม",
            "วันที่ 3 ตุลาคม จ่ายค่าไฟ",
            "昨天谁修了自行车",
            "what happened to the server",
            "เกิดอะไรขึ้นกับเซิร์ฟเวอร์",
        ] {
            assert!(!only(question), "{question}");
        }
    }
}
