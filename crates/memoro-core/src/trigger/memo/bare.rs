//! Statements that leave out who they are about: "born 17 Feb", "paralegal by trade", แพ้นมวัว, สายหมูกระทะ, 生日10月26,
//! 最烦语音消息. Only read where somebody asks to keep or correct something; as talk they say nothing.

use super::super::ended::{ended, now_instead};
use super::super::slot::{self, Found, tidy};
use super::super::text::{Piece, Text};
use super::super::{en, keys, th, zh, zones};
use super::keep::is_slot;
use super::words;
use crate::text::is_thai;

/// Finds the slot of a statement, of the whole or of its last part that has one.
pub(super) fn slot(statement: Piece<'_>) -> Option<Found> {
    if let Some(found) = now_instead(statement).filter(is_slot) {
        return Some(found);
    }
    // Few places are looked at: a statement is short, and Thai has a blank wherever somebody breathes.
    let mut bounds = words::bounds(statement);
    if bounds.len() > MOST_PARTS {
        bounds.drain(1..bounds.len() + 1 - MOST_PARTS);
    }
    let mut ends: Vec<usize> = bounds.iter().copied().skip(1).collect();
    ends.push(statement.seen().len());
    let whole = bounds.iter().find_map(|start| one(statement.from(*start)));
    whole.or_else(|| bounds.iter().zip(&ends).rev().find_map(|(start, end)| one(statement.cut(*start, *end))))
}

/// A statement is looked at in so many parts.
const MOST_PARTS: usize = 3;

/// Reads one part.
pub(super) fn one(part: Piece<'_>) -> Option<Found> {
    let part = tidy(part.open())
        .strip_all("now|currently|actually|that|so|btw|ตอนนี้|ปัจจุบัน|จริงๆ|คือ|ว่า|现在|目前|其实");
    if part.is_empty() || part.seen().chars().count() > 80 {
        return None;
    }
    let (_, part) = super::super::time::strip_wish_end(part);
    let part = part.split(" instead of | rather than | as of |แทนที่จะ|而不是").map_or(part, |(head, _)| head);
    let part = part.strip_ends("over here|here|by the way|btw|these days|nowadays|now|for real|as of today|as of monday|ละ|แล้ว|อยู่|นะ|ตัวจริง|เท่านั้น");
    ended(part)
        .or_else(|| english(part))
        .or_else(|| thai(part))
        .or_else(|| chinese(part))
        .or_else(|| slot::known(part).filter(is_slot))
        .or_else(|| aliased(part))
        .or_else(|| with_speaker(part))
        .filter(|found| is_slot(found) && found.value.chars().count() <= 60)
}

/// Reads a part as said of the speaker, who is left out.
fn with_speaker(part: Piece<'_>) -> Option<Found> {
    let first = part.seen().chars().next()?;
    // A number alone says nothing of anybody.
    if !part.seen().chars().any(char::is_alphabetic) {
        return None;
    }
    // What has a verb of its own is not said of the speaker.
    if first.is_ascii() && part.has_any("is|are|was|were") {
        return None;
    }
    let leads: &[&str] = match first {
        '\u{0E00}'..='\u{0E7F}' => &["ผม"],
        '\u{3400}'..='\u{9FFF}' => &["我", "我的"],
        _ => &["I'm ", "I ", "my "],
    };
    leads.iter().find_map(|lead| {
        let told = Text::of(&format!("{lead}{}", part.written()));
        slot::known(told.whole()).filter(|found| is_slot(found) && found.key != "place")
    })
}

