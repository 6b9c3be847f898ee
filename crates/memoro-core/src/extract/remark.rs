//! What only sounds like a decision where something was asked before it: the last words of a talk, a request for words, a
//! leaning, a habit, what goes on anyway, what was. Who says so in the very words of deciding is heard elsewhere.

use super::cues::{ALL, begins, find_from, has, phrases};
use super::sentence::Sentence;
use super::signs::after_lead;

/// Last words of a talk.
const CLOSES: &str = "that's all for now|that's all for today|that's all|thats all|that is all|that's it for now|that's it for today|that's it|that's everything|that'll be all|nothing else|nothing more|i'm good|im good|i'm all set|we're all set|we're good|all good|no thanks|no thank you|thanks|thank you|thx|cheers|got it|i see|bye|good night|talk later|talk soon|see you|have a nice day|\
    ไม่มีแล้ว|แค่นี้แหละ|แค่นี้ก่อน|แค่นี้|เท่านี้|หมดแล้ว|ขอบคุณ|ขอบใจ|บาย|没有了|没了|就这些|暂时没有|没别的|谢谢|多谢|再见|拜拜|沒有了|沒了|就這些|暫時沒有|謝謝|多謝|再見";
/// Words beside them.
const BESIDE: &str = "no|nope|nah|ok|okay|great|perfect|for now|for today|i think|then|so much|very much|a lot|really|helpful|right|now|thanks again|that|was|is|your|help|for|and|well|today|guys|everyone|all|again|so|cool|nice|yes|alright|my|friend|\
    ครับ|ค่ะ|คะ|นะ|มาก|ก่อน|จ้า|ไม่|โอเค|แล้ว|วันนี้|好的|好|不|不用|嗯|了|啊|哦|今天|先|那|都|暂时|暫時|您|你";
/// Requests for words.
const ASKS_FOR_WORDS: &str = "show me|explain|tell me|describe|summarize|summarise|translate|list all|remind me|help me|read me|walk me through|give me an example|give me more|\
    อธิบาย|เล่าให้|บอกหน่อย|บอกผม|บอกฉัน|แปลให้|แสดงให้|ขอดู|ยกตัวอย่าง|解释一下|解释|告诉我|说说|讲讲|翻译|列出|给我看|举个例子|解釋|告訴我|說說|講講|翻譯|給我看|舉個例子";
/// Not settled yet, or not for the speaker to settle.
const LEANS: &str = "leaning towards|leaning toward|i lean towards|we lean towards|tempted|not my call|not my decision|not up to me|above my pay grade|maybe we should|maybe i should|perhaps we should|perhaps i should|maybe we could|still on the fence|on the fence|torn between|it is what it is|haven't made up my mind|can't make up my mind|\
    เอนเอียงไปทาง|เอนไปทาง|เอียงไปทาง|ลังเล|ยังลังเล|ไม่ใช่เรื่องที่ผมตัดสิน|ตัดสินใจไม่ถูก|เลือกไม่ถูก|我倾向|比较倾向|有点心动|不归我管|不是我说了算|拿不定主意|还在犹豫|犹豫|我傾向|不歸我管|不是我說了算|還在猶豫|猶豫";
/// Habits.
const HABITS: &str = "usually|normally|typically|most of the time|every now and then|as usual|ปกติ|ตามปกติ|โดยทั่วไป|ส่วนใหญ่|一般|通常|平时|往常|平時";
/// What goes on anyway, behind "I'm" and "we're".
const GOING_ON: &str = "getting|seeing|having|running|reading|looking|working|waiting|trying|learning|writing|testing|debugging|sitting|feeling|wondering|asking|talking|thinking|hoping";
/// What needs no word more for that.
const ANYWAY: &str = "going to bed|going home|heading|off to|doing fine|doing well|doing okay|doing ok|doing great|doing better|taking my|taking the kids|having lunch|having dinner|having breakfast|having coffee|looking forward";
/// What is got or had that nobody chooses.
const UNCHOSEN: &str = "error|errors|timeout|timeouts|exception|warning|warnings|trouble|problem|problems|issue|issues|a lot of|lots of|lunch|dinner|breakfast|coffee|a hard time|second thoughts|tired|sick|old|late|cold|lost|better|worse|complaints|a headache|a look|fun|ready|used to|into|out of|version|low on|404|500|502|503|null|nan";
/// English times that are over; other languages put them beside what is settled because of them.
const OVER: &str = "last year|last week|last month|last time|last summer|last winter|yesterday|years ago|a year ago|back then|in the past";
/// Deeds that are over.
const WAS: &str = "was|were|had|did|went|took|bought|used|got|came|made";
/// Words after which something is settled all the same.
const NOW: &str = "so|let's|we'll|i'll|again|this year|this time";

