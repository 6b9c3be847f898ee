//! What takes more than one turn: a proposal that somebody agreed to, and a question that nobody answered.

use super::cues::{ALL, begins, find, has};
use super::judge::{Found, is_negated};
use super::reasons;
use super::remark::only_thanks;
use super::sentence::{Sentence, split};
use super::{Item, Kind, Matter, Said, Subject};
use crate::fusion::Role;

/// Adds proposals that somebody agreed to: what the turn before proposes, or a question whether to do something that was
/// answered in between. The decision is the proposal; both turns are its evidence.
pub(super) fn add_agreed(turns: &[Said<'_>], read: &[Vec<Sentence<'_>>], items: &mut Vec<Item>) {
    for turn in 1..turns.len() {
        let own = items.iter().any(|item| item.turn == turn && item.kind.is_settled());
        if turns[turn].role == Role::Assistant || own {
            continue;
        }
        let Some((yes, firm)) = agreement(&read[turn]) else { continue };
        let Some(proposed) = proposed_before(turns, read, turn, firm) else { continue };
        let known = |item: &Item| item.turn == proposed.turn && item.kind.is_settled();
        if items.iter().any(known) {
            continue;
        }
        let found = Found { kind: proposed.kind, sure: 800, at: 0 };
        let mut item = reasons::item(found, proposed.turn, proposed.at, read);
        if read[proposed.turn][proposed.at].asks {
            let plain = unasked(&item.conclusion);
            item.title = reasons::title(&plain);
            item.conclusion = plain;
        }
        item.agreed = Some((turn, read[turn][yes].span.clone()));
        items.push(item);
    }
}

/// Adds what takes the place of a decision without a verb: "Actually no, teal is hard to read. Navy for the buttons."
pub(super) fn add_elliptic(turns: &[Said<'_>], read: &[Vec<Sentence<'_>>], items: &mut Vec<Item>) {
    for turn in 1..turns.len() {
        let own = items.iter().any(|item| item.turn == turn && item.kind.is_settled());
        let reverses = |s: &Sentence<'_>| !s.asks && ALL.iter().any(|cues| has(&s.seen, cues.reversals));
        if turns[turn].role == Role::Assistant || own || !read[turn].iter().any(reverses) {
            continue;
        }
        let known: Vec<Matter> = items
            .iter()
            .filter(|item| item.kind.is_settled() && item.turn < turn)
            .filter_map(|item| Matter::of(&item.conclusion))
            .collect();
        let replaces = |s: &Sentence<'_>| {
            !s.asks && Matter::of(s.text).is_some_and(|new| known.iter().any(|old| old.conflicts(&new)))
        };
        if let Some(at) = read[turn].iter().position(replaces) {
            let mut item = reasons::item(Found { kind: Kind::Decision, sure: 700, at: 0 }, turn, at, read);
            item.reverses = true;
            items.push(item);
        }
    }
}

/// Adds answers to a choice that somebody else put: "React or Svelte?" "Svelte."
pub(super) fn add_choices(turns: &[Said<'_>], read: &[Vec<Sentence<'_>>], items: &mut Vec<Item>) {
    for turn in 1..turns.len() {
        let own = items.iter().any(|item| item.turn == turn && item.kind.is_settled());
        let other = turns[turn - 1].role != turns[turn].role || turns[turn].role == Role::Other;
        if turns[turn].role == Role::Assistant || own || !other {
            continue;
        }
        let Some(question) = read[turn - 1].last().filter(|last| last.asks || offers_choice(last)) else {
            continue;
        };
        let Some(answer) = read[turn].first().filter(|first| !first.asks) else { continue };
        if !picks(question, answer) {
            continue;
        }
        let mut item = reasons::item(Found { kind: Kind::Decision, sure: 700, at: 0 }, turn, 0, read);
        let asked = reasons::trimmed(question.text.trim_end_matches(['?', '？']));
        item.title = reasons::title(&format!("{}: {asked}", item.conclusion));
        items.push(item);
    }
}

