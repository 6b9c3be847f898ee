//! As much English grammar as the router needs: past tense, commands, clauses. Works on lower-case words and is
//! content to be wrong about poetry.

use super::verbs::is_verb;
use super::view::{Token, each, has_phrase, is_iso_date, one_of};

const DUTY: &str = "\
    should|must|always|never|make sure|need to|needs to|have to|has to|ought to|be sure|remember to|\
    don't|do not";
const BEFORE_VERB: &str = "\
    please|always|never|first|just|then|also|only|do|not|don't|immediately|you|we|to|kindly|finally|\
    next";
const IRREGULAR: &str = "\
    was|were|went|had|did|came|took|made|got|gave|found|lost|won|ran|wrote|said|told|met|left|spent|\
    froze|broke|fell|began|bought|sold|sent|thought|brought|taught|caught|built|kept|led|put|saw|\
    set|spoke|stood|threw|woke|ate|drank|drove|flew|grew|knew|rose|sang|slept|swam|wore|paid|held|\
    heard|felt|became|chose|forgot|hit|cut|been|done|shut|rewrote|rebuilt|redid|reran|swapped|quit|\
    burnt|stole|hid|bit|tore|sank|struck|hung|dealt|overslept|understood|withdrew";
const NOT_PAST: &str = "\
    born|need|needed|based|red|feed|speed|seed|embed|exceed|proceed|bed|shed|hundred|indeed|supposed|\
    limited|advanced|distributed|required|interested|married|retired|tired|shared|unlimited|\
    detailed|combined|related|wired";
/// Days and months.
pub(super) const MOMENTS: &str = "\
    monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|\
    july|august|september|october|november|december";
const PRESENT: &str = "\
    is|i've|have|has|they've|we've|are|be|being|gets|get|it's|isn't|aren't|am|i'm|a|an|the|of";
const FINITE: &str = "is|are|was|were|has|had|can|may|will|of|does|cannot";
const OTHER_SUBJECT: &str = "is|are|am|i|we|they|he|she|it|has|have|can|may|will";
const BEFORE_NOUN: &str = "the|a|an|of|to|your|our|for|in|on|with|per|each|every";

