//! Which decisions a later one takes back: said in so many words, or another answer to the same matter. The same
//! comparison serves within a conversation and against what was decided on other days.

use std::collections::BTreeSet;

use super::apart::of_different_things;
use super::cues::{ALL, begins, find_from, has, phrases};
use super::judge::judge;
use super::retract::{only_retracts, retract};
use super::sentence::Sentence;
use super::signs::after_lead;
use super::{Item, Matter, Said, Standing};
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

    /// Reads what a decision is about: its words without those by which anything is settled or taken back. Two decisions
    /// that were both decided, or both cancelled, have nothing in common by that.
    pub fn of_decision(text: &str) -> Self {
        let lower: String = text.chars().take(MATTER).map(|c| c.to_ascii_lowercase()).collect();
        let mut frame = vec![false; lower.len()];
        for phrase in FRAMES.iter().flat_map(|list| phrases(list)) {
            let mut from = 0;
            while let Some((at, end)) = find_from(&lower, phrase, from) {
                frame.iter_mut().take(end).skip(at).for_each(|byte| *byte = true);
                from = end;
            }
        }
        let kept = |(at, c): (usize, char)| if frame.get(at) == Some(&true) { ' ' } else { c };
        let bare: String = lower.char_indices().map(kept).collect();
        Self::of(&bare)
    }

    /// Tells whether there are no words to compare.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Tells whether there is hardly a word to compare.
    pub(super) fn is_small(&self) -> bool {
        self.words.len() <= 3
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

    /// Returns how many words two subjects have in common.
    pub fn common(&self, other: &Self) -> usize {
        self.words.intersection(&other.words).count()
    }

    /// Returns how much of this subject another one has too, from 0 to 1.
    pub fn covered_by(&self, other: &Self) -> f64 {
        if self.words.is_empty() {
            return 0.0;
        }
        ratio(self.words.intersection(&other.words).count(), self.words.len())
    }

    /// Tells whether there is a word that another subject lacks.
    fn adds_to(&self, other: &Self) -> bool {
        !self.words.is_subset(&other.words)
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

/// How many characters tell what a decision is about.
const MATTER: usize = 2_000;
/// How much they must share where the later one says so in another conversation: its words alone tell what it means.
const AFAR: f64 = 0.5;

/// Words by which one tool takes the place of another.
const SWITCHES: &str = "switch to|switching to|switched to|migrate to|migrating to|move to|moving to|go back to|เปลี่ยนไปใช้|เปลี่ยนมาใช้|ย้ายไปใช้|ย้ายมาใช้|改用|换成|换用|迁到|切换到";

/// Words by which anything is settled or taken back, in three languages; they are no matter of a decision.
const FRAMES: [&str; 3] = [
    "we decided to|we've decided to|we have decided to|i decided to|decided to|decided on|decided that|decided not to|decided against|decided|decision|decide|agreed to|agreed on|agreed that|agreed|\
     settled on|settled|let's go with|let's go for|let's|go with|going with|go for|going for|we'll|we will|we're going to|we are going to|i'll|i will|we use|use|using|used|switch to|switching to|switch|\
     change of plans|change of plan|change it to|change|changed|actually|instead of|instead|rather than|rather|on second thought|after all|scrap|scratch|cancel|cancelled|never mind|forget|no longer|not|\
     make it|set it to|take|taking|keep|keeping|stay with|stick with|moved to|moves to|move to|is moved|postponed to|new plan|plan|now|from now on|too much|too long|too expensive|too slow|ok|okay|then|so|yes|no|please",
    "ตกลงกันว่า|ตกลงว่า|ตกลง|ตัดสินใจว่า|ตัดสินใจ|สรุปว่า|สรุป|เอาเป็นว่า|เอาเป็น|เปลี่ยนมาใช้|เปลี่ยนไปใช้|เปลี่ยนเป็น|เปลี่ยนใจ|เปลี่ยน|เลิกใช้|ยกเลิก|กลับไปใช้|เลือกใช้|เลือก|ใช้|แทน|เราจะ|เรา|งั้น|แล้วกัน|ละกัน|ดีกว่า|เลื่อนเป็น|เลื่อนไป|เลื่อน|ไม่เอา|ครับ|ค่ะ|นะ|แล้ว|เลย|จะ|ก็|กับ",
    "我们决定|決定|决定|我们|咱们|就用|改用|还是用|确定用|采用|选用|改成|改为|改到|换成|换用|而不是|不用|取消|作废|算了|说定|定了|那就|就|还是|用|吧|了|好的|好|要|改|换",
];

/// Tells whether a later decision of the same conversation takes an earlier one back.
fn takes_back(later: &Subject, earlier: &Subject, says_so: bool) -> bool {
    let other = if says_so { later.adds_to(earlier) } else { !later.same(earlier) };
    other && later.shared(earlier) >= if says_so { SAID } else { UNSAID }
}

/// Tells whether a decision that says that it takes something back means one of another conversation: only its own words
/// can tell, so they must name most of it.
pub fn takes_back_from_afar(later: &Subject, earlier: &Subject) -> bool {
    later.adds_to(earlier) && later.common(earlier) >= 2 && later.shared(earlier) >= AFAR
}

/// What an item is compared by.
struct About<'a> {
    text: &'a str,
    subject: Subject,
    matter: Option<Matter>,
    /// The first word that says what it is about.
    first: Option<Term>,
}

impl<'a> About<'a> {
    fn of(text: &'a str) -> Self {
        let subject = Subject::of_decision(text);
        let first = first_of(text, &subject);
        Self { text, subject, matter: Matter::of(text), first }
    }

    /// Tells whether this takes an earlier decision back: the same thing, answered differently. Where nobody says that
    /// something is taken back, "the api goes out on Monday" leaves "the web goes out on Monday" as it is.
    fn replaces(&self, earlier: &Self, says_so: bool) -> bool {
        if let Some((new, old)) = self.matter.as_ref().zip(earlier.matter.as_ref())
            && (new.conflicts(old) || !says_so)
        {
            return new.conflicts(old);
        }
        let alike = self.subject.shared(&earlier.subject) >= UNSAID;
        alike
            && takes_back(&self.subject, &earlier.subject, says_so)
            && (says_so || (self.first == earlier.first && !of_different_things(self.text, earlier.text)))
    }
}

/// Returns the first word that says what a decision is about.
fn first_of(text: &str, of: &Subject) -> Option<Term> {
    let mut first = None;
    tokenize(&text.to_ascii_lowercase(), &mut |token| {
        if first.is_none() && of.words.contains(&token.term()) {
            first = Some(token.term());
        }
    });
    first
}

/// Marks the items that later ones, or a plain withdrawal, took back.
pub(super) fn settle(turns: &[Said<'_>], read: &[Vec<Sentence<'_>>], items: &mut [Item]) {
    let settled = |item: &Item| if item.kind.is_settled() { item.evidence(turns) } else { "" };
    let about: Vec<About<'_>> = items.iter().map(|item| About::of(settled(item))).collect();
    retract(read, items);
    for later in 0..items.len() {
        if !items[later].kind.is_settled() || !items[later].holds() {
            continue;
        }
        let turn = items[later].settled_in();
        let says_so = items[later].reverses || read[turn].iter().any(reverses);
        let earlier =
            |at: &usize| items[*at].holds() && items[*at].kind.is_settled() && items[*at].settled_in() < turn;
        let mut replaced: Vec<usize> =
            (0..later).filter(earlier).filter(|at| about[later].replaces(&about[*at], says_so)).collect();
        if says_so && replaced.is_empty() {
            // One thing is taken back: what is named most of all, and the last of these.
            let turn_subject = Subject::of_decision(turns[turn].text);
            let share = |at: usize| {
                let by = [&about[later].subject, &turn_subject].into_iter();
                let named = by.filter(|by| takes_back(by, &about[at].subject, true));
                named.map(|by| by.shared(&about[at].subject)).fold(0.0, f64::max)
            };
            let named =
                (0..later).filter(earlier).map(|at| (at, share(at))).filter(|(_, share)| *share > 0.0);
            replaced.extend(named.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(at, _)| at));
        }
        let replaced = if replaced.is_empty() { swapped(read, items, later) } else { replaced };
        let switches = says_so || read[turn].iter().any(|s| !s.asks && has(&s.seen, SWITCHES));
        // "Switch to MySQL" names only what comes: the last other tool of its sort goes.
        let tool = |at: &usize| {
            let open = items[*at].holds() && items[*at].kind.is_settled() && items[*at].settled_in() < turn;
            open && switches && other_tool(items[later].evidence(turns), items[*at].evidence(turns))
        };
        let replaced =
            if replaced.is_empty() { (0..later).rev().find(tool).into_iter().collect() } else { replaced };
        for at in replaced {
            items[at].standing = Standing::Replaced(later);
        }
    }
    withdraw(turns, read, items, &about);
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
fn withdraw(turns: &[Said<'_>], read: &[Vec<Sentence<'_>>], items: &mut [Item], about: &[About<'_>]) {
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
mod tests {
    use super::*;
    use crate::extract::{Held, extract};
    use crate::fusion::Role;

    /// Returns what still holds at the end.
    fn holding(said: &[&str]) -> Vec<String> {
        let turns: Vec<Said<'_>> = said.iter().map(|text| Said { role: Role::User, text }).collect();
        let items =
            extract(&turns, &Held::NOTHING).into_iter().filter(|item| item.holds() && item.kind.is_settled());
        items.map(|item| item.evidence(&turns).to_owned()).collect()
    }

    #[test]
    fn decisions_of_other_matters_leave_each_other_alone_however_alike_they_are_put() {
        for said in [
            &[
                "We decided to use Postgres for the orders service.",
                "We decided to use Redis for the sessions service.",
                "We decided to use Kafka for the events service.",
            ][..],
            &["We decided that the api goes out on Monday.", "We decided that the web goes out on Monday."],
            &["ตกลงใช้ Postgres กับระบบสั่งซื้อ", "ตกลงใช้ Redis กับระบบล็อกอิน"],
            &["我们决定订单服务用 Postgres。", "我们决定会话服务用 Redis。"],
            &[
                "The meeting with Anna is moved to Monday at 10.",
                "The meeting with Bert is moved to Tuesday at 10.",
            ],
            &["We decided to give team 1 the Berlin office.", "We decided to give team 2 the Paris office."],
            &["ตกลงใช้ห้องใหญ่กับทีม 1", "ตกลงใช้ห้องเล็กกับทีม 2"],
            &["我们决定第一组用大会议室。", "我们决定第二组用小会议室。"],
        ] {
            assert_eq!(holding(said), said);
        }
    }

    #[test]
    fn a_change_of_mind_takes_back_what_it_names_and_nothing_beside_it() {
        let said = [
            "We decided to use PostgreSQL for the orders.",
            "And we decided to host it in Frankfurt.",
            "Change of plan: we decided to use SQLite for the orders instead of PostgreSQL.",
        ];
        assert_eq!(holding(&said), said[1..]);
        let said = [
            "We decided to set the limit for uploads to 30.",
            "We decided to set the limit for uploads to 60.",
        ];
        assert_eq!(holding(&said), said[1..]);
        let said = ["Let's go with Postgres for the orders.", "Let's go with MySQL for the orders."];
        assert_eq!(holding(&said), said[1..]);
    }

    #[test]
    fn what_is_taken_back_from_afar_is_named() {
        let means = |later: &str, earlier: &str| {
            takes_back_from_afar(&Subject::of_decision(later), &Subject::of_decision(earlier))
        };
        for (later, earlier) in [
            ("We decided to cancel the gym membership", "We decided to hire two more cooks for the summer"),
            ("We decided to actually hire two cooks", "We decided to paint the kitchen green"),
            ("Cancel the Monday meeting with Anna", "We decided to deploy on Monday"),
            ("ตกลงยกเลิกสมาชิกฟิตเนส", "ตกลงจ้างพ่อครัวเพิ่มสองคน"),
            ("我们决定取消健身会员", "我们决定再招两个厨师"),
        ] {
            assert!(!means(later, earlier), "{later} | {earlier}");
        }
        for (later, earlier) in [
            (
                "We decided to use MySQL for the orders database instead",
                "We decided to use Postgres for the orders database",
            ),
            ("เปลี่ยนเป็นจัดประชุมทีมวันศุกร์", "ตกลงจัดประชุมทีมวันพุธ"),
            ("团队会议改到周五下午", "我们决定团队会议周三下午"),
        ] {
            assert!(means(later, earlier), "{later} | {earlier}");
        }
    }
}
