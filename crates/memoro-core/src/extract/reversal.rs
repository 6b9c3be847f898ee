//! Which decisions a later one takes back: said in so many words, or another answer to the same matter. The same
//! comparison serves within a conversation and against what was decided on other days.

use std::collections::BTreeSet;

use super::aim::Aim;
use super::alike::Alike;
use super::apart::Marks;
use super::beside::Wording;
use super::cues::{ALL, find, has, phrases};
use super::leave::PUT;
use super::moved::Appointment;
use super::retimed;
use super::retract::retract;
use super::sentence::Sentence;
use super::subject::Subject;
use super::withdraw::{last_settled, withdraw};
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

/// Words by which something comes beside what there was.
const ADDS: &str = "also|as well|in addition|additionally|besides|alongside|next to|another|a second|as a backup|as a fallback|เพิ่ม|อีกตัว|อีกอัน|สำรอง|ควบคู่|也用|还用|还要|再加|另外|同时|备用|備用";

/// Words with a capital that name nothing.
const NO_NAMES: &str = "ok|okay|we|we'll|let|let's|the|our|decision|decided|final|new|note";

/// Returns what a text calls by a name: Latin words with a capital, in other scripts all Latin words.
fn names(text: &str) -> BTreeSet<String> {
    let foreign = !text.is_ascii();
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '#' | '-')));
    let words = words.map(|word| word.trim_matches(['.', '-'])).filter(|word| word.len() > 1);
    // The first word has a capital whatever it is.
    let named = words.skip(usize::from(!foreign)).filter(|word| {
        word.contains(|c: char| c.is_ascii_uppercase())
            || foreign && word.contains(|c: char| c.is_ascii_alphabetic())
    });
    let plain = |word: &String| !phrases(NO_NAMES).any(|phrase| phrase == word);
    named.map(str::to_ascii_lowercase).filter(plain).collect()
}

/// Returns the word by which one thing is put somewhere, as far as it tells the deed.
fn puts(lower: &str) -> Option<String> {
    let (at, end) = find(lower, PUT)?;
    lower.get(at..end).map(|verb| verb.chars().take(4).collect())
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
    /// Whether its words say that something is taken back.
    reverses: bool,
    /// Whether its words say that something comes in the place of what there was.
    switches: bool,
    /// What it calls by a name, in small letters.
    names: BTreeSet<String>,
    /// Whether it comes beside what there was.
    adds: bool,
    /// How it puts one thing somewhere: the word for that.
    puts: Option<String>,
    wording: Wording,
}

impl Decided {
    /// Reads the words of a decision.
    pub fn of(text: &str) -> Self {
        let subject = Subject::of_decision(text);
        let first = Subject::in_order(text, &subject).first().copied();
        let (matter, aim, tools) = (Matter::of(text), Aim::of(text), Tools::of(text));
        let appointment = Appointment::of(text);
        let lower = text.to_ascii_lowercase();
        let reverses = ALL.iter().any(|cues| has(&lower, cues.reversals));
        let (switches, names, puts) = (has(&lower, SWITCHES), names(text), puts(&lower));
        let adds = has(&lower, ADDS);
        let (marks, wording) = (Marks::of(text), Wording::of(text));
        Self {
            marks,
            subject,
            matter,
            first,
            aim,
            tools,
            appointment,
            reverses,
            switches,
            names,
            adds,
            puts,
            wording,
        }
    }

