//! What a conversation leaves behind: decisions, rules, changes of architecture, what a person asked to remember,
//! tasks, open questions and lessons, in Thai, English and Chinese. Every item points at the words that show it;
//! questions, suggestions, quotations and code give none, and what was taken back does not hold. Writes nothing.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::fusion::Role;
use crate::provenance::Confidence;
use crate::words::words;

mod aim;
mod alike;
mod answers;
mod apart;
mod asked;
mod beside;
mod binding;
mod bygone;
mod chances;
mod chinese;
mod choice;
mod claims;
mod connect;
mod cues;
mod details;
mod ended;
mod english;
mod errand;
mod host;
mod instead;
mod judge;
mod keep;
mod kinds;
mod leave;
mod loosen;
mod matter;
mod moved;
mod net;
mod news;
mod offered;
mod options;
mod reasons;
mod remark;
mod remember;
mod retimed;
mod retract;
mod reversal;
mod second;
mod seize;
mod sentence;
mod settled;
mod signs;
mod subject;
mod thai;
mod times;
mod topics;
mod undecided;
mod unmarked;
mod way;
mod wish;
mod withdraw;
mod world;

pub use alike::Earlier;
pub use answers::is_agreed_to;
pub use asked::{asks_for_decision, decision_subject, only_asks};
pub use binding::{bids, binds, to_be_remembered};
pub use chances::{Chances, Limits};
pub use ended::endings;
pub use errand::sends_on_errand;
pub use loosen::loosens;
pub use matter::Matter;
pub use moved::place_in;
pub use reversal::Decided;
pub use seize::{grants, keeps_from_user, names_a_master, seizes};
pub use subject::Subject;
pub use topics::{Word, mended, subjects, topics};
pub use way::lays_down_a_way;
pub use wish::Held;

/// What an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Something was settled.
    Decision,
    /// The shape of a system changed.
    Architecture,
    /// A rule or a limit that holds from now on.
    Rule,
    /// A person asked to remember it.
    Remember,
    /// Somebody has to do something.
    Action,
    /// Nobody has answered it.
    Question,
    /// What was found out while something went wrong.
    Lesson,
}

words!(Kind, "kind of item", {
    Decision => "decision",
    Architecture => "architecture",
    Rule => "rule",
    Remember => "remember",
    Action => "action",
    Question => "question",
    Lesson => "lesson",
});

impl Kind {
    /// Tells whether the item says that something was settled.
    pub const fn is_settled(self) -> bool {
        matches!(self, Self::Decision | Self::Architecture)
    }
}

/// One turn of a conversation.
#[derive(Debug, Clone, Copy)]
pub struct Said<'a> {
    /// Who spoke.
    pub role: Role,
    /// What was said.
    pub text: &'a str,
    /// The year in which it was said, where that is known: an earlier one that it names makes it a story.
    pub year: Option<i16>,
}

/// Whether an item still holds at the end of the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It holds.
    Holds,
    /// A later item, by its place in the list, took its place.
    Replaced(usize),
    /// It was taken back and nothing came in its place.
    Withdrawn,
}

/// One thing that a conversation leaves behind.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// What it is.
    pub kind: Kind,
    /// The turn that shows it, from 0.
    pub turn: usize,
    /// The bytes of that turn that show it.
    pub span: Range<usize>,
    /// The matter in one line.
    pub title: String,
    /// What made it necessary, where the conversation says so.
    pub why: String,
    /// What had been found out, where the conversation says so.
    pub finding: String,
    /// What was settled, in full.
    pub conclusion: String,
    /// What follows from it, where the conversation says so.
    pub impact: String,
    /// How sure the reading is.
    pub confidence: Confidence,
    /// Whether it still holds.
    pub standing: Standing,
    /// Whether its words say that they take the place of something.
    pub reverses: bool,
    /// The words right before it in its turn that say what is left, where it does not say so itself.
    pub leaves: String,
    /// Where somebody agreed to it, for a proposal: the turn, and the bytes of that turn.
    pub agreed: Option<(usize, Range<usize>)>,
}

