//! What is taken back in the breath in which it was settled: "Let's go with Heroku. No wait, forget it." Only words that
//! name nothing of their own take back what stands before them; "cancel the old contract" is a matter of its own.

use super::cues::{self, ALL, begins, find, find_from, has, phrases};
use super::judge::settles;
use super::second::{answers_beside, mends_itself};
use super::sentence::Sentence;
use super::{Item, Kind, Standing};
use crate::text::is_thai;

/// Words that take back what was just said.
const TAKES_BACK: &str = "scratch that|scratch it|scrap that|scrap it|strike that|forget it|forget that|forget i said that|never mind|nevermind|take that back|take it back|undo that|cancel that|cancel it|drop that|scrap what|scratch what|forget what|no wait|no, wait|wait no|wait, no|let's not|\
    undecided|not decided|not decided yet|don't decide yet|let's not decide yet|changed my mind|change my mind|let me think about it|let me think again|let me sleep on it|i don't know yet|not sure yet|\
    hold off|haven't decided|haven't decided yet|had second thoughts|not so fast|actually no|actually, no|no, actually|no actually|actually not|actually, not yet|no, not yet|not yet actually|not yet, actually|let me think more|need to think|\
    ไม่เอาแล้ว|ไม่เอาละ|ไม่เอาดีกว่า|ไม่เอา|ไม่ใช้แล้ว|เปลี่ยนใจแล้ว|เปลี่ยนใจ|ช่างมัน|ช่างเถอะ|พับไปก่อน|พับไป|ยกเลิก|ยังไม่ตัดสินใจ|ยังไม่เอา|ยังไม่สรุป|อย่าเพิ่ง|ขอคิดดูก่อน|ขอคิดก่อน|ขอคิดดูอีกที|ลืมไปเลย|ถอนคำพูด|ไม่ใช่ละ|ยังไม่ต้อง|ลืมไปเถอะ|ลืมมันไป|ลืมไปซะ|ไม่ต้องจำ|ไม่ต้องจด|ไม่ดีกว่า|ยังก่อน|อย่าพึ่ง|ขอคิดใหม่|ขอคิดอีกที|ยังไม่เคาะ|\
    算了|不对|不對|不用了|先别定|先別定|别定|別定|先不定|还没定|還沒定|还没想好|還沒想好|再想想|再考虑|再考慮|当我没说|當我沒說|收回|作废|作廢|取消|改主意|改变主意|改變主意|反悔|先别|先別|还没决定|還沒決定|没定呢|别记|別記|不用记|不用記|不记了|不記了|忘了它|忘了吧|先不要|还是别|還是別|先不急";

/// Words beside them that name nothing.
const BESIDE: &str = "no|wait|oh|ah|hm|hmm|uh|um|er|erm|actually|well|ok|okay|sorry|please|just|let's|let us|i|we|i've|we've|we're|we are|i'm|it's|is|still|for now|now|again|all|all of it|on second thought|on second thoughts|but|and|then|so|that|it|this|idea|on|yet|about|for|more|a bit|a little|some more|longer|first|check|check first|check with|need to|have to|want to|think|ask|not|me|my mind|i said before|i said earlier|i said|we said before|we said|before|earlier|my last|\
    เอ่อ|อืม|เออ|ไม่สิ|ไม่|เดี๋ยวก่อน|เดี๋ยว|ครับ|ค่ะ|คะ|นะ|ละ|ล่ะ|แล้ว|ดีกว่า|ก่อน|เลย|เถอะ|ขอ|งั้น|แต่|เรา|ผม|ฉัน|เรื่องนี้|อันนี้|ไป|กัน|ดู|จริง ๆ|เอ้ย|เฮ้ย|โทษที|โอ๊ย|ยัง|ก็|เอ๊ะ|ไม่ใช่|ใช่|ขอเช็คก่อน|ขอเช็กก่อน|ขอดูก่อน|ขอถามก่อน|เช็ค|เช็ก|ถาม|อีกที|หน่อย|มัน|ที่บอกไปเมื่อกี้|ที่บอกไป|ที่พูดไป|ที่ว่าไป|เมื่อกี้|อันเมื่อกี้|อันก่อน|อันเดิม|\
    我们|咱们|我們|这个|這個|等等|等一下|还是|還是|了|吧|啊|呀|那|先|我|嗯|哦|哎|但|就|都|一下|不|呢|得|再|看看|查|查一下|问|问问|问一下|确认|确认一下|让|前面说的|刚才说的|之前说的|前面的|刚才的|之前的|上面的";

