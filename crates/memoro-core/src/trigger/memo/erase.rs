//! What is to go: "scrub my workplace from your notes", "my wife's name has no business in there, lose it", ไม่อยากให้เก็บอีเมลเราไว้
//! เอาออกที, 手机号别留着了，抹了吧. Something known of a person goes by its key; anything else only where the words say that it was
//! told.

use super::super::command::named;
use super::super::slot::{self, tidy};
use super::super::text::{Piece, Text};
use super::super::time::Span;
use super::super::{Command, EVERYTHING, Intent, clause, free, keys};
use super::words::{self, DROP, FIRM, FIX, POINT, Read, YES};

/// Reads a message as dropping something that is kept.
pub(super) fn read(said: Piece<'_>) -> Option<Command> {
    if everything(said) {
        return Some(named(Intent::Forget, EVERYTHING.to_owned(), said, (Span::default(), 900, said)));
    }
    let (key, topic) =
        dropped(said).or_else(|| pointed(said)).or_else(|| unwanted(said)).or_else(|| at_the_end(said))?;
    Some(named(Intent::Forget, key, topic, (Span::default(), 900, said)))
}

fn everything(said: Piece<'_>) -> bool {
    const ALL: &str = "clean slate|fresh start|dump all|wipe all|dump everything|wipe everything|delete all|scrub everything|erase all|nuke everything|ล้างหมด|ลบหมด|ล้างทุกอย่าง|ลบทุกอย่าง|ลบให้หมด|ล้างให้หมด|เคลียร์ให้หมด|全清了|全清掉|全删了|全删掉|全部清掉|全抹了|都清了|统统删|统统清|清零";
    const MINE: &str = "me|my|on me|about me|เรื่องของกู|เรื่องของผม|เรื่องของฉัน|ของผม|ของฉัน|ของกู|ของเรา|เกี่ยวกับผม|เกี่ยวกับฉัน|เกี่ยวกับเรา|我的底细|我的资料|我的信息|我的档案|我的一切|关于我|我的记录";
    const HELD: &str = "you've collected|you have collected|you know|you've got|you have on|you hold|you've stored|you've saved|you noted|you've noted|you remember|ทุกเรื่อง|ที่จำ|ที่เก็บ|ที่รู้|ที่มี|ข้อมูล|底细|资料|信息|档案|记录|一切|记忆";
    said.has_any(ALL) && said.has_any(MINE) && said.has_any(HELD)
}

/// Verbs that drop what they name, where it is said to be a memory.
const DROPS: &str = "scrub|wipe|erase|delete|remove|strike|bin|dump|ditch|drop|lose|take out|get rid of|undo|cut|purge|clear|toss|scrap|ลบ|เอา|ถอด|ล้าง|เคลียร์|ยกเลิก";
/// Where it is.
const FROM: &str = "from your notes|from ur notes|off your notes|from your files|from my file|from your file|from your records|from my record|from your database|from your system|off the record|off my profile|from my profile|from your list|from what you know|out of your notes|out of my profile|out of my file|off my file|ออกจากระบบความจำ|ออกจากระบบ|ออกจากข้อมูล|ออกจากแฟ้ม|ออกจากบันทึก|ออกจากโน้ต";
/// Words of courtesy.
const POLITE: &str = "please|pls|plz|can you|could you|would you|just|hey|ok|okay|thx|thanks|ช่วย|กรุณา|รบกวน|ขอ|ที|หน่อย|ด้วย|นะ|ครับ|ค่ะ|คะ|จ้า|เลย|ให้|คับ|请|麻烦|帮我|一下|吧|了|哈|啦|呗|把";

fn dropped(said: Piece<'_>) -> Option<(String, Piece<'_>)> {
    let rest = said.strip_all(POLITE).strip(DROPS)?;
    let first = words::bounds(rest).get(1).map_or(rest, |end| rest.cut(0, *end));
    let spaced = tidy(first).strip_ends(POLITE);
    let topic = spaced.strip_ends(FROM);
    let placed = topic.seen().len() < spaced.seen().len();
    let told = told(topic).map(|about| (free_key(about), about));
    if let Some((key, topic)) = told.filter(|(key, _)| !key.is_empty()) {
        return Some((key, topic));
    }
    let setting = topic.strip_ends("default|setting|rule|preference|defaults|settings");
    let set = setting.seen().len() < topic.seen().len();
    if let Some(key) = of_a_wish(topic) {
        return Some((key, topic));
    }
    let key = known(topic).or_else(|| set.then(|| of_values(setting)).flatten())?;
    (placed || set).then_some((key, topic))
}

