//! Who has not decided: who still thinks about it, supposes it, leans to it or only suggests it, however firmly that is put.

use super::cues::{begins, find_from, has};
use super::judge::{judge, settles};
use super::sentence::Sentence;
use crate::fusion::Role;

/// Words of deciding that only lean where nothing else decides: เอนไปทาง.
pub(super) fn only_leans(sentence: &Sentence<'_>) -> bool {
    const LEANING: &str = "เอนเอียงไปทาง|เอนไปทาง|เอียงไปทาง";
    let seen = sentence.seen.as_str();
    let Some((at, end)) = find_from(seen, LEANING, 0) else { return false };
    let without = [seen.get(..at).unwrap_or_default(), seen.get(end..).unwrap_or_default()].join(" ");
    settles(&without, 0).is_none()
}

/// Words of who has not decided.
const UNDECIDED: &str = "i don't know yet|don't know yet|not sure yet|not sure|i'm not sure|we're not sure|let me think|need to think|have to think|haven't decided|not decided yet|let me ask|ask first|ask around first|\
    undecided|sleep on it|ขอคิดดู|ขอคิดก่อน|ขอคิดอีกที|ขอดูก่อน|ยังไม่แน่ใจ|ยังไม่ตัดสินใจ|ยังไม่รู้|ยังไม่ได้ตัดสินใจ|เดี๋ยวถาม|ขอถาม|ไปถามก่อน|ขอเช็คก่อน|ขอเช็กก่อน|还没想好|還沒想好|没想好|还没决定|還沒決定|不确定|再想想|再说吧|考虑一下|考慮一下|再定|再决定|先问问|问一下再|问问再";

/// Tells whether who speaks says that it is still open.
pub(super) fn is_open(sentence: &Sentence<'_>) -> bool {
    has(&sentence.seen, UNDECIDED)
}

/// Who still thinks about it, or only supposes it, has settled nothing.
pub(super) fn is_undecided(sentence: &Sentence<'_>) -> bool {
    const SUPPOSES: &str =
        "if|suppose|imagine|assuming|unless|in case|ถ้า|หาก|สมมติ|สมมุติ|如果|要是|假如|假设|万一";
    const THEREFORE: &str = "if so|ถ้าอย่างนั้น|ถ้างั้น|ถ้าแบบนั้น|如果这样|要是这样";
    let supposes = begins(&sentence.seen, SUPPOSES).is_some() && begins(&sentence.seen, THEREFORE).is_none();
    let open = supposes || is_open(sentence);
    // Whoever asks somebody first has not decided, however firmly the rest ends.
    let asks_first = has(&sentence.seen, "เดี๋ยวถาม|ขอถาม") && has(&sentence.seen, "ก่อน");
    asks_first
        || puts_off(&sentence.seen)
        || open && judge(sentence, Role::User).iter().all(|found| !found.kind.is_settled())
}

/// "Let's not go with Oracle until legal answers": what is chosen waits for something else.
fn puts_off(seen: &str) -> bool {
    const WAITS: [(&str, &str); 3] = [
        (
            "not go with|not use|not choose|not pick|not commit to|not decide on|not decide|not buy|not sign|not switch to|not adopt|hold off|don't commit|won't commit",
            "until|till|before we know|before we hear|before legal",
        ),
        ("อย่าเพิ่ง|ยังไม่|ยังไม่เลือก|ยังไม่ใช้", "จนกว่า"),
        ("先别|先不|先別|暂时不|暫時不", "等|之前"),
    ];
    WAITS.iter().any(|(not, until)| {
        // What is said before it may be settled: 我留着，神明桌先不动，等叔叔回来。
        let first = |at: usize| seen.get(..at).is_some_and(|before| !before.contains([',', '，', '、', ';']));
        let place = find_from(seen, not, 0).filter(|(at, _)| first(*at));
        let behind = place.and_then(|(_, end)| seen.get(end..));
        behind.is_some_and(|rest| has(rest, until))
    })
}

/// "I suggest we use Rust" settles nothing by itself, however firmly the rest is put; "agreed" beside it does.
pub(super) fn suggests(sentence: &Sentence<'_>) -> bool {
    const SUGGESTS: &str = "i propose|i'd propose|i would propose|we propose|i suggest|i'd suggest|i would suggest|we suggest|may i suggest|can i suggest|i recommend|i'd recommend|i would recommend|my recommendation|my suggestion|my proposal|my vote|i'd go with|i would go with|i'd say we|we could|i think we could|i think we should|maybe we|perhaps we|\
        เสนอให้|เสนอว่า|ขอเสนอ|แนะนำให้|แนะนำว่า|ขอแนะนำ|ข้อเสนอคือ|ข้อเสนอของ|น่าจะลอง|我提议|我提議|提议用|提议我们|我建议|我建議|建议用|建議用|建议我们|建議我們|建议大家|我的建议|我的建議|我推荐|我推薦|推荐用|推薦用|不如用|不如就|要不就";
    const AGREED: &str = "agreed|approved|accepted|we decided|everyone agrees|all agree|เห็นด้วย|ตกลงตาม|อนุมัติ|同意|通过了|通過了|批准|决定|決定|采纳|採納|ตามที่เสนอ|ตามข้อเสนอ|ตามที่แนะนำ|你的建议|你的建議|您的建议|您的建議|大家的建议|按建议|按照建议|按建議";
    let seen = sentence.seen.as_str();
    has(seen, SUGGESTS) && !has(seen, AGREED)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{any, each, none};
    use super::*;

    #[test]
    fn who_leans_supposes_or_asks_somebody_first_has_not_decided() {
        each(any(only_leans), &["อืม เอนไปทาง data อยู่นะ", "ผมเอียงไปทาง Postgres"]);
        none(any(only_leans), &["ตกลงไปทาง data", "ตอนแรกเอนไปทาง MBA แต่ตกลงใช้ Postgres"]);
        let undecided = any(is_undecided);
        each(
            undecided,
            &[
                "Not sure, let me ask Jonas first.",
                "สมมติถ้าเรียนโท จะจบกี่ปี",
                "หรือปฏิเสธเลยดี เดี๋ยวถามน้องๆ ก่อน",
                "想法不错，但得先把名单理出来，理完再定。",
                "想法不錯，但得先把名單理出來，理完再定。",
                "Let's not go with Oracle until legal answers.",
                "อย่าเพิ่งใช้ Oracle จนกว่าฝ่ายกฎหมายจะตอบ",
                "先别用 Oracle，等法务回复。",
            ],
        );
        let decided = ["Let's use Redis.", "มติคือใช้ Redis", "就用 Redis 吧。", "Let's not go with Oracle."];
        none(any(is_undecided), &decided);
    }
}