/// Words that turn down what is named right before them.
const TURNS_DOWN: &str = "ไม่เอา|ไม่ใช้แล้ว|ยกเลิก";

/// Words by which the rest of a sentence puts something else in the place of what it takes back.
const CHOOSES: &str =
    "use|go with|go for|take|pick|make it|let's|we'll|rather|instead|ใช้|เอาเป็น|เลือก|เป็น|用|选|選|换|換|改成";

/// Words by which others undid what was settled, and which name it by no more than a pronoun.
const FELL: &str = "vetoed it|vetoed that|vetoed this|shot it down|shot that down|turned it down|turned that down|overruled it|overruled that|overruled us|rejected it|rejected that|struck it down|said no to it|said no to that|blocked it|that fell through|it fell through|that's off the table|it's off the table|that is off the table|it is off the table|that's no longer happening|it got vetoed|that got vetoed|it was vetoed|that was vetoed|it got rejected|that got rejected|\
    ตีตก|โดนปัดตก|ถูกปัดตก|โดนวีโต้|ถูกวีโต้|ไม่อนุมัติแล้ว|ไม่อนุมัติให้|โดนเบรก|ถูกเบรก|โดนปฏิเสธ|ถูกปฏิเสธ|\
    被否了|被否决|否决了|被驳回|驳回了|被毙了|泡汤了|没批下来|被拒了";
/// The longest Thai or Chinese sentence that says so and names nothing else, in characters.
const UNNAMED: usize = 24;

/// Returns where a sentence says that others undid what was settled.
pub(super) fn fell_through(seen: &str) -> Option<(usize, usize)> {
    let place = find(seen, FELL).or_else(|| undone_by(seen))?;
    let supposed = ALL.iter().any(|cues| has(seen.get(..place.0).unwrap_or_default(), cues.supposed));
    let clause = || clauses(seen).into_iter().find(|(at, end)| (*at..*end).contains(&place.0));
    let brief = |(at, end): (usize, usize)| {
        let clause = seen.get(at..end).unwrap_or_default();
        clause.is_ascii()
            || clause.chars().count() <= UNNAMED && !clause.contains(|c: char| c.is_ascii_alphabetic())
    };
    (!supposed && clause().is_some_and(brief)).then_some(place)
}

/// 被老板否了: what somebody undid, with a few letters for who it was.
fn undone_by(seen: &str) -> Option<(usize, usize)> {
    const WHO: usize = 8;
    let (at, end) = find(seen, "被")?;
    let (undone, close) =
        find_from(seen, "否了|否决了|毙了|驳回了|拒了|拒绝了|否決了|斃了|駁回了|拒絕了", end)?;
    let who = seen.get(end..undone)?.chars().count();
    (who <= WHO).then_some((at, close))
}