/// The slot of a value: "the table default" is one of format.
fn of_values(words: Piece<'_>) -> Option<String> {
    let reading = super::super::directive::read(words.strip_all("the|my|that"));
    reading.wishes.first().map(|(key, _)| (*key).to_owned())
}

/// What people say before something they told.
const TOLD: &str = "the note about|that note about|the notes about|those notes about|the note on|the notes on|your notes about|your notes on|my notes about|that rule about|the rule about|that preference about|the preference about|that memory about|the memory about|that memory of|the entry about|that entry about|the record of|that instruction about|the instruction about|that stuff about|the stuff about|all that stuff about|that thing about|the thing about|that bit about|the bit about|that part about|the part about|what i mentioned about|what i said about|what i told you about|everything i said about|anything about|the story about|that story about|what we said about|what i shared about|\
    ที่เล่าเรื่อง|ที่เล่าเกี่ยวกับ|ที่บอกเรื่อง|ที่พูดเรื่อง|ที่คุยเรื่อง|เรื่องที่เล่าว่า|เรื่องที่คุยว่า|上次提的|上次说的|之前说的|之前提的|刚才说的|刚才提的|我说的|我提的|前面说的|昨天说的";
/// What people say behind it.
const TOLD_BEFORE: &str =
    "ที่คุยกัน|ที่เล่าให้ฟัง|ที่เล่าไป|ที่บอกไป|ที่พูดไป|ที่เล่า|那段|那档子事|那事|那件事|这段|的八卦|的事儿|那些事|那点事";

/// What says in English that it was told, behind it.
const MENTIONED: &str = " i mentioned| i told you about| i brought up| we talked about| i talked about| i shared| i was telling you about";

