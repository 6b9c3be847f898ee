//! Which memories the words of a person fit: by the statement that they make, or word by word by value and key, also by the
//! words with which people ask for a key. Chooses none: whoever asks decides what one, several or none of them means.

use std::collections::BTreeSet;

use memoro_core::Memory;
use memoro_core::text::{Term, simplified, tokenize};
use memoro_core::trigger::{self, Tongue, asked_by, canonical_key, opposite_key};

/// Families whose keys name a thing, so that the thing's word in any language is enough.
const THINGS: [&str; 6] = ["pet.", "family.", "uses.", "preferred.", "deadline.", "project."];

/// Words that say nothing of what is meant: who speaks, and that it is something remembered.
const SHELL: &[&str] = &[
    "สิ่งที่จำไว้",
    "สิ่งที่จำ",
    "ที่จำไว้",
    "ความจำ",
    "เกี่ยวกับ",
    "ข้อมูล",
    "เรื่อง",
    "ของ",
    "ดิฉัน",
    "ฉัน",
    "ผม",
    "หนู",
    "เรา",
    "ที่",
    "ว่า",
    "เป็น",
    "คือ",
    "ไว้",
    "关于",
    "有关",
    "记忆",
    "事情",
    "信息",
    "内容",
    "我们",
    "我",
    "的",
    "在",
    "是",
    "了",
    "事",
    "那",
    "这",
    "条",
    "个",
];

/// Returns the places of the memories that words fit.
pub(crate) fn fitting(words: &str, memories: &[&Memory]) -> Vec<usize> {
    let mut barred: BTreeSet<String> = BTreeSet::new();
    for (key, value) in readings(words) {
        let under = |memory: &Memory| is_under(memory, &key);
        let said: Vec<usize> = places(memories, |memory| under(memory) && says(memory, &value));
        if !said.is_empty() {
            return said;
        }
        // The same slot with another value, or the opposite, is surely not meant.
        barred.extend(opposite_key(&key));
        barred.extend(memories.iter().filter(|memory| under(memory)).map(|memory| memory.key.to_string()));
    }
    places(memories, |memory| !barred.contains(memory.key.as_str()) && covers(words, memory))
}

fn places(memories: &[&Memory], fits: impl Fn(&Memory) -> bool) -> Vec<usize> {
    memories.iter().enumerate().filter(|(_, memory)| fits(memory)).map(|(at, _)| at).collect()
}

fn is_under(memory: &Memory, key: &str) -> bool {
    memory.key.as_str() == key || canonical_key(memory.key.as_str()).as_deref() == Some(key)
}

/// Returns what words state where they are read as something to remember: "I live in Berlin", "live in Berlin", "short
/// answers".
fn readings(words: &str) -> Vec<(String, String)> {
    let leads: [&str; 4] = match trigger::tongue(words) {
        Tongue::English => {
            ["remember that ", "remember that I ", "remember that I'm ", "remember that I prefer "]
        }
        Tongue::Thai => ["จำไว้ว่า", "จำไว้ว่าฉัน", "จำไว้ว่าฉันเป็น", "จำไว้ว่าฉันอยู่"],
        Tongue::Simplified => ["记住", "记住我", "记住我是", "记住我的"],
        Tongue::Traditional => ["記住", "記住我", "記住我是", "記住我的"],
    };
    let told = leads.iter().filter_map(|lead| stated(lead, words));
    told.collect()
}

/// Returns the key and value of a statement, where it makes exactly one.
pub(crate) fn stated(lead: &str, words: &str) -> Option<(String, String)> {
    let mut told = trigger::understand(&format!("{lead}{words}"));
    let one = if told.len() == 1 { told.pop()? } else { return None };
    let (key, value) = (one.key.filter(|_| one.remark.is_none())?, one.value);
    (!value.trim().is_empty()).then_some((key, value))
}

/// Tells whether a memory holds a value, or a part of it in whole words.
pub(crate) fn says(memory: &Memory, value: &str) -> bool {
    let (held, value) = (folded(&memory.content.text()), folded(value));
    let (held, value) = (held.trim(), value.trim());
    if held == value {
        return true;
    }
    if value.bytes().any(|b| b.is_ascii_alphanumeric()) || held.bytes().any(|b| b.is_ascii_alphanumeric()) {
        let (held, value) = (terms(held), terms(value));
        return !held.is_empty() && !value.is_empty() && (held.is_subset(&value) || value.is_subset(&held));
    }
    held.contains(value) || value.contains(held)
}