/// Marks what is taken back in its own turn; where something else is settled after that, it takes its place.
pub(super) fn retract(read: &[Vec<Sentence<'_>>], items: &mut [Item]) {
    let kept = |item: &Item| item.kind.is_settled() || matches!(item.kind, Kind::Rule | Kind::Remember);
    for (turn, sentences) in read.iter().enumerate() {
        let about_it =
            |(at, one)| if answers_beside(sentences, at) { None } else { Some((one, place(one)?)) };
        for (sentence, (taken_back, mended)) in sentences.iter().enumerate().filter_map(about_it) {
            // "Oh no, that's her cousin, forget it" is no item of its own.
            let own = doubts(sentence).then_some(sentence.span.start..taken_back);
            let own = own.filter(|own| sentences.first().is_some_and(|first| first.span.start < own.start));
            for item in items.iter_mut().filter(|item| item.agreed.is_none() && item.turn == turn) {
                if own.as_ref().is_some_and(|own| own.contains(&item.span.start)) && kept(item) {
                    item.standing = Standing::Withdrawn;
                }
            }
            let from = own.map_or(taken_back, |own| own.start);
            let meant = |item: &Item| {
                let start = settled_at(item).start;
                let before = start < from && item.settled_in() == turn;
                let own = !mended || start >= sentence.span.start;
                before && own && item.holds() && kept(item)
            };
            let last = (0..items.len()).filter(|at| meant(&items[*at]));
            let Some(last) = last.max_by_key(|at| settled_at(&items[*at]).start) else { continue };
            let next = (0..items.len()).find(|at| {
                let after = items[*at].settled_in() == turn && settled_at(&items[*at]).start >= taken_back;
                after && items[*at].kind.is_settled()
            });
            items[last].standing = next.map_or(Standing::Withdrawn, Standing::Replaced);
        }
    }
}

/// Tells whether a sentence begins with doubt of what was said before it and settles nothing of its own.
fn doubts(sentence: &Sentence<'_>) -> bool {
    const DOUBTS: &str = "no|nope|oh no|oh wait|wait|hold on|hmm|oops|sorry|actually|เอ๊ะ|ไม่ใช่|ไม่สิ|เดี๋ยว|โทษที|不对|不是|等等|哎|抱歉";
    let seen = sentence.seen.trim_start();
    begins(seen, DOUBTS).is_some() && settles(seen, 0).is_none()
}

/// Tells whether a sentence does nothing but take back what was said before it.
pub(super) fn only_retracts(sentence: &Sentence<'_>) -> bool {
    let seen = sentence.seen.as_str();
    let all = clauses(seen);
    // A sign of the thumb has no clause and takes nothing back.
    let each = || !all.is_empty() && all.iter().all(|(at, end)| is_bare(seen, *at, *end));
    !sentence.asks && (each() || is_bare(seen, 0, seen.len()))
}

/// Tells whether a sentence opens with words that only take something back.
pub(super) fn opens(seen: &str) -> bool {
    behind(seen).len() < seen.trim_start().len()
}

/// Returns what a sentence says behind an opening that only takes something back: "Never mind, let's go with Heroku".
pub(super) fn behind(seen: &str) -> &str {
    let opening = clauses(seen).into_iter().rfind(|(_, end)| is_bare(seen, 0, *end));
    opening.and_then(|(_, end)| seen.get(end..)).unwrap_or(seen).trim_start()
}

fn settled_at(item: &Item) -> std::ops::Range<usize> {
    item.agreed.as_ref().map_or_else(|| item.span.clone(), |(_, span)| span.clone())
}

/// Returns the byte of the turn at which a sentence takes back what stands before it, and whether it means only its own words.
fn place(sentence: &Sentence<'_>) -> Option<(usize, bool)> {
    let seen = sentence.seen.as_str();
    if let Some((at, end)) = fell_through(seen).filter(|_| !sentence.asks) {
        let (before, rest) = (seen.get(..at).unwrap_or_default(), seen.get(end..).unwrap_or_default());
        let chosen = has(rest, CHOOSES) && settles(rest, 0).is_some();
        let own = settles(before, 0).is_some() && !chosen;
        return Some((sentence.span.start + if own { at } else { 0 }, false));
    }
    if sentence.asks || !has(seen, TAKES_BACK) {
        return None;
    }
    let all = clauses(seen);
    let whole = is_bare(seen, 0, seen.len()).then_some((0, seen.len()));
    let (at, end) = whole.or_else(|| all.iter().rev().copied().find(|(at, end)| is_bare(seen, *at, *end)))?;
    let (before, rest) = (seen.get(..at).unwrap_or_default(), seen.get(end..).unwrap_or_default());
    let settled = settles(before, 0).is_some();
    let other = has(rest, CHOOSES) || settles(rest, 0).is_some();
    if !left_by(before, &[TAKES_BACK, BESIDE]) || (other && !settled) {
        // "Scratch that, let's go with Heroku" takes back what was said before it.
        return Some((sentence.span.start, false));
    }
    // LINE ไม่เอา: what stands right before a space is what is turned down, not what was settled.
    let topic = !settled
        && before.ends_with(' ')
        && seen.get(at..end).is_some_and(|own| begins(own, TURNS_DOWN).is_some());
    (!other && !topic).then(|| (sentence.span.start + at, mends_itself(seen, at, end)))
}

/// Returns where the clauses of a sentence begin and end.
fn clauses(seen: &str) -> Vec<(usize, usize)> {
    let marks = |c: char| matches!(c, ',' | ';' | ':' | '，' | '；' | '：' | '、' | '–' | '—' | '…');
    let mut starts = vec![0];
    for (at, c) in seen.char_indices() {
        let next = at + c.len_utf8();
        let thai = c == ' ' && seen.get(next..).and_then(|rest| rest.chars().next()).is_some_and(is_thai);
        if marks(c) || thai || (c == '-' && seen.get(next..).is_some_and(|rest| rest.starts_with(' '))) {
            starts.push(next);
        }
    }
    starts.push(seen.len());
    let both = starts.windows(2).map(|pair| (pair[0], pair[1]));
    both.filter(|(at, end)| seen.get(*at..*end).is_some_and(|part| part.chars().any(char::is_alphanumeric)))
        .collect()
}

/// Tells whether a part of a sentence takes something back and says nothing else.
fn is_bare(seen: &str, at: usize, end: usize) -> bool {
    let part = seen.get(at..end).unwrap_or_default();
    has(part, TAKES_BACK) && !left_by(part, &[TAKES_BACK, BESIDE])
}

/// Tells whether a text says nothing but words that stand beside such ones.
pub(super) fn is_beside(part: &str) -> bool {
    !left_by(part, &[BESIDE])
}

/// Tells whether anything is left of a text without some phrases.
pub(super) fn left_by(part: &str, lists: &[&str]) -> bool {
    let mut said = vec![false; part.len()];
    for phrase in lists.iter().flat_map(|list| phrases(list)) {
        let mut from = 0;
        while let Some((at, end)) = cues::place(part, phrase, from) {
            said.iter_mut().take(end).skip(at).for_each(|byte| *byte = true);
            from = end;
        }
    }
    part.char_indices().any(|(at, c)| c.is_alphanumeric() && said.get(at) != Some(&true))
}

#[cfg(test)]
mod tests {
    use super::super::{Held, Said, extract};
    use crate::fusion::Role;

    fn holding(said: &[&str]) -> Vec<String> {
        let turns: Vec<Said<'_>> =
            said.iter().map(|text| Said { role: Role::User, text, year: None }).collect();
        let items = extract(&turns, &Held::NOTHING);
        let items = items.into_iter().filter(|item| item.holds() && item.kind.is_settled());
        items.map(|item| item.evidence(&turns).to_owned()).collect()
    }

    #[test]
    fn what_is_taken_back_in_the_same_breath_does_not_hold() {
        for (settled, back) in [
            (
                "Let's go with Heroku",
                &[
                    ". Actually, scratch that.",
                    ". No wait, forget it, undecided.",
                    ". No, wait.",
                    ", no wait, scratch that.",
                    ". Never mind!",
                    ". Hmm, scratch that, it is too expensive.",
                    " - actually never mind.",
                    ". Hmm, actually no, let me think about it more.",
                    ". Actually no, I need to check first.",
                    ". No, actually, not yet.",
                ][..],
            ),
            (
                "ตกลงใช้ Heroku",
                &[
                    " เอ่อ ไม่เอาแล้ว",
                    " เอ๊ะ ยังก่อน ขอเช็คก่อน",
                    "ครับ เดี๋ยวก่อน เปลี่ยนใจแล้วครับ",
                    " ไม่เอาดีกว่า แพงไป",
                    "\nช่างมันเถอะ ไม่เอาแล้ว",
                ],
            ),
            (
                "就用 Heroku 吧",
                &[
                    "。等等，先别，我再确认一下。",
                    "。不对，算了，先别定。",
                    "，算了。",
                    "。等等，還沒定，再想想。",
                    "。算了，太贵了。",
                ],
            ),
        ] {
            for back in back {
                assert!(holding(&[&format!("{settled}{back}")]).is_empty(), "{settled}{back}");
            }
            assert_eq!(holding(&[settled]).len(), 1, "{settled}");
        }
    }

    #[test]
    fn what_was_to_be_remembered_is_taken_back_in_the_same_breath_and_in_the_next() {
        for (wish, back) in [
            ("Remember that Mia is allergic to peanuts.", " Oh wait, no, that's her cousin, forget it."),
            ("Remember that Mia is allergic to peanuts.", " No, forget it, that's the old one."),
            ("จำไว้ว่ามีอาแพ้ถั่ว", " เอ๊ะ ไม่ใช่ ลืมไปเถอะ"),
            ("记住小米对花生过敏。", "不对，算了，别记。"),
        ] {
            let kept = |said: &[(Role, &str)]| {
                let turns: Vec<Said<'_>> =
                    said.iter().map(|(role, text)| Said { role: *role, text, year: None }).collect();
                let items = extract(&turns, &Held::NOTHING);
                items.iter().filter(|item| item.holds()).map(|item| item.title.clone()).collect::<Vec<_>>()
            };
            assert_eq!(kept(&[(Role::User, wish)]).len(), 1, "{wish}");
            let both = format!("{wish}{back}");
            assert!(kept(&[(Role::User, &both)]).is_empty(), "{both}");
            let talk = [(Role::User, wish), (Role::Assistant, "Noted."), (Role::User, back.trim())];
            assert!(kept(&talk).is_empty(), "{wish} | {back}: {:?}", kept(&talk));
        }
    }

    #[test]
    fn what_is_named_beside_a_decision_is_not_the_decision() {
        for said in [
            "Scratch the old plan. Let's go with Heroku.",
            "Never mind, let's go with Heroku.",
            "Scratch that. Let's go with Heroku.",
            "Let's go with Heroku. Never mind the price.",
            "Let's go with Heroku. Cancel the AWS contract.",
            "Let's go with Heroku and forget about Azure.",
            "ยกเลิกแผนเก่า ตกลงใช้ Heroku",
            "ตกลงใช้ Heroku ยกเลิกสัญญา AWS",
            "算了，就用 Heroku 吧。",
            "就用 Heroku 吧。取消 AWS 的合同。",
        ] {
            let held = holding(&[said]);
            assert!(held.iter().any(|held| held.contains("Heroku")), "{said}: {held:?}");
        }
    }

    #[test]
    fn a_second_thought_takes_the_place_of_the_first_and_leaves_what_stood_before() {
        let said = "Let's go with Heroku. Scratch that. Let's go with Fly.";
        assert_eq!(holding(&[said]), ["Let's go with Fly."]);
        let said = ["We decided to use AWS.", "Let's go with Heroku instead of AWS. Actually, scratch that."];
        assert_eq!(holding(&said), [said[0]]);
    }
}
