//! Whether one sentence settles, rules, asks to remember, gives a task or tells a lesson. Only the sentence and who
//! spoke count here; agreement with a proposal and answers to questions need more and are looked at elsewhere.

use super::Kind;
use super::answers::is_bare_agreement;
use super::connect::therefore;
use super::cues::{ALL, Cues, begins, ends, find, find_from, has};
use super::remember::remembers;
use super::sentence::Sentence;
use crate::fusion::Role;
use crate::text::is_thai;

/// What a sentence turned out to be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    /// What it is.
    pub(super) kind: Kind,
    /// How sure that is, in thousandths.
    pub(super) sure: u16,
    /// The place in the sentence that shows it; 0 where the whole does.
    pub(super) at: usize,
}

/// Reads one sentence; one that tells a lesson may also say what was settled because of it.
pub(super) fn judge(sentence: &Sentence<'_>, role: Role) -> Vec<Found> {
    let one = |kind, sure, at| vec![Found { kind, sure, at }];
    if role != Role::Assistant
        && let Some(kind) = remembers(sentence)
    {
        return one(kind, 900, 0);
    }
    let seen = sentence.seen.as_str();
    if ALL.iter().any(|cues| holds(sentence, cues, cues.open)) && !sentence.seen.ends_with(['?', '？']) {
        return one(Kind::Question, 700, 0);
    }
    if sentence.asks {
        let asked = role != Role::Assistant && asks_for_a_deed(seen);
        return if asked { one(Kind::Action, 600, 0) } else { Vec::new() };
    }
    if tells_lesson(seen) {
        let mut found = one(Kind::Lesson, 700, 0);
        let settled = therefore(seen, 0).filter(|_| role != Role::Assistant);
        found.extend(settled.and_then(|(_, end)| settles(seen, end)));
        return found;
    }
    if role == Role::Assistant {
        return Vec::new();
    }
    if let Some(found) = settles(seen, 0) {
        return vec![found];
    }
    let task = ALL.iter().filter_map(|cues| tasks(seen, cues)).max();
    task.map(|sure| one(Kind::Action, sure, 0)).unwrap_or_default()
}

/// Tells whether a sentence tells what was found out.
pub(super) fn tells_lesson(seen: &str) -> bool {
    ALL.iter().any(|cues| stated(seen, cues, cues.lessons).is_some())
}

/// Finds what a sentence settles, from a place on: a rule, a change of architecture or a decision.
pub(super) fn settles(seen: &str, from: usize) -> Option<Found> {
    let rest = seen.get(from..).unwrap_or_default();
    let put_off = ALL
        .iter()
        .any(|cues| begins(rest.trim_start(), cues.hesitates).is_some() && rest.chars().count() < 24);
    if is_bare_agreement(rest) || (put_off && !ALL.iter().any(|cues| has(rest, cues.reversals))) {
        return None;
    }
    let found = |kind, sure, at: usize| Some(Found { kind, sure, at: from + at });
    if let Some(at) = ALL.iter().filter_map(|cues| rules(rest, cues)).min() {
        return found(Kind::Rule, 750, at);
    }
    if let Some(at) = ALL.iter().filter_map(|cues| reshapes(rest, cues)).min() {
        return found(Kind::Architecture, 750, at);
    }
    let decided = ALL.iter().filter_map(|cues| decides(rest, cues)).max_by_key(|(sure, _)| *sure);
    let (sure, at) = decided.or_else(|| chooses(rest).or_else(|| exchanges(rest)).map(|at| (750, at)))?;
    found(Kind::Decision, sure, at)
}

/// Tells whether a sentence has a phrase, whoever says it.
fn holds(sentence: &Sentence<'_>, cues: &Cues, list: &'static str) -> bool {
    find(&sentence.seen, list).is_some_and(|(at, _)| !is_reported(&sentence.seen, at, cues))
}

/// Returns where a sentence states a phrase: not supposed, not reported, not negated.
fn stated(seen: &str, cues: &Cues, list: &'static str) -> Option<usize> {
    find(seen, list).map(|(at, _)| at).filter(|at| is_meant(seen, *at, cues))
}

/// Tells whether what stands at a place is meant by the speaker and so.
fn is_meant(seen: &str, at: usize, cues: &Cues) -> bool {
    let before = seen.get(..at).unwrap_or_default();
    !has(before, cues.supposed) && !is_reported(seen, at, cues) && !is_negated(before, cues)
}

fn is_reported(seen: &str, at: usize, cues: &Cues) -> bool {
    has(seen.get(..at).unwrap_or_default(), cues.reported)
}

