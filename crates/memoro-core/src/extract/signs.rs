//! What can be seen of a sentence and of what stands around it, as named signs: its cues, its manner, who speaks, what
//! was asked before and what the others answer. Weighs nothing: that is learned from labelled conversations.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::answers::is_bare_agreement;
use super::cues::{ALL, Cues, Letters, begins, begins_with, ends, ends_with, find, has, phrases};
use super::judge::{is_negated, judge};
use super::sentence::Sentence;
use super::wish::{Held, Wish};
use super::{Said, Subject};
use crate::fusion::Role;

mod lists;

use lists::LISTS;

/// How many turns around a sentence are looked at; what is farther away says nothing of it.
const NEAR: usize = 8;

/// A conversation that was cut into sentences, and what the signs need to know of each turn.
pub(super) struct Scene<'a> {
    pub(super) turns: &'a [Said<'a>],
    pub(super) read: &'a [Vec<Sentence<'a>>],
    subjects: Vec<Subject>,
    choices: Vec<bool>,
    asks_to_do: Vec<bool>,
    reverses: Vec<bool>,
    wishes: Vec<Vec<Option<Wish>>>,
    around: Vec<Vec<Around>>,
}

/// How a sentence answers, and what stands before and behind it in its turn.
#[derive(Debug, Default)]
struct Around {
    replies: Vec<&'static str>,
    before: BTreeSet<&'static str>,
    after: BTreeSet<&'static str>,
}

/// Looks at each sentence of a turn once, however many there are.
fn around(turn: &[Sentence<'_>]) -> Vec<Around> {
    let mut all: Vec<Around> =
        turn.iter().map(|sentence| Around { replies: reply(sentence), ..Around::default() }).collect();
    let mut before = BTreeSet::new();
    for (own, sentence) in all.iter_mut().zip(turn) {
        own.before.clone_from(&before);
        before.extend(own.replies.iter().copied().chain(sentence.asks.then_some("asks")));
    }
    let mut after = BTreeSet::new();
    for (own, sentence) in all.iter_mut().zip(turn).rev() {
        own.after.clone_from(&after);
        let because = ALL.iter().any(|cues| begins(&sentence.seen, cues.because).is_some());
        let hesitates = ALL.iter().any(|cues| has(&sentence.seen, cues.hesitates));
        let seen = [("asks", sentence.asks), ("because", because), ("hesitates", hesitates)];
        after.extend(seen.into_iter().filter(|(_, yes)| *yes).map(|(name, _)| name));
    }
    all
}

impl<'a> Scene<'a> {
    /// Looks at every turn once.
    pub(super) fn new(turns: &'a [Said<'a>], read: &'a [Vec<Sentence<'a>>], held: &Held<'_>) -> Self {
        let each = |seen: fn(&Sentence<'_>) -> bool| read.iter().map(|turn| turn.iter().any(seen)).collect();
        let reverses = |s: &Sentence<'_>| !s.asks && ALL.iter().any(|cues| has(&s.seen, cues.reversals));
        Self {
            turns,
            read,
            subjects: turns.iter().map(|said| Subject::of(said.text)).collect(),
            choices: each(|s| s.asks && is_choice(s)),
            asks_to_do: each(|s| s.asks && has(&s.seen, lists::ASKS_TO_DO)),
            reverses: each(reverses),
            wishes: turns.iter().zip(read).map(|(said, turn)| wishes(said.role, turn, held)).collect(),
            around: read.iter().map(|turn| around(turn)).collect(),
        }
    }
}