impl Item {
    /// Returns the words that show the item.
    pub fn evidence<'a>(&self, turns: &[Said<'a>]) -> &'a str {
        turns.get(self.turn).and_then(|said| said.text.get(self.span.clone())).unwrap_or_default()
    }

    /// Returns the words by which somebody agreed to it, for a proposal.
    pub fn agreement<'a>(&self, turns: &[Said<'a>]) -> Option<&'a str> {
        let (turn, span) = self.agreed.clone()?;
        turns.get(turn).and_then(|said| said.text.get(span))
    }

    /// Returns the turn from which on it holds: a proposal holds from the agreement on.
    pub fn settled_in(&self) -> usize {
        self.agreed.as_ref().map_or(self.turn, |(turn, _)| *turn)
    }

    /// Reads what it is compared by with others.
    pub fn decided(&self) -> Decided {
        Decided::of(&self.conclusion).beside(&self.leaves)
    }

    /// Tells whether the item still holds.
    pub fn holds(&self) -> bool {
        self.standing == Standing::Holds
    }
}

/// Returns what a conversation leaves behind, in the order in which it was said. Where the embedded model holds nothing the
/// reading is less sure of what it does not know by its signs.
pub fn extract(turns: &[Said<'_>], held: &Held<'_>) -> Vec<Item> {
    let read = split(turns);
    let scene = signs::Scene::new(turns, &read, held);
    let signs = signs::all(&scene);
    let chances = net::read(&scene, &signs, held.rows);
    let known = read.iter().flatten().next().is_some_and(|first| !(held.rows)(first.text).is_empty());
    find(&scene, signs, &chances, if known { &Limits::CHOSEN } else { &Limits::BY_SIGNS })
}

/// Returns how likely each sentence of a conversation is each kind of item, turn by turn.
pub fn chances(turns: &[Said<'_>], held: &Held<'_>) -> Vec<Vec<Chances>> {
    let read = split(turns);
    let scene = signs::Scene::new(turns, &read, held);
    net::read(&scene, &signs::all(&scene), held.rows)
}

/// Returns what a conversation leaves behind where its sentences have these chances, turn by turn, and these limits hold.
pub fn extract_as(
    turns: &[Said<'_>],
    held: &Held<'_>,
    chances: &[Vec<Chances>],
    limits: &Limits,
) -> Vec<Item> {
    let read = split(turns);
    let scene = signs::Scene::new(turns, &read, held);
    find(&scene, signs::all(&scene), chances, limits)
}

fn split<'a>(turns: &[Said<'a>]) -> Vec<Vec<sentence::Sentence<'a>>> {
    turns.iter().map(|said| sentence::split(said.text)).collect()
}

fn find(
    scene: &signs::Scene<'_>,
    signs: Vec<Vec<signs::Signs>>,
    chances: &[Vec<Chances>],
    limits: &Limits,
) -> Vec<Item> {
    let (turns, read) = (scene.turns, scene.read);
    let weighed: Vec<Vec<net::Weighed>> = signs
        .into_iter()
        .enumerate()
        .map(|(turn, signs)| {
            let chance = |at: usize| chances.get(turn).and_then(|turn| turn.get(at)).copied();
            let one = |(at, signs)| net::Weighed { signs, chances: chance(at).unwrap_or_default() };
            signs.into_iter().enumerate().map(one).collect()
        })
        .collect();
    let mut items = kinds::find(scene, &weighed, limits);
    // What is a rule, or to be remembered, is not a decision as well.
    let kept = |item: &Item| matches!(item.kind, Kind::Rule | Kind::Remember);
    let taken: Vec<_> = items.iter().filter(|i| kept(i)).map(|i| (i.turn, i.span.clone())).collect();
    let likely = likely(scene, &weighed, limits);
    let mut settled = settled::find(scene, weighed, limits);
    settled.retain(|item| {
        !taken.iter().any(|(turn, span)| *turn == item.turn && span.contains(&item.span.start))
    });
    items.append(&mut settled);
    answers::add_elliptic(turns, read, &mut items);
    let by_network = items.len();
    answers::add_choices(turns, read, &mut items);
    answers::add_agreed(turns, read, &mut items);
    // What its form alone makes a decision must be one by its words, too.
    details::complete(turns, read, &mut items);
    let mut place = 0;
    items.retain(|item| {
        place += 1;
        place <= by_network || likely.contains(&(item.turn, item.span.start))
    });
    withdraw::drop_withdrawals(read, &mut items);
    options::put_in(turns, read, &mut items);
    details::join_what_comes(turns, read, &mut items);
    answers::add_open_questions(turns, read, &mut items);
    // What leaves nothing that it could be called by is nothing.
    items.retain(|item| !item.title.is_empty());
    items.sort_by_key(|item| (item.turn, item.span.start, item.kind));
    items.dedup_by_key(|item| (item.turn, item.span.start, item.kind));
    reversal::settle(turns, read, &mut items);
    items
}

