//! The words with which people ask for memory: remember, forget, change, show, confirm, reject. A cue counts only
//! at the start of a clause, after words of politeness; everything else that mentions memory is talk.

use super::Intent;
use super::text::Piece;

/// How far a cue may be trusted with what follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// The content is introduced: "remember that …", จำไว้ว่า, 记住：.
    Stated,
    /// The content follows at once: "remember my …".
    Bare,
    /// Reads as a reminder unless it lasts: "remember to …", 记得….
    Reminder,
    /// Common in prose: "note that …"; only what the person says of themselves counts.
    Careful,
}

/// A cue and what follows it up to the end of the sentence.
#[derive(Clone, Copy)]
pub(super) struct Cue<'a> {
    pub(super) intent: Intent,
    pub(super) manner: Manner,
    /// What follows.
    pub(super) content: Piece<'a>,
    /// Whether the person asks the assistant: "can you …".
    pub(super) asked: bool,
}

const POLITE: &str = "please|pls|plz|hey|hi|hello|ok|okay|so|also|and|then|now|just|btw|by the way|oh|well|kindly|actually|fyi|one more thing|\
    you can|you can just|you may|you should|you must|i want you to|i'd like you to|i need you to|i would like you to|make sure you|make sure to|\
    ช่วย|กรุณา|โปรด|รบกวน|รบกวนช่วย|ฝาก|ขอให้|อยากให้|วาน|คุณช่วย|คุณ|ให้คุณ|อ้อ|เออ|งั้น|แล้วก็|และ|แล้ว|อีกอย่าง|ขอ|นี่|เฮ้|สวัสดี|พี่|น้อง|ให้|请你|请|麻烦你|麻烦|帮我|帮忙|\
    替我|给我|你要|你可以|拜托|那|嗯|另外|还有|然后|对了|哦|嘿|你|务必|一定要|一定|先|并且|并|同时|顺便|以后请";
const ASKING: &str = "can you|could you|would you|will you|can u|could u|can you please|could you please|would you please|would you mind|ช่วย|能不能|能|可以|可不可以|你能|你可以|能否";

const REMEMBER_EN: &str = "remember|remeber|rember|remembr|remmember|remmeber|memorize|memorise|don't forget|dont forget|do not forget|never forget|save to memory|save this to memory|save this|add to memory|\
    add to your memory|add this to memory|add this to your memory|store in memory|put in your memory|commit to memory|commit this to memory|for future reference|\
    save the fact|store the fact|take note|make a note|make note|keep in mind|bear in mind|note|record";
const CAREFUL: &str = "note|take note|make a note|make note|keep in mind|bear in mind|record|for future reference|never forget|save this";
const REMEMBER_TH: &str =
    "จำ|จดจำ|จดไว้|จด|บันทึกไว้|บันทึก|โน้ตไว้|โน้ต|โน๊ตไว้|โน๊ต|เมมไว้|เมม|remember|note|memo|เก็บไว้|อย่าลืม|ห้ามลืม";
const KEEP_TH: &str = "ไว้|เอาไว้|ให้|ด้วย|หน่อย|นะคะ|นะครับ|นะ|คะ|ค่ะ|ครับ|ที|เลย|น้า|จ้ะ|จ้า|จ๊ะ|ดีๆ|ดี ๆ|ข้อมูลนี้|แบบนี้|ตามนี้|สิ่งนี้|เรื่องนี้|อันนี้|ฮะ|คับ|ค้าบ|ขึ้นใจ";
const REMEMBER_ZH: &str = "记住|记下来|记下|记一下|记好|记着|记录一下|牢记|谨记|记得|别忘了|别忘记|不要忘记|不要忘了|备注一下|记录下来|记到|存一下|remember";
const KEEP_ZH: &str = "一下|下来|啊|哦|哈|喔|吧|着|好|这一点|这件事|这个|：|，|呀|住|啦|了";