/// What the recogniser of messages says of the sentences of a turn; nobody asks on behalf of a program.
fn wishes(role: Role, turn: &[Sentence<'_>], held: &Held<'_>) -> Vec<Option<Wish>> {
    let person = role != Role::Assistant;
    turn.iter().map(|sentence| if person { Wish::of(sentence, held) } else { None }).collect()
}

/// The names of the signs of one sentence.
#[derive(Debug, Default, Clone)]
pub(super) struct Signs {
    names: Vec<String>,
}

impl Signs {
    /// Returns the names, each once and in order.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// Tells whether there is a sign of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.binary_search_by(|known| known.as_str().cmp(name)).is_ok()
    }

    fn add(&mut self, name: impl Into<String>) {
        self.names.push(name.into());
    }

    fn add_if(&mut self, name: &str, seen: bool) {
        if seen {
            self.add(name);
        }
    }

    fn close(mut self) -> Self {
        self.names.sort_unstable();
        self.names.dedup();
        self
    }
}

/// Returns the signs of every sentence, turn by turn.
pub(super) fn all(scene: &Scene<'_>) -> Vec<Vec<Signs>> {
    let turn = |turn: usize| (0..scene.read[turn].len()).map(|at| of(scene, turn, at)).collect();
    (0..scene.turns.len()).map(turn).collect()
}

/// Returns the signs of the sentence at a place.
pub(super) fn of(scene: &Scene<'_>, turn: usize, at: usize) -> Signs {
    let sentence = &scene.read[turn][at];
    let mut signs = Signs::default();
    manner(sentence, scene.turns[turn].role, &mut signs);
    scene.wishes[turn][at].into_iter().flat_map(Wish::names).for_each(|name| signs.add(name));
    cued(sentence, &mut signs);
    listed(&sentence.seen, &mut signs);
    placed(scene, turn, at, &mut signs);
    before(scene, turn, at, &mut signs);
    after(scene, turn, at, &mut signs);
    signs.close()
}

/// The lists of signs, cut into their phrases once: they are part of the program and never change.
static LISTED: LazyLock<Vec<(&'static str, Vec<&'static str>)>> =
    LazyLock::new(|| LISTS.iter().map(|(name, list)| (*name, phrases(list).collect())).collect());

/// Which lists a sentence holds, begins with and ends with.
fn listed(seen: &str, signs: &mut Signs) {
    let (start, end, letters) = (after_lead(seen), bare_end(seen), Letters::of(seen));
    for (name, phrases) in LISTED.iter() {
        let mut add = |how: &str, yes: bool| {
            if yes {
                signs.add(format!("{how} {name}"));
            }
        };
        add("has", phrases.iter().any(|phrase| letters.hold(seen, phrase)));
        add("starts", phrases.iter().any(|phrase| begins_with(start, phrase)));
        add("ends", phrases.iter().any(|phrase| ends_with(end, phrase)));
    }
}

/// Length, script, marks, and what the rules for one sentence say of it.
fn manner(sentence: &Sentence<'_>, role: Role, signs: &mut Signs) {
    let seen = sentence.seen.as_str();
    signs.add(match role {
        Role::User => "role user",
        Role::Assistant => "role assistant",
        Role::Other => "role other",
    });
    signs.add(match (sentence.asks, role) {
        (true, _) => "type ask",
        (false, Role::Assistant) => "type assistant",
        (false, _) => "type say",
    });
    signs.add(format!("script {}", script(seen)));
    signs.add(format!("length {}", length(seen)));
    signs.add_if("asks", sentence.asks);
    signs.add_if("number", seen.chars().any(|c| c.is_ascii_digit()));
    signs.add_if("question mark", seen.trim_end().ends_with(['?', '？']));
    signs.add_if("loud", seen.trim_end().ends_with(['!', '！']));
    signs.add_if("comma", seen.contains([',', '，', '、', ';', '；', ':', '：']));
    signs.add_if("bare agreement", is_bare_agreement(seen));
    signs.add_if("we arrange", we_arrange(seen));
    signs.add_if("told in the past", seen.split(|c: char| !c.is_ascii_alphabetic()).any(is_past));
    signs.add_if(
        "no verb",
        !has(seen, lists::OVER)
            && !has(seen, "is|are|has|have|can|could|will|would|should|มี|เป็น|คือ|ได้|是|有|会|能"),
    );
    for found in judge(sentence, role) {
        signs.add(format!("judged {}", found.kind));
        signs.add(format!("judged {} {}", found.kind, found.sure));
    }
    if !sentence.asks && role == Role::Assistant {
        for found in judge(sentence, Role::User) {
            signs.add(format!("said by assistant {}", found.kind));
        }
    }
}

