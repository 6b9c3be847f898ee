//! The words with which people ask for memory: remember, forget, change, show, confirm, reject. A cue counts only
//! at the start of a clause, after words of politeness; everything else that mentions memory is talk.

use super::search::words;
use super::text::Piece;
use super::{Intent, over};

mod han;

use han::chinese_forget;

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
    /// The slot that the cue itself names: จำวันเกิดผมไว้….
    pub(super) slot: Option<&'static str>,
}

const POLITE: &str = "please|pls|plz|hey|hi|hello|ok|okay|so|also|and|then|now|just|btw|by the way|oh|well|kindly|actually|fyi|one more thing|for the record|just so you know|heads up|quick note|note to self|dear assistant|you'd better|be sure to|do|\
    you can|you can just|you may|you should|you must|i want you to|i'd like you to|i need you to|i would like you to|make sure you|make sure to|\
    ช่วย|กรุณา|โปรด|รบกวน|รบกวนช่วย|ฝาก|ขอให้|อยากให้|วาน|คุณช่วย|คุณ|ให้คุณ|อ้อ|เออ|งั้น|แล้วก็|และ|แล้ว|อีกอย่าง|ขอ|นี่|เฮ้|สวัสดี|พี่|น้อง|ให้|นะ|วานช่วย|ฝากช่วย|พึง|จง|ต้อง|请你|请|麻烦你|麻烦|劳烦你|劳烦|有劳|帮我|帮忙|千万|可千万|切记|这个帮我|这件事帮我|这条帮我|这些帮我|这个请|这件事请|这点请|\
    我希望你能|我希望你|希望你能|希望你|我想让你|我想请你|替我|给我|你要|你得|要|得|这个一定要|这条一定要|这条长期|这点长期|这个长期|这条永久|长期|永久|这点一定要|这个千万要|这个务必|这点务必|这个千万|这点千万|把这个|把这件事|把这条|把这些|把这点|将这个|你可以|拜托|这条当规矩|这条当规则|这条当作规则|当规矩|当规则|那|嗯|另外|还有|然后|对了|哦|嘿|你|务必|一定要|一定|先|并且|并|同时|顺便|以后请";
const ASKING: &str = "can you|could you|would you|will you|can u|could u|can you please|could you please|would you please|would you mind|ช่วย|能不能|能|可以|可不可以|你能|你可以|能否";

/// Verbs that ask for memory by themselves.
const REMEMBER_EN: &str = "remember|remeber|rember|remembr|remmember|remmeber|rememebr|remeember|remembe|memorize|memorise|commit to memory|commit this to memory|commit it to memory|update your memory|memory update|new memory|add a memory|create a memory|save a memory|store a memory|add a new memory|engrave in your memory";
const REMEMBER_TH: &str = "จำ|จดจำ|จดไว้|จด|บันทึกไว้|บันทึก|โน้ตไว้|โน้ต|โน๊ตไว้|โน๊ต|เมมไว้|เมม|เซฟไว้|เซฟ|มาร์คไว้|มาร์กไว้|ท่องไว้|ลงบันทึก|เพิ่มในความจำ|เพิ่มลงความจำ|เพิ่มเข้าความจำ|ใส่ในความจำ|เก็บลงความจำ|อัปเดตความจำ|อัพเดทความจำ|remember|note|memo|save|เก็บไว้|อย่าลืม|ห้ามลืม";
const KEEP_TH: &str = "เสมอ|ตลอดไป|ไว้|เอาไว้|ให้|ด้วย|หน่อย|นะคะ|นะครับ|นะ|คะ|ค่ะ|ครับ|ที|เลย|น้า|จ้ะ|จ้า|จ๊ะ|ดีๆ|ดี ๆ|เด็ดขาด|น้าา|น้าาา|หน่า|ข้อมูลนี้|note นี้|memo นี้|โน้ตนี้|โน๊ตนี้|ข้อความนี้|บันทึกนี้|แบบนี้|ตามนี้|สิ่งนี้|เรื่องนี้|ข้อนี้|อันนี้|ล่ะ|ฮะ|คับ|ค้าบ|ขึ้นใจ|ให้ขึ้นใจ|ให้ดี|ใส่ใจ|ลงความจำ|ในความจำ|เข้าความจำ|ทีเถอะ|ให้ที|หน่อยสิ|ซิ|สิ|ได้ไหม|ได้มั้ย|ได้ไหมครับ|ได้ไหมคะ";
const REMEMBER_ZH: &str = "记一笔|记个备忘|备忘一下|备忘：|备忘:|备忘，|记住|记下来|记下|记一下|记好|记着|记录一下|牢记|谨记|记得|别忘了|别忘记|不要忘记|不要忘了|备注一下|记录下来|记录|记到|存一下|存下来|存好|保存一下|记一记|记个笔记|记牢|记清楚|记在心里|记在心上|铭记|记上|记笔|mark一下|note一下|登记一下|做个备注|备注|做个记录|添加记忆|新增记忆|更新记忆|存入记忆|保存到记忆里|保存到记忆|加到记忆中|加到记忆里|加进记忆|加入记忆|写进记忆|存到记忆里|remember";
const KEEP_ZH: &str = "一下|下来|啊|哦|哈|喔|吧|着|好|这一点|这件事|这个|：|，|呀|住|啦|了";