fn english(part: Piece<'_>) -> Option<Found> {
    if !part.seen().starts_with(|c: char| c.is_ascii()) {
        return None;
    }
    let role = part.strip_ends("by trade|by profession|by training|by day");
    if role.seen().len() < part.seen().len() && role.seen().split_whitespace().count() <= 4 {
        return Found::known("role", role.strip_all("i'm|im|i am|a|an"));
    }
    if let Some(born) = part.strip("born on|born in|born").filter(|rest| has_digit(*rest)) {
        return Found::known("birthday", born);
    }
    let zone = part.strip_all("i'm on|im on|i am on|i'm in|on|in|using|i use|i run on|i live on|working on");
    if let Some(found) = zoned(zone, "time") {
        return Some(found);
    }
    if let Some((what, when)) =
        part.split(" due on | due by | due | deadline: | deadline ").filter(|(_, when)| has_digit(*when))
        && (1..=5).contains(&what.seen().split_whitespace().count())
    {
        let what = what.strip_all("my|our|the").strip_ends("is|are");
        return Found::known(format!("deadline.{}", keys::slug(what.written())), when);
    }
    if let Some(x) =
        part.strip("treat me as|think of me as|consider me|count me as|put me down as|i'd call myself")
    {
        return en::being(x.trim_start()).or_else(|| Found::known("role", x)).filter(is_slot);
    }
    let known = slot::known(part).filter(is_slot);
    known.or_else(|| en::being(part)).or_else(|| en::predicate(part)).filter(|found| {
        is_slot(found)
            && (found.key != "role" || part.strip("a|an|i|i'm|im|i am|work as|working as").is_some())
    })
}

fn has_digit(piece: Piece<'_>) -> bool {
    piece.seen().bytes().any(|b| b.is_ascii_digit())
}

/// A zone by the name of its city: "Lisbon time", เวลาดูไบ, 伦敦时间.
fn zoned(part: Piece<'_>, word: &'static str) -> Option<Found> {
    let name = part.strip_ends(word).strip_all("เวลา|时区|按|用");
    let marked = name.seen().len() < part.trim().seen().len();
    let zone = zones::zone(name.seen(), name.written());
    (marked && !name.is_empty() && zone.contains(['/', '+']))
        .then(|| Found::fixed("timezone", &zone))
        .flatten()
}

fn thai(part: Piece<'_>) -> Option<Found> {
    if !part.seen().chars().any(is_thai) {
        return None;
    }
    let said = part.strip_all(th::ME).strip_all("คือ|เนี่ย|นี่|ก็|เป็นคน");
    if let Some(zone) = said.strip("ใช้เวลา|อยู่เวลา|เวลา").and_then(|rest| {
        let name = tidy(tidy(rest).strip_ends("กับเรา|กับผม|กับฉัน|กับหนู"));
        let zone = zones::zone(name.seen(), name.written());
        zone.contains('/').then(|| Found::fixed("timezone", &zone)).flatten()
    }) {
        return Some(zone);
    }
    if let Some(x) = said.strip("สาย").filter(|x| {
        (2..=20).contains(&x.seen().chars().count()) && x.strip("ตา|เทค|งาน|โทร|แล้ว|ไป|การบิน").is_none()
    }) {
        return Found::named("likes", x.strip_ends("ตัวจริง|ตัวยง|แท้|สุดๆ|เลย"));
    }
    if let Some((what, rest)) =
        part.split("คือเกลียด|คือไม่ชอบ|ไม่ไหวเลย|คือไม่ไหว|ไม่ถูกใจเลย").filter(|(what, _)| !what.is_empty())
    {
        return Found::named("dislikes", what).filter(|_| rest.seen().chars().count() <= 12);
    }
    if let Some((what, rest)) = part.split("คือชอบ|คือรัก|คือที่สุด|คือดีงาม").filter(|(what, _)| !what.is_empty())
    {
        return Found::named("likes", what).filter(|_| rest.seen().chars().count() <= 12);
    }
    thai_skill(part, said).or_else(|| thai_home(part, said)).or_else(|| th::slot(part).filter(is_slot))
}

/// How well somebody knows something: เรื่อง Power BI นี่มือใหม่, โปร Laravel.
fn thai_skill(part: Piece<'_>, said: Piece<'_>) -> Option<Found> {
    let topic = part.strip_all("เรื่อง|ด้าน");
    for (level, words) in
        [("novice", "มือใหม่|เพิ่งหัด|ไม่เป็นเลย|ไม่รู้เรื่องเลย|อ่อนมาก"), ("expert", "เซียน|มือโปร|ระดับเทพ|ช่ำชอง")]
    {
        if let Some((what, _)) = topic.split(words).filter(|(what, _)| !tidy(*what).is_empty()) {
            return en::skill(what.strip_all(th::ME).strip_ends("นี่|คือ|เรา|ผม|ฉัน|เป็น|ยัง|เนี่ย"), level);
        }
    }
    if let Some(what) = said
        .strip("โปร|เซียน|เทพ|เชี่ยว")
        .filter(|what| what.trim_start().seen().starts_with(|c: char| c.is_ascii_alphanumeric()))
    {
        return en::skill(what, "expert");
    }
    None
}

