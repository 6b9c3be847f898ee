//! What a conversation is about: the words and short phrases that it comes back to, weighed by how often it does and how
//! rare they are elsewhere. Words that carry no subject are none. How text falls into words, and how rare a word is, is
//! told by the caller: Thai and Chinese have no blanks to go by.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::Said;
use crate::text::{attaches, is_han, is_stop, is_thai, simplified};

mod common;
mod mend;

pub use mend::mended;

/// How often something must be said to be a topic.
const OFTEN: u32 = 2;
/// The most words of a phrase.
const PHRASE: usize = 3;
/// The least rarity of a topic of one word; what is more common is said in every conversation.
const RARE: f32 = 9.5;
/// No word counts as rarer.
const RAREST: f32 = 17.0;
/// How much more a name counts.
const NAME: f32 = 1.5;
/// How many phrases are compared with each other.
const COMPARED: usize = 1_000;
/// The longest word that names a subject, in letters; what is longer is data.
const LONGEST: usize = 80;

/// A word of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// Its letters, lower case.
    pub text: String,
    /// Whether nothing stands between it and the word before.
    pub joined: bool,
    /// How rare it is: about the negative logarithm of its share of all words.
    pub rarity: f32,
}

/// Returns what a conversation comes back to, the weightiest first.
pub fn topics(turns: &[Said<'_>], most: usize, cut: &dyn Fn(&str) -> Vec<Word>) -> Vec<String> {
    let mut phrases: BTreeMap<String, Phrase> = BTreeMap::new();
    for (turn, said) in turns.iter().enumerate() {
        for clause in said.text.split(is_break) {
            gather(&whole(cut(clause)), clause, turn, &mut phrases);
        }
    }
    let mut found: Vec<(String, Phrase)> =
        phrases.into_iter().filter(|(_, phrase)| phrase.count >= OFTEN).collect();
    found.sort_by(|(_, a), (_, b)| b.weight().total_cmp(&a.weight()).then(a.place.cmp(&b.place)));
    // Each is compared with each; what comes after these is no topic of so long a talk.
    found.truncate(COMPARED);
    let within: Vec<bool> = found.iter().map(|(text, own)| is_part(text, own, &found)).collect();
    let mut within = within.into_iter();
    found.retain(|_| !within.next().unwrap_or(false));
    let mut names: Vec<String> = Vec::new();
    for (text, phrase) in found {
        let shown = display(&text);
        let known =
            |name: &String| name.to_lowercase().contains(&text) || text.contains(&name.to_lowercase());
        if names.len() < most && !names.iter().any(known) {
            names.push(if phrase.shown.is_empty() { shown } else { phrase.shown });
        }
    }
    names
}

/// Returns the words of one short text that carry its subject, the rarest first.
pub fn subjects(text: &str, most: usize, cut: &dyn Fn(&str) -> Vec<Word>) -> Vec<String> {
    // Each word once, and its written form only where it may be returned: a long text stays quick.
    let mut known = HashSet::new();
    let mut found: Vec<(f32, &str, String)> = Vec::new();
    for clause in text.split(is_break) {
        let words = whole(cut(clause));
        for (at, word) in words.iter().enumerate() {
            let inside = word.joined && words.get(at + 1).is_some_and(|next| next.joined);
            let bare = common::without_particles(&word.text);
            let empty = word.rarity < RARE
                || is_empty_word(&word.text)
                || !says_enough(bare)
                || (inside && is_short_thai(&word.text));
            if !empty && known.insert(bare.to_owned()) {
                found.push((word.rarity, clause, bare.to_owned()));
            }
        }
    }
    found.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
    let mut names: Vec<String> = Vec::new();
    for (_, clause, word) in found {
        if names.len() >= most {
            break;
        }
        let shown = written(clause, &clause.to_ascii_lowercase(), &word).unwrap_or_else(|| display(&word));
        if names.iter().all(|name| !name.eq_ignore_ascii_case(&shown)) {
            names.push(shown);
        }
    }
    names
}

/// A phrase and how it was said.
#[derive(Debug)]
struct Phrase {
    count: u32,
    turns: BTreeSet<usize>,
    rarity: f32,
    words: u8,
    name: bool,
    place: usize,
    /// As it was written first; empty where it cannot be found so.
    shown: String,
}

impl Phrase {
    /// Rarity times frequency; said in several turns counts more than said in one breath.
    fn weight(&self) -> f32 {
        let often = |n: u32| f32::from(u16::try_from(n).unwrap_or(u16::MAX)).ln_1p();
        let turns = u32::try_from(self.turns.len()).unwrap_or(u32::MAX);
        let name = if self.name { NAME } else { 1.0 };
        self.rarity * (often(self.count) + often(turns)) * name * (1.0 + 0.15 * f32::from(self.words - 1))
    }
}

/// What no phrase goes across.
fn is_break(c: char) -> bool {
    matches!(c, '\n' | '.' | ',' | ';' | ':' | '!' | '?' | '(' | ')' | '"' | '`' | '|' | '/' | '*' | '#')
        || matches!(c, '，' | '。' | '；' | '：' | '！' | '？' | '、' | '（' | '）' | '“' | '”')
}

/// Joins the pieces of Latin words.
fn whole(pieces: Vec<Word>) -> Vec<Word> {
    let latin = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '\'' | '_' | '-'));
    let mut words: Vec<Word> = Vec::new();
    // Whether the last word is Latin, so that a long one is not looked through again with every piece.
    let mut last_is_latin = false;
    for piece in pieces {
        let is_latin = latin(&piece.text);
        if let Some(last) = words.last_mut().filter(|_| piece.joined && is_latin && last_is_latin) {
            last.text.push_str(&piece.text);
            last.rarity = (last.rarity + piece.rarity).min(RAREST);
        } else {
            words.push(Word { rarity: piece.rarity.min(RAREST), ..piece });
            last_is_latin = is_latin;
        }
    }
    words
}

