//! Signals of Thai sentences, read without spaces. Knows that `เมื่อ` opens both a condition and a past.

use super::scores::Scores;
use super::view::View;

const SPEAKERS: &[&str] = &["ฉัน", "ผม", "ดิฉัน", "หนู", "เรา", "กระผม", "ข้าพเจ้า", "ผู้ใช้", "user", "ยูสเซอร์"];
const ABOUT: &[&str] = &[
    "ชอบ",
    "ไม่ชอบ",
    "ต้องการ",
    "อยาก",
    "เป็น",
    "ชื่อ",
    "แพ้",
    "อยู่",
    "ทำงาน",
    "ใช้",
    "มี",
    "พูด",
    "กิน",
    "ไม่กิน",
    "ดื่ม",
    "ถนัด",
    "เชี่ยวชาญ",
    "รู้",
    "เกลียด",
    "ตาบอด",
    "รัก",
    "สนใจ",
    "อายุ",
    "เกิด",
    "ไม่",
    "คุ้นเคย",
    "prefer",
    "expertise",
    "เรียน",
    "เลี้ยง",
    "ขับ",
    "นอน",
    "ตื่น",
    "มัก",
    "สะดวก",
    "ขอ",
    "งด",
];
const MINE: &[&str] = &[
    "ของฉัน",
    "ของผม",
    "ของดิฉัน",
    "ของหนู",
    "ของผู้ใช้",
    "ของuser",
    "ลูกชายฉัน",
    "ลูกสาวฉัน",
    "ลูกชายผม",
    "ลูกสาวผม",
    "แม่ฉัน",
    "พ่อฉัน",
    "แม่ผม",
    "พ่อผม",
    "ภรรยาผม",
    "สามีฉัน",
    "แฟนฉัน",
    "แฟนผม",
    "พี่สาวฉัน",
    "น้องชายฉัน",
    "เพื่อนฉัน",
];
const WISHES: &[&str] = &[
    "เรียกฉัน",
    "เรียกผม",
    "เรียกหนู",
    "ตอบฉัน",
    "ตอบผม",
    "บอกฉัน",
    "บอกผม",
    "คุยกับฉัน",
    "คุยกับผม",
    "ปกติฉัน",
    "ปกติผม",
    "ต่อไปนี้ช่วยตอบ",
    "ต่อไปให้ตอบ",
    "ต่อไปช่วยตอบ",
    "ที่ฉันชอบ",
    "ที่ผมชอบ",
    "ที่ผู้ใช้ชอบ",
];
const PAST_WHEN: &[&str] = &[
    "เมื่อวาน",
    "เมื่อคืน",
    "เมื่อเช้า",
    "เมื่อบ่าย",
    "เมื่อเย็น",
    "เมื่อกี้",
    "เมื่อครู่",
    "เมื่อสัปดาห์",
    "เมื่ออาทิตย์",
    "เมื่อเดือน",
    "เมื่อปี",
    "เมื่อวันที่",
    "เมื่อวันจันทร์",
    "เมื่อวันอังคาร",
    "เมื่อวันพุธ",
    "เมื่อวันพฤหัส",
    "เมื่อวันศุกร์",
    "เมื่อวันเสาร์",
    "เมื่อวันอาทิตย์",
    "เมื่อสองวัน",
    "เมื่อสามวัน",
    "เมื่อหลายวัน",
    "เมื่อต้น",
    "เมื่อปลาย",
    "เมื่อไม่นาน",
    "เช้านี้",
    "บ่ายนี้",
    "เย็นนี้",
    "คืนนี้",
    "วันนี้",
    "สัปดาห์ที่แล้ว",
    "สัปดาห์ก่อน",
    "อาทิตย์ที่แล้ว",
    "อาทิตย์ก่อน",
    "เดือนที่แล้ว",
    "เดือนก่อน",
    "ปีที่แล้ว",
    "ปีก่อน",
    "ที่ผ่านมา",
    "วันก่อน",
    "เพิ่ง",
    "ตะกี้",
    "สัปดาห์นี้",
    "ครั้งที่แล้ว",
    "คราวก่อน",
];
const MOMENTS: &[&str] = &[
    "วันที่",
    "ตอนตี",
    "ตอนเที่ยง",
    "เที่ยงคืน",
    "ตอนบ่าย",
    "ตอนเช้า",
    "ตอนเย็น",
    "วันจันทร์",
    "วันอังคาร",
    "วันพุธ",
    "วันพฤหัส",
    "วันศุกร์",
    "วันเสาร์",
    "วันอาทิตย์",
    "ม.ค.",
    "ก.พ.",
    "มี.ค.",
    "เม.ย.",
    "พ.ค.",
    "มิ.ย.",
    "ก.ค.",
    "ส.ค.",
    "ก.ย.",
    "ต.ค.",
    "พ.ย.",
    "ธ.ค.",
    "ชั่วโมง",
];
const ENDED: &[&str] = &[
    "เสร็จ",
    "สำเร็จ",
    "เรียบร้อย",
    "ล้มเหลว",
    "ล่ม",
    "พลาด",
    "ถูกยกเลิก",
    "ยกเลิก",
    "ย้อนกลับ",
    "rollback",
    "ตัดสินใจ",
    "ตกลงว่า",
    "พอใจ",
    "ร้องเรียน",
    "ลดเหลือ",
    "ไปครึ่ง",
    "จนเจอ",
    "ผลออกมา",
    "แก้ได้",
    "ยังไม่ผ่าน",
    "ชนะ",
    "แทน",
    "deployแล้ว",
    "ค้างสอง",
    "อร่อยมาก",
    "กลับมาใช้ได้",
    "เคยลอง",
    "ส่งแล้ว",
];
const WHEN: &[&str] = &[
    "เมื่อ",
    "ถ้า",
    "หาก",
    "เวลา",
    "กรณี",
    "ทุกครั้งที่",
    "ก่อน",
    "หลังจาก",
    "หลัง",
    "พอ",
    "ทุกวัน",
    "ในกรณี",
    "สมมติ",
    "ทุกเช้า",
    "ทุกเดือน",
    "ทุกสัปดาห์",
    "ตอน",
];
const DO: &[&str] = &[
    "ให้",
    "ต้อง",
    "ควร",
    "แล้วค่อย",
    "ห้าม",
    "อย่า",
    "จากนั้น",
    "ทำ",
    "ก่อนเสมอ",
    "then",
    "should",
    "เสมอ",
    "→",
    "ตรวจ",
    "แล้ว",
];
const HOW: &[&str] = &["วิธี", "ขั้นตอน", "ขั้นแรก", "ขั้นที่", "เริ่มจาก", "อันดับแรก"];
const ORDER: &[&str] = &["อย่า", "ห้าม", "ต้อง", "ควร", "ให้"];
const THEN: &[&str] = &["แล้วค่อย", "จากนั้น", "ก่อนเสมอ", "เสมอแล้ว", "ขั้นต่อไป"];

