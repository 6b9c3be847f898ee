//! Words of a question that are shorter than a gram: one Chinese character (狗, 茶), two Thai ones (ฝน). They are looked
//! up for themselves only where the question gives nothing longer around them.

use crate::text::{Kind, Script, Term, Token, continued, is_bare, script_of, simplified};

/// What each character of a question of two Chinese characters counts: together they are the word, apart a hint.
const HALF: f32 = 0.5;

/// A word that is shorter than a gram.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Word {
    pub(super) term: Term,
    pub(super) script: Script,
    pub(super) weight: f32,
    pub(super) also: Vec<Term>,
}

/// Returns further names of a token: those of the grams that a run of two Thai characters begins elsewhere.
pub(super) fn also(token: &Token<'_>) -> Vec<Term> {
    let short = token.script == Script::Thai && token.kind == Kind::Gram && token.text.chars().count() == 2;
    if short { continued(token.text) } else { Vec::new() }
}

/// Finds the short words of a text, each with its first byte: what stands alone between signs and the words that only
/// ask, and the two characters of a text that has no more.
pub(super) fn words(text: &str, shell: &[(usize, usize)]) -> Vec<(Word, usize)> {
    let mut found = Vec::new();
    if text.is_ascii() {
        return found;
    }
    let asks = |at: usize| {
        let mut near = super::shell::reaching(shell, at).iter().take_while(|(from, _)| *from <= at);
        near.any(|(_, to)| at < *to)
    };
    let mut run: Vec<(usize, char)> = Vec::new();
    let all = text.char_indices().filter(|(_, c)| script_of(*c).is_some()).count();
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let script = script_of(c).filter(|s| matches!(s, Script::Han | Script::Thai) && !asks(at));
        if run.last().and_then(|(_, last)| script_of(*last)) != script {
            found.extend(of_run(&run, all));
            run.clear();
        }
        if script.is_some() {
            run.push((at, simplified(c)));
        }
    }
    found
}

fn of_run(run: &[(usize, char)], all: usize) -> Vec<(Word, usize)> {
    let Some(script) = run.first().and_then(|(_, c)| script_of(*c)) else { return Vec::new() };
    let word = |text: &str, weight: f32, also| Word { term: Term::of(text), script, weight, also };
    match (script, run) {
        (Script::Han, [_] | [_, _]) if run.len() == 1 || all == 2 => {
            let weight = if run.len() == 1 { 1.0 } else { HALF };
            let meant = run.iter().filter(|(_, c)| !is_bare(*c));
            meant.map(|(at, c)| (word(&c.to_string(), weight, Vec::new()), *at)).collect()
        }
        (Script::Thai, [(at, first), (_, second)]) => {
            let two = String::from_iter([*first, *second]);
            vec![(word(&two, 1.0, continued(&two)), *at)]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Query, Today};
    use super::*;

    fn weight(question: &str, word: &str) -> Option<f32> {
        let query = Query::analyse(question, Today::new(2026, 11, 15));
        query.terms.iter().find(|t| t.is(Term::of(word))).map(|t| t.weight)
    }

    #[test]
    fn one_chinese_character_is_a_word_where_nothing_longer_stands_around_it() {
        assert_eq!(weight("狗", "狗"), Some(1.0));
        assert_eq!(weight("茶？", "茶"), Some(1.0));
        assert_eq!(weight("买鱼", "鱼"), Some(HALF));
        assert_eq!(weight("買魚", "鱼"), Some(HALF));
        assert_eq!(weight("数据库在哪里", "库"), None);
    }

    #[test]
    fn two_thai_characters_are_found_inside_a_longer_run() {
        for question in ["ฝน", "ฝนคืออะไร"] {
            assert_eq!(weight(question, "ฝน"), Some(1.0), "{question}");
            assert_eq!(weight(question, "ฝนต"), Some(1.0), "{question}");
        }
        assert_eq!(weight("ฝน", "ฝนา"), None, "a vowel belongs to what stands before it");
    }
}
