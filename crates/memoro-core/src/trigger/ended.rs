//! What holds now, where the same breath says what has ended: "I'm not at Nokia anymore, I'm at Wolt now",
//! ผมไม่ได้อยู่เอไอเอสแล้ว ตอนนี้อยู่ปตท, 我不在华为了，现在在比亚迪. What has ended is no value.

use super::content::stands_alone;
use super::firms::is_firm;
use super::slot::{self, Found, tidy};
use super::text::Piece;
use super::{en, th, zh};

/// Words between what has ended and what holds.
const TURNS: &str = "，|, but |, |; | but |。|แล้ว ตอนนี้|แล้วตอนนี้|แล้ว ปัจจุบัน|แล้ว เดี๋ยวนี้|แล้ว แต่|แล้ว ";
/// Words that tell that it holds now.
const NOW: &str = "now|currently|these days|instead|ตอนนี้|ปัจจุบัน|เดี๋ยวนี้|现在|目前|如今|改|已经";

/// Finds what holds now, where a content begins with what does not hold any more.
pub(super) fn now_instead(content: Piece<'_>) -> Option<Found> {
    let (head, tail) = content.split(TURNS)?;
    if !has_ended(head) {
        return None;
    }
    let said = tidy(tail.strip_all(NOW).strip_ends(NOW));
    at_work(head, said)
        .or_else(|| stands_alone(said))
        .or_else(|| zh::predicate(said))
        .or_else(|| th::slot(said).filter(|found| found.known))
        .or_else(|| en::predicate(said))
        .or_else(|| slot::known(said).filter(|found| found.known))
}

/// Tells whether a clause says of its speaker what does not hold any more.
fn has_ended(head: Piece<'_>) -> bool {
    let english = head.strip("i|i'm|i am|we|we're|we are").is_some()
        && head.has_any("anymore|any more|any longer|no longer|used to|left|quit|stopped");
    let thai = head.strip_all(th::ME).strip("ไม่ได้|ไม่|เลิก|ลาออกจาก|ย้ายออกจาก").is_some();
    let han = head.strip(zh::ME).is_some_and(|rest| {
        let said = rest.strip_all("已经|早就|现在");
        said.strip("不再|离开|辞去").is_some()
            || (said.strip("不|没").is_some() && head.trim().seen().ends_with('了'))
    });
    english || thai || han
}

/// Being "at" a company is working there.
fn at_work(head: Piece<'_>, said: Piece<'_>) -> Option<Found> {
    let named = said.strip_all(&format!("i'm|i am|we're|{}|{}", th::ME, zh::ME)).strip_all(NOW);
    if let Some(firm) = named.strip("at|with") {
        let proper = firm.trim_start().written().starts_with(|c: char| c.is_uppercase() || !c.is_ascii());
        return if proper { Found::known("employer", firm) } else { None };
    }
    let there = named.strip("อยู่ที่|อยู่กับ|อยู่|在|去了|到了")?;
    let before = head
        .strip_all(&format!("{}|{}", th::ME, zh::ME))
        .strip_all("ไม่ได้|ไม่|已经|早就|不再|不|没")
        .strip_all("อยู่ที่|อยู่กับ|อยู่|在")
        .strip_ends("แล้ว|了");
    if is_firm(there) || is_firm(before) { Found::known("employer", there) } else { None }
}
