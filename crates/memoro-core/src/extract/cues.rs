//! The words by which a sentence is known, per language, and how they are looked for: phrases between bars, Latin
//! words only whole, Thai and Chinese anywhere.

use crate::trigger::search::{Runs, words};

/// The phrases of one language. Each list holds phrases between bars, in lower case.
pub(super) struct Cues {
    /// Something was settled: the phrase alone says so.
    pub(super) decided: &'static str,
    /// Who commits to something, before one of `commits`.
    pub(super) subjects: &'static str,
    /// What one commits to, right after one of `subjects`.
    pub(super) commits: &'static str,
    /// Changes of the shape of a system.
    pub(super) reshapes: &'static str,
    /// What such changes are made on.
    pub(super) structures: &'static str,
    /// From now on, must, must not.
    pub(super) rules: &'static str,
    /// Rules where they begin a clause.
    pub(super) rule_starts: &'static str,
    /// Remember, at the start of a clause.
    pub(super) remember: &'static str,
    /// Somebody has to do something.
    pub(super) actions: &'static str,
    /// Requests at the start of a clause.
    pub(super) requests: &'static str,
    /// Until when.
    pub(super) deadlines: &'static str,
    /// What one has to do with a deadline.
    pub(super) duties: &'static str,
    /// Requests that ask for words, not for deeds.
    pub(super) talk: &'static str,
    /// What was found out.
    pub(super) lessons: &'static str,
    /// Nobody knows yet.
    pub(super) open: &'static str,
    /// A proposal of the assistant.
    pub(super) proposals: &'static str,
    /// Agreement, at the start of a turn.
    pub(super) agrees: &'static str,
    /// Agreement that says: do it so.
    pub(super) firmly: &'static str,
    /// Questions that propose something to do together.
    pub(super) whether: &'static str,
    /// Offers to do something, which look like such questions.
    pub(super) offers: &'static str,
    /// Words that speak against a proposal.
    pub(super) against: &'static str,
    /// Not now, not sure: no agreement, and the question stays open.
    pub(super) hesitates: &'static str,
    /// Only supposed, before a cue.
    pub(super) supposed: &'static str,
    /// Somebody else's words, before a cue.
    pub(super) reported: &'static str,
    /// Negation, right before a cue.
    pub(super) negated: &'static str,
    /// Words that take something back.
    pub(super) reversals: &'static str,
    /// Because.
    pub(super) because: &'static str,
    /// What looks like because and is not, from where it begins.
    pub(super) not_because: &'static str,
    /// Therefore; what stands behind a `~` must follow and belongs to what follows.
    pub(super) therefore: &'static str,
    /// Words before the matter that say nothing of it.
    pub(super) lead: &'static str,
}

/// All languages, in the order in which they are tried.
pub(super) const ALL: [&Cues; 3] = [&super::english::CUES, &super::thai::CUES, &super::chinese::CUES];

/// Which letters follow each other in a text: most phrases need no search, since it does not have theirs.
pub(super) struct Letters(Runs);

impl Letters {
    /// Looks at a text.
    pub(super) fn of(text: &str) -> Self {
        Self(Runs::of(text))
    }

    /// Tells whether a phrase can stand in the text.
    pub(super) fn may_make(&self, phrase: &str) -> bool {
        self.0.may_hold(phrase)
    }

    /// Tells whether the text, which has these letters, holds a phrase.
    pub(super) fn hold(&self, text: &str, phrase: &str) -> bool {
        self.may_make(phrase) && place(text, phrase, 0).is_some()
    }

