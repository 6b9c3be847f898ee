//! What holds now instead of what is kept: "left Shopify, I'm with Klarna now, fix that", เบอร์เก่าไม่ใช้แล้ว เอา … ไปแทน,
//! 跳槽了，改填理想汽车. Counts where the words ask to correct it or say that what is kept is wrong; who only tells of a change
//! tells a story.

use super::super::command::written;
use super::super::ended::ended;
use super::super::slot::{self, Found, tidy};
use super::super::text::{Piece, Text};
use super::super::time::Span;
use super::super::{Command, Intent, keys, th, zh};
use super::bare;
use super::keep::is_slot;
use super::words::{self, DROP, FILL, FIX, NO, NOT, PLACE, POINT};

/// Reads a message as a correction.
pub(super) fn read(said: Piece<'_>) -> Option<Command> {
    let found = asked(said)
        .or_else(|| put_right(said))
        .or_else(|| corrected(said))
        .or_else(|| set_straight(said))
        .or_else(|| moved(said))?;
    Some(written(Intent::Update, found, Span::default(), said))
}

/// A statement with a clause that asks to correct what is kept.
fn asked(said: Piece<'_>) -> Option<Found> {
    words::bounds(said).into_iter().skip(1).find_map(|at| {
        let (first, second) = (said.cut(0, at), said.from(at));
        let found = if corrects(second) && tells_change(first) { now(first) } else { None };
        found.or_else(|| names_slot(first).then(|| now(second)).flatten())
    })
}

/// Tells whether a statement says that something is not as it was: "my laptop is slow, fix it" asks for help.
fn tells_change(statement: Piece<'_>) -> bool {
    statement.has_any("now|anymore|any more|no longer|instead|left|moved|move|changed|switched|ditched|swapped|used to|pushed|postponed|as of|these days|new|actually|not|started|joined|migrated|quit|relocated|promoted|\
        แล้ว|ละ|ตอนนี้|เปลี่ยน|ย้าย|ใหม่|เลื่อน|จริงๆ|ลาออก|ออกจาก|了|现在|换|改|搬|从|升|跳槽|不再|新")
}

/// Tells whether a clause asks to correct a slot that it names: ปรับไทม์โซนหน่อย.
fn names_slot(act: Piece<'_>) -> bool {
    const VERBS: &str = "fix|correct|update|amend|change|แก้|แก้ไข|ปรับ|อัปเดต|อัพเดท|เปลี่ยน|改一下|改|更新一下|更新|更正一下|更正|修改|换一下|换";
    act.strip_all("please|pls|ช่วย|ขอ|请|帮我|麻烦").strip(VERBS).is_some_and(|rest| {
        let rest = rest.strip_all("my|the|ข้อมูล|我的|一下");
        keys::alias_at_start(rest).is_some_and(|(_, rest)| {
            rest.strip_all(
                "for me|please|pls|ของผม|ของฉัน|ผม|ฉัน|เรา|หน่อย|ให้|ที|ด้วย|ใหม่|นะ|ครับ|ค่ะ|คะ|一下|吧|下",
            )
            .is_empty()
        })
    })
}

/// Tells whether a clause does nothing but ask for a correction.
fn corrects(act: Piece<'_>) -> bool {
    let latin = act.seen().starts_with(|c: char| c.is_ascii());
    let held = act.strip_all("please|pls|so|and").strip("fix|amend|adjust|correct|change|update|edit|revise").is_some_and(|rest| {
        let rest = rest.strip_all("the|my|your|ur|what");
        let named = keys::alias_at_start(rest).map_or(rest, |(_, rest)| rest);
        tidy(named).strip_all("you have|you've got|you have on me|you have for me|on file|accordingly|please|pls|thx|in your notes").is_empty()
            && !tidy(named).is_empty()
    });
    let read = words::read(act).into_iter().find(|read| read.rest.trim().is_empty());
    held || read.is_some_and(|read| {
        let pointed = read.has(POINT | PLACE) || !latin && read.has(FILL);
        read.has(FIX) && pointed && !read.has(DROP | NO | NOT)
    })
}

/// What a statement says to hold now.
fn now(statement: Piece<'_>) -> Option<Found> {
    let statement = tidy(statement.open());
    turned(statement)
        .or_else(|| renamed(statement))
        .or_else(|| bare::slot(statement).filter(|found| found.ends.is_none()))
        .or_else(|| at_work(statement))
        .or_else(|| moved_deadline(statement))
}