/// "We merge them", "we're leasing the small one": what is arranged, told in the present.
fn we_arrange(seen: &str) -> bool {
    let start = after_lead(seen);
    let plain = begins(start, "we|i|you").and_then(|end| start.get(end..)).is_some_and(|rest| {
        let rest = rest.trim_start();
        begins(rest, lists::ARRANGES).is_some()
    });
    let going =
        begins(start, "we're|we are|i'm|i am|you're").and_then(|end| start.get(end..)).is_some_and(|rest| {
            let word = rest.trim_start().split(' ').next().unwrap_or_default();
            word.ends_with("ing")
                && !matches!(
                    word,
                    "thinking" | "hoping" | "wondering" | "looking" | "trying" | "leaning" | "considering"
                )
        });
    plain || going
}

fn is_past(word: &str) -> bool {
    word.len() > 4
        && word.ends_with("ed")
        && !matches!(word, "need" | "speed" | "indeed" | "feed" | "agreed" | "settled" | "decided")
}

fn script(seen: &str) -> &'static str {
    let count = |range: std::ops::RangeInclusive<char>| seen.chars().filter(|c| range.contains(c)).count();
    match (count('\u{E00}'..='\u{E7F}'), count('\u{4E00}'..='\u{9FFF}')) {
        (0, 0) => "latin",
        (thai, han) if thai >= han => "thai",
        _ => "han",
    }
}

/// How long a sentence is: a Thai or Chinese word is about as long as three of its letters.
fn length(seen: &str) -> &'static str {
    let latin = seen.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).count();
    let other = seen.chars().filter(|c| c.is_alphabetic() && !c.is_ascii()).count();
    match latin + if script(seen) == "thai" { other / 4 } else { other / 2 } {
        0..=1 => "word",
        2..=3 => "few",
        4..=7 => "short",
        8..=14 => "middle",
        _ => "long",
    }
}

/// What the cue lists of the rules find, each by its name.
fn cued(sentence: &Sentence<'_>, signs: &mut Signs) {
    let seen = sentence.seen.as_str();
    let start = after_lead(seen);
    for cues in ALL {
        for (name, list) in named(cues) {
            let Some((at, _)) = find(seen, list) else { continue };
            signs.add(format!("cue {name}"));
            signs.add_if(&format!("cue first {name}"), begins(start, list).is_some());
            let before = seen.get(..at).unwrap_or_default();
            signs.add_if(&format!("denied {name}"), is_negated(before, cues));
            signs.add_if(&format!("supposed {name}"), has(before, cues.supposed));
            signs.add_if(&format!("reported {name}"), has(before, cues.reported));
        }
    }
}

fn named(cues: &Cues) -> [(&'static str, &'static str); 22] {
    [
        ("decided", cues.decided),
        ("subjects", cues.subjects),
        ("commits", cues.commits),
        ("reshapes", cues.reshapes),
        ("structures", cues.structures),
        ("rules", cues.rules),
        ("remember", cues.remember),
        ("actions", cues.actions),
        ("requests", cues.requests),
        ("deadlines", cues.deadlines),
        ("lessons", cues.lessons),
        ("open", cues.open),
        ("proposals", cues.proposals),
        ("agrees", cues.agrees),
        ("firmly", cues.firmly),
        ("whether", cues.whether),
        ("offers", cues.offers),
        ("against", cues.against),
        ("hesitates", cues.hesitates),
        ("supposed", cues.supposed),
        ("reported", cues.reported),
        ("reversals", cues.reversals),
    ]
}

