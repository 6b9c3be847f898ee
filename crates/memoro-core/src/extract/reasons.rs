//! Makes an item of a sentence: its title, and why, what was found, what was settled and what follows, as far as the
//! sentence says so, or one right beside it in the same turn that a connecting word joins to it. Nothing is made up and
//! nothing is guessed: every field is a part of what was said, or empty.

use super::connect::{because, follows, gives_reason, therefore};
use super::cues::{ALL, begins, has};
use super::judge::{Found, tells_lesson};
use super::leave::leaves;
use super::sentence::Sentence;
use super::signs::bare_end;
use super::{Item, Standing};
use crate::provenance::Confidence;
use crate::text::head;

/// The longest title, in characters.
const TITLE: usize = 96;
/// The fewest characters that say something.
const SHORTEST: usize = 4;

/// Words that lead to one thing more.
const ASIDE: &str = "oh|btw|by the way|one more thing|顺便|順便|對了";
/// Questions for words, as they begin behind what was settled.
const ASKED_ON: &str = "what's|what is|what are|what do|what does|how much|how many|how long|how far|how do|how does|how is|which ones|where is|where do|is there|are there|does it|do they";
/// The same in Chinese; in Thai the last word tells.
const ASKED_ON_ZH: &str = "那要|多少钱|大概多少|要多久|怎么|价格";

/// The longest sentence that only says what is left, in characters.
const BRIEF: usize = 60;