/// Finds the cue at the start of a clause that runs to the end of its sentence.
pub(super) fn at(clause: Piece<'_>) -> Option<Cue<'_>> {
    let polite = clause.strip_all(POLITE);
    let (asked, said) = match polite.strip(ASKING) {
        Some(rest) => (true, rest.strip_all(POLITE)),
        None => (clause.strip("ช่วย|รบกวนช่วย|คุณช่วย").is_some(), polite),
    };
    let made = |intent, manner, content| Cue { intent, manner, content, asked };
    if let Some((manner, content)) = remember(clause.trim_start()).or_else(|| remember(said)) {
        return Some(made(Intent::Remember, manner, content));
    }
    if let Some(rest) = said.strip("update it|update that|update this|update your memory|update my profile|correct it|correct that|แก้ด้วย|แก้ให้ด้วย|อัปเดตด้วย|อัพเดทด้วย|更新一下|改一下|更新一下吧")
        && rest.strip_all("นะ|ครับ|ค่ะ|คะ|หน่อย|吧|哦|please|thanks").is_empty()
    {
        return Some(made(Intent::Update, Manner::Bare, rest.from(rest.seen().len())));
    }
    let accused = clause
        .trim_start()
        .strip("คุณ|เธอ|นาย|你|您|you")
        .is_some_and(|rest| rest.strip("ช่วย|要|可以|请|can|should|must|may").is_none());
    if accused {
        return None;
    }
    forget(said)
        .or_else(|| forget(clause.trim_start()))
        .map(|content| made(Intent::Forget, Manner::Bare, content))
}

fn remember(said: Piece<'_>) -> Option<(Manner, Piece<'_>)> {
    let called = said.strip("remember|memorize").is_some_and(|rest| rest.seen().starts_with('('));
    let arrow = said
        .strip("remember|จำ|记住")
        .is_some_and(|rest| [" ->", " =>", " →", "->"].iter().any(|a| rest.seen().starts_with(a)));
    if called || arrow {
        return None;
    }
    english(said).or_else(|| thai(said)).or_else(|| chinese(said))
}

fn english(said: Piece<'_>) -> Option<(Manner, Piece<'_>)> {
    let rest = said.strip(REMEMBER_EN)?;
    if rest.seen().starts_with('(') {
        return None;
    }
    let careful = CAREFUL.split('|').any(|w| said.seen().starts_with(w));
    let thai_follows = rest.trim_start().seen().starts_with(|c: char| ('\u{0E00}'..='\u{0E7F}').contains(&c));
    if thai_follows && !careful {
        return None;
    }
    let marked = rest.seen().starts_with(':');
    let rest = rest.trim_start();
    let (that, rest) = introduced(rest);
    let manner = match (careful, that || marked) {
        (true, _) => Manner::Careful,
        (false, true) => Manner::Stated,
        (false, false) if rest.strip("to").is_some() => Manner::Reminder,
        (false, false) => Manner::Bare,
    };
    let rest = if manner == Manner::Reminder { rest.strip("to").unwrap_or(rest) } else { rest };
    Some((manner, rest))
}

/// Drops "this:", "that", "of the fact that" before the content.
fn introduced(rest: Piece<'_>) -> (bool, Piece<'_>) {
    for pointer in [
        "this for later",
        "this for me",
        "this for next time",
        "this",
        "the following",
        "this one",
        "this fact",
        "this about me",
    ] {
        if let Some(after) = rest.strip(pointer)
            && after.seen().trim_start().starts_with([':', ',', '-', '–'])
        {
            return (true, after.trim_start());
        }
    }
    if let Some(after) = rest.strip("this|these")
        && let Some((name, value)) = after.split(": ")
        && name.seen().split_whitespace().count() <= 4
        && !name.trim().is_empty()
        && !value.trim().is_empty()
    {
        return (true, after.trim_start());
    }
    match rest.strip("that|the fact that|of the fact that|this, that") {
        Some(after) if !after.trim().is_empty() => (true, after.trim_start()),
        _ => (false, rest),
    }
}

fn thai(said: Piece<'_>) -> Option<(Manner, Piece<'_>)> {
    let rest = said.strip(REMEMBER_TH)?;
    let other_word = "นวน|เป็น|กัด|เพาะ|ใจ|นำ|ได้|ไม่|ศัพท์|เลย|หน่าย|ลอง|พวก|แนก|ทะเบียน|ยอม";
    let verb = said.seen().starts_with("จำ") || said.seen().starts_with("จด");
    if verb && other_word.split('|').any(|w| rest.seen().starts_with(w)) {
        return None;
    }
    let named = rest
        .strip("ชื่อจริง|ชื่อเล่น|ชื่อ|วันเกิด|เบอร์|ที่อยู่|ข้อมูล|เรื่อง")
        .and_then(|after| after.trim_start().strip("ของ").unwrap_or(after).trim_start().strip(super::th::ME));
    let named = named.filter(|after| after.trim_start().strip("ไว้|เอาไว้|ด้วย|หน่อย").is_some());
    let kept = named.unwrap_or(rest).strip_all(KEEP_TH);
    let reminder = said.seen().starts_with("อย่าลืม") || said.seen().starts_with("ห้ามลืม");
    let has_keep = kept.seen().len() < rest.trim_start().seen().len();
    if let Some(content) = kept.strip("ว่า") {
        return Some((Manner::Stated, content.strip_all("ว่า")));
    }
    let marked = rest.seen().trim_start().starts_with([':', '：'])
        || kept.before().seen().trim_end().ends_with([':', '：']);
    let latin = said.seen().starts_with(|c: char| c.is_ascii());
    match (reminder, has_keep || marked) {
        (true, _) => Some((Manner::Reminder, kept)),
        (false, true) if !latin || has_keep => {
            Some((if marked { Manner::Stated } else { Manner::Bare }, kept))
        }
        _ => said.before().seen().ends_with("ช่วย").then_some((Manner::Bare, kept)),
    }
}

fn chinese(said: Piece<'_>) -> Option<(Manner, Piece<'_>)> {
    let rest = said.strip(REMEMBER_ZH)?;
    if rest.strip("了").is_some_and(|after| after.trim().is_empty()) {
        return Some((Manner::Reminder, rest.from(rest.seen().len())));
    }
    if ["了", "吗", "过", "不了", "不住", "不起", "没", "性", "的"].iter().any(|w| rest.seen().starts_with(w))
    {
        return None;
    }
    let marked = rest.seen().trim_start().starts_with(['：', '，', ':', ',']);
    let reminder = ["记得", "别忘", "不要忘"].iter().any(|w| said.seen().starts_with(w));
    let kept = rest.strip_all(KEEP_ZH);
    let manner = match (reminder, marked) {
        (true, _) => Manner::Reminder,
        (false, true) => Manner::Stated,
        (false, false) => Manner::Bare,
    };
    Some((manner, kept))
}

fn forget(said: Piece<'_>) -> Option<Piece<'_>> {
    if let Some(rest) = said.strip("forget about|forget|unlearn|stop remembering") {
        return (!rest.seen().starts_with(['-', '\'', '('])).then_some(rest);
    }
    if let Some(content) = said.strip("delete|remove|erase|clear|wipe|purge").and_then(from_memory) {
        return Some(content);
    }
    if let Some(rest) = said.strip("ลืม|ช่วยลืม") {
        let told = "ไปแล้ว|แล้ว|ไปเลยว่า|ตา|หู|ไม่|ตัว|เลือน|ปิด|เอา|บอก|กิน|ซื้อ|ทำ|ใส่|ส่ง|ถาม|พูด|โทร|หยิบ|ล็อก|\
            เปิด|จ่าย|หมด|กด|พก|ไป";
        return (!told.split('|').any(|w| rest.seen().starts_with(w))).then_some(rest);
    }
    if let Some(content) = said.strip("ลบ|ล้าง|เคลียร์|เอา").and_then(from_memory)
    {
        return Some(content);
    }
    chinese_forget(said)
}

fn chinese_forget(said: Piece<'_>) -> Option<Piece<'_>> {
    if let Some(rest) = said.strip("忘掉|忘记掉|忘记|忘了|忘却|忘记关于") {
        return (!rest.seen().starts_with(['了', '过', '的'])).then_some(rest);
    }
    if let Some(rest) = said.strip("把|将") {
        let forgotten = rest.strip_ends("忘掉|忘了|忘记|忘记掉|忘掉吧|忘了吧|忘记吧");
        if forgotten.seen().len() < rest.trim().seen().len() {
            return Some(forgotten);
        }
        let deleted = rest.strip_ends(
            "全部删除|全都删除|都删除|删除|删掉|清除|清空|抹掉|删了|全部删掉|都删掉|全部清除|都忘掉",
        );
        return if deleted.seen().len() < rest.trim().seen().len() { from_memory(deleted) } else { None };
    }
    let rest = said.strip("从记忆里|从记忆中|从你的记忆里|从你的记忆中").unwrap_or(said);
    let content = rest.strip("删除|删掉|清除|清空|抹掉|移除|抹去")?;
    if rest.seen().len() < said.seen().len() { Some(content) } else { from_memory(content) }
}

/// What is to be deleted, where the words say that it is a memory.
fn from_memory(rest: Piece<'_>) -> Option<Piece<'_>> {
    const MEMORY: &str = "from your memory|from memory|from the memory|in your memory|memories|memory|preference|preferences|you know about|what you know|you've stored|you remember|\
        about me|ออกจากความจำ|จากความจำ|ในความจำ|ความจำ|ความทรงจำ|ที่จำไว้|ที่จำ|ที่จำเกี่ยวกับ|记忆|偏好|记住的";
    let mine = rest.strip("my|our|all my|我的|我们的").is_some_and(|named| erasable(named.trim()))
        || rest.has_any("ของผม|ของฉัน") && erasable(rest.trim());
    let found = mine || rest.has_any(MEMORY);
    let computer = rest.has_any("leak|card|usage|buffer|cache|เครื่อง|ram");
    (found && !computer).then_some(rest)
}

/// A slot that exists nowhere but in memory; an account or a mail is not meant.
fn erasable(named: Piece<'_>) -> bool {
    super::slot::subject(named).is_some_and(|key| {
        !matches!(key.as_str(), "email" | "phone_number" | "notes" | "name" | "place")
            && !key.starts_with("uses.")
    })
}
