//! Which decisions a later one takes back: said in so many words, or another answer to the same matter. The same
//! comparison serves within a conversation and against what was decided on other days.

use std::collections::BTreeSet;

use super::aim::Aim;
use super::alike::Alike;
use super::apart::Marks;
use super::cues::{ALL, begins, has};
use super::instead::chooses_another;
use super::judge::judge;
use super::moved::Appointment;
use super::retimed;
use super::retract::{only_retracts, retract};
use super::sentence::Sentence;
use super::signs::after_lead;
use super::subject::Subject;
use super::{Item, Matter, Said, Standing};
use crate::conflict::Tools;
use crate::text::Term;

/// How much two decisions must share where the later one says that it takes something back.
pub(super) const SAID: f64 = 0.25;
/// How much they must share where it does not.
pub(super) const UNSAID: f64 = 0.6;

/// How much they must share where the later one says so in another conversation: its words alone tell what it means.
pub(super) const AFAR: f64 = 0.5;

/// Words by which one tool takes the place of another.
const SWITCHES: &str = "switch to|switching to|switched to|migrate to|migrating to|move to|moving to|go back to|เปลี่ยนไปใช้|เปลี่ยนมาใช้|ย้ายไปใช้|ย้ายมาใช้|改用|换成|换用|迁到|切换到";

/// Tells whether a later decision of the same conversation takes an earlier one back.
fn takes_back(later: &Subject, earlier: &Subject, says_so: bool) -> bool {
    let other = if says_so { later.adds_to(earlier) } else { !later.same(earlier) };
    other && later.shared(earlier) >= if says_so { SAID } else { UNSAID }
}

/// What a decision is compared by.
#[derive(Debug, Clone, Default)]
pub struct Decided {
    marks: Marks,
    subject: Subject,
    matter: Option<Matter>,
    /// The first word that says what it is about.
    first: Option<Term>,
    aim: Aim,
    tools: Tools,
    appointment: Option<Appointment>,
}

impl Decided {
    /// Reads the words of a decision.
    pub fn of(text: &str) -> Self {
        let subject = Subject::of_decision(text);
        let first = Subject::in_order(text, &subject).first().copied();
        let (matter, aim, tools) = (Matter::of(text), Aim::of(text), Tools::of(text));
        let appointment = Appointment::of(text);
        Self { marks: Marks::of(text), subject, matter, first, aim, tools, appointment }
    }

    /// Takes in what other words, said in one breath with it, name as left.
    #[must_use]
    pub fn beside(mut self, words: &str) -> Self {
        if !words.is_empty() {
            self.aim.leave_also(Aim::of(words));
        }
        self
    }

    /// Tells whether it names something as left, or moves something to another time.
    pub fn leaves_something(&self) -> bool {
        self.left().next().is_some()
    }

    /// Tells whether it moves something to another time.
    pub fn moves_something(&self) -> bool {
        self.appointment.as_ref().is_some_and(|appointment| appointment.moved().is_some())
    }

    /// Returns the words of what it names as left, or moves to another time.
    pub(super) fn left(&self) -> impl Iterator<Item = Term> {
        let moved = self.appointment.as_ref().and_then(Appointment::moved);
        self.aim.left().chain(self.aim.left_with_use()).chain(moved.into_iter().flat_map(Subject::words))
    }

