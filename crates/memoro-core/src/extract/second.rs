//! A second thought that answers a question and takes nothing back: "Did I pay the deposit? Actually no, not yet", and
//! "No, forget it" to who offers something more. Words that can mean nothing but what was settled take that back all the same.

use super::cues::has;
use super::retract::{is_beside, left_by, only_retracts, opens};
use super::sentence::Sentence;
use super::subject::Subject;

/// Words that speak of what was settled, whatever was asked.
const OF_THE_SETTLED: &str = "scratch|scrap|strike that|undecided|not decided|don't decide yet|decide yet|haven't decided|changed my mind|change my mind|let me think|think again|sleep on it|hold off|second thoughts|not so fast|need to think|take that back|take it back|undo|cancel|i said|\
    เปลี่ยนใจ|ยกเลิก|พับไป|ยังไม่ตัดสินใจ|ยังไม่สรุป|ยังไม่เคาะ|ขอคิด|ถอนคำพูด|\
    先别定|别定|先不定|还没定|没定呢|还没想好|再想想|再考虑|当我没说|收回|作废|取消|改主意|改变主意|反悔|还没决定";
/// Words of a question for what was settled itself: "OK?", "Shall I book it?", แบบนี้โอเคไหม, 这样可以吗？
const ITSELF: &str = "ok|okay|right|alright|all right|sounds|sound|good|fine|sure|agree|agreed|yes|deal|is|are|you|that|this|it|a|idea|really|shall|should|i|we|do|want|me|to|go|ahead|with|then|now|so|and|book|buy|order|use|take|confirm|save|keep|for us|for you|\
    โอเค|ดี|ได้|ใช่|แน่ใจ|แบบนี้|อันนี้|นี้|จอง|สั่ง|ซื้อ|ใช้|บันทึก|ยืนยัน|ให้|เลย|จะ|เอา|ตาม|ว่า|ผม|ฉัน|เรา|กัน|ไหม|มั้ย|หรือเปล่า|รึเปล่า|เหรอ|หรือ|ครับ|ค่ะ|คะ|นะ|\
    好|行|可以|对|是|确定|同意|觉得|怎么样|没问题|这样|这个|它|要不要|要|不|现在|就|帮|你|我|们|订|定|买|用|选|记|下|了|的|那|吧|吗|呢|么";
/// Words by which a question means what stands there already.
const POINTS: &str = "it|that|this|them|อันนี้|แบบนี้|มัน|它|这个|这样";
/// Words by which a question is for something more.
const MORE: &str =
    "also|too|as well|besides|in addition|another|anything else|ด้วย|อีก|เพิ่ม|还|也|另外|顺便|再加|加";
/// Words by which an offer is known where nothing says that it is for something more.
const OFFERS: &str =
    "shall i|should i|shall we|should we|want me to|do you want|would you like|ไหม|มั้ย|吗|呢|要不要";
/// Words by which somebody mends what the same sentence says before them.
const MENDS: &str = "actually no|actually, no|no, actually|no actually|actually not|no wait|no, wait|wait no|wait, no|ไม่ใช่ละ|不对";

