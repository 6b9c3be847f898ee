//! Named projects in Thai: โปรเจกต์ลำไยใช้ Postgres, ฐานข้อมูลของโปรเจกต์ลำไยคือ Postgres, โปรเจกต์ลำไย เดดไลน์ 5 มีนา.

use super::super::search::words;
use super::super::slot::{Found, tidy};
use super::super::text::Piece;
use super::{PROJECT, key, keys, made_with, technology, without_version};

/// What of a project people name.
const THINGS: &str = "ฐานข้อมูล|ดาต้าเบส|ดาต้าเบต|เฟรมเวิร์ก|เฟรมเวิร์ค|ภาษา|รีโป|repo|database|framework|เดดไลน์|เดตไลน์|กำหนดส่ง|วันส่ง|เส้นตาย|เซิร์ฟเวอร์|ลูกค้า|งบประมาณ|งบ|หัวหน้าทีม|ผู้ดูแล|โดเมน|เว็บ|ลิงก์";
/// Verbs behind a name.
const VERBS: &str = "ใช้|เขียน|พัฒนา|รัน|ทำด้วย|คือ|เป็น|มี|อยู่|ต้อง|ของ|ส่ง|ขึ้นระบบ|เปิดตัว|ปล่อย|ครบกำหนด|เปลี่ยน|ย้าย|หัน|เลิก|เลื่อน|ถูก|ขยับ|ตอนนี้|ปัจจุบัน|เดี๋ยวนี้|ก็|จะ|ได้|ไม่|ยัง|ให้";
/// Words that tell which one is meant without a name.
const UNNAMED: &str =
    "นี้|นั้น|ใหม่|เก่า|ปัจจุบัน|หลัก|ของเรา|ของผม|ของฉัน|ของหนู|เรา|ผม|ฉัน|หนู|แรก|ล่าสุด|ที่|อะไร|ไหน|ต่อไป|หน้า|อื่น|ชื่อ";

pub(super) fn find(content: Piece<'_>) -> Option<Found> {
    let Some((name, ahead, rest)) = named(content) else { return unnamed(content) };
    let rest = rest.strip_all("ของเรา|ของผม|ของฉัน|เรา|ผม|จะ|ก็|นั้น|ตอนนี้|ปัจจุบัน|เดี๋ยวนี้|นี้|:|：|,|ได้|ถูก");
    if let Some(what) = ahead {
        let value = rest.strip([TURNED, "คือ|เป็น|ใช้|อยู่ที่|:"])?;
        return Found::known(key(name, what)?, value);
    }
    if let Some(value) = switched(rest) {
        return made_with(name, value, None);
    }
    if let Some(when) = rest.strip("ขึ้นระบบ|เปิดตัว|ปล่อยของ")
    {
        let name = super::keys::slug(tidy(name).written());
        return Found::known(format!("project.{name}.launch"), when.strip_all("วันที่|วัน|ใน"));
    }
    if let Some(value) = rest.strip("ใช้ภาษา|เขียนด้วยภาษา|พัฒนาด้วยภาษา|เขียนด้วย|เขียนโดยใช้")
    {
        let name = super::keys::slug(tidy(name).written());
        let value = tidy(value);
        let short = value.seen().chars().count() <= 30 && !name.is_empty();
        return if short { Found::known(format!("project.{name}.language"), value) } else { None };
    }
    if let Some(used) = rest.strip("ใช้|พัฒนาด้วย|ทำด้วย|รันบน")
    {
        if let Some(value) = used.trim_start().strip(THINGS) {
            let what = used.trim_start();
            let what = what.cut(0, what.seen().len() - value.seen().len());
            return Found::known(key(name, what)?, value.strip_all("เป็น|คือ|ชื่อ"));
        }
        let (value, purpose) =
            used.split("เป็น|สำหรับ").map_or((used, None), |(value, what)| (value, Some(what)));
        return made_with(name, value, purpose);
    }
    let thing = rest.strip_all("มี|ต้อง").strip_all("ชื่อ");
    let value = thing.strip(THINGS)?;
    let what = thing.cut(0, thing.seen().len() - value.seen().len());
    let value = value.trim_start().strip("คือ|เป็น|ใช้|อยู่ที่|:").unwrap_or(value);
    Found::known(key(name, what)?, value)
}