/// Drops the words that only lead to what is said.
pub(super) fn after_lead(seen: &str) -> &str {
    let mut rest = seen.trim_start();
    while let Some(end) = ALL.iter().filter_map(|cues| begins(rest, cues.lead)).max() {
        let next = rest.get(end..).unwrap_or_default().trim_start_matches(|c: char| !c.is_alphanumeric());
        if next.is_empty() {
            break;
        }
        rest = next;
    }
    rest
}

/// Drops marks and particles of politeness at the end.
pub(super) fn bare_end(seen: &str) -> &str {
    const POLITE: [&str; 8] = ["ครับผม", "ครับ", "ค่ะ", "คะ", "จ้า", "จ้ะ", "นะ", "please"];
    let mut rest = seen.trim_end_matches(|c: char| !c.is_alphanumeric() && !is_thai_mark(c));
    while let Some(shorter) = POLITE.iter().find_map(|word| rest.strip_suffix(word)) {
        rest = shorter.trim_end_matches(|c: char| !c.is_alphanumeric() && !is_thai_mark(c));
    }
    rest
}

/// Thai vowels and tones above and below a letter are no letters by themselves.
fn is_thai_mark(c: char) -> bool {
    ('\u{E30}'..='\u{E4E}').contains(&c)
}

/// Where in its turn and in the conversation it stands, and what stands beside it in the turn.
fn placed(scene: &Scene<'_>, turn: usize, at: usize, signs: &mut Signs) {
    let own = &scene.read[turn];
    signs.add_if("turn first", at == 0);
    signs.add_if("turn last", at + 1 == own.len());
    signs.add_if("turn only", own.len() == 1);
    signs.add_if("talk first", turn == 0);
    signs.add_if("talk last", turn + 1 == scene.turns.len());
    let Around { before, after, .. } = &scene.around[turn][at];
    for name in before {
        signs.add(format!("turn before {name}"));
    }
    for name in after {
        signs.add(format!("turn after {name}"));
    }
}

/// What was said before it by somebody else.
fn before(scene: &Scene<'_>, turn: usize, at: usize, signs: &mut Signs) {
    let Some(last) = turn.checked_sub(1) else { return };
    let sentence = &scene.read[turn][at];
    let own = Subject::of(sentence.text);
    signs.add_if("before is assistant", scene.turns[last].role == Role::Assistant);
    if let Some(asked) = scene.read[last].last() {
        signs.add_if("before asks", asked.asks);
        signs.add_if("before offers choice", is_choice(asked));
        signs.add_if(
            "before asks whether",
            asked.asks && ALL.iter().any(|cues| has(&asked.seen, cues.whether)),
        );
        signs.add_if("before asks what", asked.asks && has(&asked.seen, lists::WHAT));
        signs.add_if("before asks amount", asked.asks && has(&asked.seen, lists::AMOUNT));
        signs.add_if("before asks story", asked.asks && has(&asked.seen, lists::STORY));
        signs.add_if("before asks to do", asked.asks && has(&asked.seen, lists::ASKS_TO_DO));
        signs.add_if("before asks briefly", asked.asks && matches!(length(&asked.seen), "word" | "few"));
    }
    let near = last.saturating_sub(NEAR)..last;
    signs.add_if("earlier choice", scene.choices[near.clone()].contains(&true));
    signs.add_if("earlier asks to do", scene.asks_to_do[near.clone()].contains(&true));
    let proposes = |s: &Sentence<'_>| ALL.iter().any(|cues| has(&s.seen, cues.proposals));
    signs.add_if("before proposes", scene.read[last].iter().any(proposes));
    let offers = |s: &Sentence<'_>| is_choice(s) || has(&s.seen, lists::LISTED);
    let listed = scene.read[last].iter().any(offers);
    let short = matches!(length(&sentence.seen), "word" | "few");
    signs.add_if("picks of a list", listed && short && !sentence.asks);
    signs.add_if("answers a short question", scene.read[last].last().is_some_and(|s| s.asks) && short);
    let hedges = |s: &Sentence<'_>| ALL.iter().any(|cues| has(&s.seen, cues.supposed));
    signs.add_if("before supposes", scene.read[last].iter().any(hedges));
    for name in &scene.around[turn][at].replies {
        signs.add(format!("answers {name}"));
    }
    if own.is_empty() {
        signs.add("no matter");
        return;
    }
    let share = |turn: &Subject| own.covered_by(turn);
    signs.add(format!("shares before {}", grade(share(&scene.subjects[last]))));
    let earlier = scene.subjects[near].iter().map(share).fold(0.0, f64::max);
    signs.add(format!("shares earlier {}", grade(earlier)));
}