/// Makes an item of the sentence at a place.
pub(super) fn item(found: Found, turn: usize, at: usize, read: &[Vec<Sentence<'_>>]) -> Item {
    let sentence = &read[turn][at];
    let mut parts = Parts::of(sentence, found.at);
    parts.look_beside(&read[turn], at);
    Item {
        kind: found.kind,
        turn,
        span: sentence.span.clone(),
        title: title(&parts.matter),
        why: parts.why,
        finding: parts.finding,
        conclusion: parts.matter,
        impact: parts.impact,
        confidence: Confidence::from_thousandths(found.sure),
        standing: Standing::Holds,
        leaves: left_before(&read[turn], at),
        reverses: ALL.iter().any(|cues| has(&sentence.seen, cues.reversals)),
        agreed: None,
    }
}

/// Returns the sentence before another that says in a few words what is left: "Redis is out."
fn left_before(turn: &[Sentence<'_>], at: usize) -> String {
    let before = at.checked_sub(1).and_then(|at| turn.get(at)).filter(|before| !before.asks);
    let brief = before.filter(|before| before.seen.chars().count() <= BRIEF && leaves(&before.seen));
    brief.map(|before| trimmed(before.text)).unwrap_or_default()
}

/// What a sentence says of a matter.
#[derive(Default)]
struct Parts {
    matter: String,
    why: String,
    finding: String,
    impact: String,
}

impl Parts {
    /// Cuts a sentence at its connecting words; `cue` is the place that shows what is settled.
    fn of(sentence: &Sentence<'_>, cue: usize) -> Self {
        let seen = sentence.seen.as_str();
        let part = |from: usize, to: usize| trimmed(sentence.part(from..to));
        let mut parts = Self::default();
        let (mut start, mut end) = (0, asked_on(seen, cue).unwrap_or(seen.len()));
        // What comes before a "so" that leads to the matter is its reason.
        if let Some((at, after)) = therefore(seen, 0).filter(|(at, after)| *at > 0 && *after <= cue) {
            let told = part(0, at);
            if long(&told) {
                let given = because(seen, 0).filter(|(first, _)| *first == 0).map_or(0, |(_, end)| end);
                let reason = part(given, at);
                if tells_lesson(seen.get(..at).unwrap_or_default()) {
                    parts.finding = reason;
                } else {
                    parts.why = reason;
                }
                start = after;
            }
        }
        if let Some((at, after)) = therefore(seen, cue.max(start)).filter(|(at, _)| *at > cue) {
            let told = part(after, end);
            if long(&told) && long(&part(start, at)) {
                parts.impact = told;
                end = at;
            }
        }
        parts.cut_reason(sentence, cue, (&mut start, &mut end));
        let matter = part(start, end);
        parts.matter = if long(&matter) { matter } else { trimmed(sentence.text) };
        parts
    }

    /// Takes "because …" out of the matter, behind it or before it.
    fn cut_reason(&mut self, sentence: &Sentence<'_>, cue: usize, (start, end): (&mut usize, &mut usize)) {
        let seen = sentence.seen.as_str();
        let Some((at, after)) = because(seen, *start).filter(|(at, _)| at < end) else { return };
        if at > cue && long(&trimmed(sentence.part(*start..at))) {
            self.why = trimmed(sentence.part(after..*end));
            *end = at;
        } else if at < cue {
            let comma =
                seen.get(after..cue).and_then(|text| text.rfind([',', '，']).map(|found| after + found));
            if let Some(comma) = comma.filter(|comma| long(&trimmed(sentence.part(after..*comma)))) {
                self.why = trimmed(sentence.part(after..comma));
                *start =
                    comma + seen.get(comma..).and_then(|text| text.chars().next()).map_or(1, char::len_utf8);
            }
        }
    }

    /// Looks at the sentences right beside it, where a connecting word joins them.
    fn look_beside(&mut self, turn: &[Sentence<'_>], at: usize) {
        let next = turn.get(at + 1).filter(|next| !next.asks);
        if self.why.is_empty()
            && let Some(next) = next.filter(|next| gives_reason(&next.seen))
        {
            self.why = trimmed(next.text);
        }
        if self.impact.is_empty()
            && let Some(next) = next.filter(|next| follows(&next.seen).is_some())
        {
            self.impact = trimmed(next.text);
        }
        let before = at.checked_sub(1).and_then(|at| turn.get(at)).filter(|before| !before.asks);
        let Some(before) = before.filter(|_| follows(&turn[at].seen).is_some()) else { return };
        if tells_lesson(&before.seen) {
            self.finding = trimmed(before.text);
        } else if self.why.is_empty() {
            self.why = trimmed(before.text);
        }
    }
}

/// Returns where a question begins that follows what was settled in one breath: "we'll stay in Alfama, what are the prices like".
fn asked_on(seen: &str, cue: usize) -> Option<usize> {
    let behind = |at: &usize| *at > cue && seen.get(..*at).is_some_and(long);
    let commas = seen.match_indices([',', '，']).filter(|(at, mark)| {
        let rest = seen.get(at + mark.len()..).unwrap_or_default().trim_start();
        begins(rest, ASKED_ON).is_some() || begins(rest, ASKED_ON_ZH).is_some()
    });
    let asks = ["ล่ะ", "ไหม", "มั้ย", "เท่าไหร่", "ยังไง"].iter().any(|end| bare_end(seen).ends_with(end));
    let thai = seen.rfind(" แล้ว").filter(|_| asks);
    commas.map(|(at, _)| at).chain(thai).find(behind)
}

fn long(text: &str) -> bool {
    text.chars().count() >= SHORTEST
}

/// Drops spaces and marks around a part of a sentence.
pub(super) fn trimmed(text: &str) -> String {
    let marks = |c: char| {
        c.is_whitespace()
            || matches!(c, ',' | '，' | ';' | '；' | ':' | '：' | '.' | '。' | '!' | '！' | '-' | '–')
    };
    text.trim_matches(marks).to_owned()
}

/// Makes one line of what was settled: without the words that only lead to it.
pub(super) fn title(matter: &str) -> String {
    let mut rest = matter;
    loop {
        let lower = rest.to_ascii_lowercase();
        let lists = ALL.iter().map(|cues| cues.lead).chain([ASIDE]);
        let end = lists.filter_map(|list| begins(&lower, list)).max();
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
    let cut = head(&line, TITLE);
    let whole = cut.rfind(' ').filter(|at| *at > TITLE / 2).and_then(|at| cut.get(..at));
    format!("{}…", whole.unwrap_or(cut).trim_end())
}