fn told(topic: Piece<'_>) -> Option<Piece<'_>> {
    let topic = tidy(topic).strip_ends("ไป|น่ะ|นะ|นั้น|นั่น|ด้วย|你|就|都|也|可以");
    if let Some(about) = topic.strip("关于|有关").map(|rest| rest.strip_ends(NOTED)) {
        let noted = about.seen().len() < topic.strip_all("关于|有关").seen().len();
        return Some(tidy(about)).filter(|about| noted && !about.is_empty());
    }
    if let Some(about) = topic.strip(TOLD) {
        return Some(tidy(about.strip_all("my|our|the|我的|我").strip_ends("ไป|น่ะ|นะ")))
            .filter(|about| !about.is_empty());
    }
    if let Some((about, when)) =
        topic.split(MENTIONED).filter(|(_, when)| when.seen().split_whitespace().count() <= 3)
    {
        let about = tidy(about.strip_all("my|our|the|that|all that"));
        return Some(about).filter(|about| !about.is_empty() && !when.has_any("to|that"));
    }
    let rest = topic.strip_ends(TOLD_BEFORE);
    let own = rest.strip("เรื่อง|我").is_some();
    (rest.seen().len() < topic.seen().len() && own && !rest.is_empty())
        .then(|| tidy(rest.strip_all("เรื่อง|我的|我")))
}

/// What was noted, in Chinese.
const NOTED: &str = "的那些记录|那些记录|的那条记录|那条记录|的记录|的那些备注|那些备注|的备注|的笔记|的那些笔记|的记忆|的那些记忆|那些记忆|的信息|那些信息|的内容|那些内容";

/// The slot of a wish that somebody once uttered: ยกเลิกที่เคยสั่งให้ตอบเป็นตาราง, "drop my request to answer in tables".
fn of_a_wish(topic: Piece<'_>) -> Option<String> {
    const ASKED: &str = "my request to|my instruction to|the instruction to|that instruction to|the rule to|that rule to|my order to|the request to|ที่เคยสั่งให้|ที่เคยสั่งว่าให้|ที่เคยบอกให้|ที่สั่งไว้ให้|ที่สั่งให้|ที่บอกไว้ให้|ที่ตั้งไว้ให้|คำสั่งที่ให้|ที่ขอให้|ที่เคยขอให้|之前让你|我让你|以前让你|我之前让你|之前要你|我之前要你|之前要求你|我要求你";
    let wish = tidy(topic).strip(ASKED)?;
    of_values(tidy(wish.strip_ends("那条|这条|的要求|的规定|的设定|的设置|的事|可以|ได้เลย|ได้แล้ว|แล้ว|ไป")))
}

fn free_key(about: Piece<'_>) -> String {
    known(about).unwrap_or_else(|| free::name(about))
}

/// The canonical key of what is named.
fn known(topic: Piece<'_>) -> Option<String> {
    let topic =
        tidy(topic.open()).strip_all("ข้อมูลว่า|ข้อมูลเรื่อง|ข้อมูล|เรื่องที่|เรื่อง|ที่ว่า|ว่า|the|that|关于|我那|那个");
    let bare = topic.strip_ends("น่ะ|นะ|ที่ตั้งไว้ให้ตอบ|ที่ตั้งไว้|ที่เคยให้ไว้|ที่เคยให้|ที่เคยบอก|ที่มีอยู่|ที่เก็บไว้|พี่|เอาไว้|ไว้|那个设定|那个设置|那条|那笔|那项|的设定|设定|这事儿|这事|这件事|的事|你|就|请|也|都|还");
    let key = of_kin(bare)
        .or_else(|| slot::subject(bare))
        .or_else(|| slot::subject(topic))
        .or_else(|| where_from(bare))?;
    keys::kind_of(&key).map(|_| key)
}

/// What is known of a relative: 我闺女的名字, ชื่อลูกชายพี่, "my wife's name".
fn of_kin(topic: Piece<'_>) -> Option<String> {
    let first = topic.seen().chars().next()?;
    let told = match first {
        '\u{0E00}'..='\u{0E7F}' => format!("{}คือก", topic.written()),
        '\u{3400}'..='\u{9FFF}' => format!("{}是甲", topic.written()),
        _ => format!("{} is X", topic.written()),
    };
    let told = Text::of(&told);
    slot::known(told.whole())
        .map(|found| found.key)
        .filter(|key| key.starts_with("family.") || key.starts_with("pet."))
}

/// 我住哪儿, ผมอยู่ไหน: a slot by its question.
fn where_from(topic: Piece<'_>) -> Option<String> {
    let table = [
        ("place", "住哪儿|住哪|住在哪儿|住哪里|อยู่ไหน|อยู่ที่ไหน|where i live"),
        ("employer", "在哪上班|在哪儿上班|ทำงานที่ไหน|where i work"),
        ("name", "叫什么|ชื่ออะไร"),
    ];
    let bare = topic.strip_all("我|ผม|ฉัน|เรา|หนู");
    table
        .iter()
        .find(|(_, words)| words.split('|').any(|word| word == bare.seen()))
        .map(|(key, _)| (*key).to_owned())
}

fn drops(read: &Read<'_>) -> bool {
    read.has(DROP) && !read.has(FIX | YES | FIRM)
}

/// A topic, and an act that points at it: "that stuff about my divorce? bin it".
fn pointed(said: Piece<'_>) -> Option<(String, Piece<'_>)> {
    words::bounds(said).into_iter().skip(1).find_map(|at| {
        let act = said.from(at);
        let read = words::read(act).into_iter().find(|read| {
            drops(read)
                && (read.rest.trim().is_empty()
                    || read.rest.seen().chars().count() <= 16 && !clause::is_question(read.rest))
        })?;
        let latin = act.seen().starts_with(|c: char| c.is_ascii());
        if latin && !read.has(POINT) {
            return None;
        }
        named_before(said.cut(0, at))
    })
}

/// Words that say that something should not be kept.
const UNWANTED: &str = "shouldn't be in there|should not be in there|has no business in there|has no business being in there|doesn't belong in there|doesn't belong there|shouldn't be on file|is none of your business|isn't yours to keep|ไม่ต้องจำไว้ต่อแล้ว|ไม่ต้องจำไว้ต่อ|ไม่อยากให้เก็บไว้|ไม่อยากให้เก็บ|ไม่อยากให้จำ|ไม่อยากให้มี|ไม่ต้องจำไว้|ไม่ต้องจำต่อ|ไม่ต้องจำ|ไม่ต้องเก็บไว้|ทำเหมือนไม่เคยรู้|别留着了|别留了|别存了|别记了|别再留|不要再保留|不要保留|不用留|就别留了|你别存了";
/// Words that say so before it.
const NOT_WANTED: &str = "i don't want you holding|i dont want you holding|i don't want you holding on to|i don't want you keeping|i don't want you to keep|i dont want you keeping|i don't want you having|i'd rather you didn't keep|i'd rather you didn't have|i don't want you to hold|no need to hang on to|no need to hold on to|no need to keep|no need to hold onto|you don't need to keep|you don't need to hang on to|you can let go of|i don't want you to know|i'd rather you didn't know|ไม่อยากให้เก็บ|ไม่อยากให้จำ|ไม่อยากให้มี|ไม่อยากให้รู้|不想让你存|不想让你留|不想你记着|不想让你记|不希望你存|不希望你保留";

fn named_before(words: Piece<'_>) -> Option<(String, Piece<'_>)> {
    let topic = tidy(words);
    let topic = topic.strip(NOT_WANTED).map_or(topic, |rest| rest.trim());
    let topic = tidy(topic)
        .strip_ends(UNWANTED)
        .strip_ends("请|你|就|，|,|麻烦|都|นะ|ครับ|ค่ะ|any longer|anymore|any more|ไว้|แล้ว");
    if let Some(about) = told(topic) {
        let key = free_key(about);
        return (!key.is_empty()).then_some((key, about));
    }
    let told_of = topic.seen().is_ascii() && topic.has_any("is|was|are|were|has|had|in|on|at");
    if told_of { None } else { known(topic).map(|key| (key, topic)) }
}

/// A topic that is not wanted, with no act behind it: "no need to hang on to my birthday any longer", 我闺女的名字请不要再保留.
fn unwanted(said: Piece<'_>) -> Option<(String, Piece<'_>)> {
    let led = said.strip(NOT_WANTED).filter(|rest| rest.has_any("my|our|ผม|ฉัน|เรา|หนู|我"));
    let ended = said.strip_ends([POLITE, "any longer|anymore|any more"]).strip_ends(UNWANTED);
    let over = ended.seen().len() < said.seen().len()
        && said.strip_ends(UNWANTED).seen().len() < said.trim().seen().len();
    if led.is_none() && !over {
        return None;
    }
    named_before(said).filter(|(key, _)| keys::kind_of(key).is_some())
}

/// Chinese puts the act behind the topic with no mark between: 生日那笔帮我拿掉.
fn at_the_end(said: Piece<'_>) -> Option<(String, Piece<'_>)> {
    const ACTS: &str = "撤|删|清|抹|拿掉|删掉|删了|清掉|抹掉|抹了|撤了|撤掉|擦掉|清除掉|清除|去掉|划掉|移除|删除|拿走|取消|作废|ลบทิ้ง|ลบออก|เลิกจำ|เอาออก|ยกเลิกไป|ยกเลิก";
    let plain = said.strip_ends(POLITE).strip_ends("ได้เลย|เหอะ|เถอะ|ไปเลย|ได้|ไป|ที");
    let rest = plain.strip_ends(ACTS);
    if rest.seen().len() == plain.seen().len() {
        return None;
    }
    let topic =
        rest.strip_ends("帮我|给我|麻烦|从你那儿|从你那边|从你那里|请|，|就|你").strip_all("把|将|请|麻烦");
    let topic = tidy(topic);
    if topic.seen().starts_with(|c: char| c.is_ascii()) {
        return None;
    }
    if let Some(key) = of_a_wish(topic) {
        return Some((key, topic));
    }
    if let Some(about) = told(topic) {
        return Some((free_key(about), about)).filter(|(key, _)| !key.is_empty());
    }
    let pointed = topic.has_any("那条|那笔|那项|那个设定|这条|这笔|设定|ที่ตั้งไว้|ที่เคยให้|ที่จำไว้|ที่เก็บไว้|ข้อมูล|น่ะ")
        || topic.strip("我|ผม|ฉัน").is_some();
    known(topic).filter(|_| pointed && !said.has_any("怎么|ยังไง|如何")).map(|key| (key, topic))
}