/// Puts off what was asked.
const DEFERS: &str = "not yet|no rush|ยังก่อน|รอก่อน|เดี๋ยวก่อน|先不急|不急|先等等|再等等|还不急";
/// Until somebody else has spoken or looked.
const WAITS: &str = "wait|until|till|once|first|รอ|จนกว่า|等|再";
/// Puts a matter off by name.
const PARKS: &str = "park it|park that|park this|shelve it|shelve that|table it|table that|put a pin in|leave it open|leave that open|พักไว้ก่อน|แขวนไว้ก่อน|พักเรื่องนี้ไว้|先放着|先搁着|先搁置|搁置|先放一放";
/// What is to be called to mind once.
const REMINDS: &str = "set a reminder|set an alarm|remind me at|remind me on|remind me tomorrow|remind me tonight|ตั้งเตือน|ตั้งปลุก|เตือนผมตอน|เตือนฉันตอน|เตือนพี่ตอน|定个提醒|设个提醒|设个闹钟|定个闹钟|提醒我";
/// What holds for once.
const ONCE: &str = "just this once|only this once|this one time|just this time|for today only|just for today|only for today|today only|just today|only for now|เฉพาะวันนี้|แค่วันนี้|วันนี้วันเดียว|แค่ครั้งนี้|ครั้งนี้ครั้งเดียว|เฉพาะครั้งนี้|就这一次|只这一次|仅此一次|仅限今天|只限今天|就今天|只今天|今天先";
/// How good something is.
const PRAISES: &str = "还挺|挺准的|挺好的|还不错|挺不错";
/// Thanks.
const THANKS: &str = "thanks|thank you|thx|cheers|ขอบคุณ|ขอบใจ|谢谢|多谢|谢了";
/// Work on words that are given.
const WORKS: &str = "clean up|tidy up|tidy|rewrite|reword|format|summarise|summarize|proofread|translate|organise|organize|shorten|polish|sort out|sort|สรุป|เรียบเรียง|จัดรูปแบบ|แปล|ขัดเกลา|整理|润色|总结|翻译|改写|校对";
/// Who is asked for it.
const HELPS: &str = "help me|help us|can you help me|could you help me|please help me|can you|could you|ช่วย|รบกวนช่วย|帮我|帮忙|请帮我|麻烦帮我";

/// Tells whether somebody puts off what was asked: "not yet, wait for Ann", ยังก่อน รอหมอดูก่อน.
fn defers(seen: &str) -> bool {
    begins(after_lead(seen), DEFERS).is_some_and(|end| {
        let rest = after_lead(seen).get(end..).unwrap_or_default();
        has(rest, WAITS) || !rest.chars().any(char::is_alphanumeric)
    })
}

/// Tells whether something holds for once and no longer.
pub(super) fn holds_once(sentence: &Sentence<'_>) -> bool {
    has(&sentence.seen, ONCE)
}

/// Tells whether a sentence says how good something is and nothing else.
fn only_praises(seen: &str) -> bool {
    has(seen, PRAISES)
        && seen.trim_end_matches(['。', '！', '.', '!', ' ']).ends_with('的')
        && !seen.contains(['，', ','])
}