/// Finds the cue at the start of a clause that runs to the end of its sentence.
pub(super) fn at(clause: Piece<'_>) -> Option<Cue<'_>> {
    let polite = clause.strip_all(POLITE);
    let (asked, said) = match polite.strip(ASKING) {
        Some(rest) => (true, rest.strip_all(POLITE)),
        None => (clause.strip("ช่วย|รบกวนช่วย|คุณช่วย").is_some(), polite),
    };
    let made = |intent, manner, content| Cue { intent, manner, content, asked, slot: None };
    // "Would you mind remembering that …?"
    let minded = polite.strip("would you mind|do you mind|you mind|mind").map(|rest| rest.strip_all(POLITE));
    if let Some(rest) = minded.and_then(|rest| rest.strip("remembering|memorizing|memorising")) {
        let (that, content) = introduced(rest.trim_start());
        let manner = if that { Manner::Stated } else { Manner::Bare };
        return Some(Cue { asked: true, ..made(Intent::Remember, manner, content) });
    }
    if let Some((manner, content)) = remember(clause.trim_start()).or_else(|| remember(said)) {
        return Some(Cue { slot: thai_slot(said), ..made(Intent::Remember, manner, content) });
    }
    if let Some(rest) = said.strip("update it|update that|update this|update your memory|update my profile|correct it|correct that|แก้ด้วย|แก้ให้ด้วย|อัปเดตด้วย|อัพเดทด้วย|更新一下|改一下|更新一下吧")
        && rest.strip_all("นะ|ครับ|ค่ะ|คะ|หน่อย|吧|哦|please|thanks").is_empty()
    {
        return Some(made(Intent::Update, Manner::Bare, rest.from(rest.seen().len())));
    }
    if let Some(content) = over::kept_no_longer(clause.trim_start()).or_else(|| over::kept_no_longer(said)) {
        return Some(made(Intent::Forget, Manner::Bare, content));
    }
    let accused = clause
        .trim_start()
        .strip("คุณ|เธอ|นาย|你|您|you")
        .is_some_and(|rest| rest.trim_start().strip("ช่วย|要|可以|请|can|should|must|may").is_none());
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
    let (sure, rest) = english_verb(said)?;
    if rest.seen().starts_with('(') {
        return None;
    }
    let thai_follows = rest.trim_start().seen().starts_with(|c: char| ('\u{0E00}'..='\u{0E7F}').contains(&c));
    // ช่วย note ไว้ว่า…: the verb is a Thai one there.
    let kept = rest.trim_start().strip("ไว้|เอาไว้|ว่า|ให้|ด้วย|หน่อย|ที").is_some();
    if thai_follows && (sure || kept) {
        return None;
    }
    // What one has to do is no memory: "note to self: buy batteries".
    let to_self = said.strip(TO_SELF).is_some();
    let marked = !to_self && (rest.seen().starts_with(':') || ends_in_colon(rest));
    let rest = rest.trim_start();
    let (that, rest) = introduced(rest);
    let manner = match (sure, that || marked) {
        (false, _) => Manner::Careful,
        (true, true) => Manner::Stated,
        (true, false) if rest.strip("to").is_some() => Manner::Reminder,
        (true, false) => Manner::Bare,
    };
    let rest = if manner == Manner::Reminder { rest.strip("to").unwrap_or(rest) } else { rest };
    Some((manner, rest))
}

/// How people address themselves.
const TO_SELF: &str = "note to self|memo to self|reminder to self|notes to self|personal note";
/// What points at the content that follows.
const THIS: &str = "this|that|it|these|the following|the fact|this fact|this one|this info|this information|this detail|something|the info|a fact";
/// Where an assistant keeps things.
const IN_MEMORY: &str = "to your memory|to memory|to the memory|in your memory|in memory|into memory|into your memory|to your memories|to your notes|in your notes|to my profile|in my profile|on file|on record|to your records|in your records|to your long-term memory|in long-term memory|for the record";
/// For what it is kept.
const FOR_LATER: &str = "for later|for me|for next time|for future reference|for the future|for future use|please|pls|somewhere|too|as well|down|away|permanently";

/// Finds an English verb that keeps something; tells whether it means memory for sure or is common in prose.
fn english_verb(said: Piece<'_>) -> Option<(bool, Piece<'_>)> {
    if let Some(rest) = said.strip(REMEMBER_EN) {
        return Some((true, rest));
    }
    if let Some(rest) = said.strip("always").and_then(|rest| rest.trim_start().strip("remember")) {
        return Some((false, rest));
    }
    if let Some(rest) = said
        .strip("keep track of|hold on to|hang on to|hold onto|don't lose|do not lose|don't lose track of|retain|make a record of|keep a record of")
        .map(|rest| rest.trim_start())
        .filter(|rest| {
            rest.strip("the fact that|that").is_some()
                || rest.strip("this|that|this one").is_some_and(|rest| rest.seen().starts_with([':', ',']))
        })
    {
        return Some((true, rest.strip("the fact").unwrap_or(rest)));
    }
    if let Some(rest) = said.strip("don't|dont|do not|never|you must never") {
        let sure = said.strip("never").is_none();
        let rest = rest.strip_all("you|ever|please|you dare|dare").strip("forget")?;
        return Some((sure, rest));
    }
    if let Some(rest) =
        said.strip("don't let me forget|dont let me forget|do not let me forget|never let me forget")
    {
        return Some((true, rest));
    }
    if let Some(rest) = said.strip(TO_SELF) {
        return Some((true, rest));
    }
    if let Some(rest) = said.strip("for future reference|just so you have it on file|so you have it on file|so you have it|for your records|for your notes|for your memory|for your files") {
        return Some((false, rest));
    }
    let held = said.strip("keep|bear|have|hold").map(|rest| rest.strip_all(THIS));
    if let Some(rest) = held.and_then(|rest| rest.strip("in mind|in memory|on record")) {
        return Some((false, rest));
    }
    if let Some(rest) =
        said.strip("make|take|keep|write|add|jot down|jot|leave yourself|leave").and_then(|rest| {
            rest.strip_all("a|mental|quick|little|special|careful|good|some|another").strip("note|notes|memo")
        })
    {
        return Some((false, rest.strip_all("of|down|for yourself").strip(THIS).unwrap_or(rest)));
    }
    filed(said)
}

/// Tells whether a colon stands right before a piece.
fn ends_in_colon(piece: Piece<'_>) -> bool {
    piece.before().ending().seen().trim_end().ends_with(':')
}

/// "save this for later: …", "log this: …", "add to your memory that …", "jot down that …".
fn filed(said: Piece<'_>) -> Option<(bool, Piece<'_>)> {
    let rest =
        said.strip("save|store|log|record|add|put|file|keep|note|memo|register|jot|write|mark|stash")?;
    let plain = said.strip("note|record|log|memo|jot down|write down|put down|mark down|note down").is_some();
    let pointed = rest.trim_start().strip_all(THIS);
    let points = pointed.seen().len() < rest.trim_start().seen().len();
    let kept = pointed.strip(IN_MEMORY);
    let after = kept.unwrap_or(pointed).trim_start().strip_all(FOR_LATER);
    let colon = ends_in_colon(after);
    let that = after.strip("that").is_some() || rest.trim_start().strip("that|the fact that").is_some();
    if kept.is_some() || points && colon {
        return Some((true, after));
    }
    let down = rest.strip("down").is_some() || pointed.strip("down").is_some();
    if plain || (down && that) || (points && that) {
        return Some((false, after));
    }
    let valued = |found: super::slot::Found| {
        super::keys::kind_of(&found.key).is_some() || found.value.bytes().any(|b| b.is_ascii_digit())
    };
    let mine = pointed.strip("my|our").is_some() && super::slot::known(pointed.open()).is_some_and(valued);
    mine.then_some((false, pointed))
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
    if verb && words(other_word).beginning(rest.seen()).any(|w| rest.seen().starts_with(w)) {
        return None;
    }
    let named = thai_named(rest).map(|(_, after)| after);
    let kept = named.unwrap_or(rest).strip_all(KEEP_TH);
    let reminder = said.seen().starts_with("อย่าลืม") || said.seen().starts_with("ห้ามลืม");
    let has_keep = kept.seen().len() < rest.trim_start().seen().len();
    if let Some(content) = kept.strip("ว่า") {
        return Some((Manner::Stated, content.strip_all("ว่า")));
    }
    if timed(kept) {
        return Some((Manner::Stated, kept));
    }
    let marked = rest.seen().trim_start().starts_with([':', '：'])
        || kept.before().seen().trim_end().ends_with([':', '：']);
    let latin = said.seen().starts_with(|c: char| c.is_ascii());
    match (reminder, has_keep || marked) {
        (true, _) => Some((Manner::Reminder, kept)),
        (false, true) if !latin || has_keep => {
            Some((if marked { Manner::Stated } else { Manner::Bare }, kept))
        }
        _ if dated_slot(said, kept) => Some((Manner::Bare, kept)),
        _ if split_verb(said, kept) => Some((Manner::Stated, kept.strip_ends(KEEP_TH))),
        _ => {
            let before = said.before();
            let asked = ["ช่วย", "ฝาก", "รบกวน", "วาน"].iter().any(|w| before.seen().ends_with(w));
            asked.then_some((Manner::Bare, kept))
        }
    }
}

/// Tells whether words say for how long before they say what: จำไว้ 2 ชั่วโมงว่า…, 记住三天：….
fn timed(content: Piece<'_>) -> bool {
    let (span, rest) = super::time::strip_start(content);
    span.ttl.is_some() && rest.seen().trim_start().starts_with(['ว', ':', '：', '，'])
}

/// A slot of the speaker's own with a number in it, right after the verb: จำวันเกิดภรรยาผม 12 มีนาคม.
fn dated_slot(said: Piece<'_>, content: Piece<'_>) -> bool {
    let known = || {
        super::th::slot(content)
            .is_some_and(|found| found.known && super::keys::kind_of(&found.key).is_some())
    };
    said.seen().starts_with("จำ")
        && content.has_any(super::th::ME)
        && content.seen().bytes().any(|b| b.is_ascii_digit())
        && known()
}

/// A thing with a number between the verb and its particle: จำเลข 42 ไว้.
fn split_verb(said: Piece<'_>, content: Piece<'_>) -> bool {
    let kept = content.strip_ends("ไว้|เอาไว้|ไว้ด้วย|ไว้นะ|ไว้ให้|ไว้หน่อย|นะ|ครับ|ค่ะ|คะ|ด้วย|หน่อย");
    let held = content.trim().seen().strip_prefix(kept.seen()).is_some_and(|tail| tail.contains("ไว้"));
    said.seen().starts_with("จำ")
        && held
        && kept.seen().chars().count() <= 60
        && kept.seen().bytes().any(|b| b.is_ascii_digit())
}

/// A slot of the speaker between the verb and its particle: จำวันเกิดผมไว้; the slot's name and what follows.
fn thai_named(rest: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    let after = rest.strip(
        "ชื่อจริง|ชื่อเล่น|ชื่อ|วันเกิด|เบอร์โทร|เบอร์|ที่อยู่|ที่ทำงาน|อาชีพ|ตำแหน่ง|เขตเวลา|ไทม์โซน|เวลาทำงาน|บ้านเกิด|กรุ๊ปเลือด|อีเมล|ข้อมูล|เรื่อง",
    )?;
    let name = rest.cut(0, rest.seen().len() - after.seen().len());
    let owned = after.trim_start().strip("ของ").unwrap_or(after).trim_start().strip(super::th::ME)?;
    owned.trim_start().strip("ไว้|เอาไว้|ด้วย|หน่อย|ให้").is_some().then_some((name, owned))
}

fn thai_slot(said: Piece<'_>) -> Option<&'static str> {
    let (name, _) = thai_named(said.strip(REMEMBER_TH)?)?;
    super::keys::alias(name.seen())
}

fn chinese(said: Piece<'_>) -> Option<(Manner, Piece<'_>)> {
    let rest = said.strip(REMEMBER_ZH)?;
    if let Some(content) = rest.strip("了：|了:").filter(|content| !content.trim().is_empty()) {
        return Some((Manner::Stated, content));
    }
    if rest.strip("了").is_some_and(|after| after.trim().is_empty()) {
        return Some((Manner::Reminder, rest.from(rest.seen().len())));
    }
    let asked = rest.strip("没有|没").is_some_and(|after| after.trim().is_empty());
    if asked
        || ["了", "吗", "过", "不了", "不住", "不起", "性", "的"].iter().any(|w| rest.seen().starts_with(w))
    {
        return None;
    }
    let marked = rest.seen().trim_start().starts_with(['：', '，', ':', ',']);
    let reminder = ["记得", "别忘", "不要忘"].iter().any(|w| said.seen().starts_with(w));
    let kept = rest.strip_all(KEEP_ZH);
    let manner = match (reminder, marked || timed(kept)) {
        (true, _) => Manner::Reminder,
        (false, true) => Manner::Stated,
        (false, false) => Manner::Bare,
    };
    Some((manner, kept))
}

fn forget(said: Piece<'_>) -> Option<Piece<'_>> {
    if let Some(rest) = said.strip("forget about|forget|unlearn|stop remembering|no longer remember") {
        return (!rest.seen().starts_with(['-', '\'', '('])).then_some(rest);
    }
    // "reject that I'm a nurse": what waits is looked for first, then what is kept.
    let own = |rest: &Piece<'_>| rest.trim_start().strip("i|i'm|my|our|we").is_some();
    if let Some(rest) = said.strip("reject that|reject the fact that").filter(own) {
        return Some(rest.trim_start());
    }
    if let Some(content) = said
        .strip("delete|remove|erase|clear|wipe|purge|drop|cancel|reset|unset|discard|get rid of|throw out|scrap|undo")
        .and_then(from_memory)
    {
        return Some(content);
    }
    if let Some(rest) = said.strip("เลิกจำได้แล้ว|เลิกจำ|หยุดจำ")
    {
        return Some(rest.strip_all("ได้แล้ว|ว่า|เรื่อง"));
    }
    if let Some(rest) = said.strip("ลืม|ช่วยลืม").filter(|rest| !rest.trim_start().seen().starts_with('ๆ'))
    {
        // What somebody cannot recall: ลืมว่าอยู่ไหน.
        let asked = ["ไหน", "อะไร", "ยังไง", "เมื่อไหร่", "ใคร", "เท่าไหร่", "เท่าไร", "กี่โมง"];
        if rest.strip("ว่า").is_some() && asked.iter().any(|word| rest.seen().trim_end().ends_with(word))
        {
            return None;
        }
        if let Some(content) = thai_let_go(rest) {
            return Some(content);
        }
        let told = "ไปแล้ว|แล้ว|ไปเลยว่า|ตา|หู|ไม่|ตัว|เลือน|ปิด|เอา|บอก|กิน|ซื้อ|ทำ|ใส่|ส่ง|ถาม|พูด|โทร|หยิบ|ล็อก|\
            เปิด|จ่าย|หมด|กด|พก|ไป";
        return (!words(told).beginning(rest.seen()).any(|w| rest.seen().starts_with(w))).then_some(rest);
    }
    if let Some(content) = said.strip("ลบ|ล้าง|เคลียร์|เอา|ยกเลิก|รีเซ็ต|รีเซต|ถอน").and_then(from_memory)
    {
        return Some(content);
    }
    chinese_forget(said)
}

/// "Let it go that I …": ลืมไปเลยว่าฉันแพ้แมว. Said of what a memory holds of the speaker it is a command; of anything
/// else the speaker forgot it.
fn thai_let_go(rest: Piece<'_>) -> Option<Piece<'_>> {
    let content = rest
        .strip("ไปได้เลยว่า|ไปได้แล้วว่า|ไปเลยว่า|ไปเถอะว่า|ไปเหอะว่า|ไปซะว่า|ไปเสียว่า|ได้เลยว่า|ไปก่อนว่า|ซะว่า|เสียว่า")?;
    let own = content.strip_all("เรื่องที่|ที่").strip(super::th::ME)?;
    let known = super::slot::subject(content)
        .is_some_and(|key| super::keys::kind_of(&key).is_some() && !key.starts_with("deadline."));
    (known && own.strip("ต้อง|จะ|ควร|ลืม|กำลัง|นัด|มีนัด|ยัง|วาง|เอา").is_none()).then_some(content)
}

/// What is to be deleted, where the words say that it is a memory.
fn from_memory(rest: Piece<'_>) -> Option<Piece<'_>> {
    const MEMORY: &str = "from your memory|from memory|from the memory|in your memory|from your records|from my profile|on file|memories|memory|preference|preferences|you know about|what you know|you've stored|you stored|you saved|you've saved|you remember|\
        about me|จากโปรไฟล์|ในโปรไฟล์|我的资料|个人资料|档案|ออกจากความจำ|จากความจำ|ในความจำ|ความจำ|ความทรงจำ|ที่จำไว้|ที่จำ|ที่จำเกี่ยวกับ|记忆|偏好|记住的";
    let kept = "what you saved as|what you have for|what you have as|你记的|你记住的|你记下的|你存的|你保存的|你知道的|你那里的|你这里的|关于";
    let mine =
        rest.strip_all(kept).strip("my|our|all my|我的|我们的").is_some_and(|named| erasable(named.trim()))
            || rest.has_any(super::th::ME) && erasable(rest.trim());
    let wished = super::slot::subject(rest).is_some_and(|key| key.starts_with("response."))
        && rest.has_any("ที่ตั้งไว้|ที่เคยตั้ง|ที่เคยบอก|การตอบ|คำตอบ|i set|you use|之前设|我设");
    let found = mine || wished || rest.has_any(MEMORY);
    let computer = rest.has_any("leak|card|usage|buffer|cache|เครื่อง|ram");
    (found && !computer).then_some(rest)
}

/// A slot that exists nowhere but in memory; an account or a mail is not meant. A name or a place is meant where
/// nothing else is said: "delete my name", not "delete my name from the list".
fn erasable(named: Piece<'_>) -> bool {
    let whole =
        super::slot::tidy(named).strip_ends("ของผม|ของฉัน|ของเรา|ของหนู|ของดิฉัน|ผม|ฉัน|ดิฉัน|หนู|ออก|ที|หน่อย|ไป");
    if super::keys::alias(whole.seen()).is_some_and(|key| matches!(key, "name" | "place" | "phone_number")) {
        return true;
    }
    super::slot::subject(named).is_some_and(|key| {
        !matches!(key.as_str(), "email" | "phone_number" | "notes" | "name" | "place")
            && !key.starts_with("uses.")
    })
}
