//! What takes more than one turn: a proposal that somebody agreed to, and a question that nobody answered.

use super::cues::{ALL, begins, has};
use super::judge::Found;
use super::reasons;
use super::sentence::Sentence;
use super::{Item, Kind, Said};
use crate::fusion::Role;

/// How many turns a proposal may be away from the agreement to it.
const NEAR: usize = 2;

/// Adds proposals of the assistant that the person agreed to in the next turn.
pub(super) fn add_agreed(turns: &[Said<'_>], read: &[Vec<Sentence<'_>>], items: &mut Vec<Item>) {
    for turn in 1..turns.len() {
        let own = items.iter().any(|item| item.turn == turn && item.kind.is_settled());
        if turns[turn].role == Role::Assistant || own || !agrees(&read[turn]) {
            continue;
        }
        let before = turn.saturating_sub(NEAR)..turn;
        let Some(proposed) = before.rev().find(|at| turns[*at].role == Role::Assistant) else { continue };
        if proposed + 1 != turn {
            continue;
        }
        if let Some((at, kind)) = proposal(&read[proposed]) {
            items.push(reasons::item(Found { kind, sure: 800 }, proposed, at, read));
        }
    }
}

/// Tells whether a turn agrees, and says nothing against it.
fn agrees(turn: &[Sentence<'_>]) -> bool {
    let Some(first) = turn.first().filter(|first| !first.asks) else { return false };
    let start = first.seen.trim_start();
    let agreed = ALL.iter().any(|cues| begins(start, cues.agrees).is_some());
    agreed && !ALL.iter().any(|cues| has(start, cues.hesitates))
}

/// Finds what a turn of the assistant proposes: in so many words, or as a change of architecture.
fn proposal(turn: &[Sentence<'_>]) -> Option<(usize, Kind)> {
    let plain = |sentence: &&Sentence<'_>| !sentence.asks && sentence.text.chars().count() >= 12;
    for (at, sentence) in turn.iter().enumerate().filter(|(_, s)| plain(s)) {
        if ALL.iter().any(|cues| has(&sentence.seen, cues.proposals)) {
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
        items.iter().any(|item| item.turn > from && (item.kind.is_settled() || item.kind == Kind::Rule))
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
            items.push(reasons::item(Found { kind: Kind::Question, sure: 600 }, turn, at, read));
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