/// What turned from one thing into another: 项目的包管理器从yarn换成pnpm了, ฐานข้อมูลโปรเจกต์ย้ายจาก `MySQL` ไป `TiDB`, 我从板桥搬到新竹.
fn turned(statement: Piece<'_>) -> Option<Found> {
    if let Some((subject, rest)) =
        statement.split("从|ย้ายจาก|เปลี่ยนจาก| moved from | migrated from | switched from | went from ")
        && let Some((_, value)) =
            rest.split("换成|改成|变成|换到|改到|改为|搬到了|搬到|搬去|到|ไปเป็น|เป็น|ไปที่|ไป|มา| to ")
    {
        let value = value.split("，|,").map_or(value, |(head, _)| head);
        let value = tidy(value.strip_ends("了|啦|ละ|ละนะ|แล้ว|นะ|now"));
        let moved = statement.has_any("搬家|搬到|搬去|ย้ายบ้าน|ย้ายมาอยู่|moved house");
        let subject = tidy(subject);
        if moved {
            return Found::known("place", value);
        }
        let latin = subject.seen().starts_with(|c: char| c.is_ascii());
        let thai = subject.seen().starts_with(|c: char| ('\u{0E00}'..='\u{0E7F}').contains(&c));
        let join = if latin {
            " is "
        } else if thai {
            "คือ"
        } else {
            "是"
        };
        let told = Text::of(&format!("{}{join}{}", subject.written(), value.written()));
        return slot::known(told.whole()).filter(is_slot);
    }
    None
}

/// Who says that they moved, and nothing else, says where they live now: "I moved to Leeds last month.", 我搬到苏州了.
fn moved(said: Piece<'_>) -> Option<Found> {
    const ENGLISH: &str = "i moved to|i've moved to|i have moved to|i just moved to|i've just moved to|i recently moved to|i've recently moved to|we moved to|we've moved to|we just moved to|we've just moved to";
    const WHEN: &str = "last month|last week|last year|last summer|last winter|last spring|last autumn|last weekend|this month|this week|this year|yesterday|recently|now|a month ago|a week ago|btw|by the way";
    if let Some(rest) = said.strip_all("hey|hi|so|oh|btw|by the way|fyi").strip(ENGLISH) {
        let place = tidy(rest.strip_ends(WHEN));
        let proper = place.written().split(' ').all(|word| word.starts_with(char::is_uppercase));
        let alone =
            !said.written().trim_end().ends_with(['?', '…']) && place.seen().split_whitespace().count() <= 3;
        return if proper && alone { Found::known("place", place) } else { None };
    }
    if let Some(rest) = said.strip(th::ME).or_else(|| said.strip("เพิ่ง")) {
        let rest = rest.strip_all("ได้|เพิ่ง|ก็").strip("ย้ายไปอยู่ที่|ย้ายไปอยู่|ย้ายมาอยู่ที่|ย้ายมาอยู่|ย้ายบ้านไป|ย้ายบ้านมา")?;
        let over = rest.strip_ends("นะ|ครับ|ค่ะ|คะ|จ้า|จ้ะ|เมื่อเดือนก่อน|เมื่อเดือนที่แล้ว|เมื่ออาทิตย์ก่อน|เดือนที่แล้ว");
        let place = tidy(over.strip_ends("แล้ว"));
        let done = place.seen().len() < over.seen().len() && !place.seen().contains(' ');
        let near = place.strip("ใกล้|กับ|บ้าน|หอ|คอนโด|ใน").is_some();
        return if done && !near && place.seen().chars().count() <= 16 {
            Found::known("place", place)
        } else {
            None
        };
    }
    let rest = said
        .strip("我们|我")?
        .strip_all("已经|刚刚|刚|上个月|上周|最近|去年|前几天|昨天|人|家")
        .strip("搬到|搬去|搬来")?;
    let over = rest.strip_ends("啦|喽|咯|哦|哈|。");
    let place = tidy(over.strip_ends("了"));
    let done = place.seen().len() < over.seen().len() || rest.seen().trim_end().ends_with('啦');
    let named = (2..=8).contains(&place.seen().chars().count()) && !place.has_any("，|,|住|新家|这|那|的|了");
    if done && named { Found::known("place", place) } else { None }
}