/// Tells whether a memory of what somebody likes, dislikes, uses or cannot bear holds another thing beside the one that words
/// name: who forgets the coffee of "coffee and tea" keeps the tea.
pub(crate) fn says_more(memory: &Memory, words: &str) -> bool {
    const FAMILIES: [&str; 4] = ["likes.", "dislikes.", "uses.", "allergy."];
    const BETWEEN: [&str; 9] = [" and ", ", ", " & ", "และ", "กับ", "、", "和", "跟", "与"];
    let listed = FAMILIES.iter().any(|family| memory.key.as_str().starts_with(family));
    let (held, words) = (folded(&memory.content.text()), folded(words));
    let parts = BETWEEN.iter().fold(vec![held.as_str()], |parts, join| {
        parts.into_iter().flat_map(|part| part.split(join)).collect()
    });
    let mut parts = parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).peekable();
    let first = parts.next();
    let several = parts.peek().is_some();
    listed && several && first.into_iter().chain(parts).any(|part| !words.contains(part))
}

/// Tells whether a memory holds all that words say.
pub(crate) fn covers(words: &str, memory: &Memory) -> bool {
    let words = folded(words);
    if words.chars().any(|c| !c.is_ascii() && c.is_alphabetic()) {
        return covers_letters(&words, memory);
    }
    let wanted = terms(&words);
    let own = terms(&strict(memory));
    let mut wide = own.clone();
    asked_by(memory.key.as_str()).for_each(|asked| wide.extend(terms(asked)));
    !wanted.is_empty() && wanted.is_subset(&wide) && (!wanted.is_disjoint(&own) || is_thing(memory))
}

/// The same for Thai and Chinese, whose words have no gaps: nothing is left of the words without those of the memory.
fn covers_letters(words: &str, memory: &Memory) -> bool {
    let value = folded(&memory.content.text());
    let bare = SHELL.iter().fold(words.to_owned(), |left, shell| left.replace(shell, " "));
    let bare = bare.trim();
    if bare.chars().count() > 1 && (value.contains(bare) || folded(&strict(memory)).contains(bare)) {
        return true;
    }
    let key = folded(memory.key.as_str());
    let mut own: Vec<String> = key.split(['.', '_']).map(str::to_owned).collect();
    own.push(value.trim().to_owned());
    own.retain(|part| !part.is_empty());
    let mut all: Vec<String> = own.clone();
    all.extend(asked_by(memory.key.as_str()).map(str::to_owned));
    all.extend(SHELL.iter().map(|shell| (*shell).to_owned()));
    all.sort_by_key(|part| std::cmp::Reverse(part.len()));
    let named = own.iter().any(|part| words.contains(part.as_str()));
    let left = all.iter().fold(words.to_owned(), |left, part| left.replace(part.as_str(), " "));
    let said = !bare.is_empty() && !left.chars().any(char::is_alphanumeric);
    said && (named || is_thing(memory))
}

/// Tells whether a memory is about one thing and nothing more: its key names it, or its value is little else.
pub(crate) fn is_about(words: &str, memory: &Memory) -> bool {
    let (words, key) = (folded(words), folded(&memory.key.as_str().replace(['.', '_'], " ")));
    let (wanted, value, named) = (terms(&words), terms(&memory.content.text()), terms(&key));
    let keyed = key.contains(words.trim()) || !wanted.is_empty() && wanted.is_subset(&named);
    // The key of a free statement is made of all its words, and names none of them.
    keyed && named.len() <= wanted.len() + 1 || value.len() <= wanted.len() + 1 || is_thing(memory)
}

fn is_thing(memory: &Memory) -> bool {
    THINGS.iter().any(|family| memory.key.as_str().starts_with(family))
}

/// The words of a memory's own: its key and its value.
fn strict(memory: &Memory) -> String {
    format!("{} \n {}", memory.key.as_str().replace(['.', '_', '/'], " "), memory.content.text())
}

fn folded(text: &str) -> String {
    text.chars().map(simplified).flat_map(char::to_lowercase).collect()
}

fn terms(text: &str) -> BTreeSet<Term> {
    let mut terms = BTreeSet::new();
    tokenize(text, &mut |token| {
        if token.is_indexed() && token.counts() {
            terms.insert(token.term());
        }
    });
    terms
}