/// Thai puts a choice without a word at its end: จะเอา … หรือ … ครับ.
fn offers_choice(sentence: &Sentence<'_>) -> bool {
    let seen = sentence.seen.as_str();
    begins(seen, "จะเอา|จะใช้|จะไป|เอา|ใช้|เลือก").is_some()
        && seen.contains("หรือ")
        && !seen.contains("ก็ได้")
}

/// Tells whether a short answer picks one of the things that a question puts up for choice.
fn picks(question: &Sentence<'_>, answer: &Sentence<'_>) -> bool {
    let seen = question.seen.as_str();
    let split = [" or ", "还是", "หรือ"].iter().find_map(|or| seen.split_once(or));
    let Some((before, after)) = split else { return false };
    let said = answer.seen.trim_matches(|c: char| !c.is_alphanumeric());
    let short = said.split_whitespace().count() <= 7 && said.chars().count() <= 40;
    let doubt = ALL.iter().any(|cues| has(said, cues.hesitates) || has(said, cues.supposed));
    let (first, second, chosen) = (Subject::of(before), Subject::of(after), Subject::of(said));
    let picked = [chosen.covered_by(&first), chosen.covered_by(&second)].map(|share| share >= 0.5);
    short && !doubt && !chosen.is_empty() && picked[0] != picked[1]
}

/// Whether an agreement says to go on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Firm {
    Yes,
    No,
}

/// Returns the sentence with which a turn answers: a laugh or a sigh before it is none.
pub(super) fn opening(turn: &[Sentence<'_>]) -> usize {
    const SIGHS: &str =
        "ha|haha|hahaha|oh|ah|hm|hmm|wow|huh|right|well|ฮ่า|ฮ่าๆ|โอ้|อ๋อ|อ้อ|อืม|เออ|哈|哈哈|哦|噢|嗯|哎";
    let sighs = |sentence: &Sentence<'_>| {
        let bare = sentence.seen.trim_matches(|c: char| !c.is_alphanumeric());
        begins(bare, SIGHS) == Some(bare.len())
    };
    usize::from(turn.len() > 1 && turn.first().is_some_and(sighs))
}