/// Finds the phrase with which the words begin.
pub(super) fn leads(tokens: &[Token], phrases: &'static str) -> Option<&'static str> {
    let begins =
        |phrase: &&str| phrase.split(' ').enumerate().all(|(i, w)| tokens.get(i).is_some_and(|t| t == w));
    each(phrases).find(begins)
}

/// Tells whether the words are a command: a bare verb first, or a word of duty.
pub(super) fn commands(tokens: &[Token]) -> bool {
    opens_with_command(tokens) || each(DUTY).any(|duty| has_phrase(tokens, duty))
}

/// Tells whether the words open with a bare verb that is no noun there.
pub(super) fn opens_with_command(tokens: &[Token]) -> bool {
    let Some(at) = tokens.iter().position(|t| !one_of(t, BEFORE_VERB)) else { return false };
    tokens.get(at).is_some_and(|t| is_verb(t)) && !tokens.get(at + 1..).is_some_and(names_a_thing)
}

/// Tells whether the words after a verb-like word make a noun of it: `water boils`, `version 3 of`.
fn names_a_thing(after: &[Token]) -> bool {
    let finite = |t: &Token| {
        let stem = t.strip_suffix("es").filter(|stem| is_verb(stem)).or(t.strip_suffix('s'));
        stem.is_some_and(is_verb) || one_of(t, FINITE)
    };
    let number = |t: &Token| t.chars().all(|c| c.is_ascii_digit() || c == '.');
    after.first().is_some_and(|t| finite(t) || number(t))
        || after.get(1).is_some_and(|t| one_of(t, "was|were|is|are"))
}

/// Tells whether a command stands inside a sentence that has no other subject or verb.
pub(super) fn told_to_do(tokens: &[Token]) -> bool {
    let verb_here =
        |pair: &[Token]| matches!(pair, [before, verb] if is_verb(verb) && !one_of(before, BEFORE_NOUN));
    !tokens.iter().any(|t| one_of(t, OTHER_SUBJECT)) && tokens.windows(2).any(verb_here)
}

/// Cuts the words into clauses.
pub(super) fn clauses(tokens: &[Token]) -> Vec<&[Token]> {
    tokens.split(|t| one_of(t, ",|;|.|:|→|and|then")).collect()
}

/// Tells whether the word is a verb form that is always past.
pub(super) fn is_irregular(token: &str) -> bool {
    one_of(token, IRREGULAR)
}

/// Tells whether the word is a verb form of the past.
pub(crate) fn is_past(token: &str) -> bool {
    let regular = token.len() > 4 && token.ends_with("ed") && !token.contains('-');
    (regular && !one_of(token, NOT_PAST)) || is_irregular(token)
}

/// Finds the first verb in the past that is not merely the second half of a passive of the present.
pub(super) fn past(tokens: &[Token]) -> Option<usize> {
    pasts(tokens).next()
}

/// Words after which a form in `-ed` only describes: my preferred shell.
const OWNERS: &str = "my|our|your|their|the|a|an|its";

/// Finds every such verb.
pub(super) fn pasts(tokens: &[Token]) -> impl Iterator<Item = usize> + '_ {
    (0..tokens.len()).filter(|&i| {
        let back = |n: usize| i.checked_sub(n).and_then(|at| tokens.get(at)).map_or("", String::as_str);
        let between = back(1) == "not" || back(1).ends_with("ly");
        let describes = one_of(back(1), PRESENT) || one_of(back(1), OWNERS);
        let passive = describes || (between && one_of(back(2), PRESENT));
        !passive && tokens.get(i).is_some_and(|t| is_past(t))
    })
}

/// Tells whether a year stands among the words: history rather than yesterday.
pub(super) fn has_year(tokens: &[Token]) -> bool {
    let digits = |t: &Token| t.len() == 4 && t.chars().all(|c| c.is_ascii_digit());
    tokens.iter().any(|t| digits(t) && (t.starts_with("19") || t.starts_with("20")))
}

/// Counts the times of the clock among the words: a log of what happened has several.
pub(super) fn clocks(tight: &str) -> usize {
    let bytes = tight.as_bytes();
    bytes
        .windows(5)
        .filter(|w| matches!(w, [a, b, b':', c, d] if [a, b, c, d].iter().all(|x| x.is_ascii_digit())))
        .count()
}

/// Finds a day or month without a year, or a clock time: what happens once, close by.
pub(super) fn moment(tokens: &[Token]) -> Option<&'static str> {
    let is_clock =
        |t: &Token| t.len() >= 4 && t.contains(':') && t.chars().all(|c| c.is_ascii_digit() || c == ':');
    let day = each(MOMENTS).find(|moment| tokens.iter().any(|t| t == moment)).filter(|_| !has_year(tokens));
    let clock = tokens.iter().any(is_clock).then_some("a time");
    day.or(clock).or(tokens.iter().any(|t| is_iso_date(t)).then_some("a date"))
}

#[cfg(test)]
mod tests {
    use super::super::view::View;
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        View::new(text).tokens
    }

    #[test]
    fn a_passive_of_the_present_is_no_past() {
        assert_eq!(past(&tokens("the server crashed")), Some(2));
        assert_eq!(past(&tokens("the database is called northpine")), None);
        assert_eq!(past(&tokens("it is not supported")), None);
    }

    #[test]
    fn a_noun_that_looks_like_a_verb_commands_nothing() {
        assert!(opens_with_command(&tokens("water the plants")));
        assert!(!opens_with_command(&tokens("water boils at a lower temperature")));
        assert!(!opens_with_command(&tokens("version 3 drops support")));
        assert!(opens_with_command(&tokens("please always check the log")));
    }
}