/// Returns where the sentences stand that may be settled, by their turns and where they begin.
fn likely(
    scene: &signs::Scene<'_>,
    weighed: &[Vec<net::Weighed>],
    limits: &Limits,
) -> BTreeSet<(usize, usize)> {
    let turn = |(turn, sentences): (usize, &Vec<net::Weighed>)| -> Vec<(usize, usize)> {
        let starts = scene.read[turn].iter().map(|sentence| sentence.span.start);
        let all = sentences.iter().zip(starts);
        let may = all.filter(|(one, _)| one.chances.of(Kind::Decision) >= limits.tied);
        may.map(|(_, start)| (turn, start)).collect()
    };
    weighed.iter().enumerate().flat_map(turn).collect()
}

/// One sentence and everything that was seen of it, for learning how to weigh it.
#[derive(Debug, Clone)]
pub struct Seen {
    /// The turn, from 0.
    pub turn: usize,
    /// The bytes of that turn.
    pub span: Range<usize>,
    /// The names of the signs, in order.
    pub signs: Vec<String>,
}

/// Returns every sentence of a conversation with its signs.
pub fn signs(turns: &[Said<'_>], held: &Held<'_>) -> Vec<Seen> {
    let read = split(turns);
    let scene = signs::Scene::new(turns, &read, held);
    let mut out = Vec::new();
    for (turn, sentences) in read.iter().enumerate() {
        for (at, sentence) in sentences.iter().enumerate() {
            let signs = signs::of(&scene, turn, at).names().to_vec();
            out.push(Seen { turn, span: sentence.span.clone(), signs });
        }
    }
    out
}

/// Makes an item of the sentence in which some bytes of a turn stand, as somebody else judged it.
pub fn item_at(
    turns: &[Said<'_>],
    turn: usize,
    span: Range<usize>,
    (kind, confidence): (Kind, Confidence),
) -> Option<Item> {
    let said = turns.get(turn)?;
    let mut read: Vec<Vec<sentence::Sentence<'_>>> = turns.iter().map(|_| Vec::new()).collect();
    read[turn] = sentence::split(said.text);
    let at = read[turn].iter().position(|sentence| sentence.span.end > span.start)?;
    let found = judge::Found { kind, sure: confidence.thousandths(), at: 0 };
    Some(reasons::item(found, turn, at, &read))
}

/// Puts items in the order in which they were said, each once, and marks those that later ones take back.
pub fn reconsider(turns: &[Said<'_>], items: &mut Vec<Item>) {
    let read = split(turns);
    // What leaves nothing that it could be called by is nothing.
    items.retain(|item| !item.title.is_empty());
    items.sort_by_key(|item| (item.turn, item.span.start, item.kind));
    items.dedup_by_key(|item| (item.turn, item.span.start, item.kind));
    reversal::settle(turns, &read, items);
}

#[cfg(test)]
mod tests;
