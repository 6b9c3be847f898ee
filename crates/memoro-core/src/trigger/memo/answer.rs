//! Answers to what waits, and questions after what is kept, in the words of everyday: "looks right, lock it in", มั่วละ
//! อันนี้อย่าเซฟ, 时区那条是对的，可以存, "which time zone do you have down for me?". Each word must be a known one.

use super::super::ask::Ask;
use super::super::closed::{Answer, answers};
use super::super::command::asked_for;
use super::super::slot::tidy;
use super::super::text::Piece;
use super::super::time::Span;
use super::super::{Command, Intent, clause, cue, keys};
use super::words::{self, DOWN, DROP, FIRM, FIX, LOOSE, NO, NOT, PLACE, POINT, PROPOSED, PUT, Read, YES};

/// Reads a message as confirming or rejecting what waits.
pub(super) fn read(said: Piece<'_>) -> Option<Command> {
    let plain = whole(said).and_then(|read| judged(&read)).map(|intent| (intent, None));
    let (intent, key) = plain.or_else(|| named(said)).or_else(|| explained(said))?;
    Some(command(intent, key, said))
}

fn command(intent: Intent, key: Option<String>, said: Piece<'_>) -> Command {
    let about = said.cut(0, 0);
    asked_for(&Ask { intent, key, about }, &Span::default(), said)
}

/// A refusal with its reason behind it: "no, don't keep that one, it was only a joke", อย่าเพิ่งจำอันนั้น ยังไม่ชัวร์.
fn explained(said: Piece<'_>) -> Option<(Intent, Option<String>)> {
    const LONGEST: usize = 60;
    // Who says that something need not be kept only goes on talking.
    const NO_NEED: &str = "no need|you don't need|ไม่ต้อง|อันนี้ไม่ต้อง|不用|不必|不需要|没必要";
    if said.strip(NO_NEED).is_some() {
        return None;
    }
    words::bounds(said).into_iter().skip(1).find_map(|at| {
        let (head, reason) = (said.cut(0, at), said.from(at));
        let short = reason.seen().chars().count() <= LONGEST && !clause::is_question(reason);
        let closed = || matches!(answers(tidy(head)), Some((Answer::Rejects, _))).then_some(Intent::Reject);
        let judged = whole(head).and_then(|read| judged(&read)).or_else(closed);
        let cued = cue::at(reason.trim_start()).is_some();
        judged.filter(|intent| *intent == Intent::Reject && short && !cued).map(|intent| (intent, None))
    })
}

/// Reads all words of a message.
fn whole(said: Piece<'_>) -> Option<Read<'_>> {
    words::read(said).into_iter().find(|read| read.rest.trim().is_empty())
}

fn judged(read: &Read<'_>) -> Option<Intent> {
    let keeps = read.has(FIRM | LOOSE | PUT);
    let named = read.has(POINT | PLACE | PROPOSED);
    let denied = read.has(NO) && (read.has(NOT) && (keeps || read.has(DOWN)) || read.has(DROP));
    let refused = read.has(NOT) && keeps && (read.has(PLACE | PROPOSED) || read.has(NO));
    if denied || refused || read.has(DROP) && read.has(PROPOSED) {
        return Some(Intent::Reject);
    }
    let left_out = read.has(NOT) && read.has(POINT) && read.has(PLACE);
    if left_out {
        return Some(Intent::Reject);
    }
    let agreed = read.has(YES) && keeps && !read.has(NO | NOT | DROP | FIX);
    let latin = read.rest.before().seen().trim_start().starts_with(|c: char| c.is_ascii_alphabetic());
    (agreed && (named || read.has(FIRM) || !latin && read.has(LOOSE))).then_some(Intent::Confirm)
}

/// An answer that names the slot: "the nickname one is good, store it".
fn named(said: Piece<'_>) -> Option<(Intent, Option<String>)> {
    let (lead, start) = match said.strip("skip the|drop the|not the|leave the|ignore the|ข้าม|跳过")
    {
        Some(rest) => (NOT, rest),
        None => (0, said.strip_all("the|that|my|เรื่อง|那个|我的")),
    };
    let (key, rest) = keys::alias_at_start(start.trim_start())?;
    let read = whole(rest)?;
    if read.has(DROP) && !read.has(NO | PROPOSED) || !read.has(POINT | YES | NO | PROPOSED) && lead == 0 {
        return None;
    }
    let judged = judged(&Read { sorts: read.sorts | lead | PROPOSED, rest: read.rest })?;
    Some((judged, Some(key.to_owned())))
}

/// Reads a question after one thing that is kept of the person.
pub(super) fn shown(said: Piece<'_>) -> Option<Command> {
    let key = english(said.trim()).or_else(|| thai(said.trim())).or_else(|| chinese(said.trim()))?;
    Some(command(Intent::Show, Some(key.to_owned()), said))
}

fn english(said: Piece<'_>) -> Option<&'static str> {
    let rest = said.strip_all("so|hey|and|ok|please").strip("which|what's the|what's my|what is my|what")?;
    let (key, rest) = keys::alias_at_start(rest.trim_start())?;
    let held = rest.trim_start().strip("do you have|have you got|did you save|did you note|do you have saved|are you using|have you saved|have you stored")?;
    let mine = held.strip_all("down|saved|stored|noted|on file|on record|listed|written down|for|me|right now|currently|at the moment|as|my");
    (mine.is_empty() && held.has_any("me|my")).then_some(key)
}

fn thai(said: Piece<'_>) -> Option<&'static str> {
    let (key, rest) = keys::alias_at_start(said.strip_all("เรื่อง|ข้อมูล"))?;
    let owned = rest.trim_start().strip("ของ").unwrap_or(rest).trim_start();
    let owned = owned.strip(super::super::th::ME).unwrap_or(owned).trim_start();
    let held = owned.strip("ที่เก็บไว้|ที่จำไว้|ที่บันทึกไว้|ที่มีอยู่|ที่มี|ที่จดไว้")?;
    held.has_any("อะไร|เท่าไหร่|กี่โมง|ขอดู|ไหน|ดูหน่อย|วันไหน|ยังไง").then_some(key)
}

fn chinese(said: Piece<'_>) -> Option<&'static str> {
    let rest = said
        .strip_all("帮我看看|看看|请问")
        .strip("你那儿存的|你那边存的|你那里存的|你这边存的|你存的|你记的|你那儿记的|你保存的|你手上")?;
    let (key, rest) = keys::alias_at_start(rest.strip_all("我的|我|关于"))?;
    rest.has_any("是什么|是哪|哪天|多少|看看|是啥|是几|看一下|什么").then_some(key)
}