    /// Tells whether its words say that something is taken back.
    pub const fn reverses(&self) -> bool {
        self.reverses
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

    /// Returns the places of the earlier decisions that it names as left, or moves to another time: of several those that it
    /// names most of. With several for things that it does not name nobody knows which.
    pub(super) fn left_of<'a>(&self, earlier: impl Iterator<Item = (usize, &'a Self)>) -> Vec<usize> {
        let left: Vec<(usize, &Self)> = earlier.filter(|(_, old)| self.leaves(old)).collect();
        if let [(at, _)] = left.as_slice() {
            return vec![*at];
        }
        let of_one: Vec<(usize, usize)> = left
            .iter()
            .filter(|(_, old)| self.means_one(old))
            .map(|(at, old)| (*at, self.subject.common(&old.subject)))
            .collect();
        let most = of_one.iter().map(|(_, common)| *common).max();
        of_one.into_iter().filter(|(_, common)| Some(*common) == most).map(|(at, _)| at).collect()
    }

    /// Tells whether both say the same of the same thing, so that what ends one ends the other.
    pub(super) fn says_the_same(&self, other: &Self) -> bool {
        self.subject.same(&other.subject) && !self.wording.is_of_another(&other.wording)
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

    /// Tells whether it puts another tool in the place of the one that an earlier decision of another conversation chose: both
    /// speak of one thing, or neither names any and this says that something is switched.
    pub(super) fn switches_from_afar(&self, earlier: &Self) -> bool {
        let named = if self.aim.names_no_thing() && earlier.aim.names_no_thing() {
            self.switches
        } else {
            self.aim.is_of_one(&earlier.aim)
        };
        named && self.puts_another_tool(earlier)
    }

    /// Tells whether both cannot hold: this chooses otherwise in the matter of an earlier decision, or again what that gave up.
    pub(super) fn chooses_otherwise(&self, earlier: &Self) -> bool {
        let both = self.matter.as_ref().zip(earlier.matter.as_ref());
        let one_matter = both.is_some_and(|(new, old)| new.conflicts(old))
            || (self.puts.is_some() && self.puts == earlier.puts && self.aim.is_of_same(&earlier.aim));
        let other_names = !self.names.is_subset(&earlier.names) && !earlier.names.is_subset(&self.names);
        let otherwise = one_matter && other_names && !self.is_of_another_sort(earlier);
        let again = earlier.aim.only_leaves() && !self.leaves_something() && earlier.leaves_whole(self);
        !self.adds && (otherwise || again) && !self.marks.is_of_another(&earlier.marks)
    }

    /// Tells whether it says nothing but what is chosen: neither what that is for nor what it takes the place of.
    pub fn names_only_a_choice(&self) -> bool {
        self.aim.names_no_thing() && !self.leaves_something()
    }

    /// Tells whether it only leaves something and chooses nothing.
    pub(super) fn only_leaves(&self) -> bool {
        self.aim.only_leaves()
    }

    /// Tells whether it is of another thing than an earlier decision, or chooses a tool of another sort.
    pub(super) fn is_of_another_sort(&self, earlier: &Self) -> bool {
        self.is_of_another(earlier) || self.tools.is_of_another_sort(&earlier.tools)
    }

    /// Tells whether this takes an earlier decision back: the same thing, answered differently. Where nobody says that
    /// something is taken back, "the api goes out on Monday" leaves "the web goes out on Monday" as it is.
    fn replaces(&self, earlier: &Self, says_so: bool) -> bool {
        let anew = !self.marks.differ(&earlier.marks)
            && self.subject.shared(&earlier.subject) >= UNSAID
            && self.wording.gives_another_value(&earlier.wording);
        if anew || self.chooses_otherwise(earlier) {
            return true;
        }
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
                self.first == earlier.first
                    && !self.marks.differ(&earlier.marks)
                    && !self.wording.is_of_another(&earlier.wording)
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
            let mut old = replaced(turns, items, (&about, &known), later, told);
            if old.is_empty() {
                old.extend(last_settled(items, later, (&about, &read[turn])));
            }
            for at in old {
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
    let mut found: Vec<usize> = alike.filter(|at| new.replaces(&about[*at], says_so)).collect();
    if !found.is_empty() {
        // Who takes something back means what is named most of all.
        let common = |at: &usize| new.subject.common(&about[*at].subject);
        let most = found.iter().map(common).max().filter(|_| says_so && new.leaves_something());
        let one = |at: &usize| new.chooses_otherwise(&about[*at]) || new.aim.is_of_same(&about[*at].aim);
        found.retain(|at| most.is_none_or(|most| common(at) == most) || one(at));
        return found;
    }
    let left = known.left(new).into_iter().filter(earlier).map(|at| (at, &about[at]));
    let left = new.left_of(left);
    if let Some(last) = left.last() {
        return left.iter().copied().filter(|at| about[*at].says_the_same(&about[*last])).collect();
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

#[cfg(test)]
mod tests;
