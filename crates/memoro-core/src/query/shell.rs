//! The shell of a question: the words that only ask ("tell me", "คืออะไร", "请问") and say little about the subject.
//! They keep a small weight, for a store may hold nothing else to go by.

use crate::text::{Script, Token};

/// What a shell word keeps of its weight.
const SHELL: f32 = 0.3;
/// What a gram keeps that lies at least half in the shell: its other half may belong to the subject.
const SHELL_GRAM: f32 = 0.5;

/// Stems of English words that ask or address, beyond the function words that are not indexed at all.
const ENGLISH: &[&str] = &[
    "tell", "know", "mani", "kind", "sort", "pleas", "recal", "rememb", "remind", "mention", "happen",
    "will", "let", "find", "said", "sai", "say", "talk", "discuss", "long", "often", "current", "previou",
    "convers", "chat", "thing", "someth", "anyth", "give", "check", "look", "wonder", "want", "try", "like",
    "get", "ask", "answer", "question",
];

/// Thai and Chinese phrases that ask or address.
const SPACELESS: &[&str] = &[
    "อะไร",
    "ใคร",
    "ที่ไหน",
    "ตรงไหน",
    "อันไหน",
    "ไหน",
    "เมื่อไหร่",
    "เมื่อไร",
    "เมื่อใด",
    "เท่าไหร่",
    "เท่าไร",
    "เท่าใด",
    "กี่",
    "อย่างไร",
    "ยังไง",
    "ทำไม",
    "เพราะเหตุใด",
    "หรือไม่",
    "หรือเปล่า",
    "ไหม",
    "มั้ย",
    "ใด",
    "บ้าง",
    "ช่วย",
    "บอก",
    "หน่อย",
    "ครับ",
    "ค่ะ",
    "คะ",
    "จำได้",
    "ว่า",
    "คือ",
    "เป็น",
    "ของ",
    "ที่",
    "และ",
    "ได้",
    "มี",
    "ใน",
    "จาก",
    "ให้",
    "กับ",
    "ถูก",
    "โดย",
    "ผม",
    "ฉัน",
    "เรา",
    "คุณ",
    "请问",
    "請問",
    "什么",
    "什麼",
    "甚麼",
    "谁",
    "誰",
    "哪里",
    "哪裡",
    "哪儿",
    "哪个",
    "哪些",
    "哪",
    "何时",
    "何時",
    "何",
    "怎么",
    "怎麼",
    "怎样",
    "怎樣",
    "如何",
    "为什么",
    "為什麼",
    "为何",
    "為何",
    "多少",
    "多久",
    "多大",
    "几",
    "幾",
    "吗",
    "嗎",
    "呢",
    "告诉",
    "告訴",
    "记得",
    "記得",
    "请",
    "請",
    "是",
    "的",
    "了",
    "我",
    "你",
    "您",
    "在",
    "有",
    "被",
    "和",
    "与",
    "與",
    "于",
    "於",
    "之",
    "中",
    "时",
    "時",
];

/// Finds the byte ranges of shell phrases in scripts without spaces, sorted.
pub(super) fn spans(text: &str) -> Vec<(usize, usize)> {
    let mut spans: Vec<(usize, usize)> = Vec::new();
    if text.is_ascii() {
        return spans;
    }
    for phrase in SPACELESS {
        spans.extend(text.match_indices(phrase).map(|(at, found)| (at, at + found.len())));
    }
    spans.sort_unstable();
    spans
}

/// Returns what the token weighs: the less, the more of it lies in the shell.
pub(super) fn weight(spans: &[(usize, usize)], token: &Token<'_>) -> f32 {
    if !matches!(token.script, Script::Thai | Script::Han | Script::Kana | Script::Hangul | Script::Spaceless)
    {
        let shell = token.script == Script::Latin && ENGLISH.contains(&token.text);
        return if shell { SHELL } else { 1.0 };
    }
    let covered: usize = covered(spans, token);
    let bytes = token.end - token.start;
    if covered * 2 >= bytes { SHELL_GRAM } else { 1.0 }
}

/// More bytes than any phrase of the shell has.
const LONGEST: usize = 64;

/// Returns the spans, of sorted ones, that may reach a byte or begin behind it.
pub(super) fn reaching(spans: &[(usize, usize)], at: usize) -> &[(usize, usize)] {
    spans.get(spans.partition_point(|(from, _)| from + LONGEST <= at)..).unwrap_or_default()
}

/// How many bytes of the token lie in some span; spans may overlap.
fn covered(spans: &[(usize, usize)], token: &Token<'_>) -> usize {
    let mut at = token.start;
    let mut covered = 0;
    for &(from, to) in reaching(spans, token.start) {
        if from >= token.end {
            break;
        }
        let from = from.max(at);
        let to = to.min(token.end);
        if to > from {
            covered += to - from;
            at = to;
        }
    }
    covered
}
