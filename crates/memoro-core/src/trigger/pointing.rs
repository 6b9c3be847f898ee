//! Messages that point at a memory without saying so: "forget that", "confirm Berlin", ลืมที่เพิ่งจำไป, 确认我住在上海.
//! Only what is kept can tell whether they are meant, so they are no commands yet: a reading says what they would mean, and
//! whoever knows the memories decides. Each must be the whole message; one that goes on ("forget that, let's eat") is talk.

use std::ops::Range;

use super::slot::tidy;
use super::text::{MASK, Piece, Text};
use super::{Intent, clause, th, zh};

/// A message that may point at a memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pointing {
    /// What would be wanted: to confirm, to reject or to forget.
    pub intent: Intent,
    /// What it points at.
    pub at: Pointed,
    /// The bytes of the message that say so.
    pub span: Range<usize>,
}

/// What a message points at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pointed {
    /// What was remembered last.
    Last {
        /// Whether it is to be taken back rather than erased.
        undo: bool,
    },
    /// What these words name.
    Words(String),
}

/// A longer message is talk or a text.
const LONGEST: usize = 240;

/// Politeness and hesitation before what is wanted.
const LEAD: &str = "please|pls|ok|okay|actually|wait|oh|hmm|sorry|hey|can you|could you|just|you can|ช่วย|ขอ|เอ่อ|เอ้ย|โอเค|กรุณา|请|麻烦你|麻烦|帮我|啊|等等|你|好的|好";
/// Politeness behind it.
const TAIL: &str = "please|pls|thanks|thank you|again|now|ครับ|ค่ะ|คะ|นะ|ด้วย|หน่อย|ที|ให้ที|ให้หน่อย|เลย|ไปเลย|ไป|ซะ|ทิ้ง|ได้เลย|จ้า|吧|啊|哦|谢谢";

/// Reads a whole message as pointing at a memory.
pub fn pointing(message: &str) -> Option<Pointing> {
    let text = Text::of(message);
    let whole = text.whole().trim();
    let seen = whole.seen();
    let one = seen.len() <= LONGEST && !seen.contains(['\n', MASK, '`', '{', ';', '；']);
    if whole.is_empty() || !one || clause::is_question(text.whole()) {
        return None;
    }
    let said = whole.strip_all(LEAD);
    let (intent, at) = last(said)
        .map(|undo| (Intent::Forget, Pointed::Last { undo }))
        .or_else(|| named(said).or_else(|| denied(whole)).map(|(intent, words)| (intent, words_of(words))))?;
    let told = !matches!(&at, Pointed::Words(words) if words.is_empty());
    told.then(|| Pointing { intent, at, span: whole.place() })
}

fn words_of(words: Piece<'_>) -> Pointed {
    Pointed::Words(tidy(words.open()).written().trim().to_owned())
}

