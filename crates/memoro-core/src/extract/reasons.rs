//! Makes an item of a sentence: its title, and why, what was found, what was settled and what follows, as far as the
//! sentence and its neighbours say so. Nothing is made up: every field is a part of what was said.

use super::cues::{ALL, begins, find, has};
use super::judge::Found;
use super::sentence::Sentence;
use super::{Item, Kind, Said, Standing};
use crate::provenance::Confidence;

/// The longest title, in characters.
const TITLE: usize = 96;
/// How many turns before a decision its finding may stand.
const FAR: usize = 8;

/// Makes an item of the sentence at a place.
pub(super) fn item(found: Found, turn: usize, at: usize, read: &[Vec<Sentence<'_>>]) -> Item {
    let sentence = &read[turn][at];
    let (matter, why) = split_why(sentence);
    let next = read[turn].get(at + 1).or_else(|| read.get(turn + 1).and_then(|turn| turn.first()));
    let after = read.get(turn + 1).into_iter().flatten().take(2).find(|s| is_impact(s));
    let impact = own_impact(sentence)
        .or_else(|| next.filter(|s| is_impact(s)).or(after).map(|s| s.text.trim().to_owned()));
    let why = if why.is_empty() { why_beside(&read[turn], at) } else { why };
    Item {
        kind: found.kind,
        turn,
        span: sentence.span.clone(),
        title: title(&matter),
        why,
        finding: String::new(),
        conclusion: matter,
        impact: impact.unwrap_or_default(),
        confidence: Confidence::from_thousandths(found.sure),
        standing: Standing::Holds,
        reverses: ALL.iter().any(|cues| has(&sentence.seen, cues.reversals)),
    }
}

/// Splits a sentence at its "because".
fn split_why(sentence: &Sentence<'_>) -> (String, String) {
    let seen = &sentence.seen;
    let place = ALL.iter().filter_map(|cues| find(seen, cues.because)).min();
    let Some((at, end)) = place.filter(|(at, _)| *at > 0) else {
        return (trimmed(sentence.text), String::new());
    };
    let why = trimmed(sentence.part(end..seen.len()));
    // What follows from it may come after the reason.
    let matter = trimmed(sentence.part(0..at));
    if matter.chars().count() < 4 { (trimmed(sentence.text), why) } else { (matter, why) }
}

/// A reason in the sentence before or after: "The monolith is too slow. We are splitting …".
fn why_beside(turn: &[Sentence<'_>], at: usize) -> String {
    let stated = |s: &&Sentence<'_>| ALL.iter().any(|cues| begins(&s.seen, cues.because).is_some());
    let after = turn.get(at + 1).filter(stated);
    let before =
        at.checked_sub(1).and_then(|at| turn.get(at)).filter(|s| !s.asks && s.text.chars().count() > 15);
    after.or(before).map(|s| trimmed(s.text)).unwrap_or_default()
}

fn is_impact(sentence: &Sentence<'_>) -> bool {
    ALL.iter().any(|cues| begins(&sentence.seen, cues.therefore).is_some())
}

fn own_impact(sentence: &Sentence<'_>) -> Option<String> {
    let (_, end) = ALL.iter().filter_map(|cues| find(&sentence.seen, cues.therefore)).min()?;
    let text = trimmed(sentence.part(end..sentence.seen.len()));
    (text.chars().count() >= 4).then_some(text)
}

fn trimmed(text: &str) -> String {
    let marks = |c: char| {
        c.is_whitespace()
            || matches!(c, ',' | '，' | ';' | '；' | ':' | '：' | '.' | '。' | '!' | '！' | '-' | '–')
    };
    text.trim_matches(marks).to_owned()
}

/// Makes one line of what was settled: without the words that only lead to it.
fn title(matter: &str) -> String {
    let mut rest = matter;
    loop {
        let lower = rest.to_ascii_lowercase();
        let end = ALL.iter().filter_map(|cues| begins(&lower, cues.lead)).max();
        let Some(end) = end else { break };
        let after = rest.get(end..).unwrap_or_default();
        let gap = after.trim_start_matches([' ', ',', '，', '.', '。', ':', '：', '!', '！']);
        if gap.len() == after.len() || gap.chars().count() < 6 {
            break;
        }
        rest = gap;
    }
    let line: String = rest.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= TITLE {
        return line;
    }
    let cut: String = line.chars().take(TITLE).collect();
    let whole = cut.rfind(' ').filter(|at| *at > TITLE / 2).and_then(|at| cut.get(..at));
    format!("{}…", whole.unwrap_or(&cut).trim_end())
}

/// Gives decisions what had been found out shortly before.
pub(super) fn add_findings(turns: &[Said<'_>], items: &mut [Item]) {
    let lessons: Vec<(usize, String)> = items
        .iter()
        .filter(|item| item.kind == Kind::Lesson)
        .map(|item| (item.turn, item.evidence(turns).trim().to_owned()))
        .collect();
    for item in items.iter_mut().filter(|item| item.kind.is_settled() || item.kind == Kind::Rule) {
        let near = |turn: &usize| *turn <= item.turn && item.turn - turn <= FAR;
        let found = lessons.iter().rev().find(|(turn, _)| near(turn));
        item.finding = found.map(|(_, text)| text.clone()).unwrap_or_default();
    }
}