    /// Returns the places of the earlier decisions that it names as left, or moves to another time. With several for things
    /// that it does not name nobody knows which.
    pub(super) fn left_of<'a>(&self, earlier: impl Iterator<Item = (usize, &'a Self)>) -> Vec<usize> {
        let left: Vec<(usize, &Self)> = earlier.filter(|(_, old)| self.leaves(old)).collect();
        let of_one: Vec<usize> =
            left.iter().filter(|(_, old)| self.means_one(old)).map(|(at, _)| *at).collect();
        match left.as_slice() {
            [(at, _)] => vec![*at],
            _ => of_one,
        }
    }

    /// Tells whether an earlier decision has nothing in common with it but the name of what it leaves, and did not choose that:
    /// a guide to Redis is not left with Redis.
    fn only_names(&self, earlier: &Self) -> bool {
        let left: BTreeSet<Term> = self.aim.left().chain(self.aim.left_with_use()).collect();
        let mut common = self.subject.words().filter(|word| earlier.subject.has(*word)).peekable();
        common.peek().is_some() && common.all(|word| left.contains(&word)) && !self.leaves(earlier)
    }

    /// Tells whether it is of another thing than an earlier decision, as far as both say.
    fn is_of_another(&self, earlier: &Self) -> bool {
        self.marks.is_of_another(&earlier.marks)
            || self.aim.is_apart(&earlier.aim)
            || self.aim.leaves_another(&earlier.aim)
    }

    /// Tells whether it names as left what an earlier decision chose, with what that was for.
    pub(super) fn leaves_whole(&self, earlier: &Self) -> bool {
        self.aim.leaves_whole(&earlier.aim) && !self.marks.is_of_another(&earlier.marks)
    }

    fn means_one(&self, earlier: &Self) -> bool {
        self.aim.is_of_one(&earlier.aim) || self.aim.leaves_whole(&earlier.aim)
    }

    fn leaves(&self, earlier: &Self) -> bool {
        let both = self.appointment.as_ref().zip(earlier.appointment.as_ref());
        let moves = both.is_some_and(|(new, old)| new.moves(old)) && !self.marks.differ(&earlier.marks);
        moves || (self.aim.leaves(&earlier.aim) && !self.marks.is_of_another(&earlier.marks))
    }

    /// Returns what it is about.
    pub(super) fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Returns its matter, where its words tell.
    pub(super) fn matter(&self) -> Option<&Matter> {
        self.matter.as_ref()
    }

    /// Tells whether it, which says that it takes something back, means a decision of another conversation: only its own
    /// words can tell, so they must name most of it, and nothing else that it is for.
    pub(super) fn takes_back_from_afar(&self, earlier: &Self) -> bool {
        let (new, old) = (&self.subject, &earlier.subject);
        // "Kafka instead of Redis" after "Redis instead of Kafka" has no word of its own and chooses otherwise.
        let swaps =
            self.matter.as_ref().zip(earlier.matter.as_ref()).is_some_and(|(new, old)| new.conflicts(old));
        let named = new.common(old) >= 2 && new.shared(old) >= AFAR;
        (new.adds_to(old) || swaps) && named && !self.is_of_another(earlier)
    }

    /// Tells whether it names another tool of the same sort, as far as it is known for the same thing.
    pub(super) fn puts_another_tool(&self, earlier: &Self) -> bool {
        let (new, old) = (&self.aim, &earlier.aim);
        let tools = self.tools.differ(&earlier.tools) && !self.only_names(earlier);
        tools && !new.is_apart(old) && !new.means_another(old) && !self.marks.is_of_another(&earlier.marks)
    }

    /// Tells whether this takes an earlier decision back: the same thing, answered differently. Where nobody says that
    /// something is taken back, "the api goes out on Monday" leaves "the web goes out on Monday" as it is.
    fn replaces(&self, earlier: &Self, says_so: bool) -> bool {
        if let Some((new, old)) = self.matter.as_ref().zip(earlier.matter.as_ref())
            && (new.conflicts(old) || !says_so)
        {
            return new.conflicts(old);
        }
        self.subject.shared(&earlier.subject) >= UNSAID
            && takes_back(&self.subject, &earlier.subject, says_so)
            && if says_so {
                !self.is_of_another(earlier)
            } else {
                self.first == earlier.first && !self.marks.differ(&earlier.marks)
            }
    }
}

