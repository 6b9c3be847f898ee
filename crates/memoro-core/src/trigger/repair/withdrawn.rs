//! Clauses that take back all that was asked for and put nothing in its place: "actually no, forget it", ล้อเล่น, 当我没说. Such a
//! clause has no other words: "forget it all" and "just kidding around" take nothing back.

use super::super::clause;
use super::super::text::Piece;

/// What leads over to words that take back, by itself or several of them.
const LEADS: &str = "oh|ah|ugh|hmm|hm|um|er|haha|lol|well|ok|okay|actually|no|nah|nope|wait|sorry|but|and|so|or|yeah|hey|on second thought|on second thoughts|come to think of it|you know what|please|i was|i am|i'm|im|that was|it was|that's|only|\
    เอ้ย|เอ๊ย|เฮ้ย|อุ๊ย|อ๊ะ|อ่ะ|เออ|เอ่อ|อ้อ|อ๋อ|แต่|เอา|จริงๆ|ที่จริง|คิดอีกที|งั้น|แค่|ผม|ฉัน|ไม่ใช่|ไม่ๆ|ไม่สิ|555|5555|ฮ่าๆ|ขอโทษ|โทษที|\
    啊|哦|噢|呃|嗯|哎|诶|哈哈|哈哈哈|不对|等等|等一下|还是|其实|那|那就|就|我|我是|抱歉|不好意思|算了|算了吧|你|请|但|但是|或者";
/// What takes back by itself, as long as nothing else follows.
const WITHDRAWS: &str = "forget it|forget that|forget this|forget about it|forget about that|forget about this|forget i said that|forget i said it|forget i said anything|forget i said so|forget what i said|forget what i just said|forget i mentioned it|forget i asked|\
    don't do that|don't do it|don't remember that|don't remember it|don't remember this|don't remember|don't save that|don't save it|don't save this|don't store that|don't store it|don't note that|don't keep that|don't keep it|don't bother|do not remember that|do not save that|do not do that|no need|no need to remember that|no need to remember it|no need to remember|no need to save that|\
    just kidding|kidding|just joking|joking|jk|j/k|just a joke|a joke|not really|ignore that|ignore this|ignore it|ignore me|ignore what i said|ignore my last message|disregard that|disregard this|disregard it|disregard|leave it|drop it|cancel that|cancel it|cancel|undo that|undo it|skip that|skip it|never mind|never mind that|nevermind|scratch that|strike that|\
    ไม่ต้องจำ|ไม่ต้องจดจำ|ไม่ต้องจด|ไม่ต้องบันทึก|ไม่ต้องเก็บ|ไม่ต้อง|อย่าจำ|อย่าเพิ่งจำ|อย่าบันทึก|อย่าจด|ล้อเล่น|พูดเล่น|หยอกเล่น|อำเล่น|ล้อ|ช่างมัน|ช่าง|ลืมไป|ลืมมันไป|ลืมมัน|ลืมที่พูด|ลืมที่บอก|ลืมที่เพิ่งพูด|ลืมที่เพิ่งบอก|ยกเลิก|ไม่เอา|ไม่ต้องสนใจ|อย่าสนใจ|เปลี่ยนใจ|\
    不用记住|不用记|不必记住|不必记|不需要记|别记住|别记|不要记住|不要记|不记|甭记|不用|不必|开玩笑|开个玩笑|开玩笑而已|逗你玩|逗你|骗你|说着玩|说笑|闹着玩|当我没说|就当我没说|当我没说过|忘了吧|忘掉吧|忘记吧|忘了这句|忘了这句话|忽略|忽略这句|忽略这条|别管|取消|不算数|不算|撤回|收回|算了";
/// What takes back only behind a word that leads over: "actually, don't", "or not".
const LED: &str = "don't|dont|do not|not|no|leave that|forget me";
/// What may close it.
const CLOSES: &str = "please|pls|haha|lol|after all|then|though|ok|okay|whatever|thanks|thank you|sorry|instead|for now|yet|all|now|anyway|about that|\
    นะ|น่ะ|น่า|น้า|ครับ|ค่ะ|คะ|จ้า|จ้ะ|ละ|ล่ะ|เลย|ดีกว่า|แล้ว|เถอะ|ก็ได้|หรอก|เฉยๆ|เฉย ๆ|ซะ|เสีย|ที|หน่อย|สิ|555|5555|ฮ่าๆ|ขอโทษ|โทษที|เรื่องนี้|อันนี้|\
    了|啦|吧|哈|哈哈|的|而已|呢|哦|喔|啊|呀|好了|这个|这条|这句|谢谢|抱歉|的啦";
/// What a value follows: what stands behind it is no clause of its own.
const BEFORE_A_VALUE: &str = "is|are|was|called|named|titled|like|love|says|คือ|ว่า|ชื่อ|เป็น|ชอบ|เพลง|หนัง|คำว่า|พูดว่า|是|叫|叫做|喜欢|爱|为|歌";

