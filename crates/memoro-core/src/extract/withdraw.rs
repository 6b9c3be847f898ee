//! What a person takes back in a later turn and puts nothing else in its place: "scratch that", "I changed my mind about Heroku",
//! ขอคิดใหม่ก่อน, 我改主意了，不用 Heroku 了; and which turns begin by taking back what was settled last, so that what they choose comes in
//! its place. Words that name another thing take nothing back.

use super::cues::{ALL, begins, find, has};
use super::instead::chooses_another;
use super::judge::judge;
use super::retract::{behind, fell_through, only_retracts, opens};
use super::reversal::{Decided, SAID};
use super::second::{answers_beside, declines_more};
use super::sentence::Sentence;
use super::signs::after_lead;
use super::subject::Subject;
use super::{Item, Kind, Said, Standing};
use crate::fusion::Role;

/// How many turns lie between what was settled and the words that take it back without naming it.
const REACH: usize = 4;

const WITHDRAWN: &str = "scrap that|scrap it|scratch that|forget that|forget it|never mind|nevermind|take that back|undo that|cancel that|cancel the|\
    we're not doing that|drop that|ยกเลิก|ไม่เอาแล้ว|เปลี่ยนใจแล้ว|พับไป|算了|不用了|取消|作废|撤回";
/// Words that only sound like these.
const KEEPS: &str = "don't forget|do not forget|never forget|let's not forget|not forget|cannot forget|can't forget|won't forget";
/// Words that turn down an offer where one was made.
const DECLINES: &str = "不用了|never mind|nevermind";
/// Words behind or before which stands what is taken back.
const OF_A_THING: &str = "cancel the|ยกเลิก|取消|作废|撤回";
/// Words that take back only what they name.
const NAMING: &str = "changed my mind about|changed our minds about|changed our mind about|change of heart about|second thoughts about|second thoughts on|hold off on|not so sure about|haven't decided on|haven't decided about|put the brakes on|\
    เปลี่ยนใจเรื่อง|เปลี่ยนใจไม่|เปลี่ยนใจจะไม่|ขอคิดใหม่เรื่อง|ยังไม่เอา|อย่าเพิ่งใช้|อย่าเพิ่งเอา|改主意|改变主意|改了主意|反悔|先别用|先别买|先别订|先别选|先不用|先不买|先不订";
/// Words that take back nothing by themselves where they answer something: "no, wait".
const WEAK: &str = "no wait|no, wait|wait no|wait, no|不对|不對|ไม่ใช่ละ";

/// Drops items that only take something back: "cancel the Redis thing" settles nothing that was not settled before it.
pub(super) fn drop_withdrawals(read: &[Vec<Sentence<'_>>], items: &mut Vec<Item>) {
    let settled: Vec<usize> =
        items.iter().filter(|item| item.kind.is_settled()).map(Item::settled_in).collect();
    let wished = items.iter().filter(|item| item.kind == Kind::Remember).map(Item::settled_in);
    let wished: Vec<usize> = wished.collect();
    let only_withdraws = |item: &Item| {
        let sentence = read[item.turn].iter().find(|sentence| sentence.span == item.span);
        let earlier = settled.iter().any(|turn| *turn < item.turn);
        let plain = sentence.is_some_and(|s| {
            !s.asks && withdraws(&s.seen) && !states(s) && !chooses_another(s) && !chooses_behind(s)
        });
        let bare = sentence.is_some_and(only_retracts);
        let again = bare && (read[item.turn][0].span != item.span || earlier);
        // "No, forget it" right behind a wish to remember takes that back.
        let near = |turn: &usize| *turn < item.turn && item.turn - turn < REACH;
        let unwished = wished.iter().any(near) && sentence.is_some_and(|s| !s.asks && opens(&s.seen));
        item.kind.is_settled() && (again || (plain && (earlier || unwished)) || (bare && unwished))
    };
    items.retain(|item| !only_withdraws(item));
}

/// "Scrap that", and "scrap Postgres" by its first word.
fn withdraws(seen: &str) -> bool {
    const FIRST: &str = "scrap|scratch|ditch|forget|forget about|never mind|ลืมเรื่อง|เลิกคิดเรื่อง|别管|忘掉";
    has(seen, WITHDRAWN) || begins(after_lead(seen), FIRST).is_some()
}

/// "What I said is off, the back office uses React": a clause behind the words of taking back chooses something.
fn chooses_behind(sentence: &Sentence<'_>) -> bool {
    const CHOOSES: &str = "use|go with|take|pick|ใช้|เอา|เลือก|ไปที่|จอง|ซื้อ|用|选|按|走|买|订";
    let behind = behind(&sentence.seen);
    let start = after_lead(behind);
    let does = begins(start, "we|we'll|we're|let's|i'll").and_then(|end| start.get(end..));
    let does = does.filter(|rest| rest.split_whitespace().count() >= 2);
    let chosen = find(behind, CHOOSES).and_then(|(_, end)| behind.get(end..)).or(does);
    behind.len() < sentence.seen.trim_start().len()
        && chosen.is_some_and(|what| what.chars().filter(|c| c.is_alphanumeric()).count() >= 2)
}

/// Tells whether a sentence settles something in so many words.
fn states(sentence: &Sentence<'_>) -> bool {
    judge(sentence, Role::User).iter().any(|found| found.kind.is_settled())
}

/// What a sentence takes back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Back {
    /// What it names.
    Named,
    /// What was settled last, by words that may as well answer a question.
    Answer,
    /// What it names, or what was settled last.
    Last,
}

