//! What is chosen in the breath in which something is given up: 算了，不去青岛了，改去厦门; "forget Lisbon, we do Porto instead";
//! ไม่ไปหลวงพระบางแล้ว ไปเชียงใหม่แทน. It says what comes in the place of what went, so it is not only a change of mind.

use super::cues::{ALL, begins, ends, find, has};
use super::judge::clauses;
use super::sentence::Sentence;
use super::signs::{after_lead, bare_end};

/// What is done anew in Chinese, right behind the word for changing.
const ANEW: &str = "去|吃|坐|住|订|买|看|喝|租|做|走|学|开|约|骑|玩|选|请|找|叫|拿|穿|送|乘|搭|点|办|到|在";
/// Words with which such a clause begins.
const LEADS: &str = "那就|那|就|我们|咱们|还是|直接|全部|都|一起";
/// Words in which changing is something else.
const NO_CHANGE: &str = "改天|改日|改主意|改口|改进|换句话|换个角度|换个话题|改在想";
/// What Thai puts before what comes instead.
const INSTEAD_TH: &str = "เปลี่ยนเป็น|เปลี่ยนไป|เปลี่ยนมา|เอาเป็น|ไปเป็น|ไป|เอา|ใช้|ซื้อ|จอง|พัก|กิน|สั่ง|เลือก|ขอ";
/// Words with which an English clause gives something up itself.
const GIVES_UP: &str =
    "not|no|don't|won't|can't|isn't|doesn't|why|what|how|could|should|would|maybe|perhaps|if";

/// Tells whether a sentence chooses something in the place of something else.
pub(super) fn chooses_another(sentence: &Sentence<'_>) -> bool {
    let seen = sentence.seen.as_str();
    let supposed = ALL.iter().any(|cues| has(seen, cues.supposed) || has(seen, cues.reported));
    !sentence.asks && !supposed && clauses(seen).any(is_choice)
}

fn is_choice(clause: &str) -> bool {
    let first = clause.split([',', '，', ';', '；', '。', '.']).next().unwrap_or_default();
    let first = first.trim();
    in_chinese(first) || in_thai(first) || in_english(first)
}

/// 改去厦门, 换吃火锅吧.
fn in_chinese(clause: &str) -> bool {
    let mut rest = clause;
    while let Some(end) = begins(rest, LEADS) {
        rest = rest.get(end..).unwrap_or_default().trim_start();
    }
    let verb = begins(rest, "改|换").filter(|_| begins(rest, NO_CHANGE).is_none());
    let what = verb.and_then(|end| rest.get(end..)).and_then(|rest| rest.get(begins(rest, ANEW)?..));
    what.is_some_and(|what| {
        what.trim_end_matches(['吧', '了', '啊']).chars().filter(|c| c.is_alphanumeric()).count() >= 1
    })
}

/// ไปเชียงใหม่แทน, เปลี่ยนเป็นเชียงใหม่.
fn in_thai(clause: &str) -> bool {
    let start = after_lead(clause);
    let Some(verb) = begins(start, INSTEAD_TH) else { return false };
    let changes = start.starts_with("เปลี่ยน");
    let end = ends(bare_end(start), "แทน|แทนละกัน|แทนแล้วกัน|แทนดีกว่า");
    let what = start.get(verb..end.unwrap_or(start.len()).max(verb)).unwrap_or_default();
    (changes || end.is_some()) && what.chars().filter(|c| c.is_alphanumeric()).count() >= 3
}

/// "Porto instead", "we're doing Porto instead".
fn in_english(clause: &str) -> bool {
    let start = after_lead(clause);
    let Some(at) = ends(bare_end(start), "instead") else { return false };
    let what = start.get(..at).unwrap_or_default();
    what.split_whitespace().count() >= 1 && find(what, GIVES_UP).is_none()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{any, each, none};
    use super::*;

    #[test]
    fn what_comes_instead_is_chosen() {
        each(
            any(chooses_another),
            &[
                "算了，不去青岛了，改去厦门",
                "算了，不去青島了，改去廈門。",
                "不订酒店了，那就改住民宿吧",
                "forget Lisbon, we're doing Porto instead",
                "Never mind the cake, pie instead.",
                "งั้นไม่ไปหลวงพระบางแล้ว ไปเชียงใหม่แทน",
                "ยกเลิกรถตู้ เปลี่ยนเป็นรถไฟ",
            ],
        );
    }

    #[test]
    fn a_mere_change_of_mind_chooses_nothing() {
        none(
            any(chooses_another),
            &[
                "算了，不去青岛了",
                "算了，改天再说",
                "不去了，改主意了。",
                "要不改去厦门？",
                "forget Lisbon",
                "Cancel it, why not something else instead",
                "ไม่ไปหลวงพระบางแล้ว",
                "ยกเลิกไปก่อน",
            ],
        );
    }
}
