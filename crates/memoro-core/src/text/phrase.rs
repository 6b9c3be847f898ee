//! Whether a text holds a phrase as typed, once case, width, accents and spacing are folded. Looks at the raw text,
//! not at the index: it is for the few hits that are shown, and for words that the index does not keep.

use super::fold::{fold, join_thai};
use super::han::simplified;
use super::script::{Script, script_of};
use super::tokens::tokenize;

/// A phrase prepared for looking up in several texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    folded: String,
    unindexed: usize,
}

impl Phrase {
    /// Prepares a phrase; nothing is left of one that has no letter, digit or sign.
    pub fn new(phrase: &str) -> Option<Self> {
        let folded = read_as(phrase);
        let trimmed = folded.trim();
        let (mut words, mut indexed) = (0, false);
        tokenize(phrase, &mut |token| {
            words += usize::from(token.counts());
            indexed |= token.is_indexed();
        });
        let unindexed = if indexed { 0 } else { words.max(1) };
        (!trimmed.is_empty()).then(|| Self { folded: trimmed.to_owned(), unindexed })
    }

    /// Returns how many words it has where the index keeps none of them ("to be or not to be"), else 0.
    pub fn unindexed(&self) -> usize {
        self.unindexed
    }

    /// Tells quickly whether a text, as bytes, may hold the phrase; where it says no, the text holds it at most in letters
    /// of another width.
    pub fn may_be_in(&self, text: &[u8]) -> bool {
        let phrase = self.folded.as_bytes();
        let Some(first) = phrase.first().filter(|_| phrase.is_ascii()) else { return true };
        let begins = |at: &usize| text.get(*at).is_some_and(|byte| byte.to_ascii_lowercase() == *first);
        (0..text.len()).filter(begins).any(|at| may_begin(phrase, text.get(at..).unwrap_or_default()))
    }

    /// Returns whether the text holds the phrase; a Latin word or number is only found whole.
    pub fn is_in(&self, text: &str) -> bool {
        let text = read_as(text);
        text.match_indices(&self.folded).any(|(at, found)| {
            let before = text.get(..at).and_then(|t| t.chars().next_back());
            let after = text.get(at + found.len()..).and_then(|t| t.chars().next());
            !joins(before, found.chars().next()) && !joins(found.chars().next_back(), after)
        })
    }

    /// Returns the folded phrase.
    pub fn as_str(&self) -> &str {
        &self.folded
    }
}

/// Tells whether bytes may begin with a folded phrase; what only folding can tell, and what is escaped, may be it.
fn may_begin(phrase: &[u8], text: &[u8]) -> bool {
    let mut rest = text.iter().copied().peekable();
    for wanted in phrase {
        let Some(byte) = rest.next() else { return false };
        if !byte.is_ascii() || byte == b'\\' {
            return true;
        }
        let byte = if byte.is_ascii_whitespace() { b' ' } else { byte.to_ascii_lowercase() };
        if byte != *wanted {
            return false;
        }
        while byte == b' ' && rest.next_if(u8::is_ascii_whitespace).is_some() {}
    }
    true
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
    fn a_quick_look_never_misses_what_a_close_one_finds() {
        let phrase = |text| Phrase::new(text).unwrap();
        for (text, words) in [
            ("He asked: To  be\nor NOT to be?", "to be or not to be"),
            ("i don’t know who they are", "don't know"),
            ("ไป to be ที่ไหน", "to be"),
            ("这是我的", "我的"),
            ("{\"why\":\"to\\nbe\"}", "to be"),
        ] {
            let held = phrase(words).is_in(text) || text.contains('\\');
            assert!(held && phrase(words).may_be_in(text.as_bytes()), "{text}: {words}");
        }
        assert!(!phrase("to be or not").may_be_in(b"to bear or not to be"));
        assert!(!phrase("the who").may_be_in(b"the one who"));
    }

    #[test]
    fn a_phrase_tells_whether_the_index_keeps_any_of_it() {
        for (words, unindexed) in [
            ("to be or not to be", 6),
            ("The Who", 2),
            ("->", 1),
            ("new york", 0),
            ("the docker", 0),
            ("部署", 0),
        ] {
            assert_eq!(Phrase::new(words).unwrap().unindexed(), unindexed, "{words}");
        }
    }

    #[test]
    fn a_latin_phrase_is_found_only_as_whole_words() {
        assert!(!has("the party", "art"));
        assert!(!has("E03821", "E0382"));
        assert!(has("deployบนDocker", "docker"));
        assert_eq!(Phrase::new(" \u{200b} "), None);
    }
}