    /// Returns the phrases of a list that can stand in the text.
    fn likely(&self, list: &'static str) -> impl Iterator<Item = &'static str> {
        words(list).likely(&self.0).filter(|phrase| !phrase.is_empty())
    }
}

/// Returns the first place of any phrase of a list, at or after a byte.
pub(super) fn find_from(text: &str, list: &'static str, from: usize) -> Option<(usize, usize)> {
    Letters::of(text)
        .likely(list)
        .filter_map(|phrase| place(text, phrase, from))
        .min_by_key(|(at, end)| (*at, usize::MAX - end))
}

/// Returns the places of the phrases of a list, one behind the other; of those that begin at one place the longest. Each phrase is
/// looked for once along the text, however often others stand in it.
pub(super) fn places(text: &str, list: &'static str) -> impl Iterator<Item = (usize, usize)> {
    let mut next: Vec<(&str, (usize, usize))> =
        Letters::of(text).likely(list).filter_map(|phrase| Some((phrase, place(text, phrase, 0)?))).collect();
    let mut from = 0;
    std::iter::from_fn(move || {
        next.retain_mut(|(phrase, found)| {
            let later = if found.0 < from { place(text, phrase, from) } else { Some(*found) };
            later.inspect(|later| *found = *later).is_some()
        });
        let (_, (at, end)) = *next.iter().min_by_key(|(_, (at, end))| (*at, usize::MAX - end))?;
        from = end;
        Some((at, end))
    })
}

/// Returns the first place of any phrase of a list.
pub(super) fn find(text: &str, list: &'static str) -> Option<(usize, usize)> {
    find_from(text, list, 0)
}

/// Tells whether a text holds any phrase of a list.
pub(super) fn has(text: &str, list: &'static str) -> bool {
    Letters::of(text).likely(list).any(|phrase| place(text, phrase, 0).is_some())
}

/// Returns where the phrase ends that a text begins with; the longest counts.
pub(super) fn begins(text: &str, list: &'static str) -> Option<usize> {
    words(list).beginning(text).find(|phrase| begins_with(text, phrase)).map(str::len)
}

/// Tells whether a text begins with a phrase.
pub(super) fn begins_with(text: &str, phrase: &str) -> bool {
    text.starts_with(phrase) && ends_word(text, phrase, phrase.len())
}

/// Returns where the phrase begins that a text ends with.
pub(super) fn ends(text: &str, list: &'static str) -> Option<usize> {
    let found = words(list).ending(text).find(|phrase| ends_with(text, phrase));
    found.map(|phrase| text.len() - phrase.len())
}

/// Tells whether a text ends with a phrase.
pub(super) fn ends_with(text: &str, phrase: &str) -> bool {
    text.ends_with(phrase) && starts_word(text, text.len() - phrase.len())
}

/// Returns the phrases of a list.
pub(super) fn phrases(list: &str) -> impl Iterator<Item = &str> {
    list.split('|').map(|phrase| phrase.trim_start_matches([' ', '\n'])).filter(|phrase| !phrase.is_empty())
}

/// Returns the first place of a phrase, at or after a byte.
pub(super) fn place(text: &str, phrase: &str, from: usize) -> Option<(usize, usize)> {
    let mut at = from;
    loop {
        let found = at + text.get(at..)?.find(phrase)?;
        let end = found + phrase.len();
        if starts_word(text, found) && ends_word(text, phrase, end) {
            return Some((found, end));
        }
        at = found + phrase.chars().next().map_or(1, char::len_utf8);
    }
}

/// A Latin phrase does not begin inside a word.
fn starts_word(text: &str, at: usize) -> bool {
    let next = text.as_bytes().get(at).is_some_and(u8::is_ascii_alphanumeric);
    let before =
        at.checked_sub(1).and_then(|at| text.as_bytes().get(at)).is_some_and(u8::is_ascii_alphanumeric);
    !(next && before)
}

fn ends_word(text: &str, phrase: &str, end: usize) -> bool {
    let last = phrase.as_bytes().last().is_some_and(u8::is_ascii_alphanumeric);
    !(last && text.as_bytes().get(end).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'\''))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_phrases_are_found_whole_and_others_anywhere() {
        assert_eq!(find("we use it", "us|use"), Some((3, 6)));
        assert!(!has("because", "use|cause") && !has("we'll", "we"));
        assert!(has("เราตัดสินใจแล้ว", "ตัดสินใจ") && has("我们决定了", "决定"));
        assert_eq!(begins("go with it", "go|go with"), Some(7));
        assert_eq!(ends("we have never", "never|not"), Some(8));
    }
}
