//! Whether one sentence settles, rules, asks to remember, gives a task or tells a lesson. Only the sentence and who
//! spoke count here; agreement with a proposal and answers to questions need more and are looked at elsewhere.

use super::Kind;
use super::cues::{ALL, Cues, begins, ends, find, find_from, has};
use super::sentence::Sentence;
use crate::fusion::Role;

/// What a sentence turned out to be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    /// What it is.
    pub(super) kind: Kind,
    /// How sure that is, in thousandths.
    pub(super) sure: u16,
}

/// Reads one sentence.
pub(super) fn judge(sentence: &Sentence<'_>, role: Role) -> Option<Found> {
    let found = |kind, sure| Some(Found { kind, sure });
    if role != Role::Assistant
        && let Some(kind) = remembers(sentence)
    {
        return found(kind, 900);
    }
    let seen = sentence.seen.as_str();
    if ALL.iter().any(|cues| holds(sentence, cues, cues.open)) && !sentence.seen.ends_with(['?', '？']) {
        return found(Kind::Question, 700);
    }
    if sentence.asks {
        return None;
    }
    if ALL.iter().any(|cues| stated(seen, cues, cues.lessons)) {
        return found(Kind::Lesson, 700);
    }
    if role == Role::Assistant {
        return None;
    }
    if ALL.iter().any(|cues| rules(seen, cues)) {
        return found(Kind::Rule, 750);
    }
    if ALL.iter().any(|cues| reshapes(seen, cues)) {
        return found(Kind::Architecture, 750);
    }
    if let Some(sure) = ALL.iter().filter_map(|cues| decides(seen, cues)).max() {
        return found(Kind::Decision, sure);
    }
    ALL.iter().filter_map(|cues| tasks(seen, cues)).max().and_then(|sure| found(Kind::Action, sure))
}

/// Tells whether a sentence has a phrase, whoever says it.
fn holds(sentence: &Sentence<'_>, cues: &Cues, list: &str) -> bool {
    find(&sentence.seen, list).is_some_and(|(at, _)| !is_reported(&sentence.seen, at, cues))
}

/// Tells whether a sentence states a phrase: not supposed, not reported, not negated.
fn stated(seen: &str, cues: &Cues, list: &str) -> bool {
    find(seen, list).is_some_and(|(at, _)| is_meant(seen, at, cues))
}

/// Tells whether what stands at a place is meant by the speaker and so.
fn is_meant(seen: &str, at: usize, cues: &Cues) -> bool {
    let before = seen.get(..at).unwrap_or_default();
    !has(before, cues.supposed) && !is_reported(seen, at, cues) && !is_negated(before, cues)
}

fn is_reported(seen: &str, at: usize, cues: &Cues) -> bool {
    has(seen.get(..at).unwrap_or_default(), cues.reported)
}

fn is_negated(before: &str, cues: &Cues) -> bool {
    let mut words = before.trim_end();
    for step in 0..3 {
        if ends(words, cues.negated).is_some() {
            return true;
        }
        // A word may stand between the negation and the verb: "never really decided".
        let Some(shorter) = words.rfind(' ').filter(|_| step < 2) else { return false };
        words = words.get(..shorter).unwrap_or_default().trim_end();
        if words.ends_with([',', '.', ';', ':']) {
            return false;
        }
    }
    false
}

/// The starts of the clauses of a sentence.
fn clauses(seen: &str) -> impl Iterator<Item = &str> {
    let marks = |c: char| matches!(c, ',' | ';' | ':' | '，' | '；' | '：' | '、' | '–' | '—');
    let after = seen.char_indices().filter(move |(_, c)| marks(*c)).map(|(at, c)| at + c.len_utf8());
    let thai = seen.char_indices().filter(|(at, c)| {
        *c == ' ' && seen.get(at + 1..).and_then(|rest| rest.chars().next()).is_some_and(is_thai)
    });
    std::iter::once(0)
        .chain(after)
        .chain(thai.map(|(at, _)| at + 1))
        .filter_map(|at| seen.get(at..))
        .map(str::trim_start)
}

fn is_thai(c: char) -> bool {
    ('\u{E00}'..='\u{E7F}').contains(&c)
}

const POLITE: &str = "please|pls|also|and|ok|okay|so|yes|yes please|then|oh|btw|by the way|just|can you|could you|would you|\
    ช่วย|กรุณา|โปรด|รบกวน|ฝาก|แล้วก็|แล้ว|และ|อ้อ|请|另外|还有|麻烦|帮我|好|那|对了|你要|一定要|请你";

/// Drops words of politeness.
fn plain(clause: &str) -> &str {
    let mut rest = clause;
    while let Some(end) = begins(rest, POLITE) {
        rest = rest.get(end..).unwrap_or_default().trim_start_matches([' ', ',', '，', '：', ':']);
    }
    rest
}