/// Adds what a Thai reading of the text suggests.
pub(super) fn score(view: &View, scores: &mut Scores) {
    if !view.tight.chars().any(|c| ('\u{0E00}'..='\u{0E7F}').contains(&c)) {
        return;
    }
    let past = view.holds(PAST_WHEN);
    ways(view, past.is_some(), scores);
    events(view, past, scores);
    person(view, scores);
}

fn ways(view: &View, past: bool, scores: &mut Scores) {
    if let Some(how) = view.starts(HOW) {
        scores.procedural(4, how);
    }
    if let Some(when) = view.starts(WHEN)
        && !past
        && view.follows(&[when], DO).is_some()
    {
        scores.procedural(5, when);
    }
    if let Some(order) = view.starts(ORDER) {
        scores.procedural(4, order);
    }
    if let Some(then) = view.holds(THEN) {
        scores.procedural(3, then);
    }
    if view.holds(&["เริ่มจาก"]).is_some() && view.holds(&["แล้ว", "จากนั้น"]).is_some()
    {
        scores.procedural(3, "เริ่มจาก…แล้ว");
    }
    if !past && view.tight.starts_with("ใช้") && view.holds(&["เวลา", "เมื่อ", "ตอน"]).is_some()
    {
        scores.procedural(3, "ใช้…เวลา");
    }
}

fn events(view: &View, past: Option<&'static str>, scores: &mut Scores) {
    if let Some(start) = view.starts(&["สรุปงาน", "สรุปการ", "สรุปประชุม", "สรุปวัน", "บันทึกการ"])
    {
        scores.episodic(4, start);
    }
    if view.tokens.first().is_some_and(|t| super::english::is_iso_date(t)) {
        scores.episodic(3, "a date");
    }
    if let Some(when) = past {
        scores.episodic(4, when);
    }
    let ended = view.holds(ENDED);
    if let Some(moment) = view.holds(MOMENTS).filter(|_| ended.is_some()) {
        scores.episodic(2, moment);
    }
    if let Some(ended) = ended {
        scores.episodic(2, ended);
        if view.tight.ends_with("แล้ว") || view.tight.contains("แล้ว,") {
            scores.episodic(1, "แล้ว");
        }
        if view
            .starts(&[
                "ช่วยผู้ใช้",
                "ผู้ใช้ถาม",
                "ผู้ใช้ยกเลิก",
                "ผู้ใช้ส่ง",
                "ผู้ใช้อัปโหลด",
                "ผู้ใช้ขอ",
                "ใช้เวลา",
                "ส่ง",
                "แก้",
                "ทำ",
                "ปล่อย",
                "deploy",
                "implement",
                "ทดสอบ",
            ])
            .is_some()
        {
            scores.episodic(3, ended);
        }
    }
}

fn person(view: &View, scores: &mut Scores) {
    if let Some(wish) = view.holds(WISHES) {
        scores.user(4, wish);
    }
    if let Some(who) = view.starts(SPEAKERS)
        && let Some(after) = view.tight.strip_prefix(who)
    {
        let near: String = after.chars().take(6).collect();
        if ABOUT.iter().any(|about| near.starts_with(about)) {
            scores.user(4, who);
        } else if ABOUT.iter().any(|about| after.contains(about)) {
            scores.user(2, who);
        }
    }
    if let Some(mine) = view.holds(MINE) {
        scores.user(3, mine);
    }
}