/// Tells whether a sentence of a turn answers the question right before it and takes back nothing that was settled.
pub(super) fn answers_beside(turn: &[Sentence<'_>], at: usize) -> bool {
    let Some((own, before)) = turn.get(at).zip(turn.get(..at)) else { return false };
    // A sigh or two may stand between; whoever goes on sighing answers nothing.
    let question = before.iter().rev().take(3).find(|s| s.asks || !is_beside(&s.seen)).filter(|s| s.asks);
    question.is_some_and(|question| left_by(&question.seen, &[ITSELF])) && !has(&own.seen, OF_THE_SETTLED)
}

/// Tells whether a turn begins by turning down what the turn before it asks about, and that is more than was settled.
pub(super) fn declines_more(before: &[Sentence<'_>], turn: &[Sentence<'_>], settled: &Subject) -> bool {
    let Some((question, own)) = before.last().filter(|last| last.asks).zip(turn.first()) else {
        return false;
    };
    let asked = question.seen.as_str();
    let offered = has(asked, OFFERS)
        && left_by(asked, &[ITSELF])
        && !has(asked, POINTS)
        && Subject::of(question.text).common(settled) == 0;
    let declines = opens(&own.seen) || only_retracts(own);
    declines && !has(&own.seen, OF_THE_SETTLED) && (offered || has(asked, MORE))
}

/// Tells whether words that take something back, at these bytes, only mend what their own sentence says: "Tom isn't, actually no,
/// he is too".
pub(super) fn mends_itself(seen: &str, at: usize, end: usize) -> bool {
    let says = |part: Option<&str>| part.is_some_and(|part| !is_beside(part));
    says(seen.get(..at))
        && says(seen.get(end..))
        && seen.get(at..end).is_some_and(|own| has(own, MENDS))
        && !has(seen, OF_THE_SETTLED)
}

#[cfg(test)]
mod tests {
    use super::super::{Held, Kind, Said, extract};
    use crate::fusion::Role;

    /// Returns how many decisions and wishes still hold at the end of a talk in which a person and a program take turns.
    fn holding(said: &[&str]) -> usize {
        let role = |at: usize| if at.is_multiple_of(2) { Role::User } else { Role::Assistant };
        let turns: Vec<Said<'_>> =
            said.iter().enumerate().map(|(at, text)| Said { role: role(at), text, year: None }).collect();
        let items = extract(&turns, &Held::NOTHING);
        items.iter().filter(|i| i.holds() && (i.kind.is_settled() || i.kind == Kind::Remember)).count()
    }

    #[test]
    fn a_second_thought_behind_a_question_answers_it() {
        for said in [
            "Let's book the Hilton. Did I pay the deposit? Actually no, not yet.",
            "Let's book the Hilton. Did I pay the deposit? Hmm. No, not yet, actually.",
            "Let's use Postgres for the ledger. Is the backup ready? No, not yet, actually.",
            "Let's go with Redis for the cache. Does it need a cluster? Actually no, it does not.",
            "Remember that Mia is allergic to peanuts. Is Tom too? Actually no.",
            "Remember that rent is due on the 3rd. Did I say the 5th? Actually no, that was the water bill.",
            "Remember that Mia is allergic to peanuts. Tom isn't, actually no, he is too.",
            "ตกลงจองฮิลตันครับ จ่ายมัดจำหรือยังครับ ยังก่อน ยังไม่ต้อง",
            "จำไว้ว่ามีอาแพ้ถั่วนะ\nทอมแพ้ด้วยไหม\nไม่ใช่ละ เขาไม่แพ้",
            "我们决定订希尔顿。我付订金了吗？不对，还没有。",
            "就用 Postgres 吧。备份好了吗？不对，还没有。",
            "记住小米对花生过敏。小红呢？不对，她不过敏。",
        ] {
            assert_eq!(holding(&[said]), 1, "{said}");
        }
        let later = ["Let's book the Hilton.", "Done.", "Did I pay the deposit? Actually no, not yet."];
        assert_eq!(holding(&later), 1);
    }

    #[test]
    fn who_turns_down_something_more_takes_nothing_back() {
        for said in [
            [
                "Remember that Mia is allergic to peanuts.",
                "Noted. Shall I add her birthday as well?",
                "No, forget it.",
            ],
            [
                "Let's book the Hilton.",
                "Done. Should I also add breakfast?",
                "No, forget it, I never eat breakfast.",
            ],
            ["Let's book the Hilton.", "Done. Shall I look for a taxi?", "Never mind, forget it."],
            ["ตกลงจองฮิลตัน", "จองแล้วครับ เพิ่มอาหารเช้าด้วยไหมครับ", "ไม่เอาแล้ว"],
            ["จำไว้ว่ามีอาแพ้ถั่ว", "จดแล้วครับ ให้จดวันเกิดด้วยไหมครับ", "ไม่ต้องจด"],
            ["我们决定订希尔顿。", "订好了。要加早餐吗？", "算了，不用。"],
            ["记住小米对花生过敏。", "记住了。要记她的生日吗？", "算了，不用记。"],
        ] {
            assert_eq!(holding(&said), 1, "{said:?}");
        }
    }

    #[test]
    fn a_question_for_what_was_settled_shields_nothing() {
        for (settled, back) in [
            ("Let's book the Hilton", ". OK? Actually no, not yet."),
            ("Let's go with Heroku", ". Is it too expensive? Hmm, actually no, let me think about it more."),
            ("Let's go with Heroku", ". Hmm, actually no, let me think about it more."),
            ("Remember that Mia is allergic to peanuts", ", actually no, forget it."),
            ("就用 Heroku 吧", "。可以吗？不对，再想想。"),
            ("我们决定订希尔顿", "。好吗？算了。"),
        ] {
            assert_eq!(holding(&[settled]), 1, "{settled}");
            assert_eq!(holding(&[&format!("{settled}{back}")]), 0, "{settled}{back}");
        }
        for said in [
            ["Let's book the Hilton.", "Shall I book it?", "No, forget it."],
            ["Let's book the Hilton.", "Shall I book the Hilton for two nights?", "No, forget it."],
            ["Remember that Mia is allergic to peanuts.", "Shall I save that?", "No, forget it."],
            ["ตกลงจองฮิลตัน", "ให้จองเลยไหมครับ", "ไม่เอาแล้ว"],
            ["我们决定订希尔顿。", "现在就订吗？", "算了。"],
        ] {
            assert_eq!(holding(&said[..1]), 1, "{said:?}");
            assert_eq!(holding(&said), 0, "{said:?}");
        }
    }
}