/// What a person asked to remember, or to do, with a word of remembering.
fn remembers(sentence: &Sentence<'_>) -> Option<Kind> {
    let seen = sentence.seen.as_str();
    for cues in ALL {
        for clause in clauses(seen) {
            let Some((said, end)) = [clause, plain(clause)]
                .into_iter()
                .find_map(|said| Some((said, begins(said, cues.remember)?)))
            else {
                continue;
            };
            let content =
                said.get(end..).unwrap_or_default().trim_matches([' ', ':', '：', ',', '，', '.', '。']);
            if content.is_empty() || sentence.asks && !has(clause, "can you|could you|ช่วย") {
                continue;
            }
            if is_task(content) {
                return Some(Kind::Action);
            }
            if is_recalling(content, said) {
                continue;
            }
            return Some(Kind::Remember);
        }
    }
    None
}

const TASK_ZH: &str =
    "通知|发|更新|检查|查|买|写|提交|联系|告诉|把|给|提醒|关|打|去|做|带|跟|改|测试|备份|问|看|回复";

/// "remember to …", 记得通知…: something to do, not to know.
fn is_task(content: &str) -> bool {
    begins(content, "to|ต้อง|ทำ|ส่ง|แจ้ง|โทร").is_some() || begins(content, TASK_ZH).is_some()
}

/// Talk of remembering: "remember when we …", จำได้ไหม, 记得吗.
fn is_recalling(content: &str, said: &str) -> bool {
    begins(content, "when we|when i|how we|the time|the days|me?|ได้|แล้ว|ไม่ได้|ผิด|了|吗|不清").is_some()
        || (said.starts_with("记得") && begins(content, "当时|那次|以前|上次").is_some())
}

fn rules(seen: &str, cues: &Cues) -> bool {
    if stated(seen, cues, cues.rules)
        && !has(seen, "must be tired|must be wrong|must have been|must be a mistake|must be hard")
    {
        return true;
    }
    clauses(seen)
        .any(|clause| begins(plain(clause), cues.rule_starts).is_some_and(|_| is_rule_clause(clause)))
}

/// "always" and "every" begin many sentences; a rule says what must be.
fn is_rule_clause(clause: &str) -> bool {
    let words = clause.split_whitespace().count();
    let told = has(
        clause,
        "must|never|always|don't|do not|no more|only|ต้อง|ห้าม|อย่า|必须|不要|不能|都要|需要|绝不|不得",
    );
    told && words < 40
        && !has(
            clause,
            "never mind|nevermind|never been|never seen|never had|never decided|never agreed|อย่าลืม|อย่าเพิ่ง|no more questions|never again",
        )
}

fn reshapes(seen: &str, cues: &Cues) -> bool {
    if !has(seen, cues.structures) {
        return false;
    }
    let Some((at, _)) = find(seen, cues.reshapes) else { return false };
    let spoken = has(seen, cues.subjects) || has(seen, cues.decided);
    let moved = has(
        seen.get(at..).unwrap_or_default(),
        "into|from|to|with|out|instead of|ออก|ไป|เป็น|แทน|成|到|为|调用|核心",
    );
    spoken && moved && is_meant(seen, at, cues)
}

/// Returns how sure it is that a sentence settles something.
fn decides(seen: &str, cues: &Cues) -> Option<u16> {
    let mut from = 0;
    while let Some((at, end)) = find_from(seen, cues.decided, from) {
        if is_meant(seen, at, cues) && says_something(seen, (at, end)) {
            return Some(850);
        }
        from = end;
    }
    let mut from = 0;
    while let Some((at, end)) = find_from(seen, cues.subjects, from) {
        let rest = seen.get(end..).unwrap_or_default().trim_start();
        if begins(rest, cues.commits).is_some() && is_meant(seen, at, cues) && !is_waiting(rest) {
            return Some(750);
        }
        from = end;
    }
    None
}

/// A cue with nothing beside it settles nothing.
fn says_something(seen: &str, (at, end): (usize, usize)) -> bool {
    let beside = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    beside(seen.get(..at).unwrap_or_default()) + beside(seen.get(end..).unwrap_or_default()) >= 3
}

fn is_waiting(rest: &str) -> bool {
    has(
        rest,
        "keep in mind|keep you posted|keep an eye|keep going|use the time|take the day|pick it up|pick up|pick you up|keep that in mind",
    )
}

/// Returns how sure it is that a sentence gives somebody something to do.
fn tasks(seen: &str, cues: &Cues) -> Option<u16> {
    for clause in clauses(seen) {
        let bare = plain(clause);
        if begins(bare, cues.talk).is_some() {
            continue;
        }
        let asked = begins(clause, cues.requests).is_some();
        if asked && bare.chars().filter(|c| c.is_alphanumeric()).count() >= 4 {
            return Some(if bare.len() < clause.len() { 700 } else { 600 });
        }
    }
    if stated(seen, cues, cues.actions) {
        return Some(700);
    }
    let (at, _) = find(seen, cues.deadlines)?;
    let duty = find(seen, cues.duties).is_some();
    (duty && is_meant(seen, at, cues)).then_some(650)
}