/// A new name: 改名了，户口本上现在是韩沐晴, เปลี่ยนชื่อที่อำเภอมาแล้วค่ะ ใหม่คือณัฐวรา.
fn renamed(statement: Piece<'_>) -> Option<Found> {
    let (_, rest) = statement.split("改名了|改名|เปลี่ยนชื่อ|changed my name|got my name changed")?;
    let (_, value) = rest.split("现在是|现在叫|新名字是|改成|ใหม่คือ|เป็น|คือ| to |now it's |it's now |it's ")?;
    Found::known("name", value.strip_ends("了|แล้ว|ค่ะ|ครับ|now"))
}

/// Where somebody left one employer and names the next: ออกจากเอสโซ่แล้ว ตอนนี้บางจาก.
fn at_work(statement: Piece<'_>) -> Option<Found> {
    let left = statement
        .strip("i left|left|i quit|quit|ออกจาก|ลาออกจาก|ผมออกจาก|ฉันออกจาก|从|离开|我离开|跳槽")
        .is_some();
    let (_, value) = statement.split("ตอนนี้อยู่|ตอนนี้|ย้ายไป|now at |now with |现在在|去了|现在")?;
    let value = tidy(value.strip_ends("แล้ว|了"));
    (left && (1..=24).contains(&value.seen().chars().count()))
        .then(|| Found::known("employer", value))
        .flatten()
}

/// "the proposal got pushed back to the 19th".
fn moved_deadline(statement: Piece<'_>) -> Option<Found> {
    let (what, when) = statement.split(
        " got pushed back to | was pushed back to | pushed back to | got moved to | was moved to | got postponed to | slipped to | moved up to |เลื่อนไปเป็น|เลื่อนเป็น|เลื่อนไป|推迟到|延到|延期到|改到|提前到",
    )?;
    let what = tidy(what).strip_all("my|our|the|我的|我们的").strip_ends("的|了|เดดไลน์|กำหนดส่ง|deadline");
    let when = tidy(when).strip_ends("了|แล้ว");
    (!what.is_empty() && what.seen().chars().count() <= 30)
        .then(|| Found::known(keys::shorten(&format!("deadline.{}", keys::slug(what.written()))), when))
        .flatten()
}

/// Words that put another value in the place of what stands there.
const INSTEAD: &str = "put me down as|make it|make that|it should be|should be|it's actually|it is actually|the right one is|แก้เป็น|เปลี่ยนเป็น|ปรับเป็น|ต้องเป็น|ที่ถูกคือ|เอาเป็น|เหลือแค่|เหลือ|ใช้เป็น|改填|改成|改为|改叫|改写|应该是|应为|换成|写成|其实是";

/// What is wrong, and what stands in its place: timezone写错啦，应该是珀斯; ไม่ได้เป็นพนักงานบัญชีแล้ว แก้เป็นฟรีแลนซ์.
fn put_right(said: Piece<'_>) -> Option<Found> {
    words::bounds(said).into_iter().skip(1).find_map(|at| {
        let (before, after) =
            (said.cut(0, at).trim(), said.from(at).strip_all("so|and|now|ก็|就|那就|请|帮我"));
        let value = after
            .strip(INSTEAD)
            .map(|value| tidy(value.open().strip_ends("แล้ว|ให้ที|ให้หน่อย|เฉยๆ|ครับ|ค่ะ|了|吧|please|instead")))
            .or_else(|| replaced(after))?;
        let key = wrong_slot(before)?;
        if value.is_empty() || value.seen().chars().count() > 60 {
            return None;
        }
        Found::known(key, value).filter(is_slot)
    })
}

