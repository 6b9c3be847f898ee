//! Whether a text holds a phrase as typed, once case, width, accents and spacing are folded. Looks at the raw text,
//! not at the index: it is for the few hits that are shown.

use super::fold::{fold, join_thai};
use super::han::simplified;
use super::script::{Script, script_of};

/// A phrase prepared for looking up in several texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase(String);

impl Phrase {
    /// Prepares a phrase; nothing is left of one that has no letter, digit or sign.
    pub fn new(phrase: &str) -> Option<Self> {
        let folded = read_as(phrase);
        let trimmed = folded.trim();
        (!trimmed.is_empty()).then(|| Self(trimmed.to_owned()))
    }

    /// Returns whether the text holds the phrase; a Latin word or number is only found whole.
    pub fn is_in(&self, text: &str) -> bool {
        let text = read_as(text);
        text.match_indices(&self.0).any(|(at, found)| {
            let before = text.get(..at).and_then(|t| t.chars().next_back());
            let after = text.get(at + found.len()..).and_then(|t| t.chars().next());
            !joins(before, found.chars().next()) && !joins(found.chars().next_back(), after)
        })
    }

    /// Returns the folded phrase.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether two neighbours belong to one word of a script that writes spaces.
fn joins(left: Option<char>, right: Option<char>) -> bool {
    let script = |c: Option<char>| c.and_then(script_of);
    let spaced = |s: Option<Script>| matches!(s, Some(Script::Latin | Script::Digit | Script::Other));
    spaced(script(left)) && spaced(script(right))
}

/// Folds a text and reads traditional Chinese as simplified.
fn read_as(text: &str) -> String {
    normalised(text).chars().map(simplified).collect()
}

/// Folds every character and squeezes white space to one blank.
pub fn normalised(text: &str) -> String {
    let mut chars: Vec<char> = Vec::with_capacity(text.len());
    for c in text.chars() {
        if c.is_whitespace() {
            if chars.last() != Some(&' ') {
                chars.push(' ');
            }
        } else if let Some((replaced, instead)) = join_thai(&chars, c) {
            chars.truncate(chars.len() - replaced);
            chars.extend(instead.into_iter().flatten());
        } else {
            fold(c, |f| chars.push(f));
        }
    }
    chars.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(text: &str, phrase: &str) -> bool {
        Phrase::new(phrase).is_some_and(|p| p.is_in(text))
    }

    #[test]
    fn phrases_are_found_across_case_width_and_spacing() {
        assert!(has("We moved to  New\nYork in May", "new york"));
        assert!(has("用Ｄｏｃｋｅｒ部署", "docker部署"));
        assert!(has("ย้ายไปเชียงใหม่เมื่อวาน", "เชียงใหม่"));
        assert!(has("error ERR_CONN_RESET again", "err_conn_reset"));
        assert!(has("張經理負責部署", "张经理"));
    }

    #[test]
    fn a_latin_phrase_is_found_only_as_whole_words() {
        assert!(!has("the party", "art"));
        assert!(!has("E03821", "E0382"));
        assert!(has("deployบนDocker", "docker"));
        assert_eq!(Phrase::new(" \u{200b} "), None);
    }
}
