//! Thai statements about what has to be done by when.

use super::super::keys;
use super::super::slot::Found;
use super::super::text::Piece;
use super::owned_end;

pub(super) const DUE: &str = "เดดไลน์|เดตไลน์|deadline|กำหนดส่ง|วันส่ง|เส้นตาย|กำหนด";

/// What was put off, and until when: รายงานเลื่อนไปวันจันทร์.
fn moved(rest: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    const TO: &str = "เลื่อนออกไปวันที่|เลื่อนออกไป|เลื่อนไปวันที่|เลื่อนไป|ขยับไปวันที่|ขยับไป|ย้ายไปวันที่|ย้ายไป|ไปวันที่";
    rest.split(TO).or_else(|| {
        rest.split("ไปวัน")
            .map(|(what, day)| (what, rest.from(rest.seen().len() - day.seen().len() - "วัน".len())))
    })
}

pub(super) fn deadline(said: Piece<'_>) -> Option<Found> {
    const MOVE: &str = "เลื่อน|ขยับ|เปลี่ยน|ย้าย";
    let put_off = said.strip(MOVE).filter(|rest| rest.trim_start().strip(DUE).is_some());
    let said = put_off.map_or(said, |rest| rest.trim_start());
    if let Some(rest) = said.strip(DUE) {
        let (what, when) = rest.split("คือ|เป็น|ภายใน|:").or_else(|| moved(rest)).or_else(|| until(rest))?;
        let what = what.trim().strip_all("ของ|ส่ง|การ");
        if what.is_empty() || what.has_any("เมื่อไหร่|เมื่อไร|วันไหน|อะไร")
        {
            return None;
        }
        return Found::known(
            keys::shorten(&format!("deadline.{}", keys::slug(owned_end(what).written()))),
            when,
        );
    }
    if let Some(at) = said.find("ส่งวัน").filter(|at| *at > 0 && !said.has_any("ต้องส่ง|กำหนดส่ง"))
    {
        let what = owned_end(said.cut(0, at).trim());
        let when = said.from(at + "ส่ง".len());
        return Found::known(keys::shorten(&format!("deadline.{}", keys::slug(what.written()))), when);
    }
    if let Some((what, when)) = said.strip("ต้องส่ง|ต้องยื่น|ต้องจ่าย|ส่ง|ยื่น").and_then(until)
        && (2..=24).contains(&what.trim().seen().chars().count())
        && when.seen().bytes().any(|b| b.is_ascii_digit())
        && what.strip("ถึง|ไป|มา|ให้|ลูก|ของไป|ต่อ").is_none()
    {
        let when = when.split(" ห้าม| อย่า| ต้อง| นะ").map_or(when, |(when, _)| when);
        let name = keys::slug(owned_end(what.trim()).written());
        return Found::known(keys::shorten(&format!("deadline.{name}")), when);
    }
    if let Some((what, at)) = said.strip("ต้องส่ง|ต้องยื่น|ต้องจ่าย").and_then(|rest| {
        const WHEN: &str =
            "วันที่|ภายใน|ก่อน|วันจันทร์|วันอังคาร|วันพุธ|วันพฤหัส|วันศุกร์|วันเสาร์|วันอาทิตย์|พรุ่งนี้|สิ้นเดือน|ปลายเดือน|สิ้นปี";
        let at = WHEN.split('|').filter_map(|word| rest.find(word)).min().filter(|at| *at > 0)?;
        Some((rest.cut(0, at), rest.from(at)))
    }) {
        let what = owned_end(what.trim());
        let when = at.strip_all("ภายใน|ก่อน|วันที่|ใน");
        let name = keys::slug(what.written());
        let fits = !name.is_empty() && what.seen().chars().count() <= 40;
        return if fits { Found::known(keys::shorten(&format!("deadline.{name}")), when) } else { None };
    }
    let (what, when) = said.split("ต้องส่งภายใน|ต้องส่งก่อน|ต้องส่ง|กำหนดส่ง|ครบกำหนด|ต้องเสร็จภายใน|ต้องเสร็จ")?;
    let what = owned_end(what.trim());
    if what.is_empty() || what.seen().chars().count() > 40 {
        return None;
    }
    Found::known(
        keys::shorten(&format!("deadline.{}", keys::slug(what.written()))),
        when.strip_all("คือ|ภายใน|ใน"),
    )
}

/// Cuts words at the day that they name: งานบูธ 12 ธันวาคม, ค่าเช่าสิ้นเดือน.
fn until(rest: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    const DAYS: &str = "วันที่|ก่อนวัน|ก่อน|วันจันทร์|วันอังคาร|วันพุธ|วันพฤหัส|วันศุกร์|วันเสาร์|วันอาทิตย์|พรุ่งนี้|มะรืน|สิ้นเดือน|ปลายเดือน|ต้นเดือน|กลางเดือน|สิ้นปี|อาทิตย์หน้า|เดือนหน้า";
    let digit = || {
        rest.seen().match_indices(' ').map(|(at, _)| at + 1).find(|at| {
            rest.seen().get(*at..).is_some_and(|when| when.starts_with(|c: char| c.is_ascii_digit()))
        })
    };
    let named = rest.likely(DAYS).filter_map(|word| rest.seen().find(word)).min();
    let at = [named, digit()].into_iter().flatten().min().filter(|at| *at > 0)?;
    let when = rest.from(at);
    (when.seen().chars().count() <= 40).then(|| (rest.cut(0, at), when.strip_all("วันที่")))
}
