//! Thai statements about where people live and work, when, as what, and what they know.

use super::super::firms::is_firm;
use super::super::keys;
use super::super::slot::{Found, tidy};
use super::super::teams;
use super::super::text::Piece;
use super::{MUCH, owned};

/// Where somebody lives, works or comes from.
pub(super) fn place(said: Piece<'_>) -> Option<Found> {
    if let Some(rest) = said.strip("ออฟฟิศ|สำนักงาน|ที่ทำงาน") {
        let rest = owned(rest).strip("อยู่แถว|อยู่ที่|อยู่ใน|อยู่ย่าน|อยู่|ตั้งอยู่ที่")?;
        return Found::known("place.work", rest);
    }
    if let Some(rest) = said.strip("บ้านเกิด|เกิดที่|ภูมิลำเนา|เติบโตที่|เติบโตมาที่|โตที่|โตมาที่|เกิดและโตที่")
    {
        return Found::known("hometown", owned(rest).strip_all("อยู่ที่|อยู่|คือ|เป็น"));
    }
    if let Some(rest) = said.strip("บ้าน|คอนโด|หอ") {
        let rest = owned(rest).strip("อยู่แถว|อยู่ที่|อยู่ใน|อยู่ย่าน|อยู่")?;
        return Found::known("place", rest);
    }
    if let Some(rest) = said.strip("เป็นคน|มาจาก") {
        let value = tidy(rest);
        let trait_like = is_trait(value) || value.seen().chars().count() > 24;
        return if trait_like {
            None
        } else {
            Found::known("hometown", value.strip_all("จังหวัด|เมือง"))
        };
    }
    let rest = said.strip("ใช้ชีวิตอยู่ที่|ใช้ชีวิตอยู่ใน|ใช้ชีวิตอยู่|ใช้ชีวิตที่|อาศัยอยู่ที่|อาศัยอยู่ใน|อาศัยอยู่|อาศัยที่|พักอยู่ที่|พักอยู่แถว|พักอยู่|พักที่|ย้ายมาอยู่ที่|ย้ายมาอยู่|ย้ายไปอยู่ที่|ย้ายไปอยู่|ย้ายบ้านไปอยู่ที่|ย้ายบ้านไปอยู่|ย้ายบ้านมาอยู่|ย้ายบ้านไปที่|ย้ายบ้านไป|ย้ายบ้านมา|ย้ายมา|อยู่ที่|อยู่ใน|อยู่แถว|อยู่จังหวัด|อยู่")?;
    let value = tidy(rest);
    if value.strip("ทำงาน|ทำที่|ประจำที่|บริษัท").is_some() {
        return None;
    }
    if let Some(zone) = value.strip("เขตเวลา|ไทม์โซน|timezone|โซนเวลา")
    {
        return Found::known("timezone", zone);
    }
    if is_firm(value) {
        return Found::known("employer", value);
    }
    let talk = [
        "ใน",
        "กับ",
        "คนเดียว",
        "บน",
        "ระหว่าง",
        "ว่า",
        "เวร",
        "ที่นี่",
        "นี่",
        "ประชุม",
        "เรียน",
        "สอบ",
        "กิน",
        "นอน",
        "ขับ",
    ];
    let long = value.seen().chars().count() > 40 || talk.iter().any(|w| value.seen().starts_with(w));
    if long { None } else { Found::known("place", value) }
}