fn taken_back(sentence: &Sentence<'_>) -> Option<Back> {
    let seen = sentence.seen.as_str();
    if sentence.asks || find(seen, KEEPS).is_some() {
        None
    } else if has(seen, DECLINES) {
        Some(Back::Answer)
    } else if has(seen, WITHDRAWN) {
        // "Cancel the alarm" means the alarm, where it is not known what else it could mean.
        Some(if has(seen, OF_A_THING) && !only_retracts(sentence) { Back::Named } else { Back::Last })
    } else if fell_through(seen).is_some() || (only_retracts(sentence) && !has(seen, WEAK)) {
        Some(Back::Answer)
    } else {
        let supposed = ALL.iter().any(|cues| has(seen, cues.supposed) || has(seen, cues.reported));
        (has(seen, NAMING) && !supposed).then_some(Back::Named)
    }
}

/// Tells whether a sentence takes something back that was settled before it.
pub(super) fn takes_back(sentence: &Sentence<'_>) -> bool {
    taken_back(sentence).is_some()
}

/// A person who takes back what was settled, and settles nothing else in that turn.
pub(super) fn withdraw(
    turns: &[Said<'_>],
    read: &[Vec<Sentence<'_>>],
    items: &mut [Item],
    about: &[Decided],
) {
    for (turn, said) in turns.iter().enumerate().filter(|(_, said)| said.role != Role::Assistant) {
        let about_it = |(at, one)| if answers_beside(&read[turn], at) { None } else { taken_back(one) };
        let Some(back) = read[turn].iter().enumerate().filter_map(about_it).max() else { continue };
        if items.iter().any(|item| item.settled_in() == turn && item.kind.is_settled()) {
            continue;
        }
        // A wish to remember is taken back only by who begins with that and wishes for nothing else.
        let wishes = items.iter().any(|item| item.turn == turn && item.kind == Kind::Remember);
        let unwished = !wishes && back != Back::Named && read[turn].first().is_some_and(|s| opens(&s.seen));
        let may_be_meant = |item: &Item| {
            let near = turn.saturating_sub(item.settled_in()) < REACH;
            item.kind.is_settled() || item.kind == Kind::Remember && unwished && near
        };
        let subject = Subject::of_decision(said.text);
        let open =
            |at: &usize| items[*at].settled_in() < turn && items[*at].holds() && may_be_meant(&items[*at]);
        let known: Vec<usize> = (0..items.len()).filter(open).collect();
        // What it names most of, and the last of these.
        let near = known.iter().filter(|at| subject.shared(about[**at].subject()) >= SAID);
        let named = near.max_by_key(|at| subject.common(about[**at].subject()));
        // "Don't forget to cancel the parking" is a task, not a change of mind.
        let task =
            back == Back::Last && items.iter().any(|item| item.turn == turn && item.kind == Kind::Action);
        let asked = || turn.checked_sub(1).and_then(|last| read[last].last()).is_some_and(|last| last.asks);
        let unnamed = back == Back::Last || (back == Back::Answer && !asked());
        let last = known.last().filter(|_| unnamed && !task);
        let last = last.filter(|at| turn - items[**at].settled_in() < REACH);
        let before = turn.checked_sub(1).map_or(&[][..], |last| &read[last]);
        let last = last.filter(|at| !declines_more(before, &read[turn], about[**at].subject()));
        if let Some(at) = named.or(last).copied() {
            items[at].standing = Standing::Withdrawn;
        }
    }
}

/// Returns from which byte on a turn chooses in the place of what was settled before it: behind words that only take that back.
pub(super) fn turns_back(turn: &[Sentence<'_>]) -> Option<usize> {
    let plain = |(at, s): &(usize, &Sentence<'_>)| {
        !s.asks && (opens(&s.seen) || only_retracts(s)) && !answers_beside(turn, *at)
    };
    turn.iter().enumerate().find(plain).map(|(_, sentence)| sentence.span.start)
}

/// Words by which something comes in the place of what is not named.
const INSTEAD: &str =
    "instead|switch to|switch it to|แทน|เปลี่ยนเป็น|เปลี่ยนไปใช้|เปลี่ยนมาใช้|改用|改成|换成|换用|改为|改去|改坐|改住";
/// The longest sentence that says no more than that, in characters.
const BRIEF: usize = 60;

/// Returns the item that another takes the place of without naming it: "scratch that, use Brevo instead". It is the last one
/// that was settled, a little before, and of no other thing as far as both say.
pub(super) fn last_settled(
    items: &[Item],
    later: usize,
    (about, turn): (&[Decided], &[Sentence<'_>]),
) -> Option<usize> {
    let new = &items[later];
    let said = new.agreed.as_ref().map_or(&new.span, |(_, span)| span);
    let in_turn = new.settled_in();
    let first = items
        .iter()
        .filter(|item| item.settled_in() == in_turn && item.kind.is_settled())
        .all(|item| item.agreed.as_ref().map_or(item.span.start, |(_, span)| span.start) >= said.start);
    let opened = turns_back(turn).is_some_and(|from| from <= said.start);
    let own = turn.iter().find(|sentence| sentence.span == *said);
    let bare = own.is_some_and(|s| has(&s.seen, INSTEAD) && s.seen.chars().count() <= BRIEF);
    if !first || !(opened || bare && about[later].names_only_a_choice()) {
        return None;
    }
    let open = |at: &usize| items[*at].holds() && items[*at].kind.is_settled();
    let last = (0..items.len()).filter(open).filter(|at| items[*at].settled_in() < in_turn);
    let last = last.max_by_key(|at| (items[*at].settled_in(), items[*at].span.start))?;
    let near = in_turn - items[last].settled_in() <= REACH;
    (near && !about[later].is_of_another_sort(&about[last])).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::super::{Held, extract};
    use super::*;

    /// Returns what still holds at the end of a talk in which a person and a program take turns.
    fn holding(said: &[&str]) -> Vec<String> {
        let role = |at: usize| if at.is_multiple_of(2) { Role::User } else { Role::Assistant };
        let turns: Vec<Said<'_>> =
            said.iter().enumerate().map(|(at, text)| Said { role: role(at), text, year: None }).collect();
        let items = extract(&turns, &Held::NOTHING);
        let items = items.into_iter().filter(|item| item.holds() && item.kind.is_settled());
        items.map(|item| item.evidence(&turns).to_owned()).collect()
    }

    #[test]
    fn what_is_chosen_behind_words_of_taking_back_comes_in_the_place_of_what_was_settled_last() {
        for (first, second) in [
            ("We'll use Mailchimp for the newsletter.", "scratch that, use Brevo instead"),
            ("We'll use Mailchimp for the newsletter.", "No wait, scratch that. Let's go with Brevo."),
            (
                "We decided to book the Ritz for the Paris trip.",
                "scratch that, let's take the Marriott instead",
            ),
            ("ตกลงใช้ Mailchimp ส่งจดหมายข่าว", "ไม่เอาแล้ว ตกลงใช้ Brevo แทน"),
            ("我们决定用 Mailchimp 发邮件。", "算了，改用 Brevo。"),
            ("我們決定用 Mailchimp 發郵件。", "算了，改用 Brevo。"),
        ] {
            assert_eq!(holding(&[first, "ok", second]).len(), 1, "{first} {second}");
            assert!(!holding(&[first, "ok", second]).contains(&first.to_owned()), "{first} {second}");
        }
    }

    #[test]
    fn what_names_another_thing_takes_nothing_back() {
        for (first, second) in [
            (
                "We decided to use Postgres for the orders.",
                "Never mind the tests. Let's use Redis for the cache instead of Memcached.",
            ),
            ("We decided to use Postgres for the orders.", "I haven't decided on lunch."),
            ("We decided to use Postgres for the orders.", "I changed my mind about the curtains."),
            ("ตกลงใช้ Postgres กับระบบสั่งซื้อ", "เปลี่ยนใจเรื่องผ้าม่าน"),
            ("我们决定订单用 Postgres。", "窗帘的事我改主意了。"),
        ] {
            assert!(holding(&[first, "ok", second]).contains(&first.to_owned()), "{first} {second}");
        }
        let said = ["We decided to use Heroku for hosting.", "Shall I order a pizza, too?", "let's not"];
        assert_eq!(holding(&said), said[..1]);
    }

    #[test]
    fn a_sign_a_reminder_a_declined_offer_and_another_thing_take_nothing_back() {
        for first in
            ["We decided to use Heroku for hosting.", "ตกลงใช้ Heroku", "我们决定用 Heroku 部署网站。"]
        {
            for later in [
                "👌",
                "...",
                "great, and don't forget that the cert runs out in May",
                "I'll never forget that.",
                "cancel the 3 o'clock alarm, I'm up",
                "ช่วยยกเลิกนัดหมอฟันพรุ่งนี้ด้วย",
                "帮我取消明天的闹钟",
            ] {
                assert!(holding(&[first, "ok", later]).contains(&first.to_owned()), "{first} {later}");
            }
            let offered = [first, "Shall I order a pizza, too?", "不用了，谢谢"];
            assert!(holding(&offered).contains(&first.to_owned()), "{first}");
        }
        let turned_down = "LINE ไม่เอา คนลาออกแล้ววุ่น ตกลงใช้พินหกหลัก";
        assert_eq!(holding(&[turned_down]), [turned_down]);
    }

    #[test]
    fn what_is_taken_back_without_another_choice_does_not_hold() {
        for (first, second) in [
            ("We'll use Heroku for hosting.", "I changed my mind about Heroku."),
            ("We'll use Heroku for hosting.", "On second thought, let's not."),
            ("We decided to use Heroku.", "Hold off on that, we haven't decided yet."),
            ("We decided to use Heroku.", "Bad news, the DBA vetoed it."),
            ("ตกลงใช้ Heroku", "เดี๋ยวก่อน ยังไม่ต้อง ขอคิดใหม่"),
            ("ตกลงใช้ Heroku", "โดนหัวหน้าตีตกแล้ว"),
            ("我们决定用 Heroku 部署网站。", "我改主意了，不用Heroku了"),
            ("就用 Heroku 吧。", "等等，先别，我再想想"),
            ("就用 Heroku 吧。", "被老板否了"),
        ] {
            assert!(holding(&[first, "ok", second]).is_empty(), "{first} {second}");
        }
        for said in [
            "We decided on Postgres 15 for reporting. Actually the DBA vetoed it, so that's off the table now.",
            "ตกลงใช้ Heroku ครับ แต่โดนหัวหน้าตีตก",
            "我们决定用 Heroku。后来被老板否了。",
        ] {
            assert!(holding(&[said]).is_empty(), "{said}");
        }
    }
}