/// Reads what points at the thing that was remembered last; tells whether it is only to be taken back.
fn last(said: Piece<'_>) -> Option<bool> {
    const UNDO: &str = "undo|revert|take back|ยกเลิก|ย้อน|撤销|撤回|取消";
    const FORGET: &str = "forget|unremember|ลืม|忘掉|忘记";
    const ERASE: &str = "delete|erase|remove|ลบ|เลิกจำ|เอาออก|删掉|删除|删了|清除|抹掉";
    // What points only by itself, and what says that it was remembered. ลืม and 忘了 also tell that one forgot what was said.
    const THAT: &str = "that|this|that one|this one|the last one|the last thing|the last thing i said|the last thing i told you|what i just said|what i just told you|\
        อันเมื่อกี้|刚才那条|刚刚那条|刚才说的|我刚才说的|刚刚说的|我刚刚说的|我刚说的|上一条";
    const KEPT: &str = "that memory|this memory|the last memory|that last memory|my last memory|the latest memory|your last memory|the memory you just saved|the memory you just made|what you just remembered|what you just saved|what you just stored|what you just noted|what you just learned|what you just wrote down|the thing you just remembered|the thing you just saved|the last thing you remembered|the last thing you saved|the last thing i told you to remember|the last thing i asked you to remember|what i just told you to remember|what i just asked you to remember|\
        ที่เพิ่งจำ|สิ่งที่เพิ่งจำ|อันที่เพิ่งจำ|เรื่องที่เพิ่งจำ|ที่เพิ่งจดจำ|ที่จำเมื่อกี้|สิ่งที่จำเมื่อกี้|ที่จำไปเมื่อกี้|ที่จำไว้เมื่อกี้|ที่เพิ่งให้จำ|สิ่งที่เพิ่งให้จำ|ที่ให้จำเมื่อกี้|ที่เพิ่งบันทึก|สิ่งที่เพิ่งบันทึก|ที่เพิ่งจด|สิ่งที่เพิ่งจด|ความจำเมื่อกี้|ความจำล่าสุด|ความจำอันล่าสุด|ความจำนั้น|ความจำนี้|ความจำอันนั้น|\
        刚才记的|刚才记住的|刚才记下的|刚才的记忆|刚才那条记忆|刚刚记的|刚刚记住的|刚刚记下的|刚刚那条记忆|刚记的|刚记住的|刚记下的|你刚才记的|你刚才记住的|你刚记的|上一条记忆|最后一条记忆|最近一条记忆|那条记忆|这条记忆|刚才让你记的|我刚才让你记的|刚才叫你记的";
    const AFTER: &str = "ไว้|ไป|ให้|เมื่อกี้|นี้|内容|东西|那条|那个|的|事|about me|from your memory|from memory";
    // ลืม tells that one forgot, unless it is bidden: ลืมที่เพิ่งบอกไปเลย.
    const TOLD: &str = "ที่เพิ่งบอก|สิ่งที่เพิ่งบอก|เรื่องที่เพิ่งบอก|ที่บอกเมื่อกี้|ที่บอกไปเมื่อกี้|ที่เพิ่งพูด|ที่พูดเมื่อกี้";
    let bidden = |rest: Piece<'_>| {
        let left = rest.strip_all("เมื่อกี้|ไว้");
        left.strip("ไป|ซะ|ทิ้ง|ได้เลย|เถอะ").is_some_and(|left| left.strip_all(TAIL).is_empty())
    };
    if said.strip("ลืม").and_then(|rest| rest.strip(TOLD)).is_some_and(bidden) {
        return Some(false);
    }
    if let Some(undo) = unsaid(said) {
        return Some(undo);
    }
    let said = said.strip_ends(TAIL);
    let (undo, erase, rest) = if let Some(rest) = said.strip(UNDO) {
        (true, false, rest)
    } else if let Some(rest) = said.strip(FORGET) {
        (false, false, rest)
    } else if let Some(rest) = said.strip(ERASE) {
        (false, true, rest)
    } else {
        // 把刚才记的忘掉
        let object = said.strip("把|将")?;
        let bare = object.strip_ends([FORGET, ERASE, UNDO]);
        let kept = bare.trim().strip(KEPT)?;
        return kept.strip_all(AFTER).is_empty().then_some(object.strip_ends(UNDO).seen() == bare.seen());
    };
    let rest = rest.trim_start();
    let kept = rest.strip(KEPT).is_some_and(|left| left.strip_all(AFTER).is_empty());
    let bare = !erase
        && (!undo || rest.seen().is_ascii())
        && rest.strip(THAT).is_some_and(|left| left.strip_all(AFTER).is_empty());
    (kept || bare).then_some(undo)
}

/// Reads what takes the last thing back in two clauses, or names it first: "scrap that, don't remember it", 刚才那条不用记了.
fn unsaid(said: Piece<'_>) -> Option<bool> {
    const SCRAP: &str =
        "scrap that|scratch that|strike that|cancel that|forget that|undo that|never mind that|drop that";
    const NOT_KEPT: &str = "don't remember it|don't remember that|no need to remember it|no need to remember that|don't keep it|don't keep that|don't save it|don't save that|no need to keep it|no need to save it|don't hold on to it";
    const HAN: &str = "刚才那条|刚刚那条|刚才那个|刚才说的那条|刚才说的|我刚才说的|刚刚说的|刚才记的|刚才记的那条|上一条|刚才那句";
    const DONE: &str = "就不用记了|不用记了|不用记住了|不必记了|别记了|不要记了|不用记|别记|不记了|不算|作废|删了|删掉|忘了|忘掉|当我没说";
    if let Some(rest) = said.strip(SCRAP) {
        let rest = rest.strip_all(",|.|-|–|and|actually").strip(NOT_KEPT)?;
        return rest.strip_all(TAIL).is_empty().then_some(false);
    }
    let rest = said.strip(HAN)?.strip_all("，|就|也|都").strip(DONE)?;
    rest.strip_all(TAIL).strip_all("了|哈|啦").is_empty().then_some(false)
}