/// Tells whether what somebody is said to be a person of is a way of being rather than a place: เป็นคนนอนดึก, not เป็นคนเชียงใหม่.
pub(in crate::trigger) fn is_trait(value: Piece<'_>) -> bool {
    const TRAITS: &[&str] = &[
        "ขี้",
        "ชอบ",
        "ใจ",
        "ง่าย",
        "พูด",
        "ตรง",
        "ที่",
        "เดียว",
        "แรก",
        "จริงจัง",
        "คิด",
        "กิน",
        "ดี",
        "นอน",
        "ตื่น",
        "กลัว",
        "แพ้",
        "มี",
        "ไม่",
        "รัก",
        "เงียบ",
        "เฮฮา",
        "เก็บ",
        "โลก",
        "อารมณ์",
        "สมาธิ",
        "หัว",
        "อ่อน",
        "แข็ง",
        "ละเอียด",
        "ทำ",
        "เขียน",
        "เล่น",
        "อ่าน",
        "เดิน",
        "วิ่ง",
        "ขับ",
        "ใช้",
        "เข้า",
        "ออก",
        "ปาก",
        "ราศี",
        "ธาตุ",
        "สุดท้าย",
        "รับ",
        "ดูแล",
        "จัด",
        "นำ",
        "ติด",
        "เลี้ยง",
        "ซื้อ",
        "จ่าย",
        "เลือก",
        "สบาย",
        "ต่างจังหวัด",
        "ธรรมดา",
        "แปลก",
        "ตลก",
        "หวง",
        "ห่วง",
        "เก่ง",
        "ทาน",
        "ดื่ม",
        "สูบ",
        "โสด",
        "เจ้า",
        "ช่าง",
    ];
    TRAITS.iter().any(|word| value.seen().starts_with(word))
}

/// Where somebody works, as what and when.
pub(super) fn work(said: Piece<'_>) -> Option<Found> {
    if let Some(rest) = said.strip("ทำงานเป็น|ทำอาชีพ|ประกอบอาชีพ|มีอาชีพเป็น|เป็นคนทำ")
    {
        return Found::known("role", rest);
    }
    if let Some(rest) = said.strip("เวลาทำงาน|ชั่วโมงทำงาน|เวลางาน").map(owned).filter(|rest| is_timed(*rest))
    {
        return Found::known("working_hours", rest);
    }
    let shift = said.strip("ทำงานกะ|เข้ากะ|อยู่กะ|ทำกะ|เข้าเวร").is_some();
    let timed = said.strip("เลิกงานตอน|เลิกงาน|เริ่มงานตอน|เริ่มทำงานตอน|ออกงาน").is_some_and(is_timed);
    if shift || timed {
        return Found::known("working_hours", said);
    }
    let said = said.strip_all("เพิ่งจะ|เพิ่ง|ได้");
    if let Some(rest) = said.strip("เข้าทำงานที่|ย้ายไปทำงานที่|ย้ายมาทำงานที่|ย้ายงานไปที่|ได้งานที่|งานที่|เริ่มงานที่|ทำอยู่ที่|ประจำอยู่ที่|ทำงานอยู่ที่|ทำงานที่|ทำงานให้กับ|ทำงานให้|ทำงานกับ|ทำงานอยู่กับ|ทำงานอยู่|ย้ายมาทำงานกับ|ย้ายไปทำงานกับ|ย้ายมาทำที่|ย้ายไปทำที่|ย้ายมาทำงานอยู่ที่|ย้ายมาประจำที่")
    {
        let (value, _) = tidy(rest).split("เป็น|ตำแหน่ง").unwrap_or((rest, rest));
        if ["บ้าน", "ออฟฟิศ", "คาเฟ่", "ร้านกาแฟ"].iter().any(|w| value.trim_start().seen().starts_with(w))
        {
            return None;
        }
        return Found::known("employer", value);
    }
    if let Some(team) =
        said.strip("ทำงานที่|ทำงานใน|ทำงาน|ทำอยู่|สังกัด|ประจำ").filter(|rest| teams::is_team(*rest))
    {
        return Found::known("team", team);
    }
    // A company whose name begins with the word for one: ทำงานบริษัทปูน.
    let at_firm = said
        .strip("ย้ายมาทำงาน|ย้ายไปทำงาน|ย้ายมาอยู่|ย้ายไปอยู่|ย้ายมา|ย้ายไป|ทำงาน|ทำ|อยู่")
        .filter(|rest| rest.strip("บริษัท|บจก|บมจ").is_some());
    if let Some(rest) = at_firm {
        let (value, _) = tidy(rest).split("เป็น|ตำแหน่ง").unwrap_or((rest, rest));
        return Found::known("employer", value);
    }
    let rest = said.strip("ทำงานตั้งแต่|ทำงานช่วง|ทำงานเวลา|ทำงาน|เข้างาน")?.trim_start();
    if is_timed(rest) { Found::known("working_hours", rest) } else { None }
}