/// Tells whether a turn only thanks for what was explained, and asks on: "ok thanks. does that lock the table?"
pub(super) fn only_thanks(turn: &[Sentence<'_>]) -> bool {
    let Some((first, rest)) = turn.split_first() else { return false };
    let firm = ALL.iter().any(|cues| has(&first.seen, cues.firmly));
    let asks_on = rest.first().is_some_and(|next| next.asks);
    asks_on && !firm && has(&first.seen, THANKS) && closes(&first.seen)
}

/// Tells whether a sentence asks for work on words that follow: "help me clean up the notes: …".
pub(super) fn works_on_words(seen: &str) -> bool {
    let start = after_lead(seen);
    let asked = begins(start, HELPS).and_then(|end| start.get(end..)).map(str::trim_start);
    asked.is_some_and(|rest| begins(rest, WORKS).is_some()) && seen.contains([':', '：'])
}

/// Tells whether a sentence settles nothing, however much it sounds so.
pub(super) fn is_remark(sentence: &Sentence<'_>) -> bool {
    let seen = sentence.seen.as_str();
    let start = after_lead(seen);
    let words = begins(start, ASKS_FOR_WORDS).is_some();
    let was = has(seen, OVER) && has(seen, WAS) && !has(seen, NOW);
    let put_off = begins(start, PARKS).is_some() || has(seen, REMINDS) || only_praises(seen);
    let told = has(seen, HABITS) || goes_on(seen) || was;
    closes(seen) || words || leans(sentence) || told || defers(seen) || put_off
}

/// Tells whether who speaks leans to something and has settled nothing.
pub(super) fn leans(sentence: &Sentence<'_>) -> bool {
    has(&sentence.seen, LEANS)
}

/// Tells whether somebody tells what goes on: "I'm getting a timeout", "we're running version 2.3".
pub(super) fn goes_on(seen: &str) -> bool {
    let start = after_lead(seen);
    let doing =
        begins(start, "i'm|we're|i am|we are|im").and_then(|end| start.get(end..)).map(str::trim_start);
    let doing =
        doing.map(|rest| rest.strip_prefix("still ").or_else(|| rest.strip_prefix("just ")).unwrap_or(rest));
    doing.is_some_and(|rest| {
        begins(rest, ANYWAY).is_some() || begins(rest, GOING_ON).is_some() && has(rest, UNCHOSEN)
    })
}

/// Tells whether a sentence is nothing but the last words of a talk.
fn closes(seen: &str) -> bool {
    let mut said = vec![false; seen.len()];
    let mut closing = false;
    for (list, ends) in [(CLOSES, true), (BESIDE, false)] {
        for phrase in phrases(list) {
            let mut from = 0;
            while let Some((at, end)) = find_from(seen, phrase, from) {
                said.iter_mut().take(end).skip(at).for_each(|byte| *byte = true);
                closing |= ends;
                from = end;
            }
        }
    }
    closing && !seen.char_indices().any(|(at, c)| c.is_alphanumeric() && said.get(at) != Some(&true))
}

#[cfg(test)]
mod tests {
    use super::super::sentence::split;
    use super::*;

    fn remark(text: &str) -> bool {
        split(text).iter().all(is_remark)
    }

    #[test]
    fn last_words_requests_leanings_habits_and_what_goes_on_settle_nothing() {
        for text in [
            "No, that's all, thanks.",
            "That's it for today, thanks!",
            "OK, got it.",
            "Show me the second file.",
            "Tell me more about the first option.",
            "I'm leaning towards the first one.",
            "I'd go with the cheaper one, but it's not my call.",
            "We usually deploy on Fridays.",
            "We're running version 2.3.",
            "I'm getting a timeout on line 40.",
            "We had it at the lake house last year.",
            "ไม่มีแล้วครับ ขอบคุณครับ",
            "อธิบายส่วนสุดท้ายอีกที",
            "ยังลังเลอยู่เลย",
            "ปกติเราเปิดวันศุกร์",
            "没有了，谢谢。",
            "解释一下最后一部分。",
            "我还在犹豫。",
            "我们通常周五部署。",
            "Not yet, wait until Ann has seen it.",
            "ยังก่อน รอหมอดูคำให้ก่อน",
            "先不急，等老周看过再定。",
        ] {
            assert!(remark(text), "{text}");
        }
    }

    #[test]
    fn thanks_before_the_next_question_agree_to_nothing() {
        for (text, thanks) in [
            ("ok thanks. does adding it lock the table?", true),
            ("โอเค ขอบคุณครับ แล้วมันล็อกตารางไหม", true),
            ("好的谢谢。会锁表吗？", true),
            ("ok thanks, do it that way.", false),
            ("thanks, let's go with that. does it lock the table?", false),
            ("ok thanks.", false),
        ] {
            assert_eq!(only_thanks(&split(text)), thanks, "{text}");
        }
    }

    #[test]
    fn work_on_notes_is_no_wish_to_keep_them() {
        for text in [
            "help me clean up the notes: jin is done",
            "ช่วยสรุปโน้ตให้หน่อย: จินทำเสร็จแล้ว",
            "帮我整理会议记录：小金做完了",
        ] {
            assert!(works_on_words(text), "{text}");
        }
        for text in ["help me remember: jin is away", "remember to clean up the notes", "帮我记住：小金请假"]
        {
            assert!(!works_on_words(text), "{text}");
        }
    }

    #[test]
    fn what_settles_something_is_no_remark() {
        for text in [
            "That's all we ship in this release.",
            "I'm getting the Framework.",
            "We're running it on Tuesday.",
            "Got it, we take the second one.",
            "We had pizza last time, so Thai it is.",
            "Thanks, let's go with the first one.",
            "แค่นี้ไม่พอ เอาสองตัว",
            "谢谢，就选第一个。",
            "งดไปก่อนจนกว่ารากจะฟื้น",
            "Not the red one, take the blue one.",
        ] {
            assert!(!remark(text), "{text}");
        }
    }
}