/// Where somebody is from: ผมคนน่าน.
fn thai_home(part: Piece<'_>, said: Piece<'_>) -> Option<Found> {
    if let Some(x) = said.strip("คน").filter(|x| {
        part.strip(th::ME).is_some()
            && (2..=20).contains(&x.seen().chars().count())
            && x.strip("ที่|ขี้|ชอบ|เดียว|หนึ่ง|ใจ").is_none()
    }) {
        return Found::known("hometown", x);
    }
    None
}

fn chinese(part: Piece<'_>) -> Option<Found> {
    let han = |c: char| ('\u{3400}'..='\u{9FFF}').contains(&c);
    if !part.seen().chars().any(han) {
        return None;
    }
    let said = part.strip_all("我这边|我们这边|我|本人|我们");
    if let Some(x) = said.strip("人在|这会儿在|都在|常驻").filter(|x| x.seen().chars().count() <= 8)
    {
        return Found::known("place", x);
    }
    if let Some((_, rest)) = said.split("按|用|走").filter(|(head, _)| head.trim().is_empty())
        && let Some(found) = zoned(rest.strip_ends("算|来|计|走|来算"), "时间|时区")
    {
        return Some(found);
    }
    for (level, words) in [
        ("novice", "纯小白|小白|是新手|新手|一窍不通|零基础|刚入门|不会|没碰过|菜鸟"),
        ("expert", "是老手|老手|是专家|门儿清|玩得溜|是行家|行家|老司机"),
    ] {
        if let Some((what, rest)) = part.split(words)
            && rest.strip_all("了|的|啦|哈").is_empty()
        {
            let what = what.strip_ends("我是|我|是|的|纯|个|一个|这块|方面|，");
            return en::skill(what, level).filter(|_| !what.is_empty());
        }
    }
    if let Some((what, rest)) = part
        .split("我的命|是我的命|我的最爱|是我的最爱|是真爱|我真爱|yyds|百吃不厌")
        .filter(|(what, _)| !what.is_empty())
    {
        return Found::named("likes", what).filter(|_| rest.trim().seen().chars().count() <= 2);
    }
    if let Some((what, rest)) = part
        .split("我超不行|我不行|我接受不了|我受不了|我吃不了|我碰都不碰|我真不行|我无感")
        .filter(|(what, _)| !what.is_empty())
    {
        return Found::named("dislikes", what).filter(|_| rest.trim().seen().chars().count() <= 2);
    }
    if let Some(x) = said.strip("最烦|最讨厌|最怕|烦死|超讨厌|受够了") {
        return Found::named("dislikes", x);
    }
    zh::predicate(said).filter(is_slot).or_else(|| slot::known(part).filter(is_slot))
}

/// A slot named by one of its names, and what it holds right behind it: 生日10月26, "shift 6am-2pm".
pub(super) fn aliased(part: Piece<'_>) -> Option<Found> {
    let mine = part.strip_all("my|our|我的|我们的|我|เรื่อง|ข้อมูล");
    let (key, rest) = keys::alias_at_start(mine)?;
    let value = rest
        .strip_ends("了|啦|แล้ว|ละ")
        .strip_all("ของผม|ของฉัน|ของเรา|ของหนู|ผม|ฉัน|เรา|หนู|ที่มีอยู่|ที่เก็บไว้|现在|目前|is now|'s now|is|'s|was|คือ|เป็น|是|：|:|=|，|为|换成|改成|换|叫|在|ใหม่|ต้องเป็น|ผิด");
    let joined = rest.seen().len() > value.seen().len();
    let counted = value.seen().starts_with(|c: char| c.is_ascii_digit() || c == '+')
        || value.seen().starts_with(['早', '晚', '上', '下']) && key == "working_hours";
    let short = value.seen().chars().count() <= 40 && !value.is_empty();
    (short && (joined || counted)).then(|| Found::known(key, value)).flatten()
}