fn grade(share: f64) -> &'static str {
    match share {
        share if share >= 0.8 => "all",
        share if share >= 0.4 => "half",
        share if share > 0.0 => "some",
        _ => "none",
    }
}

/// A question that puts up things to choose from.
fn is_choice(sentence: &Sentence<'_>) -> bool {
    has(&sentence.seen, "or|还是|或者|หรือ|which") && !has(&sentence.seen, "หรือเปล่า|หรือยัง|หรือไม่|or not")
}

/// What others answer to it, and what becomes of it.
fn after(scene: &Scene<'_>, turn: usize, at: usize, signs: &mut Signs) {
    let sentence = &scene.read[turn][at];
    let own = Subject::of(sentence.text);
    let Some(next) = scene.turns.get(turn + 1) else { return };
    signs.add_if("next is assistant", next.role == Role::Assistant);
    signs.add_if("next is the same", next.role == scene.turns[turn].role && next.role != Role::Other);
    if let Some(first) = scene.read[turn + 1].first() {
        for name in scene.around[turn + 1].iter().take(1).flat_map(|first| &first.replies) {
            signs.add(format!("next {name}"));
        }
        signs.add_if("next asks", first.asks);
        signs.add_if("next is short", matches!(length(&first.seen), "word" | "few"));
        let echo = Subject::of(first.text);
        signs.add_if("next echoes", !echo.is_empty() && echo.covered_by(&own) >= 0.5);
    }
    for later in scene.around.iter().skip(turn + 2).take(2).filter_map(|turn| turn.first()) {
        for name in &later.replies {
            signs.add(format!("later {name}"));
        }
    }
    let taken_back = scene.reverses.iter().skip(turn + 1).take(NEAR).any(|reverses| *reverses);
    signs.add_if("later reversal", taken_back);
}

/// How a sentence answers another.
fn reply(sentence: &Sentence<'_>) -> Vec<&'static str> {
    let seen = sentence.seen.trim_start();
    let any = |list: fn(&Cues) -> &'static str| ALL.iter().any(|cues| begins(seen, list(cues)).is_some());
    let mut out = Vec::new();
    let mut add = |name, yes: bool| out.extend(yes.then_some(name));
    add("agrees", any(|cues| cues.agrees) || begins(seen, lists::YES).is_some());
    add("agrees firmly", ALL.iter().any(|cues| has(seen, cues.firmly)));
    add("agrees barely", is_bare_agreement(seen));
    add("hesitates", ALL.iter().any(|cues| has(seen, cues.hesitates)) || has(seen, lists::WAIT));
    add("refuses", begins(seen, lists::NO).is_some());
    add("notes", begins(seen, lists::ACKNOWLEDGES).is_some());
    add("does", begins(seen, lists::DOES).is_some() || ends(bare_end(seen), "แล้ว|เสร็จ").is_some());
    add("puts off", has(seen, lists::DEFERS));
    add("laughs", has(seen, lists::LAUGHS));
    add("thanks", has(seen, lists::THANKS));
    out
}
