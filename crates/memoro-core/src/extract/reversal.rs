//! Which decisions a later one takes back: said in so many words, or another answer to the same matter. The same
//! comparison serves within a conversation and against what was decided on other days.

use std::collections::BTreeSet;

use super::cues::{ALL, begins, has};
use super::judge::judge;
use super::sentence::Sentence;
use super::signs::after_lead;
use super::{Item, Said, Standing};
use crate::conflict::other_tool;
use crate::text::{Kind as TokenKind, Term, tokenize};

/// What a decision is about: its words, for comparison with others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Subject {
    words: BTreeSet<Term>,
}

impl Subject {
    /// Reads the words of a decision.
    pub fn of(text: &str) -> Self {
        let mut words = BTreeSet::new();
        tokenize(text, &mut |token| {
            if matches!(token.kind, TokenKind::Word | TokenKind::Gram) && !crate::text::is_stop(token.text) {
                words.insert(token.term());
            }
        });
        Self { words }
    }

    /// Tells whether there are no words to compare.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns how much of the smaller of two subjects the other has too, from 0 to 1.
    pub fn shared(&self, other: &Self) -> f64 {
        let smaller = self.words.len().min(other.words.len());
        if smaller == 0 {
            return 0.0;
        }
        let common = self.words.intersection(&other.words).count();
        ratio(common, smaller)
    }

    /// Returns how much of this subject another one has too, from 0 to 1.
    pub fn covered_by(&self, other: &Self) -> f64 {
        if self.words.is_empty() {
            return 0.0;
        }
        ratio(self.words.intersection(&other.words).count(), self.words.len())
    }

    /// Tells whether two subjects say the same in other words.
    pub fn same(&self, other: &Self) -> bool {
        let union = self.words.union(&other.words).count();
        union > 0 && ratio(self.words.intersection(&other.words).count(), union) >= 0.8
    }
}

fn ratio(part: usize, whole: usize) -> f64 {
    let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    count(part) / count(whole)
}

/// How much two decisions must share where the later one says that it takes something back.
const SAID: f64 = 0.25;
/// How much they must share where it does not.
const UNSAID: f64 = 0.6;

/// Tells whether a later decision takes an earlier one back.
pub fn takes_back(later: &Subject, earlier: &Subject, says_so: bool) -> bool {
    !later.same(earlier) && later.shared(earlier) >= if says_so { SAID } else { UNSAID }
}

/// Marks the items that later ones, or a plain withdrawal, took back.
pub(super) fn settle(turns: &[Said<'_>], read: &[Vec<Sentence<'_>>], items: &mut [Item]) {
    let subjects: Vec<Subject> = items.iter().map(|item| Subject::of(item.evidence(turns))).collect();
    for later in 0..items.len() {
        if !items[later].kind.is_settled() {
            continue;
        }
        let turn = items[later].settled_in();
        let says_so = items[later].reverses || read[turn].iter().any(reverses);
        let turn_subject = Subject::of(turns[turn].text);
        let earlier = (0..later).rev().filter(|at| {
            items[*at].holds() && items[*at].kind.is_settled() && items[*at].settled_in() < turn
        });
        let replaced: Vec<usize> = earlier
            .filter(|at| {
                takes_back(&subjects[later], &subjects[*at], says_so)
                    || (says_so && takes_back(&turn_subject, &subjects[*at], true))
            })
            .collect();
        let replaced = if replaced.is_empty() { swapped(read, items, later) } else { replaced };
        // "Switch to MySQL" names only what comes: the last other tool of its sort goes.
        let tool = |at: &usize| {
            let open = items[*at].holds() && items[*at].kind.is_settled() && items[*at].settled_in() < turn;
            open && says_so && other_tool(items[later].evidence(turns), items[*at].evidence(turns))
        };
        let replaced =
            if replaced.is_empty() { (0..later).rev().find(tool).into_iter().collect() } else { replaced };
        for at in replaced {
            items[at].standing = Standing::Replaced(later);
        }
    }
    withdraw(turns, read, items, &subjects);
}

/// "No, the front end can't read it, change it to JSON": what was settled right before, without its name.
fn swapped(read: &[Vec<Sentence<'_>>], items: &[Item], later: usize) -> Vec<usize> {
    const SWAPS: &str = "change it to|change that to|make it|switch to|switch it to|改用|改成|换成|改为|换用|เปลี่ยนเป็น|เปลี่ยนไปใช้|เปลี่ยนมาใช้|ขอเปลี่ยน";
    const REFUSES: &str = "too much|too long|too slow|too expensive|too many|太|เกินไป|มากไป|no|nope|hmm|wait|doesn't work|won't work|can't|不行|不对|不好|等等|不了|ไม่ได้|ไม่เวิร์ค|ไม่ไหว|เปลี่ยนใจ";
    const NAMED: &str = "instead of|rather than|而不是|不用|แทน";
    let turn = items[later].settled_in();
    let says = |list: &str| read[turn].iter().any(|s| !s.asks && has(&s.seen, list));
    if !says(SWAPS) || !says(REFUSES) || says(NAMED) {
        return Vec::new();
    }
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
        let plain = sentence.is_some_and(|s| !s.asks && withdraws(&s.seen) && !states(s));
        plain && item.kind.is_settled() && settled.iter().any(|turn| *turn < item.turn)
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
fn withdraw(turns: &[Said<'_>], read: &[Vec<Sentence<'_>>], items: &mut [Item], subjects: &[Subject]) {
    for (turn, said) in
        turns.iter().enumerate().filter(|(_, said)| said.role != crate::fusion::Role::Assistant)
    {
        let plain = read[turn].iter().any(|s| !s.asks && has(&s.seen, WITHDRAWN));
        if !plain || items.iter().any(|item| item.settled_in() == turn && item.kind.is_settled()) {
            continue;
        }
        let subject = Subject::of(said.text);
        let open =
            |at: &usize| items[*at].settled_in() < turn && items[*at].holds() && items[*at].kind.is_settled();
        let known: Vec<usize> = (0..items.len()).filter(open).collect();
        let named = known.iter().rev().find(|at| subject.shared(&subjects[**at]) >= SAID);
        // "Don't forget to cancel the parking" is a task, not a change of mind.
        let task = items.iter().any(|item| item.turn == turn && item.kind == super::Kind::Action);
        let last = known.last().filter(|_| !task).filter(|at| turn - items[**at].settled_in() <= 3);
        if let Some(at) = named.or(last).copied() {
            items[at].standing = Standing::Withdrawn;
        }
    }
}