/// Reads "confirm Berlin", "reject the one about tea", ยืนยันว่าฉันชอบกาแฟ, 确认我住在上海, "forget coffee".
fn named(said: Piece<'_>) -> Option<(Intent, Piece<'_>)> {
    const CONFIRM: &str =
        "yes confirm|i confirm|confirm|approve|accept|ใช่ ยืนยัน|ยืนยัน|อนุมัติ|确认一下|我确认|确认|批准|同意";
    const REJECT: &str =
        "i reject|reject|discard|decline|dismiss|ปฏิเสธ|ไม่ยืนยัน|ขอปฏิเสธ|不确认|我拒绝|拒绝|驳回|否决";
    const ABOUT: &str = "that|the one about|the ones about|the memory about|the memory that|the suggestion about|the suggestion that|the one with|the one that says|the fact that|the|about|my memory of|ว่า|เรื่องที่ว่า|เรื่องที่|เรื่อง|เกี่ยวกับ|อันที่ว่า|อันที่|อัน|ที่ว่า|关于|有关|那条|这条";
    const BEHIND: &str =
        "one|memory|suggestion|อันนั้น|อันนี้|那一条|那条|这条|的那条|的那一条|的记忆|的建议|这件事|的事";
    let short = said.strip_ends("please|pls|thanks|ครับ|ค่ะ|คะ|นะ|ด้วย|หน่อย|吧|了|啊");
    let goes_on = short.seen().contains([',', '，']) || short.holds(". ") || short.holds("。");
    if goes_on {
        return None;
    }
    for (intent, verbs) in [(Intent::Reject, REJECT), (Intent::Confirm, CONFIRM)] {
        if let Some(rest) = short.strip(verbs) {
            return Some((intent, rest.strip_all(ABOUT).strip_ends(BEHIND)));
        }
    }
    dropped(said).map(|words| (Intent::Forget, words))
}