/// เอา … ไปแทน, "use … instead".
fn replaced(after: Piece<'_>) -> Option<Piece<'_>> {
    let value = after.strip("เอา|ใช้|use|take|用")?;
    let bare = value.strip_ends("ไปแทน|แทน|instead|代替|来代替|นะ|ครับ|ค่ะ");
    (bare.seen().len() < value.trim().seen().len()).then(|| tidy(bare))
}

/// The slot of which words say that what is kept does not hold.
fn wrong_slot(before: Piece<'_>) -> Option<String> {
    let own = Text::of(&format!("ผม{}", before.written()));
    if let Some(found) = ended(before).or_else(|| ended(own.whole())) {
        return Some(found.key);
    }
    if before.strip("别再叫|别叫我|别再喊|ไม่ต้องเรียก|เลิกเรียก|stop calling me|don't call me").is_some()
    {
        return Some("nickname".to_owned());
    }
    if before.has_any("跳槽|不在") {
        return Some("employer".to_owned());
    }
    let (name, rest) = before.split("写错|填错|记错|不对|错了|ผิด|ไม่ถูก|เก่าไม่ใช้|เก่า|ไม่ใช้แล้ว| is wrong| is off| is outdated|'s wrong| you have is wrong| is old")?;
    let name = tidy(name)
        .strip_all("my|the|our|我的|我|ที่")
        .strip_ends("ที่มีอยู่|ที่เก็บไว้|ที่จดไว้|ของผม|ของฉัน|ของเรา|ผม|ฉัน|you have|you've got");
    let short = rest.seen().chars().count() <= 24;
    keys::alias(name.trim().seen()).filter(|_| short).map(str::to_owned)
}

/// What is told against what is kept, with no act: "scratch Lyon, I'm in Marseille these days", "not Steven, my name's Stephen",
/// "you've got my old job down, I'm a scrum master now", 我升店长了，别再写店员.
fn corrected(said: Piece<'_>) -> Option<Found> {
    let bounds = words::bounds(said);
    let (first, rest) = bounds.get(1).map(|at| (said.cut(0, *at), said.from(*at)))?;
    let opened = first.strip("scratch|scrap|not|no longer|you've got my old|you have my old|you still have my old|you've got the wrong|you have the wrong|you've still got|your notes have|your notes say|ข้อมูลเก่า|ที่มีอยู่เก่า|你记的是旧的|你那边是旧的|资料旧了").is_some();
    let told = || bare::slot(rest).filter(|found| found.ends.is_none());
    if opened {
        return told();
    }
    let closed =
        said.split(" now, no longer | now, not |，别再写|，别再记|，不是原来的").map(|(head, _)| head)?;
    bounds
        .iter()
        .rev()
        .find_map(|at| (closed.seen().len() > *at).then(|| bare::one(closed.from(*at))).flatten())
        .or_else(|| promoted(closed))
}

/// Words that take back what was understood before.
const STRAIGHT: &str = "actually|no|nope|wait|sorry|oops|correction|to be clear|you got it wrong|that's not right|จริงๆ แล้ว|จริงๆแล้ว|จริงๆ|ที่จริง|ไม่ใช่|แก้หน่อย|เข้าใจผิดแล้ว|其实|不对|不是|纠正一下|更正|你搞错了|你记错了|弄错了";
/// What is known of a person that is told to put it right.
const IDENTITY: &[&str] = &[
    "name",
    "nickname",
    "birthday",
    "email",
    "phone_number",
    "age",
    "timezone",
    "pronouns",
    "employer",
    "role",
    "place",
    "hometown",
    "working_hours",
];

/// "Actually my name is Priya", 其实我叫李娜，不是李那: who they are, told against what was understood.
fn set_straight(said: Piece<'_>) -> Option<Found> {
    let rest = said.strip_all("oh|hey|um|เอ่อ|那个");
    let told = rest.strip_all(STRAIGHT);
    if told.seen().len() == rest.seen().len() {
        return None;
    }
    let told = told.split(", not |, it's not |,不是|，不是|，而不是| ไม่ใช่").map_or(told, |(head, _)| head);
    let own =
        told.strip(["my|i'm|i am|i live|i work", th::ME, zh::ME]).is_some() || told.strip("ชื่อ").is_some();
    let found =
        slot::known(told.open()).filter(|found| is_slot(found) && IDENTITY.contains(&found.key.as_str()))?;
    let value = Text::of(&found.value);
    let placed = value
        .whole()
        .strip("on|in|at|not|the|a|very|so|too|really|ok|okay|fine|on the|mentioned|missing|wrong")
        .is_some();
    let short = found.value.split_whitespace().count() <= 4 && found.value.chars().count() <= 30;
    let wants = value.whole().has_any("想|问|说|要|看|来|去|หิว|ถาม|อยาก|คิด");
    (own && short && !placed && !wants).then_some(found)
}

/// 我升店长了: a new position.
fn promoted(statement: Piece<'_>) -> Option<Found> {
    let (_, role) = statement.split("升任|升职成|升为|升成|升|转岗做|转做|当上")?;
    let role = tidy(role.strip_ends("了|啦"));
    ((1..=10).contains(&role.seen().chars().count())).then(|| Found::known("role", role)).flatten()
}