/// How much of a sentence is taken up by a clause that only takes back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// All that is left of it.
    End,
    /// Up to the next mark.
    Mark,
}

/// Tells whether a clause, up to its end or to the next mark, only takes back.
pub(super) fn is_at(clause: Piece<'_>) -> bool {
    reach(clause).is_some()
}

fn reach(clause: Piece<'_>) -> Option<Reach> {
    let before = clause.before().ending();
    let head = before.seen().trim_end();
    let named = before.strip_ends(BEFORE_A_VALUE).seen().len() < before.trim().seen().len();
    if head.ends_with([':', '：']) || named {
        return None;
    }
    let start = clause.trim_start();
    let led = start.strip_all(LEADS);
    let has_lead = led.seen().len() < start.seen().len();
    // A lead may be the whole of it: 算了.
    let rest = led
        .strip(WITHDRAWS)
        .or_else(|| led.strip(LED).filter(|_| has_lead))
        .or_else(|| start.strip(WITHDRAWS))?;
    let kept = rest.strip_all(CLOSES);
    let gone = rest.seen().get(..rest.seen().len() - kept.seen().len()).unwrap_or_default();
    if kept.is_empty() {
        return Some(Reach::End);
    }
    gone.trim_end().ends_with([',', '，', ';', '；', '.', '。', '!', '！']).then_some(Reach::Mark)
}

/// Tells whether a message ends by taking back what it asked for.
pub(in super::super) fn ends_so(message: Piece<'_>) -> bool {
    let sentences = clause::sentences(message);
    let Some(last) = sentences.last() else { return false };
    let ends = |clause: Piece<'_>| reach(clause) == Some(Reach::End);
    let mut starts = clause::starts(*last).into_iter().filter(|start| *start > 0 || sentences.len() > 1);
    starts.any(|start| ends(last.from(start)))
}

#[cfg(test)]
mod tests {
    use super::super::super::{Remark, understand};

    #[test]
    fn what_a_message_takes_back_is_neither_kept_nor_dropped() {
        for message in [
            "remember I live in Rome. Actually no, forget it.",
            "remember my name is Bob. No, forget that.",
            "remember my name is Bob, actually don't",
            "remember my name is Bob. Just kidding.",
            "remember my name is Bob and I live in Rome. Or not.",
            "remember I like tea, jk",
            "remember I work at Grab. Hmm, don't save that after all.",
            "remember I work at Grab - nah, forget about it",
            "from now on answer in French. Just kidding!",
            "call me Al. No, don't.",
            "remember I'm vegan. Forget what I just said.",
            "forget my name. Actually don't.",
            "จำไว้ว่าฉันชื่อเอ เอ้ย ไม่ต้องจำ",
            "จำไว้ว่าฉันอยู่เชียงใหม่ ล้อเล่นนะ",
            "จำไว้ว่าฉันอยู่เชียงใหม่ ช่างมันเถอะ",
            "จำไว้ว่าผมทำงานที่ SCB อย่าจำเลยดีกว่า",
            "记住我叫小明，算了，不用记了",
            "记住我叫小明，开玩笑的",
            "记住我住在北京。开个玩笑。",
            "記住我住在台北，算了不用記",
            "記住我住在台北，當我沒說",
            "忘掉我的名字，开玩笑的",
        ] {
            let found = understand(message);
            let back = found.iter().all(|one| one.remark == Some(Remark::TakenBack));
            assert!(!found.is_empty() && back, "{message}: {found:?}");
        }
    }

    #[test]
    fn words_like_those_that_take_back_leave_a_command_as_it_is() {
        for (message, value) in [
            ("remember my favourite song is Never Mind", "Never Mind"),
            ("remember my motto is: forget it", "forget it"),
            ("remember my motto is forget it all", "forget it all"),
            ("remember I live in Rome. Don't forget it.", "Rome"),
            ("remember my name is Bob, actually make it Rob", "Rob"),
            ("remember I live in Rome. Actually no, Milan.", "Milan"),
            ("remember I live in Rome, not Milan", "Rome"),
            ("以后回答短一点，算了，还是详细一点吧", "detailed"),
            ("forget my name", "my name"),
            ("จำไว้ว่าฉันชื่อเอ อย่าลืมนะ", "เอ"),
            ("จำไว้ว่าฉันชอบล้อเล่น", "ล้อเล่น"),
            ("记住我叫小明，别忘了", "小明"),
            ("记住我喜欢开玩笑", "开玩笑"),
        ] {
            let found = understand(message);
            let told = found.first().map(|one| (one.value.as_str(), one.remark));
            assert_eq!(told, Some((value, None)), "{message}: {found:?}");
        }
    }
}
