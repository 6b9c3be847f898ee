//! What a person asks to remember, told from tasks that are worded alike and from talk of remembering. Sees one sentence;
//! whether a bare "save that" means the sentence before it is decided where the whole turn is known.

use super::Kind;
use super::answers::is_bare_agreement;
use super::cues::{ALL, begins, has};
use super::judge::{clauses, plain};
use super::sentence::Sentence;

/// What a person asked to remember, or to do, with a word of remembering.
pub(super) fn remembers(sentence: &Sentence<'_>) -> Option<Kind> {
    let seen = sentence.seen.as_str();
    for cues in ALL {
        for clause in clauses(seen) {
            let Some((said, end)) = [clause, plain(clause)]
                .into_iter()
                .find_map(|said| Some((said, begins(said, cues.remember)?)))
            else {
                continue;
            };
            let (cue, rest) = said.split_at_checked(end).unwrap_or((said, ""));
            let content = rest.trim_matches([' ', ':', '：', ',', '，', '.', '。']);
            if !sentence.asks && is_said_before(seen, clause, content) {
                return Some(Kind::Remember);
            }
            if is_pointing(content) || sentence.asks && !has(clause, "can you|could you|ช่วย") {
                continue;
            }
            if is_task(cue, rest) {
                return Some(Kind::Action);
            }
            if is_recalling(content, said) {
                continue;
            }
            return Some(Kind::Remember);
        }
    }
    None
}

/// Words that only point at what is to be remembered.
const POINTING: &str = "that|this|it|too|as well|that too|this too|it too|please|for the|for later|for next|in mind|\
    นะครับ|นะคะ|นะ|ด้วยนะครับ|ด้วยนะคะ|ด้วยนะ|ด้วย|หน่อยนะ|หน่อย|ให้ที|ที|ไว้|ไว้ด้วย|ไว้นะ|ไว้ให้ดี|ให้ดี|ดี ๆ|นะจ๊ะ|จ้า|ล่ะ|ละ|ครับ|ค่ะ|了|哦|啊|一下|吧|里|备忘里|下来|好|着";

/// Tells whether what follows a wish says nothing itself.
fn is_pointing(content: &str) -> bool {
    let bare = content.trim_end_matches(['.', '!', '。', '！', ' ']);
    bare.is_empty()
        || begins(bare, POINTING) == Some(bare.len())
        || begins(bare, "for the|for later|for next|in mind|please").is_some()
}

/// "…, keep that in mind": what is to be remembered stands before the wish.
fn is_said_before(seen: &str, clause: &str, content: &str) -> bool {
    let before = seen.get(..seen.len().saturating_sub(clause.len())).unwrap_or_default();
    let least = if before.contains(|c: char| c.is_ascii_digit()) { 2 } else { 5 };
    let long = before.chars().filter(|c| c.is_alphanumeric()).count() >= least;
    long && is_pointing(content)
}

/// Tells whether a sentence only says that another one of its turn is to be remembered: "Save that too."
fn points_elsewhere(sentence: &Sentence<'_>) -> bool {
    let told = plain(sentence.seen.trim());
    let marks = [' ', ':', '：', ',', '，', '.', '。'];
    let points =
        |list: &str| begins(told, list).and_then(|end| told.get(end..)).map(|rest| rest.trim_matches(marks));
    !sentence.asks && ALL.iter().any(|cues| points(cues.remember).is_some_and(is_pointing))
}

/// Returns the sentence that a bare wish at a place means: the one before it, or else the one after it.
pub(super) fn meant(turn: &[Sentence<'_>], at: usize) -> Option<usize> {
    points_elsewhere(turn.get(at)?).then_some(())?;
    let says = |place: &usize| turn.get(*place).is_some_and(|s| !s.asks && !is_bare_agreement(&s.seen));
    at.checked_sub(1).filter(says).or_else(|| Some(at + 1).filter(says))
}

/// Verbs with which a Chinese task begins.
const TASK_ZH: &str = "通知|发|更新|检查|查|买|写|提交|联系|告诉|把|给|提醒|关|打|去|做|带|跟|改|测试|备份|问|看|回复|要|得|叫|交|寄|取|拿|约|订|续";
/// Verbs that take a person or a thing first: what follows is never a fact about them.
const TASK_ZH_SURE: &str = "把|通知|提醒|告诉|给|联系|要去|要把|要给|要在|要先|去买|去拿|去取";
/// Words that say what something is.
const IS: &str = "是|叫做|名叫|等于|位于|属于|为：|：|=|คือ|เป็น|ชื่อ|อยู่|มี|เท่ากับ";

/// The same in English; "don't forget the milk" has none of them.
const IS_EN: &str = "is|are|has|have|was|were|can|can't|cannot|will|won't|needs|starts|ends|must|isn't|aren't|doesn't|don't|wants|likes|lives|works|costs";

/// "remember to …", 记得通知…: something to do, not to know. 记住 and "that" are for what is so; 记得 for either, and
/// then saying what something is makes it a fact.
fn is_task(cue: &str, rest: &str) -> bool {
    let content = after_time(rest.trim_start_matches([' ', ':', '：', ',', '，']));
    if cue.ends_with("that") || cue.ends_with("ว่า") || content.starts_with("ว่า") {
        return false;
    }
    // "Remember, to log in you need …" explains; only "remember to" asks.
    if rest.starts_with(' ') && begins(content, "to").is_some() {
        return true;
    }
    let states = has(content, IS) || has(content, IS_EN);
    if cue.ends_with("forget") {
        return !states;
    }
    if begins(content, "ต้อง|ทำ|ส่ง|แจ้ง|โทร|ซื้อ|จ่าย|ไป|เอา").is_some()
    {
        return !states;
    }
    let loose = ["记得", "忘了", "忘记"].iter().any(|word| cue.ends_with(word));
    match begins(content, TASK_ZH_SURE) {
        Some(_) => loose || !states,
        None => loose && !states && begins(content, TASK_ZH).is_some(),
    }
}

/// Drops the time at which something is to be done.
fn after_time(content: &str) -> &str {
    const TIMES: &str = "明天|后天|今天|今晚|今早|明早|明晚|下周|下个月|周一|周二|周三|周四|周五|周六|周日|上午|下午|早上|晚上|一会儿|待会|到时候|下班前|下班后|พรุ่งนี้|มะรืน|วันนี้|คืนนี้|เย็นนี้|บ่ายนี้";
    let mut rest = content;
    while let Some(end) = begins(rest, TIMES) {
        rest = rest.get(end..).unwrap_or_default().trim_start_matches([' ', ',', '，']);
    }
    rest
}

/// Talk of remembering: "remember when we …", จำได้ไหม, 记得吗.
fn is_recalling(content: &str, said: &str) -> bool {
    begins(
        content,
        "when we|when i|when you|how we|the time|the days|me?|ได้|แล้ว|ไม่ได้|ไม่ค่อย|ผิด|了|吗|不清|不得|不住",
    )
    .is_some()
        || (said.starts_with("记得")
            && begins(content, "当时|那次|那时|那天|那年|以前|上次|小时候|去年|从前|我们当").is_some())
}