/// Tells whether words begin with a time of the day or a day.
fn is_timed(rest: Piece<'_>) -> bool {
    const STARTS: [&str; 16] = [
        "จันทร์",
        "วันจันทร์",
        "เก้าโมง",
        "แปดโมง",
        "สิบโมง",
        "เจ็ดโมง",
        "หกโมง",
        "ห้าโมง",
        "สี่โมง",
        "บ่าย",
        "เที่ยง",
        "สองทุ่ม",
        "หนึ่งทุ่ม",
        "ทุ่ม",
        "กลางคืน",
        "ตอน",
    ];
    let rest = rest.trim_start();
    rest.seen().starts_with(|c: char| c.is_ascii_digit()) || STARTS.iter().any(|w| rest.seen().starts_with(w))
}

const LEVELS: &[(&str, &str)] = &[
    (
        "novice",
        "เป็นมือใหม่ด้าน|เป็นมือใหม่เรื่อง|เป็นมือใหม่|มือใหม่|เพิ่งหัดเขียน|เพิ่งหัดใช้|เพิ่งหัด|เพิ่งเริ่มเรียน|เพิ่งเริ่มเขียน|เพิ่งเริ่มใช้|เพิ่งเริ่ม|เพิ่งเรียน|กำลังเรียน|กำลังหัด|กำลังเริ่มเรียน|แทบไม่รู้เรื่อง|แทบไม่รู้จัก|แทบไม่เคยใช้|ไม่เก่ง|ไม่ค่อยเก่ง|ห่วยเรื่อง|ห่วยด้าน|ห่วย|อ่อนเรื่อง|อ่อนด้าน|อ่อน|กากเรื่อง|กาก|ไม่แม่นเรื่อง|ไม่แม่น|งูๆ ปลาๆ เรื่อง|ไม่ถนัด|ไม่ค่อยถนัด|ไม่ค่อยรู้เรื่อง|ไม่รู้เรื่อง|ไม่มีพื้นฐาน|ไม่เป็น|ไม่เคยใช้",
    ),
    (
        "expert",
        "เป็นผู้เชี่ยวชาญด้าน|เป็นผู้เชี่ยวชาญ|เชี่ยวชาญด้าน|เชี่ยวชาญเรื่อง|เชี่ยวชาญการใช้|เชี่ยวชาญ|ชำนาญ|เก่งเรื่อง|เก่งด้าน|เก่ง|เป็นเซียน",
    ),
    ("advanced", "ถนัดเรื่อง|ถนัด|มีประสบการณ์ด้าน|มีประสบการณ์เรื่อง|มีประสบการณ์|คล่อง"),
    ("intermediate", "พอใช้|พอเขียน|พอได้|ใช้เป็น|เขียนเป็น|รู้พื้นฐาน"),
];

/// How well somebody knows something.
pub(super) fn expertise(said: Piece<'_>) -> Option<Found> {
    if let Some((what, time)) = said.strip("เขียน|ใช้|ทำ|พัฒนา").and_then(|rest| rest.split("มา"))
        && time.trim_start().seen().chars().count() <= 16
        && time.has("ปี")
    {
        return skill(what, "advanced");
    }
    let unable = said.strip_ends("ไม่เป็นเลย|ไม่เป็น|ไม่เก่งเลย|ไม่ไหวเลย");
    let able = unable.strip("ทำ|เขียน|เล่น|วาด|ใช้|ซ่อม|เย็บ|ว่าย").is_some();
    if able && unable.seen().len() < said.trim().seen().len() {
        return skill(unable.strip_all("ทำ|เขียน|เล่น|ใช้"), "novice");
    }
    let (level, rest) = LEVELS
        .iter()
        .filter_map(|(level, words)| said.strip(words).map(|rest| (*level, rest)))
        .min_by_key(|(_, rest)| rest.seen().len())?;
    skill(rest, level)
}