/// Counts every phrase of a clause.
fn gather(words: &[Word], clause: &str, turn: usize, phrases: &mut BTreeMap<String, Phrase>) {
    let lower = clause.to_ascii_lowercase();
    let mut looked_for = HashSet::new();
    for (start, first) in words.iter().enumerate() {
        let mut text = String::new();
        let mut rarity = 0.0_f32;
        for (length, word) in words.iter().skip(start).take(PHRASE).enumerate() {
            if is_empty_word(&word.text) {
                break;
            }
            if length > 0 && !word.joined {
                text.push(' ');
            }
            text.push_str(&word.text);
            rarity = rarity.max(word.rarity);
            if rarity < RARE || is_empty_word(&first.text) || !says_enough(&text) {
                continue;
            }
            let place = phrases.len();
            let phrase = phrases.entry(text.clone()).or_insert_with(|| Phrase {
                count: 0,
                turns: BTreeSet::new(),
                rarity,
                words: u8::try_from(length + 1).unwrap_or(u8::MAX),
                name: false,
                place,
                shown: String::new(),
            });
            phrase.count += 1;
            phrase.turns.insert(turn);
            if !looked_for.insert(text.clone()) {
                continue;
            }
            if let Some(written) = written(clause, &lower, &text) {
                let opens = clause.trim_start().starts_with(&written);
                phrase.name |= !opens && written.chars().any(char::is_uppercase);
                if phrase.shown.is_empty() {
                    phrase.shown = written;
                }
            }
        }
    }
}

/// A word that carries no subject: a function word, a number, a word of every conversation, a single Latin letter.
fn is_empty_word(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let bare: String = common::without_particles(word).chars().map(simplified).collect();
    letters == 0
        || (word.is_ascii() && word.len() < 3)
        || word.starts_with(attaches)
        || is_stop(word)
        || common::is_common(&bare)
        || bare.is_empty()
}

/// Two Thai letters in the middle of a run are more likely a part of a word than one.
fn is_short_thai(word: &str) -> bool {
    word.chars().all(is_thai) && word.chars().filter(|c| !attaches(*c)).count() + 1 < 3
}

/// One Chinese letter is rarely a word, and no word goes on and on.
fn says_enough(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && !(text.starts_with(is_han) && text.chars().count() < 2)
        && text.chars().nth(LONGEST).is_none()
}

/// Tells whether a phrase is nearly always said as a part of a longer one.
fn is_part(text: &str, own: &Phrase, all: &[(String, Phrase)]) -> bool {
    all.iter().any(|(longer, other)| {
        longer.len() > text.len() && longer.contains(text) && other.count * 10 >= own.count * 7
    })
}

/// Finds a phrase in the clause as it was written; `lower` is the clause in small letters.
fn written(clause: &str, lower: &str, text: &str) -> Option<String> {
    let at = lower.find(text)?;
    clause.get(at..at + text.len()).map(str::to_owned)
}

/// The letters of the model are compatibility forms: Thai am is written in one again.
fn display(text: &str) -> String {
    text.replace("\u{E4D}\u{E32}", "\u{E33}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cuts into pieces of two letters, joined where no blank stands between them.
    fn cut(text: &str) -> Vec<Word> {
        let mut words = Vec::new();
        for word in text.split_whitespace() {
            let letters: Vec<char> = word.chars().collect();
            for (at, piece) in letters.chunks(2).enumerate() {
                words.push(Word { text: piece.iter().collect(), joined: at > 0, rarity: 12.0 });
            }
        }
        words
    }

    #[test]
    fn a_long_text_without_spaces_is_quick_and_names_no_subject() {
        for text in ["x".repeat(64_000), "ก".repeat(21_000), "账".repeat(21_000), "ab cd ".repeat(10_000)]
        {
            let begun = std::time::Instant::now();
            let found = subjects(&text, 20, &cut);
            let turns = [Said { role: crate::fusion::Role::User, text: &text, year: None }];
            topics(&turns, 5, &cut);
            let took = begun.elapsed();
            assert!(took < std::time::Duration::from_secs(3), "{took:?}");
            assert!(found.iter().all(|word| word.chars().count() <= LONGEST), "{found:?}");
        }
    }

    #[test]
    fn words_are_shown_as_they_were_written_and_once() {
        let found = subjects("Grafana grafana GRAFANA ทดสอบ", 5, &|text| {
            let word = |word: &str| Word { text: word.to_lowercase(), joined: false, rarity: 12.0 };
            text.split_whitespace().map(word).collect()
        });
        assert_eq!(found, ["Grafana", "ทดสอบ"]);
    }
}