/// Finds the sentence by which a turn agrees and says nothing against it.
fn agreement(turn: &[Sentence<'_>]) -> Option<(usize, Firm)> {
    let from = opening(turn);
    let first = turn.get(from).filter(|first| !first.asks && !only_thanks(turn))?;
    let start = first.seen.trim_start();
    let agreed =
        ALL.iter().any(|cues| begins(start, cues.agrees).is_some() || begins(start, cues.firmly).is_some());
    if !agreed || ALL.iter().any(|cues| has(start, cues.hesitates)) {
        return None;
    }
    let firm = |s: &Sentence<'_>| !s.asks && ALL.iter().any(|cues| has(&s.seen, cues.firmly));
    let firm = turn.iter().skip(from).take(2).position(firm);
    Some(firm.map_or((from, Firm::No), |at| (from + at, Firm::Yes)))
}

/// Tells whether somebody else agrees right behind a turn to what it asks.
pub fn is_agreed_to(turns: &[Said<'_>], asks: usize) -> bool {
    let (Some(asked), Some(answer)) = (turns.get(asks), turns.get(asks + 1)) else { return false };
    answer.role != asked.role && agreement(&split(answer.text)).is_some()
}

/// Tells whether a sentence agrees and says nothing else.
pub(super) fn is_bare_agreement(seen: &str) -> bool {
    let mut rest = seen;
    loop {
        rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
        let lists = ALL.iter().flat_map(|cues| [cues.agrees, cues.firmly, cues.lead]).chain([FILLERS]);
        let Some(end) = lists.filter_map(|list| begins(rest, list)).max() else { break };
        rest = rest.get(end..).unwrap_or_default();
    }
    rest.trim().is_empty()
}

/// Words that add nothing to an agreement.
const FILLERS: &str = "then|please|thanks|thank you|it|that|this|so|with|let's|ครับผม|ครับ|ค่ะ|คะ|นะ|เลย|แล้ว|ล่ะ|กัน|งั้น|了|吧|啊|哦|呢|那|做|办|定";

/// A proposal and where it stands.
struct Proposed {
    turn: usize,
    at: usize,
    kind: Kind,
}

/// Finds what an agreement agrees to.
fn proposed_before(
    turns: &[Said<'_>],
    read: &[Vec<Sentence<'_>>],
    turn: usize,
    firm: Firm,
) -> Option<Proposed> {
    let last = turn.checked_sub(1)?;
    if turns[last].role != turns[turn].role || turns[turn].role == Role::Other {
        if let Some((at, kind)) = proposal(&read[last])
            .filter(|_| turns[last].role == Role::Assistant || firm == Firm::Yes)
            .or_else(|| {
                let own = turns[last].role == Role::Assistant && firm == Firm::Yes;
                would(&read[last]).filter(|_| own).map(|at| (at, Kind::Decision))
            })
        {
            return Some(Proposed { turn: last, at, kind });
        }
        if let Some(at) = asked_whether(&read[last]) {
            return Some(Proposed { turn: last, at, kind: Kind::Decision });
        }
    }
    // One's own question, answered by somebody else: only a plain "do it" settles it.
    let asked = last.checked_sub(1).filter(|asked| turns[*asked].role == turns[turn].role)?;
    let spoken_against =
        read[last].first().is_some_and(|s| ALL.iter().any(|cues| has(&s.seen, cues.against)));
    if firm == Firm::No || turns[last].role == turns[turn].role || spoken_against {
        return None;
    }
    asked_whether(&read[asked]).map(|at| Proposed { turn: asked, at, kind: Kind::Decision })
}

/// Finds the question whether to do something with which a turn ends.
fn asked_whether(turn: &[Sentence<'_>]) -> Option<usize> {
    let at = turn.len().checked_sub(1)?;
    let last = turn.get(at).filter(|last| last.asks)?;
    let seen = last.seen.as_str();
    let whether = ALL.iter().any(|cues| has(seen, cues.whether) && !has(seen, cues.offers));
    let choice = has(seen, "or|还是|which|what should|ไหนดี|หรือว่า") || seen.contains(" หรือ");
    let says = unasked(last.text).chars().filter(|c| c.is_alphanumeric()).count();
    (whether && !choice && says >= 5 && !has(seen, "do it|do that|do this")).then_some(at)
}

/// Makes a statement of a question whether to do something.
pub(super) fn unasked(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let lead = begins(
        lower.trim_start(),
        "should we|shall we|why don't we|how about we|how about|what about|what if we|do we want to|could we|can we|let's|shouldn't we|so should we|so shall we|ok, should we|เราควร|ควร|เราน่าจะ|น่าจะ|我们要不要|我们是否应该|我们该不该|要不要|是否应该|该不该|不如|要不",
    );
    let skipped = text.len() - text.trim_start().len();
    let mut rest = text.get(skipped + lead.unwrap_or(0)..).unwrap_or(text).trim();
    loop {
        let shorter = rest.trim_end_matches(['?', '？', ' ', '.', '。', '!']);
        let ends = [
            "ครับ",
            "ค่ะ",
            "คะ",
            "นะ",
            "ดีไหม",
            "ดีมั้ย",
            "กันไหม",
            "กันมั้ย",
            "ไหม",
            "มั้ย",
            "吗",
            "呢",
            "好不好",
            "好",
            "怎么样",
            "如何",
            "，",
        ];
        let shorter = ends.iter().find_map(|end| shorter.strip_suffix(end)).unwrap_or(shorter);
        if shorter.len() == rest.len() {
            break;
        }
        rest = shorter;
    }
    let plain = ["要不要", "该不该", "是否应该", "是不是应该", "是不是该"];
    plain.iter().fold(rest.to_owned(), |text, word| text.replacen(word, "", 1))
}

/// Finds what a program says that it would do: "I would rename them for a month, then drop them."
fn would(turn: &[Sentence<'_>]) -> Option<usize> {
    const WOULD: &str = "i would|i'd|ถ้าเป็นผมจะ|ถ้าเป็นดิฉันจะ|ผมจะ|换我会|我会先|我会把";
    const NOT: &str =
        "i would not|i'd not|i would need|i'd need|i would have to|i'd have to|i would ask|i'd ask";
    let says = |s: &Sentence<'_>| {
        let start = s.seen.trim_start();
        !s.asks
            && s.text.chars().count() >= 16
            && begins(start, WOULD).is_some()
            && begins(start, NOT).is_none()
    };
    turn.iter().position(says)
}

/// Finds what a turn proposes: in so many words, or as a change of architecture.
fn proposal(turn: &[Sentence<'_>]) -> Option<(usize, Kind)> {
    let plain = |sentence: &&Sentence<'_>| !sentence.asks && sentence.text.chars().count() >= 12;
    for (at, sentence) in turn.iter().enumerate().filter(|(_, s)| plain(s)) {
        let proposes = |cues: &&super::cues::Cues| {
            let place = find(&sentence.seen, cues.proposals);
            place.is_some_and(|(at, _)| !is_negated(sentence.seen.get(..at).unwrap_or_default(), cues))
        };
        if ALL.iter().any(proposes) {
            return Some((at, Kind::Decision));
        }
    }
    turn.iter().enumerate().filter(|(_, s)| plain(s)).find_map(|(at, sentence)| {
        let reshapes = |cues: &&&super::cues::Cues| {
            has(&sentence.seen, cues.reshapes) && has(&sentence.seen, cues.structures)
        };
        let planned = has(&sentence.seen, "will|จะ|通过|不再|to be|going to");
        (planned && ALL.iter().any(|cues| reshapes(&cues))).then_some((at, Kind::Architecture))
    })
}

/// Adds questions that nobody answered: the last words of the conversation, and questions about what to do that met
/// with hesitation alone.
pub(super) fn add_open_questions(turns: &[Said<'_>], read: &[Vec<Sentence<'_>>], items: &mut Vec<Item>) {
    let settled = |from: usize, items: &[Item]| {
        items
            .iter()
            .any(|item| item.settled_in() > from && (item.kind.is_settled() || item.kind == Kind::Rule))
    };
    let hesitant = |from: usize| {
        turns
            .iter()
            .zip(read)
            .skip(from + 1)
            .filter(|(said, _)| said.role != Role::Assistant)
            .any(|(_, turn)| turn.iter().any(|s| ALL.iter().any(|cues| has(&s.seen, cues.hesitates))))
    };
    let mut found: Option<(usize, usize)> = None;
    for (turn, sentences) in read.iter().enumerate() {
        let Some((at, sentence)) = sentences.iter().enumerate().rev().find(|(_, s)| s.asks) else { continue };
        let last = turn + 1 == turns.len();
        let matter = has(&sentence.seen, WHETHER);
        let open = last || (found.is_none() && matter && !settled(turn, items) && hesitant(turn));
        if open && !is_courtesy(&sentence.seen) {
            found = Some((turn, at));
            items.push(reasons::item(Found { kind: Kind::Question, sure: 600, at: 0 }, turn, at, read));
        }
    }
}

/// Questions about what to do.
const WHETHER: &str = "should we|should i|shall we|do we want|do we need|are we going to|which one|ควร|ดีไหม|น่าจะ|ดีมั้ย|要不要|该不该|是否应该|是不是该";

fn is_courtesy(seen: &str) -> bool {
    has(
        seen,
        "how are you|how was your|anything else|can i help|how can i help|what can i do|ให้ช่วยอะไร|มีอะไรให้|สบายดีไหม|需要我做什么|有什么可以帮|还有什么|还需要",
    )
}