/// Marks the items that later ones, or a plain withdrawal, took back.
pub(super) fn settle(turns: &[Said<'_>], read: &[Vec<Sentence<'_>>], items: &mut [Item]) {
    let settled = |item: &Item| if item.kind.is_settled() { item.evidence(turns) } else { "" };
    let about: Vec<Decided> =
        items.iter().map(|item| Decided::of(settled(item)).beside(&item.leaves)).collect();
    retract(read, items);
    let (mut known, mut told) = (Alike::default(), None);
    for later in 0..items.len() {
        if !items[later].kind.is_settled() {
            continue;
        }
        if items[later].holds() {
            let turn = items[later].settled_in();
            // What a turn says besides is read once for all that it settles.
            let told = match &mut told {
                Some((of, told)) if *of == turn => told,
                other => &mut other.insert((turn, Told::of(turns[turn].text, &read[turn]))).1,
            };
            for at in replaced(turns, items, (&about, &known), later, told) {
                items[at].standing = Standing::Replaced(later);
            }
        }
        known.add(later, &about[later]);
    }
    withdraw(turns, read, items, &about);
}

/// What a turn says of others than itself.
struct Told {
    reverses: bool,
    switches: bool,
    swaps: bool,
    subject: Subject,
}

impl Told {
    fn of(text: &str, turn: &[Sentence<'_>]) -> Self {
        let says = |list: &'static str| turn.iter().any(|s| !s.asks && has(&s.seen, list));
        Self {
            reverses: turn.iter().any(reverses),
            switches: says(SWITCHES),
            swaps: says(SWAPS) && says(REFUSES) && !says(NAMED),
            subject: Subject::of_decision(text),
        }
    }
}

/// Returns the items that a later one takes back.
fn replaced(
    turns: &[Said<'_>],
    items: &[Item],
    (about, known): (&[Decided], &Alike),
    later: usize,
    told: &Told,
) -> Vec<usize> {
    let turn = items[later].settled_in();
    let says_so = items[later].reverses || told.reverses;
    // Words that settle something else agree to nothing.
    let agreed_by = |item: &Item| item.agreed == Some((items[later].turn, items[later].span.clone()));
    let earlier = |at: &usize| {
        let item = &items[*at];
        item.holds() && item.kind.is_settled() && (item.settled_in() < turn || agreed_by(item))
    };
    let new = &about[later];
    let alike = known.alike(new).into_iter().filter(earlier);
    let found: Vec<usize> = alike.filter(|at| new.replaces(&about[*at], says_so)).collect();
    if !found.is_empty() {
        return found;
    }
    let left = known.left(new).into_iter().filter(earlier).map(|at| (at, &about[at]));
    if let Some(at) = new.left_of(left).last() {
        return vec![*at];
    }
    if let Some(at) = retimed::find(turns, items, later, says_so) {
        return vec![at];
    }
    if says_so {
        // One thing is taken back: what is named most of all, and the last of these.
        let share = |at: usize| {
            let by = [&new.subject, &told.subject].into_iter();
            let named = by.filter(|by| takes_back(by, &about[at].subject, true));
            named.map(|by| by.shared(&about[at].subject)).fold(0.0, f64::max)
        };
        let same = |at: &usize| {
            let old = &about[*at].aim;
            let another = new.aim.is_apart(old) || new.aim.means_another(old) || new.aim.leaves_another(old);
            !another && !new.only_names(&about[*at])
        };
        let near = known.near([&new.subject, &told.subject]).into_iter().filter(earlier).filter(same);
        let named = near.map(|at| (at, share(at))).filter(|(_, share)| *share > 0.0);
        if let Some((at, _)) = named.max_by(|(_, a), (_, b)| a.total_cmp(b)) {
            return vec![at];
        }
    }
    let swapped = swapped(items, later, told);
    if !swapped.is_empty() || !(says_so || told.switches) {
        return swapped;
    }
    // "Switch to MySQL" names only what comes: the last other tool of its sort goes.
    let tool = |at: &usize| earlier(at) && new.puts_another_tool(&about[*at]);
    (0..later).rev().find(tool).into_iter().collect()
}

const SWAPS: &str = "change it to|change that to|make it|switch to|switch it to|改用|改成|换成|改为|换用|เปลี่ยนเป็น|เปลี่ยนไปใช้|เปลี่ยนมาใช้|ขอเปลี่ยน";
const REFUSES: &str = "too much|too long|too slow|too expensive|too many|太|เกินไป|มากไป|no|nope|hmm|wait|doesn't work|won't work|can't|不行|不对|不好|等等|不了|ไม่ได้|ไม่เวิร์ค|ไม่ไหว|เปลี่ยนใจ";
const NAMED: &str = "instead of|rather than|而不是|不用|แทน";

/// "No, the front end can't read it, change it to JSON": what was settled right before, without its name.
fn swapped(items: &[Item], later: usize, told: &Told) -> Vec<usize> {
    if !told.swaps {
        return Vec::new();
    }
    let turn = items[later].settled_in();
    let open = |at: &usize| items[*at].holds() && items[*at].kind.is_settled();
    let last = (0..later).rev().find(open);
    last.filter(|at| items[*at].settled_in() < turn && turn - items[*at].settled_in() <= 2)
        .into_iter()
        .collect()
}

fn reverses(sentence: &Sentence<'_>) -> bool {
    ALL.iter().any(|cues| has(&sentence.seen, cues.reversals))
}

const WITHDRAWN: &str = "scrap that|scrap it|scratch that|forget that|forget it|never mind|nevermind|take that back|undo that|cancel that|cancel the|\
    we're not doing that|drop that|ยกเลิก|ไม่เอาแล้ว|เปลี่ยนใจแล้ว|พับไป|算了|不用了|取消|作废|撤回";

/// Drops items that only take something back: "cancel the Redis thing" settles nothing that was not settled before it.
pub(super) fn drop_withdrawals(read: &[Vec<Sentence<'_>>], items: &mut Vec<Item>) {
    let settled: Vec<usize> =
        items.iter().filter(|item| item.kind.is_settled()).map(Item::settled_in).collect();
    let only_withdraws = |item: &Item| {
        let sentence = read[item.turn].iter().find(|sentence| sentence.span == item.span);
        let plain =
            sentence.is_some_and(|s| !s.asks && withdraws(&s.seen) && !states(s) && !chooses_another(s));
        let again = sentence.is_some_and(only_retracts) && read[item.turn][0].span != item.span;
        item.kind.is_settled() && (again || (plain && settled.iter().any(|turn| *turn < item.turn)))
    };
    items.retain(|item| !only_withdraws(item));
}

/// "Scrap that", and "scrap Postgres" by its first word.
fn withdraws(seen: &str) -> bool {
    const FIRST: &str = "scrap|scratch|ditch|forget|forget about|never mind|ลืมเรื่อง|เลิกคิดเรื่อง|别管|忘掉";
    has(seen, WITHDRAWN) || begins(after_lead(seen), FIRST).is_some()
}

/// Tells whether a sentence settles something in so many words.
fn states(sentence: &Sentence<'_>) -> bool {
    judge(sentence, crate::fusion::Role::User).iter().any(|found| found.kind.is_settled())
}

/// A person who takes back what was settled, and settles nothing else in that turn.
fn withdraw(turns: &[Said<'_>], read: &[Vec<Sentence<'_>>], items: &mut [Item], about: &[Decided]) {
    for (turn, said) in
        turns.iter().enumerate().filter(|(_, said)| said.role != crate::fusion::Role::Assistant)
    {
        let plain = read[turn].iter().any(|s| !s.asks && has(&s.seen, WITHDRAWN));
        if !plain || items.iter().any(|item| item.settled_in() == turn && item.kind.is_settled()) {
            continue;
        }
        let subject = Subject::of_decision(said.text);
        let open =
            |at: &usize| items[*at].settled_in() < turn && items[*at].holds() && items[*at].kind.is_settled();
        let known: Vec<usize> = (0..items.len()).filter(open).collect();
        let named = known.iter().rev().find(|at| subject.shared(&about[**at].subject) >= SAID);
        // "Don't forget to cancel the parking" is a task, not a change of mind.
        let task = items.iter().any(|item| item.turn == turn && item.kind == super::Kind::Action);
        let last = known.last().filter(|_| !task).filter(|at| turn - items[**at].settled_in() <= 3);
        if let Some(at) = named.or(last).copied() {
            items[at].standing = Standing::Withdrawn;
        }
    }
}

#[cfg(test)]
mod tests;