/// Puts a level of knowledge under the name of what is known.
pub(in crate::trigger) fn skill(what: Piece<'_>, level: &str) -> Option<Found> {
    let what = what
        .split(" แต่|แต่| ยัง| เลย")
        .map_or(what, |(head, _)| if tidy(head).is_empty() { what } else { head });
    let what = tidy(what).strip_all("ภาษา|การใช้|การเขียน|เรื่อง|ด้าน|กับ|ใน|เขียน|ใช้").strip_ends(MUCH);
    let name = keys::slug(what.strip_ends("ได้|เป็น|ได้บ้าง|เลย|มาก่อน|มาก่อนเลย").written());
    let hand = matches!(name.as_str(), "ซ้าย" | "ขวา" | "มือซ้าย" | "มือขวา");
    if hand || name.is_empty() || name.chars().count() > 40 {
        None
    } else {
        Found::fixed(format!("expertise.{name}"), level)
    }
}

/// What somebody is that is no work.
const NO_WORK: &[&str] = &[
    "คน",
    "เวร",
    "ห่วง",
    "ประจำ",
    "คนที่",
    "อย่าง",
    "แบบ",
    "ไป",
    "โรค",
    "หวัด",
    "ไข้",
    "ของ",
    "เพื่อน",
    "แฟน",
    "ลูก",
    "เบาหวาน",
    "ภูมิแพ้",
    "โสด",
    "ความดัน",
    "มะเร็ง",
    "หอบหืด",
    "ไมเกรน",
    "ซึมเศร้า",
    "สมาธิสั้น",
    "ออทิสติก",
    "กรดไหลย้อน",
    "พุทธ",
    "คริสต์",
    "มุสลิม",
    "อิสลาม",
    "หม้าย",
    "แม่เลี้ยงเดี่ยว",
    "พ่อเลี้ยงเดี่ยว",
    "ฝาแฝด",
    "เกย์",
    "กรุ๊ป",
    "ตาบอดสี",
    "ลมชัก",
    "ไทรอยด์",
    "หนี้",
    "พ่อลูก",
    "แม่ลูก",
    "พ่อของ",
    "แม่ของ",
    "คุณพ่อ",
    "คุณแม่",
    "พ่อคน",
    "แม่คน",
    "พลเมือง",
    "สัญชาติ",
    "ชาวไทย",
    "ชาวต่างชาติ",
    "ชาวพุทธ",
    "ชาวคริสต์",
    "ชาวมุสลิม",
    "พี่คน",
    "น้องคน",
    "พี่สาว",
    "พี่ชาย",
    "น้องสาว",
    "น้องชาย",
    "มนุษย์",
    "ผู้ป่วย",
    "สมาชิก",
    "ชายโสด",
    "สายบุญ",
    "สายดื่ม",
    "สายกิน",
    "สายเที่ยว",
    "สายมู",
    "กำพร้า",
];

/// Tells whether words say what somebody is like, has or is to others rather than what they work as.
pub(in crate::trigger) fn is_no_work(value: Piece<'_>) -> bool {
    const WORKERS: &str = "คนขับ|คนสวน|คนงาน|คนครัว|คนทำ|คนขาย|คนส่ง|คนเก็บ|คนดูแล|คนเลี้ยง";
    value.strip(WORKERS).is_none() && NO_WORK.iter().any(|word| value.seen().starts_with(word))
}

/// What somebody is, where that is what they work as.
pub(super) fn being(said: Piece<'_>) -> Option<Found> {
    let value = tidy(said.strip("เป็น")?);
    let value = value.split("อยู่ที่").map_or(value, |(role, _)| tidy(role));
    let long = value.seen().chars().count() > 40 || is_no_work(value);
    if long || value.is_empty() { None } else { Found::known("role", value) }
}