/// Reads a bare thing that is to be forgotten. Thai ลืม alone also tells that one forgot, so there a word must bid it.
fn dropped(said: Piece<'_>) -> Option<Piece<'_>> {
    const OPEN: &str = "to|how|what|why|when|where|who|if|whether|it|me|him|her|them|us|you|everything|all|i|we|that|this|something|anything|nothing|your|the rest|the last|about it|about that";
    const BIDS: &str = "ไปเลย|ไปได้เลย|ไปซะ|ซะ|เถอะ|ทิ้งไป|ได้เลย|ได้แล้ว";
    const HAN: &str = "忘掉|忘记关于|忘了关于|删除关于|删掉关于|清除关于";
    let plain = said.strip_ends("please|pls|thanks|ครับ|ค่ะ|คะ|นะ|ให้หน่อย|ให้ที|ด้วย|หน่อย|ที|吧|啊");
    if let Some(rest) = plain.strip("forget about|forget") {
        let rest = rest.trim();
        let words = rest.seen().split_whitespace().count();
        return (rest.strip(OPEN).is_none() && (1..=4).contains(&words)).then_some(rest);
    }
    if let Some(rest) = plain.strip("ลืมเรื่อง|ลืมเกี่ยวกับ|เลิกจำเรื่อง|ลบความจำเรื่อง|ลบความจำเกี่ยวกับ")
    {
        let bare = rest.strip_ends(BIDS);
        // A word that begs tells it from "I forgot about the meeting".
        let begged = plain.seen().len() < said.seen().len()
            && said.strip_ends("ครับ|ค่ะ|คะ|นะ").strip_ends("ให้หน่อย|ให้ที|ด้วย|หน่อย|ที").seen().len()
                < said.strip_ends("ครับ|ค่ะ|คะ|นะ").seen().len();
        let bidden =
            begged || bare.seen().len() < rest.trim().seen().len() || plain.strip("เลิกจำ|ลบความจำ").is_some();
        return (bidden && bare.seen().chars().count() <= 24).then_some(bare);
    }
    // 把名字删了: a slot by its name alone.
    if let Some(object) = plain.strip_ends("了|掉").strip("把|将") {
        let bare = object.strip_ends("删掉|删除|删|清除|抹|忘");
        if bare.seen().len() < object.seen().len() && super::keys::alias(bare.trim().seen()).is_some() {
            return Some(bare.trim());
        }
    }
    let rest = if let Some(rest) = plain.strip(HAN) {
        rest
    } else {
        let object = plain.strip("把|将")?;
        let bare = object.strip_ends("忘掉");
        (bare.seen().len() < object.trim().seen().len()).then_some(bare)?
    };
    let rest = rest.strip_all("关于|有关").strip_ends("的记忆|的事情|的事|的内容");
    let open = rest.strip(["他|她|它|你|什么|一切|所有|全部|过去|烦恼|不愉快|刚才|刚刚", zh::ME]).is_some();
    (!open && (1..=12).contains(&rest.seen().chars().count())).then_some(rest)
}

/// Reads "no, I don't like coffee", ไม่ใช่ ฉันไม่ได้ชอบกาแฟ, 不对，我不住在上海: what is denied is to be turned down.
fn denied(whole: Piece<'_>) -> Option<(Intent, Piece<'_>)> {
    const NO: &str = "no|nope|nah|wrong|incorrect|that's wrong|that is wrong|that's not right|not true|ไม่ใช่|ไม่ถูก|ผิด|ไม่จริง|不对|不是|错了|不是的";
    const NOT: &str =
        "i don't|i do not|i dont|i'm not|i am not|im not|i never|i didn't|my name isn't|my name is not";
    let rest = whole.strip(NO)?;
    let rest = rest.strip_all("ครับ|ค่ะ|คะ|นะ|แล้ว|的|啊");
    let words = if let Some(words) = rest.strip(NOT) {
        words
    } else {
        let own = rest.strip([th::ME, zh::ME])?.trim_start();
        own.strip("ไม่ได้เป็น|ไม่ได้|ไม่เคย|ไม่|没有|没|不是|不")?
    };
    let goes_on = words.trim().seen().contains([',', '，', '。']) || words.holds(". ");
    (!goes_on).then_some((Intent::Reject, words))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(message: &str) -> Option<(Intent, String)> {
        pointing(message).map(|pointing| {
            let at = match pointing.at {
                Pointed::Last { undo: true } => "<undo>".to_owned(),
                Pointed::Last { undo: false } => "<last>".to_owned(),
                Pointed::Words(words) => words,
            };
            (pointing.intent, at)
        })
    }

    #[test]
    fn the_thing_that_was_remembered_last_is_pointed_at_by_the_whole_message() {
        for message in [
            "forget that",
            "Please forget that.",
            "delete that memory",
            "forget what you just remembered",
            "ลืมที่เพิ่งจำไป",
            "ลืมสิ่งที่เพิ่งจำไว้เลยนะ",
            "ลบความจำเมื่อกี้ด้วยครับ",
            "忘掉刚才记的",
            "忘掉剛才記的",
            "把刚才记住的删掉",
            "刪除剛才那條記憶",
        ] {
            assert_eq!(read(message), Some((Intent::Forget, "<last>".to_owned())), "{message}");
        }
        for message in ["undo that", "undo that please", "ยกเลิกที่เพิ่งจำ", "撤销刚才的记忆", "撤回剛才記的"]
        {
            assert_eq!(read(message), Some((Intent::Forget, "<undo>".to_owned())), "{message}");
        }
    }

    #[test]
    fn talk_that_goes_on_or_is_of_other_things_points_at_nothing() {
        for message in [
            "forget that, let's talk about lunch",
            "forget that we ever met",
            "forget it",
            "undo that last commit",
            "delete that file",
            "delete that",
            "don't forget that",
            "did you forget that?",
            "confirm?",
            "forget to call",
            "forget about it",
            "ลืมกุญแจ",
            "ลืมเรื่องประชุม",
            "ลบอันเมื่อกี้",
            "ลืมไปแล้ว",
            "忘了密码",
            "忘了刚才说的",
            "忘记刚才说的了",
            "ลืมที่เพิ่งบอก",
            "ลืมที่เพิ่งจำไปแล้ว",
            "忘掉他吧",
            "撤销刚才的修改",
            "删除刚才的文件",
        ] {
            assert_eq!(read(message), None, "{message}");
        }
    }

    #[test]
    fn what_waits_is_named_by_its_words() {
        for (message, intent, words) in [
            ("confirm Berlin", Intent::Confirm, "Berlin"),
            ("Confirm that I like coffee", Intent::Confirm, "I like coffee"),
            ("confirm the short answers", Intent::Confirm, "short answers"),
            ("reject the one about Berlin", Intent::Reject, "Berlin"),
            ("reject that I'm a nurse", Intent::Reject, "I'm a nurse"),
            ("ยืนยันว่าฉันชอบกาแฟ", Intent::Confirm, "ฉันชอบกาแฟ"),
            ("ยืนยันเรื่องกาแฟครับ", Intent::Confirm, "กาแฟ"),
            ("ปฏิเสธเรื่องกาแฟ", Intent::Reject, "กาแฟ"),
            ("ไม่ใช่ ฉันไม่ได้ชอบกาแฟ", Intent::Reject, "ชอบกาแฟ"),
            ("确认我住在上海", Intent::Confirm, "我住在上海"),
            ("確認爬山", Intent::Confirm, "爬山"),
            ("拒绝关于上海的那条", Intent::Reject, "上海"),
            ("不对，我不住在上海", Intent::Reject, "住在上海"),
            ("no, I don't like coffee", Intent::Reject, "like coffee"),
            ("forget coffee", Intent::Forget, "coffee"),
            ("ลืมเรื่องกาแฟไปเลย", Intent::Forget, "กาแฟ"),
            ("忘掉咖啡", Intent::Forget, "咖啡"),
        ] {
            assert_eq!(read(message), Some((intent, words.to_owned())), "{message}");
        }
    }
}