/// Tells whether what follows some words is negated by them.
pub(super) fn is_negated(before: &str, cues: &Cues) -> bool {
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
pub(super) fn clauses(seen: &str) -> impl Iterator<Item = &str> {
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

const POLITE: &str = "but|แต่ว่า|แต่|不过|但|please|pls|also|and|ok|okay|so|yes|yes please|then|oh|btw|by the way|just|can you|could you|would you|\
    um|uh|erm|hey|well|right|all right|alright|everyone|guys|folks|team|เออ|เอ่อ|อ่อ|นั่นแหละ|ทุกคน|ช่วยกัน|大家|各位|\
    ช่วย|กรุณา|โปรด|รบกวน|ฝาก|แล้วก็|แล้ว|และ|อ้อ|อันนี้|เรื่องนี้|ข้อนี้|ตรงนี้|อีกอย่าง|อีกเรื่อง|请|另外|还有|麻烦|麻煩|帮我|我想|想请|您|你们|老师们|好|那|对了|你要|一定要|请你|再|也|你|把这个|把它|把这条|这个|这条|顺便|先|都|给我|帮忙|千万|可";

/// Drops words of politeness.
pub(super) fn plain(clause: &str) -> &str {
    let mut rest = clause.trim_start_matches(|c: char| !c.is_alphanumeric());
    while let Some(end) = begins(rest, POLITE) {
        rest = rest.get(end..).unwrap_or_default().trim_start_matches([' ', ',', '，', '：', ':']);
    }
    rest
}

/// Returns where a rule is stated.
fn rules(seen: &str, cues: &Cues) -> Option<usize> {
    if let Some(at) = stated(seen, cues, cues.rules)
        && !has(seen, "must be tired|must be wrong|must have been|must be a mistake|must be hard")
        && !is_choice_with_a_start(seen)
    {
        return Some(at);
    }
    if let Some(at) = obliges(seen).filter(|at| ALL.iter().all(|cues| is_meant(seen, *at, cues))) {
        return Some(at);
    }
    let clause = clauses(seen)
        .find(|clause| begins(plain(clause), cues.rule_starts).is_some_and(|_| is_rule_clause(clause)))?;
    seen.len().checked_sub(clause.len())
}

/// "Perfect, Lebanese place from this week on": a thing and from when on, without anybody or anything that must.
fn is_choice_with_a_start(seen: &str) -> bool {
    const STARTS: &str = "from this week on|from next week on|from monday on";
    const NO_THING: &str = "all|every|each|any|no|nobody|everyone|you|we|i|they|must|never|always|only|not|don't|do|be|is|are|gets|get|use|send|run|put|keep|make|ask|answer|reply|tell|give|let|please|new|rule";
    const PRAISE: &str = "perfect|great|ok|okay|good|nice|right|fine|cool|yes";
    let start = seen.trim_start();
    let lead = begins(start, PRAISE)
        .and_then(|end| start.get(end..))
        .filter(|rest| rest.starts_with([',', '.', '!']));
    let Some(rest) = lead else { return false };
    let Some((at, end)) = find(rest, STARTS) else { return false };
    let thing = rest.get(..at).unwrap_or_default();
    let words = thing.split_whitespace().count();
    let ends_here = rest.get(end..).is_some_and(|behind| !behind.chars().any(char::is_alphanumeric));
    ends_here && (2..=5).contains(&words) && !has(thing, NO_THING)
}

/// "all screens must …", ทุก … ต้อง …, 以后 … 都要 …: what holds for all or from now on, apart from what one must do oneself.
fn obliges(seen: &str) -> Option<usize> {
    let pairs = [
        ("all|every|each|any|no|new", "must|may not|has to|have to", "i must|you must|i have to|we have to"),
        ("ทุก|ต่อไป", "ต้อง|ห้าม", "ผม|ฉัน|หนู|ขั้นต่อไป|งานต่อไป"),
        ("以后|今后|所有|每个|每次", "都要|必须|不能|不许|要先|都得", "我必须|我得"),
    ];
    pairs.into_iter().find_map(|(whom, what, not)| {
        let (at, end) = find(seen, whom)?;
        let (then, _) = find_from(seen, what, end)?;
        let between = seen.get(end..then)?;
        // ไม่ต้อง is no duty.
        let free = between.ends_with("ไม่") || between.ends_with('不');
        (between.chars().count() <= 40 && !between.contains(',') && !free && !has(seen, not)).then_some(at)
    })
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

/// Returns where a change of architecture is stated.
fn reshapes(seen: &str, cues: &Cues) -> Option<usize> {
    if !has(seen, cues.structures) {
        return None;
    }
    let (at, _) = find(seen, cues.reshapes)?;
    let spoken = has(seen, cues.subjects) || has(seen, cues.decided);
    let moved = has(
        seen.get(at..).unwrap_or_default(),
        "into|from|to|with|out|instead of|ออก|ไป|เป็น|แทน|成|到|为|调用|核心",
    );
    (spoken && moved && is_meant(seen, at, cues)).then_some(at)
}

/// Returns how sure it is that a sentence settles something, and where it says so.
fn decides(seen: &str, cues: &Cues) -> Option<(u16, usize)> {
    let mut from = 0;
    while let Some((at, end)) = find_from(seen, cues.decided, from) {
        if is_meant(seen, at, cues) && says_something(seen, (at, end)) {
            return Some((850, at));
        }
        from = end;
    }
    let mut from = 0;
    while let Some((at, end)) = find_from(seen, cues.subjects, from) {
        let rest = seen.get(end..).unwrap_or_default().trim_start();
        if begins(rest, cues.commits).is_some() && is_meant(seen, at, cues) && !is_waiting(rest) {
            return Some((750, at));
        }
        from = end;
    }
    None
}

/// 定海边了, 选第二个吧: a choice without anybody who makes it.
fn chooses(seen: &str) -> Option<usize> {
    let clause = clauses(seen).find(|clause| {
        let first = clause.split(['，', ',', '。', '；', '！']).next().unwrap_or_default().trim_end();
        let whole = begins(first, "定|选|挑").is_some() && first.ends_with(['了', '吧']);
        whole && first.chars().count() >= 4 && begins(first, "定期|定时|选择困难|定好|选举").is_none()
    })?;
    let at = seen.len().checked_sub(clause.len())?;
    is_meant(seen, at, &super::chinese::CUES).then_some(at)
}

/// "We'll run it weekly instead of nightly": one thing in the place of another, whatever the verb.
fn exchanges(seen: &str) -> Option<usize> {
    let cues = &super::english::CUES;
    let (at, end) = find(seen, "we'll|we will|let's|we're going to|we are going to|i'll|i will")?;
    let (place, _) = find_from(seen, "instead of|rather than|instead", end)?;
    (is_meant(seen, at, cues) && is_meant(seen, place, cues)).then_some(at)
}

/// "Can you check …?": asked as a question, meant as a task; asking for words is none.
fn asks_for_a_deed(seen: &str) -> bool {
    const ASKING: &str = "can you|could you|would you|will you|能不能|可以帮我|能帮我|可不可以|麻烦你";
    const TALK: &str = "please|tell|explain|show|say|help|give|remember|repeat|describe|summarize|summarise|translate|see|think|recommend|suggest|remind";
    let Some(end) = begins(seen.trim_start(), ASKING) else { return false };
    let rest = plain(seen.trim_start().get(end..).unwrap_or_default().trim_start());
    let talk = ALL.iter().any(|cues| begins(rest, cues.talk).is_some()) || begins(rest, TALK).is_some();
    !talk && ALL.iter().any(|cues| begins(rest, cues.requests).is_some())
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

/// Thai verbs of a request where the clause ends as requests do.
const TASK_TH: &str = "แจ้ง|เตรียม|ส่ง|โทร|เช็ค|เช็ก|ตรวจ|แก้|เขียน|อัปเดต|อัพเดท|จอง|สั่ง|ซื้อ|ติดต่อ|นัด|บอกลูกค้า";

/// Tells whether a clause begins as a request does, behind words that only lead to it.
fn is_request(clause: &str, cues: &Cues) -> bool {
    let mut rest = clause;
    loop {
        if begins(rest, cues.requests).is_some() {
            return true;
        }
        let first = rest.split([' ', ',']).next().unwrap_or_default();
        let closed = ["ด้วย", "หน่อย", "ให้ที", "ด้วยนะ"].iter().any(|end| rest.trim_end().ends_with(end));
        if closed && begins(first, TASK_TH).is_some() {
            return true;
        }
        let Some(end) = begins(rest, POLITE) else { return false };
        rest = rest.get(end..).unwrap_or_default().trim_start_matches([' ', ',', '，', '：', ':']);
    }
}

/// Returns how sure it is that a sentence gives somebody something to do.
fn tasks(seen: &str, cues: &Cues) -> Option<u16> {
    for clause in clauses(seen) {
        let bare = plain(clause);
        if begins(bare, cues.talk).is_some() {
            continue;
        }
        let asked = is_request(clause, cues);
        if asked && bare.chars().filter(|c| c.is_alphanumeric()).count() >= 4 {
            return Some(if bare.len() < clause.len() { 700 } else { 600 });
        }
    }
    if stated(seen, cues, cues.actions).is_some() {
        return Some(700);
    }
    let (at, _) = find(seen, cues.deadlines)?;
    let duty = find(seen, cues.duties).is_some();
    (duty && is_meant(seen, at, cues)).then_some(650)
}