/// Verbs that put a value in the place of another.
const TURNED: &str = "เปลี่ยนไปใช้|เปลี่ยนมาใช้|เปลี่ยนไปเป็น|เปลี่ยนมาเป็น|เปลี่ยนเป็น|ย้ายไปใช้|ย้ายมาใช้|ย้ายไปที่|ย้ายไป|ย้ายมา|หันไปใช้|หันมาใช้|เลื่อนออกไปเป็น|เลื่อนไปเป็น|เลื่อนเป็น|เลื่อนไปวันที่|เลื่อนไป|ขยับไปเป็น|ขยับเป็น|ขยับไป";

/// What a project was moved to, where that is something to make it with: เปลี่ยนไปใช้ Postgres แล้ว.
fn switched(rest: Piece<'_>) -> Option<Piece<'_>> {
    let value = rest.strip(TURNED).or_else(|| rest.strip("เลิกใช้")?.split(TURNED).map(|(_, value)| value))?;
    technology(without_version(tidy(value)).seen()).map(|_| value)
}

/// ฐานข้อมูลของโปรเจกต์คือ Postgres: what holds for the project that is at hand.
fn unnamed(content: Piece<'_>) -> Option<Found> {
    let (head, tail) = content.split(PROJECT)?;
    let head = head.strip_all("ว่า").trim();
    let what = head.strip_ends("ของ");
    let value = tail.strip_all("ของเรา|ของผม|ของฉัน|นี้|เรา").strip("คือ|เป็น")?;
    let named = what.seen().len() < head.seen().len() && words(THINGS).has(what.seen());
    if named { Found::known(format!("project.{}", keys::category(what.written())), value) } else { None }
}

pub(super) fn subject(words: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    let words = words.strip_ends("ไปได้เลย|ไปเลย|ไปซะ|ทิ้ง|ไป|เลย|ซะ");
    let (name, ahead, rest) = named(words)?;
    Some((name, ahead.unwrap_or(rest)))
}

/// Finds the name, what of the project is meant where that stands before it, and what follows.
fn named(content: Piece<'_>) -> Option<(Piece<'_>, Option<Piece<'_>>, Piece<'_>)> {
    let (head, tail) = content.split(PROJECT)?;
    let tail = tail.trim_start();
    if tail.strip(UNNAMED).is_some() {
        return None;
    }
    let lead = head.strip_all("ตอนนี้|ปัจจุบัน|เดี๋ยวนี้|ว่า|ใน|สำหรับ|ที่|ตัว|นะ|คือ|ของ").strip_ends("ของ|ใน|สำหรับ|ที่");
    let own = lead.has_any("ผม|ฉัน|เขา|คุณ") || lead.seen().chars().count() > 24;
    let ahead = Some(lead).filter(|lead| !lead.is_empty());
    if own {
        return None;
    }
    let end = end_of_name(tail, ahead.is_none());
    let (name, rest) = (tidy(tail.cut(0, end)), tail.from(end).trim_start());
    let bare = name.strip_ends(THINGS);
    let fits = (1..=30).contains(&bare.seen().chars().count()) && bare.seen().split_whitespace().count() <= 3;
    let (name, rest) = if ahead.is_none() && !bare.is_empty() && bare.seen().len() < name.seen().len() {
        (
            bare,
            tail.from(bare.before().seen().len() + bare.seen().len() - tail.before().seen().len())
                .trim_start(),
        )
    } else {
        (name, rest)
    };
    (fits && !name.is_empty()).then_some((name, ahead, rest))
}

/// A name ends at a verb, at what of the project is meant, or at a blank; a foreign one at the first Thai letter.
fn end_of_name(tail: Piece<'_>, things: bool) -> usize {
    let seen = tail.seen();
    let latin = seen.starts_with(|c: char| c.is_ascii_alphanumeric());
    let blank = if latin {
        seen.find(|c: char| crate::text::is_thai(c) || matches!(c, ':' | ','))
    } else {
        seen.find([' ', ':', ','])
    };
    let first = |words: &'static str| tail.likely(words).filter_map(|word| seen.find(word)).min();
    let thing = if things { first(THINGS) } else { None };
    [blank, first(VERBS), thing].into_iter().flatten().min().unwrap_or(seen.len())
}
